"""Bringing a database up to date: all or nothing, with its rows, after a copy."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.settings import Settings
from scorekeeper.storage import backups
from scorekeeper.storage import upgrade as upgrading
from scorekeeper.storage.backups import unpacked
from scorekeeper.storage.db import configure
from scorekeeper.storage.models import Club
from scorekeeper.storage.upgrade import FIRST_CLUB, UpgradeFailed, upgrade
from tests.emptied import Databases
from tests.person import Person

from . import older_databases
from .dumps import dump
from .racing import start_at_once

REBUILD = """
    with op.batch_alter_table("game", recreate="always") as table:
        table.add_column(sa.Column("table_name", sa.String(20)))
"""
LEAVE_ORPHANS = 'op.execute("DELETE FROM game")'
FAIL_HALF_WAY = """
    op.add_column("club", sa.Column("half", sa.Integer()))
    op.execute("UPDATE nowhere SET half = 1")
"""


KILL_HALF_WAY = """
    import os, signal
    op.add_column("club", sa.Column("half", sa.Integer()))
    if "KILL_HALF_WAY" in os.environ:
        os.kill(os.getpid(), signal.SIGKILL)
"""
START = """
import sys
from pathlib import Path
from sqlalchemy import create_engine
from scorekeeper.storage import db, upgrade

upgrade.MIGRATIONS, database, instance = Path(sys.argv[1]), create_engine(sys.argv[2]), Path(sys.argv[3])
db.configure(database)
upgrade.upgrade(database, instance)
"""


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    engine = create_engine(settings.database_url)
    configure(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def add_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Puts one more migration behind ours, as the program of the next version has it."""

    def add(body: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(upgrading.MIGRATIONS, folder)
        monkeypatch.setattr(upgrading, "MIGRATIONS", folder)
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        head = ScriptDirectory.from_config(config).get_current_head()
        (folder / "versions" / "9999_for_this_test.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n\n"
            f"revision = '9999'\ndown_revision = {head!r}\nbranch_labels = depends_on = None\n\n\n"
            f"def upgrade():\n    {body.strip()}\n"
        )
        upgrading.revisions.cache_clear()

    yield add
    upgrading.revisions.cache_clear()


@pytest.fixture
def game_with_a_bid(phone: Person) -> None:
    """A game with a hand and a bid."""
    phone.start_game()
    phone.play("Bob", 95, 45)
    phone.record_bid("Cal", 70)


def rows_by_table_in(engine: Engine) -> dict[str, int]:
    tables = ("club", "player", "game", "game_player", "hand", "change")
    with engine.connect() as connection:
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in tables}


def test_the_migrations_make_exactly_the_tables_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Club.metadata) == []


def test_the_first_start_makes_the_database_and_one_club(new_engine: Engine, new_settings: Settings) -> None:
    assert upgrade(new_engine, new_settings.instance) is None, "there was nothing to copy"
    assert upgrade(new_engine, new_settings.instance) is None
    with new_engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM club")).scalars().all() == [FIRST_CLUB]
    assert not backups.copies(new_settings.instance)


@pytest.mark.everywhere("database", proven="tests/storage/test_upgrade.py")
@pytest.mark.postgresql("SQLite has no other encoding")
@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_has_not_all_letters_is_refused(
    new_settings: Settings, on_postgresql: Databases, encoding: str
) -> None:
    engine = create_engine(on_postgresql.empty(encoding))
    configure(engine)
    with pytest.raises(UpgradeFailed, match=f"keeps text as {encoding}; .* createdb --encoding=UTF8"):
        upgrade(engine, new_settings.instance)
    engine.dispose()


@pytest.mark.sqlite("its file lies in the folder")
def test_an_empty_file_is_a_fresh_start_where_there_was_no_database_and_a_damaged_one_where_there_was(
    new_engine: Engine, new_settings: Settings
) -> None:
    file = new_settings.database_file
    file.touch()  # as SQLite makes it before it writes: by a start that was killed, or on a full disk
    upgrade(new_engine, new_settings.instance)
    new_engine.dispose()
    assert file.stat().st_size
    file.write_bytes(b"")
    with pytest.raises(UpgradeFailed, match="is damaged: it is an empty file now"):
        upgrade(new_engine, new_settings.instance)
    assert not file.stat().st_size
    file.unlink()
    upgrade(new_engine, new_settings.instance)
    assert file.stat().st_size, "a file that was deleted is a fresh start"


@pytest.mark.sqlite("there a column is changed in a new table")
def test_a_rebuilt_parent_table_keeps_its_children(
    engine: Engine, game_with_a_bid: None, add_migration: Callable[[str], None], settings: Settings
) -> None:
    """With foreign keys on, SQLite would take every hand along when the old table goes."""
    before = rows_by_table_in(engine)
    assert before["hand"] == 1
    assert before["change"] == 3
    add_migration(REBUILD)
    upgrade(engine, settings.instance)
    assert rows_by_table_in(engine) == before
    with engine.connect() as connection:
        assert connection.execute(text("SELECT table_name FROM game")).scalars().all() == [None]
        assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1
        assert connection.execute(text("PRAGMA foreign_key_check")).all() == []


