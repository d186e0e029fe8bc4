"""Plays scenarios of a phone that its server does not answer: taps, what becomes of the network, and what is seen.

A line of a scenario is `step · step → sight · sight`. Its name may end in brackets: the ways in which the server is
out of reach (WAYS; the first is the usual one, the others are marked), or a kind of `everywhere`. Words in quotes are a
page's. What begins with a capital is a button; `Ann 100/60` is a hand, of which Ann & Cal captured 60, `Ann 100` its
bid alone, and `/60` its count alone. An unknown word fails, and so does a scenario that does not end with a sight.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.person import SIDES, Person
from tests.tiers import KINDS

from . import offline
from .phone import Phone, never_answers
from .storage import STORE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

FOLDER = Path(__file__).parent / "scenarios"
DOT = re.compile(r' · (?=(?:[^"]*"[^"]*")*[^"]*$)')  # not in quotes
HAND = r"(?:([A-Z]\w+) (\d+))?(?:/(\d+))?"
ENTRIES = "**/{bid,hands,misdeal,passed-out,undo,alone/meet}"
Verbs = dict[str, Callable[..., object]]
BRING_A_BOARD = ("Undo", "Redo", "Misdeal", "Everyone passed")


def hotel(_environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/html")])
    return [b"<!doctype html><h1>Welcome to our hotel</h1>"]


@dataclass(frozen=True)
class Way:
    """How the server is out of reach, and how it comes back."""

    away: Callable[[Phone], object]
    back: Callable[[Phone], object]
    how: dict[str, Any] | None = None
    says: str = "net::ERR_"
    """What a browser complains of then."""


def asks_again(phone: Phone) -> None:
    phone.page.evaluate("() => { dispatchEvent(new Event('online')) }")


def is_full(phone: Phone) -> None:
    """The server's disk has no room for another entry."""
    fault = {"Scorekeeper": "1", "HX-Reswap": "none", "HX-Trigger": '{"scorekeeper:fault": "The disk is full."}'}
    phone.context.route(ENTRIES, lambda route: route.fulfill(status=503, headers=fault))


def come_back(phone: Phone) -> None:
    phone.server.stop()
    phone.finds_server()


def unroute(phone: Phone) -> None:
    phone.context.unroute_all(behavior="ignoreErrors")
    asks_again(phone)


WAYS = {
    "stopped": Way(lambda phone: phone.server.stop(), come_back),
    "no CDN": Way(lambda phone: phone.server.stop(), come_back, {"cdn": never_answers}),
    "offline": Way(lambda phone: phone.context.set_offline(True), lambda phone: phone.context.set_offline(False)),
    "answers lost": Way(lambda phone: offline.store_and_lose(phone, ENTRIES), unroute),
    "entries lost": Way(lambda phone: phone.context.route(ENTRIES, lambda route: route.abort()), unroute),
    "another server": Way(
        lambda phone: phone.server.let_another_answer(hotel), come_back, says="Another server answered"
    ),
    "disk full": Way(is_full, unroute, says="503"),
    "in reach": Way(lambda _: None, asks_again),
}


@dataclass(frozen=True)
class Scenario:
    """What a file of scenarios says: the lines are steps, and sights after them."""

    name: str
    ways: tuple[str, ...]
    kind: str
    lines: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def scenarios(file: Path) -> Iterator[Scenario]:
    """Yield those of a file. AssertionError says what is no scenario."""
    usual = "stopped"
    for part in re.split(r"\n\n+", file.read_text(encoding="utf-8").strip()):
        said = [line for line in part.splitlines() if not line.startswith("#")]
        if len(said) == 1 and said[0].startswith("["):
            usual = said[0].strip("[]")
        elif said:
            yield read(said, usual)


def read(said: list[str], usual: str = "stopped") -> Scenario:
    found = re.fullmatch(r"(\S[^\[]*?)(?: \[(.+)\])?", said[0])
    assert found, f"no name: {said[0]}"
    name, brackets = found[1], [each.strip() for each in (found[2] or "").split(",") if each]
    ways, kinds = [each for each in brackets if each in WAYS], [each for each in brackets if each in KINDS]
    assert len(ways) + len(kinds) == len(brackets), f"{name}: neither ways nor a kind: {brackets}"
    lines = tuple(_line(line) for line in said[1:])
    both = [(verbs, each) for line in lines for verbs, said in zip((STEPS, SIGHTS), line, strict=True) for each in said]
    unknown = [each for verbs, each in both if not _of(verbs, each)]
    assert not unknown, f"{name}: unknown {unknown}"
    assert any(sights for _, sights in lines[-1:]), f"{name}: nothing is seen in the end"
    return Scenario(name, tuple(ways or [usual]), "".join(kinds), lines)


