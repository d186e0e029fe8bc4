"""Draw a round, undo the draw, draw again, and change seats by hand before the first bid (T2, T11)."""

from collections.abc import Collection
from dataclasses import replace

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.tournament import draw_round
from scorekeeper.rules.words import join_words
from scorekeeper.storage import games, link_keys, tournaments
from scorekeeper.storage.models import ChangeState
from scorekeeper.storage.tournaments import (
    MOST_ROUNDS,
    DrawnRound,
    DrawnTable,
    TableGame,
    TournamentFacts,
)
from scorekeeper.usecases.game.change import store
from scorekeeper.usecases.game.new_game import NewGame, add_game
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.names import normalize_name

from .changes import Change
from .new_tournament import add_entrants, note_entered, read_entrants, who_is_seated
from .state import TournamentState, ask_about_tables, refusal, refuse_after_end


def draw(change: Change, number: int) -> None:
    """Draw round `number`, and start a game at each of its tables.

    A round that is already drawn stays, and nothing more is drawn (T2). Raises ValidationFailed.
    """
    state, rounds = change.state, change.facts.rounds
    if number != len(rounds) + 1:
        return
    _refuse_end(state)
    tables = state.drawn.unfinished()
    if state.stored.format == "rotating" or not tables:  # the other formats need every result
        unfinished = {number - 1: tables} if tables else {}
        asked, button = (unfinished, state.disputed, change.form.answered), f"Draw round {number}"
        ask_about_tables("draw", f"{button} anyway?", *asked, button=button)
    _draw(change, rounds[0].seed if rounds else change.facts.seed)


def draw_differently(change: Change, number: int) -> None:
    """Draw round `number`, the last one, again with the next seed. Raises ValidationFailed."""
    if number != len(change.facts.rounds):
        return
    seed = change.facts.rounds[-1].seed + 1
    _remove_last(change)
    _refuse_end(change.state)
    _draw(change, seed)


def take_back(change: Change, number: int) -> None:
    """Undo the draw of the last round, and remove its games. Raises ValidationFailed."""
    if number == len(change.facts.rounds):
        _remove_last(change)


def _refuse_end(state: TournamentState) -> None:
    if len(state.facts.rounds) >= MOST_ROUNDS:
        raise refusal("rounds", f"A tournament has up to {MOST_ROUNDS} rounds.")
    if state.stored.ended_at:
        raise refusal("rounds", "The tournament has ended. Reopen it to draw another round.")
    ids = [state.people[id_].id for one in state.drawn.present for id_ in state.facts.entrants[one].players]
    if twice := next((id_ for id_ in ids if ids.count(id_) > 1), None):
        name = next(player.name for player in state.people.values() if player.id == twice)
        raise refusal("rounds", f"{name} is entered twice, since two names were merged. Let one of them leave.")


def _draw(change: Change, seed: int) -> None:
    state, session = change.state, change.session
    stored, drawn = state.stored, draw_round(state.drawn, seed)
    number = len(state.facts.rounds) + 1
    tables = [DrawnTable(sides=table.sides, dealer=table.dealer) for table in drawn.tables]
    rested_on = [] if stored.format == "rotating" else state.results_before(number)
    state.facts.rounds.append(DrawnRound(seed=seed, tables=tables, sit_outs=list(drawn.sit_outs), rested_on=rested_on))
    series = tournaments.series_of_tables(session, stored.id)
    begun = []
    for place, table in enumerate(tables, 1):
        where = {"tournament_id": stored.id, "table_number": place}
        series_id = series[place][0] if place in series else link_keys.add_series(session, stored.club_id, **where)
        uid, seated, house = change.new_id(f"table {place}"), state.seated(table), stored.house_rules_name
        new = NewGame(
            *(stored.rules, house, seated, table.dealer - 1),
            series_id=series_id,
            round_number=number,
            seated_as=state.facts.seated(table),
        )
        add_game(session, stored.club_id, uid, new)
        begun.append(TableGame(number, place, uid, GameStatus.IN_PROGRESS, 0, False, (0, 0)))
    change.state = replace(state, games=[*state.games, *begun])


def _remove_last(change: Change) -> None:
    """Remove the last round. Raises ValidationFailed if something was recorded or typed at one of its tables."""
    state, number, drawn = change.state, len(change.facts.rounds), change.facts.rounds[-1]
    if used := [place for place in range(1, 1 + len(drawn.tables)) if place not in movable(state)]:
        tables = f"table {used[0]}" if len(used) == 1 else f"tables {join_words([*map(str, used)])}"
        raise refusal("rounds", f"The draw of round {number} can't be taken back: {tables} began.")
    state.facts.rounds.pop()
    state.facts.set_clock(number, None)
    tournaments.remove_games(change.session, change.club_id, [game.uid for game in state.games if game.round == number])
    change.state = replace(state, games=[game for game in state.games if game.round != number])
    sit_out_again(change.facts)


