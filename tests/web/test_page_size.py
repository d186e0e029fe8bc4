"""What a phone loads to see the scoreboard."""

import gzip
import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import db
from scorekeeper.usecases import permissions
from scorekeeper.usecases.form_version import Submission
from scorekeeper.usecases.game import new_game, recording
from scorekeeper.usecases.game.scoreboard import scoreboard
from tests.person import Person

from .scripts import SCRIPTS, with_imported

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Flo")

HTML, FIRST_LOAD = 14_700, 60_000  # bytes: as it is read, and as all of it is sent, htmx apart
ALONE = 2_000  # bytes of a page that are there for going on without the server
EVENING = 12


@pytest.fixture
def evening(phone: Person) -> str:
    """A game of twelve hands, each side losing its bid in turn."""
    game = phone.start_game()
    phone.open(game)
    for hand in range(EVENING):
        phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)
    return game


@pytest.mark.parametrize("due", ["bid", "hand"])
def test_a_scoreboard_of_twelve_hands_stays_light(phone: Person, evening: str, due: str) -> None:
    if due == "hand":
        phone.open(evening)
        phone.record_bid("Ann", 120)
    page = phone.open(evening)
    assert page.text.count("set back 120") == EVENING
    assert len(page.html.encode()) <= HTML


@pytest.mark.slow
@pytest.mark.parametrize("due", ["bid", "hand"])
@pytest.mark.parametrize("rules", [key for key, preset in PRESETS.items() if preset.rules.sides != "rotating_partners"])
def test_a_scoreboard_of_twelve_hands_by_any_rules_stays_light(phone: Person, rules: str, due: str) -> None:
    """Changing partners are done after twelve hands."""
    with phone.app.app_context():
        club, names = permissions.club_id(), NAMES[: PRESETS[rules].rules.players]
        game = new_game.start_game(club, uuid4(), rules, names, 0, target=1_000_000)
        for hand in range(EVENING):
            middle_bid(club, game, hand % len(names))
            take_everything(club, game)
        if due == "hand":
            middle_bid(club, game, 0)
        db.session.remove()
    page = phone.open(f"/games/{game}")
    assert len(page.all("table.hands a[aria-label]")) == EVENING
    assert page.has_button("Save hand") is (due == "hand")
    assert len(page.html.encode()) <= HTML


def middle_bid(club: int, game: UUID, bidder: int) -> None:
    """A bid in the middle of those allowed, with the player across where the rules know partners."""
    board = scoreboard(club, game)
    called = board.rules.sides == "called_partner"
    entered = Hand(
        bidder=bidder,
        bid=board.rules.bids[len(board.rules.bids) // 2],
        partners=((bidder + 2) % board.rules.players,) if called else None,
    )
    recording.record_bid(club, game, Submission(uuid4(), board.version), entered)


def take_everything(club: int, game: UUID) -> None:
    """The bidding side takes everything, last trick and most tricks too: each in turn, so that no one wins."""
    board = scoreboard(club, game)
    assert board.contract is not None
    taker = next(side.number for side in board.contract.sides if side.has_bid)
    captured = {side.number: board.rules.card_total if side.has_bid else 0 for side in board.contract.sides}
    tricks: dict[str, Any] = {
        question: taker for question in ("last_trick", "most_tricks") if question in board.required_fields
    }
    entered = Hand(captured=captured, **tricks)
    recording.record_hand(club, game, Submission(uuid4(), board.version), entered)


def test_a_first_load_stays_light(phone: Person, evening: str) -> None:
    page = phone.open(evening)
    tags = [tag.attrs.get("href") or tag.attrs.get("src") or "" for tag in page.all("head link, head script")]
    addresses = [address for address in tags if address.startswith("/static/")]
    folder = addresses[0].rpartition("/")[0]
    named = {address.removeprefix(f"{folder}/") for address in addresses}
    loaded = (named - SCRIPTS.keys()) | with_imported(named & SCRIPTS.keys())
    sent = [phone.web.get(evening, headers={"Accept-Encoding": "gzip"}).data]
    sent += [phone.web.get(f"{folder}/{name}", headers={"Accept-Encoding": "gzip"}).data for name in sorted(loaded)]
    assert gzip.decompress(sent[0]).startswith(b"<!doctype html>")
    assert sum(map(len, sent)) <= FIRST_LOAD


@pytest.mark.parametrize("due", ["bid", "hand"])
def test_what_a_page_carries_to_go_on_without_the_server_stays_light(phone: Person, evening: str, due: str) -> None:
    if due == "hand":
        phone.open(evening)
        phone.record_bid("Ann", 120)
    (board,) = phone.open(evening).all("#scoreboard")
    assert len(board.attrs["data-alone"].encode()) <= ALONE


def test_with_all_that_it_keeps_to_open_without_a_network_a_phone_loads_little(phone: Person, evening: str) -> None:
    static = phone.open(evening).all("link[rel=stylesheet]")[0].attrs["href"].rpartition("/")[0]
    kept = re.search('FILES =\\s*"([^"]*)"', phone.get("/worker.js").body.decode())
    assert kept
    sent = [evening, *(f"{static}/{name}" for name in kept[1].split())]
    assert sum(len(phone.web.get(path, headers={"Accept-Encoding": "gzip"}).data) for path in sent) <= FIRST_LOAD
