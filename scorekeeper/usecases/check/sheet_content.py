"""What was read in a paper sheet: its lines by kind."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, zip_longest

from .sheet_cells import LONGEST_TEXT, is_number, weight
from .sheet_day import DATE
from .sheet_rows import Cell, Counted, Row
from .sheet_ways import Way

OF_BOTH = re.compile(r"\(?[-−–+]?\d+\)?(?:\s*[-−–/:;,&|]\s*|\s+(?:to\s+|and\s+)?)\(?[-−–+]?\d+\)?", re.IGNORECASE)
"""The numbers of both sides in one cell: "145/-75"."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that is no part of a hand: `numbers` counts those in it that are no date."""

    line: int
    text: str
    numbers: int


@dataclass(slots=True)
class ReadSheet:
    """The lines of a sheet by kind.

    `totals` are the rows of totals, each with the number of rows above it and its line; `start` the totals brought
    forward, by place. `day` is when it was played. `strangers` are unknown bidders; `second_game` says why
    the sheet is read no further. `lines` are the numbers of the lines that say something.
    """

    way: Way
    labels: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    totals: list[tuple[int, tuple[Cell, ...], str]] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)
    winner: str = ""
    winner_line: str = ""
    left_out: list[LeftOut] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    second_game: str = ""
    day: date | None = None
    lines: set[int] = field(default_factory=set)

    @property
    def countings(self) -> Sequence[Counted]:
        """Where penalties may count, the usual first, if anything written can decide it."""
        extra = [row for row in self.rows if row.extra]
        decides = self.totals or any(cell.kind == "total" and cell.fact for row in self.rows for cell in row.cells)
        return [*dict.fromkeys(chain(*(row.countings for row in extra)))] if extra and decides else ["on top"]

    @property
    def not_read(self) -> tuple[str, ...]:
        """The unknown headings."""
        return tuple(heading.text for heading in self.way.headings if heading.unknown)

    @property
    def columns_with_numbers(self) -> tuple[str, ...]:
        """The unknown headings of columns that could be points."""
        lines = (cells for number, cells in self.way.lines if number in self.lines)
        columns = zip(self.way.headings, zip_longest(*lines, fillvalue=""), strict=False)
        return tuple(
            heading.text for heading, column in columns if heading.unknown and any(map(_may_be_points, column))
        )


def count_numbers(text: str) -> int:
    """Count the numbers in a line that are no date."""
    return len(re.findall(r"\d+", DATE.sub(" ", text)))


def _may_be_points(cell: str) -> bool:
    """Whether a cell is a number, or the numbers of both sides: "105-15"."""
    return is_number(cell) or bool(OF_BOTH.fullmatch(DATE.sub("", cell[:LONGEST_TEXT])))


def row_weight(row: Row) -> int:
    """Count the letters and digits of a row's cells."""
    return sum(weight(cell.text) for cell in row.cells) + weight(row.number_text)
