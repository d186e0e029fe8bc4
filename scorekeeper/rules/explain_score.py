"""Explain why a hand scored what it did, and why a game ended so.

`ruling` names the ruling a sentence rests on; None means the plain scoring that the rule set's own document describes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .game import End, GameStatus, PlayedHand, Standing
from .hand import Deal, Hand, Side, competitors, side_with, sides_at_table
from .ruleset import RuleSet
from .scoring import HandScore, SideScore, set_by_discard
from .words import Names, agree, count_of, format_number, format_points, join_words, whose

WORDS = {
    "stuck": "Everyone else passed: {who} {was} stuck with {bid}.",
    "table-talk": "table talk",
    "nest-discard": "wrong nest discard",
    "foul": "{whose} {what} costs {cost}{each}.",
    "foul of a side": "{whose} {what} costs {side} {cost}{each}.",
    "foul for nothing": "{whose} {what} costs nothing more.",
    "adjustment": "{side} {points}: {reason}.",
    "each": " each",
    "made": "{points}{each}",
    "set": "set back {bid}{each}",
    "set for nothing": "set, but that costs nothing with these rules: {points}{each}",
    "set by discard": "{side} bid {bid} and took {points}, but a wrong nest discard is a set: {result}.",
    "moon": "{side} shot the moon ({bid}) and took {points} of {total}: {result}.",
    "bid": "{side} bid {bid} and took {points}: {result}.",
    "other": "{side} {points}{tricks}",
    "scores": "{side} scores {points}{each}{tricks}.",
    "score": "{side} score {points}{each}{tricks}.",
    "nothing": "nothing",
    "swept by tricks": "{side} took every trick: +{bonus}{each}.",
    "swept by points": "{side} took all the points: +{bonus}{each}.",
    "with": " with {tricks}",
    "last_trick": "the last trick",
    "most_tricks": "most tricks",
    "and": " and ",
    "reneged": "{who} reneged: set back {points}{each}.",
    "side reneged": "{who} reneged: {side} set back {points}{each}.",
    "fixed": "{side} {points}{each}.",
    "found late": "{side} {points}{each}{tricks}: it was found only after that.",
    "found": "{side} {points}{each}, captured before it was found.",
    "gave up": "{side} gave up the hand: set back {points}{each}.",
    "before that": "{side} {points}{each}, captured before that.",
    "had nothing": "{side} had captured nothing.",
}
"""The sentences that explain a hand, with placeholders."""


class Reason(NamedTuple):
    """One sentence, and the number of the ruling it rests on."""

    text: str
    ruling: str | None = None


def explain_score(rules: RuleSet, score: HandScore, names: Names) -> Iterator[Reason]:
    """Explain a hand: a stuck bid, the bidding side's score, the others', then fouls and adjustments."""
    hand = score.hand
    if hand.is_stuck:
        who = names[hand.bidder]
        yield Reason(_say("stuck", who=who, was=agree(who, "was"), bid=hand.bid), "R4")
    if hand.outcome == "renege":
        yield from _renege_reasons(rules, score, names)
    elif hand.outcome == "conceded":
        yield from _concession_reasons(rules, score, names)
    else:
        yield from _bid_reasons(rules, score, names)
    yield from _extra_reasons(rules, score.deal, hand, [part.players for part in score.sides], names)


def explain_played(played: PlayedHand, names: Names) -> Iterator[Reason]:
    """Explain a played hand, misdeal or passed-out deal of a game; yield nothing for a hand after the end."""
    rules = played.standing.rules
    if played.score:
        return explain_score(rules, played.score, names)
    if played.after_end:
        return iter(())
    return _extra_reasons(rules, played.deal, played.hand, sides_at_table(rules, played.deal), names)


def _extra_reasons(rules: RuleSet, deal: Deal, hand: Hand, sides: Sequence[Side], names: Names) -> Iterator[Reason]:
    """Explain fouls, which fall on one of these sides, and adjustments."""
    for foul in hand.fouls:
        side = side_with(sides, foul.player)
        owner, what = whose(names[foul.player], starts=True), WORDS[foul.kind]
        if foul.kind == "table-talk" or rules.discard_rule == "penalty":
            sentence = "foul" if len(side) == 1 else "foul of a side"
            cost, each = rules.foul_penalty, _each(rules, side)
            yield Reason(_say(sentence, whose=owner, what=what, side=names.side(side), cost=cost, each=each), "R12")
        elif not set_by_discard(rules, hand):
            yield Reason(_say("foul for nothing", whose=owner, what=what), "R19")
    for adjustment in hand.adjustments:
        owners = side_with(competitors(rules, deal.players), adjustment.player)
        points, reason = format_points(adjustment.points), adjustment.reason
        yield Reason(_say("adjustment", side=names.side(owners), points=points, reason=reason), "R26")


def _each(rules: RuleSet, side: Side) -> str:
    """Return " each" if players who score together have totals of their own."""
    return "" if rules.fixed_sides or len(side) == 1 else WORDS["each"]


def _say(sentence: str, **words: object) -> str:
    return WORDS[sentence].format_map(words)


def _bid_reasons(rules: RuleSet, score: HandScore, names: Names) -> Iterator[Reason]:
    others = {part.players: part for part in score.sides}
    yield _of_bid(rules, score, others.pop(score.bidding_side), names)
    yield _of_others(rules, score.hand, list(others.values()), names)
    for part in score.sides:
        if part.swept:
            side, each = names.side(part.players), _each(rules, part.players)
            yield Reason(_say(f"swept by {rules.sweep_on}", side=side, bonus=rules.sweep_bonus, each=each), "R16")


def _of_bid(rules: RuleSet, score: HandScore, bidding: SideScore, names: Names) -> Reason:
    bid, each = score.hand.bid, _each(rules, bidding.players)
    moon = bid == rules.moon_bid
    how = "set" if moon or rules.set_rule == "minus_bid" else "set for nothing"
    apart = rules.sweep_bonus if bidding.swept else 0  # has a sentence of its own
    result = _say("made" if score.made else how, points=format_points(bidding.score - apart), bid=bid, each=each)
    side, points = names.side(bidding.players), f"{bidding.points}{_with_tricks(rules, score.hand, bidding)}"
    if set_by_discard(rules, score.hand):
        return Reason(_say("set by discard", side=side, bid=bid, points=points, result=result), "R19")
    if moon:
        return Reason(_say("moon", side=side, bid=bid, points=points, total=rules.hand_total, result=result), "R27")
    return Reason(_say("bid", side=side, bid=bid, points=points, result=result))


def _of_others(rules: RuleSet, hand: Hand, others: list[SideScore], names: Names) -> Reason:
    """Explain what the other sides keep, with the ruling if players score alone or for each other."""
    ruling = {"individual": "R15", "rotating_partners": "R6"}.get(rules.sides)
    if len(others) > 1:
        said = [
            _say(
                "other",
                side=names.side(part.players),
                points=format_points(part.points),
                tricks=_with_tricks(rules, hand, part),
            )
            for part in others
        ]
        return Reason(", ".join(said) + ".", ruling)
    players, points = others[0].players, others[0].points
    tricks = _with_tricks(rules, hand, others[0])
    if rules.sides == "bidder_vs_defenders" and len(players) > 1:
        ruling = "R14"
    sentence = "score" if names.is_plural(players) else "scores"
    took, each = points or WORDS["nothing"], _each(rules, players)
    return Reason(_say(sentence, side=names.side(players), points=took, each=each, tricks=tricks), ruling)


def _with_tricks(rules: RuleSet, hand: Hand, part: SideScore) -> str:
    """Return " with the last trick" or " with most tricks" if that added to the side's points; "" for a sweep."""
    if hand.sweep is not None:
        return ""
    added = [WORDS[name] for name, worth in rules.trick_points.items() if worth and getattr(hand, name) in part.players]
    return _say("with", tricks=WORDS["and"].join(added)) if added else ""


