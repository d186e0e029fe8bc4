"""Many phones at once on PostgreSQL, under four workers of gunicorn: what was acknowledged happened, and once.

A short evening in every run; where all tests run on PostgreSQL, 200 games at once and as long a quarrel over one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.settings import Settings
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.models import CHANGE, GAME, HAND
from scorekeeper.usecases import permissions
from tests.at_once import at_once
from tests.many_games import NAMES
from tests.patience import PATIENCE
from tests.server_process import GUNICORN, ServerProcess, environment, free_port
from tests.usecases import reference_ratings, reference_stats

pytestmark = [pytest.mark.process, pytest.mark.postgresql("several workers on one database")]

ROOT = Path(__file__).parents[2]
WORKERS, CLIENTS = 4, 16
ACKNOWLEDGED, CONFLICT = 303, 409
HANDS = 3  # of 120 for a bid of 100: then a game is won
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')


class Phone:
    """A phone; `statuses` counts how it was answered."""

    def __init__(self, server: ServerProcess):
        self.port, self.cookie, self.statuses = server.port, "", Counter[int]()
        found = TOKEN.search(self.look("/games/new"))
        assert found
        self.token = found[1]

    def look(self, path: str) -> str:
        """The page at this address."""
        return self._ask("GET", path, {})[1]

    def send(self, path: str, form_id: UUID, version: int, **fields: object) -> bool:
        """Sends a form; answers whether it was acknowledged."""
        form = {"csrf_token": self.token, "form_id": form_id, "version": version} | fields
        return self._ask("POST", path, form)[0] == ACKNOWLEDGED

    def _ask(self, method: str, path: str, form: dict[str, object]) -> tuple[int, str]:
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, urlencode(form), headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
        self.statuses[answer.status] += 1
        return answer.status, text

    def start_game(self, uid: UUID, first: int = 0) -> None:
        names = [f"{NAMES[(first + seat) % len(NAMES)]} {first // len(NAMES)}" for seat in range(4)]
        players = {f"players-{seat}": name for seat, name in enumerate(names)} | {"new_names": "\n".join(names)}
        assert self.send("/games", uid, 0, rules="original", dealer=0, **players)


@pytest.fixture
def is_long(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("database"))


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[ServerProcess]:
    where = {"instance": str(settings.instance), "database": settings.database}
    env = environment(tmp_path, bind="127.0.0.1", port=str(free_port()), **where)
    with ServerProcess(env | {"WEB_CONCURRENCY": str(WORKERS)}, (*GUNICORN, "wsgi:app"), ROOT) as server:
        yield server


@pytest.fixture
def club(app: Flask) -> Iterator[int]:
    with app.app_context():
        club = permissions.club_id()
        db.session.rollback()  # what is read later is not of this moment
        yield club
        db.session.remove()


def bid_fields(number: int) -> dict[str, object]:
    return {"bidder": number, "bid": 100}


def count_fields(number: int, captured: int = 120) -> dict[str, object]:
    side = number % 2
    return {"last_trick": side, f"captured-{side}": captured, f"captured-{1 - side}": ""}


def assert_counted(club: int) -> None:
    """Stats and ratings are those of a slow recount."""
    reference_stats.assert_true(club)
    reference_ratings.assert_up_to_date(club)


@pytest.mark.everywhere("database", proven="tests/usecases/test_races.py")
def test_sixteen_phones_that_keep_one_game_lose_and_double_nothing(
    server: ServerProcess, club: int, is_long: bool
) -> None:
    """Each records what it sees is due, takes it back once the game is won, and sends every third form twice."""
    game, acknowledged, refused = uuid4(), list[UUID](), list[UUID]()
    phones = [Phone(server) for _ in range(CLIENTS)]
    phones[0].start_game(game)

    def keep(place: int) -> None:
        phone = phones[place]
        for turn in range(40 if is_long else 6):
            page, form_id = phone.look(f"/games/{game}"), uuid4()
            found = VERSION.search(page)
            assert found
            number = (place + turn) % 4
            due = {"bid": bid_fields(number), "hands": count_fields(number), "undo": {}}
            what = next(what for what in due if f'action="/games/{game}/{what}"' in page)
            for _ in range(2 if turn % 3 == 0 else 1):
                done = phone.send(f"/games/{game}/{what}", form_id, int(found[1]), **due[what])
                (acknowledged if done else refused).append(form_id)

    at_once(*(lambda place=place: keep(place) for place in range(CLIENTS)))
    assert set(sum((phone.statuses for phone in phones), Counter[int]())) <= {200, ACKNOWLEDGED, CONFLICT}
    (number, version), *others = reading().execute(select(GAME.c.id, GAME.c.version)).all()
    assert not others
    changes = reading().execute(select(CHANGE.c.uid, CHANGE.c.version).where(CHANGE.c.game_id == number)).all()
    assert {uid for uid, _ in changes} == set(acknowledged)
    assert not set(acknowledged) & set(refused)
    assert sorted(found for _, found in changes) == list(range(1, version + 1))
    assert len(acknowledged) >= (40 if is_long else 6), "they get on with one another"
    assert_counted(club)


@pytest.mark.everywhere("database", proven="tests/usecases/test_races.py")
def test_games_that_are_played_at_once_are_all_there_and_counted(
    server: ServerProcess, club: int, is_long: bool
) -> None:
    """Each on a phone of its own, all in one club; every tenth phone looks at the players meanwhile."""
    games = [uuid4() for _ in range(200 if is_long else 20)]
    phones = [Phone(server) for _ in games]

    def play(place: int) -> None:
        phone, game = phones[place], games[place]
        phone.start_game(game, place)
        for number in range(HANDS):
            assert phone.send(f"/games/{game}/bid", uuid4(), 2 * number, **bid_fields(0))
            form_id = uuid4()
            for _ in range(2):  # as a phone does whose answer was lost
                assert phone.send(f"/games/{game}/hands", form_id, 2 * number + 1, **count_fields(0))
            if place % 10 == 0:
                assert "</html>" in phone.look("/players")

    at_once(*(lambda place=place: play(place) for place in range(len(games))))
    assert set(sum((phone.statuses for phone in phones), Counter[int]())) == {200, ACKNOWLEDGED}
    stored = reading().execute(select(GAME.c.uid, GAME.c.version, GAME.c.status)).all()
    assert {tuple(row) for row in stored} == {(game, 2 * HANDS, "over") for game in games}
    assert len(stored) == len(games)
    assert len(reading().scalars(select(HAND.c.id)).all()) == HANDS * len(games)
    assert_counted(club)
