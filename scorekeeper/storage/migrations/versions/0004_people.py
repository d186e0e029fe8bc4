"""Merges of players who are one person."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("merged", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("player", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "merger",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("merged_id", sa.Integer(), nullable=False),
        sa.Column("into_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_merger_club_id_club"),
        sa.ForeignKeyConstraint(["merged_id"], ["player.id"], name="fk_merger_merged_id_player"),
        sa.ForeignKeyConstraint(["into_id"], ["player.id"], name="fk_merger_into_id_player"),
        sa.PrimaryKeyConstraint("id", name="pk_merger"),
        sa.UniqueConstraint("club_id", "uid", name="uq_merger_club_id_uid"),
    )
    op.create_index("ix_merger_merged_id", "merger", ["merged_id"], unique=False)
    op.create_index("ix_merger_into_id", "merger", ["into_id"], unique=False)
    op.create_table(
        "merged_seat",
        sa.Column("merger_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["merger_id"], ["merger.id"], name="fk_merged_seat_merger_id_merger"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_merged_seat_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("merger_id", "game_id", "number", name="pk_merged_seat"),
    )
