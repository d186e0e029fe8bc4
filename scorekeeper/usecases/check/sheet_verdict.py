"""Judge the rows of a paper sheet: right, right only if something holds, or wrong, with the cell and its right value.

Competitors are identified by their place among those with a total; points are whole numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Adjustment, Deal, Hand, Player, Side, side_with
from scorekeeper.rules.hand_search import Assumed, Facts, Fit, HandSearch, TooManyHands
from scorekeeper.rules.scoring import points_without_score, score_hand
from scorekeeper.rules.words import join_words

from .sheet_rows import CELLS_OF_POINTS, Cell, Figures, Judged, Mistake, Row, RowVerdict, Verdict, with_extra

MOST_FITS, MOST_TOLD, MOST_ALTERNATIVES, MOST_MISSING = 3_000, 100, 3, 100
CELLS_OF_BID = ("bid", "bidder")


class Judge:
    """Judges rows in order; `labels` are the competitors' names."""

    def __init__(self, search: HandSearch, standing: Standing, labels: Sequence[str]) -> None:
        self.search, self.rules, self.labels = search, search.rules, labels
        self.sides = search.competitors
        self.seated = self.rules.sides in ("partnerships", "rotating_partners")
        self.table = standing.table
        self.standing: Standing | None = standing
        start = tuple(map(standing.total, self.sides))
        self.rights: list[Figures] = [start]
        self.written: Figures = start
        self.certain = True

    def judge(self, rows: Iterable[Row], most_wrong: float = inf) -> Judged | None:
        """Return the verdict on all rows, in order; None as soon as this many fit no ordinary hand."""
        found: list[RowVerdict] = []
        wrong = 0
        missing: dict[int, Figures | None] = {}
        numbers: list[int] = []
        repeated: list[int] = []
        played: set[int] = set()
        over_after = None
        for row in rows:
            gap: list[int] = []
            if row.number is not None:
                gap = list(range(numbers[-1] + 1, row.number))[:MOST_MISSING] if numbers else []
                if row.number in played and row.outcome == "played":
                    repeated.append(row.number)
                numbers.append(row.number)
                played |= {row.number} if row.outcome == "played" else set()
                if gap:
                    missing |= dict.fromkeys(gap[: max(0, MOST_MISSING - len(missing))])
            place = None if row.outcome != "played" else sum(each.place is not None for each in found) + 1
            verdict, brought = self._row(row, place, gap)
            wrong += place is not None and not verdict.ordinary
            if wrong >= most_wrong:
                return None
            if brought:
                missing[gap[0]] = brought
            found.append(replace(verdict, after_end=over_after is not None and place is not None))
            if over_after is None and self.standing and self.standing.end:
                over_after = place
        known = self.rights[0] if self.certain and len(self.rights) == 1 else (None,)
        totals = tuple(total for total in known if total is not None)
        return Judged(
            tuple(found),
            missing,
            tuple(dict.fromkeys(repeated)),
            totals if len(totals) == len(self.sides) else None,
            self.written,
            self.standing,
            over_after,
        )

    def _row(self, row: Row, place: int | None, gap: Sequence[int]) -> tuple[RowVerdict, Figures | None]:
        has_totals = any(cell.kind == "total" and cell.fact for cell in row.cells)
        if row.outcome != "played":
            return self._no_hand(row), None
        brought = None
        if gap:
            missed = self.table.deal()
            for _ in gap:
                self.table = self.table.after(self.table.deal(), Hand())
            if has_totals:
                verdict, brought = self._after_a_gap(row, place, missed if len(gap) == 1 else None)
                return verdict, brought
            self.certain, self.standing = False, None
        deal = self.table.deal()
        try:
            verdict = self._judge(row, place, deal)
        except TooManyHands:
            points = tuple(self._written_points(row, self.written))
            verdict = RowVerdict(row, place, gave_up=True, deal=deal, points=points)
            self._move(verdict, [points], row, self.written)
        return verdict, None

    def _no_hand(self, row: Row) -> RowVerdict:
        """Judge a misdeal or passed-out deal, which has only penalties and adjustments (R12)."""
        deal = self.table.deal()
        facts = self._facts(row, self.written, replaced={}) or Facts()
        hand = with_extra(Hand(outcome=row.outcome, fouls=facts.fouls, adjustments=facts.adjustments), row)
        points = points_without_score(self.rules, deal, hand)
        right = tuple(points[side[0]] for side in self.sides)
        mistakes, only_if = [], []
        for cell in row.cells:
            if cell.kind in CELLS_OF_POINTS and cell.fact:
                found = self._as_points(cell, self.written)
                if found is None or found == right[cell.place]:
                    continue
                if self.rules.uses_fouls and found == right[cell.place] - self.rules.foul_penalty:
                    only_if.append(f"{self.labels[cell.place]} had a {self.rules.foul_penalty} penalty.")
                    points = tuple(
                        worth - self.rules.foul_penalty * (player in self.sides[cell.place])
                        for player, worth in enumerate(points)
                    )
                mistakes.append(Mistake(cell.key, cell.heading, cell.says, self._value(cell, right[cell.place])))
        verdict: Verdict = "right" if not mistakes else "only-if" if len(only_if) == len(mistakes) else "wrong"
        booked = tuple(points[side[0]] for side in self.sides)
        if self.standing and not self.standing.end:
            totals = tuple(map(sum, zip(self.standing.totals, points, strict=True)))
            self.standing = self.standing._replace(totals=totals)
        self.rights = [_plus(each, booked) for each in self.rights]
        self.written = self._new_written(row, self.written, booked)
        return RowVerdict(
            row, None, verdict, tuple(mistakes), only_if=tuple(only_if), deal=deal, points=booked, totals=self.rights[0]
        )

    # One hand

    def _judge(self, row: Row, place: int | None, deal: Deal) -> RowVerdict:
        bases = list(dict.fromkeys([self.written, *self.rights]))
        broken = [cell for cell in row.cells if cell.error]
        if broken:
            return self._unreadable(row, place, deal, broken)
        bid = next((cell for cell in row.cells if cell.kind == "bid" and cell.fact), None)
        if bid and bid.says not in self.rules.bids:
            return self._no_bid(row, place, deal, bid)
        variants = (False, True) if row.extra else (False,)
        for extra in variants:
            for base in bases:
                fits = self._fits(deal, self._facts(row, base, extra=extra))
                if fits:
                    return self._right(RowVerdict(row, place, deal=deal, fits=fits), base, extra)
        for extra in variants:
            for base in bases:
                facts = self._facts(row, base, extra=extra)
                assuming = tuple(self.search.assuming(deal, facts)) if facts else ()
                if assuming:
                    only_if = tuple(self._assumption(fit.assumed) for fit in assuming if fit.assumed)
                    mistakes, others, _, _ = self._mistakes(row, base, deal)
                    others = () if mistakes else others
                    verdict = RowVerdict(row, place, "only-if", mistakes, others, only_if, deal=deal, fits=assuming)
                    return self._right(verdict, base, extra)
        return self._wrong(row, place, deal, bases)

    def _right(self, verdict: RowVerdict, base: Figures, extra: bool) -> RowVerdict:
        """Record a row that is right or only-if; `extra` if its figures include its extra lines."""
        row = verdict.row
        points = self._common(verdict.fits)
        if base in self.rights:
            self.rights = [base]
        off = [right is not None and right != before for right, before in zip(self.rights[0], base, strict=True)]
        carried = any(cell.kind == "total" and cell.fact and off[cell.place] for cell in row.cells)
        vague = any(cell.kind == "total" and cell.fact and base[cell.place] is None for cell in row.cells)
        verdict = replace(
            verdict, points=points, carried=carried, vague=vague, follows=self._follows(row, verdict.fits, verdict.deal)
        )
        added = (0,) * len(points) if extra else self._extra_points(row)
        self._move(verdict, [_plus(points, added)], row, base, added)
        return replace(verdict, totals=self.rights[0] if self.certain else None)

    def _wrong(self, row: Row, place: int | None, deal: Deal, bases: Sequence[Figures]) -> RowVerdict:
        found = [(base, *self._mistakes(row, base, deal)) for base in bases]
        base, mistakes, others, fits, why = min(
            found, key=lambda each: (len(each[1]) != 1 or each[1][0].right is None, not each[1])
        )
        if not mistakes and not others:
            mistakes, why = self._impossible(row, base)
        verdict = RowVerdict(row, place, "wrong", mistakes, others, why=why, deal=deal, fits=fits)
        written = tuple(self._written_points(row, base))
        ways = []
        for mistake in mistakes:
            if mistake.right is not None and mistake.key.startswith(CELLS_OF_POINTS):
                cell = next(cell for cell in row.cells if cell.key == mistake.key)
                fixed = self._fits(deal, self._facts(row, base, replaced={cell.key: None}))
                ways.append(self._common(fixed))
        if not ways:
            blamed = {int(mistake.key.partition("-")[2]) for mistake in mistakes if mistake.key[-1].isdigit()}
            ways = [tuple(None if at in blamed else worth for at, worth in enumerate(written))]
        points = ways[0] if len(ways) == 1 else (None,) * len(self.sides)
        verdict = replace(verdict, points=points, follows=self._follows(row, fits, deal) if len(ways) == 1 else "")
        added = self._extra_points(row)
        self._move(verdict, [_plus(way, added) for way in ways], row, base, added)
        return replace(verdict, totals=self.rights[0] if self.certain else None)

    def _unreadable(self, row: Row, place: int | None, deal: Deal, broken: Sequence[Cell]) -> RowVerdict:
        """A cell that cannot be read is the mistake; the others may say what it should be."""
        base = self.rights[0] if None not in self.rights[0] else self.written
        fits = self._fits(deal, self._facts(row, base))
        mistakes = tuple(Mistake(cell.key, cell.heading, cell.text, self._value_in(cell, fits)) for cell in broken)
        verdict = RowVerdict(row, place, "wrong", mistakes, why=broken[0].error, deal=deal, fits=fits)
        points = self._common(fits) if fits else tuple(self._written_points(row, base))
        verdict = replace(verdict, points=points)
        self._move(verdict, [_plus(points, self._extra_points(row))], row, base, self._extra_points(row))
        return replace(verdict, totals=self.rights[0] if self.certain else None)

    def _no_bid(self, row: Row, place: int | None, deal: Deal, bid: Cell) -> RowVerdict:
        base = self.written
        fits = self._fits(deal, self._facts(row, base, replaced={bid.key: None}))
        value = self._value_in(bid, fits)
        odd = [] if fits else self._odd_points(row, base)
        mistakes = (Mistake(bid.key, bid.heading, bid.says, value), *odd)
        points = self._common(fits) if fits else tuple(self._written_points(row, base))
        why = f"{bid.says} isn’t a bid ({self._bids()})."
        verdict = RowVerdict(row, place, "wrong", mistakes, why=why, deal=deal, fits=fits, points=points)
        self._move(verdict, [_plus(points, self._extra_points(row))], row, base, self._extra_points(row))
        return replace(verdict, totals=None)

    def _bids(self) -> str:
        rules = self.rules
        step = f" in {rules.bid_step}s" if rules.bid_step > 1 else ""
        moon = f", or {rules.moon_bid}" if rules.moon_bid is not None else ""
        return f"{rules.min_bid} to {rules.highest_bid}{step}{moon}"

    def _after_a_gap(self, row: Row, place: int | None, missed: Deal | None) -> tuple[RowVerdict, Figures | None]:
        """Judge the row after missing hands; `missed` if it is only one, which the row's totals include."""
        deal = self.table.deal()
        unknown = (None,) * len(self.sides)
        fits = self._fits(deal, self._facts(row, unknown))
        gained = tuple(self._written_points(row, self.written))
        verdict = RowVerdict(row, place, deal=deal, fits=fits)
        brought = None
        if missed and None not in gained and fits:
            pairs = [(fit, rest) for fit in fits if (rest := self._rest(missed, gained, fit))]
            fits = tuple(fit for fit, _ in pairs)
            if not pairs:
                odd = tuple(
                    Mistake(cell.key, cell.heading, cell.says, None) for cell in row.cells if cell.kind == "total"
                )
                verdict = replace(verdict, verdict="wrong", mistakes=odd, why="These totals fit no two hands.")
            elif len({rest for _, rest in pairs}) == 1:
                brought = pairs[0][1]
        elif not fits:
            verdict = replace(verdict, verdict="wrong", mistakes=self._impossible(row, unknown)[0])
        standing = self._over_a_gap(brought, missed, replace(verdict, fits=fits))
        self._move(replace(verdict, points=gained), [gained], row, self.written)
        self.standing = standing
        own = self._common(fits) if fits else unknown
        return replace(verdict, fits=fits, points=own, totals=self.rights[0] if self.certain else None), brought

    def _over_a_gap(self, brought: Figures | None, missed: Deal | None, verdict: RowVerdict) -> Standing | None:
        """Return the standing after a missing hand and the next one, None if not known."""
        if brought and missed:
            points = tuple((side[0], worth or 0) for side, worth in zip(self.sides, brought, strict=True))
            fits = self._fits(missed, Facts(points=points))
            for hand in (replace(verdict, row=Row("", ()), fits=fits, deal=missed), verdict):
                self._book(replace(hand, points=self._common(hand.fits)))
            return self.standing
        return None

    def _rest(self, missed: Deal, gained: Figures, fit: Fit) -> tuple[int, ...] | None:
        """Return the missing hand's points if the other was this one, None if no hand has them."""
        own = self._of_sides(fit)
        rest = tuple((worth or 0) - mine for worth, mine in zip(gained, own, strict=True))
        points = tuple((side[0], worth) for side, worth in zip(self.sides, rest, strict=True))
        return rest if self._fits(missed, Facts(points=points)) else None

    # What would make it fit

    def _mistakes(
        self, row: Row, base: Figures, deal: Deal
    ) -> tuple[tuple[Mistake, ...], tuple[Mistake, ...], tuple[Fit, ...], str]:
        """Return the points cells, bids and bidders that can be the mistake, the hands, and why."""
        single: list[tuple[Mistake, tuple[Fit, ...]]] = []
        several: list[Mistake] = []
        rest: list[Mistake] = []
        for cell in row.cells:
            if not cell.fact or cell.kind in ("note", "fouls", "adjustment", "last"):
                continue
            fits = self._fits(deal, self._facts(row, base, replaced={cell.key: None}), enough=cell)
            if not fits:
                continue
            mistake = Mistake(cell.key, cell.heading, cell.says, self._value_in(cell, fits))
            if cell.kind not in CELLS_OF_POINTS:
                rest.append(mistake)
            elif mistake.right is None:
                several.append(mistake)
            else:
                single.append((mistake, fits))
        others = tuple(mistake for mistake in rest if mistake.key.partition("-")[0] in CELLS_OF_BID)
        if single:
            return tuple(mistake for mistake, _ in single), others, single[0][1] if len(single) == 1 else (), ""
        if several:
            return tuple(several), others, (), self._why(row, base)
        return tuple(mistake for mistake in rest if mistake not in others), others, (), ""

    def _value_in(self, cell: Cell, fits: Sequence[Fit]) -> int | str | None:
        """Return this cell's value in all of these hands, None if they differ."""
        values = {self._reads(cell, fit) for fit in fits}
        return values.pop() if len(values) == 1 else None

    def _reads(self, cell: Cell, fit: Fit) -> int | str | None:
        if cell.kind in CELLS_OF_POINTS:
            return self._value(cell, self._of_sides(fit)[cell.place])
        if cell.kind == "bidder":
            return self._side_label(fit.bidding_side) if self.seated else self._called(fit.bidder)
        if cell.kind == "bid":
            return fit.bid
        hand = fit.hand
        if cell.kind in ("captured", "took"):
            who = cell.fact[1][0] if cell.fact else None
            sides = {"bidding": fit.bidding_side, "others": next(s for s in fit.sides if s != fit.bidding_side)}
            side = sides[who] if isinstance(who, str) else side_with(fit.sides, who)
            return hand.captured.get(side[0]) if side else None
        taker = hand.taker(cell.kind) if cell.kind in self.rules.trick_points else None
        return self._called(taker) if isinstance(taker, int) else None

    def _called(self, player: Player | None) -> str:
        return next(label for side, label in zip(self.sides, self.labels, strict=True) if player in side)

    def _value(self, cell: Cell, points: int) -> int | None:
        """Return what a cell of points or totals should say for these points."""
        if cell.kind == "points":
            return points
        before = self.rights[0][cell.place]
        before = self.written[cell.place] if before is None else before
        return None if before is None else before + points

    def _impossible(self, row: Row, base: Figures) -> tuple[tuple[Mistake, ...], str]:
        """Return the impossible cells, or else all points cells, and why."""
        odd = self._odd_points(row, base)
        odd += [
            Mistake(cell.key, cell.heading, cell.says, None)
            for cell in row.cells
            if cell.kind == "captured" and cell.fact and not 0 <= int(cell.fact[1][1]) <= self.rules.card_total
        ]
        if odd:
            return tuple(odd), f"points come in {self._step()}s."
        cells = [cell for cell in row.cells if cell.kind in CELLS_OF_POINTS and cell.fact]
        cells = cells or [cell for cell in row.cells if cell.kind in ("captured", "took", *CELLS_OF_BID) and cell.fact]
        return tuple(Mistake(cell.key, cell.heading, cell.says, None) for cell in cells), self._why(row, base)

    def _step(self) -> int:
        from math import gcd

        rules = self.rules
        numbers = (*rules.card_values, *rules.trick_points.values(), rules.sweep_bonus, rules.min_bid, rules.bid_step)
        return gcd(*numbers, rules.highest_bid, rules.moon_bid or 0)

    def _odd_points(self, row: Row, base: Figures) -> list[Mistake]:
        """Return the cells with points that no cards add up to."""
        found = []
        for cell in row.cells:
            points = self._as_points(cell, base) if cell.kind in CELLS_OF_POINTS else None
            if cell.kind == "captured" and cell.fact:
                points = cell.fact[1][1]
            if points is not None and points % self._step():
                found.append(Mistake(cell.key, cell.heading, cell.says, None))
        return found

    def _why(self, row: Row, base: Figures) -> str:
        """Return in a sentence why no hand has these points."""
        points = [worth for worth in self._written_points(row, base) if worth is not None]
        rules, gained = self.rules, sum(worth for worth in points if worth > 0)
        if any(worth % self._step() for worth in points):
            return f"points come in {self._step()}s."
        most = max(rules.hand_total, rules.moon_bid or 0) + rules.sweep_bonus
        if rules.sides in ("partnerships", "individual") and gained > most:
            return f"together {gained:,}, a hand has {rules.hand_total}."
        lost = [worth for worth in points if worth < 0]
        if rules.set_rule == "minus_bid" and any(-worth not in rules.bids for worth in lost):
            worth = next(-worth for worth in lost if -worth not in rules.bids)
            return f"a set costs the bid, and {worth} isn’t one ({self._bids()})."
        bidders = next((cell.fact[1] for cell in row.cells if cell.kind == "bidder" and cell.fact), ())
        losers = [
            side for side, worth in zip(self.sides, self._written_points(row, base), strict=True) if (worth or 0) < 0
        ]
        if len(lost) > 1 or (bidders and any(not set(side) & set(bidders) for side in losers)):
            return "only the side that bid can be set."
        return "no hand brings these points."

    def _assumption(self, assumed: Assumed) -> str:
        who = self._side_label(assumed.side)
        return {
            "renege": f"{who} reneged.",
            "conceded": f"{who} gave up the hand.",
            "discard": f"{who} discarded wrongly.",
            "penalty": f"{who} had a {self.rules.foul_penalty} penalty.",
        }[assumed.kind]

    def _side_label(self, side: Side) -> str:
        return join_words(list(dict.fromkeys(map(self._called, side))))

    def _follows(self, row: Row, fits: Sequence[Fit], deal: Deal | None) -> str:
        """Return who must have bid, and what the bidding side took, if the row does not say."""
        if not fits or not deal or len(fits) > MOST_TOLD or len(fits[0].sides) != 2 or fits[0].hand.outcome != "played":
            return ""
        bidding = {fit.bidding_side for fit in fits}
        if len(bidding) > 1 or any(fit.assumed for fit in fits):
            return ""
        who = self._side_label(bidding.pop())
        bids = {fit.bid for fit in fits}
        took = set()
        for fit in fits:
            scored = score_hand(self.rules, deal, fit.hand).sides
            took.add(next(side.points for side in scored if side.players == fit.bidding_side))
        kinds = {cell.kind for cell in row.cells if cell.fact}
        bid = f"{who} bid {bids.pop()}" if len(bids) == 1 and "bid" not in kinds else ""
        bid = bid or (f"{who} bid" if "bidder" not in kinds and "bid" not in kinds else "")
        if len(took) > 1:
            return f"{bid}." if bid else ""
        if bid:
            return f"{bid} and took {took.pop()}."
        points = self._of_sides(fits[0])
        other = next((at for at, side in enumerate(self.sides) if side[0] not in fits[0].bidding_side), None)
        mine = next(at for at, side in enumerate(self.sides) if side[0] in fits[0].bidding_side)
        worth = took.pop()
        if other is None or points[other] < 0:
            return ""
        return f"{self.labels[other]} {points[other]}, so {who} took {worth}." if points[mine] != worth or fits else ""

    # Facts

    def _facts(
        self, row: Row, base: Figures, replaced: Mapping[str, Any] | None = None, extra: bool = False
    ) -> Facts | None:
        """Return the facts of a row after these totals; None if its cells contradict each other.

        Cells in `replaced` are ignored; `extra` if the figures include the row's extra lines.
        """
        left_out = replaced or {}
        seen: dict[str, Any] = {"captured": (), "took": ()}
        points: dict[Player, int] = {}
        for cell in row.cells:
            if not cell.fact or cell.key in left_out:
                continue
            name, value = cell.fact
            if cell.kind in CELLS_OF_POINTS:
                worth = self._as_points(cell, base)
                if worth is not None and points.setdefault(self.sides[cell.place][0], worth) != worth:
                    return None
            elif name in ("captured", "took"):
                seen[name] = (*seen[name], value)
            elif name == "bid_by":
                seen["bid"] = value
                seen.setdefault("bidders", frozenset(self.sides[cell.place]))
            elif name == "outcomes":
                seen |= value
            else:
                seen[name] = value
        facts = Facts(points=tuple(points.items()), **seen)
        return with_extra(facts, row) if extra else facts

    def _fits(self, deal: Deal, facts: Facts | None, enough: Cell | None = None) -> tuple[Fit, ...]:
        """Return the hands that fit; if a cell is given, only until two values of it are possible."""
        if facts is None:
            return ()
        found, values = [], set()
        for fit in islice(self.search.fits(deal, facts), MOST_FITS):
            found.append(fit)
            if enough:
                values.add(self._reads(enough, fit))
                if len(values) > 1:
                    break
        return tuple(found)

    def _as_points(self, cell: Cell, base: Figures) -> int | None:
        """Return a cell's points for the hand, None if not known."""
        if not cell.fact:
            return None
        value: int = cell.fact[1]
        if cell.kind == "points":
            return value
        before = base[cell.place]
        return None if before is None else value - before

    def _written_points(self, row: Row, base: Figures) -> Iterator[int | None]:
        for at in range(len(self.sides)):
            said = (
                self._as_points(cell, base) for cell in row.cells if cell.kind in CELLS_OF_POINTS and cell.place == at
            )
            yield next((worth for worth in said if worth is not None), None)

    def _of_sides(self, fit: Fit) -> tuple[int, ...]:
        return tuple(fit.points[side[0]] for side in self.sides)

    def _common(self, fits: Iterable[Fit]) -> Figures:
        """Return the points of each competitor that are the same in all these hands."""
        ways = zip(*{fit.points for fit in fits}, strict=True)
        of_players = [each[0] if len(set(each)) == 1 else None for each in ways]
        return tuple(of_players[side[0]] for side in self.sides)

    def _extra_points(self, row: Row) -> tuple[int, ...]:
        """Return what the row's extra lines add for each competitor."""
        points = [0] * len(self.sides)
        for each in row.extra:
            at = next(at for at, side in enumerate(self.sides) if each.player in side)
            points[at] += each.points if isinstance(each, Adjustment) else -self.rules.foul_penalty
        return tuple(points)

    # The totals

    def _move(
        self, verdict: RowVerdict, ways: Sequence[Figures], row: Row, base: Figures, added: tuple[int, ...] = ()
    ) -> None:
        """Go on to the next hand, with the totals after each possible hand."""
        self.rights = list(dict.fromkeys(_plus(right, way) for right in self.rights for way in ways))[
            :MOST_ALTERNATIVES
        ]
        added = added or (0,) * len(self.sides)
        self.written = self._new_written(row, base, ways[0], added)
        blank = verdict.verdict != "wrong" and not verdict.gave_up
        if blank:  # if nothing was written, later totals decide
            self.rights = [
                tuple(w if r is None else r for r, w in zip(right, self.written, strict=True)) for right in self.rights
            ]
        self.certain &= verdict.sure or (blank and None not in self.rights[0]) or self._anchored(verdict)
        if verdict.gave_up:
            self.certain = False
        self._book(verdict)
        deal = verdict.deal or self.table.deal()
        self.table = self.table.after(deal, Hand())

    def _anchored(self, verdict: RowVerdict) -> bool:
        """Whether only a later total is missing to settle a right row."""
        return verdict.verdict != "wrong" and any(cell.kind == "total" for cell in verdict.row.cells)

    def _new_written(self, row: Row, base: Figures, points: Figures, added: tuple[int, ...] = ()) -> Figures:
        """Return the totals as written after this row, or by its points if none are."""
        totals = {cell.place: cell.fact[1] for cell in row.cells if cell.kind == "total" and cell.fact}
        before = _plus(base, points)
        extra = added or (0,) * len(self.sides)
        return tuple(totals[at] + extra[at] if at in totals else before[at] for at in range(len(self.sides)))

    def _book(self, verdict: RowVerdict) -> None:
        """Go on with this hand, if the end of the game is the same for all possible hands."""
        standing = self.standing
        if standing is None or standing.end:
            return
        if not verdict.sure or not verdict.fits or verdict.deal is None:
            self.standing = None
            return
        standing = standing._replace(table=self.table._replace(hands_scored=verdict.deal.number - 1))
        after = {}
        for hand in _deciding(verdict.fits):
            hand = with_extra(hand, verdict.row)
            moved = standing.after(verdict.deal, hand, score_hand(self.rules, verdict.deal, hand))
            after[moved.end, moved.tied, moved.totals] = moved
        self.standing = after.popitem()[1] if len(after) == 1 else None


def _deciding(fits: Sequence[Fit]) -> Iterator[Hand]:
    """Yield each bidding side's hands with the lowest and the highest bid: they decide an end (R18, R28)."""
    for side in {fit.bidding_side for fit in fits}:
        of_side = [fit for fit in fits if fit.bidding_side == side]
        yield min(of_side, key=lambda fit: fit.bid).hand
        yield max(of_side, key=lambda fit: fit.bid).hand


def _plus(figures: Figures, others: Figures) -> Figures:
    return tuple(None if a is None or b is None else a + b for a, b in zip(figures, others, strict=True))
