"""Which sides agreed to a hand or to the result: checked, told at the end of a sheet, and never scored."""

import json
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.record import Document, serialize, verdict

from .games import MADE, SET_BACK, changed, check_hands, printed, problems_of
from .strategies import documents

ALL_120 = {"bidder": "Ann", "bid": 70, "captured": {"Ann": 120}}
CALLED = {"bidder": "Bob", "bid": 100, "partners": ["Dee"], "captured": {"Bob": 180}, "last_trick": "Bob"}
GIFT = {"outcome": "misdeal", "adjustments": [{"player": "Ann", "points": 5, "reason": "tea"}]}


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        (changed(MADE, agreed=["Ann", "Bob"]), "original", []),
        (changed(MADE, agreed=["Bob", "Ann"]), "original", []),
        (changed(MADE, agreed=[]), "original", []),
        (changed(MADE, agreed=["Cal"]), "original", [("bad-format", "agreed[0]")]),
        (changed(MADE, agreed=["Ann", "Bob", "Ann"]), "original", [("bad-format", "agreed[2]")]),
        (changed(MADE, agreed="Ann"), "original", [("bad-format", "agreed")]),
        (changed(MADE, agreed=[1]), "original", [("bad-format", "agreed[0]")]),
        (changed(MADE, agreed=["Zed", "Cal"], bid=72), "original", [("unknown-player", "agreed[0]")]),
        (changed(MADE, "bidder", agreed=["Cal", "Dee"]), "original", [("bid-missing", "bidder")]),
        (changed(MADE, bid=72, agreed=["Cal", "Dee"]), "original", [("bid-step", "bid")]),
        ({"outcome": "misdeal", "agreed": ["Ann", "Bob"]}, "original", []),
        ({"outcome": "passed-out", "agreed": ["Dee"]}, "original", [("bad-format", "agreed[0]")]),
    ],
)
def test_who_agreed_is_the_first_of_a_side_of_that_hand(
    hand: dict[str, Any], rules: str, expected: list[tuple[str, str]]
) -> None:
    """Where the sides can't be told, only names are looked up."""
    assert problems_of(check_hands(hand, rules=rules)) == [(1, *each) for each in expected]


FIVE = {"rules": "call-partner", "players": ["Ann", "Bob", "Cal", "Dee", "Eve"]}


def test_the_sides_are_those_of_the_hand() -> None:
    """Who was called is with the bidder; a misdeal, which has no bidder, has everyone on their own."""
    alone = {"outcome": "misdeal", "agreed": ["Ann", "Bob", "Cal", "Dee", "Eve"]}
    assert problems_of(check_hands(changed(CALLED, agreed=["Ann", "Bob"]), alone, **FIVE)) == []
    for wrong in ("Cal", "Dee", "Eve"):
        assert problems_of(check_hands(changed(CALLED, agreed=[wrong]), **FIVE)) == [(1, "bad-format", "agreed[0]")]


@given(documents())
def test_who_agreed_changes_nothing_of_the_verdict(game: Document) -> None:
    plain = json.loads(serialize(game))
    for entry in (plain, *plain["hands"]):
        entry.pop("agreed", None)
        entry.pop("agreed_result", None)
    assert verdict(json.dumps(plain).encode()) == verdict(serialize(game))


BOTH, NO_PROBLEMS = ["Ann", "Bob"], "No problems."


@pytest.mark.parametrize(
    ("hands", "others", "told"),
    [
        ([MADE, ALL_120], {}, []),
        ([MADE, changed(MADE, agreed=[])], {}, ["No hand was agreed to by both sides."]),
        ([changed(MADE, agreed=BOTH)] * 2, {}, ["Both sides agreed to every hand."]),
        ([changed(MADE, agreed=BOTH), MADE, {"outcome": "misdeal"}], {}, ["Hand 2 was not agreed to."]),
        (
            [changed(MADE, agreed=BOTH), changed(MADE, agreed=["Bob"]), GIFT, SET_BACK],
            {},
            ["Hands 2 and 3 and the misdeal before hand 3 were not agreed to."],
        ),
        (
            [changed(ALL_120, agreed=BOTH)] * 3,
            {},
            ["Both sides agreed to every hand.", "The result was not agreed to."],
        ),
        (
            [ALL_120] * 3,
            {"agreed_result": BOTH},
            ["No hand was agreed to by both sides.", "Both sides agreed to the result."],
        ),
        ([changed(CALLED, agreed=BOTH)], FIVE, ["Both sides agreed to every hand."]),
        ([changed(CALLED, agreed=BOTH), GIFT], FIVE, ["The misdeal before hand 2 was not agreed to."]),
    ],
)
def test_the_sheet_says_at_its_end_who_agreed(hands: list[Any], others: dict[str, Any], told: list[str]) -> None:
    """Nothing if the record says nothing of it; a misdeal without points is no one's to agree to."""
    assert printed(*hands, **others)[-len(told) - 2 : -1] == [NO_PROBLEMS, *told]


def test_a_hand_in_error_is_agreed_to_by_no_one() -> None:
    lines = printed(changed(MADE, agreed=BOTH), changed(MADE, bid=72, agreed=BOTH))
    assert lines[-2] == "Hand 2 was not agreed to."
