"""What can be played by: the rule sets that come with the program, and the club's house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ..rules.errors import BadRules
from ..rules.presets import PRESETS, Preset
from ..rules.ruleset import RuleSet
from ..storage import house_rules as stored
from ..storage.db import db
from ..storage.house_rules import StoredHouseRules
from .errors import Refused
from .table import preset_of, ruleset_of, title_of

HOUSE = "house-"


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """Rules to play by: a preset's key or "house-UID", the JSON that a game keeps, the rule set, what it is called.

    `house` is the name of house rules, None where a preset is played as it is; `title` says both.
    """

    key: str
    given: Mapping[str, Any]
    rules: RuleSet
    title: str
    house: str | None = None

    @property
    def preset(self) -> Preset:
        """The preset that these rules are, or started from."""
        return preset_of(self.given)


_OF_PRESETS = {key: RuleChoice(key, {"base": key}, preset.rules, preset.title) for key, preset in PRESETS.items()}


def chosen(club_id: int, key: str) -> RuleChoice:
    """The rules of this key; raises Refused with field `rules` where the club has none such."""
    if key in _OF_PRESETS:
        return _OF_PRESETS[key]
    house = key.startswith(HOUSE) and stored.read(db.session(), club_id, _uid(key.removeprefix(HOUSE)))
    if not house:
        raise Refused([BadRules("rules", "Choose one of the rule sets.")])
    return as_choice(house)


def _uid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)  # nobody's: a form makes random ones


def choices(club_id: int) -> list[RuleChoice]:
    """All rules of a club: the presets, then the house rules by name."""
    return [*_OF_PRESETS.values(), *map(as_choice, stored.read_all(db.session(), club_id))]


def as_choice(house: StoredHouseRules) -> RuleChoice:
    """Stored house rules as rules to play by."""
    title = title_of(house.rules, house.name)
    return RuleChoice(f"{HOUSE}{house.uid}", house.rules, ruleset_of(house.rules), title, house.name)
