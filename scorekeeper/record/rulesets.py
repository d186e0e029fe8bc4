"""The rules of a record: a preset's key, or `{"base": KEY, PARAMETER: VALUE, …}`, to and from a rule set."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from scorekeeper.rules.errors import BadFormat, BadRules, RuleError
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import PARAMETERS, RuleSet, value_errors

from .shape import MOST_ERRORS, NotJSON, RepeatedKeys, excerpt, load_json

REMEMBERED = 4_096
"""The most bytes of rules that are cached."""

GivenRules = str | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ParsedRules:
    """A record's `rules`: as given (None if unreadable), the rule set, or the errors."""

    given: GivenRules
    ruleset: RuleSet | None
    errors: tuple[RuleError, ...] = ()


def parse_rules(raw: bytes) -> ParsedRules:
    """Parse the rules in this JSON text; raises NotJSON."""
    return _read_once(bytes(raw)) if len(raw) <= REMEMBERED else rules_from(load_json(bytes(raw)))


@lru_cache(maxsize=256)  # without it the check of a record takes a quarter longer
def _read_once(raw: bytes) -> ParsedRules:
    return rules_from(load_json(raw))


def rules_from(value: object) -> ParsedRules:
    """Return the rules in this JSON value, or everything that is wrong with it."""
    if isinstance(value, str):
        try:
            return ParsedRules(value, ruleset(value))
        except BadRules as error:
            return ParsedRules(value, None, (error,))
    if not isinstance(value, dict):
        message = f"Expected a rule set's key or an object, found {excerpt(value)}."
        return ParsedRules(None, None, (BadFormat("rules", message),))
    found: tuple[RuleError, ...] = tuple(islice(_form_errors(value), MOST_ERRORS)) or tuple(_base_errors(value))
    values = {name: worth for name, worth in value.items() if name != "base"}
    found += tuple(map(_at_rules, islice(value_errors(values), MOST_ERRORS)))
    echo = None if _has_twice(value) else value
    if found:
        return ParsedRules(echo, None, found)
    try:
        return ParsedRules(echo, ruleset(value["base"]).changed(**values))
    except BadRules as error:
        return ParsedRules(echo, None, (_at_rules(error),))


def serialize_rules(rules: RuleSet) -> GivenRules:
    """Write these rules as briefly as possible: a preset's key, or the nearest preset and the differences."""

    def differs(key: str) -> dict[str, Any]:
        base = PRESETS[key].rules
        return {name: _plain(rules, name) for name in PARAMETERS if getattr(rules, name) != getattr(base, name)}

    base = min(PRESETS, key=lambda key: len(differs(key)))
    return {"base": base, **differs(base)} if differs(base) else base


def _plain(rules: RuleSet, name: str) -> Any:
    return dict(rules.counters) if name == "counters" else getattr(rules, name)


def _has_twice(value: dict[str, Any]) -> bool:
    return isinstance(value, RepeatedKeys) or any(isinstance(each, RepeatedKeys) for each in value.values())


def _form_errors(value: dict[str, Any]) -> Iterator[BadFormat]:
    for path, each in (("rules", value), *((f"rules.{name}", each) for name, each in value.items())):
        if isinstance(each, RepeatedKeys):
            yield from (BadFormat(f"{path}.{key}", f"The key {excerpt(key)} appears twice.") for key in each.repeated)
    if "base" not in value:
        yield BadFormat("rules.base", 'The key "base" is missing.')
    elif not isinstance(value["base"], str):
        yield BadFormat("rules.base", f"Expected a rule set's key, found {excerpt(value['base'])}.")


def _base_errors(value: dict[str, Any]) -> Iterator[BadRules]:
    if value["base"] not in PRESETS:
        yield BadRules("rules.base", f"There is no rule set {excerpt(value['base'])}; there are {', '.join(PRESETS)}.")


def _at_rules(error: BadRules) -> BadRules:
    return BadRules(f"rules.{error.field}", error.text, error.ruling)


__all__ = ["GivenRules", "NotJSON", "ParsedRules", "parse_rules", "rules_from", "serialize_rules"]
