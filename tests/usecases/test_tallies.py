"""What is counted of games that have ended: whatever happens to them, it is what a slow recount of everything says."""

from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.record import document_of, entry_of, write
from scorekeeper.storage import whole_club
from scorekeeper.storage.db import writing
from scorekeeper.usecases.demo import play_demo
from scorekeeper.usecases.imports import import_game
from scorekeeper.usecases.table import Table
from scorekeeper.usecases.tallies import recount_all
from tests.many_games import another_club
from tests.strategies import Game, games

from . import obvious


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(played=st.lists(games(), min_size=1, max_size=3))
def test_any_games_are_counted_as_a_slow_recount_counts_them(club: int, played: list[Game]) -> None:
    others = another_club()
    for game in played:
        made = document_of(game.rules, game.players, tuple(map(entry_of, game.hands)), dealer=game.dealer, id=uuid4())
        import_game(others, write(made))
    obvious.assert_true(others)


def test_a_club_that_played_all_rule_sets_is_counted_truly(club: int) -> None:
    list(play_demo(club, 60, seed=3))
    with writing() as session:
        recount_all(session, [Table(game) for game in whole_club.all_games(session, club)])
    obvious.assert_true(club)
