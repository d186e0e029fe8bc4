"""Recording what was captured, when the hand is over."""

import pytest

from tests.person import SIDES, Person


def test_the_rule_books_own_example(phone: Person) -> None:
    """Rule book, scoring: Bob takes the bid at 95, Bob & Dee capture 75; they are set back, the others keep 45."""
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    answer = phone.record_hand("", 75, last_trick="Ann & Cal")
    assert answer.status == 303
    assert answer.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}
    assert "set" in answer.page.text
