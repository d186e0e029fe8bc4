"""A thumb that taps five times at one place, on each button that records; and what is stored after that."""

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from zlib import crc32

from flask import Flask
from playwright.sync_api import Error, Page, Request, ViewportSize

from scorekeeper.settings import Settings
from tests.patience import IN_BROWSER

from .phone import Phone
from .scripts import script
from .server import Server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ONCE, FIVE_TIMES = (0,), (0, 150, 250, 350, 450)  # milliseconds after the first
TRIALS = 10  # until five taps have come in time
SOON = 20  # seconds in which a browser answers on a busy machine
NOTHING = "no button records anything"
LATE = 0.5  # seconds that an answer takes on a slow network: it comes after the last tap
# Names that are made up anew each time, and the time.
RANDOM = re.compile(
    r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|\d{4}-\d\d-\d\d[ T][\d:.]+(?:\+00:00)?|.left.:\d+"  # seconds
)
ASIDE = "/static/|/since/"  # what a page asks for by itself
UNLIKE = {"phone", "attempt", "tournament_form", "answer_form"}, {"table_key", "watch_key", "watch_code"}
FIND = script("buttons")
AIM = script("aim")
FORGET = """() => new Promise((done) => {
  sessionStorage.clear();
  const gone = indexedDB.deleteDatabase("rook");
  gone.onsuccess = gone.onerror = gone.onblocked = done;
})"""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))"
READY = """() => document.readyState === "complete" && (!document.querySelector("[hx-post]") || window.htmx)
  && (!document.querySelector("#scoreboard") || document.documentElement.dataset.keeps)
  && !document.querySelector("#scoreboard [hx-post]:not([data-htmx-powered])")
  && !document.querySelector("[data-rests], .shield")"""


class SlowServer(Server):
    """Keeps each answer back, once it is stored; knows how many are on their way."""

    late = 0.0
    underway = 0

    def __init__(self, app: Flask, settings: Settings):
        super().__init__(app, settings)
        self.asked = set[Request]()

    def listen_to(self, page: Page) -> None:
        """Note what the page asks for until it has the answer: a request may be on its way to the server."""
        page.on("request", lambda request: self.asked.add(request))
        page.on("requestfinished", lambda request: self.asked.discard(request))
        page.on("requestfailed", lambda request: self.asked.discard(request))

    def _serve(self, app: "WSGIApplication") -> None:
        lock = threading.Lock()

        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if re.search(ASIDE, environ["PATH_INFO"]):
                return app(environ, start_response)
            with lock:
                self.underway += 1
            try:
                return app(environ, start_response)
            finally:
                sleep(self.late)
                with lock:
                    self.underway -= 1

        super()._serve(answer)


@dataclass(frozen=True)
class Moment:
    """A page as a walk came by it, and all that was stored then."""

    where: str
    path: str
    stored: sqlite3.Connection


def moments(phone: Phone, walk: Iterator[str]) -> list[Moment]:
    """The pages of a walk; all of it is walked before any is tapped."""
    return [Moment(where, phone.path, _copy(phone)) for where in walk]


def _copy(phone: Phone) -> sqlite3.Connection:
    copied = sqlite3.connect(":memory:")
    with sqlite3.connect(phone.server.settings.database_file) as disk:
        disk.backup(copied)
    return copied


def _restore(phone: Phone, stored: sqlite3.Connection) -> None:
    """Store what was stored then, and have the phone forget what came after."""
    try:
        phone.page.goto("/healthz")
    except Error:  # the page was still on its way to another
        phone.page.goto("/healthz")
    _soon(phone.page, phone.page._impl_obj.evaluate(FORGET, None))
    with sqlite3.connect(phone.server.settings.database_file) as disk:
        stored.backup(disk)


def unlike_one_tap(
    phone: Phone, found: Iterable[Moment], sizes: tuple[ViewportSize, ...], claim: Callable[[object], bool]
) -> list[str]:
    """Tap each button of these pages once, then five times; return where that stores anything else.

    The answers come at once or late; main buttons are tapped in these sizes too. `make test` takes one of these ways
    for each kind of button, for main buttons two, `make torture` all (TAPS). Of buttons that do the same, only one is
    tapped: that whose kind can be claimed.
    """
    usual, faults, seen = phone.page.viewport_size, list[str](), 0
    assert usual
    assert isinstance(phone.server, SlowServer)
    phone.server.listen_to(phone.page)
    for moment in found:
        for button in _buttons(phone, moment):
            kind = tuple(re.sub(r"[0-9a-f-]{36}|\d+", "#", part) for part in (moment.path, button["action"]))
            seen += 1
            if not claim((*kind, button["name"] or button["label"].partition(":")[0])):
                continue
            once, _ = _stored_after(phone, moment, button, ONCE)
            for size, late in _ways(kind, usual, sizes if button["main"] else ()):
                phone.page.set_viewport_size(size)
                if fault := _unlike(phone, moment, button, once, late):
                    how = f"at {size['width']} × {size['height']}, answers after {late} s"
                    faults.append(f"{moment.where}, {button['label']}, {how}: {fault}")
            phone.page.set_viewport_size(usual)
    return faults if seen else [NOTHING]


