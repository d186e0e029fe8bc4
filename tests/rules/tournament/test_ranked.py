"""T6: partners and opponents by the standings."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tournament import draw_round, standings
from scorekeeper.usecases.tournaments.tournament_page import FORMAT_NAMES
from tests.profiles import examples

from .notation import by_chance, notation_of, play_round, result_of, round_of, sides_in, tournament_of

ROOT = Path(__file__).parents[3]
# A Larry Smith evening of eight players, entered as seeds 0 to 7, worked out by hand: what is drawn, how the two tables
# end, and the standings after it as places, players and points.
EVENING = [
    ("04-15, 26-37", "420:310 290:500",
     "1: 3 500, 1: 7 500, 3: 0 420, 3: 4 420, 5: 1 310, 5: 5 310, 7: 2 290, 7: 6 290"),
    ("31-75, 02-46", "100:400 350:350",
     "1: 7 900, 2: 0 770, 2: 4 770, 4: 5 710, 5: 2 640, 5: 6 640, 7: 3 600, 8: 1 410"),
    # 6 and 3 have 1,100 each; 3 won two rounds, 6 one and a half.
    ("72-06, 43-51", "-60:460 500:200",
     "1: 4 1270, 2: 0 1230, 3: 3 1100, 4: 6 1100, 5: 5 910, 6: 7 840, 7: 1 610, 8: 2 580"),
    # 0 and 4 have 1,570 each; 0 won three rounds and a half, 4 two and a half.
    ("45-07, 31-62", "300:340 210:380",
     "1: 0 1570, 2: 4 1570, 3: 6 1480, 4: 3 1310, 5: 5 1210, 6: 7 1180, 7: 2 960, 8: 1 820"),
]  # fmt: skip


def test_t6_an_evening_of_eight_is_drawn_and_ranked_as_by_hand() -> None:
    tournament = tournament_of("ranked", 8)
    for drawn, results, ranking in EVENING:
        ends = map(result_of, results.split())
        tournament = play_round(tournament, lambda _: next(ends))  # noqa: B023 - it is asked at once
        assert notation_of(tournament.rounds[-1]) == drawn
        ranked = (f"{line.place}: {line.entrant} {line.points}" for line in standings(tournament))
        assert ", ".join(ranked) == ranking


@examples(60)
@given(players=st.integers(4, 64), rounds=st.integers(0, 4), chance=st.integers(0, 99))
def test_t6_upper_half_partners_lower_half_and_pairs_meet_the_next(players: int, rounds: int, chance: int) -> None:
    tournament = tournament_of("ranked", players)
    for _ in range(rounds):
        tournament = play_round(tournament, by_chance(chance))
    drawn = draw_round(tournament, 1)
    lines = sorted(standings(tournament), key=lambda line: (line.points, line.wins, line.played > 0), reverse=True)
    order = [line.entrant for line in lines if line.entrant not in drawn.sit_outs]
    half = len(order) // 2
    pairs = [(order[number], order[half + number]) for number in range(half)]
    assert sides_in(drawn) == [(pairs[number], pairs[number + 1]) for number in range(0, half, 2)]


@pytest.mark.parametrize("where", ["the page", "docs/using/tournaments.md", "docs/changing/draws.md"])
def test_t6_is_described_as_it_draws(where: str) -> None:
    """The example of eight players is what is drawn for eight."""
    words = FORMAT_NAMES["ranked"][1] if where == "the page" else (ROOT / where).read_text()
    described = re.findall(r"(\d) and (\d) meet (\d) and (\d)", words)
    drawn = draw_round(tournament_of("ranked", 8), 1)
    assert described == [tuple(str(1 + one) for side in sides for one in side) for sides in sides_in(drawn)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_t6_the_seed_draws_no_more_than_who_deals(seed: int) -> None:
    assert sides_in(draw_round(tournament_of("ranked", 12), seed)) == sides_in(
        draw_round(tournament_of("ranked", 12), 9)
    )


def test_t6_sit_outs_are_taken_out_first() -> None:
    first = round_of("02-13 100:50", "4")
    second = draw_round(tournament_of("ranked", 5, first), 1)
    assert (notation_of(second), second.sit_outs) == ("01-24", (3,))
