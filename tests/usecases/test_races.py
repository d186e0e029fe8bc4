"""What several phones do at the same moment ends as one, or as a conflict; never as a fault, and never half."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import ColumnElement, func, select

from scorekeeper.storage import clubs as stored_clubs
from scorekeeper.storage import players
from scorekeeper.storage.db import db, reading, writing
from scorekeeper.storage.models import CLUB, GAME, PHONE, PLAYER, LinkKind
from tests.at_once import at_once
from tests.person import TABLE

from . import reference_ratings, reference_stats
from .club_files import bring_file, file_of, rewritten
from .game_at_table import (
    Conflict,
    GameAtTable,
    NotFound,
    ValidationFailed,
    club_keys,
    enter,
    in_tournament,
    merge_player,
    phones_of,
    rename_player,
    renew_club_link,
    start_club,
    start_tournament,
    started,
    tournament,
)

pytestmark = pytest.mark.both_databases

Change = Callable[[], object]
AtOnce = Callable[..., list[str]]
REFUSED = (Conflict, NotFound, ValidationFailed)


@pytest.fixture
def phones(app: Flask, club: int) -> AtOnce:
    """Makes changes at once, each on a phone of its own; answers "done", or the name of what refused it."""

    def phone(change: Change) -> Callable[[], str]:
        def make() -> str:
            with app.app_context():
                try:
                    change()
                except REFUSED as refused:
                    return type(refused).__name__
            return "done"

        return make

    def make_all(*changes: Change) -> list[str]:
        done = sorted(at_once(*map(phone, changes)))
        db.session.rollback()  # what was read before is no longer so
        return done

    return make_all


def stored_names(column: ColumnElement[str]) -> list[str]:
    return sorted(reading().scalars(select(column)))


def player_id(name: str) -> int:
    return int(reading().execute(select(PLAYER.c.id).where(PLAYER.c.name == name)).scalar_one())


def test_one_form_of_a_new_game_starts_one(club: int, phones: AtOnce) -> None:
    uid = uuid4()
    assert phones(*[lambda: started(club, uid=uid)] * 8) == ["done"] * 8
    assert len(reading().scalars(select(GAME.c.uid)).all()) == 1


def test_new_games_of_the_same_new_people_make_each_of_them_once(club: int, phones: AtOnce) -> None:
    assert phones(*[lambda: started(club)] * 8) == ["done"] * 8
    assert stored_names(PLAYER.c.name) == sorted(TABLE)


def test_one_form_of_a_rematch_starts_one(club: int, game: GameAtTable, phones: AtOnce) -> None:
    uid = uuid4()
    assert phones(*[lambda: game.rematch(uid)] * 8) == ["done"] * 8
    assert len(reading().scalars(select(GAME.c.uid)).all()) == 2


def test_of_two_players_who_are_given_one_name_one_gets_it(club: int, game: GameAtTable, phones: AtOnce) -> None:
    renames = (partial(rename_player, club, player_id(name), "Zoe") for name in TABLE)
    assert phones(*renames) == ["NameTaken"] * 3 + ["done"]


def test_players_are_not_merged_in_a_circle(club: int, phones: AtOnce) -> None:
    started(club, names=("Anna", "Xena", "Yves", "Zoe"))
    started(club, names=("Bob", "Cal", "Dee", "Eve"))
    one, other = player_id("Anna"), player_id("Eve")
    assert "done" in phones(partial(merge_player, club, one, "Eve"), partial(merge_player, club, other, "Anna"))
    assert {players.merged_into(db.session(), who)[0] for who in (one, other)} in ({one}, {other})


def test_clubs_of_one_name_that_are_started_at_once_are_as_many_as_one_address_may_start(
    club: int, phones: AtOnce
) -> None:
    start = [lambda: start_club("Friday night", "192.168.0.7", True, None)] * 8
    assert phones(*start) == ["ValidationFailed"] * 3 + ["done"] * 5
    public_ids = reading().scalars(select(CLUB.c.public_id).where(CLUB.c.name == "Friday night")).all()
    assert len(set(public_ids)) == 5


def test_of_one_club_file_that_is_brought_at_once_one_club_is_made(club: int, phones: AtOnce) -> None:
    started(club)
    file = rewritten(file_of(club), lambda index: index.update(id="a" * 16))
    assert phones(*[lambda: bring_file(file)] * 4) == ["ValidationFailed"] * 3 + ["done"]
    assert stored_names(CLUB.c.public_id).count("a" * 16) == 1
    assert len(reading().scalars(select(CLUB.c.id)).all()) == 2, "nothing is left of the others"


def test_a_phone_that_enters_twice_at_once_comes_in_once(club: int, phones: AtOnce) -> None:
    key = club_keys(club)[LinkKind.READER]
    phone, _ = enter(key, None, "Bob's phone")
    assert phones(*[lambda: enter(key, phone, "Bob's phone")] * 4) == ["done"] * 4
    assert stored_names(PHONE.c.name) == ["Bob's phone"]


@pytest.mark.parametrize("came_in_before", [True, False])
def test_a_link_that_is_renewed_while_its_phone_enters_another_club_puts_that_phone_out(
    club: int, phones: AtOnce, came_in_before: bool
) -> None:
    """Whether the phone was in the first club before, or comes into it at the same moment."""
    with writing() as session:
        other = stored_clubs.add(session, "Sunday", datetime.now(UTC))
    theirs = club_keys(other)[LinkKind.KEEPER]
    for _ in range(10):
        ours = club_keys(club)[LinkKind.READER]
        old = enter(ours, None, "")[0] if came_in_before else uuid4()
        enter_ours = [] if came_in_before else [lambda key=ours, phone=old: enter(key, phone, "")]
        phones(
            *enter_ours,
            lambda phone=old: enter(theirs, phone, ""),
            lambda: renew_club_link(club, LinkKind.READER, None),
        )
        assert phones_of(club) == []


def test_games_that_end_at_once_are_all_counted_and_rated(club: int, app: Flask, phones: AtOnce) -> None:
    tables = [started(club) for _ in range(6)]

    def play(game: GameAtTable) -> Change:
        def evening() -> None:
            for bidder in ("Ann", "Cal", "Ann"):
                game.play(bidder, 100, 120)

        return evening

    assert phones(*map(play, tables)) == ["done"] * 6
    assert [game.status for game in tables] == ["over"] * 6
    reference_stats.assert_true(club)
    reference_ratings.assert_up_to_date(club)


def test_two_organizers_who_draw_a_round_at_once_draw_it_once(club: int, phones: AtOnce) -> None:
    uid = start_tournament(club, "ranked", "\n".join(f"Player no. {number}" for number in range(16)), 1)
    assert phones(*[lambda: in_tournament(club, uid, "draw", 1)] * 4) == ["done"] * 4
    it = tournament(club, uid)
    assert (it.drawn, len(it.rounds[0].tables), len(set(it.table_keys.values()))) == (1, 4, 4)
    assert len({table.game for table in it.rounds[0].tables}) == 4
    assert reading().scalar(select(func.count()).select_from(GAME).where(GAME.c.club_id == club)) == 4


def test_totals_typed_at_once_for_several_tables_all_count(club: int, phones: AtOnce) -> None:
    uid = start_tournament(club, "ranked", "\n".join(f"Player no. {number}" for number in range(16)), 1)
    in_tournament(club, uid, "draw", 1)
    types = [partial(in_tournament, club, uid, "set_result", 1, place, (10 * place, 0), None) for place in range(1, 5)]
    assert phones(*types) == ["done"] * 4
    assert [table.points for table in tournament(club, uid).rounds[0].tables] == [
        (10 * place, 0) for place in range(1, 5)
    ]
