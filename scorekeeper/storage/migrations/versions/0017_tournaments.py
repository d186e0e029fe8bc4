"""Tournaments: a game can be at a table of one; its tables are series, and another series has its watch link."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("house_rules_name", sa.String(length=80), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_tournament_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.UniqueConstraint("club_id", "uid", name="uq_tournament_club_id_uid"),
    )
    # Both databases can add a column with a reference; alembic would copy the table on SQLite.
    reference = "CONSTRAINT fk_series_tournament_id_tournament REFERENCES tournament (id)"
    op.execute(f"ALTER TABLE series ADD COLUMN tournament_id INTEGER {reference}")
    op.add_column("series", sa.Column("table_number", sa.Integer(), nullable=True))
    op.create_index("ix_series_tournament_id", "series", ["tournament_id"])
    op.add_column("game", sa.Column("round_number", sa.Integer(), nullable=True))
