"""Indexes, so that removing a row does not search every table that can refer to it."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_player_merge_seat_game_id", "player_merge_seat", ["game_id"])
    op.create_index("ix_pair_stats_other_id", "pair_stats", ["other_id"])
    op.create_index("ix_rating_game_id", "rating", ["game_id"])
    op.create_index("ix_seat_stats_club_id", "seat_stats", ["club_id"])
