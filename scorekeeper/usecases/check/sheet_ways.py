"""The ways to read a paper sheet: each separator, with its headings or without, each layout of lines and columns."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, pairwise, zip_longest
from typing import Literal

from .sheet_cells import Words, hand_number, is_number, looks_like_number, number_in, weight
from .sheet_day import DATE, SHORT_DATE
from .sheet_headings import ROLES, sheet_columns
from .sheet_lines import (
    Cells,
    Heading,
    Line,
    Table,
    columns_by_place,
    each_penalty,
    is_total,
    named_in,
    read_heading,
    read_headings,
    separators_in,
    split_cells,
    under_headings,
    whose_penalties,
)
from .sheet_rows import Counted
from .sheet_sides import bidder_and_bid, name_apart, sides_apart
from .sheet_titles import may_be_sentence, titles_apart

Under = Literal["", "narrow", "even", "odd", "sums", "last"]
"""Which lines are totals under a hand: none, those with nothing but numbers, every other one, those that add up; or
under all hands, the last line."""
HEADINGS_WITHIN = 12


@dataclass(frozen=True, slots=True)
class Way:
    """A way to read a sheet: the cells of its lines by the number of the line, under headings.

    `written` are the characters of the headings that the sheet has; `turned` if each side has a line; `side_is` is what
    the sides' bare numbers are; `under` finds lines of totals under a hand; `counted` is where penalties count if a
    row leaves that open.
    """

    words: Words
    headings: tuple[Heading, ...]
    lines: tuple[tuple[int, Cells], ...]
    written: int = 0
    turned: bool = False
    side_is: Literal["points", "total"] = "points"
    either: bool = False
    under: Under = ""
    counted: Counted = "on top"

    @property
    def twice(self) -> str:
        """The heading of a column with the same meaning as one before it, or ""."""
        keys = [heading.key for heading in self.headings]
        return next((head.text for at, head in enumerate(self.headings) if head.key and head.key in keys[:at]), "")


def ways_to_read(
    lines: Sequence[Line], words: Words, reading: str | None, meanings: Mapping[int, str]
) -> Iterator[Way]:
    """Yield each way to read these lines, the usual one first; `words` without players are named by the headings.

    `meanings` are keys of columns that were chosen, by the number of the column from 0; a column that had such a key
    is left out.
    """
    taken = {key for chosen in meanings.values() for key in (chosen, re.sub("^(points|total)-", "side-", chosen))}
    for separator in separators_in(lines):
        for way in _layouts(lines, separator, words):
            headings = whose_penalties(way.headings)
            headings = tuple(
                replace(heading, key=meanings[at], unknown=False)
                if at in meanings
                else replace(heading, key="", unknown=True)
                if heading.key and heading.key in taken
                else heading
                for at, heading in enumerate(headings)
            )
            yield from _meanings(replace(way, headings=each_penalty(headings)), reading)


def _meanings(way: Way, reading: str | None) -> Iterator[Way]:
    """Yield the way with the sides' bare numbers as points, and as running totals."""
    keys = {heading.kind for heading in way.headings}
    known = {"points", "total"} & keys
    either = "side" in keys and not known
    kinds: tuple[Literal["points", "total"], ...] = ("points", "total") if either else ("points",)
    if "side" in keys and known == {"points"}:
        kinds = ("total",)
    if either and reading:
        kinds = ("points",) if reading == "points" else ("total",)
    for side_is in kinds:
        named = tuple(replace(head, key=re.sub("^side", side_is, head.key)) for head in way.headings)
        one = replace(way, headings=named, side_is=side_is, either=either)
        may_have_totals = side_is == "points" and not (way.turned or known or reading)
        unders: Iterable[Under] = _unders(one) if may_have_totals else ("",)
        yield from (replace(one, under=under) for under in unders)
        if last_sum(one) is not None:
            yield replace(one, under="last")


def last_sum(way: Way) -> int | None:
    """Return the number of the last line with two numbers if it can be the sum of those above, or else None."""
    rows = [(number, [*filter(None, cells)]) for number, cells in way.lines if sum(map(is_number, cells)) > 1]
    number, last = rows[-1] if len(rows) > 2 else (None, [])
    of_points = any(heading.kind == "points" for heading in way.headings)
    return number if of_points and all(map(is_number, last)) and len(last) == len(way.words.sides) else None


