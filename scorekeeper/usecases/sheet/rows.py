"""The rows of a paper sheet: its hands with what each cell says, its penalties, its total rows and its start.

Competitors are identified by their place among those with a total; points are whole numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from scorekeeper.rules.hand import TRICKS, Adjustment, Foul, Side, side_with
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import penalty_of
from scorekeeper.usecases.names import normalize_name

from .cells import (
    A_NUMBER,
    DITTO,
    Cell,
    CellReader,
    Impossible,
    Unreadable,
    cut,
    is_dash,
    is_figure,
    is_number,
    number_in,
    whole,
)
from .columns import ASKS, BARE, NOT_USED, OF_EXTRA, OF_HAND, UNREAD, kind_of, place_of
from .grid import SITS_DOWN, Grid, Line
from .who import Who, plain

Figures = tuple[int | None, ...]
"""Points or totals of each competitor; None if not known."""
Noted = tuple[tuple[str, int, int], ...]
"""The penalties and adjustments of one line: which it is, whose, and the points, those of a penalty above zero."""
ON_PAPER = "on paper"
NO_HAND = "There was no hand."
OPPOSITE = "These two say the opposite."
NOT_SURE = "can be 0 or a set here. Write 0, or the number."
ONCE = ("bid", "bidders", "made", "partners", "outcomes", *TRICKS)
"""What a row says of its hand once, wherever it says it."""


@dataclass(slots=True)
class Row:
    """A hand or a misdeal as written; `own` are the penalties in its line, `below` those in lines under it.

    `readings` are its cells with each dash as 0 or as a set, where the row itself does not say which.
    """

    line: int
    cells: tuple[Cell, ...]
    outcome: Literal["played", "misdeal"] = "played"
    number: int | None = None
    own: Noted = ()
    below: list[Noted] = field(default_factory=list)
    readings: tuple[tuple[Cell, ...], ...] = ()

    @property
    def errors(self) -> tuple[Cell, ...]:
        """The cells that cannot be by themselves, or that contradict each other."""
        return tuple(cell for cell in self.cells if cell.error)

    @property
    def unread(self) -> tuple[Cell, ...]:
        """The cells that cannot be read."""
        return tuple(cell for cell in self.cells if cell.unread)

    def noted(self, *, whole: bool) -> list[Noted]:
        """Return what is noted of the hand: in lines under it, too, if `whole`."""
        return [each for each in (self.own, *(self.below if whole else ())) if each]

    def extra_in(
        self, owners: Sequence[Side], sides: Sequence[Side], rules: RuleSet
    ) -> tuple[list[Foul], list[Adjustment]]:
        """Return the fouls and adjustments of a hand with these sides.

        A foul falls on the whole side (R10): written once for each of its players, it still counts once.
        """
        fouls, adjustments = list[Foul](), list[Adjustment]()
        for noted in self.noted(whole=True):
            for side in sides:
                lost = [(points, -at) for kind, at, points in noted if kind == "penalty" and owners[at][0] in side]
                if lost:
                    points, at = max(lost)
                    fouls += [Foul(owners[-at][0], "table-talk")] * (points // rules.foul_penalty)
            adjustments += [Adjustment(owners[at][0], n, ON_PAPER) for kind, at, n in noted if kind == "adjustment"]
        return fouls, adjustments

    def extra_points(
        self, owners: Sequence[Side], sides: Sequence[Side], rules: RuleSet, *, whole: bool
    ) -> tuple[int, ...]:
        """Return what penalties and adjustments bring each competitor in a hand with these sides."""
        row = self if whole else replace(self, below=[])
        fouls, adjustments = row.extra_in(owners, sides, rules)
        return tuple(
            sum(each.points for each in adjustments if each.player in owner)
            - penalty_of(rules, side_with(sides, owner[0]), tuple(fouls))
            for owner in owners
        )


@dataclass(frozen=True, slots=True)
class Sums:
    """A total row: how many rows are above it, and its cells."""

    line: int
    above: int
    cells: tuple[Cell, ...]

    @property
    def unread(self) -> tuple[Cell, ...]:
        """The cells that cannot be read."""
        return tuple(cell for cell in self.cells if cell.unread)


@dataclass(slots=True)
class Rows:
    """Everything that a sheet says: its rows, its total rows, the totals that it begins with, and the cells of that
    line, and the words that are not understood."""

    rows: list[Row]
    sums: list[Sums]
    start: Figures
    start_cells: tuple[Cell, ...]
    strangers: list[str]


def read_rows(grid: Grid, rules: RuleSet) -> Rows:
    """Read a sheet whose columns and lines have a meaning."""
    return _Reader(grid, rules).read()


class _Reader:
    def __init__(self, grid: Grid, rules: RuleSet) -> None:
        self.who = grid.who(rules)
        self.reader = CellReader(self.who)
        self.who_of = dict(who_of(grid, self.who))
        self.lines = grid.in_use
        keys = [column.key for column in grid.settled().columns]
        self.columns = [*zip(keys, grid.headings(self.who), strict=True)]
        self.of_sides = (*OF_HAND, BARE.get(grid.reading, "points"))
        self.zeros = ("points", "took", "captured") if grid.blank_is_0 else ()
        self.above: dict[str, str] = {}

    def read(self) -> Rows:
        found = Rows([], [], (0,) * len(self.who.sides), (), self.reader.strangers)
        for line in self.lines:
            self.reader.who = self.who_of.get(line.number, self.who)
            if line.kind in ("hand", "misdeal"):
                found.rows.append(self._hand(line) if line.kind == "hand" else self._no_hand(line))
            elif line.kind in OF_EXTRA and found.rows:
                noted, wrong = self._extra(line)
                row = found.rows[-1]
                row.below.append(noted)
                row.cells = (*row.cells, *wrong)
                row.readings = tuple((*cells, *wrong) for cells in row.readings)
            elif line.kind == "total" or found.rows or found.start_cells:
                found.sums.append(Sums(line.number, len(found.rows), tuple(self._totals(line))))
            else:
                found.start_cells = tuple(self._totals(line))
                said = {cell.place: cell.value for cell in found.start_cells if cell.fact}
                is_open = any(cell.fact or cell.unread for cell in found.start_cells)
                found.start = tuple(said.get(place, None if is_open else 0) for place in range(len(self.who.sides)))
        return found

    def _is_of_side(self, key: str) -> bool:
        """Whether a column has what is on paper of a side, so that the totals are written there, too."""
        return place_of(key) >= 0 and kind_of(key) in self.of_sides

    def _filled(self, line: Line) -> Iterator[tuple[str, str, str]]:
        """Yield each cell that is not blank, with its column's key and heading, of columns that are used."""
        blanks = [""] * len(self.columns)
        for (key, heading), cell in zip(self.columns, (*line.cells, *blanks), strict=False):
            is_0 = line.kind == "hand" and kind_of(key) in self.zeros and place_of(key) >= 0
            text = cell or "0" * is_0
            if text and key not in (NOT_USED, ASKS):
                yield key, heading, text

    # Hands

    def _hand(self, line: Line) -> Row:
        written = [
            (key, heading, self.above.get(key, text) if text in DITTO else text)
            for key, heading, text in self._filled(line)
        ]
        self.above = {key: text for key, _, text in written}
        cells = [cell for each in written for cell in self.reader.read(*each)]
        if any(cell.about == "after" for cell in cells):
            return self._no_hand(line)
        cells = _agreeing([*_with_marks(_agreeing([*_one_bid(cells, self.who)]), self.who)])
        readings = tuple(_with_dashes(cells, self.who))
        cells = [
            replace(cell, fact=(), unread=f"“{cell.text}” {NOT_SURE}") if cell.about == "dash" else cell
            for cell in cells
        ]
        return replace(_row(line, cells), readings=readings)

    def _no_hand(self, line: Line) -> Row:
        """Read a misdeal or passed-out deal: it can have a number and penalties (R12), but no points."""
        cells = []
        for key, heading, text in self._filled(line):
            if kind_of(key) in (*OF_HAND, *OF_EXTRA, "number"):
                cells += self.reader.read(key, heading, text)
            elif key not in UNREAD and is_number(text) and number_in(text):
                cells.append(Cell(key, heading, text, (), f"{heading} {text}: a misdeal has none."))
        errors = {"set": NO_HAND, "dash": ""}
        cells = [replace(cell, fact=(), error=errors[cell.about]) if cell.about in errors else cell for cell in cells]
        return _row(line, cells, "misdeal")

    # Other lines

    def _extra(self, line: Line) -> tuple[Noted, list[Cell]]:
        """Return what a line of a penalty or an adjustment takes or gives, and its cells that cannot be so."""
        noted, wrong, whose = list[tuple[str, int, int]](), list[Cell](), None
        words = [text for text in line.cells if text and not is_number(text)]
        if words:
            whose = self.who.side(plain(" ".join(words)).removeprefix(line.kind).removesuffix(line.kind))
        for key, heading, text in self._filled(line):
            place = place_of(key)
            is_of_side = self._is_of_side(key) or kind_of(key) in OF_EXTRA
            if key in ("number", "note") or is_dash(text) or not (is_number(text) or (is_of_side and is_figure(text))):
                continue
            try:
                if not is_of_side:
                    raise Impossible(f"{text}: write the {line.kind} under one of the sides.")
                if whose not in (None, place):
                    raise Impossible(f"{text}: the line names one side, and the {line.kind} is under another.")
                worth = self.reader.penalty(text) if line.kind == "penalty" else whole(text)
                noted.append((line.kind, place, worth))
            except Impossible as impossible:
                wrong.append(Cell(key, heading, text, error=str(impossible)))
            except Unreadable as unreadable:
                wrong.append(Cell(f"{line.kind}-{place}", heading, text, unread=str(unreadable)))
        if not noted and not wrong:
            why = f"The {line.kind} has no points. Write them under the side that it is for."
            wrong.append(Cell("line", line.kind.capitalize(), line.text, (), why))
        return tuple(noted), wrong

    def _totals(self, line: Line) -> Iterator[Cell]:
        """Yield the cells of a line of totals; a number that is under no side cannot be.

        As many numbers as there are sides, one beside the other, are theirs in their order.
        """
        filled = [*self._filled(line)]
        figures = [each for each in filled if is_figure(each[2]) and each[0] not in ("number", "note")]
        keys = [key for key, _ in self.columns]
        at = [keys.index(key) for key, _, _ in figures]
        is_run = len(figures) == len(self.who.sides) and at == [*range(at[0], at[0] + len(at))]
        if is_run and not all(self._is_of_side(key) for key, _, _ in figures):
            filled = [(f"total-{at}", self.who.label(at), text) for at, (_, _, text) in enumerate(figures)]
        for key, heading, text in filled:
            if self._is_of_side(key):
                yield from self.reader.read(f"total-{place_of(key)}", heading, text)
            elif is_number(text) and key not in ("number", "note"):
                yield Cell(key, heading, text, error=f"{text} is not in the column of a side.")


