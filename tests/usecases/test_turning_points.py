"""What is told of a game afterwards, from its hands alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .game_at_table import ScoredHand, headline, turning_points

TWO, THREE = ("Ann & Cal", "Bob & Dee"), ("Ann", "Bob", "Cal")


def hands_with(*points: tuple[int, ...], sets: dict[int, str] | None = None) -> list[ScoredHand]:
    """Hands of these points, one after the other; `sets` says whose bid was set in which."""
    hands, totals = [], (0,) * len(points[0])
    for number, hand in enumerate(points, 1):
        totals = tuple(total + gain for total, gain in zip(totals, hand, strict=True))
        hands.append(ScoredHand(number, (sets or {}).get(number, ""), hand, totals))
    return hands


@pytest.mark.parametrize(
    ("names", "hands", "winners", "sentences"),
    [
        (TWO, [], (), []),
        (TWO, hands_with((45, -95), sets={1: "Bob"}), (), ["Set: Bob in hand 1."]),
        (
            TWO,
            hands_with((100, 20), (100, 20), (100, 20)),
            ("Ann & Cal",),
            ["The biggest swing was hand 1: Ann & Cal +100, Bob & Dee +20.", "Ann & Cal led from start to finish.",
             "No one was set."],
        ),
        (
            TWO,
            hands_with((-100, 80), (60, 60), (120, 0), (160, 10), (80, 100), sets={1: "Cal"}),
            ("Ann & Cal",),
            ["The biggest swing was hand 1: Bob & Dee +80, Ann & Cal −100.",
             "The lead changed once, in hand 4, to Ann & Cal.",
             "Ann & Cal came back from 180 behind after hand 1.",
             "Set: Cal in hand 1."],
        ),
        (
            TWO,
            hands_with((60, 0), (0, 80), (60, 0), (-70, 110), sets={4: "Ann", 2: "Ann", 1: "Dee"}),
            (),
            ["The biggest swing was hand 4: Bob & Dee +110, Ann & Cal −70.",
             "The lead changed 3 times, the last time in hand 4, to Bob & Dee.",
             "Set: Dee in hand 1; Ann in hands 2 and 4."],
        ),
        (
            THREE,
            hands_with((40, 30, 30), (10, 50, 40), (20, 20, -90), sets={3: "Cal"}),
            ("Bob",),
            ["The biggest swing was hand 3: Ann & Bob +20, Cal −90.",
             "The lead changed once, in hand 2, to Bob.",
             "Bob came back from 10 behind after hand 1.",
             "Set: Cal in hand 3."],
        ),
        (
            THREE,
            hands_with((50, 50, 0), (0, 0, 50)),
            ("Ann", "Bob", "Cal"),
            ["The biggest swing was hand 1: Ann & Bob +50, Cal 0.", "No one was set."],
        ),
        (TWO, hands_with((90, 90), (90, 90)), ("Bob & Dee",), ["No one was set."]),
    ],
    ids=["no hand", "one hand", "never in doubt", "a comeback", "to and fro", "three players", "a tie that is shared",
         "nothing moved"],
)  # fmt: skip
def test_a_headline_tells_the_swing_the_lead_the_comeback_and_the_sets(
    names: tuple[str, ...], hands: list[ScoredHand], winners: tuple[str, ...], sentences: list[str]
) -> None:
    assert list(turning_points(names, hands, winners, (0,) * len(names))) == sentences


def test_a_tie_on_the_way_is_no_change_of_the_lead() -> None:
    sentences = list(turning_points(TWO, hands_with((50, 0), (0, 50), (50, 0)), (), (0, 0)))
    assert "Ann & Cal never trailed." in sentences


def test_the_story_begins_with_the_totals_that_came_from_paper() -> None:
    """R34: Bob & Dee were 120 behind, and led after the first hand here."""
    hands = [ScoredHand(1, "Ann", (-100, 60), (20, 60)), ScoredHand(2, "", (40, 80), (60, 140))]
    assert list(turning_points(TWO, hands, ("Bob & Dee",), (120, 0))) == [
        "The biggest swing was hand 1: Bob & Dee +60, Ann & Cal −100.",
        "The lead changed once, in hand 1, to Bob & Dee.",
        "Bob & Dee came back from 120 behind at the start.",
        "Set: Ann in hand 1.",
    ]
    ahead = list(turning_points(TWO, hands, (), (0, 200)))
    assert "Bob & Dee led after every hand." in ahead


ANN_AND_CAL = TWO[:1]
CHANCES = [(0.5, 0.5), (0.24, 0.76), (0.9, 0.1), (1.0, 0.0)]


@pytest.mark.parametrize(
    ("chances", "winners", "sentence"),
    [
        (
            CHANCES,
            ANN_AND_CAL,
            "Hand 2 turned it: the chance of a win for Ann & Cal rose from about 1 in 4 to about 9 in 10.",
        ),
        (
            [*CHANCES[:2], (1.0, 0.0)],
            ANN_AND_CAL,
            "Hand 2 decided it: before it, the chance of a win for Ann & Cal was about 1 in 4.",
        ),
        ([(0.5, 0.5), (0.6, 0.4), (0.7, 0.3)], ANN_AND_CAL, ""),
        (CHANCES, (), ""),
        (CHANCES, TWO, ""),
    ],
    ids=["in the middle", "at the end", "little by little", "it goes on", "a tie that is shared"],
)
def test_the_hand_that_raised_the_winners_chance_most_is_told(
    chances: list[tuple[float, ...]], winners: tuple[str, ...], sentence: str
) -> None:
    hands = hands_with((0, 40), *[(50, 0)] * (len(chances) - 2))
    told = [each for each in turning_points(TWO, hands, winners, (0, 0), chances) if "chance" in each]
    assert told == ([sentence] if sentence else [])


@pytest.mark.parametrize(
    ("hands", "winners", "sentence"),
    [
        (
            hands_with((-100, 80), (60, 60), (340, 0)),
            ANN_AND_CAL,
            "Ann & Cal came back from 180 behind after hand 1.",
        ),
        (hands_with((0, 20), (160, 60), (160, 60)), ANN_AND_CAL, "The lead changed once, in hand 2, to Ann & Cal."),
        (hands_with((160, 20), (160, 60)), ANN_AND_CAL, "Ann & Cal led from start to finish."),
        (hands_with((160, 160), (160, 160)), TWO, ""),
        (hands_with((160, 20), (50, 280)), ANN_AND_CAL, "The lead changed once, in hand 2, to Bob & Dee."),
    ],
    ids=["a great comeback", "a small one", "never in doubt", "a tie that is shared", "R18: fewer points won"],
)
def test_one_line_is_told_first(hands: list[ScoredHand], winners: tuple[str, ...], sentence: str) -> None:
    """A comeback is great where it made up for a quarter of the final total."""
    assert headline(TWO, hands, winners, (0, 0)) == sentence


points = st.sampled_from((-20, 0, 20, 40))


@given(st.data(), st.sampled_from((TWO, THREE)))
def test_the_lead_that_is_told_is_true_of_every_hand(data: st.DataObject, names: tuple[str, ...]) -> None:
    """Counted again from the totals: who was alone ahead after each hand, with what was carried from paper (R34)."""
    row = st.tuples(*[points] * len(names))
    start = data.draw(row)
    hands, totals = [], start
    for number, gain in enumerate(data.draw(st.lists(row, min_size=2, max_size=6)), 1):
        totals = tuple(map(sum, zip(totals, gain, strict=True)))
        hands.append(ScoredHand(number, "", gain, totals))
    best = max(range(len(names)), key=totals.__getitem__)
    winners = names[best : best + 1] if data.draw(st.booleans()) else ()
    chances = data.draw(st.lists(st.tuples(*[st.floats(0, 1)] * len(names)), min_size=len(hands) + 1,
                                 max_size=len(hands) + 1))  # fmt: skip
    told = list(turning_points(names, hands, winners, start, chances))

    tops = [[name for name, total in zip(names, each, strict=True) if total == max(each)]
            for each in (start, *(hand.totals for hand in hands))]  # fmt: skip
    leaders = [top[0] for top in tops if len(top) == 1]
    changed = sum(before != after for before, after in pairwise(leaders))
    for name in names:
        always = all(top == [name] for top in tops[1:]) and name in tops[0]
        assert (f"{name} led from start to finish." in told) == (always and winners == (name,))
        assert (f"{name} led after every hand." in told) == (always and winners != (name,))
        assert f"{name} never trailed." not in told or all(name in top for top in tops)
    assert any("The lead changed" in each for each in told) == (changed > 0)
    for number in range(1, len(hands) + 1):
        turned = any(each.startswith(f"Hand {number} turned it") for each in told)
        assert not turned or (tops[number - 1] != [*winners] and tops[number] == [*winners])
        assert not turned or number > 1 or winners[0] not in tops[0]
        decided = any(each.startswith(f"Hand {number} decided it") for each in told)
        assert not decided or tops[number - 1] != [*winners]
        steady = {f"{winners[0]} led from start to finish."} & {*told} if winners else ()
        assert not steady or not (turned or decided)