def _unders(way: Way) -> Iterator[Under]:
    """Yield how lines of totals may be told from those of hands; one with a number for its bidder is no hand."""
    at = next((at for at, heading in enumerate(way.headings) if heading.key == "bidder"), len(way.headings))
    table, sides = [cells for _, cells in way.lines], len(way.words.sides)
    bare = [sum(map(is_number, cells)) == sum(map(bool, cells)) == sides for cells in table]
    narrow = any(bare) and not all(bare)
    if not narrow or not any(map(is_number, chain(*(cells[at : at + 1] for cells in compress(table, bare))))):
        yield ""
    if narrow:
        yield "narrow"
    if sum(bare) > 2:
        yield from ("even", "odd", "sums")


def _layouts(lines: Sequence[Line], separator: str, words: Words) -> Iterator[Way]:
    table, words = titles_apart([(line.number, split_cells(line.text, separator)) for line in lines], words)
    known = False
    for at, (_, cells) in enumerate(table[:HEADINGS_WITHIN]):
        if sum(map(looks_like_number, cells)) > 1 and len(cells) > 1:
            break
        below = any(sum(map(looks_like_number, each)) > 1 for _, each in table[at + 1 :])
        names_sides = words.unnamed and below and not any(map(looks_like_number, cells))  # "May 1" is a date
        own = words.named(*named_in(cells, words)) if names_sides else words
        cells = _joined(cells, own) if separator == " " else cells
        found = read_headings(cells, own)
        is_sure = separator != " " or not found or not may_be_sentence(found)
        for headings, placed in _placed_under(found, lines, at, table, separator, own) if found else ():
            known |= is_sure and bool(read_headings(cells, words))
            written = sum(weight(heading.text) for heading in headings if heading.key and heading.text in cells)
            yield Way(own, headings, (*_whole(placed[:at]), *placed[at + 1 :]), written * is_sure)
    if not known:
        yield from _without_headings(table, words)
    if not known and (apart := sides_apart(table, words)):
        yield from _without_headings(*apart)
    yield from _turned(table, words)


def _without_headings(table: Table, words: Words, written: int = 0) -> Iterator[Way]:
    rows = [cells for cells in _rows(table, words) if not is_total(cells, words)]
    with_words = [cells for cells in rows if not all(is_number(cell) for cell in cells if cell)]
    if 2 * len(with_words) >= len(rows):  # the others may be totals under hands
        rows = with_words
    blank = min((next(at for at, cell in enumerate(cells) if cell) for cells in rows), default=0)
    for keys in _columns([cells[blank:] for cells in rows], words):
        headings = tuple(Heading(default_heading(key, words), key) for key in keys)
        yield Way(words, headings, tuple((number, _without_blanks(cells, blank)) for number, cells in table), written)


def _without_blanks(cells: Cells, count: int) -> Cells:
    """Return the cells of a line without those before the rows, and what is written there before the others."""
    written, rest = [*filter(None, cells[:count])], cells[count:]
    is_room = not any(rest[: len(written)])
    return [*written, *(rest[len(written) :] if is_room else rest)]


def _whole(table: Table) -> Table:
    """Return lines above headings with those without a number as one cell: they are no hands."""
    texts = [(number, " ".join(filter(None, cells)), cells) for number, cells in table]
    return [(number, cells if re.search(r"\d", text) else [text]) for number, text, cells in texts]


def _rows(table: Table, words: Words) -> list[Cells]:
    """Return the lines with two numbers or more."""
    return [cells for _, cells in table if len(cells) > 1 and sum(_has_number(cell, words) for cell in cells) > 1]


def _joined(cells: Cells, words: Words) -> Cells:
    """Return headings that were split at spaces with a side and what it has in one: "Us total"."""
    joined: Cells = []
    for cell in cells:
        if joined and cell.casefold() in ("bid", "points", "score", "total") and words.side(joined[-1]) is not None:
            joined[-1] += f" {cell}"
        else:
            joined.append(cell)
    return joined


