"""A phone in another engine, and the few things that people do with it."""

import base64
import json

from tests.browser.server import Server

from .drivers import ELEMENT, Driver, until

# A person scrolls what lies below the pinned button; a driver taps where it is.
UNCOVER = """const [one] = arguments, box = one.getBoundingClientRect();
const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
if (!one.contains(seen)) one.scrollIntoView({ block: "center" });"""
IS_LOADED = "return !window.isOld && document.readyState === 'complete'"


def quoted(words: str) -> str:
    """Words as XPath has them."""
    return json.dumps(words, ensure_ascii=False)


class EnginePhone:
    """What people tap and see, by its words."""

    def __init__(self, driver: Driver, server: Server):
        self.driver, self.server, self.js = driver, server, driver.js

    def open(self, path: str = "/") -> None:
        self.driver.send("Navigate", url=self.server.address + path)

    def reload(self) -> None:
        """As a person does: a driver's own way restores no fields."""
        self.js("window.isOld = true; location.reload()")
        until(lambda: self.js(IS_LOADED))

    @property
    def path(self) -> str:
        return str(self.js("return location.pathname"))

    def tap(self, name: str) -> None:
        """Taps what is called so, and can be seen."""
        self._tap(f"//*[self::button or self::a or self::summary][normalize-space(.)={quoted(name)}]")

    def choose(self, group: str, option: str) -> None:
        if group == "Last trick":
            until(lambda: self.js("return !!document.querySelector('#hand')"))
            self.js(
                "let one = document.querySelector('details.trick');"
                "for (; one; one = one.parentElement.closest('details')) one.open = true"
            )
        here = f"//fieldset[legend[normalize-space(.)={quoted(group)}]]"
        self._tap(f"{here}//label[{quoted(option)}=normalize-space(.) or {quoted(option)}=normalize-space(strong)]")

    def _tap(self, xpath: str) -> None:
        until(lambda: self._tapped(xpath))

    def _tapped(self, xpath: str) -> bool:
        self.driver.shows_everything_as_on_a_phone()
        for found in self.driver.find(xpath):
            if self.driver.send("IsElementDisplayed", id=found):
                self.js(UNCOVER, {ELEMENT: found})
                self.driver.send("ElementClick", id=found)
                return True
        return False

    def type(self, label: str, text: str) -> None:
        named = quoted(label)
        xpath = f"//label[starts-with(normalize-space(.), {named})]//*[self::input or self::textarea]"
        found = until(lambda: self.driver.find(f"{xpath} | //input[@aria-label={named}]"))
        self.driver.send("ElementSendKeys", id=found[0], text=text)

    def sees(self, selector: str, *texts: str) -> None:
        """Waits until the elements of this selector have these words."""
        look = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())"
        until(lambda: self.js(look, selector) == [*texts])

    def sees_text(self, text: str) -> None:
        until(lambda: text in self.js("return document.body.innerText"))

    def is_sent(self) -> None:
        until(lambda: self.js("return document.querySelector('#unsent')?.checkVisibility() !== true"))

    def is_alone(self) -> None:
        """Waits until the page says so: a notice that comes under a finger takes no tap for a moment."""
        look = "return !!document.querySelector('#unreached') && !document.documentElement.dataset.rests"
        until(lambda: self.js(look))

    def keeps_game(self) -> None:
        """Waits until it can go on without the server."""
        ready = "return !!window.htmx && document.documentElement.dataset.keeps === 'taps'"
        until(lambda: self.js(f"{ready} && !!document.querySelector('#scoreboard[data-alone]')"))

    def chosen(self) -> list[str]:
        """The names and values of what is chosen in the question."""
        look = "return [...document.querySelectorAll('.questions :checked')].map((one) => `${one.name}=${one.value}`)"
        found: list[str] = self.js(look)
        return found

    # What a table does.

    def start_game(self, rules: str = "Original partnership") -> None:
        """By rules for four."""
        self.open("/games/new")
        self.choose("How many play", "4")
        self.choose("Rules", rules)
        for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1):
            self.type(f"Player {seat}", name)
        self.tap("Start game")
        until(lambda: "/games/new" not in self.path)
        self.keeps_game()
        come = "performance.getEntriesByType('resource').some((one) => /alone$/.test(one.name) && one.responseEnd)"
        until(lambda: self.js(f"return {come}"))  # the rules, to go on alone by

    def record_bid(self, bidder: str, bid: int) -> None:
        until(lambda: self.js("return !!document.querySelector('#bid [aria-description]')"))
        self.choose("Bidder", bidder)
        self.choose("Bid", str(bid))  # which records both
        until(lambda: self.js("return !!document.querySelector('#hand')"))

    def count(self, side: str, points: int) -> None:
        """The bidding side captured so much, and this side took the last trick."""
        self.choose("Last trick", side)
        self.tap(str(points))

    def play(self, bidder: str, bid: int, points: int, last_trick: str = "Ann & Cal") -> None:
        self.record_bid(bidder, bid)
        self.count(last_trick, points)
        self.tap("Save hand")

    def sees_totals(self, *totals: str) -> None:
        self.sees("[data-total]", *totals)

    def sees_styles(self) -> None:
        links = "[...document.querySelectorAll('link[rel=stylesheet]')]"
        until(lambda: self.js(f"return {links}.every((one) => one.sheet) && document.readyState === 'complete'"))

    def picture(self) -> bytes:
        return base64.b64decode(self.driver.send("TakeScreenshot", full=False))
