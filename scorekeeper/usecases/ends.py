"""What a table plays to: a target, a fixed number of hands, or whichever comes first."""

from collections.abc import Mapping
from typing import Any

from ..rules.errors import BadRules
from ..rules.ruleset import RuleSet, value_faults
from .errors import Refused
from .table import preset_of, ruleset_of


def with_end(rules: Mapping[str, Any], target: int | None, hand_limit: int | None) -> dict[str, Any]:
    """A game's rules played to this target, for this number of hands, or both; neither means the rule set's own.

    Raises Refused with fields `target` and `hand_limit`.
    """
    ends: dict[str, Any] = {}
    if hand_limit is not None:
        ends = {"target": target, "hand_limit": hand_limit}
    elif target is not None:
        ends = {"target": target}
    faults = list(value_faults(ends))
    if faults:
        raise Refused(faults)
    own = preset_of(rules).rules
    kept = {name: value for name, value in rules.items() if name not in ("target", "hand_limit")}
    changed = kept | {name: value for name, value in ends.items() if value != getattr(own, name)}
    try:
        ruleset_of(changed)
    except BadRules as fault:
        raise Refused([fault]) from None
    return changed


def end_in_words(rules: RuleSet) -> str:
    """Target and number of hands: "to 300", "12 hands", "to 300 or 12 hands"."""
    target = f"to {rules.target:,}" if rules.target else ""
    hands = f"{rules.hand_limit:,} hand{'s' if rules.hand_limit > 1 else ''}" if rules.hand_limit else ""
    return " or ".join(filter(None, (target, hands)))
