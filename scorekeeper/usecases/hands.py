"""What is recorded of a hand: its bid when it is made, its counters when it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from ..rules.errors import CapturedMissing, HandAfterEnd, Refusal, UnknownPlayer
from ..rules.faults import bid_faults, examine
from ..rules.hand import Deal, Hand, HandScore, SideScore, named, score_hand
from ..storage import facts
from .changes import Entry, Fields, make_change
from .errors import OutOfDate, Refused
from .table import Table, read_table


@dataclass(frozen=True, slots=True)
class HandSeen:
    """What a table says at the end of a hand: players by number, `captured` in points of counters."""

    captured: Mapping[int, int]
    last_trick: int | None = None


def record_bid(club_id: int, game_uid: UUID, entry: Entry, bidder: int, bid: int) -> None:
    """Records who took the bid (a player's number) and for how many points, when it is made.

    Raises Refused with fields `bidder`, `bid`; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        if table.contract:
            raise OutOfDate((f"{table.contract.bidder}'s bid of {table.contract.bid}",))
        deal = _next_deal(table)
        hand = Hand(bidder=_name(table, bidder, "bidder"), bid=bid)
        _refuse(list(bid_faults(table.rules, hand)))
        return {"contract": facts.kept(hand, deal, table.names)}

    make_change(club_id, game_uid, entry, "bid", edit)


def record_hand(club_id: int, game_uid: UUID, entry: Entry, seen: HandSeen) -> None:
    """Records what was captured in the hand whose bid stands; the deal passes on.

    Raises Refused with fields `captured`, `captured.NAME`, `last_trick`; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        hand = played(table, seen)
        position = table.game.hands[-1].position + 1 if table.game.hands else 0
        kept = {"position": position, "facts": facts.kept(hand, _next_deal(table), table.names)}
        return {"contract": None, f"hand:{entry.id}": kept}

    make_change(club_id, game_uid, entry, "hand", edit)


@dataclass(frozen=True, slots=True)
class SidePreview:
    """What one side would score, in points."""

    names: str
    points: int
    is_set: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would score if it were saved now, and who would have won; or what is wrong with it."""

    sides: tuple[SidePreview, ...] = ()
    winners: str = ""
    problem: str = ""


def preview(club_id: int, game_uid: UUID, seen: HandSeen) -> Preview:
    """The result of a hand before it is saved; nothing is stored. Raises NotFound."""
    table = read_table(club_id, game_uid)
    try:
        hand = played(table, seen)
    except Refused as refused:
        said = [refusal.message for refusal in refused.refusals if not isinstance(refusal, CapturedMissing)]
        return Preview(problem=" ".join(said))
    except OutOfDate:
        return Preview(problem="The game has moved on; reload this page.")
    deal = _next_deal(table)
    score = score_hand(table.rules, deal, hand)
    sides = tuple(
        SidePreview(named(side.players), side.score - side.penalty, is_set(score, side)) for side in score.sides
    )
    end = table.standing.after(deal, hand, score).end
    return Preview(sides, " and ".join(map(named, end.winners)) if end else "")


def is_set(score: HandScore, side: SideScore) -> bool:
    """Whether this side is set back, by its bid or by its renege."""
    lost_bid = score.made is False and side.players == score.bidding_side
    return side.score < 0 and (lost_bid or score.hand.reneged_by in side.players)


def played(table: Table, seen: HandSeen) -> Hand:
    """The hand being played with what was seen at its end; raises Refused, or OutOfDate where no bid stands."""
    contract = table.contract
    if contract is None:
        raise OutOfDate(())
    hand = replace(
        contract,
        captured={_name(table, number, "captured"): worth for number, worth in seen.captured.items()},
        last_trick=None if seen.last_trick is None else _name(table, seen.last_trick, "last_trick"),
    )
    hand, found = examine(table.rules, _next_deal(table), hand)
    _refuse(found)
    return hand


def _next_deal(table: Table) -> Deal:
    standing = table.standing
    if standing.end:
        raise Refused([HandAfterEnd("", "The game is over; undo its last hand to go on.")])
    return standing.deal(table.contract.dealer if table.contract else None)


def _name(table: Table, number: int, field: str) -> str:
    if not 0 <= number < len(table.names):
        raise Refused([UnknownPlayer(field, "Choose somebody at this table.")])
    return table.names[number]


def _refuse(found: list[Refusal]) -> None:
    if found:
        raise Refused(found)
