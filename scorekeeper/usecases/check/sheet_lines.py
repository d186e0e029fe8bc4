"""The lines of a pasted sheet: which are titles, headings, hands and totals, and what each cell of them is."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.errors import ValidationFailed

from .sheet_columns import Column, Heading, normalize, read_headings, with_captured_columns
from .sheet_rows import ZERO, Unreadable, parse_number

DELIMITERS = "\t;,"
NUMBERED_LINE = re.compile(rf'\s*"?[0-9]{{1,4}}\.?"?\s*[{DELIMITERS}]')
"""A line that begins with the number of its hand, where the bidder would stand."""
MOST_TITLE_LINES = 5
"""Lines above the headings: a title, a date, who was there."""
TOTALS = ("total", "totals", "sum", "final", "final score", "final total", "grand total")
"""What heads a row of totals."""


@dataclass(frozen=True, slots=True)
class SheetLines:
    """Pasted lines: `rows` of hands and totals, the key of each column (None: ignored).

    `not_read` are headings nobody knows, `titles` the lines above the headings.
    """

    rows: tuple[str, ...]
    delimiter: str
    keys: tuple[str | None, ...]
    not_read: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    def cells(self, row: str) -> dict[str, str]:
        """Return the cells of a row by the key of their column; raises Unreadable."""
        cells = split_cells(row, self.delimiter)
        if any(cells[len(self.keys) :]):
            raise Unreadable(f"This row has {len(cells)} cells; there are {len(self.keys)} columns.")
        return {key: cell for key, cell in zip(self.keys, cells, strict=False) if key}

    def text(self, row: str) -> str:
        """Return a row as a page shows it."""
        return " · ".join(row.replace('"', "").split(self.delimiter))

    def is_total(self, row: str, players: Iterable[str]) -> bool:
        """Return whether a row has totals instead of a hand."""
        first = next(filter(None, _cells(row, self.delimiter)), "")
        return normalize(first) in TOTALS and first not in players


def read_lines(
    text: str, columns: Sequence[Column], rules: RuleSet, players: Sequence[str], totals: bool
) -> SheetLines:
    """Return the lines of a pasted sheet, whose points are running `totals`; raises ValidationFailed (`text`)."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if re.search(r"[^\s,;]", line)]
    delimiter = find_delimiter(lines)
    for index, line in enumerate(lines[: MOST_TITLE_LINES + 1]):
        cells = _cells(line, delimiter)
        headings = read_headings(cells, columns)
        if headings:
            rows = lines[index + 1 :]
            if not totals and _has_counts(rows, delimiter, headings, rules):
                headings = with_captured_columns(headings, columns)
            keys = tuple(heading.key for heading in headings)
            _refuse_double_headings(cells, keys)
            not_read = tuple(cell for cell, heading in zip(cells, headings, strict=True) if cell and heading.unknown)
            return SheetLines(tuple(rows), delimiter, keys, not_read, tuple(lines[:index]))
    return SheetLines(tuple(lines), delimiter, tuple(_usual_keys(lines, delimiter, columns, players)))


def find_delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that stands most often outside of quotes; another one may stand in a note."""
    unquoted = re.sub(r'"[^"\n]*"', "", "\n".join(lines))
    return max(DELIMITERS, key=unquoted.count)


def split_cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line, without an apostrophe that kept a formula from running; raises Unreadable."""
    try:
        (cells,) = csv.reader([line], delimiter=delimiter, strict=True)
    except csv.Error:
        raise Unreadable("This row has an unmatched quotation mark.") from None
    return [re.sub(r"^'(?=[=+\-@])", "", cell.strip()) for cell in cells]


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line, none where it cannot be read: as a row it gets the reason."""
    try:
        return split_cells(line, delimiter)
    except Unreadable:
        return []


def _has_counts(rows: Iterable[str], delimiter: str, headings: Sequence[Heading], rules: RuleSet) -> bool:
    """Return whether there are bids, and counters below the bare names of sides: points can sink below zero."""
    if not any(heading.key == "bid" for heading in headings):
        return False
    indexes = [index for index, heading in enumerate(headings) if (heading.key or "").startswith("claim")]
    values = [value for row in rows for value in _numbers(_cells(row, delimiter), indexes)]
    return min(values, default=0) >= 0 and 2 * sum(value > rules.card_total for value in values) <= len(values)


def _numbers(cells: Sequence[str], indexes: Iterable[int]) -> Iterator[int]:
    for cell in (cells[index] for index in indexes if index < len(cells)):
        try:
            yield parse_number(cell)
        except Unreadable:
            continue


def _usual_keys(
    lines: Sequence[str], delimiter: str, columns: Sequence[Column], players: Sequence[str]
) -> list[str | None]:
    """Return the columns of a sheet without headings, whose lines may begin with the number of their hand."""
    keys: list[str | None] = [column.key for column in columns]
    if any(name[0].isdigit() for name in players):
        return keys
    rows = [_cells(line, delimiter) for line in lines]
    if rows and all(map(_is_all_numbers, rows)):
        claims = [key for key in keys if key and key.startswith("claim")]
        return [*[None] * (max(map(len, rows)) > len(claims)), *claims]
    return [None, *keys] if lines and all(map(NUMBERED_LINE.match, lines)) else keys


def _is_all_numbers(cells: Sequence[str]) -> bool:
    found = [*_numbers(cells, range(len(cells)))]
    return bool(found) and len(found) == sum(bool(cell) and cell not in ZERO[1:] for cell in cells)


def _refuse_double_headings(cells: Sequence[str], keys: Sequence[str | None]) -> None:
    for index, (cell, key) in enumerate(zip(cells, keys, strict=True)):
        if key and key in keys[:index]:
            message = f"Two columns have the same heading. The second is “{cell}”."
            raise ValidationFailed([RuleError("text", message)])