@pytest.mark.sqlite("its file is copied")
def test_before_an_upgrade_the_database_is_copied(
    engine: Engine, game_with_a_bid: None, add_migration: Callable[[str], None], settings: Settings
) -> None:
    before = dump(settings.database_file)
    add_migration(REBUILD)
    copy = upgrade(engine, settings.instance)
    assert copy is not None
    assert copy.parent == settings.instance / "backups"
    assert copy.stat().st_mode & 0o777 == 0o600
    with unpacked(copy, settings.instance / "copy") as plain:
        assert dump(plain) == before
    assert dump(settings.database_file) != before
    assert upgrade(engine, settings.instance) is None, "the second start has nothing to do"


def test_an_upgrade_that_fails_half_way_changes_nothing(
    engine: Engine,
    game_with_a_bid: None,
    add_migration: Callable[[str], None],
    settings: Settings,
    stored: Callable[[], str],
) -> None:
    before = stored()
    add_migration(FAIL_HALF_WAY)
    for _ in range(2):
        with pytest.raises(DBAPIError):
            upgrade(engine, settings.instance)
    assert stored() == before
    assert len(backups.copies(settings.instance)) <= 1, "a service that starts again and again would fill the disk"


@pytest.mark.sqlite("foreign keys are off while it is upgraded")
@pytest.mark.parametrize(("body", "fault"), [(LEAVE_ORPHANS, UpgradeFailed), (FAIL_HALF_WAY, DBAPIError)])
def test_an_upgrade_that_cannot_be_finished_leaves_no_orphans(
    engine: Engine,
    game_with_a_bid: None,
    add_migration: Callable[[str], None],
    settings: Settings,
    stored: Callable[[], str],
    body: str,
    fault: type[Exception],
) -> None:
    before = stored()
    add_migration(body)
    with pytest.raises(fault):
        upgrade(engine, settings.instance)
    assert stored() == before
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1


@pytest.mark.everywhere(
    "again", proven="tests/storage/test_upgrade.py::test_workers_that_start_at_once_on_an_old_database_upgrade_it_once"
)
@pytest.mark.process
def test_workers_that_start_at_once_on_nothing_make_one_club_and_one_key(
    new_settings: Settings, tmp_path: Path
) -> None:
    instance, settings = new_settings.instance, replace(new_settings, secret_key="")
    answers = start_at_once(4, settings, tmp_path / "answers")
    key = (instance / "secret_key").read_text()
    assert answers == [f"{key} 1"] * 4
    assert (instance / "secret_key").stat().st_mode & 0o777 == 0o600
    assert len(key) >= 32
    assert not list(instance.glob("secret_key.*")), "every draft is gone"


@pytest.mark.process
def test_workers_that_start_at_once_on_an_old_database_upgrade_it_once(
    new_engine: Engine, new_settings: Settings, tmp_path: Path
) -> None:
    older_databases.make(new_engine, "eighteen-steps")
    new_engine.dispose()
    answers = start_at_once(4, new_settings, tmp_path / "answers")
    assert answers == [f"{new_settings.secret_key} 1"] * 4
    copies = backups.copies(new_settings.instance, backups.BEFORE_UPGRADE)
    assert len(copies) == (1 if new_engine.dialect.name == "sqlite" else 0)
    with new_engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM game")).scalar_one() == 10


@pytest.mark.process
def test_killed_in_the_middle_of_an_upgrade_it_is_done_at_the_next_start(
    engine: Engine,
    game_with_a_bid: None,
    add_migration: Callable[[str], None],
    settings: Settings,
    stored: Callable[[], str],
) -> None:
    before = stored()
    add_migration(KILL_HALF_WAY)
    start = [sys.executable, "-c", START, *map(str, (upgrading.MIGRATIONS, settings.database_url, settings.instance))]
    killed = subprocess.run(start, env=os.environ | {"KILL_HALF_WAY": "1"}, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert stored() == before, "all or nothing"
    upgrade(engine, settings.instance)
    assert upgrading.present_revision(engine) == "9999"


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("0001", "from before version 1.0: open it once with version 1.0.0, then with this one"),
        ("0017", "from before version 1.0"),
        ("9999", "made by a newer version of this program"),
    ],
)
def test_a_database_that_this_program_cannot_upgrade_is_left_alone(
    engine: Engine, game_with_a_bid: None, settings: Settings, stored: Callable[[], str], revision: str, words: str
) -> None:
    older_databases.stamp(engine, revision)
    before = stored()
    for _ in range(2):
        with pytest.raises(UpgradeFailed, match=words):
            upgrade(engine, settings.instance)
    assert stored() == before
    assert not backups.copies(settings.instance)


@pytest.mark.sqlite("its file lies in the folder")
@pytest.mark.parametrize("folder", ["what?", "100%", "a#b", "a b", "ä", "x;y"])
def test_a_folder_may_bear_any_name(tmp_path: Path, folder: str) -> None:
    fresh = Settings(instance=tmp_path / folder)
    engine = create_engine(fresh.database_url)
    configure(engine)
    upgrade(engine, fresh.instance)
    engine.dispose()
    assert fresh.database_file.stat().st_size
