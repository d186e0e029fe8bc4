"""What turned a game, in the sentences a person would tell afterwards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.rules.words import format_points


@dataclass(frozen=True, slots=True)
class Step:
    """A scored hand: its number, who bid and was set, each competitor's points and totals, who reneged.

    "" is nobody. A bid that a renege left without a test (R8) was not set.
    """

    number: int
    set_bidder: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reneged: str = ""


def turning_points(names: Sequence[str], steps: Sequence[Step], winners: Sequence[str]) -> Iterator[str]:
    """The biggest swing, who led when, a comeback of the winners, whose bids were set, and who reneged.

    `names` are the competitors in the order of each step's points; `winners` is empty while the game goes on.
    """
    if len(steps) > 1:
        yield from _swing(names, steps)
        yield from _lead(names, steps)
    if len(winners) == 1:
        yield from _comeback(steps, winners[0], names.index(winners[0]))
    if steps:
        sets = _whose((step.set_bidder, step.number) for step in steps)
        yield f"Set: {sets}." if sets else "Nobody was set."
    if reneges := _whose((step.reneged, step.number) for step in steps):
        yield f"Reneged: {reneges}."


def _swing(names: Sequence[str], steps: Sequence[Step]) -> Iterator[str]:
    step = max(steps, key=lambda step: max(step.points) - min(step.points))
    most, least = max(step.points), min(step.points)
    if most > least:
        pairs = list(zip(names, step.points, strict=True))
        who = {end: [name for name, points in pairs if points == end] for end in (most, least)}
        moved = ", ".join(f"{' & '.join(each)} {format_points(end)}" for end, each in who.items())
        yield f"The biggest swing was hand {step.number}: {moved}."


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


def _whose(happened: Iterable[tuple[str, int]]) -> str:
    """Each of these names with its hands, "" where there is no name: "Ann in hands 2 and 4; Dee in hand 1"."""
    hands: dict[str, list[str]] = {}
    for name, number in happened:
        if name:
            hands.setdefault(name, []).append(str(number))
    return "; ".join(
        f"{name} in hand {numbers[0]}"
        if len(numbers) == 1
        else f"{name} in hands {', '.join(numbers[:-1])} and {numbers[-1]}"
        for name, numbers in hands.items()
    )
