"""Replays the deals of a game, and finds those that no longer fit if a hand is removed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import Deal, Hand, Player, sides_of
from scorekeeper.rules.words import whose
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState, describe_hand


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand with its deal; `due` is the player whose turn it was to deal."""

    hand: Hand
    deal: Deal
    due: Player


def replay_deals(state: GameState, without: int = 0) -> tuple[DealtHand, ...]:
    """Return every hand of a game with its deal, including the open hand and those after the end.

    `without` leaves out the hand at this place, counted from 1.
    """
    hands = [played.hand for place, played in enumerate(state.hands, 1) if place != without]
    return tuple(_replay_deals(state.initial_standing.table, [*hands, *filter(None, [state.open_hand])]))


def _replay_deals(table: Table, hands: Iterable[Hand]) -> Iterator[DealtHand]:
    for hand in hands:
        deal = table.deal(hand.dealer)
        yield DealtHand(hand, deal, table.dealer)
        table = table.after(deal, hand)


def broken_without(state: GameState, place: int) -> tuple[str, ...]:
    """Return a sentence for each later hand with a deal that no longer fits if the hand at this place is deleted.

    Raises ValidationFailed if someone would have played a later hand with another partner (R21).
    """
    broken, names = [], state.names
    later = zip(replay_deals(state)[place:], replay_deals(state, place)[place - 1 :], strict=True)
    for position, (old, new) in enumerate(later, place):
        is_open = position == len(state.hands)
        name = "the hand being played" if is_open else describe_hand(old.hand.outcome, old.deal.number)
        if old.deal.seats != new.deal.seats:
            one, other = map(names.side, sides_of(state.rules, old.deal, old.hand.bidder))
            why = f"That would change the partners in {name}: {one} played it against {other}."
            raise ValidationFailed([RuleError("deleted", why, "R21")])
        if old.deal.dealer == old.due and new.deal.dealer != new.due:
            calls = f" Its bidding started with {names[old.deal.first_to_bid]}." if old.hand.auction else ""
            broken.append(
                f"{names[old.deal.dealer]} dealt {name}, but it would be {whose(names[new.due])} deal.{calls}"
            )
    return tuple(broken)
