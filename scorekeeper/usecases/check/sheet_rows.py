"""The rows of a paper sheet: as written, as judged, and what is said of them in sentences.

Competitors are identified by their place among those with a total; points are whole numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Any, Literal, TypeVar

from scorekeeper.rules.hand import Adjustment, Deal, Foul, Hand, Player, Side, side_with
from scorekeeper.rules.hand_search import Assumed, Fit
from scorekeeper.rules.hand_ways import RowFacts
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import penalty_of, score_hand
from scorekeeper.rules.words import format_total, join_words

Reading = Literal["points", "totals", "both"]
Verdict = Literal["right", "only-if", "wrong", "unread"]
Noted = tuple[Foul | Adjustment, ...]
Figures = tuple[int | None, ...]
"""Points or totals of each competitor; None if not known."""
Seen = TypeVar("Seen", RowFacts, Hand)
Counted = Literal["on top", "in totals", "in all", "as score"]
"""Where what is noted of a hand counts: on top of its numbers; in its totals and on top of its points; in all of them;
or it is what the hand's own score takes, noted again (R8, R19)."""
CELLS_OF_POINTS = ("points", "total")
ON_PAPER = "on paper"
WITHOUT_WHOSE = ("whose", None)
"""What a cell says of a penalty or a renege that could be either side's."""
MOST_TOLD = 100
BELONGS_TO = {"bid": "bid", "bidder": "bidder"}


class InColumn:
    """What belongs to a column of a sheet, by its `key`: "bid", "points-0"."""

    __slots__ = ()
    key: str

    @property
    def kind(self) -> str:
        return self.key.partition("-")[0]

    @property
    def place(self) -> int:
        """The place of the column's competitor; after it may be which of several such columns it is."""
        return int(self.key.split("-")[1])


@dataclass(frozen=True, slots=True)
class Cell(InColumn):
    """A cell of a row: `fact` is what it says, () if it is blank or says nothing.

    `error` says why it cannot be read, or "".
    """

    key: str
    heading: str
    text: str
    fact: tuple[str, Any] | tuple[()] = ()
    error: str = ""

    @property
    def says(self) -> int | str:
        """What is written there, a number if it is one."""
        value = self.fact[1] if self.fact else None
        if self.kind in ("captured", "took") and value:
            value = value[1]
        return value if isinstance(value, int) else self.text

    def points_after(self, base: Figures) -> int | None:
        """Return the points for the hand in a cell of points, or of totals after these; None if not known."""
        if self.kind not in CELLS_OF_POINTS or not self.fact:
            return None
        value: int = self.fact[1]
        before = base[self.place] if self.kind == "total" else 0
        return None if before is None else value - before


