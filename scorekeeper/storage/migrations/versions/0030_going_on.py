"""A game says which one it goes on from."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("goes_on_from", sa.Uuid()))
