"""The chance of winning a stored game: as hands go at its club, and as often as it says."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.chance import Chances, describe_chance, usual_hands
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS
from tests.person import TABLE

from .game_at_table import ENOUGH, LINE, GameAtTable, GameState, made_game, make_rules, started

HANDS = 600  # half of what a page plays
EVENINGS = int(os.environ.get("EVENINGS", "1"))


def hands_that_the_bidder_makes(club: int, count: int, **values: Any) -> GameAtTable:
    """Games in which the bidder's side scores 120 in every hand, the others nothing."""
    game, played = started(club, **values), 0
    while played < count:
        if not game.board.due:
            game = started(club, **values)
        game.play("Ann", 120, 120)
        played += 1
    return game


def after_three_hands(club: int) -> GameAtTable:
    """Ann & Cal have 240 and need one hand more of that kind, Bob & Dee 120 and need two."""
    game = started(club)
    game.play("Ann", 120, 120)
    game.play("Bob", 120, 0)
    game.play("Ann", 120, 120)
    return game


def close_to_the_end(club: int) -> GameAtTable:
    """Ann & Cal have 290, Bob & Dee 200: where each hand is 120 for the bidder, it is the last, and anyone's."""
    totals = {0: 290, 1: 200}
    return started(club, starting_totals=totals)


def test_the_chance_of_winning_goes_by_the_hands_of_the_club(club: int) -> None:
    """Who needs one hand while the others need two wins 3 of 4 games where the bidder always scores 120."""
    hands_that_the_bidder_makes(club, ENOUGH)
    game = after_three_hands(club)
    assert game.chance == "Chance of winning: Ann & Cal about 3 in 4"
    assert game.chances[3] == pytest.approx((0.75, 0.25), abs=0.06)


@pytest.mark.parametrize(
    ("count", "values"), [(ENOUGH - 1, {}), (ENOUGH, {"goal": (500, None, None)})], ids=["too few", "another goal"]
)
def test_a_few_hands_say_nothing_and_the_goal_that_they_were_played_to_does_not_matter(
    club: int, count: int, values: dict[str, Any]
) -> None:
    hands_that_the_bidder_makes(club, count, **values)
    goes_by_them = close_to_the_end(club).chance == "Chance of winning: even"
    assert goes_by_them is bool(values)


def test_hands_by_house_rules_say_nothing_of_others(club: int) -> None:
    game = started(club, make_rules(club, "Thursday", min_bid=60), goal=(90_000, None, None))
    for _ in range(ENOUGH):
        game.play("Ann", 120, 120)
    assert close_to_the_end(club).chance == "Chance of winning: Ann & Cal about 4 in 5"


def test_the_chance_of_winning_is_told_while_a_game_goes_on_once_a_hand_is_scored(club: int, game: GameAtTable) -> None:
    assert game.chance == ""
    game.bid("Ann", 120)
    assert game.chance == ""
    game.count(120)
    assert game.chance.startswith("Chance of winning: Ann & Cal about ")
    game.play("Bob", 120, 0)
    assert game.chance == "Chance of winning: even"
    for _ in range(2):
        game.play("Ann", 120, 120)
    assert game.chance == ""


def test_of_three_players_it_names_the_likeliest(club: int) -> None:
    game = started(club, "three-handed", TABLE[:3], 0)
    game.bid("Ann", 100)
    game.record(Hand(captured={0: 100, 1: 0}, last_trick=0))
    assert re.fullmatch(r"Chance of winning: Ann about \d in \d", game.chance)
    two = started(club, "three-handed", TABLE[:3], 0, starting_totals={0: 150, 1: 150})
    assert two.chance == "Chance of winning: Ann and Bob, each about 1 in 2"
    three = started(club, "three-handed", TABLE[:3], 0, starting_totals={0: 150, 1: 150, 2: 150})
    assert three.chance == "Chance of winning: even"


def test_eight_pairs_of_equal_hands_to_a_thousand_are_even_or_nothing_is_said(club: int) -> None:
    game = started(club, goal=(1_000, None, None))
    for bidder in ("Ann", "Bob") * 8:
        game.play(bidder, 100, 60)
    assert game.chance == "Chance of winning: even"
    line = game.chances
    assert not line or {each[0] for each in line[::2]} == {0.5}


def test_a_game_that_is_hardly_ever_over_has_no_chance_and_no_line(club: int) -> None:
    game = started(club, goal=(100_000, None, None))
    for _ in range(60):
        game.play("Ann", 100, 60)
    assert game.chance == ""
    assert game.chances == ()


@pytest.mark.sqlite("what the same test asked for on one database, its process remembers on the other")
def test_a_bid_plays_no_game_to_its_end(club: int, game: GameAtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered goes by the scored hands, so that only these cost what the chance costs."""
    asked, real = list[object](), Chances.of

    def note(chances: Chances, *args: Any) -> Any:
        asked.append(args)
        return real(chances, *args)

    monkeypatch.setattr(Chances, "of", note)
    game.play("Ann", 105, 115)
    said = game.chance
    game.bid("Bob", 105)
    assert game.chance == said
    assert len(asked) == 1
    game.count(15)
    assert game.chance != said
    assert len(asked) == 2


@cache
def chances_by(preset: str) -> Chances:
    rules = PRESETS[preset].rules
    return Chances(rules, tuple(range(rules.players)), usual_hands(rules), HANDS)


@pytest.mark.everywhere("again", proven="tests/rules/test_chance.py")
def test_of_those_said_to_win_3_times_in_4_70_to_80_of_100_do() -> None:
    """2,000 games of the demo, each looked at after a hand drawn by lot."""
    rng, said, won = Random(1), Counter[str](), Counter[str]()
    for number in range(2_000):
        state = made_game(number)
        end, played = state.standing.end, [each.standing for each in state.hands if each.score]
        if end is None or len(played) < 2:
            continue
        playing = chances_by(state.game.preset)
        now = rng.choice(played[:-1])
        left = float(len(played) - now.hands_scored) if state.rules.time_limit else None
        for side, chance in zip(playing.sides, playing.of(now, left), strict=True):
            said[words := describe_chance(chance)] += 1
            won[words] += side in end.winners
    share = {words: round(won[words] / said[words], 2) for words in said if said[words] > 50}
    assert 0.70 <= share["about 3 in 4"] <= 0.80, share
    assert share["about 1 in 4"] == pytest.approx(0.25, abs=0.05)
    assert share["about 1 in 2"] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("number", range(EVENINGS))
def test_what_turned_a_game_is_what_many_more_games_say(number: int) -> None:
    """The same hand, or one that raised the chance by as much but for the error of a chance (`LEAST`)."""
    games = map(made_game, count(100 * number))
    state = next(game for game in games if game.standing.end and not game.rules.time_limit and len(game.hands) > 3)
    standings = [state.initial_standing, *(each.standing for each in state.hands if each.score)]
    rises = [*_rises(state, standings, LINE // len(standings) + 1)]
    true = [*_rises(state, standings, 200_000 if EVENINGS > 1 else 20_000)]
    assert max(true) - true[rises.index(max(rises))] <= 1 / 8


def _rises(state: GameState, standings: list[Standing], hands: int) -> Iterator[float]:
    """How much each hand raised the winner's chance."""
    rules = state.rules
    playing = Chances(rules, standings[0].players, usual_hands(rules), hands)
    end = standings[-1].end
    assert end
    winner = playing.sides.index(end.winners[0])
    line = [playing.of(standing) for standing in standings]
    yield from (after[winner] - before[winner] for before, after in pairwise(line))
