"""Splits the lines of a paper sheet into columns, and reads their headings."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import side_name

from .sheet_cells import OF_BIDDER, Words, is_number, looks_like_number
from .sheet_columns import IGNORED_HEADINGS, ROLE_WORDS, normalize, sheet_columns

Cells = list[str]
LONGEST_LINE = 1_000
"""Characters of a line that are read; the rest is a remark."""
MOST_COLUMNS = 40
RULE = re.compile(r"(?=.*[-=_:]{2})[\s|:=_-]+")
"""A line between rows, as in Markdown."""
EMPHASIS = re.compile(r"\*\*|__|~~|`|^\*(?=\S)|(?<=\S)\*$")
"""Markdown's marks around a word."""
HAND_NUMBER = (
    "hand",
    "#",
    "no",
    "nr",
    "number",
    "round",
    "rd",
    "row",
    "hands",
    "hand no",
    "hand number",
    "hand #",
    "game hand",
)
KIND = {
    "total": r"running total|running score|running|cumulative|totals?|sum|cum",
    "points": r"points|pts|scored?|scores|made|got",
    "took": r"points taken|points took|taken|took",
    "captured": r"captured|capture|counters|cards",
    "bid": r"bid amount|bids?|contract",
}
NO_HAND = re.compile(r"(total|sum|final|grand|penalt|foul|adjust|bonus|brought|carried|start|winner)", re.IGNORECASE)
TOTAL_ROW = re.compile(
    r"(?:grand |final |game |sub)?(?:totals?|sum|scores?|result)(?: scores?| points| result)?|final|end", re.IGNORECASE
)
"""Headings of a row of totals."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as written, and the key of its column, None if the column is ignored; `unknown` if it is not a known
    one.

    A side's bare name is `side-0`: its points or its totals.
    """

    text: str
    key: str | None
    unknown: bool = False


def split_lines(text: str) -> list[str]:
    """Return the lines that are not blank."""
    lines = (line[:LONGEST_LINE] for line in text.removeprefix("\ufeff").splitlines())
    return [line for line in lines if re.search(r"[^\s,;|]", line) and not RULE.fullmatch(line)]


def split_cells(line: str, separator: str) -> Cells:
    """Return the cells of a line, without the apostrophe that keeps a formula from running."""
    if separator == "  ":
        cells = re.split(r"\s{2,}|\t", line.strip())
    elif separator == " ":
        cells = _split_words(line)
    else:
        try:
            (cells,) = csv.reader([line.strip(" ") if separator == "|" else line], delimiter=separator, strict=True)
        except (csv.Error, ValueError):
            cells = line.split(separator)
        if separator == "|":
            cells = cells[line.strip().startswith("|") : len(cells) - line.strip().endswith("|")]
    return [EMPHASIS.sub("", re.sub(r"^'(?=[=+\-@])", "", cell.strip())) for cell in cells[:MOST_COLUMNS]]


def _split_words(line: str) -> Cells:
    """Split at each space, but not inside the names of a side, or between "made" or "set" and the points."""
    cells: Cells = []
    for word in line.split():
        joined = bool(cells) and (
            (cells[-1] in ("-", "−", "–") and word.isdigit() and len(cells) > 1)
            or (word.casefold() in ("made", "set") and is_number(cells[-1]))
            or cells[-1].casefold() == "set"
            or word in ("&", "and", "+", "/")
            or cells[-1].endswith(("&", " and", "+", "/"))
        )
        if joined:
            cells[-1] = f"{cells[-1]} {word}"
        else:
            cells.append(word)
    return cells


def find_separator(lines: Sequence[str]) -> str | None:
    """Return the separator of the cells: the character that isolates the most numbers, or None."""

    def worth(separator: str) -> tuple[int, int]:
        rows = [split_cells(line, separator) for line in lines]
        wide = [cells for cells in rows if len(cells) > 1]
        numbers = [sum(map(looks_like_number, cells)) for cells in wide]
        hands = [cells for cells, found in zip(wide, numbers, strict=True) if found > 1 and not NO_HAND.match(cells[0])]
        widths = Counter(map(len, hands))
        if separator == " " and len(widths) > 1:
            return 0, 0
        return sum(numbers), sum(len(cells) == max(widths, default=0) for cells in wide)

    found = max("\t;|,", key=lambda sign: worth(sign)[0])
    candidates = [found, "  ", " "]
    best = max(candidates, key=worth)
    return best if worth(best)[0] else None


