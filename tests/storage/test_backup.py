"""A copy of the database, taken while it is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.settings import Settings
from scorekeeper.storage import backups
from tests.person import Person

pytestmark = pytest.mark.sqlite("its file is copied")


def dump(file: Path) -> str:
    """Return everything that this database holds, and how."""
    with closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def test_a_database_in_use_is_copied_whole(phone: Person, settings: Settings, tmp_path: Path) -> None:
    phone.start_game()
    phone.play("Bob", 95, 45)
    before = dump(settings.database_file)
    with closing(sqlite3.connect(settings.database_file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE club SET name = 'half written'")
        backups.copy(settings.database_file, tmp_path / "copy.sqlite")
        writer.execute("ROLLBACK")
    assert dump(tmp_path / "copy.sqlite") == before
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "copy.sqlite.part").exists()


def test_a_folder_may_have_any_name(settings: Settings, tmp_path: Path) -> None:
    odd = tmp_path / "100% of #1? yes & no"
    odd.mkdir()
    before = dump(settings.database_file)
    backups.copy(settings.database_file.rename(odd / "ü b.sqlite"), odd / "copy #2?.sqlite")
    assert dump(odd / "copy #2?.sqlite") == before


def test_a_file_that_is_there_is_not_written_over(settings: Settings, tmp_path: Path) -> None:
    there = tmp_path / "photo.jpg"
    there.write_text("precious")
    with pytest.raises(FileExistsError, match="choose another name"):
        backups.copy(settings.database_file, there)
    assert there.read_text() == "precious"


def test_where_there_is_no_database_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="There is no database at"):
        backups.copy(tmp_path / "none.sqlite", tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()
