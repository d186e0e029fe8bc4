"""On localhost and https the game opens without a network too, where it was left; an update never mixes old and new."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper import assets

from .phone import SIDES, Phone
from .server import Server
from .test_alone import at_table, play
from .test_outbox import KEEPS_TAPS, hands, unsent

CONTROLLED = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("no service worker")), 60000);
  (function look() { navigator.serviceWorker.controller ? done() : setTimeout(look, 50) })();
})"""


def installed(new_phone: Callable[..., Phone], **game: object) -> Phone:
    """A phone whose game is kept by its service worker."""
    phone = at_table(new_phone, **game)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    reopen(phone)
    phone.page.evaluate(CONTROLLED)
    return phone


def reopen(phone: Phone, path: str = "") -> None:
    """Close the page and open the game again, or another page."""
    path = path or phone.path
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.open(path)
    expect(phone.page.locator(KEEPS_TAPS)).to_have_count(1)


def test_a_game_goes_on_after_it_was_closed_and_opened_without_a_server(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = installed(new_phone, target=1000)
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    unsent(phone, 0)
    server.stop()
    phone.record_bid("Bob", 95)
    unsent(phone, 1)
    reopen(phone)
    unsent(phone, 1)
    phone.record_hand(SIDES[0], 45, last_trick=SIDES[0])
    phone.sees_totals("145", "−75")
    reopen(phone, "/now")
    phone.sees_totals("145", "−75")
    unsent(phone, 2)
    server.start()
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95", "Ann 100"]
    phone.sees_totals("145", "−75")


def test_an_update_waits_and_is_taken_whole(
    new_phone: Callable[..., Phone], server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = installed(new_phone)
    old = phone.page.evaluate("caches.keys()")
    changed = tmp_path / "static"
    changed.mkdir()
    for file in assets.folder("static").iterdir():
        (changed / file.name).write_bytes(file.read_bytes())
    with (changed / "app.css").open("a") as style:
        style.write("/* new */")
    folder = assets.folder
    monkeypatch.setattr(assets, "folder", lambda name: changed if name == "static" else folder(name))
    server.stop()
    server.start()
    reopen(phone)
    button = phone.page.get_by_role("button", name="Load it")
    expect(button).to_be_visible()
    versions = set(re.findall(r"/static/([0-9a-f]+)/", phone.page.content()))
    assert len(versions) == 1
    button.tap()
    expect(button).to_have_count(0)
    phone.page.evaluate(CONTROLLED)
    names = phone.page.evaluate("caches.keys()")
    assert len(names) == 1
    assert names != old
    server.stop()
    reopen(phone)
    assert f"rook-{re.findall('/static/([0-9a-f]+)/', phone.page.content())[0]}" in names
    phone.sees_totals("0", "0")
