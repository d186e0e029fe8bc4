"""Read what a line or a row of a paper sheet says beyond a hand's numbers: penalties, reneges, sums in a sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from scorekeeper.rules.hand import Adjustment, Foul
from scorekeeper.rules.words import DASHES

from .sheet_cells import LONGEST_TEXT, MADE, Words, is_number, number_in
from .sheet_headings import normalize
from .sheet_lines import Cells, Heading
from .sheet_rows import CELLS_OF_POINTS, ON_PAPER, WITHOUT_WHOSE, Cell, Noted

Keyed = list[tuple[Heading, str]]
"""The cells of a line with their headings."""
EXTRA = re.compile(r"\b(?:penalt(?:y|ies)|fouls?|table[ -]talk|adjust(?:ed|ment)?s?|bonus)\b", re.IGNORECASE)
RENEGE = re.compile(r"\breneged?s?\b", re.IGNORECASE)
GAVE_UP = re.compile(r"\b(?:gave up|given up|conceded|thrown in)\b", re.IGNORECASE)
NUMBER = re.compile(rf"[{DASHES}(+]?\s?\d{{1,5}}\)?")
NUMBER_SAID = re.compile(
    rf"(?<![^{DASHES}\d()+])([^{DASHES}\d()+]*)"
    rf"(?<![{DASHES}(+])([{DASHES}(+]*(?:[0-9]{{1,3}}(?:,[0-9]{{3}})+|[0-9]{{1,7}})\)?)"
)
"""A number in a sentence with its owner: "Us 155"."""
OF_EXTRA = ("penalty", "fouls", "adjustment")
"""The kinds of columns of penalties and adjustments."""
ELSEWHERE = ("note", "reneged_by", "gave_up", *OF_EXTRA)
MOST_FOULS = 9
MOST_WORDS = 4
"""Words of a side's name in a sentence."""


class Extra(NamedTuple):
    """Penalties and adjustments, and cells that say something else of a hand; `beside` are the cells that the former
    are in, if those are a column's."""

    points: Noted = ()
    cells: tuple[Cell, ...] = ()
    beside: tuple[Cell, ...] = ()


