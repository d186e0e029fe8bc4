"""Lines of a paper sheet that name the side before a number: "Us: 105", "Hand 1: Us 105, Them 15"."""

import re
from itertools import chain, pairwise

from .sheet_cells import LONGEST_TEXT, Words, hand_number, is_number, weight
from .sheet_day import DATE
from .sheet_lines import Cells, Table, is_total, named_in, read_heading

BEFORE_THE_SIDES = re.compile(r"([^\d:]{0,40}\d{1,4}[.:)])\s+(?=[^\W\d])")
"""What may stand before the first side in its cell: "Hand 1:", "Us bid 100:"."""


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
    name, and the letters of these names; None if less than half of the lines with two numbers name each side once."""
    apart = {number: _apart(cells, words) for number, cells in table if not is_total(cells, words)}
    rows = [cells for cells in apart.values() if sum(map(is_number, cells)) > 1]
    names = [name for name, _ in _pairs(rows[0])][-len(words.sides) :] if rows else []
    if words.unnamed and any(words.side(name) is None for name in names):
        words = words.named(*named_in(names, words))
    found = {number: _in_order(cells, words) for number, cells in apart.items()}
    in_order = {number: cells for number, cells in found.items() if cells}
    if not rows or 2 * len(in_order) < len(rows):
        return None
    written = sum(weight(cell) for number in in_order for cell in apart[number])
    written -= sum(weight(cell) for cells in in_order.values() for cell in cells)
    return [(number, in_order.get(number, cells)) for number, cells in table], words, written


def _apart(cells: Cells, words: Words) -> Cells:
    before = BEFORE_THE_SIDES.match(cells[0])
    parts = [before[1].rstrip(":"), cells[0][before.end() :]] if before else cells[:1]
    return [*chain(*(name_apart(cell, words) for cell in (*parts, *cells[1:])))]


def _pairs(cells: Cells) -> list[tuple[str, int]]:
    """Return each name before a number, with its place."""
    return [(one, at) for at, (one, number) in enumerate(pairwise(cells)) if is_number(number) and not is_number(one)]


def _in_order(cells: Cells, words: Words) -> Cells:
    """Return the cells with the numbers of the last sides that they name in order, [] if they name a side twice."""
    sides = len(words.sides)
    last = [(place, at) for name, at in _pairs(cells) if (place := words.side(name)) is not None][-sides:]
    (_, first), *_ = last or [(0, 0)]
    follow = [at for _, at in last] == [*range(first, first + 2 * sides, 2)]
    if not follow or {place for place, _ in last} != {*range(sides)}:
        return []
    return [*cells[:first], *(cells[at + 1] for _, at in sorted(last)), *cells[first + 2 * sides :]]
