"""The forms that start a game and change its settings."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from wtforms import HiddenField, RadioField, SelectField, TextAreaField, ValidationError
from wtforms.validators import Optional, Regexp

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.games import read_facts
from scorekeeper.usecases.game.alone.meeting import Way
from scorekeeper.usecases.game.recording import LONGEST_NOTE
from scorekeeper.usecases.names import ReadList, read_fields
from scorekeeper.web.forms.base import (
    AskingForm,
    ChangeForm,
    Choice,
    Day,
    FieldList,
    NameField,
    NamingForm,
    QueryForm,
    WholeNumber,
)


class StartGameForm(NamingForm, AskingForm):
    """A new game; an empty target means the rules' own."""

    how_many = RadioField("How many play", validate_choice=False)
    rules = RadioField("Rules", validate_choice=False)
    players = FieldList(NameField(), min_entries=6, max_entries=6)
    dealer = WholeNumber("First dealer", default=0)
    starting_totals = FieldList(WholeNumber(), min_entries=6, max_entries=6)
    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")
    unnamed = HiddenField()
    numbers = ("2", "3", "4", "5", "6")

    def offer(self, players: int) -> None:
        """Fill in the choices of how many play; if none is chosen, `players` is."""
        self.how_many.choices = [(number, number) for number in self.numbers]
        if self.how_many.data not in self.numbers:
            self.how_many.data = str(players)

    @property
    def read_names(self) -> ReadList:
        """The players' names clockwise, as they were pasted or typed."""
        return read_fields(field.data or "" for field in self.players)


class RematchForm(ChangeForm):
    """A rematch; `partner` is the number of the first player's partner, if partners are changed.

    `known` is the beginning of the uid of the table's newest game, as a phone without the server knew it.
    """

    partner = WholeNumber("Partner")
    known = HiddenField(validators=[Optional(), Regexp(r"[0-9a-f]{8}\Z|none\Z")])


class NameForm(NamingForm, AskingForm):
    """A wrong name: misspelled, or someone else's."""

    player = Choice("Whose name", "Whose name is wrong?")
    name = NameField("Correct name")
    what = RadioField("What was wrong?", validate_choice=False, default="spelling")
    kinds = (("spelling", "Misspelled (fix it everywhere)"), ("person", "Someone else was playing"))

    def offer(self, players: Sequence[tuple[int, str]]) -> None:
        """Fill in the choices of players, and the error of the name."""
        self.player.choices, self.what.choices = list(players), list(self.kinds)

    def validate_what(self, field: RadioField) -> None:
        if field.data not in dict(self.kinds):
            raise ValidationError("Was it misspelled, or was it someone else?")


class SitDownForm(NamingForm):
    """Who sits down in which chair, by the numbers of those who go home."""

    names = FieldList(NameField(), min_entries=6, max_entries=6)
    since = WholeNumber("From hand")

    @property
    def newcomers(self) -> dict[int, str]:
        """The names that were entered, by number."""
        return {number: name for number, field in enumerate(self.names) if (name := field.data or "").strip()}


class SeatsForm(ChangeForm):
    """The players clockwise; `confirmed` after the page showed what another order changes."""

    seats = FieldList(WholeNumber(), max_entries=6)
    confirmed = HiddenField(default="")

    def validate_seats(self, field: FieldList) -> None:
        if any(seat.data is None for seat in field):
            raise ValidationError("Put one player in each seat.")

    @property
    def order(self) -> list[int]:
        """The numbers of the players, clockwise; a number without a player means an empty seat."""
        return [-1 if seat.data is None else seat.data for seat in self.seats]


class TeamsForm(ChangeForm):
    """The sides' own names."""

    first = NameField("First side")
    second = NameField("Second side")


class GameRulesForm(ChangeForm):
    """The rules of a running game; `confirmed` after the page showed what other rules change."""

    rules = SelectField("Rules", validate_choice=False)
    confirmed = HiddenField(default="")


class StartingTotalsForm(ChangeForm):
    """The points that each side brought along, by its first player."""

    starting_totals = FieldList(WholeNumber(), min_entries=6, max_entries=6)


class DealerForm(ChangeForm):
    """Who dealt first."""

    dealer = WholeNumber("First dealer")


class TargetForm(ChangeForm):
    """The goal of the game."""

    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")


class PlayedOnForm(ChangeForm):
    """The day on which a game was played."""

    day = Day("Played on")

    def validate_day(self, field: Day) -> None:
        """Refuse an empty one."""
        if not field.data:
            raise ValidationError("Enter a date like 2026-11-21.")


class NotesForm(ChangeForm):
    """The table's notes on a game."""

    notes = TextAreaField("Notes", default="")


Player = Annotated[int, msgspec.Meta(ge=0, le=5)]
Points = Annotated[int, msgspec.Meta(ge=-9_999_999, le=9_999_999)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]
Step = Annotated[str, msgspec.Meta(max_length=20)]
Answer = Annotated[str, msgspec.Meta(max_length=10 * LONGEST_NOTE)]  # each form says how long its own may be
Fields = Annotated[list[tuple[Text, Answer]], msgspec.Meta(max_length=200)]


class OpenHand(msgspec.Struct, omit_defaults=True):
    """The facts of the hand being played, as stored; unknown ones are left out."""

    dealer: Player
    bidder: Player | None = None
    bid: Points | None = None
    trump: Literal["red", "green", "black", "yellow"] | None = None
    partners: Annotated[list[Player], msgspec.Meta(max_length=6)] | None = None
    auction: Annotated[list[tuple[Player, Points | Literal["pass"]]], msgspec.Meta(max_length=500)] | None = None
    last: bool = False

    def hand(self) -> Hand:
        """Return the hand as a form would: without a bidder there is no bid."""
        said: dict[str, Any] = msgspec.to_builtins(self)
        if self.bidder is None:
            said = {name: value for name, value in said.items() if name in ("dealer", "auction", "last")}
        return read_facts(said)


class Recorded(msgspec.Struct):
    """The forms that a phone filled in, each by the last part of its address, and the game that it did so on: how many
    hands it had, the short id of the last of them, the hand being played, and the names as they were on the phone."""

    place: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    open: OpenHand
    entries: Annotated[list[tuple[Step, Fields]], msgspec.Meta(min_length=1, max_length=1_000)]
    after: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] | None = None
    names: Annotated[list[Text], msgspec.Meta(max_length=6)] | None = None


class MeetingForm(ChangeForm):
    """What a phone recorded, and a person's decision about the question `seen`."""

    recorded = HiddenField()
    way = HiddenField()
    seen = HiddenField()

    def validate_recorded(self, field: HiddenField) -> None:
        try:
            self.told = msgspec.json.decode(field.data or "", type=Recorded)
        except msgspec.DecodeError:
            raise ValidationError("This can't be read.") from None

    def validate_way(self, field: HiddenField) -> None:
        if field.data not in list(Way):
            raise ValidationError("Choose what to do with these hands.")


class ClaimForm(QueryForm):
    """A claimed total in a game; the button that is tapped says whose it is."""

    whose = Choice("Whose total", "Whose total is it?")
    claimed = WholeNumber("They say")

    def validate_claimed(self, field: WholeNumber) -> None:
        if field.data is None and not field.process_errors:
            raise ValidationError("What total is claimed?")

    def claim(self) -> tuple[int, int]:
        """Return the number of a player with this total, and the points, once the form is valid."""
        assert self.whose.number is not None
        assert self.claimed.data is not None
        return self.whose.number, self.claimed.data
