"""The names of house rules that a club's games have are read along an index."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    some = sa.text("house_rules_name IS NOT NULL")
    columns = ["club_id", "house_rules_name", "hidden", "deleted_at"]
    op.create_index("ix_game_club_house_rules", "game", columns, sqlite_where=some, postgresql_where=some)
