"""The stored stats of ended games, and of each player in them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import combinations, compress, groupby
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    CTE,
    ColumnElement,
    Integer,
    Select,
    String,
    Subquery,
    Table,
    and_,
    bindparam,
    case,
    delete,
    extract,
    func,
    insert,
    literal,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.game_stats import IN_ONE_HAND, MOST, SUMMED, PlayerStats
from scorekeeper.rules.words import by_name
from scorekeeper.storage.games import GAME_COLUMNS, SEAT_COLUMNS, StoredGame, game_of
from scorekeeper.storage.models import GAME, PLAYER, SEAT, SITTING
from scorekeeper.storage.stats_models import ANY_YEAR, GAME_STATS, LEFT, POINTS, RANKED_BY, SEAT_STATS

Values = Mapping[str, Any]


class StoredStats(NamedTuple):
    """The rows of one game: one for the game, and one for each player, by player id."""

    game: Values
    seats: Mapping[int, Values]


def chosen(table: Table, preset: str, year: int = ANY_YEAR) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for rows of stats with this preset and year; "" and 0 mean all."""
    if preset:
        yield table.c.preset == preset
    if year:
        yield table.c.year == year


def read(session: Session, games: Collection[int]) -> dict[int, StoredStats]:
    """Return the stored stats of these games, by game id; games without stats are missing."""
    seats: dict[int, dict[int, Values]] = {}
    for row in session.execute(select(SEAT_STATS).where(SEAT_STATS.c.game_id.in_(games))).mappings():
        seats.setdefault(row["game_id"], {})[row["player_id"]] = dict(row)
    rows = session.execute(select(GAME_STATS).where(GAME_STATS.c.game_id.in_(games))).mappings()
    own = {row["game_id"]: dict(row) for row in rows}
    return {game: StoredStats(own.get(game, {}), seats.get(game, {})) for game in own.keys() | seats.keys()}


GAMES_AT_A_TIME = 500
NEW_YEAR = (1, 2, 364, 365, 366)
"""The days of a year, by their number, on which it can be another year in some zone."""


def in_other_years(
    session: Session, clubs: Collection[int], year_of: Callable[[datetime], int]
) -> Mapping[int, list[int]]:
    """Return the counted games of clubs whose stored year is not that of their end, by the year that is right."""
    ended = select(GAME_STATS.c.game_id, GAME_STATS.c.year, GAME.c.listed_at).join(GAME)
    ended = ended.where(GAME_STATS.c.club_id.in_(clubs), extract("doy", GAME.c.listed_at).in_(NEW_YEAR))
    found = defaultdict[int, list[int]](list)
    for game, year, when in session.execute(ended):
        if year_of(when) != year:
            found[year_of(when)].append(game)
    return found


def set_years(session: Session, games_of: Mapping[int, Sequence[int]]) -> None:
    """Store the year of games, by year."""
    for year, games in games_of.items():
        for first in range(0, len(games), GAMES_AT_A_TIME):
            some = games[first : first + GAMES_AT_A_TIME]
            for table in (GAME_STATS, SEAT_STATS):
                session.execute(update(table).where(table.c.game_id.in_(some)).values(year=year))


def replace(session: Session, games: Collection[int], stats: Iterable[StoredStats]) -> None:
    """Replace all stored stats of these games."""
    stats = list(stats)
    own, seats = [each.game for each in stats], [seat for each in stats for seat in each.seats.values()]
    for table, rows in ((GAME_STATS, own), (SEAT_STATS, seats)):
        session.execute(delete(table).where(table.c.game_id.in_(games)))
        if rows:
            session.execute(insert(table), rows)


BEST_OF = ("highest_hand", "hands", "biggest_deficit", "sets")
"""The stats with a best game each."""


@dataclass(frozen=True, slots=True)
class StoredBestGame:
    """The game with the most of something, and how much; its hands are not read."""

    what: str
    value: int
    game: StoredGame


