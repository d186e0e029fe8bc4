"""The whole schema of version 1.0.0, in one step. Databases of 1.0.0 have it already, under the same revision."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = None
branch_labels = None
depends_on = None

OVER = sa.text("status = 'over'")
TIME = sa.DateTime(timezone=True)
POINTS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON_OR_NONE = sa.JSON(none_as_null=True)
RANKED_BY = ("games", "wins", "hands", "points", "made", "sets", "defended", "sets_forced")


def upgrade() -> None:
    _clubs()
    _games()
    _merges()
    _statistics()


def _clubs() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("keeper_key", sa.String(26), nullable=False, unique=True),
        sa.Column("reader_key", sa.String(26), nullable=False, unique=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("deleted_at", TIME),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("format", sa.String(20), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("house_rules_name", sa.String(80)),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("ended_at", TIME),
        sa.UniqueConstraint("club_id", "uid"),
    )
    op.create_table(
        "series",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False, index=True),
        sa.Column("table_key", sa.String(26), nullable=False, unique=True),
        sa.Column("watch_key", sa.String(26), nullable=False, unique=True),
        sa.Column("watch_code", sa.String(6), nullable=False, index=True, server_default=""),
        sa.Column("tournament_id", sa.Integer(), sa.ForeignKey("tournament.id"), index=True),
        sa.Column("table_number", sa.Integer()),
    )
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False, index=True),
        sa.Column("link", sa.String(8), nullable=False),
        sa.Column("series_id", sa.Integer(), sa.ForeignKey("series.id"), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("entered_at", TIME, nullable=False),
        sa.Index("ix_phone_uid_club_id", "uid", "club_id"),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("merged", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("version", sa.Integer(), nullable=False, server_default="0"),
        sa.UniqueConstraint("club_id", "name"),
    )
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("club_id", "name"),
        sa.UniqueConstraint("club_id", "uid"),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.String(45), nullable=False),
        sa.Column("made_at", TIME, nullable=False, index=True),
    )


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("series_id", sa.Integer(), sa.ForeignKey("series.id"), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("house_rules_name", sa.String(80)),
        sa.Column("teams", JSON_OR_NONE),
        sa.Column("notes", sa.Text()),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("starting_totals", JSON_OR_NONE),
        sa.Column("open_hand", JSON_OR_NONE),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("deleted_at", TIME),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("ended_at", TIME),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("round_number", sa.Integer()),
        sa.UniqueConstraint("club_id", "uid"),
        sa.Index("ix_game_series_started_at", "series_id", "started_at"),
        sa.Index("ix_game_club_status_changed_at", "club_id", "status", "changed_at"),
        sa.Index("ix_game_club_started_at", "club_id", "started_at", "id"),
        sa.Index("ix_game_club_preset_started_at", "club_id", "preset", "started_at", "id"),
        sa.Index("ix_game_club_over_ended_at", "club_id", "ended_at", "id", sqlite_where=OVER, postgresql_where=OVER),
    )
    op.create_table(
        "game_player",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("total", POINTS, nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Index("ix_game_player_player_id_game_id", "player_id", "game_id"),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.UniqueConstraint("game_id", "uid"),
    )
    op.create_table(
        "change",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("uid", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Index("ix_change_game_state_version", "game_id", "state", "version"),
    )


def _merges() -> None:
    op.create_table(
        "player_merge",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("merged_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("into_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("club_id", "uid"),
    )
    op.create_table(
        "player_merge_seat",
        sa.Column("merge_id", sa.Integer(), sa.ForeignKey("player_merge.id"), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True),
        sa.Column("number", sa.Integer(), primary_key=True),
    )


def _statistics() -> None:
    op.create_table(
        "seat_stats",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("preset", sa.String(40), primary_key=True),
        sa.Column("year", sa.Integer(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("ended_at", TIME),
        *_counts("side", "place", "ended", "games", "wins", "hands"),
        *_points("points"),
        *_counts("bids"),
        *_points("bid_sum"),
        *_counts("made", "sets", "made_60", "made_70", "made_80", "made_90", "made_100"),
        *_counts("sets_60", "sets_70", "sets_80", "sets_90", "sets_100"),
        *_points("bid_points", "bid_margin"),
        *_counts("highest_bid_made", "partnered", "partner_made", "defended", "sets_forced"),
        *_points("defense_points"),
        *_counts("nest_hands", "nests", "rook_hands", "rook_bids", "rook_made"),
        *_points("rook_points"),
        *_counts("fouls", "reneges"),
        sa.UniqueConstraint("game_id", "player_id"),
        sa.Index("ix_seat_stats_ranked", "club_id", "player_id", "preset", "year", *RANKED_BY),
        sa.Index(
            *("ix_seat_stats_results", "club_id", "ended_at", "game_id", "side", "player_id", "place"),
            *("games", "wins", "preset", "year"),
        ),
        sa.Index("ix_seat_stats_player", "player_id", "ended_at", "game_id", "games", "wins", "side", "preset", "year"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "game_stats",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        *_counts("year", "hands"),
        *_points("highest_hand"),
        *_counts("sets"),
        *_points("biggest_deficit"),
        sa.Index(
            *("ix_game_stats_club", "club_id", "preset", "year", "hands", "highest_hand", "sets", "biggest_deficit")
        ),
    )
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("preset", sa.String(40), primary_key=True),
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("latest", sa.JSON(), nullable=False),
        sa.Index("ix_rating_club", "club_id", "preset"),
    )


def _counts(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _points(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, POINTS, nullable=False) for name in names]
