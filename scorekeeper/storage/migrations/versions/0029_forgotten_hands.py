"""A hand that was forgotten is put between two others without moving them."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("hand") as hand:
        hand.alter_column("position", type_=sa.Double(), existing_type=sa.Integer(), existing_nullable=False)