@dataclass(slots=True)
class Row:
    """A hand, misdeal or passed-out deal (`outcome`), as written in a line of the sheet.

    `extra` are its penalties and adjustments, also of `extra_lines` under it: of each line together. `beside` are the
    cells of columns in those lines.
    """

    line: int
    cells: tuple[Cell, ...]
    number: int | None = None
    outcome: Literal["played", "misdeal", "passed-out"] = "played"
    extra: list[Noted] = field(default_factory=list)
    extra_lines: list[str] = field(default_factory=list)
    number_text: str = ""
    beside: list[Cell] = field(default_factory=list)

    def add(self, points: Iterable[Foul | Adjustment], cells: Iterable[Cell], beside: Iterable[Cell] = ()) -> None:
        """Add what is said of the hand elsewhere."""
        known = [each for noted in self.extra for each in noted]
        more = tuple(each for each in points if each not in known)
        self.extra += [more] if more else []
        self.cells = (*self.cells, *cells)
        self.beside += beside

    def extra_in(self, sides: Sequence[Side]) -> tuple[list[Foul], list[Adjustment]]:
        """Return the fouls and adjustments of a hand with these sides.

        A foul falls on the whole side (R10): written beside each of its players, it is one.
        """
        fouls: list[Foul] = []
        for noted in self.extra:
            of_line = [each for each in noted if isinstance(each, Foul)]
            for side in sides:
                each = [[foul for foul in of_line if foul.player == player] for player in side]
                most: list[Foul] = max(each, key=len)
                fouls += most
        return fouls, [each for noted in self.extra for each in noted if isinstance(each, Adjustment)]

    @property
    def countings(self) -> tuple[Counted, ...]:
        """Where its extra may count, the usual first: a total beside its points has what its own line notes."""
        kinds = {cell.kind for cell in self.cells if cell.fact} & {*CELLS_OF_POINTS}
        if not self.extra:
            return ("on top",)
        if len(kinds) < 2:
            return "on top", "in all", "as score"
        return (*(("on top",) if self.extra_lines else ()), "in totals", "in all", "as score")

    def add_extra(self, seen: Seen, sides: Sequence[Side]) -> Seen:
        """Return the hand of these sides with the row's penalties and adjustments, unless it has them already."""
        extra: tuple[list[Foul], list[Adjustment]] = self.extra_in(sides)
        if all(each in (*seen.fouls, *seen.adjustments) for kind in extra for each in kind):
            return seen
        return replace(seen, fouls=(*seen.fouls, *extra[0]), adjustments=(*seen.adjustments, *extra[1]))

    def extra_points(self, owners: Sequence[Side], sides: Sequence[Side], rules: RuleSet) -> tuple[int, ...]:
        """Return what penalties and adjustments bring each competitor in a hand with these sides."""
        fouls, adjustments = self.extra_in(sides)
        return tuple(
            sum(each.points for each in adjustments if each.player in owner)
            - penalty_of(rules, side_with(sides, owner[0]), tuple(fouls))
            for owner in owners
        )

    def in_totals(
        self, counted: Counted, owners: Sequence[Side], sides: Sequence[Side], rules: RuleSet
    ) -> tuple[int, ...]:
        """Return what is noted of a hand with these sides that its totals have, and its points have not."""
        return self.extra_points(owners, sides, rules) if counted == "in totals" else (0,) * len(owners)

    def points_after(self, base: Figures) -> Figures:
        """Return each competitor's points as written, after these totals."""
        points: list[int | None] = [None] * len(base)
        for cell in self.cells:
            if cell.kind in CELLS_OF_POINTS and points[cell.place] is None:
                points[cell.place] = cell.points_after(base)
        return tuple(points)

    def totals_in(self, figures: Figures) -> Figures:
        """Return these totals of the competitors with those that the row says in their place."""
        said = {cell.place: cell.fact[1] for cell in self.cells if cell.kind == "total" and cell.fact}
        return tuple(said.get(place, total) for place, total in enumerate(figures))

    def is_score(self, owners: Sequence[Side], rules: RuleSet, fit: Fit) -> bool:
        """Whether what is noted is what this hand's score takes: as many points, or the discard by which it was set."""
        noted = self.extra_points(owners, fit.sides, rules)
        if all(worth in (0, fit.points[owner[0]]) for owner, worth in zip(owners, noted, strict=True)) and any(noted):
            return min(noted) < 0
        fouls, adjustments = self.extra_in(fit.sides)
        discarded = fit.assumed is not None and fit.assumed.kind == "discard"
        return discarded and not adjustments and [foul.player in fit.bidding_side for foul in fouls] == [True]