def _line(line: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    assert line.startswith("  "), f"not indented: {line}"
    steps, _, sights = line.strip().partition("→")
    return _parts(steps), _parts(sights)


def _parts(said: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in DOT.split(f" {said.strip()} ") if each.strip())


def rows() -> Iterator[Any]:
    """Yield a case for each scenario and way; the first way of a scenario that has no kind is not marked."""
    for file in sorted(FOLDER.glob("*.txt")):
        for scenario in scenarios(file):
            for place, way in enumerate(scenario.ways):
                kind = scenario.kind or ("way" if place else "")
                marks = [pytest.mark.everywhere(kind)] if kind else []
                yield pytest.param(scenario, WAYS[way], id=f"{file.stem}: {scenario.name}, {way}", marks=marks)


class Player:
    """Plays one scenario on a phone, and as somebody else who keeps the same game."""

    def __init__(self, new_phone: Callable[..., Phone], way: Way):
        self.new_phone, self.way = new_phone, way
        self.pages: list[Phone] = []
        self.phone: Phone
        self.game = ""
        self._other: Person | None = None

    def play(self, scenario: Scenario) -> None:
        for steps, sights in scenario.lines:
            for each in steps:
                self.do(STEPS, each)
            for each in sights:
                self.do(SIGHTS, each)

    def do(self, verbs: Verbs, said: str) -> None:
        does, words = _of(verbs, said) or (None, ())
        assert does, said
        try:
            does(self, *words)
        except Exception as error:
            error.add_note(f"at: {said}")
            raise

    @property
    def other(self) -> Person:
        if not self._other:
            self._other = Person(self.phone.server.app)
            self._other.open(self.game)
        return self._other

    # Steps.

    def table(self, kept: str | None, target: str | None, rules: str | None) -> None:
        begin = offline.installed if kept else offline.at_table
        game = {"target": target and int(target), "rules": rules or "original"}
        self.phone = begin(self.new_phone, how=self.way.how, **game)
        self.phone.expects(self.way.says)
        self.phone.page.evaluate("window.stillHere = true")
        self.pages, self.game = [self.phone], self.phone.path

    def hand(self, bidder: str | None, bid: str, captured: str | None) -> None:
        if bidder:
            self.phone.record_bid(bidder, int(bid))
            self.sees_button(None, "Save hand")
        if captured:
            self.phone.record_hand(SIDES[0], int(captured), last_trick=SIDES[0])
        if bidder and captured:
            expect(self.phone.page.locator("#hand")).to_have_count(0)

    def tap(self, name: str) -> None:
        if name in BRING_A_BOARD:
            self.phone.redeal(name)
        else:
            self.phone.tap("button", name.strip('"'))

    def call_time(self, button: str) -> None:
        """Long before the end it is in "Something else…"."""
        self.phone.open_rare()
        self.phone.tap("link", "Call time")
        self.phone.tap("button", button)

    def others_hand(self, bidder: str | None, bid: str, captured: str | None) -> None:
        self.other.open(self.other.last.path)
        if bidder:
            self.other.record_bid(bidder, int(bid))
        if captured:
            self.other.record_hand(int(captured))

    def others_tap(self, name: str, typed: str | None) -> None:
        self.other.tap(name, dict(re.findall(r"([^=,]+) = ([^,]+)(?:, )?", typed or "")))

    def others_open(self, place: str) -> None:
        self.other.open(self.other.last.path + ("/settings" if place == "settings" else ""))

    def open(self, place: str) -> None:
        self.phone.open({"game": self.game, "blank": "about:blank"}.get(place, place.replace("game", self.game)))

    def type(self, points: str, side: str | None) -> None:
        self.phone.page.get_by_label(f"Captured by {side or SIDES[0]}").fill(points)

    def turn(self, number: str) -> None:
        if int(number) > len(self.pages):
            self.pages.append(offline.second_page(self.phone))
        self.phone = self.pages[int(number) - 1]

    # Sights.

    def sees_text(self, times: str | None, text: str) -> None:
        shown = self.phone.page.get_by_text(text).filter(visible=True)
        if times:
            expect(shown).to_have_count(0 if times == "no" else int(times.removesuffix(" ×")))
        else:
            expect(shown.first).to_be_visible()

    def sees_button(self, how: str | None, name: str) -> None:
        shown = self.phone.page.get_by_role("button", name=name, exact=True, include_hidden=bool(how))
        if how == "no":
            expect(shown).to_have_count(0)
        else:
            expect(shown.first).to_be_visible(visible=not how)

    def sees_part(self, no: str | None, part: str, text: str | None) -> None:
        shown = self.phone.page.locator({"sheet": "#meeting", "late": ".late"}[part])
        if no:
            expect(shown).to_have_count(0)
        else:
            expect(shown).to_be_visible()
            expect(shown).to_contain_text(text or "")

    def sees_count(self, *counted: str | None) -> None:
        for side, points in zip(SIDES, counted, strict=True):
            if points is not None:
                expect(self.phone.page.get_by_label(f"Captured by {side}")).to_have_value(points)

    def sees_chosen(self, no: str | None, name: str) -> None:
        chosen = self.phone.page.locator(".questions label:has(input:checked)").filter(has_text=name)
        expect(chosen).to_have_count(0 if no else 1)

    def sees_page(self, which: str) -> None:
        if which == "another":
            self.phone.page.wait_for_function("() => !window.stillHere")
            self.phone.keeps_taps()
        else:
            assert self.phone.page.evaluate("window.stillHere === true")

    def stored(self, named: str) -> None:
        assert offline.hands(self.phone) == ([] if named == "nothing" else named.split(", "))

    def sees_games(self, count: str) -> None:
        """As somebody who opens the club's list of games."""
        found = re.findall(r"/games/[0-9a-f-]{36}", Person(self.phone.server.app).open("/games").html)
        assert len(set(found)) == int(count)

    def complained(self, words: str) -> None:
        self.phone.wait_until(lambda: any(words in said for said in self.phone.complaints))


def _has(place: str) -> Callable[[Player, str], None]:
    return lambda self, text: expect(self.phone.page.locator(place)).to_have_text(text)


STEPS: Verbs = {
    r"(installed )?table(?: to (\d+))?(?: by (\S+))?": Player.table,
    HAND: Player.hand,
    r'([A-Z][^"\d]*|"[^"]+")': Player.tap,
    r"try (.+)": lambda self, name: self.phone.tap("button", name),
    r"press (.+)": lambda self, name: self.phone.page.get_by_role("button", name=name, exact=True).press("Enter"),
    r"call time (.+)": Player.call_time,
    r"follow (.+)": lambda self, name: self.phone.page.get_by_role("link", name=name).first.tap(),
    r"away": lambda self: self.way.away(self.phone),
    r"back": lambda self: self.way.back(self.phone),
    rf"other {HAND}": Player.others_hand,
    r'other ([A-Z][^"\d:]*)(?:: (.+))?': Player.others_tap,
    r"other open (game|settings)": Player.others_open,
    r"open (game\S*|/\S*|blank)": Player.open,
    r"reopen(?: (/\S*))?": lambda self, path: offline.reopen(self.phone, path or ""),
    r"page (\d)": Player.turn,
    r"type (\d+)(?: by (.+))?": Player.type,
    r"choose (Bidder|Bid|Last trick|Most tricks|Who reneged\?) (.+)": lambda self, *chosen: self.phone.choose(*chosen),
    r"check (.+)": lambda self, label: self.phone.page.get_by_label(label).tap(),
    r"unfold (Renege)": lambda self, part: self.phone.open_part(part),
    f"store ({'|'.join(STORE)})": lambda self, what: self.phone.page.evaluate(STORE[what]),
    r"no session": lambda self: self.phone.context.clear_cookies(),
    r'may say "([^"]+)"': lambda self, words: self.phone.expects(words),
}
SIGHTS: Verbs = {
    r"unsent (\d+)": lambda self, count: offline.unsent(self.phone, int(count)),
    r"([−\d,]+) : ([−\d,]+)": lambda self, *totals: self.phone.sees_totals(*totals),
    r"stored (.+)": Player.stored,
    r'(?:(no|\d+ ×) )?"([^"]+)"': Player.sees_text,
    r"(?:(no|folded) )?([A-Z].*)": Player.sees_button,
    r'(no )?(sheet|late)(?: "([^"]+)")?': Player.sees_part,
    r'head "([^"]+)"': _has("h1"),
    r'told "([^"]+)"': _has("#told"),
    r'waits "([^"]+)"': lambda self, text: expect(self.phone.page.locator("#unsent")).to_contain_text(text),
    r"rows (\d+)": lambda self, count: expect(self.phone.page.locator("tr.unsent")).to_have_count(int(count)),
    r"count (\d+)(?: : (\d+))?": Player.sees_count,
    r"(not )?chosen (.+)": Player.sees_chosen,
    r"(same|another) page": Player.sees_page,
    r"another game": lambda self: expect(self.phone.page).not_to_have_url(re.compile(f"{self.game}$")),
    r"(\d) games": Player.sees_games,
    r"keeps": lambda self: self.phone.keeps_taps(),
    r"other's game": lambda self: expect(self.phone.page).to_have_url(re.compile(f"{self.other.last.path}$")),
    r"kept (game|/\S*)": lambda self, path: self.phone.page.evaluate(
        offline.KEPT, path.replace("game", self.phone.path)
    ),
    r'complained "([^"]+)"': Player.complained,
}


def _of(verbs: Verbs, said: str) -> tuple[Callable[..., object], tuple[str | None, ...]] | None:
    """Return the verb that these words are, and what they say of it."""
    found = ((does, re.fullmatch(pattern, said)) for pattern, does in verbs.items())
    return next(((does, words.groups()) for does, words in found if words), None)
