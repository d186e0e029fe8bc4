"""What tables bring after the end: it counts when the organizer says so (T15)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.tournament import Placed, standings
from scorekeeper.rules.words import count_of, format_total, join_words
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, StoredGame
from scorekeeper.storage.tournaments import KeptResult, Outcome
from scorekeeper.usecases.errors import NotFound

from .changes import Change, Sent, stored
from .ending import end_if_decided
from .state import TournamentState, read_state, refusal, result_of

MOST_NAMED = 4  # whose place would be another


@dataclass(frozen=True, slots=True)
class LaterResult:
    """A table's result that differs from the one at the end: `said` is what it is and what it changes.

    `mark` names this very result. `is_open` until it is settled; then `counts` says whether it was taken.
    """

    round: int
    table: int
    said: str
    mark: str
    is_open: bool
    counts: bool


def after_game(game: StoredGame) -> None:
    """End the bracket whose final this game of a table has decided; nothing else changes."""
    found = tournaments.of_series(db.session(), game.series_id) if game.status in ENDED else None
    if not found or found[0].format != "double-elimination" or found[0].ended_at:
        return
    with writing(game.club_id) as session:
        change = Change(session, read_state(game.club_id, found[0].uid), Sent(game.uid))
        if end_if_decided(change.state):
            stored(change)


def settle(change: Change, number: int, place: int, shown: str, counts: bool) -> None:
    """Let the later result of a table count, or not; either takes back the other. Raises NotFound, ValidationFailed.

    `shown` is the mark of the result that the page showed.
    """
    kept, now = change.state.kept(number, place), change.state.live_outcome(number, place)
    if kept is None:
        raise NotFound
    if shown != _mark(now):
        raise refusal("version", f"Table {place} has changed since. Look again before you tap.")
    was_open = now != kept.seen
    if counts:
        kept.other, kept.counts = kept.counts, now
    elif not was_open:
        kept.counts = kept.other
    kept.seen = now
    change.has_asked = True  # the page said what it changes


def later_results(state: TournamentState) -> Iterator[LaterResult]:
    """Yield what tables brought after the end, round by round."""
    for number, drawn in enumerate(state.facts.rounds, 1):
        for place in range(1, 1 + len(drawn.tables)):
            kept = state.kept(number, place)
            now = state.live_outcome(number, place)
            if kept and (now != kept.seen or now != kept.counts or kept.other != kept.counts):
                yield _later(state, number, place, kept, now)


def _later(state: TournamentState, number: int, place: int, kept: KeptResult, now: Outcome | None) -> LaterResult:
    table = f"table {place}" if len(state.facts.rounds) == 1 else f"round {number}, table {place}"
    result = _in_words(state, number, place, now)
    is_open, counts = now != kept.seen, now == kept.counts
    if is_open:
        said = f"When you ended, {state.winners or 'no one'} won. Since then {table} has brought {result}."
        said += f" {_moves(state, number, place, now)}"
    elif counts:
        said = f"After the end {table} brought {result}, which counts."
    else:
        said = f"After the end {table} brought {result}, which doesn't count."
    return LaterResult(number, place, said, _mark(now), is_open, counts)


def _moves(state: TournamentState, number: int, place: int, now: Outcome | None) -> str:
    """Say who would have another place with this result of a table."""
    rounds = list(state.drawn.rounds)
    tables = list(rounds[number - 1].tables)
    tables[place - 1] = replace(tables[place - 1], result=result_of(now))
    rounds[number - 1] = replace(rounds[number - 1], tables=tuple(tables))
    was = {line.entrant: line.place for line in standings(state.drawn)}
    moved = [line for line in standings(replace(state.drawn, rounds=tuple(rounds))) if line.place != was[line.entrant]]
    if not moved:
        return "No place would change."
    said = [f"{state.names[line.entrant]} would be {_place(line)}" for line in moved[:MOST_NAMED]]
    if others := len(moved) - len(said):
        said.append(f"{count_of(others, 'other')} would move")
    return f"{join_words(said)}."


def _place(line: Placed) -> str:
    return "without a place" if line.place is None else f"number {line.place}"


def _in_words(state: TournamentState, number: int, place: int, outcome: Outcome | None) -> str:
    drawn = state.facts.table(number, place)
    result = result_of(outcome)
    if result is None or drawn is None:
        return "no result"
    sides = [state.names.side(side) for side in drawn.sides]
    scored = [f"{format_total(points)} for {side}" for side, points in zip(sides, result.points, strict=True)]
    won = "" if result.chosen is None else f", won by {sides[result.chosen]}"
    return f"{join_words(scored)}{won}"


def _mark(outcome: Outcome | None) -> str:
    return ":".join(map(str, outcome)) if outcome else "none"
