"""One index less: a game's few hands are found by the index of uids and sorted when read, which saves writing a
page."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_hand_game_position", "hand")
