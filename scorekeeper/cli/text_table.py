"""Columns of text at the terminal."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

from scorekeeper.usecases.names import isolate

from .open_club import clean

LONGEST_CELL = 40
"""The most columns of a terminal for a name."""


def table(rows: Iterable[list[str]], words: Collection[int] = (1, 2, 4)) -> Iterator[str]:
    """Align the columns: `words` to the left, numbers to the right."""
    cells = [[_cut(clean(cell)) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(_aligned(row, widths, words)).rstrip()


def _aligned(row: Sequence[str], widths: Sequence[int], words: Collection[int]) -> Iterator[str]:
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        space = " " * (width - _width(cell))
        yield isolate(cell) + space if column in words else space + isolate(cell)


def _cut(text: str) -> str:
    return text if _width(text) <= 3 * LONGEST_CELL else text[: 3 * LONGEST_CELL - 1] + "…"


def _width(text: str) -> int:
    """Count the columns in a terminal: two for a wide character, none for a combining mark."""
    return sum(0 if category(char) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(char) in "WF") for char in text)
