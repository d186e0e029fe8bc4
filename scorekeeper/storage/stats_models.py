"""The tables of statistics and ratings. All of it follows from games that have ended.

Stats are rewritten in the transaction that changes such a game (`usecases.players.stats`). They are kept for each
preset and year, and for all of them: preset "" stands for every preset, year 0 for every year. So a page reads one row
for what it shows, however much was played. Ratings follow a little later: `RatingProgress` says up to which game.
"""

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from .db import Base, Points, UtcDateTime

ANY_PRESET, ANY_YEAR = "", 0
BEST_OF = ("highest_hand", "hands", "biggest_deficit", "sets")
"""Of these stats of a game a club sees its best."""


class PlayerStatsColumns:
    """What is added up for a player, see `rules.stats.PlayerStats`."""

    ended: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]
    hands: Mapped[int]
    points: Mapped[Points]
    bids: Mapped[int]
    bid_sum: Mapped[Points]
    made: Mapped[int]
    sets: Mapped[int]
    made_60: Mapped[int]
    made_70: Mapped[int]
    made_80: Mapped[int]
    made_90: Mapped[int]
    made_100: Mapped[int]
    sets_60: Mapped[int]
    sets_70: Mapped[int]
    sets_80: Mapped[int]
    sets_90: Mapped[int]
    sets_100: Mapped[int]
    bid_points: Mapped[Points]
    bid_margin: Mapped[Points]
    partnered: Mapped[int]
    partner_made: Mapped[int]
    defended: Mapped[int]
    sets_forced: Mapped[int]
    defense_points: Mapped[Points]
    nest_hands: Mapped[int]
    nests: Mapped[int]
    rook_hands: Mapped[int]
    rook_bids: Mapped[int]
    rook_made: Mapped[int]
    rook_points: Mapped[Points]
    fouls: Mapped[int]
    reneges: Mapped[int]


class SeatStatsRow(PlayerStatsColumns, Base):
    """What a player did in one game that has ended; `year` is that of its start in UTC.

    `side` is the number of the player's competitor, the same for partners; `highest_bid_made` is 0 where there is none.
    """

    __tablename__ = "seat_stats"
    __table_args__ = (
        Index("ix_seat_stats_player_preset_year_highest", "player_id", "preset", "year", "highest_bid_made"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    preset: Mapped[str] = mapped_column(String(40))
    year: Mapped[int]
    side: Mapped[int]
    highest_bid_made: Mapped[int]


class GameStatsRow(Base):
    """One game that has ended, see `rules.stats.GameStats`."""

    __tablename__ = "game_stats"
    __table_args__ = tuple(Index(f"ix_game_stats_club_{name}", "club_id", "preset", "year", name) for name in BEST_OF)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    preset: Mapped[str] = mapped_column(String(40))
    year: Mapped[int]
    hands: Mapped[int]
    highest_hand: Mapped[Points]
    sets: Mapped[int]
    biggest_deficit: Mapped[Points]


class PlayerStatsRow(PlayerStatsColumns, Base):
    """What a player did in all games of a preset and year."""

    __tablename__ = "player_stats"
    __table_args__ = (Index("ix_player_stats_club_preset_year", "club_id", "preset", "year"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    preset: Mapped[str] = mapped_column(String(40), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))


class PairStatsRow(Base):
    """How a player fared beside or against another: `games` that were over, and of these those `won` and `lost`.

    Against an opponent a game is won that the player won and the other did not, and the other way round it is lost.
    """

    __tablename__ = "pair_stats"
    __table_args__ = (Index("ix_pair_stats_club_preset_year", "club_id", "preset", "year", "partners"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    preset: Mapped[str] = mapped_column(String(40), primary_key=True)
    partners: Mapped[bool] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, index=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    games: Mapped[int]
    won: Mapped[int]
    lost: Mapped[int]


class ClubStatsRow(Base):
    """How much a club played by a preset in a year: games that `ended`, of these `games` that were over, and hands."""

    __tablename__ = "club_stats"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    preset: Mapped[str] = mapped_column(String(40), primary_key=True)
    ended: Mapped[int]
    games: Mapped[int]
    hands: Mapped[int]


class RatingProgress(Base):
    """The last game that a club's ratings know, with all that ended before it.

    Whatever touches an earlier game moves this place back. `version` counts up with everything that may have changed
    games or this place: who computed from what was there before finds out when storing.
    """

    __tablename__ = "rating_progress"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    ended_at: Mapped[datetime] = mapped_column(UtcDateTime)
    game_id: Mapped[int]
    version: Mapped[int]


class RatingRow(Base):
    """A player after a game that is over.

    `mu`, `sigma`, `games` and the run of wins or losses are by the preset of the game's rules, what begins with `any`
    by all rules. Runs: `run` counts wins up and losses down, the others are the longest so far.
    """

    __tablename__ = "rating"
    __table_args__ = (
        Index("ix_rating_player_preset_ended_at", "player_id", "preset", "ended_at", "game_id"),
        Index("ix_rating_club_ended_at", "club_id", "ended_at", "game_id"),
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    ended_at: Mapped[datetime] = mapped_column(UtcDateTime, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    preset: Mapped[str] = mapped_column(String(40))
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    run: Mapped[int]
    most_won: Mapped[int]
    most_lost: Mapped[int]
    any_run: Mapped[int]
    any_most_won: Mapped[int]
    any_most_lost: Mapped[int]
