"""The score sheet of a game wherever it is drawn, with all that a sheet can have, for people whom no layout likes."""

import json
from collections.abc import Iterator
from uuid import uuid4

from playwright.sync_api import expect

from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer.game_import import import_game
from tests.browser.phone import Phone
from tests.person import Person
from tests.record.games import document
from tests.web.steps import shown_links

from .people import TABLES


def hands(names: tuple[str, ...]) -> list[dict[str, object]]:
    """A made and a set bid, a misdeal, a renege, a penalty, and an adjustment: a total is below minus one thousand."""
    a, b, c, d = names[:4]
    return [
        {"bidder": c, "bid": 100, "captured": {a: 105}, "last_trick": a},
        {"outcome": "misdeal"},
        {"bidder": b, "bid": 95, "captured": {a: 45}, "last_trick": a},
        {"outcome": "renege", "bidder": b, "bid": 80, "captured": {a: 30}, "reneged_by": d},
        {"bidder": d, "bid": 120, "captured": {a: 120}, "last_trick": a, "fouls": [{"player": c, "kind": "table-talk"}],
         "adjustments": [{"player": b, "points": -1500, "reason": "a bet"}]},
    ]  # fmt: skip


def sheet_pages(phone: Phone) -> Iterator[str]:
    for of, names in TABLES.items():
        record = document(*hands(names), rules="original", players=list(names), id=str(uuid4()))
        with phone.server.app.app_context():
            game, _ = import_game(permissions.club_id(), json.dumps(record).encode())
        for page in ("", "/sheet", "/summary"):
            phone.open(f"/games/{game}{page}")
            yield f"{of}: {page or 'the board'}"
        if of != "one word each":  # a television has no room for words of forty letters
            phone.open(shown_links(Person(phone.server.app), f"/games/{game}/links")["watch"])
            yield f"{of}: the watch page"
            phone.tap("link", "Say yes for a side?")
            expect(phone.page.get_by_role("heading", name="Say yes for a side")).to_be_visible()
            yield f"{of}: how a phone that watches comes to say yes"
