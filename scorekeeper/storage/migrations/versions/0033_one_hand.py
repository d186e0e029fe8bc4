"""Who made the most in one hand, and lost the most, is kept for each game; all games are counted again."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

POINTS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.execute("DELETE FROM seat_stats")
    op.execute("DELETE FROM game_stats")
    for name in ("best_hand", "biggest_set"):
        op.add_column("seat_stats", sa.Column(name, POINTS, nullable=False, server_default="0"))
        op.add_column("seat_stats", sa.Column(f"{name}_number", sa.Integer(), nullable=False, server_default="0"))
