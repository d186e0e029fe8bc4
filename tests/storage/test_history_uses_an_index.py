"""The history follows an index wherever it goes, and looks at a stated number of games where it searches."""

from datetime import UTC, datetime

import pytest

from scorekeeper.storage import game_lists, players
from scorekeeper.storage.game_lists import GameFilter

from .conftest import Plans

pytestmark = pytest.mark.sqlite("its query plans are read")

AUGUST = (datetime(2026, 8, 1, tzinfo=UTC), 0)
BY_MOMENT, BY_RULES = "ix_game_club_listed_at", "ix_game_club_preset_listed_at"


@pytest.mark.parametrize("oldest_first", [False, True])
@pytest.mark.parametrize(
    ("asked", "index"),
    [
        (GameFilter(), BY_MOMENT),
        (GameFilter(low=AUGUST), BY_MOMENT),
        (GameFilter(preset="original"), BY_RULES),
        (GameFilter(preset="original", high=AUGUST), BY_RULES),
        (GameFilter(house_rules_name="Grandma's"), BY_MOMENT),
        (GameFilter(players=(1,)), BY_MOMENT),
        (GameFilter(players=(1,), result="won"), BY_MOMENT),
        (GameFilter(players=(1,), result="lost", preset="original"), BY_RULES),
        (GameFilter(result="unfinished"), BY_MOMENT),
        (GameFilter(players=(1,), partner=2, against=(3, 4), result="finished"), BY_MOMENT),
    ],
)
def test_games_are_read_in_their_order_along_an_index(
    plans: Plans, asked: GameFilter, index: str, oldest_first: bool
) -> None:
    told = plans(lambda session, club: game_lists.page(session, club, asked, 20, oldest_first=oldest_first))
    assert told
    for steps in (each.partition("SCAN anon")[0] for each in told):  # what is scanned and sorted then is the page
        assert f"USING INDEX {index} (club_id=?" in steps or f"USING COVERING INDEX {index} (club_id=?" in steps
        assert "TEMP B-TREE" not in steps
        assert "SCAN" not in steps.replace("SCAN chain", "")  # the games found so far that one goes on from


def test_whether_a_player_took_part_is_looked_up_game_by_game(plans: Plans) -> None:
    *_, steps = plans(lambda session, club: game_lists.page(session, club, GameFilter(players=(1,)), 20))
    assert "CORRELATED SCALAR SUBQUERY" in steps
    assert "game_player USING" in steps


def test_players_are_found_by_name_through_an_index(plans: Plans) -> None:
    *_, steps = plans(lambda session, club: players.find(session, club, ["Ann"]))
    assert "(club_id=? AND name=?)" in steps


def test_names_of_house_rules_are_read_from_an_index_alone(plans: Plans) -> None:
    (steps,) = plans(game_lists.house_names)
    assert "SEARCH game USING COVERING INDEX ix_game_club_house_rules (club_id=?" in steps
    assert "TEMP B-TREE" not in steps


def test_the_limit_is_the_one_that_is_stated() -> None:
    assert game_lists.MOST_SEARCHED == 10_000