class HeadingReader:
    """Reads headings by the rules and the sheet's words for its sides."""

    def __init__(self, rules: RuleSet, words: Words) -> None:
        self.rules, self.words = rules, words
        columns = [c for c in sheet_columns(rules, words.names) if not c.key.startswith("claim")]
        self.by_word = {word: column.key for column in columns for word in column.words} | {"result": "result"}
        self.of_sides: dict[str, str] = {}
        for place, side in enumerate(words.sides):
            name = side_name([words.names[player] for player in side])
            self.of_sides |= {normalize(f"points of {name}"): f"points-{place}"}
            self.of_sides |= {normalize(f"total of {name}"): f"total-{place}"}

    def read(self, cells: Sequence[str]) -> list[Heading] | None:
        """Return the headings in these cells, None if they are not headings."""
        found = list(map(self.heading, cells))
        known = [one for one in found if one.text and not one.unknown]
        filled = [one for one in found if one.text]
        if any(is_number(one.text) and one.unknown for one in filled) or not known:
            return None
        data = [one for one in known if one.key and one.key != "number"]
        return found if data and (len(known) > 1 or len(filled) == 1) and 2 * len(known) >= len(filled) else None

    def heading(self, cell: str) -> Heading:
        """Return a heading with the key of its column."""
        text = cell.strip()
        word = normalize(re.sub(r"[()\[\]?!*_]", " ", text)) if text != "#" else "#"
        if not word:
            return Heading("", None)
        if word in HAND_NUMBER:
            return Heading(text, "number")
        if word in self.of_sides:
            return Heading(text, self.of_sides[word])
        place = self.words.side(word)
        if place is not None:
            return Heading(text, f"side-{place}")
        if word in self.by_word:
            return Heading(text, self.by_word[word])
        key = self._of_side(word)
        return Heading(text, key, unknown=key is None and word not in IGNORED_HEADINGS)

    def _of_side(self, word: str) -> str | None:
        """Return the key of a column of one side, such as "total-0"."""
        for kind, who in kinds_of(word):
            if not who:
                of_bidder = f"{kind}-{0 if self.words.by_role else OF_BIDDER}"
                return of_bidder if kind in ("took", "captured") else None
            if kind in ("took", "captured") and self.words.by_role:
                return next((f"{kind}-{role}" for role, words in enumerate(ROLE_WORDS) if who in words), None)
            place = self.words.side(who)
            if place is not None:
                return f"{kind}-{place}"
        return None


def kinds_of(word: str) -> Iterator[tuple[str, str]]:
    """Yield the possible kinds of a heading with whose it is: "total", "ann & cal"."""
    for kind, names in KIND.items():
        before = re.fullmatch(rf"(?:{names})(?: (?:of|by|for))?[ :-]*(.*)", word)
        after = re.fullmatch(rf"(.*?)(?:['’]s?)?[ :-]+(?:{names})", word)
        for found in (before, after):
            if found:
                yield kind, found[1].strip()


def named_in(headings: Sequence[str], rules: RuleSet) -> tuple[list[str], dict[str, int]]:
    """Return the players' names in headings, [] if there are none, and other names of the sides.

    With fixed sides a heading has both names of a side ("Ann & Cal"), else each has one name.
    """
    plain = Words(rules, [f"Player {number}" for number in range(1, rules.players + 1)], unnamed=True)
    reader = HeadingReader(rules, plain)
    read = list(map(reader.heading, headings))
    if any(heading.key and heading.key.startswith("side") for heading in read):
        return [], {}
    whose = dict(found for heading in read if not heading.key for found in _whose(heading.text, plain))
    sides = competitors(rules, tuple(range(rules.players)))
    together = [found for found in whose.values() if len(_parts(found)) == len(sides[0])]
    if len(sides[0]) > 1 and len(together) == len(sides):
        names = [""] * rules.players
        for side, found in zip(sides, together, strict=True):
            for player, name in zip(side, _parts(found), strict=True):
                names[player] = name
        return (names, {}) if len({normalize(name) for name in names}) == len(names) else ([], {})
    if len(whose) == len(sides):
        if len(sides[0]) > 1:
            return [], {who: place for place, who in enumerate(whose)}
        return list(whose.values()), {}
    return [], {}


def _whose(text: str, plain: Words) -> list[tuple[str, str]]:
    """Return the name in a heading that names someone, normalized and as written."""
    word = normalize(text)
    for _, who in [*kinds_of(word), ("", word)]:
        if who and who not in IGNORED_HEADINGS and plain.side(who) is None:
            at = text.casefold().find(who)
            return [(who, text[at : at + len(who)] if at >= 0 else text)]
    return []


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\s*(?:[&/+]|\band\b)\s*", text) if part.strip()]


def is_row_of_numbers(cells: Sequence[str]) -> bool:
    """Whether a line without headings has the numbers of a hand."""
    return sum(map(looks_like_number, cells)) > 1