def _renege_reasons(rules: RuleSet, score: HandScore, names: Names) -> Iterator[Reason]:
    offender = score.hand.reneged_by
    for part in score.sides:
        if offender in part.players:
            sentence = "side reneged" if len(part.players) > 1 else "reneged"
            each, side = _each(rules, part.players), names.side(part.players)
            yield Reason(_say(sentence, who=names[offender], side=side, points=-part.score, each=each), "R8")
    for part in score.sides:
        if offender not in part.players:
            tricks = _with_tricks(rules, score.hand, part)
            sentence = "fixed" if rules.renege_rule == "fixed" else "found late" if tricks else "found"
            said = {"points": format_points(part.score), "each": _each(rules, part.players), "tricks": tricks}
            ruling = "R9" if sentence == "found late" else "R8"
            yield Reason(_say(sentence, side=names.side(part.players), **said), ruling)


def _concession_reasons(rules: RuleSet, score: HandScore, names: Names) -> Iterator[Reason]:
    for part in sorted(score.sides, key=lambda part: part.players != score.bidding_side):
        side, each = names.side(part.players), _each(rules, part.players)
        if part.players == score.bidding_side:
            yield Reason(_say("gave up", side=side, points=-part.score, each=each), "R33")
        elif part.score:
            yield Reason(_say("before that", side=side, points=format_points(part.score), each=each), "R33")
        else:
            yield Reason(_say("had nothing", side=side), "R33")


