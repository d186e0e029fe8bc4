"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


# The way back is the copy that is made before an upgrade.
def upgrade() -> None:
    ${upgrades}
