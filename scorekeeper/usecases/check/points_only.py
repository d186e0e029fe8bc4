"""Check a sheet that has only points, by what points alone allow: sums, multiples, the most in a hand, the winner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd

from scorekeeper.record.document import HandEntry, or_none
from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.game import Standing, initial_standing
from scorekeeper.rules.hand import Hand, Side, competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import HandScore
from scorekeeper.rules.words import Names
from scorekeeper.usecases.rule_choice import RuleChoice

from .record import RecordResult, RowClaim, RowResult
from .sheet_rows import SheetRow

Points = Mapping[Side, int]


def has_only_points(rows: Sequence[SheetRow]) -> bool:
    """Return whether the rows have points, and nothing from which the rules could score a hand."""
    entries = [row.entry for row in rows]
    if any(entry.captured or entry.reneged_by or entry.outcome == "conceded" for entry in entries):
        return False
    return any(_has_points(entry) for entry in entries)


def check_points(choice: RuleChoice, players: tuple[str, ...], rows: Sequence[SheetRow]) -> RecordResult:
    """Return what the rules say of rows that have points or running totals; a side without any scored 0."""
    rules = choice.rules
    rules_of_points = replace(rules, both_cross="higher_total", win_needs_bid=False)
    standing, names = initial_standing(rules_of_points, range(len(players))), Names(players)
    sides = competitors(rules, standing.players)
    results = []
    for number, row in enumerate(rows, 1):
        result, standing = _check_row(rules, standing, row, names)
        results.append(replace(result, name=f"Row {number}"))
    winners, reason = _outcome(rules, standing, sides, names)
    return RecordResult(
        title=choice.title,
        valid=not any(result.problems for result in results),
        sides=tuple(map(names.side, sides)),
        rows=tuple(results),
        totals=tuple((names.side(side), standing.total(side)) for side in sides),
        winners=winners,
        reason=reason,
        problems=(),
        more=0,
    )


def _check_row(rules: RuleSet, before: Standing, row: SheetRow, names: Names) -> tuple[RowResult, Standing]:
    """Return a checked row, and the standing after it."""
    entry, sides = row.entry, competitors(rules, before.players)
    points = _points(entry, before, sides, names)
    problems = [Reason(error.text) for error in row.errors]
    after = before
    if before.end and _has_points(entry):
        problems.append(Reason(f"The game ended on hand {before.hands_scored}."))
    elif _has_points(entry):
        problems += map(Reason, _impossible(rules, points))
        after = _book(before, entry, points)
    totals = or_none(entry.claimed_totals) or {}
    claims = (
        RowClaim(names.side(side), totals[names[side[0]]], after.total(side), totals=True, carried=False)
        for side in sides
        if entry.claimed and names[side[0]] in totals
    )
    result = RowResult(
        name="",
        bidder=or_none(entry.bidder) or "",
        bid=or_none(entry.bid),
        made=None,
        points=tuple(points.values()) if after is not before else None,
        totals=tuple(map(after.total, sides)),
        reasons=(),
        problems=tuple(problems),
        text=row.text,
        claims=tuple(claims),
    )
    return result, after


def _has_points(entry: HandEntry) -> bool:
    return bool(entry.claimed or entry.claimed_totals)


def _points(entry: HandEntry, before: Standing, sides: Sequence[Side], names: Names) -> Points:
    """Return the points of each side in a row: those it gives, or by how much its running totals have grown."""
    if entry.claimed:
        return {side: entry.claimed.get(names[side[0]], 0) for side in sides}
    totals = or_none(entry.claimed_totals) or {}
    return {side: totals.get(names[side[0]], before.total(side)) - before.total(side) for side in sides}


def _book(before: Standing, entry: HandEntry, points: Points) -> Standing:
    """Return the standing after a hand of which nothing but its points is known."""
    of_players = tuple(next(points[side] for side in points if player in side) for player in range(len(before.players)))
    deal, hand = before.table.deal(), Hand(last=entry.last is True)
    return before.after(deal, hand, HandScore(deal, hand, (), (), None, of_players))


def _impossible(rules: RuleSet, points: Points) -> Iterator[str]:
    """Yield why no hand can bring these points."""
    step = gcd(
        *rules.card_values,
        *(*rules.trick_points.values(), rules.sweep_bonus, rules.foul_penalty),
        *(rules.min_bid, rules.bid_step, rules.highest_bid, rules.moon_bid or 0, rules.renege_points or 0),
    )
    for worth in points.values():
        if worth % step:
            yield f"{worth} isn't possible. Points come in {step}s."
    most = max(rules.hand_total, rules.moon_bid or 0) + rules.sweep_bonus
    gained = [worth for worth in points.values() if worth > 0]
    together = sum(gained) if rules.fixed_sides else max(gained, default=0)
    if together > most:
        yield f"That's {together:,} points, but a hand has {most} at most."


def _outcome(rules: RuleSet, standing: Standing, sides: Sequence[Side], names: Names) -> tuple[str, Reason]:
    """Return who has won and why; "" where points alone do not show it."""
    if standing.end and standing.end.reason == "target":
        crossed = [side for side in sides if standing.total(side) >= (rules.target or 0)]
        if rules.win_needs_bid:
            return "", Reason("Points alone don't show who could go out.", "R28")
        if rules.both_cross == "bidding_side" and len(crossed) > 1:
            return "", Reason(f"More than one reached {rules.target}. Points alone don't show who had the bid.", "R18")
    return names.sides(standing.end.winners) if standing.end else "", explain_end(standing, names)
