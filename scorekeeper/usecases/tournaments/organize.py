"""What an organizer does between draws: add and remove people, type totals from paper, run the clock, end it (T10 to
T13)."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.tournament import impossible_totals, unfinished_totals
from scorekeeper.rules.words import count_of, format_total
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import LinkKind
from scorekeeper.storage.tournaments import MOST_ROUNDS, Entrant, RoundClock, TournamentFacts
from scorekeeper.usecases import links
from scorekeeper.usecases.errors import NotFound, ValidationFailed
from scorekeeper.usecases.names import normalize_name

from .changes import Change
from .ending import end_if_decided, end_now, keep_typed
from .new_tournament import add_entrants, note_entered, read_entrants, who_enters, who_is_seated
from .rounds import reseat, sit_out_again
from .state import BadTournament, TournamentState, ask, ask_about_tables, read_state, refusal, refuse_after_end

LARGEST_TOTAL = 1_000_000
LONGEST_REASON = 100
LAST_MINUTES, FEW_MINUTES = 5, 2


def add(change: Change, lines: str, new_names: Collection[str] = ()) -> None:
    """Add entrants, one a line; they play from the next round on. Raises ValidationFailed (`entrants`)."""
    state, session, club_id = change.state, change.session, change.club_id
    refuse_after_end(state, "entrants")
    if state.in_bracket and state.facts.rounds:
        raise refusal("entrants", "Once a bracket is drawn, no pair can be added.")
    read = read_entrants(lines, in_pairs=state.in_pairs)
    if not read:
        raise refusal("entrants", "Enter a name.")
    names = who_enters(session, club_id, read, new_names, "Add")
    numbers = list[int]()
    entered = [state.players_of(number) for number, one in enumerate(state.facts.entrants) if not one.guest]
    for each, entrant in zip(names, add_entrants(session, club_id, names), strict=True):
        if taken := next((name for name in each if any(name in others for others in entered)), None):
            raise refusal("entrants", f"{taken} is already in this tournament.")
        number = change.number_of(entrant.players)
        state.facts.entrants[number].guest = False
        numbers.append(number)
    note_entered(session, club_id, [state.facts.entrants[number] for number in numbers], names, read)


def leave(change: Change, entrant: int) -> None:
    """Record that an entrant left (T11). Raises ValidationFailed (`who`)."""
    one, rounds = _entrant(change.facts, entrant), change.facts.rounds
    refuse_after_end(change.state, "who")
    if one.away is not None:
        return
    one.away = len(rounds)
    if rounds and change.state.drawn.unfinished() and entrant in rounds[-1].sitting_out:
        rounds[-1].gone.append(entrant)
    _hide_walkover(change, entrant)


def come_back(change: Change, entrant: int) -> None:
    """Record that an entrant who left is back (T11); before the next draw it is as if nothing had happened.

    Raises ValidationFailed (`who`).
    """
    one = _entrant(change.facts, entrant)
    if change.state.stored.ended_at:
        refuse_after_end(change.state, "who")  # who left the final comes back
    if one.away is not None and not change.state.may_return(entrant):
        raise refusal("who", "Another round was drawn since. Anyone who left a bracket is out.")
    one.away = None
    sit_out_again(change.facts)
    _hide_walkover(change, entrant)


def _hide_walkover(change: Change, entrant: int) -> None:
    """Hide the game of a match that a pair left before its first bid, and show it again once they are back."""
    state, rounds = replace(change.state), change.facts.rounds
    for place, table in enumerate(rounds[-1].tables if rounds else (), 1):
        games = state.present_games(len(rounds), place)
        if state.in_bracket and entrant in table.entrants and not (table.paper or any(game.begun for game in games)):
            is_left = any(state.facts.entrants[one].away is not None for one in table.entrants)
            tournaments.hide_games(change.session, change.club_id, [game.uid for game in games], hidden=is_left)


def remove(change: Change, entrant: int) -> None:
    """Remove an entrant who has played nowhere, whose name was added by mistake. Raises ValidationFailed (`who`).

    The number of every other entrant stays; this one is a guest without a seat from here on.
    """
    one, facts = _entrant(change.facts, entrant), change.facts
    if entrant not in change.state.removable:
        raise refusal("who", "Only a name that isn't in a draw can be removed. Tap Leaves instead.")
    one.guest, one.away, one.adjustments = True, None, []
    for drawn in facts.rounds:
        drawn.sit_outs = [other for other in drawn.sit_outs if other != entrant]


def _entrant(facts: TournamentFacts, number: int) -> Entrant:
    if not 0 <= number < len(facts.entrants) or facts.entrants[number].guest:
        raise refusal("who", "Choose who.")
    return facts.entrants[number]


def adjust(change: Change, entrant: int, points: int | None, reason: str) -> None:
    """Add points to an entrant's, or subtract some, with a reason. Raises ValidationFailed."""
    one, why = _entrant(change.facts, entrant), normalize_name(reason)
    errors = list[RuleError]()
    if not points or abs(points) > LARGEST_TOTAL:
        errors.append(BadTournament("points", "Enter the points to add, like 20, or to take, like -20."))
    if not why or len(why) > LONGEST_REASON:
        errors.append(BadTournament("reason", f"Say why, in up to {LONGEST_REASON} characters."))
    if errors or not points:
        raise ValidationFailed(errors)
    if len(one.adjustments) >= MOST_ROUNDS:
        raise refusal("points", "That's enough: points were changed a hundred times.")
    one.adjustments = [*one.adjustments, (points, why)]


