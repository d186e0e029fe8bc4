"""Ratings and runs follow from the games that are over, in the order in which these ended, and from nothing else."""

from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from scorekeeper.storage import ratings as stored
from scorekeeper.storage.db import db
from scorekeeper.usecases.game import summary
from scorekeeper.usecases.game.new_game import start_game
from scorekeeper.usecases.players import roster
from scorekeeper.usecases.players.ratings import catch_up
from scorekeeper.usecases.submission import Submission
from tests import strategies as _profile  # noqa: F401 - how many examples are tried
from tests.many_games import BEGUN, another_club
from tests.person import TABLE
from tests.profiles import examples

from .game_at_table import GameAtTable
from .reference_ratings import BASES, MINUTE, Played, assert_up_to_date, computed
from .test_stats import EVENTS, hand, happen

MOMENTS = st.integers(0, 12).map(lambda minute: BEGUN + minute * MINUTE)  # few, so that games end at once
TOTALS = st.lists(st.sampled_from((0, 50, 100)), min_size=4, max_size=4)
STEPS = st.one_of(
    st.tuples(st.just("play"), st.sampled_from(tuple(BASES)), MOMENTS, TOTALS, st.sampled_from((None, "individual")))
    | st.tuples(st.just("play"), st.just("original"), MOMENTS, TOTALS, st.none()),
    st.tuples(st.just("correct"), st.integers(0, 30), TOTALS),
    st.tuples(st.just("delete"), st.integers(0, 30), st.booleans()),
    st.tuples(st.just("end_again"), st.integers(0, 30), MOMENTS),
    st.tuples(st.just("catch_up"), st.integers(1, 3)),
)


@given(steps=st.lists(STEPS, max_size=25))
def test_whatever_happens_to_games_the_ratings_are_those_of_a_computation_from_the_start(
    club: int, steps: list[tuple[Any, ...]]
) -> None:
    played = Played()
    for place, (what, *values) in enumerate(steps):
        if what == "play":
            played.play(*values, first=place)
        elif what == "catch_up":
            catch_up(played.club, values[0])
        elif played.games:
            getattr(played, what)(played.games[values[0] % len(played.games)], values[1])
    assert_up_to_date(played.club)


@pytest.mark.slow
@examples(25)
@given(events=st.lists(EVENTS, min_size=4, max_size=14), steps=st.lists(st.integers(0, 2), min_size=14, max_size=14))
def test_whatever_people_do_to_games_marks_what_it_touches(
    club: int, events: list[tuple[str, int, int]], steps: list[int]
) -> None:
    """Undo, correction, deletion, another person in a seat: the use cases themselves, with steps in between."""
    ours = another_club()
    games = [GameAtTable(ours, start_game(ours, uuid4(), "original", TABLE, 3)) for _ in range(3)]
    for game in games:
        for _ in range(3):
            hand(game, 0, 100, 120)
    assert_up_to_date(ours)
    for number, (event, step) in enumerate(zip(events, steps, strict=False)):
        happen(games[number % 3], *event)
        if step:
            catch_up(ours, step)
    assert_up_to_date(ours)


def test_a_merge_and_its_undo_mark_the_games_that_they_move(club: int) -> None:
    played = Played()
    for place in range(6):
        played.play("three-handed", BEGUN + place * MINUTE, (100, 50, 0), first=3 * (place % 2))
    assert_up_to_date(played.club)
    before, submission = computed(played.club), Submission(uuid4(), 0)
    into = roster.merge(played.club, played.players[0], submission, "D")
    assert_up_to_date(played.club)
    assert {row[0] for row in computed(played.club)} == set(played.players[1:])
    roster.undo_merge(played.club, into, submission.id)
    assert_up_to_date(played.club)
    assert computed(played.club) == before


def test_a_step_is_bounded_and_says_how_many_games_are_to_go(club: int) -> None:
    played = Played()
    for place in range(5):
        played.play("original", BEGUN + place * MINUTE, (100, 50))
    assert [catch_up(played.club, 2) for _ in range(4)] == [3, 1, 0, 0]
    played.correct(played.games[3], (50, 100))
    assert catch_up(played.club, 1) == 1, "what ended before the game that was corrected is not computed again"


def test_a_club_that_has_ended_no_game_has_nothing_to_catch_up_with(club: int) -> None:
    assert catch_up(club) == 0


def test_the_rating_of_a_deleted_game_goes_though_no_game_is_left(club: int) -> None:
    played = Played()
    game = played.play("original", BEGUN, (100, 50))
    catch_up(played.club)
    played.delete(game)
    assert catch_up(played.club) == 0
    assert computed(played.club) == set()


def test_a_step_that_was_overtaken_stores_nothing(club: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker does the same step, or a game is corrected, between reading and writing."""
    played = Played()
    games = [played.play("original", BEGUN + place * MINUTE, (100, 50)) for place in range(3)]
    first = stored.write
    meanwhile = iter([lambda: catch_up(played.club, 2), lambda: played.correct(games[1], (50, 100))])

    def overtaken(session: Session, *values: Any) -> bool:
        monkeypatch.setattr(stored, "write", first)
        session.rollback()
        next(meanwhile)()
        session.connection(execution_options={"writes": True})
        return first(session, *values)

    for to_go, left in ((3, 1), (1, 2)):
        monkeypatch.setattr(stored, "write", overtaken)
        assert catch_up(played.club, 2) == to_go, "as before the step"
        progress = stored.progress(db.session(), played.club)
        db.session.rollback()
        assert progress is not None
        assert progress.games == left, "as the other left it"
    assert_up_to_date(played.club)


def test_what_other_clubs_play_touches_nothing_here(club: int) -> None:
    ours, theirs = Played(), Played()
    for played in (ours, theirs):
        played.play("original", BEGUN, (100, 50))
        assert_up_to_date(played.club)
    kept = computed(ours.club)
    theirs.correct(theirs.games[0], (0, 50))
    assert catch_up(ours.club) == 0
    assert_up_to_date(theirs.club)
    assert computed(ours.club) == kept


def test_the_notes_of_an_old_game_mark_nothing(game: GameAtTable) -> None:
    for _ in range(3):
        hand(game, 0, 100, 120)
    assert_up_to_date(game.club)
    summary.write_notes(game.club, game.uid, game.submission(), "A good evening.")
    progress = stored.progress(db.session(), game.club)
    assert progress is not None
    assert progress.games == 0
