"""Splits the lines of a paper sheet into columns, and reads their headings."""

import csv
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, dropwhile
from typing import NamedTuple

from .sheet_cells import LONGEST_TEXT, STRUCK, Words, is_number, plain_cell, split_names
from .sheet_day import DATE, SHORT_DATE
from .sheet_headings import HAND_NUMBER, IGNORED_HEADINGS, KIND, OF_BIDDER, ROLE_OF, TOTAL_ROW, normalize
from .sheet_rows import InColumn

Cells = list[str]
Table = list[tuple[int, Cells]]
"""The cells of lines, with the number of each."""
Span = tuple[int, int]
"""Where a cell begins and ends in its line."""
MOST_COLUMNS = 40
MAY_REPEAT = ("penalty", "adjustment")
"""The kinds of columns that a side may have several times."""
OUTCOMES = ("made", "set")
RULE = re.compile(r"(?=.*[-=_:]{2})[\s|:=_-]+")
"""A line between rows, as in Markdown."""
COLUMN = re.compile(r"\S+(?: \S+)*")
HAND_OR_DAY = re.compile(
    rf"\s*((?:hand|round) #?\d{{1,3}}|{DATE.pattern}|{SHORT_DATE.pattern})[.:]?\s+(?=[^\W\d])", re.IGNORECASE
)
"""What may stand before a hand: "Hand 1", "Nov 3"."""
LETTERED = ("team a", "team b", "side a", "side b")
NAMED_TWICE = re.compile(r"([^(:]+)[(:]([^():]+)\)?")
"""A side and its players in one heading: "Us (Ann & Cal)", "Team 1: Ann/Cal"."""


@dataclass(frozen=True, slots=True)
class Heading(InColumn):
    """A heading as written, and the key of its column, "" if the column is ignored; `unknown` if it is not a known one.

    A side's bare name is `side-0`: its points or its totals.
    """

    text: str
    key: str
    unknown: bool = False


class Line(NamedTuple):
    """A line that is not blank, by its number in the sheet."""

    number: int
    text: str


def split_lines(text: str, first: int) -> list[Line]:
    """Return the lines that are not blank, nor ruled, numbered from `first`."""
    lines = [Line(number, line) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), first)]
    return [line for line in lines if re.search(r"[^\s,;|]", line.text) and not RULE.fullmatch(line.text)]


def separators_in(lines: Sequence[Line]) -> Iterator[str]:
    """Yield what may separate the cells of these lines, the usual first; "  " are columns of blanks, and with
    " set" and "set " the words made and set belong to the number before and after them."""
    signs = ((sign, re.escape(sign)) for sign in "\t,;|")
    blanks = (("  ", r"\S {2,}\S"), (" ", r"\S \S"))
    words = ((" set", r"(?i)\d (set|made)\b"), ("set ", r"(?i)\b(set|made) -?\d"))
    for separator, found in (*signs, *blanks, *words):
        if any(re.search(found, line.text) for line in lines):
            yield separator


def split_cells(line: str, separator: str) -> Cells:
    """Return the cells of a line, without the apostrophe that keeps a formula from running."""
    if separator == "  ":
        cells = re.split(r"\s{2,}|\t", line.strip())
    elif " " in separator:
        cells = _split_words(line, separator)
    else:
        try:
            (cells,) = csv.reader([line.strip(" ") if separator == "|" else line], delimiter=separator, strict=True)
        except (csv.Error, ValueError):
            cells = line.split(separator)
        if separator == "|":
            cells = cells[line.strip().startswith("|") : len(cells) - line.strip().endswith("|")]
    return [*map(plain_cell, cells[:MOST_COLUMNS])]


class Columns(NamedTuple):
    """The columns of a sheet: those under a heading (`spans`), how many are left of them, and those right of them."""

    before: int
    spans: Sequence[Span]
    after: Sequence[Span]

    def cells(self, line: str) -> Cells:
        """Return the cells of a line, each in the column that it is nearest to."""
        row = _in_columns(_placed(line), [*self.spans, *self.after])
        width = len(self.spans)
        return [*row[:width], *filter(None, row[width:])]


