"""Two players who are one person: every game and all statistics follow, and come back when it is undone."""

from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.record import make_document, serialize
from scorekeeper.storage import clubs
from scorekeeper.storage.db import db
from tests.many_games import another_club
from tests.profiles import examples
from tests.strategies import Game, games

from . import reference_stats
from .game_at_table import (
    GameAtTable,
    ValidationFailed,
    import_game,
    merge_player,
    started,
    undo_merge,
)

TABLES = ("seat_stats", "game_stats", "rating")
StoredFacts = dict[str, list[tuple[object, ...]]]


def store_game(club: int, game: Game, table: int) -> None:
    """Stores a game of people who sit at this table alone: "Ann 0", "Ann 1"."""
    made = make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4())
    import_game(club, serialize(made), {name: f"{name} {table}" for name in game.names})


def stored_facts(club: int) -> StoredFacts:
    """Who sits where, and all statistics."""
    asked = {name: f"SELECT * FROM {name} WHERE club_id = {club}" for name in TABLES}
    asked["seats"] = f"SELECT s.* FROM game_player s JOIN game g ON g.id = s.game_id WHERE g.club_id = {club}"
    asked["players"] = f"SELECT id, name, hidden, merged FROM player WHERE club_id = {club}"
    with db.engine.connect() as connection:
        return {name: sorted(map(tuple, connection.execute(text(sql)))) for name, sql in asked.items()}


def those_there(club: int) -> list[tuple[int, str]]:
    with db.engine.connect() as connection:
        rows = connection.execute(
            text(f"SELECT id, name FROM player WHERE club_id = {club} AND NOT merged ORDER BY id")
        )
        return [(id_, name) for id_, name in rows]


def merge_two(club: int, one: int, other: int) -> tuple[int, UUID]:
    """Merges the players at these places among those who are there; answers who has all games now, and the merge."""
    there = those_there(club)
    (merged, _), (_, name) = there[one % len(there)], there[other % len(there)]
    return merge_player(club, merged, name)


PLACES = st.tuples(st.integers(0, 30), st.integers(0, 30))


@examples(40)
@given(played=st.lists(games(), min_size=2, max_size=4), pairs=st.lists(PLACES, min_size=1, max_size=4))
def test_statistics_follow_any_merge_and_come_back_exactly(
    club: int, played: list[Game], pairs: list[tuple[int, int]]
) -> None:
    others = another_club()
    for table, game in enumerate(played):
        store_game(others, game, table)
    before, made = stored_facts(others), []
    for one, other in pairs:
        try:
            made.append(merge_two(others, one, other))
        except ValidationFailed:
            continue
        reference_stats.assert_true(others)
    for into, merge in reversed(made):
        undo_merge(others, into, merge)
        reference_stats.assert_true(others)
    assert stored_facts(others) == before


@examples(30)
@given(played=st.lists(games(), min_size=2, max_size=3), pair=PLACES, which=st.integers(0, 2))
@pytest.mark.everywhere("cost", proven="tests/usecases/test_crossings.py")
def test_a_game_that_was_deleted_meanwhile_is_counted_for_who_sat_there_once_it_is_back(
    club: int, played: list[Game], pair: tuple[int, int], which: int
) -> None:
    others = another_club()
    for table, game in enumerate(played):
        store_game(others, game, table)
    db.session.rollback()
    stored = list(clubs.all_games(db.session(), others))
    one = stored[which % len(stored)]
    try:
        into, merge = merge_two(others, *pair)
    except ValidationFailed:
        return
    GameAtTable(others, one.uid).delete()
    reference_stats.assert_true(others)
    undo_merge(others, into, merge)
    GameAtTable(others, one.uid).bring_back()
    reference_stats.assert_true(others)


@pytest.mark.both_databases
def test_a_seat_that_was_given_to_somebody_else_stays_theirs_when_a_merge_is_undone(club: int) -> None:
    game = started(club)
    for _ in range(3):
        game.play("Bob", 100, 0)
    assert game.status == "over"
    started(club, names=("Anna", "Xena", "Yves", "Zoe"))
    ann = next(player for player, name in those_there(club) if name == "Ann")
    into, merge = merge_player(club, ann, "Anna")
    game.seat(0, "Eve")
    game.seat(1, "Anna")
    undo_merge(club, into, merge)
    reference_stats.assert_true(club)
