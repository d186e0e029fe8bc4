"""A double-elimination bracket, as at the Breckinridge County Fair (T8)."""

from collections import Counter, deque
from dataclasses import dataclass
from typing import Literal

from .model import Table, Tournament

Part = Literal["winners", "losers", "final"]


@dataclass(frozen=True, slots=True)
class Open:
    """A pair that is not known yet: the winner of a match, by its number, or its loser."""

    match: int
    wins: bool


Slot = int | Literal["bye"] | Open
"""A place in the bracket: a pair, no pair, or a pair that is not known yet."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the bracket, numbered from 1 in the order of play; `stage` counts the rounds of its part, from 1.

    `table` is where it was drawn: the number of the round and the table. `winner` is None as long as there is none.
    """

    number: int
    part: Part
    stage: int
    pairs: tuple[Slot, Slot]
    winner: int | None
    table: tuple[int, int] | None


class Bracket:
    """The bracket after its results.

    `matches`: all of them but byes. `ready`: those that can be drawn now. `losses`: the rounds in which each pair lost,
    0 for a match that was not played since it had left. `played`: the last round in which each pair played, if in any.
    `champion`: the pair that won it all, None before. A table that is not in the bracket, because an earlier result was
    corrected, is ignored (T10).
    """

    def __init__(self, tournament: Tournament) -> None:
        self.matches: list[Match] = []
        self.ready: list[tuple[int, int]] = []
        self.losses: dict[int, list[int]] = {pair: [] for pair in tournament.entrants}
        self._away = tournament.away
        self.played = Counter[int]()
        self._drawn: dict[frozenset[int], deque[tuple[tuple[int, int], Table]]] = {}
        for number, drawn in enumerate(tournament.rounds, 1):
            for place, table in enumerate(drawn.tables, 1):
                self._drawn.setdefault(frozenset(table.entrants), deque()).append(((number, place), table))
        winner = self._play_all(tournament.entrants)
        self.champion = winner if isinstance(winner, int) else None

    def _play_all(self, entrants: tuple[int, ...]) -> Slot:
        slots: list[Slot] = [entrants[seed] if seed < len(entrants) else "bye" for seed in _places(len(entrants))]
        survivors: list[Slot] = []
        number = stage = 0
        while len(slots) > 1:
            number += 1
            played = [self._play("winners", number, *pairs) for pairs in zip(slots[::2], slots[1::2], strict=True)]
            slots = [winner for winner, _ in played]
            losers = [loser for _, loser in played][:: -1 if number % 2 else 1]
            if survivors:
                stage += 1
                survivors = [self._play("losers", stage, *pairs)[0] for pairs in zip(survivors, losers, strict=True)]
            else:
                survivors = losers
            if len(survivors) > 1:
                stage += 1
                halves = zip(survivors[::2], survivors[1::2], strict=True)
                survivors = [self._play("losers", stage, *pairs)[0] for pairs in halves]
        (unbeaten,), (other,) = slots, survivors
        winner, loser = self._play("final", 1, unbeaten, other)
        return self._play("final", 2, unbeaten, other)[0] if loser == unbeaten else winner

    def _play(self, part: Part, stage: int, one: Slot, other: Slot) -> tuple[Slot, Slot]:
        """Return the winner and the loser of a match."""
        if one == "bye" or other == "bye":
            return (other, one) if one == "bye" else (one, other)
        number, winner, table = len(self.matches) + 1, None, None
        if isinstance(one, int) and isinstance(other, int):
            winner, table = self._result(one, other)
        self.matches.append(Match(number, part, stage, (one, other), winner, table))
        if winner is None:
            return Open(number, wins=True), Open(number, wins=False)
        return winner, other if winner == one else one

    def _result(self, one: int, other: int) -> tuple[int | None, tuple[int, int] | None]:
        """Return who won a match of two pairs, if it is decided, and where it was drawn."""
        drawn = self._drawn.get(frozenset((one, other)))
        place, table = drawn.popleft() if drawn else (None, None)
        number, winner = 0, None
        if place and table and table.result and table.result.winner is not None:
            number, (winner,) = place[0], table.sides[table.result.winner]
            self.played[one] = self.played[other] = number
        elif one in self._away or other in self._away:
            winner = other if one in self._away else one
        if winner is None:
            if table is None:
                self.ready.append((one, other))
            return None, place
        self.losses[one if winner == other else other].append(number)
        return winner, place


def _places(entrants: int) -> list[int]:
    """Return the seeds, from 0, in bracket order: the best meet last, and get the byes."""
    places = [0]
    while len(places) < entrants:
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    return places


def draw_bracket(tournament: Tournament) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Return all matches that can be played now, the winners' first, and the remaining pairs, who wait."""
    bracket = Bracket(tournament)
    matches = sorted(bracket.ready, key=lambda match: sum(len(bracket.losses[pair]) for pair in match))
    playing = {pair for match in matches for pair in match}
    waiting = (pair for pair in tournament.present if len(bracket.losses[pair]) < 2 and pair not in playing)
    return matches, tuple(waiting)
