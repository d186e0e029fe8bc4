"""A phone that calls the server by its name in the house, on plain http: no service worker, and yet nothing is lost."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.settings import Settings

from .offline import at_table, play_evening, sees_the_evening, unsent
from .phone import HOUSE, Phone
from .server import Server


class NamedServer(Server):
    @property
    def address(self) -> str:
        return f"http://{HOUSE}:{self.port}"


@pytest.fixture
def server(app: Flask, settings: Settings) -> Iterator[Server]:
    server = NamedServer(app, settings)
    yield server
    server.close()


@pytest.mark.everywhere(
    "way",
    proven="tests/browser/test_evening_alone.py",
)
def test_an_evening_alone_is_there_once_after_the_page_was_closed_and_opened(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone, target=300)
    assert phone.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    first = phone.path
    server.stop()
    play_evening(phone)
    phone.page.close()
    server.start()
    phone.page = phone.context.new_page()
    phone.context.route("**/{bid,alone/meet}", lambda route: route.abort())
    phone.open(first)
    unsent(phone, 13)
    phone.sees_totals("45", "−95")
    phone.context.unroute("**/{bid,alone/meet}")
    sees_the_evening(phone, first)
