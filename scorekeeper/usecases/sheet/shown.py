"""A checked sheet as a page shows it: the verdict of each line, and its wrong cells marked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rules.words import format_total

from .result import SheetResult
from .sentences import row_text
from .verdict import Mistake, RowVerdict


class Mark(NamedTuple):
    """A wrong cell: `state` is "wrong" or "either", `right` what it should be, "" if not certain."""

    state: str
    right: str = ""


class ShownLine(NamedTuple):
    """What the check says of a line: its verdict, "" for one that is no hand, in words, and its wrong cells."""

    name: str
    verdict: str
    said: str
    marks: Mapping[int, Mark]


def shown_lines(result: SheetResult) -> dict[int, ShownLine]:
    """Return what is said of each line, by its number."""
    keys = [column.key for column in result.grid.settled().columns]
    found = {row.row.line: _of_row(row, keys) for row in result.rows}
    for sums in result.read.sums:
        wrong, said = [], []
        for mistake, sentence in result.wrong_in(sums):
            key = mistake.key if mistake.key in keys else f"points-{mistake.place}"
            wrong.append(replace(mistake, key=key))
            said.append(sentence)
        found[sums.line] = ShownLine("Total", "wrong" if wrong else "", " ".join(said), _marks(wrong, keys))
    return found


def _of_row(row: RowVerdict, keys: Sequence[str]) -> ShownLine:
    errors = [Mistake(cell.key, cell.heading, cell.text, None) for cell in row.errors]
    mistakes = [*errors, *(row.mistakes if row.verdict == "wrong" else ())]
    carried = row.verdict == "right" and row.carried
    said = "Right; only carried down from above." if carried else row_text(row)
    name = str(row.row.number or row.place or "–")
    return ShownLine(name, row.verdict, said, _marks(mistakes, keys))


def _marks(mistakes: Sequence[Mistake], keys: Sequence[str]) -> dict[int, Mark]:
    """Return the marks by column; where bid and bidder share a cell, a wrong bidder is marked there."""
    found = {}
    for mistake in mistakes:
        key = "bid" if mistake.key not in keys and mistake.kind in ("bidder", "made") else mistake.key
        if key in keys:
            found[keys.index(key)] = _mark(mistake, mistakes)
    return found


def _mark(mistake: Mistake, others: Iterable[Mistake]) -> Mark:
    if sum(each.right is not None for each in others) > 1:
        return Mark("either")
    right = mistake.right
    return Mark("wrong", format_total(right) if isinstance(right, int) else right or "")
