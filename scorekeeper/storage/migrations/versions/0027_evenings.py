"""A year's wins are read along an index; the last results, which lists no longer show alone, have none."""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_seat_stats_year", "seat_stats", ["club_id", "year", "player_id", "games", "wins"])
    op.drop_index("ix_game_club_over_ended_at", "game")
