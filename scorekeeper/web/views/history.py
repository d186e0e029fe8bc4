"""The history of the club."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, g, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field, Form, HiddenField, SelectField, StringField

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import history
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import normalize_name
from scorekeeper.web.dates import is_day, midnight, zone_called
from scorekeeper.web.rendering import page

blueprint = Blueprint("history", __name__)

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
RULES = (("", "Any"), *((preset.key, preset.title) for preset in PRESETS.values()))
RESULTS = (("", "Any"), ("won", "won by the player"), ("lost", "lost by the player"), ("unfinished", "unfinished"))
HOUSE = "house:"


class Day(Field):
    """A day as 2026-11-21; what was typed is kept, whatever it was."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = normalize_name(valuelist[0]) if valuelist else ""
        if self.data and not is_day(self.data):
            raise ValueError(f"Give a day such as 2026-11-21; {self.data[:20]!r} is not one.")


class SearchForm(Form):
    """What is searched for in the history; rules are a preset's key, or house rules by name."""

    player = StringField("Player", default="", filters=[normalize_name])
    rules = SelectField("Rules", validate_choice=False)
    result = SelectField("Result", validate_choice=False)
    since = Day("From")
    until = Day("To")
    zone = HiddenField(default="", filters=[normalize_name])

    rule_errors: Sequence[RuleError] = ()

    def errors_for(self, name: str) -> list[str]:
        """What is to be said at this field."""
        return [*self[name].errors, *(refusal.message for refusal in self.rule_errors if refusal.field == name)]

    @property
    def in_words(self) -> str:
        """What is searched for, as the search says it while it is folded."""
        chosen = [dict(field.choices).get(field.data) for field in (self.result, self.rules) if field.data]
        since, until = self.since.data and f"from {self.since.data}", self.until.data and f"to {self.until.data}"
        return ", ".join(filter(None, (self.player.data, *chosen, since, until)))

    @property
    def wanted(self) -> history.HistoryFilter:
        """What is searched for, once the days are known to be days."""
        zone, rules = zone_called(self.zone.data or ""), self.rules.data or ""
        house = rules.startswith(HOUSE)
        return history.HistoryFilter(
            player=self.player.data or "",
            rules="" if house else rules,
            house=rules.removeprefix(HOUSE) if house else "",
            result=self.result.data or "",
            since=midnight(self.since.data, zone) if self.since.data else None,
            until=midnight(self.until.data, zone, 1) if self.until.data else None,
        )


@blueprint.get("/games")
def show() -> ResponseReturnValue:
    form = SearchForm(request.args)
    form.result.choices = RESULTS
    form.rules.choices = [*RULES, *((HOUSE + name, name) for name in _houses(form.rules.data or ""))]
    try:
        places, lost = {step: _read_place(request.args.get(step, "")) for step in ("before", "after")}, False
    except ValueError:
        places, lost = {}, True
    if not form.validate():
        return _history_page(form, 422)
    try:
        found = history.history(g.club, form.wanted, **places)
    except ValidationFailed as refused:
        form.rule_errors = refused.refusals
        return _history_page(form, 422)
    return _history_page(form, 422 if lost else 200, found, lost)


def _houses(chosen: str) -> list[str]:
    """The names of house rules; those that are `chosen` may be gone, and games by them still there."""
    names = list(history.house_names(g.club))
    gone = normalize_name(chosen.removeprefix(HOUSE)) if chosen.startswith(HOUSE) else ""
    return names if gone in ("", *names) else [*names, gone]


def _history_page(form: SearchForm, status: int, found: history.History | None = None, lost: bool = False) -> Response:
    """The history with its search; nothing is `found` where the search makes no sense, `lost` the page asked for."""
    asked = {name: value for name, value in form.data.items() if value}
    here = url_for("history.show", **asked)
    onward = here + ("&" if asked else "?")
    links = {
        "older": found and found.older and f"{onward}before={_written_place(found.older)}",
        "newer": found and found.newer and f"{onward}after={_written_place(found.newer)}",
    }
    return page("history/history.html", "main", status, form=form, found=found, lost=lost, links=links)


def _written_place(place: history.Place) -> str:
    """A place in the history as an address carries it: microseconds since 1970, and an id."""
    return f"{(place[0] - BEGINNING) // timedelta(microseconds=1):x}.{place[1]:x}"


def _read_place(text: str) -> history.Place | None:
    """The place that an address carries, None where it carries none; raises ValueError where that is no place."""
    if not text:
        return None
    found = re.fullmatch(r"(-?[0-9a-f]{1,13})\.([0-9a-f]{1,7})", text)
    if not found:
        raise ValueError
    return BEGINNING + timedelta(microseconds=int(found[1], 16)), int(found[2], 16)
