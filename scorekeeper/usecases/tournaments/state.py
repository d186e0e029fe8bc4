"""A stored tournament for the rules of tournaments, with results from its games (T10)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from uuid import UUID
from zlib import crc32

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.tournament import (
    Format,
    Result,
    Round,
    Table,
    TablesUnfinished,
    Tournament,
    best_of_three,
    is_over,
    standings,
)
from scorekeeper.rules.tournament.model import PAIR_FORMATS
from scorekeeper.rules.words import Names, join_words, side_name
from scorekeeper.storage import agreements, tournaments
from scorekeeper.storage.db import db
from scorekeeper.storage.players import PlayerRef
from scorekeeper.storage.tournaments import (
    DrawnTable,
    KeptResult,
    Outcome,
    StoredTournament,
    TableGame,
    TournamentFacts,
)
from scorekeeper.usecases.errors import NotFound, Question, ValidationFailed
from scorekeeper.usecases.game.agreeing import Agreed, tell
from scorekeeper.usecases.game_rules import ruleset_of
from scorekeeper.usecases.game_state import read_game


class BadTournament(RuleError):
    """An invalid entry, or something that a tournament cannot do now."""

    code = "tournament"


def refusal(field: str, text: str) -> ValidationFailed:
    """Return the exception for one error."""
    return ValidationFailed([BadTournament(field, text)])


def ask(field: str, text: str, answered: str, entered: Sequence[object] = (), button: str = "Save anyway") -> None:
    """Ask a question about what was entered, unless it was `answered`; the `button` says yes."""
    about = f"{crc32(repr((text, entered)).encode()):x}"
    if answered != about:
        raise ValidationFailed([Question(field, text, about, button)])


def ask_about_tables(
    field: str,
    question: str,
    unfinished: Mapping[int, Sequence[int]],
    disputed: Sequence[int],
    answered: str,
    *,
    button: str,
) -> None:
    """Ask a question that names the tables without a result, by round, and those where a side said no, unless it was
    `answered`."""
    only = len(unfinished) == 1
    found = [TablesUnfinished(tables, None if only else number).text for number, tables in unfinished.items()]
    if disputed:
        found.append(f"At table{'s' if len(disputed) > 1 else ''} {join_words([*map(str, disputed)])} a side said no.")
    if found:
        ask(field, " ".join([*found, question]), answered, button=button)


STANDINGS = "s"  # the beginning of a tournament's marks, unlike any mark of a game


def mark_of(version: int, games: int) -> str:
    """Return the mark of a tournament at this version, whose ended and deleted games have changed so often."""
    return f"{STANDINGS}{version}-{games}"


def outcome_of(result: Result | None) -> Outcome | None:
    """Return a result as it is stored."""
    return (*result.points, -1 if result.chosen is None else result.chosen) if result else None


def result_of(outcome: Outcome | None) -> Result | None:
    """Return a stored result."""
    return Result(outcome[:2], None if outcome[2] < 0 else outcome[2]) if outcome else None


@dataclass(frozen=True)
class TournamentState:
    """One tournament with the games at its tables, and its current players by id."""

    stored: StoredTournament
    games: Sequence[TableGame]
    people: Mapping[int, PlayerRef]

    @property
    def facts(self) -> TournamentFacts:
        return self.stored.facts

    @cached_property
    def rules(self) -> RuleSet:
        return ruleset_of(self.stored.rules)

    @cached_property
    def names(self) -> Names:
        """Each entrant's name: a player's, or "Ann & Bob" for a pair."""
        return Names([side_name(self.players_of(number)) for number in range(len(self.facts.entrants))])

    @cached_property
    def removable(self) -> frozenset[int]:
        """The entrants who can be removed: they are at no table, and in a bracket nothing is drawn."""
        rounds = self.facts.rounds
        if rounds and self.in_bracket:
            return frozenset()
        played = {one for drawn in rounds for table in drawn.tables for one in table.entrants}
        return frozenset(set(self.drawn.entrants) - played)

    @property
    def is_unplayed(self) -> bool:
        """Whether nothing was recorded or typed at any table."""
        typed = (table.paper for drawn in self.facts.rounds for table in drawn.tables)
        return not any(typed) and not any(game.begun for game in self.games)

    def may_return(self, entrant: int) -> bool:
        """Whether an entrant who left may come back; from a bracket only before its next draw (T11)."""
        away, now = self.facts.entrants[entrant].away, len(self.facts.rounds)
        return away is not None and (not self.in_bracket or away == now)

    @property
    def in_bracket(self) -> bool:
        return self.stored.format == "double-elimination"

    @property
    def in_pairs(self) -> bool:
        return self.drawn.in_pairs

    @property
    def mark(self) -> str:
        """A mark that changes with every result and every change of the tournament; see `storage.versions`."""
        return mark_of(
            self.stored.version, sum(game.version + game.answers for game in self.games if game.ended or game.deleted)
        )

    @property
    def present_names(self) -> list[str]:
        """The names of all who take part, and of guests at tables."""
        return [name for entrant in self.facts.taking_part for name in self.players_of(entrant)]

    def players_of(self, entrant: int) -> list[str]:
        """Return the names of an entrant's players."""
        return [self.people[player].name for player in self.facts.entrants[entrant].players]

    def seated(self, table: DrawnTable) -> list[PlayerRef]:
        """Return the four players of a table, clockwise."""
        return [self.people[id_] for id_ in self.facts.seated(table)]

    @cached_property
    def at_tables(self) -> Mapping[tuple[int, int], list[TableGame]]:
        """The games of each round and table, oldest first."""
        found = defaultdict(list)
        for game in self.games:
            found[game.round, game.table].append(game)
        return found

    def present_games(self, number: int, place: int) -> list[TableGame]:
        """Return the games of a table that are not deleted, oldest first: a deleted one counts as unplayed (T10)."""
        return [game for game in self.at_tables.get((number, place), ()) if not game.deleted]

    def kept(self, number: int, place: int) -> KeptResult | None:
        """Return what the end kept of a table (T15), None before it, and where it kept nothing."""
        kept = self.facts.kept if self.stored.ended_at else None
        return kept[number - 1][place - 1] if kept is not None and self.facts.table(number, place) else None

    def result(self, number: int, place: int, table: DrawnTable) -> Result | None:
        """Return the result of a table that counts: what its games gave when the tournament ended, else by now."""
        kept = self.kept(number, place)
        return result_of(kept.counts) if kept else self._live(number, place, table)

    def live_outcome(self, number: int, place: int) -> Outcome | None:
        """Return a table's result by now, whatever the end kept."""
        table = self.facts.table(number, place)
        return outcome_of(self._live(number, place, table)) if table else None

    def _live(self, number: int, place: int, table: DrawnTable) -> Result | None:
        """Return a table's result by now (T10): typed totals, else those of its game or games."""
        games = self.present_games(number, place)
        ended = [Result(game.totals) for game in games if game.ended]
        if not ended and not table.paper:
            return None if any(game.begun for game in games) else self._walkover(table)
        if self.facts.best_of_three and not table.paper:
            points = sum(game.points[0] for game in ended), sum(game.points[1] for game in ended)
            return best_of_three(ended) or (Result(points, table.chosen) if table.chosen is not None else None)
        points = table.paper or ended[-1].points
        says_who_won = points[0] != points[1] and not self.facts.best_of_three
        return Result(points, None if says_who_won else table.chosen)

    def _walkover(self, table: DrawnTable) -> Result | None:
        """An entrant who leaves a bracket loses a match that was not begun (T11)."""
        away = [any(self.facts.entrants[one].away is not None for one in side) for side in table.sides]
        return Result((0, 0), int(away[0])) if self.in_bracket and any(away) else None

    @cached_property
    def drawn(self) -> Tournament:
        """The tournament as the rules see it."""
        entrants = dict(enumerate(self.facts.entrants))
        return Tournament(
            self.stored.format,
            tuple(number for number, entrant in entrants.items() if not entrant.guest),
            tuple(
                Round(
                    tuple(
                        Table(table.sides, table.dealer, self.result(number, place, table))
                        for place, table in enumerate(drawn.tables, 1)
                    ),
                    tuple(drawn.sitting_out),
                    drawn.seed,
                )
                for number, drawn in enumerate(self.facts.rounds, 1)
            ),
            frozenset(number for number, entrant in entrants.items() if entrant.away is not None),
            {number: sum(points for points, _ in entrant.adjustments) for number, entrant in entrants.items()},
        )

    @property
    def is_over(self) -> bool:
        """Whether the organizer ended it, or its format did (T13)."""
        return self.stored.ended_at is not None or is_over(self.drawn)

    @property
    def winners(self) -> str:
        """Who won, "" before the end (T13), and if no table has a result."""
        return self._first if self.is_over else ""

    @property
    def leaders(self) -> str:
        """Who leads, "" after the end, and if no table has a result."""
        return "" if self.is_over else self._first

    @cached_property
    def _first(self) -> str:
        if not any(table.result for drawn in self.drawn.rounds for table in drawn.tables):
            return ""
        return join_words([self.names[each.entrant] for each in standings(self.drawn) if each.place == 1])

    @cached_property
    def unfinished(self) -> Mapping[int, Sequence[int]]:
        """The tables without a result, by round; no round that is done."""
        numbers = range(1, 1 + len(self.facts.rounds))
        return {number: tables for number in numbers if (tables := self.drawn.unfinished(number))}

    def is_done(self, number: int) -> bool:
        """Return whether every table of a round has a result."""
        return number not in self.unfinished

    @cached_property
    def told(self) -> Sequence[tuple[int, Agreed]]:
        """Who agreed to what at the tables of the last round, by number, where a phone watches."""
        last = [game for game in self.games if game.round == len(self.facts.rounds) and not game.deleted]
        club_id = self.stored.club_id
        said = agreements.said(db.session(), club_id, [game.uid for game in last])
        return [(game.table, tell(read_game(club_id, game.uid), said[game.uid])) for game in last if game.uid in said]

    @property
    def disputed(self) -> list[int]:
        """The tables of the last round where a side said no to a hand."""
        return sorted({table for table, told in self.told if told.disputes})

    def results_before(self, number: int) -> list[tuple[int, int, int] | None]:
        """Return points and winner (-1: none) at every table before this round, on which its draw depends."""
        found = (table.result for drawn in self.drawn.rounds[: number - 1] for table in drawn.tables)
        return [(*was.points, -1 if was.winner is None else was.winner) if was else None for was in found]


