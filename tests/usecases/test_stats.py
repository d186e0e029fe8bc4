"""Stats of games that have ended: whatever happens to these, they are what a slow recount of everything says."""

import json
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from filelock import FileLock, Timeout
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text, update
from sqlalchemy.event import listen, remove

from scorekeeper.app import create_app
from scorekeeper.cli.open_club import open_club as command_club
from scorekeeper.record import make_document, serialize
from scorekeeper.rules.game_stats import PlayerStats, add_up
from scorekeeper.settings import Settings
from scorekeeper.storage import stats
from scorekeeper.storage.db import db, reading, writing
from scorekeeper.storage.stats_models import GAME_STATS
from tests.many_games import STATUSES, another_club, play_many
from tests.person import TABLE
from tests.profiles import examples
from tests.record.games import document
from tests.storage import older_databases
from tests.strategies import Game, games
from tests.usecases.random_evenings import EVENTS, bid_and_count, happen
from tests.web.counting import statements

from . import reference_stats
from .conftest import Begin
from .game_at_table import (
    GameAtTable,
    backfill_stats,
    import_game,
    play_demo,
    upgrade_database,
)
from .game_by_forms import Table


def test_parts_add_up_but_for_the_highest_bid() -> None:
    parts = [PlayerStats(bids=2, highest_bid_made=150), PlayerStats(bids=3, highest_bid_made=120)]
    assert add_up(parts) == PlayerStats(bids=5, highest_bid_made=150)
    assert add_up([]) == PlayerStats()


@pytest.mark.parametrize(
    ("years", "presets"),
    [((2022, 2021), ("original",)), ((2021, 2021), ("original",)), ((2021, 2021), ("kentucky", "original"))],
    ids=["another year", "one year", "rules that sort otherwise"],
)
def test_of_equal_records_that_of_the_game_which_began_first_is_told(
    club: int, years: tuple[int, ...], presets: tuple[str, ...]
) -> None:
    """Also if it was entered later."""
    others = another_club()
    moments = [datetime(year, 8 - place, 1, tzinfo=UTC) for place, year in enumerate(years)]
    _, first = play_many(others, 2, started=moments, rules=presets, statuses=("over",))
    backfill_stats()
    best = stats.best_games(reading(), others, "", 0)
    assert {(one.what, one.value): one.game.uid for one in best} == {("highest_hand", 100): first, ("hands", 3): first}


@examples(80)
@given(played=st.lists(games(carried=True), min_size=1, max_size=3))
def test_any_games_are_counted_as_a_slow_recount_counts_them(club: int, played: list[Game]) -> None:
    others = another_club()
    for game in played:
        hands_seen, began = game.entries, game.named_totals
        others_keys = {"dealer": game.dealer_name, "id": uuid4(), "starting_totals": began}
        made = make_document(game.rules, game.names, hands_seen, **others_keys)
        import_game(others, serialize(made))
    reference_stats.assert_true(others)


@pytest.mark.everywhere(
    "rule set",
    proven="tests/usecases/test_stats.py::test_any_games_are_counted_as_a_slow_recount_counts_them",
)
def test_a_club_that_played_all_rule_sets_is_counted_truly(club: int) -> None:
    list(play_demo(club, 60, seed=3))
    reference_stats.assert_true(club)


@pytest.mark.everywhere("cost", proven="tests/usecases/test_crossings.py")
@examples(25)
@given(events=st.lists(EVENTS, min_size=4, max_size=10))
def test_whatever_happens_to_games_they_are_counted_truly(
    begin: Begin, club: int, events: list[tuple[str, int, int]]
) -> None:
    """Undo, correction, deletion, bringing back, stop, resumption: each may end a game, open it, change it."""
    played = [begin() for _ in range(2)]
    for game in played:
        for _ in range(3):
            bid_and_count(game, 0, 100, 120)
    reference_stats.assert_true(club)
    for number, event in enumerate(events):
        happen(played[number % 2], *event)
        reference_stats.assert_true(club)
    for game in played:
        happen(game, "deletion", 0, 0)


