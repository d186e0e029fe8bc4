"""Undo takes back the last change, whatever it was, back to the start, the dealer too."""

from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.usecases.errors import Conflict, NotFound, Submission
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.undo import undo_last
from tests.person import TABLE
from tests.profiles import examples

from .conftest import start
from .game_at_table import GameAtTable

BIDS = st.tuples(st.sampled_from(TABLE), st.integers(14, 24).map(lambda fives: 5 * fives), st.integers(0, 24))


def shown_game(game: GameAtTable) -> tuple[Any, ...]:
    board = game.board
    return (
        game.totals,
        board.deal,
        board.contract,
        board.status,
        board.winners,
        [line.hand for line in board.past.rows],
        game.stored(),
    )


@examples(20)
@given(dealer=st.integers(0, 3), hands=st.lists(BIDS, min_size=1, max_size=6), bid_is_open=st.booleans())
def test_each_undo_shows_what_was_before_back_to_the_start(
    club: int, dealer: int, hands: list[tuple[str, int, int]], bid_is_open: bool
) -> None:
    game = GameAtTable(club, start(club, dealer))
    seen = [shown_game(game)]
    for bidder, bid, fives in hands:
        if game.board.status == "over":
            break
        game.bid(bidder, bid)
        seen.append(shown_game(game))
        game.count(5 * fives)
        seen.append(shown_game(game))
    if bid_is_open and game.board.status != "over":
        game.bid("Ann", 70)
        seen.append(shown_game(game))
    while len(seen) > 1:
        assert shown_game(game) == seen.pop()
        game.undo()
    assert shown_game(game) == seen.pop()
    assert game.board.undo is None
    assert game.board.deal.dealer == dealer


def test_at_the_start_undo_does_nothing(game: GameAtTable) -> None:
    game.undo()
    assert game.board.version == 0
    assert game.board.undo is None


def test_the_same_undo_again_takes_nothing_more(game: GameAtTable) -> None:
    game.play("Bob", 95, 45)
    submission = game.submission()
    for _ in range(2):
        change.apply(game.club, game.uid, submission, "undo", undo_last)
    assert game.board.contract is not None
    assert game.board.undo == "Bob's bid of 95"


def test_an_undo_of_an_older_game_is_refused(game: GameAtTable) -> None:
    submission = game.submission()
    game.bid("Bob", 95)
    with pytest.raises(Conflict) as late:
        change.apply(game.club, game.uid, submission, "undo", undo_last)
    assert late.value.since == ("Bob's bid of 95",)


def test_a_game_of_another_club_is_not_found(game: GameAtTable) -> None:
    with pytest.raises(NotFound):
        change.apply(game.club + 1, game.uid, Submission(uuid4(), 0), "undo", undo_last)
