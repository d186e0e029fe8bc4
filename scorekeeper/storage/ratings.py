"""Stored ratings, one row for each player and preset, and the games that they are computed from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from scorekeeper.rules.rating import Team

from .models import CLUB
from .stats import StoredStats, chosen
from .stats_models import RATING, SEAT_STATS

LATEST_SHOWN = 16


class Rated(NamedTuple):
    """A player's rating by one preset after this many games: mu and sigma (see `rules.rating`).

    `latest` are the values of mu after each of the last LATEST_SHOWN games.
    """

    mu: float
    sigma: float
    games: int
    latest: list[float]


Ratings = Mapping[str, Mapping[int, Rated]]
"""By preset and player id."""


class RatedGame(NamedTuple):
    """A game that was over, with its preset, and the players and place of each competitor (`rules.rating.Team`)."""

    preset: str
    teams: Sequence[Team]


def games(session: Session, club_id: int, preset: str = "") -> Iterator[RatedGame]:
    """Yield the club's games that are over, by all rules ("") or this preset, in the order they ended.

    Those that ended at the same moment go as they were entered. A game without an end time, which only a damaged
    database has, is left out.
    """
    columns = (SEAT_STATS.c[name] for name in ("game_id", "preset", "side", "place", "player_id"))
    over = SEAT_STATS.c.games == 1, SEAT_STATS.c.ended_at.is_not(None)
    asked = select(*columns).where(SEAT_STATS.c.club_id == club_id, *over, *chosen(SEAT_STATS, preset))
    order = (SEAT_STATS.c[name] for name in ("ended_at", "game_id", "side", "player_id"))
    rows = chain.from_iterable(session.connection().execute(asked.order_by(*order)).partitions(1000))
    for (_, by), seats in groupby(rows, key=itemgetter(0, 1)):
        yield RatedGame(by, teams(map(itemgetter(2, 3, 4), seats)))


def teams(seats: Iterable[tuple[int, int, int]]) -> Sequence[Team]:
    """Return the teams of a game, from each player's side, place and id."""
    found: dict[int, Team] = {}
    for side, place, player in seats:
        found.setdefault(side, (place, []))[1].append(player)
    return list(found.values())


def is_last(session: Session, game: StoredStats) -> bool:
    """Return whether all other games of the club by the same preset ended before this one."""
    seat = next(iter(game.seats.values()))
    same = (SEAT_STATS.c[name] == seat[name] for name in ("club_id", "preset", "games"))
    later = SEAT_STATS.c.ended_at >= seat["ended_at"], SEAT_STATS.c.game_id != seat["game_id"]
    return not session.scalar(select(exists().where(*same, *later)))


def read(connection: Connection, club_id: int, preset: str = "", players: Collection[int] | None = None) -> Ratings:
    """Return the ratings of a club's players, these or all (None), by all rules ("") or this preset."""
    asked = select(RATING.c.preset, RATING.c.player_id, *(RATING.c[name] for name in Rated._fields))
    whose = RATING.c.club_id == club_id if players is None else RATING.c.player_id.in_(players)
    asked = asked.where(whose)
    found: dict[str, dict[int, Rated]] = {}
    for by, player, *rated in connection.execute(asked.where(RATING.c.preset == preset) if preset else asked):
        found.setdefault(by, {})[player] = Rated(*rated)
    return found


def write(session: Session, club_id: int, ratings: Ratings) -> None:
    """Add ratings; the players have none for these presets yet."""
    for preset, rated in ratings.items():
        key = {"club_id": club_id, "preset": preset}
        session.execute(insert(RATING), [key | {"player_id": who} | one._asdict() for who, one in rated.items()])


def forget(session: Session, club_id: int, preset: str = "", players: Collection[int] | None = None) -> None:
    """Remove the ratings of a club's players, these or all (None), by all rules ("") or this preset."""
    gone = delete(RATING).where(RATING.c.club_id == club_id if players is None else RATING.c.player_id.in_(players))
    session.execute(gone.where(RATING.c.preset == preset) if preset else gone)


def mark(session: Session, clubs: Collection[int], *, rated: bool) -> None:
    """Record whether the ratings of these clubs are up to date."""
    session.execute(update(CLUB).where(CLUB.c.id.in_(clubs)).values(rated=rated))


def is_rated(session: Session, club_id: int) -> bool:
    """Return whether a club's ratings are up to date."""
    return bool(session.scalar(select(CLUB.c.rated).where(CLUB.c.id == club_id)))


def unrated_clubs(session: Session) -> list[int]:
    """Return the clubs with outdated ratings."""
    return list(session.scalars(select(CLUB.c.id).where(CLUB.c.rated.is_(False))))
