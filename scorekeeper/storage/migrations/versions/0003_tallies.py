"""The tables of statistics, and hidden players."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COUNTED = (
    *("ended", "games", "wins", "hands", "points", "bids", "bid_sum", "made", "sets", "bid_captured", "bid_over"),
    *("made_60", "made_70", "made_80", "made_90", "made_100"),
    *("sets_60", "sets_70", "sets_80", "sets_90", "sets_100"),
    *("partnered", "partner_made", "defended", "forced", "defence_captured"),
    *("nest_hands", "nests", "fouls", "reneges"),
)


def upgrade() -> None:
    op.add_column("player", sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "seat_tally",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("base", sa.String(length=40), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        *_numbers("side", *COUNTED, "dearest"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_tally_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_tally_player_id_player"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_seat_tally_club_id_club"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_seat_tally"),
    )
    op.create_index("ix_seat_tally_player_base_year_dearest", "seat_tally", ["player_id", "base", "year", "dearest"])
    op.create_index("ix_seat_tally_player_started", "seat_tally", ["player_id", "started", "game_id"])
    op.create_index("ix_seat_tally_player_base_started", "seat_tally", ["player_id", "base", "started", "game_id"])
    op.create_table(
        "game_tally",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("base", sa.String(length=40), nullable=False),
        *_numbers("year", "hands", "highest", "sets", "comeback", "minutes"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_tally_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_game_tally_club_id_club"),
        sa.PrimaryKeyConstraint("game_id", name="pk_game_tally"),
    )
    for most in ("hands", "highest", "sets", "comeback", "minutes"):
        op.create_index(f"ix_game_tally_club_{most}", "game_tally", ["club_id", "base", "year", most])
    op.create_table(
        "player_tally",
        *_of_player("player_id"),
        *_numbers(*COUNTED),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_player_tally_player_id_player"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_player_tally_club_id_club"),
        sa.PrimaryKeyConstraint("player_id", "year", "base", name="pk_player_tally"),
    )
    op.create_index("ix_player_tally_club_base_year", "player_tally", ["club_id", "base", "year"])
    op.create_table(
        "pair_tally",
        *_of_player("player_id", "other_id"),
        sa.Column("partners", sa.Boolean(), nullable=False),
        *_numbers("games", "won", "lost"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_pair_tally_player_id_player"),
        sa.ForeignKeyConstraint(["other_id"], ["player.id"], name="fk_pair_tally_other_id_player"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_pair_tally_club_id_club"),
        sa.PrimaryKeyConstraint("player_id", "year", "base", "partners", "other_id", name="pk_pair_tally"),
    )
    op.create_index("ix_pair_tally_club_base_year", "pair_tally", ["club_id", "base", "year", "partners"])
    op.create_table(
        "club_tally",
        *_of_player(),
        *_numbers("ended", "games", "hands"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_tally_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "year", "base", name="pk_club_tally"),
    )


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _of_player(*players: str) -> list[sa.Column[int] | sa.Column[str]]:
    return [*_numbers(*players, "club_id", "year"), sa.Column("base", sa.String(length=40), nullable=False)]
