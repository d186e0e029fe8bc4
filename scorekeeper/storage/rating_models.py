"""The tables of what hangs on the order in which games ended: ratings and runs. They follow from the games that are
over, a little later than these: `RatedUntil` says up to which they do.
"""

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from .db import Base, UtcDateTime


class RatedUntil(Base):
    """The last game that a club's ratings know, with all that ended before it.

    Whatever touches an earlier game moves this place back. `version` counts up with everything that may have changed
    games or this place: who computed from what was there before finds out when storing.
    """

    __tablename__ = "rated_until"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    ended: Mapped[datetime] = mapped_column(UtcDateTime)
    game_id: Mapped[int]
    version: Mapped[int]


class Rating(Base):
    """A player after a game that is over.

    `mu`, `sigma`, `games` and the run of wins or losses are by the rules the game started from (`base`), what begins
    with `any` by all rules. Runs: `run` counts wins up and losses down, the others are the longest so far.
    """

    __tablename__ = "rating"
    __table_args__ = (
        Index("ix_rating_player_base_ended", "player_id", "base", "ended", "game_id"),
        Index("ix_rating_club_ended", "club_id", "ended", "game_id"),
    )

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    ended: Mapped[datetime] = mapped_column(UtcDateTime, primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    base: Mapped[str] = mapped_column(String(40))
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    run: Mapped[int]
    most_won: Mapped[int]
    most_lost: Mapped[int]
    any_run: Mapped[int]
    any_most_won: Mapped[int]
    any_most_lost: Mapped[int]
