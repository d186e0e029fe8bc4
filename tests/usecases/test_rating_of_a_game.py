"""What one game makes of its players' ratings: who won against whom, and nothing else."""

import subprocess
import sys
from itertools import pairwise

import pytest

from scorekeeper.storage.ratings import Rated
from scorekeeper.usecases.players.ratings import Team, newcomer, rate

ANN, BOB, CAL, DEE, EVE, FLO = range(6)


def risen(*teams: Team, **known: Rated) -> list[float]:
    """By how much each player's mu rose, in the order of the teams; all but those `known` are newcomers."""
    players = [player for who, _, _ in teams for player in who]
    before = dict.fromkeys(players, newcomer())
    before |= {globals()[name]: rated for name, rated in known.items()}
    after = rate(teams, before)
    return [round(after[player][0] - before[player].mu, 6) for player in players]


def test_partners_rise_and_fall_together() -> None:
    ann, cal, bob, dee = risen(((ANN, CAL), True, 300), ((BOB, DEE), False, 120))
    assert ann == cal == -bob == -dee > 0


def test_six_players_may_be_two_teams_of_three() -> None:
    rises = risen(((ANN, CAL, EVE), False, 300), ((BOB, DEE, FLO), True, 120))
    assert rises[0] == rises[1] == rises[2] < 0 < rises[3] == rises[4] == rises[5]


def test_who_plays_alone_is_placed_by_the_total() -> None:
    rises = risen(((ANN,), True, 150), ((BOB,), False, 20), ((CAL,), False, 90), ((DEE,), False, -45))
    ann, bob, cal, dee = rises
    assert ann > cal > 0 > bob > dee


def test_the_winner_comes_first_even_where_another_has_more() -> None:
    """R18 and R28: who won is not always who has the highest total."""
    ann, bob, cal = risen(((ANN,), False, 320), ((BOB,), True, 305), ((CAL,), False, 10))
    assert bob > 0 == ann > cal


def test_joint_winners_share_the_first_rank() -> None:
    """R7: a tie may be shared; of four, the third does not rise with the two who won."""
    ann, bob, cal, dee = risen(((ANN,), True, 150), ((BOB,), True, 150), ((CAL,), False, 90), ((DEE,), False, 0))
    assert ann == bob > 0 > cal > dee


def test_equal_totals_share_a_rank() -> None:
    ann, bob, cal = risen(((ANN,), True, 150), ((BOB,), False, 90), ((CAL,), False, 90))
    assert ann > 0 > bob == cal


def test_by_how_much_a_game_was_won_does_not_count() -> None:
    assert risen(((ANN,), True, 300), ((BOB,), False, 295)) == risen(((ANN,), True, 900), ((BOB,), False, -400))


def test_who_was_expected_to_win_rises_less() -> None:
    known = Rated(30.0, 3.0, 20)
    expected, surprise = (risen(((ANN,), True, 1), ((BOB,), False, 0), **{who: known}) for who in ("ANN", "BOB"))
    assert 0 < expected[0] < 1 < surprise[0]


@pytest.mark.parametrize("games", [5, 40])
def test_each_game_makes_a_rating_surer(games: int) -> None:
    known = {ANN: newcomer(), BOB: newcomer()}
    spreads = [known[ANN].sigma]
    for game in range(games):
        after = rate([((ANN,), game % 2 == 0, 0), ((BOB,), game % 2 == 1, 0)], known)
        known = {player: Rated(*skill) for player, skill in after.items()}
        spreads.append(known[ANN].sigma)
    assert all(later < earlier for earlier, later in pairwise(spreads))


@pytest.mark.process
def test_the_app_starts_without_the_library_of_ratings() -> None:
    program = "import sys, scorekeeper.app; scorekeeper.app.create_app; print('openskill' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
