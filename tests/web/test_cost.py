"""What strangers may send costs little: two seconds of CPU, and an answer no longer than what came and a page."""

import json
import logging
import random
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.record import parse, record_id
from scorekeeper.rules import possible_counts
from scorekeeper.usecases import house_rules, permissions
from scorekeeper.usecases.game.new_game import WantedGame, start_game
from tests.html import Page
from tests.patience import Stopwatch
from tests.person import Answer, Person
from tests.record.games import MADE, record_bytes
from tests.usecases.club_files import packed

from .files import multipart
from .phones_apart import entry, run, tell

pytestmark = pytest.mark.sqlite("what Python takes is measured")
logger = logging.getLogger(__name__)
CPU = 2.0  # seconds
PAGE = 500_000  # characters
STRANGE: dict[str, Any] = {"base": "original", "target": None, "hand_limit": 10_000}
TABLE = ["Ann", "Bob", "Cal", "Dee"]


@contextmanager
def little_work(where: str) -> Iterator[None]:
    """Whatever was searched before is forgotten: a stranger's file is a new one each time."""
    for found in (possible_counts.can_be_captured, possible_counts._sums):
        found.cache_clear()
    with Stopwatch() as watch:
        yield
    logger.info("%s: %.2f s", where, watch.seconds)
    assert watch.seconds < CPU, where


def right_but_hard(hands: int) -> bytes:
    """A record that is right, of fourteen odd worths, with nearly as many points as are looked through."""
    odd = random.Random(14)
    worths = {str(rank): odd.randrange(1, 1_700) | 1 for rank in range(1, 15)}
    rules = {"base": "five-handed", "bid_step": 1, "counters": worths, "target": None, "hand_limit": 10_000}
    players, cards = [*TABLE, "Eve"], [worth for worth in worths.values() for _ in range(4)]

    def hand() -> dict[str, Any]:
        captured = dict.fromkeys(players, 0)
        for card in cards:
            captured[odd.choice(players)] += card
        return {"bidder": "Ann", "bid": 130, "captured": captured, "last_trick": "Ann"}

    return record_bytes(*(hand() for _ in range(hands)), rules=rules, players=players)


def calls(bids: int) -> list[list[Any]]:
    seats = [TABLE[index % 4] for index in range(1, bids + 4)]
    return [[player, bid if bid <= bids else "pass"] for bid, player in enumerate(seats, 1)]


MILLIONS = STRANGE | {"bid_step": 1, "min_bid": 1, "counters": {str(rank): 1_000_000 for rank in range(1, 15)}}
CROWD = [f"a{number}" for number in range(70_000)]
FOUL = {"player": "Ann", "kind": "table-talk"}
ADJUSTED = {"player": "Ann", "points": 1, "reason": "&" * 4_900_000}
COSTLY: dict[str, Callable[[], bytes]] = {
    "hands that are hard to divide": lambda: right_but_hard(990),
    "a thousand hands": lambda: record_bytes(*[MADE] * 1_000, rules=STRANGE),
    "a thousand hands, nearly all after the end": lambda: record_bytes(*[MADE] * 1_000),
    "a hundred thousand fouls": lambda: record_bytes(*[MADE | {"fouls": [FOUL] * 99}] * 1_000, rules=STRANGE),
    "as many fouls as are stored": lambda: record_bytes(*[MADE | {"fouls": [FOUL] * 20}] * 1_000, rules=STRANGE),
    "an auction of 200,000 bids": lambda: record_bytes(MADE | {"auction": calls(200_000)}, rules=MILLIONS),
    "rules with millions of bids": lambda: record_bytes(
        {"auction": calls(20), "captured": {"Ann": 1_000_000}, "last_trick": "Ann"}, rules=MILLIONS
    ),
    "a table of 70,000": lambda: record_bytes(players=CROWD, starting_totals=dict.fromkeys(CROWD, 1)),
    "70,000 winners": lambda: record_bytes(players=CROWD, claimed_winners=CROWD),
    "290,000 rules": lambda: record_bytes(rules={"base": "original"} | {f"x{number}": 1 for number in range(250_000)}),
    "a reason of ampersands": lambda: record_bytes(MADE | {"adjustments": [ADJUSTED]}),
    "rules with a name of ampersands": lambda: record_bytes(MADE, rules_name="&" * 4_900_000),
    "notes of quotes": lambda: record_bytes(*[MADE | {"note": '"' * 500}] * 1_000, rules=STRANGE),
    "claims that are all wrong": lambda: record_bytes(
        *[MADE | {"claimed": dict.fromkeys(TABLE, 1)}] * 1_000, rules=STRANGE
    ),
}
each = pytest.mark.parametrize("make", COSTLY.values(), ids=COSTLY.keys())