@dataclass(frozen=True, slots=True)
class Mistake(InColumn):
    """A wrong cell by its heading, what it says, and what is right, None if that is not certain.

    `either` are the values of which one is right, if there are two.
    """

    key: str
    cell: str
    says: int | str
    right: int | str | None
    either: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """The verdict on a row, as one way explains it: after the totals in `base`, with its extra lines `counted` so.

    `ways` are the competitors' points in each hand that is possible, `fits` are the possible hands. `others` are a bid
    or bidder that could be the mistake instead, `only_if` are sentences; `why` is a sentence if no value is known,
    `follows` what else is known about the hand, `partners` who played with whom where that changes. `place` counts
    hands from 1, None for a misdeal or passed-out deal. `vague` if a total before it is not known, `mended` if one cell
    of points mends it. `totals` are the right ones after it, `added` the points of its extra lines.
    `otherwise` are the competitors' points if what it needs did not happen, () if they are not certain.
    """

    row: Row
    verdict: Verdict
    base: Figures
    counted: Counted
    ways: tuple[Figures, ...]
    fits: tuple[Fit, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    others: tuple[Mistake, ...] = ()
    only_if: tuple[str, ...] = ()
    why: str = ""
    mended: bool = False
    place: int | None = None
    follows: str = ""
    partners: str = ""
    carried: bool = False
    vague: bool = False
    totals: Figures | None = None
    added: Figures = ()
    otherwise: Figures = ()
    after_end: bool = False

    @property
    def name(self) -> str:
        """The name of the row: by its written number, else by its place."""
        if self.place is None:
            return "The misdeal" if self.row.outcome == "misdeal" else "The passed-out deal"
        return f"Hand {self.row.number}" if self.row.number is not None else f"Row {self.place}"

    @property
    def condition(self) -> str:
        """What must have happened in a row that is right only if it did: "Us reneged, or Them had a 40 penalty"."""
        return ", or ".join(sentence.rstrip(".") for sentence in self.only_if)

    @property
    def sure(self) -> bool:
        """Whether the points are known: the row is right, or its mistake is one cell with one right value."""
        if len(self.ways) > 1 or None in self.ways[0]:
            return False
        values = [mistake.right for mistake in self.mistakes if mistake.kind in CELLS_OF_POINTS]
        return self.verdict != "wrong" or (len(self.mistakes) == len(values) == 1 and values[0] is not None)


def plus(figures: Sequence[int | None], others: Sequence[int | None]) -> Figures:
    """Add up figures; what is not known stays so."""
    return tuple(None if a is None or b is None else a + b for a, b in zip(figures, others, strict=True))


class Sentences:
    """Sentences about the hands of one rule set; `labels` are the competitors' names."""

    def __init__(self, rules: RuleSet, sides: Sequence[Side], labels: Sequence[str]) -> None:
        self.rules, self.sides, self.labels = rules, sides, labels
        numbers = (*rules.card_values, *rules.trick_points.values(), rules.sweep_bonus, rules.min_bid, rules.bid_step)
        self.step = gcd(*numbers, rules.highest_bid, rules.moon_bid or 0)

    def competitor(self, player: Player) -> str:
        """Name the owner of this player's points."""
        return next(label for side, label in zip(self.sides, self.labels, strict=True) if player in side)

    def side(self, side: Iterable[Player]) -> str:
        """Name a side of a hand."""
        return join_words(list(dict.fromkeys(map(self.competitor, side))))

    def bids(self) -> str:
        """Return "70 to 120 in 5s"."""
        rules = self.rules
        step = f" in {rules.bid_step}s" if rules.bid_step > 1 else ""
        moon = f", or {rules.moon_bid}" if rules.moon_bid is not None else ""
        return f"{rules.min_bid} to {rules.highest_bid}{step}{moon}"

    def impossible(self, cell: Cell) -> str:
        """Return why a cell cannot be by itself, whatever the others are, or ""."""
        if cell.error:
            return cell.error
        if cell.kind == "bid" and cell.fact and cell.says not in self.rules.bids:
            return f"{cell.says} isn’t a bid ({self.bids()})."
        says, most = cell.says, self.rules.card_total
        outside = cell.kind == "captured" and isinstance(says, int) and not 0 <= says <= most
        return f"a hand has {most} to capture." if outside else ""

    def uneven(self, points: int | str | None) -> str:
        """Return why no cards add up to these points, or ""."""
        return f"points come in {self.step}s." if isinstance(points, int) and points % self.step else ""

    def why(self, figures: Figures, bidders: frozenset[Player]) -> str:
        """Return why no hand has these points."""
        points = [worth for worth in figures if worth is not None]
        rules, gained = self.rules, sum(worth for worth in points if worth > 0)
        most = max(rules.hand_total, rules.moon_bid or 0) + rules.sweep_bonus
        if rules.sides in ("partnerships", "individual") and gained > most:
            return f"together {gained:,}, a hand has {rules.hand_total}."
        lost = [worth for worth in points if worth < 0]
        if rules.set_rule == "minus_bid" and any(-worth not in rules.bids for worth in lost):
            worth = next(-worth for worth in lost if -worth not in rules.bids)
            return f"a set costs the bid, and {worth} isn’t one ({self.bids()})."
        losers = [side for side, worth in zip(self.sides, figures, strict=True) if (worth or 0) < 0]
        if len(lost) > 1 or (bidders and not all(bidders & {*side} for side in losers)):
            return "only the side that bid can be set."
        return "no hand brings these points."

    def assumption(self, assumed: Assumed) -> str:
        """Return what had to happen."""
        who = self.side(assumed.side)
        return {
            "renege": f"{who} reneged.",
            "conceded": f"{who} gave up the hand.",
            "discard": f"{who} discarded wrongly.",
            "penalty": f"{who} had a {self.rules.foul_penalty} penalty.",
        }[assumed.kind]

    def follows(self, known: frozenset[str], fits: Sequence[Fit], deal: Deal) -> str:
        """Return who must have bid, and what the bidding side took, if no cell of a `known` kind says it."""
        if not 0 < len(fits) <= MOST_TOLD or len(fits[0].sides) != 2 or any(fit.assumed for fit in fits):
            return ""
        hand, bidding = fits[0].hand, {fit.bidding_side for fit in fits}
        if len({fit.hand.outcome for fit in fits}) > 1:
            return ""
        if self.rules.discard_rule == "set" and any(foul.kind == "nest-discard" for foul in hand.fouls):
            return f"{self.side(fits[0].bidding_side)} discarded wrongly."
        if hand.outcome == "renege":
            return f"{self.side(side_with(fits[0].sides, hand.reneged_by))} reneged."
        if hand.outcome != "played" or len(bidding) > 1:
            return ""
        scored = [score_hand(self.rules, deal, fit.hand) for fit in fits]
        took = {side.points for score in scored for side in score.sides if side.players == score.bidding_side}
        bids, side = {fit.bid for fit in fits}, bidding.pop()
        who = self.side(side)
        bid = f"{who} bid {bids.pop()}" if len(bids) == 1 and "bid" not in known else ""
        bid = bid or (f"{who} bid" if not known & {"bidder", "bid"} else "")
        if len(took) > 1:
            return f"{bid}." if bid else ""
        if bid:
            return f"{bid} and took {took.pop()}."
        other = next((one for one in self.sides if one[0] not in side), None)
        points = fits[0].points[other[0]] if other else -1
        return f"{self.competitor(other[0])} {points}, so {who} took {took.pop()}." if other and points >= 0 else ""

    def partners(self, deal: Deal) -> str:
        """Return who played with whom, if that changes with the hand."""
        if self.rules.sides != "rotating_partners":
            return ""
        return " against ".join(self.side(side) for side in (deal.seats[0::2], deal.seats[1::2]))


def describe(mistake: Mistake, others: Sequence[Mistake] = ()) -> str:
    """Return "Us 105, not 80", or that the cell is wrong if nothing is certain; `others` are possible, too."""
    is_total = mistake.kind == "total" and any(other.cell == mistake.cell for other in others if other != mistake)
    name = f"the total of {mistake.cell}" if is_total else mistake.cell
    if mistake.right is None:
        return f"{name} {_written(mistake.says)} doesn’t fit"
    return f"{name} {_written(mistake.right)}, not {_written(mistake.says)}"


def row_text(row: RowVerdict) -> str:
    """Return the verdict on a row in sentences."""
    told = _verdict(row)
    return f"{row.partners}. {told}".strip() if row.partners else told


def _verdict(row: RowVerdict) -> str:
    others = _others(row)
    if row.verdict == "unread":
        return "This row isn’t checked: too many hands are possible."
    if row.verdict == "right":
        return row.follows if row.place else "No hand, no points."
    if row.verdict == "only-if":
        otherwise = " or ".join(map(describe, row.mistakes))
        rest = f"; otherwise {otherwise}" if otherwise else f"; or {others}" if others else ""
        return f"Right only if {row.condition}{rest}."
    if not row.mistakes:
        kinds = " or ".join(f"the {_what(each)} was a different one" for each in row.others)
        return f"No hand unless {others or kinds}." if row.others else _sentence(row.why)
    also = f" (or {others})" if others else ""
    if all(mistake.right is None for mistake in row.mistakes):
        return f"{_sentence(row.why)} {join_words([each.cell for each in row.mistakes])} can’t be as written{also}."
    because = f" ({row.follows.rstrip('.')})" if row.follows else ""
    if len(row.mistakes) == 1:
        return f"{describe(row.mistakes[0])}{because}{also}."
    return f"Either {', or '.join(describe(each, row.mistakes) for each in row.mistakes)}{because}{also}."


def _others(row: RowVerdict) -> str:
    """Return "the bid was 90" of each other cell that has one or two values."""
    return " or ".join(
        f"the {_what(each)} was {each.right or ' or '.join(map(str, each.either))}"
        for each in row.others
        if each.right or each.either
    )


def _what(mistake: Mistake) -> str:
    return BELONGS_TO.get(mistake.kind, mistake.cell)


def _written(value: int | str) -> str:
    return format_total(value) if isinstance(value, int) else value


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
