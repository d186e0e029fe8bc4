"""How players do with and against each other, added up when needed; preset "" and year 0 mean all."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from sqlalchemy import String, and_, case, func, select
from sqlalchemy.engine import Connection

from .core_tables import PLAYER, SEAT_STATS
from .stats import chosen


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


def others(connection: Connection, player_id: int, preset: str, year: int, least: int) -> list[Other]:
    """Return the partners and opponents in at least this many of a player's games."""
    theirs = SEAT_STATS.c.player_id == player_id, SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset, year)
    columns = (SEAT_STATS.c[name] for name in ("ended_at", "game_id", "side", "wins"))
    # The player's own games first, which OFFSET forces: some planners would begin with all games of the club.
    mine, other = select(*columns).where(*theirs).offset(0).subquery(), SEAT_STATS
    club = select(PLAYER.c.club_id).where(PLAYER.c.id == player_id).scalar_subquery()
    same_game = other.c.club_id == club, other.c.ended_at == mine.c.ended_at, other.c.game_id == mine.c.game_id
    # Who, and what happened, in one number, which is the fastest to group by.
    same_side = case((mine.c.side == other.c.side, 4), else_=0)
    outcome = (8 * other.c.player_id + same_side + 2 * mine.c.wins + other.c.wins).label("outcome")
    counted = (
        select(outcome, func.count().label("games"))
        .select_from(other)
        .join(mine, and_(*same_game, other.c.player_id != player_id))
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
    return [Other(*one, games[one], wins[one], losses[one]) for one in games if games[one] >= least]


class Pair(NamedTuple):
    """Two partners: `games` that were over, and how many they `won`."""

    one: int
    one_name: str
    other: int
    other_name: str
    games: int
    won: int


def pairs(connection: Connection, club_id: int, preset: str, year: int, most: int) -> list[Pair]:
    """Return the partners with the most games, without hidden players."""
    who = func.aggregate_strings(SEAT_STATS.c.player_id.cast(String), ",").label("who")
    teams = (
        select(who, func.max(SEAT_STATS.c.wins).label("won"))
        .where(SEAT_STATS.c.club_id == club_id, SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset, year))
        .group_by(SEAT_STATS.c.ended_at, SEAT_STATS.c.game_id, SEAT_STATS.c.side)
        .having(func.count() > 1)
        .subquery()
    )
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
    return sorted(found, key=lambda pair: (-pair.games, -pair.won, pair.one_name, pair.other_name))[:most]