@pytest.mark.everywhere("cost", once={"make": COSTLY["hands that are hard to divide"]})
@each
def test_a_strangers_record_costs_little_wherever_it_is_judged(
    app_with: Callable[..., Flask], make: Callable[[], bytes]
) -> None:
    """To check, to look at, to import, in a club's file; then the game's own pages."""
    data, phone = make(), Person(app_with())
    for page, button in (("/check/file", "Check the file"), ("/import", "Preview")):
        phone.open(page)
        form = phone.form(button)
        with little_work(page):
            answer = phone.web.post(form.action, base_url=phone.base_url, **multipart(form.sent, data))
        assert answer.status_code in (200, 422)
        assert len(answer.get_data()) < len(data) + PAGE
    if is_game := answer.status_code == 200:
        form = Page(answer.text, whole=True).form("Import game")
        with little_work(form.action):
            sent = phone.web.post(form.action, base_url=phone.base_url, **multipart(form.sent, None))
        assert sent.status_code == 303
        others = "&".join(f"seats-{seat}={number}" for seat, number in enumerate((1, 0, 2, 3)))
        many = "&seats-4=4" if b"Eve" in data else ""
        for page in (sent.location, f"{sent.location}/seats?{others}{many}", f"{sent.location}/rules?rules=kentucky"):
            with little_work(page):
                assert phone.web.get(page, base_url=phone.base_url).status_code in (200, 422)
    keeper = Person(app_with(hosted=True))
    send = club_file(keeper, [data])
    with little_work("a club's file"):
        assert send().status_code == (303 if is_game else 422)


def club_file(phone: Person, records: list[bytes]) -> Callable[[], TestResponse]:
    """Return what sends these records as the file of a club."""
    index: dict[str, Any] = {"format": "rook-club/1", "id": "a" * 16, "name": "Strangers", "games": []}
    files = {}
    for number, data in enumerate(records):
        document = parse(data).document
        uid = record_id(document) if document and len(document.players) < 7 else UUID(int=number)
        moment = "2026-01-01T00:00:00Z"
        index["games"].append({"id": str(uid), "record": f"{number}.json", "series": number, "changed_at": moment})
        files[f"{number}.json"] = data
    phone.open("/")
    form = phone.form("Start a club")
    body = multipart(form.sent, packed(files | {"club.json": json.dumps(index).encode()}))
    return lambda: phone.web.post(form.action, base_url=phone.base_url, **body)


@dataclass(frozen=True)
class Club:
    """A strange club: its records, each with its own id; what is said of it, "" where it is taken."""

    records: Callable[[int], bytes]
    count: int
    said: str = ""


def test_a_strangers_sheet_by_strange_house_rules_costs_little(app_with: Callable[..., Flask]) -> None:
    phone, hard = Person(app_with()), json.loads(right_but_hard(499))
    house = uuid4()
    with phone.app.app_context():
        values = {name: value for name, value in hard["rules"].items() if name != "base"} | {"last_trick_points": 0}
        house_rules.make(permissions.club_id(), house, "Odd", "five-handed", values)
    counts = [",".join(map(str, hand["captured"].values())) for hand in hard["hands"]]
    text = "\n".join(f"Ann,130,{count}" for count in counts)
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    sent = form.sent | {"rules": f"house-{house}", "text": text, "check": "y"}
    sent |= {f"names-{seat}": name for seat, name in enumerate(hard["players"])}
    with little_work("a sheet"):
        answer = phone.web.post(form.action, base_url=phone.base_url, **multipart(sent, None))
    assert answer.status_code == 200
    assert "This sheet couldn’t be checked" in answer.text
    assert "too many hands are possible: rows 1 to 499." in answer.text


@pytest.mark.everywhere("cost", once={"version": 0})
@pytest.mark.parametrize(("version", "taken"), [(0, 100), (7, 990)], ids=["as the phone had it", "changed since"])
def test_hands_that_a_phone_sends_later_cost_little(app_with: Callable[..., Flask], version: int, taken: int) -> None:
    """Hands that are hard are taken some at a time; where they meet others, all at once."""
    phone, hard = Person(app_with()), json.loads(right_but_hard(990))
    house = uuid4()
    with phone.app.app_context():
        values = {name: value for name, value in hard["rules"].items() if name != "base"} | {"last_trick_points": 0}
        house_rules.make(permissions.club_id(), house, "Odd", "five-handed", values)
        table = hard["players"]
        game = start_game(permissions.club_id(), uuid4(), WantedGame(f"house-{house}", table, 4))
    counts = [hand["captured"].values() for hand in hard["hands"]]
    bids = [entry("bid", version=version, bidder=0, bid=130) for _ in range(495)]
    hands = [entry("hands", **{f"captured-{side}": worth for side, worth in enumerate(each)}) for each in counts]
    with little_work("/alone/meet"):
        answer = tell(phone, f"/games/{game}", run(*chain.from_iterable(zip(bids, hands, strict=False)), dealer=4))
    assert (answer.status, int(answer.headers["Scorekeeper-Taken"])) == (200, taken)


