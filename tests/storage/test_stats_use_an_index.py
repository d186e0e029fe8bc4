"""Statistics and ratings read rows of their club or player alone, along an index, and where many without the table."""

import pytest
from sqlalchemy.orm import Session

from scorekeeper.storage import ratings, stats, streaks
from scorekeeper.storage.db import db
from scorekeeper.usecases import permissions
from scorekeeper.usecases.demo import play_demo

from .conftest import Ask, Plans

pytestmark = pytest.mark.sqlite("its query plans are read")

RANKED, RESULTS = (f"SEARCH seat_stats USING COVERING INDEX ix_seat_stats_{name}" for name in ("ranked", "results"))
OF_PLAYER = "SEARCH seat_stats USING PRIMARY KEY (player_id=?"
RESULTS_OF_PLAYER = "SEARCH seat_stats USING COVERING INDEX ix_seat_stats_player (player_id=?"
OF_GAMES = "SEARCH game_stats USING COVERING INDEX ix_game_stats_club (club_id=?"


@pytest.fixture
def plans_of_players(plans: Plans) -> Plans:
    """The plans in a club that has played."""
    list(play_demo(permissions.club_id(), 20, seed=3))
    db.session.rollback()
    return plans


def is_last(session: Session, club: int) -> bool:
    (game,) = stats.read(session, [1]).values()
    return ratings.is_last(session, game)


@pytest.mark.parametrize(
    ("ask", "indexes"),
    [
        (lambda session, club: stats.leaderboard(session, club, "", 0), [f"{RANKED} (club_id=?)"]),
        (lambda session, club: stats.leaderboard(session, club, "original", 2026), [f"{RANKED} (club_id=?)"]),
        (
            lambda session, club: stats.leaderboard(session, club, "", 2026, ("games", "wins")),
            ["SEARCH seat_stats USING COVERING INDEX ix_seat_stats_year (club_id=? AND year=?)"],
        ),
        (lambda session, club: stats.choices(session, club), [OF_GAMES]),
        (lambda session, club: stats.stats_by_part(session, 1), [OF_PLAYER]),
        (
            lambda session, club: stats.others(session, 1, "", 0),
            [RESULTS_OF_PLAYER, f"{RESULTS} (club_id=? AND ended_at=? AND game_id=?)", "player USING INTEGER"],
        ),
        (
            lambda session, club: stats.rivalries(session, 1, "", 2026, 4),
            [RESULTS_OF_PLAYER, f"{RESULTS} (club_id=? AND ended_at=? AND game_id=?)"],
        ),
        (
            lambda session, club: stats.closest(session, 1, "", 2026, least=5, most=5, nameless=["Player 1"]),
            [RESULTS_OF_PLAYER, f"{RESULTS} (club_id=? AND ended_at=? AND game_id=?)"],
        ),
        (lambda session, club: stats.pairs(session, club, "", 0, 20), [f"{RESULTS} (club_id=?)", "SEARCH player"]),
        (lambda session, club: stats.best_games(session, club, "", 0), [OF_GAMES, "SEARCH game USING INTEGER"]),
        (lambda session, club: stats.best_games(session, club, "original", 2026), [f"{OF_GAMES} AND preset=?"]),
        (lambda session, club: list(ratings.games(session, club)), [f"{RESULTS} (club_id=?"]),
        (lambda session, club: list(ratings.games(session, club, "original")), [f"{RESULTS} (club_id=?"]),
        (is_last, ["USING INDEX ix_seat_stats_results (club_id=? AND ended_at>?)"]),
        (
            lambda session, club: streaks.last_results(session, 1, "", 2026, 5),
            [RESULTS_OF_PLAYER, "SEARCH game USING INTEGER"],
        ),
        (lambda session, club: streaks.longest_streak(session, 1, "", 2026), [RESULTS_OF_PLAYER]),
        (
            lambda session, club: ratings.read(session.connection(), club, "original"),
            ["SEARCH rating USING INDEX ix_rating_club (club_id=? AND preset=?)"],
        ),
        (
            lambda session, club: ratings.read(session.connection(), club, players=[1]),
            ["SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=?)"],
        ),
        (
            lambda session, club: ratings.forget(session, club, "original"),
            ["SEARCH rating USING COVERING INDEX ix_rating_club (club_id=? AND preset=?)"],
        ),
        (
            lambda session, club: ratings.forget(session, club, "original", [1]),
            ["SEARCH rating USING INDEX sqlite_autoindex_rating_1 (player_id=? AND preset=?)"],
        ),
    ],
    ids=[
        "the leaderboard",
        "the leaderboard by rules and year",
        "who leads a year",
        "choices",
        "a player's stats",
        "partners and opponents",
        "rivalries",
        "who is closest",
        "pairs",
        "best games",
        "best games by rules and year",
        "results in order",
        "results in order by rules",
        "whether a game is the last",
        "a player's last results",
        "a player's streak",
        "ratings of a club",
        "ratings of a player",
        "ratings of a club that go",
        "ratings of players that go",
    ],
)  # fmt: skip
def test_statistics_are_read_through_an_index(plans_of_players: Plans, ask: Ask, indexes: list[str]) -> None:
    steps = "\n".join(plans_of_players(ask))
    for index in indexes:
        assert index in steps
    for table in ("rating", "game", "game_player", "game_stats", "seat_stats", "player"):
        assert f"SCAN {table}\n" not in steps + "\n"
        assert f"SCAN {table} " not in steps