def describe_status(status: GameStatus, end: End | None, names: Names) -> str:
    """Return the state of a game, without a period: "Ann & Cal won", "Tied", "In progress"."""
    if end:
        return f"{names.sides(end.winners)} won"
    return {GameStatus.STOPPED: "Stopped early", GameStatus.TIED: "Tied"}.get(status, "In progress")


def explain_end(standing: Standing, names: Names) -> Reason:
    """Explain why the winner of a finished game won, or why a tied game goes on."""
    totals = {side: standing.total(side) for side in competitors(standing.rules, standing.players)}
    if standing.end is None:
        return _tied(standing.rules, totals, names) if standing.tied else Reason("No winner yet.")
    winner, *joint = standing.end.winners
    best = format_number(totals[winner])
    if joint:
        return Reason(f"{best} each: they share the win.", "R7")
    second = max(total for side, total in totals.items() if side != winner)
    match standing.end.reason:
        case "target":
            return _by_target(standing, winner, second, names)
        case "hand_limit":
            hands = count_of(standing.table.hands_scored, "hand")
            return Reason(f"{best} to {format_number(second)} after {hands}.", "R2")
        case "time":
            return Reason(f"{best} to {format_number(second)} when time was called.", "R32")
        case "floor":
            lowest = min(totals, key=totals.__getitem__)
            fell = f"{names.side(lowest)} fell to {format_number(totals[lowest])}"
            return Reason(f"{fell}; {best} is the highest total.", "R29")
        case "lead":
            return Reason(f"{best} leads {format_number(second)} by {format_number(totals[winner] - second)}.", "R29")
        case "extra_hand":
            return Reason(f"{best} to {format_number(second)} after the tiebreaker hand.", "R3")


def explain_agreed(hands: Sequence[tuple[str, bool]], who: str, *, goes_on: bool = False) -> str:
    """Say which hands, each by `describe_hand`, these sides agreed to; `who` names them, or is from `all_of`.

    While the game `goes_on` they may still agree.
    """
    one, more, so_far = ("is", "are", " yet") if goes_on else ("was", "were", "")
    missing = [hand for hand, agreed in hands if not agreed]
    if not missing:
        return f"{_starting(who)} agreed to every hand."
    if len(missing) == len(hands):
        return f"No hand {one} agreed to by {who}{so_far}."
    numbers = [hand.removeprefix("hand ") for hand in missing if hand.startswith("hand ")]
    named = [hand for hand in missing if not hand.startswith("hand ")]
    if numbers:
        named.insert(0, f"hand{'s' if len(numbers) > 1 else ''} {join_words(numbers)}")
    return f"{_starting(join_words(named))} {one if len(missing) == 1 else more} not agreed to{so_far}."


def explain_agreed_result(agreed: bool, who: str) -> str:
    """Say whether these sides agreed to the final result."""
    return f"{_starting(who)} agreed to the result." if agreed else "The result was not agreed to."


def all_of(sides: int) -> str:
    """Return what this many sides are called together."""
    return "both sides" if sides == 2 else "all sides"


def _starting(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _tied(rules: RuleSet, totals: Mapping[Side, int], names: Names) -> Reason:
    highest = max(totals.values())
    tied = [names.side(side) for side, total in totals.items() if total == highest]
    if len(tied) == 1 and rules.win_needs_bid:  # R28: those who may go out are tied, and one who may not is ahead
        return Reason("Those who can go out are tied. Play one more hand.", "R3")
    if len(tied) == 1:  # R12: a penalty in a misdeal has broken the tie since
        return Reason("There was a tie for the win, and only a hand can break it. Play one more.", "R12")
    return Reason(f"{join_words(tied)} are tied at {format_number(highest)}. Play one more hand.", "R3")


def _by_target(standing: Standing, winner: Side, second: int, names: Names) -> Reason:
    rules, most = standing.rules, standing.rules.target or 0
    target, best, other = map(format_number, (most, standing.total(winner), second))
    crossed = "both" if len(competitors(rules, standing.players)) == 2 else "more than one"
    if rules.win_needs_bid:
        went_out = f"{names.side(winner)} went out on the bid"
        return Reason(f"{went_out}, {best} to {other} (game was to {target}).", "R28")
    if second < most:
        return Reason(f"{best} to {other} (game was to {target}).", "R1")
    if rules.both_cross == "bidding_side":
        return Reason(f"{crossed.capitalize()} reached {target}, and {names.side(winner)} had the bid.", "R18")
    higher = "higher" if crossed == "both" else "highest"
    return Reason(
        f"{best} to {other}; {crossed} reached {target}, so the {higher} total wins.",
        "R1",
    )