@pytest.mark.everywhere("cost", once={"sign": "&", "kind": "multipart/form-data"})
@pytest.mark.parametrize("sign", ['"', "&", "🃏"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_an_endless_sheet_is_answered_with_no_more_than_was_sent_and_a_page(
    phone: Person, sign: str, kind: str
) -> None:
    """Whatever it is made of, and wherever that is in the form."""
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    bytes_a_sign = len(sign.encode()) * (1 if kind.startswith("multipart") else 3)
    for field in ("text", "names-0", "row-0-bid", "rules", "form_id", "claims", "csrf_token"):
        sent = form.sent | {field: sign * (1_000_000 // bytes_a_sign), "check": "y"}
        body = multipart(sent, None) if kind.startswith("multipart") else {"data": sent}
        answer = phone.web.post(form.action, base_url=phone.base_url, **body)
        assert answer.status_code in (200, 400, 422), field
        assert len(answer.get_data()) < 1_000_000 + PAGE


@pytest.mark.parametrize(("size", "status"), [(380_000, 422), (1_700_000, 413)])
def test_an_endless_sheet_takes_little_memory(phone: Person, size: int, status: int) -> None:
    """Each quote is three bytes on the way, and would be hundreds where the form is read."""
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    tracemalloc.start()
    answer = phone.web.post(form.action, base_url=phone.base_url, data=form.sent | {"text": '"' * size, "check": "y"})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == status
    assert peak < 150_000_000


@pytest.mark.parametrize("sign", ['"', "&"])
def test_a_pin_is_asked_for_on_a_page_no_longer_than_what_was_sent_and_a_page(
    app_with: Callable[..., Flask], sign: str
) -> None:
    phone = Person(app_with(pin="4711"))
    phone.open("/import")
    token = phone.form("Preview").sent["csrf_token"]
    for size, status in ((1_000, 403), (5_000_000, 413)):
        body = multipart({"csrf_token": token, "record": sign * size}, None)
        answer = phone.web.post("/import/game", base_url=phone.base_url, **body)
        assert (answer.status_code, len(answer.get_data()) < size + PAGE) == (status, True)


def of_id(number: int, data: bytes) -> bytes:
    return json.dumps(json.loads(data) | {"id": str(UUID(int=number + 1))}).encode()


LARGER = "The owner of the server can import a larger club, with rook-scorekeeper import-club."
HARD = right_but_hard(400)
LONG = record_bytes(*[MADE] * 1_000, rules=STRANGE)
CLUBS = {
    "many hands that are hard to divide": Club(lambda number: of_id(number, HARD), 25),
    "as many hands as a stranger may bring": Club(lambda number: of_id(number, LONG), 10),
    "more hands than that": Club(lambda number: of_id(number, LONG), 11, f"10,000 hands. {LARGER}"),
    "as many games": Club(lambda number: of_id(number, record_bytes(*[MADE] * 25, rules=STRANGE)), 400),
    "more games": Club(lambda number: of_id(number, record_bytes()), 401, f"400 games. {LARGER}"),
    "more games, which are more bytes too": Club(lambda _: b" " * 12_000, 401, f"400 games. {LARGER}"),
    "more bytes": Club(
        lambda number: of_id(number, record_bytes()) + b" " * 500_000, 9, f"they can be up to 4,000,000. {LARGER}"
    ),
    "a longer index": Club(lambda _: b"", 8_500, f"it can be up to 1,000,000. {LARGER}"),
    "more files": Club(lambda _: b"", 10_000, f"500,000 bytes of names of files. {LARGER}"),
}


@pytest.mark.everywhere("cost", once={"club": CLUBS["many hands that are hard to divide"]})
@pytest.mark.parametrize("club", CLUBS.values(), ids=CLUBS.keys())
def test_a_strangers_club_costs_little_however_many_games_it_has(app_with: Callable[..., Flask], club: Club) -> None:
    """One file has one search for impossible counts, and so many hands and games."""
    keeper = Person(app_with(hosted=True))
    send = club_file(keeper, [club.records(number) for number in range(club.count)])
    with little_work("a club's file"):
        answer = send()
    assert answer.status_code == (422 if club.said else 303)
    assert club.said in Answer(keeper.app, answer).page.text if club.said else True
