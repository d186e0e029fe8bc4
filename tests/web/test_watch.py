"""The watch link: a game as others see it, and what a page that shows it asks for every other second."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, update
from werkzeug.test import TestResponse

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import GAME
from tests.html import Page, text_of
from tests.person import Person

from .steps import renew_link, shown_links


def poll_of_watcher(page: Page) -> str:
    return page.one("#watched").attrs["data-poll"]


def watch(phone: Person, game: str) -> tuple[Person, str]:
    """A phone that has opened the watch link of this game, and where it asks for news."""
    watcher = Person(phone.app)
    poll = poll_of_watcher(watcher.open(shown_links(phone, f"{game}/links")["watch"]))
    phone.open(game)
    return watcher, poll


def poll_watch(watcher: Person, poll: str) -> tuple[TestResponse, Page]:
    answer = watcher.web.get(poll)
    assert answer.status_code == 200
    return answer, Page(answer.get_data(as_text=True), whole=False)


@contextmanager
def sent_to_sqlite(app: Flask) -> Iterator[list[str]]:
    """Whatever the driver sends in this block."""
    sent: list[str] = []

    def trace(connection: Any, *_others: object) -> None:
        connection.set_trace_callback(sent.append)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", trace)
    yield sent
    event.remove(engine, "checkout", trace)


@pytest.mark.sqlite("it tells what the driver sends")
def test_nothing_is_sent_while_nothing_has_changed_for_one_statement(app: Flask, phone: Person) -> None:
    watcher, poll = watch(phone, phone.start_game())
    with sent_to_sqlite(app) as sent:
        answer = watcher.web.get(poll)
    assert (answer.status_code, answer.data) == (204, b"")
    assert len(sent) == 1


def test_each_change_comes_once_with_the_way_to_the_next(phone: Person) -> None:
    watcher, poll = watch(phone, phone.start_game())
    phone.record_bid("Bob", 95)
    _, page = poll_watch(watcher, poll)
    assert "Bob bid 95: Bob & Dee need 95" in page.text
    assert page.heading == phone.page.heading
    poll = poll_of_watcher(page)
    assert watcher.web.get(poll).status_code == 204
    phone.record_hand(45)
    _, page = poll_watch(watcher, poll)
    assert page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}
    phone.tap("Undo")
    _, page = poll_watch(watcher, poll_of_watcher(page))
    assert page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_a_stopped_game_needs_nothing_any_more(phone: Person) -> None:
    game = phone.start_game()
    watcher, poll = watch(phone, game)
    phone.record_bid("Bob", 95)
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    _, page = poll_watch(watcher, poll)
    assert "Stopped early. No winner." in page.text
    assert "need" not in page.text


def test_who_watches_is_told_how_to_say_yes_and_says_nothing_by_that(phone: Person, stored: Callable[[], str]) -> None:
    """Q8: the same for everyone, and without a cookie; there is no form. A win asks for no yes."""
    game = phone.start_game(target=100)
    watcher, poll = watch(phone, game)
    (way,) = [link for link in watcher.page.all("a") if text_of(link) == "Say yes for a side?"]
    before = stored()
    page = watcher.open(way.attrs["href"])
    assert "Share links" in page.text
    assert not page.all("form")
    assert stored() == before
    assert Person(phone.app).get(way.attrs["href"]).page.html == page.html
    back = page.one("a.home")
    assert watcher.open(back.attrs["href"]).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    phone.play("Ann", 100, 120)
    _, page = poll_watch(watcher, poll)
    assert "Say yes" not in page.text
    assert watcher.get("/watch/nowhere/yes").status == 404


def test_a_rematch_is_followed(phone: Person) -> None:
    watcher, poll = watch(phone, phone.start_game(target=100))
    phone.play("Ann", 100, 120)
    _, page = poll_watch(watcher, poll)
    assert "Ann & Cal won" in page.text
    assert "data-over" in page.one("#watched").attrs
    phone.tap("Rematch")
    _, page = poll_watch(watcher, poll_of_watcher(page))
    assert page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


@pytest.mark.both_databases
def test_a_rematch_is_followed_though_the_clock_went_back(phone: Person) -> None:
    watcher, poll = watch(phone, phone.start_game(target=100))
    phone.play("Ann", 100, 120)
    ahead = datetime.now(UTC) + timedelta(days=1)
    with phone.app.app_context(), writing() as session:
        session.execute(update(GAME).values(started_at=ahead, ended_at=ahead, listed_at=ahead))
    phone.tap("Rematch")
    _, page = poll_watch(watcher, poll)
    assert page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_a_renewed_link_shows_nothing_any_more(phone: Person) -> None:
    game = phone.start_game()
    watcher, poll = watch(phone, game)
    renew_link(phone, f"{game}/links", "watch")
    assert watcher.web.get(poll).status_code == 404


def test_a_deleted_game_is_not_watched(phone: Person) -> None:
    game = phone.start_game()
    watcher, poll = watch(phone, game)
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    assert watcher.web.get(poll).status_code == 404


def test_everybody_gets_the_same_bytes_which_a_cache_may_keep_for_a_second(phone: Person) -> None:
    game = phone.start_game()
    watcher, poll = watch(phone, game)
    phone.record_bid("Bob", 95)
    (answer, _), (again, _) = poll_watch(watcher, poll), poll_watch(phone, poll)
    assert answer.data == again.data
    for one in (answer, again, watcher.web.get(poll_of_watcher(Page(answer.get_data(as_text=True), whole=False)))):
        assert one.headers["Cache-Control"] == "public, max-age=1"
        assert "Set-Cookie" not in one.headers
        assert "Cookie" not in one.headers.get("Vary", "")


def test_without_javascript_the_page_reloads_by_itself(phone: Person) -> None:
    watcher, _ = watch(phone, phone.start_game())
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in watcher.page.html


def test_a_game_that_is_restored_shows_again(phone: Person) -> None:
    game = phone.start_game()
    watcher, poll = watch(phone, game)
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    gone = watcher.web.get(poll)
    assert gone.headers["Cache-Control"] == "public, max-age=1"
    phone.open(game)
    phone.tap("Restore")
    _, page = poll_watch(watcher, Page(gone.get_data(as_text=True), whole=False).one("[data-poll]").attrs["data-poll"])
    assert page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
