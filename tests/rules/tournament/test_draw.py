"""T2 and T13: a draw is the same whenever it is asked for again, and what cannot be drawn is said."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import (
    FORMATS,
    BadEntrants,
    Format,
    TablesUnfinished,
    Tournament,
    can_draw_differently,
    draw_round,
    is_over,
    repeats,
)
from tests.profiles import examples

from .notation import by_chance, notation_of, play_round, round_of, sides_in, tournament_of

EVERY_FORMAT = pytest.mark.parametrize("kind", FORMATS)


@EVERY_FORMAT
@examples(20)
@given(entrants=st.integers(4, 32), seed=st.integers(0, 99), rounds=st.integers(0, 2))
def test_t2_the_same_input_gives_the_same_draw(kind: Format, entrants: int, seed: int, rounds: int) -> None:
    tournament = tournament_of(kind, entrants)
    for _ in range(rounds):
        tournament = play_round(tournament, by_chance(seed), seed)
    drawn = draw_round(tournament, seed)
    assert draw_round(replace(tournament), seed) == drawn
    assert drawn.seed == seed
    assert all(table.dealer in (1, 2, 3, 4) and table.result is None for table in drawn.tables)


# Draws that people have on paper stay what they were in every later version of the program.
ON_PAPER: list[tuple[Format, int, int, str, tuple[int, ...], list[int]]] = [
    ("rotating", 8, 1, "3,7/2,4 1,6/0,5", (), [2, 2]),
    ("rotating", 10, 7, "1,9/2,5 4,7/0,6", (3, 8), [3, 1]),
    (
        "rotating",
        33,
        1,
        "3,25/16,22 13,14/8,11 0,27/28,31 2,7/18,20 1,5/4,15 26,32/6,17 29,30/12,19 10,21/23,24",
        (9,),
        [4, 4, 3, 1, 2, 1, 4, 2],
    ),
    ("ranked", 9, 1, "0,4/1,5 2,6/3,7", (8,), [2, 4]),
    ("swiss", 7, 2, "0/1 2/3 4/5", (6,), [2, 4, 1]),
    ("double-elimination", 6, 1, "3/4 2/5", (0, 1), [1, 1]),
]


@pytest.mark.parametrize(("kind", "entrants", "seed", "tables", "sit_outs", "dealers"), ON_PAPER)
def test_t2_a_draw_stays_the_same_in_every_version(
    kind: Format, entrants: int, seed: int, tables: str, sit_outs: tuple[int, ...], dealers: list[int]
) -> None:
    drawn = draw_round(tournament_of(kind, entrants), seed)
    assert " ".join("/".join(",".join(map(str, side)) for side in table.sides) for table in drawn.tables) == tables
    assert (drawn.sit_outs, [table.dealer for table in drawn.tables]) == (sit_outs, dealers)


def test_t2_the_next_seed_draws_differently() -> None:
    draws = [draw_round(tournament_of("rotating", 8), seed) for seed in range(1, 7)]
    assert len({str(sides_in(drawn)) for drawn in draws}) == 6


def test_t2_who_deals_first_is_drawn() -> None:
    drawn = [draw_round(tournament_of("ranked", 64), seed) for seed in (1, 2)]
    assert {table.dealer for table in drawn[0].tables} == {1, 2, 3, 4}
    assert [table.dealer for table in drawn[0].tables] != [table.dealer for table in drawn[1].tables]


Player = tuple[int, int]


def dealers_of(tournament: Tournament) -> Iterator[tuple[list[Player], Player]]:
    """Everyone at each table of each round, as entrant and place in the pair, and who of them deals first."""
    for drawn in tournament.rounds:
        for table in drawn.tables:
            one, other = table.sides
            across = ((one[0], 1), (other[0], 1)) if tournament.in_pairs else ((one[1], 0), (other[1], 0))
            seats = [(one[0], 0), (other[0], 0), *across]
            yield seats, seats[table.dealer - 1]


def spread(tournament: Tournament) -> int:
    """How often who dealt most and who dealt least differ."""
    times = Counter(dealer for _, dealer in dealers_of(tournament))
    everyone = [(one, place) for one in tournament.entrants for place in range(1 + tournament.in_pairs)]
    return max(times[one] for one in everyone) - min(times[one] for one in everyone)


@EVERY_FORMAT
@examples(20)
@given(entrants=st.integers(4, 32), seed=st.integers(0, 99), rounds=st.integers(1, 8))
def test_t2_no_one_at_a_table_has_dealt_first_less_often_than_who_deals(
    kind: Format, entrants: int, seed: int, rounds: int
) -> None:
    tournament = tournament_of(kind, entrants)
    for _ in range(rounds):
        if not is_over(tournament):
            tournament = play_round(tournament, by_chance(seed), seed)
    times: Counter[Player] = Counter()
    for at_table, dealer in dealers_of(tournament):
        assert times[dealer] == min(times[one] for one in at_table)
        times[dealer] += 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("players", range(4, 29))
def test_t2_by_a_whole_plan_everyone_deals_first_equally_often_or_once_less(players: int, seed: int) -> None:
    tournament = tournament_of("rotating", players)
    for _ in range(players - (players % 4 == 0)):
        tournament = play_round(tournament, by_chance(1), seed)
    assert spread(tournament) == (players % 4 == 0)


@pytest.mark.parametrize(
    ("players", "rounds", "most"), [(12, 11, 1), (16, 9, 2), (60, 20, 2), (64, 15, 2), (45, 12, 2)]
)
@pytest.mark.parametrize("seed", [1, 2, 7])
def test_t2_first_dealers_of_an_evening_differ_by_little(players: int, rounds: int, most: int, seed: int) -> None:
    tournament = tournament_of("rotating", players)
    for _ in range(rounds):
        tournament = play_round(tournament, by_chance(1), seed)
    assert spread(tournament) <= most


def test_t2_a_guest_and_a_late_player_are_counted_like_everyone() -> None:
    """9 is a guest; 4 comes for round 2 and hasn't dealt: of 4, 0, 1 and 2 it is 4, since 0, 1 and 2 have."""
    played = [round_of(tables) for tables in ("09-12", "19-02", "29-01")]  # the first one named deals
    tournament = replace(tournament_of("rotating", 5, *played), away=frozenset({3}))
    (table,) = draw_round(tournament, 1).tables
    assert table.entrants[table.dealer - 1] == 4


