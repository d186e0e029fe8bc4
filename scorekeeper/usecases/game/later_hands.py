"""What becomes of hands at another table, or after one that is added or deleted: who deals, and who plays together."""

from collections.abc import Iterator

from scorekeeper.rules.errors import AuctionMismatch, CapturedMissing
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import Deal, Hand, Player, Side, side_with, sides_in, sides_of
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.words import describe_hand
from scorekeeper.storage.games import write_facts
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.change import Fields, HandField
from scorekeeper.usecases.game.effect import replay_deals
from scorekeeper.usecases.game_state import GameState


def table_before(state: GameState, place: int) -> Table:
    """Return the table at which the hand at this place is dealt, from 1; after the end too."""
    table = state.initial_standing.table
    for dealt in replay_deals(state)[: place - 1]:
        table = table.after(dealt.deal, dealt.hand)
    return table


def dealt_from(state: GameState, place: int, table: Table, *, reseated: bool = False) -> Fields:
    """Return the fields of the hands from this place on, with the open hand, as this table deals them.

    Who is due now deals each hand, unless its dealer was set by hand, its calls are logged, or the players are
    `reseated`. Where the partners change, the bidding side keeps its count. Raises ValidationFailed if another count is
    needed (R8), or if the partners of a logged bidding change (R21).
    """
    fields: dict[str, object] = {}
    rows = state.game.hands[place - 1 :]
    for at, (old, deal, hand) in enumerate(_dealt(state, place, table, reseated)):
        facts, is_open = write_facts(hand, deal), at == len(rows)
        if hand.auction and old.seats != deal.seats and not reseated:
            name = "the hand being played" if is_open else describe_hand(hand.outcome, old.number)
            why = f"That would change the partners in {name}, whose bidding is logged."
            raise ValidationFailed([AuctionMismatch("", why, "R21")])
        if is_open:
            fields["open_hand"] = facts
        else:
            _refuse_lost_count(state, old, deal, hand, "seats[0]" if reseated else "")
            fields[f"hand:{rows[at].uid}"] = HandField(position=rows[at].position, facts=facts)
    return fields


def _dealt(state: GameState, place: int, table: Table, dealers_stay: bool) -> Iterator[tuple[Deal, Deal, Hand]]:
    """Yield each hand from this place on: its deal, and the deal and the hand at this table."""
    for old in replay_deals(state)[place - 1 :]:
        hand, before = old.hand, old.deal
        stays = dealers_stay or hand.auction or before.dealer != old.due
        deal = table.deal(before.dealer if stays else None)
        was, now = (sides_of(state.rules, each, hand.bidder, hand.partners) for each in (before, deal))
        again = _reseat(hand, was, now)
        yield before, deal, again
        table = table.after(deal, again)


def _reseat(hand: Hand, before: tuple[Side, ...], after: tuple[Side, ...]) -> Hand:
    """Return the same hand with the sides `after`: the bidding side keeps its count."""
    if set(map(frozenset, before)) == set(map(frozenset, after)) or hand.bidder is None:
        return hand
    bidding, ours = side_with(before, hand.bidder), side_with(after, hand.bidder)
    theirs = next(side for side in after if side != ours)

    def now(player: Player) -> Player:
        return ours[0] if player in bidding else theirs[0]

    return hand.by_sides(now)


def _refuse_lost_count(state: GameState, before: Deal, deal: Deal, hand: Hand, field: str) -> None:
    """Raise ValidationFailed if the player who reneged has other partners now, whose count was not asked for (R8)."""
    errors = validate_hand(state.rules, deal, hand)[1]
    if any(isinstance(error, CapturedMissing) for error in errors):
        offenders = side_with(sides_in(state.rules, before, hand), hand.reneged_by)
        name = describe_hand(hand.outcome, before.number)
        needed = f"Then what {state.names.side(offenders)} captured in {name} counts: correct that hand first."
        raise ValidationFailed([CapturedMissing(field, needed, "R8")])
