"""The result of a checked sheet: its headline, what is wrong, what was left out, and the totals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.words import Names, join_words, side_name
from scorekeeper.usecases.house_rules import RuleChoice

from .cells import Cell, cut, is_number, number_in
from .columns import KEY_OF, NOT_USED
from .grid import Grid, Reading
from .judge import Judge
from .rows import Rows, Sums
from .sentences import describe, row_text
from .verdict import Mistake, RowVerdict
from .who import Who, plain

MOST_LISTED = 20
BLIND = {"bid": "a set booked as made", "bidders": "columns exchanged"}
"""What nobody can see on a sheet that says no bid, or no bidder."""


class LeftOut(NamedTuple):
    """A column or a line that somebody said to leave out: in words, whether it could have been points or who bid, the
    line's number or 0, and its heading or text."""

    what: str
    matters: bool
    line: int
    text: str


@dataclass(frozen=True)
class SheetResult:
    """A checked sheet: its grid with everything known, what it says, and its judge."""

    choice: RuleChoice
    grid: Grid
    read: Rows
    judge: Judge
    who: Who

    @property
    def rows(self) -> Sequence[RowVerdict]:
        return self.judge.rows

    @property
    def reading(self) -> Reading:
        """What the sides' numbers on paper are."""
        kinds = {cell.kind for row in self.read.rows for cell in row.cells if cell.text} & {"points", "total"}
        took = not kinds and self.grid.reading == "took"
        return "both" if len(kinds) > 1 else "totals" if kinds == {"total"} else "took" if took else "points"

    # Totals and the winner

    @cached_property
    def totals(self) -> tuple[tuple[str, int], ...] | None:
        """The totals by label, None if they are not certain."""
        is_open = any(cell.error or cell.unread for cell in self.read.start_cells)
        totals = None if is_open else self.judge.totals
        return None if totals is None else tuple(zip(self.who.labels, totals, strict=True))

    @cached_property
    def winners(self) -> tuple[str, ...] | None:
        """The winners' labels, () before the end, None if they are not certain."""
        standing = self.judge.standing
        if standing is None or self.totals is None:
            return None
        won = standing.end.winners if standing.end else ()
        return tuple(label for side, label in zip(self.judge.sides, self.who.labels, strict=True) if side in won)

    @property
    def reason(self) -> Reason | None:
        """Why the game is over, or is not."""
        standing = self.judge.standing if self.totals is not None else None
        return explain_end(standing, _Labels(self.who)) if standing else None

    @property
    def sides(self) -> tuple[str, ...]:
        """The owners of totals: by the players' names if there are any, else as the sheet calls them."""
        sides = tuple(side_name([self.who.names[player] for player in side]) for side in self.who.sides)
        return sides if self.who.is_named else self.who.labels

    @cached_property
    def total_row(self) -> tuple[Mistake, ...]:
        """The wrong cells of total rows, and of the line that the sheet begins with."""
        return tuple(mistake for mistake, _ in self._wrong_totals())

    @property
    def wrong_sums(self) -> int:
        """How many total rows are wrong."""
        return sum(any(self.wrong_in(sums)) for sums in self.read.sums)

    def _wrong_totals(self) -> Iterator[tuple[Mistake, str]]:
        """Yield each wrong total with a sentence."""
        for cell in self.read.start_cells:
            if cell.error:
                yield Mistake.of(cell), f"Totals from before: {cell.error}"
        for sums in self.read.sums:
            yield from self.wrong_in(sums)

    def wrong_in(self, sums: Sums) -> Iterator[tuple[Mistake, str]]:
        """Yield each wrong cell of a total row with a sentence."""
        totals = self._totals_after(sums.above)
        for cell in sums.cells:
            right = totals[cell.place] if totals and cell.fact else None
            if cell.error:
                yield Mistake.of(cell), f"The total row: {cell.error}"
            elif right is not None and cell.says != right:
                mistake = Mistake.of(cell, right)
                yield mistake, f"The total of {cell.heading} is {describe(mistake).removeprefix(cell.heading).strip()}."

    def _totals_after(self, rows: int) -> Sequence[int | None] | None:
        return self.rows[rows - 1].totals if rows else self.judge.start

    @property
    def uncompared(self) -> bool:
        """Whether a total row could not be compared, because the totals above it are not certain."""
        return bool(self.unread_totals) or any(
            cell.fact and (totals is None or totals[cell.place] is None)
            for sums in self.read.sums
            for totals in [self._totals_after(sums.above)]
            for cell in sums.cells
        )

    @property
    def otherwise(self) -> tuple[tuple[str, int], ...] | None:
        """The totals by label if none of what the rows need happened, None if there is nothing, or nothing certain."""
        if not (self.only_if and self.totals and all(row.otherwise for row in self.only_if)):
            return None
        totals = [total for _, total in self.totals]
        for row in self.only_if:
            for place, (points, supposed) in enumerate(zip(row.otherwise, row.ways[0], strict=True)):
                totals[place] += (points or 0) - (supposed or 0)
        return tuple(zip(self.who.labels, totals, strict=True))

    # The verdict

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, missing or repeated."""
        wrong = any(row.verdict == "wrong" for row in self.rows)
        return not (wrong or self.judge.missing or self.judge.repeated or self.total_row)

    @property
    def unread(self) -> tuple[int, ...]:
        """The rows that could not be judged."""
        return tuple(row.place or 0 for row in self.rows if row.verdict == "unread")

    @property
    def is_unjudged(self) -> bool:
        """Whether no row could be judged, for no fault of a cell."""
        return bool(self.rows) and all(row.verdict == "unread" and not row.row.unread for row in self.rows)

    @property
    def unread_totals(self) -> tuple[Cell, ...]:
        """The cells of total rows, and of the line that the sheet begins with, that cannot be read."""
        start = tuple(cell for cell in self.read.start_cells if cell.unread)
        return sum((sums.unread for sums in self.read.sums), start)

    @cached_property
    def unread_cells(self) -> tuple[Cell, ...]:
        """All cells that cannot be read."""
        return sum((row.row.unread for row in self.rows), self.unread_totals)

    @property
    def only_if(self) -> tuple[RowVerdict, ...]:
        """The rows that are right only if something happened."""
        return tuple(row for row in self.rows if row.verdict == "only-if")

    @property
    def verdict(self) -> str:
        """The verdict on the whole sheet: `right`, `only-if`, `wrong` or `unread`."""
        if self.is_unjudged:
            return "unread"
        if not self.right:
            return "wrong"
        if self.unread_cells:
            return "unread"
        unsure = self.unread or self.only_if or self.totals is None or self.uncompared
        return "only-if" if unsure or any(each.matters for each in self.left_out) else "right"

    @property
    def headline(self) -> str:
        """The verdict in a few words."""
        if self.is_unjudged:
            return "This sheet couldn’t be checked"
        if self.verdict == "wrong":
            return "Found a problem"
        if self.unread_cells:
            count = len(self.unread_cells)
            return f"{count} cell{'s' if count > 1 else ''} can’t be read"
        if len(self.only_if) == 1:
            return f"1 row is right only if {self.only_if[0].condition}"
        if self.only_if:
            return f"{len(self.only_if)} rows are right only if something happened that the sheet doesn’t show"
        if self.unread:
            return f"No mistakes found in {len(self.rows) - len(self.unread)} of {len(self.rows)} rows"
        if matters := [each.what for each in self.left_out if each.matters]:
            return f"No mistakes found, but {join_words(matters[:MOST_LISTED])} was not looked at"
        if self.uncompared:
            return "No mistakes found, but the total row can’t be compared"
        return "No mistakes found" if self.totals else "No mistakes found, but too little is written to be sure"

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What somebody said to leave out, and notes with a number in a cell of its own."""
        return (*self._columns_left_out(), *self._lines_left_out())

    def _columns_left_out(self) -> Iterator[LeftOut]:
        for at, (column, called) in enumerate(zip(self.grid.columns, self.grid.headings(self.who), strict=True)):
            cells = [line.cells[at] for line in self.grid.in_use if at < len(line.cells) and line.cells[at]]
            numbers, named = any(map(is_number, cells)), sum(self.who.side(cell) is not None for cell in cells)
            is_note = column.key == "note" and KEY_OF.get(plain(column.said)) != "note"
            if cells and (column.key == NOT_USED or (is_note and numbers)):
                what = "who bid" if 2 * named > len(cells) else f"“{cut(called)}”"
                yield LeftOut(what, numbers or named > 0, 0, called)

    def _lines_left_out(self) -> Iterator[LeftOut]:
        for line in self.grid.lines:
            numbers = any(map(_has_number, line.cells))
            if line.kind == NOT_USED or (line.kind == "note" and numbers):
                yield LeftOut(f"line {line.number}", numbers, line.number, line.text)

    def problems(self) -> Iterator[str]:
        """Yield the problems, in sentences: missing hands first, then row by row, then the totals."""
        for number, points in self.judge.missing.items():
            brought = self.judge.say.figures(points or ())
            yield f"Hand {number} is missing{brought and f': it brought {brought}'}."
        for number in self.judge.repeated:
            yield f"Hand {number} is there twice."
        for row in self.rows:
            if row.verdict == "wrong":
                yield f"{row.name}: {row_text(row)}"
        for _, sentence in self._wrong_totals():
            yield sentence

    def remarks(self) -> Iterator[str]:
        """Yield other remarks on the sheet, in sentences."""
        if any(row.after_end for row in self.rows):
            ended = next(row for row in self.rows if row.place == self.judge.over_after)
            yield f"By these rules the game was over after {in_sentence(ended.name)}."
        for why, vague in (("too many hands are possible", False), ("the totals above aren’t certain", True)):
            rows = [
                row.place or 0
                for row in self.rows
                if row.verdict == "unread" and row.vague == vague and not row.row.unread
            ]
            if rows:
                yield f"Not checked, since {why}: {spans(rows)}."
        for cell in self.unread_totals:
            yield f"{cell.heading} in the totals: {cell.unread}"
        said = {cell.about for row in self.rows for cell in row.row.cells}
        if blind := [words for about, words in BLIND.items() if about not in said]:
            yield f"What can’t be seen here: {join_words(blind)}."
        told = [f"line {each.line} “{cut(each.text)}”" if each.line else each.what for each in self.left_out]
        if told:
            more = f"; and {len(told) - MOST_LISTED} more" if len(told) > MOST_LISTED else ""
            yield f"Not looked at: {'; '.join(told[:MOST_LISTED])}{more}."

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `rook-scorekeeper check --json` prints it."""
        return {
            "kind": "sheet",
            "verdict": self.verdict,
            "reading": self.reading,
            "rows": [
                {
                    "row": row.place,
                    "hand": row.row.number,
                    "verdict": row.verdict,
                    "mistakes": [*map(_as_json, (*map(Mistake.of, row.errors), *row.mistakes))],
                    "unread": _unread_as_json(row.row.unread),
                    "or": list(map(_as_json, row.others)),
                    "only_if": list(row.only_if),
                    "carried": row.carried,
                }
                for row in self.rows
                if row.place or row.verdict != "right"
            ],
            "missing": list(self.judge.missing),
            "repeated": list(self.judge.repeated),
            "total_row": list(map(_as_json, self.total_row)),
            "unread": _unread_as_json(self.unread_totals),
            "winner": None,
            "totals": None if self.totals is None else dict(self.totals),
            "winners": None if self.winners is None else list(self.winners),
            "left_out": [
                {"line": each.line, "text": each.text} if each.line else {"column": each.text} for each in self.left_out
            ],
        }


class _Labels(Names):
    """Names each side as the sheet does."""

    def __init__(self, who: Who) -> None:
        super().__init__(who.names)
        self.labels = dict(zip(who.sides, who.labels, strict=True))

    def side(self, side: Sequence[int]) -> str:
        return self.labels.get(tuple(side)) or super().side(side)


def in_sentence(name: str) -> str:
    """Return the name of a row inside a sentence: "hand 3"."""
    return name[0].lower() + name[1:]


def spans(rows: Sequence[int]) -> str:
    """Return ascending row numbers as people list them: "rows 1 to 3, 7"."""
    runs = [[row for _, row in run] for _, run in groupby(enumerate(rows), lambda each: each[1] - each[0])]
    listed = ", ".join(" to ".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in runs)
    return f"row{'s' if len(rows) > 1 else ''} {listed}"


def _has_number(cell: str) -> bool:
    return any(number_in(token) is not None for token in cell.split() if any(map(str.isdigit, token)))


def _as_json(mistake: Mistake) -> dict[str, Any]:
    return {"cell": mistake.cell, "says": mistake.says, "right": mistake.right}


def _unread_as_json(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    return [{"cell": cell.heading, "says": cell.says} for cell in cells]
