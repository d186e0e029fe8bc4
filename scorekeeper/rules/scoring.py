"""What a hand scores: the bid made or set, reneges, sweeps and fouls (see "Order of scoring" in docs/rules.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .hand import Deal, Hand, Side, competitors, side_with, sides_of
from .ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's part of a hand, in points.

    `captured` are its counters (None where the rules do not ask), `points` those and what the last trick and most
    tricks add; `score` is what the hand brings, `penalty` what its fouls take.
    """

    players: Side
    captured: int | None
    points: int
    score: int
    penalty: int
    swept: bool = False


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand scores: `points` of each player after fouls and adjustments, and how they came about.

    `made` is None where the bid was not tested, after a renege (R8).
    """

    deal: Deal
    hand: Hand
    bidding_side: Side
    sides: tuple[SideScore, ...]
    made: bool | None
    points: Mapping[str, int]

    @property
    def counts_as_made(self) -> bool:
        """Whether the bid counts as made at the end of a game (R28)."""
        return self.hand.reneged_by not in self.bidding_side if self.made is None else self.made


def captured_by_side(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> dict[Side, int]:
    """The counters of each side; where one side was left out and the sum is fixed, it took the rest."""
    piles = {side_with(sides, player): worth for player, worth in hand.captured.items()}
    missing = [side for side in sides if side not in piles]
    if len(missing) == 1 and hand.outcome == "played" and not rules.out_of_play_cards:
        piles[missing[0]] = rules.card_total - sum(piles.values())
    return piles


def tricks_points(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> dict[Side, int]:
    """What the last trick and most tricks add to each side's counters; who swept has both."""
    points = dict.fromkeys(sides, 0)
    last, most = hand.sweep or hand.last_trick, hand.sweep or hand.most_tricks
    for taker, worth in ((last, rules.last_trick_points), (most, rules.most_tricks_points)):
        side = side_with(sides, taker) if worth else ()
        if side:
            points[side] += worth
    return points


def score_hand(rules: RuleSet, deal: Deal, hand: Hand) -> HandScore:
    """What a hand scores that was played or ended by a renege and in which `validate_hand` finds nothing."""
    sides = sides_of(rules, deal, hand.bidder, hand.partners)
    bidding_side = side_with(sides, hand.bidder)
    if hand.outcome == "renege":
        scores, made = tuple(_reneged(rules, sides, hand)), None
    else:
        scores, made = _played(rules, sides, bidding_side, hand)
    points = {player: side.score - side.penalty for side in scores for player in side.players}
    for adjustment in hand.adjustments:
        owners = side_with(competitors(rules, deal.players), adjustment.player)
        for player in owners:
            points[player] += adjustment.points
    return HandScore(deal, hand, bidding_side, scores, made, points)


def nest_winner(rules: RuleSet, score: HandScore) -> Side:
    """The side that owns the counters in the nest, the empty one where nobody said who took the last trick."""
    if rules.nest_to == "bidder":
        return score.bidding_side
    return side_with(tuple(side.players for side in score.sides), score.hand.sweep or score.hand.last_trick)


def _reneged(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> Iterator[SideScore]:
    """R8: the offenders lose the bid, the others keep what they had; `fixed`: points go from one to the other."""
    assert hand.bid is not None
    piles = captured_by_side(rules, sides, hand)
    fixed = rules.renege_points or 0 if rules.renege_rule == "fixed" else None
    for side in sides:
        captured = piles.get(side)
        points = captured or 0
        if hand.reneged_by in side:
            score = -hand.bid if fixed is None else -fixed
        else:
            score = points if fixed is None else fixed
        yield SideScore(side, captured, points, score, _penalty(rules, side, hand))


def _played(
    rules: RuleSet, sides: tuple[Side, ...], bidding_side: Side, hand: Hand
) -> tuple[tuple[SideScore, ...], bool]:
    """The bidding side's points against the bid; every other side its points (R11, R16, R27)."""
    assert hand.bid is not None
    piles = captured_by_side(rules, sides, hand)
    tricks = tricks_points(rules, sides, hand)
    points = {side: piles[side] + tricks[side] for side in sides}
    moon = hand.bid == rules.moon_bid
    made = points[bidding_side] >= (rules.hand_total if moon else hand.bid)
    earned = dict(points)
    if moon:
        earned[bidding_side] = hand.bid if made else -hand.bid
    elif not made and rules.set_rule == "minus_bid":
        earned[bidding_side] = -hand.bid
    sweepers = _sweepers(rules, points, hand) if rules.sweep_bonus else ()
    if sweepers == bidding_side and not made:
        sweepers = ()
    elif sweepers:
        earned[sweepers] += rules.sweep_bonus
    scores = [
        SideScore(side, piles[side], points[side], earned[side], _penalty(rules, side, hand), side == sweepers)
        for side in sides
    ]
    return tuple(scores), made


def _sweepers(rules: RuleSet, points: Mapping[Side, int], hand: Hand) -> Side:
    """Who took every trick, or all the points where those count: the empty side where nobody did."""
    if rules.sweep_on == "tricks":
        return side_with(tuple(points), hand.sweep)
    scoring = [side for side in points if points[side]]
    return scoring[0] if len(scoring) == 1 else ()


def _penalty(rules: RuleSet, side: Side, hand: Hand) -> int:
    """R12: each foul costs the penalty; it falls on the offender's whole side (R10)."""
    return sum(rules.foul_penalty for foul in hand.fouls if foul.player in side) if hand.fouls else 0
