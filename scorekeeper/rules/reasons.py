"""Why a hand scored what it did, and why a game ended as it did, in the sentences a person would say.

`ruling` names the ruling a sentence rests on; None means the plain scoring that the rule set's own document describes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .game import Standing
from .hand import HandScore, Side, SideScore, competitors, named, side_with
from .ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence, and the number of the ruling it rests on."""

    text: str
    ruling: str | None = None


def signed(points: int) -> str:
    """Points as a score sheet writes them: +45, 0, −95 (with a real minus sign)."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def hand_reasons(rules: RuleSet, score: HandScore) -> Iterator[Reason]:
    """Each sentence of a hand: the bidding side's, the others', then fouls and adjustments."""
    yield from _renege_reasons(rules, score) if score.made is None else _bid_reasons(rules, score)
    for foul in score.hand.fouls:
        side = side_with(tuple(part.players for part in score.sides), foul.player)
        what = "table talk" if foul.kind == "table-talk" else "wrong nest discard"
        cost = "costs" if len(side) == 1 else f"costs {named(side)}"
        each = " each" if len(side) > 1 and not rules.fixed_sides else ""
        yield Reason(f"{foul.player}'s {what} {cost} {rules.foul_penalty}{each}.", "R12")
    for adjustment in score.hand.adjustments:
        owners = side_with(competitors(rules, score.deal.players), adjustment.player)
        yield Reason(f"{named(owners)} {signed(adjustment.points)}: {adjustment.reason}.", "R26")


def _bid_reasons(rules: RuleSet, score: HandScore) -> Iterator[Reason]:
    hand = score.hand
    bidding = next(part for part in score.sides if part.players == score.bidding_side)
    moon = hand.bid == rules.moon_bid
    result = f"set back {hand.bid}" if not score.made and bidding.score < 0 else _earned(bidding)
    yield Reason(
        f"{named(bidding.players)} bid {hand.bid} and took {bidding.points}: {result}.", "R27" if moon else None
    )
    others = [part for part in score.sides if part.players != score.bidding_side]
    if len(others) == 1:
        verb = "keeps" if len(others[0].players) == 1 else "keep"
        theirs = "the" if len(others[0].players) == 1 else "their"
        yield Reason(f"{named(others[0].players)} {verb} {theirs} {others[0].points}.")
    else:
        yield Reason(", ".join(f"{named(part.players)} {signed(part.points)}" for part in others) + ".")
    for part in score.sides:
        if part.swept:
            how = "took every trick" if rules.sweep_on == "tricks" else "took all the points"
            yield Reason(f"{named(part.players)} {how}: +{rules.sweep_bonus}.", "R16")


def _earned(part: SideScore) -> str:
    return signed(part.score) if not part.swept else f"{signed(part.score)} with the bonus"


def _renege_reasons(rules: RuleSet, score: HandScore) -> Iterator[Reason]:
    offender = score.hand.reneged_by
    for part in score.sides:
        if offender in part.players:
            yield Reason(f"{offender} reneged: {named(part.players)} set back {-part.score}.", "R8")
    for part in score.sides:
        if offender not in part.players:
            had = "" if rules.renege_rule == "fixed" else " captured before it was found"
            yield Reason(f"{named(part.players)} {signed(part.score)}{had}.", "R8")


def end_reason(standing: Standing) -> Reason:
    """Why the winner of a finished game won; of a tied one, why another hand is due."""
    totals = {side: standing.total(side) for side in competitors(standing.rules, standing.players)}
    if standing.end is None:
        highest = max(totals.values())
        tied = [side for side, total in totals.items() if total == highest]
        if standing.tied:
            return Reason(
                f"{' and '.join(map(named, tied))} are tied at {signed_total(highest)}: another hand decides.", "R3"
            )
        return Reason("Play goes on.")
    winners = standing.end.winners
    best = totals[winners[0]]
    if len(winners) > 1:
        return Reason(f"{signed_total(best)} each: joint winners.", "R7")
    rest = max(total for side, total in totals.items() if side not in winners)
    return _REASONS[standing.end.reason](standing, winners[0], best, rest, totals)


def signed_total(total: int) -> str:
    """A running total, with a real minus sign and no plus."""
    return str(total).replace("-", "−")


def _by_target(standing: Standing, winner: Side, best: int, rest: int, totals: dict[Side, int]) -> Reason:
    target = standing.rules.target or 0
    how_many = "both" if len(totals) == 2 else "more than one"
    if standing.rules.win_needs_bid:
        went_out = f"{named(winner)} reached {target} with {best}"
        return Reason(f"{went_out} and the bid let them go out; the others have at most {signed_total(rest)}.", "R28")
    if rest >= target:
        if standing.rules.both_cross == "bidding_side":
            return Reason(f"{how_many.capitalize()} reached {target}, and {named(winner)} had the bid.", "R18")
        return Reason(f"{best} beats {rest}; {how_many} reached {target}.", "R1")
    return Reason(f"{best} beats {signed_total(rest)}; the target was {target}.", "R1")


def _by_hands(standing: Standing, winner: Side, best: int, rest: int, totals: dict[Side, int]) -> Reason:
    return Reason(f"{signed_total(best)} beats {signed_total(rest)} after {standing.hands_scored} hands.", "R2")


def _by_floor(standing: Standing, winner: Side, best: int, rest: int, totals: dict[Side, int]) -> Reason:
    fallen = next(side for side in sorted(totals, key=lambda side: totals[side]))
    text = f"{named(fallen)} fell to {signed_total(totals[fallen])}; {signed_total(best)} is the highest total."
    return Reason(text, "R29")


def _by_lead(standing: Standing, winner: Side, best: int, rest: int, totals: dict[Side, int]) -> Reason:
    return Reason(f"{signed_total(best)} leads {signed_total(rest)} by {best - rest}.", "R29")


def _by_extra_hand(standing: Standing, winner: Side, best: int, rest: int, totals: dict[Side, int]) -> Reason:
    return Reason(f"{signed_total(best)} beats {signed_total(rest)} in the extra hand.", "R3")


_REASONS = {
    "target": _by_target,
    "hand_limit": _by_hands,
    "floor": _by_floor,
    "lead": _by_lead,
    "extra_hand": _by_extra_hand,
}
