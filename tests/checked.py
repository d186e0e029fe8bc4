"""In every test, what a change returns is compared with what it stored."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from scorekeeper.storage import games, tournaments
from scorekeeper.storage.db import AFTER_WRITE
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.tournaments.state import TournamentState, with_games


def compare(session: Session, state: GameState | TournamentState) -> None:
    """Raise AssertionError if a fresh read finds another game or tournament than the one that was written."""
    with _uncounted(session):
        if isinstance(state, GameState):
            assert games.read(session, state.game.club_id, state.game.uid) == state.game, "the game is stored otherwise"
        else:
            there = tournaments.read(session, state.stored.club_id, state.stored.uid)
            assert there, "the tournament isn't stored"
            (read,) = with_games([there])
            assert (state, state.drawn) == (read, read.drawn), "the tournament is stored otherwise"


@contextmanager
def _uncounted(session: Session) -> Iterator[None]:
    """What is read here is no statement of the change: see `tests/web/counting.py`."""
    connection = session.connection()
    connection.execution_options(uncounted=True)
    yield
    connection.execution_options(uncounted=False)


AFTER_WRITE.append(compare)
