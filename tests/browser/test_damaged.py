"""What the phone kept is damaged, or something else has written there: that row alone is not sent, and it is said."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .offline import at_table, hands, installed, play, reopen, unsent
from .phone import Phone
from .server import Server
from .storage import PUT

SAID = "on this phone are damaged and can't be sent"
GAME = "/games/00000000-0000-4000-8000-000000000000"
SOUND = {"address": f"{GAME}/misdeal", "fields": [["version", "0"]], "at": 1, "words": "Misdeal"}


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in SOUND.items() if name != field}


DAMAGED = [
    {},
    *map(without, SOUND),
    SOUND | {"order": "first"},
    SOUND | {"address": 7},
    SOUND | {"address": f"https://elsewhere.example{GAME}/misdeal"},
    SOUND | {"address": f"//elsewhere.example{GAME}/misdeal"},
    SOUND | {"address": f"/\\elsewhere.example{GAME}/misdeal"},
    SOUND | {"fields": "version=0"},
    SOUND | {"fields": [["version"]]},
    SOUND | {"fields": [None]},
    SOUND | {"at": "noon"},
    SOUND | {"words": ["Misdeal"]},
]


def test_damaged_entries_are_set_aside_and_said_and_later_ones_are_sent(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone)
    for row in DAMAGED:
        phone.page.evaluate(PUT, ["unsent", row])
    phone.page.reload(wait_until="domcontentloaded")
    phone.wait_for_htmx()
    said = phone.page.get_by_text(SAID)
    expect(said).to_contain_text(f"{len(DAMAGED)} entries")
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    server.stop()
    play(phone, "Bob", 95, 45)
    phone.sees_totals("145", "−75")
    expect(phone.page.get_by_text("Safe on this phone: 1 hand, not sent yet.")).to_be_visible()
    phone.finds_server()
    expect(phone.page.get_by_text("not sent yet.")).to_be_hidden()
    assert hands(phone) == ["Bob 95", "Ann 100"]
    phone.tap("button", "Discard")
    unsent(phone, 0)
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_taps()
    expect(said).to_have_count(0)


@pytest.mark.everywhere("again", proven="tests/browser/test_damaged.py")
def test_behind_a_damaged_entry_the_oldest_that_waits_is_known_to_be_the_oldest(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    """The oldest may have arrived: Undo is sent after it."""
    phone = at_table(new_phone)
    phone.page.evaluate(PUT, ["unsent", {"order": 0, "words": "Bidder Ann, Bid 100"}])
    server.stop()
    phone.tap("button", "Misdeal")
    expect(phone.page.get_by_text("An entry on this phone is damaged")).to_contain_text(": Bidder Ann, Bid 100.")
    unsent(phone, 1)
    phone.tap("button", "Undo")
    unsent(phone, 2)
    phone.finds_server()
    expect(phone.page.locator('[data-unsent="0"]')).to_be_visible()
    expect(phone.page.get_by_text("Misdeal, Dee dealt")).to_have_count(0)


@pytest.mark.everywhere("again", proven="tests/browser/test_damaged.py")
@pytest.mark.parametrize("fields", [{"bidder": "99", "bid": "100"}, {"bidder": "", "bid": ""}], ids=str)
def test_an_entry_that_makes_no_sense_is_refused_by_the_server_and_a_person_decides(
    new_phone: Callable[..., Phone], server: Server, fields: dict[str, str]
) -> None:
    phone = installed(new_phone)
    phone.expects("status of 422", "page error")
    sent = {"form_id": "00000000-0000-4000-8000-000000000001", "version": "0", **fields}
    row = {"address": f"{phone.path}/bid", "fields": [*sent.items()], "at": 1, "words": "Ann bids"}
    server.stop()
    phone.page.evaluate(PUT, ["unsent", row])
    reopen(phone)
    unsent(phone, 1)
    phone.finds_server()
    expect(phone.page.get_by_text("On this phone: Ann bids.")).to_be_visible()
    phone.tap("button", "Discard")
    left_out = phone.page.get_by_text("Left out: a bid from this phone.")
    expect(left_out).to_be_visible()
    phone.page.locator("#unsent").get_by_role("button", name="Ask again").tap()
    expect(phone.page.get_by_text("On this phone: Ann bids.")).to_be_visible()
    phone.tap("button", "Discard")
    expect(left_out).to_be_visible()
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    unsent(phone, 0)


@pytest.mark.everywhere("again", proven="tests/browser/test_damaged.py")
@pytest.mark.parametrize("page", [{}, {"html": "<p>"}, {"html": 7, "table": 7}, {"html": '<main id="scoreboard">'}])
def test_a_damaged_page_is_forgotten_and_the_game_goes_on(
    new_phone: Callable[..., Phone], server: Server, page: dict[str, Any]
) -> None:
    phone = at_table(new_phone)
    phone.page.evaluate(PUT, ["games", {"game": phone.path, **page}])
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    phone.finds_server()
    unsent(phone, 0)
    assert hands(phone) == ["Ann 100"]


@pytest.mark.everywhere("again", proven="tests/browser/test_damaged.py")
def test_a_game_kept_by_a_former_version_gives_way_to_what_this_one_needs(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = at_table(new_phone)
    table = {"table": 0, "game": phone.path}
    table["table"] = phone.page.evaluate("JSON.parse(document.querySelector('#scoreboard').dataset.alone).table")
    html = phone.page.evaluate("document.querySelector('#scoreboard').outerHTML")
    phone.page.evaluate(PUT, ["games", {"game": phone.path, "html": html, "table": table}])
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_game()
    phone.wait_for_htmx()
    server.stop()
    play(phone, "Ann", 100, 100)
    phone.sees_totals("100", "20")
    phone.finds_server()
    unsent(phone, 0)
