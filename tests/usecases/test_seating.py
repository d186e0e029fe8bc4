"""The order of seats, corrected while hands are recorded."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from tests.person import TABLE
from tests.profiles import examples

from .conftest import Begin
from .game_at_table import Conflict, GameAtTable, ValidationFailed, started
from .game_by_forms import Table

ANN_SITS_ACROSS_FROM_BOB = (0, 2, 1, 3)
CAL_SITS_ACROSS_FROM_BOB = (2, 3, 1, 0)
OTHER_ORDERS = st.permutations(range(4)).filter(lambda order: order != sorted(order))  # the same order is no change


def test_seats_are_stored_as_they_were_shown(game: GameAtTable) -> None:
    game.play("Bob", 95, 45)
    game.play("Cal", 120, 120)
    effect = game.preview_seats(*ANN_SITS_ACROSS_FROM_BOB)
    assert dict(effect.before.totals) == game.totals
    game.reseat(*ANN_SITS_ACROSS_FROM_BOB)
    assert dict(effect.after.totals) == game.totals
    assert effect.after.next_dealer == game.deal[0]


def test_hands_keep_their_dealer_and_the_next_is_left_of_the_last(game: GameAtTable) -> None:
    """Dee dealt hand 1, Ann deals hand 2; once Cal sits to Ann's left, he deals hand 3."""
    game.play("Bob", 95, 45)
    game.play("Bob", 95, 45)
    game.reseat(*ANN_SITS_ACROSS_FROM_BOB)
    assert [line.dealer for line in game.board.past.rows] == ["Dee", "Ann"]
    assert game.deal[0] == "Cal"


def test_an_open_bid_moves_to_the_bidders_new_side(game: GameAtTable) -> None:
    game.bid("Bob", 95)
    game.reseat(*ANN_SITS_ACROSS_FROM_BOB)
    contract = game.board.contract
    assert contract is not None
    assert contract.bidding_side == (0, 1)
    game.count(100)
    assert game.totals == {"Ann & Bob": 100, "Cal & Dee": 20}


def test_with_hands_recorded_it_is_stored_only_once_it_was_shown(game: GameAtTable) -> None:
    game.play("Bob", 95, 45)
    with pytest.raises(ValidationFailed, match="See what changes first"):
        game.reseat_unseen(*ANN_SITS_ACROSS_FROM_BOB)
    assert game.totals == {"Ann & Cal": 45, "Bob & Dee": -95}


def test_an_order_is_judged_before_it_holds_anyone_up_and_counts_if_the_game_is_still_so(
    app: Flask, game: GameAtTable
) -> None:
    def bids() -> None:
        with app.app_context():
            game.bid("Bob", 100)
            db.session.remove()

    with pytest.raises(Conflict) as late:
        game.reseat(*ANN_SITS_ACROSS_FROM_BOB, meanwhile=bids)
    assert late.value.since == ("Bob's bid of 100",)
    assert list(game.totals) == ["Ann & Cal", "Bob & Dee"]


def test_while_calls_are_logged_no_one_moves(table: Table) -> None:
    """R5: the calls followed the seats as they are."""
    table.call(0, 70)
    for order in (ANN_SITS_ACROSS_FROM_BOB, (3, 2, 1, 0)):
        with pytest.raises(ValidationFailed, match="Undo it first"):
            table.reseat(*order)
    with pytest.raises(ValidationFailed, match="Undo it first"):
        table.dealt_by(0)


def test_a_logged_auction_that_no_longer_fits_is_named(game: GameAtTable) -> None:
    for player, call in ((0, 70), (1, 75), (2, None), (3, None), (0, None)):
        game.call(player, call)
    game.count(45)
    effect = game.preview_seats(*ANN_SITS_ACROSS_FROM_BOB)
    assert [(hand.name, hand.problem) for hand in effect.hands] == [("hand 1", "It's Cal's turn to bid, not Bob's.")]


BIDS = st.tuples(st.sampled_from(TABLE), st.integers(14, 24).map(lambda fives: 5 * fives), st.integers(0, 24))


@examples(20)
@given(order=OTHER_ORDERS, bids=st.lists(BIDS, max_size=3))
def test_undo_puts_every_order_back_and_redo_again(
    begin: Begin, order: list[int], bids: list[tuple[str, int, int]]
) -> None:
    game = begin()
    for bidder, bid, fives in bids:
        if game.status == "in-progress":
            game.play(bidder, bid, 5 * fives)
    before = game.shown
    game.reseat(*order)
    after = game.shown
    game.undo()
    assert game.shown == before
    game.redo()
    assert game.shown == after


def test_the_same_entry_seats_once(table: Table) -> None:
    page = table.opened()
    for _ in range(2):
        page.reseat(*ANN_SITS_ACROSS_FROM_BOB)
    assert table.version == 1


def test_hands_played_after_the_end_keep_what_their_bidding_side_took(club: int) -> None:
    """R21: of 24 hands 17 were played, and for a while only 12 counted; from hand 17 on Ann plays with Bob again."""
    game = started(club, "changing-partners", dealer=0, goal=(None, 24, None))
    for _ in range(18):
        game.bid("Bob", 70)
        game.record(Hand(captured={1: 80}, last_trick=1))
    game.play_to(None, 12)
    game.reseat(*ANN_SITS_ACROSS_FROM_BOB)
    game.play_to(None, 24)
    bob = [total.names for total in game.board.totals].index("Bob")
    assert [line.points[bob] for line in game.board.past.rows] == [80] * 18


def test_a_count_that_a_renege_did_not_need_is_asked_for_once_it_matters(game: GameAtTable) -> None:
    """R8: Ann and Cal had the bid and Ann reneged, so theirs was not asked. Then Ann plays against him."""
    game.bid("Cal", 80)
    renege = Hand(outcome="renege", reneged_by=0, captured={1: 20})
    game.record(renege)
    for reseat in (game.preview_seats, game.reseat):
        with pytest.raises(ValidationFailed, match="what Ann & Cal captured in hand 1 counts: correct that hand first"):
            reseat(*CAL_SITS_ACROSS_FROM_BOB)
    game.correct(1, captured={0: 35, 1: 20})
    game.reseat(*CAL_SITS_ACROSS_FROM_BOB)
    assert game.totals == {"Cal & Bob": 35, "Dee & Ann": -80}
