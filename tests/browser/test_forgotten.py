"""What a phone keeps of a club or a game goes when that is gone: from every place where a page can keep something.

The hands that wait stay, unseen, unless a person signed this very phone out.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Error, expect

from scorekeeper.settings import Settings
from tests.patience import IN_BROWSER
from tests.person import TABLE, Person
from tests.web import hosted
from tests.web.steps import renew_link, shown_links, tap_in_settings

from .links import enter_by_link
from .offline import CONTROLLED, KEPT, second_page, unsent
from .phone import Phone
from .scripts import script
from .server import Server
from .sheet_by_thumb import begin, type_hand

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

pytestmark = pytest.mark.service_worker

# Every place of this origin: whatever is kept there some day is among them.
EVERYTHING = script("everything_kept")
WAITING = "rook unsent"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, hosted=True)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


def kept_places(phone: Phone, words: Iterable[str]) -> set[str]:
    """The places that have one of these words in what is kept there."""
    kept: dict[str, str] = phone.page.evaluate(EVERYTHING)
    return {place for place, text in kept.items() if any(word in text for word in words)}


@pytest.fixture
def other(server: Server) -> Person:
    """Another phone, which started the club."""
    other = Person(server.app)
    hosted.start_club(other)
    return other


@pytest.fixture
def phone(new_phone: Callable[..., Phone], other: Person) -> Phone:
    """A phone that keeps the club's Home, a game and a bid that waits to be sent."""
    game, club = hosted.start_game(other), hosted.club_of(other)
    phone = new_phone()
    phone.expects(
        "status of 404", "status of 409", "status of 410", "status of 503", "net::ERR_", "Failed to fetch", "htmx:error"
    )
    enter_by_link(phone, shown_links(other, f"{club}links")["keeper"])
    phone.open(game)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for path in (game, club):
        phone.open(path)
        phone.page.evaluate(CONTROLLED)
        phone.page.evaluate(KEPT, path)
    phone.open(game)
    phone.keeps_game()
    phone.wait_for_htmx()
    phone.context.route("**/{bid,alone/meet}", lambda route: route.abort())
    phone.record_bid("Bob", 95)
    unsent(phone, 1)
    keeps_four(phone)
    return phone


