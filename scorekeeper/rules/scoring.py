"""What a hand scores: a bid made or set, a renege, a hand given up, sweeps, fouls; its twin is static/alone/score.js.

The functions follow "Order of scoring" in docs/using/rules.md.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .hand import Deal, Foul, Hand, Side, competitors, side_with, sides_at_table, sides_of
from .ruleset import RuleSet


class SideScore(NamedTuple):
    """One side's part of a hand, in points.

    `captured` are its counters (None if the rules do not ask), `points` adds the last trick and most tricks; `score` is
    what the hand scores, `penalty` what its fouls cost.
    """

    players: Side
    captured: int | None
    points: int
    score: int
    penalty: int
    swept: bool = False


class HandScore(NamedTuple):
    """What a hand scores: `points[player]` after fouls and adjustments, and the steps to them.

    `made` is False for a hand that was given up (R33), and None if a renege left the bid untested (R8).
    """

    deal: Deal
    hand: Hand
    bidding_side: Side
    sides: tuple[SideScore, ...]
    made: bool | None
    points: tuple[int, ...]

    @property
    def counts_as_made(self) -> bool:
        """Whether the bid counts as made at the end of a game (R28)."""
        return self.hand.reneged_by not in self.bidding_side if self.made is None else self.made


def score_hand(rules: RuleSet, deal: Deal, hand: Hand) -> HandScore:
    """Score a hand that is not a misdeal or passed out, and in which `validate_hand` finds no error."""
    sides = sides_of(rules, deal, hand.bidder, hand.partners)
    bidding_side = side_with(sides, hand.bidder)
    made: bool | None
    if hand.outcome == "renege":
        scores, made = tuple(_reneged(rules, sides, hand)), None
    elif hand.outcome == "conceded":
        scores, made = tuple(_conceded(rules, sides, bidding_side, hand)), False
    else:
        scores, made = _played(rules, sides, bidding_side, hand)
    points = [0] * len(deal.players)
    for side in scores:
        earned = side.score - side.penalty
        for player in side.players:
            points[player] = earned
    return HandScore(deal, hand, bidding_side, scores, made, _adjusted(rules, deal, hand, points))


def points_without_score(rules: RuleSet, deal: Deal, hand: Hand) -> tuple[int, ...]:
    """Return each player's points in a misdeal or passed-out deal: its penalties and adjustments (R12, R26)."""
    points = [0] * len(deal.players)
    for side in sides_at_table(rules, deal):
        for player in side:
            points[player] = -penalty_of(rules, side, hand.fouls)
    return _adjusted(rules, deal, hand, points)


def _adjusted(rules: RuleSet, deal: Deal, hand: Hand, points: list[int]) -> tuple[int, ...]:
    """R26: an adjustment counts for the player's competitor."""
    for adjustment in hand.adjustments:
        for player in side_with(competitors(rules, deal.players), adjustment.player):
            points[player] += adjustment.points
    return tuple(points)


def _reneged(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> Iterator[SideScore]:
    """R8: the offenders lose the bid, the others keep what they had; `fixed`: a fixed number of points changes hands.

    R9: the tricks' points count only if the renege was found after the last trick.
    """
    assert hand.bid is not None
    piles = captured_by_side(rules, sides, hand)
    tricks = tricks_points(rules, sides, hand)
    fixed = rules.renege_points or 0 if rules.renege_rule == "fixed" else None
    for side in sides:
        captured = piles.get(side)
        points = (captured or 0) + tricks[side]
        if hand.reneged_by in side:
            score = -hand.bid if fixed is None else -fixed
        else:
            score = points if fixed is None else fixed
        yield SideScore(side, captured, points, score, penalty_of(rules, side, hand.fouls))


def _conceded(rules: RuleSet, sides: tuple[Side, ...], bidding_side: Side, hand: Hand) -> Iterator[SideScore]:
    """R33: the bidding side loses the bid, the others keep what they had."""
    assert hand.bid is not None
    piles = captured_by_side(rules, sides, hand)
    for side in sides:
        captured = piles.get(side)
        points = captured or 0
        score = -hand.bid if side == bidding_side else points
        yield SideScore(side, captured, points, score, penalty_of(rules, side, hand.fouls))


def _played(
    rules: RuleSet, sides: tuple[Side, ...], bidding_side: Side, hand: Hand
) -> tuple[tuple[SideScore, ...], bool]:
    """The bidding side's points are compared with the bid; every other side gets its points (R11, R16, R19, R27)."""
    assert hand.bid is not None
    piles = captured_by_side(rules, sides, hand)
    tricks = tricks_points(rules, sides, hand)
    points = {side: piles[side] + tricks[side] for side in sides}
    moon = hand.bid == rules.moon_bid
    needed = rules.hand_total if moon else hand.bid
    made = points[bidding_side] >= needed and not set_by_discard(rules, hand)
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
        SideScore(side, piles[side], points[side], earned[side], penalty_of(rules, side, hand.fouls), side == sweepers)
        for side in sides
    ]
    return tuple(scores), made


def set_by_discard(rules: RuleSet, hand: Hand) -> bool:
    """Whether a wrong nest discard sets the bidding side, whatever it captured (R19)."""
    if rules.discard_rule != "set" or hand.outcome != "played":
        return False
    return any(foul.kind == "nest-discard" for foul in hand.fouls)


def _sweepers(rules: RuleSet, points: Mapping[Side, int], hand: Hand) -> Side:
    """R16: the side that took every trick, or every point if those count; empty if no side did."""
    if rules.sweep_on == "tricks":
        return side_with(tuple(points), hand.sweep)
    scoring = [side for side in points if points[side]]
    return scoring[0] if len(scoring) == 1 else ()


def penalty_of(rules: RuleSet, side: Side, fouls: tuple[Foul, ...]) -> int:
    """R12: each foul costs its player's whole side the penalty (R10), except a discard under `discard_rule` set
    (R19)."""
    if not fouls:
        return 0
    costly = [foul for foul in fouls if foul.kind != "nest-discard" or rules.discard_rule == "penalty"]
    return rules.foul_penalty * sum(foul.player in side for foul in costly)


def captured_by_side(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> dict[Side, int]:
    """Return the counters of each side.

    If the sum is fixed, one side left out took the rest; several left out took nothing if the others took everything.
    """
    piles = {side_with(sides, player): worth for player, worth in hand.captured.items()}
    if hand.outcome == "played" and not rules.out_of_play_cards:
        rest = rules.card_total - sum(piles.values())
        if len(sides) - len(piles) == 1 or not rest:
            for side in sides:
                piles.setdefault(side, rest)
    return piles


def tricks_points(rules: RuleSet, sides: tuple[Side, ...], hand: Hand) -> dict[Side, int]:
    """Return what the last trick and most tricks add to each side's counters; a sweep has both."""
    points = dict.fromkeys(sides, 0)
    for name, worth in rules.trick_points.items():
        side = side_with(sides, hand.taker(name)) if worth else ()
        if side:
            points[side] += worth
    return points


def nest_winner(rules: RuleSet, score: HandScore) -> Side:
    """Return the side that gets the counters in the nest; empty if it is unknown who took the last trick."""
    if rules.nest_to == "bidder":
        return score.bidding_side
    return side_with(tuple(side.players for side in score.sides), score.hand.last_trick_by)
