"""The order of seats, corrected: what would change is shown before it is stored.

What was seen of a hand is told by its sides: the bidding side took so much, the other side the rest. In another order
of seats the bidder has another partner, and the bidding side keeps what the bidding side took.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scorekeeper.rules.errors import CapturedMissing, DuplicatePlayer, RuleError
from scorekeeper.rules.game import PlayedHand as Booked
from scorekeeper.rules.game import Standing, initial_standing, replay
from scorekeeper.rules.hand import Hand, Side, competitors, side_name, side_with, sides_of
from scorekeeper.rules.validation import validate_hand
from scorekeeper.storage import hand_facts
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_state import GameState, read_game

from .changes import make_change
from .fields import Fields
from .game_settings import refuse_while_calling
from .replay import dealt, endless

Order = Sequence[int]


@dataclass(frozen=True, slots=True)
class Result:
    """Where a game stands: each competitor's names and total, and who has won ("" while it goes on)."""

    totals: tuple[tuple[str, int], ...]
    winners: str
    next_dealer: str


@dataclass(frozen=True, slots=True)
class HandChanged:
    """A hand that another order scores otherwise: each side's points (None where it was not scored) before and after.

    `problem` says what in its logged auction no longer fits.
    """

    number: int
    before: tuple[tuple[str, int], ...]
    after: tuple[tuple[str, int], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class SeatsChange:
    """What another order of seats would change."""

    before: Result
    after: Result
    hands: tuple[HandChanged, ...]


def seats_change(club_id: int, game_uid: UUID, order: Order) -> SeatsChange:
    """What this order of the players' numbers, clockwise, would change.

    Raises ValidationFailed (`seats[i]`), NotFound.
    """
    state = read_game(club_id, game_uid)
    _refuse(state, order)
    players = tuple(state.names[number] for number in order)
    after = _replayed(state, players)
    changed = tuple(
        line for old, new in zip(state.hands, after, strict=True) if (line := _changed(state, old, new)) is not None
    )
    before, then = state.standing, after[-1].standing if after else _opening(state, players)
    return SeatsChange(_result(before), _result(then), changed)


def change_seats(club_id: int, game_uid: UUID, token: FormToken, order: Order, confirmed: bool) -> None:
    """Seats the players in this order; with hands recorded only once what it changes was shown and `confirmed`.

    Raises ValidationFailed with fields `seats[i]`; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        _refuse(state, order)
        if state.game.hands and not confirmed:
            raise ValidationFailed([DuplicatePlayer("seats[0]", "Look first at what another order changes.")])
        players = tuple(state.names[number] for number in order)
        fields: dict[str, Any] = {"seats": list(order)}
        booked = _replayed(state, players)
        for row, new in zip(state.game.hands, booked, strict=True):
            fields[f"hand:{row.uid}"] = {
                "position": row.position,
                "facts": hand_facts.encode(new.hand, new.deal, state.names),
            }
        if state.game.open_hand:
            standing = booked[-1].standing if booked else _opening(state, players)
            seats = [state.number(name) for name in standing.seats()]
            fields["open_hand"] = {**state.game.open_hand, "seats": seats}
        return fields

    make_change(club_id, game_uid, token, "seats", edit)


def _refuse(state: GameState, order: Order) -> None:
    errors: list[RuleError] = []
    for place, number in enumerate(order):
        if not 0 <= number < len(state.names):
            errors.append(DuplicatePlayer(f"seats[{place}]", "Choose somebody at this table."))
        elif number in order[:place]:
            errors.append(
                DuplicatePlayer(f"seats[{place}]", f"{state.names[number]} has a seat already; each player has one.")
            )
    if len(order) != len(state.names) and not errors:
        errors.append(DuplicatePlayer("seats[0]", f"There are {len(state.names)} seats at this table."))
    if errors:
        raise ValidationFailed(errors)
    refuse_while_calling(state, "seats[0]")


def _opening(state: GameState, players: tuple[str, ...]) -> Standing:
    return initial_standing(state.rules, players, state.names[state.game.dealer])


def _replayed(state: GameState, players: tuple[str, ...]) -> list[Booked]:
    """Each hand as it would be booked with the players in this order.

    Raises ValidationFailed where one would need a count that nobody gave: who reneged now plays for the other side
    (R8).
    """
    booked = list(_told_anew(state, players))
    for old, new in zip(dealt(state), booked, strict=False):
        if any(isinstance(fault, CapturedMissing) for fault in validate_hand(state.rules, new.deal, new.hand)[1]):
            offenders = side_with(sides_of(state.rules, old.deal, old.hand.bidder), old.hand.reneged_by)
            needed = f"In this order the count of {side_name(offenders)} in hand {new.deal.number} matters"
            raise ValidationFailed([CapturedMissing("seats[0]", f"{needed}: correct that hand first.", "R8")])
    return booked


def _told_anew(state: GameState, players: tuple[str, ...]) -> Iterator[Booked]:
    """Each hand by the sides of this order; partners change after the end too (R21)."""
    standing = _opening(state, players)
    going_on = replace(standing, rules=endless(state.rules))
    for old in dealt(state)[: len(state.hands)]:
        hand, deal = old.hand, going_on.deal(old.hand.dealer)
        was, now = (sides_of(state.rules, each, hand.bidder, hand.partners) for each in (old.deal, deal))
        told = _told_of(hand, was, now)
        (booked,) = replay(standing, [told])
        standing, going_on = booked.standing, next(replay(going_on, [told])).standing
        yield replace(booked, deal=deal)


def _told_of(hand: Hand, old: tuple[Side, ...], new: tuple[Side, ...]) -> Hand:
    """The same hand, told of these sides: what was the bidding side's is the bidding side's."""
    if set(map(frozenset, old)) == set(map(frozenset, new)) or hand.bidder is None:
        return hand
    bidding, ours = side_with(old, hand.bidder), side_with(new, hand.bidder)
    theirs = next(side for side in new if side != ours)

    def now(player: Any) -> Any:
        return player if not isinstance(player, str) else ours[0] if player in bidding else theirs[0]

    return replace(
        hand,
        captured={now(player): worth for player, worth in hand.captured.items()},
        last_trick=now(hand.last_trick),
        most_tricks=now(hand.most_tricks),
        sweep=now(hand.sweep),
    )


def _changed(state: GameState, old: Booked, new: Booked) -> HandChanged | None:
    problem = " ".join(fault.message for fault in validate_hand(state.rules, new.deal, new.hand)[1])
    before, after = _points(state, old), _points(state, new)
    return HandChanged(new.deal.number, before, after, problem) if problem or before != after else None


def _points(state: GameState, booked: Booked) -> tuple[tuple[str, int], ...]:
    if booked.score is None:
        return ()
    owners = competitors(state.rules, booked.deal.players)
    return tuple((side_name(side), booked.score.points[side[0]]) for side in owners)


def _result(standing: Standing) -> Result:
    owners = competitors(standing.rules, standing.players)
    winners = " and ".join(map(side_name, standing.end.winners)) if standing.end else ""
    return Result(tuple((side_name(side), standing.total(side)) for side in owners), winners, standing.next_dealer)
