"""A hand from its bid to its score, and a game to its winner, as they are stored.

What cannot be recorded is in tests/web/test_bad_input.py and tests/web/test_record_hand.py.
"""

import pytest

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS
from tests.person import TABLE

from .game_at_table import Conflict
from .game_by_forms import Table

# Who bids how much, and what Ann & Cal captured: an evening with a set, a made bid, and the target reached.
EVENING = [("Bob", 95, 45), ("Ann", 100, 110), ("Dee", 70, 40), ("Cal", 105, 105)]


def test_derived_columns_are_stored_with_each_hand_and_equal_the_rules(table: Table) -> None:
    played: list[Hand] = []
    for bidder, bid, captured in EVENING:
        table.play(bidder, bid, captured)
        played.append(Hand(bidder=TABLE.index(bidder), bid=bid, captured={0: captured}, last_trick=0))
        *_, last = replay(initial_standing(PRESETS["original"].rules, range(4), 3), played)
        standing = last.standing
        expected = {name: (standing.totals[seat], seat in standing.winners) for seat, name in enumerate(TABLE)}
        assert table.stored() == {"status": standing.status} | expected
        assert table.totals == {"Ann & Cal": standing.totals[0], "Bob & Dee": standing.totals[1]}
    assert table.stored()["status"] == "over"


def test_a_finished_game_is_stored_before_the_winner_is_shown(table: Table) -> None:
    """R1. The database is asked by another connection, before any page is made."""
    for _ in range(2):
        table.play("Ann", 100, 100)
    assert table.stored()["status"] == "in-progress"
    table.play("Ann", 100, 100)
    assert table.stored() == {
        "status": "over",
        "Ann": (300, True),
        "Bob": (60, False),
        "Cal": (300, True),
        "Dee": (60, False),
    }
    assert table.winners == "Ann & Cal"


def test_a_tie_above_the_target_asks_for_another_hand(table: Table) -> None:
    """R3."""
    for _ in range(4):
        table.play("Ann", 70, 70)
    table.play("Bob", 100, 20)
    assert table.totals == {"Ann & Cal": 300, "Bob & Dee": 300}
    assert table.stored()["status"] == "tied"
    assert table.stored()["Ann"] == (300, False)
    table.play("Bob", 70, 50)
    assert table.stored()["status"] == "over"
    assert table.winners == "Bob & Dee"


def test_a_hand_needs_its_bid_first(table: Table) -> None:
    with pytest.raises(Conflict):
        table.count(45)
