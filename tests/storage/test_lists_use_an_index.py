"""Lists of games and names stay quick however many games there are: each is read through an index."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage import game_lists, house_rules, players, tournaments
from scorekeeper.storage.db import db
from tests.person import Person

from .conftest import Plans

pytestmark = pytest.mark.sqlite("its query plans are read")


@pytest.mark.parametrize("statuses", [("in-progress", "tied"), ("stopped",), ("deleted",)])
def test_games_are_listed_by_their_status_through_an_index(plans: Plans, statuses: tuple[GameStatus, ...]) -> None:
    (steps,) = plans(lambda session, club: game_lists.latest_games(session, club, statuses, 20))
    assert "SEARCH game USING INDEX ix_game_club_status_changed_at" in steps
    assert "SCAN game" not in steps.replace("SCAN game_player", "")


def test_the_last_evening_and_whether_games_were_deleted_are_read_through_an_index(plans: Plans) -> None:
    (last,) = plans(lambda session, club: game_lists.last_end(session, club))
    assert "SEARCH game USING INDEX ix_game_club_listed_at (club_id=?)" in last
    (deleted,) = plans(lambda session, club: game_lists.any_deleted(session, club))
    assert "SEARCH game USING INDEX ix_game_club_status_changed_at (club_id=? AND status=?)" in deleted
    (steps,) = plans(lambda session, club: game_lists.ended_since(session, club, datetime.now(UTC), 60))
    assert "SEARCH game USING INDEX ix_game_club_listed_at (club_id=? AND listed_at>?)" in steps
    assert "SCAN game\n" not in steps + "\n"


def test_the_hands_before_a_game_are_read_through_indexes(plans: Plans) -> None:
    """Those of a dozen games, however many there are."""
    (steps,) = plans(lambda session, club: game_lists.before(session, club, "original", datetime.now(UTC), 9))
    assert "SEARCH game USING INDEX ix_game_club_preset_started_at (club_id=? AND preset=? AND " in steps
    assert "SEARCH hand USING INDEX sqlite_autoindex_hand_1 (game_id=?)" in steps


def test_hands_of_games_are_counted_through_indexes(plans: Plans) -> None:
    (steps,) = plans(lambda session, club: game_lists.hands_scored(session, club, [UUID(int=0)]))
    assert "SEARCH game USING COVERING INDEX sqlite_autoindex_game_1 (club_id=? AND uid=?)" in steps
    assert "SEARCH hand USING INDEX sqlite_autoindex_hand_1 (game_id=?)" in steps


def test_a_players_last_game_is_found_through_an_index(plans: Plans) -> None:
    (steps,) = plans(lambda session, club: players.recent_names(session, club, 24))
    assert "USING COVERING INDEX ix_game_player_player_id_game_id (player_id=?)" in steps


def test_house_rules_are_read_in_their_order_through_an_index(plans: Plans) -> None:
    (steps,) = plans(lambda session, club: house_rules.read_all(session, club))
    assert "SEARCH house_rules USING INDEX" in steps
    assert "(club_id=?)" in steps
    assert "TEMP B-TREE" not in steps


def test_the_games_of_a_tournament_are_found_through_indexes(plans: Plans) -> None:
    for ask in (lambda session, _: tournaments.games(session, [1]), lambda *_: tournaments.watched("a" * 26)):
        for steps in plans(ask):
            assert "INDEX ix_series_tournament_id (tournament_id=?)" in steps
            assert "SEARCH game USING INDEX ix_game_series_started_at (series_id=?)" in steps
            assert "SCAN" not in steps


@pytest.mark.parametrize(
    "page", ["/", "/rules", "/games/new", "/games/deleted", "{game}/settings", "{game}/seats?seats-0=0"]
)
def test_a_page_asks_the_database_at_most_8_times_however_many_games(app: Flask, phone: Person, page: str) -> None:
    def asked() -> int:
        count = 0

        def note(*_: object) -> None:
            nonlocal count
            count += 1

        with app.app_context():
            event.listen(db.engine, "before_cursor_execute", note)
            phone.get(page.format(game=game))
            event.remove(db.engine, "before_cursor_execute", note)
        return count

    stopped, game = phone.start_game(), phone.start_game()
    phone.open(f"{stopped}/settings")
    phone.tap("End game early")
    phone.open(game)
    few = asked()
    phone.play("Bob", 95, 45)
    for names in (("Eve", "Flo", "Gus", "Hal"), ("Ida", "Jon", "Kim", "Lou")):
        phone.start_game(names=names)
        phone.open(f"{phone.last.path}/settings" if phone.last else "/")
        phone.tap("End game early")
    assert asked() == few <= 11


def test_what_a_players_page_asks_of_people_goes_through_an_index(plans: Plans) -> None:
    """A player's games, whether two sat together, who was merged into whom."""
    for ask in (
        lambda session, club: players.read(session, club, 1),
        lambda session, club: players.read_named(session, club, "Ann"),
        lambda session, club: players.shared_game(session, 1, 2),
        lambda session, club: players.into(session, club, 1),
        lambda session, club: players.merged_into(session, 1),
    ):
        assert "SCAN" not in "".join(plans(ask))
