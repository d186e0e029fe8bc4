"""A game remembers each form by which a side said yes or no: sent again, it counts once."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer_form",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_answer_form_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "uid", name="pk_answer_form"),
    )
