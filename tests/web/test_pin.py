"""SCOREKEEPER_PIN: asked once a phone before it may change anything, with tries limited."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import ATTEMPT
from tests.person import HTMX, TABLE, Answer, Person

from .steps import shown_links

NAMES = {f"Player {seat}": name for seat, name in enumerate(TABLE, 1)}
TRIES = 5  # of one phone in ten minutes


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(pin="4711")


def enter_pin(phone: Person, pin: str) -> Answer:
    return phone.tap("Continue", {"PIN": pin})


def ask_for_pin(phone: Person) -> None:
    """Comes to the page that asks for the PIN, with a new game in hand."""
    phone.open("/games/new")
    phone.tap("Start game", NAMES)


def test_looking_needs_no_pin(phone: Person) -> None:
    assert phone.open("/").heading == "Rook score"
    assert phone.open("/games/new").heading == "New game"


def test_before_the_first_change_the_pin_is_asked_and_nothing_is_stored(
    phone: Person, stored: Callable[[], str]
) -> None:
    before = stored()
    ask_for_pin(phone)
    assert phone.last is not None
    assert phone.last.status == 403
    assert phone.page.heading == "Enter the table's PIN"
    assert stored() == before


def test_the_pin_is_asked_once_and_what_was_typed_goes_along(phone: Person, other_phone: Person) -> None:
    ask_for_pin(phone)
    assert enter_pin(phone, "4711").status == 303
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    game = phone.last.path if phone.last else ""
    phone.play("Bob", 95, 45)
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}
    other_phone.open(game)
    assert other_phone.record_bid("Ann", 70).status == 403
    assert enter_pin(other_phone, " 4711 ").status == 303
    assert other_phone.page.has_button("Save hand")


def test_a_wrong_pin_is_said_at_its_field_and_keeps_what_was_typed(phone: Person) -> None:
    ask_for_pin(phone)
    typed = phone.form("Continue").sent
    for wrong in ("4712", "", "٤٧١٢", "4711\0"):
        answer = enter_pin(phone, wrong)
        assert answer.status == 403
        assert answer.page.description_of("pin") == "Wrong PIN."
        again = answer.page.form("Continue").sent
        assert again | {"csrf_token": typed["csrf_token"]} == typed  # which is another in another second
    assert enter_pin(phone, "4711").status == 303


@pytest.mark.parametrize("typed", ["4711", "٤٧١١", "４７１１"])
def test_digits_of_a_pin_are_those_of_any_script(phone: Person, typed: str) -> None:
    ask_for_pin(phone)
    assert phone.page.one("input[name=pin]").attrs["inputmode"] == "numeric"
    assert enter_pin(phone, typed).status == 303


@pytest.mark.parametrize("typed", ["K\u00f6nig", "Ko\u0308nig"], ids=["composed", "decomposed"])
def test_one_of_letters_that_is_in_use_goes_on_in_a_field_for_text(app_with: Callable[..., Flask], typed: str) -> None:
    phone = Person(app_with(pin="K\u00f6nig"))
    ask_for_pin(phone)
    assert "inputmode" not in phone.page.one("input[name=pin]").attrs
    assert enter_pin(phone, typed).status == 303


@pytest.mark.parametrize("status", [403, 429])
def test_htmx_is_told_to_show_the_whole_page(phone: Person, status: int) -> None:
    phone.open("/games/new")
    form = phone.form("Start game")
    fields = form.filled(**NAMES)
    for _ in range(TRIES if status == 429 else 0):
        phone.send(form.action, fields | {"pin": "0"})
    answer = phone.send(form.action, fields | ({"pin": "4711"} if status == 429 else {}), **HTMX)
    assert answer.status == status
    assert not answer.page.whole
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("main", "innerHTML")
    assert answer.page.form("Continue").sent["players-0"] == "Ann"


def test_after_five_wrong_tries_even_the_right_one_must_wait(
    phone: Person, other_phone: Person, stored: Callable[[], str]
) -> None:
    ask_for_pin(phone)
    for _ in range(TRIES):
        assert enter_pin(phone, "0000").status == 403
    before = stored()
    answer = enter_pin(phone, "4711")
    assert answer.status == 429
    assert answer.page.description_of("pin") == "Too many wrong PINs. Try again in ten minutes."
    assert answer.page.form("Continue").sent["players-3"] == "Dee"
    assert stored() == before
    ask_for_pin(other_phone)
    assert enter_pin(other_phone, "4711").status == 303


def test_a_new_browser_does_not_win_new_tries(app: Flask, phone: Person) -> None:
    ask_for_pin(phone)
    for _ in range(TRIES):
        enter_pin(phone, "0000")
    again = Person(app, address=phone.address)
    ask_for_pin(again)
    assert enter_pin(again, "4711").status == 429


def test_fifty_wrong_tries_from_everywhere_stop_all(app: Flask) -> None:
    for number in range(10):
        phone = Person(app, address=f"10.0.0.{number}")
        ask_for_pin(phone)
        for _ in range(TRIES):
            assert enter_pin(phone, "0000").status == 403
    last = Person(app, address="10.0.0.99")
    ask_for_pin(last)
    assert enter_pin(last, "4711").status == 429


def test_strangers_do_not_keep_out_those_who_knew_the_pin_before(app: Flask, phone: Person) -> None:
    ask_for_pin(phone)
    assert enter_pin(phone, "4711").status == 303
    for number in range(10):
        stranger = Person(app, address=f"10.0.0.{number}")
        ask_for_pin(stranger)
        for _ in range(TRIES):
            enter_pin(stranger, "0000")
    phone.start_game()  # and is not asked
    again, last = Person(app, address=phone.address), Person(app, address="10.0.0.99")
    for known, status in ((again, 422), (last, 429)):  # let in, and told of the game that goes on
        ask_for_pin(known)
        assert enter_pin(known, "4711").status == status


@pytest.mark.both_databases
def test_wrong_tries_of_a_clock_that_ran_ahead_do_not_count(phone: Person) -> None:
    ask_for_pin(phone)
    for _ in range(TRIES):
        enter_pin(phone, "0000")
    with phone.app.app_context(), writing() as session:
        session.execute(update(ATTEMPT).values(made_at=datetime.now(UTC) + timedelta(days=300)))
    assert enter_pin(phone, "4711").status == 303


def test_ten_minutes_later_it_may_be_tried_again(phone: Person) -> None:
    ask_for_pin(phone)
    for _ in range(TRIES):
        enter_pin(phone, "0000")
    assert enter_pin(phone, "4711").status == 429
    with phone.app.app_context(), writing() as session:
        session.execute(update(ATTEMPT).values(made_at=datetime.now(UTC) - timedelta(minutes=10, seconds=1)))
    assert enter_pin(phone, "4711").status == 303


def test_another_pin_asks_every_phone_again(phone: Person, app_with: Callable[..., Flask]) -> None:
    ask_for_pin(phone)
    enter_pin(phone, "4711")
    assert phone.last is not None
    game = phone.last.path
    changed = phone.twin(app_with(pin="1147"))
    changed.open(game)
    assert changed.record_bid("Ann", 70).status == 403
    same = phone.twin(app_with(pin="4711"))
    same.open(game)
    assert same.record_bid("Ann", 70).status == 303


def test_the_pin_alone_does_not_stand_in_for_the_token(phone: Person, stored: Callable[[], str]) -> None:
    phone.open("/games/new")
    fields = phone.form("Start game").filled(**NAMES)
    before = stored()
    assert phone.send("/games", fields | {"csrf_token": "stale", "pin": "4711"}).status == 400
    assert stored() == before


def test_a_form_of_another_site_neither_opens_the_phone_nor_uses_up_its_tries(phone: Person) -> None:
    for pin in ("4711", *["0000"] * (TRIES + 1)):
        assert phone.send("/games", NAMES | {"csrf_token": "forged", "pin": pin}).status == 400
    ask_for_pin(phone)
    assert phone.last is not None
    assert phone.last.status == 403, "the phone is asked still"
    assert enter_pin(phone, "4711").status == 303


def test_the_result_before_saving_is_shown_without_a_pin(phone: Person, other_phone: Person) -> None:
    """It changes nothing, and the page of the PIN must not take the place of a hand that is being counted."""
    ask_for_pin(phone)
    enter_pin(phone, "4711")
    assert phone.last is not None
    game = phone.last.path
    phone.record_bid("Bob", 95)
    other_phone.open(game)
    form = other_phone.form("Save hand")
    address = other_phone.page.one("#preview").attrs["hx-post"]
    answer = other_phone.send(address, form.filled(**{"Captured by Ann & Cal": "45"}), **HTMX)
    assert answer.status == 200
    assert "set back 95" in answer.page.text


def test_no_pin_is_asked_where_none_is_set(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(pin=""))
    ask_for_pin(phone)
    assert phone.last is not None
    assert phone.last.status == 303


def test_a_phone_that_came_by_a_table_link_keeps_that_game_without_the_pin(phone: Person, app: Flask) -> None:
    ask_for_pin(phone)
    enter_pin(phone, "4711")
    assert phone.last is not None
    game = phone.last.path
    other = Person(app)
    other.open(shown_links(phone, f"{game}/links")["table"])
    assert other.tap("Enter").path == game
    assert other.record_bid("Ann", 100).status == 303
    other.open("/games/new")
    assert other.tap("Start game", NAMES).status == 403


def test_a_table_link_is_shown_to_no_one_who_does_not_know_the_pin(phone: Person, app: Flask) -> None:
    """With it another phone keeps the score without the PIN."""
    ask_for_pin(phone)
    enter_pin(phone, "4711")
    assert phone.last is not None
    game, stranger = phone.last.path, Person(app)
    assert set(shown_links(stranger, f"{game}/links")) == {"watch"}
    assert stranger.tap("Show the table link").status == 403
    assert enter_pin(stranger, "4711").status == 303
    assert set(shown_links(stranger, f"{game}/links")) == {"watch", "table"}
