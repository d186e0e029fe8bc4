"""A hand from its bid to its score, and a game to its winner."""

import pytest

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from tests.person import TABLE

from .game_at_table import GameAtTable

# Who bids how much, and what Ann & Cal captured: an evening with a set, a made bid, and the target reached.
EVENING = [("Bob", 95, 45), ("Ann", 100, 110), ("Dee", 70, 40), ("Cal", 105, 105)]


def test_the_rule_books_own_example(game: GameAtTable) -> None:
    """Rule book, scoring: Bob takes the bid at 95, Bob & Dee capture 75; they are set back, the others keep 45."""
    deal = game.board.deal
    assert (TABLE[deal.dealer], TABLE[deal.first_to_bid]) == ("Dee", "Ann")
    game.play("Bob", 95, 45)
    assert game.totals == {"Ann & Cal": 45, "Bob & Dee": -95}
    assert game.board.past.rows[-1].made is False
    deal = game.board.deal
    assert (TABLE[deal.dealer], TABLE[deal.first_to_bid]) == ("Ann", "Bob")


def test_what_is_derived_is_stored_with_each_hand_and_equals_the_rules(game: GameAtTable) -> None:
    played: list[Hand] = []
    for bidder, bid, captured in EVENING:
        game.play(bidder, bid, captured)
        played.append(Hand(bidder=TABLE.index(bidder), bid=bid, captured={0: captured}, last_trick=0))
        *_, last = replay(initial_standing(PRESETS["original"].rules, range(4), 3), played)
        standing = last.standing
        expected = {name: (standing.totals[seat], seat in standing.winners) for seat, name in enumerate(TABLE)}
        assert game.stored() == {"status": standing.status} | expected
        assert game.totals == {"Ann & Cal": standing.totals[0], "Bob & Dee": standing.totals[1]}
    assert game.stored()["status"] == "over"


def test_a_finished_game_is_stored_before_the_winner_is_shown(game: GameAtTable) -> None:
    """R1. The database is asked by another connection, before any page is made."""
    for _ in range(2):
        game.play("Ann", 100, 100)
    assert game.stored()["status"] == "in-progress"
    game.play("Ann", 100, 100)
    assert game.stored() == {
        "status": "over",
        "Ann": (300, True),
        "Bob": (60, False),
        "Cal": (300, True),
        "Dee": (60, False),
    }
    assert game.board.winners == "Ann & Cal"


def test_a_tie_above_the_target_asks_for_another_hand(game: GameAtTable) -> None:
    """R3."""
    for _ in range(4):
        game.play("Ann", 70, 70)
    game.play("Bob", 100, 20)
    assert game.totals == {"Ann & Cal": 300, "Bob & Dee": 300}
    assert game.stored()["status"] == "tied"
    assert game.stored()["Ann"] == (300, False)
    game.play("Bob", 70, 50)
    assert game.stored()["status"] == "over"
    assert game.board.winners == "Bob & Dee"


def test_a_hand_needs_its_bid_first(game: GameAtTable) -> None:
    with pytest.raises(Conflict):
        game.count(45)


def test_an_open_bid_is_not_replaced(game: GameAtTable) -> None:
    game.bid("Bob", 95)
    with pytest.raises(Conflict) as late:
        game.bid("Ann", 100)
    assert late.value.since == ("Bob's bid of 95",)


@pytest.mark.parametrize(("bid", "field"), [(72, "bid"), (65, "bid"), (125, "bid"), (-5, "bid")])
def test_a_bid_that_cannot_be_names_its_field(game: GameAtTable, bid: int, field: str) -> None:
    """R5."""
    with pytest.raises(ValidationFailed) as refused:
        game.bid("Bob", bid)
    assert [error.field for error in refused.value.errors] == [field]
    assert game.board.version == 0


def test_the_game_is_over_when_it_is_over(game: GameAtTable) -> None:
    for _ in range(3):
        game.play("Ann", 100, 100)
    with pytest.raises(ValidationFailed, match="over"):
        game.bid("Ann", 70)
