"""Stats of bids count the points that a side took, not only its counters, and leave out untested bids.

Deletes all stats: the next start counts every game again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("seat_stats", "game_stats", "player_stats", "pair_stats", "club_stats"):
        op.execute(sa.table(table).delete())
    for table in ("seat_stats", "player_stats"):
        op.alter_column(table, "bid_captured", new_column_name="bid_points")
        op.alter_column(table, "defense_captured", new_column_name="defense_points")