def _placed_under(
    found: list[Heading], lines: Sequence[Line], at: int, table: Table, separator: str, words: Words
) -> Iterator[tuple[tuple[Heading, ...], Table]]:
    """Yield these headings of a line, each time with the table under them.

    In columns of blanks each cell belongs to the heading above it, if that is clear; or else they are counted from the
    left.
    """
    rows = _rows(table, words)
    by_place: Table = []
    if separator == "  ":
        heading = lines[at].text
        below = {number for number, cells in table[at + 1 :] if cells in rows and not is_total(cells, words)}
        columns = columns_by_place(heading, [line.text for line in lines if line.number in below])
        if columns:
            by_place = [(line.number, columns.cells(line.text)) for line in lines]
            placed_rows = [cells for number, cells in by_place if number in below]
            headings = _over_rows(found, placed_rows, words, columns.before)
            if headings:
                yield headings, by_place
        table = [(line.number, under_headings(line.text, heading)) for line in lines]
    headings = _over_rows(found, rows, words)
    if headings and table != by_place:
        yield headings, table


def _over_rows(
    headings: list[Heading], rows: Sequence[Cells], words: Words, before: int | None = None
) -> tuple[Heading, ...]:
    """Return the headings of these rows, with those that are missing at the left; () for a remark.

    `before` is how many are missing, if that is known.
    """
    if not rows:
        return tuple(headings)
    width = _most_common(map(len, rows))
    extra = width - len(headings)
    missing = max(0, extra) if before is None else before
    keys = _missing([cells for cells in rows if len(cells) == width], missing, words, is_sure=before is not None)
    known = {heading.key for heading in headings}
    if keys and not known & {*keys} and (before or headings[0].key or keys[0] == "bidder"):
        return *(Heading(default_heading(key, words), key) for key in keys), *headings
    has_words = any(not looks_like_number(cell) for cells in rows for cell in cells[len(headings) :])
    most = 1 if before is None else 0
    return tuple(headings) if not before and (extra <= most or has_words) else ()


def _missing(rows: Sequence[Cells], count: int, words: Words, *, is_sure: bool) -> list[str]:
    """Return what this many columns without a heading are, by key, [] if that is not clear."""
    if not count:
        return []
    rows = [cells for cells in rows if not is_total(cells, words)]
    first = _first([cells[0] for cells in rows])
    column = [cells[len(first)] for cells in rows] if count > len(first) else []
    if not any(map(looks_like_number, column)):
        rest = ["bidder", "bid"][: count - len(first)]
    else:
        is_bid = all(is_number(cell) and number_in(cell) in words.rules.bids for cell in column)
        rest = ["bid"] if is_bid and (first or is_sure) else []
    return [*first, *rest] if len(first) + len(rest) == count else []


def _turned(table: Sequence[tuple[int, Cells]], words: Words) -> Iterator[Way]:
    """Yield a sheet with one line for each side, as one with a line for each hand."""
    table = [(number, [*name_apart(cells[0], words), *cells[1:]]) for number, cells in table]
    if len(table) in (2, words.rules.players) and words.unnamed:
        words = words.named(*named_in([cells[0] for _, cells in table], words))
    heads = [cells for _, cells in table if read_heading(cells[0], words).key]
    numbers = [cells for cells in heads if any(map(is_number, cells[1:]))]
    if not 2 <= len(numbers) <= 12:
        return
    named = [cells for cells in heads if cells in numbers or read_heading(cells[0], words).key == "bidder"]
    above = next((cells for _, cells in table if cells not in heads and _has_total(cells[1:], words)), None)
    columns = [*map(list, zip_longest(*([above] if above else []), *named, fillvalue=""))]
    headings = tuple(read_heading(cell, words) for cell in columns[0])
    if above:
        headings = (Heading(above[0], "number"), *headings[1:])
    of_hands = [head for head in headings if head.key in ("bidder", "bid", "number")]
    written = sum(weight(head.text) for head in of_hands)
    yield Way(words, headings, tuple(enumerate(columns[1:], 1)), written, turned=True)


def _has_total(cells: Cells, words: Words) -> bool:
    """Whether one of these cells, above the hands of lines of sides, is the heading of their totals."""
    return any(is_total([cell], words) for cell in cells)


