"""Stats of hands with the Rook. They begin at 0, because no hand has said who had it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    points = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    for table in ("seat_stats", "player_stats"):
        for name in ("rook_hands", "rook_bids", "rook_made"):
            op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
        op.add_column(table, sa.Column("rook_points", points, nullable=False, server_default="0"))
