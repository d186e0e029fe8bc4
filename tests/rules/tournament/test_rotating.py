"""T5: new partners every round."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import Result, Round, Table, Tournament, draw_round, repeats
from tests.patience import Stopwatch
from tests.profiles import examples

from .notation import opponents, partners, play_round, round_of, sides_in, tournament_of


def judge(_table: Table) -> Result:
    return Result((100, 80))


def played_evening(players: int, rounds: int, seed: int = 1) -> Tournament:
    tournament = tournament_of("rotating", players)
    for _ in range(rounds):
        tournament = play_round(tournament, judge, seed)
    return tournament


@pytest.mark.parametrize("players", range(4, 29, 4))
def test_t5_everyone_partners_everyone_once_and_opposes_everyone_twice(players: int) -> None:
    rounds = played_evening(players, players - 1).rounds
    everyone = {frozenset(pair) for pair in combinations(range(players), 2)}
    assert partners(*rounds) == dict.fromkeys(everyone, 1)
    assert opponents(*rounds) == dict.fromkeys(everyone, 2)


@pytest.mark.parametrize("players", range(4, 29, 4))
def test_t5_after_the_last_round_of_the_plan_it_starts_over(players: int) -> None:
    rounds = played_evening(players, players + 2).rounds
    assert [sides_in(drawn) for drawn in rounds[players - 1 :]] == [sides_in(drawn) for drawn in rounds[:3]]


@pytest.mark.parametrize("players", [number for number in range(5, 28) if number % 4])
def test_t5_other_numbers_have_as_many_rounds_as_players_with_opponents_in_turn(players: int) -> None:
    rounds = played_evening(players, players).rounds
    assert set(partners(*rounds).values()) == {1}
    assert max(opponents(*rounds).values()) <= 3
    times = [sum(one in drawn.sit_outs for drawn in rounds) for one in range(players)]
    assert times == [players % 4] * players


@pytest.mark.parametrize("players", [29, 34, 47, 64])
def test_t5_larger_fields_have_at_least_half_as_many(players: int) -> None:
    """While each has been with fewer than half of the others there is always a round of new partners (Dirac)."""
    rounds = played_evening(players, 8).rounds
    assert set(partners(*rounds).values()) == {1}
    assert max(opponents(*rounds).values()) <= 3


@pytest.mark.parametrize("players", [30, 40, 64])
def test_t5_nor_do_opponents_meet_again_in_the_first_rounds(players: int) -> None:
    assert set(opponents(*played_evening(players, 4).rounds).values()) == {1}


@examples(50)
@given(players=st.integers(4, 64), seed=st.integers(0, 10**9))
def test_t5_no_partner_comes_back_within_five_rounds_or_six_from_ten_players(players: int, seed: int) -> None:
    lasts = min(players - 1, 6) if players % 4 == 0 else 6 if players >= 10 else 5
    tournament = played_evening(players, lasts, seed)
    assert set(partners(*tournament.rounds).values()) == {1}
    assert [repeats(tournament, number) for number in range(1, lasts + 1)] == [()] * lasts


@examples(40)
@given(players=st.sampled_from([8, 12, 16, 20]), data=st.data())
def test_t5_drawing_a_round_differently_keeps_to_the_plan(players: int, data: st.DataObject) -> None:
    tournament = tournament_of("rotating", players)
    for _ in range(players - 1):
        tournament = play_round(tournament, judge, data.draw(st.integers(1, 5)))
    assert set(partners(*tournament.rounds).values()) == {1}


def test_t5_each_of_the_next_seeds_draws_another_round() -> None:
    tournament = played_evening(12, 3)
    assert len({str(sides_in(draw_round(tournament, seed))) for seed in range(1, 9)}) == 8


def pairings_of(players: list[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to put these into pairs."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in pairings_of([one for one in others if one != other]):
            yield [frozenset((first, other)), *rest]


def fewest_repeats(tournament: Tournament) -> int:
    """By trying everything: the fewest repeated partners of a round in which those sit out who are due (T3)."""
    missed, before = tournament.missed_rounds(), partners(*tournament.rounds)
    found = []
    for sit_outs in combinations(tournament.present, len(tournament.present) % 4):
        playing = [one for one in tournament.present if one not in sit_outs]
        if max((missed[one] for one in sit_outs), default=0) <= min(missed[one] for one in playing):
            found += [sum(before[pair] > 0 for pair in draw) for draw in pairings_of(playing)]
    return min(found)


@examples(60)
@given(data=st.data(), players=st.integers(5, 10))
def test_t5_when_people_come_and_go_there_are_as_few_repeats_as_can_be(data: st.DataObject, players: int) -> None:
    tournament = tournament_of("rotating", players)
    for _ in range(data.draw(st.integers(1, 9))):
        away = data.draw(st.frozensets(st.integers(0, players - 1), max_size=players - 4))
        tournament = replace(tournament, away=away)
        before = partners(*tournament.rounds)
        if all(before[frozenset(pair)] for pair in combinations(tournament.present, 2)):
            return  # all have been together: it starts over
        drawn = draw_round(tournament, data.draw(st.integers(1, 3)))
        after = replace(tournament, rounds=(*tournament.rounds, drawn))
        assert len(repeats(after, len(after.rounds))) == fewest_repeats(tournament)
        tournament = after


def test_t5_who_comes_back_finds_the_plan_going_on() -> None:
    """One of eight players was away for the second round."""
    tournament = play_round(played_evening(8, 1), judge)
    tournament = play_round(replace(tournament, away=frozenset({3})), judge)
    tournament = replace(tournament, away=frozenset())
    for _ in range(2):
        tournament = play_round(tournament, judge)
    assert set(partners(*tournament.rounds).values()) == {1}


def test_t5_a_swap_by_hand_is_kept_in_mind() -> None:
    """Players of round 1 were swapped: those who came together so don't meet as partners again."""
    tournament = played_evening(12, 1)
    first, *others = tournament.rounds[0].tables
    (a, b), (c, d) = first.sides
    swapped = replace(tournament.rounds[0], tables=(Table(((a, c), (b, d)), 1, judge(first)), *others))
    tournament = replace(tournament, rounds=(swapped,))
    for _ in range(8):
        tournament = play_round(tournament, judge)
    assert set(partners(*tournament.rounds).values()) == {1}


