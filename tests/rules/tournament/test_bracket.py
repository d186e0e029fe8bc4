"""T8: a bracket, out after the second lost match."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import (
    Bracket,
    Open,
    Result,
    Slot,
    Table,
    TablesUnfinished,
    TournamentOver,
    best_of_three,
    draw_round,
    is_over,
    standings,
)
from tests.profiles import examples

from .notation import notation_of, play_round, round_of, tournament_of

# A county fair of six pairs, seeds 0 to 5, best of three games, worked out by hand: what is drawn, who waits, who wins.
FAIR = [
    ("3-4, 2-5", (0, 1), "35"),  # the two best seeds have byes
    ("0-3, 1-5", (2, 4), "05"),  # 2 and 4 wait for those who lose now
    ("0-5, 2-3, 4-1", (), "531"),  # in reverse order: 2 meets who lost to 0, 4 who lost to 5; 2 and 4 are out
    ("3-1", (0, 5), "1"),  # 3 is out
    ("1-0", (5,), "0"),  # 0, who lost to 5, comes back; 1 is out
    ("5-0", (), "0"),  # the final: 5 loses for the first time
    ("5-0", (), "5"),  # so once more
]


def test_t8_a_county_fair_of_six_pairs_goes_as_by_hand() -> None:
    tournament = tournament_of("double-elimination", 6)
    for tables, waiting, winners in FAIR:
        assert not is_over(tournament)

        def judge(table: Table, winners: str = winners) -> Result:
            first = str(table.entrants[0]) in winners
            won, lost = Result((300, 180) if first else (180, 300)), Result((180, 300) if first else (300, 180))
            match = best_of_three((won, lost, won))
            assert match
            return match

        tournament = play_round(tournament, judge)
        assert notation_of(tournament.rounds[-1]) == tables
        assert tournament.rounds[-1].sit_outs == waiting
    assert is_over(tournament)
    places = [(line.place, line.entrant, line.losses) for line in standings(tournament)]
    assert places == [(1, 5, 1), (2, 0, 2), (3, 1, 2), (4, 3, 2), (5, 2, 2), (5, 4, 2)]
    assert standings(tournament)[0].points == 4 * 780 + 660  # 5 won four matches and lost one
    with pytest.raises(TournamentOver, match="The tournament is over"):
        draw_round(tournament, 1)


def test_t8_every_match_is_numbered_in_the_order_of_play_and_says_whose_winner_and_loser_it_waits_for() -> None:
    """Six pairs after the first round of the county fair: 3 and 5 won; matches 1 and 2 are played."""
    played = round_of("3-4 2:1, 2-5 1:2", "01")
    found = [
        (match.number, match.part, match.stage, *map(in_words, match.pairs), match.winner, match.table)
        for match in Bracket(tournament_of("double-elimination", 6, played)).matches
    ]
    assert found == [
        (1, "winners", 1, "3", "4", 3, (1, 1)),
        (2, "winners", 1, "2", "5", 5, (1, 2)),
        (3, "winners", 2, "0", "3", None, None),
        (4, "winners", 2, "1", "5", None, None),
        (5, "losers", 2, "2", "loser of 3", None, None),  # 2 and 4 had byes in the first round of the losers
        (6, "losers", 2, "4", "loser of 4", None, None),
        (7, "losers", 3, "winner of 5", "winner of 6", None, None),
        (8, "winners", 3, "winner of 3", "winner of 4", None, None),
        (9, "losers", 4, "winner of 7", "loser of 8", None, None),
        (10, "final", 1, "winner of 8", "winner of 9", None, None),
    ]


def in_words(slot: Slot) -> str:
    return f"{'winner' if slot.wins else 'loser'} of {slot.match}" if isinstance(slot, Open) else str(slot)


@examples(40)
@given(pairs=st.integers(2, 32), chance=st.integers(0, 99))
def test_t8_a_bracket_has_two_matches_for_each_pair_but_two_or_one_less(pairs: int, chance: int) -> None:
    """Each match but the last makes a loser, each pair loses twice, and the one that wins it all once at most."""
    tournament, random = tournament_of("double-elimination", pairs), Random(chance)
    while not is_over(tournament):
        tournament = play_round(tournament, lambda _: by_lot(random))
    matches = Bracket(tournament).matches
    assert len(matches) in (2 * pairs - 2, 2 * pairs - 1)
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    assert all(match.winner in match.pairs and match.table for match in matches)
    assert len({match.table for match in matches}) == len(matches)


def by_lot(random: Random) -> Result:
    first = random.randrange(2)
    return Result((300, 100) if first else (100, 300))


@examples(100)
@given(pairs=st.integers(2, 32), chance=st.integers(0, 10**6))
def test_t8_exactly_the_pairs_with_two_lost_matches_are_out(pairs: int, chance: int) -> None:
    random = Random(chance)
    tournament, lost = tournament_of("double-elimination", pairs), Counter[int]()
    while not is_over(tournament):
        tournament = play_round(tournament, lambda _: by_lot(random))
        drawn = tournament.rounds[-1]
        playing = [one for table in drawn.tables for one in table.entrants]
        assert sorted([*playing, *drawn.sit_outs]) == [one for one in range(pairs) if lost[one] < 2]
        for table in drawn.tables:
            assert table.result
            lost[table.entrants[1 - (table.result.winner or 0)]] += 1
    assert sorted(lost[one] for one in range(pairs))[1:] == [2] * (pairs - 1)
    champion, *others = standings(tournament)
    assert (champion.place, champion.losses) == (1, lost[champion.entrant])
    assert champion.losses < 2
    assert {line.losses for line in others} == {2}
    assert sum(len(drawn.tables) for drawn in tournament.rounds) == 2 * pairs - 2 + champion.losses


@pytest.mark.parametrize("pairs", range(2, 33))
def test_t8_where_the_better_seed_always_wins_one_and_two_meet_only_at_the_end(pairs: int) -> None:
    tournament = tournament_of("double-elimination", pairs)
    met = []
    while not is_over(tournament):
        tournament = play_round(
            tournament, lambda table: Result((2, 1) if table.entrants[0] < table.entrants[1] else (1, 2))
        )
        met += [
            number for number in [len(tournament.rounds)] if "0-1" in notation_of(tournament.rounds[-1]).split(", ")
        ]
    assert [line.entrant for line in standings(tournament)][:2] == [0, 1]
    assert len(tournament.rounds) in met
    byes = range(2 ** (pairs - 1).bit_length() - pairs)  # of which some meet in their second match at once
    assert set(tournament.rounds[0].sit_outs) <= set(byes)
    opened = [table.entrants for table in tournament.rounds[0].tables]
    assert {one for match in opened if not set(match) <= set(byes) for one in match} == set(range(pairs)) - set(byes)


LOSERS = [
    # The losers of round 1 are 7, 4, 6, 5 by their places and enter as 5, 6, 4, 7; those of round 2 enter as 3, 2.
    (8, ["0-7, 3-4, 1-6, 2-5", "0-3, 1-2, 5-6, 4-7", "0-1, 5-3, 4-2"]),
    # Round 1's enter from 10 to 15, round 2's in order as 7, 4, 6, 5, round 3's as 2, 3.
    (16, [
        "0-15, 7-8, 3-12, 4-11, 1-14, 6-9, 2-13, 5-10",
        "0-7, 3-4, 1-6, 2-5, 10-13, 9-14, 11-12, 8-15",
        "0-3, 1-2, 10-7, 9-4, 11-6, 8-5",
        "0-1, 7-4, 6-5",
        "4-2, 5-3",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("pairs", "rounds"), LOSERS)
def test_t8_losers_enter_in_reverse_order_in_odd_rounds_and_in_order_in_even_ones(
    pairs: int, rounds: list[str]
) -> None:
    tournament = tournament_of("double-elimination", pairs)
    for tables in rounds:
        tournament = play_round(
            tournament, lambda table: Result((2, 1) if table.entrants[0] < table.entrants[1] else (1, 2))
        )
        assert notation_of(tournament.rounds[-1]) == tables


def test_t8_a_match_needs_a_winner() -> None:
    tied = tournament_of("double-elimination", 2, round_of("0-1 150:150"))
    assert tied.unfinished() == (1,)
    with pytest.raises(TablesUnfinished, match=r"^Table 1 has no result yet\.$"):
        draw_round(tied, 1)
    table = replace(tied.rounds[0].tables[0], result=Result((150, 150), chosen=1))
    said = replace(tied, rounds=(replace(tied.rounds[0], tables=(table,)),))
    assert [line.entrant for line in standings(said)] == [1, 0]
    assert notation_of(draw_round(said, 1)) == "1-0"


MATCHES = [
    ([(300, 200)], None),
    ([(300, 200), (100, 300)], None),
    ([(300, 200), (310, 40)], Result((610, 240), 0)),
    ([(300, 200), (100, 300), (120, 305)], Result((520, 805), 1)),
    ([(900, 0), (100, 300), (120, 305)], Result((1120, 605), 1)),  # by games, not by points
    ([(300, 200), (310, 40), (300, 0)], Result((910, 240), 0)),  # game 2 was corrected after game 3
    ([(300, 200), (0, 300), (0, 300), (300, 0)], Result((600, 800), 1)),  # a tie of game 3 was
]


@pytest.mark.parametrize(("games", "result"), MATCHES)
def test_t8_best_of_three_is_won_by_two_games(games: list[tuple[int, int]], result: Result | None) -> None:
    assert best_of_three([Result(points) for points in games]) == result


@examples(60)
@given(pairs=st.integers(2, 16), chance=st.integers(0, 10**6))
def test_t11_leaving_a_bracket_is_losing_every_match_still_to_come(pairs: int, chance: int) -> None:
    random = Random(chance)
    tournament = tournament_of("double-elimination", pairs)
    for _ in range(100):
        if is_over(tournament):
            break
        if len(tournament.present) > 1 and random.randrange(3) == 0:
            tournament = replace(tournament, away=tournament.away | {random.choice(tournament.present)})
            continue
        tournament = play_round(tournament, lambda _: by_lot(random))
        assert not tournament.away.intersection(one for t in tournament.rounds[-1].tables for one in t.entrants)
        assert tournament.rounds[-1].tables
    assert is_over(tournament)
    assert standings(tournament)[0].entrant in tournament.present


def test_t11_who_left_a_bracket_comes_behind_those_who_are_in_and_those_who_were_beaten_in_its_last_round() -> None:
    tournament = tournament_of("double-elimination", 4, round_of("0-3 2:1, 1-2 2:1"), round_of("0-1 2:1, 2-3 2:1"))
    left = replace(tournament, away=frozenset({0}))
    assert [(line.place, line.entrant) for line in standings(left)] == [(1, 1), (1, 2), (3, 3), (4, 0)]


def test_t10_a_corrected_result_changes_the_bracket_though_a_later_round_was_drawn_by_it() -> None:
    """3 beat 0 after all: who should meet now is drawn, and the tables that should not have been count for points."""
    rounds = round_of("0-3 2:1, 1-2 2:1"), round_of("0-1 9:1, 2-3 9:1")
    corrected = tournament_of("double-elimination", 4, round_of("0-3 1:2, 1-2 2:1"), rounds[1])
    assert notation_of(draw_round(corrected, 1)) == "3-1, 2-0"
    assert {line.entrant: line.points for line in standings(corrected)} == {0: 10, 1: 3, 2: 10, 3: 3}


def test_t8_two_pairs_play_until_one_has_lost_twice() -> None:
    rounds = round_of("0-1 2:1"), round_of("0-1 1:2"), round_of("0-1 1:2")
    assert not is_over(tournament_of("double-elimination", 2, *rounds[:2]))
    assert is_over(tournament_of("double-elimination", 2, *rounds))
    assert standings(tournament_of("double-elimination", 2, *rounds))[0].entrant == 1
