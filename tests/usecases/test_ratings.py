"""Ratings and runs follow from the games that are over, in the order in which these ended, and from nothing else."""

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, update

from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import players, streaks
from scorekeeper.storage import ratings as stored
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.stats_models import GAME_STATS, SEAT_STATS
from tests import strategies as _profile  # noqa: F401 - how many examples are tried
from tests.many_games import BEGUN, another_club, play_many
from tests.profiles import examples
from tests.web.counting import read_results, statements

from .club_files import move
from .conftest import Begin
from .game_at_table import (
    GameAtTable,
    all_records,
    backfill_stats,
    import_game,
    merge_player,
    rate_again,
    rate_club,
    ratings_of_player,
    undo_merge,
)
from .random_evenings import EVENTS, bid_and_count, happen
from .reference_ratings import BASES, MINUTE, Played, assert_up_to_date, computed

MOMENTS = st.integers(0, 12).map(lambda minute: BEGUN + minute * MINUTE)  # few, so that games end at once
TOTALS = st.lists(st.sampled_from((0, 50, 100)), min_size=4, max_size=4)
STEPS = st.one_of(
    st.tuples(st.just("play"), st.sampled_from(tuple(BASES)), MOMENTS, TOTALS, st.sampled_from((None, "individual")))
    | st.tuples(st.just("play"), st.just("original"), MOMENTS, TOTALS, st.none()),
    st.tuples(st.just("correct"), st.integers(0, 30), TOTALS),
    st.tuples(st.just("delete"), st.integers(0, 30), st.booleans()),
    st.tuples(st.just("end_again"), st.integers(0, 30), MOMENTS),
)


@examples(60)
@given(steps=st.lists(STEPS, max_size=25))
def test_whatever_happens_to_games_the_ratings_are_those_of_a_computation_from_the_start(
    club: int, steps: list[tuple[Any, ...]]
) -> None:
    played = Played()
    for place, (what, *values) in enumerate(steps):
        if what == "play":
            played.play(*values, first=place)
        elif played.games:
            getattr(played, what)(played.games[values[0] % len(played.games)], values[1])
        assert_up_to_date(played.club)


@examples(25)
@given(events=st.lists(EVENTS, min_size=4, max_size=14))
def test_whatever_people_do_to_games_everyone_is_rated_by_it_at_once(
    begin: Begin, club: int, events: list[tuple[str, int, int]]
) -> None:
    """Undo, correction, deletion, another person in a seat."""
    games = [begin() for _ in range(3)]
    for game in games:
        for _ in range(3):
            bid_and_count(game, 0, 100, 120)
    assert_up_to_date(club)
    for number, event in enumerate(events):
        happen(games[number % 3], *event)
        assert_up_to_date(club)
    for game in games:
        happen(game, "deletion", 0, 0)


def test_games_that_ended_at_once_are_rated_in_the_order_in_which_they_were_entered(club: int) -> None:
    """As those of an evening are that were entered for its day; a club that moves keeps their order."""
    ours = another_club()
    play_many(ours, 8, started=8 * [BEGUN], statuses=("over",))
    backfill_stats()
    theirs = another_club()
    for _, record in all_records(ours):
        import_game(theirs, record)
    for same in (theirs, move(ours)):
        assert_up_to_date(same)
        assert by_name(same) == pytest.approx(by_name(ours))


def by_name(club: int) -> dict[tuple[Any, ...], float]:
    names = {player: name for player, name, _ in players.with_merged(db.session(), club)}
    return {(names[player], *rest): number for (player, *rest), number in computed(club).items()}


def test_a_merge_and_its_undo_rate_by_the_games_that_they_move(club: int) -> None:
    played = Played()
    for place in range(6):
        played.play("three-handed", BEGUN + place * MINUTE, (100, 50, 0), first=3 * (place % 2))
    assert_up_to_date(played.club)
    before = computed(played.club)
    into, merge = merge_player(played.club, played.players[0], "D")
    assert_up_to_date(played.club)
    assert {row[0] for row in computed(played.club)} == set(played.players[1:])
    undo_merge(played.club, into, merge)
    assert_up_to_date(played.club)
    assert computed(played.club) == before


def test_the_rating_of_a_deleted_game_goes_though_no_game_is_left(club: int) -> None:
    played = Played()
    game = played.play("original", BEGUN, (100, 50))
    assert computed(played.club)
    played.delete(game)
    assert computed(played.club) == {}


def test_only_a_change_of_the_past_reads_more_than_the_players_of_the_game(app: Flask, club: int) -> None:
    """A game that ends last goes on from what its players were; one that is corrected is rated with all after it."""
    played = Played()
    played.play("original", BEGUN, (100, 50))
    with statements(app) as sent:
        played.play("original", BEGUN + MINUTE, (100, 50))
    assert not read_results(sent)
    with statements(app) as sent:
        played.correct(played.games[0], (50, 100))
    assert len(read_results(sent)) == 1


