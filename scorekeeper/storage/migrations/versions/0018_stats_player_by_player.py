"""The rows of a player's stats lie side by side: SQLite keeps a table without rowids in the order of its key."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat_stats", table_kwargs={"sqlite_with_rowid": False}) as table:
        table.drop_constraint("pk_seat_stats", type_="primary")
        table.create_primary_key("pk_seat_stats", ["player_id", "preset", "year", "game_id"])
        table.create_unique_constraint("uq_seat_stats_game_id_player_id", ["game_id", "player_id"])
