"""A paper sheet as its page shows it: the grid with the choices that its columns and lines have, and its verdicts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.rules.words import format_total
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.sheet.check import CheckedSheet
from scorekeeper.usecases.sheet.columns import NOT_USED, heading_for, meanings
from scorekeeper.usecases.sheet.grid import KINDS, TITLE, Grid, Line
from scorekeeper.usecases.sheet.questions import Question
from scorekeeper.usecases.sheet.result import SheetResult
from scorekeeper.usecases.sheet.shown import Mark, ShownLine, shown_lines
from scorekeeper.usecases.sheet.who import Who
from scorekeeper.web.forms.check import FIRST_ROWS, REMOVED

RARE = ("partner", "renege", "gave_up", "trump", "note")
"""The columns of a typed sheet that a row has behind "More"."""
DRAWN_ROWS, DRAWN_COLUMNS, LONGEST_DRAWN = 10, 8, 120


class PageColumn(NamedTuple):
    """A column: its place, its meaning, its heading on paper, what it is called, whether it is rare, and asks."""

    at: int
    key: str
    said: str
    heading: str
    is_rare: bool
    asks: bool


@dataclass(frozen=True, kw_only=True)
class PageRow:
    """A row: its place from 0, its name for those who listen and in short, what it is, its cells, and its verdict.

    `chosen` says that somebody said what it is; `marks` are its wrong cells by column.
    """

    at: int
    name: str
    short: str
    kind: str
    cells: Sequence[str]
    verdict: str = ""
    said: str = ""
    marks: Mapping[int, Mark] = field(default_factory=dict)
    asks: bool = False
    chosen: bool = False
    is_open: bool = False
    is_removed: bool = False
    can_return: bool = False


@dataclass(frozen=True, kw_only=True)
class PageGrid:
    """The whole grid; `strangers` are words whose side is asked, `said` those that were answered, with the place."""

    columns: Sequence[PageColumn]
    rows: Sequence[PageRow]
    strangers: Sequence[Question]
    said: Sequence[tuple[str, int]]
    labels: Sequence[str]
    bidders: Sequence[str]
    meanings: Mapping[str, str]
    kinds: Mapping[str, str]
    pasted: bool
    is_text: bool
    url: str


def page_grid(
    grid: Grid, choice: RuleChoice, checked: CheckedSheet | None, *, pasted: bool, is_text: bool, url: str, returns: int
) -> PageGrid:
    """Return the grid for its page: `pasted` if its columns are chosen, `is_text` if only the text can be changed.

    `returns` is the place of a row that can be put back, -1 for none.
    """
    who = grid.who(choice.rules)
    asked = {(each.about, each.at) for each in (checked.questions if checked else ())}
    known = meanings(choice.rules, who.labels, grid.reading)
    known = known | meanings(choice.rules, who.labels, "totals")
    columns = [
        PageColumn(
            at,
            column.key,
            column.said,
            heading,
            not pasted and column.key in RARE,
            ("column", at) in asked or column.key not in known,
        )
        for at, (column, heading) in enumerate(zip(grid.columns, headings(grid, who), strict=True))
    ]
    empty = [] if pasted else [Line(n, "hand", ()) for n in range(len(grid.lines) + 1, FIRST_ROWS + 1)]
    lines = [line for line in (*grid.lines, *empty) if not (is_text and line.kind == TITLE)]
    names = row_names(lines)
    told = shown_lines(checked.result) if checked and checked.result else {}
    width = len(columns)
    rows = []
    for line in lines:
        shown = told.get(line.number, ShownLine("", "", "", {}))
        rare = any(line.cells[column.at] for column in columns if column.is_rare and column.at < len(line.cells))
        rows.append(
            PageRow(
                at=line.number - 1,
                name=names[line.number],
                short=names[line.number].removeprefix("Row ") if line.kind == "hand" else "",
                kind=line.kind.removeprefix(REMOVED),
                cells=(*line.cells, *[""] * width)[:width],
                verdict=shown.verdict,
                said=shown.said,
                marks=shown.marks,
                asks=("line", line.number) in asked,
                chosen=line.kind != "hand",
                is_open=rare or line.kind != "hand",
                is_removed=line.kind.startswith(REMOVED),
                can_return=line.number - 1 == returns,
            )
        )
    strangers = [each for each in (checked.questions if checked else ()) if each.about == "who"]
    return PageGrid(
        columns=columns,
        rows=rows,
        strangers=strangers,
        said=[*grid.said.items()],
        labels=who.labels,
        bidders=[*dict.fromkeys((*who.labels, *(who.names if who.is_named else ())))],
        meanings=meanings(choice.rules, who.labels, grid.reading),
        kinds=KINDS,
        pasted=pasted,
        is_text=is_text,
        url=url,
    )


def headings(grid: Grid, who: Who) -> list[str]:
    """Return what each column is called: by the sheet, else by its meaning."""
    known = {key for reading in ("points", "totals") for key in meanings(who.rules, who.labels, reading)} - {NOT_USED}
    return [
        column.said or (heading_for(column.key, who) if column.key in known else f"Column {at}")
        for at, column in enumerate(grid.columns, 1)
    ]


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
    """Return what the picture of a sheet shows: its first problem, and as many rows as it has room for."""
    told, called = shown_lines(result), headings(result.grid, result.who)
    lines = [line for line in result.grid.in_use if line.number in told]
    by_need = sorted(lines, key=lambda line: told[line.number].verdict == "right")[:DRAWN_ROWS]
    used = {at for line in lines for at, text in enumerate(line.cells) if text}
    keys = [column.key for column in result.grid.columns]
    heads = [at for at in sorted(used) if keys[at] not in (NOT_USED, "number")][:DRAWN_COLUMNS]
    rows = []
    for line in sorted(by_need, key=lambda line: line.number):
        shown = told[line.number]
        rows.append((shown.name[:12], shown.verdict, [[_short(line, shown, at)] for at in heads]))
    return {
        "verdict": result.verdict,
        "headline": result.headline,
        "problem": next(result.problems(), "")[:LONGEST_DRAWN],
        "heads": [called[at][:20] for at in heads],
        "rows": rows,
        "totals": result.totals and [(label[:40], format_total(total)) for label, total in result.totals],
        "title": result.choice.title,
    }


def _short(line: Line, shown: ShownLine, at: int) -> tuple[str, str, str]:
    mark = shown.marks.get(at)
    text = line.cells[at] if at < len(line.cells) else ""
    return text[:12], mark.state if mark else "", mark.right[:12] if mark else ""
