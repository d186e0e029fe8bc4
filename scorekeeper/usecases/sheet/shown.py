"""A checked sheet as a page shows it: the verdict of each line, and its wrong cells marked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.rules.words import format_total

from .cells import Cell
from .columns import OfColumn
from .result import SheetResult
from .sentences import row_text
from .verdict import Mistake, RowVerdict


class Mark(NamedTuple):
    """A cell that is marked: `state` is "wrong", "either" or "unread", `right` what it should be, "" if not certain."""

    state: str
    right: str = ""


class ShownLine(NamedTuple):
    """What the check says of a line: its verdict, "" for one that is no hand, in words, and its marked cells."""

    name: str
    verdict: str
    said: str
    marks: Mapping[int, Mark]

    @property
    def is_unread(self) -> bool:
        """Whether it could not be judged because of a cell that cannot be read."""
        return self.verdict == "unread" and any(mark.state == "unread" for mark in self.marks.values())


def shown_lines(result: SheetResult) -> dict[int, ShownLine]:
    """Return what is said of each line, by its number."""
    keys = [column.key for column in result.grid.settled().columns]
    found = {row.row.line: _of_row(row, keys) for row in result.rows}
    for sums in result.read.sums:
        wrong, said = [], []
        for mistake, sentence in result.wrong_in(sums):
            wrong.append(mistake)
            said.append(sentence)
        said += [f"{cell.heading}: {cell.unread}" for cell in sums.unread]
        verdict = "wrong" if wrong else "unread" if sums.unread else ""
        found[sums.line] = ShownLine("Total", verdict, " ".join(said), _marks(wrong, sums.unread, keys))
    return found


def _of_row(row: RowVerdict, keys: Sequence[str]) -> ShownLine:
    mistakes = [*map(Mistake.of, row.errors), *(row.mistakes if row.verdict == "wrong" else ())]
    carried = row.verdict == "right" and row.carried
    said = "Right; only carried down from above." if carried else row_text(row)
    name = str(row.row.number or row.place or "–")
    return ShownLine(name, row.verdict, said, _marks(mistakes, row.row.unread, keys))


def _marks(mistakes: Sequence[Mistake], unread: Sequence[Cell], keys: Sequence[str]) -> dict[int, Mark]:
    """Return the marks by column."""
    found = [(_column(cell, keys), Mark("unread")) for cell in unread]
    found += [(_column(mistake, keys), _mark(mistake, mistakes)) for mistake in mistakes]
    return {at: mark for at, mark in found if at is not None}


def _column(of: OfColumn, keys: Sequence[str]) -> int | None:
    """Return the column in which something stands: a bidder can be in that of the bid, a total in that of a side."""
    others = {"bidder": ["bid"], "made": ["bid"], "total": [f"points-{of.place}", f"took-{of.place}"]}
    return next((keys.index(key) for key in (of.key, *others.get(of.kind, ())) if key in keys), None)


def _mark(mistake: Mistake, others: Iterable[Mistake]) -> Mark:
    if sum(each.right is not None for each in others) > 1:
        return Mark("either")
    right = mistake.right
    return Mark("wrong", format_total(right) if isinstance(right, int) else right or "")
