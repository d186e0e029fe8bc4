"""The rules in a stored game: a preset's key, its changed values, and the table's goal."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.words import count_of
from scorekeeper.storage.games import StoredGame

from .errors import ValidationFailed


def preset_of(rules: Mapping[str, Any]) -> Preset:
    """Return the preset of a game's stored rules."""
    return PRESETS[rules["base"]]


def changed_values(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a game's stored rules change in their preset, without "own_end": see `with_goal`."""
    return {name: value for name, value in rules.items() if name not in ("base", "own_end")}


def ruleset_of(rules: Mapping[str, Any]) -> RuleSet:
    """Return the rule set of a game's stored rules: its preset with the changed values."""
    changed = changed_values(rules)
    if not changed:
        return preset_of(rules).rules
    return _changed_preset(rules["base"], msgspec.json.encode(changed, enc_hook=dict))


@lru_cache
def _changed_preset(base: str, changed: bytes) -> RuleSet:
    """Cache rule sets: checking one takes a seventh of the time of a watcher's poll with news."""
    return PRESETS[base].rules.changed(**msgspec.json.decode(changed))


def rules_title(rules: Mapping[str, Any], house_rules_name: str | None) -> str:
    """Return the title of stored rules: "Kentucky", or the name of house rules."""
    return house_rules_name or preset_of(rules).title


def with_goal(
    rules: Mapping[str, Any],
    house_rules_name: str | None,
    target: int | None = None,
    hand_limit: int | None = None,
    time_limit: int | None = None,
) -> dict[str, Any]:
    """Return a game's rules with this target (points), number of hands or minutes, or several of these.

    Without any of them the rules keep their own goal. If another replaces the goal of house rules (`house_rules_name`),
    theirs is stored as "own_end". Raises ValidationFailed with fields `target`, `hand_limit`, `time_limit`.
    """
    chosen = {"target": target, "hand_limit": hand_limit, "time_limit": time_limit}
    errors = list(_goal_errors(ruleset_of(rules), chosen))
    if errors:
        raise ValidationFailed(errors)
    preset_goal, own_goal = goal_of(preset_of(rules).rules), _own_goal(rules, house_rules_name)
    goal = chosen if any(value is not None for value in chosen.values()) else own_goal
    stored = {name: value for name, value in rules.items() if name not in (*goal, "own_end")}
    stored |= {name: value for name, value in goal.items() if value != preset_goal[name]}
    return stored | {"own_end": own_goal} if house_rules_name and own_goal != goal else stored


def _own_goal(rules: Mapping[str, Any], house_rules_name: str | None) -> dict[str, int | None]:
    """Return the goal that these rules had before a table chose another, or this one if their preset's does not fit."""
    goal = goal_of(ruleset_of(rules) if house_rules_name else preset_of(rules).rules)
    if rules.get("own_end"):
        return {name: rules["own_end"].get(name) for name in goal}
    try:
        ruleset_of({name: value for name, value in rules.items() if name not in goal})
    except BadRules:
        return goal_of(ruleset_of(rules))
    return goal


def goal_of(rules: RuleSet) -> dict[str, int | None]:
    """Return the goal of these rules: target, hands and minutes."""
    return {"target": rules.target, "hand_limit": rules.hand_limit, "time_limit": rules.time_limit}


def without_goal(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of stored rules that decides a hand's score, without the goal; it may not be a valid rule set."""
    return {name: value for name, value in rules.items() if name not in (*_GOALS, "own_end")}


def hands_per_round(rules: RuleSet) -> int:
    """Return after how many hands everyone has played equally often with everyone (R21); 0 if partners do not
    change."""
    return 3 * (rules.hands_per_partner or 0) if rules.sides == "rotating_partners" else 0


_GOALS = {
    "target": ("target", LARGEST_NUMBER),
    "hand_limit": ("number of hands", MOST_HANDS),
    "time_limit": ("number of minutes", LARGEST_NUMBER),
}
"""The name of each goal, and its largest value."""


def _goal_errors(rules: RuleSet, goal: Mapping[str, int | None]) -> Iterator[BadRules]:
    for field, value in goal.items():
        what, largest = _GOALS[field]
        if value is not None and not 1 <= value <= largest:
            yield BadRules(field, f"The {what} must be from 1 to {largest:,}.")
            return
    whole = hands_per_round(rules)
    if whole and goal["target"] is not None:
        yield BadRules("target", "When partners change, you play a number of hands, not to a target.")
    if whole and goal["time_limit"] is not None:
        yield BadRules("time_limit", "When partners change, you play a number of hands, not against the clock.")
    hand_limit = goal["hand_limit"]
    if whole and hand_limit is not None and hand_limit % whole:
        rounds = f"{whole}, {2 * whole}, {3 * whole}…"
        yield BadRules("hand_limit", f"Play {rounds} hands so everyone partners everyone equally.")


def goal_text(rules: RuleSet) -> str:
    """Return the goal in words: "to 300", "12 hands", "to 300 or 45 minutes"."""
    target = f"to {rules.target:,}" if rules.target else ""
    hands = count_of(rules.hand_limit, "hand") if rules.hand_limit else ""
    minutes = count_of(rules.time_limit, "minute") if rules.time_limit else ""
    return " or ".join(filter(None, (target, hands, minutes)))


def rules_key(game: StoredGame) -> str:
    """Return the key of a game's rules page: its preset's, or the game's own if any value differs."""
    as_it_is = not game.house_rules_name and set(game.rules) == {"base"}
    return game.preset if as_it_is else f"game-{game.uid}"
