"""What turned a game, in the sentences a person would tell afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..rules.reasons import signed


@dataclass(frozen=True, slots=True)
class Step:
    """A scored hand: its number, who bid and was set ("" where nobody was), each competitor's points and totals."""

    number: int
    set_bidder: str
    points: tuple[int, ...]
    totals: tuple[int, ...]


def turning_points(names: Sequence[str], steps: Sequence[Step], winners: Sequence[str]) -> Iterator[str]:
    """The biggest swing, who led when, a comeback of the winners, and whose bids were set.

    `names` are the competitors in the order of each step's points; `winners` is empty while the game goes on.
    """
    if len(steps) > 1:
        yield from _swing(names, steps)
        yield from _lead(names, steps)
    if len(winners) == 1:
        yield from _comeback(steps, winners[0], names.index(winners[0]))
    if steps:
        yield _sets(steps)


def _swing(names: Sequence[str], steps: Sequence[Step]) -> Iterator[str]:
    most = max(steps, key=lambda step: max(step.points) - min(step.points))
    if max(most.points) == min(most.points):
        return
    by_points = sorted(zip(names, most.points, strict=True), key=lambda one: -one[1])
    shown = by_points if len(by_points) == 2 else (by_points[0], by_points[-1])
    moved = ", ".join(f"{name} {signed(points)}" for name, points in shown)
    yield f"The biggest swing was hand {most.number}: {moved}."


def _lead(names: Sequence[str], steps: Sequence[Step]) -> Iterator[str]:
    led = [(step.number, leader) for step in steps if (leader := _leader(names, step))]
    changes = [now for before, now in pairwise(led) if before[1] != now[1]]
    if changes:
        number, leader = changes[-1]
        times = "once" if len(changes) == 1 else "twice" if len(changes) == 2 else f"{len(changes)} times"
        last = "" if len(changes) == 1 else " the last time"
        yield f"The lead changed {times},{last} in hand {number}, to {leader}."
    elif led:
        number, leader = led[0]
        yield f"{leader} led from hand {number} on."


def _leader(names: Sequence[str], step: Step) -> str:
    """Who alone has the highest total, "" where several have it."""
    best = max(step.totals)
    return names[step.totals.index(best)] if step.totals.count(best) == 1 else ""


def _comeback(steps: Sequence[Step], winner: str, place: int) -> Iterator[str]:
    deepest = max(steps, key=lambda step: max(step.totals) - step.totals[place])
    behind = max(deepest.totals) - deepest.totals[place]
    if behind:
        yield f"{winner} came back from {behind} behind after hand {deepest.number}."


def _sets(steps: Sequence[Step]) -> str:
    hands: dict[str, list[str]] = {}
    for step in steps:
        if step.set_bidder:
            hands.setdefault(step.set_bidder, []).append(str(step.number))
    if not hands:
        return "Nobody was set."
    told = (
        f"{bidder} in hand {numbers[0]}"
        if len(numbers) == 1
        else f"{bidder} in hands {', '.join(numbers[:-1])} and {numbers[-1]}"
        for bidder, numbers in hands.items()
    )
    return f"Set: {'; '.join(told)}."
