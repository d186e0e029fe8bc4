"""What is to be reached, and whether it was."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .weight import Weight

LOOK, RECORD, POLL = 10, 14, 2  # times hello's CPU
PART_OF_INSERT = 0.2
FIRST_LOAD, HTML = 60_000, 14_000  # bytes


@dataclass(frozen=True)
class Goal:
    """One figure, and what it is to be: at most or at least its bound."""

    what: str
    figure: float
    bound: float
    at_most: bool = True

    @property
    def met(self) -> bool:
        return self.figure <= self.bound if self.at_most else self.figure >= self.bound

    def __str__(self) -> str:
        bound = f"{'at most' if self.at_most else 'at least'} {self.bound:g}"
        return f"{'met ' if self.met else 'MISSED'} {self.what}: {self.figure:.4g} ({bound})"


def goals_of(cpu: Mapping[str, float], rate: Mapping[str, float], weights: Sequence[Weight]) -> Iterator[Goal]:
    """Each goal; of several scoreboards the dearest counts."""
    hello, insert = cpu["hello"], rate["INSERT + COMMIT"]
    look = max(each for name, each in cpu.items() if name.startswith("scoreboard"))
    yield Goal("scoreboard of 12 hands, CPU in hellos", look / hello, LOOK)
    yield Goal("poll of who watches, unchanged, CPU in hellos", cpu["poll, unchanged"] / hello, POLL)
    yield Goal("poll of who watches, changed, CPU in scoreboards", cpu["poll, changed"] / look, 1)
    for name in ("record bid", "record hand"):
        yield Goal(f"{name}, CPU in hellos", cpu[name] / hello, RECORD)
        yield Goal(f"{name}, rate in bare INSERT + COMMIT", rate[name] / insert, PART_OF_INSERT, at_most=False)
    yield Goal("HTML of the scoreboard, bytes as read", max(each.html for each in weights), HTML)
    yield Goal(
        "first load of the scoreboard, bytes as sent, without htmx", max(each.sent for each in weights), FIRST_LOAD
    )
