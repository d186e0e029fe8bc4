"""Which piles of counters can lie on the table (R20, R30)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

# To divide a deck is a hard problem: one of fourteen odd worths could be searched for hours. What has not been
# disproved after this many steps is let stand: a count is refused only where it is shown to be impossible.
SEARCH_STEPS = 20_000

Cards = tuple[int, ...]
"""How many cards there are of each worth, dearest first."""


class _Undecided(Exception):
    pass


class _Search:
    """Hands out cards of each worth, dearest first, and counts its steps."""

    def __init__(self, card_values: tuple[int, ...]) -> None:
        tally = Counter(card_values)
        self.worths = tuple(sorted(tally, reverse=True))
        self.cards: Cards = tuple(tally[worth] for worth in self.worths)
        self.steps = 0
        self.failed: set[tuple[int, Cards]] = set()

    def rests(self, cards: Cards, worth: int, most_cards: int) -> Iterator[Cards]:
        """The cards that remain after each way to make up a pile of that worth."""
        yield from self._rests(cards, worth, most_cards, 0, self.worth(cards))

    def _rests(self, cards: Cards, worth: int, most_cards: int, at: int, within: int) -> Iterator[Cards]:
        """`within` is what the cards from place `at` on are worth together."""
        self.steps += 1
        if self.steps > SEARCH_STEPS:
            raise _Undecided
        if worth == 0:
            yield cards
        elif 0 < worth <= within and worth <= self.worths[at] * most_cards:
            each, there = self.worths[at], cards[at]
            for taken in range(min(there, worth // each), -1, -1):
                left = (*cards[:at], there - taken, *cards[at + 1 :])
                yield from self._rests(left, worth - taken * each, most_cards - taken, at + 1, within - there * each)

    def divides(self, cards: Cards, piles: tuple[int, ...]) -> bool:
        """Whether the cards, worth what the piles are together, divide into them; the last takes the rest."""
        if len(piles) < 2:
            return True
        if (len(piles), cards) in self.failed:
            return False
        if any(self.divides(rest, piles[1:]) for rest in self.rests(cards, piles[0], sum(cards))):
            return True
        self.failed.add((len(piles), cards))
        return False

    def worth(self, cards: Cards) -> int:
        return sum(worth * count for worth, count in zip(self.worths, cards, strict=True))


@lru_cache(maxsize=4096)
def can_be_captured(card_values: tuple[int, ...], piles: tuple[int, ...], left_over: int | None) -> bool:
    """Whether the counters divide into piles of these worths.

    At most `left_over` cards may lie in none of them, any number where it is None.
    """
    missing = sum(card_values) - sum(piles)
    if missing < 0:
        return False
    search = _Search(card_values)
    wanted = tuple(sorted(filter(None, piles), reverse=True))
    try:
        if left_over is None:
            return search.divides(search.cards, (*wanted, missing))
        return any(search.divides(rest, wanted) for rest in search.rests(search.cards, missing, left_over))
    except _Undecided:
        return True


@lru_cache(maxsize=4096)
def can_be_nest(card_values: tuple[int, ...], plain_cards: int, nest_size: int, worth: int) -> bool:
    """Whether `nest_size` cards of the deck, the `plain_cards` without points among them, can be worth that."""
    search = _Search(card_values)
    most_counters_left = len(card_values) - max(0, nest_size - plain_cards)
    try:
        return any(sum(rest) <= most_counters_left for rest in search.rests(search.cards, worth, nest_size))
    except _Undecided:
        return True
