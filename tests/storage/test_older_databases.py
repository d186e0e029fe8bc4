"""A database of version 1.0.0 comes through an upgrade with every row, and play goes on where it was."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, Engine, MetaData, Table, inspect, select, text

from scorekeeper.settings import Settings
from scorekeeper.storage import upgrade as upgrading
from scorekeeper.storage.models import PHONE, Club, LinkKind
from scorekeeper.storage.upgrade import upgrade
from scorekeeper.usecases import doctor, permissions
from scorekeeper.usecases.startup import upgrade_database
from tests import clock
from tests.person import Person
from tests.usecases import reference_ratings, reference_stats
from tests.web.steps import carry_on, tap_in_settings
from tests.web.tournaments import draw, paper

from . import older_databases

either_schema = pytest.mark.parametrize("schema", older_databases.SCHEMAS)


@pytest.fixture
def older(new_engine: Engine, schema: str) -> Engine:
    older_databases.make(new_engine, schema)
    return new_engine


def rows_of(connection: Connection, table: str) -> list[dict[str, Any]]:
    found = connection.execute(Table(table, MetaData(), autoload_with=connection).select())
    return [dict(row) for row in found.mappings()]


def described(engine: Engine, schema: str) -> dict[str, list[str]]:
    """What the database says of each table, without that in which the two schemas differ."""
    found, differs = inspect(engine), schema != "baseline"
    said: dict[str, list[str]] = {}
    for table in found.get_table_names():
        columns = [column | ({"default": None} if differs else {}) for column in found.get_columns(table)]
        keys = [key | ({"name": None} if differs else {}) for key in found.get_foreign_keys(table)]
        parts: list[Mapping[str, Any]] = [*columns, *keys]
        parts += [*found.get_indexes(table), *found.get_unique_constraints(table)]
        parts += [found.get_pk_constraint(table), found.get_table_options(table)]
        said[table] = sorted(json.dumps(part, default=str, sort_keys=True) for part in parts)
    return said


def migrate(engine: Engine, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(upgrading.MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


@either_schema
def test_the_baseline_makes_the_tables_that_databases_of_version_1_have(older: Engine, schema: str) -> None:
    kept = described(older, schema)
    assert len(kept) == 17
    tables = MetaData()
    tables.reflect(older)
    tables.drop_all(older)
    migrate(older, older_databases.REVISION)
    assert described(older, schema) == kept


COUNTED_ANEW = ("game_stats", "seat_stats")
"""What 0033 empties, and the start of the program fills again."""


@either_schema
def test_every_row_of_an_older_database_is_there_after_the_upgrade(older: Engine, new_settings: Settings) -> None:
    with older.connect() as connection:
        before = {name: rows_of(connection, name) for name in inspect(connection).get_table_names()}
    assert all(before.values()), "every table has rows"
    (tournament,) = before["tournament"]
    form_id = tournament["facts"].pop("form_id")  # 0019
    upgrade(older, new_settings.instance)
    with older.connect() as connection:
        for table, were in before.items():
            if table not in ("alembic_version", *COUNTED_ANEW):
                there = [{name: row[name] for name in were[0]} for row in rows_of(connection, table)]
                assert sorted(there, key=str) == sorted(were, key=str), table
        (form,) = rows_of(connection, "tournament_form")
        assert (form["tournament_id"], UUID(str(form["uid"]))) == (tournament["id"], UUID(form_id))
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Club.metadata) == []
        if older.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
            assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"


@either_schema
def test_games_from_before_an_upgrade_can_be_undone_put_back_and_restored(
    older: Engine, new_settings: Settings, make_app: Callable[..., Flask]
) -> None:
    upgrade(older, new_settings.instance)
    phone = Person(make_app(instance=new_settings.instance, database=new_settings.database))
    phone.open(f"/games/{older_databases.RUNNING}")
    assert "Bob bid 100" in phone.page.text
    phone.tap("Undo")
    assert "Bob bid 100" not in phone.page.text
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    phone.tap("Redo")
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "20"}
    phone.play("Bob", 100, 60)
    assert phone.page.totals == {"Ann & Cal": "160", "Bob & Dee": "−80"}
    phone.open("/players/1/person")
    phone.tap("Undo merge")
    assert "1 game" in phone.open("/players/9/person").text, "Anna has the seat again that the merge moved"
    deleted = f"/games/{older_databases.DELETED}"
    phone.last = phone.get(deleted)
    phone.tap("Restore")
    assert phone.open(deleted).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


@either_schema
def test_a_phone_that_watched_before_an_upgrade_does_since_the_upgrade(older: Engine, new_settings: Settings) -> None:
    """0028 (A1); one that watches for no one has no such moment."""
    migrate(older, "0026")
    with older.begin() as connection:
        connection.execute(text("UPDATE phone SET player_id = 1 WHERE link = 'table'"))
    before = datetime.now(UTC)
    upgrade(older, new_settings.instance)
    with older.connect() as connection:
        since = dict(connection.execute(select(PHONE.c.link, PHONE.c.watches_since)).all())
    assert since[LinkKind.KEEPER] is None
    assert before <= since[LinkKind.TABLE] <= datetime.now(UTC)


@either_schema
def test_a_tournament_that_was_begun_before_an_upgrade_goes_on(
    older: Engine, new_settings: Settings, make_app: Callable[..., Flask]
) -> None:
    upgrade(older, new_settings.instance)
    phone = Person(make_app(instance=new_settings.instance, database=new_settings.database))
    with older.connect() as connection:
        here = f"/tournaments/{UUID(str(rows_of(connection, 'tournament')[0]['uid']))}"
    assert draw(phone, here, 2).status == 303
    assert paper(phone, here, 2, 1, 100, 20).status == 303


@either_schema
def test_statistics_of_an_older_database_are_what_this_version_counts(
    older: Engine, new_settings: Settings, make_app: Callable[..., Flask]
) -> None:
    with make_app(instance=new_settings.instance, database=new_settings.database).app_context():
        upgrade_database(new_settings.instance)
        found = doctor.examine()
        assert (found.games, found.facts, found.figures) == (10, [], [])
        reference_stats.assert_true(permissions.club_id())
        reference_ratings.assert_up_to_date(permissions.club_id())


@either_schema
def test_an_older_database_whose_games_ended_at_once_is_rated_again(
    older: Engine, new_settings: Settings, make_app: Callable[..., Flask]
) -> None:
    """Its ratings are those of another order: any other than the right ones."""
    with older.begin() as connection:
        for table in ("game", "seat_stats"):
            connection.execute(
                text(f"UPDATE {table} SET ended_at = '2026-01-03 20:00:00.000000' WHERE ended_at IS NOT NULL")
            )
        connection.execute(text("UPDATE rating SET mu = mu + 1"))
    with make_app(instance=new_settings.instance, database=new_settings.database).app_context():
        upgrade_database(new_settings.instance)
        reference_ratings.assert_up_to_date(permissions.club_id())


@either_schema
def test_the_years_of_an_older_database_are_those_of_the_servers_zone_from_then_on(
    older: Engine, new_settings: Settings, make_app: Callable[..., Flask]
) -> None:
    """They were counted in UTC: a game of New Year's Eve in New York was of the new year."""
    with older.begin() as connection:
        connection.execute(text("UPDATE game SET ended_at = '2021-01-01 02:30:00' WHERE ended_at IS NOT NULL"))
        for table in ("game_stats", "seat_stats"):
            connection.execute(text(f"UPDATE {table} SET year = 2021"))
    app = make_app(instance=new_settings.instance, database=new_settings.database)
    with clock.zone("America/New_York"), app.app_context():
        upgrade_database(new_settings.instance)
        with older.connect() as connection:
            assert {row["year"] for row in rows_of(connection, "game_stats")} == {2020}
            assert {row["year"] for row in rows_of(connection, "seat_stats")} == {2020}


