"""The forms to start, rename, delete and enter clubs."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any

from flask import abort
from flask_wtf.file import FileField
from wtforms import HiddenField, SelectField, StringField, ValidationError

from scorekeeper.record import LARGEST_RECORD
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases.days import day_text, is_day, midnight, today, zone_names
from scorekeeper.usecases.history import HistoryFilter
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.players.leaderboard import ORDERS
from scorekeeper.usecases.players.player_stats import StatsFilter
from scorekeeper.web.filters import zone_of_club
from scorekeeper.web.forms.base import (
    AskingForm,
    ChangeForm,
    Choice,
    Day,
    FormWithId,
    NameField,
    NamingForm,
    PlainForm,
    QueryForm,
)


class StartClubForm(FormWithId):
    """A new club, by name or from a file; `code` is needed if the server has a founders' code."""

    name = NameField("Club name")
    code = StringField("Founders' code")
    file = FileField("Or import a club file")
    zone = HiddenField(default="", filters=[normalize_name])


class ClubNameForm(PlainForm):
    """A club's name: a new one, or its own to confirm deleting it."""

    name = NameField("Club name")


class DaysForm(AskingForm):
    """The time zone of a club's days."""

    zone = SelectField("Time zone", default="", validate_choice=False, filters=[normalize_name])

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        stored = zone_of_club()
        unknown = [] if not stored or stored in zone_names() else [(stored, stored.replace("_", " "))]
        places = [(name, name.replace("_", " ")) for name in zone_names()]
        self.zone.choices = [("", f"The server's ({datetime.now().astimezone():%Z})"), *unknown, *places]

    def validate_zone(self, field: SelectField) -> None:
        """Refuse what is not offered."""
        if field.data not in dict(field.choices):
            raise ValidationError("Choose a time zone.")


class ClubForm(DaysForm):
    """A club's name, and the time zone of its days."""

    name = NameField("Club name")


class WatchForm(PlainForm):
    """For whom a phone watches at its table, by a player's number."""

    watches = Choice("This phone watches the score")

    def offer(self, sides: Sequence[tuple[int, str]], chosen: int | None) -> None:
        """Fill in the sides; `chosen` is what holds now."""
        self.watches.choices = [("", "for no one"), *((number, f"for {names}") for number, names in sides)]
        if self.watches.raw_data is None:
            self.watches.data = "" if chosen is None else chosen

    def validate_watches(self, field: Choice) -> None:
        """Refuse whom the table doesn't have."""
        if field.data is not None and field.data not in dict(field.choices):
            raise ValidationError("Choose one of these.")


class EnterForm(WatchForm):
    """A phone's description of itself in the list of phones, and at a table for whom it watches."""

    name = NameField("Your name")


HOUSE = "house:"


class HistoryForm(QueryForm):
    """A search of the history; rules are a preset's key, or house rules by name."""

    player = NameField("Player", default="", filters=[normalize_name])
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
        return ", ".join(filter(None, (self.player.data, *chosen, *days)))

    @property
    def filter(self) -> HistoryFilter:
        """The filter of this search, once the form is valid."""
        zone = zone_of_club()
        return HistoryFilter(
            player=self.player.data or "",
            rules="" if (self.rules.data or "").startswith(HOUSE) else self.rules.data or "",
            house_rules_name=self.house_rules,
            result=self.result.data or "",
            since=midnight(self.since.data, zone) if self.since.data else None,
            until=midnight(self.until.data, zone, 1) if self.until.data else None,
        )


SORTS = {
    "wins": "games won",
    "share": "win rate",
    "games": "games",
    "rating": "rating",
    "points": "points per hand",
    "made": "bids made (%)",
    "forced": "opponents' bids set (%)",
}


class StatsForm(QueryForm):
    """Which games count, by the preset of their rules and the year they started."""

    rules = SelectField("Rules", default="", filters=[normalize_name], validate_choice=False)
    year = SelectField("Year", default="", filters=[normalize_name], validate_choice=False)

    def offer(self, presets: Iterable[str], years: Iterable[int]) -> None:
        """Fill in the choices that the club has games for, and the current choice."""
        keys = [key for key, preset in PRESETS.items() if key in (*presets, self.rules.data)]
        self.rules.choices = [("", "Any"), *((key, PRESETS[key].title) for key in keys)]
        of_years = {str(year) for year in years} | ({str(self.filter.year)} if self.filter.year > 0 else set())
        self.year.choices = [("", "Any"), *((year, year) for year in sorted(of_years, reverse=True))]

    @property
    def description(self) -> str:
        """The choice in words, for its closed summary; "" for all games."""
        chosen = ((self.rules, "any rules"), (self.year, "any year"))
        words = [dict(field.choices).get(field.data, nothing) if field.data else nothing for field, nothing in chosen]
        return ", ".join(words) if self.rules.data or self.year.data else ""

    @property
    def filter(self) -> StatsFilter:
        """The chosen filter; an invalid year becomes one without games."""
        year = self.year.data or ""
        known = year.isascii() and year.isdigit() and len(year) == 4
        return StatsFilter(self.rules.data or "", int(year) or -1 if known else -1 if year else 0)


class LeaderboardForm(StatsForm):
    """Which games count, and the order of the players."""

    sort = SelectField("Sort by", default=ORDERS[0], filters=[normalize_name], validate_choice=False)

    def offer(self, presets: Iterable[str], years: Iterable[int]) -> None:
        """Fill in the choices, including the orders."""
        super().offer(presets, years)
        self.sort.choices = list(SORTS.items())


class RenameForm(NamingForm):
    """A player's new name; `taken_by` is another player with this name or nearly the same."""

    taken_by = ""

    name = NameField("Name", default="", filters=[normalize_name])


class MergeForm(ChangeForm):
    """The name of the other player, who is the same person."""

    other = NameField("The same person as", default="", filters=[normalize_name])


LARGEST_UPLOAD = 5_500_000
"""Bytes of a form with a record."""


class FileForm(PlainForm):
    """A file from the phone."""

    saves = False
    file = FileField("A game that somebody sent you")

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError("Choose a file first.")

    @property
    def content(self) -> bytes:
        """The content of the file; aborts with 413 if it is too large."""
        upload: Any = self.file.data
        data: bytes = upload.read(LARGEST_RECORD + 1)
        return data if len(data) <= LARGEST_RECORD else abort(413)


class ImportForm(PlainForm):
    """A previewed record to be stored; the players that its names mean are read separately."""

    record = HiddenField("Record", default="")
    phone_zone = HiddenField(default="")
    day = Day("Played on")

    def validate_day(self, field: Day) -> None:
        if field.data and not field.errors and date.fromisoformat(field.data) > today(zone_of_club()):
            raise ValidationError("That day is still to come.")

    def validate_record(self, field: HiddenField) -> None:
        if not self.content:
            raise ValidationError("The file didn't come through. Choose it again.")

    @cached_property
    def content(self) -> bytes:
        """The record, even if it was not packed; empty if it can't be read."""
        sent: str = self.record.data or ""
        return sent.encode(errors="replace") if sent.startswith("{") else unpack(sent)


def pack(record: bytes) -> str:
    """Pack a record for a hidden field, where each of its quotes would be escaped as five characters."""
    return b64encode(zlib.compress(record)).decode()


def unpack(packed: str) -> bytes:
    """Unpack a record; empty if it can't be read or is too large."""
    try:
        record = zlib.decompressobj().decompress(b64decode(packed, validate=True), LARGEST_RECORD + 1)
    except (ValueError, zlib.error):
        return b""
    return record if len(record) <= LARGEST_RECORD else b""
