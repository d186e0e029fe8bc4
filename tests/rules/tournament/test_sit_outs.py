"""T3 and T4: who sits out, and what it is worth."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import Format, Tournament, draw_round, standings
from tests.profiles import examples
from tests.rules.tournament.notation import by_chance

from .notation import play_round, round_of, tournament_of


def assert_fair(tournament: Tournament, present: tuple[int, ...]) -> None:
    """The last round: as few sit out as the tables need, and of those who missed the fewest rounds before."""
    drawn = tournament.rounds[-1]
    before = replace(tournament, rounds=tournament.rounds[:-1]).missed_rounds()
    playing = [one for table in drawn.tables for one in table.entrants]
    assert sorted([*playing, *drawn.sit_outs]) == sorted(present)
    assert len(drawn.sit_outs) == len(present) % (2 if tournament.in_pairs else 4)
    assert max((before[one] for one in drawn.sit_outs), default=0) <= min(before[one] for one in playing)


@pytest.mark.parametrize("kind", ["rotating", "ranked"])
@examples(60)
@given(players=st.integers(4, 64), rounds=st.integers(1, 6), seed=st.integers(0, 99))
def test_t3_no_one_sits_out_twice_before_everybody_once(kind: Format, players: int, rounds: int, seed: int) -> None:
    tournament = tournament_of(kind, players)
    for _ in range(rounds):
        tournament = play_round(tournament, by_chance(seed), seed)
        assert_fair(tournament, tournament.present)
        times = Counter(one for drawn in tournament.rounds for one in drawn.sit_outs)
        assert max(times[one] for one in range(players)) - min(times[one] for one in range(players)) <= 1


@pytest.mark.parametrize("pairs", range(2, 13))
def test_t3_no_pair_has_a_second_bye_before_every_pair_has_one(pairs: int) -> None:
    tournament = tournament_of("swiss", pairs)
    for _ in range(2 * pairs):
        tournament = play_round(tournament, by_chance(pairs))
        assert_fair(tournament, tournament.present)


@pytest.mark.parametrize("kind", ["rotating", "ranked", "swiss"])
@examples(40)
@given(st.lists(st.sets(st.integers(0, 13), min_size=4), min_size=1, max_size=8))
def test_t3_a_round_missed_by_coming_late_or_leaving_is_a_sit_out(kind: Format, who_is_in: list[set[int]]) -> None:
    tournament = tournament_of(kind, 14)
    for present in who_is_in:
        tournament = play_round(replace(tournament, away=frozenset(range(14)) - present), by_chance(1))
        assert_fair(tournament, tuple(present))


def test_t3_in_a_first_round_by_the_standings_the_last_in_entry_order_sit_out() -> None:
    assert draw_round(tournament_of("ranked", 7), 1).sit_outs == (6, 5, 4)
    assert draw_round(tournament_of("swiss", 7), 1).sit_outs == (6,)


def test_t3_then_the_lowest_of_those_who_have_not_sat_out() -> None:
    first = round_of("02-13 100:50", "4")
    assert draw_round(tournament_of("ranked", 5, first), 1).sit_outs == (3,)
    assert draw_round(tournament_of("ranked", 5, round_of("02-13 100:150", "4")), 1).sit_outs == (2,)


# Player 4's points in four rounds, then a sit-out: the average by hand.
AVERAGES = [
    ((100, 1, 0, 0), "126.3"),  # 25.25 becomes 25.3
    ((-100, -1, 0, 0), "-126.3"),  # halves away from zero
    ((100, 0, 0, 0), "125"),
    ((10, 10, 10, 15), "56.3"),
    ((10, 11, 11, 12), "55"),
    ((0, 0, 0, 0), "0"),
]


@pytest.mark.parametrize(("points", "total"), AVERAGES)
def test_t4_a_sit_out_is_the_average_of_the_rounds_played_to_one_decimal(points: tuple[int, ...], total: str) -> None:
    rounds = [round_of(f"04-12 {each}:7", "3") for each in points]
    placed = {line.entrant: line for line in standings(tournament_of("ranked", 5, *rounds, round_of("01-23 5:5", "4")))}
    assert str(placed[4].points) == total
    assert (placed[4].played, placed[4].sit_outs) == (4, 1)


def test_t4_the_average_is_rounded_before_sit_outs_are_added() -> None:
    played = [round_of(f"04-12 {each}:7", "3") for each in (1, 0, 0)]
    sat_out = [round_of("01-23 5:5", "4")] * 3
    placed = {line.entrant: line.points for line in standings(tournament_of("ranked", 5, *played, *sat_out))}
    assert placed[4] == Decimal("1.9")  # 1 and three times 0.3, not 2


def test_t4_a_sit_out_before_the_first_round_played_brings_nothing_until_then_and_changes_with_every_round() -> None:
    rounds = round_of("01-23 60:40", "4"), round_of("04-12 90:10", "3"), round_of("14-02 10:20", "3")
    points = [
        next(line.points for line in standings(tournament_of("ranked", 5, *rounds[:number])) if line.entrant == 4)
        for number in (1, 2, 3)
    ]
    assert points == [0, 180, 150]


def test_t4_a_sit_out_is_no_won_round_and_no_best_round() -> None:
    """0 and 1 come to 120 each: 0 by a round of 60 and a sit-out, 1 by two rounds, of which it won one too."""
    rounds = round_of("02-34 60:50", "1"), round_of("12-34 60:70", "0"), round_of("13-24 0:5", "0")
    placed = {line.entrant: line for line in standings(tournament_of("ranked", 5, *rounds))}
    assert (placed[0].points, placed[0].wins, placed[0].played, placed[0].sit_outs) == (180, 1, 1, 2)


def test_t4_a_sit_out_counts_as_soon_as_a_table_of_its_round_is_finished() -> None:
    first, drawn = round_of("01-23 60:40", "4"), round_of("04-12", "3")
    before = standings(tournament_of("ranked", 5, first, drawn))
    assert next(line.points for line in before if line.entrant == 3) == 40
    after = standings(tournament_of("ranked", 5, first, round_of("04-12 1:2", "3")))
    assert next(line.points for line in after if line.entrant == 3) == 80


def test_t4_a_bye_of_a_pair_is_a_win_with_its_own_average() -> None:
    rounds = round_of("0-1 200:100", "2"), round_of("2-0 150:90", "1")
    placed = {line.entrant: (line.wins, line.points) for line in standings(tournament_of("swiss", 3, *rounds))}
    assert placed == {0: (1, 290), 1: (1, 200), 2: (2, 300)}


def test_t4_a_round_missed_by_coming_late_or_leaving_brings_no_points() -> None:
    rounds = round_of("01-23 60:40", ""), round_of("04-12 90:10", "3")
    placed = {line.entrant: line for line in standings(tournament_of("ranked", 5, *rounds))}
    assert (placed[4].points, placed[4].sit_outs) == (90, 0)
