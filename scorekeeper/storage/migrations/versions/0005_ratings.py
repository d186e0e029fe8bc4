"""Ratings and streaks, and the order in which they are computed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

OVER = sa.text("status = 'over'")


def upgrade() -> None:
    op.create_table(
        "rated_until",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rated_until_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_rated_until"),
    )
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("base", sa.String(length=40), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("games", "run", "most_won", "most_lost")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("any_run", "any_most_won", "any_most_lost")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rating_player_id_player"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_rating_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rating_club_id_club"),
        sa.PrimaryKeyConstraint("player_id", "ended", "game_id", name="pk_rating"),
    )
    op.create_index("ix_rating_player_base_ended", "rating", ["player_id", "base", "ended", "game_id"])
    op.create_index("ix_rating_club_ended", "rating", ["club_id", "ended", "game_id"])
    op.create_index(
        "ix_game_club_over_ended", "game", ["club_id", "ended", "id"], sqlite_where=OVER, postgresql_where=OVER
    )
    # Nothing is computed yet, so the cursor is before every club's games.
    op.execute(
        "INSERT INTO rated_until (club_id, ended, game_id, version)"
        " SELECT id, '1000-01-01 00:00:00.000000', 0, 0 FROM club"
    )
