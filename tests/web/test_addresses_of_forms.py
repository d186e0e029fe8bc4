"""Every address to which a form is sent answers GET with its page: a phone that dropped the tab asks so."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.html import Page
from tests.person import SIDES, Person

from .every_page import every_page
from .hosted import start_club, start_game

NAMES = {f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Cal"), 1)}


def addresses_of(page: Page) -> set[str]:
    """Where the forms of a page are sent."""
    sent = {form.attrs.get("action", "") for form in page.all("form") if form.attrs.get("method") == "post"}
    sent |= {button.attrs["formaction"] for button in page.all("[formaction]")}
    return {urlsplit(address).path for address in sent if address}


def test_every_address_of_a_form_answers_get_with_its_page(app: Flask, phone: Person) -> None:
    tried, elsewhere = set[str](), set[str]()
    for path in every_page(app, phone):
        answer = phone.get(path)
        if answer.status != 200 or not answer.is_html:
            continue
        for address in addresses_of(answer.page) - tried:
            tried.add(address)
            again = phone.get(address)
            if again.status == 303:
                again = phone.get(again.first.headers["Location"])
            assert again.status == 200, address
            if address not in addresses_of(again.page):
                elsewhere.add(f"{address}, from {path}")
    assert len(tried) > 40
    assert [each for each in elsewhere if "/rematch, from" not in each] == [], "a rematch is begun on several pages"


def test_a_new_game_with_an_error_has_the_address_of_its_page(phone: Person) -> None:
    phone.open("/games/new")
    answer = phone.tap("Start game", NAMES)
    assert (answer.status, answer.path) == (422, "/games/new")
    assert phone.open(answer.path).heading == "New game"


@pytest.mark.parametrize("address", ["/games", "/tournaments", "/rules"])
def test_where_a_form_was_sent_before_it_still_is(phone: Person, address: str) -> None:
    form = phone.open(f"{address}/new").form(
        {"/games": "Start game", "/rules": "Save rules"}.get(address, "Start tournament")
    )
    assert form.action == f"{address}/new"
    assert phone.send(address, form.sent).status == 422


def test_a_refused_bid_is_a_game_again_in_a_club_with_an_address_of_its_own(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosted=True))
    start_club(phone)
    game = start_game(phone)
    phone.open(game)
    answer = phone.tap("Record bid", {})
    assert (answer.status, answer.path) == (422, f"{game}/bid")
    assert phone.get(answer.path).first.headers["Location"] == game
    assert tuple(phone.open(game).totals) == SIDES
    assert Person(phone.app).get(answer.path).status == 404, "a stranger learns nothing"
    assert answer.path.startswith("/c/")
