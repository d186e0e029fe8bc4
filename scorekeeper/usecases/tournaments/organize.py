"""What an organizer does between draws: add and remove people, type totals from paper, run the clock, end it (T10 to
T13)."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.storage import link_keys, tournaments
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import LinkKind
from scorekeeper.storage.tournaments import MOST_ROUNDS, Clock, Entrant
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import normalize_name

from .new_tournament import add_entrants, alike_names, known_name, read_entrants
from .rounds import movable, reseat
from .state import TournamentState, change, read_state, refuse

LARGEST_TOTAL = 1_000_000
LONGEST_REASON = 100
LAST_MINUTES = 5


def add(club_id: int, uid: UUID, form_id: UUID, lines: str, new_names: Collection[str] = ()) -> None:
    """Add entrants, one a line; they play from the next round on. Raises NotFound, ValidationFailed (`entrants`)."""

    def edit(session: Session, state: TournamentState) -> None:
        if state.stored.format == "double-elimination" and state.facts.rounds:
            raise refuse("entrants", "Once a bracket is drawn, no pair can be added.")
        names = read_entrants(lines, in_pairs=state.in_pairs)
        if not names:
            raise refuse("entrants", "Enter a name.")
        if errors := list(alike_names(session, club_id, names, new_names, "Add")):
            raise ValidationFailed(errors)
        entered = {state.people[id_].name: one for one in state.facts.entrants for id_ in one.players}
        for each, entrant in zip(names, add_entrants(session, club_id, names), strict=True):
            known = [name for name in each if name in entered]
            if any(not entered[name].guest for name in known):
                raise refuse("entrants", f"{known[0]} is already in this tournament.")
            if known:  # a guest stays
                entered[known[0]].guest = False
            else:
                state.facts.entrants.append(entrant)

    change(club_id, uid, form_id, edit)


def leave(club_id: int, uid: UUID, form_id: UUID, entrant: int, *, back: bool = False) -> None:
    """Record that an entrant left or is back (T11). Raises NotFound, ValidationFailed (`who`)."""

    def edit(_session: Session, state: TournamentState) -> None:
        one, rounds = _entrant(state, entrant), state.facts.rounds
        if back:
            if state.stored.format == "double-elimination" and one.away not in (None, len(rounds)):
                raise refuse("who", "Another round was drawn since. Anyone who left a bracket is out.")
            one.away = None
        elif one.away is None:
            one.away = len(rounds)
            if rounds and state.drawn.unfinished() and entrant in rounds[-1].sit_outs:
                rounds[-1].sit_outs.remove(entrant)  # one who leaves during a round does not sit it out

    change(club_id, uid, form_id, edit)


def _entrant(state: TournamentState, number: int) -> Entrant:
    if not 0 <= number < len(state.facts.entrants) or state.facts.entrants[number].guest:
        raise refuse("who", "Choose one of these.")
    return state.facts.entrants[number]


def adjust(club_id: int, uid: UUID, form_id: UUID, entrant: int, points: int | None, reason: str) -> None:
    """Add points to an entrant's, or subtract some, with a reason. Raises NotFound, ValidationFailed."""

    def edit(_session: Session, state: TournamentState) -> None:
        one = _entrant(state, entrant)
        if not points or abs(points) > LARGEST_TOTAL:
            raise refuse("points", "Enter the points to add, like 20, or to take, like -20.")
        why = normalize_name(reason)
        if not why or len(why) > LONGEST_REASON:
            raise refuse("reason", f"Say why, in up to {LONGEST_REASON} characters.")
        if len(one.adjustments) >= MOST_ROUNDS:
            raise refuse("points", "That's enough: points were changed a hundred times.")
        one.adjustments = [*one.adjustments, (points, why)]

    change(club_id, uid, form_id, edit)


def replace_partner(club_id: int, uid: UUID, form_id: UUID, entrant: int, place: int, name: str) -> None:
    """Replace one player of a pair for the rest of the tournament. Raises NotFound, ValidationFailed (`seat`,
    `seat_name`)."""

    def edit(session: Session, state: TournamentState) -> None:
        if not state.in_pairs or place not in (0, 1) or not 0 <= entrant < len(state.facts.entrants):
            raise refuse("seat", "Choose one of these.")
        names = read_entrants(known_name(session, club_id, name), in_pairs=False)
        if len(names) != 1 or any(names[0][0] == player.name for player in state.people.values()):
            raise refuse("seat_name", "Enter the name of someone who isn't in this tournament.")
        (new,) = add_entrants(session, club_id, names)
        state.facts.entrants[entrant].players[place] = new.players[0]
        for number, table in movable(state).items():
            if entrant in table.entrants:
                reseat(session, state, number, table)

    change(club_id, uid, form_id, edit)


