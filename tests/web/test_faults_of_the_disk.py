"""A disk that is full or cannot be written to, and a file that is damaged: what is said, what is kept, what goes on."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.settings import Settings
from scorekeeper.storage.db import db
from tests.html import text_of
from tests.person import HTMX, Answer, Person

pytestmark = pytest.mark.sqlite("its file is on the disk")

FULL = "The disk is full. Nothing was saved. Everything saved so far is safe."
READ_ONLY = "The disk can't be written to. Nothing was saved. Everything saved so far is safe."
MOST_PAGES = 150
PAGES = (
    "/",
    "/games",
    "/players",
    "/players/1",
    "/players/records",
    "/players.csv",
    "/games.csv",
    "/hands.csv",
    "/rules",
    "/games/new",
)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


def without_token(fields: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name != "csrf_token"}


@contextmanager
def on_each_connection(app: Flask, pragma: str) -> Iterator[None]:
    """Every connection of the app is bound by this from now on, and free again afterwards."""

    def bind(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(pragma)

    with app.app_context():
        db.engine.dispose()
        event.listen(db.engine, "connect", bind)
        yield
        event.remove(db.engine, "connect", bind)


@contextmanager
def full(app: Flask) -> Iterator[None]:
    """The file cannot grow by a single page, and has none to spare, as tables leave them that an upgrade drops."""
    with app.app_context(), db.engine.connect() as connection:
        connection.connection.cursor().execute("VACUUM")
    with on_each_connection(app, "PRAGMA max_page_count=1"):
        yield
        db.engine.dispose()  # as if there were room now: the limit is that of a connection


@contextmanager
def read_only(app: Flask) -> Iterator[None]:
    with on_each_connection(app, "PRAGMA query_only=ON"):
        yield


def send_until_full(phone: Person) -> tuple[Answer, str, dict[str, str]]:
    """Record a bid and undo it until there is no room; return what was answered then, and what had been sent where."""
    for number in range(200):
        form = phone.form("Undo" if number % 2 else "Record bid")
        fields = form.sent if number % 2 else form.filled(Bidder="Bob", Bid="95")
        answer = phone.send(form.action, fields)
        if answer.status == 503:
            return answer, form.action, fields
        phone.last = answer
    raise AssertionError("It never was full.")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_disk_that_cannot_be_written_to_keeps_what_was_typed_and_goes_on_once_it_can(
    app: Flask, phone: Person, stored: Callable[[], str], headers: dict[str, str]
) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    fields = form.filled(**{"Last trick": "Ann & Cal", "Captured by Ann & Cal": "45"})
    before = stored()
    with read_only(app):
        answer = phone.send(form.action, fields, **headers)
        assert answer.status == 503
        assert READ_ONLY in answer.page.text
        assert without_token(answer.page.form("Save hand").sent) == without_token(fields)
        assert phone.get(game).status == 200
    assert stored() == before
    assert phone.send(form.action, fields, **headers).status == (200 if headers else 303), "without a new start"
    assert phone.open(game).totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}


def test_a_full_disk_keeps_what_was_typed_and_goes_on_once_there_is_room(app: Flask, phone: Person) -> None:
    game = phone.start_game()
    with full(app):
        answer, action, fields = send_until_full(phone)
        assert FULL in answer.page.text
        assert phone.get(game).status == 200
    assert phone.send(action, fields).status == 303


def test_every_page_that_only_looks_works_while_nothing_can_be_written(
    app: Flask, phone: Person, table: str, stored: Callable[[], str]
) -> None:
    before = stored()
    with read_only(app):
        for page in (*PAGES, table, f"{table}/settings", f"{table}/summary", f"{table}/links"):
            assert phone.get(page).status == 200, page
        assert "Won 0 of 1" in phone.open("/players/1").text
    assert stored() == before


def test_a_button_that_cannot_be_done_says_why_next_to_the_page_it_is_on(app: Flask, phone: Person, table: str) -> None:
    with read_only(app):
        for button in ("Undo", "Rematch"):
            phone.open(table)
            answer = phone.tap(button)
            assert answer.status == 503
            assert READ_ONLY in answer.page.text, button


def test_no_form_of_any_page_hides_why_it_was_not_saved(
    app: Flask, phone: Person, table: str, stored: Callable[[], str]
) -> None:
    before, to_see, refused = stored(), ["/"], list[str]()
    seen = set(to_see)
    with read_only(app):
        while to_see:
            path = to_see.pop(0)
            answer = phone.get(path)
            for action, fields in forms_of(answer) if answer.is_html else ():
                if action not in seen:
                    seen.add(action)
                    sent = phone.send(action, fields)
                    assert sent.status in (200, 303, 422, 503), f"{action} of {path}"
                    if sent.status == 503:
                        refused.append(action)
                        assert READ_ONLY in sent.page.text, f"{action} of {path}"
            links = (
                [link.attrs["href"].partition("#")[0] for link in answer.page.all("a[href^='/']")]
                if answer.is_html
                else []
            )
            to_see += [link for link in dict.fromkeys(links) if link not in seen][: max(0, MOST_PAGES - len(seen))]
            seen.update(to_see)
    assert len(refused) > 8, "many forms store something as they stand"
    assert stored() == before


def forms_of(answer: Answer) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield where each button of a page's forms sends to, and what."""
    for form in answer.page.all("form[method=post]"):
        for button in (*form.query("button"), *answer.page.all("button[form]")):
            name = {button.attrs["name"]: button.attrs.get("value") or ""} if "name" in button.attrs else {}
            yield button.attrs.get("formaction") or form.attrs["action"], answer.page.form(text_of(button)).sent | name


def damage(settings: Settings, app: Flask) -> None:
    """Overwrite every page of the file but the first few."""
    with app.app_context():
        db.engine.dispose()
    with settings.database_file.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"spoilt " * ((settings.database_file.stat().st_size - 8 * 4096) // 7))


def test_a_damaged_database_is_told_from_a_busy_one(app: Flask, phone: Person, table: str, settings: Settings) -> None:
    damage(settings, app)
    answer = phone.get(table)
    assert answer.status == 503
    assert answer.page.heading == "The database is damaged"
    assert "rook-scorekeeper restore" in answer.page.text


def test_a_database_that_is_gone_is_not_a_fault_of_ours(app: Flask, phone: Person, settings: Settings) -> None:
    with app.app_context():
        db.engine.dispose()
    settings.instance.rename(settings.instance.with_name("elsewhere"))
    answer = phone.get("/")
    Path(settings.instance.with_name("elsewhere")).rename(settings.instance)
    assert answer.status == 503
    assert answer.page.heading == "The database doesn't answer"
