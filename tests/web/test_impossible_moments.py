"""A game that a record from before once dated to the first or the last year of all shows its pages like any other."""

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.storage import games, players
from scorekeeper.storage.db import EARLIEST, LATEST, writing
from scorekeeper.storage.games import StoredGame, StoredHand, StoredSeat
from scorekeeper.usecases import permissions
from scorekeeper.usecases.game.change import update_derived
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.players.update_stats import update_stats
from tests import clock
from tests.many_games import CAPTURED, HAND
from tests.person import TABLE, Person

from .every_page import pages

MOMENTS = {"the first": EARLIEST, "the last": LATEST}


@pytest.fixture(params=["America/New_York", pytest.param("UTC", marks=pytest.mark.everywhere("again")), "Asia/Tokyo"])
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server west of Greenwich, there, and east of it."""
    with clock.zone(request.param):
        yield request.param


def play_at(app: Flask, moment: datetime, hands: int) -> str:
    """Puts a game of this moment straight into the tables, with all that follows from it; answers its address."""
    with app.app_context(), writing() as session:
        club = permissions.club_id()
        game = StoredGame(club, uuid4(), {"base": "original"}, "original", 3, moment, moment)
        seated = players.find_or_add(session, club, TABLE)
        game.seats = [StoredSeat(number, number, player) for number, player in enumerate(seated)]
        facts = HAND | {"captured": CAPTURED}
        game.hands = [
            StoredHand(uuid4(), position, facts | {"dealer": (3 + position) % 4}) for position in range(hands)
        ]
        update_derived(GameState(game))
        games.add(session, game)
        update_stats(session, None, GameState(game))
        return f"/games/{game.uid}"


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_every_page_shows_games_of_any_moment(app: Flask, phone: Person, zone: str, moment: datetime) -> None:
    over, running = play_at(app, moment, hands=3), play_at(app, moment, hands=1)
    house = "/rules/house-none"
    none = f"/tournaments/{uuid4()}"
    every = {*pages(app, over, house, none), *pages(app, running, house, none)}
    for path in {*every, "/games?player=Ann", "/players?rules=original"}:
        assert phone.get(path).status in (200, 204, 303, 404, 422), path  # 204: nothing is new in a game of version 0
    for path in ("/", "/games", "/players", "/players/1", "/players/records", over, f"{over}/summary", running):
        assert phone.get(path).status == 200, path
    assert [len(phone.open(path).all(".games a")) for path in ("/", "/games")] == [2, 2]
    assert "Won 1 of 1" in phone.open("/players/1").text


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_a_game_of_any_moment_can_be_played_on_undone_and_deleted(
    app: Flask, phone: Person, zone: str, moment: datetime, stored: Callable[[], str]
) -> None:
    game = play_at(app, moment, hands=1)
    phone.open(game)
    phone.play("Ann", 100, 100)
    phone.play("Ann", 100, 100)
    assert "Ann & Cal won" in phone.open(game).text
    phone.tap("Undo")
    assert len(phone.open("/games").all(".games a")) == 1
