"""A club at home or hosted, and its tables, for the files of tests that share them."""

import pytest
from flask import Flask

from scorekeeper.usecases import permissions
from tests.person import Person

from .hosted import start_club


@pytest.fixture
def club(app: Flask) -> int:
    """The id of this installation's club."""
    with app.app_context():
        return permissions.club_id()


@pytest.fixture
def table(phone: Person) -> str:
    """A game of Ann, Bob, Cal and Dee that Bob & Dee have won."""
    game = phone.start_game()
    for _ in range(3):
        phone.play("Bob", 100, 0)
    return game


@pytest.fixture
def other_table(phone: Person) -> str:
    """A game of Annie, Bob, Cal and Dee, with one hand."""
    game = phone.start_game("Annie", ("Annie", "Bob", "Cal", "Dee"))
    phone.record_bid("Annie", 100)
    phone.tap("Save hand", {"Last trick": "Annie & Cal", "Captured by Annie & Cal": "120"})
    return game


@pytest.fixture
def keeper(app: Flask) -> Person:
    """The phone that started a club, with the club's first page open."""
    phone = Person(app)
    start_club(phone)
    return phone
