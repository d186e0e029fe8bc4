"""What one game makes of its players' ratings: who won against whom, and nothing else."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from scorekeeper.rules.rating import NEWCOMER, Skill, Team, places, rate

ANN, BOB, CAL, DEE, EVE, FLO = range(6)


Played = tuple[tuple[int, ...], bool, int]
"""Players who share a total, whether they won, and the total."""


def teams_by_place(*sides: Played) -> list[Team]:
    of_each = places([(won, total) for _, won, total in sides])
    return [(place, list(who)) for place, (who, _, _) in zip(of_each, sides, strict=True)]


def risen(*sides: Played, **known: Skill) -> list[float]:
    """By how much each player's mu rose, in the order of the sides; all but those `known` are newcomers."""
    before = {globals()[name]: skill for name, skill in known.items()}
    after = rate(teams_by_place(*sides), before)
    return [round(after[player][0] - before.get(player, NEWCOMER)[0], 6) for who, _, _ in sides for player in who]


def test_partners_rise_and_fall_together() -> None:
    ann, cal, bob, dee = risen(((ANN, CAL), True, 300), ((BOB, DEE), False, 120))
    assert ann == cal == -bob == -dee > 0


def test_six_players_may_be_two_teams_of_three() -> None:
    rises = risen(((ANN, CAL, EVE), False, 300), ((BOB, DEE, FLO), True, 120))
    assert rises[0] == rises[1] == rises[2] < 0 < rises[3] == rises[4] == rises[5]


def test_the_place_of_who_plays_alone_is_by_the_total() -> None:
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


def test_the_rating_of_who_was_expected_to_win_rises_less() -> None:
    known = (30.0, 3.0)
    expected, surprise = (risen(((ANN,), True, 1), ((BOB,), False, 0), **{who: known}) for who in ("ANN", "BOB"))
    assert 0 < expected[0] < 1 < surprise[0]


@pytest.mark.parametrize("games", [5, 40])
def test_each_game_makes_a_rating_surer(games: int) -> None:
    known: dict[int, Skill] = {ANN: NEWCOMER, BOB: NEWCOMER}
    spreads = [known[ANN][1]]
    for game in range(games):
        known |= rate(teams_by_place(((ANN,), game % 2 == 0, 0), ((BOB,), game % 2 == 1, 0)), known)
        spreads.append(known[ANN][1])
    assert all(later < earlier for earlier, later in pairwise(spreads))


SKILLS = st.tuples(st.floats(0, 50), st.floats(0.5, 9))
SIDES = st.sampled_from([[(0,), (1,)], [(0,), (1,), (2,)], [(0,), (1,), (2,), (3,)], [(0, 2), (1, 3)]])


@given(
    sides=SIDES | st.just([(0, 2, 4), (1, 3, 5)]),
    results=st.lists(st.tuples(st.booleans(), st.sampled_from((0, 50, 100))), min_size=4, max_size=4),
    skills=st.lists(SKILLS, min_size=6, max_size=6),
)
def test_any_game_is_rated_as_openskill_rates_it(
    sides: list[tuple[int, ...]], results: list[tuple[bool, int]], skills: list[Skill]
) -> None:
    ours = [(who, *result) for who, result in zip(sides, results, strict=False)]
    ranks = [float(place) for place, _ in teams_by_place(*ours)]
    model = BradleyTerryFull()
    theirs = model.rate([[model.rating(*skills[player]) for player in who] for who in sides], ranks)
    after = rate(teams_by_place(*ours), dict(enumerate(skills)))
    for who, rated in zip(sides, theirs, strict=True):
        for player, one in zip(who, rated, strict=True):
            assert after[player] == pytest.approx((one.mu, one.sigma), rel=1e-12)
