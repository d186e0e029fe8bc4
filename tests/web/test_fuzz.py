"""What no browser would send, at random: the server neither fails nor hangs, and no answer is a flood.

`make fuzz` has FUZZ_RUNS such runs, of more requests, from the seed FUZZ_SEED on: others each time.
"""

import os
from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import settings

from scorekeeper.usecases import permissions
from tests.fuzz import Fuzzer
from tests.many_games import play_many
from tests.person import Person

from . import tournaments
from .hosted import club_of, start_club, start_game
from .steps import make_house_rules

RUNS = int(os.environ.get("FUZZ_RUNS", "1"))
SEED = int(os.environ.get("FUZZ_SEED", "18"))


def many_games_at_home(phone: Person) -> str:
    """A club with so many games that its lists have several pages."""
    with phone.app.app_context():
        play_many(permissions.club_id(), 60)
    phone.start_game()
    return ""


def hosted_club(phone: Person) -> str:
    start_club(phone)
    club = club_of(phone).rstrip("/")
    start_game(phone)
    return club


@pytest.mark.both_databases
@pytest.mark.parametrize("seed", range(SEED, SEED + RUNS))
@pytest.mark.parametrize("where", [many_games_at_home, hosted_club])
def test_no_request_makes_the_server_fail_or_hang(
    app_with: Callable[..., Flask], database: str, where: Callable[[Person], str], seed: int
) -> None:
    phone = Person(app_with(hosted=where is hosted_club))
    club = where(phone)
    phone.play("Bob", 95, 45)
    make_house_rules(phone, club=club)
    tournaments.draw(phone, tournaments.start_tournament(phone, club=club), 1)
    fuzzer = Fuzzer(phone.app, phone.web, seed, club)
    requests = 1000 if RUNS > 1 else min(4 * settings().max_examples, 100) * (4 if database == "sqlite" else 1)
    fuzzer.run(requests)
    found = "\n".join(fuzzer.faults)
    assert not fuzzer.faults, found
    if requests >= 400:
        assert fuzzer.statuses[200] > requests / 10, "it hardly got past the door"
        assert fuzzer.statuses[303], "nothing was stored"
