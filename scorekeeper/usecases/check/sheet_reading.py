"""Read a paper sheet: find the lines that are hands, and read their cells."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from statistics import mode
from typing import Literal

from scorekeeper.rules.hand import Adjustment, Foul
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import DASHES

from .sheet_cells import LONGEST_TEXT, Unreadable, Words, is_number, looks_like_number, number_in
from .sheet_columns import ROLES, normalize, sheet_columns
from .sheet_lines import TOTAL_ROW, Cells, Heading, HeadingReader, find_separator, split_cells, split_lines
from .sheet_rows import ON_PAPER, Cell, Row

UNPLAYED = {
    "misdeal": "misdeal", "mis-deal": "misdeal", "redeal": "misdeal", "re-deal": "misdeal", "passed out": "passed-out",
    "all passed": "passed-out", "all pass": "passed-out", "passed": "passed-out", "pass": "passed-out",
    "passed-out": "passed-out", "no bid": "passed-out", "no bids": "passed-out", "misdealt": "misdeal",
    "dead hand": "misdeal", "everyone passed": "passed-out", "everybody passed": "passed-out",
}  # fmt: skip
"""Outcomes of misdeals and passed-out deals, by the word in place of the bidder."""
START = re.compile(
    r"(?:balance )?(?:brought|carried|carry)(?: forward| fwd| over| down)?|b/?f|c/?f"
    r"|(?:start(?:ing)?|opening|previous)(?: totals?| scores?| balance)?",
    re.IGNORECASE,
)
NUMBER_SAID = re.compile(rf"([^{DASHES}\d()+]*)([{DASHES}(+]*(?:[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,7}})\)?)")
"""A number in a sentence with its owner: "Us 155"."""
EXTRA = re.compile(r"(penalt|foul|table talk|adjust|bonus|renege)", re.IGNORECASE)
WON = re.compile(
    r"(?:the )?(?:winners?|won by|champions?)\b(?: is\b| are\b)?[\s:=.→-]*(.*)|(.*?) \b(?:won|wins?|winners?)\b.*",
    re.IGNORECASE,
)
COLUMN_OF_SIDES = re.compile(r"(points|total|side)-\d")
BID_IN_CELL = re.compile(r"(.*?[^\s\d:-])[\s:-]*(\d{1,7})")
BID_FIRST = re.compile(r"(\d{1,7})[\s:-]*(?:by )?([^\s\d:-].*)")


@dataclass(slots=True)
class ReadSheet:
    """The lines of a sheet by kind.

    `totals` are the rows of totals, each with the number of rows above it; `start` the totals brought forward, by
    place. `strangers` are unknown bidders; `second_game` if the hand numbers begin again; `turned` if each side had a
    line.
    """

    words: Words
    headings: tuple[Heading, ...]
    labels: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    totals: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)
    winner: str = ""
    skipped: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    second_game: bool = False
    turned: bool = False

    @property
    def not_read(self) -> tuple[str, ...]:
        """The unknown headings."""
        return tuple(heading.text for heading in self.headings if heading.unknown)


def possible_readings(text: str, rules: RuleSet, words: Words) -> Iterator[tuple[list[Heading], list[Cells], bool]]:
    """Yield each way to read a sheet, the likeliest first: headings, lines, and whether it was turned."""
    lines = split_lines(text)
    separator = find_separator(lines)
    if separator is None:
        return
    table = [split_cells(line, separator) for line in lines]
    reader = HeadingReader(rules, words)
    rows = [cells for cells in table if sum(map(looks_like_number, cells)) > 1]
    for index, cells in enumerate(table):
        headings = _over_rows(reader.read(cells), rows, words)
        if headings:
            yield headings, [*table[:index], *table[index + 1 :]], False
            break
        if sum(map(looks_like_number, cells)) > 1:
            break
    else:
        headings = None
    if headings:
        return
    for keys in _layouts(table, rules, words):
        yield [Heading(_default_heading(key, words), key) for key in keys], table, False
    turned = _turned(table, reader)
    if turned:
        yield turned[0], turned[1], True


def _over_rows(headings: list[Heading] | None, rows: Sequence[Cells], words: Words) -> list[Heading] | None:
    """Return the headings of these rows, with one added if only the bidders' is missing; None for a remark."""
    if not headings or not rows:
        return headings
    width = mode(map(len, rows))
    lacking, firsts = width - len(headings), [cells[0] for cells in rows if len(cells) == width]
    named = any(heading.key == "bidder" for heading in headings) or any(map(looks_like_number, firsts))
    if lacking == 1 and not named:
        return [Heading(_default_heading("bidder", words), "bidder"), *headings]
    return headings if lacking < 2 else None


