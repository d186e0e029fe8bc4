"""A text as a grid: its cells parted, and the meanings that its own words give to columns and lines.

A number is a cell that is a number alone. What the words do not say is asked.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.errors import ValidationFailed

from .cells import DITTO, SET_MARKS, CellReader, is_figure, is_number, number_in
from .columns import ASKS, UNREAD, kind_of, meaning_of, meanings, own_columns, own_heads
from .grid import KINDS, SITS_DOWN, TITLE, Column, Grid, Line
from .who import Who, plain

LONGEST_SHEET = 200_000
"""Bytes of a file, and of a text."""
MOST_LINES, LONGEST_LINE, MOST_COLUMNS = 500, 1_000, 40
UNSPLIT = "I couldn’t tell the columns apart."
CLUB_HANDS = "game,entry,hand,outcome,"
"""The beginning of a club's table of hands."""
OWN = "Hand,Dealer,Bidder,Bid,"
"""The beginning of a game's own spreadsheet, whose names may have any sign."""
RULED = re.compile(r"(?=.*[-=_*:]{2})[\s|:=_*+-]+")
"""A line that only rules off, as in Markdown."""
EMPHASIS = re.compile(r"(\*\*|__|`|\*)(?P<inside>.*)\1")
DATE = re.compile(r"\d+([./-])\d+(\1\d*)?")
"""A cell that can be a day."""
SIGNS = "\t;|,"
LINE_WORDS = {
    "misdeal": ("misdeal", "misdealt", "redeal", "passed out", "passed-out", "pass", "passed", "all passed",
                "everyone passed", "dead hand"),
    "total": ("total", "totals", "sum", "final", "final score", "grand total", "total so far", "running total"),
    "forward": ("brought forward", "carried forward", "b/f", "c/f", "start"),
    "penalty": ("penalty", "table talk"),
    "adjustment": ("adjustment",),
}  # fmt: skip
KIND_BY_WORD = {word: kind for kind, words in LINE_WORDS.items() for word in words}
Parted = list[tuple[int, list[str]]]
"""The cells of lines, with the number of each."""


def refused(why: str) -> ValidationFailed:
    """Return the error of a text that is no sheet."""
    return ValidationFailed([RuleError("text", why)])


def read_file(data: bytes) -> str:
    """Return the text of a file; raises ValidationFailed (`text`)."""
    if len(data) > LONGEST_SHEET and not data.startswith(CLUB_HANDS.encode()):
        raise refused("A sheet can have up to 200 KB.")
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise refused(f"{UNSPLIT} Is it a text file?")