def columns_by_place(heading: str, rows: Sequence[str]) -> Columns | None:
    """Return the columns of these rows; None if it is not clear which heading each cell belongs to."""
    heads = [span for span, _ in _placed(heading)]
    of_rows = [[span for span, _ in _placed(row)] for row in rows]
    columns: list[Span] = []
    for start, end in sorted(chain(*of_rows)):
        if columns and start < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(end, columns[-1][1]))
        else:
            columns.append((start, end))
    starts = [start for start, _ in columns]
    found = [[bisect(starts, start) for start, _ in row] for row in of_rows]
    if len(heads) < 2 or len(columns) > MOST_COLUMNS or any(len({*row}) < len(row) for row in found):
        return None
    under = [_nearest(column, heads) for column in columns]
    before, after = max(0, under.count(0) - 1), max(0, under.count(len(heads) - 1) - 1)
    inside = slice(before, len(columns) - after)
    headed = dict(zip(under[inside], columns[inside], strict=True))
    if len(headed) < len(under[inside]):
        return None
    spans = [headed.get(at, head) for at, head in enumerate(heads)]
    return Columns(before, [*columns[:before], *spans], columns[inside.stop :])


def under_headings(line: str, heading: str) -> Cells:
    """Return the cells of a line in columns of blanks from left to right, or if there are too few, each under the
    heading that it is nearest to."""
    heads, cells = [span for span, _ in _placed(heading)], _placed(line)
    return [cell for _, cell in cells] if len(cells) >= len(heads) else _in_columns(cells, heads)


def _placed(line: str) -> list[tuple[Span, str]]:
    """Return the cells of a line in columns of blanks, each with its place."""
    return [(found.span(), plain_cell(found[0])) for found in COLUMN.finditer(line)][:MOST_COLUMNS]


def _in_columns(cells: Sequence[tuple[Span, str]], columns: Sequence[Span]) -> Cells:
    """Return a row with each of these cells in the column that it is nearest to."""
    row = [""] * len(columns)
    for span, cell in cells:
        at = _nearest(span, columns)
        row[at] = f"{row[at]} {cell}".strip()
    return row


def _nearest(cell: Span, columns: Sequence[Span]) -> int:
    start, end = cell
    apart = [(max(start - right, left - end, 0), abs(start + end - left - right)) for left, right in columns]
    return apart.index(min(apart))


def _split_words(line: str, separator: str) -> Cells:
    """Split at each space, but not inside "Hand 1" or a date before the rest, the names of a side, or between "made" or
    "set" and its points if so."""
    line = STRUCK.sub("", line)
    first = HAND_OR_DAY.match(line)
    cells = [first[1]] if first else []
    for word in re.sub(r":(?=\s)", "", line[first.end() :] if first else line).split():
        joined = bool(cells) and (
            (cells[-1] in ("-", "−", "–") and word.isdigit() and len(cells) > 1)
            or (separator == " set" and word.casefold() in OUTCOMES and is_number(cells[-1]))
            or (separator == "set " and cells[-1].casefold() in OUTCOMES and is_number(word))
            or f"{cells[-1]} {word}".casefold() in LETTERED
            or word in ("&", "and", "+", "/")
            or cells[-1].endswith(("&", " and", "+", "/"))
        )
        if joined:
            cells[-1] = f"{cells[-1]} {word}"
        else:
            cells.append(word)
    return cells


def is_total(cells: Sequence[str], words: Words) -> bool:
    """Whether a line is one of totals by its first word, or by "total" after its numbers."""
    filled = [*filter(None, cells)]
    after = " ".join(dropwhile(is_number, filled))
    labels = [*filled[:1], *([after] if "total" in after.casefold() else [])]
    return any(TOTAL_ROW.fullmatch(normalize(label).rstrip(" =-")) for label in labels if not words.is_name(label))


def read_headings(cells: Sequence[str], words: Words) -> list[Heading] | None:
    """Return the headings in these cells, None if they are not headings."""
    found = [read_heading(cell, words) for cell in cells]
    known = [one for one in found if one.text and not one.unknown]
    filled = [one for one in found if one.text]
    if any(is_number(one.text) and one.unknown for one in filled) or not known:
        return None
    data = [one for one in known if one.key and one.key != "number"]
    return found if data and (len(known) > 1 or len(filled) == 1) and 2 * len(known) >= len(filled) else None


def read_heading(cell: str, words: Words) -> Heading:
    """Return a heading with the key of its column."""
    text = cell.strip()
    if text in words.own_headings:
        return Heading(text, words.own_headings[text])
    word = normalize(re.sub(r"[()\[\]?!*_]", " ", text)) if text != "#" else "#"
    if not word or len(word) > LONGEST_TEXT:
        return Heading(text, "", unknown=bool(word))
    if word in HAND_NUMBER:
        return Heading(text, "number")
    place = words.side(word)
    if place is None and (twice := _named_twice(text, words)):
        place = words.side(twice[0])
    if place is not None:
        return Heading(text, f"side-{place}")
    key = words.usual_headings.get(word) or _key_of_side(word, words)
    return Heading(text, key, unknown=not key and word not in IGNORED_HEADINGS)