def best_games(connection: Connection, club_id: int, preset: str, year: int) -> list[StoredBestGame]:
    """Return the game with the most of each of BEST_OF, if any; in a tie the one that began first.

    Preset "" and year 0 mean all.
    """
    firsts = []
    for place, what in enumerate(BEST_OF):
        value, of_club = GAME_STATS.c[what], (GAME_STATS.c.club_id == club_id, *chosen(GAME_STATS, preset, year))
        most = select(func.max(value)).where(*of_club).scalar_subquery()
        asked = select(literal(place).label("place"), GAME_STATS.c.game_id, value.label("value"))
        asked = asked.join(GAME, GAME.c.id == GAME_STATS.c.game_id).where(*of_club, value > 0, value == most)
        firsts.append(select(asked.order_by(GAME.c.started_at, GAME.c.uid).limit(1).subquery()))
    first = union_all(*firsts).subquery()
    rows = connection.execute(
        select(first.c.place, first.c.value, *GAME_COLUMNS, *SEAT_COLUMNS)
        .select_from(first)
        .join(GAME, GAME.c.id == first.c.game_id)
        .join(SEAT, SEAT.c.game_id == GAME.c.id)
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .order_by(first.c.place, SEAT.c.seat)
    )
    found = groupby(rows, key=lambda row: (BEST_OF[row.place], row.value))
    return [StoredBestGame(what, value, game_of([seat[2:] for seat in seats])) for (what, value), seats in found]


class OneHand(NamedTuple):
    """A bidder's hand with the most of something of IN_ONE_HAND, in points, its number and its game."""

    player: str
    points: int
    number: int
    game: UUID
    started_at: datetime
    over: bool


def most_in_one_hand(
    connection: Connection, what: str, club_id: int, preset: str = "", year: int = ANY_YEAR, player: int | None = None
) -> OneHand | None:
    """Return the hand with the most points of this kind, of one player or all; of several the first."""
    seat = SEAT_STATS.c
    points, number = seat[what], seat[IN_ONE_HAND[what]]
    asked = select(PLAYER.c.name, points, number, GAME.c.uid, GAME.c.started_at, GAME.c.status)
    asked = asked.join_from(SEAT_STATS, GAME, GAME.c.id == seat.game_id).join(PLAYER, PLAYER.c.id == seat.player_id)
    asked = asked.where(seat.club_id == club_id, points > 0, *chosen(SEAT_STATS, preset, year))
    asked = asked if player is None else asked.where(seat.player_id == player)
    row = connection.execute(asked.order_by(points.desc(), GAME.c.started_at, number).limit(1)).one_or_none()
    return row and OneHand(*row[:-1], over=row.status == GameStatus.OVER)


class OneSeat(NamedTuple):
    """What is told of a player in one game: their best hand and biggest set in points, each with its number."""

    game: UUID
    player: str
    best_hand: int
    best_hand_number: int
    biggest_set: int
    biggest_set_number: int
    reneges: int


_SEATS_IN = (
    select(GAME.c.uid, PLAYER.c.name, *(SEAT_STATS.c[name] for name in OneSeat._fields[2:]))
    .join_from(SEAT_STATS, GAME, GAME.c.id == SEAT_STATS.c.game_id)
    .join(PLAYER, PLAYER.c.id == SEAT_STATS.c.player_id)
    .where(GAME.c.club_id == bindparam("club"), GAME.c.uid.in_(bindparam("games", expanding=True)))
)


def seats_in(session: Session, club_id: int, games: Sequence[UUID]) -> list[OneSeat]:
    """Return all who played in these games of a club, in their order."""
    rows = session.execute(_SEATS_IN, {"club": club_id, "games": games})
    return sorted((OneSeat(*row) for row in rows), key=lambda seat: (games.index(seat.game), seat.player))


ADDED_UP = {name: func.sum(SEAT_STATS.c[name]).cast(POINTS).label(name) for name in SUMMED}


