"""The tables. Only a hand's facts are stored; columns marked derived follow from them by the rules and are updated in
the transaction that changes a fact.

Within a game a player is a number that never changes: names can be corrected and seats moved without touching a hand.

A `uid` comes from the form or the file that made the row, and is unique in its club or game.
"""

from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    Double,
    Enum,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    insert,
    select,
    text,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorekeeper.rules.game import GameStatus
from scorekeeper.storage.db import Base, Points, UtcDateTime

from .new_keys import new_code, new_key

Json = dict[str, Any]


class LinkKind(StrEnum):
    """What a link opens: a club or one game, to keep score or to watch."""

    KEEPER = "keeper"
    READER = "reader"
    TABLE = "table"
    WATCH = "watch"


OF_HOUSE_RULES = text("house_rules_name IS NOT NULL")


class ChangeState(StrEnum):
    """What undo and redo can do with a change."""

    DONE = "done"
    """Undo can take it back."""
    UNDONE = "undone"
    """It was undone; redo can restore it."""
    DROPPED = "dropped"
    """It was undone, and something new was recorded since."""
    UNDO = "undo"
    """It is an undo or a redo, kept only for its form's id."""
    NO_UNDO = "beside"
    """It deleted, hid or restored the game; undo skips it."""


LINK = Enum(LinkKind, native_enum=False, length=8, values_callable=lambda kinds: [*kinds])
STATUS = Enum(GameStatus, native_enum=False, length=16, values_callable=lambda statuses: [*statuses])
STATE = Enum(ChangeState, native_enum=False, length=8, values_callable=lambda states: [*states])


class Club(Base):
    """People who play together: every game, player and house rule set belongs to a club.

    If `rated` is false, ratings have to be recomputed, for example after an import broke off.

    `public_id` is in the addresses of a hosted club and not secret; the keys are those of its links. A club with
    `deleted_at` keeps everything for a while, so that its keeper link can restore it. `zone` names the time zone of
    its days, as IANA does, None for the server's.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True, default=partial(new_key, 10))
    name: Mapped[str] = mapped_column(String(80))
    keeper_key: Mapped[str] = mapped_column(String(26), unique=True, default=new_key)
    reader_key: Mapped[str] = mapped_column(String(26), unique=True, default=new_key)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    rated: Mapped[bool] = mapped_column(default=True, server_default=false())
    zone: Mapped[str | None] = mapped_column(String(64))


class Series(Base):
    """A game and its rematches, which share a table link and a watch link.

    `watch_code` replaces the watch link while one of them is being played; two series can have the same code. All games
    at one table of a tournament are a series with its `table_number`; number 0 is the series without games whose watch
    link shows the standings.
    """

    __tablename__ = "series"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    table_key: Mapped[str] = mapped_column(String(26), unique=True, default=new_key)
    watch_key: Mapped[str] = mapped_column(String(26), unique=True, default=new_key)
    watch_code: Mapped[str] = mapped_column(String(6), index=True, default=new_code, server_default="")
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournament.id"), index=True)
    table_number: Mapped[int | None]


class Tournament(Base):
    """A tournament: the rules of its tables, as a game stores them, and its `facts` (see `tournaments`).

    `version` counts its changes, without those of its games.
    """

    __tablename__ = "tournament"
    __table_args__ = (UniqueConstraint("club_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    uid: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(80))
    format: Mapped[str] = mapped_column(String(20))
    rules: Mapped[Json] = mapped_column(JSON)
    house_rules_name: Mapped[str | None] = mapped_column(String(80))
    facts: Mapped[Json] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(default=0)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class TournamentForm(Base):
    """The id of a form that changed a tournament: sent again, it counts once."""

    __tablename__ = "tournament_form"

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    uid: Mapped[UUID] = mapped_column(primary_key=True)


class Phone(Base):
    """A phone that entered a club by one of its links, or a game's table by its table link; there it can watch for one
    player, and `watches_since` is when it said so (A1).

    `uid` is the phone's id in its cookie; a phone that entered by several links has several rows. Signing out, by hand
    or by renewing the link, deletes the row.
    """

    __tablename__ = "phone"
    __table_args__ = (Index("ix_phone_uid_club_id", "uid", "club_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[UUID]
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    link: Mapped[LinkKind] = mapped_column(LINK)
    series_id: Mapped[int | None] = mapped_column(ForeignKey("series.id"), index=True)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    watches_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    name: Mapped[str] = mapped_column(String(40))
    entered_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Player(Base):
    """A person who plays in a club; lists of players collapse the `hidden` ones.

    A `merged` row is no longer a player, see `PlayerMerge`; `version` counts the changes.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(40))
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    merged: Mapped[bool] = mapped_column(default=False, server_default=false())
    version: Mapped[int] = mapped_column(default=0, server_default="0")


