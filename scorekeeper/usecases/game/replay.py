"""How the deal goes round, and what breaks in it when a hand is taken out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import Deal, Hand, side_name, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState, describe_hand


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand with the deal it was played from; `due` is the player whose deal it would have been."""

    hand: Hand
    deal: Deal
    due: str


def dealt(state: GameState, without: int = 0) -> tuple[Dealt, ...]:
    """Every hand of a game and the one being played, whether or not the game was over by then: the deal went round.

    `without` leaves out the hand at this place, counted from 1.
    """
    return tuple(_dealt(state, without))


def _dealt(state: GameState, without: int) -> Iterator[Dealt]:
    standing = replace(state.initial_standing, rules=endless(state.rules))
    for place, entry in enumerate(state.hands, 1):
        if place != without:
            yield Dealt(entry.hand, standing.deal(entry.hand.dealer), standing.next_dealer)
            standing = next(replay(standing, [entry.hand])).standing
    if state.open_hand:
        yield Dealt(state.open_hand, standing.deal(state.open_hand.dealer), standing.next_dealer)


def endless(rules: RuleSet) -> RuleSet:
    """The same rules with no end within anybody's reach."""
    rounds = 3 * (rules.hands_per_partner or 1)
    return replace(rules, target=None, hand_limit=LARGEST_NUMBER // rounds * rounds, floor=None, lead_wins=None)


def broken_without(state: GameState, place: int) -> tuple[str, ...]:
    """What no longer fits once the hand at this place is deleted, a sentence for each later hand.

    Raises ValidationFailed where somebody would have played a later hand with another partner (R21).
    """
    found = []
    later = zip(dealt(state)[place:], dealt(state, place)[place - 1 :], strict=True)
    for position, (old, new) in enumerate(later, place):
        being_played = position == len(state.hands)
        name = "the hand being played" if being_played else describe_hand(old.hand.outcome, old.deal.number)
        if old.deal.seats != new.deal.seats:
            one, other = map(side_name, sides_of(state.rules, old.deal, old.hand.bidder))
            why = f"Then {name} would count for other partners; {one} played it against {other}."
            raise ValidationFailed([RuleError("deleted", why, "R21")])
        if old.deal.dealer == old.due and new.deal.dealer != new.due:
            calls = f" Its calls are logged from {old.deal.first_to_bid} on." if old.hand.auction else ""
            found.append(
                f"{name[0].upper()}{name[1:]}: {old.deal.dealer} dealt it; the deal would be {new.due}'s.{calls}"
            )
    return tuple(found)