def remove_tournament(change: Change) -> None:
    """Remove a tournament that was begun by mistake, with its draws. Raises ValidationFailed if anything was played."""
    if not change.state.is_unplayed:
        raise refusal("rounds", "Something was played in this tournament, so it stays. You can end it.")
    while change.facts.rounds:
        _remove_last(change)
    change.facts.removed = True


def sit_out_again(facts: TournamentFacts) -> None:
    """Let those who came back before the next draw sit out the last round after all (T11)."""
    for last in facts.rounds[-1:]:
        last.gone = [one for one in last.gone if facts.entrants[one].away is not None]


def movable(state: TournamentState) -> dict[int, DrawnTable]:
    """Return the tables of the last round, by number, with nothing recorded yet."""
    number = len(state.facts.rounds)
    return {
        place: table
        for place, table in enumerate(state.facts.rounds[-1].tables if number else (), 1)
        if not table.paper and not any(game.begun for game in state.at_tables.get((number, place), ()))
    }


def seat(change: Change, entrant: int, name: str, new_names: Collection[str] = ()) -> None:
    """Seat someone else in an entrant's place in the last round (T11).

    An entrant at another table swaps places, one who sits out or came back takes the place, anyone else is a guest.
    Whoever is left without a seat sits out (T14). Raises ValidationFailed with fields `seat` and `seat_name`.
    """
    state = change.state
    refuse_after_end(state, "seat")
    free = movable(state)
    if state.in_pairs or not any(entrant in table.entrants for table in free.values()):
        raise refusal("seat", "Choose someone at a table that hasn't begun.")
    seated = who_is_seated(change.session, change.club_id, name, new_names, state.present_names)
    other = _find_or_add_guest(change, name, seated)
    drawn = state.facts.rounds[-1]
    playing = {one for place, table in enumerate(drawn.tables, 1) if place not in free for one in table.entrants}
    if other in playing:
        raise refusal("seat_name", f"{state.names[other]} has begun to play at another table.")
    swapped = {entrant: other, other: entrant}
    entrants = state.facts.entrants
    if not any(other in table.entrants for table in free.values()):
        entrants[other].away = None
        drawn.sit_outs = [one for one in (*drawn.sit_outs, entrant) if one != other and not entrants[one].guest]
        drawn.gone.append(entrant)
        sit_out_again(state.facts)
    for place, table in free.items():
        if {entrant, other} & set(table.entrants):
            one, two = (tuple(swapped.get(each, each) for each in side) for side in table.sides)
            table.sides = (one, two)
            reseat(change, place, table)


def _find_or_add_guest(change: Change, typed: str, name: str) -> int:
    if not name:
        raise refusal("seat_name", "Enter a name.")
    names, known = read_entrants(name, in_pairs=False), len(change.facts.entrants)
    (one,) = add_entrants(change.session, change.club_id, names)
    number = change.number_of(one.players)
    if number == known:
        note_entered(change.session, change.club_id, change.facts.entrants[known:], names, [[normalize_name(typed)]])
    return number


def reseat(change: Change, place: int, table: DrawnTable) -> None:
    """Seat the players now drawn at a table of the last round in its games that haven't begun.

    Undo at the table skips this change.
    """
    state, session, number = change.state, change.session, len(change.facts.rounds)
    at_tables = state.at_tables.get((number, place), ())
    entered = state.facts.seated(table)
    seated = replace(state, people={**state.people, **tournaments.people(session, entered)}).seated(table)
    if len({player.id for player in seated}) < len(seated):
        raise refusal("seat_name", "That would seat one person twice, since two names were merged.")
    for at_table in at_tables:
        if at_table.begun:
            continue
        was = read_game(change.club_id, at_table.uid, even_deleted=True)  # it can be restored
        players = {
            f"player:{seat.number}": [entered[seat.number], seated[seat.number].name]
            for seat in was.game.seats
            if seat.player_id != seated[seat.number].id
        }
        after = store(session, was, change.new_id(f"seats of {at_table.uid}"), "name", players, ChangeState.NO_UNDO)
        games.drop_undone(session, was.game.id)
        reseated = replace(at_table, version=after.game.version)
        state = replace(state, games=[reseated if each is at_table else each for each in state.games])
    change.state = state
