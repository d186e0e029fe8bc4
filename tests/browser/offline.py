"""A phone that records while the server cannot be reached: what its tests do and see."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .phone import SIDES, Phone, never_answers

NO_CDN = pytest.param({"cdn": never_answers}, id="no CDN", marks=pytest.mark.everywhere("way"))


HTMX_OR_NOT = pytest.mark.parametrize("how", [pytest.param({}, id="htmx"), NO_CDN])


def unsent(phone: Phone, count: int) -> None:
    """Wait until so many taps are shown as not sent."""
    if count:
        expect(phone.page.locator(f'[data-unsent="{count}"]')).to_be_visible()
    else:
        expect(phone.page.locator("#unsent")).to_be_hidden()


def store_and_lose(phone: Phone, address: str) -> list[Route]:
    """Have the server store what is next sent there; the phone gets no answer, nor to a later try until `unroute`."""
    tries: list[Route] = []

    def stored_and_lost(route: Route) -> None:
        if not tries:
            route.fetch(max_redirects=0)
        tries.append(route)
        route.abort()

    phone.context.route(address, stored_and_lost)
    return tries


BIDS = "(all) => all.map((one) => `${one.textContent} ${one.nextElementSibling.textContent}`)"


def hands(phone: Phone) -> list[str]:
    """The bids of the hands that the server has, newest first."""
    phone.page.reload(wait_until="domcontentloaded")
    bids = phone.page.locator(".hands td > bdi")
    return [str(bid) for bid in bids.evaluate_all(BIDS)]


def at_table(new_phone: Callable[..., Phone], how: Mapping[str, Any] | None = None, **game: Any) -> Phone:
    """A phone at the first bid, that has all it needs to go on alone."""
    phone = new_phone(**how or {})
    phone.expects("net::ERR_", "Failed to fetch")
    phone.start_game(**{"dealer": "Dee"} | game)
    phone.keeps_game()
    if not how:
        phone.wait_for_htmx()
    return phone


def at_hand(new_phone: Callable[..., Phone], **how: Any) -> Phone:
    """A phone in the middle of a hand, for which Bob bid 95."""
    phone = at_table(new_phone, how)
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    return phone


def play(phone: Phone, bidder: str, bid: int, captured: int) -> None:
    """A whole hand, of which Ann & Cal captured so much."""
    phone.record_bid(bidder, bid)
    phone.record_hand(SIDES[0], captured, last_trick=SIDES[0])


CONTROLLED = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("no service worker")), 60000);
  (function look() { navigator.serviceWorker.controller ? done() : setTimeout(look, 50) })();
})"""


KEPT = """(path) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`${path} is not kept`)), 60000);
  (function look() { caches.match(path).then((kept) => kept ? done() : setTimeout(look, 50)) })();
})"""


def installed(new_phone: Callable[..., Phone], **game: Any) -> Phone:
    """A phone whose game is kept by its service worker."""
    phone = at_table(partial(new_phone, service_worker=True), **game)
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
    phone.keeps_taps()


def versions(phone: Phone) -> set[str]:
    """The versions of the files that the page names."""
    return set(re.findall(r"/static/([0-9a-f]+)/", phone.page.content()))


def second_page(phone: Phone) -> Phone:
    """The same browser, seen through another page of it."""
    other = object.__new__(Phone)
    other.__dict__ |= phone.__dict__ | {"page": phone.context.new_page()}
    other.open(phone.path)
    other.wait_for_htmx()
    other.keeps_taps()
    return other


def play_evening(phone: Phone) -> None:
    """Five hands, of which one was counted wrong, and the first hand of the next game."""
    play(phone, "Ann", 100, 100)
    play(phone, "Bob", 95, 45)
    play(phone, "Cal", 120, 60)
    phone.sees_totals("25", "−15")
    phone.tap("button", "Undo")
    phone.sees_totals("145", "−75")
    phone.record_hand(SIDES[0], 120, last_trick=SIDES[0])
    play(phone, "Dee", 70, 0)
    play(phone, "Ann", 80, 80)
    phone.sees_totals("345", "85")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won", exact=True)).to_be_visible()
    phone.tap("button", "Rematch")
    expect(phone.page.locator("h1.deal")).to_have_text("Hand 1 · Ann deals, Bob bids first")
    play(phone, "Bob", 95, 45)
    phone.sees_totals("45", "−95")
    unsent(phone, 13)


def sees_the_evening(phone: Phone, first: str) -> None:
    """What the server has of it, each hand once and in order."""
    unsent(phone, 0)
    assert hands(phone) == ["Bob 95"]
    phone.sees_totals("45", "−95")
    phone.open(first)
    assert hands(phone) == ["Ann 80", "Dee 70", "Cal 120", "Bob 95", "Ann 100"]
    phone.sees_totals("345", "85")
