"""A phone at a table says since when it watches for its player; one of before does from now on."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phone", sa.Column("watches_since", sa.DateTime(timezone=True)))
    phone = sa.table("phone", *(sa.column(name) for name in ("player_id", "watches_since")))
    watching = sa.update(phone).where(phone.c.player_id.is_not(None))
    op.get_bind().execute(watching.values(watches_since=sa.literal(datetime.now(UTC), sa.DateTime(timezone=True))))
