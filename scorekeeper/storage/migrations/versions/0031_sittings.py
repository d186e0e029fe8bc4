"""Who sat in a chair of a game in which hands, where somebody went home and somebody sat down.

Games that went on in a new one stay two: the first was stopped early, the second began with its totals.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_sitting",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("until", sa.Double(), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False),
    )
    op.create_index("ix_game_sitting_player_id_game_id", "game_sitting", ["player_id", "game_id"])
    op.drop_column("game", "goes_on_from")
    columns = sa.column("game_id", sa.Integer()), sa.column("uid", sa.Uuid()), sa.column("kind", sa.String())
    change = sa.table("change", *columns, sa.column("fields", sa.JSON()))
    database = op.get_bind()
    is_of_both = sa.cast(change.c.fields, sa.Text()).contains('"later:')
    for game_id, uid, kind, fields in database.execute(sa.select(change).where(is_of_both)).all():
        own = {key: values for key, values in fields.items() if not key.startswith("later:")}
        new = {"kind": "stop" if kind == "going on" else kind, "fields": own}
        database.execute(sa.update(change).where(change.c.game_id == game_id, change.c.uid == uid).values(new))
