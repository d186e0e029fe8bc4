"""The record `rook-game/1` as typed values: one class for each kind of object in it.

The keys are in the order of a written record. Missing values are UNSET, because `null` has its own meaning:
`most_tricks` null says that two sides tied.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from scorekeeper.rules.hand import PLAYERS, TIED, Adjustment, Foul, Hand, Outcome, Player
from scorekeeper.rules.ruleset import LARGEST_NUMBER

FORMAT: Final[Literal["rook-game/1"]] = "rook-game/1"
LARGEST_RECORD = 5_000_000
"""Bytes."""
MOST_HANDS = 1_000
LONGEST_NAME = 40
"""Code points."""

# Spaces, control characters and invisible marks do not make a name.
VISIBLE = r"[^\s\u0000-\u001f\u007f-\u00a0\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"

Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=VISIBLE)]
Number = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time", "pattern": "^(19|20)"})]
Call = tuple[str, Number | Literal["pass"]]

T = TypeVar("T")


class FoulEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A foul. `kind` is any text here, because an unknown kind is an error of the hand and not of the form."""

    player: str
    kind: str


class AdjustmentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that the table adds or takes."""

    player: str
    points: Number
    reason: Annotated[str, Meta(pattern=VISIBLE)]


class HandEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of `hands`: what was seen at the table, and what the table claims that it scored."""

    outcome: Outcome | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    auction: tuple[Call, ...] | UnsetType = UNSET
    bidder: str | UnsetType = UNSET
    bid: Number | UnsetType = UNSET
    partners: tuple[str, ...] | UnsetType = UNSET
    trump: Literal["red", "green", "black", "yellow"] | UnsetType = UNSET
    captured: dict[str, Number] | UnsetType = UNSET
    last_trick: str | UnsetType = UNSET
    nest_points: Number | UnsetType = UNSET
    most_tricks: str | UnsetType | None = UNSET
    sweep: str | UnsetType = UNSET
    rook: str | UnsetType = UNSET
    reneged_by: str | UnsetType = UNSET
    last: bool | UnsetType = UNSET
    fouls: tuple[FoulEntry, ...] | UnsetType = UNSET
    adjustments: tuple[AdjustmentEntry, ...] | UnsetType = UNSET
    claimed: dict[str, Number] | UnsetType = UNSET
    claimed_totals: dict[str, Number] | UnsetType = UNSET
    id: UUID | UnsetType = UNSET
    note: str | UnsetType = UNSET

    @property
    def scored(self) -> bool:
        """Whether this entry takes a hand's number, unlike a misdeal or a passed-out deal."""
        return self.outcome not in ("passed-out", "misdeal")

    def to_hand(self, numbers: Mapping[str, int]) -> Hand:
        """Return the hand, without claims and id; `numbers` are the players' numbers by name.

        Raises KeyError for any other name.
        """
        seen: dict[str, Any] = {name: value for name in NO_PLAYER if (value := getattr(self, name)) is not UNSET}
        for name in ONE_PLAYER:
            player = getattr(self, name)
            if player is not UNSET:
                seen[name] = TIED if player is None else numbers[player]
        if self.captured:
            seen["captured"] = {numbers[player]: worth for player, worth in self.captured.items()}
        if self.auction is not UNSET:
            seen["auction"] = tuple([(numbers[player], call) for player, call in self.auction])
        if self.partners is not UNSET:
            seen["partners"] = tuple([numbers[player] for player in self.partners])
        if self.fouls:
            seen["fouls"] = tuple([Foul(numbers[foul.player], foul.kind) for foul in self.fouls])
        if self.adjustments:
            seen["adjustments"] = tuple(
                [Adjustment(numbers[each.player], each.points, each.reason) for each in self.adjustments]
            )
        return Hand(**seen)


ONE_PLAYER = ("dealer", *PLAYERS)
"""The keys that name one player."""
NO_PLAYER = ("outcome", "bid", "trump", "nest_points", "last", "note")
"""The keys of a hand's facts that name no player."""


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole record. `rules` is kept as the text it was given in; `rulesets` reads it."""

    format: Literal["rook-game/1"]
    rules: Raw
    players: tuple[Name, ...]
    id: UUID | UnsetType = UNSET
    rules_name: str | UnsetType = UNSET
    teams: tuple[str, str] | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    started: Moment | UnsetType = UNSET
    ended: Moment | UnsetType = UNSET
    notes: str | UnsetType = UNSET
    starting_totals: dict[str, Number] | UnsetType = UNSET
    claimed_winners: tuple[str, ...] | UnsetType = UNSET
    hands: Annotated[tuple[HandEntry, ...], Meta(max_length=MOST_HANDS)]

    @property
    def numbers(self) -> dict[str, Player]:
        """The number of each player by name."""
        return {name: number for number, name in enumerate(self.players)}


def or_none(value: T | UnsetType) -> T | None:
    """Return the value, None if the record leaves it out."""
    return None if isinstance(value, UnsetType) else value