class StoredLeaderboardRow(NamedTuple):
    """A player of the club; `stats` has only what the leaderboard shows."""

    id: int
    name: str
    hidden: bool
    stats: PlayerStats


@cache
def _leaderboard(by_preset: bool, by_year: bool, columns: tuple[str, ...]) -> Select[Any]:
    totals = select(SEAT_STATS.c.player_id, *(ADDED_UP[name] for name in columns))
    totals = totals.where(SEAT_STATS.c.club_id == bindparam("club"))
    for name in compress(("preset", "year"), (by_preset, by_year)):
        totals = totals.where(SEAT_STATS.c[name] == bindparam(name))
    added = totals.group_by(SEAT_STATS.c.player_id).subquery()
    rows = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.hidden, *(added.c[name] for name in columns))
    return rows.join(added, added.c.player_id == PLAYER.c.id)


def leaderboard(
    connection: Connection, club_id: int, preset: str, year: int, columns: tuple[str, ...] = RANKED_BY
) -> list[StoredLeaderboardRow]:
    """Return the players of ended games, with these stats."""
    asked = _leaderboard(bool(preset), bool(year), columns)
    found = connection.execute(asked, {"club": club_id, "preset": preset, "year": year})
    return [StoredLeaderboardRow(who, name, hidden, _stats(columns, added)) for who, name, hidden, *added in found]


def _stats(names: Iterable[str], values: Iterable[Any]) -> PlayerStats:
    return PlayerStats(**dict(zip(names, values, strict=True)))


def choices(connection: Connection, club_id: int) -> list[tuple[str, int]]:
    """Return each preset and year with ended games of the club."""
    asked = select(GAME_STATS.c.preset, GAME_STATS.c.year).where(GAME_STATS.c.club_id == club_id).distinct()
    return [(preset, year) for preset, year in connection.execute(asked)]


Part = tuple[str, int, int, PlayerStats]
"""The stats of a player for a preset and a year, after how many games the player left before their end."""


def stats_by_part(connection: Connection, player_id: int) -> list[Part]:
    """Return all stats of a player for each preset and year, in their order."""
    parts, most = (SEAT_STATS.c.preset, SEAT_STATS.c.year), (func.max(SEAT_STATS.c[name]) for name in MOST)
    left = func.sum(case((SEAT_STATS.c.place == LEFT, 1), else_=0))
    asked = select(*parts, left, *ADDED_UP.values(), *most).where(SEAT_STATS.c.player_id == player_id)
    names = *ADDED_UP, *MOST
    rows = connection.execute(asked.group_by(*parts).order_by(*parts))
    return [(preset, year, gone, _stats(names, added)) for preset, year, gone, *added in rows]


class Other(NamedTuple):
    """How a player did with this partner, or against this opponent, in `games` that were over.

    Against an opponent, a game counts as won if only the player won, and as lost if only the opponent won.
    """

    id: int
    name: str
    partners: bool
    games: int
    won: int
    lost: int


def _own_games(player_id: int, preset: str, year: int) -> tuple[Subquery, ColumnElement[bool]]:
    """Return a player's games that were over, and the condition for all seats in them."""
    theirs = SEAT_STATS.c.player_id == player_id, SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset, year)
    columns = (SEAT_STATS.c[name] for name in ("ended_at", "game_id", "side", "wins"))
    # The player's own games first, which OFFSET forces: some planners would begin with all games of the club.
    mine, seat = select(*columns).where(*theirs).offset(0).subquery(), SEAT_STATS.c
    club = select(PLAYER.c.club_id).where(PLAYER.c.id == player_id).scalar_subquery()
    same = seat.club_id == club, seat.ended_at == mine.c.ended_at, seat.game_id == mine.c.game_id
    return mine, and_(*same, seat.games == 1)  # and not those who left


