"""A game can begin with totals from paper."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("starting_totals", sa.JSON(none_as_null=True), nullable=True))