class HouseRules(Base):
    """House rules: a preset's key under "base" and the changed values; games have their own copy."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("club_id", "name"), UniqueConstraint("club_id", "uid"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    uid: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(80))
    rules: Mapped[Json] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(default=0)


class Game(Base):
    """A game: its copy of the rules, its open bid, and derived columns.

    `rules` is a preset's key under "base" and the changed values, with the `own_end` of house rules that are played to
    another goal; `preset` is the same key, for searches. `dealer` is the number of the first dealer; `starting_totals`
    are the points that competitors brought from paper, pairs of a player's number and points; `open_hand` are the facts
    of the hand being played, once it has a bid; `teams` are the sides' own names; `version` counts the changes.
    `stopped` says that it ended early; a `hidden` game is in no list, but counts; a game with `deleted_at` keeps
    everything, so that it can be restored. `ended_at` is when it was first over or stopped, also while a correction has
    reopened it; when play goes on it is cleared. `listed_at` is its place in lists and years: its end,
    for a running game its start. `round_number` is its round in a tournament.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("club_id", "uid"),
        Index("ix_game_series_started_at", "series_id", "started_at"),
        Index("ix_game_club_status_changed_at", "club_id", "status", "changed_at"),
        Index("ix_game_club_listed_at", "club_id", "listed_at", "id"),
        Index("ix_game_club_preset_listed_at", "club_id", "preset", "listed_at", "id"),
        Index("ix_game_club_preset_started_at", "club_id", "preset", "started_at", "id"),
        Index(
            *("ix_game_club_house_rules", "club_id", "house_rules_name", "hidden", "deleted_at"),
            sqlite_where=OF_HOUSE_RULES,
            postgresql_where=OF_HOUSE_RULES,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"))
    uid: Mapped[UUID]
    rules: Mapped[Json] = mapped_column(JSON)
    preset: Mapped[str] = mapped_column(String(40))
    house_rules_name: Mapped[str | None] = mapped_column(String(80))
    teams: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    notes: Mapped[str | None] = mapped_column(Text)
    dealer: Mapped[int]
    starting_totals: Mapped[list[tuple[int, int]] | None] = mapped_column(JSON(none_as_null=True))
    open_hand: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    version: Mapped[int] = mapped_column(default=0)
    stopped: Mapped[bool] = mapped_column(default=False)
    hidden: Mapped[bool] = mapped_column(default=False, server_default=false())
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # derived
    listed_at: Mapped[datetime] = mapped_column(UtcDateTime, nullable=True)  # derived
    status: Mapped[GameStatus] = mapped_column(STATUS, default=GameStatus.IN_PROGRESS)  # derived
    round_number: Mapped[int | None]


class Seat(Base):
    """A player at the table of one game; `seat` counts clockwise from 0."""

    __tablename__ = "game_player"
    __table_args__ = (Index("ix_game_player_player_id_game_id", "player_id", "game_id"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    total: Mapped[Points] = mapped_column(default=0)  # derived
    won: Mapped[bool] = mapped_column(default=False)  # derived


class SittingRow(Base):
    """A player who sat as this number in the hands up to the position `until`, after the sitting before.

    A number that one player had all the time has none. The seat's player is then derived: who sat there at the end of
    the game, or sits there now.
    """

    __tablename__ = "game_sitting"
    __table_args__ = (Index("ix_game_sitting_player_id_game_id", "player_id", "game_id"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    until: Mapped[float] = mapped_column(Double, primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))


class HandRow(Base):
    """The facts of one hand, players by number (see `games.write_facts`); positions rise in the order of play, and a
    hand that was forgotten has one between its neighbors'."""

    __tablename__ = "hand"
    __table_args__ = (UniqueConstraint("game_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    uid: Mapped[UUID]
    position: Mapped[float] = mapped_column(Double)
    facts: Mapped[Json] = mapped_column(JSON)


class AgreementRow(Base):
    """A side's yes to a hand as it was shown, or to the game's result, which has the game's uid as its `hand`.

    `side` is the number of the side's first player. It counts as long as the hand has the fingerprint `shown`; it goes
    only with its game, or for another answer of the side, so that it counts again when a change is taken back. A no has
    the facts that this side `says` instead, as JSON. `number` counts the answers of a game; those of one tap share it.
    """

    __tablename__ = "agreement"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    hand: Mapped[UUID] = mapped_column(primary_key=True)
    side: Mapped[int] = mapped_column(primary_key=True)
    shown: Mapped[str] = mapped_column(String(64), primary_key=True)
    says: Mapped[str | None] = mapped_column(Text)
    number: Mapped[int] = mapped_column(server_default=text("0"))


class AnswerForm(Base):
    """The id of a form by which a side answered: sent again, it counts once."""

    __tablename__ = "answer_form"

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    uid: Mapped[UUID] = mapped_column(primary_key=True)


class Change(Base):
    """One change of a game, with its form's id, and the values before and after.

    `fields` maps each changed field to [before, after].
    """

    __tablename__ = "change"
    __table_args__ = (Index("ix_change_game_state_version", "game_id", "state", "version"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    uid: Mapped[UUID] = mapped_column(primary_key=True)
    version: Mapped[int]
    kind: Mapped[str] = mapped_column(String(20))
    fields: Mapped[Json] = mapped_column(JSON)
    state: Mapped[ChangeState] = mapped_column(STATE, default=ChangeState.DONE)
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PlayerMerge(Base):
    """Two players who are one person: whose seats went to whom, and the former's name."""

    __tablename__ = "player_merge"
    __table_args__ = (UniqueConstraint("club_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    uid: Mapped[UUID]
    merged_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    into_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    undone: Mapped[bool] = mapped_column(default=False)


class PlayerMergeSeat(Base):
    """A seat that a merge moved, so that it can be given back."""

    __tablename__ = "player_merge_seat"

    merge_id: Mapped[int] = mapped_column(ForeignKey("player_merge.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True)
    number: Mapped[int] = mapped_column(primary_key=True)


class Attempt(Base):
    """An attempt at something with a rate limit, such as a PIN, and its address; new attempts delete old ones."""

    __tablename__ = "attempt"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(String(45))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


# Core tables, for statements that read and write plain rows: these take a third of the time of mapped objects, and a
# page that only reads cannot change anything by accident.


def _table(model: type[Base]) -> Table:
    table = model.__table__
    assert isinstance(table, Table)
    return table


CLUB = _table(Club)
SERIES = _table(Series)
TOURNAMENT = _table(Tournament)
TOURNAMENT_FORM = _table(TournamentForm)
ANSWER_FORM = _table(AnswerForm)
PHONE = _table(Phone)
PLAYER = _table(Player)
HOUSE_RULES = _table(HouseRules)
GAME = _table(Game)
SEAT = _table(Seat)
SITTING = _table(SittingRow)
HAND = _table(HandRow)
AGREEMENT = _table(AgreementRow)
CHANGE = _table(Change)
MERGE = _table(PlayerMerge)
MERGED_SEAT = _table(PlayerMergeSeat)
ATTEMPT = _table(Attempt)


def remember_form(session: Session, table: Table, form_id: UUID, **of: int) -> bool:
    """Remember the id of a form, and `of` what it changes one; return False if it was remembered before."""
    this = {**of, "uid": form_id}
    if session.execute(select(table.c.uid).filter_by(**this)).first():
        return False
    session.execute(insert(table).values(this))
    return True
