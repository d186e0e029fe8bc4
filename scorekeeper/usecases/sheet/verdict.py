"""The verdict on a row of a paper sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.hand_search import Fit

from .cells import Cell
from .columns import OF_HAND, OfColumn
from .rows import Figures, Row

Verdict = Literal["right", "only-if", "wrong", "unread"]


@dataclass(frozen=True, slots=True)
class Mistake(OfColumn):
    """A wrong cell by its heading, what it says, and what is right, None if that is not certain.

    `either` are the values of which one is right, if there are two.
    """

    key: str
    cell: str
    says: int | str
    right: int | str | None
    either: tuple[int | str, ...] = ()

    @classmethod
    def of(cls, cell: Cell, right: int | str | None = None, either: tuple[int | str, ...] = ()) -> "Mistake":
        """Return the mistake of a cell."""
        return cls(cell.key, cell.heading, cell.says, right, either)


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """The verdict on a row, after the totals in `base`.

    `ways` are the competitors' points in each hand that is possible, `fits` are the possible hands. `others` are a bid
    or bidder that could be the mistake instead, `only_if` are sentences; `why` is a sentence if no value is known,
    `follows` what else is known about the hand, `partners` who played together where partners change. `errors` are the
    cells that cannot be by themselves. `place` counts hands from 1, None for a misdeal. It is unread if a cell of it
    cannot be read, or if it is `vague`: a total before it is not known. `totals` are the right ones after it.
    `otherwise` are the competitors' points if what it needs did not happen, () if they are not certain.
    """

    row: Row
    verdict: Verdict
    base: Figures
    ways: tuple[Figures, ...]
    fits: tuple[Fit, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    others: tuple[Mistake, ...] = ()
    only_if: tuple[str, ...] = ()
    errors: tuple[Cell, ...] = ()
    why: str = ""
    place: int | None = None
    follows: str = ""
    partners: str = ""
    carried: bool = False
    vague: bool = False
    totals: Figures | None = None
    otherwise: Figures = ()
    after_end: bool = False

    @property
    def name(self) -> str:
        """The name of the row: by its written number, else by its place."""
        if self.place is None:
            return "The misdeal"
        return f"Hand {self.row.number}" if self.row.number is not None else f"Row {self.place}"

    @property
    def condition(self) -> str:
        """What must have happened in a row that is right only if it did: "Us reneged, or Them had a 40 penalty"."""
        return ", or ".join(sentence.rstrip(".") for sentence in self.only_if)

    @property
    def sure(self) -> bool:
        """Whether the points are known: the row is right, or its mistake is one cell with one right value."""
        if self.errors or self.row.unread or len(self.ways) > 1 or None in self.ways[0]:
            return False
        values = [mistake.right for mistake in self.mistakes if mistake.kind in OF_HAND]
        return self.verdict != "wrong" or (len(self.mistakes) == len(values) == 1 and values[0] is not None)


def plus(figures: Sequence[int | None], others: Sequence[int | None]) -> Figures:
    """Add up figures; what is not known stays so."""
    return tuple(None if a is None or b is None else a + b for a, b in zip(figures, others, strict=True))
