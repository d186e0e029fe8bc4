"""A server and phones for each browser test; a complaint of the browser fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper.settings import Settings

from .phone import Phone, answers, never_answers
from .prepare import HTMX_FILE, find_chromium, is_our_htmx
from .server import Server

HERE = Path(__file__).parent
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-default-apps",
)
WAYS = {
    "JavaScript on": {"javascript": True, "cdn": answers},
    "JavaScript off": {"javascript": False, "cdn": answers},
    "the CDN never answering": {"javascript": True, "cdn": never_answers},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    chromium = find_chromium()
    assert chromium, "These tests need Chromium: run python -m tests.browser.prepare"
    assert HTMX_FILE.exists(), "These tests need htmx: run python -m tests.browser.prepare"
    assert is_our_htmx(HTMX_FILE.read_bytes()), "The cached htmx is not the one that the pages name."
    return {"executable_path": chromium, "args": list(QUIET), "headless": True}


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    server = Server(settings)
    yield server
    server.stop()


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones; those still open at the end are closed and heard."""
    phones: list[Phone] = []

    def make(**how: object) -> Phone:
        phones.append(Phone(browser, server, **how))
        return phones[-1]

    yield make
    complaints = [said for phone in phones for said in phone.close()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


@pytest.fixture(params=WAYS)
def any_phone(request: pytest.FixtureRequest, new_phone: Callable[..., Phone]) -> Phone:
    """With JavaScript, without it, and with a CDN that never answers."""
    return new_phone(**WAYS[request.param])
