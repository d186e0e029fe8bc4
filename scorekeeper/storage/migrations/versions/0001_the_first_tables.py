"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
    )
    op.create_table(
        "pin_try",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pin_try"),
    )
    op.create_index("ix_pin_try_tried", "pin_try", ["tried"], unique=False)
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("contract", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_game_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("club_id", "uid", name="uq_game_club_id_uid"),
    )
    op.create_index("ix_game_club_status_changed", "game", ["club_id", "status", "changed"], unique=False)
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_player_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("club_id", "name", name="uq_player_club_id_name"),
    )
    op.create_table(
        "change",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_change_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "uid", name="pk_change"),
    )
    op.create_index("ix_change_game_version", "change", ["game_id", "version"], unique=False)
    op.create_table(
        "game_player",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_player_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_game_player_player_id_player"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_game_player"),
    )
    op.create_index("ix_game_player_player_id_game_id", "game_player", ["player_id", "game_id"], unique=False)
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_hand_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_hand"),
        sa.UniqueConstraint("game_id", "uid", name="uq_hand_game_id_uid"),
    )
    op.create_index("ix_hand_game_position", "hand", ["game_id", "position"], unique=False)
