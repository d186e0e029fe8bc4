"""Where everyone sits in a round of a tournament (T14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.words import by_name, end
from scorekeeper.usecases.names import finds
from scorekeeper.usecases.tournaments.state import TournamentState

MOST_FOUND = 3  # seats that are told at once


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits in a round; at `table` 0 nowhere."""

    name: str
    table: int = 0
    seat: int = 0
    partner: str = ""

    @property
    def words(self) -> str:
        """Say it in a sentence."""
        if not self.table:
            return f"{self.name} sits out this round."
        return end(f"{self.name}: table {self.table}, seat {self.seat}, with {self.partner}")


def seating_of(state: TournamentState) -> tuple[Seat, ...]:
    """Return where everyone sits in the last round, in the order of the alphabet."""
    return tuple(sorted(_seating(state), key=lambda seat: by_name(seat.name)))


def _seating(state: TournamentState) -> Iterator[Seat]:
    """Yield where everyone sits in the last round, guests too, and who sits out."""
    if not state.facts.rounds:
        return
    last = state.facts.rounds[-1]
    for number, table in enumerate(last.tables, 1):
        names = [player.name for player in state.seated(table)]
        for place, name in enumerate(names):
            yield Seat(name, number, place + 1, names[(place + 2) % 4])
    yield from (Seat(name) for one in last.sitting_out for name in state.players_of(one))


def find_seat(seating: Sequence[Seat], name: str) -> str:
    """Say where those sit whose name begins with this, or has a word that does; standings.js does the same."""
    if not name.strip():
        return ""
    found = [seat.words for seat in seating if finds(name, seat.name)]
    if len(found) > MOST_FOUND:
        return "Type more of the name."
    return " ".join(found) or "No one of that name is in this round."
