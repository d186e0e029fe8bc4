"""A paper sheet as a grid: what its columns and lines mean, as people said it or as the sheet's own words do."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from scorekeeper.rules.ruleset import RuleSet

from .columns import ASKS, BARE, NOT_USED, OF_HAND, RARE, all_meanings, heading_for, kind_of, place_of
from .who import Who, plain

Reading = Literal["points", "totals", "both", "took"]
"""What the sides' numbers on paper are: points of each hand, totals so far, both, or what each side took."""
KINDS = {
    "hand": "Hand",
    "misdeal": "Misdeal or passed out",
    "penalty": "Penalty",
    "adjustment": "Adjustment",
    "forward": "Totals from before",
    "total": "Total row",
    "date": "Date",
    "note": "Note",
    NOT_USED: "Not used",
}
"""What a line can be, in the words of a list."""
SITS_DOWN = re.compile(r"(.+) sits? down for (.+)")
"""A line of a game's own spreadsheet: who sits there from here on, and who sat there before."""
TITLE = "title"
"""A line of words above the sheet."""


class Column(NamedTuple):
    """A column: its meaning by key, and its heading on paper, "" for none."""

    key: str
    said: str = ""


class Line(NamedTuple):
    """A line: its number on paper, what it is, its cells, and why it asks what it is, "" if it does not."""

    number: int
    kind: str
    cells: tuple[str, ...]
    why: str = ""

    @property
    def text(self) -> str:
        return ", ".join(filter(None, self.cells))


@dataclass(frozen=True)
class Grid:
    """A whole sheet. `names` are the players', `heads` the competitors' as typed, `said` who is meant by a word.

    With `penalties_in` the points have the penalties already; with `blank_is_0` a side's blank is 0, but for totals.
    """

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    reading: Reading = "points"
    penalties_in: bool = False
    blank_is_0: bool = False
    names: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    said: Mapping[str, int] = field(default_factory=dict)

    def who(self, rules: RuleSet) -> Who:
        """Return who is meant by the words of this sheet: a heading that is only a side's word is its head."""
        heads = [*self.heads, *[""] * rules.players]
        for column in self.columns:
            place = place_of(column.key)
            if kind_of(column.key) in ("side", *OF_HAND) and 0 <= place < rules.players and not heads[place]:
                heads[place] = _head_in(column)
        return Who(rules, self.names, heads, self.said)

    def settled(self) -> "Grid":
        """Return the grid with the sides' bare columns as what is on paper.

        Where both are, a side's second column has its totals. A meaning that is there twice asks.
        """
        columns, taken = [], set[str]()
        for column in self.columns:
            key = column.key
            if kind_of(key) == "side":
                place = place_of(key)
                first = f"{BARE.get(self.reading, 'points')}-{place}"
                key = f"total-{place}" if self.reading == "both" and first in taken else first
            if key in taken and key not in (NOT_USED, ASKS, "note"):
                key = ASKS
            taken.add(key)
            columns.append(column._replace(key=key))
        return replace(self, columns=tuple(columns))

    def headings(self, who: Who) -> list[str]:
        """Return what each column is called: by the sheet, else by its meaning, else by its number."""
        known = all_meanings(who.rules) - {NOT_USED}
        return [
            column.said.strip(" :") or (heading_for(column.key, who) if column.key in known else f"Column {at}")
            for at, column in enumerate(self.columns, 1)
        ]

    @property
    def in_use(self) -> list[Line]:
        """The lines that say something of the score: not those above the sheet, nor what somebody said to leave out."""
        return [line for line in self.lines if line.kind not in (TITLE, "date", "note", NOT_USED)]


def _head_in(column: Column) -> str:
    """Return the head in a column's heading, "" if that is a word for what the column has."""
    words = plain(column.said).split()
    return "" if not words or {*words} & {"points", "total", "score", "of"} else column.said.strip(" :")


def typed_columns(rules: RuleSet, reading: Reading) -> tuple[Column, ...]:
    """Return the columns of a sheet that is typed: number, bidder, bid, each competitor's, and what is rare."""
    who = Who(rules)
    sides = [f"side-{place}" for place in range(len(who.sides))]
    totals = [f"total-{place}" for place in range(len(who.sides))] if reading == "both" else []
    rare = [key for key in RARE if key in all_meanings(rules)]
    return tuple(map(Column, ("number", "bidder", "bid", *sides, *totals, *rare)))
