"""The rules that a club can choose: the presets and its own house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorekeeper.rules.errors import BadRules
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.storage import house_rules as stored
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredGame
from scorekeeper.storage.house_rules import StoredHouseRules

from .errors import ValidationFailed
from .game_state import read_game
from .stored_rules import preset_of, rules_title, ruleset_of

HOUSE = "house-"


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


def rules_key(game: StoredGame) -> str:
    """Return the key of a game's rules page: its preset's, or the game's own if any value differs."""
    as_it_is = not game.house_rules_name and set(game.rules) == {"base"}
    return game.preset if as_it_is else f"game-{game.uid}"


def _uid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)  # no form's id: those are random


def list_rules(club_id: int) -> list[RuleChoice]:
    """Return all rules of a club: the presets, then the house rules by name."""
    return [*_OF_PRESETS.values(), *map(to_choice, stored.read_all(db.session(), club_id))]


def to_choice(house: StoredHouseRules) -> RuleChoice:
    """Return stored house rules as rules to play by."""
    title = rules_title(house.rules, house.name)
    return RuleChoice(f"{HOUSE}{house.uid}", house.rules, ruleset_of(house.rules), title, house.name, house.uid)
