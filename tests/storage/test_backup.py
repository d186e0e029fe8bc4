"""A copy of the database, taken while it is in use."""

import errno
import gzip
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.settings import Settings
from scorekeeper.storage import backups
from tests.person import Person
from tests.storage.dumps import dump

pytestmark = pytest.mark.sqlite("its file is copied")


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


def test_the_copies_of_the_last_seven_days_and_of_the_last_day_of_four_weeks_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    first = datetime(2026, 9, 1, 3, tzinfo=UTC)  # a Tuesday
    for day in range(60):
        for hour in (0, 12):
            (folder / f"daily-{first + timedelta(days=day, hours=hour):{backups.STAMP}}.sqlite.gz").touch()
    (folder / "before-upgrade-20200101-000000-000000.sqlite.gz").touch()
    (folder / "holiday.sqlite.gz").touch()
    backups.clear(tmp_path, backups.DAILY)
    kept = sorted(file.name.split("-")[1] for file in backups.copies(tmp_path, backups.DAILY))
    sundays, last_days = ["20261011", "20261018"], [f"202610{day}" for day in range(24, 31)]
    assert kept == sorted(2 * (sundays + last_days)), "the last day of its week is the last of the week"
    assert len(list(folder.iterdir())) == len(kept) + 2, "other files are left alone"


def test_one_copy_a_day_is_made_however_many_processes_look(settings: Settings) -> None:
    made = [backups.keep_daily_copy(settings.database_file, settings.instance) for _ in range(3)]
    assert made[1:] == [None, None]
    assert made[0] == backups.newest(settings.instance)
    assert made[0] is not None
    assert made[0].stat().st_mode & 0o777 == 0o600
    assert made[0].parent.stat().st_mode & 0o777 == 0o700
    with backups.unpacked(made[0], settings.instance / "plain") as plain:
        assert dump(plain) == dump(settings.database_file)


def test_a_clock_that_ran_ahead_once_makes_no_copy_at_every_look(settings: Settings) -> None:
    folder = settings.instance / "backups"
    folder.mkdir(mode=0o700)
    for week in range(8):
        (folder / f"daily-{datetime(2099, 1, 1, tzinfo=UTC) + timedelta(weeks=week):{backups.STAMP}}.sqlite.gz").touch()
    made = [backups.keep_daily_copy(settings.database_file, settings.instance) for _ in range(2)]
    assert made[0]
    assert made[0].exists()
    assert made[1] is None


def test_an_unfinished_backup_is_cleared_away_the_day_after(settings: Settings) -> None:
    folder = settings.instance / "backups"
    folder.mkdir(mode=0o700)
    old, fresh = (folder / f"daily-2026112{day}-030000-000000.sqlite.gz.part" for day in (0, 2))
    old.touch()
    fresh.touch()
    os.utime(old, (time.time() - 90_000,) * 2)
    backups.keep_daily_copy(settings.database_file, settings.instance)
    assert not old.exists()
    assert fresh.exists(), "another process may be at it"


def test_an_empty_file_is_not_copied_as_if_it_were_a_database(settings: Settings, tmp_path: Path) -> None:
    settings.database_file.write_bytes(b"")
    with pytest.raises(backups.BadCopy, match="is empty"):
        backups.copy(settings.database_file, tmp_path / "copy.sqlite")
    with pytest.raises(FileNotFoundError, match=f"There is no folder {tmp_path / 'none'}"):
        backups.copy(settings.database_file, tmp_path / "none" / "copy.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_replaced_database_is_kept_where_the_disk_has_no_links(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where SCOREKEEPER_DATABASE lies on another disk than the instance folder."""

    def link(*_: object) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    before, copy = dump(settings.database_file), tmp_path / "copy.sqlite"
    backups.copy(settings.database_file, copy)
    monkeypatch.setattr(os, "link", link)
    with backups.unpacked(copy, settings.database_file) as part:
        kept = backups.put_back(part, settings.database_file, settings.instance)
    assert kept
    assert dump(kept) == dump(settings.database_file) == before
    assert kept.stat().st_mode & 0o777 == 0o600


def test_copies_of_one_day_and_of_older_programs_are_in_no_ones_way(settings: Settings) -> None:
    old = settings.instance / "before-upgrade-20260101-101010.sqlite"
    old.touch()
    made = [backups.keep_copy(settings.database_file, settings.instance, backups.BEFORE_UPGRADE) for _ in range(3)]
    assert backups.copies(settings.instance, backups.BEFORE_UPGRADE) == [*reversed(made), old]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_what_is_no_database_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    """Three megabytes can become three gigabytes."""
    file = tmp_path / "copy.sqlite"
    file.write_bytes(pack(bytes(5000)))
    monkeypatch.delattr(backups, "_write")
    refused = pytest.raises(backups.BadCopy, match=f"{file} cannot be used: file is not a database")
    with refused, backups.unpacked(file, tmp_path / "target"):
        raise AssertionError
    assert list(tmp_path.iterdir()) == [file]


def test_a_copy_that_would_fill_the_disk_is_not_made(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "LEFT_FREE", 1 << 62)
    with pytest.raises(OSError, match=r"Not enough disk space to copy .*: that takes 4611.* MB, and \d+ MB are free$"):
        backups.keep_daily_copy(settings.database_file, settings.instance)
    assert not backups.copies(settings.instance)
