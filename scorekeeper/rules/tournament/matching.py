"""Pair everyone with someone they have not met, with as few repeats as possible."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

PRIME = 2**61 - 1


def pair_up(
    order: Sequence[T], meetings: Callable[[T, T], int], sit_outs: int = 0, may_sit_out: Sequence[T] = ()
) -> tuple[list[tuple[T, T]], list[T]]:
    """Return the pairs, with as few repeats as possible, and those who sit out.

    Of all such pairings, it is the one in which the first of `may_sit_out` sit out, and from the top of `order` each
    meets the highest one below that it has met least often. `may_sit_out` has at least `sit_outs` of `order`, and the
    rest is an even number.
    """
    # Sitting out counts as meeting an empty chair.
    people, chairs = len(order), range(len(order), len(order) + sit_outs)
    numbers = {one: number for number, one in enumerate(order)}
    fresh = [
        (first, second)
        for second in range(people)
        for first in range(second)
        if not meetings(order[first], order[second])
    ]
    fresh += [(numbers[one], chair) for chair in chairs for one in may_sit_out]
    matrix = _tutte_matrix(people + sit_outs, fresh)

    def fewest_repeats(left: Sequence[int]) -> int:
        rows = [[matrix[row][column] for column in left] for row in left]
        if all(2 * row.count(0) <= len(left) for row in rows):
            return 0  # each can meet half of the others, so all can be paired (Dirac)
        return (len(left) - _rank(rows)) // 2

    left = [*chairs, *range(people)]
    repeats = fewest_repeats(left)
    pairs: list[tuple[T, T]] = []
    sitting: list[T] = []
    while left:
        first, *left = left
        if first in chairs:
            choices = [number for number in map(numbers.__getitem__, may_sit_out) if number in left]
        else:
            choices = sorted(left, key=lambda other: meetings(order[first], order[other]))
        for other in choices:
            rest = [number for number in left if number != other]
            again = first < people and meetings(order[first], order[other]) > 0
            if fewest_repeats(rest) + again <= repeats:
                break
        left, repeats = rest, repeats - again
        if first in chairs:
            sitting.append(order[other])
        else:
            pairs.append((order[first], order[other]))
    return pairs, sitting


def _tutte_matrix(size: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return a matrix whose rank, and the rank of any part of it, is twice the number of edges in a maximum matching.

    Fixed numbers replace Tutte's variables (Lovász 1979). The chance that they ever hide an edge is one in 10^15.
    """
    random = Random(0)
    matrix = [[0] * size for _ in range(size)]
    for first, second in edges:
        number = random.randrange(1, PRIME)
        matrix[first][second], matrix[second][first] = number, PRIME - number
    return matrix


def _rank(rows: list[list[int]]) -> int:
    """Return the rank of a matrix of numbers modulo PRIME, by Gaussian elimination."""
    rank = 0
    while rows and rows[0]:
        index = next((index for index, row in enumerate(rows) if row[-1]), None)
        if index is None:
            rows = [row[:-1] for row in rows]
            continue
        *pivot, last = rows.pop(index)
        inverse = pow(last, -1, PRIME)
        rank += 1
        for index, row in enumerate(rows):
            factor = row.pop() * inverse % PRIME
            if factor:
                rows[index] = [(number - factor * other) % PRIME for number, other in zip(row, pivot, strict=True)]
    return rank
