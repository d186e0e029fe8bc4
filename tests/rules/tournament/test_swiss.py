"""T7: pairs with like results meet, as seldom twice as can be."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import Result, Round, Table, Tournament, draw_round, repeats, standings
from tests.patience import Stopwatch
from tests.profiles import examples

from .notation import by_chance, notation_of, opponents, play_round, round_of, tournament_of


def meetings_of(order: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to let these meet, each with one below it."""
    if not order:
        yield []
        return
    first, *below = order
    for other in below:
        for rest in meetings_of([one for one in below if one != other]):
            yield [(first, other), *rest]


def draw_by_trying_everything(tournament: Tournament) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The law, word for word: fewest repeats; the lowest who may has the bye; from the top the highest not yet met."""
    lines = {line.entrant: line for line in standings(tournament)}
    order = sorted(tournament.present, key=lambda one: (-lines[one].wins, -lines[one].points, one))
    missed, met = tournament.missed_rounds(), opponents(*tournament.rounds)
    due = [one for one in order if missed[one] == min(missed[other] for other in order)]
    byes = [(one,) for one in reversed(due)] if len(order) % 2 else [()]
    found = []
    for place, bye in enumerate(byes):
        for draw in meetings_of([one for one in order if one not in bye]):
            times = [met[frozenset(match)] for match in draw]
            wish = [(often, order.index(other)) for often, (_, other) in zip(times, draw, strict=True)]
            found.append((sum(often > 0 for often in times), place, wish, draw, bye))
    _, _, _, draw, bye = min(found)
    return draw, bye


@examples(100)
@given(data=st.data(), pairs=st.integers(2, 8), rounds=st.integers(0, 8), chance=st.integers(0, 99))
def test_t7_the_draw_is_the_one_found_by_trying_everything(
    data: st.DataObject, pairs: int, rounds: int, chance: int
) -> None:
    """Of any history, such as an organizer may have made by hand, and with pairs that come and go."""
    tournament = tournament_of("swiss", pairs)
    for _ in range(rounds):
        order = data.draw(st.permutations(range(pairs)))
        judge = by_chance(data.draw(st.integers(0, 9)))
        tables = [Table(((one,), (other,)), 1) for one, other in zip(order[::2], order[1::2], strict=False)]
        played = tuple(replace(table, result=judge(table)) for table in tables)
        drawn = Round(played, tuple(order[pairs // 2 * 2 :]), 1)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    tournament = replace(tournament, away=data.draw(st.frozensets(st.integers(0, pairs - 1), max_size=pairs - 2)))
    drawn = draw_round(tournament, chance)
    matches = [(one, other) for (one,), (other,) in (table.sides for table in drawn.tables)]
    assert (matches, drawn.sit_outs) == draw_by_trying_everything(tournament)


@pytest.mark.parametrize("pairs", [4, 6, 8, 16, 32])
def test_t7_with_an_even_number_no_pair_meets_twice_in_the_first_half(pairs: int) -> None:
    """While each has met fewer than half of the others, there is always a round without a repeat (Dirac)."""
    tournament = tournament_of("swiss", pairs)
    for number in range(1, pairs // 2 + 1):
        tournament = play_round(tournament, by_chance(pairs))
        assert repeats(tournament, number) == ()


def test_t7_winners_meet_winners_and_what_repeats_is_named() -> None:
    rounds = round_of("0-1 200:100, 2-3 300:100"), round_of("2-0 200:100, 3-1 200:100"), round_of("2-3 2:1, 0-1 2:1")
    assert notation_of(draw_round(tournament_of("swiss", 4), 1)) == "0-1, 2-3"
    assert notation_of(draw_round(tournament_of("swiss", 4, *rounds[:1]), 1)) == "2-0, 1-3"
    third = tournament_of("swiss", 4, *rounds)
    assert repeats(third, 2) == ()
    assert repeats(third, 3) == ((2, 3), (0, 1))


def test_t7_a_tied_game_is_half_a_win_for_each() -> None:
    tournament = tournament_of("swiss", 4, round_of("0-1 150:150, 2-3 200:100"))
    assert [line.wins for line in standings(tournament)] == [1, 0.5, 0.5, 0]
    assert notation_of(draw_round(tournament, 1)) == "2-0, 1-3"


def test_t7_the_bye_goes_up_where_it_would_force_a_repeat() -> None:
    """4 is the lowest of those without a bye, but then 0 would meet 1, 2 or 3 again; 3 is the next one up."""
    rounds = (
        round_of("0-1 300:10, 3-4 150:10", "2"),
        round_of("0-2 300:20, 3-4 150:10", "1"),
        round_of("0-3 300:20, 2-4 150:10", "1"),
    )
    drawn = draw_round(tournament_of("swiss", 5, *rounds), 1)
    assert (notation_of(drawn), drawn.sit_outs) == ("0-4, 2-1", (3,))


def test_t7_a_repeat_that_has_to_be_does_not_bring_another() -> None:
    """0 has met everyone; were it to meet 1, the highest, again, 2 and 3 would meet again too."""
    rounds = round_of("0-1 200:300, 2-3 60:60"), round_of("0-2 300:10"), round_of("0-3 300:20")
    assert notation_of(draw_round(tournament_of("swiss", 4, *rounds), 1)) == "0-3, 1-2"


@pytest.mark.parametrize("pairs", [31, 32])
def test_t7_late_rounds_of_thirty_two_pairs_are_drawn_within_a_second(pairs: int) -> None:
    tournament, longest = tournament_of("swiss", pairs), 0.0
    for _ in range(30):
        with Stopwatch() as watch:
            tournament = play_round(tournament, lambda _: Result((1, 0)))
        longest = max(longest, watch.seconds)
    assert longest < 1
