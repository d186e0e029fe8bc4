"""A game won with fewer points (R18, R28) is counted again: the hand that ended it no longer counts as a deficit."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("""
        DELETE FROM game_stats WHERE game_id IN (
            SELECT one.game_id FROM game_player AS one JOIN game_player AS other ON other.game_id = one.game_id
            WHERE one.won AND other.total > one.total
        )
    """)