def take_points_back(change: Change, entrant: int, which: int) -> None:
    """Take back points that were added to an entrant's, by their place in the list. Raises ValidationFailed (`who`)."""
    one = _entrant(change.facts, entrant)
    one.adjustments = [added for place, added in enumerate(one.adjustments) if place != which]


def replace_partner(change: Change, entrant: int, place: int, name: str, new_names: Collection[str] = ()) -> None:
    """Replace one player of a pair for the rest of the tournament. Raises ValidationFailed (`seat`, `seat_name`)."""
    state, session, club_id = change.state, change.session, change.club_id
    refuse_after_end(state, "seat")
    if not state.in_pairs or place not in (0, 1) or entrant not in state.drawn.entrants:
        raise refusal("seat", "Choose one of these.")
    seated = who_is_seated(session, club_id, name, new_names, state.present_names)
    names = read_entrants(seated, in_pairs=False)
    pairs = (state.players_of(number) for number, one in enumerate(state.facts.entrants) if not one.guest)
    if len(names) != 1 or any(names[0][0] in pair for pair in pairs):
        raise refusal("seat_name", "Enter the name of someone who isn't in this tournament.")
    (new,) = add_entrants(session, club_id, names)
    note_entered(session, club_id, [new], names, [[normalize_name(name)]])
    state.facts.entrants[entrant].players[place] = new.players[0]
    for number, table in enumerate(state.facts.rounds[-1].tables if state.facts.rounds else (), 1):
        if entrant in table.entrants:
            reseat(change, number, table)


def set_result(
    change: Change,
    number: int,
    place: int,
    totals: tuple[int | None, int | None],
    won: int | None,
    seating: int = 0,
) -> None:
    """Set the final totals of a table that played on paper, and who won if they don't say; both empty remove them.

    Totals that its hands can't score are asked about (T10).

    `seating` identifies who sat there when the page was drawn, 0 if not known (see `DrawnTable.seating`). Raises
    ValidationFailed with fields `first`, `second`, `won`.
    """
    state, (first, second), table = change.state, totals, change.facts.table(number, place)
    was_over = state.is_over
    if table is None:
        raise refusal("first", "This table isn't drawn any more.")
    if seating not in (0, table.seating):
        raise refusal("first", "Others were seated at this table meanwhile. Check whose totals these are.")
    for field, total, other in (("first", first, second), ("second", second, first)):
        if total is None and other is not None:
            raise refusal(field, "Enter both totals.")
        if total is not None and abs(total) > LARGEST_TOTAL:
            raise refusal(field, f"A total can be up to {LARGEST_TOTAL:,} points.")
    table.paper = None if first is None or second is None else (first, second)
    table.chosen = won if state.in_bracket and won in (0, 1) else None
    if table.paper and (doubt := _doubt(state, table.paper, table.chosen)):
        change.doubts.append(doubt)
    keep_typed(state, number, place)
    if not was_over:
        end_if_decided(replace(state))
    unused = [game.uid for game in state.at_tables.get((number, place), ()) if not game.begun]
    if unused:
        tournaments.hide_games(change.session, change.club_id, unused, hidden=table.paper is not None)


