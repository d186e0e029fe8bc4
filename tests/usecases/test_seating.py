"""The order of seats, corrected while hands are recorded: by the use cases alone."""

from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.hand import Hand
from scorekeeper.usecases.errors import Conflict, Submission, ValidationFailed
from scorekeeper.usecases.game import change, corrections, game_settings, recording, seating
from scorekeeper.usecases.game.corrections import Correction
from scorekeeper.usecases.game.undo import redo_last
from tests.person import TABLE
from tests.profiles import examples

from .conftest import start
from .game_at_table import GameAtTable, started

ANN_SITS_ACROSS_FROM_BOB = [0, 2, 1, 3]


def reseat(game: GameAtTable, order: list[int]) -> None:
    game.make("seats", lambda state: seating.change_seats(state, order, confirmed=True))


def test_the_bidding_side_keeps_what_the_bidding_side_took(game: GameAtTable) -> None:
    """Bob bid 95 and his side took 75; Ann bid 100 and hers took 100. With Ann across from Bob both bids are theirs."""
    game.play("Bob", 95, 45)
    game.play("Ann", 100, 100)
    assert game.totals == {"Ann & Cal": 145, "Bob & Dee": -75}
    reseat(game, ANN_SITS_ACROSS_FROM_BOB)
    assert game.totals == {"Ann & Bob": 5, "Cal & Dee": 65}
    game.undo()
    assert game.totals == {"Ann & Cal": 145, "Bob & Dee": -75}


def test_what_is_shown_is_what_is_stored(game: GameAtTable) -> None:
    game.play("Bob", 95, 45)
    game.play("Cal", 120, 120)
    effect = seating.preview_seats(game.club, game.uid, ANN_SITS_ACROSS_FROM_BOB)
    assert dict(effect.before.totals) == game.totals
    reseat(game, ANN_SITS_ACROSS_FROM_BOB)
    assert dict(effect.after.totals) == game.totals
    assert effect.after.next_dealer == TABLE[game.board.deal.dealer]


def test_hands_keep_their_dealer_and_the_next_is_left_of_the_last(game: GameAtTable) -> None:
    """Dee dealt hand 1, Ann deals hand 2; once Cal sits to Ann's left, he deals hand 3."""
    game.play("Bob", 95, 45)
    game.play("Bob", 95, 45)
    reseat(game, ANN_SITS_ACROSS_FROM_BOB)
    assert [line.dealer for line in game.board.past.rows] == ["Dee", "Ann"]
    assert TABLE[game.board.deal.dealer] == "Cal"


def test_an_open_bid_moves_to_the_bidders_new_side(game: GameAtTable) -> None:
    game.bid("Bob", 95)
    reseat(game, ANN_SITS_ACROSS_FROM_BOB)
    contract = game.board.contract
    assert contract is not None
    assert contract.bidding_side == (0, 1)
    game.count(100)
    assert game.totals == {"Ann & Bob": 100, "Cal & Dee": 20}


def test_with_hands_recorded_it_is_stored_only_once_it_was_shown(game: GameAtTable) -> None:
    game.play("Bob", 95, 45)
    with pytest.raises(ValidationFailed, match="See what changes first"):
        game.make("seats", lambda state: seating.change_seats(state, ANN_SITS_ACROSS_FROM_BOB, confirmed=False))
    assert game.totals == {"Ann & Cal": 45, "Bob & Dee": -95}


def test_what_was_shown_of_an_older_game_is_not_stored(game: GameAtTable) -> None:
    shown = game.submission()
    game.play("Bob", 95, 45)
    edit = partial(seating.change_seats, order=ANN_SITS_ACROSS_FROM_BOB, confirmed=True)
    with pytest.raises(Conflict):
        change.apply(game.club, game.uid, shown, "seats", edit)


