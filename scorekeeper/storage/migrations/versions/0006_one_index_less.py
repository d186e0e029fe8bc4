"""A game's few hands are found by their uids' index and sorted as they are read: one page less to write a hand."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_hand_game_position", "hand")
