"""Columns, tables and the fields of stored changes get the names used in the code. Every row stays.

Renamed tables are rebuilt, so that their constraints and indexes are renamed too. Two unused columns of stats are
dropped: how long a game took, and when it started.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

OVER = sa.text("status = 'over'")
FIELDS = {"contract": "open_hand", "deleted": "deleted_at"}
OF_PLAYER = {
    name: name
    for name in (
        *("ended", "games", "wins", "hands", "points", "bids", "bid_sum", "made", "sets", "bid_captured"),
        *("made_60", "made_70", "made_80", "made_90", "made_100"),
        *("sets_60", "sets_70", "sets_80", "sets_90", "sets_100"),
        *("partnered", "partner_made", "defended", "nest_hands", "nests", "fouls", "reneges"),
    )
} | {"bid_over": "bid_margin", "forced": "sets_forced", "defence_captured": "defense_captured"}
"""The columns of a player's stats, by their old names."""


def upgrade() -> None:
    _rename_columns("club", created="created_at")
    _rename_columns("change", made="made_at")
    _rename_games()
    _rename_fields_of_changes()
    _rename_failed_pins()
    _rename_merges()
    _rename_stats()
    _rename_ratings()


def _copy(old: str, new: str, columns: dict[str, str], *order: str) -> None:
    source = sa.table(old, *map(sa.column, columns))
    target = sa.table(new, *map(sa.column, columns.values()))
    rows = sa.select(*(source.c[name] for name in columns)).order_by(*map(sa.column, order))
    op.get_bind().execute(target.insert().from_select([*columns.values()], rows))


def _rename_columns(table: str, **columns: str) -> None:
    for old, new in columns.items():
        op.alter_column(table, old, new_column_name=new)


def _rename_games() -> None:
    for index in ("status_changed", "started", "base_started", "over_ended"):
        op.drop_index(f"ix_game_club_{index}", "game")
    _rename_columns("game", base="preset", house="house_rules_name", contract="open_hand", deleted="deleted_at")
    _rename_columns("game", started="started_at", changed="changed_at", ended="ended_at")
    op.create_index("ix_game_club_status_changed_at", "game", ["club_id", "status", "changed_at"])
    op.create_index("ix_game_club_started_at", "game", ["club_id", "started_at", "id"])
    op.create_index("ix_game_club_preset_started_at", "game", ["club_id", "preset", "started_at", "id"])
    ended = ["club_id", "ended_at", "id"]
    op.create_index("ix_game_club_over_ended_at", "game", ended, sqlite_where=OVER, postgresql_where=OVER)


def _rename_fields_of_changes() -> None:
    """Earlier changes of a game can still be undone."""
    change = sa.table("change", sa.column("game_id"), sa.column("uid"), sa.column("fields", sa.JSON()))
    this = (change.c.game_id == sa.bindparam("game"), change.c.uid == sa.bindparam("entry"))
    connection, last_game = op.get_bind(), 0
    games = sa.select(change.c.game_id).distinct().where(change.c.game_id > sa.bindparam("last"))
    batch = games.order_by(change.c.game_id).limit(500)
    while found := connection.execute(batch, {"last": last_game}).scalars().all():
        last_game = found[-1]
        rows = connection.execute(sa.select(change).where(change.c.game_id.in_(found))).all()
        renamed = [
            {"game": game, "entry": entry, "new": {FIELDS.get(key, key): value for key, value in fields.items()}}
            for game, entry, fields in rows
            if not FIELDS.keys().isdisjoint(fields)
        ]
        if renamed:
            connection.execute(
                change.update().where(*this).values(fields=sa.bindparam("new", type_=sa.JSON())), renamed
            )


def _rename_failed_pins() -> None:
    op.create_table(
        "failed_pin",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_failed_pin"),
    )
    op.create_index("ix_failed_pin_failed_at", "failed_pin", ["failed_at"])
    _copy("pin_try", "failed_pin", {"address": "address", "tried": "failed_at"}, "id")
    op.drop_table("pin_try")