def _turned(table: list[Cells], reader: HeadingReader) -> tuple[list[Heading], list[Cells]] | None:
    """Transpose a sheet with one line for each side."""
    heads = [cells for cells in table if reader.heading(cells[0]).key]
    numbers = [cells for cells in heads if any(map(is_number, cells[1:]))]
    if not 2 <= len(numbers) <= 12:
        return None
    width = max(map(len, numbers))
    columns = [list(column) for column in zip(*([*cells, *[""] * width][:width] for cells in numbers), strict=True)]
    headings = [reader.heading(cell) for cell in columns[0]]
    keys = [heading.key for heading in headings]
    return (headings, columns[1:]) if len(set(keys)) == len(keys) and width > 1 else None


def _layouts(table: list[Cells], rules: RuleSet, words: Words) -> Iterator[list[str | None]]:
    """Yield each possible order of columns, by key, for a sheet without headings."""
    rows = [cells for cells in table if sum(map(looks_like_number, cells)) > 1 and not _is_total(cells, words)]
    if not rows:
        return
    first: list[str | None] = []
    places = range(len(words.sides))
    if _counts_up([cells[0] for cells in rows]) and all(len(cells) > len(places) for cells in rows):
        first, rows = ["number"], [cells[1:] for cells in rows]
    width = Counter(map(_width, rows)).most_common(1)[0][0]
    sides = [f"side-{place}" for place in places]
    with_bidder = 2 * sum(not looks_like_number(cells[0]) for cells in rows) >= len(rows)
    start = ["bidder", "bid"] if with_bidder else []
    points, totals = ([f"{what}-{place}" for place in places] for what in ("points", "total"))
    usual = [c.key.replace("claim", "side") for c in sheet_columns(rules, words.names)]
    shapes = {
        len(start) + len(sides): [[*start, *sides]],
        len(start) + 2 * len(sides): [[*start, *points, *totals], [*start, *chain(*zip(points, totals, strict=True))]],
    }  # fmt: skip
    if with_bidder:
        shapes.setdefault(1 + len(sides), []).append(["bidder", *sides])
        if rules.sides == "called_partner":
            shapes.setdefault(3 + len(sides), []).append([*start, "partners", *sides])
        if width > len(start) + len(sides):
            shapes.setdefault(width, []).insert(0, usual)
    if not with_bidder:
        shapes.setdefault(1 + len(sides), []).append(["bid", *sides])
    narrower = [size for size in shapes if size < width and not any(any(map(is_number, r[size:])) for r in rows)]
    found = shapes.get(width, []) + (shapes[max(narrower)] if narrower else [])
    yield from ([*first, *keys] for keys in found or [[*start, *sides]])


