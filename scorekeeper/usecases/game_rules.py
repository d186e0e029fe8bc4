"""What a table plays to: a target, a fixed number of hands, or whichever comes first."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet

from .errors import ValidationFailed
from .game_state import preset_of, ruleset_of


def with_goal(
    rules: Mapping[str, Any], house: str | None, target: int | None, hand_limit: int | None
) -> dict[str, Any]:
    """A game's rules played to this target, for this number of hands, or both; neither means the rules' own end.

    The own end of house rules (`house`: their name) is kept beside another one that takes its place.
    Raises ValidationFailed with fields `target` and `hand_limit`.
    """
    refusals = list(_faults(ruleset_of(rules), target, hand_limit))
    if refusals:
        raise ValidationFailed(refusals)
    of_preset, own = _end(preset_of(rules).rules), _own_end(rules, house)
    end = own if target is None and hand_limit is None else {"target": target, "hand_limit": hand_limit}
    kept = {name: value for name, value in rules.items() if name not in (*end, "own_end")}
    kept |= {name: value for name, value in end.items() if value != of_preset[name]}
    return kept | {"own_end": own} if house and own != end else kept


def _own_end(rules: Mapping[str, Any], house: str | None) -> dict[str, int | None]:
    """The end that these rules had before a table chose another."""
    ruleset = ruleset_of(rules) if house else preset_of(rules).rules
    return dict(rules.get("own_end") or _end(ruleset))


def _end(rules: RuleSet) -> dict[str, int | None]:
    return {"target": rules.target, "hand_limit": rules.hand_limit}


def rounds(rules: RuleSet) -> int:
    """After how many hands each has played as often with each (R21); 0 where partners do not change."""
    return 3 * (rules.hands_per_partner or 0) if rules.sides == "rotating_partners" else 0


def _faults(rules: RuleSet, target: int | None, hand_limit: int | None) -> Iterator[BadRules]:
    for field, what, value in (("target", "target", target), ("hand_limit", "number of hands", hand_limit)):
        if value is not None and not 1 <= value <= LARGEST_NUMBER:
            yield BadRules(field, f"The {what} is a whole number from 1 to {LARGEST_NUMBER:,}, not {value}.")
            return
    whole = rounds(rules)
    if whole and target is not None:
        yield BadRules("target", "Where partners change there is no target: a number of hands is played.")
    if whole and hand_limit is not None and hand_limit % whole:
        expected = f"a multiple of {whole}, so that each plays as often with each"
        yield BadRules("hand_limit", f"The number of hands is {expected}, not {hand_limit}.")


def goal_text(rules: RuleSet) -> str:
    """Target and number of hands: "to 300", "12 hands", "to 300 or 12 hands"."""
    target = f"to {rules.target:,}" if rules.target else ""
    hands = f"{rules.hand_limit:,} hand{'s' if rules.hand_limit > 1 else ''}" if rules.hand_limit else ""
    return " or ".join(filter(None, (target, hands)))
