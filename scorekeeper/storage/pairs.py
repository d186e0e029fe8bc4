"""How players do with and against each other, added up when needed; preset "" and year 0 mean all."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from sqlalchemy import String, and_, case, func, or_, select
from sqlalchemy.engine import Connection

from .core_tables import PLAYER, SEAT_STATS
from .stats import chosen

_OTHER = SEAT_STATS.alias()  # made once: it copies every column


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
    mine, other = SEAT_STATS, _OTHER
    partners, won, other_won = mine.c.side == other.c.side, mine.c.wins == 1, other.c.wins == 1
    same_game = (other.c[name] == mine.c[name] for name in ("club_id", "ended_at", "game_id"))
    outcomes = and_(won, or_(partners, ~other_won)), and_(other_won, ~won)
    won_and_lost = [func.sum(case((outcome, 1), else_=0)).label(None) for outcome in outcomes]
    added_up = (
        select(other.c.player_id, partners.label("partners"), func.count().label("games"), *won_and_lost)
        .select_from(mine)
        .join(other, and_(*same_game, other.c.player_id != mine.c.player_id))
        .where(mine.c.player_id == player_id, mine.c.games == 1, *chosen(mine, preset, year))
        .group_by(other.c.player_id, partners)
        .having(func.count() >= least)
        .subquery()
    )
    who, *counted = added_up.c
    asked = select(who, PLAYER.c.name, *counted).join(PLAYER, PLAYER.c.id == who)
    return [Other(*row) for row in connection.execute(asked)]


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
