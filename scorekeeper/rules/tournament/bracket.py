"""A double-elimination bracket, as at the Breckinridge County Fair (T8)."""

from collections import Counter, deque
from typing import Literal

from .model import Table, Tournament

Slot = int | Literal["bye", "open"]
"""A place in the bracket: a pair, no pair, or a pair that is not known yet."""


class Bracket:
    """The bracket after its results.

    `ready`: the matches that can be drawn now. `losses`: the rounds in which each pair lost; a pair that left loses the
    rounds it would have played. `champion`: the pair that won it all, None before. A table that is not in the bracket,
    because an earlier result was corrected, is ignored (T10).
    """

    def __init__(self, tournament: Tournament) -> None:
        self.ready: list[tuple[int, int]] = []
        self.losses: dict[int, list[int]] = {pair: [] for pair in tournament.entrants}
        self._away = tournament.away
        self._last_round: Counter[int] = Counter()
        self._drawn: dict[frozenset[int], deque[tuple[int, Table]]] = {}
        for number, drawn in enumerate(tournament.rounds, 1):
            for table in drawn.tables:
                self._drawn.setdefault(frozenset(table.entrants), deque()).append((number, table))
        winner = self._play_all(tournament.entrants)
        self.champion = winner if isinstance(winner, int) else None

    def _play_all(self, entrants: tuple[int, ...]) -> Slot:
        slots: list[Slot] = [entrants[seed] if seed < len(entrants) else "bye" for seed in _places(len(entrants))]
        survivors: list[Slot] = []
        number = 0
        while len(slots) > 1:
            number += 1
            played = [self._play(*pairs) for pairs in zip(slots[::2], slots[1::2], strict=True)]
            slots = [winner for winner, _ in played]
            losers = [loser for _, loser in played][:: -1 if number % 2 else 1]
            survivors = (
                [self._play(*pairs)[0] for pairs in zip(survivors, losers, strict=True)] if survivors else losers
            )
            if len(survivors) > 1:
                survivors = [self._play(*pairs)[0] for pairs in zip(survivors[::2], survivors[1::2], strict=True)]
        (unbeaten,), (other,) = slots, survivors
        winner, loser = self._play(unbeaten, other)
        return self._play(unbeaten, other)[0] if loser == unbeaten else winner

    def _play(self, one: Slot, other: Slot) -> tuple[Slot, Slot]:
        """Return the winner and the loser of a match."""
        if one == "bye" or other == "bye":
            return (other, one) if one == "bye" else (one, other)
        if one == "open" or other == "open":
            return "open", "open"
        drawn = self._drawn.get(frozenset((one, other)))
        number, table = drawn.popleft() if drawn else (1 + max(self._last_round[one], self._last_round[other]), None)
        winner: int | None = None
        if table and table.result and table.result.winner is not None:
            (winner,) = table.sides[table.result.winner]
        elif one in self._away or other in self._away:
            winner = other if one in self._away else one
        if winner is None:
            if table is None:
                self.ready.append((one, other))
            return "open", "open"
        loser = one if winner == other else other
        self.losses[loser].append(number)
        self._last_round[one] = self._last_round[other] = number
        return winner, loser


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