def is_sheet(data: bytes) -> bool:
    """Whether a file is several lines of text, and not a record."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_text = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" not in data[:1_000]
    return start[:1] not in (b"{", b"[", b"") and is_text


def grid_of_text(
    text: str,
    rules: RuleSet,
    names: Sequence[str] = (),
    columns: Mapping[int, str] | None = None,
    lines: Mapping[int, str] | None = None,
    **said: Any,
) -> Grid:
    """Return the grid of a text; raises ValidationFailed (`text`).

    `columns` are the meanings that a person said, by the column's place from 0, `lines` what lines are, by number, and
    the rest what was said of the whole sheet, as a grid has it.
    """
    parted, sign = _parted(text.removeprefix("\ufeff"))
    grid = _Reader(rules, names, parted, sign).grid(columns or {}, lines or {})
    said["penalties_in"] = grid.penalties_in or said.get("penalties_in", False)
    return replace(grid, names=tuple(names), **said)


def _parted(text: str) -> tuple[Parted, str]:
    """Return the cells of each line that is not blank, and the sign that parts them; raises ValidationFailed."""
    if text.startswith(CLUB_HANDS):
        raise refused("This is a table of many games. Take the spreadsheet of one game, on its page.")
    if len(text.encode()) > LONGEST_SHEET:
        raise refused("A sheet can have up to 200 KB.")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if re.search(r"[^\s,;|]", line)]
    if not lines:
        raise refused("Paste or type at least one row.")
    if len(lines) > MOST_LINES:
        raise refused(f"A sheet can have up to {MOST_LINES} lines; this has {len(lines):,}.")
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise refused(f"A line can have up to {LONGEST_LINE:,} characters; line {number} is longer.")
    lines = [(number, line) for number, line in lines if not RULED.fullmatch(line)]
    sign = "," if lines and lines[0][1].startswith(OWN) else _sign_in([line for _, line in lines])
    parted = [(number, _cells(line, sign)) for number, line in lines]
    used = max((at for _, cells in parted for at, cell in enumerate(cells, 1) if cell), default=0)
    parted = [(number, cells[:used]) for number, cells in parted]
    for number, cells in parted:
        if len(cells) > MOST_COLUMNS:
            raise refused(f"A line can have up to {MOST_COLUMNS} cells; line {number} has {len(cells)}.")
    if all(len(cells) < 2 for _, cells in parted):
        raise refused(UNSPLIT)
    return parted, sign


def _sign_in(lines: Sequence[str]) -> str:
    """Return the first sign that most of the lines with two numbers have, "" for single blanks."""
    numbers = [line for line in lines if sum(map(is_number, re.split(rf"[\s{SIGNS}]+", line))) > 1] or lines
    sign: str
    for sign in [*SIGNS, "  "]:
        pattern = re.compile(r"\S {2,}\S" if sign == "  " else re.escape(sign))
        if 2 * sum(bool(pattern.search(line.strip(" "))) for line in numbers) > len(numbers):
            return sign
    return ""


def _cells(line: str, sign: str) -> list[str]:
    if sign in ("", "  "):
        cells = re.split(r"\s+" if not sign else r" {2,}|\t", line.strip())
    else:
        line = re.sub(rf'(?<![^{sign}])([ ]*)"([ ]*)(?![^{sign}])', r"\1″\2", line)
        try:
            (cells,) = csv.reader([line.strip(" ") if sign == "|" else line], delimiter=sign, strict=True)
        except (csv.Error, ValueError):
            cells = line.split(sign)
        if sign == "|":
            cells = cells[line.strip().startswith("|") : len(cells) - line.strip().endswith("|")]
    return [_plain(cell) for cell in cells]


def _plain(cell: str) -> str:
    """Return a cell without Markdown's marks around it and the apostrophe that keeps a formula from running."""
    text = re.sub(r"^'(?=[=+\-@＝＋－＠])", "", cell.strip())
    bare = EMPHASIS.fullmatch(text)
    return str(bare["inside"]).strip() if bare else text


