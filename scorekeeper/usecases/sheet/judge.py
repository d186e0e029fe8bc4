"""Judge the rows of a paper sheet, each by the cheapest explanation of what is written.

An explanation costs nothing if an ordinary hand fits; then come one thing that the sheet does not show, one changed
cell of points, another changed cell, and all points. Competitors are identified by their place among those with a
total.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Deal, Hand, side_with, sides_at_table
from scorekeeper.rules.hand_search import Fit, HandSearch
from scorekeeper.rules.hand_ways import RowFacts, TooManyHands
from scorekeeper.rules.scoring import score_hand

from .cells import Cell
from .columns import OF_EXTRA, OF_HAND
from .facts import RowSearch
from .rows import Figures, Row
from .sentences import Sentences
from .verdict import Mistake, RowVerdict, plus

MOST_ALTERNATIVES, MOST_MISSING, MOST_VALUES = 3, 100, 2
CELLS_OF_BID = ("bid", "bidder")
OF_OTHER_HANDS = ("renege", "result", "discard")
"""The cells that say that a hand was no ordinary one."""
SAYS_NOTHING = ("penalty", "adjustment", "last", "number")
Changes = list[tuple[Mistake, tuple[Fit, ...]]]


class Judge:
    """Judges rows in order; `labels` are the competitors' names, `start` the totals that the sheet begins with.

    `missing` are the numbers of missing hands with their points, `repeated` those written twice; `over_after` is the
    place of the hand that ended the game. `standing` is None if it is not certain.
    """

    def __init__(
        self, search: HandSearch, standing: Standing, labels: Sequence[str], start: Figures, penalties_in: bool
    ) -> None:
        self.search, self.rules = search, search.rules
        self.sides = search.competitors
        self.row_search = RowSearch(search, penalties_in)
        self.say = Sentences(self.rules, self.sides, labels)
        self.table = standing.table
        self.standing: Standing | None = None if None in start else standing
        self.unknown: Figures = (None,) * len(self.sides)
        self.start = start
        self.rights: list[Figures] = [start]
        self.written: Figures = start
        self.certain = True
        self.rows: list[RowVerdict] = []
        self.missing: dict[int, Figures | None] = {}
        self.repeated: dict[int, None] = {}
        self.numbers: dict[int, bool] = {}
        self.over_after: int | None = None

    def judge(self, rows: Sequence[Row]) -> None:
        """Judge the rows."""
        hands = 0
        for row in rows:
            hands += row.outcome == "played"
            verdict = self._row(row, hands if row.outcome == "played" else None, self._gap(row))
            verdict = replace(verdict, after_end=self.over_after is not None and verdict.place is not None)
            self.rows.append(verdict)
            if self.over_after is None and self.standing and self.standing.end:
                self.over_after = verdict.place

    @property
    def totals(self) -> tuple[int, ...] | None:
        """The totals after the last row, None if they are not certain."""
        totals = tuple(total for total in self.rights[0] if total is not None)
        return totals if self.certain and len(self.rights) == 1 and len(totals) == len(self.sides) else None

    def _gap(self, row: Row) -> list[int]:
        """Return the numbers of the missing hands before a row."""
        if row.number is None:
            return []
        last = next(reversed(self.numbers), row.number)
        gap = list(range(last + 1, row.number))[: max(0, MOST_MISSING - len(self.missing))]
        if row.outcome == "played" and self.numbers.get(row.number):
            self.repeated[row.number] = None
        self.numbers[row.number] = self.numbers.pop(row.number, False) or row.outcome == "played"
        self.missing |= dict.fromkeys(gap)
        return gap

    def _row(self, row: Row, place: int | None, gap: Sequence[int]) -> RowVerdict:
        before, standing, missed = self.rights[0], self.standing, self.table.deal()
        if gap:
            for _ in gap:
                self.table = self.table.after(self.table.deal(), Hand())
            self.rights, self.written, self.standing = [self.unknown], self.unknown, None
        deal = self.table.deal()
        try:
            found = self._read(row, deal)
            if len(gap) == 1 and self.certain:
                found = self._bridge(found, before, missed, gap[0], standing)
        except TooManyHands:
            found = RowVerdict(row, "unread", self.rights[0], (self.unknown,))
        row = found.row
        if row.errors:
            mistakes = found.mistakes if found.verdict == "wrong" else ()
            found = replace(
                found, verdict="wrong", errors=row.errors, mistakes=mistakes, others=(), only_if=(), fits=()
            )
        elif row.unread and found.verdict != "wrong":
            found = replace(found, verdict="unread", mistakes=(), others=(), only_if=(), fits=())
        return self._settle(replace(found, place=place), deal)

    def _read(self, row: Row, deal: Deal) -> RowVerdict:
        """Explain a row; a dash that is left open is what makes an ordinary hand fit, if that is one thing."""
        readings = [replace(row, cells=cells) for cells in row.readings]
        found = [self._without_unread(each, deal) for each in readings]
        right = [each for each in found if each.verdict == "right"]
        if len(right) == 1:
            return right[0]
        alone = self._without_unread(row, deal)
        if right or not found or alone.verdict == "wrong":
            return alone
        return min(found, key=lambda each: each.verdict == "wrong")

    def _without_unread(self, row: Row, deal: Deal) -> RowVerdict:
        """Explain a row without the cells that cannot be read, nor the points that depend on what these say."""
        kinds = {cell.kind for cell in row.unread}
        open_ = ("total", *["points"] * self.row_search.penalties_in) if kinds & {*OF_EXTRA} else ()
        open_ = OF_HAND if kinds & {*OF_OTHER_HANDS} else open_
        cells = tuple(replace(cell, fact=()) if cell.kind in open_ else cell for cell in row.cells)
        return replace(self._explain(replace(row, cells=cells), deal), row=row)

    def _explain(self, row: Row, deal: Deal) -> RowVerdict:
        """Return the cheapest explanation; of two that cost the same, the one after the totals as written."""
        bases = [*dict.fromkeys([self.written, *self.rights])]
        sure, unsure = (partial(self._one_cell, certain=certain) for certain in (True, False))
        for explain in (self._as_written, self._assuming, sure, unsure, self._other_cell):
            for base in bases:
                found = explain(row, deal, base)
                if found:
                    return found
        return self._all_points(row, deal, bases[0])

    def _as_written(self, row: Row, deal: Deal, base: Figures) -> RowVerdict | None:
        """Explain a row by a hand that it may be; an impossible bid is a mistake and left out."""
        broken = {cell.key: why for cell in row.cells if (why := self.say.impossible(cell))}
        fits = self.row_search.fits(row, deal, base, broken)
        if not fits:
            return None
        mistakes = tuple(self._mistake(row, cell, base, fits) for cell in row.cells if cell.key in broken)
        points = self.row_search.common(row, fits)
        why = next(iter(broken.values()), "")
        return RowVerdict(row, "wrong" if broken else "right", base, (points,), fits, mistakes, why=why)

    def _assuming(self, row: Row, deal: Deal, base: Figures) -> RowVerdict | None:
        fits = self.row_search.assuming(row, deal, base)
        if not fits:
            return None
        only_if = tuple(self.say.assumption(fit.assumed) for fit in fits if fit.assumed)
        changes = self._changes(row, deal, base, OF_HAND)
        changes = [each for each in changes if each[0].right is not None] or changes
        mistakes = tuple(mistake for mistake, _ in changes)
        otherwise = self.row_search.common(row, changes[0][1]) if len(changes) == 1 else ()
        points, others = self.row_search.common(row, fits), self._others(row, deal, base)
        found = RowVerdict(row, "only-if", base, (points,), fits, mistakes, others, only_if)
        return replace(found, otherwise=() if None in otherwise else otherwise)

    def _one_cell(self, row: Row, deal: Deal, base: Figures, certain: bool) -> RowVerdict | None:
        """Explain a row by a cell of points, with one possible value if `certain`; two such cells are an either-or."""
        changes = self._changes(row, deal, base, OF_HAND)
        cells = [each for each in changes if (each[0].right is not None) == certain]
        if not cells:
            return None
        mistakes, others = tuple(mistake for mistake, _ in cells), self._others(row, deal, base)
        if not certain:
            return self._unsure(row, deal, base, mistakes, others)
        ways = tuple(dict.fromkeys(self.row_search.common(row, fits) for _, fits in cells))
        fits = cells[0][1] if len(cells) == 1 else ()
        return RowVerdict(row, "wrong", base, ways, fits, mistakes, others)

    def _other_cell(self, row: Row, deal: Deal, base: Figures) -> RowVerdict | None:
        """Explain a row by a bid, a bidder or a count that is not as written."""
        others = self._others(row, deal, base)
        kinds = {cell.kind for cell in row.cells} - {*OF_HAND, *CELLS_OF_BID}
        cells = tuple(mistake for mistake, _ in self._changes(row, deal, base, kinds))
        return self._unsure(row, deal, base, cells, others) if cells or others else None

    def _all_points(self, row: Row, deal: Deal, base: Figures) -> RowVerdict:
        cells = [cell for cell in row.cells if self._impossible(cell, base)]
        cells = cells or [cell for cell in row.cells if cell.kind in OF_HAND and cell.fact]
        cells = cells or [cell for cell in row.cells if cell.fact and cell.kind not in SAYS_NOTHING]
        mistakes = tuple(map(Mistake.of, cells))
        return self._unsure(row, deal, base, mistakes, ())

    def _unsure(
        self, row: Row, deal: Deal, base: Figures, mistakes: tuple[Mistake, ...], others: tuple[Mistake, ...]
    ) -> RowVerdict:
        """Explain a row by mistakes without a certain value."""
        blamed = [cell for cell in row.cells if cell.key in {mistake.key for mistake in mistakes}]
        points = self._points_after(row, base)
        bidders: frozenset[int] = next((cell.value for cell in row.cells if cell.about == "bidders"), frozenset())
        why = next(filter(None, (self._impossible(cell, base) for cell in blamed)), "")
        if not why:
            only_made = {cell.about for cell in blamed if cell.fact} == {"made"}
            why = "the other cells say the opposite." if only_made else self.say.why(points, bidders)
        places = {cell.place for cell in blamed if cell.kind in OF_HAND}
        noted = self.row_search.has(row, sides_at_table(self.rules, deal), "whole")
        points = tuple(
            None if at in places or not places or worth is None or noted[at] else worth
            for at, worth in enumerate(points)
        )
        return RowVerdict(row, "wrong", base, (points,), (), mistakes, others, why=why)

    @staticmethod
    def _points_after(row: Row, base: Figures) -> Figures:
        """Return each competitor's points as written, after these totals."""
        points: list[int | None] = [None] * len(base)
        for cell in row.cells:
            if cell.kind in OF_HAND and points[cell.place] is None:
                points[cell.place] = _worth(cell, base)
        return tuple(points)

    def _impossible(self, cell: Cell, base: Figures) -> str:
        points = cell.says if cell.kind in ("captured", "took") else _worth(cell, base)
        return self.say.impossible(cell) or self.say.uneven(points)

    def _bridge(
        self, found: RowVerdict, before: Figures, missed: Deal, number: int, standing: Standing | None
    ) -> RowVerdict:
        """Find what the only missing hand brought, if running totals before and after it say so."""
        totals = [cell for cell in found.row.cells if cell.kind == "total" and cell.fact]
        if None in before or len({cell.place for cell in totals}) < len(self.sides) or found.verdict != "right":
            return found
        after = {cell.place: cell.value for cell in totals if cell.fact}
        pairs = []
        for fit in found.fits:
            here = self.row_search.points(found.row, fit, "total")
            rest = tuple(after[at] - (before[at] or 0) - worth for at, worth in enumerate(here))
            points = tuple((side[0], worth) for side, worth in zip(self.sides, rest, strict=True))
            if hands := self.search.fits(missed, RowFacts(points=points)):
                pairs.append((fit, rest, hands))
        if not pairs:
            wrong = tuple(map(Mistake.of, totals))
            return replace(found, verdict="wrong", mistakes=wrong, why="these totals fit no two hands.", fits=())
        if len({rest for _, rest, _ in pairs}) == 1:
            self.missing[number], self.standing = pairs[0][1], standing
            self._book(missed, pairs[0][2])
        fits = tuple(fit for fit, _, _ in pairs)
        base = tuple(total + worth for total, worth in zip(before, pairs[0][1], strict=True) if total is not None)
        return replace(found, base=base, fits=fits, ways=(self.row_search.common(found.row, fits),))

    # One cell changed

    def _changes(self, row: Row, deal: Deal, base: Figures, kinds: Iterable[str]) -> Changes:
        """Return the cells of these kinds whose change alone makes an ordinary hand fit, and these hands."""
        found: dict[str, tuple[Mistake, tuple[Fit, ...]]] = {}
        for cell in row.cells:
            may_be = cell.fact and cell.kind in kinds and cell.kind not in SAYS_NOTHING and cell.key not in found
            if may_be and (fits := self.row_search.fits(row, deal, base, (cell.key,))):
                found[cell.key] = (self._mistake(row, cell, base, fits), fits)
        return [*found.values()]

    def _others(self, row: Row, deal: Deal, base: Figures) -> tuple[Mistake, ...]:
        return tuple(mistake for mistake, _ in self._changes(row, deal, base, CELLS_OF_BID))

    def _mistake(self, row: Row, cell: Cell, base: Figures, fits: Sequence[Fit]) -> Mistake:
        values = list[int | str | None]()
        for fit in fits:
            value = self._reads(row, cell, base, fit)
            values += [value] if value not in values else []
            if len(values) > MOST_VALUES:
                break
        either = tuple(sorted(value for value in values if value is not None)) if len(values) == 2 else ()
        return Mistake.of(cell, values[0] if len(values) == 1 else None, either)

    def _reads(self, row: Row, cell: Cell, base: Figures, fit: Fit) -> int | str | None:
        """Return what a cell should say of this hand."""
        if cell.kind in OF_HAND:
            points = self.row_search.points(row, fit, cell.kind)[cell.place]
            if cell.kind == "points":
                return points
            before = base[cell.place] if self.rights[0][cell.place] is None else self.rights[0][cell.place]
            return None if before is None else before + points
        if cell.kind == "bidder":
            seated = self.rules.sides in ("partnerships", "rotating_partners")
            return self.say.side(fit.bidding_side) if seated else self.say.competitor(fit.bidder)
        if cell.kind == "bid":
            return fit.bid
        if cell.kind in ("captured", "took") and cell.fact and cell.about != "made":
            who = cell.value[0]
            sides = {"bidding": fit.bidding_side, "others": next(s for s in fit.sides if s != fit.bidding_side)}
            side = sides[who] if isinstance(who, str) else side_with(fit.sides, who)
            worth = fit.hand.captured.get(side[0]) if side else None
            return None if worth == cell.says else worth  # with the points of its tricks it may be another
        taker = fit.hand.taker(cell.kind) if cell.kind in self.rules.trick_points else None
        return self.say.competitor(taker) if isinstance(taker, int) else None

    # The totals

    def _settle(self, found: RowVerdict, deal: Deal) -> RowVerdict:
        """Return the whole verdict, and go on to the next row with the totals after each possible hand."""
        row, base, fits = found.row, found.base, found.fits
        totals = [cell for cell in row.cells if cell.kind == "total" and cell.fact]
        off = [right is not None and right != before for right, before in zip(self.rights[0], base, strict=True)]
        as_written = found.verdict in ("right", "only-if")
        if base in self.rights and as_written:
            self.rights = [base]
        of_points = all(mistake.kind in OF_HAND for mistake in found.mistakes)
        known = frozenset(cell.kind for cell in row.cells if cell.fact)
        verdict = replace(
            found,
            follows=self.say.follows(known, fits, deal) if len(found.ways) == 1 and of_points else "",
            partners=self.say.partners(deal) if found.place else "",
            carried=as_written and any(off[cell.place] for cell in totals),
            vague=as_written and any(base[cell.place] is None for cell in totals),
        )
        self._move(verdict, totals, deal)
        if verdict.vague:
            verdict = replace(verdict, verdict="unread", only_if=(), mistakes=(), others=(), follows="")
        if verdict.sure:
            self._book(deal, fits, row)
        elif self.standing and not self.standing.end:
            self.standing = None
        self.table = self.table.after(deal, Hand(outcome=row.outcome))
        return replace(verdict, totals=self.rights[0] if self.certain else None)

    def _move(self, verdict: RowVerdict, totals: Sequence[Cell], deal: Deal) -> None:
        row, search = verdict.row, self.row_search
        ways = [verdict.ways[0]] if verdict.errors else verdict.ways
        self.rights = [*dict.fromkeys(plus(right, way) for right in self.rights for way in ways)][:MOST_ALTERNATIVES]
        sides = verdict.fits[0].sides if verdict.fits else sides_at_table(self.rules, deal)
        later = [
            all_ - here
            for all_, here in zip(search.has(row, sides, "whole"), search.has(row, sides, "total"), strict=True)
        ]
        said = {cell.place: cell.value + later[cell.place] for cell in totals if cell.fact}
        after = plus(verdict.base, ways[0])
        self.written = tuple(said.get(at, worth) for at, worth in enumerate(after))
        if row.unread:
            extra = any(cell.kind in OF_EXTRA for cell in row.unread)
            lost = {at for at in range(len(self.sides)) if extra or any(cell.place == at for cell in row.unread)}
            self.rights = [tuple(None if at in lost else n for at, n in enumerate(right)) for right in self.rights]
        if verdict.verdict == "wrong":
            self.certain &= verdict.sure
        elif verdict.verdict == "unread":
            self.certain = False
        else:  # what the rows above leave open, running totals decide
            self.rights = [
                tuple(w if r is None else r for r, w in zip(right, self.written, strict=True)) for right in self.rights
            ]

    def _book(self, deal: Deal, fits: Sequence[Fit], row: Row | None = None) -> None:
        """Go on with this hand, if the end of the game is the same for all possible hands."""
        standing = self.standing
        if standing is None or standing.end:
            return
        standing = standing._replace(table=self.table._replace(hands_scored=deal.number - 1))
        after = {}
        for fit in _deciding(fits):
            hand = self.with_extra(row, fit) if row else fit.hand
            moved = standing.after(deal, hand, score_hand(self.rules, deal, hand) if hand.scored else None)
            after[moved.end, moved.tied, moved.totals] = moved
        self.standing = after.popitem()[1] if len(after) == 1 else None

    def with_extra(self, row: Row, fit: Fit) -> Hand:
        """Return a hand with the penalties and adjustments that are noted of its row."""
        hand, (fouls, adjustments) = fit.hand, row.extra_in(self.sides, fit.sides, self.rules)
        return replace(hand, fouls=(*hand.fouls, *fouls), adjustments=(*hand.adjustments, *adjustments))


def _worth(cell: Cell, base: Figures) -> int | None:
    """Return the points for the hand in a cell of points, or of totals after these; None if not known."""
    if cell.kind not in OF_HAND or not cell.fact:
        return None
    before = base[cell.place] if cell.kind == "total" else 0
    return None if before is None else cell.value - before


def _deciding(fits: Sequence[Fit]) -> Iterator[Fit]:
    """Yield each bidding side's hands with the lowest and the highest bid: they decide an end (R18, R28)."""
    for side in {fit.bidding_side for fit in fits}:
        of_side = [fit for fit in fits if fit.bidding_side == side]
        yield min(of_side, key=lambda fit: fit.bid)
        yield max(of_side, key=lambda fit: fit.bid)
