"""What hangs on the order of games, best games and pairs: read through indexes, however much was played."""

import pytest
from sqlalchemy.orm import Session

from scorekeeper.storage import best_games, pairs, rating_queries, ratings
from scorekeeper.storage.db import FIRST, LAST, db
from scorekeeper.storage.stats_models import BEST_OF
from scorekeeper.usecases import access
from scorekeeper.usecases.demo.games import play_demo
from scorekeeper.usecases.players.ratings import catch_up

from .conftest import Ask, Plans

pytestmark = pytest.mark.sqlite("its query plans are read")

CURSOR = FIRST


@pytest.fixture
def played(plans: Plans) -> Plans:
    """The plans in a club that has played."""
    list(play_demo(access.club_id(), 20, seed=3))
    catch_up(access.club_id(), 10)
    db.session.rollback()
    return plans


def stored(session: Session, club: int) -> None:
    progress = ratings.progress(session, club)
    assert progress is not None
    assert ratings.write(session, club, progress, LAST, progress.cursor, [])


@pytest.mark.parametrize(
    ("ask", "indexes"),
    [
        (
            lambda session, club: ratings.progress(session, club),
            [
                "SEARCH game USING INDEX ix_game_club_over_ended_at (club_id=? AND ended_at>?)",
                "SEARCH rating USING COVERING INDEX ix_rating_club_ended_at (club_id=? AND ended_at>?)",
            ],
        ),
        (
            lambda session, club: ratings.games_after(session, club, CURSOR, 5),
            ["SEARCH game USING INDEX ix_game_club_over_ended_at (club_id=? AND ended_at>?)"],
        ),
        (
            lambda session, club: ratings.as_of(session, CURSOR, [1, 2]),
            [
                "SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=? AND ended_at=? AND game_id=?)",
                "ix_rating_player_preset_ended_at (player_id=? AND preset=? AND (ended_at,game_id)<(?,?))",
                "sqlite_autoindex_rating_1 (player_id=? AND (ended_at,game_id)<(?,?))",
            ],
        ),
        (
            stored,
            ["SEARCH rating USING COVERING INDEX ix_rating_club_ended_at (club_id=? AND (ended_at,game_id)>(?,?)"],
        ),
        (
            lambda session, club: rating_queries.of_club(session, club, "original"),
            [
                "SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=? AND ended_at=? AND game_id=?)",
                "ix_rating_player_preset_ended_at (player_id=? AND preset=? AND (ended_at,game_id)<(?,?))",
            ],
        ),
        (
            lambda session, club: rating_queries.of_player(session, 1),
            [
                "SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=? AND ended_at=? AND game_id=?)",
                "SEARCH rating USING COVERING INDEX ix_rating_player_preset_ended_at (player_id=? AND preset>?)",
                "ix_rating_player_preset_ended_at (player_id=? AND preset=? AND (ended_at,game_id)<(?,?))",
            ],
        ),
        (
            lambda session, club: rating_queries.results(session, 1, "original", 10, 60, form_by_preset=False),
            [
                "SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=?)",
                "SEARCH rating USING INDEX ix_rating_player_preset_ended_at (player_id=? AND preset=?)",
            ],
        ),
        (
            lambda session, club: best_games.best_games(session, club, "", 0),
            [
                f"ix_game_stats_club_{what} (club_id=? AND preset=? AND year=?{more})"
                for what in BEST_OF
                for more in ("", f" AND {what}=?")
            ],
        ),
        (
            lambda session, club: pairs.pairs(session, club, "", 0),
            ["ix_pair_stats_club_preset_year (club_id=? AND preset=? AND year=? AND partners=?)"],
        ),
    ],
    ids=[
        "to go",
        "the next games",
        "as of a place",
        "a step",
        "of a club",
        "of a player",
        "form",
        "best games",
        "pairs",
    ],
)
def test_it_is_read_through_an_index(played: Plans, ask: Ask, indexes: list[str]) -> None:
    steps = "\n".join(played(ask))
    for index in indexes:
        assert index in steps
    assert "SEARCH rating USING INDEX ix_rating_player_preset_ended_at (player_id=? AND preset=? AND (" not in steps, (
        "all rows"
    )
    for table in ("rating", "game", "game_player", "game_stats", "pair_stats", "seat_stats"):
        assert f"SCAN {table}\n" not in steps + "\n"
        assert f"SCAN {table} " not in steps