def _ways(
    kind: tuple[str, ...], usual: ViewportSize, sizes: tuple[ViewportSize, ...]
) -> list[tuple[ViewportSize, float]]:
    """In which sizes a button is tapped, and how late the answers come."""
    first, *others = [(usual, 0), (usual, LATE), *((size, 0) for size in sizes)]
    if os.environ.get("TAPS"):
        return [first, *others]
    ways = others if sizes else [first, *others]
    one = ways[crc32(repr(kind).encode()) % len(ways)]
    return [first, one] if sizes else [one]


def _unlike(phone: Phone, moment: Moment, button: dict[str, Any], once: set[str], late: float) -> list[str]:
    """Tap five times and return what is stored otherwise; again if a busy machine tapped late."""
    for _ in range(TRIALS):
        more, in_time = _stored_after(phone, moment, button, FIVE_TIMES, late)
        if not once or not more or once == more:
            return []
        once, _ = _stored_after(phone, moment, button, ONCE)
        if in_time and once != more:
            return sorted(more ^ once)
    raise AssertionError(f"no five taps in time: {moment.where}, {button['label']}")


def _buttons(phone: Phone, moment: Moment) -> list[dict[str, Any]]:
    _open(phone, moment)
    buttons: list[dict[str, Any]] = phone.page.evaluate(FIND)
    return buttons


def _open(phone: Phone, moment: Moment) -> None:
    _restore(phone, moment.stored)
    phone.page.goto(moment.path)
    phone.page.wait_for_function(READY)


def _stored_after(
    phone: Phone, moment: Moment, button: dict[str, Any], times: tuple[int, ...], late: float = 0
) -> tuple[set[str], bool]:
    """Tap, and return what is stored then and whether no tap came later than it was meant."""
    server = phone.server
    assert isinstance(server, SlowServer)
    for _ in range(3):
        try:
            return _try(phone, server, moment, button, times, late)
        except TimeoutError:
            server.late = 0
            _take_new_page(phone, server)
    raise AssertionError(f"no answer from the browser: {moment.where}, {button['label']}")


def _soon(page: Page, answer: Coroutine[Any, Any, object]) -> None:
    """Wait for the browser, but not for ever: a page that is being replaced may never answer a tap."""
    page._sync(asyncio.wait_for(answer, SOON))


def _take_new_page(phone: Phone, server: SlowServer) -> None:
    old, phone.page = phone.page, phone.context.new_page()
    assert old.viewport_size
    phone.page.set_viewport_size(old.viewport_size)
    with suppress(TimeoutError):
        _soon(old, old._impl_obj.close(run_before_unload=False, reason="it does not answer"))
    server.asked.clear()
    server.listen_to(phone.page)


def _try(
    phone: Phone, server: SlowServer, moment: Moment, button: dict[str, Any], times: tuple[int, ...], late: float
) -> tuple[set[str], bool]:
    page = phone.page
    _open(phone, moment)
    place = page.evaluate(AIM, button["index"])
    if not place:
        return set(), True  # nothing that a finger reaches
    server.late = late
    began = monotonic()
    for at in times:
        page.wait_for_timeout(max(0, began * 1000 + at - monotonic() * 1000))
        _soon(page, page.touchscreen._impl_obj.tap(*place))
    in_time = monotonic() - began < times[-1] / 1000 + 0.1
    quiet = 0
    while quiet < 3:  # what was asked for may ask for more
        assert monotonic() - began < IN_BROWSER / 1000
        try:
            _soon(page, page._impl_obj.evaluate(FRAME, None))
        except Error:
            quiet = 0  # the next page has come
            continue
        quiet = 0 if server.underway or server.asked else quiet + 1
    server.late = 0
    return _stored(phone), in_time


def _stored(phone: Phone) -> set[str]:
    """Each row, but for what is different each time; rows that are alike are numbered."""
    tables, columns = UNLIKE
    found: set[str] = set()
    with sqlite3.connect(phone.server.settings.database_file) as disk:
        disk.row_factory = sqlite3.Row
        for (table,) in disk.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table in tables or table.startswith("sqlite"):
                continue
            for row in disk.execute(f'SELECT * FROM "{table}"'):
                facts = {name: row[name] for name in row.keys() if name not in columns}  # noqa: SIM118 - a Row
                text = RANDOM.sub("…", f"{table} {facts}")
                number = 1
                while f"{text} {number}" in found:
                    number += 1
                found.add(f"{text} {number}")
    return found
