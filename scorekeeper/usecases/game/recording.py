"""Edits that record a hand: its bid, its calls, its count, and misdeals and passed-out deals."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.auction import PASS, Call, replay_calls
from scorekeeper.rules.errors import AuctionMismatch, HandAfterEnd, RuleError, UnknownPlayer
from scorekeeper.rules.hand import HAND_DEFAULTS, PLAYERS, Deal, Foul, Hand, Player
from scorekeeper.rules.hand_validation import bid_errors, partner_errors, validate_hand
from scorekeeper.rules.words import NO_NAMES, Names
from scorekeeper.storage.games import Facts, write_facts
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.usecases.game_state import GameState

from .announcements import describe_bid
from .change import Fields, HandField, sat_down

LONGEST_NOTE = 500  # characters
MOST_FOULS = 4  # of one player in one hand, in forms; a record may have more
THE_BIDDER = -1
"""The player of a wrong nest discard in a form that may not know the bidder (R19)."""
NOTHING = Hand()
TOO_MANY_HANDS = f"A game can have up to {MOST_HANDS:,} hands. Play a rematch."
DEALT_AGAIN = "With these rules a hand that everyone passes is dealt again."


def record_bid(state: GameState, entered: Hand, replaced: tuple[Player, int] | None = None) -> Fields:
    """Record bidder and bid, and the called partners if known by then.

    Replaces an auction that is still being logged, or the bid `replaced` (bidder, points), if no calls led to it: trump
    and a called time stay. Raises ValidationFailed with fields `bidder`, `bid`, `partners`; Conflict.
    """
    known = _dealt(state)
    if replaced:
        known = replace(_contract(state), partners=None)
    if not replaced or known.auction or (known.bidder, known.bid) != replaced:
        _refuse_second_bid(state)
    hand = complete(state, known, entered)
    called = [] if hand.partners is None else partner_errors(state.rules, hand)
    refuse([*bid_errors(state.rules, hand), *called], state.names)
    return {"open_hand": _encode(state, hand)}


def record_call(state: GameState, form_id: UUID, player: int, call: int | None) -> Fields:
    """Log one call of the auction, a bid in points or None for a pass; the last one settles the bid (R5).

    Raises ValidationFailed with fields `bidder`, `auction[i]…`; Conflict.
    """
    _refuse_second_bid(state)
    deal = next_deal(state)
    refuse_strangers(state, Hand(bidder=player))
    calls: tuple[Call, ...] = (*_calls(state), (player, PASS if call is None else call))
    try:
        auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
    except RuleError as error:
        raise ValidationFailed([error], state.names) from None
    if auction.passed_out:
        return _finished(state, form_id, Hand(outcome="passed-out", auction=calls))
    hand = replace(_dealt(state), auction=calls)
    if auction.over:
        hand = replace(hand, bidder=auction.bidder, bid=auction.bid)
    return {"open_hand": _encode(state, hand)}


def record_partners(state: GameState, entered: Hand) -> Fields:
    """Record the partners that the bidder called, none if the bidder plays alone.

    Raises ValidationFailed with field `partners`; Conflict.
    """
    hand = complete(state, _contract(state), entered)
    next_deal(state)
    refuse(list(partner_errors(state.rules, hand)), state.names)
    return {"open_hand": _encode(state, hand)}


def record_trump(state: GameState, trump: str) -> Fields:
    """Record the trump color of the hand being played. Raises ValidationFailed, Conflict."""
    next_deal(state)
    return {"open_hand": _encode(state, replace(_contract(state), trump=trump))}


def record_hand(state: GameState, form_id: UUID, entered: Hand) -> Fields:
    """Record the count of the hand being played; the deal passes on.

    Raises ValidationFailed with the fields of Hand (`captured.N` for the side of player N); Conflict.
    """
    return _finished(state, form_id, finish_hand(state, entered))


def record_misdeal(state: GameState, form_id: UUID, entered: Hand = NOTHING) -> Fields:
    """Record that the cards are dealt again by the same dealer (R22), with its penalties and adjustments (R12).

    Raises ValidationFailed (`fouls`).
    """
    misdeal = Hand(outcome="misdeal", auction=_calls(state) or None)
    return _finished(state, form_id, _not_played(state, misdeal, entered))


def record_passed_out(state: GameState, form_id: UUID, entered: Hand = NOTHING) -> Fields:
    """Record that everyone passed (R4), with penalties and adjustments (R12).

    Raises ValidationFailed if someone bid, or the dealer has the bid, and with field `fouls`; Conflict.
    """
    _refuse_bids(state)
    return _finished(state, form_id, _not_played(state, Hand(outcome="passed-out"), entered))


def record_stuck_bid(state: GameState) -> Fields:
    """Log the passes of everyone but the dealer, who is stuck with the bid at the minimum (R4).

    Raises ValidationFailed if someone bid, or the hand is dealt again; Conflict.
    """
    _refuse_bids(state)
    refuse([] if state.rules.all_pass == "dealer_min" else [AuctionMismatch("outcome", DEALT_AGAIN, "R4")])
    deal, calls = next_deal(state), _calls(state)
    auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
    passes: list[Call] = [(player, PASS) for player in auction.waiting if player != deal.dealer]
    hand = replace(_dealt(state), auction=(*calls, *passes), bidder=deal.dealer, bid=state.rules.min_bid)
    return {"open_hand": _encode(state, hand)}


def finish_hand(state: GameState, entered: Hand) -> Hand:
    """Return the hand being played with what was entered at its end.

    Raises ValidationFailed, or Conflict if there is no bid.
    """
    hand, errors = validate_hand(state.rules, next_deal(state), complete(state, _contract(state), entered))
    refuse(errors, state.names)
    return hand


def complete(state: GameState, known: Hand, entered: Hand) -> Hand:
    """Return a hand with what was entered; fields that were not entered stay.

    A penalty for THE_BIDDER goes to its bidder. Raises ValidationFailed, at the fields of Hand, if a player is not at
    this table.
    """
    refuse_strangers(state, entered)
    said = {name: value for name, default in HAND_DEFAULTS.items() if (value := getattr(entered, name)) != default}
    return with_bidders_fouls(replace(known, **said))


def with_bidders_fouls(hand: Hand) -> Hand:
    """Return a hand in which penalties for THE_BIDDER go to the player who has the bid."""
    fouls = [foul for foul in hand.fouls if foul.player != THE_BIDDER]
    if len(fouls) < len(hand.fouls) and hand.bidder is not None:
        fouls.append(Foul(hand.bidder, "nest-discard"))
    return replace(hand, fouls=tuple(fouls))


def _not_played(state: GameState, hand: Hand, entered: Hand) -> Hand:
    """Return a misdeal or passed-out deal with what was entered; raises ValidationFailed."""
    seen, errors = validate_hand(state.rules, next_deal(state), complete(state, hand, entered))
    refuse(errors, state.names)
    return seen


def refuse_strangers(state: GameState, entered: Hand) -> None:
    """Raise ValidationFailed, at the fields of Hand, if a player in it is not at this table."""
    found = strangers(entered, len(state.names))
    refuse([UnknownPlayer(field, "Choose a player at this table.") for field in found])


def strangers(entered: Hand, count: int) -> list[str]:
    """Return the fields of a hand that have a number of none of so many players or sides."""
    named = [
        *((field, getattr(entered, field)) for field in PLAYERS),
        *(("captured", player) for player in entered.captured),
        *(("fouls", foul.player) for foul in entered.fouls if foul.player != THE_BIDDER),
        *(("adjustments", each.player) for each in entered.adjustments),
        *(("partners", player) for player in entered.partners or ()),
        *((f"auction[{index}][0]", player) for index, (player, _) in enumerate(entered.auction or ())),
    ]
    return [field for field, player in named if isinstance(player, int) and not 0 <= player < count]


def next_deal(state: GameState) -> Deal:
    """Return the deal of the hand being played; raises ValidationFailed if the game is over."""
    standing = state.standing
    if standing.end:
        raise ValidationFailed([HandAfterEnd("", "The game is over. Undo the last hand to keep playing.")])
    if state.game.stopped:
        raise ValidationFailed([HandAfterEnd("", "The game was stopped. Resume it to keep playing.")])
    return state.deal


def refuse(errors: Sequence[RuleError], names: Names = NO_NAMES) -> None:
    """Raise ValidationFailed if there are errors; `names` are those of the players in them."""
    if errors:
        raise ValidationFailed(errors, names)


def _dealt(state: GameState) -> Hand:
    """Return the hand being played before its bid: all that is known is whether time was called (R32)."""
    return Hand(last=state.open_hand is not None and state.open_hand.last)


def _calls(state: GameState) -> tuple[Call, ...]:
    return (state.open_hand and state.open_hand.auction) or ()


def _contract(state: GameState) -> Hand:
    if state.open_hand is None or state.open_hand.bidder is None:
        raise Conflict(())
    return state.open_hand


def _refuse_second_bid(state: GameState) -> None:
    if state.open_hand and state.open_hand.bidder is not None:
        raise Conflict((describe_bid(state.open_hand, state),))


def _refuse_bids(state: GameState) -> None:
    _refuse_second_bid(state)
    bids = [f"{state.names[player]} bid {call}" for player, call in _calls(state) if call != PASS]
    refuse([AuctionMismatch("outcome", f"{bids[-1]}, so not everyone passed.", "R4")] if bids else [])


def _encode(state: GameState, hand: Hand) -> Facts:
    """Return the facts of the hand being played; raises ValidationFailed if a record couldn't contain it."""
    if len(state.game.hands) >= MOST_HANDS:
        raise ValidationFailed([HandAfterEnd("", TOO_MANY_HANDS)])
    return write_facts(hand, next_deal(state))


def _finished(state: GameState, form_id: UUID, hand: Hand) -> Fields:
    """Return the fields that add the finished hand, with its form's id, and clear the open hand.

    After a misdeal or passed-out deal the next hand is the last instead, if time was called (R32).
    """
    position = state.game.next_position
    deal, again = next_deal(state), _dealt(state)
    again_due = again.last and not hand.scored
    open_hand = write_facts(again, state.standing.table.after(deal, hand).deal())
    return {
        "open_hand": open_hand if again_due else None,
        f"hand:{form_id}": HandField(position=position, facts=_encode(state, hand)),
        **(sat_down(state.game, position) if hand.scored else {}),
    }