@pytest.mark.parametrize("way", ["undo", pytest.param("resume", marks=pytest.mark.everywhere("way"))])
def test_games_that_went_on_in_a_new_one_are_two_games_after_the_upgrade(
    new_engine: Engine, new_settings: Settings, make_app: Callable[..., Flask], way: str
) -> None:
    """0031. The first was stopped early, the second began with its totals; each is undone and restored by itself."""
    upgrade(new_engine, new_settings.instance)
    phone = Person(make_app(instance=new_settings.instance, database=new_settings.database))
    first = phone.start_game()
    phone.play("Ann", 100, 105)
    tap_in_settings(phone, first, "End game early")
    second = carry_on(phone, {0: "105", 1: "15"}).path
    went_on = {"stopped": [False, True], f"later:{second.rpartition('/')[2]}": [False, True]}
    with new_engine.begin() as connection:
        for statement in older_databases.TAKES_BACK:
            connection.execute(text(statement))
        kind = "UUID" if new_engine.dialect.name == "postgresql" else "CHAR(32)"
        connection.execute(text(f"ALTER TABLE game ADD COLUMN goes_on_from {kind}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0030'"))
        changed = text("UPDATE change SET kind = 'going on', fields = :fields WHERE kind = 'stop'")
        assert connection.execute(changed, {"fields": json.dumps(went_on)}).rowcount == 1
    upgrade(new_engine, new_settings.instance)
    phone = Person(make_app(instance=new_settings.instance, database=new_settings.database))
    phone.open(first)
    assert "Stopped early. No winner." in phone.page.text
    if way == "undo":
        phone.tap("Undo")
        assert "Undone: ending the game early." in phone.page.text
        phone.tap("Redo")
    tap_in_settings(phone, first, "Resume")
    phone.play("Bob", 100, 60)
    assert phone.page.totals == {"Ann & Cal": "165", "Bob & Dee": "−85"}
    assert phone.open(second).totals == {"Ann & Cal": "105", "Bob & Dee": "15"}
    for game in (first, second):
        tap_in_settings(phone, game, "Delete game")
        phone.last = phone.get(game)
        phone.tap("Restore")
        assert "Ann & Cal" in phone.open(game).totals
