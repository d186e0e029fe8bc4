"""What is said of the rows of a paper sheet, in sentences."""

from collections.abc import Iterable, Sequence
from math import gcd

from scorekeeper.rules.hand import Deal, Player, Side, side_with
from scorekeeper.rules.hand_search import Assumed, Fit
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import format_total, join_words

from .cells import Cell
from .columns import OF_HAND
from .rows import Figures
from .verdict import Mistake, RowVerdict

MOST_TOLD = 100


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

    def figures(self, figures: Figures) -> str:
        """Return "Us 65, Them −30", without what is not known."""
        named = zip(self.labels, figures, strict=False)
        return ", ".join(f"{label} {format_total(worth)}" for label, worth in named if worth is not None)

    def bids(self) -> str:
        """Return "70 to 120 in 5s"."""
        rules = self.rules
        step = f" in {rules.bid_step}s" if rules.bid_step > 1 else ""
        moon = f", or {rules.moon_bid}" if rules.moon_bid is not None else ""
        return f"{rules.min_bid} to {rules.highest_bid}{step}{moon}"

    def impossible(self, cell: Cell) -> str:
        """Return why a number cannot be by itself, whatever the others are, or ""."""
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
        """Return who must have bid, what the bidding side took, or the points, if no cell of a `known` kind says it."""
        scored = {tuple(fit.points[side[0]] for side in self.sides) for fit in fits[:MOST_TOLD]}
        if "took" in known and not known & {*OF_HAND} and len(scored) == 1 and len(fits) <= MOST_TOLD:
            return f"That is {self.figures(scored.pop())}."
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
        scores = [score_hand(self.rules, deal, fit.hand) for fit in fits]
        took = {side.points for score in scores for side in score.sides if side.players == score.bidding_side}
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
        """Return "Ann and Cal against Bob and Dee" where partners change from hand to hand, else nothing."""
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
    cells = [f"{cell.heading}: {cell.error or cell.unread}" for cell in (*row.errors, *row.row.unread)]
    rest = [_verdict(row)] if not cells or row.mistakes or (row.verdict == "wrong" and not row.errors) else []
    told = " ".join(filter(None, dict.fromkeys([*cells, *rest])))
    return f"{row.partners}. {told}".strip() if row.partners else told


def _verdict(row: RowVerdict) -> str:
    others = _others(row)
    if row.vague:
        return "This row isn’t checked: the totals above it aren’t certain."
    if row.verdict == "unread":
        return "This row isn’t checked: too many hands are possible."
    if row.verdict == "right":
        return row.follows if row.place else "No hand, no points."
    if row.verdict == "only-if":
        otherwise = " or ".join(map(describe, row.mistakes))
        also = f" (or {others})" if others else ""
        rest = f"; otherwise {otherwise}{also}" if otherwise else f"; or {others}" if others else ""
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
    return mistake.kind if mistake.kind in ("bid", "bidder") else mistake.cell


def _written(value: int | str) -> str:
    return format_total(value) if isinstance(value, int) else value


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
