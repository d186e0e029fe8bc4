"""Another seating: at once before hand 1, and later with a look at what it changes."""

from collections.abc import Callable

import pytest

from tests.person import Person

SEATS = {"Seat 1": "Ann", "Seat 2": "Cal", "Seat 3": "Bob", "Seat 4": "Dee"}


def test_before_hand_1_the_seats_change_at_once(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    assert phone.tap("Change seating", SEATS).status == 303
    assert list(phone.open(game).totals) == ["Ann & Bob", "Cal & Dee"]
    phone.tap("Undo")
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]


def test_later_a_page_shows_first_what_changes(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Ann", 100, 100)
    before = stored()
    form = phone.open(f"{game}/settings").form("Show what changes")
    asked = "&".join(f"{name}={value}" for name, value in form.filled(**SEATS).items())
    page = phone.open(f"{form.action}?{asked}")
    assert "Now Ann & Cal 145 Bob & Dee −75" in page.text
    assert "After Ann & Bob 5 Cal & Dee 65" in page.text
    assert "Dee would deal next, instead of Cal." in page.text
    assert "Hand 1 Ann & Cal +45, Bob & Dee −95; then Ann & Bob −95, Cal & Dee +45." in page.text
    assert stored() == before
    assert phone.tap("Change seating").status == 303
    assert phone.open(game).totals == {"Ann & Bob": "5", "Cal & Dee": "65"}


def test_a_result_that_changes_is_named(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    page = phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    assert "Ann & Bob won, 300 to 60, and not Ann & Cal. Partners change in hands 1, 2 and 3." in page.text


@pytest.mark.parametrize(
    ("asked", "at", "message"),
    [
        ("seats-0=0&seats-1=0&seats-2=2&seats-3=3", "seats-1", "Ann is already seated"),
        ("seats-0=0&seats-1=7&seats-2=2&seats-3=3", "seats-1", "Choose a player at this table."),
        ("seats-0=0&seats-1=x&seats-2=2&seats-3=3", "seats-1", "Choose a player at this table."),
        ("seats-0=0&seats-1=1", "seats-0", "There are 4 seats at this table."),
    ],
)
def test_an_order_that_cannot_be_is_refused_at_its_seat(phone: Person, asked: str, at: str, message: str) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    answer = phone.get(f"{game}/seats?{asked}")
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    fields = dict(part.split("=") for part in asked.split("&"))
    sent = answer.page.form("Correct name").sent
    posted = phone.send(f"{game}/seats", {name: sent[name] for name in ("csrf_token", "form_id", "version")} | fields)
    assert posted.status == 422
