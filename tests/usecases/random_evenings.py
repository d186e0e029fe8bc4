"""What can happen in an evening."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from hypothesis import strategies as st

from scorekeeper.rules.hand import Hand
from tests.person import TABLE

from .game_at_table import (
    Conflict,
    NotFound,
    ValidationFailed,
)
from .game_by_forms import Table


def bid_and_count(game: Table, bidder: int, bid: int, captured: int) -> None:
    game.bid(TABLE[bidder], bid)
    game.record(Hand(captured={0: captured}, last_trick=bidder))


def happen(game: Table, what: str, bidder: int, captured: int) -> None:
    """One thing that happens to a game; what cannot be just now does not."""
    with suppress(ValidationFailed, NotFound, Conflict):
        DONE[what](game, bidder, captured)


DONE: Mapping[str, Callable[[Table, int, int], None]] = {
    "hand": lambda game, bidder, captured: bid_and_count(game, bidder, 100, captured),
    "undo": lambda game, _bidder, _captured: game.undo(),
    "redo": lambda game, _bidder, _captured: game.redo(),
    "deletion": lambda game, _bidder, _captured: game.delete(),
    "return": lambda game, _bidder, _captured: game.bring_back(),
    "stop": lambda game, _bidder, _captured: game.stop(),
    "resumption": lambda game, _bidder, _captured: game.resume(),
    "correction": lambda game, bidder, captured: game.correct(
        1, bidder=bidder, bid=100, captured={0: captured, 1: 120 - captured}
    ),
    "hand deletion": lambda game, _bidder, _captured: game.delete_hand(1),
    "seats": lambda game, _bidder, _captured: game.reseat(0, 2, 1, 3),
    "another person": lambda game, bidder, _captured: game.seat(bidder, "Eve"),
    "target": lambda game, _bidder, captured: game.play_to(120 + captured),
}
EVENTS = st.tuples(st.sampled_from(("hand", *DONE)), st.integers(0, 3), st.sampled_from((0, 45, 120)))