@pytest.mark.parametrize(
    ("kind", "entrants", "rounds", "differs"),
    [
        ("rotating", 8, 1, True),  # another round of the plan
        ("rotating", 4, 3, False),  # the last round of the plan, with one player who has not dealt
        ("rotating", 33, 2, True),
        ("ranked", 8, 1, True),  # nobody has dealt: another of four
        ("ranked", 4, 4, False),  # one is left who has not dealt
        ("swiss", 4, 1, True),
        ("double-elimination", 2, 1, True),
    ],
)
def test_t2_the_next_seed_draws_another_round_or_other_dealers_or_it_is_not_offered(
    kind: Format, entrants: int, rounds: int, differs: bool
) -> None:
    tournament = tournament_of(kind, entrants)
    for _ in range(rounds):
        before, tournament = tournament, play_round(tournament, by_chance(3))
    assert can_draw_differently(tournament) is differs
    assert (draw_round(before, 1).tables != draw_round(before, 2).tables) is differs


def test_t2_whether_it_draws_differently_can_be_asked_when_too_few_are_left() -> None:
    tournament = replace(play_round(tournament_of("rotating", 4), by_chance(1)), away=frozenset({0}))
    assert can_draw_differently(tournament)


def test_t2_the_first_side_sits_across_from_each_other() -> None:
    (table,) = round_of("01-23").tables
    assert table.entrants == (0, 2, 1, 3)  # seats 1 to 4


REFUSED = [
    ("rotating", 3, "This format is for 4 to 64 players, not 3."),
    ("ranked", 65, "This format is for 4 to 64 players, not 65."),
    ("swiss", 1, "This format is for 2 to 32 pairs, not 1."),
    ("double-elimination", 33, "This format is for 2 to 32 pairs, not 33."),
]


@pytest.mark.parametrize(("kind", "entrants", "sentence"), REFUSED)
def test_too_few_or_too_many_entrants_are_refused_in_a_sentence(kind: Format, entrants: int, sentence: str) -> None:
    with pytest.raises(BadEntrants) as refused:
        tournament_of(kind, entrants)
    assert (refused.value.field, refused.value.text) == ("entrants", sentence)


def test_an_entrant_who_is_entered_twice_is_refused() -> None:
    with pytest.raises(BadEntrants, match=r"^The same entrant is entered twice\.$"):
        Tournament("ranked", (1, 2, 3, 4, 1))


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [("ranked", "A round needs at least 4 players."), ("swiss", "A round needs at least 2 pairs.")],
)
def test_a_round_for_too_few_who_are_in_is_refused(kind: Format, sentence: str) -> None:
    tournament = replace(tournament_of(kind, 5), away=frozenset({0, 1, 2, 3}))
    with pytest.raises(BadEntrants) as refused:
        draw_round(tournament, 1)
    assert refused.value.text == sentence


UNFINISHED = [
    ("ranked", "01-23, 45-67 1:2", "Table 1 has no result yet.", (1,)),
    ("swiss", "0-1, 2-3 1:2, 4-5, 6-7", "Tables 1, 3 and 4 have no result yet.", (1, 3, 4)),
    ("double-elimination", "0-7, 3-4, 1-6 1:2, 2-5 1:2", "Tables 1 and 2 have no result yet.", (1, 2)),
]


@pytest.mark.parametrize(("kind", "tables", "sentence", "numbers"), UNFINISHED)
def test_a_round_while_tables_of_the_last_are_unfinished_is_refused_with_their_numbers(
    kind: Format, tables: str, sentence: str, numbers: tuple[int, ...]
) -> None:
    tournament = tournament_of(kind, 8, round_of(tables))
    assert tournament.unfinished() == numbers
    with pytest.raises(TablesUnfinished) as refused:
        draw_round(tournament, 1)
    assert (refused.value.text, refused.value.tables) == (sentence, numbers)


@pytest.mark.parametrize("kind", ["rotating", "ranked", "swiss"])
def test_t13_only_a_bracket_ends_by_itself(kind: Format) -> None:
    tournament = tournament_of(kind, 4)
    for _ in range(10):
        tournament = play_round(tournament, by_chance(1))
    assert not is_over(tournament)


@pytest.mark.parametrize("kind", ["ranked", "double-elimination"])
def test_nothing_is_named_as_a_repeat_where_the_format_takes_no_care(kind: Format) -> None:
    tournament = tournament_of(kind, 4)
    for _ in range(4):
        tournament = play_round(tournament, by_chance(3))
    assert [repeats(tournament, number) for number in (1, 2, 3, 4)] == [(), (), (), ()]
    assert notation_of(tournament.rounds[0])
