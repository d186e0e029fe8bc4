"""Check the counters that each side captured against those of the deck (R9, R20, R30, R33)."""

from collections.abc import Iterator, Mapping

from .errors import CapturedMissing, CapturedSum, CapturedTwice, CapturedValue, RuleError
from .hand import Hand, Player, Side, side_with
from .piles import SearchBudget, can_be_captured
from .ruleset import RuleSet
from .scoring import captured_by_side


def validate_captured(
    rules: RuleSet, sides: tuple[Side, ...], hand: Hand, budget: SearchBudget | None
) -> tuple[Mapping[Side, int], list[RuleError]]:
    """Return the counters of each side, and what is wrong with a count or, if each is possible, with their sum.

    No counters come back if they are wrong, or if `sides` is empty because the sides are unknown.
    """
    wrong: list[RuleError] = []
    piles = captured_by_side(rules, sides, hand)
    if len(piles) < len(sides):
        wrong.extend(_missing_errors(rules, [side for side in sides if side not in piles], hand))
    if sides and len(hand.captured) > 1:
        wrong.extend(_twice_errors(sides, hand))
    for player, worth in hand.captured.items():
        if worth < 0 or worth % rules.bid_step or worth > rules.card_total:
            by = f"Counters come in {rules.bid_step}s, 0 to {rules.card_total}."
            pile = _whole_pile(rules, 0, worth) if hand.played_out else ""  # R9: else tricks earn nothing
            message = f"{worth} isn't possible. {by}{pile}"
            wrong.append(CapturedValue(f"captured.{player}", message, "R30"))
    if wrong or not sides:
        return {}, wrong
    left_over = rules.out_of_play_cards if hand.outcome == "played" else None
    if can_be_captured(rules.card_values, tuple(piles.values()), left_over, budget):
        return piles, []
    return {}, [_sum_error(rules, tuple(piles.values()), left_over, hand)]


def _missing_errors(rules: RuleSet, missing: list[Side], hand: Hand) -> Iterator[RuleError]:
    if hand.outcome == "conceded":  # R33: a side left out had nothing
        required = []
    elif hand.outcome == "renege":  # R8
        required = [] if rules.renege_rule == "fixed" else [side for side in missing if hand.reneged_by not in side]
    else:
        required = missing
    if required:
        sides = {f"side_{number}": side for number, side in enumerate(required)}
        named = ", ".join(f"{{{word}}}" for word in sides)
        who = f"{named} capture" if len(required) == 1 else f"each side capture ({named})"
        yield CapturedMissing("captured", f"How many points did {who}?", None, **sides)


def _twice_errors(sides: tuple[Side, ...], hand: Hand) -> Iterator[RuleError]:
    counted: dict[Side, Player] = {}
    for player in hand.captured:
        first = counted.setdefault(side_with(sides, player), player)
        if first != player:
            why = "{first} and {second} are on the same side. Enter one count for both."
            yield CapturedTwice(f"captured.{player}", why, None, first=first, second=player)


def _sum_error(rules: RuleSet, piles: tuple[int, ...], left_over: int | None, hand: Hand) -> RuleError:
    """Say why the cards of the deck can't be split this way (R9, R20, R30, R33)."""
    total, claimed = rules.card_total, sum(hand.captured.values())
    least = 0 if left_over is None else total - sum(rules.card_values[:left_over])
    if least <= sum(piles) and claimed <= total:
        parts = ", ".join(map(str, piles))
        but = f", even with {left_over} of them out of play" if left_over else ""
        return CapturedSum("captured", f"The cards can't be split that way ({parts}){but}. Recount.", "R30")
    if left_over is None:
        ruling = "R9" if hand.outcome == "renege" else "R33"
        return CapturedSum("captured", f"That's {claimed}, but there are only {total} points in the deck.", ruling)
    fits, pile = f"{least} to {total}" if left_over else total, _whole_pile(rules, least, claimed)
    only = "only " if claimed > total else ""
    message = f"That's {claimed}, but there are {only}{fits} points in {'play' if left_over else 'the deck'}.{pile}"
    return CapturedSum("captured", message, "R20" if left_over else "R30")


def _whole_pile(rules: RuleSet, least: int, claimed: int) -> str:
    """Return a hint if the tricks' points seem to be included in a count that is too high for the cards alone."""
    last, most, total = rules.last_trick_points, rules.most_tricks_points, rules.card_total
    added = ((last, f"the last trick's {last}"), (most, f"most tricks' {most}"), (last + most, "the tricks' points"))
    for points, whose in added:
        if claimed > total >= claimed - points >= least:
            return f" It fits with {whose} counted in. Those are added for you, so count cards only."
    return ""
