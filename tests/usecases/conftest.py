"""A club and a game of Ann, Bob, Cal and Dee: by the use cases, or by either way."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.storage.db import db
from tests.person import TABLE

from .game_at_table import GameAtTable, club_id, started
from .game_by_forms import GameByForms, Phone, Table

Begin = Callable[..., Table]


@pytest.fixture
def club(app: Flask) -> Iterator[int]:
    with app.app_context():
        yield club_id()
        db.session.remove()


@pytest.fixture
def game(club: int) -> GameAtTable:
    """Dee deals first."""
    return started(club)


@pytest.fixture(params=["use cases", pytest.param("forms", marks=pytest.mark.everywhere("way"))])
def begin(request: pytest.FixtureRequest, app: Flask, club: int) -> Begin:
    """Begins a game of Ann, Bob, Cal and Dee; what a test does to it runs by the use cases, and by the forms, too."""

    def begin(dealer: int = 3, club: int = club) -> Table:
        if request.param == "use cases":
            return started(club, dealer=dealer)
        phone = Phone(app)
        return GameByForms(club, phone, phone.start_game(dealer=TABLE[dealer]))

    return begin


@pytest.fixture
def table(begin: Begin) -> Table:
    """Dee deals first."""
    return begin()
