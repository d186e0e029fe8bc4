"""Which piles of counters are possible (R20, R30)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Dividing a deck is a hard problem: with fourteen odd values a search could take hours. After this many steps a count
# is accepted: it is refused only if it is shown to be impossible.
SEARCH_STEPS = 20_000
# Keeps a record with a thousand hard hands from taking a thousand times as long.
RECORD_STEPS = 200_000

Cards = tuple[int, ...]
"""How many cards there are of each worth, highest worth first."""


@dataclass(slots=True)
class SearchBudget:
    """The steps left for all hands of one record; once they are used up every count is accepted."""

    steps: int = RECORD_STEPS

    def spend(self, search: tuple[bool, int]) -> bool:
        """Charge for a search and return its answer."""
        possible, steps = search
        self.steps -= steps
        return possible


class _Undecided(Exception):
    pass


class _Search:
    """Hands out cards of each worth, highest first, and counts its steps."""

    def __init__(self, card_values: tuple[int, ...]) -> None:
        tally = Counter(card_values)
        self.worths = tuple(sorted(tally, reverse=True))
        self.cards: Cards = tuple(tally[worth] for worth in self.worths)
        self.steps = 0
        self.failed: set[tuple[int, Cards]] = set()

    def remainders(self, cards: Cards, worth: int, most_cards: int) -> Iterator[Cards]:
        """Yield the cards that remain after each way to make up a pile of that worth."""
        yield from self._remainders(cards, worth, most_cards, 0, self.worth(cards))

    def _remainders(self, cards: Cards, worth: int, most_cards: int, at: int, within: int) -> Iterator[Cards]:
        """`within` is what the cards from index `at` on are worth together."""
        self.steps += 1
        if self.steps > SEARCH_STEPS:
            raise _Undecided
        if worth == 0:
            yield cards
        elif 0 < worth <= within and worth <= self.worths[at] * most_cards:
            each, there = self.worths[at], cards[at]
            for taken in range(min(there, worth // each), -1, -1):
                left = (*cards[:at], there - taken, *cards[at + 1 :])
                yield from self._remainders(
                    left, worth - taken * each, most_cards - taken, at + 1, within - there * each
                )

    def divides(self, cards: Cards, piles: tuple[int, ...]) -> bool:
        """Return whether the cards, worth the sum of the piles, divide into the piles; the last takes the rest."""
        if len(piles) < 2:
            return True
        if (len(piles), cards) in self.failed:
            return False
        if any(self.divides(rest, piles[1:]) for rest in self.remainders(cards, piles[0], sum(cards))):
            return True
        self.failed.add((len(piles), cards))
        return False

    def worth(self, cards: Cards) -> int:
        return sum(worth * count for worth, count in zip(self.worths, cards, strict=True))


def can_be_captured(
    card_values: tuple[int, ...], piles: tuple[int, ...], left_over: int | None, budget: SearchBudget | None = None
) -> bool:
    """Return whether the counters divide into piles of these worths.

    At most `left_over` cards may be in none of them, any number if it is None.
    """
    missing = sum(card_values) - sum(piles)
    if missing < 0:
        return False
    budget = budget or SearchBudget()
    return budget.steps <= 0 or budget.spend(_search_piles(card_values, piles, left_over, missing))


def can_be_nest(
    card_values: tuple[int, ...], plain_cards: int, nest_size: int, worth: int, budget: SearchBudget | None = None
) -> bool:
    """Return whether `nest_size` cards of the deck, with its `plain_cards` without points, can be worth that."""
    budget = budget or SearchBudget()
    most_counters_left = len(card_values) - max(0, nest_size - plain_cards)
    return budget.steps <= 0 or budget.spend(_search_nest(card_values, nest_size, worth, most_counters_left))


@lru_cache(maxsize=4096)  # without both caches the check of a record takes a quarter longer
def _search_piles(
    card_values: tuple[int, ...], piles: tuple[int, ...], left_over: int | None, missing: int
) -> tuple[bool, int]:
    """Return whether it is possible, and the steps it took to find out."""
    search = _Search(card_values)
    wanted = tuple(sorted(filter(None, piles), reverse=True))
    try:
        if left_over is None:
            return search.divides(search.cards, (*wanted, missing)), search.steps
        rests = search.remainders(search.cards, missing, left_over)
        return any(search.divides(rest, wanted) for rest in rests), search.steps
    except _Undecided:
        return True, search.steps


@lru_cache(maxsize=4096)
def _search_nest(card_values: tuple[int, ...], nest_size: int, worth: int, most_counters_left: int) -> tuple[bool, int]:
    search = _Search(card_values)
    try:
        rests = search.remainders(search.cards, worth, nest_size)
        return any(sum(rest) <= most_counters_left for rest in rests), search.steps
    except _Undecided:
        return True, search.steps
