"""What comes after a table that is done (T14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.usecases.tournaments.state import read_state

from .seats import seating_of


@dataclass(frozen=True, slots=True)
class AfterTable:
    """What comes after a table that is done, in sentences; `game` is the newest round's at the same table, if any."""

    said: tuple[str, ...]
    game: UUID | None = None


def after_table(club_id: int, uid: UUID, number: int, table: int, names: Sequence[str]) -> AfterTable:
    """Tell those who played at a table of round `number` where they sit in the newest round. Raises NotFound."""
    state = read_state(club_id, uid)
    newest = len(state.facts.rounds)
    if state.is_over:
        return AfterTable((f"The tournament is over: {state.winners or 'no one'} won.",))
    if number >= newest:
        return AfterTable(("The next round will show here when it's drawn.",))
    seats = {seat.name: seat.words for seat in seating_of(state)}
    said = (seats.get(name, f"{name} isn't in this round.") for name in names)
    games = state.present_games(newest, table)
    return AfterTable((f"Round {newest} is drawn.", *said), games[-1].uid if games else None)
