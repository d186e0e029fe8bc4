"""A club has a time zone, in which its years are counted: for a club of before that is the server's, not UTC."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("zone", sa.String(64)))
    game = sa.table("game", sa.column("id", sa.Integer()), sa.column("started_at", sa.DateTime(timezone=True)))
    counted = [
        sa.table(name, sa.column("game_id", sa.Integer()), sa.column("year", sa.Integer()))
        for name in ("game_stats", "seat_stats")
    ]
    database, stats = op.get_bind(), counted[0]
    started = sa.select(game.c.id, game.c.started_at, stats.c.year).join_from(stats, game, stats.c.game_id == game.c.id)
    for id_, started_at, year in database.execute(started).all():
        here = _here(started_at)
        for table in counted if here != year else ():
            database.execute(sa.update(table).where(table.c.game_id == id_).values(year=here))


def _here(moment: datetime) -> int:
    """Return the year of a moment in the server's zone; SQLite stores no offset."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone().year
