"""House rules, and columns of games for the history."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_house_rules_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_house_rules"),
        sa.UniqueConstraint("club_id", "name", name="uq_house_rules_club_id_name"),
        sa.UniqueConstraint("club_id", "uid", name="uq_house_rules_club_id_uid"),
    )
    op.add_column("game", sa.Column("base", sa.String(length=40), nullable=True))
    op.add_column("game", sa.Column("house", sa.String(length=80), nullable=True))
    op.add_column("game", sa.Column("teams", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("game", sa.Column("notes", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("ended", sa.DateTime(timezone=True), nullable=True))
    plain = ("status", "changed", "ended", "base")
    game = sa.table("game", sa.column("rules", sa.JSON()), *(sa.column(name) for name in plain))
    connection = op.get_bind()
    connection.execute(game.update().values(base=game.c.rules["base"].as_string()))
    connection.execute(game.update().where(game.c.status.in_(["over", "stopped"])).values(ended=game.c.changed))
    with op.batch_alter_table("game") as table:
        table.alter_column("base", existing_type=sa.String(length=40), nullable=False)
    op.drop_index("ix_change_game_version", "change")
    op.create_index("ix_change_game_state_version", "change", ["game_id", "state", "version"], unique=False)
    op.create_index("ix_game_club_started", "game", ["club_id", "started", "id"], unique=False)
    op.create_index("ix_game_club_base_started", "game", ["club_id", "base", "started", "id"], unique=False)
