"""The tables of what was counted. All of it follows from games that have ended, and is rewritten by one function
(`usecases.players.stats`) in the transaction that changes one of these.

Sums are kept for each preset that rules started from (`base`) and year, and for all of them: base "" stands for every
base, year 0 for every year. So a page reads one row for what it shows, however much was played.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from .db import Base, UtcDateTime

ANY_BASE, ANY_YEAR = "", 0


class Counted:
    """What is added up for a player, see `rules.stats.Tally`."""

    ended: Mapped[int]
    games: Mapped[int]
    wins: Mapped[int]
    hands: Mapped[int]
    points: Mapped[int]
    bids: Mapped[int]
    bid_sum: Mapped[int]
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
    bid_captured: Mapped[int]
    bid_over: Mapped[int]
    partnered: Mapped[int]
    partner_made: Mapped[int]
    defended: Mapped[int]
    forced: Mapped[int]
    defence_captured: Mapped[int]
    nest_hands: Mapped[int]
    nests: Mapped[int]
    fouls: Mapped[int]
    reneges: Mapped[int]


class SeatTally(Counted, Base):
    """What a player did in one game that has ended; `year` is that of its start in UTC.

    `side` is the number of the player's competitor, the same for partners; `dearest` the highest bid made, 0 where
    there is none.
    """

    __tablename__ = "seat_tally"
    __table_args__ = (
        Index("ix_seat_tally_player_base_year_dearest", "player_id", "base", "year", "dearest"),
        Index("ix_seat_tally_player_started", "player_id", "started", "game_id"),
        Index("ix_seat_tally_player_base_started", "player_id", "base", "started", "game_id"),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    base: Mapped[str] = mapped_column(String(40))
    year: Mapped[int]
    started: Mapped[datetime] = mapped_column(UtcDateTime)
    side: Mapped[int]
    dearest: Mapped[int]


class GameTally(Base):
    """The numbers of one game that has ended, see `rules.stats.GameTally`; `minutes` from its start to its end."""

    __tablename__ = "game_tally"
    __table_args__ = tuple(
        Index(f"ix_game_tally_club_{most}", "club_id", "base", "year", most)
        for most in ("hands", "highest", "sets", "comeback", "minutes")
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    base: Mapped[str] = mapped_column(String(40))
    year: Mapped[int]
    hands: Mapped[int]
    highest: Mapped[int]
    sets: Mapped[int]
    comeback: Mapped[int]
    minutes: Mapped[int]


class PlayerTally(Counted, Base):
    """What a player did in all games of a base and year."""

    __tablename__ = "player_tally"
    __table_args__ = (Index("ix_player_tally_club_base_year", "club_id", "base", "year"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    base: Mapped[str] = mapped_column(String(40), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))


class PairTally(Base):
    """How a player fared beside or against another: `games` that were over, and of these those `won` and `lost`.

    Against an opponent a game is won that the player won and the other did not, and the other way round it is lost.
    """

    __tablename__ = "pair_tally"
    __table_args__ = (Index("ix_pair_tally_club_base_year", "club_id", "base", "year", "partners"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    base: Mapped[str] = mapped_column(String(40), primary_key=True)
    partners: Mapped[bool] = mapped_column(primary_key=True)
    other_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    games: Mapped[int]
    won: Mapped[int]
    lost: Mapped[int]


class ClubTally(Base):
    """How much a club played of a base in a year: games that have `ended`, of these `games` that were over, hands."""

    __tablename__ = "club_tally"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True)
    base: Mapped[str] = mapped_column(String(40), primary_key=True)
    ended: Mapped[int]
    games: Mapped[int]
    hands: Mapped[int]
