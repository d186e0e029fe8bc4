"""A claimed total held against a game: the sum that proves it, and the slip that would explain the difference."""

from dataclasses import dataclass
from uuid import UUID

from ..rules.claims import Slip, explaining_slip
from ..rules.errors import UnknownPlayer, WrongTotal
from ..rules.hand import named
from ..rules.reasons import signed_total
from ..rules.ruleset import LARGEST_NUMBER
from .errors import Refused
from .table import Table, entry_in_words, read_table, title_of

_SAID = {
    "set as made": "{who} were set in {hand}; counted as made it would be {claimed}.",
    "foul forgotten": "Without a foul in {hand} it would be {claimed}.",
    "nest twice": "With the nest counted twice in {hand} it would be {claimed}.",
    "hand left out": "Without {hand} it would be {claimed}.",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One hand's part in a total: what was bid, the points it brought, and the total after it."""

    name: str
    bid: str
    made: bool | None
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class ClaimChecked:
    """A claim, the right total with the hands that make it up, and what would explain the difference, "" if nothing."""

    side: str
    claimed: int
    total: int
    steps: tuple[Step, ...]
    slip: str


@dataclass(frozen=True, slots=True)
class Claimable:
    """A game of which a total can be claimed: its competitors by the number of their first player."""

    uid: UUID
    title: str
    sides: tuple[tuple[int, str], ...]


def claimable(club_id: int, game_uid: UUID) -> Claimable:
    """Whose totals there are in a club's game. Raises NotFound, Deleted."""
    table = read_table(club_id, game_uid)
    sides = tuple((table.number(side[0]), named(side)) for side in table.competitors)
    return Claimable(game_uid, title_of(table.game.rules, table.game.house), sides)


def check_claim(club_id: int, game_uid: UUID, number: int, claimed: int) -> ClaimChecked:
    """Holds the claimed total of the competitor with this player against the record.

    Raises Refused with fields `whose`, `claimed`; NotFound; Deleted.
    """
    table = read_table(club_id, game_uid)
    side = next((side for side in table.competitors if table.names[number : number + 1] == side[:1]), None)
    if side is None or number < 0:
        raise Refused([UnknownPlayer("whose", "Choose one of the totals.")])
    if abs(claimed) > LARGEST_NUMBER:
        raise Refused([WrongTotal("claimed", f"A total has at most {LARGEST_NUMBER:,} points.")])
    total = table.standing.total(side)
    slip = explaining_slip(table.rules, table.entries, side[0], claimed - total)
    return ClaimChecked(
        named(side), claimed, total, tuple(_steps(table, side[0])), _said(slip, named(side), claimed) if slip else ""
    )


def _steps(table: Table, player: str) -> list[Step]:
    return [
        Step(
            name=entry_in_words(entry.hand.outcome, number).capitalize(),
            bid=f"{entry.hand.bidder} {entry.hand.bid}",
            made=entry.score.made,
            points=entry.score.points[player],
            total=entry.standing.totals[player],
        )
        for number, entry in zip(table.hand_numbers, table.entries, strict=True)
        if entry.score
    ]


def _said(slip: Slip, who: str, claimed: int) -> str:
    hand = " or ".join(f"hand {number}" for number in slip.hands)
    return _SAID[slip.kind].format(who=who, hand=hand, claimed=signed_total(claimed))
