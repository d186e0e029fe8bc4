"""Columns and tables bear the words of the code, and so do the fields of stored changes. Every row stays."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

OVER = sa.text("status = 'over'")
FIELDS = {"contract": "open_hand", "deleted": "deleted_at"}


def upgrade() -> None:
    _rename("club", created="created_at")
    _rename("change", made="made_at")
    _rename(
        "game",
        base="preset",
        house="house_rules_name",
        contract="open_hand",
        deleted="deleted_at",
        started="started_at",
        changed="changed_at",
        ended="ended_at",
    )
    for index in ("status_changed", "started", "base_started", "over_ended"):
        op.drop_index(f"ix_game_club_{index}", "game")
    op.create_index("ix_game_club_status_changed_at", "game", ["club_id", "status", "changed_at"])
    op.create_index("ix_game_club_started_at", "game", ["club_id", "started_at", "id"])
    op.create_index("ix_game_club_preset_started_at", "game", ["club_id", "preset", "started_at", "id"])
    ended = ["club_id", "ended_at", "id"]
    op.create_index("ix_game_club_over_ended_at", "game", ended, sqlite_where=OVER, postgresql_where=OVER)
    _rename_fields_of_changes()


def _rename(table: str, **columns: str) -> None:
    for old, new in columns.items():
        op.alter_column(table, old, new_column_name=new)


def _rename_fields_of_changes() -> None:
    """What was done to a game before can still be undone."""
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
