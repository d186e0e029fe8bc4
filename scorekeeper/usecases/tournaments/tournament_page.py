"""A tournament for its pages, as plain values."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID

from scorekeeper.rules.tournament import GAMES_OF_A_MATCH, Format, Placed, can_draw_differently, repeats, standings
from scorekeeper.rules.words import by_name, count_of, format_points, join_words
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import db
from scorekeeper.storage.players import PlayerRef
from scorekeeper.storage.tournaments import DrawnTable, StoredTournament
from scorekeeper.usecases.errors import NotFound
from scorekeeper.usecases.game_rules import goal_text, rules_title

from .after_end import LaterResult, later_results
from .bracket_page import BracketView, bracket_view
from .rounds import movable
from .seats import Seat, seating_of
from .state import TournamentState, mark_of, read_state, with_games

FORMAT_NAMES: Mapping[Format, tuple[str, str]] = {
    "rotating": ("New partners every round", "Players. Everyone partners as many others as there are rounds."),
    "ranked": (
        "By the standings",
        "Players. The better half partners the other, in order: of eight, 1 and 5 meet 2 and 6, 3 and 7 meet 4 and 8.",
    ),
    "swiss": (
        "Pairs, winners meet winners",
        "Pairs. Those with like results meet, as few as possible twice.",
    ),
    "double-elimination": ("Bracket", "Pairs. Out after the second lost match."),
}
"""The name of each format, and what it means."""


MOST_WAITED_FOR = 10  # tables that are named
NOT_WAITED_FOR = ("not played", "not finished")  # after the end
LINES = 16  # of a score sheet, where no number of hands ends the game


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line in the standings; `points` as written; `notes` explain them.

    `adjustments` are points that were added; `can_be_removed` is about a name that was added by mistake, `may_return`
    about one who left.
    """

    number: int
    name: str
    place: int | None
    points: str
    wins: str
    played: int
    losses: int
    left: bool
    notes: tuple[str, ...]
    adjustments: tuple[str, ...]
    can_be_removed: bool
    may_return: bool

    @property
    def is_placed(self) -> bool:
        return self.place is not None

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is said next to the name; a television shows a star for it."""
        lost = (f"{self.losses} lost",) if self.losses else ()
        return (*lost, *(("left",) if self.left else ()), *self.notes)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round: the names of its sides and, clockwise, its players, and its points so far, if any.

    `game` is its newest game, or None, with its `version`; `hand` is the number of the hand being played there;
    `deleted`: its game was deleted, and it has no result. `chosen` is the side that the organizer named as the winner
    of a tie, 0 or 1; `seating` is that of `DrawnTable`. `guests` have no place in the standings; `gone` have left, and
    their table has no result.
    """

    number: int
    sides: tuple[str, str]
    players: tuple[str, ...]
    dealer: str
    state: Literal["new", "playing", "tied", "done", "not played", "not finished"]
    deleted: bool
    points: tuple[int, int] | None
    chosen: int | None
    paper: bool
    game: UUID | None
    version: int
    hand: int
    seating: int
    guests: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round. `notes` say who meets again, and which earlier results have changed since the draw (T10).

    `is_new`: the draw can be taken back; `can_differ`: the next one would be another (T2).
    """

    number: int
    tables: tuple[TableView, ...]
    sit_outs: tuple[str, ...]
    notes: tuple[str, ...]
    is_new: bool
    can_differ: bool

    @property
    def waiting(self) -> tuple[TableView, ...]:
        """The tables without a result."""
        return tuple(table for table in self.tables if table.state != "done")

    @property
    def done(self) -> tuple[TableView, ...]:
        """The tables with a result."""
        return tuple(table for table in self.tables if table.state == "done")

    @property
    def progress(self) -> str:
        """How many tables are done, and which are waited for, unless they are many."""
        missing = [str(table.number) for table in self.waiting if table.state not in NOT_WAITED_FOR]
        done = f"{len(self.done)} of {count_of(len(self.tables), 'table')} done"
        return f"{done}; waiting for {join_words(missing)}" if 0 < len(missing) <= MOST_WAITED_FOR else done


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a round: the seconds left, and whether it is running.

    It `is_new` until it is started, and `is_over` once no time is left or every table is done. `ends` is None for one
    that is not running.
    """

    round: int
    seconds: int
    ends: datetime | None
    is_new: bool
    is_over: bool

    @property
    def runs(self) -> bool:
        return self.ends is not None and self.seconds > 0

    @property
    def minutes(self) -> int:
        """The minutes left, rounded up."""
        return -(-self.seconds // 60)


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with `drawn` rounds so far; `winners` is who won, "" before the end, `leaders` who leads until then.

    `missing` are the tables that the end found without a result, `later` is what tables have brought since (T15).

    `ended`: by its organizer; `is_over`: or by its format. `can_add`: people may still enter.
    `version` counts its changes, `mark` those of its games too. `seats` are the key and name of those who can be
    replaced; `seating` is where everyone sits in the last round, in the order of the alphabet (T14); `table_keys` open
    the tables, by number. `agreed` says of the last round's tables where a phone watches whether all was agreed
    to. A score sheet has as many `games` as a match can have, each of so many `lines`.
    """

    uid: UUID
    version: int
    mark: str
    name: str
    kind: Format
    about: str
    rows: tuple[Row, ...]
    rounds: tuple[RoundView, ...]
    drawn: int
    clocks: tuple[ClockView, ...]
    shows_seats: bool
    ended: bool
    is_over: bool
    can_draw: bool
    can_add: bool
    winners: str
    leaders: str
    missing: str
    later: tuple[LaterResult, ...]
    watch_key: str
    watch_code: str
    table_keys: Mapping[int, str]
    agreed: Mapping[int, bool]
    seats: tuple[tuple[str, str], ...]
    seating: tuple[Seat, ...]
    bracket: BracketView | None
    people: tuple[PlayerRef, ...]
    games: int
    lines: int

    @property
    def standings_after(self) -> str:
        """What the standings are of: "Standings after round 2"."""
        if self.ended:
            return f"Final, without {self.missing}" if self.missing else "Final"
        if not self.rounds:
            return "Standings"
        last = self.rounds[-1]
        if not last.waiting:
            return f"Standings after round {last.number}"
        if last.done:
            return f"Standings during round {last.number}"
        return f"Standings after round {last.number - 1}" if last.number > 1 else "Standings"

    @property
    def told(self) -> str:
        """What those who listen are told once it is otherwise."""
        if self.winners:
            return f"{self.winners} won."
        return f"Round {self.rounds[-1].number}: {self.rounds[-1].progress}." if self.rounds else ""

    @property
    def late(self) -> tuple[RoundView, ...]:
        """The earlier rounds that have a table without a result."""
        return () if self.ended else tuple(drawn for drawn in self.rounds[:-1] if drawn.waiting)

    @property
    def clock(self) -> ClockView | None:
        """The clock that everyone looks at: the last round's, or an earlier one's that runs until that is started."""
        *earlier, last = self.clocks or (None,)
        running = [clock for clock in earlier if clock and clock.runs]
        return running[-1] if last and last.is_new and running else last

    @property
    def is_late(self) -> bool:
        """Whether time is up for the last round: a table of it without a result is late."""
        return bool(self.clocks) and not self.clocks[-1].seconds

    @property
    def in_pairs(self) -> bool:
        return self.kind in ("swiss", "double-elimination")


def tournament(club_id: int, uid: UUID, *, last_round: bool = False) -> TournamentView:
    """Return a club's tournament, with all of its rounds or only the last. Raises NotFound."""
    return tournament_view(read_state(club_id, uid), last_round=last_round)


def tournament_view(state: TournamentState, *, last_round: bool = False) -> TournamentView:
    """Return a tournament at this state, with all of its rounds or only the last."""
    stored, drawn = state.stored, state.drawn
    count = len(state.facts.rounds)
    rounds = tuple(_round(state, number) for number in range(max(count, 1) if last_round else 1, count + 1))
    clocks, series = tuple(_clocks(state)), tournaments.series_of_tables(db.session(), stored.id)
    _, _, key, code = series.pop(0)
    agreed = [(number, told.agreed) for number, told in ([] if last_round else state.told) if told.agreed is not None]
    title = f"{rules_title(stored.rules, stored.house_rules_name)}, {goal_text(state.rules)}"
    rows, people = tuple(_row(state, each) for each in standings(drawn)), {one.id: one for one in state.people.values()}
    there = count_of(sum(not row.left for row in rows), "pair" if state.in_pairs else "player")
    return TournamentView(
        uid=stored.uid,
        version=stored.version,
        mark=state.mark,
        name=stored.name,
        kind=stored.format,
        about="\N{NO-BREAK SPACE}· ".join((FORMAT_NAMES[stored.format][0], title, there)),
        rows=rows,
        rounds=rounds,
        drawn=count,
        clocks=clocks,
        shows_seats=bool(count) and not state.is_over and _look_for_seats(state, clocks[-1:]),
        ended=stored.ended_at is not None,
        is_over=state.is_over,
        can_draw=not state.is_over and not drawn.unfinished(),
        can_add=not state.is_over and not (stored.format == "double-elimination" and count),
        winners=state.winners,
        leaders=state.leaders,
        missing=_missing(state),
        later=tuple(later_results(state)),
        watch_key=key,
        watch_code=code,
        table_keys={number: links[1] for number, links in series.items()},
        agreed={number: all(yes for other, yes in agreed if other == number) for number, _ in agreed},
        seats=() if state.is_over else tuple(_seats(state)),
        seating=seating_of(state),
        bracket=bracket_view(state),
        people=tuple(sorted(people.values(), key=lambda player: by_name(player.name))),
        games=GAMES_OF_A_MATCH if state.facts.best_of_three else 1,
        lines=state.rules.hand_limit + (stored.format == "double-elimination") if state.rules.hand_limit else LINES,
    )


def all_tournaments(club_id: int, most: int = 100) -> list[tuple[UUID, str, int, str]]:
    """Return id, name, rounds so far and who won, "" before the end, of each tournament of a club, newest first."""
    found = tournaments.read_all(db.session(), club_id, most)
    won = _winners(found)
    return [(stored.uid, stored.name, len(stored.facts.rounds), won.get(stored.uid, "")) for stored in found]


def winners_of(club_id: int, uids: Collection[UUID]) -> Mapping[UUID, str]:
    """Return who won these tournaments of a club, by id; those that are not over are missing."""
    return _winners(tournaments.read_some(db.session(), club_id, uids)) if uids else {}


def _winners(found: Sequence[StoredTournament]) -> Mapping[UUID, str]:
    can_be_over = [stored for stored in found if stored.ended_at or stored.format == "double-elimination"]
    return {state.stored.uid: state.winners for state in with_games(can_be_over)} if can_be_over else {}


@dataclass(frozen=True, slots=True)
class WatchedStandings:
    """What a watch link shows; `mark` changes with every result and every change of the tournament."""

    club_id: int
    uid: UUID
    mark: str


def watched(key: str) -> WatchedStandings:
    """Return the standings that a watch link shows now. Raises NotFound."""
    return _watched(tournaments.watched(key))


def current_mark(club_id: int, uid: UUID) -> str:
    """Return the current mark of a club's tournament. Raises NotFound."""
    return _watched(tournaments.versions(db.session(), club_id, uid)).mark


def _watched(found: Sequence[Any] | None) -> WatchedStandings:
    if found is None:
        raise NotFound
    club_id, uid, version, games = found
    return WatchedStandings(club_id, uid, mark_of(version, games))


def _row(state: TournamentState, placed: Placed) -> Row:
    entrant = state.facts.entrants[placed.entrant]
    adjustments = tuple(f"{format_points(points)} {reason}" for points, reason in entrant.adjustments)
    notes = [*adjustments]
    if placed.sit_outs:
        word = "bye" if state.in_pairs else "sit-out"
        notes.insert(0, f"{placed.sit_outs} {word}{'s' if placed.sit_outs > 1 else ''}")
    return Row(
        number=placed.entrant,
        name=state.names[placed.entrant],
        place=placed.place,
        points=f"{placed.points:f}",
        wins=f"{placed.wins:g}",
        played=placed.played,
        losses=placed.losses,
        left=_has_left(state, placed.entrant),
        notes=tuple(notes),
        adjustments=adjustments,
        can_be_removed=placed.entrant in state.removable,
        may_return=state.may_return(placed.entrant),
    )


def _round(state: TournamentState, number: int) -> RoundView:
    names, stored = state.names, state.facts.rounds[number - 1]
    verb = "meet" if state.in_pairs else "partner"
    notes = [f"{names[one]} and {names[other]} {verb} again." for one, other in repeats(state.drawn, number)]
    if stored.rested_on:
        before = enumerate(state.facts.rounds[: number - 1], 1)
        places = [(earlier, place) for earlier, drawn in before for place in range(1, 1 + len(drawn.tables))]
        results = zip(places, stored.rested_on, state.results_before(number), strict=False)
        notes += [
            f"Round {earlier}, table {place}: the result has changed since round {number} was drawn."
            for (earlier, place), then, now in results
            if then != now
        ]
    is_last = number == len(state.facts.rounds) and state.stored.ended_at is None
    is_new = is_last and len(movable(state)) == len(stored.tables)
    return RoundView(
        number=number,
        tables=tuple(_table(state, number, place, table) for place, table in enumerate(stored.tables, 1)),
        sit_outs=tuple(names[one] for one in stored.sitting_out),
        notes=tuple(notes),
        is_new=is_new,
        can_differ=is_new and can_draw_differently(state.drawn),
    )


def _table(state: TournamentState, number: int, place: int, table: DrawnTable) -> TableView:
    result = state.drawn.rounds[number - 1].tables[place - 1].result
    every, games = state.at_tables.get((number, place), []), state.present_games(number, place)
    game = next(reversed(games or every), None)
    finished = result is not None and state.drawn.is_finished(state.drawn.rounds[number - 1].tables[place - 1])
    began = any(game.begun for game in games)
    players = [player.name for player in state.seated(table)]
    return TableView(
        number=place,
        sides=(state.names.side(table.sides[0]), state.names.side(table.sides[1])),
        players=tuple(players),
        dealer=players[table.dealer - 1],
        state=_table_state(result is not None, finished, began, state.stored.ended_at is not None),
        deleted=result is None and game is not None and game.deleted,
        points=result.points if result else game.totals if game and began else None,
        chosen=table.chosen,
        paper=table.paper is not None,
        game=game.uid if game else None,
        version=game.version if game else 0,
        hand=game.hands + 1 if game else 1,
        seating=table.seating,
        guests=tuple(state.names[one] for one in table.entrants if state.facts.entrants[one].guest),
        gone=tuple(state.names[one] for one in table.entrants if not finished and _has_left(state, one)),
    )


def _missing(state: TournamentState) -> str:
    """Return the tables without a result: "round 2, tables 3 and 6"."""
    found = (
        f"round {number}, table{'s' if len(tables) > 1 else ''} {join_words([*map(str, tables)])}"
        for number, tables in state.unfinished.items()
    )
    return "; ".join(found)


def _has_left(state: TournamentState, entrant: int) -> bool:
    return state.facts.entrants[entrant].away is not None


def _table_state(
    has_result: bool, is_finished: bool, began: bool, is_ended: bool
) -> Literal["new", "playing", "tied", "done", "not played", "not finished"]:
    if is_finished:
        return "done"
    if has_result:
        return "tied"
    if is_ended:
        return "not finished" if began else "not played"
    return "playing" if began else "new"


def _clocks(state: TournamentState) -> Iterator[ClockView]:
    """Yield the clock of each round that is played, and of the last one (T16)."""
    minutes, now = state.rules.time_limit, datetime.now(UTC)
    if minutes is None or state.is_over:
        return
    for number in range(1, 1 + len(state.facts.rounds)):
        clock, is_done = state.facts.clock_of(number), state.is_done(number)
        seconds = clock.seconds(minutes, now)
        if number == len(state.facts.rounds) or (seconds and not is_done):
            yield ClockView(number, seconds, clock.ends, clock.is_new, is_done or not seconds)


def _look_for_seats(state: TournamentState, clock: Sequence[ClockView]) -> bool:
    """Return whether people still look for their seats in the last round (T16).

    That ends when its clock is started, a table has a result, or all tables that have a phone have begun: those
    where one was used before, or if none was yet, all of them.
    """
    number, tables = len(state.facts.rounds), state.facts.rounds[-1].tables
    begun = {game.table for game in state.games if game.round == number and game.begun}
    with_phone = {game.table for game in state.games if game.begun and game.round < number} or {
        *range(1, 1 + len(tables))
    }
    has_result = any(state.drawn.is_finished(table) for table in state.drawn.rounds[-1].tables)
    all_begun = {table for table in with_phone if table <= len(tables)} <= begun and bool(begun)
    return not (has_result or all_begun or any(not each.is_new for each in clock))


def _seats(state: TournamentState) -> Iterator[tuple[str, str]]:
    """Yield those who can be replaced: each player of a pair, else players at tables that haven't begun."""
    if state.in_pairs:
        for number, entrant in enumerate(state.facts.entrants):
            if entrant.away is None and not entrant.guest:
                yield from ((f"{number}-{place}", name) for place, name in enumerate(state.players_of(number)))
        return
    yield from ((f"{one}", state.names[one]) for table in movable(state).values() for one in table.entrants)
