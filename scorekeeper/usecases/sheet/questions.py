"""What has to be known of a sheet before there is a verdict on it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from scorekeeper.rules.ruleset import RuleSet

from .columns import OF_EXTRA, all_meanings
from .grid import KINDS, TITLE, Grid, Line
from .rows import read_rows


class Question(NamedTuple):
    """Something to say: of a "column" by its place, of a "line" by its number, or "who" is meant by a word.

    `text` is what the sheet has there, `why` a sentence that says why it is asked, or "".
    """

    about: Literal["column", "line", "who"]
    at: int
    text: str
    why: str = ""


def questions(grid: Grid, rules: RuleSet) -> list[Question]:
    """Return what is not known of a sheet: its columns and lines first, then who is meant by its words."""
    known = all_meanings(rules)
    found = [
        Question("column", at, column.said)
        for at, column in enumerate(grid.settled().columns)
        if column.key not in known and any(at < len(line.cells) and line.cells[at] for line in grid.in_use)
    ]
    found += [Question("line", line.number, line.text, line.why) for line in _unknown_lines(grid)]
    if found:
        return found
    strangers = dict.fromkeys(" ".join(word.split()) for word in read_rows(grid, rules).strangers)
    return [Question("who", at, word) for at, word in enumerate(strangers)]


def _unknown_lines(grid: Grid) -> Iterator[Line]:
    has_hand = False
    for line in grid.lines:
        if line.kind in OF_EXTRA and not has_hand:
            yield line._replace(why="A penalty belongs to the hand above it, and there is none.")
        elif line.kind not in (*KINDS, TITLE):
            yield line
        has_hand = has_hand or line.kind in ("hand", "misdeal")
