"""Games are listed, and count for a year, by their end; a running game by its start.

The next start counts the games around a New Year again, and rates clubs with games that ended at the same moment: the
one that was entered first comes first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

NEW_YEAR = (1, 2, 364, 365, 366)


def upgrade() -> None:
    op.drop_index("ix_game_club_started_at", "game")
    op.add_column("game", sa.Column("listed_at", sa.DateTime(timezone=True)))
    op.execute("UPDATE game SET listed_at = coalesce(ended_at, started_at)")
    op.create_index("ix_game_club_listed_at", "game", ["club_id", "listed_at", "id"])
    op.create_index("ix_game_club_preset_listed_at", "game", ["club_id", "preset", "listed_at", "id"])
    started, ended = (sa.column(name, sa.DateTime(timezone=True)) for name in ("started_at", "ended_at"))
    game = sa.table("game", sa.column("id", sa.Integer()), started, ended)
    in_two_years = sa.extract("year", started) != sa.extract("year", ended)
    near = (sa.extract("doy", moment).in_(NEW_YEAR) for moment in (started, ended))
    games = sa.select(game.c.id).where(sa.or_(in_two_years, *near))
    for name in ("game_stats", "seat_stats"):
        stats = sa.table(name, sa.column("game_id", sa.Integer()))
        op.execute(sa.delete(stats).where(stats.c.game_id.in_(games)))
    op.execute("""
        UPDATE club SET rated = false WHERE id IN (
            SELECT club_id FROM game WHERE status = 'over' GROUP BY club_id, preset, ended_at HAVING count(*) > 1
        )
    """)
