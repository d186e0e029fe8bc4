"""The forms that start a game and change its settings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from wtforms import HiddenField, RadioField, SelectField, TextAreaField, ValidationError
from wtforms.validators import Optional, Regexp

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.games import read_facts
from scorekeeper.usecases.game.meeting import Mine, Way
from scorekeeper.usecases.game.recording import LONGEST_NOTE
from scorekeeper.web.forms.base import (
    AskingForm,
    ChangeForm,
    Choice,
    Day,
    FieldList,
    NameField,
    NamingForm,
    WholeNumber,
)
from scorekeeper.web.forms.hand import one_line


class StartGameForm(NamingForm):
    """A new game; an empty target means the rules' own."""

    rules = SelectField("Rules", validate_choice=False)
    players = FieldList(NameField(), min_entries=6, max_entries=6)
    dealer = WholeNumber("First dealer", default=0)
    starting_totals = FieldList(WholeNumber(), min_entries=6, max_entries=6)
    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")
    unnamed = HiddenField()


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


WITHOUT_A_HAND = ("dealer", "fouls", "adjustments", "note", "last")
WITHOUT_A_BID = ("dealer", "auction", "last")
Player = Annotated[int, msgspec.Meta(ge=0, le=5)]
Points = Annotated[int, msgspec.Meta(ge=-9_999_999, le=9_999_999)]
Pairs = Annotated[list[tuple[Player, Points]], msgspec.Meta(max_length=6)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


class SentOpenHand(msgspec.Struct, omit_defaults=True):
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
            said = {name: value for name, value in said.items() if name in WITHOUT_A_BID}
        return read_facts(said)


class SentHand(SentOpenHand, omit_defaults=True):
    """The facts of a finished hand."""

    outcome: Literal["played", "renege", "conceded", "misdeal", "passed-out"] = "played"
    captured: Pairs | None = None
    last_trick: Player | None = None
    most_tricks: Player | Literal["tied"] | None = None
    sweep: Player | None = None
    nest_points: Points | None = None
    reneged_by: Player | None = None
    rook: Player | None = None
    fouls: Annotated[list[tuple[Player, Literal["table-talk", "nest-discard"]]], msgspec.Meta(max_length=30)] | None = (
        None
    )
    adjustments: Annotated[list[tuple[Player, Points, Text]], msgspec.Meta(max_length=20)] | None = None
    note: Text | None = None

    def hand(self) -> Hand:
        """Return the hand as a form would: a misdeal or passed-out deal has no bid and no counts, texts are one
        line."""
        said: dict[str, Any] = msgspec.to_builtins(self)
        if self.outcome in ("misdeal", "passed-out"):
            said = {name: value for name, value in said.items() if name in WITHOUT_A_HAND}
        hand = read_facts(said | {"outcome": self.outcome})
        adjustments = tuple(each._replace(reason=one_line(each.reason)) for each in hand.adjustments)
        return replace(hand, note=one_line(hand.note) or None, adjustments=adjustments)


class Entry(msgspec.Struct):
    """A finished hand, with the id of its form."""

    id: UUID
    facts: SentHand


class Entries(msgspec.Struct):
    """The hands from a place on, and the one being played; `names` as they were on the phone."""

    place: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    hands: Annotated[list[Entry], msgspec.Meta(max_length=1_000)]
    open: SentOpenHand | None = None
    after: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] | None = None
    names: Annotated[list[Text], msgspec.Meta(max_length=6)] | None = None


class MeetingForm(ChangeForm):
    """The hands of a phone, and a person's decision about the question `seen`."""

    mine = HiddenField()
    way = HiddenField()
    seen = HiddenField()

    def validate_mine(self, field: HiddenField) -> None:
        try:
            self.told = msgspec.json.decode(field.data or "", type=Entries)
            told = [entry.facts for entry in self.told.hands]
            if not all(one_line(reason) for facts in told for _, _, reason in facts.adjustments or ()):
                raise ValueError
        except (msgspec.DecodeError, ValueError):
            raise ValidationError("These hands can't be read.") from None

    def validate_way(self, field: HiddenField) -> None:
        if field.data not in list(Way):
            raise ValidationError("Choose what to do with these hands.")

    def as_mine(self) -> Mine:
        """Return the hands, once the form is valid."""
        told = self.told
        hands = tuple((entry.id, entry.facts.hand()) for entry in told.hands)
        return Mine(told.place, hands, told.open.hand() if told.open else None, told.after, tuple(told.names or ()))
