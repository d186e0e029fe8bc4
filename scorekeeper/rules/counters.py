"""Which piles of counters can lie on the table (R20, R30)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

# A rule set of fourteen different odd worths could be searched for hours. What has not been disproved after this
# many steps is let stand: a count is refused only where it is shown to be impossible.
SEARCH_STEPS = 20_000


class _Undecided(Exception):
    pass


class _Search:
    """Hands out cards of each worth, dearest first."""

    def __init__(self, card_values: tuple[int, ...]) -> None:
        tally = Counter(card_values)
        self.worths = tuple(sorted(tally, reverse=True))
        self.counts = tuple(tally[worth] for worth in self.worths)
        self.steps = 0
        self.failed: set[tuple[int, tuple[int, ...]]] = set()

    def piles(self, counts: tuple[int, ...], worth: int, most_cards: int, at: int = 0) -> Iterator[tuple[int, ...]]:
        """What is left of `counts` after each way to make up a pile of that worth."""
        self.steps += 1
        if self.steps > SEARCH_STEPS:
            raise _Undecided
        if worth == 0:
            yield counts
            return
        if at == len(self.worths) or worth > self.worths[at] * most_cards:
            return
        for taken in range(min(counts[at], worth // self.worths[at], most_cards), -1, -1):
            left = (*counts[:at], counts[at] - taken, *counts[at + 1 :])
            yield from self.piles(left, worth - taken * self.worths[at], most_cards - taken, at + 1)

    def all_piles(self, counts: tuple[int, ...], piles: tuple[int, ...]) -> bool:
        """Whether every one of the piles can be made up of these cards, one beside the other."""
        if not piles:
            return True
        if (len(piles), counts) in self.failed:
            return False
        if any(self.all_piles(left, piles[1:]) for left in self.piles(counts, piles[0], sum(counts))):
            return True
        self.failed.add((len(piles), counts))
        return False


@lru_cache(maxsize=4096)
def can_be_captured(card_values: tuple[int, ...], piles: tuple[int, ...], left_over: int | None) -> bool:
    """Whether the counters divide into piles of these worths, at most `left_over` of them in none (None: any number)."""
    missing = sum(card_values) - sum(piles)
    if missing < 0:
        return False
    search = _Search(card_values)
    wanted = tuple(sorted((worth for worth in piles if worth), reverse=True))
    try:
        if left_over is None:
            return search.all_piles(search.counts, wanted)
        rests = search.piles(search.counts, missing, left_over)
        return any(search.all_piles(rest, wanted) for rest in rests)
    except _Undecided:
        return True


@lru_cache(maxsize=4096)
def can_be_nest(card_values: tuple[int, ...], plain_cards: int, nest_size: int, worth: int) -> bool:
    """Whether `nest_size` cards of the deck, the `plain_cards` without points among them, can be worth that."""
    search = _Search(card_values)
    try:
        for left in search.piles(search.counts, worth, nest_size):
            if len(card_values) - sum(left) >= nest_size - plain_cards:
                return True
    except _Undecided:
        return True
    return False
