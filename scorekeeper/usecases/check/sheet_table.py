"""A checked sheet as a table: the sheet as written, with wrong cells marked and the right values next to them."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.words import format_total

from .sheet_result import SheetResult, row_text
from .sheet_rows import Cell, Mistake, RowVerdict

MOST_SHOWN = 200
"""The most right rows that are shown."""
ALWAYS = ("bidder", "bid")


@dataclass(frozen=True, slots=True)
class ShownCell:
    """What is written in a cell; `right` is what it should be, "" if that is not certain."""

    text: str
    wrong: bool = False
    right: str = ""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row by its number; `cells` has what was written under each heading. `said` is its verdict."""

    name: str
    verdict: str
    cells: tuple[tuple[ShownCell, ...], ...]
    said: str
    carried: bool = False


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The headings, the rows, the row of totals (() without one), and the number of right rows not shown."""

    headings: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    total: tuple[tuple[ShownCell, ...], ...]
    more: int


def table_of(result: SheetResult) -> SheetTable:
    """Return a checked sheet as a page shows it."""
    columns = dict(_columns(result))
    rows, right = [], 0
    for row in result.rows:
        is_right = row.verdict == "right" and not row.gave_up
        right += is_right
        if not is_right or right <= MOST_SHOWN:
            mistakes = {mistake.key: mistake for mistake in row.mistakes if row.verdict == "wrong"}
            shown = tuple(tuple(_shown(row.row.cells, keys, mistakes)) for keys in columns)
            name = str(row.number or row.place or "–")
            rows.append(ShownRow(name, row.verdict, shown, _said(row), row.carried))
    total: tuple[tuple[ShownCell, ...], ...] = ()
    if result.read.totals:
        wrong = {mistake.key: mistake for mistake in result.total_row}
        total = tuple(tuple(_shown(result.read.totals[-1][1], keys, wrong)) for keys in columns)
    return SheetTable(tuple(columns.values()), tuple(rows), total, max(0, right - MOST_SHOWN))


def _columns(result: SheetResult) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the keys of each column with its heading. A side's points and totals share one; others only if wrong."""
    headings = {heading.key: heading.text for heading in result.read.headings if heading.key}
    headings |= {cell.key: cell.heading for row in result.rows for cell in row.row.cells}
    wrong = {mistake.key for row in result.rows for mistake in row.mistakes}
    for key, heading in headings.items():
        if key.partition("-")[0] in ALWAYS or (key in wrong and not key.startswith(("points", "total"))):
            yield (key,), heading
    for place, label in enumerate(result.read.labels):
        yield (f"points-{place}", f"total-{place}"), label


def _shown(cells: tuple[Cell, ...], keys: tuple[str, ...], mistakes: dict[str, Mistake]) -> Iterator[ShownCell]:
    for cell in cells:
        if cell.key in keys and cell.text:
            mistake = mistakes.get(cell.key)
            right = mistake.right if mistake else None
            yield ShownCell(cell.text, bool(mistake), "" if right is None else _written(right))


def _written(value: int | str) -> str:
    return format_total(value) if isinstance(value, int) else value


def _said(row: RowVerdict) -> str:
    if row.verdict == "right" and row.carried:
        return "Right; only carried down from above."
    return row_text(row)
