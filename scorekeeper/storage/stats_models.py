"""The tables of statistics and ratings, all derived from ended games.

Both kinds are written in the transaction that changes such a game (`usecases.players.update_stats`). Nothing is added
up here: pages do that, from one row for each player and game.
"""

from dataclasses import fields

from sqlalchemy import JSON, BigInteger, Column, Double, ForeignKey, Index, Integer, String, Table, UniqueConstraint

from scorekeeper.rules.game_stats import GameStats, PlayerStats

from .db import Base, UtcDateTime

ANY_PRESET, ANY_YEAR = "", 0
RANKED_BY = ("games", "wins", "hands", "points", "made", "sets", "defended", "sets_forced")
"""The columns that the leaderboard shows and sorts by."""
LEFT = -1
"""The place of who left a game before its end."""
OF_RESULT = ("place", "games", "wins", "preset", "year")
"""The columns for ratings and partners."""
POINTS = BigInteger().with_variant(Integer, "sqlite")
IN_POINTS = {"points", "bid_sum", "bid_points", "bid_margin", "defense_points", "rook_points"}
IN_POINTS |= {"highest_hand", "biggest_deficit", "best_hand", "biggest_set"}


def _columns(of: type[GameStats | PlayerStats]) -> list[Column[int]]:
    return [Column(field.name, POINTS if field.name in IN_POINTS else Integer, nullable=False) for field in fields(of)]


SEAT_STATS = Table(
    "seat_stats",
    Base.metadata,
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("preset", String(40), primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("ended_at", UtcDateTime),
    Column("side", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    *_columns(PlayerStats),
    UniqueConstraint("game_id", "player_id"),
    Index("ix_seat_stats_ranked", "club_id", "player_id", "preset", "year", *RANKED_BY),
    Index("ix_seat_stats_year", "club_id", "year", "player_id", "games", "wins"),
    Index("ix_seat_stats_results", "club_id", "ended_at", "game_id", "side", "player_id", *OF_RESULT),
    Index("ix_seat_stats_player", "player_id", "ended_at", "game_id", "games", "wins", "side", "preset", "year"),
    sqlite_with_rowid=False,
)
"""A player's stats in one ended game, see `rules.stats.PlayerStats`; `year` is that of its start in the club's zone.

The primary key has a player's rows side by side in SQLite's file: a page adds them up in half the time.
`side` is the number of the player's competitor, the same for partners, and `place` theirs, see `rules.rating.places`,
or LEFT.
"""

GAME_STATS = Table(
    "game_stats",
    Base.metadata,
    Column("game_id", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("year", Integer, nullable=False),
    *_columns(GameStats),
    Index("ix_game_stats_club", "club_id", "preset", "year", *(field.name for field in fields(GameStats))),
)
"""One ended game, see `rules.stats.GameStats`."""

RATING = Table(
    "rating",
    Base.metadata,
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("preset", String(40), primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("latest", JSON, nullable=False),
    Index("ix_rating_club", "club_id", "preset"),
)
"""A player's rating by the rules of one preset, see `storage.ratings.Rated`."""