def test_while_calls_are_logged_no_one_moves(game: GameAtTable) -> None:
    """R5: the calls followed the seats as they are."""
    game.make("call", lambda state: recording.record_call(state, uuid4(), 0, 70))
    for order in (ANN_SITS_ACROSS_FROM_BOB, [3, 2, 1, 0]):
        with pytest.raises(ValidationFailed, match="Undo it first"):
            reseat(game, order)
    with pytest.raises(ValidationFailed, match="Undo it first"):
        game.make("dealer", lambda state: game_settings.change_dealer(state, 0))


def test_a_logged_auction_that_no_longer_fits_is_named(game: GameAtTable) -> None:
    for player, call in ((0, 70), (1, 75), (2, None), (3, None), (0, None)):
        game.make("call", partial(recording.record_call, form_id=uuid4(), player=player, call=call))
    game.count(45)
    effect = seating.preview_seats(game.club, game.uid, ANN_SITS_ACROSS_FROM_BOB)
    assert [(hand.name, hand.problem) for hand in effect.hands] == [("hand 1", "It's Cal's turn to bid, not Bob's.")]


BIDS = st.tuples(st.sampled_from(TABLE), st.integers(14, 24).map(lambda fives: 5 * fives), st.integers(0, 24))


@examples(20)
@given(order=st.permutations(range(4)), bids=st.lists(BIDS, max_size=3))
def test_undo_puts_every_order_back_and_redo_again(
    club: int, order: list[int], bids: list[tuple[str, int, int]]
) -> None:
    game = GameAtTable(club, start(club))
    for bidder, bid, fives in bids:
        if game.board.status == "in-progress":
            game.play(bidder, bid, 5 * fives)
    before = game.totals, game.board.deal, game.stored()
    reseat(game, order)
    after = game.totals, game.board.deal, game.stored()
    game.undo()
    assert (game.totals, game.board.deal, game.stored()) == before
    game.make("redo", redo_last)
    assert (game.totals, game.board.deal, game.stored()) == after


def test_the_same_entry_seats_once(game: GameAtTable) -> None:
    submission = Submission(uuid4(), game.board.version)
    for _ in range(2):
        edit = partial(seating.change_seats, order=ANN_SITS_ACROSS_FROM_BOB, confirmed=False)
        change.apply(game.club, game.uid, submission, "seats", edit)
    assert game.board.version == submission.version + 1


def test_hands_played_after_the_end_keep_what_their_bidding_side_took(club: int) -> None:
    """R21: of 24 hands 17 were played, and for a while only 12 counted; from hand 17 on Ann plays with Bob again."""
    game = started(
        club,
        "changing-partners",
        TABLE,
        0,
        goal=(None, 24, None),
    )
    for _ in range(18):
        game.bid("Bob", 70)
        game.record(Hand(captured={1: 80}, last_trick=1))
    game.make("target", lambda state: game_settings.change_target(state, None, 12))
    reseat(game, ANN_SITS_ACROSS_FROM_BOB)
    game.make("target", lambda state: game_settings.change_target(state, None, 24))
    bob = [total.names for total in game.board.totals].index("Bob")
    assert [line.points[bob] for line in game.board.past.rows] == [80] * 18


def test_a_count_that_a_renege_did_not_need_is_asked_for_once_it_matters(game: GameAtTable) -> None:
    """R8: Ann and Cal had the bid and Ann reneged, so theirs was not asked. Then Ann plays against him."""
    game.bid("Cal", 80)
    renege = Hand(outcome="renege", reneged_by=0, captured={1: 20})
    game.record(renege)
    cal_sits_across_from_bob = [2, 3, 1, 0]
    for reseats in (lambda order: seating.preview_seats(game.club, game.uid, order), lambda order: reseat(game, order)):
        with pytest.raises(ValidationFailed, match="what Ann & Cal captured in hand 1 counts: correct that hand first"):
            reseats(cal_sits_across_from_bob)
    again = replace(renege, bidder=2, bid=80, captured={0: 35, 1: 20})
    game.make("correction", lambda state: corrections.correct_hand(state, 1, Correction(again)))
    reseat(game, cal_sits_across_from_bob)
    assert game.totals == {"Cal & Bob": 35, "Dee & Ann": -80}
