"""A checked sheet as a table: the sheet as written, under what each column was read as, its wrong cells marked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.rules.words import format_total

from .sheet_headings import column_meanings
from .sheet_result import SheetResult
from .sheet_rows import Cell, Mistake, RowVerdict, row_text

SHORT = {"": "left out", "number": "hand", "reneged_by": "renege", "gave_up": "gave up", "last": "time called"}
"""What a column was read as, in short, where its key is no word."""
MOST_SHOWN = 200
"""The most right rows that are shown."""


class ShownColumn(NamedTuple):
    """A heading as written and what it was read as: in short, and by its key, "" if it was left out."""

    text: str
    meaning: str
    key: str


class ShownCell(NamedTuple):
    """What is written in a cell; `state` is "wrong", "either" or "", `right` what it should be, "" if not certain."""

    text: str
    state: str = ""
    right: str = ""


class ShownRow(NamedTuple):
    """One row as it was read: its number, what was written in each column, and what the check says of it.

    A penalty or an adjustment noted beside a row is a row of its own below it, without a `verdict`.
    """

    name: str
    verdict: str
    cells: Sequence[Sequence[ShownCell]]
    said: str


class SheetTable(NamedTuple):
    """The columns, the rows, the row of totals (() without one), the number of right rows not shown, and the meanings
    that a column can have, by key."""

    columns: Sequence[ShownColumn]
    rows: Sequence[ShownRow]
    total: Sequence[Sequence[ShownCell]]
    more: int
    meanings: Mapping[str, str]


def table_of(result: SheetResult) -> SheetTable:
    """Return a checked sheet as a page shows it."""
    columns = [
        ShownColumn(heading.text, SHORT.get(heading.kind, heading.kind), heading.key)
        for heading in result.read.way.headings
    ]
    rows, right, written = [], 0, dict(result.read.way.lines)
    for row in result.rows:
        right += row.verdict == "right"
        if row.verdict != "right" or right <= MOST_SHOWN:
            mistakes = row.mistakes if row.verdict == "wrong" else ()
            shown = _cells(columns, row.row.cells, mistakes, written[row.row.line])
            rows.append(ShownRow(str(row.row.number or row.place or "–"), row.verdict, shown, _said(row)))
            name, added = result.noted_beside(row)
            if name:
                texts = {"number": name, **added}
                rows.append(ShownRow(name, "", [[ShownCell(texts.get(column.key, ""))] for column in columns], ""))
    totals = result.read.totals[-1:]
    total = _cells(columns, totals[0][1], result.total_row, ()) if totals else ()
    return SheetTable(
        columns,
        rows,
        total,
        max(0, right - MOST_SHOWN),
        column_meanings(result.choice.rules, result.players, result.read.labels),
    )


def _cells(
    columns: Sequence[ShownColumn], cells: Sequence[Cell], mistakes: Sequence[Mistake], written: Sequence[str]
) -> list[list[ShownCell]]:
    """Return the cells under each column; what no column has is under the side's points, or last."""
    by_key, wrong = {column.key: at for at, column in enumerate(columns)}, {each.key: each for each in mistakes}
    by_text = {column.text: at for at, column in enumerate(columns)}
    either = len([each for each in mistakes if each.right is not None]) > 1
    shown: list[list[ShownCell]] = [[] for _ in columns]
    for cell in filter(lambda cell: cell.text, cells):
        at = by_key.get(cell.key.replace("total", "points"), by_text.get(cell.heading, len(columns) - 1))
        mistake = wrong.get(cell.key)
        state = "" if not mistake else "either" if either else "wrong"
        right = None if not mistake or either else mistake.right
        said = format_total(right) if isinstance(right, int) else right or ""
        shown[by_key.get(cell.key, at)].append(ShownCell(cell.text, state, said))
    return [found or [ShownCell(text)] for found, text in zip(shown, [*written, *[""] * len(columns)], strict=False)]


def _said(row: RowVerdict) -> str:
    if row.verdict == "right" and row.carried:
        return "Right; only carried down from above."
    return row_text(row)
