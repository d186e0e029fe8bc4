"""How many bytes a phone loads to see a scoreboard, with an evening's hands played by each rule set."""

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.rules.presets import PRESETS
from scorekeeper.settings import Settings
from scorekeeper.storage.db import close, db
from scorekeeper.storage.upgrade import upgrade
from tests.html import Page
from tests.person import Person

from .load import goal

EVENING, KB = 12, 1000
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo")
HTML, ALONE, FIRST_LOAD = 14_700, 2_000, 55_000  # bytes; the last compressed, without htmx


def goals() -> Iterator[str]:
    """Yield what the largest scoreboard weighs, and what is loaded with one."""
    with tempfile.TemporaryDirectory(prefix="rook-bench-") as place:
        app = create_app(Settings(instance=Path(place)))
        with app.app_context():
            upgrade(db.engine, Path(place))
        boards = {
            f"{rules}, {due} due": board
            for rules, preset in PRESETS.items()
            if preset.rules.sides != "rotating_partners"  # which end before
            for due, board in zip(("bid", "hand"), _boards(Person(app), rules), strict=True)
        }
        sizes = {name: len(board.html.encode()) for name, board in boards.items()}
        largest = max(sizes, key=sizes.__getitem__)
        yield goal(f"KB of the largest scoreboard of {EVENING} hands ({largest})", sizes[largest] / KB, HTML / KB)
        alone = max(len(board.one("#scoreboard").attrs["data-alone"].encode()) for board in boards.values())
        yield goal("KB of a scoreboard for going on without the server", alone / KB, ALONE / KB)
        linked, kept = loaded_with(app, boards[largest])
        yield goal("KB of a first load, compressed", linked / KB, FIRST_LOAD / KB)
        yield goal("the same with all that a phone keeps to open without a network", kept / KB, FIRST_LOAD / KB)
        with app.app_context():
            close()


def _boards(phone: Person, rules: str) -> tuple[Page, Page]:
    """The scoreboard after an evening of hands that the bidder's side takes, each in turn, so that no one wins."""
    players = NAMES[: PRESETS[rules].rules.players]
    game = phone.start_game(players[0], players, rules, target=1_000_000)
    for hand in range(EVENING):
        _bid(phone, rules, hand % len(players))
        _take_everything(phone, rules, hand % len(players))
    bid_due = phone.open(game)
    assert len(bid_due.all("table.hands .why")) == EVENING
    _bid(phone, rules, 0)
    return bid_due, phone.open(game)


def _bid(phone: Person, rules: str, bidder: int) -> None:
    """A bid in the middle of those allowed, with the player across where a partner is called."""
    ruleset = PRESETS[rules].rules
    across = NAMES[_across(rules, bidder)]
    called = {"Partner": across} if ruleset.sides == "called_partner" else {}
    middle = str(ruleset.bids[len(ruleset.bids) // 2])
    answer = phone.tap("Record bid", {"Bidder": NAMES[bidder], "Bid": middle} | called)
    assert answer.status == 303, answer.page.text


def _take_everything(phone: Person, rules: str, bidder: int) -> None:
    form = phone.form("Save hand")
    counts = {name: "0" for name in form.sent if name.startswith("captured-")}
    taker = next(player for player in (bidder, _across(rules, bidder)) if f"captured-{player}" in counts)
    counts[f"captured-{taker}"] = str(PRESETS[rules].rules.card_total)
    tricks = {name: str(taker) for name in ("last_trick", "most_tricks") if phone.page.all(f"#hand [name={name}]")}
    phone.last = phone.send(form.action, form.sent | counts | tricks)
    assert phone.last.status == 303, phone.page.text


def _across(rules: str, player: int) -> int:
    return (player + 2) % PRESETS[rules].rules.players


def loaded_with(app: Flask, board: Page) -> tuple[int, int]:
    """The bytes of a page as they are sent, with the files that it names, and with those that a phone keeps."""
    phone = Person(app)
    static = str(board.one("link[rel=stylesheet]").attrs["href"]).rpartition("/")[0]
    tags = (tag.attrs.get("href") or tag.attrs.get("src") or "" for tag in board.all("head link, head script"))
    named = {address.removeprefix(f"{static}/") for address in tags if address.startswith(static)}
    (kept,) = re.findall('FILES = "([^"]*)"', phone.get("/worker.js").body.decode())

    def sent(names: set[str]) -> int:
        files = (phone.web.get(f"{static}/{name}", headers={"Accept-Encoding": "gzip"}) for name in names)
        return len(gzip.compress(board.html.encode())) + sum(len(file.data) for file in files)

    return sent(named), sent(set(kept.split()))
