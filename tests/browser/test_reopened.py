"""On localhost and https the game opens without a network too, where it was left; an update never mixes old and new."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scorekeeper.web.security import HTMX_URL
from tests.person import Person
from tests.web.steps import tap_in_settings

from .offline import CONTROLLED, KEPT, at_table, installed, reopen, versions
from .phone import Phone, never_answers
from .server import Server

pytestmark = pytest.mark.service_worker

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def test_a_game_that_was_opened_once_opens_without_a_server(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = at_table(partial(new_phone, service_worker=True), target=1000)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    reopen(phone)
    phone.sees_totals("0", "0")


@pytest.fixture
def slow_pages(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """From when this is called, the second half of each game's page comes so many seconds after the first."""
    is_over = Event()
    server.is_hurried = True

    def slow_pages(seconds: int) -> None:
        answer = server.app.wsgi_app

        def slowly(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterator[bytes]:
            whole = b"".join(answer(environ, start_response))
            if re.fullmatch("/games/[0-9a-f-]{36}", environ["PATH_INFO"]):
                yield whole[: len(whole) // 2]
                is_over.wait(seconds)
                whole = whole[len(whole) // 2 :]
            yield whole

        monkeypatch.setattr(server.app, "wsgi_app", slowly)

    yield slow_pages
    is_over.set()


def test_a_page_that_comes_too_slowly_is_shown_as_it_was_kept(
    new_phone: Callable[..., Phone], slow_pages: Callable[[int], None]
) -> None:
    phone = installed(new_phone)
    slow_pages(600)
    reopen(phone)
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_a_kept_page_loads_its_styles_and_scripts_while_the_server_is_asked(
    new_phone: Callable[..., Phone], slow_pages: Callable[[int], None]
) -> None:
    phone = installed(new_phone)
    slow_pages(600)
    phone.page.goto(phone.page.url, wait_until="commit")
    phone.page.wait_for_function(
        "() => performance.getEntriesByName(document.scripts[0].src).length && document.styleSheets.length"
    )
    assert phone.page.evaluate("[document.title, document.body]") == ["", None]
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


def test_a_deleted_game_is_not_shown_as_it_was_kept_and_asked_for_once(
    new_phone: Callable[..., Phone], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What began as the kept page becomes the page that the server sent, whatever the CDN does."""
    phone = installed(new_phone)
    phone.context.route(HTMX_URL, never_answers)
    tap_in_settings(Person(server.app), phone.path, "Delete game")
    asked, answer = [], server.app.wsgi_app

    def noted(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        asked.append(environ["PATH_INFO"])
        return answer(environ, start_response)

    monkeypatch.setattr(server.app, "wsgi_app", noted)
    phone.page.goto(phone.page.url, wait_until="commit")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("This game was deleted")
    assert asked.count(phone.path) == 1
    phone.page.reload(wait_until="commit")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("This game was deleted")
    assert asked.count(phone.path) == 2


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_a_page_that_was_not_kept_is_waited_for(
    new_phone: Callable[..., Phone], server: Server, slow_pages: Callable[[int], None]
) -> None:
    phone = installed(new_phone)
    other = Person(server.app).start_game()
    slow_pages(6)  # longer than it would wait, had it kept another
    reopen(phone, other)
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    assert phone.path == other


def test_an_update_waits_and_is_taken_whole(
    new_phone: Callable[..., Phone], server: Server, update: Callable[[], None]
) -> None:
    phone = installed(new_phone)
    (old,) = versions(phone)
    update()
    new = see_update(phone)
    server.stop()
    shown, phone.page = phone.page, phone.context.new_page()
    phone.open(urlsplit(shown.url).path)
    assert versions(phone) == {old} != {new}
    phone.page.close()
    phone.page = shown
    server.start()
    phone.tap("button", "Load it")
    expect(phone.page.get_by_role("button", name="Load it")).to_have_count(0)
    phone.page.evaluate(CONTROLLED)
    assert phone.page.evaluate("caches.keys()") == [f"rook-{new}"]
    server.stop()
    reopen(phone)
    assert versions(phone) == {new}
    phone.sees_totals("0", "0")


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_an_update_that_was_not_taken_is_there_when_the_game_is_opened_without_a_network(
    new_phone: Callable[..., Phone], server: Server, update: Callable[[], None]
) -> None:
    phone = installed(new_phone)
    update()
    new = see_update(phone)
    server.stop()
    reopen(phone)
    assert versions(phone) == {new}
    phone.sees_totals("0", "0")


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_an_update_keeps_the_five_games_that_were_shown_last(
    new_phone: Callable[..., Phone], server: Server, update: Callable[[], None]
) -> None:
    phone = installed(new_phone)
    games = [phone.path]
    for _ in range(5):
        games.append(Person(server.app).start_game())
        reopen(phone, games[-1])
        phone.page.evaluate(KEPT, games[-1])
    update()
    new = see_update(phone)
    kept = "async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)"
    assert [path for path in phone.page.evaluate(kept, f"rook-{new}") if path in games] == games[1:]


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_a_page_with_another_question_is_not_kept_as_the_game(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = installed(new_phone)
    phone.page.evaluate(KEPT, "/")
    game = phone.path
    reopen(phone, f"{game}?bid=calls")
    expect(phone.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    phone.page.wait_for_timeout(1_000)  # by then a page is kept
    server.stop()
    reopen(phone, game)
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()


WAITS_AT_PUT = """(path) => {
  const put = Cache.prototype.put;
  Cache.prototype.put = function (...given) {
    if (new URL(given[0].url).pathname === path) return new Promise(() => (globalThis.isPutting = true));
    return put.apply(this, given);
  };
}"""


@pytest.mark.everywhere("again", proven="tests/browser/test_reopened.py")
def test_a_page_is_there_at_every_moment_in_which_it_is_kept_anew(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = installed(new_phone)
    phone.page.evaluate(KEPT, phone.path)
    [worker] = phone.context.service_workers
    worker.evaluate(WAITS_AT_PUT, phone.path)
    phone.page.evaluate("(keep) => navigator.serviceWorker.controller.postMessage({ keep })", phone.path)
    worker.evaluate("""() => new Promise((done) => {
      (function look() { globalThis.isPutting ? done() : setTimeout(look, 50) })();
    })""")
    server.stop()
    reopen(phone)
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_be_visible()


def see_update(phone: Phone) -> str:
    """Open the game by the server's new files; returns their version."""
    reopen(phone)
    expect(phone.page.get_by_role("button", name="Load it")).to_be_visible()
    (new,) = versions(phone)
    return new