def set_result(
    club_id: int,
    uid: UUID,
    form_id: UUID,
    number: int,
    place: int,
    totals: tuple[int | None, int | None],
    won: int | None,
    seating: int = 0,
) -> None:
    """Set the final totals of a table that played on paper, and who won if they don't say; both empty remove them.

    `seating` identifies who sat there when the page was drawn, 0 if not known (see `DrawnTable.seating`). Raises
    NotFound, ValidationFailed with fields `first`, `second`, `won`.
    """

    def edit(session: Session, state: TournamentState) -> None:
        rounds = state.facts.rounds
        if not 1 <= number <= len(rounds) or not 1 <= place <= len(rounds[number - 1].tables):
            raise refuse("first", "This table isn't drawn any more.")
        table, (first, second) = rounds[number - 1].tables[place - 1], totals
        if seating not in (0, table.seating):
            raise refuse("first", "Others were seated at this table meanwhile. Check whose totals these are.")
        for field, total, other in (("first", first, second), ("second", second, first)):
            if total is None and other is not None:
                raise refuse(field, "Enter both totals.")
            if total is not None and abs(total) > LARGEST_TOTAL:
                raise refuse(field, f"A total can be up to {LARGEST_TOTAL:,} points.")
        table.paper = None if first is None or second is None else (first, second)
        table.chosen = won if state.stored.format == "double-elimination" and won in (0, 1) else None
        unused = [game.uid for game in state.at_tables.get((number, place), ()) if not game.begun]
        if unused:
            tournaments.hide_games(session, club_id, unused, hidden=table.paper is not None)

    change(club_id, uid, form_id, edit)


def set_clock(club_id: int, uid: UUID, form_id: UUID, action: str) -> None:
    """Start or pause the clock of a round, add five minutes, or set it to five (T12).

    Raises NotFound, ValidationFailed.
    """

    def edit(_session: Session, state: TournamentState) -> None:
        now, minutes, (clock, is_over) = datetime.now(UTC), state.rules.time_limit, current_clock(state)
        if minutes is None:
            raise refuse("clock", "These games have no time limit.")
        if action == "start" and is_over:
            raise refuse("clock", "Draw the next round first.")
        left = clock.seconds(clock.round, minutes, now)
        runs = clock.ends is not None if action == "more" else action != "pause"
        left = {"more": left + 60 * LAST_MINUTES, "last": 60 * LAST_MINUTES}.get(action, left)
        ends = now + timedelta(seconds=left) if runs else None
        state.facts.clock = Clock(clock.round, ends, None if runs else left)

    change(club_id, uid, form_id, edit)


def current_clock(state: TournamentState) -> tuple[Clock, bool]:
    """Return the clock of the current round, and whether the round is done: no time is left, or no table is playing."""
    clock, rounds, now = state.facts.clock, state.drawn.rounds, datetime.now(UTC)
    while True:
        tables = rounds[clock.round - 1].tables if clock.round <= len(rounds) else ()
        is_finished = bool(tables) and all(map(state.drawn.is_finished, tables))
        is_over = is_finished or clock.seconds(clock.round, state.rules.time_limit or 0, now) == 0
        if not is_over or clock.round >= len(rounds):
            return clock, is_over
        clock = Clock(clock.round + 1)


def renew_watch_link(club_id: int, uid: UUID) -> None:
    """Give the standings' watch link another key and code. Raises NotFound."""
    with writing(club_id) as session:
        series = tournaments.series_of_tables(session, read_state(club_id, uid).stored.id)
        link_keys.renew(session, LinkKind.WATCH, series[0][0])


def end(club_id: int, uid: UUID, form_id: UUID, *, reopen: bool = False) -> None:
    """End a tournament, or reopen it (T13). Raises NotFound."""

    def edit(_session: Session, state: TournamentState) -> None:
        state.stored.ended_at = None if reopen else datetime.now(UTC)

    change(club_id, uid, form_id, edit)
