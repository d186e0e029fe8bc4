"""Which numbers the cards of a deck can be worth together."""

import random

import pytest

from scorekeeper.rules.possible_counts import can_be_captured, can_be_nest

from .notation import row, rules_of

TENS = rules_of("five-handed").card_values
ORIGINAL = rules_of("original").card_values
BY_SIXES = tuple(6**power for power in range(5, -1, -1) for _ in range(4))
ODD = tuple(
    sorted((random.Random(number).randrange(1, 1_700) | 1 for number in range(14) for _ in range(4)), reverse=True)
)

PILES = [
    row("R30 all to one", ORIGINAL, (120, 0), 0, True),
    row("R30 an odd five", ORIGINAL, (115, 5), 0, True),
    row("R30 more than there is", ORIGINAL, (120, 5), 0, False),
    row("R30 less than there is", ORIGINAL, (75, 40), 0, False),
    row("R30 four fives for four sides", TENS, (15, 15, 15, 15, 40), 0, True),
    row("R30 a fifth five", TENS, (15, 15, 15, 15, 15, 25), 0, False),
    row("R9 a fifth five, the hand cut short", TENS, (15, 15, 15, 15, 15), None, False),
    row("R9 four fives, the hand cut short", TENS, (15, 15, 15, 15, 10), None, True),
    row("R20 three tens out", TENS, (70, 0), 3, True),
    row("R20 three fives out", TENS, (50, 35), 3, True),
    row("R20 five and two tens out", TENS, (50, 25), 3, True),
    row("R20 four cards out", TENS, (50, 15), 3, False),
    row("R20 two small cards where one may be out", (100, 5, 5, 5), (105, 0), 1, False),
    row("R20 one large card out", (100, 5, 5, 5), (10, 5), 1, True),
    row("R30 below nothing", ORIGINAL, (125, -5), 0, False),
    row("R9 below nothing, the hand cut short", ORIGINAL, (20, -5), None, False),
    row("R20 below nothing, cards out", TENS, (95, -5), 3, False),
    row("R30 the second way to take ten", (6, 5, 5, 4), (10, 6, 4), 0, True),
    row("R30 many worths, far apart", BY_SIXES, (6**5 * 4, sum(BY_SIXES) - 6**5 * 4), 0, True),
    row("R30 many worths, one too many", BY_SIXES, (5, sum(BY_SIXES) - 5), 0, False),
    row("R30 three piles of them, one too many", BY_SIXES, (5, 6, sum(BY_SIXES) - 11), 0, False),
    row("R30 a deck of more than 100,000 points", (50_001, 50_000), (1, 100_000), 0, True),
    row("R30 three piles of it", (50_001, 50_000), (1, 1, 99_999), 0, True),
]


@pytest.mark.parametrize(("cards", "piles", "left_over", "possible"), PILES)
def test_the_deck_divides_into_piles_or_does_not(
    cards: tuple[int, ...], piles: tuple[int, ...], left_over: int | None, possible: bool
) -> None:
    assert can_be_captured(cards, piles, left_over) is possible
    assert can_be_captured(cards, piles[::-1], left_over) is possible


@pytest.mark.parametrize("left_over", [0, 3, None])
def test_counts_with_too_many_ways_to_try_are_accepted(left_over: int | None) -> None:
    """R30: six honest piles of a deck of fourteen odd worths."""
    deal = random.Random(30)
    piles = [0] * 6
    for worth in ODD:
        piles[deal.randrange(6)] += worth
    assert can_be_captured(ODD, tuple(piles), left_over)


NESTS = [
    row("R30 five plain cards", TENS, 30, 5, 0, True),
    row("R30 counters among plain cards", TENS, 30, 5, 25, True),
    row("R30 five tens", TENS, 30, 5, 50, True),
    row("R30 six tens are one too many", TENS, 30, 5, 60, False),
    row("R30 no plain card to fill with", TENS, 0, 5, 5, False),
    row("R30 two plain cards, three fives", TENS, 2, 5, 15, True),
    row("R30 one plain card too few", TENS, 1, 5, 15, False),
    row("R30 not between the worths", TENS, 30, 5, 7, False),
    row("R30 below nothing", TENS, 30, 5, -5, False),
    row("R30 no nest at all", TENS, 30, 0, 0, True),
]


@pytest.mark.parametrize(("cards", "plain_cards", "nest_size", "worth", "possible"), NESTS)
def test_a_nest_holds_that_much_or_cannot(
    cards: tuple[int, ...], plain_cards: int, nest_size: int, worth: int, possible: bool
) -> None:
    assert can_be_nest(cards, plain_cards, nest_size, worth) is possible
