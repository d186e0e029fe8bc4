"""What the sides of a table agree to: each hand as it is shown, and the result.

A yes is no change of the game. It counts as long as what is shown is what it was said to: a correction, an undo or new
rules set it aside, and taking them back returns it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

import msgspec

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Side
from scorekeeper.storage.agreements import Agreement
from scorekeeper.storage.games import StoredHand
from scorekeeper.usecases.game_state import GameState


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand, or the result of a game, with its sides and the fingerprint of what is shown of it."""

    uid: UUID
    sides: tuple[Side, ...]
    fingerprint: str

    def agreement(self, side: Side) -> Agreement:
        """Return this side's yes."""
        return Agreement(self.uid, side[0], self.fingerprint)

    def agreed(self, said: Collection[Agreement]) -> tuple[Side, ...]:
        """Return the sides that said yes to this, first player first."""
        return tuple(side for side in self.sides if self.agreement(side) in said)


def shown_hand(row: StoredHand, played: PlayedHand) -> Shown:
    """Return a hand as it is shown: its facts, without the note, and each side's points."""
    facts = {name: value for name, value in row.facts.items() if name != "note"}
    if played.score:  # the side that was left out has the rest
        facts["captured"] = [(part.players, part.captured) for part in played.score.sides]
    points = [(side, played.points[side[0]]) for side in played.sides]
    return Shown(row.uid, played.sides, _fingerprint(facts, points))


def shown_hands(state: GameState) -> list[Shown]:
    """Return every hand of a game as it is shown."""
    return list(map(shown_hand, state.game.hands, state.hands))


def shown_result(state: GameState) -> Shown | None:
    """Return the result as it is shown: the totals, who won and by which test; None unless the game is over."""
    standing, sides = state.standing, state.competitors
    if not standing.end:
        return None
    totals = [(side, standing.total(side)) for side in sides]
    return Shown(state.game.uid, sides, _fingerprint(standing.end.reason, standing.end.winners, totals))


def _fingerprint(*facts: object) -> str:
    return sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()
