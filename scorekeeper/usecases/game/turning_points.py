"""What turned a game, in the sentences a person would use afterwards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from scorekeeper.rules.chance import describe_chance
from scorekeeper.rules.words import format_points, join_words

MUCH = 0.2
"""The least that a turning point adds to the winner's chance."""


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of the story: its number, who bid and was set, each competitor's points and totals, who reneged ("" for no
    one).

    A bid that a renege left untested (R8) was not set.
    """

    number: int
    set_bidder: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reneged: str = ""


def turning_points(
    names: Sequence[str],
    hands: Sequence[ScoredHand],
    winners: Sequence[str],
    start: tuple[int, ...],
    chances: Sequence[tuple[float, ...]] = (),
) -> Iterator[str]:
    """Yield the biggest swing, who led when, a comeback of the winners, what turned it, who was set, and who reneged.

    `names` are the competitors in the order of each hand's points; `winners` is empty while the game goes on. `start`
    are the totals at the start, perhaps from paper (R34); `chances` begin there too.
    """
    if len(hands) > 1:
        yield from _swing(names, hands)
        yield from _lead(names, hands, start)
    if len(winners) == 1:
        yield from _comeback(hands, winners[0], names.index(winners[0]), start)
        yield from _turn(winners[0], [each[names.index(winners[0])] for each in chances])
    if hands:
        sets = _names_with_hands((hand.set_bidder, hand.number) for hand in hands)
        yield f"Set: {sets}." if sets else "No one was set."
    if reneges := _names_with_hands((hand.reneged, hand.number) for hand in hands):
        yield f"Reneged: {reneges}."


def headline(names: Sequence[str], hands: Sequence[ScoredHand], winners: Sequence[str], start: tuple[int, ...]) -> str:
    """Return the headline of a game that is over: a great comeback, else who led when, else the biggest swing."""
    told: Iterator[str] = iter(())
    if len(winners) == 1:
        index = names.index(winners[0])
        told = _comeback(hands, winners[0], index, start, least=hands[-1].totals[index] // 4)
    return next(chain(told, _lead(names, hands, start), _swing(names, hands)), "")


def _swing(names: Sequence[str], hands: Sequence[ScoredHand]) -> Iterator[str]:
    hand = max(hands, key=lambda hand: max(hand.points) - min(hand.points))
    most, least = max(hand.points), min(hand.points)
    if most > least:
        pairs = list(zip(names, hand.points, strict=True))
        who = {end: [name for name, points in pairs if points == end] for end in (most, least)}
        moved = ", ".join(f"{' & '.join(each)} {format_points(end)}" for end, each in who.items())
        yield f"The biggest swing was hand {hand.number}: {moved}."


def _lead(names: Sequence[str], hands: Sequence[ScoredHand], start: tuple[int, ...]) -> Iterator[str]:
    totals_after = [(0, start), *((hand.number, hand.totals) for hand in hands)]
    led = [(number, leader) for number, totals in totals_after if (leader := _leader(names, totals))]
    changes = [now for before, now in pairwise(led) if before[1] != now[1]]
    if changes:
        number, leader = changes[-1]
        times = "once" if len(changes) == 1 else "twice" if len(changes) == 2 else f"{len(changes)} times"
        last = "" if len(changes) == 1 else " the last time"
        yield f"The lead changed {times},{last} in hand {number}, to {leader}."
    elif led:
        number, leader = led[0]
        yield f"{leader} led from {f'hand {number}' if number > 1 else 'start'} to finish."


def _leader(names: Sequence[str], totals: tuple[int, ...]) -> str:
    """Return who alone has the highest total, "" if several do."""
    best = max(totals)
    return names[totals.index(best)] if totals.count(best) == 1 else ""


def _comeback(
    hands: Sequence[ScoredHand], winner: str, index: int, start: tuple[int, ...], least: int = 1
) -> Iterator[str]:
    totals_after = [(0, start), *((hand.number, hand.totals) for hand in hands)]
    number, deepest = max(totals_after, key=lambda each: max(each[1]) - each[1][index])
    behind = max(deepest) - deepest[index]
    if behind >= max(least, 1):
        when = f"after hand {number}" if number else "at the start"
        yield f"{winner} came back from {behind} behind {when}."


def _turn(winner: str, chances: Sequence[float]) -> Iterator[str]:
    """Yield which hand raised the winner's chance most, if it was a lot."""
    rises = [(after - before, number) for number, (before, after) in enumerate(pairwise(chances), 1)]
    if len(rises) < 2 or max(rises)[0] < MUCH:
        return
    number = max(rises)[1]
    before, after = map(describe_chance, chances[number - 1 : number + 1])
    if number < len(rises):
        yield f"Hand {number} turned it: the chance of a win for {winner} rose from {before} to {after}."
    else:
        yield f"Hand {number} decided it: before it, the chance of a win for {winner} was {before}."


def _names_with_hands(happened: Iterable[tuple[str, int]]) -> str:
    """Return each of these names with its hands, "" for no names: "Ann in hands 2 and 4; Dee in hand 1"."""
    numbers_of: dict[str, list[str]] = {}
    for name, number in happened:
        if name:
            numbers_of.setdefault(name, []).append(str(number))
    return "; ".join(
        f"{name} in hand{'s' if len(numbers) > 1 else ''} {join_words(numbers)}" for name, numbers in numbers_of.items()
    )
