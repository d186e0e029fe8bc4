"""Added points can outgrow PostgreSQL's integer; SQLite's is large enough."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

OF_PLAYER = ("points", "bid_sum", "bid_captured", "bid_margin", "defense_captured")
POINTS = {
    "game_player": ("total",),
    "seat_stats": OF_PLAYER,
    "player_stats": OF_PLAYER,
    "game_stats": ("highest_hand", "biggest_deficit"),
}


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table, columns in POINTS.items():
            for column in columns:
                op.alter_column(table, column, existing_type=sa.Integer(), type_=sa.BigInteger())
