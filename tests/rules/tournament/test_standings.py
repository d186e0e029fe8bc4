"""T9: all entrants in order, equal ones on the same place."""

from dataclasses import replace

import pytest

from scorekeeper.rules.tournament import Format, Round, Tournament, standings

from .notation import round_of, tournament_of

R = round_of


def ranking(tournament: Tournament) -> str:
    return ", ".join(f"{line.place or '–'}: {line.entrant}" for line in standings(tournament))


RANKINGS: list[tuple[Format, int, list[Round], str]] = [
    # Nothing is played: no one has a place, in entry order.
    ("ranked", 4, [], "–: 0, –: 1, –: 2, –: 3"),
    # Two share the first place: 1, 1, 3.
    ("ranked", 4, [R("01-23 90:60")], "1: 0, 1: 1, 3: 2, 3: 3"),
    # Equal points and rounds won: a tied round is half of one.
    ("rotating", 4, [R("02-13 40:30"), R("01-23 60:60")], "1: 0, 1: 2, 3: 1, 3: 3"),
    # Equal points, more rounds won: 0 and 2 have 100; 2 won two rounds, 0 one.
    ("rotating", 5, [R("01-23 10:90"), R("04-12 80:0"), R("34-01 20:10"), R("24-13 10:5")],
     "1: 3, 2: 4, 3: 2, 4: 0, 5: 1"),
    # Equal points and wins, the higher best round: 0 has 100 and 0, 2 has 50 and 50, all of them ties.
    ("rotating", 8, [R("01-45 100:100, 23-67 50:50"), R("01-45 0:0, 23-67 50:50")],
     "1: 0, 1: 1, 1: 4, 1: 5, 5: 2, 5: 3, 5: 6, 5: 7"),
    # Pairs: wins before points.
    ("swiss", 4, [R("0-1 20:10, 2-3 300:200")], "1: 2, 2: 0, 3: 3, 4: 1"),
    # Wins and points are equal, and 3 beat 0.
    ("swiss", 4, [R("0-3 10:90, 1-2 500:0"), R("0-2 90:10, 3-1 10:20")], "1: 1, 2: 3, 3: 0, 4: 2"),
    # So are these, but they tied.
    ("swiss", 4, [R("0-1 50:50, 2-3 40:90")], "1: 3, 2: 0, 2: 1, 4: 2"),
    # Two are equal and never met.
    ("swiss", 4, [R("0-1 50:20, 2-3 50:20")], "1: 0, 1: 2, 3: 1, 3: 3"),
    # Three are equal: whom they beat says nothing.
    ("swiss", 4, [R("0-1 5:0, 2-3 9:0"), R("1-2 5:0, 0-3 9:0"), R("2-0 5:0, 1-3 9:0")], "1: 0, 1: 1, 1: 2, 4: 3"),
    # They met twice and won one each.
    ("swiss", 2, [R("0-1 5:0"), R("0-1 0:5")], "1: 0, 1: 1"),
    # A bracket after its first round: fewer losses.
    ("double-elimination", 4, [R("0-3 2:1, 1-2 1:2")], "1: 0, 1: 2, 3: 1, 3: 3"),
    # The later second loss is better.
    ("double-elimination", 4, [R("0-3 2:1, 1-2 1:2"), R("0-2 2:1, 1-3 1:2"), R("3-2 1:2")],
     "1: 0, 2: 2, 3: 3, 4: 1"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "entrants", "rounds", "expected"), RANKINGS)
def test_t9_the_places_are_those_worked_out_by_hand(
    kind: Format, entrants: int, rounds: list[Round], expected: str
) -> None:
    assert ranking(tournament_of(kind, entrants, *rounds)) == expected


def test_t10_only_finished_tables_count_and_what_is_stopped_counts_as_it_is() -> None:
    tournament = tournament_of("rotating", 8, R("01-23 -45:0, 45-67"))
    assert ranking(tournament) == "1: 2, 1: 3, 3: 0, 3: 1, –: 4, –: 5, –: 6, –: 7"
    assert tournament.unfinished() == (2,)


