"""The rules that a club can choose: the presets, and its house rules, each a preset with some other values.

A game has its own copy of its rules, so later changes of house rules don't affect it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.parameter_words import describe_error, differences
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.ruleset import RANKS, SINGLE_CARDS, RuleSet
from scorekeeper.rules.words import end
from scorekeeper.storage import house_rules as stored
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.house_rules import StoredHouseRules
from scorekeeper.storage.models import Json
from scorekeeper.usecases.errors import Conflict, NotFound, Submission, ValidationFailed
from scorekeeper.usecases.game_rules import preset_of, rules_key, rules_title, ruleset_of
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.names import caseless, name_error, normalize_name

MOST_HOUSE_RULES = 50
CARDS = (*RANKS, *SINGLE_CARDS)
"""What can have its own worth: the four cards of a rank, or a single card."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """Rules to play by.

    `key` is a preset's key or "house-UID", `rules_json` the rules as a game stores them. `house_rules_name` and `uid`
    are None for a preset; `title` has the names of the preset and the house rules.
    """

    key: str
    rules_json: Mapping[str, Any]
    rules: RuleSet
    title: str
    house_rules_name: str | None = None
    uid: UUID | None = None

    @property
    def preset(self) -> Preset:
        """The preset that these rules are or are based on."""
        return preset_of(self.rules_json)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """House rules for their page, with the version for its forms."""

    uid: UUID
    version: int
    choice: RuleChoice


def house_rules(club_id: int, uid: UUID) -> HouseRules:
    """Return the club's house rules of this uid; raises NotFound."""
    house = _read(db.session(), club_id, uid)
    return HouseRules(uid, house.version, to_choice(house))


def _read(session: Session, club_id: int, uid: UUID) -> StoredHouseRules:
    house = stored.read(session, club_id, uid)
    if house is None:
        raise NotFound
    return house


def make(club_id: int, form_id: UUID, name: str, base: str, values: Mapping[str, Any]) -> None:
    """Store new house rules with the form's id, so that a form sent twice makes them once.

    base: a preset's key; values: each parameter that can differ from it. Raises ValidationFailed with fields `name`,
    `base` and those of the parameters (`min_bid`, `counters.5`).
    """

    with writing(club_id) as session:
        if not stored.read(session, club_id, form_id):
            house = StoredHouseRules(form_id, *_validate(session, club_id, form_id, name, base, values))
            stored.add(session, club_id, house)


def change(club_id: int, uid: UUID, submission: Submission, name: str, values: Mapping[str, Any]) -> None:
    """Change house rules for future games. Raises NotFound, Conflict, and ValidationFailed as `make` does."""

    with writing(club_id) as session:
        was = _read(session, club_id, uid)
        new_name, rules = _validate(session, club_id, uid, name, was.rules["base"], values)
        if (new_name, rules) == (was.name, was.rules):
            return  # nothing to change, or the same form again
        house = StoredHouseRules(uid, new_name, rules, submission.version + 1)
        if not stored.write(session, club_id, house, submission.version):
            raise Conflict(tuple(_describe_differences(was, new_name, rules)))


def delete(club_id: int, uid: UUID, submission: Submission) -> RuleChoice | None:
    """Delete house rules and return them, None if they were already deleted. Raises Conflict."""
    with writing(club_id) as session:
        was = stored.read(session, club_id, uid)
        if was and not stored.remove(session, club_id, uid, submission.version):
            raise Conflict(())
        return to_choice(was) if was else None


def _validate(
    session: Session, club_id: int, uid: UUID, name: str, base: str, values: Mapping[str, Any]
) -> tuple[str, Json]:
    """Return the name and the rules as stored; raises ValidationFailed with everything that is wrong."""
    name = normalize_name(name)
    if base not in PRESETS:
        raise ValidationFailed([BadRules("base", "Start from a rule set.")])
    others = [house for house in stored.read_all(session, club_id) if house.uid != uid]
    errors = [*_name_errors(name, {house.name for house in others})]
    errors += map(describe_error, PRESETS[base].rules.errors_if(values))
    if len(others) >= MOST_HOUSE_RULES:
        errors.append(
            BadRules("name", f"You have {MOST_HOUSE_RULES} sets of house rules. Delete one that no one plays.")
        )
    if errors:
        raise ValidationFailed(errors)
    return name, rules_json(base, values)


def _name_errors(name: str, taken: set[str]) -> Iterator[RuleError]:
    error = name_error("name", name, "Name these rules.")
    if error:
        yield error
    else:
        known = {caseless(other): other for other in (*taken, *(preset.title for preset in PRESETS.values()))}
        if same := known.get(caseless(name)):
            yield BadRules("name", end(f"You already have rules named {same}"))


def rules_json(base: str, values: Mapping[str, Any]) -> Json:
    """Return rules as stored: the preset's key, and the values that differ from it."""
    preset = PRESETS[base].rules
    return {"base": base} | {name: value for name, value in values.items() if value != getattr(preset, name)}


def _describe_differences(was: StoredHouseRules, name: str, rules: Json) -> Iterator[str]:
    """Describe how the house rules now differ from those in a stale form."""
    if was.name != name:
        yield f"they are named {was.name}"
    for row in differences([ruleset_of(was.rules), ruleset_of(rules)]):
        yield f"{row.label}: {row.values[0]} (here {row.values[1]})"


def parameter_values(rules: RuleSet) -> dict[str, Any]:
    """Return all parameters of a rule set by name, with the counters as a plain dict."""
    return {name: getattr(rules, name) for name in rules.__dataclass_fields__} | {"counters": dict(rules.counters)}


HOUSE = "house-"


_OF_PRESETS = {key: RuleChoice(key, {"base": key}, preset.rules, preset.title) for key, preset in PRESETS.items()}


def find_rules(club_id: int, key: str) -> RuleChoice:
    """Return the rules with this key; raises ValidationFailed with field `rules` if the club has none."""
    if key in _OF_PRESETS:
        return _OF_PRESETS[key]
    house = key.startswith(HOUSE) and stored.read(db.session(), club_id, _uid(key.removeprefix(HOUSE)))
    if not house:
        raise ValidationFailed([BadRules("rules", "Choose a rule set.")])
    return to_choice(house)


def rules_of_game(club_id: int, game_uid: UUID) -> RuleChoice:
    """Return the rules of this game, even if its house rules changed since; raises NotFound, Deleted."""
    game = read_game(club_id, game_uid).game
    return RuleChoice(
        rules_key(game),
        game.rules,
        ruleset_of(game.rules),
        rules_title(game.rules, game.house_rules_name),
        game.house_rules_name,
    )


def _uid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)  # no form's id: those are random


def list_rules(club_id: int) -> list[RuleChoice]:
    """Return all rules of a club: its house rules by name, then the presets."""
    return [*map(to_choice, stored.read_all(db.session(), club_id)), *_OF_PRESETS.values()]


def to_choice(house: StoredHouseRules) -> RuleChoice:
    """Return stored house rules as rules to play by."""
    title = rules_title(house.rules, house.name)
    return RuleChoice(f"{HOUSE}{house.uid}", house.rules, ruleset_of(house.rules), title, house.name, house.uid)
