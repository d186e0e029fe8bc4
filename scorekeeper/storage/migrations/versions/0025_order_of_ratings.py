"""Clubs with games that ended at the same moment are rated again: such games are in another order now."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("""
        UPDATE club SET rated = false WHERE id IN (
            SELECT club_id FROM game WHERE status = 'over' GROUP BY club_id, preset, ended_at HAVING count(*) > 1
        )
    """)
