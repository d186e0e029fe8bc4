"""Tells titles of a paper sheet, such as "Ann & Cal vs Bob & Dee", from headings."""

from collections.abc import Sequence

from scorekeeper.rules.words import DASHES

from .sheet_cells import LONGEST_TEXT, Words, is_number, looks_like_number, split_names
from .sheet_headings import normalize
from .sheet_lines import Cells, Heading, Table, named_in, read_heading

AGAINST = ("vs", "v", "versus", "against", "x")
MOST_NUMBERS = 2
"""Numbers in a title: a day and a year."""


def titles_apart(table: Table, words: Words) -> tuple[Table, Words]:
    """Return the lines with each title as one cell, and the words for the players that it names."""
    rows = [cells for _, cells in table if sum(map(is_number, cells)) > 1]
    found: Table = []
    for number, cells in table:
        at = _between_sides(cells, rows, words)
        if at and words.unnamed:
            words = words.named(*named_in([*cells[:at], *cells[at + 1 :]], words))
        found.append((number, [" ".join(cells)] if at else cells))
    return found, words


def may_be_sentence(headings: Sequence[Heading]) -> bool:
    """Whether a line has only sides, with unknown words between them: "Us played Them"."""
    sides = [at for at, heading in enumerate(headings) if heading.key]
    between = headings[sides[0] : sides[-1]]
    return all(headings[at].kind == "side" for at in sides) and any(heading.unknown for heading in between)


def _between_sides(cells: Cells, rows: Sequence[Cells], words: Words) -> int:
    """Return the place of the word between two sides if the line is a title, else 0: rows have numbers there."""
    if len(" ".join(cells)) > LONGEST_TEXT or sum(map(is_number, cells)) > MOST_NUMBERS:
        return 0
    for at in range(1, len(cells) - 1):
        word, around = normalize(cells[at]), (cells[at - 1], cells[at + 1])
        is_dash = word in DASHES and all(_is_side(cell, words) for cell in around)
        if (word in AGAINST or is_dash) and words.side(word) is None and not any(map(looks_like_number, around)):
            heads = [read_heading(cell, words) for cell in cells]
            if any(head.key and head.kind != "side" for head in heads):
                return 0  # headings: "Bidder, Bid, Us, x, Them"
            names = [head for head in heads if head.unknown or head.kind == "side"]
            end = len(cells) - at
            below = [row[-end] for row in rows if row is not cells and len(row) >= len(cells)]
            words_below = sum(cell in DASHES or not is_number(cell) for cell in below)  # "105 - 15" under "Us vs Them"
            in_rows = 2 * words_below > len(below)
            return 0 if in_rows or len(names) == len(words.sides) else at  # as many: a player is called V
    return 0


def _is_side(cell: str, words: Words) -> bool:
    return words.side(cell) is not None or len(split_names(cell)) == 2
