"""The end of a tournament, and the results that it keeps (T13, T15)."""

from datetime import UTC, datetime

from scorekeeper.storage.tournaments import KeptResult

from .state import TournamentState


def end_now(state: TournamentState) -> None:
    """End a tournament: every table's result, or that it has none, stays as it now is."""
    state.facts.kept = [
        [_now(state, number, place) for place in range(1, 1 + len(drawn.tables))]
        for number, drawn in enumerate(state.facts.rounds, 1)
    ]
    state.stored.ended_at = datetime.now(UTC)


def end_if_decided(state: TournamentState) -> bool:
    """End a bracket whose final is decided, and say whether it was: its format ends it."""
    is_decided = state.in_bracket and state.stored.ended_at is None and state.is_over
    if is_decided:
        end_now(state)
    return is_decided


def keep_typed(state: TournamentState, number: int, place: int) -> None:
    """Keep the totals that the organizer typed or cleared after the end: they count at once."""
    if state.kept(number, place) and state.facts.kept:
        state.facts.kept[number - 1][place - 1] = _now(state, number, place)


def _now(state: TournamentState, number: int, place: int) -> KeptResult:
    outcome = state.live_outcome(number, place)
    return KeptResult(outcome, outcome, outcome)
