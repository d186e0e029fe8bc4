"""A process remembers how a game's hands were scored, by all that their scores follow from and nothing else."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scorekeeper.rules.game import replay
from scorekeeper.storage.games import Facts, StoredGame, StoredHand, StoredSeat
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.game.score_sheet import score_sheet
from scorekeeper.usecases.game_state import LONG, LONG_GAMES_REMEMBERED, GameState
from tests.person import TABLE

NOW = datetime(2026, 11, 22, tzinfo=UTC)
MADE: Facts = {"outcome": "played", "bidder": 0, "bid": 100, "captured": [[0, 120]], "last_trick": 0}


def stored_game(hands: int = 2) -> StoredGame:
    """Ann and Cal made each bid."""
    seats = [StoredSeat(number, number, PlayerRef(number, name), 0, False) for number, name in enumerate(TABLE)]
    rows = [StoredHand(uuid4(), position, MADE.copy()) for position in range(hands)]
    return StoredGame(1, uuid4(), {"base": "original"}, "original", 0, NOW, NOW, seats=seats, hands=rows)


def trade_seats(game: StoredGame) -> None:
    game.seats[0].seat, game.seats[1].seat = 1, 0
    game.seats[:2] = game.seats[1::-1]


CHANGES: dict[str, Callable[[StoredGame], object]] = {
    "a hand is corrected": lambda game: game.hands[0].facts.update(bidder=1),
    "a hand is deleted": lambda game: game.hands.pop(),
    "other rules": lambda game: game.rules.update(base="kentucky"),
    "another target": lambda game: game.rules.update(target=100),
    "another first dealer": lambda game: setattr(game, "dealer", 2),
    "totals from paper": lambda game: setattr(game, "starting_totals", [[0, 45], [1, -95]]),
    "two trade seats": trade_seats,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_scores_follow_from_is_asked_for_again_once_it_changed(change: Callable[[StoredGame], object]) -> None:
    stored = stored_game()
    before = GameState(stored).hands
    change(stored)
    state = GameState(stored)
    hands = [row.hand for row in stored.hands]
    assert state.hands == tuple(replay(state.initial_standing, hands)) != before


def bidders(stored: StoredGame) -> list[str]:
    return [row.bidder.full for row in score_sheet(GameState(stored).facts).rows if row.bidder]


def test_a_player_who_is_renamed_is_called_so_in_the_list_of_hands() -> None:
    stored = stored_game()
    assert bidders(stored) == ["Ann", "Ann"]
    stored.seats[0].player = PlayerRef(9, "Anna")
    assert bidders(stored) == ["Anna", "Anna"]


def test_a_game_as_it_stood_before_is_not_scored_again() -> None:
    assert GameState(stored_game()).hands is GameState(stored_game()).hands


def test_of_games_so_long_that_many_would_fill_the_memory_few_are_remembered() -> None:
    states = [GameState(stored_game(hands)) for hands in range(200, 201 + LONG_GAMES_REMEMBERED)]
    assert all(len(state.facts) > LONG for state in states)
    first = states[0].hands
    assert GameState(stored_game(200)).hands is first
    assert all(state.hands for state in states)
    assert GameState(stored_game(200)).hands == first
    assert GameState(stored_game(200)).hands is not first
