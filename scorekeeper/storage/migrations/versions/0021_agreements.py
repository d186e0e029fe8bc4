"""A game remembers which sides agreed to which hands."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agreement",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Uuid(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("shown", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_agreement_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "hand", "side", "shown", name="pk_agreement"),
    )
