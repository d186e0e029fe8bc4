"""Every form that changed a tournament is remembered, not only the last: sent again, it counts once."""

from uuid import UUID

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    remembered = op.create_table(
        "tournament_form",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_form_tournament_id_tournament"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "uid", name="pk_tournament_form"),
    )
    tournament = sa.table("tournament", sa.column("id", sa.Integer()), sa.column("facts", sa.JSON()))
    database = op.get_bind()
    for id_, facts in database.execute(sa.select(tournament.c.id, tournament.c.facts)).all():
        form_id = facts.pop("form_id", None)
        if form_id:
            database.execute(sa.insert(remembered).values(tournament_id=id_, uid=UUID(form_id)))
            database.execute(sa.update(tournament).where(tournament.c.id == id_).values(facts=facts))
