"""The hands that fit a row of a paper sheet, by what its cells say and where its penalties count."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from typing import Any

from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import Deal, Hand, Side, sides_at_table, sides_of
from scorekeeper.rules.hand_search import Fit, HandSearch
from scorekeeper.rules.hand_ways import RowFacts

from .sheet_rows import CELLS_OF_POINTS, WITHOUT_WHOSE, Counted, Figures, Row, plus


class RowSearch:
    """Finds the hands that fit rows; `counted` is where what a row notes counts, `base` are the totals before it."""

    def __init__(self, search: HandSearch) -> None:
        self.search, self.rules, self.sides = search, search.rules, search.competitors
        self._later: dict[int, bool] = {}

    def fits(self, row: Row, deal: Deal, base: Figures, counted: Counted, without: Iterable[str]) -> tuple[Fit, ...]:
        """Return the hands that fit a row without these cells; raises TooManyHands."""
        facts = self.facts(row, deal, base, counted, without)
        fits = self.search.fits(deal, facts) if facts else ()
        return self._scored(row, deal, facts, fits) if facts and counted == "as score" else fits

    def _scored(self, row: Row, deal: Deal, facts: RowFacts, fits: Iterable[Fit]) -> tuple[Fit, ...]:
        """Return those hands, if any, or else those with a renege or the like, whose score is what the row notes."""
        kinds = self.search.other_kinds if facts.outcome == "played" else ()
        others = chain(*(self.search.fits(deal, facts, kind) for kind in kinds))
        is_score = partial(row.is_score, self.sides, self.rules)
        found = [*filter(is_score, fits)] or filter(is_score, others)
        return tuple(fit._replace(assumed=None) for fit in found)

    def facts(
        self, row: Row, deal: Deal, base: Figures, counted: Counted, without: Iterable[str] = ()
    ) -> RowFacts | None:
        """Return the facts of a row without these cells; None if they contradict each other."""
        seen: dict[str, Any] = {"captured": (), "took": (), "outcome": row.outcome}
        cells = [cell for cell in row.cells if cell.fact and cell.key not in without]
        for cell in cells:
            if cell.kind in ("penalty", "adjustment", *CELLS_OF_POINTS) or cell.fact == WITHOUT_WHOSE:
                continue
            name, value = cell.fact  # type: ignore[misc]  # filtered above
            if name in ("captured", "took"):
                seen[name] = (*seen[name], value)
            elif name == "bid_by":
                seen = {"bidders": frozenset(self.sides[cell.place])} | seen | {"bid": value}
            else:
                seen |= value if name == "outcomes" else {name: value}
        facts, points = RowFacts(**seen), dict[int, int]()
        sides = self._sides_said(facts, deal)
        in_totals = row.in_totals(counted, self.sides, sides, self.rules)
        for cell in cells:
            worth = cell.points_after(base)
            if worth is not None:
                worth -= in_totals[cell.place] if cell.kind == "total" else 0
                if points.setdefault(self.sides[cell.place][0], worth) != worth:
                    return None
        facts = replace(facts, points=tuple(points.items()))
        return row.add_extra(facts, sides) if counted == "in all" else facts

    def _sides_said(self, facts: RowFacts, deal: Deal) -> tuple[Side, ...]:
        """Return the sides as far as the row says them."""
        (bidder, *others), partners = facts.bidders or (None,), facts.partners
        if others or bidder is None or (self.rules.sides == "called_partner" and partners is None):
            return sides_at_table(self.rules, deal)
        return sides_of(self.rules, deal, bidder, partners)

    def common(self, fits: Iterable[Fit]) -> Figures:
        """Return the points of each competitor that are the same in all these hands."""
        each = [*zip(*{fit.points for fit in fits}, strict=True)]
        return tuple(each[side[0]][0] if len({*each[side[0]]}) == 1 else None for side in self.sides)

    def counts_later(self, rows: Sequence[Row], table: Table) -> bool:
        """Whether the totals of the first of these rows are from before its penalty: the next totals have it, and fit
        only so. A line of totals only repeats the last ones.

        Where the next row has a penalty, too, its totals say nothing until it is known whether they have that.
        """
        run = list[tuple[Row, Deal]]()
        for row in rows:
            run.append((row, table.deal()))
            if "on top" in row.countings or row.line in self._later:
                break
            table = table.after(table.deal(), Hand(outcome=row.outcome))
        self._later.setdefault(run[-1][0].line, False)
        for (row, deal), (after, its_deal) in reversed([*pairwise(run)]):
            self._later[row.line] = self._is_added_below(row, deal, after, its_deal)
        return self._later[rows[0].line]

    def _is_added_below(self, row: Row, deal: Deal, after: Row, its_deal: Deal) -> bool:
        if row.number is not None and after.number not in (None, row.number + 1):
            return False
        without = row.totals_in((None,) * len(self.sides))
        added = row.extra_points(self.sides, sides_at_table(self.rules, deal), self.rules)
        if any(worth and total is None for worth, total in zip(added, without, strict=True)):
            return False
        countings: Sequence[Counted] = ("on top",) if self._later[after.line] else after.countings
        fits_after = (
            any(self.fits(after, its_deal, base, counted, ()) for counted in countings)
            for base in (plus(without, added), without)
        )
        return [*fits_after] == [True, False]
