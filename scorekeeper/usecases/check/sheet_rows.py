"""The rows of a paper sheet: as written, and as judged.

Competitors are identified by their place among those with a total; points are whole numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Adjustment, Deal, Foul, Hand
from scorekeeper.rules.hand_search import Facts, Fit
from scorekeeper.rules.words import format_total

Reading = Literal["points", "totals", "both"]
Verdict = Literal["right", "only-if", "wrong"]
Figures = tuple[int | None, ...]
"""Points or totals of each competitor; None if not known."""
Seen = TypeVar("Seen", Facts, Hand)
CELLS_OF_POINTS = ("points", "total")
ON_PAPER = "on paper"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row: `key` is its column ("points-0"), `fact` what it says, () if it is blank or says nothing.

    `error` says why it cannot be read, or "".
    """

    key: str
    heading: str
    text: str
    fact: tuple[str, Any] | tuple[()] = ()
    error: str = ""

    @property
    def kind(self) -> str:
        return self.key.partition("-")[0]

    @property
    def place(self) -> int:
        """The place of the cell's competitor."""
        return int(self.key.partition("-")[2])

    @property
    def says(self) -> int | str:
        """What is written there, a number if it is one."""
        value = self.fact[1] if self.fact else None
        if self.kind in ("captured", "took") and value:
            value = value[1]
        return value if isinstance(value, int) else self.text


@dataclass(slots=True)
class Row:
    """A hand, misdeal or passed-out deal (`outcome`), as written; `extra` are penalties on their own lines."""

    text: str
    cells: tuple[Cell, ...]
    number: int | None = None
    outcome: Literal["played", "misdeal", "passed-out"] = "played"
    extra: list[Foul | Adjustment] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong cell by its key and heading, what it says, and what is right, None if that is not certain."""

    key: str
    cell: str
    says: int | str
    right: int | str | None


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """The verdict on a row. `place` counts hands from 1, None for a misdeal or passed-out deal; `number` is as written.

    `others` are a bid or bidder that could be the mistake instead, `only_if` are sentences; `why` is a sentence if no
    value is known, `follows` what else is known about the hand; `vague` if a total before it is not known. `fits` are
    the possible hands, `points` their points, `totals` the right ones after it.
    """

    row: Row
    place: int | None
    verdict: Verdict = "right"
    mistakes: tuple[Mistake, ...] = ()
    others: tuple[Mistake, ...] = ()
    only_if: tuple[str, ...] = ()
    why: str = ""
    follows: str = ""
    carried: bool = False
    gave_up: bool = False
    vague: bool = False
    fits: tuple[Fit, ...] = ()
    deal: Deal | None = None
    points: Figures = ()
    totals: Figures | None = None
    after_end: bool = False

    @property
    def number(self) -> int | None:
        return self.row.number

    @property
    def ordinary(self) -> bool:
        """Whether an ordinary hand fits, with known totals."""
        return self.verdict == "right" and not self.gave_up and not self.vague

    @property
    def sure(self) -> bool:
        """Whether the points are known: the row is right, or its mistake is one cell with one right value."""
        if self.verdict == "wrong":
            values = [mistake for mistake in self.mistakes if mistake.right is not None]
            single = len(self.mistakes) == 1 == len(values)
            return single and self.mistakes[0].key.startswith(CELLS_OF_POINTS) and None not in self.points
        return None not in self.points


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged sheet: its rows, the missing hands with their points, and those written twice.

    `totals` and `standing` are None if not certain; `over_after` is the place of the hand that ended the game.
    """

    rows: tuple[RowVerdict, ...]
    missing: Mapping[int, Figures | None]
    repeated: tuple[int, ...]
    totals: tuple[int, ...] | None
    written: Figures
    standing: Standing | None
    over_after: int | None

    @property
    def right_rows(self) -> int:
        return sum(row.ordinary for row in self.rows if row.place)


def with_extra(seen: Seen, row: Row) -> Seen:
    """Return the hand with the row's extra lines added, unless it has them already."""
    if not row.extra or all(each in (*seen.fouls, *seen.adjustments) for each in row.extra):
        return seen
    fouls = (*seen.fouls, *(each for each in row.extra if isinstance(each, Foul)))
    adjustments = (*seen.adjustments, *(each for each in row.extra if isinstance(each, Adjustment)))
    return replace(seen, fouls=fouls, adjustments=adjustments)


def describe(mistake: Mistake) -> str:
    """Return "Us 105, not 80", or only what the cell says if nothing is certain."""
    says, right = (format_total(v) if isinstance(v, int) else v for v in (mistake.says, mistake.right))
    return f"{mistake.cell} {says}" if right is None else f"{mistake.cell} {right}, not {says}"
