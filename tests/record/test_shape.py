"""bad-format inside one hand: at its path, and the other hands are still checked."""

from typing import Any

import pytest

from .games import MADE, changed, check_hands, problems_of

# (the field that is told: the values of its key that are not of the form)
FORMS: dict[str, list[Any]] = {
    "bid": [70.5, 70.0, True, "70", None, [70], 1_000_001, -1_000_001, 10**30],
    "bidder": [None, 5, ["Ann"]],
    "dealer": [None, 1],
    "outcome": [None, "won", "Played", 1],
    "trump": [None, "blue"],
    "captured": [None, [], 100, "100"],
    "captured.Bob": [{"Bob": 100.0}, {"Bob": None}, {"Bob": "100"}, {"Ann": 20, "Bob": 1_000_001}],
    "auction": [None, "pass", {}],
    "auction[0]": [["Ann"], [["Ann"]], [["Ann", 70, 80]], [{}]],
    "auction[1][1]": [[["Ann", 70], ["Bob", "Pass"]], [["Ann", 70], ["Bob", None]], [["Ann", 70], ["Bob", 75.0]]],
    "auction[0][0]": [[[1, 70]]],
    "partners": [None, "Dee"],
    "partners[0]": [[1]],
    "most_tricks": [1],
    "fouls[0].kind": [[{"player": "Ann"}], [{"player": "Ann", "kind": None}]],
    "fouls[0].by": [[{"player": "Ann", "kind": "table-talk", "by": "Bob"}]],
    "adjustments[0].reason": [[{"player": "Ann", "points": 5, "reason": " \t"}], [{"player": "Ann", "points": 5}]],
    "adjustments[0].points": [[{"player": "Ann", "points": 2.5, "reason": "a gift"}]],
    "id": [None, "1", 1],
    "last": [None, 1, "true"],
    "note": [None, 5],
    "captred": [{"Bob": 100}],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in FORMS.items() for value in values])
def test_bad_form_inside_a_hand_is_found_at_its_path(field: str, value: object) -> None:
    """bad-format, relative to the hand."""
    key = field.partition("[")[0].partition(".")[0]
    assert problems_of(check_hands(MADE, changed(MADE, **{key: value}))) == [(2, "bad-format", field)]


def test_an_entry_that_is_no_object_takes_a_number() -> None:
    """What it was cannot be known, so it counts as a hand."""
    result = check_hands(7, [], None, MADE)
    assert problems_of(result) == [(place, "bad-format", "") for place in (1, 2, 3)]
    assert [hand.number for hand in result.hands] == [1, 2, 3, 4]


def test_every_fault_of_form_in_a_hand_is_told() -> None:
    """Unknown keys and wrong types, in the order in which they stand."""
    result = check_hands(changed(MADE, bid="95", captred={}, trump="blue"))
    assert problems_of(result) == [(1, "bad-format", field) for field in ("bid", "captred", "trump")]


def test_a_message_says_what_was_expected_and_what_was_found() -> None:
    """In words, with the value."""
    messages = [problem.message for problem in check_hands(changed(MADE, bid=70.0, trump="blue", note=None)).problems]
    assert messages == [
        "Expected a whole number, found 70.0.",
        'Expected "red" or "green" or "black" or "yellow", found "blue".',
        "Expected text, found null.",
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"last_trick": None}, "Expected a player's name, found null."),
        ({"most_tricks": 5}, "Expected a player's name or null, found 5."),
        ({"partners": [["Ann"]]}, 'Expected a player\'s name, found ["Ann"].'),
        ({"auction": [[1, 70]]}, "Expected a player's name, found 1."),
        ({"fouls": [{"player": None, "kind": "table-talk"}]}, "Expected a player's name, found null."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_where_a_player_is_meant_a_name_is_asked_for(changes: dict[str, Any], message: str) -> None:
    """A text would do no better."""
    assert [problem.message for problem in check_hands(changed(MADE, **changes)).problems] == [message]


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (changed(MADE, captured=[100, 20]), 'Expected a number for each name, like {"Ann": 45}, found [100, 20].'),
        (changed(MADE, fouls=["Ann"]), 'Expected an object, found "Ann".'),
        (7, "Expected an object, found 7."),
    ],
    ids=["counts in a list", "a foul that is a name", "a hand that is a number"],
)
def test_a_value_that_is_no_object_is_told_without_the_words_of_a_decoder(hand: object, message: str) -> None:
    """Counts with an example, since a list of them is what people write first."""
    assert [problem.message for problem in check_hands(hand).problems] == [message]


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in FORMS.items() for value in values])
def test_no_message_has_the_words_of_a_decoder(field: str, value: object) -> None:
    """Such as `int | null`."""
    key = field.partition("[")[0].partition(".")[0]
    assert "`" not in check_hands(changed(MADE, **{key: value})).problems[0].message
