"""The hands that fit a row of a paper sheet, by what its cells say and where its penalties count."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.rules.hand import Deal, Foul, Side, sides_at_table
from scorekeeper.rules.hand_search import Assumed, Fit, HandSearch
from scorekeeper.rules.hand_ways import RowFacts

from .cells import Cell
from .columns import OF_HAND
from .rows import Figures, Row


class RowSearch:
    """Finds the hands that fit rows.

    What a hand scored is found without penalties and adjustments. A row's total includes those noted in the row itself;
    its points include them only with `penalties_in`.
    """

    def __init__(self, search: HandSearch, penalties_in: bool) -> None:
        self.search, self.rules, self.sides = search, search.rules, search.competitors
        self.penalties_in = penalties_in

    def fits(self, row: Row, deal: Deal, base: Figures, without: Collection[str] = ()) -> tuple[Fit, ...]:
        """Return the hands that fit a row without these cells, after these totals; raises TooManyHands."""
        asked = self._asked(row, deal, base, without)
        return tuple(fit for facts in asked for fit in self.search.fits(deal, facts))

    def assuming(self, row: Row, deal: Deal, base: Figures) -> tuple[Fit, ...]:
        """Return one hand for each single thing that the sheet does not show; raises TooManyHands."""
        found: dict[Assumed | None, Fit] = {}
        for facts in self._asked(row, deal, base, ()):
            for fit in self.search.assuming(deal, facts):
                found.setdefault(fit.assumed, fit)
        return tuple(found.values())

    def _asked(self, row: Row, deal: Deal, base: Figures, without: Collection[str]) -> Iterator[RowFacts]:
        """Yield the facts of a row, for each way its sides may be if that decides what its penalties cost."""
        facts, cells = _facts(row, without), [cell for cell in row.cells if cell.fact and cell.key not in without]
        open_sides = self.rules.sides in ("bidder_vs_defenders", "called_partner") and row.outcome == "played"
        if not (open_sides and row.noted(whole=True)):
            yield from self._with_points(row, facts, cells, base, sides_at_table(self.rules, deal))
            return
        for bidder, partners, sides in self.search.seatings(deal, facts):
            one = replace(facts, bidders=frozenset((bidder,)), partners=partners)
            yield from self._with_points(row, one, cells, base, sides)

    def _with_points(
        self, row: Row, facts: RowFacts, cells: Iterable[Cell], base: Figures, sides: tuple[Side, ...]
    ) -> Iterator[RowFacts]:
        """Yield the facts with the points that the cells say, unless these contradict each other."""
        points: dict[int, int] = {}
        noted = {kind: self.has(row, sides, kind) for kind in OF_HAND}
        for cell in cells:
            before = base[cell.place] if cell.kind == "total" else 0
            if cell.kind in OF_HAND and before is not None:
                worth = cell.value - before - noted[cell.kind][cell.place]
                if points.setdefault(self.sides[cell.place][0], worth) != worth:
                    return
        yield replace(facts, points=tuple(points.items()))

    def has(self, row: Row, sides: tuple[Side, ...], kind: str) -> tuple[int, ...]:
        """Return what a row's points, its totals, or all that is written of it have of its penalties, by competitor."""
        if not row.noted(whole=True) or (kind == "points" and not self.penalties_in):
            return (0,) * len(self.sides)
        return row.extra_points(self.sides, sides, self.rules, whole=self.penalties_in or kind == "whole")

    def points(self, row: Row, fit: Fit, kind: str) -> tuple[int, ...]:
        """Return each competitor's points for a hand with what a row's points, its totals, or all have of penalties."""
        noted = self.has(row, fit.sides, kind)
        return tuple(fit.points[side[0]] + more for side, more in zip(self.sides, noted, strict=True))

    def common(self, row: Row, fits: Iterable[Fit]) -> Figures:
        """Return the points of each competitor that are the same in all these hands, penalties included."""
        common: Figures = ()
        for fit in fits:
            points = self.points(row, fit, "whole")
            common = tuple(a if a == b else None for a, b in zip(common or points, points, strict=True))
            if not any(worth is not None for worth in common):
                break
        return common


def _facts(row: Row, without: Collection[str]) -> RowFacts:
    """Return what a row says of its hand but for points."""
    seen: dict[str, Any] = {"outcome": row.outcome, "captured": (), "took": ()}
    for cell in row.cells:
        if not cell.fact or cell.key in without or cell.kind in (*OF_HAND, "penalty", "adjustment", "number"):
            continue
        name, value = cell.fact
        if name in ("captured", "took"):
            seen[name] = (*seen[name], value)
        elif name == "bidders":
            seen[name] = seen.get(name, value) & value
        elif name == "discard":
            seen["fouls"] = (Foul(value, "nest-discard"),)
        else:
            seen |= value if name == "outcomes" else {name: value}
    return RowFacts(**seen)