@pytest.mark.both_databases
def test_ratings_are_of_one_club_alone(club: int) -> None:
    ours, theirs = Played(), Played()
    for played in (ours, theirs):
        played.play("original", BEGUN, (100, 50))
        assert_up_to_date(played.club)
    kept = computed(ours.club)
    theirs.correct(theirs.games[0], (0, 50))
    assert_up_to_date(theirs.club)
    assert computed(ours.club) == kept


def test_the_notes_of_an_old_game_rate_no_one(app: Flask, game: GameAtTable) -> None:
    for _ in range(3):
        bid_and_count(game, 0, 100, 120)
    assert_up_to_date(game.club)
    with statements(app) as sent:
        game.note("A good evening.")
    assert sent
    assert not [statement for statement in sent if "rating" in statement]


def test_an_import_that_broke_off_is_rated_at_the_next_start(game: GameAtTable) -> None:
    others = Played()
    others.play("original", BEGUN, (100, 50))
    bring_one_of_many(others.club, game)
    assert len(stored.read(db.session.connection(), others.club)["original"]) == 4, "those of before, until then"
    backfill_stats()
    assert_up_to_date(others.club)
    assert len(stored.read(db.session.connection(), others.club)["original"]) == 8


@pytest.mark.parametrize("then", ["play", "correct", "delete"])
def test_or_with_the_next_game_that_changes(game: GameAtTable, then: str) -> None:
    others = Played()
    first = others.play("original", BEGUN, (100, 50))
    bring_one_of_many(others.club, game)
    if then == "play":
        others.play("three-handed", datetime.now(UTC), (100, 50, 0))
    elif then == "correct":
        others.correct(first, (50, 100))
    else:
        others.delete(first)
    assert_up_to_date(others.club)


def test_while_an_import_runs_everyone_keeps_the_rating_of_before(game: GameAtTable) -> None:
    others = Played()
    others.play("original", BEGUN, (100, 50))
    before = stored.read(db.session.connection(), others.club)
    bring_one_of_many(others.club, game)
    assert stored.read(db.session.connection(), others.club) == before != {}


def bring_one_of_many(club: int, game: GameAtTable) -> None:
    """Plays this game to its end, and imports it into another club as one of many that are yet to come."""
    for _ in range(3):
        bid_and_count(game, 0, 100, 120)
    (record,) = (record for _, record in all_records(game.club))
    import_game(club, record, one_of_many=True)


@pytest.mark.both_databases
def test_a_game_that_lost_its_own_row_of_stats_is_deleted_and_rated_like_any_other(club: int) -> None:
    played = Played()
    games = [played.play("original", BEGUN + place * MINUTE, (100, 50)) for place in range(2)]
    with writing() as session:
        session.execute(delete(GAME_STATS))
    played.delete(games[0])
    assert_up_to_date(played.club)


@pytest.mark.both_databases
def test_a_game_without_a_time_of_its_end_is_left_out(club: int) -> None:
    """A fault that the doctor names: there is no place for it among the others."""
    played = Played()
    games = [played.play("original", BEGUN + place * MINUTE, (100, 50)) for place in range(2)]
    with writing() as session:
        session.execute(update(SEAT_STATS).where(SEAT_STATS.c.game_id == games[0]).values(ended_at=None))
        rate_club(session, played.club)
    told = ratings_of_player(played.club, played.players[0], "")
    asked = db.session.connection(), played.players[0], "", 0
    streak = streaks.longest_streak(*asked)
    assert streak
    assert (told.after[-1], streak.games, len(streaks.last_results(*asked, 5))) == (1, 1, 1)


@pytest.mark.parametrize("presets", [("original", "house-200"), ("house-200", "original")])
def test_of_rules_with_equally_many_games_a_player_is_shown_at_the_first(club: int, presets: tuple[str, ...]) -> None:
    """The first key, whatever the order in which the database returns its rows."""
    played = Played()
    for place, preset in enumerate(presets * 10):
        played.play(preset, BEGUN + place * MINUTE, (100, 50))
    told = ratings_of_player(played.club, played.players[0], "")
    assert told.title == PRESETS["house-200"].title
    assert list(told.by_rules) == [PRESETS["house-200"].title, PRESETS["original"].title]


def test_of_many_games_that_are_imported_the_players_are_rated_once_all_have_come(game: GameAtTable) -> None:
    others = another_club()
    bring_one_of_many(others, game)
    assert not stored.read(db.session.connection(), others)
    rate_again(others)
    assert_up_to_date(others)
    assert len({key[:2] for key in computed(others)}) == 8, "four players, by one preset and by all"
