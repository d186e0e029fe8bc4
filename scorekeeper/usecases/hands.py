"""What is recorded of a hand: its bid when it is made, its counters when it is over.

What a person says of a hand comes as `Said`: the facts as `storage.facts` keeps them, players by number, what was not
said left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from ..rules.auction import PASS, replay
from ..rules.errors import AuctionMismatch, HandAfterEnd, Refusal, UnknownPlayer
from ..rules.faults import bid_faults, examine, partner_faults
from ..rules.hand import Deal, Hand
from ..storage import facts
from .changes import Entry, make_change
from .errors import OutOfDate, Refused
from .fields import Fields
from .table import Table

Said = Mapping[str, Any]
MOST_FOULS = 4  # of one player in one hand, as far as forms count them; a record may tell of more


def record_bid(club_id: int, game_uid: UUID, entry: Entry, said: Said) -> None:
    """Records `bidder` and `bid` (points) when the bid is made; `partners` who were called, if that is known by then.

    Takes the place of an auction that is still being logged. Raises Refused with these fields; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        _without_bid(table)
        hand = told(table, said)
        refuse([*bid_faults(table.rules, hand), *_called(table, hand)])
        return {"contract": _kept(table, hand)}

    make_change(club_id, game_uid, entry, "bid", edit)


def record_call(club_id: int, game_uid: UUID, entry: Entry, player: int, call: int | None) -> None:
    """Logs one call of the auction, a bid in points or None for a pass; the last one settles the bid (R5).

    Raises Refused with fields `auction[i]…`; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        _without_bid(table)
        deal = next_deal(table)
        calls = (*_calls(table), (told(table, {"bidder": player}).bidder or "", PASS if call is None else call))
        try:
            auction = replay(table.rules, deal.seats, deal.dealer, calls)
        except Refusal as refusal:
            raise Refused([refusal]) from None
        if auction.passed_out:
            return _ended(table, entry, Hand(outcome="passed-out", auction=calls))
        hand = Hand(auction=calls)
        if auction.over:
            hand = replace(hand, bidder=auction.bidder, bid=auction.bid)
        return {"contract": _kept(table, hand)}

    make_change(club_id, game_uid, entry, "call", edit)


def record_partners(club_id: int, game_uid: UUID, entry: Entry, said: Said) -> None:
    """Records whom the bidder called: `partners`, nobody where the bidder plays alone.

    Raises Refused with this field; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        hand = told(table, {**_contract(table), **said})
        next_deal(table)
        refuse(list(partner_faults(table.rules, hand)))
        return {"contract": {**_contract(table), "partners": said["partners"]}}

    make_change(club_id, game_uid, entry, "partners", edit)


def record_trump(club_id: int, game_uid: UUID, entry: Entry, trump: str) -> None:
    """Records the trump color of the hand that is being played. Raises Refused, NotFound, OutOfDate."""

    def edit(table: Table) -> Fields:
        next_deal(table)
        return {"contract": {**_contract(table), "trump": trump}}

    make_change(club_id, game_uid, entry, "trump", edit)


def record_hand(club_id: int, game_uid: UUID, entry: Entry, said: Said) -> None:
    """Records how the hand whose bid stands ended; the deal passes on.

    Raises Refused with the fields of `said` (`captured.NAME`, `last_trick`, …); NotFound; OutOfDate.
    """
    make_change(club_id, game_uid, entry, "hand", lambda table: _ended(table, entry, played(table, said)))


def record_misdeal(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Records that the cards are dealt again by the same dealer, without a score (R22)."""

    def edit(table: Table) -> Fields:
        return _ended(table, entry, Hand(outcome="misdeal", auction=_calls(table) or None))

    make_change(club_id, game_uid, entry, "misdeal", edit)


def record_passed_out(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Records that everybody passed (R4). Raises Refused where somebody bid, or the dealer has the bid; OutOfDate."""

    def edit(table: Table) -> Fields:
        _without_bid(table)
        bids = [f"{player} bid {call}" for player, call in _calls(table) if call != PASS]
        refuse([AuctionMismatch("outcome", f"{bids[-1]}, so not everybody passed.", "R4")] if bids else [])
        hand, found = examine(table.rules, next_deal(table), Hand(outcome="passed-out"))
        refuse(found)
        return _ended(table, entry, hand)

    make_change(club_id, game_uid, entry, "passed-out", edit)


def played(table: Table, said: Said) -> Hand:
    """The hand being played with what is said of its end; raises Refused, or OutOfDate where no bid stands."""
    hand = told(table, {**_contract(table), **said})
    hand, found = examine(table.rules, next_deal(table), hand)
    refuse(found)
    return hand


def told(table: Table, said: Said) -> Hand:
    """What is said, with the players' names; raises Refused where a number is nobody's at this table.

    A `wrong_discard` is the bidder's: nobody else discards to the nest (R19).
    """
    if said.get("wrong_discard"):
        said = {**said, "fouls": [*said.get("fouls", ()), [said["bidder"], "nest-discard"]]}
    strangers = [field for field, number in _players_named(said) if not 0 <= number < len(table.names)]
    refuse([UnknownPlayer(field, "Choose somebody at this table.") for field in strangers])
    return facts.seen(said, table.names)


def _called(table: Table, hand: Hand) -> Iterator[Refusal]:
    """What is wrong with the partners, where it was said already who they are."""
    return iter(()) if hand.partners is None else partner_faults(table.rules, hand)


def _players_named(said: Said) -> Iterator[tuple[str, int]]:
    for field in ("bidder", "last_trick", "most_tricks", "sweep", "reneged_by"):
        if field in said and said[field] != "tied":
            yield field, said[field]
    for field in ("captured", "fouls", "adjustments"):
        yield from ((field, row[0]) for row in said.get(field, ()))
    yield from (("partners", number) for number in said.get("partners", ()))


def next_deal(table: Table) -> Deal:
    """The deal of the hand that is being played; raises Refused once the game is over."""
    standing = table.standing
    if standing.end:
        raise Refused([HandAfterEnd("", "The game is over; undo its last hand to go on.")])
    if table.game.stopped:
        raise Refused([HandAfterEnd("", "The game was stopped; resume it to go on.")])
    return standing.deal(table.contract.dealer if table.contract else None)


def _calls(table: Table) -> tuple[Any, ...]:
    return (table.contract and table.contract.auction) or ()


def _contract(table: Table) -> Said:
    if table.contract is None or table.contract.bidder is None:
        raise OutOfDate(())
    return table.game.contract or {}


def _without_bid(table: Table) -> None:
    if table.contract and table.contract.bidder:
        raise OutOfDate((f"{table.contract.bidder}'s bid of {table.contract.bid}",))


def _kept(table: Table, hand: Hand) -> dict[str, Any]:
    return facts.kept(hand, next_deal(table), table.names)


def _ended(table: Table, entry: Entry, hand: Hand) -> Fields:
    position = table.game.hands[-1].position + 1 if table.game.hands else 0
    return {"contract": None, f"hand:{entry.id}": {"position": position, "facts": _kept(table, hand)}}


def refuse(found: Sequence[Refusal]) -> None:
    """Raises Refused where anything was found."""
    if found:
        raise Refused(found)