def _rename_merges() -> None:
    """Their ids are new: PostgreSQL would give out copied ids again."""
    op.create_table(
        "player_merge",
        sa.Column("id", sa.Integer(), nullable=False),
        *_ids("club_id", "merged_id", "into_id"),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_player_merge_club_id_club"),
        sa.ForeignKeyConstraint(["merged_id"], ["player.id"], name="fk_player_merge_merged_id_player"),
        sa.ForeignKeyConstraint(["into_id"], ["player.id"], name="fk_player_merge_into_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_player_merge"),
        sa.UniqueConstraint("club_id", "uid", name="uq_player_merge_club_id_uid"),
    )
    op.create_index("ix_player_merge_merged_id", "player_merge", ["merged_id"])
    op.create_index("ix_player_merge_into_id", "player_merge", ["into_id"])
    op.create_table(
        "player_merge_seat",
        *_ids("merge_id", "game_id", "number"),
        sa.ForeignKeyConstraint(["merge_id"], ["player_merge.id"], name="fk_player_merge_seat_merge_id_player_merge"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_player_merge_seat_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("merge_id", "game_id", "number", name="pk_player_merge_seat"),
    )
    same = {name: name for name in ("club_id", "uid", "merged_id", "into_id", "name", "undone")}
    _copy("merger", "player_merge", same | {"made": "made_at"}, "id")
    op.execute(
        "INSERT INTO player_merge_seat (merge_id, game_id, number)"
        " SELECT player_merge.id, merged_seat.game_id, merged_seat.number FROM merged_seat"
        " JOIN merger ON merger.id = merged_seat.merger_id"
        " JOIN player_merge ON player_merge.club_id = merger.club_id AND player_merge.uid = merger.uid"
    )
    op.drop_table("merged_seat")
    op.drop_table("merger")


def _rename_stats() -> None:
    of_club = {name: name for name in ("club_id", "year")} | {"base": "preset"}
    of_seat = of_club | {name: name for name in ("game_id", "player_id", "side")} | {"dearest": "highest_bid_made"}
    of_game = {"game_id": "game_id", "hands": "hands", "highest": "highest_hand", "sets": "sets"}
    of_pair = {name: name for name in ("player_id", "other_id", "partners", "games", "won", "lost")}
    _rename_table("seat", of_seat | OF_PLAYER, ("game_id", "player_id"))
    _rename_table("game", of_club | of_game | {"comeback": "biggest_deficit"}, ("game_id",))
    _rename_table("player", of_club | OF_PLAYER | {"player_id": "player_id"}, ("player_id", "year", "preset"))
    _rename_table("pair", of_club | of_pair, ("player_id", "year", "preset", "partners", "other_id"))
    _rename_table("club", of_club | {name: name for name in ("ended", "games", "hands")}, ("club_id", "year", "preset"))
    highest = ["player_id", "preset", "year", "highest_bid_made"]
    op.create_index("ix_seat_stats_player_preset_year_highest", "seat_stats", highest)
    for best in ("highest_hand", "hands", "biggest_deficit", "sets"):
        op.create_index(f"ix_game_stats_club_{best}", "game_stats", ["club_id", "preset", "year", best])
    op.create_index("ix_player_stats_club_preset_year", "player_stats", ["club_id", "preset", "year"])
    op.create_index("ix_pair_stats_club_preset_year", "pair_stats", ["club_id", "preset", "year", "partners"])


def _rename_table(what: str, columns: dict[str, str], key: tuple[str, ...]) -> None:
    """Make the table of stats from that of tallies; all columns are numbers except the preset."""
    types: dict[str, sa.types.TypeEngine[Any]] = {"preset": sa.String(length=40), "partners": sa.Boolean()}
    parents = {"club_id": "club", "player_id": "player", "other_id": "player", "game_id": "game"}
    op.create_table(
        f"{what}_stats",
        *(sa.Column(name, types.get(name, sa.Integer()), nullable=False) for name in columns.values()),
        *(
            sa.ForeignKeyConstraint(
                [name],
                [f"{parent}.id"],
                name=f"fk_{what}_stats_{name}_{parent}",
                ondelete="CASCADE" if parent == "game" else None,
            )
            for name, parent in parents.items()
            if name in columns
        ),
        sa.PrimaryKeyConstraint(*key, name=f"pk_{what}_stats"),
    )
    _copy(f"{what}_tally", f"{what}_stats", columns)
    op.drop_table(f"{what}_tally")


def _rename_ratings() -> None:
    op.create_table(
        "rating_progress",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        *_ids("game_id", "version"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rating_progress_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_rating_progress"),
    )
    same = {name: name for name in ("club_id", "game_id", "version")}
    _copy("rated_until", "rating_progress", same | {"ended": "ended_at"})
    op.drop_table("rated_until")
    op.drop_index("ix_rating_player_base_ended", "rating")
    op.drop_index("ix_rating_club_ended", "rating")
    _rename_columns("rating", ended="ended_at", base="preset")
    op.create_index("ix_rating_player_preset_ended_at", "rating", ["player_id", "preset", "ended_at", "game_id"])
    op.create_index("ix_rating_club_ended_at", "rating", ["club_id", "ended_at", "game_id"])


def _ids(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]
