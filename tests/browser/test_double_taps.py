"""A thumb that taps five times at one place records what one tap records, on every page."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from scorekeeper.settings import Settings
from tests.person import Person
from tests.web.tournaments import start_tournament

from .pages import WALKS
from .pages.club import player_pages
from .pages.people import AC, FOUR, C, D
from .phone import Phone
from .tapping import NOTHING, SlowServer, moments, unlike_one_tap

SIZE: ViewportSize = {"width": 390, "height": 844}
OTHERS: tuple[ViewportSize, ...] = ({"width": 320, "height": 640}, {"width": 844, "height": 390})


@pytest.fixture
def server(app: Flask, settings: Settings) -> Iterator[SlowServer]:
    server = SlowServer(app, settings)
    yield server
    server.close()


def last_hand_pages(phone: Phone) -> Iterator[str]:
    """The hand that wins: below its button is what starts a rematch."""
    keeper = Person(phone.server.app)
    phone.open(keeper.start_game(D, FOUR, target=60))
    keeper.open(phone.path)
    keeper.record_bid(C, 70)
    phone.page.reload(wait_until="domcontentloaded")
    yield "the last hand"
    keeper.tap("Save hand", {"Last trick": AC, f"Captured by {AC}": "120"})
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_role("heading", name=f"{AC} won", exact=True)).to_be_visible()
    yield "a game that is won"


@pytest.mark.everywhere("again", once={"walk": last_hand_pages})
@pytest.mark.parametrize("walk", [last_hand_pages, *WALKS], ids=lambda walk: walk.__name__)
def test_five_taps_at_one_place_store_what_one_tap_stores(
    new_phone: Callable[..., Phone],
    claim: Callable[[object], bool],
    walk: Callable[[Phone], Iterator[str]],
) -> None:
    phone = new_phone(viewport=SIZE)
    phone.expects("status of 4", "net::ERR_", "Failed to fetch", "Closed to this phone")
    faults = unlike_one_tap(phone, moments(phone, walk(phone)), OTHERS, claim)
    assert faults == ([NOTHING] if walk is player_pages else []), "\n".join(faults)


GAPS = """() => {
  const { port1, port2 } = new MessageChannel();
  let hasPassed = false;
  window.gaps = [];
  port1.onmessage = () => { hasPassed = true; };
  document.addEventListener("htmx:before:settle", () => { hasPassed = false; port2.postMessage(""); });
  document.addEventListener("htmx:after:swap", () => gaps.push(hasPassed));
}"""


@pytest.mark.parametrize("button", ["Misdeal", "Draw round 1"])
def test_no_tap_comes_between_what_is_swapped_in_and_its_shield(phone: Phone, button: str) -> None:
    """By itself htmx waits a millisecond there: a tap that was held up by the swap would be taken first."""
    if button == "Misdeal":
        phone.start_game()
    else:
        phone.open(start_tournament(Person(phone.server.app)))
    phone.wait_for_htmx()
    phone.page.evaluate(GAPS)
    phone.tap("button", button)
    phone.page.wait_for_function("() => gaps.length")
    assert not any(phone.page.evaluate("gaps"))
