"""A club and a game of Ann, Bob, Cal and Dee, without any page."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from flask import Flask

from scorekeeper.storage.db import db
from scorekeeper.usecases import permissions
from scorekeeper.usecases.game import new_game
from tests.person import TABLE

from .game_at_table import GameAtTable


@pytest.fixture
def club(app: Flask) -> Iterator[int]:
    with app.app_context():
        yield permissions.club_id()
        db.session.remove()


@pytest.fixture
def game(club: int) -> GameAtTable:
    """Dee deals first."""
    return GameAtTable(club, start(club))


def start(club: int, dealer: int = 3) -> UUID:
    return new_game.start_game(club, uuid4(), new_game.WantedGame("original", TABLE, dealer))
