"""A game can be watched by a code of six characters; running games get one."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def upgrade() -> None:
    op.add_column("series", sa.Column("watch_code", sa.String(length=6), nullable=False, server_default=""))
    op.create_index("ix_series_watch_code", "series", ["watch_code"])
    series = sa.table("series", sa.column("id"), sa.column("watch_code"))
    game = sa.table("game", sa.column("series_id"), sa.column("status"))
    running = sa.select(game.c.series_id).where(game.c.status.in_(("in-progress", "tied"))).distinct()
    for series_id in op.get_bind().execute(running).scalars().all():
        code = "".join(secrets.choice(CHARACTERS) for _ in range(6))
        op.get_bind().execute(series.update().where(series.c.id == series_id).values(watch_code=code))