def test_t5_a_guest_is_a_partner_without_a_place() -> None:
    """99 sat in for 3, who was missing: 3 counts as having sat out, and the draw goes on among the eight."""
    tournament = tournament_of("rotating", 8, round_of("01-24 1:2, 56-79 3:4"))
    rounds = Round((*tournament.rounds[0].tables[:1], Table(((5, 6), (7, 99)), 1)), (), 1)
    tournament = replace(tournament, rounds=(rounds,))
    assert tournament.missed_rounds()[3] == 1
    drawn = draw_round(tournament, 1)
    assert sorted(one for table in drawn.tables for one in table.entrants) == list(range(8))


def test_t5_what_repeats_is_named() -> None:
    tournament = tournament_of(
        "rotating", 4, round_of("01-23"), round_of("02-13"), round_of("03-12"), round_of("01-32")
    )
    assert [repeats(tournament, number) for number in (1, 2, 3, 4)] == [(), (), (), ((0, 1), (3, 2))]


def test_t5_a_round_needs_no_results_of_the_last() -> None:
    tournament = tournament_of("rotating", 5)
    for _ in range(5):
        tournament = replace(tournament, rounds=(*tournament.rounds, draw_round(tournament, 1)))
    assert set(partners(*tournament.rounds).values()) == {1}
    assert tournament.unfinished() == (1,)


@pytest.mark.everywhere("cost", once={"players": 64})
@pytest.mark.parametrize("players", [62, 63, 64])
def test_t5_drawing_sixty_four_players_takes_less_than_a_second(players: int) -> None:
    tournament, longest = tournament_of("rotating", players), 0.0
    for _ in range(20):
        with Stopwatch() as watch:
            tournament = play_round(tournament, judge)
        longest = max(longest, watch.seconds)
    assert longest < 1
