"""Below a path of a host that has other programs too: the scripts find their files, and the pages are kept."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.settings import Settings
from tests.person import TABLE

from .offline import CONTROLLED, KEPT, play, reopen, unsent
from .phone import SIDES, Phone
from .server import Server

pytestmark = pytest.mark.service_worker

ROOT = "/boardgames"  # which has the name of one of our own pages in it


@pytest.fixture
def server(settings: Settings, make_app: Callable[..., Flask]) -> Iterator[Server]:
    below = replace(settings, url=f"http://127.0.0.1{ROOT}")
    server = Server(make_app(url=below.url), below)
    yield server
    server.close()


@pytest.mark.everywhere("way", proven="tests/browser/test_scenarios.py")
def test_a_game_is_played_closed_and_opened_again_without_a_server(server: Server, phone: Phone) -> None:
    phone.expects("net::ERR_", "Failed to fetch")
    phone.open(f"{ROOT}/games/new")
    phone.page.evaluate("caches.open('of another program')")
    for seat, name in enumerate(TABLE, 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.tap("button", "Start game")
    phone.page.wait_for_url(f"**{ROOT}/games/*-*")
    phone.keeps_taps()
    phone.wait_for_htmx()
    worker = "navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)"
    assert phone.page.evaluate(worker) == f"{ROOT}/"
    reopen(phone)
    phone.page.evaluate(CONTROLLED)
    for path in (phone.path, f"{ROOT}/"):
        phone.page.evaluate(KEPT, path)
    phone.wait_for_htmx()
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    unsent(phone, 0)
    server.stop()
    reopen(phone)
    phone.record_bid("Bob", 95)
    phone.record_hand(SIDES[0], 45, last_trick=SIDES[0])
    phone.sees_totals("145", "−75")
    unsent(phone, 2)
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("145", "−75")
    assert phone.page.evaluate("caches.has('of another program')"), "another version clears away its own caches alone"
