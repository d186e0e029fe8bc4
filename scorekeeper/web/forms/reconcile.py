"""The hands that a phone recorded while it could not reach the server, as static/alone/reconcile.js sends them."""

from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from wtforms import HiddenField, ValidationError

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.hand_json import read_facts
from scorekeeper.usecases.game.reconcile import Mine, Way
from scorekeeper.usecases.game.recording import LONGEST_NOTE

from .base import ChangeForm
from .hand import one_line

WITHOUT_A_HAND = ("dealer", "fouls", "adjustments", "note", "last")
WITHOUT_A_BID = ("dealer", "auction", "last")
Player = Annotated[int, msgspec.Meta(ge=0, le=5)]
Points = Annotated[int, msgspec.Meta(ge=-9_999_999, le=9_999_999)]
Pairs = Annotated[list[tuple[Player, Points]], msgspec.Meta(max_length=6)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


class OpenFacts(msgspec.Struct, omit_defaults=True):
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


class Facts(OpenFacts, omit_defaults=True):
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
    facts: Facts


class Entries(msgspec.Struct):
    """The hands from a place on, and the one being played."""

    place: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    hands: Annotated[list[Entry], msgspec.Meta(max_length=1_000)]
    open: OpenFacts | None = None
    after: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] | None = None


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
        return Mine(told.place, hands, told.open.hand() if told.open else None, told.after)
