"""Numbers of a paper sheet with whose they are: "Us: 105", "Hand 1: Us 105, Them 15", and bids, "Ann 100"."""

import re
from itertools import chain, pairwise

from scorekeeper.rules.ruleset import COLORS

from .sheet_cells import LONGEST_TEXT, Words, hand_number, is_number, weight
from .sheet_day import DATE
from .sheet_headings import normalize
from .sheet_lines import Cells, Table, is_total, kinds_of, named_in, read_heading

BEFORE_THE_SIDES = re.compile(r"([^\d:]{0,40}\d{1,4}[.:)])\s+(?=[^\W\d])")
"""What may stand before the first side in its cell, one after the other: "Hand 1:", "Us bid 100:"."""
OUTCOME = re.compile(r"(?<=\w)[\s,(]+(made|make|set)\b(?: it)?[).!]*\Z", re.IGNORECASE)
"""Whether the bid was made, after the bid."""
BID_AT_THE_END = re.compile(r"(?<!\d)\d{1,5}\Z")
BETWEEN = re.compile(r"[:/-]\Z|(?<=\s)(?:for|bids?|at)\Z", re.IGNORECASE)
BID_AND_BIDDER = re.compile(r"(\d{1,5})\s*(?:[:/-]\s*|(?:by|for)\s+)?([^\W\d].*)", re.IGNORECASE)


def bidder_and_bid(cell: str, words: Words, *, strangers: bool = False) -> tuple[str, str] | None:
    """Return the bidder and the bid if one cell has both, as "Ann 100" and "100/us" do.

    `strangers`: on a sheet without players' names any name may be the bidder's.
    """
    if len(cell) > LONGEST_TEXT or words.side(cell) is not None:
        return None
    cell = OUTCOME.sub("", cell)
    if cell[:1].isalpha() and (found := BID_AT_THE_END.search(cell)):
        who, bid = BETWEEN.sub("", cell[: found.start()].rstrip()).strip(), found[0]
    elif found := BID_AND_BIDDER.fullmatch(cell):
        who, bid = found[2].strip(), found[1]
    else:
        return None
    is_word = normalize(who) in (*COLORS, "moon") or read_heading(who, words).key or any(kinds_of(normalize(who)))
    is_stranger = strangers and words.is_stranger(who) and not is_word
    return (who, bid) if is_stranger or words.side(who) is not None else None


def name_apart(first: str, words: Words) -> Cells:
    """Return a side's name and its number in two cells if they share one: "Us: 105", "Us - 105", "Us -80"."""
    *_, last = ["", *first.split()]
    digit = next((at for at, sign in enumerate(last) if sign.isdecimal()), len(last))
    before, number = first[: len(first) - len(last) + digit], first[len(first) - len(last) + digit :]
    name, sign = before.rstrip(), ""
    if name and name[-1] in "-−–—+(":
        is_sign = name[:-1].rstrip().endswith(":") or (name[:-1] != name[:-1].rstrip() and name == before)
        name, sign = name[:-1].rstrip(), name[-1] if is_sign or name[-1] in "−+(" else ""
    is_apart = name != before or name.endswith(":")
    if not name[:1].isalpha() or not is_apart or not is_number(sign + number) or len(first) > LONGEST_TEXT:
        return [first]
    is_known = read_heading(first, words).key or hand_number(first) or DATE.fullmatch(first)
    return [first] if is_known else [name.removesuffix(":").rstrip(), sign + number]


def sides_apart(table: Table, words: Words) -> tuple[Table, Words, int] | None:
    """Return the lines with the sides' numbers alone, in the order of the sides, the words for the sides that they
    name, and the letters of these names; None if a line with two numbers does not name each side once."""
    lines = {number: cells for number, cells in table if not is_total([cells[0].partition(":")[0], *cells[1:]], words)}
    split = [_apart(cells, words) for cells in lines.values()]
    rows = [cells for cells in split if sum(map(is_number, cells)) > 1]
    names = [name for name, _ in _pairs(rows[0])][-len(words.sides) :] if rows else []
    if words.unnamed and any(words.side(name) is None for name in names):
        words = words.named(*named_in(names, words))
    apart = {number: _apart(cells, words, of_sides=True) for number, cells in lines.items()}
    found = {number: _in_order(cells, words) for number, cells in apart.items()}
    in_order = {number: cells for number, cells in found.items() if cells}
    if not rows or len(in_order) < len(rows):
        return None
    written = sum(weight(cell) for number in in_order for cell in apart[number])
    written -= sum(weight(cell) for cells in in_order.values() for cell in cells)
    return [(number, in_order.get(number, cells)) for number, cells in table], words, written


def _apart(cells: Cells, words: Words, *, of_sides: bool = False) -> Cells:
    """Return the cells with names and their numbers apart, those of sides alone if `of_sides`."""
    before, first = list[str](), cells[0]
    while found := BEFORE_THE_SIDES.match(first):
        before.append(found[1].rstrip(":"))
        first = first[found.end() :]
    parts = [first, *cells[1:]]
    split = [name_apart(cell, words) for cell in parts]
    if of_sides:
        split = [[part] if words.side(two[0]) is None else two for part, two in zip(parts, split, strict=True)]
    return [*before, *chain(*split)]


def _pairs(cells: Cells) -> list[tuple[str, int]]:
    """Return each name before a number, with its place."""
    return [(one, at) for at, (one, number) in enumerate(pairwise(cells)) if is_number(number) and not is_number(one)]


def _is_read(cell: str, words: Words) -> bool:
    """Whether a cell before the sides says a hand's number, a bid, or a day."""
    is_number_of_hand = hand_number(cell) is not None or is_number(cell)
    return is_number_of_hand or bool(bidder_and_bid(cell, words) or DATE.fullmatch(cell))


def _in_order(cells: Cells, words: Words) -> Cells:
    """Return the cells with the numbers of the last sides that they name in order, [] if they name a side twice."""
    sides = len(words.sides)
    last = [(place, at) for name, at in _pairs(cells) if (place := words.side(name)) is not None][-sides:]
    (_, first), *_ = last or [(0, 0)]
    follow = [at for _, at in last] == [*range(first, first + 2 * sides, 2)]
    if not follow or {place for place, _ in last} != {*range(sides)}:
        return []
    if not all(_is_read(cell, words) for cell in cells[:first] if any(map(str.isdigit, cell))):
        return []
    return [*cells[:first], *(cells[at + 1] for _, at in sorted(last)), *cells[first + 2 * sides :]]