def _named_twice(text: str, words: Words) -> tuple[str, str] | None:
    """Return a side's word and the names of its players in a heading that has both."""
    both = NAMED_TWICE.fullmatch(text)
    for side, names in (both.groups(), both.groups()[::-1]) if both else ():
        place = words.side(side)
        if place is not None and len(split_names(names)) == len(words.sides[place]) > 1:
            return side, names
    return None


def _key_of_side(word: str, words: Words) -> str:
    """Return the key of a column of one side, such as "total-0", "" if it is none."""
    for kind, who in kinds_of(word):
        if not who:
            return f"took-{0 if words.by_role else OF_BIDDER}" if kind in ("took", "captured") else ""
        if kind in ("took", "captured") and words.by_role:
            return f"{kind}-{ROLE_OF[who]}" if who in ROLE_OF else ""
        place = words.side(who)
        if place is not None:
            return f"{kind}-{place}"
    return ""


def kinds_of(word: str) -> Iterator[tuple[str, str]]:
    """Yield the possible kinds of a heading with whose it is: "total", "ann & cal"."""
    for kind, names in KIND.items():
        before = re.fullmatch(rf"(?:{names})(?: (?:of|by|for))?[ :-]*(.*)", word)
        if before:
            yield kind, before[1].strip()
        if after := re.search(rf"[ :-](?:{names})\Z", word):
            yield kind, re.sub(r"['’]s?\Z", "", word[: after.start()].rstrip(" :-")).strip()


def whose_penalties(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Return the headings with whose each penalty is where several only say "Penalty": the side's beside it."""
    found = [*headings]
    for kind in MAY_REPEAT:
        bare = [at for at, head in enumerate(headings) if (kind, "") in kinds_of(normalize(head.text))]
        for beside in (-1, 1):
            sides = [headings[at + beside] for at in bare if 0 <= at + beside < len(headings)]
            places = [side.place for side in sides if side.kind in ("side", "points", "total")]
            if 1 < len(bare) == len({*places}) == len(places):
                for at, place in zip(bare, places, strict=True):
                    found[at] = Heading(headings[at].text, f"{kind}-{place}")
                break
    return tuple(found)


def each_penalty(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Return the headings with a key for each of a side's columns of penalties: those of its players add up (R12)."""
    keys = [head.key for head in headings]
    several = [
        keys[:at].count(head.key) if head.kind in MAY_REPEAT and "-" in head.key else 0
        for at, head in enumerate(headings)
    ]
    return tuple(
        replace(head, key=f"{head.key}-{count}") if count else head
        for head, count in zip(headings, several, strict=True)
    )


def named_in(headings: Sequence[str], words: Words) -> tuple[list[str], dict[str, int]]:
    """Return the players' names in headings, [] if there are none, and other names of the sides.

    With fixed sides a heading has both names of a side ("Ann & Cal"), else each has one name.
    """
    plain = Words(words.rules, [f"Player {number}" for number in range(1, words.rules.players + 1)], unnamed=True)
    twice = [_named_twice(heading, plain) for heading in headings]
    read = [read_heading(both[1] if both else one, plain) for one, both in zip(headings, twice, strict=True)]
    if any(heading.kind == "side" for heading in read):
        return [], {}
    whose = dict(found for heading in read if not heading.key for found in _whose(heading.text, plain))
    in_pairs = len(plain.sides[0]) > 1
    seated = [names for found in whose.values() if len(names := split_names(found)) == len(plain.sides[0])]
    if in_pairs and len(seated) == len(plain.sides):
        names = [*chain(*zip(*seated, strict=True))]  # partners sit at every other seat
        return (names, {}) if len({*map(normalize, names)}) == len(names) else ([], {})
    if len(whose) != len(plain.sides):
        return [], {}
    return ([], {who: place for place, who in enumerate(whose)}) if in_pairs else ([*whose.values()], {})


def _whose(text: str, plain: Words) -> list[tuple[str, str]]:
    """Return the name in a heading that names someone, normalized and as written."""
    word = normalize(text)
    for _, who in [*kinds_of(word), ("", word)]:
        if who and who not in IGNORED_HEADINGS and plain.side(who) is None:
            at = text.casefold().find(who)
            return [(who, text[at : at + len(who)] if at >= 0 else text)]
    return []