def _width(cells: Cells) -> int:
    """Return the number of cells up to the last one that isn't blank."""
    return max((at for at, cell in enumerate(cells, 1) if cell.strip()), default=0)


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether these cells are numbers of hands."""
    numbers = [int(found[1]) if (found := re.fullmatch(r"#?([0-9]{1,3})[.):]?", cell)) else 0 for cell in cells]
    steps = [after - before for before, after in pairwise(numbers)]
    return (
        0 not in numbers
        and all(-1 < step < 4 or after <= numbers[0] for step, after in zip(steps, numbers[1:], strict=False))
        and (numbers[-1] > numbers[0] or (len(numbers) == 1 and numbers == [1]))
    )


def _default_heading(key: str | None, words: Words) -> str:
    kind, _, place = (key or "").partition("-")
    usual = {"bidder": "Bidder", "bid": "Bid", "number": "Hand"}
    if not place:
        return usual.get(kind, kind.replace("_", " ").capitalize())
    label = ROLES[int(place)] if kind == "captured" and words.by_role else words.label(int(place))
    return label if kind in ("side", "points") else f"{kind.capitalize()} {label}"


class SheetReader:
    """Reads the lines of a sheet under headings; a bare name of a side is the heading of its points, or its totals."""

    def __init__(self, words: Words, headings: Sequence[Heading], side_is: Literal["points", "total"]) -> None:
        named = [self._as_claim(heading, side_is) for heading in headings]
        self.words, self.side_is = words, side_is
        self.sheet = ReadSheet(words, tuple(named), tuple(self._labels(headings)))

    @staticmethod
    def _as_claim(heading: Heading, side_is: str) -> Heading:
        key = heading.key and re.sub("^side", side_is, heading.key)
        return replace(heading, key=key)

    def _labels(self, headings: Sequence[Heading]) -> Iterator[str]:
        """Yield each competitor's label: the heading that is only its name, else its usual name."""
        for place in range(len(self.words.sides)):
            bare = next((heading.text for heading in headings if heading.key == f"side-{place}"), None)
            yield (bare or self.words.label(place)).rstrip(" :")

    def read(self, table: Sequence[Cells]) -> ReadSheet:
        """Return the sheet with its lines by kind."""
        for cells in table:
            if self.sheet.second_game:
                break
            self._read_line(cells)
        return self.sheet

    def add_row(self, fields: Mapping[str, str], text: str) -> None:
        """Read a row whose cells were typed in fields, by the keys of the form."""
        known = [column.key for column in sheet_columns(self.words.rules, self.words.names)]
        filled = {re.sub("^claim", self.side_is, key): fields[key] for key in known if fields.get(key)}
        labels = {key: _default_heading(key, self.words) for key in filled}
        outcome = UNPLAYED.get(normalize(filled.get("bidder", "")))
        cells = [
            self.words.read(key, labels[key], cell) for key, cell in filled.items() if not (outcome and key == "bidder")
        ]
        if cells or outcome:
            self.sheet.rows.append(Row(text, tuple(cells), outcome=outcome or "played"))  # type: ignore[arg-type]  # one of the outcomes

    def _read_line(self, cells: Cells) -> None:
        text = " ".join(filter(None, cells))
        filled = [cell for cell in cells if cell]
        if not filled:
            return
        first = next((cell for cell in filled if not is_number(cell)), "")
        keyed = self._keyed(cells)
        if _is_total(cells, self.words) or self._said(TOTAL_ROW, text):
            self._total(keyed, cells, text)
        elif not self.sheet.rows and (START.fullmatch(normalize(first)) or self._said(START, text)):
            self._start(keyed, cells, text)
        elif unplayed := self._unplayed(keyed, filled):
            self._row(keyed, text, unplayed)
        elif self._is_extra(first) and first == filled[0]:
            self._extra(keyed, cells, text)
        elif self._is_row(keyed):
            self._row(keyed, text)
        elif not self._winner(text) and not self._is_empty_row(keyed):
            self.sheet.skipped.append(text)

    def _keyed(self, cells: Cells) -> list[tuple[Heading, str]]:
        return [(heading, cell) for heading, cell in zip(self.sheet.headings, cells, strict=False) if heading.key]

    @staticmethod
    def _unplayed(keyed: Sequence[tuple[Heading, str]], filled: Cells) -> str | None:
        notes = [cell for heading, cell in keyed if heading.key == "note"]
        words = (normalize(cell.rstrip(" !")) for cell in filled if cell not in notes)
        return next((UNPLAYED[word] for word in words if word in UNPLAYED), None)

    def _is_extra(self, first: str) -> bool:
        """Whether a line is a penalty, an adjustment or a renege: "Penalty", "Us: penalty 40"."""
        found = EXTRA.search(first)
        whose = first[: found.start()].strip(" :-") if found else ""
        return bool(found) and (not whose or self.words.side(whose) is not None)

    def _is_row(self, keyed: Sequence[tuple[Heading, str]]) -> bool:
        """A row has a bidder or two numbers, or the number of a hand and one number."""
        numbers = sum(looks_like_number(cell) for heading, cell in keyed if heading.key != "number")
        named = any(heading.key == "number" and _hand_number(cell) for heading, cell in keyed)
        bidder = next((cell for heading, cell in keyed if heading.key == "bidder"), "")
        if numbers > 1 or (named and numbers) or (bidder and self._names_bidder(bidder)):
            return True
        return numbers == 1 and all(not cell or looks_like_number(cell) for _, cell in keyed)

    def _names_bidder(self, cell: str) -> bool:
        try:
            return bool(self.words.players(cell))
        except Unreadable:
            return False

    @staticmethod
    def _is_empty_row(keyed: Sequence[tuple[Heading, str]]) -> bool:
        """Whether there is only the number of a hand, which was not played."""
        return all(not cell or heading.key == "number" for heading, cell in keyed)

    def _row(self, keyed: Sequence[tuple[Heading, str]], text: str, outcome: str = "played") -> None:
        number, cells = None, []
        for heading, cell in self._with_bidder(keyed):
            assert heading.key
            if heading.key == "number":
                number = _hand_number(cell)
            elif outcome == "played" or (cell not in ("-", "–", "0") and not _is_word(cell)):
                cells.append(self.words.read(heading.key, heading.text, cell))
        if number is not None and self._begins_again(number):
            self.sheet.second_game = True
            return
        if normalize(next((cell.text for cell in cells if cell.key == "result"), "")) == "after the end":
            return
        self.sheet.strangers += [c.text for c in cells if c.key == "bidder" and c.text and not c.fact and not c.error]
        self.sheet.rows.append(Row(text, tuple(cells), number, outcome))  # type: ignore[arg-type]  # one of the three

    def _with_bidder(self, keyed: Sequence[tuple[Heading, str]]) -> list[tuple[Heading, str]]:
        """Return the cells with bidder and bid separated, if one cell has both: "Ann 100"."""
        found = []
        for heading, cell in keyed:
            both = _bidder_and_bid(cell) if heading.key in ("bid", "bidder") and not looks_like_number(cell) else None
            other = "bidder" if heading.key == "bid" else "bid"
            free = not any(each.key == other and text for each, text in keyed)
            if both and free and self._names_bidder(both[0]):
                found += [(replace(heading, key="bidder"), both[0]), (replace(heading, key="bid"), both[1])]
            else:
                found.append((heading, cell))
        return found

    def _begins_again(self, number: int) -> bool:
        numbers = [row.number for row in self.sheet.rows if row.number is not None]
        return len(set(numbers)) > 1 and number <= numbers[0] and number < numbers[-1]

    def _sides_of(self, keyed: Sequence[tuple[Heading, str]], cells: Cells) -> dict[str, tuple[Heading, int]]:
        """Return a line's numbers for the sides, by key; its last ones if its cells are separate."""
        columns = [heading for heading in self.sheet.headings if COLUMN_OF_SIDES.fullmatch(heading.key or "")]
        found = {h.key: (h, number_in(cell)) for h, cell in keyed if h in columns and is_number(cell)}
        numbers = [cell for cell in cells if is_number(cell)]
        if len(found) < len(numbers) == len(columns) and all(cells) and len(cells) < len(self.sheet.headings):
            found = {h.key: (h, number_in(cell)) for h, cell in zip(columns, numbers, strict=True)}
        return {key: value for key, value in found.items() if key}

    def _said(self, what: re.Pattern[str], text: str) -> dict[str, tuple[Heading, int]]:
        """Return the sides' numbers in a sentence, by key: "Final score: Us 155 Them -75", "Total 155 to -75"."""
        found = re.match(rf"(?:{what.pattern})\b[\s:=]*", text, re.IGNORECASE) if len(text) <= LONGEST_TEXT else None
        said = NUMBER_SAID.findall(text[found.end() :]) if found else []
        places = [self.words.side(who.strip(" ,:;=/")) for who, _ in said]
        columns = [heading for heading in self.sheet.headings if COLUMN_OF_SIDES.fullmatch(heading.key or "")]
        by_place = {int((heading.key or "").partition("-")[2]): heading for heading in columns}
        if said and not re.search(r"\w", said[0][0]):
            places = [*by_place]
        if set(places) != set(range(len(self.words.sides))) or not len(said) == len(places) == len(by_place):
            return {}
        numbers = [(by_place[place or 0], number_in(number)) for place, (_, number) in zip(places, said, strict=True)]
        return {heading.key or "": (heading, number) for heading, number in numbers}

    def _sums(
        self, what: re.Pattern[str], keyed: Sequence[tuple[Heading, str]], cells: Cells, text: str
    ) -> dict[str, tuple[Heading, int]]:
        found = self._sides_of(keyed, cells)
        return found if len(found) >= len(self.words.sides) else self._said(what, text) or found

    def _total(self, keyed: Sequence[tuple[Heading, str]], cells: Cells, text: str) -> None:
        found = self._sums(TOTAL_ROW, keyed, cells, text)
        if not found:
            self.sheet.skipped.append(text)
            return
        read = tuple(Cell(key, heading.text, str(n), (key, n)) for key, (heading, n) in found.items())
        self.sheet.totals.append((len(self.sheet.rows), read))

    def _start(self, keyed: Sequence[tuple[Heading, str]], cells: Cells, text: str) -> None:
        found = self._sums(START, keyed, cells, text)
        for key, (_, number) in found.items():
            place = int(key.partition("-")[2])
            if key.startswith("total") or place not in self.sheet.start:
                self.sheet.start[place] = number
        if not found:
            self.sheet.skipped.append(text)

    def _extra(self, keyed: Sequence[tuple[Heading, str]], cells: Cells, text: str) -> None:
        """Read a penalty, an adjustment or a renege on its own line: it belongs to the hand above."""
        found = {int(key.partition("-")[2]): n for key, (_, n) in self._sides_of(keyed, cells).items() if n}
        words = re.sub(EXTRA.pattern + r"\w*", " ", text, flags=re.IGNORECASE)
        named = next(
            (place for word in re.split(r"[\s:,]+", words) if word and (place := self.words.side(word)) is not None),
            None,
        )
        if not self.sheet.rows or (not found and named is None):
            self.sheet.skipped.append(text)
            return
        row = self.sheet.rows[-1]
        if re.search("renege", cells[0], re.IGNORECASE) and named is not None:
            who = self.words.sides[named][0]
            fact = ("outcomes", {"outcome": "renege", "reneged_by": who})
            row.cells = (*row.cells, Cell("reneged_by", "Renege", text, fact))
            return
        numbers = [number_in(word) for word in words.split() if is_number(word)]
        if not found and named is not None:
            found = {named: numbers[0] if numbers else -self.words.rules.foul_penalty}
        penalty, is_penalty = self.words.rules.foul_penalty, not re.search("adjust|bonus", cells[0], re.IGNORECASE)
        for place, number in found.items():
            player, lost = self.words.sides[place][0], abs(number) if is_penalty else 0
            if is_penalty and penalty and lost % penalty == 0:
                row.extra += [Foul(player, "table-talk")] * min(9, lost // penalty)
            else:
                row.extra.append(Adjustment(player, -lost if is_penalty else number, ON_PAPER))

    def _winner(self, text: str) -> bool:
        found = WON.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
        if found and self.words.side((found[1] or found[2] or "").strip(" !.,:*")) is not None:
            self.sheet.winner = (found[1] or found[2]).strip(" !.,:*")
            return True
        return False


def _is_total(cells: Sequence[str], words: Words) -> bool:
    first = next(filter(None, cells), "")
    return first not in words.names and bool(TOTAL_ROW.fullmatch(normalize(first).rstrip(" =-")))


def _bidder_and_bid(cell: str) -> tuple[str, str] | None:
    """Return the bidder and the bid if one cell has both, as "Ann 100" and "100 Ann" do."""
    if found := BID_IN_CELL.fullmatch(cell):
        return found[1], found[2]
    found = BID_FIRST.fullmatch(cell)
    return (found[2], found[1]) if found else None


def _is_word(cell: str) -> bool:
    return normalize(cell) in UNPLAYED


def _hand_number(cell: str) -> int | None:
    found = re.fullmatch(r"#?\s*(?:hand |no\.? ?)?([0-9]{1,4})[.):]?", cell.strip(), re.IGNORECASE)
    return int(found[1]) if found else None
