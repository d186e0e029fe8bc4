"""Draw a round, undo the draw, draw again, and change seats by hand before the first bid (T2, T11)."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.tournament import draw_round
from scorekeeper.rules.words import join_words
from scorekeeper.storage import games, link_keys, tournaments
from scorekeeper.storage.games import StoredChange
from scorekeeper.storage.models import ChangeState
from scorekeeper.storage.tournaments import MOST_ROUNDS, Clock, DrawnRound, DrawnTable, Entrant
from scorekeeper.usecases.game.make_change import set_fields
from scorekeeper.usecases.game.new_game import add_game
from scorekeeper.usecases.game_state import read_game

from .new_tournament import add_entrants, known_name, read_entrants
from .state import TournamentState, change, refuse


def draw(club_id: int, uid: UUID, number: int, form_id: UUID, *, differently: bool = False) -> None:
    """Draw round `number`, or draw it again with the next seed, and start a game at each of its tables.

    A round that is already drawn stays. Raises NotFound, ValidationFailed.
    """

    def edit(session: Session, state: TournamentState) -> None:
        rounds, seed = state.facts.rounds, state.facts.seed
        if differently and number == len(rounds):
            seed = rounds[-1].seed + 1
            _remove_last(session, state)
            state = TournamentState(state.stored, state.games, state.people)  # without that round
        elif rounds:
            seed = rounds[0].seed
        if number == len(rounds) + 1:
            _refuse_end(state)
            _draw(session, state, seed)

    change(club_id, uid, form_id, edit)


def take_back(club_id: int, uid: UUID, number: int, form_id: UUID) -> None:
    """Undo the draw of the last round, and remove its games. Raises NotFound, ValidationFailed."""

    def edit(session: Session, state: TournamentState) -> None:
        if number == len(state.facts.rounds):
            _remove_last(session, state)

    change(club_id, uid, form_id, edit)


def _refuse_end(state: TournamentState) -> None:
    if len(state.facts.rounds) >= MOST_ROUNDS:
        raise refuse("rounds", f"A tournament has up to {MOST_ROUNDS} rounds.")
    if state.stored.ended_at:
        raise refuse("rounds", "The tournament has ended. Reopen it to draw another round.")
    ids = [state.people[id_].id for one in state.drawn.present for id_ in state.facts.entrants[one].players]
    if twice := next((id_ for id_ in ids if ids.count(id_) > 1), None):
        name = next(player.name for player in state.people.values() if player.id == twice)
        raise refuse("rounds", f"{name} is entered twice, since two names were merged. Let one of them leave.")


def _draw(session: Session, state: TournamentState, seed: int) -> None:
    stored, drawn = state.stored, draw_round(state.drawn, seed)
    number = len(state.facts.rounds) + 1
    tables = [DrawnTable(sides=table.sides, dealer=table.dealer) for table in drawn.tables]
    rested_on = [] if stored.format == "rotating" else state.results_before(number)
    state.facts.rounds.append(DrawnRound(seed=seed, tables=tables, sit_outs=list(drawn.sit_outs), rested_on=rested_on))
    series = tournaments.series_of_tables(session, stored.id)
    for place, table in enumerate(tables, 1):
        where = {"tournament_id": stored.id, "table_number": place}
        series_id = series[place][0] if place in series else link_keys.add_series(session, stored.club_id, **where)
        seated, house = state.seated(table), stored.house_rules_name
        add_game(
            *(session, stored.club_id, uuid4(), stored.rules, seated, table.dealer - 1, house),
            series_id=series_id,
            round_number=number,
        )


def _remove_last(session: Session, state: TournamentState) -> None:
    """Remove the last round. Raises ValidationFailed if something was recorded or typed at one of its tables."""
    number, drawn = len(state.facts.rounds), state.facts.rounds[-1]
    used = [
        place
        for place, table in enumerate(drawn.tables, 1)
        if table.paper or any(game.begun for game in state.at_tables.get((number, place), ()))
    ]
    if used:
        tables = f"table {used[0]}" if len(used) == 1 else f"tables {join_words([*map(str, used)])}"
        raise refuse("rounds", f"The draw of round {number} can't be taken back: {tables} began.")
    state.facts.rounds.pop()
    if state.facts.clock.round == number:
        state.facts.clock = Clock(number)
    tournaments.remove_games(session, state.stored.club_id, [game.uid for game in state.games if game.round == number])


def movable(state: TournamentState) -> dict[int, DrawnTable]:
    """Return the tables of the last round, by number, with nothing recorded yet."""
    number = len(state.facts.rounds)
    return {
        place: table
        for place, table in enumerate(state.facts.rounds[-1].tables if number else (), 1)
        if not table.paper and not any(game.begun for game in state.at_tables.get((number, place), ()))
    }


def seat(club_id: int, uid: UUID, form_id: UUID, entrant: int, name: str) -> None:
    """Seat someone else in an entrant's place in the last round (T11).

    An entrant at another table swaps places, one who sits out or came back takes the place, anyone else is a guest.
    Raises NotFound, ValidationFailed with fields `seat` and `seat_name`.
    """

    def edit(session: Session, state: TournamentState) -> None:
        free = movable(state)
        if state.in_pairs or not any(entrant in table.entrants for table in free.values()):
            raise refuse("seat", "Choose someone at a table that hasn't begun.")
        other = _find_or_add_guest(session, state, known_name(session, club_id, name))
        drawn = state.facts.rounds[-1]
        playing = {one for place, table in enumerate(drawn.tables, 1) if place not in free for one in table.entrants}
        if other in playing:
            raise refuse("seat_name", f"{state.names[other]} has begun to play at another table.")
        swapped = {entrant: other, other: entrant}
        was_drawn = other in drawn.sit_outs or any(other in table.entrants for table in free.values())
        sit_outs = [swapped.get(one, one) for one in drawn.sit_outs]
        entrants = state.facts.entrants
        drawn.sit_outs = [one for one in sit_outs if entrants[one].away is None and not entrants[one].guest]
        if not was_drawn:
            state.facts.entrants[other].away = None
        for place, table in free.items():
            if {entrant, other} & set(table.entrants):
                one, two = (tuple(swapped.get(each, each) for each in side) for side in table.sides)
                table.sides = (one, two)
                reseat(session, state, place, table)

    change(club_id, uid, form_id, edit)


def _find_or_add_guest(session: Session, state: TournamentState, name: str) -> int:
    if name in state.names:
        return state.names.players.index(name)
    if not name:
        raise refuse("seat_name", "Enter a name.")
    (guest,) = add_entrants(session, state.stored.club_id, read_entrants(name, in_pairs=False))
    state.facts.entrants.append(Entrant(players=guest.players, guest=True))
    return len(state.facts.entrants) - 1


def reseat(session: Session, state: TournamentState, place: int, table: DrawnTable) -> None:
    """Seat the players now drawn at a table in its game of the last round; undo at the table skips this change."""
    number, ids = len(state.facts.rounds), [id_ for one in table.entrants for id_ in state.facts.entrants[one].players]
    people = tournaments.people(session, ids)
    seated = TournamentState(state.stored, state.games, {**state.people, **people}).seated(table)
    if len({player.id for player in seated}) < len(seated):
        raise refuse("seat_name", "That would seat one person twice, since two names were merged.")
    for it in state.at_tables.get((number, place), ()):
        if it.status == GameStatus.DELETED:
            continue
        was = read_game(state.stored.club_id, it.uid).game
        game = was.copy()
        game.version, game.changed_at = was.version + 1, datetime.now(UTC)
        players: dict[str, object] = {f"player:{seat}": [one.id, one.name] for seat, one in enumerate(seated)}
        seats = set_fields(session, game, players, ChangeState.NO_UNDO)
        games.write(session, was, game)
        games.add_change(session, game, StoredChange(uuid4(), game.version, "name", dict(seats.fields), seats.state))
