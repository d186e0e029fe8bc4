"""What comes after a table that is done (T14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scorekeeper.usecases.tournaments.state import read_state

from .after_end import later_results
from .seats import seating_of


@dataclass(frozen=True, slots=True)
class AfterTable:
    """What comes after a table that is done, in sentences, and whether the next round is drawn.

    `game` is the newest round's at the same table, if any.
    """

    said: tuple[str, ...]
    is_drawn: bool = False
    game: UUID | None = None


def after_table(club_id: int, uid: UUID, number: int, table: int, names: Sequence[str]) -> AfterTable:
    """Tell those who played at a table of round `number` where they sit in the newest round. Raises NotFound."""
    state = read_state(club_id, uid)
    newest = len(state.facts.rounds)
    if state.is_over:
        said = [f"The tournament is over: {state.winners or 'no one'} won."]
        if any((each.round, each.table, each.is_open) == (number, table, True) for each in later_results(state)):
            said.append("What this table has brought since then counts if the organizer says so.")
        return AfterTable(tuple(said))
    if number >= newest:
        return AfterTable(("The next round will show here when it's drawn.",))
    seats = {seat.name: seat.words for seat in seating_of(state)}
    places = (seats.get(name, f"{name} isn't in this round.") for name in names)
    games = state.present_games(newest, table)
    return AfterTable((f"Round {newest} is drawn.", *places), True, games[-1].uid if games else None)
