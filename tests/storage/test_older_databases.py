"""A database of any earlier revision comes through an upgrade with every row, and play goes on where it stood."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, MetaData, Table, inspect, select, text

from scorekeeper.settings import Settings
from scorekeeper.storage import upgrade as upgrading
from scorekeeper.storage.core_tables import GAME
from scorekeeper.storage.upgrade import upgrade
from scorekeeper.usecases import permissions
from scorekeeper.usecases.startup import upgrade_database
from tests.person import Person
from tests.usecases import reference_ratings, reference_stats

from . import older_databases

pytestmark = pytest.mark.slow

REVISIONS = sorted(path.name[:4] for path in (upgrading.MIGRATIONS / "versions").glob("0*.py"))
TABLES = {
    **{f"{what}_tally": f"{what}_stats" for what in ("seat", "game")},
    "merger": "player_merge",
    "merged_seat": "player_merge_seat",
    "pin_try": "attempt",
    "failed_pin": "attempt",
}
ADDED_UP = {"rated_until", "rating_progress"}
ADDED_UP |= {f"{what}_{how}" for what in ("player", "pair", "club") for how in ("tally", "stats")}
"""What is not stored any more."""
COLUMNS = {
    "club": {"created": "created_at"},
    "change": {"made": "made_at"},
    "merger": {"made": "made_at"},
    "pin_try": {"tried": "made_at"},
    "failed_pin": {"failed_at": "made_at"},
    "game": {"base": "preset", "house": "house_rules_name", "contract": "open_hand", "deleted": "deleted_at"}
    | {"started": "started_at", "changed": "changed_at", "ended": "ended_at"},
}
GONE = {"merger": {"id"}, "merged_seat": {"merger_id"}, "pin_try": {"id"}, "failed_pin": {"id"}}
COUNTED_AT_THE_START = {"seat_stats", "game_stats", "rating"}


def rows_of(connection: Connection, table: str) -> list[dict[str, Any]]:
    found = connection.execute(Table(table, MetaData(), autoload_with=connection).select())
    return [dict(row) for row in found.mappings()]


def in_the_new_words(table: str, row: dict[str, Any]) -> dict[str, Any]:
    columns = COLUMNS.get(table, {})
    row = {columns.get(name, name): value for name, value in row.items() if name not in GONE.get(table, ())}
    if table == "change":
        words = {"contract": "open_hand", "deleted": "deleted_at"}
        row["fields"] = {words.get(key, key): value for key, value in row["fields"].items()}
    return row


@pytest.mark.both_databases
@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_every_row_of_an_older_database_is_there_after_the_upgrade(
    new_engine: Engine, new_settings: Settings, revision: str
) -> None:
    older_databases.fill(new_engine, revision)
    with new_engine.connect() as connection:
        before = {name: rows_of(connection, name) for name in inspect(connection).get_table_names()}
    counted = revision < older_databases.COUNTED_AGAIN
    stats = {name for name in before if name.endswith("_stats")}
    stats |= {"rating"} if revision >= older_databases.RATED_AGAIN else set()
    assert all(there for name, there in before.items() if counted or name not in stats), "every table has rows"
    upgrade(new_engine, new_settings.instance)
    with new_engine.connect() as connection:
        for old, were in before.items():
            table = TABLES.get(old, old)
            if table in ADDED_UP:
                assert table not in inspect(connection).get_table_names()
            elif table != "alembic_version":
                if table in COUNTED_AT_THE_START:
                    assert not rows_of(connection, table)
                    continue
                wanted = [in_the_new_words(old, row) for row in were]
                there = [{name: row[name] for name in wanted[0]} for row in rows_of(connection, table)]
                assert sorted(there, key=str) == sorted(wanted, key=str), table
        if new_engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
            assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_what_was_recorded_before_an_upgrade_can_be_undone_put_back_and_restored(
    new_engine: Engine, new_settings: Settings, make_app: Callable[..., Flask], revision: str
) -> None:
    older_databases.fill(new_engine, revision)
    upgrade(new_engine, new_settings.instance)
    phone = Person(make_app(instance=new_settings.instance, database=new_settings.database))
    phone.open(f"/games/{UUID(older_databases.RUNNING)}")
    assert "Bob bid 100" in phone.page.text
    phone.tap("Undo")
    assert "Bob bid 100" not in phone.page.text
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    phone.tap("Redo")
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "20"}
    if revision >= "0004":
        phone.open("/players/1/person")
        phone.tap("Undo merge")
        assert "1 game" in phone.open("/players/9/person").text, "Anna has the seat again that the merge moved"
    deleted = f"/games/{UUID(older_databases.DELETED)}"
    phone.last = phone.get(deleted)
    phone.tap("Restore")
    assert phone.open(deleted).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_games_of_the_first_version_learn_their_preset_and_when_they_ended(
    new_engine: Engine, new_settings: Settings
) -> None:
    """0002: what the history asks of a game is filled in for those that were there before."""
    older_databases.fill(new_engine, "0001")
    upgrade(new_engine, new_settings.instance)
    with new_engine.connect() as connection:
        rows = connection.execute(select(GAME.c.status, GAME.c.preset, GAME.c.ended_at).order_by(GAME.c.id)).all()
    assert [tuple(row) for row in rows] == [
        ("in-progress", "original", None),
        ("over", "original", datetime.fromisoformat(older_databases.ENDED).replace(tzinfo=UTC)),
        ("deleted", "original", None),
    ]


def test_players_of_an_older_version_are_neither_hidden_nor_merged(new_engine: Engine, new_settings: Settings) -> None:
    """0003 and 0004: everybody can be renamed from the first version on."""
    older_databases.fill(new_engine, "0002")
    upgrade(new_engine, new_settings.instance)
    with new_engine.connect() as connection:
        rows = connection.execute(text("SELECT DISTINCT hidden, merged, version FROM player")).all()
    assert [tuple(row) for row in rows] == [(False, False, 0)]


@pytest.mark.both_databases
@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_games_of_an_older_version_are_counted_at_the_next_start(
    new_engine: Engine, new_settings: Settings, make_app: Callable[..., Flask], revision: str
) -> None:
    """0014: what was added up before counted otherwise. 0016: ratings are made of what is counted."""
    older_databases.fill(new_engine, revision)
    with make_app(instance=new_settings.instance, database=new_settings.database).app_context():
        upgrade_database(new_settings.instance)
        assert len(reference_stats.kept(permissions.club_id(), "seat_stats", "game_id", "player_id")) == 4
        reference_stats.assert_true(permissions.club_id())
        reference_ratings.assert_up_to_date(permissions.club_id())
        assert len(reference_ratings.computed(permissions.club_id())) == 8


@pytest.mark.both_databases
def test_stats_of_before_the_rook_was_noted_stay_and_count_none(new_engine: Engine, new_settings: Settings) -> None:
    """0015; and 0016 notes when the game ended, and each player's place in it; 0018 copies the table."""
    older_databases.fill(new_engine, "0014")
    with new_engine.begin() as connection:
        table = Table("seat_stats", MetaData(), autoload_with=connection)
        numbers = {column.name: 1 for column in table.columns} | {"preset": "original", "year": 2026, "game_id": 2}
        before = [numbers | {"player_id": player} for player in older_databases.PLAYERS]
        connection.execute(table.insert(), before)
    upgrade(new_engine, new_settings.instance)
    rook = dict.fromkeys(("rook_hands", "rook_bids", "rook_made", "rook_points"), 0)
    with new_engine.connect() as connection:
        (ended_at,) = {row["ended_at"] for row in rows_of(connection, "game") if row["ended_at"]}
        assert rows_of(connection, "seat_stats") == [
            row | rook | {"ended_at": ended_at, "place": place} for row, place in zip(before, (0, 2, 0, 2), strict=True)
        ]
