"""A paper sheet as its page and its picture show it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from scorekeeper.rules.words import format_total
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.sheet.check import CheckedSheet
from scorekeeper.usecases.sheet.columns import NOT_USED, RARE, all_meanings, meanings, place_of
from scorekeeper.usecases.sheet.grid import KINDS, TITLE, Grid, Line
from scorekeeper.usecases.sheet.result import SheetResult
from scorekeeper.usecases.sheet.shown import ShownLine, shown_lines
from scorekeeper.web.forms.check import FIRST_ROWS, MOST_TYPED_ROWS, REMOVED, is_written

DRAWN_ROWS, DRAWN_COLUMNS, LONGEST_DRAWN = 30, 8, 120
MOST_DRAWN = 4_400  # bytes of what a picture shows; its address is a third longer, and at most 6 KB
NOTHING = ShownLine("", "", "", {})
ROOM = 66
"""How many characters the verdict of a row has room for on the smallest phone: two lines."""
BEHIND_MORE = ("number", *RARE)


class PageColumn(NamedTuple):
    """A column: its place, its meaning, its heading on paper, what it is called, and whether its meaning is chosen, or
    asked, or each row has it only behind "More"."""

    at: int
    key: str
    said: str
    heading: str
    chosen: bool
    asks: bool
    is_rare: bool

    @property
    def side(self) -> int:
        """The number of the competitor from 1, 0 for a column of the whole hand."""
        return place_of(self.key) + 1


class PageRow(NamedTuple):
    """A row: its place from 0, its name, its number, its line with a cell for each column, what is said of it,
    whether it asks what it is, and whether there is something behind its "More"."""

    at: int
    name: str
    number: str
    line: Line
    shown: ShownLine
    asks: bool
    has_more: bool

    @property
    def brief(self) -> str:
        """What is said of the row, in as many words as have room in it."""
        plain = "Right." if self.shown.verdict == "right" else ""
        said = self.shown.said.replace("Right only if", "Only if") or plain
        return said if len(said) <= ROOM else f"{said[:ROOM].rpartition(' ')[0].rstrip('.,;(')}…"


class PageGrid(NamedTuple):
    """The whole grid; `whose` are words whose side is asked, None, or was said, by place; `bidders` are words for one.
    `pasted` says that columns are chosen, `is_text` that only the text can be changed."""

    columns: Sequence[PageColumn]
    rows: Sequence[PageRow]
    whose: Sequence[tuple[str, int | None]]
    bidders: Sequence[str]
    labels: Sequence[str]
    meanings: Mapping[str, str]
    pasted: bool
    is_text: bool
    kinds: Mapping[str, str] = KINDS
    removed: str = REMOVED


def page_grid(grid: Grid, choice: RuleChoice, checked: CheckedSheet | None, *, pasted: bool, is_text: bool) -> PageGrid:
    """Return the grid for its page."""
    who, known = grid.who(choice.rules), all_meanings(choice.rules)
    questions = checked.questions if checked else ()
    asked = {(each.about, each.at) for each in questions}
    columns = []
    for at, (column, heading) in enumerate(zip(grid.columns, grid.headings(who), strict=True)):
        asks = ("column", at) in asked or column.key not in known
        columns.append(PageColumn(at, *column, heading, pasted or asks, asks, not pasted and column.key in BEHIND_MORE))
    lines = [line for line in (*grid.lines, *_empty(grid, pasted=pasted)) if line.kind != TITLE]
    numbers = next((column.at for column in columns if column.key == "number"), len(columns))
    names, told = row_names(lines), shown_lines(checked.result) if checked and checked.result else {}
    rows = []
    for line in lines:
        whole = line._replace(cells=(*line.cells, *[""] * len(columns))[: len(columns)])
        name, asks = names[line.number], ("line", line.number) in asked
        own = "" if pasted else (*whole.cells, "")[numbers]
        number = own or (name.removeprefix("Row ") if line.kind == "hand" else "")
        has_more = any(whole.cells[column.at] for column in columns if column.is_rare)
        rows.append(PageRow(line.number - 1, name, number, whole, told.get(line.number, NOTHING), asks, has_more))
    return PageGrid(
        columns,
        rows,
        [*((each.text, None) for each in questions if each.about == "who"), *grid.said.items()],
        [*dict.fromkeys((*who.labels, *(who.names if who.is_named else ())))],
        who.labels,
        meanings(choice.rules, who.labels, grid.reading, {column.key for column in grid.columns}),
        pasted,
        is_text,
    )


def _empty(grid: Grid, *, pasted: bool) -> list[Line]:
    """Return the empty lines below a sheet that is typed: the first ones, and one below the last that is filled."""
    count, is_full = len(grid.lines), bool(grid.lines) and is_written(grid.lines[-1])
    last = 0 if pasted else min(max(FIRST_ROWS, count + is_full), MOST_TYPED_ROWS)
    return [Line(row, "hand", ()) for row in range(count + 1, last + 1)]


def tally(result: SheetResult) -> list[tuple[str, str]]:
    """Return how many rows there are of each verdict, in words with the verdict that they have the mark of."""
    listed = [row for row in result.rows if row.place or row.verdict != "right"]
    rows = Counter("unreadable" if row.row.unread and row.verdict == "unread" else row.verdict for row in listed)
    counts = [
        ("wrong", rows["wrong"] + result.wrong_sums, "wrong"),
        ("wrong", len(result.judge.missing), "missing"),
        ("wrong", len(result.judge.repeated), "twice"),
        ("only-if", rows["only-if"], "only if"),
        ("only-if", rows["unreadable"], "can’t be read"),
        ("unread", rows["unread"], "not checked"),
        ("right", rows["right"], "right"),
    ]
    return [(verdict, f"{count} {words}") for verdict, count, words in counts if count]


def row_names(lines: Sequence[Line]) -> dict[int, str]:
    """Return the name of each row by its number: hands count from 1, other lines belong to the hand above."""
    names, hands, counts = dict[int, str](), 0, Counter[str]()
    for line in lines:
        hands += line.kind == "hand"
        name = f"Row {hands}" if line.kind == "hand" else f"{KINDS.get(line.kind, 'Line')} after row {hands}"
        counts[name] += not line.kind.startswith(REMOVED)
        names[line.number] = name if counts[name] < 2 else f"{name}, {counts[name]}"
    return names


def drawn(result: SheetResult) -> dict[str, Any]:
    """Return what the picture of a sheet shows: its first problem, and the rows that its address has room for."""
    told = shown_lines(result)
    lines = [line for line in result.grid.in_use if line.number in told]
    lines.sort(key=lambda line: told[line.number].verdict == "right")
    for most in range(DRAWN_ROWS, 0, -1):
        shown = _drawn(result, lines, most)
        if len(msgspec.json.encode(shown)) <= MOST_DRAWN:
            break
    return shown


def _drawn(result: SheetResult, lines: Sequence[Line], most: int) -> dict[str, Any]:
    told, called = shown_lines(result), result.grid.headings(result.who)
    used = {at for line in lines for at, text in enumerate(line.cells) if text}
    heads = [at for at in sorted(used) if result.grid.columns[at].key not in (NOT_USED, "number")][:DRAWN_COLUMNS]
    rows = []
    for line in sorted(lines[:most], key=lambda line: line.number):
        shown = told[line.number]
        rows.append((shown.name[:12], shown.verdict, [[_short(line, shown, at)] for at in heads]))
    return {
        "verdict": result.verdict,
        "headline": result.headline,
        "problem": next(result.problems(), "")[:LONGEST_DRAWN],
        "heads": [called[at][:20] for at in heads],
        "rows": rows,
        "more": max(0, len(lines) - most),
        "totals": result.totals and [(label[:40], format_total(total)) for label, total in result.totals],
        "title": result.choice.title,
    }


def _short(line: Line, shown: ShownLine, at: int) -> tuple[str, str, str]:
    mark, text = shown.marks.get(at), line.cells[at] if at < len(line.cells) else ""
    return (text[:12], mark.state, mark.right[:12]) if mark else (text[:12], "", "")
