"""Ratings as they are stored, a row a player and preset, and the games that they follow from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, exists, insert, select, tuple_
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from scorekeeper.rules.rating import Team

from .stats import StoredStats, chosen
from .tables import CLUB, GAME, RATING, SEAT_STATS

LATEST = 16


class Rated(NamedTuple):
    """A player by one preset's rules after so many games: mu and sigma (see `rules.rating`), mu after the LATEST."""

    mu: float
    sigma: float
    games: int
    latest: list[float]


Ratings = Mapping[str, Mapping[int, Rated]]
"""By preset and player id."""


class RatedGame(NamedTuple):
    """A game that was over, by these rules, with the players and the place of each competitor (`rules.rating.Team`)."""

    preset: str
    teams: Sequence[Team]


def games(session: Session, club_id: int, preset: str = "") -> Iterator[RatedGame]:
    """Yield the club's games that are over, by all rules ("") or this preset, in the order in which they ended."""
    columns = (SEAT_STATS.c[name] for name in ("game_id", "preset", "side", "player_id", "place"))
    asked = select(*columns).where(
        SEAT_STATS.c.club_id == club_id, SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset)
    )
    order = (SEAT_STATS.c[name] for name in ("ended_at", "game_id", "side", "player_id"))
    for (_, by), seats in groupby(session.connection().execute(asked.order_by(*order)), key=itemgetter(0, 1)):
        yield RatedGame(by, teams((side, place, player) for _, _, side, player, place in seats))


def teams(seats: Iterable[tuple[int, int, int]]) -> Sequence[Team]:
    """Return the teams of a game, of the number of each player's side, its place and the player."""
    found: dict[int, Team] = {}
    for side, place, player in seats:
        found.setdefault(side, (place, []))[1].append(player)
    return list(found.values())


def is_last(session: Session, game: StoredStats) -> bool:
    """Return whether no game of the club by the same preset ended after this one."""
    seat = next(iter(game.seats.values()))
    same = (SEAT_STATS.c[name] == seat[name] for name in ("club_id", "preset", "games"))
    later = tuple_(SEAT_STATS.c.ended_at, SEAT_STATS.c.game_id) > tuple_(seat["ended_at"], seat["game_id"])
    return not session.scalar(select(exists().where(*same, later)))


def read(connection: Connection, club_id: int, preset: str = "", players: Collection[int] = ()) -> Ratings:
    """Return a club's players, all or these, by all rules ("") or this preset; who has no game by them is missing."""
    asked = select(RATING.c.preset, RATING.c.player_id, *(RATING.c[name] for name in Rated._fields))
    asked = asked.where(RATING.c.player_id.in_(players)) if players else asked.where(RATING.c.club_id == club_id)
    found: dict[str, dict[int, Rated]] = {}
    for by, player, *rated in connection.execute(asked.where(RATING.c.preset == preset) if preset else asked):
        found.setdefault(by, {})[player] = Rated(*rated)
    return found


def write(session: Session, club_id: int, ratings: Ratings) -> None:
    """Store these ratings in place of those of the same players and presets."""
    for preset, rated in ratings.items():
        session.execute(delete(RATING).where(RATING.c.player_id.in_(rated), RATING.c.preset == preset))
        key = {"club_id": club_id, "preset": preset}
        session.execute(insert(RATING), [key | {"player_id": who} | one._asdict() for who, one in rated.items()])


def forget(session: Session, club_id: int, preset: str = "") -> None:
    """Remove a club's ratings, all ("") or those by this preset: without any, it is rated at the next start."""
    of_preset = (RATING.c.preset == preset,) if preset else ()
    session.execute(delete(RATING).where(RATING.c.club_id == club_id, *of_preset))


def unrated_clubs(session: Session) -> list[int]:
    """Return the clubs with games that are over and without any rating."""
    over = exists().where(SEAT_STATS.c.club_id == CLUB.c.id, SEAT_STATS.c.games == 1)
    rated = exists().where(RATING.c.club_id == CLUB.c.id)
    return list(session.scalars(select(CLUB.c.id).where(over, ~rated)))


class Result(NamedTuple):
    """A game that a player won or lost."""

    uid: UUID
    ended_at: datetime
    won: bool


def results(connection: Connection, player_id: int, preset: str, newest: int) -> tuple[list[bool], list[Result]]:
    """Return whether a player won each game that was over, by all rules ("") or this preset, and the `newest` of these.

    The newest come last.
    """
    asked = select(SEAT_STATS.c.game_id, SEAT_STATS.c.wins).where(SEAT_STATS.c.player_id == player_id)
    asked = asked.where(SEAT_STATS.c.games == 1, *chosen(SEAT_STATS, preset))
    rows = connection.execute(asked.order_by(SEAT_STATS.c.ended_at, SEAT_STATS.c.game_id)).all()
    shown = [game for game, _ in rows[-newest:]]
    games = connection.execute(select(GAME.c.id, GAME.c.uid, GAME.c.ended_at).where(GAME.c.id.in_(shown))).all()
    by_id, won = {game.id: game for game in games}, {game: wins == 1 for game, wins in rows}
    return list(won.values()), [Result(by_id[game].uid, by_id[game].ended_at, won[game]) for game in shown]
