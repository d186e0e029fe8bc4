"""What the counters of a deck can add up to (R20, R30); its twin is static/alone/validate.js."""

from collections.abc import Iterator
from functools import lru_cache

# Dividing a deck is a hard problem. Beyond these bounds a count is accepted: it is refused only if it is shown to be
# impossible.
MOST_POINTS = 100_000  # of a deck
MOST_WAYS = 20  # to divide the dearest cards among three or more piles; a preset has fewer

Way = tuple[int, int, tuple[int, ...]]
"""What the cards that are left over are still worth, how many they can be, and what each pile still lacks, sorted."""


@lru_cache(maxsize=4096)  # without it the check of a record takes a quarter longer
def can_be_captured(card_values: tuple[int, ...], piles: tuple[int, ...], left_over: int | None) -> bool:
    """Return whether the counters, dearest first, divide into piles of these worths, in points.

    At most `left_over` cards may be in none of them, any number if it is None.
    """
    missing, most = sum(card_values) - sum(piles), left_over or 0
    if missing < 0 or min(piles, default=0) < 0:
        return False
    if left_over is None:
        piles, missing = (*piles, missing), 0
    wanted = tuple(sorted(filter(None, piles)))
    if missing and len(wanted) < 2:
        return _can_add_up(card_values, missing, 0, most)
    if len(wanted) < 3 and not missing:
        return len(wanted) < 2 or _can_add_up(card_values, wanted[0], 0, len(card_values))
    return sum(card_values) > MOST_POINTS or _can_divide(card_values, (missing, most, wanted))


def can_be_nest(card_values: tuple[int, ...], plain_cards: int, nest_size: int, worth: int) -> bool:
    """Return whether `nest_size` cards of the deck, with its `plain_cards` without points, can be worth that."""
    return _can_add_up(card_values, worth, max(0, nest_size - plain_cards), nest_size)


def _can_add_up(card_values: tuple[int, ...], worth: int, fewest: int, most: int) -> bool:
    """Return whether from `fewest` to `most` of these cards can be worth that, in points."""
    if worth < 0 or sum(card_values) > MOST_POINTS:
        return worth >= 0
    return any(sums >> worth & 1 for sums in _sums(card_values)[fewest : most + 1])


@lru_cache(maxsize=16)
def _sums(card_values: tuple[int, ...]) -> list[int]:
    """Return, for each number of cards, the sums that so many of these can have, as bits."""
    sums = [1] + [0] * len(card_values)
    for dealt, worth in enumerate(card_values):
        for cards in range(dealt + 1, 0, -1):
            sums[cards] |= sums[cards - 1] << worth
    return sums


def _can_divide(card_values: tuple[int, ...], way: Way) -> bool:
    """Return whether the cards fill all piles, or there are too many ways to try."""
    rest = [1]
    for worth in reversed(card_values):
        rest.append(rest[-1] | rest[-1] << worth)
    ways = {way}
    for worth, sums in zip(card_values, reversed(rest[:-1]), strict=True):
        added = {after for way in ways for after in _ways_to_add(worth, way)}
        ways = {way for way in added if all(sums >> lacking & 1 for lacking in (way[0], *way[2]))}
        if len(ways) > MOST_WAYS:
            return True
    return bool(ways)


def _ways_to_add(worth: int, way: Way) -> Iterator[Way]:
    """Yield each way to add a card of this worth; none is dearer from here on."""
    missing, most, lacking = way
    if missing > most * worth:
        return
    if worth <= missing:
        yield missing - worth, most - 1 if missing > worth else 0, lacking
    for pile in {*lacking}:
        if worth <= pile:
            at = lacking.index(pile)
            yield missing, most, tuple(sorted((*lacking[:at], pile - worth, *lacking[at + 1 :])))