def test_t10_a_corrected_result_changes_the_standings() -> None:
    tournament = tournament_of("ranked", 4, R("01-23 90:60"))
    assert ranking(replace(tournament, rounds=(R("01-23 50:60"),))) == "1: 2, 1: 3, 3: 0, 3: 1"


def test_t9_who_has_not_played_is_last_without_a_place_unless_points_were_added() -> None:
    """4 sits out and is last; 5 had 30 points taken, and so has a place."""
    tournament = replace(tournament_of("ranked", 6, R("01-23 0:-60", "45")), adjustments={5: -30})
    assert ranking(tournament) == "1: 0, 1: 1, 3: 5, 4: 2, 4: 3, –: 4"
    line = standings(tournament)[-1]
    assert (line.place, line.points, line.wins, line.played) == (None, 0, 0, 0)


def test_t9_a_pair_with_a_bye_has_a_place() -> None:
    assert ranking(tournament_of("swiss", 3, R("0-1 90:60", "2"))) == "1: 0, 2: 2, 3: 1"


def test_t11_who_left_keeps_place_and_points_and_a_guest_has_none() -> None:
    tournament = replace(tournament_of("rotating", 4, R("01-29 90:60")), away=frozenset({0}))
    assert ranking(tournament) == "1: 0, 1: 1, 3: 2, –: 3"


LEFT: list[tuple[str, int, list[Round], set[int], str]] = [
    ("of three, who waits for the winner leaves, and the others play again", 3,
     [R("1-2 2:1", "0"), R("1-2 2:1")], {0}, "1: 1, 2: 2, 3: 0"),
    ("of four, one that won leaves", 4,
     [R("0-3 2:1, 1-2 2:1"), R("3-2 2:1", "1"), R("1-3 2:1"), ], {0}, "1: 1, 2: 3, 3: 2, 4: 0"),
    ("behind those who were beaten in the round in which it played last", 4,
     [R("0-3 2:1, 1-2 2:1"), R("0-1 2:1, 3-2 2:1")], {3}, "1: 0, 2: 1, 3: 2, 4: 3"),
    ("two who played last in one round share the place", 4,
     [R("0-3 2:1, 1-2 2:1")], {0, 3}, "1: 1, 2: 2, 3: 0, 3: 3"),
    ("in none", 4, [], {2}, "1: 0, 1: 1, 1: 3, 4: 2"),
    ("a table that was drawn and not played is no round of theirs", 4,
     [R("0-3 2:1, 1-2 2:1"), R("0-1, 3-2 2:1")], {0}, "1: 1, 2: 3, 3: 2, 4: 0"),
    ("who was beaten twice at the table and leaves is out where it was beaten", 4,
     [R("0-3 2:1, 1-2 2:1"), R("0-1 2:1, 3-2 2:1")], {2}, "1: 0, 2: 1, 2: 3, 4: 2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("entrants", "rounds", "away", "expected"), [row[1:] for row in LEFT], ids=[row[0] for row in LEFT]
)
def test_t9_a_pair_that_left_a_bracket_is_out_in_the_last_round_in_which_it_played(
    entrants: int, rounds: list[Round], away: set[int], expected: str
) -> None:
    """A walkover is nobody's round."""
    tournament = tournament_of("double-elimination", entrants, *rounds)
    assert ranking(replace(tournament, away=frozenset(away))) == expected


def test_t11_points_that_the_organizer_gave_or_took_are_added() -> None:
    tournament = replace(tournament_of("rotating", 4, R("01-23 90:60")), adjustments={1: -20, 3: 50})
    assert [(line.entrant, line.points) for line in standings(tournament)] == [(3, 110), (0, 90), (1, 70), (2, 60)]
