"""What a person feels: Chromium with its CPU slowed four times, the server some way and 200 KB a second away.

Times are from the finger, or from the opening of an address, to the frame that shows what follows.
"""

import base64
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from scorekeeper.web.security import HTMX_URL
from tests.browser.phone import SIZE
from tests.browser.prepare import HTMX_FILE, find_chromium

from .figures import Goal
from .load import ask
from .server import Server
from .table import BID, CAPTURED, PLAYERS, Game, Phone

SLOWER, HANDS, OPENINGS = 4, 6, 5
LATENCY, LATENCIES = 0.15, (0.0, 0.15, 0.6)  # seconds there and back
TAP, LANDING, FIRST_LOAD, CACHED = 300, 100, 700, 250  # milliseconds
HANDS_BEFORE = 3
ALONE = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
SETTLED = 2000  # milliseconds in which a page keeps what it needs the next time
WATCH = """
addEventListener("pointerdown", (event) => { window.finger = event.timeStamp }, true)
window.shown = (selector) => new Promise((show) => {
  const look = () => requestAnimationFrame(() => {
    if (document.querySelector(selector)) setTimeout(() => show(performance.now())); else look()
  })
  look()
})
window.opened = shown("#bid .go")
"""
"""What runs in a page ahead of its own scripts: `shown` gives the moment after the first frame with this element."""


def goals(server: Server) -> Iterator[Goal]:
    """Yield what was felt on this server, each the median of some."""
    phone, game = Phone(server), Game()
    ask(server, phone.start(game))
    for _ in range(HANDS_BEFORE):
        ask(server, phone.bid(game))
        ask(server, phone.hand(game))
    with far_away(server.port, LATENCY) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ALONE)
        url = f"{address}/games/{game.uid}"
        new, again = zip(*(openings(browser, url) for _ in range(OPENINGS)), strict=True)
        bids, hands = zip(*taps(slow_page(browser), url), strict=True)
        browser.close()
    for latency in LATENCIES:
        what = f"from the finger on Save hand to points that fly, {latency * 1000:.0f} ms away, ms"
        yield Goal(what, statistics.median(landings(server, game, latency)), LANDING)
    yield Goal("from the finger on Record bid to the hand's form, ms", statistics.median(bids), TAP)
    yield Goal("from the finger on Save hand to the next question, ms", statistics.median(hands), TAP)
    yield Goal("from nothing to a scoreboard's question, ms", statistics.median(new), FIRST_LOAD)
    yield Goal("the same from what the phone kept, ms", statistics.median(again), CACHED)


@contextmanager
def far_away(port: int, latency: float) -> Iterator[str]:
    """Put the server of this port far away, until the block is left; give its address there."""
    command = [sys.executable, "-m", "bench.far", str(port), str(latency)]
    proxy = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert proxy.stdout
    try:
        yield f"http://127.0.0.1:{int(proxy.stdout.readline())}"
    finally:
        proxy.terminate()
        proxy.wait()


def slow_page(browser: Browser) -> Page:
    """A slow phone that knows nothing yet. The CDN answers at once: no question waits for it."""
    page = browser.new_context(viewport=SIZE, is_mobile=True, has_touch=True).new_page()
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    tools.on("Fetch.requestPaused", lambda paused: tools.send("Fetch.fulfillRequest", htmx(paused["requestId"])))
    tools.send("Fetch.enable", {"patterns": [{"urlPattern": HTMX_URL}]})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def htmx(request: str) -> dict[str, Any]:
    """The CDN's answer to this request."""
    headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "application/javascript"}
    pairs = [{"name": name, "value": value} for name, value in headers.items()]
    body = base64.b64encode(HTMX_FILE.read_bytes()).decode()
    return {"requestId": request, "responseCode": 200, "responseHeaders": pairs, "body": body}


def openings(browser: Browser, url: str) -> tuple[float, float]:
    """How long the page takes to open with nothing cached, and once more."""
    page, times = slow_page(browser), []
    for _ in range(2):
        page.goto(url, wait_until="commit")
        times.append(page.evaluate("opened"))
        page.wait_for_timeout(SETTLED)
    page.context.close()
    return times[0], times[1]


def taps(page: Page, url: str) -> Iterator[tuple[float, float]]:
    """How long each bid and each hand takes, as they follow each other."""
    page.goto(url)
    page.wait_for_timeout(SETTLED)
    for number in range(HANDS):
        bidder = PLAYERS[(HANDS_BEFORE + number) % 2]
        choose(page, "Bidder", bidder)
        choose(page, "Bid", str(BID))
        bid = felt(page, page.get_by_role("button", name="Record bid").tap, "#hand .go")
        fill_in(page)
        yield bid, felt(page, page.get_by_role("button", name="Save hand").tap, "#bid .go")


def landings(server: Server, game: Game, latency: float) -> list[float]:
    """How long it takes until a hand begins to land, on a server so many seconds away."""
    times = []
    with far_away(server.port, latency) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ALONE)
        page = slow_page(browser)
        with page.expect_response("**/alone"):  # what the phone scores by
            page.goto(f"{address}/games/{game.uid}")
        for number in range(HANDS):
            choose(page, "Bidder", PLAYERS[number % 2])
            choose(page, "Bid", str(BID))
            page.get_by_role("button", name="Record bid").tap()
            page.get_by_role("button", name="Save hand").wait_for()
            fill_in(page)
            times.append(felt(page, page.get_by_role("button", name="Save hand").tap, "[data-landing]"))
            page.get_by_role("button", name="Record bid").wait_for()
            page.wait_for_timeout(SETTLED)
        browser.close()
    return times


def fill_in(page: Page) -> None:
    """Count the hand; what it would score is shown meanwhile."""
    page.get_by_role("radiogroup", name="Last trick").get_by_role("radio").first.tap()
    page.locator("[name^=captured-]").first.fill(str(CAPTURED))
    page.wait_for_timeout(SETTLED)


def choose(page: Page, group: str, option: str) -> None:
    """Tap a radio button."""
    page.get_by_role("radiogroup", name=group).get_by_role("radio", name=option, exact=True).tap()


def felt(page: Page, tap: Callable[[], None], selector: str) -> float:
    """Milliseconds from the finger to the frame with this element."""
    page.evaluate(f"() => {{ window.follows = shown('{selector}') }}")
    tap()
    return float(page.evaluate("window.follows.then((at) => at - finger)"))
