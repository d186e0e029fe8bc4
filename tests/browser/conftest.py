"""A server and phones for each browser test; a complaint of the browser fails the test."""

import re
import shutil
from collections.abc import Callable, Generator, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route

from scorekeeper.app import create_app
from scorekeeper.settings import Settings, shipped
from scorekeeper.usecases import permissions
from scorekeeper.usecases.players.update_stats import backfill_stats
from scorekeeper.web import static
from tests.conftest import close
from tests.many_games import play_many

from .cdn import cdn_served
from .phone import HOUSE, Phone, never_answers
from .prepare import HTMX_FILE, find_chromium, is_our_htmx
from .server import Server

HERE = Path(__file__).parent
# Whatever is asked outside this machine is not found, which fails the test.
FOUND = (f"MAP {HOUSE} 127.0.0.1", "MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-default-apps",
)
WAYS: dict[str, dict[str, Any]] = {"JavaScript on": {"javascript": True}, "JavaScript off": {"javascript": False}}
NO_CDN: dict[str, dict[str, Any]] = {"the CDN never answering": {"cdn": never_answers}}


def _ways(ways: dict[str, dict[str, Any]]) -> list[Any]:
    """Return the first of them for `make test`, and the others."""
    first, *others = ways
    return [first, *(pytest.param(way, marks=pytest.mark.everywhere("way")) for way in others)]


# For the few journeys that are made in all three ways; what differs without the CDN is the same on every page.
EVERY_WAY = pytest.mark.parametrize("any_phone", _ways(WAYS | NO_CDN), indirect=True)
MANY = 2_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


def shown_in(test: pytest.Item) -> Path:
    """Where what a test's phones show is left if it fails."""
    output = Path(str(test.config.getoption("--output")))
    return test.config.rootpath / output / re.sub(r"\W+", "-", test.nodeid).strip("-")[:200]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say where the pictures are."""
    report = yield
    if report.failed and report.when == "call" and item.path.is_relative_to(HERE):
        report.sections.append(("What the phones showed is in", str(shown_in(item))))
    return report


@pytest.fixture(scope="session")
def cdn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """How the browser finds the CDN."""
    with cdn_served(tmp_path_factory.mktemp("cdn")) as found:
        yield found


@pytest.fixture(scope="session")
def browser_type_launch_args(cdn: str) -> dict[str, object]:
    chromium = find_chromium()
    assert chromium, "These tests need Chromium: run python -m tests.browser.prepare"
    assert HTMX_FILE.exists(), "These tests need htmx: run python -m tests.browser.prepare"
    assert is_our_htmx(HTMX_FILE.read_bytes()), "The cached htmx is not the one that the pages name."
    rules = ",".join((cdn, *FOUND))
    return {"executable_path": chromium, "args": [*QUIET, f"--host-resolver-rules={rules}"], "headless": True}


@pytest.fixture
def server(app: Flask, settings: Settings) -> Iterator[Server]:
    server = Server(app, settings)
    yield server
    server.close()


@pytest.fixture
def new_phone(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones; those still open at the end are closed and heard."""
    phones: list[Phone] = []
    folder, failures = shown_in(request.node), request.session.testsfailed
    usual = {"service_worker": request.node.get_closest_marker("service_worker") is not None}

    def make(at: Server = server, **how: Any) -> Phone:
        phones.append(Phone(browser.new_context, at, **usual | how))
        return phones[-1]

    yield make
    if request.session.testsfailed > failures:
        for number, phone in enumerate(phones, 1):
            phone.leave_traces(folder, f"phone-{number}")
    complaints = [said for phone in phones for said in phone.close()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def update(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Starts the server with other files."""

    def update() -> None:
        changed = tmp_path / "static"
        shutil.copytree(shipped("static"), changed)
        with (changed / "app.css").open("a") as style:
            style.write("new { order: 1 }")
        monkeypatch.setattr(static, "shipped", lambda _: changed)
        server.stop()
        server.start()

    return update


@pytest.fixture
def judge(browser: Browser) -> Iterator[Page]:
    """An empty page on a server that has the scripts."""

    def fulfill(route: Route) -> None:
        route.fulfill(path=shipped("static") / urlsplit(route.request.url).path.removeprefix("/"))

    page = browser.new_page()
    page.route("http://judge.invalid/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route("**/*.js", fulfill)
    page.goto("http://judge.invalid/")
    yield page
    page.close()


@pytest.fixture(params=_ways(WAYS))
def any_phone(request: pytest.FixtureRequest, new_phone: Callable[..., Phone]) -> Phone:
    """With JavaScript, and without it."""
    return new_phone(**(WAYS | NO_CDN)[request.param])


@pytest.fixture(scope="session")
def claim(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[object], bool]:
    """Says whether something is the first of its kind in this run, on whichever worker."""
    folder = tmp_path_factory.getbasetemp()
    claimed = (folder if worker_id == "master" else folder.parent) / "claimed"
    claimed.mkdir(exist_ok=True)

    def claim(kind: object) -> bool:
        try:
            (claimed / sha256(repr(kind).encode()).hexdigest()).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    return claim


@pytest.fixture(scope="session")
def large_club(migrated: Path, make_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The database of a club with so many games that each list has many pages."""

    def make(instance: Path) -> None:
        settings = Settings(instance=instance)
        shutil.copy(migrated, settings.database_file)
        app = create_app(settings)
        play_games(app, MANY)
        close(app)

    return make_once("large-club", make)


@pytest.fixture
def played(app: Flask, settings: Settings, large_club: Path) -> Callable[[int], list[str]]:
    """Plays so many games at once, before anybody looks, and answers their addresses, the newest first."""

    def played(count: int) -> list[str]:
        if count != MANY:
            return play_games(app, count)
        close(app)
        shutil.copy(large_club, settings.database_file)
        return []

    return played


def play_games(app: Flask, count: int) -> list[str]:
    with app.app_context():
        uids = (
            play_many(permissions.club_id(), count, rules=("original", "concise"), statuses=("over",)) if count else []
        )
        backfill_stats()
    return [f"/games/{uid}" for uid in reversed(uids)]