def others(connection: Connection, player_id: int, preset: str, year: int) -> list[Other]:
    """Return the partners and opponents in a player's games."""
    mine, all_seats = _own_games(player_id, preset, year)
    other = SEAT_STATS
    # Who, and what happened, in one number, which is the fastest to group by.
    same_side = case((mine.c.side == other.c.side, 4), else_=0)
    outcome = (8 * other.c.player_id + same_side + 2 * mine.c.wins + other.c.wins).label("outcome")
    counted = (
        select(outcome, func.count().label("games"))
        .select_from(other)
        .join(mine, and_(all_seats, other.c.player_id != player_id))
        .group_by(outcome)
        .subquery()
    )
    asked = select(PLAYER.c.id, PLAYER.c.name, counted).join(PLAYER, PLAYER.c.id == counted.c.outcome // 8)
    games, wins, losses = (Counter[tuple[int, str, bool]]() for _ in range(3))
    for who, name, what, number in connection.execute(asked):
        partners, won, other_won = (bool(what & bit) for bit in (4, 2, 1))
        one = who, name, partners
        games[one] += number
        wins[one] += number if won and (partners or not other_won) else 0
        losses[one] += number if other_won and not won else 0
    return [Other(*one, games[one], wins[one], losses[one]) for one in games]


class Rivalry(NamedTuple):
    """A player with a partner, or alone, and their opponents, by id, the lowest first; one alone is both opponents.

    `games` that were over, and how many each side alone won.
    """

    partner: int | None
    one: int
    other: int
    games: int
    won: int
    lost: int


def _sides(player_id: int, preset: str, year: int, players: int) -> CTE:
    """Select which sides, of half of these two or four players, met in a player's games, see Rivalry.

    `wins` are the games that the player's side won, alone or not.
    """
    mine, all_seats = _own_games(player_id, preset, year)
    seat, is_ours = SEAT_STATS.c, SEAT_STATS.c.side == mine.c.side
    partner = case((is_ours & (seat.player_id != player_id), seat.player_id))
    opponent = case((~is_ours, seat.player_id))
    who = func.max(partner).label("partner"), func.min(opponent).label("one"), func.max(opponent).label("other")
    result = mine.c.wins - func.max(case((is_ours, 0), else_=seat.wins))
    game = select(*who, mine.c.wins, result.label("result")).join_from(SEAT_STATS, mine, all_seats)
    game = game.group_by(mine.c.game_id, mine.c.wins)
    met = game.having(func.count() == players, 2 * func.count(opponent) == players).subquery().c
    sides, games, wins = (met.partner, met.one, met.other), func.count().label("games"), func.sum(met.wins)
    won, lost = (func.sum(case((met.result == which, 1), else_=0)) for which in (1, -1))
    counts = games, won.label("won"), lost.label("lost"), wins.label("wins")
    return select(*sides, *counts).group_by(*sides).cte("sides")


def rivalries(connection: Connection, player_id: int, preset: str, year: int, players: int) -> list[Rivalry]:
    """Return which sides, of half of the two or four `players`, met in a player's games."""
    sides = _sides(player_id, preset, year, players).c
    return [Rivalry(*row) for row in connection.execute(select(*(sides[name] for name in Rivalry._fields)))]


class Met(NamedTuple):
    """People whom a player met in games of two pairs, by name: a partner, opponents, or both.

    `games` that were over, and how many the player won and lost: with a partner alone every win counts, else those of
    one side alone.
    """

    games: int
    won: int
    lost: int
    partner: str | None
    one: str | None
    other: str | None


def closest(
    connection: Connection, player_id: int, preset: str, year: int, *, least: int, most: int, nameless: Sequence[str]
) -> tuple[list[Met], list[Met], list[Met]]:
    """Return a player's partners with the highest share of games won and opponents with the lowest, of those met in at
    `least` so many games, and the first `most` of the sides that met most often, at least twice.

    More come where they are equal. Who is `nameless` is left out.
    """
    sides = _sides(player_id, preset, year, 4).c
    club = select(PLAYER.c.club_id).where(PLAYER.c.id == player_id).scalar_subquery()
    unnamed = select(PLAYER.c.id).where(PLAYER.c.club_id == club, PLAYER.c.name.in_(nameless))
    games, wins, won, lost = (func.sum(sides[name]).cast(Integer) for name in ("games", "wins", "won", "lost"))
    ours, theirs = (sides.partner,), (sides.one, sides.other)
    asked = (
        (ours, (games, wins, games - wins), (-1.0 * wins / games, -games), games >= least, 1),
        (theirs, (games, won, lost), (1.0 * won / games, -games), and_(games >= least, lost > 0), 1),
        ((*ours, *theirs), (games, won, lost), (-games,), games > 1, most),
    )
    firsts = []
    for what, (who, counts, order, enough, wanted) in enumerate(asked):
        ids = (one.label(one.name) if one in who else null().cast(Integer).label(one.name) for one in (*ours, *theirs))
        counted = (one.label(name) for name, one in zip(("games", "won", "lost"), counts, strict=True))
        place = func.rank().over(order_by=order).label("place")
        found = select(literal(what).label("what"), *ids, *counted, place).group_by(*who)
        found = found.having(enough, *(one.not_in(unnamed) for one in who))
        ranked = found.subquery()
        firsts.append(select(ranked).where(ranked.c.place <= wanted))
    first = union_all(*firsts).subquery()
    rows = select(first.c.what, first.c.games, first.c.won, first.c.lost)
    for name in ("partner", "one", "other"):
        person = PLAYER.alias()
        rows = rows.add_columns(person.c.name).outerjoin(person, person.c.id == first.c[name])
    lists: tuple[list[Met], list[Met], list[Met]] = ([], [], [])
    for what, *met in connection.execute(rows):
        lists[what].append(Met(*met))
    return lists


class Pair(NamedTuple):
    """Two partners: `games` that were over, and how many they `won`."""

    one: int
    one_name: str
    other: int
    other_name: str
    games: int
    won: int


def pairs(connection: Connection, club_id: int, preset: str, year: int, most: int) -> list[Pair]:
    """Return the partners with the most games in which both played every hand, without hidden players."""
    who = func.aggregate_strings(SEAT_STATS.c.player_id.cast(String), ",").label("who")
    sat_down = select(SITTING.c.game_id)
    hands = select(GAME_STATS.c.hands).where(GAME_STATS.c.game_id == SEAT_STATS.c.game_id).scalar_subquery()
    teams = union_all(
        *(
            select(who, func.max(SEAT_STATS.c.wins).label("won"))
            .where(SEAT_STATS.c.club_id == club_id, SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset, year), *which)
            .group_by(SEAT_STATS.c.ended_at, SEAT_STATS.c.game_id, SEAT_STATS.c.side)
            .having(func.count() > 1)
            for which in (
                (SEAT_STATS.c.game_id.not_in(sat_down),),
                (SEAT_STATS.c.game_id.in_(sat_down), SEAT_STATS.c.hands == hands),
            )
        )
    ).subquery()
    games, wins = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    asked = select(teams.c.who, func.count(), func.sum(teams.c.won)).group_by(teams.c.who)
    for who_played, played, won in connection.execute(asked):
        for pair in combinations(sorted(map(int, who_played.split(","))), 2):
            games[pair] += played
            wins[pair] += won
    shown = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.club_id == club_id, PLAYER.c.hidden.is_(False))
    names = dict(connection.execute(shown).all()) if games else {}
    found = [
        Pair(one, names[one], other, names[other], games[one, other], wins[one, other])
        for one, other in games
        if one in names and other in names
    ]
    found.sort(key=lambda pair: (-pair.games, -pair.won, by_name(pair.one_name), by_name(pair.other_name)))
    return found[:most]