def keeps_four(phone: Phone) -> None:
    """Wait for Home, the game twice, and what waits: a page that is kept anew is nowhere for a moment."""
    for _ in range(IN_BROWSER // 100):
        if len(kept_places(phone, TABLE)) == 4:
            return
        phone.page.wait_for_timeout(100)
    raise AssertionError(kept_places(phone, TABLE))


def keeps_them_only_at(phone: Phone, words: Iterable[str], places: set[str]) -> None:
    """Wait until none of these words is kept anywhere else."""
    for _ in range(IN_BROWSER // 100):
        if kept_places(phone, words) == places:
            return
        phone.page.wait_for_timeout(100)
    assert kept_places(phone, words) == places


def club_of(phone: Phone) -> str:
    return "/".join(phone.path.split("/")[:3]) + "/"


def sign_out(phone: Phone, _other: Person) -> None:
    phone.open(f"{club_of(phone)}phones/this/sign-out")
    expect(phone.page.locator("#waits")).to_contain_text("Kept on this phone only, not sent yet: a bid.")
    phone.tap("button", "Sign out this phone")
    expect(phone.page.get_by_text("This phone keeps nothing of the club any more.")).to_be_visible()


def delete_club(phone: Phone, _other: Person) -> None:
    phone.open(f"{club_of(phone)}delete")
    phone.page.get_by_label("Club name").fill("Friday night")
    phone.tap("button", "Delete club")
    expect(phone.page.get_by_role("button", name="Bring it back")).to_be_visible()


def delete_game(phone: Phone, _other: Person) -> None:
    phone.open(f"{phone.path}/settings")
    phone.tap("button", "Delete game")
    expect(phone.page.get_by_role("button", name="Restore")).to_be_visible()


def is_signed_out(phone: Phone, other: Person) -> None:
    other.open(f"{club_of(phone)}phones")
    other.tap("Sign out")


def link_is_renewed(phone: Phone, other: Person) -> None:
    renew_link(other, f"{club_of(phone)}links", "keeper")


def club_is_deleted(phone: Phone, other: Person) -> None:
    other.open(f"{club_of(phone)}delete")
    other.tap("Delete club", {"Club name": "Friday night"})


def game_is_deleted(phone: Phone, other: Person) -> None:
    tap_in_settings(other, phone.path, "Delete game")


WAYS = (sign_out, delete_club, delete_game, is_signed_out, link_is_renewed, club_is_deleted, game_is_deleted)


@pytest.mark.everywhere("again", once={"way": sign_out})
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_pages_of_a_club_that_is_gone_are_kept_nowhere_and_on_no_tab(
    phone: Phone, other: Person, server: Server, way: Callable[[Phone, Person], None]
) -> None:
    """What another phone made go is learned of with the next answer: here that to the page's own question for news."""
    game, club, tab = phone.path, club_of(phone), second_page(phone)
    way(phone, other)
    phone.context.unroute("**/{bid,alone/meet}")
    names = TABLE if "game" in way.__name__ else (*TABLE, "Friday night")
    left = set() if way is sign_out else {WAITING}
    keeps_them_only_at(phone, names, left)
    for one in (phone, tab):
        expect(one.page.locator("#scoreboard")).to_have_count(0)
        assert "Bidder Bob" not in one.page.content()
    server.stop()
    for path in (game, club, f"{club}now") if way not in (delete_game, game_is_deleted) else (game,):
        phone.page.goto(path)
        expect(phone.page.get_by_role("heading", name="Can't reach the scorekeeper")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_forgotten.py")
@pytest.mark.parametrize("way", [sign_out, delete_club], ids=lambda way: way.__name__)
def test_a_typed_paper_sheet_is_forgotten_too(
    phone: Phone, other: Person, way: Callable[[Phone, Person], None]
) -> None:
    phone.open(f"{club_of(phone)}check/sheet")
    begin(phone)
    type_hand(phone, ("Them", "115", "5", "110"))
    phone.wait_until(lambda: "rook games" in kept_places(phone, ['"110"']))
    way(phone, other)
    keeps_them_only_at(phone, ['"110"'], set())  # a moment can have 110 in it


@pytest.mark.everywhere("again", proven="tests/browser/test_forgotten.py")
@pytest.mark.parametrize("back", [False, True], ids=["opened again", "Back"])
def test_after_signing_out_the_browser_has_no_page_to_go_back_to(phone: Phone, server: Server, back: bool) -> None:
    game = phone.path
    sign_out(phone, Person(server.app))
    keeps_them_only_at(phone, TABLE, set())
    server.stop()
    with suppress(Error):
        phone.page.go_back() if back else phone.page.goto(game)
    expect(phone.page.get_by_text("Ann")).to_have_count(0)


@pytest.mark.everywhere("again", proven="tests/browser/test_forgotten.py")
def test_a_page_under_way_while_a_phone_signs_out_is_not_kept(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tab, is_out = phone.path, second_page(phone), Event()
    answer = server.app.wsgi_app

    def held(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        whole = b"".join(answer(environ, start_response))
        if environ["PATH_INFO"].endswith(("/games", game[-36:], "/alone")):
            is_out.wait(60)
        return [whole]

    monkeypatch.setattr(server.app, "wsgi_app", held)
    tab.page.goto(game, wait_until="commit")
    sign_out(phone, Person(server.app))
    is_out.set()
    phone.page.wait_for_timeout(2_000)  # by then a page is kept
    keeps_them_only_at(phone, (*TABLE, "Friday night"), set())


@pytest.mark.everywhere("again", proven="tests/browser/test_forgotten.py")
def test_a_page_that_was_not_told_that_a_phone_signed_out_is_not_kept(
    phone: Phone, other: Person, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message to a page that just begins may come before it listens."""
    tab, another, is_out = second_page(phone), hosted.start_game(other), Event()
    answer = server.app.wsgi_app

    def held(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        whole = b"".join(answer(environ, start_response))
        if environ["PATH_INFO"].endswith("/alone"):
            is_out.wait(60)
        return [whole]

    monkeypatch.setattr(server.app, "wsgi_app", held)
    phone.page.add_init_script("BroadcastChannel.prototype.postMessage = () => {}")
    tab.page.route("**/since/**", lambda route: route.abort())
    with tab.page.expect_request("**/alone", timeout=IN_BROWSER):
        tab.page.goto(another)
    sign_out(phone, Person(server.app))
    keeps_them_only_at(phone, (*TABLE, "Friday night"), set())
    is_out.set()
    phone.page.wait_for_timeout(2_000)  # by then a page is kept
    assert kept_places(phone, (*TABLE, "Friday night")) == set()


def test_unsent_hands_of_a_forgotten_club_are_unseen_until_the_phone_comes_in_again(
    phone: Phone, other: Person, server: Server
) -> None:
    game, club = phone.path, club_of(phone)
    phone.expects("status of 400")  # of what was on its way when the session went
    is_signed_out(phone, other)
    phone.context.unroute("**/{bid,alone/meet}")
    expect(phone.page.get_by_role("heading", name="Closed to this phone")).to_be_visible()
    unsent(phone, 1)
    expect(phone.page.get_by_role("button", name="Discard")).to_be_visible()
    assert "Bob" not in phone.page.content()
    enter_by_link(phone, shown_links(other, f"{club}links")["keeper"])
    unsent(phone, 0)
    phone.open(game)
    expect(phone.page.locator("main").get_by_text("Bob bid 95")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_forgotten.py")
def test_a_game_that_a_phone_may_not_see_or_that_has_no_such_hand_takes_nothing_away(phone: Phone) -> None:
    game, club = phone.path, club_of(phone)
    for path in (f"{game}/hands/99", f"{club}players/99", f"{club}nothing"):
        phone.open(path)
        expect(phone.page.get_by_role("heading", name="Page not found")).to_be_visible()
    phone.keeps_taps()
    keeps_four(phone)
