"""The deals of a game replayed, and which of them no longer fit when a hand is taken out."""

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
    """A hand with the deal it was played from; `due` is the player whose deal it would have been."""

    hand: Hand
    deal: Deal
    due: Player


def replay_deals(state: GameState, without: int = 0) -> tuple[DealtHand, ...]:
    """Return every hand of a game and the open one with its deal, those after the end too.

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
    """Return a sentence for each later hand whose deal no longer fits once the hand at this place is deleted.

    Raises ValidationFailed where somebody would have played a later hand with another partner (R21).
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
