"""A worker that has answered thousands of requests, and clubs larger than any: memory stays, and limits say so.

`make torture` (LONG) sends ten thousand requests, and says what the largest pages cost.
"""

import json
import logging
import os
import time
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import CHANGE, HOUSE_RULES, PLAYER
from scorekeeper.usecases import permissions
from scorekeeper.usecases.house_rules import MOST_HOUSE_RULES
from scorekeeper.usecases.transfer.game_import import import_game

from .person import Person
from .record.games import document
from .server_process import GUNICORN, SERVE, ServerProcess, environment, free_port

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parents[1]
LONG = bool(os.environ.get("LONG"))
WARM, ALL = (1_000, 10_000) if LONG else (200, 600)
SERVERS = {"waitress": SERVE, "gunicorn": (*GUNICORN, "wsgi:app")}
PAGES = ("/", "/games/new", "/players", "/games", "/rules", "/check/hand", "/healthz")
GROWS_BY = 6_000  # KB, of about 90 MB
HAND = {"bidder": "Bob", "bid": 95, "captured": {"Ann": 45}, "last_trick": "Ann"}
MANY_CHANGES, MANY_PEOPLE = 10_000, 5_000


def memory(process: int) -> int:
    """Return how much memory a process and its children have of their own, in KB."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) + sum(
        map(memory, map(int, children))
    )


@pytest.mark.everywhere("cost", proven="tests/test_serve.py")
@pytest.mark.process
@pytest.mark.parametrize("server", SERVERS if LONG else ["waitress"])
def test_the_memory_of_a_worker_stays_as_it_is(tmp_path: Path, server: str) -> None:
    settings = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    env = environment(tmp_path, **settings) | {"WEB_CONCURRENCY": "1"}
    with ServerProcess(env, SERVERS[server], ROOT) as running:
        before = 0
        for number in range(ALL):
            if number == WARM:
                before = memory(running.process.pid)
            running.get(PAGES[number % len(PAGES)])
        after = memory(running.process.pid)
    LOG.info("%s: %s KB after %s requests, %s KB after %s", server, before, WARM, after, ALL)
    assert after < before + GROWS_BY


@pytest.fixture
def club(app: Flask) -> int:
    with app.app_context():
        return permissions.club_id()


def cpu(phone: Person, path: str) -> float:
    """Return what a page costs at best, in milliseconds of this process."""
    costs = []
    for _ in range(10 if LONG else 1):
        began = time.process_time()
        assert phone.web.get(path).status_code == 200
        costs.append(time.process_time() - began)
    return min(costs) * 1000


def test_the_longest_games_and_the_largest_clubs_are_shown(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        short, long = (import_game(club, long_record(hands))[0] for hands in (20, 1000))
    for page in ("", "/settings", "/summary"):
        costs = [cpu(phone, f"/games/{game}{page}") for game in (short, long)]
        LOG.info("A game's page %r: %.0f ms at 20 hands, %.0f ms at 1,000", page, *costs)
    pages = ("/", "/players", "/players/1/person", "/games/new", "/rules", f"/games/{short}")
    before = {page: cpu(phone, page) for page in pages}
    with app.app_context(), writing() as session:
        people = [{"club_id": club, "name": f"Person {n}"} for n in range(MANY_PEOPLE)]
        session.execute(insert(PLAYER), [{"hidden": False, "merged": False, "version": 0} | one for one in people])
    for page in pages:
        LOG.info("%s: %.1f ms with 4 people, %.1f ms with %s", page, before[page], cpu(phone, page), MANY_PEOPLE)
    with app.app_context(), writing() as session:
        goals = range(200, 200 + MOST_HOUSE_RULES)
        house = [{"name": f"To {goal}", "rules": {"base": "original", "target": goal}} for goal in goals]
        session.execute(insert(HOUSE_RULES), [{"club_id": club, "uid": uuid4(), "version": 0} | one for one in house])
    for page in pages:
        LOG.info("%s: %.1f ms with %s house rules", page, cpu(phone, page), MOST_HOUSE_RULES)
    phone.open("/rules/new")
    refused = phone.tap("Save rules", {"Name": "One more"})
    assert refused.status == 422
    assert f"You have {MOST_HOUSE_RULES} sets of house rules. Delete one that no one plays." in refused.page.text


def long_record(hands: int) -> bytes:
    rules = {"base": "original", "target": None, "hand_limit": 1000}
    return json.dumps(document(*[HAND] * hands, rules=rules)).encode()


def test_undo_goes_on_after_ten_thousand_changes(app: Flask, phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    before = cpu(phone, game)
    with app.app_context(), writing() as session:
        one = session.execute(CHANGE.select()).mappings().one()
        old = [{"id": 10 + n, "uid": uuid4(), "version": -n, "state": "dropped"} for n in range(MANY_CHANGES)]
        session.execute(insert(CHANGE), [dict(one) | row for row in old])
    LOG.info("The scoreboard: %.1f ms after 1 change, %.1f ms after %s", before, cpu(phone, game), MANY_CHANGES)
    phone.open(game)
    assert phone.tap("Undo").status == 303
    assert phone.page.has_button("Record bid")
    assert phone.tap("Redo").status == 303
    assert phone.page.has_button("Save hand")
