"""What cannot be: refused at its field with what was expected, status 422, all that was typed kept, nothing stored."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.person import HTMX, Person

# What is wrong, what is sent, the field it is said at, what is said. The bids of rules `original` are 70 to 120 by 5.
BIDS = [
    ("72, between two steps", {"bid": "72"}, "bid", "72"),
    ("65, below the minimum", {"bid": "65"}, "bid", "70"),
    ("125, above all points of a hand", {"bid": "125"}, "bid", "120"),
    ("−5 with a hyphen", {"bid": "-5"}, "bid", "70"),
    ("−5 with a minus sign", {"bid": "−5"}, "bid", "70"),
    ("zero", {"bid": "0"}, "bid", "70"),
    ("letters", {"bid": "abc"}, "bid", "Choose one of these."),
    ("a fraction", {"bid": "72.5"}, "bid", "Choose one of these."),
    ("a power", {"bid": "7e1"}, "bid", "Choose one of these."),
    ("a huge number", {"bid": "9" * 400}, "bid", "Choose one of these."),
    ("digits of another script that are none", {"bid": "²"}, "bid", "Choose one of these."),
    ("no bid", {"bid": ""}, "bid", "How much was bid?"),
    ("nobody's bid", {"bidder": ""}, "bidder", "Who took the bid?"),
    ("a bidder who has no seat at this table", {"bidder": "4"}, "bidder", "Choose a player at this table."),
    ("a bidder below the first", {"bidder": "-1"}, "bidder", "Choose a player at this table."),
    ("a bidder by name, from another game", {"bidder": "Eve"}, "bidder", "Choose one of these."),
    ("a huge bidder", {"bidder": "9999999"}, "bidder", "Choose a player at this table."),
]
OURS, THEIRS = "captured-0", "captured-1"
HANDS = [
    (
        "77 + 43: no counters make them",
        {OURS: "77", THEIRS: "43"},
        OURS,
        "77 isn't possible. Points come in 5s, 0 to 120.",
    ),
    (
        "77 + 43, the other side's",
        {OURS: "77", THEIRS: "43"},
        THEIRS,
        "43 isn't possible. Points come in 5s, 0 to 120.",
    ),
    ("72 and the rest", {OURS: "72", THEIRS: ""}, OURS, "72 isn't possible."),
    ("−5 with a hyphen", {OURS: "-5", THEIRS: ""}, OURS, "-5 isn't possible. Points come in 5s, 0 to 120."),
    ("−5 with a minus sign", {OURS: "−5", THEIRS: "125"}, OURS, "Points come in 5s, 0 to 120."),
    ("125 of 120", {OURS: "125", THEIRS: ""}, OURS, "125 isn't possible. Points come in 5s, 0 to 120."),
    (
        "both sides 75: more than the deck has",
        {OURS: "75", THEIRS: "75"},
        OURS,
        "That's 150, but there are only 120 points in the deck.",
    ),
    (
        "both sides 50: less than the deck has",
        {OURS: "50", THEIRS: "50"},
        THEIRS,
        "That's 100, but there are 120 points in the deck.",
    ),
    (
        "both sides all of them",
        {OURS: "120", THEIRS: "120"},
        OURS,
        "That's 240, but there are only 120 points in the deck.",
    ),
    ("nothing said", {OURS: "", THEIRS: ""}, OURS, "How many points did each side capture (Ann & Cal, Bob & Dee)?"),
    ("blanks", {OURS: "  ", THEIRS: "\t"}, OURS, "How many points did each side capture (Ann & Cal, Bob & Dee)?"),
    ("letters", {OURS: "abc", THEIRS: ""}, OURS, "Enter a whole number, like 45."),
    ("letters on both sides", {OURS: "45", THEIRS: "lots"}, THEIRS, "Enter a whole number, like 45."),
    ("half a point", {OURS: "44.5", THEIRS: "75.5"}, OURS, "Enter a whole number, like 45."),
    ("a comma", {OURS: "4,5", THEIRS: ""}, OURS, "Enter a whole number, like 45."),
    ("a huge number", {OURS: "1" * 400, THEIRS: ""}, OURS, "Enter a whole number of up to 7 digits, like 45."),
    ("seven digits", {OURS: "9999999", THEIRS: ""}, OURS, "Points come in 5s, 0 to 120."),
    ("a raised two", {OURS: "²", THEIRS: ""}, OURS, "Enter a whole number, like 45."),
    ("a last trick of nobody here", {"last_trick": "4", OURS: "45"}, "last_trick", "Choose a player at this table."),
    ("a last trick by name", {"last_trick": "Eve", OURS: "45"}, "last_trick", "Choose one of these."),
]


def named_rows(table: list[tuple[str, dict[str, str], str, str]]) -> list[Any]:
    return [pytest.param(*values, id=source) for source, *values in table]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
@pytest.mark.parametrize(("fields", "at", "message"), named_rows(BIDS))
def test_a_bid_that_cannot_be(
    phone: Person,
    stored: Callable[[], str],
    fields: dict[str, str],
    at: str,
    message: str,
    headers: dict[str, str],
) -> None:
    game = phone.start_game()
    form = phone.form("Record bid")
    typed = form.filled(Bidder="Bob", Bid="95") | fields
    before = stored()
    answer = phone.send(form.action, typed, **headers)
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    kept = answer.page.form("Record bid").sent
    for name in {"bidder", "bid", "form_id", "version"} - set(fields):
        assert kept[name] == typed[name]
    assert stored() == before
    assert phone.open(game).has_button("Record bid")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
@pytest.mark.parametrize(("fields", "at", "message"), named_rows(HANDS))
def test_a_count_that_cannot_be(
    phone: Person,
    stored: Callable[[], str],
    fields: dict[str, str],
    at: str,
    message: str,
    headers: dict[str, str],
) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    typed = form.filled(**{"Last trick": "Bob & Dee"}) | fields
    before = stored()
    answer = phone.send(form.action, typed, **headers)
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    kept = answer.page.form("Save hand").sent
    for name in {OURS, THEIRS, "last_trick", "form_id", "version"} - ({"last_trick"} & set(fields)):
        assert kept[name] == typed[name]
    assert stored() == before


def test_a_count_that_is_no_number_is_said_once_and_at_its_own_field_alone(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    page = phone.tap("Save hand", {"Captured by Ann & Cal": "abc"}).page
    assert page.text.count("Enter a whole number, like 45.") == 1
    assert [field.attrs["name"] for field in page.all("[aria-invalid]")] == [OURS]


def test_a_bid_that_no_button_has_is_still_seen(phone: Person) -> None:
    """72 is no option of the page, so the message repeats it: what was sent is not lost from sight."""
    phone.start_game()
    form = phone.form("Record bid")
    answer = phone.send(form.action, form.filled(Bidder="Bob") | {"bid": "72"})
    assert "72" in answer.page.description_of("bid")


@pytest.mark.parametrize(
    "name", ["captured-7", "captured-x", "captured", "captured--1", "captured-0-0", "captured-99999999999999999999"]
)
def test_counts_that_no_form_asks_for_are_no_fault_of_the_server(
    phone: Person, stored: Callable[[], str], name: str
) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    before = stored()
    answer = phone.send(form.action, {**form.sent, name: "45", OURS: "45", THEIRS: "45"})
    assert answer.status == 422
    assert stored() == before


def test_a_count_for_each_partner_is_one_too_many(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    before = stored()
    answer = phone.send(form.action, form.sent | {OURS: "20", "captured-2": "25", THEIRS: "75"})
    assert answer.status == 422
    assert "are on the same side. Enter one count for both." in answer.page.text
    assert stored() == before


@pytest.mark.parametrize(
    ("name", "value"), [("form_id", "x"), ("form_id", ""), ("version", "x"), ("version", "9" * 30)]
)
def test_a_form_that_has_lost_its_number_says_so(
    phone: Person, stored: Callable[[], str], name: str, value: str
) -> None:
    phone.start_game()
    form = phone.form("Record bid")
    before = stored()
    answer = phone.send(form.action, form.filled(Bidder="Bob", Bid="95") | {name: value})
    assert answer.status == 422
    assert "page was out of date" in answer.page.alerts
    assert stored() == before
    mended = answer.page.form("Record bid")
    assert phone.send(mended.action, mended.sent).status == 303
