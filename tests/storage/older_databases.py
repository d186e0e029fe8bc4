"""A database of version 1.0.0, as `databases/` keeps it: a club in the middle of everything it can do.

Its schema is there twice for SQLite and for PostgreSQL, as the eighteen steps before version 1.0.0 left it and as the
baseline makes it: of the former five more columns have defaults, and SQLite cannot tell the name of one reference. The
rows are the same.
"""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

FOLDER = Path(__file__).parent / "databases"
SCHEMAS = ("eighteen-steps", "baseline")
REVISION = "0018"
RUNNING, DELETED = "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000c"


def make(engine: Engine, schema: str) -> None:
    """Make the tables of this schema in an empty database, with their rows."""
    with engine.connect() as connection:
        _run(connection, f"{schema}.{engine.dialect.name}.sql")
        _run(connection, "rows.sql")
        if engine.dialect.name == "postgresql":  # its sequences know nothing of these ids
            for table in inspect(connection).get_table_names():
                if "id" in {column["name"] for column in inspect(connection).get_columns(table)}:
                    last = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
                    connection.exec_driver_sql(last)
        connection.commit()


def _run(connection: Connection, file: str) -> None:
    for statement in (FOLDER / file).read_text().split(";\n")[:-1]:
        connection.exec_driver_sql(statement)


TAKES_BACK = (
    *(
        f"ALTER TABLE seat_stats DROP COLUMN {of}{part}"
        for of in ("best_hand", "biggest_set")
        for part in ("", "_number")
    ),
    *(f"DROP INDEX ix_game_club_{columns}" for columns in ("listed_at", "preset_listed_at")),
    "CREATE INDEX ix_game_club_started_at ON game (club_id)",
    "ALTER TABLE game DROP COLUMN listed_at",
    "DROP TABLE game_sitting",
)
"""What makes of a schema of 0033 again one of 0030, but for a column that 0031 drops."""


def stamp(engine: Engine, revision: str) -> None:
    """Have the database say that its schema is of this revision."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": revision})