def _columns(rows: Sequence[Cells], words: Words) -> Iterator[list[str]]:
    """Yield each possible order of columns, by key, for rows without headings."""
    if not rows:
        return
    places = range(len(words.sides))
    first = _first([cells[0] for cells in rows])
    if first == ["number"] and not all(len(cells) > len(places) for cells in rows):
        first = []
    rows = [cells[len(first) :] for cells in rows]
    widths = [_last(_has_number(cell, words) for cell in cells) for cells in rows]
    sides, points, totals = ([f"{what}-{place}" for place in places] for what in ("side", "points", "total"))
    usual = [c.key.replace("claim", "side") for c in sheet_columns(words.rules, words.names)]
    figures = [sides, [*points, *totals], [*chain(*zip(points, totals, strict=True))]]
    yielded = []
    most = max(map(_last, rows))
    numbers = [_last(map(is_number, cells)) for cells in rows]  # "set" may stand after all of them
    for width in dict.fromkeys((_most_common(widths), most, _most_common(numbers))):
        for start in _starts(rows, words):
            shapes = [[*start, *each] for each in figures]
            if "bidder" in start and words.rules.sides == "called_partner":
                shapes += [[*start, "partners", *sides]]
            if start == ["bidder"] and width < most and not any(bidder_and_bid(rows[0][at], words) for at in (0, -1)):
                continue
            if start == ["bidder"] and bidder_and_bid(rows[0][-1], words) and not bidder_and_bid(rows[0][0], words):
                shapes = [[*each, "bidder"] for each in figures]
            fitting = [[*first, *shape] for shape in shapes if len(shape) == width]
            if start == ["bidder", "bid"] and width > len(start) + len(sides):
                fitting.insert(0, [*first, *usual])
            yielded += [keys for keys in fitting if keys not in yielded]
    narrow = [[*first, *start, *sides] for start in _starts(rows, words)]
    yield from yielded or narrow[:1]


def _first(column: Sequence[str]) -> list[str]:
    """Return what a first column without a heading is if it is none of bidders or bids: dates, or numbers of hands."""
    column = [*filter(None, column)]
    if column and all(DATE.fullmatch(cell) or SHORT_DATE.fullmatch(cell) for cell in column):
        return ["date"]
    return ["number"] if column and _counts_up(column) else []


def _starts(rows: Sequence[Cells], words: Words) -> Iterator[list[str]]:
    """Yield what may come before the sides' numbers."""
    half = len(rows) / 2
    if any(sum(bool(bidder_and_bid(cells[at], words)) for cells in rows) >= half for at in (0, -1)):
        yield ["bidder"]
    elif sum(not looks_like_number(cells[0]) for cells in rows) >= half:
        yield from (["bidder", "bid"], ["bidder"])
    elif sum(len(cells) > 1 and not looks_like_number(cells[1]) for cells in rows) >= half:
        yield ["bid", "bidder"]
    else:
        yield from ([], ["bid"])


def _has_number(cell: str, words: Words) -> bool:
    return looks_like_number(cell) or bool(bidder_and_bid(cell, words))


def _most_common(widths: Iterable[int]) -> int:
    return Counter(widths).most_common(1)[0][0]


def _last(filled: Iterable[object]) -> int:
    """Return the number of cells up to the last one that is filled."""
    return max((at for at, one in enumerate(filled, 1) if one), default=0)


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether these cells are numbers of hands."""
    numbers = [hand_number(cell) or 0 for cell in cells]
    follow = all(-1 < after - before < 4 or after <= numbers[0] for before, after in pairwise(numbers))
    return 0 not in numbers and follow and (numbers[-1] > numbers[0] or numbers == [1])


def default_heading(key: str, words: Words) -> str:
    """Return the usual heading of a column."""
    kind, _, place = key.partition("-")
    usual = {"bidder": "Bidder", "bid": "Bid", "number": "Hand"}
    if not place:
        return usual.get(kind, kind.replace("_", " ").capitalize())
    label = ROLES[int(place)] if kind == "captured" and words.by_role else words.label(int(place))
    return label if kind in ("side", "points") else f"{kind.capitalize()} {label}"
