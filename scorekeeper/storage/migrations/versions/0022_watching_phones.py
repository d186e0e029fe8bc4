"""A phone at a table can watch for one of its players, and its side can say what else a hand was."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    player = sa.ForeignKey("player.id", name="fk_phone_player_id_player")
    op.add_column("phone", sa.Column("player_id", sa.Integer(), player), inline_references=True)
    op.create_index("ix_phone_player_id", "phone", ["player_id"])
    op.add_column("agreement", sa.Column("says", sa.Text()))
    op.add_column("agreement", sa.Column("number", sa.Integer(), server_default=sa.text("0"), nullable=False))
