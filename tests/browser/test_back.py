"""What a page says of now is right after Back and Forward, too."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, url_for
from playwright.sync_api import Error, Route, expect

from tests.patience import IN_BROWSER
from tests.person import Person
from tests.web.steps import make_house_rules
from tests.web.tournaments import draw, start_tournament

from .phone import Phone, answers, never_answers
from .server import Server

TEXT = "() => document.querySelector('main')?.innerText.replaceAll(/\\s+/g, ' ')"
SHOWS = f"([path, text]) => location.pathname === path && ({TEXT})() === text"
SHARES = 6  # of the pages
OF_BROWSER = "/phone"  # tells what this browser can do
KEPT_ALIVE = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def pages_of(other: Person, game: str, tournament: str, house: str) -> list[str]:
    """Every page that has an address of its own, of what was made here."""
    known: dict[str, Any] = {
        "game": game,
        "tournament": tournament,
        "house": house,
        "player": 1,
        "place": 1,
        "number": 1,
    }
    known |= {"key": "original"}
    with other.app.test_request_context():
        rules = [rule for rule in other.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        paths = [url_for(rule.endpoint, **known) for rule in rules if rule.arguments <= known.keys()]
    return sorted(
        path for path in {path.split("?")[0] for path in paths} if path != OF_BROWSER and is_page(other, path)
    )


def is_page(other: Person, path: str) -> bool:
    answer = other.web.get(path)
    answer.close()  # a file is sent as it is read
    return answer.status_code == 200 and answer.mimetype == "text/html"


@pytest.mark.everywhere("again", once={"share": 0})
@pytest.mark.parametrize("share", range(SHARES))
def test_every_page_that_back_brings_says_what_is_true_now(
    new_phone: Callable[..., Phone], app: Flask, share: int
) -> None:
    """The other phone has a cache of its own."""
    phone, fresh, other = new_phone(), new_phone(), Person(app)
    game = other.start_game()
    other.play("Ann", 100, 100)
    tournament, house = start_tournament(other), make_house_rules(other).path
    draw(other, tournament, 1)
    uids = [path.split("/")[-1].removeprefix("house-") for path in (game, tournament, house)]
    paths = pages_of(other, *uids)
    assert len(paths) >= 30
    paths = paths[share::SHARES]
    for path in ("/games/new", *paths, OF_BROWSER):  # a first form gives the cookie that all pages vary by
        phone.open(path)
    other.open(game)
    other.play("Bob", 120, 40)
    other.start_game(names=("Eve", "Flo", "Gus", "Hal"), dealer="Eve")
    stale = list[str]()
    for path in reversed(paths):
        fresh.open(path)
        fresh.page.wait_for_load_state("networkidle")  # what it asks for by itself has come
        shown = [path, fresh.page.evaluate(TEXT)]
        phone.page.evaluate("() => void setTimeout(() => history.back())")
        try:
            phone.page.wait_for_function(SHOWS, arg=shown, timeout=IN_BROWSER)
            phone.page.wait_for_load_state("networkidle")  # it may still be loaded again
        except Error:
            stale.append(path)
    assert stale == []


def test_a_page_that_the_browser_kept_alive_asks_what_is_true_now(phone: Phone, app: Flask) -> None:
    other = Person(app)
    other.start_game()
    phone.open("/")
    expect(phone.page.get_by_text("Hand 1")).to_be_visible()
    other.play("Ann", 100, 100)
    phone.page.evaluate(KEPT_ALIVE)
    expect(phone.page.get_by_text("Hand 2")).to_be_visible()


def test_a_form_being_filled_in_stays_after_back_where_the_browser_kept_the_page_alive(phone: Phone) -> None:
    phone.open("/games/new")
    phone.page.get_by_label("Player 1", exact=True).fill("Ann")
    phone.page.evaluate(KEPT_ALIVE)
    phone.page.wait_for_timeout(1_000)  # by then it would be gone
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Ann")


@pytest.mark.parametrize("sent", ["by a form", "by htmx"])
def test_the_answer_to_a_form_stays_after_back(new_phone: Callable[..., Phone], sent: str) -> None:
    phone = new_phone(cdn=answers if sent == "by htmx" else never_answers)
    phone.expects("status of 422", "net::ERR_")
    phone.open("/games/new")
    phone.tap("button", "Start game")
    expect(phone.page.get_by_text("Enter a name.").first).to_be_visible()
    phone.page.evaluate(KEPT_ALIVE)
    phone.page.wait_for_timeout(1_000)  # by then it would be gone
    expect(phone.page.get_by_text("Enter a name.").first).to_be_visible()


def test_without_a_server_a_page_stays_and_its_clock_has_run_on(phone: Phone, server: Server) -> None:
    phone.expects("ERR_")
    phone.page.clock.install()
    phone.start_game(rules="smith-county")
    phone.page.reload()  # now the cookie by which pages vary is known
    clock = phone.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"4[45]:\d\d left"))
    phone.open("/phone")
    phone.page.clock.fast_forward(30 * 60_000)
    server.stop()
    phone.page.go_back()
    phone.page.evaluate(KEPT_ALIVE)
    expect(clock).to_have_text(re.compile(r"1[345]:\d\d left"))
    phone.page.wait_for_timeout(1_000)  # by then it would be gone
    expect(phone.page.get_by_text("Ann & Cal")).to_be_visible()


def test_a_tap_that_comes_first_leads_where_it_should(phone: Phone) -> None:
    """To load the page again would take the tap back."""
    held: list[Route] = []
    phone.open("/players")
    phone.open("/phone")
    phone.context.route(
        "**/players", lambda route: held.append(route) if route.request.resource_type == "fetch" else route.fallback()
    )
    phone.page.go_back()
    phone.wait_until(lambda: bool(held))
    phone.page.evaluate("document.addEventListener('click', (event) => event.preventDefault())")  # it takes its time
    phone.page.evaluate("window.isHere = true")
    phone.tap("link", "Home")
    held[0].continue_()
    phone.page.wait_for_timeout(1_000)  # by then it would be loaded again
    assert phone.page.evaluate("window.isHere")
