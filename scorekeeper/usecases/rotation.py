"""How the deal goes round, and what breaks in it when a hand is taken out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..rules.errors import Refusal
from ..rules.game import play
from ..rules.hand import Deal, Hand, named, sides_of
from ..rules.ruleset import LARGEST_NUMBER, RuleSet
from .errors import Refused
from .table import Table, entry_in_words


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand with the deal it was played from; `due` is the player whose deal it would have been."""

    hand: Hand
    deal: Deal
    due: str


def dealt(table: Table, without: int = 0) -> tuple[Dealt, ...]:
    """Every hand of a game and the one being played, whether or not the game was over by then: the deal went round.

    `without` leaves out the hand at this place, counted from 1.
    """
    return tuple(_dealt(table, without))


def _dealt(table: Table, without: int) -> Iterator[Dealt]:
    standing = replace(table.opening, rules=endless(table.rules))
    for place, entry in enumerate(table.entries, 1):
        if place != without:
            yield Dealt(entry.hand, standing.deal(entry.hand.dealer), standing.next_dealer)
            standing = next(play(standing, [entry.hand])).standing
    if table.contract:
        yield Dealt(table.contract, standing.deal(table.contract.dealer), standing.next_dealer)


def endless(rules: RuleSet) -> RuleSet:
    """The same rules with no end within anybody's reach."""
    rounds = 3 * (rules.hands_per_partner or 1)
    return replace(rules, target=None, hand_limit=LARGEST_NUMBER // rounds * rounds, floor=None, lead_wins=None)


def broken_without(table: Table, place: int) -> tuple[str, ...]:
    """What no longer fits once the hand at this place is deleted, a sentence for each later hand.

    Raises Refused where somebody would have played a later hand with another partner (R21).
    """
    found = []
    later = zip(dealt(table)[place:], dealt(table, place)[place - 1 :], strict=True)
    for position, (old, new) in enumerate(later, place):
        being_played = position == len(table.entries)
        name = "the hand being played" if being_played else entry_in_words(old.hand.outcome, old.deal.number)
        if old.deal.seats != new.deal.seats:
            one, other = map(named, sides_of(table.rules, old.deal, old.hand.bidder))
            why = f"Then {name} would count for other partners; {one} played it against {other}."
            raise Refused([Refusal("deleted", why, "R21")])
        if old.deal.dealer == old.due and new.deal.dealer != new.due:
            calls = f" Its calls are logged from {old.deal.first_to_bid} on." if old.hand.auction else ""
            found.append(
                f"{name[0].upper()}{name[1:]}: {old.deal.dealer} dealt it; the deal would be {new.due}'s.{calls}"
            )
    return tuple(found)