class Extras:
    """Reads penalties and sums by the sheet's words for its sides."""

    def __init__(self, words: Words, headings: Sequence[Heading]) -> None:
        self.words, self.rules = words, words.rules
        self.columns = [heading for heading in headings if heading.kind in CELLS_OF_POINTS]
        self.width = len(headings)

    def read_line(self, keyed: Keyed, cells: Cells, text: str) -> Extra | None:
        """Read a penalty, an adjustment or a renege on its own line; None if the line is something else."""
        if len(text) > LONGEST_TEXT or text.rstrip().endswith("?"):
            return None
        alone = self._alone(keyed, cells)
        noted, rest = self.in_columns(alone)
        if alone and not any(cell.error for cell in rest):
            said = tuple(cell for cell in rest if "-" not in cell.key and cell.fact)
            return Extra(tuple(chain(*noted)), said, tuple(alone))
        here = " ".join(cell for head, cell in keyed if head.kind not in ELSEWHERE)
        word = EXTRA.search(text) or RENEGE.search(text)
        bid = any(head.key == "bid" and cell.isdigit() for head, cell in keyed)
        in_row = word and not EXTRA.search(here) and not RENEGE.search(here)
        if not word or (in_row and bid) or sum(map(is_number, cells)) > len(self.words.sides):
            return None
        plain = [(heading, EXTRA.sub("", cell).strip()) for heading, cell in keyed]
        found = {heading.place: number for heading, number in self._of_sides(plain, cells).items() if number}
        return self._read(text, found if self.whose(text) is None else {})

    def _alone(self, keyed: Keyed, cells: Cells) -> list[Cell]:
        """Return the penalties in a line's columns of penalties if it has nothing else but words for them."""
        own = [(head, cell) for head, cell in keyed if cell and head.kind in OF_EXTRA]
        others = [cell for head, cell in keyed if head.key != "number" and head.kind not in ELSEWHERE]
        words = all(not cell or EXTRA.search(cell) or self.words.side(cell) is not None for cell in others)
        numbers = any(re.search(r"\d", cell) for cell in (*others, *cells[self.width :]))
        return [self.words.read(head.key, head.text, cell) for head, cell in own] if words and not numbers else []

    def read_words(self, text: str) -> Extra | None:
        """Read the words after the cells of a row; None if they are a remark."""
        word = normalize(text.strip(" !.,()"))
        if text.rstrip().endswith("?") or len(text) > LONGEST_TEXT:
            return None
        if word in (*MADE, "set"):
            return Extra(cells=(Cell("made", "Made", text, ("made", word != "set")),))
        if GAVE_UP.search(text) and self.rules.may_concede:
            return Extra(cells=(Cell("gave_up", "Gave up", text, ("outcomes", {"outcome": "conceded"})),))
        return self._read(text, {})

    def in_columns(self, cells: Sequence[Cell]) -> tuple[list[Noted], list[Cell]]:
        """Return the penalties and adjustments in columns of their own, and the cells with what else they say."""
        of_sides: list[Foul | Adjustment] = []
        noted, rest = list[Noted](), list[Cell]()
        for cell in cells:
            if cell.key in ("fouls", "adjustment"):
                found, said = self._in_column(cell)
                noted += found
                rest += said
                continue
            if cell.kind in OF_EXTRA and cell.fact and "-" in cell.key:
                of_sides += self._penalties(cell.place, cell.fact[1], cell.kind == "adjustment")
            rest.append(cell)
        return [*([tuple(of_sides)] if of_sides else []), *noted], rest

    def _in_column(self, cell: Cell) -> tuple[list[Noted], list[Cell]]:
        """Read a cell of a column of penalties or adjustments that is of no side: "Them", "Them -40", "Us renege".

        A wrong discard that costs no penalty stays a fact of the hand (R19).
        """
        if cell.fact and cell.fact[0] == "adjustments":
            return [cell.fact[1]], [replace(cell, fact=())]
        if cell.fact and cell.fact[0] == "fouls":
            sets = self.rules.discard_rule == "set"
            free = tuple(foul for foul in cell.fact[1] if sets and foul.kind == "nest-discard")
            each = [(foul,) for foul in cell.fact[1] if foul not in free]
            return [*each], [replace(cell, fact=("fouls", free) if free else ())]
        if not cell.error or len(cell.text) > LONGEST_TEXT:
            return [], [cell]
        is_foul, has_number = cell.kind == "fouls", NUMBER.search(cell.text)
        said = self._read(f"{cell.text} {'penalty' if is_foul else 'adjustment'}", {})
        if said and (said.cells or has_number or (is_foul and self.rules.foul_penalty)):
            return [said.points] if said.points else [], [replace(cell, error=""), *said.cells]
        return [], [replace(cell, fact=WITHOUT_WHOSE, error="") if has_number and not said else cell]

    def whose(self, text: str) -> int | None:
        """Return the side that a sentence names, by several words if it can: "Team A"."""
        said = EXTRA.sub(" ", text)
        words = [*re.finditer(r"\w+", said)]
        ends = ((first, last) for at, first in enumerate(words) for last in reversed(words[at : at + MOST_WORDS]))
        phrases = (said[first.start() : last.end()] for first, last in ends if not first[0].isdigit())
        return next((place for phrase in phrases if (place := self.words.side(phrase)) is not None), None)

    def _read(self, text: str, found: dict[int, int]) -> Extra | None:
        place = self.whose(text)
        if RENEGE.search(text):
            who = None if place is None else self.words.sides[place][0]
            fact = ("outcomes", {"outcome": "renege", "reneged_by": who})
            return Extra(cells=(Cell("reneged_by", "Renege", text, fact),)) if self.rules.uses_reneges else None
        if not EXTRA.search(text):
            return None
        numbers = [number_in(number) for number in NUMBER.findall(text) if is_number(number)]
        if place is not None and not found:
            found = {place: numbers[0] if numbers else -self.rules.foul_penalty}
        is_adjustment = bool(re.search("adjust|bonus", text, re.IGNORECASE))
        points = [each for place, n in found.items() for each in self._penalties(place, n, is_adjustment)]
        return Extra(tuple(points)) if points else None

    def _penalties(self, place: int, number: int, is_adjustment: bool) -> list[Foul | Adjustment]:
        player, penalty = self.words.sides[place][0], self.rules.foul_penalty
        if is_adjustment:
            return [Adjustment(player, number, ON_PAPER)]
        lost = abs(number) if abs(number) > MOST_FOULS or not penalty else abs(number) * penalty
        if penalty and lost % penalty == 0 and lost // penalty <= MOST_FOULS:
            return [Foul(player, "table-talk")] * (lost // penalty)
        return [Adjustment(player, -lost, ON_PAPER)]

    # Sums

    def sums(self, what: re.Pattern[str], keyed: Keyed, cells: Cells, text: str) -> dict[Heading, int]:
        """Return the numbers of the sides in a line of totals, by heading."""
        found = self._of_sides(keyed, cells)
        return found if len(found) >= len(self.words.sides) else self.said(what, text) or found

    def _of_sides(self, keyed: Keyed, cells: Cells) -> dict[Heading, int]:
        """Return a line's numbers for the sides, by heading; its last ones if its cells are separate."""
        found = [(heading, cell) for heading, cell in keyed if heading in self.columns and is_number(cell)]
        numbers = [cell for cell in cells if is_number(cell)]
        if len(found) < len(numbers) == len(self.columns) and all(cells) and len(cells) < self.width:
            found = [*zip(self.columns, numbers, strict=True)]
        return {heading: number_in(cell) for heading, cell in found}

    def said(self, what: re.Pattern[str], text: str) -> dict[Heading, int]:
        """Return the sides' numbers in a sentence, by heading: "Final score: Us 155 Them -75", "155 -75 total"."""
        if len(text) > LONGEST_TEXT:
            return {}
        after = re.fullmatch(rf"(.*\d\)?)[\s,;:=]+({what.pattern})[.!]?", text, re.IGNORECASE)
        if after and "total" in after[2].casefold() and not self.words.is_name(after[2]):
            text = f"{after[2]} {after[1]}"
        found = re.match(rf"(?:{what.pattern})\b[\s:=]*", text, re.IGNORECASE)
        said = NUMBER_SAID.findall(text[found.end() :]) if found else []
        by_place = {heading.place: heading for heading in self.columns}
        places: list[int | None] = [self.words.side(who.strip(" ,:;=/")) for who, _ in said]
        if said and not re.search(r"\w", said[0][0]):
            places = [*by_place]
        each_once = {*places} == {*range(len(self.words.sides))} and len(said) == len(places) == len(by_place)
        if not each_once or not all(is_number(number) for _, number in said):
            return {}
        return {by_place[place or 0]: number_in(number) for place, (_, number) in zip(places, said, strict=True)}