def _row(line: Line, cells: Sequence[Cell], outcome: Literal["played", "misdeal"] = "played") -> Row:
    number = next((cell.value for cell in cells if cell.about == "number"), None)
    own = tuple((cell.kind, cell.place, cell.value) for cell in cells if cell.kind in OF_EXTRA and cell.fact)
    return Row(line.number, tuple(cells), outcome, number, own)


def who_of(grid: Grid, who: Who) -> Iterator[tuple[int, Who]]:
    """Yield who is meant in each line above one in which somebody sits down for somebody: it names who sat there."""
    names, heads, table, left = list(who.names), list(who.heads), who, dict[str, str]()
    for line in reversed(grid.lines):
        if sits := SITS_DOWN.fullmatch(line.text):
            left[normalize_name(sits[1])] = normalize_name(sits[2])  # two can change chairs at once
            names_now, heads_now = ([left.get(each, each) for each in those] for those in (names, heads))
            table = Who(who.rules, names_now, heads_now, grid.said)
        elif table is not who:
            names, heads, left = list(table.names), list(table.heads), {}
            yield line.number, table


def _one_bid(cells: Sequence[Cell], who: Who) -> Iterator[Cell]:
    """Yield the cells with the highest of what the sides bid as the bid, and its side as the bidder."""
    bids = [cell.value for cell in cells if cell.about == "bid_by"]
    for cell in cells:
        if cell.about != "bid_by":
            yield cell
        elif cell.value < max(bids):
            yield replace(cell, fact=())
        elif bids.count(max(bids)) > 1:
            yield replace(cell, fact=(), error="Only one side has the bid.")
        else:
            yield replace(cell, key="bid", fact=("bid", cell.value))
            yield Cell("bidder", "Bidder", who.label(cell.place), ("bidders", frozenset(who.sides[cell.place])))


