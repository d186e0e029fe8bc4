"""Clubs and games have links, by which phones enter; not only PINs have a rate limit.

Every club gets its keys and every game its own series: it is not known which older games were rematches.
"""

import base64
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

BATCH = 1000


def upgrade() -> None:
    _give_clubs_keys()
    op.create_table(
        "series",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("table_key", sa.String(length=26), nullable=False),
        sa.Column("watch_key", sa.String(length=26), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_series_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_series"),
        sa.UniqueConstraint("table_key", name="uq_series_table_key"),
        sa.UniqueConstraint("watch_key", name="uq_series_watch_key"),
    )
    op.create_index("ix_series_club_id", "series", ["club_id"])
    _give_games_series()
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("link", sa.String(length=8), nullable=False),
        sa.Column("series_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_phone_club_id_club"),
        sa.ForeignKeyConstraint(["series_id"], ["series.id"], name="fk_phone_series_id_series"),
        sa.PrimaryKeyConstraint("id", name="pk_phone"),
    )
    op.create_index("ix_phone_club_id", "phone", ["club_id"])
    op.create_index("ix_phone_series_id", "phone", ["series_id"])
    op.create_index("ix_phone_uid_club_id", "phone", ["uid", "club_id"])
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempt"),
    )
    op.create_index("ix_attempt_made_at", "attempt", ["made_at"])
    op.execute(
        "INSERT INTO attempt (kind, address, made_at) SELECT 'PIN', address, failed_at FROM failed_pin ORDER BY id"
    )
    op.drop_table("failed_pin")


def _give_clubs_keys() -> None:
    keys = {"public_id": (16, 10), "keeper_key": (26, 16), "reader_key": (26, 16)}
    for name, (length, _) in keys.items():
        op.add_column("club", sa.Column(name, sa.String(length=length), nullable=True))
    op.add_column("club", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    club = sa.table("club", sa.column("id"), *map(sa.column, keys))
    for club_id in op.get_bind().execute(sa.select(club.c.id)).scalars().all():
        values = {name: _key(size) for name, (_, size) in keys.items()}
        op.get_bind().execute(club.update().where(club.c.id == club_id).values(values))
    with op.batch_alter_table("club") as table:
        for name in keys:
            table.alter_column(name, nullable=False)
            table.create_unique_constraint(f"uq_club_{name}", [name])


def _give_games_series() -> None:
    """A series has the id of its game."""
    op.add_column("game", sa.Column("series_id", sa.Integer(), nullable=True))
    game = sa.table("game", sa.column("id"), sa.column("club_id"), sa.column("series_id"))
    series = sa.table("series", *map(sa.column, ("id", "club_id", "table_key", "watch_key")))
    connection, last = op.get_bind(), 0
    batch = (
        sa.select(game.c.id, game.c.club_id).where(game.c.id > sa.bindparam("last")).order_by(game.c.id).limit(BATCH)
    )
    while found := connection.execute(batch, {"last": last}).all():
        last = found[-1].id
        keys = [{"table_key": _key(16), "watch_key": _key(16)} for _ in found]
        rows = [{"id": row.id, "club_id": row.club_id, **both} for row, both in zip(found, keys, strict=True)]
        connection.execute(series.insert(), rows)
    connection.execute(game.update().values(series_id=game.c.id))
    if connection.dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('series', 'id'), (SELECT max(id) FROM series))")
    with op.batch_alter_table("game") as table:
        table.alter_column("series_id", nullable=False)
        table.create_foreign_key("fk_game_series_id_series", "series", ["series_id"], ["id"])
        table.create_index("ix_game_series_started_at", ["series_id", "started_at"])


def _key(size: int) -> str:
    return base64.b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()
