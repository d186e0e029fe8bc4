"""Stats are added up when needed, and ratings have one row for each player and preset: the next start rates all."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

RANKED_BY = ("games", "wins", "hands", "points", "made", "sets", "defended", "sets_forced")
RESULTS = ("club_id", "ended_at", "game_id", "side", "player_id", "place", "games", "wins", "preset", "year")
OF_PLAYER = ("player_id", "ended_at", "game_id", "games", "wins", "side", "preset", "year")
RESULTS_OF_GAMES = """
UPDATE seat_stats SET
  ended_at = (SELECT ended_at FROM game WHERE id = seat_stats.game_id),
  place = (
    SELECT count(*) FROM game_player AS mine
    JOIN game_player AS other ON other.game_id = mine.game_id AND (other.won OR other.total > mine.total)
    WHERE mine.game_id = seat_stats.game_id AND mine.player_id = seat_stats.player_id AND NOT mine.won
  )
"""
OF_GAME = ("hands", "highest_hand", "sets", "biggest_deficit")


def upgrade() -> None:
    for table in ("player_stats", "pair_stats", "club_stats", "rating_progress", "rating"):
        op.drop_table(table)
    op.add_column("club", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seat_stats", sa.Column("ended_at", sa.DateTime(timezone=True)))
    op.add_column("seat_stats", sa.Column("place", sa.Integer(), nullable=False, server_default="0"))
    op.execute(RESULTS_OF_GAMES)
    op.drop_index("ix_seat_stats_player_preset_year_highest", "seat_stats")
    op.drop_index("ix_seat_stats_club_id", "seat_stats")
    for name in OF_GAME:
        op.drop_index(f"ix_game_stats_club_{name}", "game_stats")
    op.create_index("ix_seat_stats_ranked", "seat_stats", ["club_id", "player_id", "preset", "year", *RANKED_BY])
    op.create_index("ix_seat_stats_results", "seat_stats", [*RESULTS])
    op.create_index("ix_seat_stats_player", "seat_stats", [*OF_PLAYER])
    op.create_index("ix_game_stats_club", "game_stats", ["club_id", "preset", "year", *OF_GAME])
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("latest", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rating_player_id_player"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rating_club_id_club"),
        sa.PrimaryKeyConstraint("player_id", "preset", name="pk_rating"),
    )
    op.create_index("ix_rating_club", "rating", ["club_id", "preset"])