def _agreeing(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells; those that say the opposite of one another are mistakes."""
    by_name: dict[str, list[Any]] = {}
    for cell in cells:
        if cell.fact and cell.about in ONCE:
            by_name.setdefault(cell.about, []).append(cell.value)
    wrong = {name for name, values in by_name.items() if not _agree(name, values)}
    return [replace(cell, fact=(), error=OPPOSITE) if cell.fact and cell.about in wrong else cell for cell in cells]


def _agree(name: str, values: Sequence[Any]) -> bool:
    if name == "bidders":
        return bool(frozenset.intersection(*values))
    if name == "outcomes":
        return all(len({value[key] for value in values if key in value}) < 2 for key in ("outcome", "reneged_by"))
    return all(value == values[0] for value in values)


def _with_marks(cells: Sequence[Cell], who: Who) -> Iterator[Cell]:
    """Yield the cells with what "set" or a dash alone under a side is worth.

    Under the bidding side that is the bid below zero; a dash under another is 0. It is left open where the row does not
    say who bid, or not who was with them.
    """
    bidders = frozenset.intersection(*found) if (found := [c.value for c in cells if c.about == "bidders"]) else None
    forms = who.rules.sides in ("called_partner", "rotating_partners")
    for cell in cells:
        side = frozenset(who.sides[cell.place])
        is_bidding = None if bidders is None or (forms and not bidders & side) else bool(bidders & side)
        if cell.about == "dash" and (is_bidding is False or who.rules.set_rule == "none"):
            yield replace(cell, fact=("points", 0))
        elif cell.about == "set" and is_bidding is False:
            yield replace(cell, fact=(), unread=f"“{cut(cell.text)}” doesn’t belong here. {A_NUMBER}")
        elif cell.about == "set" or (cell.about == "dash" and is_bidding):
            yield from _set(cell, cells, who.rules, side if bidders is None else frozenset())
        else:
            yield cell


def _set(cell: Cell, cells: Sequence[Cell], rules: RuleSet, bidders: frozenset[int]) -> Iterator[Cell]:
    """Yield what a set under a side says: its points, or without a bid that one of these bid and did not make it."""
    bid = next((each.value for each in cells if each.about == "bid"), None)
    if bid is not None and rules.set_rule == "minus_bid":
        yield replace(cell, fact=("points", -bid))
        return
    yield replace(cell, key="made", fact=("made", False))
    if bidders:
        yield replace(cell, key="bidder", fact=("bidders", bidders))


def _with_dashes(cells: Sequence[Cell], who: Who) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells with every dash that is left open as 0, and then with those of a side as a set."""
    dashes = [cell for cell in cells if cell.about == "dash"]
    forms = who.rules.sides in ("called_partner", "rotating_partners")
    for count in range(2 + forms if dashes else 0):
        for chosen in combinations(dashes, count):
            told = any(cell.about == "bidders" for cell in cells)
            bidders = frozenset(player for cell in chosen for player in who.sides[cell.place] if not told)
            found = list[Cell]()
            for cell in cells:
                of_cell = _set(cell, cells, who.rules, bidders) if cell in chosen else [cell]
                found += [replace(cell, fact=("points", 0))] if cell in dashes and cell not in chosen else of_cell
            yield tuple(found)