def refuse_after_end(state: TournamentState, field: str) -> None:
    """Refuse what only a tournament that goes on can do. Raises ValidationFailed."""
    if state.is_over:
        raise refusal(field, f"The tournament is over.{' Reopen it first.' if state.stored.ended_at else ''}")


def read_state(club_id: int, uid: UUID) -> TournamentState:
    """Read a club's tournament. Raises NotFound, also for a removed one."""
    stored = tournaments.read(db.session(), club_id, uid)
    if stored is None or stored.facts.removed:
        raise NotFound
    (state,) = with_games([stored])
    return state


def with_games(found: Sequence[StoredTournament]) -> list[TournamentState]:
    """Return stored tournaments with their games and people."""
    session = db.session()
    ids = [[id_ for entrant in stored.facts.entrants for id_ in entrant.players] for stored in found]
    everyone = tournaments.people(session, {id_ for each in ids for id_ in each})
    games = tournaments.games(session, [stored.id for stored in found])
    return [
        TournamentState(stored, games[stored.id], {id_: everyone[id_] for id_ in each})
        for stored, each in zip(found, ids, strict=True)
    ]


def is_sound(kind: Format, facts: TournamentFacts, players: int) -> bool:
    """Return whether imported facts are valid for a tournament with this many players."""
    in_pairs, entrants = kind in PAIR_FORMATS, set(range(len(facts.entrants)))
    for one in facts.entrants:
        if len(one.players) != 1 + in_pairs or max(one.players) >= players:
            return False
    for drawn in facts.rounds:
        sides = [side for table in drawn.tables for side in table.sides]
        seated = [*drawn.sit_outs, *(one for side in sides for one in side)]
        if any(len(side) != 2 - in_pairs for side in sides) or sorted({*seated} & entrants) != sorted(seated):
            return False
    if facts.kept is not None and [*map(len, facts.kept)] != [len(drawn.tables) for drawn in facts.rounds]:
        return False
    now = datetime.now(UTC)
    stored = StoredTournament(0, UUID(int=0), "", kind, {}, None, facts, now, now)
    try:
        return bool(TournamentState(stored, (), {}).drawn)
    except RuleError:
        return False