class _Reader:
    """Reads the meanings that a text's own words give."""

    def __init__(self, rules: RuleSet, names: Sequence[str], parted: Parted, sign: str) -> None:
        self.rules, self.names, self.parted, self.sign = rules, names, parted, sign
        self.who = Who(rules, names)
        self.between_blanks = sign in ("", "  ")
        hands = [len(cells) for _, cells in parted if sum(map(is_figure, cells)) > 1]
        self.width = Counter(hands).most_common(1)[0][0] if hands else max(len(cells) for _, cells in parted)

    def grid(self, columns: Mapping[int, str], lines: Mapping[int, str]) -> Grid:
        if not any(map(str.isdigit, "".join(cell for _, cells in self.parted for cell in cells))):
            has_headings = any(self._are_headings(cells) for _, cells in self.parted)
            raise refused("There are no hands." if has_headings else UNSPLIT)
        at = self._headings_at()
        heads = self.parted[at][1] if at is not None else []
        own = own_heads(heads, self.rules, len(self.who.sides))
        if own:
            self.who = Who(self.rules, self.names, own)
        below = self.parted[at + 1 :] if at is not None else self.parted
        width = max([self.width, len(heads), *(len(cells) for _, cells in below)])
        found = self._under(heads, own, width) if at is not None else [Column(ASKS)] * width
        asked = {place: key for place, key in columns.items() if place < width}
        found = [column._replace(key=asked.get(place, column.key)) for place, column in enumerate(found)]
        if at is None:
            found = self._by_position(found, asked, lines)
        self._learn(found)
        self.columns = found
        top = [self._above(number, cells) for number, cells in self.parted[: at or 0]]
        read = [*top, *self._lines(below)]
        kinds = {number: kind for number, kind in lines.items() if kind in KINDS}
        read = [line._replace(kind=kinds.get(line.number, line.kind)) for line in read]
        return Grid(tuple(found), tuple(read), heads=tuple(own), penalties_in=bool(own))

    # Headings

    def _headings_at(self) -> int | None:
        """Return the place of the line of headings: above the first hand, with known words alone or for each column."""
        above = []
        for at, (_, cells) in enumerate(self.parted):
            if sum(map(is_figure, cells)) > 1:
                break
            if not any(map(is_number, cells)) and len([*filter(None, cells)]) > 1:
                above.append(at)
        known = [at for at in above if self._are_headings(self.parted[at][1])]
        if known or all(sum(map(is_figure, cells)) < 2 for _, cells in self.parted):
            return next(iter(known), None)
        widths = {at: len(self.parted[at][1]) for at in above}
        return next((at for at in above if widths[at] == self.width > 1 or self._is_wider(at)), None)

    def _are_headings(self, cells: Sequence[str]) -> bool:
        """Whether a line has nothing but words for columns, or a game's own headings."""
        words = [*filter(None, cells)]
        known = len(words) > 1 and all(meaning_of(word, self.who) != ASKS for word in words)
        return known or bool(own_heads(words, self.rules, len(self.who.sides)))

    def _is_wider(self, at: int) -> bool:
        """Whether a line has more cells than the hands, whose last ones may be blank."""
        return not self.between_blanks and len([*filter(None, self.parted[at][1])]) > self.width > 1

    def _under(self, heads: list[str], own: Sequence[str], width: int) -> list[Column]:
        """Return the columns under headings; between blanks those fit only if there are as many as cells."""
        exact = {heading: key for key, heading in own_columns(self.rules, own).items()} if own else {}
        fits = not self.between_blanks or len(heads) == self.width
        found = [Column(exact.get(head) or (meaning_of(head, self.who) if head else ASKS), head) for head in heads]
        found += [Column(ASKS)] * (width - len(found))
        return found if fits else [Column(ASKS)] * width

    def _by_position(self, found: list[Column], asked: Mapping[int, str], lines: Mapping[int, str]) -> list[Column]:
        """Return bidder, bid and the sides, or the sides, where every hand has just those cells."""
        count = len(self.who.sides)
        hands = [
            cells for number, cells in self.parted if self._may_be_hand(cells) and lines.get(number) in (None, "hand")
        ]
        hands = [cells for cells in hands if any(map(is_number, cells)) or len(cells) == self.width]
        sides = [f"side-{place}" for place in range(count)]
        keys = sides if self.width == count else ["bidder", "bid", *sides] if self.width == count + 2 else []
        fill = keys and hands and all(len(cells) == self.width and _fills(cells, keys) for cells in hands)
        if fill and len(keys) > count:  # a line of a side's points, one hand after the other, is no hand
            bids = [number_in(cells[1]) in self.rules.bids for cells in hands if cells[1] not in DITTO]
            fill = 2 * sum(bids) > len(bids)
        return [Column(key) for key in keys] + found[len(keys) :] if fill and not asked else found

    def _may_be_hand(self, cells: Sequence[str]) -> bool:
        return self._kind(cells, ()) is None and not _words_alone(cells)

    def _learn(self, columns: Sequence[Column]) -> None:
        """Know the heads of the sheet, which may have been said just now."""
        self.who = Grid(tuple(columns), (), names=tuple(self.names), heads=tuple(self.who.heads)).who(self.rules)

    # Lines

    @staticmethod
    def _above(number: int, cells: list[str]) -> Line:
        """Return a line above the headings: words are the title, a number there asks."""
        has_number = any(is_number(token) for cell in cells for token in cell.split())
        return Line(number, ASKS if has_number else TITLE, tuple(cells), "It is above the headings.")

    def _lines(self, below: Parted) -> Iterator[Line]:
        has_hand, headed = False, any(column.said for column in self.columns)
        for number, cells in below:
            kind, why = self._kind_of_line(cells)
            if kind == ASKS and not has_hand and not headed and _words_alone(cells):
                kind = TITLE
            if kind == "forward" and has_hand:
                kind = "total"
            has_hand = has_hand or kind in ("hand", "misdeal")
            yield Line(number, kind, tuple(cells), why)

    def _kind_of_line(self, cells: list[str]) -> tuple[str, str]:
        """Return what a line is, or that it asks, and why."""
        if SITS_DOWN.fullmatch(" ".join(filter(None, cells))):
            return "note", ""
        kind = self._kind(cells, self.columns)
        numbers = any(is_number(token) for cell in cells for token in cell.split())
        if kind == "misdeal" and not numbers:
            return kind, ""
        if len(cells) < 2 <= self.width:
            return ASKS, "Its cells aren’t parted as the others’ are."
        if self.between_blanks and len(cells) != self.width:
            return ASKS, "It has more or fewer cells than the others, so they may have moved."
        if kind:
            return kind, ""
        if _words_alone(cells):
            return ASKS, ""
        if self._only_notes(cells):
            return ASKS, "It says nothing of a hand but a penalty."
        return ASKS if self._is_unclear(cells) else "hand", ""

    def _is_unclear(self, cells: Sequence[str]) -> bool:
        """Whether a line names nobody, and has fewer numbers than there are sides or a word where a bid should be."""
        used = [
            (column.key, cell)
            for column, cell in zip(self.columns, cells, strict=False)
            if cell and column.key not in (*UNREAD, "number")
        ]
        reader = CellReader(self.who)
        said = [fact.about for key, cell in used if key in ("bidder", "bid") for fact in reader.read(key, "", cell)]
        if (any(said) and not reader.strangers) or any(column.key == ASKS for column in self.columns):
            return False
        is_few = sum(is_figure(cell) for _, cell in used) < len(self.who.sides)
        if any(column.key in ("bidder", "bid") for column in self.columns):
            has_bid = any(key == "bid" and (cell in DITTO or any(map(str.isdigit, cell))) for key, cell in used)
            return is_few or (bool(reader.strangers) and not has_bid)
        days = [cell for _, cell in used if DATE.fullmatch(cell) and number_in(cell) is None]
        return is_few and (bool(days) or not all(is_figure(cell) for _, cell in used))

    def _kind(self, cells: Sequence[str], columns: Sequence[Column]) -> str | None:
        """Return what a line is by its only word; a penalty or an adjustment can also name its side."""
        keys = [column.key for column in columns] + [ASKS] * len(cells)
        words = [cell for key, cell in zip(keys, cells, strict=False)
                 if any(map(str.isalpha, cell)) and not _is_number_like(cell) and not _aside(key)]  # fmt: skip
        if len(words) == 1 and self.who.is_called(words[0]):
            return None
        text = plain(" ".join(words))
        if text in KIND_BY_WORD:
            return KIND_BY_WORD[text]
        for word in LINE_WORDS["penalty"][:1] + LINE_WORDS["adjustment"]:
            rest = text.removeprefix(word).removesuffix(word).strip(" :")
            if rest != text and self.who.side(rest) is not None:
                return KIND_BY_WORD[word]
        return None

    def _only_notes(self, cells: Sequence[str]) -> bool:
        """Whether a line has a penalty or an adjustment in its column, and nothing of a hand."""
        kinds = {kind_of(column.key) for column, cell in zip(self.columns, cells, strict=False) if cell}
        return kinds <= {"penalty", "adjustment", "number", "note", "dealer", "date", "bidder"} and bool(
            kinds & {"penalty", "adjustment"}
        )


def _fills(cells: Sequence[str], keys: Sequence[str]) -> bool:
    """Whether a hand's cells can be bidder, bid and the sides' numbers in this order."""
    return all(
        bool(cell) and not is_number(cell)
        if key == "bidder"
        else number_in(cell) is not None or plain(cell) in SET_MARKS or cell in DITTO
        for cell, key in zip(cells, keys, strict=True)
    )


def _is_number_like(cell: str) -> bool:
    """Whether a cell with a digit is no word, even if it cannot be read."""
    return any(map(str.isdigit, cell)) and is_figure(cell)


def _aside(key: str) -> bool:
    """Whether the words of a column say nothing of what its lines are: a side that passed has a word for it."""
    return key in ("note", "dealer") or (kind_of(key) == "bid" and key != "bid")


def _words_alone(cells: Sequence[str]) -> bool:
    """Whether no cell of a line has a digit or a mark like “set” or a ditto."""
    return not any(any(map(str.isdigit, cell)) or plain(cell) in SET_MARKS or cell in DITTO for cell in cells)


def key_for(word: str, rules: RuleSet, who: Who) -> str:
    """Return the key of a column that a person names in words or by its key, ASKS if it is not known."""
    return word if word in meanings(rules, who.labels) else meaning_of(word, who)
