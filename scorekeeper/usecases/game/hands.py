"""What is recorded of a hand: its bid when it is made, its counters when it is over.

What a person says of a hand comes as `Said`: the facts as `storage.hand_facts` keeps them, players by number, what was
not said left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from scorekeeper.rules.auction import PASS, replay_calls
from scorekeeper.rules.errors import AuctionMismatch, HandAfterEnd, RuleError, UnknownPlayer
from scorekeeper.rules.hand import Deal, Hand
from scorekeeper.rules.validation import bid_errors, partner_errors, validate_hand
from scorekeeper.storage import hand_facts
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_state import GameState

from .changes import make_change
from .fields import Fields

Said = Mapping[str, Any]
MOST_FOULS = 4  # of one player in one hand, as far as forms count them; a record may tell of more


def record_bid(club_id: int, game_uid: UUID, token: FormToken, said: Said) -> None:
    """Records `bidder` and `bid` (points) when the bid is made; `partners` who were called, if that is known by then.

    Takes the place of an auction that is still being logged. Raises ValidationFailed with these fields; NotFound;
    Conflict.
    """

    def edit(state: GameState) -> Fields:
        _without_bid(state)
        hand = resolve_input(state, said)
        refuse([*bid_errors(state.rules, hand), *_called(state, hand)])
        return {"contract": _kept(state, hand)}

    make_change(club_id, game_uid, token, "bid", edit)


def record_call(club_id: int, game_uid: UUID, token: FormToken, player: int, call: int | None) -> None:
    """Logs one call of the auction, a bid in points or None for a pass; the last one settles the bid (R5).

    Raises ValidationFailed with fields `auction[i]…`; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        _without_bid(state)
        deal = next_deal(state)
        calls = (
            *_calls(state),
            (resolve_input(state, {"bidder": player}).bidder or "", PASS if call is None else call),
        )
        try:
            auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
        except RuleError as refusal:
            raise ValidationFailed([refusal]) from None
        if auction.passed_out:
            return _ended(state, token, Hand(outcome="passed-out", auction=calls))
        hand = Hand(auction=calls)
        if auction.over:
            hand = replace(hand, bidder=auction.bidder, bid=auction.bid)
        return {"contract": _kept(state, hand)}

    make_change(club_id, game_uid, token, "call", edit)


def record_partners(club_id: int, game_uid: UUID, token: FormToken, said: Said) -> None:
    """Records whom the bidder called: `partners`, nobody where the bidder plays alone.

    Raises ValidationFailed with this field; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        hand = resolve_input(state, {**_contract(state), **said})
        next_deal(state)
        refuse(list(partner_errors(state.rules, hand)))
        return {"contract": {**_contract(state), "partners": said["partners"]}}

    make_change(club_id, game_uid, token, "partners", edit)


def record_trump(club_id: int, game_uid: UUID, token: FormToken, trump: str) -> None:
    """Records the trump color of the hand that is being played. Raises ValidationFailed, NotFound, Conflict."""

    def edit(state: GameState) -> Fields:
        next_deal(state)
        return {"contract": {**_contract(state), "trump": trump}}

    make_change(club_id, game_uid, token, "trump", edit)


def record_hand(club_id: int, game_uid: UUID, token: FormToken, said: Said) -> None:
    """Records how the hand whose bid stands ended; the deal passes on.

    Raises ValidationFailed with the fields of `said` (`captured.NAME`, `last_trick`, …); NotFound; Conflict.
    """
    make_change(club_id, game_uid, token, "hand", lambda table: _ended(table, token, finish_hand(table, said)))


def record_misdeal(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Records that the cards are dealt again by the same dealer, without a score (R22)."""

    def edit(state: GameState) -> Fields:
        return _ended(state, token, Hand(outcome="misdeal", auction=_calls(state) or None))

    make_change(club_id, game_uid, token, "misdeal", edit)


def record_passed_out(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Records that everybody passed (R4).

    Raises ValidationFailed where somebody bid, or the dealer has the bid; Conflict.
    """

    def edit(state: GameState) -> Fields:
        _without_bid(state)
        bids = [f"{player} bid {call}" for player, call in _calls(state) if call != PASS]
        refuse([AuctionMismatch("outcome", f"{bids[-1]}, so not everybody passed.", "R4")] if bids else [])
        hand, found = validate_hand(state.rules, next_deal(state), Hand(outcome="passed-out"))
        refuse(found)
        return _ended(state, token, hand)

    make_change(club_id, game_uid, token, "passed-out", edit)


def finish_hand(state: GameState, said: Said) -> Hand:
    """The hand being played with what is said of its end; raises ValidationFailed, or Conflict where no bid stands."""
    hand = resolve_input(state, {**_contract(state), **said})
    hand, found = validate_hand(state.rules, next_deal(state), hand)
    refuse(found)
    return hand


def resolve_input(state: GameState, said: Said) -> Hand:
    """What is said, with the players' names; raises ValidationFailed where a number is nobody's at this table.

    A `wrong_discard` is the bidder's: nobody else discards to the nest (R19).
    """
    if said.get("wrong_discard"):
        said = {**said, "fouls": [*said.get("fouls", ()), [said["bidder"], "nest-discard"]]}
    strangers = [field for field, number in _players_named(said) if not 0 <= number < len(state.names)]
    refuse([UnknownPlayer(field, "Choose somebody at this table.") for field in strangers])
    return hand_facts.decode(said, state.names)


def _called(state: GameState, hand: Hand) -> Iterator[RuleError]:
    """What is wrong with the partners, where it was said already who they are."""
    return iter(()) if hand.partners is None else partner_errors(state.rules, hand)


def _players_named(said: Said) -> Iterator[tuple[str, int]]:
    for field in ("bidder", "last_trick", "most_tricks", "sweep", "reneged_by"):
        if field in said and said[field] != "tied":
            yield field, said[field]
    for field in ("captured", "fouls", "adjustments"):
        yield from ((field, row[0]) for row in said.get(field, ()))
    yield from (("partners", number) for number in said.get("partners", ()))


def next_deal(state: GameState) -> Deal:
    """The deal of the hand that is being played; raises ValidationFailed once the game is over."""
    standing = state.standing
    if standing.end:
        raise ValidationFailed([HandAfterEnd("", "The game is over; undo its last hand to go on.")])
    if state.game.stopped:
        raise ValidationFailed([HandAfterEnd("", "The game was stopped; resume it to go on.")])
    return standing.deal(state.contract.dealer if state.contract else None)


def _calls(state: GameState) -> tuple[Any, ...]:
    return (state.contract and state.contract.auction) or ()


def _contract(state: GameState) -> Said:
    if state.contract is None or state.contract.bidder is None:
        raise Conflict(())
    return state.game.contract or {}


def _without_bid(state: GameState) -> None:
    if state.contract and state.contract.bidder:
        raise Conflict((f"{state.contract.bidder}'s bid of {state.contract.bid}",))


def _kept(state: GameState, hand: Hand) -> dict[str, Any]:
    return hand_facts.encode(hand, next_deal(state), state.names)


def _ended(state: GameState, token: FormToken, hand: Hand) -> Fields:
    position = state.game.hands[-1].position + 1 if state.game.hands else 0
    return {"contract": None, f"hand:{token.id}": {"position": position, "facts": _kept(state, hand)}}


def refuse(found: Sequence[RuleError]) -> None:
    """Raises ValidationFailed where anything was found."""
    if found:
        raise ValidationFailed(found)