def result_in_words(state: TournamentState, number: int, place: int) -> str:
    """Return the result of a table, "Ann & Cal 120, Bob & Dee -40", "" if it has none or is not drawn."""
    table = state.facts.table(number, place)
    result = table and state.result(number, place, table)
    if not table or not result:
        return ""
    sides = zip(map(state.names.side, table.sides), result.points, strict=True)
    return ", ".join(f"{side} {format_total(points)}" for side, points in sides)


def _doubt(state: TournamentState, totals: tuple[int, int], chosen: int | None) -> str:
    """Return what is odd about totals, if anything: the hands can't score them, or they don't end a game (T10)."""
    in_bracket, match = state.in_bracket, state.facts.best_of_three
    why = impossible_totals(state.rules, totals, in_bracket=in_bracket, best_of_three=match)
    if not why and (totals[0] == totals[1] or match) and in_bracket and chosen is None:
        why = "A match needs a winner, and no one is chosen."
    if not why and not match:
        why = unfinished_totals(state.rules, totals)
    return why


def set_clock(change: Change, number: int, action: str) -> None:
    """Start or pause the clock of a round, add five minutes, or set it to five (T12, T16). Raises ValidationFailed.

    Taking away more than a few minutes is asked about.
    """
    state, now, minutes = change.state, datetime.now(UTC), change.state.rules.time_limit
    if minutes is None:
        raise refusal("clock", "These games have no time limit.")
    if not 1 <= number <= len(state.facts.rounds):
        raise refusal("clock", "This round isn't drawn any more.")
    clock = state.facts.clock_of(number)
    left = clock.seconds(minutes, now)
    if action == "start" and (not left or state.is_done(number)):
        raise refusal("clock", "Draw the next round first.")
    if action == "last" and left > 60 * (LAST_MINUTES + FEW_MINUTES):
        text = f"Round {number} has {count_of(-(-left // 60), 'minute')} left. Leave {LAST_MINUTES}?"
        ask("clock", text, change.form.answered, button=f"Round {number}: {LAST_MINUTES} minutes left")
    runs = clock.ends is not None if action == "more" else action != "pause"
    left = {"more": left + 60 * LAST_MINUTES, "last": 60 * LAST_MINUTES}.get(action, left)
    ends = now + timedelta(seconds=left) if runs else None
    state.facts.set_clock(number, RoundClock(number, ends, None if runs else left))


def renew_watch_link(club_id: int, uid: UUID) -> None:
    """Give the standings' watch link another key and code. Raises NotFound."""
    with writing(club_id) as session:
        series = tournaments.series_of_tables(session, read_state(club_id, uid).stored.id)
        links.renew(session, LinkKind.WATCH, series[0][0])


def bring_back(club_id: int, uid: UUID) -> None:
    """Undo the removal of a tournament; its draws don't come back. Raises NotFound."""
    with writing(club_id) as session:
        stored = tournaments.read(session, club_id, uid)
        if stored is None:
            raise NotFound
        if stored.facts.removed:
            stored.facts.removed, stored.version = False, stored.version + 1
            tournaments.write(session, stored)


def end(change: Change) -> None:
    """End a tournament; a table without a result, or where a side said no, is asked about first (T13).

    Raises ValidationFailed.
    """
    state = change.state
    if state.stored.ended_at is None:
        asked = state.unfinished, state.disputed
        ask_about_tables("end", "End the tournament anyway?", *asked, change.form.answered, button="End tournament")
        end_now(state)


def reopen(change: Change) -> None:
    """Take back the end (T13), with the results that it kept (T15)."""
    change.state.stored.ended_at, change.facts.kept = None, None
