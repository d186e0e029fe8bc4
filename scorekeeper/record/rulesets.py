"""The rules of a record: a preset's key, or `{"base": KEY, PARAMETER: VALUE, …}`, to and from a rule set."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rules.errors import BadFormat, BadRules, RuleError
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet, value_faults

from .shape import NotJSON, Twice, loads, shown

REMEMBERED = 4_096
"""Bytes of rules that are short enough to be read once and remembered."""

Given = str | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Rules:
    """What a record's `rules` say: as given (None where that cannot be read), the rule set, or the faults."""

    given: Given
    ruleset: RuleSet | None
    faults: tuple[RuleError, ...] = ()


def read_rules(raw: bytes) -> Rules:
    """The rules in this JSON text; raises NotJSON."""
    return _read_once(bytes(raw)) if len(raw) <= REMEMBERED else of_value(loads(bytes(raw)))


@lru_cache(maxsize=256)
def _read_once(raw: bytes) -> Rules:
    return of_value(loads(raw))


def of_value(value: object) -> Rules:
    """The rules that this JSON value gives, or everything that is wrong with it."""
    if isinstance(value, str):
        try:
            return Rules(value, ruleset(value))
        except BadRules as fault:
            return Rules(value, None, (fault,))
    if not isinstance(value, dict):
        message = f"Expected a rule set's key or an object, found {shown(value)}."
        return Rules(None, None, (BadFormat("rules", message),))
    found: tuple[RuleError, ...] = tuple(_form_faults(value)) or tuple(_base_faults(value))
    values = {name: worth for name, worth in value.items() if name != "base"}
    found += tuple(_at_rules(fault) for fault in value_faults(values))
    echo = None if _has_twice(value) else value
    if found:
        return Rules(echo, None, found)
    try:
        return Rules(echo, ruleset(value["base"]).changed(**values))
    except BadRules as fault:
        return Rules(echo, None, (_at_rules(fault),))


def as_given(rules: RuleSet) -> Given:
    """The shortest way to write these rules: a preset's key, or the preset that is nearest and what differs."""

    def differs(key: str) -> dict[str, Any]:
        base = PRESETS[key].rules
        return {name: _plain(rules, name) for name in PARAMETERS if getattr(rules, name) != getattr(base, name)}

    base = min(PRESETS, key=lambda key: len(differs(key)))
    return {"base": base, **differs(base)} if differs(base) else base


def _plain(rules: RuleSet, name: str) -> Any:
    return dict(rules.counters) if name == "counters" else getattr(rules, name)


def _has_twice(value: dict[str, Any]) -> bool:
    return isinstance(value, Twice) or any(isinstance(each, Twice) for each in value.values())


def _form_faults(value: dict[str, Any]) -> Iterator[BadFormat]:
    for path, each in (("rules", value), *((f"rules.{name}", each) for name, each in value.items())):
        if isinstance(each, Twice):
            yield from (BadFormat(f"{path}.{key}", f"The key {shown(key)} stands twice.") for key in each.repeated)
    if "base" not in value:
        yield BadFormat("rules.base", 'The key "base" is missing.')
    elif not isinstance(value["base"], str):
        yield BadFormat("rules.base", f"Expected a rule set's key, found {shown(value['base'])}.")


def _base_faults(value: dict[str, Any]) -> Iterator[BadRules]:
    if value["base"] not in PRESETS:
        yield BadRules("rules.base", f"There is no rule set {shown(value['base'])}; there are {', '.join(PRESETS)}.")


def _at_rules(fault: BadRules) -> BadRules:
    return BadRules(f"rules.{fault.field}", fault.message, fault.ruling)


__all__ = ["Given", "NotJSON", "Rules", "as_given", "of_value", "read_rules"]
