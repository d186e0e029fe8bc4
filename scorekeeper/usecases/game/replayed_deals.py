"""The deals of a game replayed, and which of them no longer fit when a hand is taken out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import Deal, Hand, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.words import side_name
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState, describe_hand


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand with the deal it was played from; `due` is the player whose deal it would have been."""

    hand: Hand
    deal: Deal
    due: str


def replay_deals(state: GameState, without: int = 0) -> tuple[DealtHand, ...]:
    """Return every hand of a game and the open one with its deal, as if the game had no end.

    `without` leaves out the hand at this place, counted from 1.
    """
    return tuple(_replay_deals(state, without))


def _replay_deals(state: GameState, without: int) -> Iterator[DealtHand]:
    standing = state.initial_standing._replace(rules=without_end(state.rules))
    for place, played in enumerate(state.hands, 1):
        if place != without:
            yield DealtHand(played.hand, standing.deal(played.hand.dealer), standing.next_dealer)
            standing = next(replay(standing, [played.hand])).standing
    if state.open_hand:
        yield DealtHand(state.open_hand, standing.deal(state.open_hand.dealer), standing.next_dealer)


def without_end(rules: RuleSet) -> RuleSet:
    """Return the same rules with no end within anybody's reach."""
    hands_per_round = 3 * (rules.hands_per_partner or 1)
    most = LARGEST_NUMBER // hands_per_round * hands_per_round
    return replace(rules, target=None, hand_limit=most, time_limit=None, floor=None, lead_wins=None)


def broken_without(state: GameState, place: int) -> tuple[str, ...]:
    """Return a sentence for each later hand whose deal no longer fits once the hand at this place is deleted.

    Raises ValidationFailed where somebody would have played a later hand with another partner (R21).
    """
    broken = []
    later = zip(replay_deals(state)[place:], replay_deals(state, place)[place - 1 :], strict=True)
    for position, (old, new) in enumerate(later, place):
        is_open = position == len(state.hands)
        name = "the hand being played" if is_open else describe_hand(old.hand.outcome, old.deal.number)
        if old.deal.seats != new.deal.seats:
            one, other = map(side_name, sides_of(state.rules, old.deal, old.hand.bidder))
            why = f"That would change the partners in {name}: {one} played it against {other}."
            raise ValidationFailed([RuleError("deleted", why, "R21")])
        if old.deal.dealer == old.due and new.deal.dealer != new.due:
            calls = f" Its bidding started with {old.deal.first_to_bid}." if old.hand.auction else ""
            broken.append(f"{old.deal.dealer} dealt {name}, but it would be {new.due}'s deal.{calls}")
    return tuple(broken)
