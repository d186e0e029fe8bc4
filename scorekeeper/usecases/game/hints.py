"""What the rules ask and say of one hand: who plays with whom, what is passed on, what is to be told at its end."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.rules.hand import Deal, Hand, side_name, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.game_rules import preset_of
from scorekeeper.usecases.game_state import GameState

TRICKS = ("last_trick", "most_tricks", "sweep")


def required_fields(rules: RuleSet) -> frozenset[str]:
    """Which of TRICKS these rules ask of a hand's end beside its counters."""
    last = rules.last_trick_points or (rules.nest_size and rules.nest_to == "last_trick")
    sweep = rules.sweep_bonus and rules.sweep_on == "tricks"
    needed = zip(TRICKS, (last, rules.most_tricks_points, sweep), strict=True)
    return frozenset(fact for fact, need in needed if need)


def seating(rules: RuleSet) -> str:
    """Who plays with whom by these rules, as it stands behind "in the order you sit"."""
    match rules.sides:
        case "partnerships":
            return "partners sit across" if rules.players == 4 else "every other player is a partner"
        case "rotating_partners":
            each = rules.hands_per_partner
            return f"player 1 plays {each} hands with player 3, {each} with player 2, {each} with player 4"
        case "individual":
            return "everybody plays alone"
        case "called_partner":
            return "the bidder calls a partner" if rules.partners_called == 1 else "the bidder calls one partner or two"
    against = "the other, who plays the dummy hand too" if rules.players == 2 else "all others"
    return f"the bidder plays against {against}"


def hand_hints(state: GameState, deal: Deal, hand: Hand | None) -> Iterator[str]:
    """What the table should know of the hand being played; `hand` is what is known of it so far."""
    rules = state.rules
    bidder = hand.bidder if hand else None
    if rules.hands_per_partner and rules.sides == "rotating_partners":
        one, other = map(side_name, sides_of(rules, deal, None))
        hands = rules.hands_per_partner
        more = hands - 1 - (deal.number - 1) % hands
        last = f"the last of {hands} hands" if hands > 1 else "this hand alone"
        yield f"{one} against {other}: {f'this hand and {more} more' if more else last}."
    if rules.players == 2:
        others = [player for player in deal.players if bidder and player != bidder]
        yield f"{others[0] if others else 'Who does not get the bid'} also plays the dummy hand."
    passing = preset_of(state.game.rules).passing
    if passing:
        yield f"After the bid each passes {passing[(deal.number - 1) % len(passing)]}."


def new_partners(state: GameState, deal: Deal) -> Iterator[str]:
    """Before the first hand with other partners: who they are, and who moves to which seat (R21)."""
    if deal.number == 1:
        return
    before, now = replace(state.standing, hands_scored=deal.number - 2).seats(), deal.seats
    moved = [(player, old) for player, old in zip(now, before, strict=True) if player != old]
    if moved:
        one, other = map(side_name, sides_of(state.rules, deal, None))
        where = "; ".join(f"{player} takes {old}'s seat" for player, old in moved)
        if len(moved) == 2:
            where = f"{moved[0][1]} and {moved[0][0]} change seats"
        yield f"New partners: {one} against {other}. {where}. Clockwise: {', '.join(now)}."