def test_each_thing_that_may_happen_changes_what_is_counted(table: Table) -> None:
    """Won, taken back, put back, deleted, brought back, corrected so that it is open again, stopped, taken up again."""
    for _ in range(3):
        bid_and_count(table, 0, 100, 120)
    counted = [ended_and_over(table)]
    for what in ("undo", "redo", "deletion", "return", "correction", "stop", "resumption"):
        happen(table, what, 0, 0)
        reference_stats.assert_true(table.club)
        counted.append(ended_and_over(table))
    assert counted == [(1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 0), (0, 0)]


def ended_and_over(game: Table) -> tuple[int, int]:
    """How many games have ended, and how many of them were over."""
    over = {key: row["games"] for key, row in reference_stats.kept(game.club, "seat_stats", "game_id").items()}
    return len(over), sum(over.values())


def test_an_ordinary_hand_touches_nothing_that_is_counted(app: Flask, game: GameAtTable) -> None:
    bid_and_count(game, 0, 100, 120)
    with statements(app) as sent:
        bid_and_count(game, 1, 100, 120)
    assert sent
    assert not [statement for statement in sent if "_stats" in statement]


def test_games_of_an_older_database_are_counted_once_in_batches(club: int) -> None:
    play_many(club, 250, rules=("original", "concise"))
    assert reference_stats.kept(club, "game_stats", "game_id") == {}
    assert backfill_stats() == sum(STATUSES[place % 8] in ("over", "stopped") for place in range(250))
    reference_stats.assert_true(club)
    assert backfill_stats() == 0


@pytest.mark.both_databases
def test_a_start_counts_what_an_older_program_left(
    club: int, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_many(club, 8)
    db.session.remove()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(settings.instance))
    monkeypatch.setenv("SCOREKEEPER_DATABASE", settings.database)
    with command_club(create_app) as found:
        reference_stats.assert_true(found)
        assert len(reference_stats.kept(found, "game_stats", "game_id")) == 7


@pytest.mark.both_databases
def test_a_win_with_fewer_points_is_no_comeback(club: int, settings: Settings) -> None:
    """R18: the bidding side wins, 260 to 280. Up to 0023 the last totals counted; an upgrade counts again."""
    hands = [{"bidder": "Ann", "bid": 80, "captured": {"Ann": points}} for points in (100, 80, 80)]
    rules = {"base": "online-ones-high", "target": 200}
    import_game(club, json.dumps(document(*hands, rules=rules, players=list(TABLE), id=str(uuid4()))).encode())
    assert deficits() == [0]
    with writing() as session:
        session.execute(update(GAME_STATS).values(biggest_deficit=20))
        session.execute(text("UPDATE alembic_version SET version_num = '0023'"))
        session.execute(text("DROP INDEX ix_game_club_house_rules"))  # made by 0026
        session.execute(text("DROP INDEX ix_seat_stats_year"))  # made by 0027, which drops the next
        session.execute(text("CREATE INDEX ix_game_club_over_ended_at ON game (club_id)"))
        session.execute(text("ALTER TABLE phone DROP COLUMN watches_since"))  # by 0028
        for statement in older_databases.TAKES_BACK:
            session.execute(text(statement))
    upgrade_database(settings.instance)
    assert deficits() == [0]


def deficits() -> list[int]:
    return [*reading().scalars(select(GAME_STATS.c.biggest_deficit))]


@pytest.mark.sqlite("the lock is a file")
def test_of_several_workers_that_start_one_counts_while_the_others_wait(club: int, settings: Settings) -> None:
    play_many(club, 8)
    locked = []

    def note(_connection: object, _cursor: object, sql: str, *_more: object) -> None:
        if "game_stats" in sql:
            try:
                with FileLock(settings.instance / "upgrade.lock", timeout=0):
                    locked.append(False)
            except Timeout:
                locked.append(True)

    listen(engine := db.engine, "before_cursor_execute", note)
    upgrade_database(settings.instance)
    remove(engine, "before_cursor_execute", note)
    assert locked
    assert all(locked)
    reference_stats.assert_true(club)


def test_statistics_are_of_one_club_alone(club: int) -> None:
    other = another_club()
    play_many(other, 8)
    backfill_stats()
    assert reference_stats.kept(club, "seat_stats", "player_id") == {}
    reference_stats.assert_true(other)
