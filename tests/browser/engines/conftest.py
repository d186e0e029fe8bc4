"""Phones in other engines; where an engine is missing, its tests say what to install."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from flask import Flask, Response

from scorekeeper.settings import Settings
from scorekeeper.web import access
from tests.browser.prepare import FOR_ENGINES, HTMX_FILE
from tests.browser.server import Server

from .drivers import ENGINES
from .phone import EnginePhone

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

HTMX = "/htmx.js"


class ServerWithHtmx(Server):
    """Gives htmx, too: not every engine has a rule by which a test finds the CDN on this machine."""

    def _serve(self, app: "WSGIApplication") -> None:
        @self.app.get(HTMX)
        @access.same_for_everyone
        def htmx() -> Response:
            return Response(HTMX_FILE.read_bytes(), mimetype="application/javascript")

        self.app.jinja_env.globals["htmx_url"] = HTMX
        super()._serve(app)


@pytest.fixture
def server(make_app: Callable[..., Flask], settings: Settings) -> Iterator[Server]:
    server = ServerWithHtmx(make_app(), settings)
    yield server
    server.close()


@pytest.fixture
def phone_in(server: Server) -> Iterator[Callable[[str], EnginePhone]]:
    """Gives a phone of this engine, with a browser of its own: what one test breaks, no other finds broken."""
    with ExitStack() as running:

        def phone_in(engine: str) -> EnginePhone:
            start, is_there = ENGINES[engine]
            if not is_there:
                pytest.skip(f"{engine} is not installed here. {FOR_ENGINES}")
            return EnginePhone(running.enter_context(start()), server)

        yield phone_in


@pytest.fixture(params=ENGINES)
def engine_phone(request: pytest.FixtureRequest, phone_in: Callable[[str], EnginePhone]) -> EnginePhone:
    return phone_in(request.param)


@pytest.fixture
def iphone(phone_in: Callable[[str], EnginePhone]) -> EnginePhone:
    return phone_in("WebKit")


@pytest.fixture
def firefox(phone_in: Callable[[str], EnginePhone]) -> EnginePhone:
    return phone_in("Firefox")
