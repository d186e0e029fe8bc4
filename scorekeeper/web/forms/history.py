"""The search of the history."""

from datetime import date

from wtforms import SelectField

from scorekeeper.usecases.days import day_text, is_day, midnight
from scorekeeper.usecases.history import HistoryFilter
from scorekeeper.usecases.names import normalize_name
from scorekeeper.web.dates import zone_of_club
from scorekeeper.web.forms.base import (
    Day,
    NameField,
    QueryForm,
)

HOUSE = "house:"


class HistoryForm(QueryForm):
    """A search of the history; rules are a preset's key, or house rules by name."""

    player = NameField("Player", default="", filters=[normalize_name])
    partner = NameField("Partner", default="", filters=[normalize_name])
    against = NameField("Against", default="", filters=[normalize_name])
    and_against = NameField("And against", default="", filters=[normalize_name])
    rules = SelectField("Rules", validate_choice=False)
    result = SelectField("Result", validate_choice=False)
    since = Day("From")
    until = Day("To")

    @property
    def house_rules(self) -> str:
        """The name of the chosen house rules, or ""."""
        rules: str = self.rules.data or ""
        return rules.removeprefix(HOUSE) if rules.startswith(HOUSE) else ""

    @property
    def description(self) -> str:
        """The search in words, for its closed summary; "" for all games."""
        chosen = [dict(field.choices).get(field.data) for field in (self.result, self.rules) if field.data]
        days = [
            f"{word} {day_text(date.fromisoformat(field.data)) if is_day(field.data) else field.data}"
            for word, field in (("from", self.since), ("to", self.until))
            if field.data
        ]
        people = (("with", self.partner), ("against", self.against), ("and", self.and_against))
        met = [f"{word} {field.data}" for word, field in people if field.data]
        return ", ".join(filter(None, (self.player.data, *met, *chosen, *days)))

    @property
    def filter(self) -> HistoryFilter:
        """The filter of this search, once the form is valid."""
        zone = zone_of_club()
        return HistoryFilter(
            player=self.player.data or "",
            partner=self.partner.data or "",
            against=self.against.data or "",
            and_against=self.and_against.data or "",
            rules="" if (self.rules.data or "").startswith(HOUSE) else self.rules.data or "",
            house_rules_name=self.house_rules,
            result=self.result.data or "",
            since=midnight(self.since.data, zone) if self.since.data else None,
            until=midnight(self.until.data, zone, 1) if self.until.data else None,
        )
