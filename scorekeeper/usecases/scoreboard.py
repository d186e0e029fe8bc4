"""The scoreboard of one game, as plain values."""

from dataclasses import dataclass
from itertools import count, repeat
from uuid import UUID

from ..rules.auction import Call, bid_fault, replay
from ..rules.game import Entry
from ..rules.hand import Deal, Hand, Side, named, sides_of
from ..rules.reasons import Reason, end_reason, hand_reasons
from ..rules.ruleset import RuleSet
from ..rules.values import value
from ..storage import games
from ..storage.db import db
from .changes import said
from .ends import end_in_words
from .hands import next_deal
from .notices import notices
from .rule_choice import rules_key
from .table import Table, preset_of, read_table, title_of
from .this_hand import asked, said_of_hand


@dataclass(frozen=True, slots=True)
class Total:
    """A competitor's running total, in points; it goes by the number of its first player."""

    number: int
    names: str
    points: int
    has_bid: bool
    won: bool


@value()
class HandLine:
    """A hand in the list: what was bid and how it ended, each competitor's points, and why.

    `place` counts all entries from 1, `number` only the hands: a misdeal bears the number of the hand it delayed.
    `named` is the hand with its bid: "hand 3: Ann 100".
    """

    place: int
    number: int
    named: str
    dealer: str
    hand: Hand
    made: bool | None
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
    after_end: bool


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of the hand that is being played; it goes by the number of its first player."""

    number: int
    first: str
    names: str
    has_bid: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that stands, and who plays with whom: no sides as long as it is not said whom the bidder called."""

    hand: Hand
    bidding_side: Side
    sides: tuple[SideShown, ...]


@dataclass(frozen=True, slots=True)
class AuctionShown:
    """An auction being logged: the calls so far, whose call it is (number and name), and the bids that can be made."""

    calls: tuple[Call, ...]
    number: int
    name: str
    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A game at one moment. `players` are clockwise pairs of number and name; `hands` stand newest first.

    `this_hand` are sentences about the hand being played, `asks` the facts that its end needs beside the counters.
    """

    uid: UUID
    version: int
    rules: RuleSet
    rules_key: str
    title: str
    document: str
    played_to: str
    players: tuple[tuple[int, str], ...]
    deal: Deal
    auction: AuctionShown | None
    contract: Contract | None
    notices: tuple[str, ...]
    this_hand: tuple[str, ...]
    asks: frozenset[str]
    totals: tuple[Total, ...]
    hands: tuple[HandLine, ...]
    status: str
    winners: str
    reason: Reason
    undo: str | None
    redo: str | None


def scoreboard(club_id: int, game_uid: UUID) -> Scoreboard:
    """The scoreboard of a club's game; raises NotFound."""
    table = read_table(club_id, game_uid)
    game = table.game
    last, undone = games.to_undo_and_redo(db.session(), game.id)
    standing = table.standing
    end = standing.end
    deal = standing.deal(table.contract.dealer if table.contract else None)
    contract = contract_of(table, deal, table.contract) if table.contract and not end else None
    return Scoreboard(
        uid=game.uid,
        version=game.version,
        rules=table.rules,
        rules_key=rules_key(game),
        title=title_of(game.rules, game.house),
        document="house rules" if game.house else preset_of(game.rules).document,
        played_to=end_in_words(table.rules),
        players=tuple((table.number(name), name) for name in table.players),
        deal=deal,
        auction=None if contract or end or game.stopped else _auction(table),
        contract=contract,
        notices=tuple(notices(table, last)),
        this_hand=() if end or game.stopped else tuple(said_of_hand(table, deal, table.contract)),
        asks=asked(table.rules),
        totals=tuple(_total(table, side, contract) for side in table.competitors),
        hands=tuple(map(_line, repeat(table), count(1), table.hand_numbers, table.entries))[::-1],
        status=table.status,
        winners=" and ".join(named(side) for side in end.winners) if end else "",
        reason=end_reason(standing),
        undo=said(last, table) if last else None,
        redo=said(undone, table) if undone else None,
    )


def contract_of(table: Table, deal: Deal, hand: Hand) -> Contract | None:
    """The bid of a hand and who plays with whom, None where nobody has the bid yet."""
    if hand.bidder is None:
        return None
    if hand.partners is None and table.rules.sides == "called_partner":
        return Contract(hand, (hand.bidder,), ())
    sides = sides_of(table.rules, deal, hand.bidder, hand.partners)
    shown = tuple(SideShown(table.number(side[0]), side[0], named(side), hand.bidder in side) for side in sides)
    return Contract(hand, next(side for side in sides if hand.bidder in side), shown)


def _auction(table: Table) -> AuctionShown:
    deal = next_deal(table)
    calls = (table.contract and table.contract.auction) or ()
    auction = replay(table.rules, deal.seats, deal.dealer, calls)
    bids = tuple(bid for bid in table.rules.bids if bid_fault(table.rules, bid, auction.bid) is None)
    return AuctionShown(calls, table.number(auction.waiting[0]), auction.waiting[0], bids)


def _total(table: Table, side: Side, contract: Contract | None) -> Total:
    end = table.standing.end
    has_bid = contract is not None and side[0] in contract.bidding_side
    return Total(
        table.number(side[0]), named(side), table.standing.total(side), has_bid, end is not None and side in end.winners
    )


def _line(table: Table, place: int, number: int, entry: Entry) -> HandLine:
    hand, score = entry.hand, entry.score
    return HandLine(
        place=place,
        number=number,
        named=f"hand {number}: {hand.bidder} {hand.bid}",
        dealer=entry.deal.dealer,
        hand=hand,
        made=score.made if score else None,
        points=tuple(score.points[side[0]] for side in table.competitors) if score else (),
        reasons=tuple(hand_reasons(table.rules, score)) if score else (),
        after_end=entry.after_end,
    )
