"""A phone with a real browser, which notes everything that it complains of."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Error,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
)

from scorekeeper.web.security import HTMX_URL
from tests.patience import IN_BROWSER
from tests.person import TABLE, Person

from .prepare import HTMX_FILE
from .server import Server

SIZE: ViewportSize = {"width": 390, "height": 664}
SMALL: ViewportSize = {"width": 360, "height": 640}
TRACED = bool(os.environ.get("TRACED"))  # for Playwright's trace viewer, where a test fails
HOUSE = "rook.local"  # a name of the server in the house, which is no loopback address to the browser
BROKEN_OFF = ("net::ERR_", "Failed to fetch", "occurred when fetching the script")  # said of what did not come
NO_WORKER = "Service Worker registration blocked"
expect.set_options(timeout=IN_BROWSER)
RARE = (
    *("Misdeal", "Everyone passed", "Redeal with", "Give up the hand"),
    *("Penalty", "Renege", "Adjustment"),
)
SIDES = ("Ann & Cal", "Bob & Dee")
FORGET_TAP = "() => { try { sessionStorage.removeItem('last tap') } catch {} }"  # no page yet, or its cookies are off
Cdn = Callable[[Route], None]
KEEPS_GAME = """async () => {
  const isKept = () => new Promise((tell) => {
    const { table } = JSON.parse(document.querySelector("#scoreboard[data-alone]").dataset.alone)
    indexedDB.open("rook", 1).onsuccess = ({ target: { result: database } }) => {
      const games = database.transaction("games").objectStore("games")
      games.get(location.pathname).onsuccess = ({ target: { result: kept } }) => {
        database.close()
        tell(kept?.version && kept.table?.table === table && kept.table.game === location.pathname)
      }
    }
  })
  for (const end = Date.now() + IN_BROWSER; !(await isKept()); await new Promise((again) => setTimeout(again, 50)))
    if (Date.now() > end) throw new Error("the game is not kept")
}""".replace("IN_BROWSER", str(IN_BROWSER))


def answers(route: Route) -> None:
    """The CDN as it should be, where none is served (cdn.py)."""
    _send(route, HTMX_FILE.read_bytes())


def alters_a_byte(route: Route) -> None:
    content = HTMX_FILE.read_bytes()
    _send(route, content[:-1] + bytes([content[-1] ^ 1]))


def never_answers(route: Route) -> None:
    """The request stays open for as long as the page does."""


def _send(route: Route, content: bytes) -> None:
    headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "application/javascript"}
    route.fulfill(body=content, headers=headers)


class Phone:
    """One browser with its own cookies. `complaints` holds what a test has not said it expects.

    `new_context` is a browser's, or another function with the same options. A service worker takes an eighth of a
    test's time: only tests of pages that it keeps have one.
    """

    def __init__(
        self,
        new_context: Callable[..., BrowserContext],
        server: Server,
        *,
        javascript: bool = True,
        cdn: Cdn | None = None,
        service_worker: bool = False,
        **more: Any,
    ):
        self.server, self.javascript, self.complaints = server, javascript, list[str]()
        self.taps_record = javascript  # a bid; by our scripts, which an old browser does not run
        self.expected = [NO_WORKER]
        options: dict[str, Any] = {"viewport": SIZE, "is_mobile": True, "has_touch": True}
        options |= {"service_workers": "allow" if service_worker else "block"}
        options |= {"ignore_https_errors": True}  # of the CDN on this machine
        options |= {"reduced_motion": "reduce"}  # so that no color is looked at on its way to another
        self.context = new_context(base_url=server.address, java_script_enabled=javascript, **options | more)
        self.context.set_default_timeout(IN_BROWSER)
        if TRACED:
            self.context.tracing.start(screenshots=True, snapshots=True)
        if cdn:
            self.context.route(HTMX_URL, cdn)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("dialog", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        left_behind = request.failure == "net::ERR_ABORTED"  # the page went on before it came
        if not left_behind:
            self.complaints.append(f"{request.url}: {request.failure}")

    def _asked(self, question: Dialog) -> None:
        """A question that a test expects is answered with OK."""
        self.complaints.append(question.message)
        if any(words in question.message for words in self.expected):
            question.accept()
        else:
            question.dismiss()

    def expects(self, *complaints: str) -> None:
        """From here on the browser may complain, or the page may ask, in these words."""
        self.expected.extend(complaints)

    def leave_traces(self, folder: Path, name: str) -> None:
        """Writes what it shows, as a picture and as HTML, what it complained of, and how it came there (`TRACED`)."""
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(Error):  # a browser that is gone shows nothing
            self.page.screenshot(path=folder / f"{name}.png", timeout=IN_BROWSER / 4)
            (folder / f"{name}.html").write_text(self.page.content())
            if TRACED:
                self.context.tracing.stop(path=folder / f"{name}.zip")
        (folder / f"{name}.txt").write_text("\n".join([self.page.url, *self.complaints, ""]))

    def close(self) -> list[str]:
        """Ends it and answers what it complained of unexpectedly."""
        self.context.close()
        expected = [*self.expected, *(BROKEN_OFF if self.server.was_away else ())]
        return [said for said in self.complaints if not any(words in said for words in expected)]

    @property
    def path(self) -> str:
        """Where it is, on this server."""
        return self.page.url.removeprefix(self.server.address)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Waits for what no locator can expect."""
        until = monotonic() + IN_BROWSER / 1000
        while not holds():
            assert monotonic() < until, "It never came to that."
            self.page.wait_for_timeout(20)

    # What people do.

    def open(self, path: str = "/") -> None:
        """Goes to an address, as nobody does in the moment after a tap: no shield keeps its place."""
        self.page.evaluate(FORGET_TAP)
        self.page.goto(path, wait_until="domcontentloaded")

    def tap(self, role: Literal["button", "link"], name: str) -> None:
        control = self.page.get_by_role(role, name=name, exact=True)
        if name == "Add mine after":
            self.open_rare_way()
        for _ in range(IN_BROWSER // 2_000 if name.startswith(RARE) else 0):
            self.open_rare()
            with suppress(Error):  # another board came in between, with its own rare things folded away
                control.tap(trial=True, timeout=2_000)
                break
        control.tap()

    def open_rare_way(self) -> None:
        """Unfolds what is rare on the sheet about two phones, where it is not the only way."""
        expect(self.page.locator("#meeting")).to_be_visible()
        folded = self.page.locator("#meeting details:not([open]) summary")
        if folded.count():
            folded.tap()

    def open_rare(self) -> None:
        """Taps "Something else…", where it is folded away, on the board that the tap before brings."""
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        rare = self.page.locator("details", has=self.page.get_by_text("Something else…", exact=True))
        expect(rare).to_have_count(1)
        if rare.get_attribute("open") is None:
            rare.locator("summary").first.tap()

    def open_part(self, name: str) -> None:
        """Taps a part of "Something else…"; the form is loaded again with its fields, where it had none yet."""
        expect(self.page.locator("#hand")).to_be_attached()  # the question before has rare things, too
        self.open_rare()
        self.page.locator("#hand .rare").locator("> button, > details:not([open]) > summary", has_text=name).tap()
        opened = self.page.locator("#hand .rare > details[open]", has=self.page.locator("summary", has_text=name))
        expect(self.page.locator(".who") if name == "Renege" else opened).to_be_visible()

    def penalty(self, player: str) -> None:
        """Notes table talk, in the part of the page that asks for it; without a script in a list for each player."""
        if self.javascript:
            self.page.locator(".part").get_by_role("button", name=player, exact=True).tap()
            expect(self.page.locator(".noted")).to_contain_text(f"Table talk by {player}")
        else:
            self.page.get_by_label(f"Table talk by {player}").select_option("1")

    def unfold(self, name: str) -> None:
        """Taps the name of a folded part of the board."""
        expect(self.page.locator("summary", has_text=name)).to_be_attached()
        if self.page.locator("details .rare summary", has_text=name).count():
            self.open_rare()
        self.page.locator("summary", has_text=name).tap()

    def tap_more(self, role: Literal["button", "link"], name: str) -> None:
        """Taps something that the first page has folded away."""
        self.page.locator("#more summary").tap()
        self.tap(role, name)

    def tap_setting(self, name: str) -> None:
        """Taps a link in the settings of the club, from its first page."""
        self.tap_more("link", "Settings")
        self.tap("link", name)

    def choose(self, group: str, option: str) -> None:
        if group == "Last trick":
            self.open_last_trick()
        self.page.get_by_role("radiogroup", name=group).get_by_role("radio", name=option, exact=True).tap()

    def choose_by_key(self, option: str) -> None:
        """As one does without a finger: it records no bid."""
        self.page.get_by_role("radio", name=option, exact=True).press("Space")

    def open_last_trick(self) -> None:
        """Asks for it where it scores nothing; a tap that comes with the board before it is shown opens nothing."""
        expect(self.page.locator("#hand")).to_be_attached()
        folded = self.page.locator("details.trick:not([open]) > summary")
        if folded.count():
            if self.page.locator("details details.trick").count():
                self.open_rare()
            folded.tap()

    def choose_rules(self, key: str) -> None:
        """Says for a new game how many play, which brings their rules, and taps the description of these."""
        rules = self.page.locator(f"input[name=rules][value='{key}']")
        self.choose("How many play", rules.get_attribute("data-players") or "")
        if not rules.is_visible():
            self.page.get_by_text("Other rules").tap()
        rules.tap()

    def start_game(
        self, dealer: str = "Ann", names: tuple[str, ...] = TABLE, rules: str = "original", target: int | None = None
    ) -> Person:
        """Opens a game that somebody else has started, and answers who it was, to play on with while no one looks."""
        other = Person(self.server.app)
        self.open(other.start_game(dealer, names, rules=rules, target=target))
        return other

    def fill_in_new_game(
        self, dealer: str, names: tuple[str, ...] = TABLE, rules: str = "original", target: int | None = None
    ) -> None:
        """From the first page to the first bid."""
        self.open()
        self.tap("link", "New game")
        self.choose_rules(rules)
        for seat, name in enumerate(names, 1):
            self.page.get_by_label(f"Player {seat}", exact=True).fill(name)
        if target:
            self.page.get_by_label("Play to").fill(str(target))
        self.page.get_by_role("radio", name="deals first").nth(names.index(dealer)).tap()
        self.tap("button", "Start game")
        expect(self.page.get_by_role("button", name="Record bid")).to_be_visible()

    def record_bid(self, bidder: str, bid: int) -> None:
        """By the tap that completes who and how much; in a form that came filled, or with no script, by its button."""
        expect(self.page.locator("#bid")).to_be_attached()
        is_blank = self.taps_record and not self.page.locator("#bid :is([name=bidder], [name=bid]):checked").count()
        if is_blank:
            expect(self.page.locator("#bid [aria-description]").first).to_be_attached()
        self.choose("Bidder", bidder)
        self.choose("Bid", str(bid))
        if not is_blank:
            self.tap("button", "Record bid")

    def record_hand(self, side: str, captured: int, last_trick: str) -> None:
        """Types what one side captured; the other takes the rest."""
        self.choose("Last trick", last_trick)
        self.page.get_by_label(f"Captured by {side}").fill(str(captured))
        self.previewed()
        self.tap("button", "Save hand")

    def previewed(self) -> None:
        """Waits for what the hand would score, which moves the button below it; an old browser never says it."""
        if self.javascript:
            with suppress(AssertionError):
                expect(self.page.locator("#preview")).not_to_be_empty(timeout=3_000)

    def redeal(self, button: str = "Misdeal") -> None:
        """Taps Misdeal or Everyone passed, and waits for the board after it, which asks the same question again."""
        board = self.page.locator("#scoreboard").element_handle()
        self.tap("button", button)
        board.wait_for_element_state("hidden")

    def wait_for_htmx(self) -> None:
        """Until htmx has come and has read the page; from here on it sends the forms."""
        self.page.evaluate("""() => new Promise((come, fail) => {
          setTimeout(() => fail(new Error("htmx did not come")), 60000);
          (function look() { window.htmx ? setTimeout(come, 30) : setTimeout(look, 10) })();
        })""")

    def keeps_taps(self) -> None:
        """From here on it keeps what is tapped until the server has it."""
        expect(self.page.locator('html[data-keeps="taps"]')).to_have_count(1)

    def keeps_game(self) -> None:
        """From here on it can go on with the game on the page without the server."""
        expect(self.page.locator('html[data-keeps="taps"] #scoreboard[data-alone]')).to_have_count(1)
        self.page.evaluate(KEEPS_GAME)

    def finds_server(self) -> None:
        """The server is back, and this phone learns it at once: it need not wait until it would have tried again."""
        self.server.start()
        self.page.evaluate("() => { dispatchEvent(new Event('online')) }")

    def sees_totals(self, first: str, second: str) -> None:
        for side, total in zip(SIDES, (first, second), strict=True):
            expect(self.page.locator(f'[data-total="{side}"]')).to_have_text(total)
