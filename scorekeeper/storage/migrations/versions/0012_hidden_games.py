"""A game can be hidden from the lists of games; it still counts."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False))
