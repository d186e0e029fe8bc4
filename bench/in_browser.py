"""Waiting times in Chromium with a four times slower CPU, and a server behind a slow network with 200 KB a second.

Times are from the tap, or from opening an address, to the frame with the result.
"""

import base64
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from scorekeeper.web.security import HTMX_URL
from tests.browser.phone import SIZE
from tests.browser.prepare import HTMX_FILE, find_chromium

from .load import ask, goal
from .phone import BID, CAPTURED, Game, Phone
from .server import Server

OTHERS = ("Eve", "Fay", "Gus", "Hal")
SLOWER, HANDS, FEW_HANDS, OPENINGS = 4, 5, 2, 3
LATENCY, LATENCIES = 0.15, (0.0, 0.6)  # seconds for a round trip
TAP, LANDING, FIRST_LOAD, CACHED = 300, 100, 700, 250  # milliseconds
SETTLED, PREVIEWED, FINGER = 1500, 800, 300  # milliseconds: until nothing moves, for a preview, between taps
OWN_CODE = 200  # milliseconds more than a tenth more than the question
ALONE = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
WATCH = """
addEventListener("pointerdown", (event) => { window.finger = event.timeStamp }, true)
window.shown = (selector) => new Promise((show) => {
  const look = () => requestAnimationFrame(() => {
    if (document.querySelector(selector)) setTimeout(() => show(performance.now())); else look()
  })
  look()
})
window.opened = shown("#bid .go, head:empty + body")  // of a scoreboard; of the bare server
window.handled = shown("[data-keeps], head:empty + body")  // from then on our own code takes a tap
"""
"""Runs in a page before its own scripts: `shown` returns the time after the first frame with this element."""


def goals(server: Server, floor: Server) -> Iterator[str]:
    """Yield the waiting times on this server, each the median of several, and of a bare page."""
    phone, game = Phone(server), Game()
    ask(server, phone.start(game, OTHERS))  # whom no game asks about that goes on
    for _ in range(3):
        ask(server, phone.bid(game))
        ask(server, phone.hand(game))
    taken = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ALONE)
        for latency in (LATENCY, *LATENCIES):
            with far_away(server.port, latency) as address:
                url = f"{address}/games/{game.uid}"
                if latency == LATENCY:
                    new, own, again = zip(*(openings(browser, url) for _ in range(OPENINGS)), strict=True)
                hands = HANDS if latency == LATENCY else FEW_HANDS
                taken[latency] = [statistics.median(times) for times in zip(*taps(browser, url, hands), strict=True)]
        with far_away(floor.port, LATENCY) as address:
            _, _, bare = openings(browser, f"{address}/hello")
        browser.close()
    for latency, (_, landed, _) in sorted(taken.items()):
        yield goal(f"from the finger on Save hand to points that fly, {latency * 1000:.0f} ms away", landed, LANDING)
    yield goal("from the finger on the bid to the hand's form, ms", taken[LATENCY][0], TAP)
    yield goal("from the finger on Save hand to the next question, ms", taken[LATENCY][2], TAP)
    yield goal("from nothing to a scoreboard's question, ms", statistics.median(new), FIRST_LOAD)
    handled = 1.1 * statistics.median(new) + OWN_CODE
    yield goal("from nothing to our own code for a tap, ms", statistics.median(own), handled)
    yield goal("the question again, from what the phone kept, ms", statistics.median(again), CACHED)
    yield f"       a bare page that says hello, ms: {bare:.4g}"


@contextmanager
def far_away(port: int, latency: float) -> Iterator[str]:
    """Put a slow network before the server on this port while the block runs; yield its address."""
    command = [sys.executable, "-m", "bench.slow_network", str(port), str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as proxy:
        assert proxy.stdout
        try:
            yield f"http://127.0.0.1:{int(proxy.stdout.readline())}"
        finally:
            proxy.terminate()


def slow_page(browser: Browser) -> Page:
    """A slow phone with an empty cache. The CDN answers at once."""
    page = browser.new_context(viewport=SIZE, is_mobile=True, has_touch=True).new_page()
    page.add_init_script(WATCH)
    tools = page.context.new_cdp_session(page)
    headers = [{"name": "Access-Control-Allow-Origin", "value": "*"}]
    htmx = {"responseCode": 200, "responseHeaders": headers, "body": base64.b64encode(HTMX_FILE.read_bytes()).decode()}

    def answer(paused: Mapping[str, str]) -> None:
        tools.send("Fetch.fulfillRequest", {**htmx, "requestId": paused["requestId"]})

    tools.on("Fetch.requestPaused", answer)
    tools.send("Fetch.enable", {"patterns": [{"urlPattern": HTMX_URL}]})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def openings(browser: Browser, url: str) -> tuple[float, float, float]:
    """How long the page takes to open without a cache, until its code handles a tap, and to open the third time."""
    page = slow_page(browser)
    times = []
    for _ in range(3):  # the second time, what the service worker keeps is new to the browser
        page.goto(url, wait_until="commit")
        times += page.evaluate("Promise.all([opened, handled])")
        if page.evaluate("document.scripts[0] && navigator.serviceWorker.ready.then(() => true)"):
            page.wait_for_timeout(SETTLED)  # it keeps what the page needs
    page.context.close()
    return times[0], times[1], times[-2]


def taps(browser: Browser, url: str, hands: int) -> Iterator[tuple[float, float, float]]:
    """How long each bid takes, and each hand until it begins to land and until the next question."""
    page = slow_page(browser)
    with page.expect_response("**/alone"):  # the rules for scores on the phone
        page.goto(url)
    for number in range(hands):
        page.wait_for_timeout(SETTLED)
        page.get_by_role("radio", name=OTHERS[number % 2], exact=True).tap()
        page.wait_for_timeout(FINGER)
        (bid,) = tap_times(page.get_by_role("radio", name=str(BID), exact=True), "#hand .go")  # it records the bid
        page.get_by_role("radiogroup", name="Last trick").get_by_role("radio").first.tap()
        page.locator("[name^=captured-]").first.fill(str(CAPTURED))
        page.wait_for_timeout(PREVIEWED)
        hand, question = tap_times(page.get_by_role("button", name="Save hand"), "[data-landing]", "#bid .go")
        yield bid, hand, question
    page.context.close()


def tap_times(what: Locator, *selectors: str) -> list[float]:
    """Milliseconds from a tap on this to the first frame with each of these elements."""
    page = what.page
    page.evaluate("(selectors) => { window.follows = selectors.map(shown) }", selectors)
    what.tap()
    return list(page.evaluate("Promise.all(follows).then((all) => all.map((at) => at - finger))"))
