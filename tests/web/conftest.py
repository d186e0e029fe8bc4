"""Tables that more than one file of tests sits down at."""

import pytest

from tests.person import Person


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
