"""`rook-scorekeeper restore`, as a person at the terminal meets it: games come back one by one, nothing is lost."""

import gzip
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.settings import Settings
from scorekeeper.storage import backups
from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer.export import all_records

from .conftest import close
from .person import Person
from .server_process import ServerProcess, environment, free_port
from .terminal import Terminal

pytestmark = [pytest.mark.process, pytest.mark.sqlite("its file is copied")]


@pytest.fixture
def terminal(settings: Settings) -> Terminal:
    return Terminal(settings.instance.parent)


def run_restore(terminal: Terminal, settings: Settings, file: Path) -> tuple[int, str, str]:
    return terminal.run("restore", str(file), instance=settings.instance.name)


def records(app: Flask) -> dict[str, bytes]:
    """Return every game of the club as its record; nothing of this app is open afterwards."""
    with app.app_context():
        games = dict(all_records(permissions.club_id()))
    close(app)
    return games


@pytest.mark.parametrize("name", ["copy.sqlite", "copy.sqlite.gz"])
def test_a_copy_comes_back_game_by_game_and_what_it_replaces_is_kept(
    app: Flask, phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path, name: str
) -> None:
    for dealer in ("Ann", "Bob"):
        phone.start_game(dealer)
        phone.play("Bob", 95, 45)
    before = records(app)
    assert len(before) == 2
    file = tmp_path / name
    assert terminal.run("backup", str(file), instance=settings.instance.name)[0] == 0
    phone.play("Bob", 95, 45)
    later = records(app)
    status, out, _ = run_restore(terminal, settings, file)
    assert status == 0
    assert records(app) == before != later
    (kept,) = backups.copies(settings.instance, backups.REPLACED)
    assert f"The previous database was saved as {kept}." in out
    assert run_restore(terminal, settings, kept)[0] == 0
    assert records(app) == later, "a restore can be taken back"


def test_a_database_put_back_next_to_a_forgotten_log_is_whole(
    app: Flask, phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    phone.start_game()
    before = records(app)
    backups.copy(settings.database_file, tmp_path / "copy.sqlite")
    phone.play("Bob", 95, 45)
    for end in ("-wal", "-shm"):  # as they lie there after a power cut
        log = settings.database_file.with_name(settings.database_file.name + end)
        (tmp_path / end).write_bytes(log.read_bytes())
    close(app)
    for end in ("-wal", "-shm"):
        settings.database_file.with_name(settings.database_file.name + end).write_bytes((tmp_path / end).read_bytes())
    settings.database_file.write_bytes((tmp_path / "copy.sqlite").read_bytes()[:-4096])  # a copy cut off, besides
    assert run_restore(terminal, settings, tmp_path / "copy.sqlite")[0] == 0
    assert records(app) == before


def test_restore_brings_back_what_is_only_in_the_log_next_to_a_copy(
    app: Flask, phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    """As from the disk of a server that was killed: its log was not folded in."""
    phone.start_game()
    phone.play("Bob", 95, 45)
    disk = tmp_path / "disk"
    disk.mkdir()
    for end in ("", "-wal"):
        file = settings.database_file.with_name(settings.database_file.name + end)
        (disk / f"old.sqlite{end}").write_bytes(file.read_bytes())
    there = {file: file.read_bytes() for file in disk.iterdir()}
    before = records(app)
    phone.play("Bob", 95, 45)
    assert records(app) != before
    assert run_restore(terminal, settings, disk / "old.sqlite")[0] == 0
    assert records(app) == before
    assert {file: file.read_bytes() for file in disk.iterdir()} == there, "what was given stays as it is"


def test_a_log_that_is_not_the_copys_own_is_named(
    phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    """Once it is moved away, the copy can be restored."""
    phone.start_game()
    close(phone.app)
    copy, log = tmp_path / "copy.sqlite", tmp_path / "copy.sqlite-wal"
    copy.write_bytes(settings.database_file.read_bytes())
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE other (id INTEGER)")
        other.commit()
        log.write_bytes((tmp_path / "other.sqlite-wal").read_bytes())
    status, _, said = run_restore(terminal, settings, copy)
    assert (status, f"{copy} with copy.sqlite-wal next to it" in said) == (1, True)
    log.unlink()
    assert run_restore(terminal, settings, copy)[0] == 0


def test_a_restore_leaves_no_file_of_its_own(
    phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    """A copy made by hand says that it has a log, for which SQLite makes files as soon as it is read."""
    phone.start_game()
    close(phone.app)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(settings.database_file.read_bytes())
    part = settings.database_file.with_name(f"{settings.database_file.name}.part")
    for end in ("", "-wal", "-shm"):  # of a restore that was killed
        part.with_name(part.name + end).write_bytes(b"something else")
    assert run_restore(terminal, settings, copy)[0] == 0
    assert not [*settings.instance.glob("*.part*")]


def test_while_the_server_runs_nothing_is_put_back(settings: Settings, terminal: Terminal, tmp_path: Path) -> None:
    backups.copy(settings.database_file, tmp_path / "copy.sqlite")
    env = environment(terminal.folder, instance=str(settings.instance), bind="127.0.0.1", port=str(free_port()))
    with ServerProcess(env):
        status, _, error = run_restore(terminal, settings, tmp_path / "copy.sqlite")
        assert (status, error) == (1, "Error: The server is running. Stop it first, then restore.\n")
    assert run_restore(terminal, settings, tmp_path / "copy.sqlite")[0] == 0


def test_where_a_file_has_no_shared_locks_a_running_server_is_seen_too(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where only one process can hold a lock."""
    monkeypatch.setattr(backups, "fcntl", None)
    with backups.not_served(settings.instance):
        pass
    backups.note_served(settings.instance)
    with pytest.raises(backups.StillServed), backups.not_served(settings.instance):
        raise AssertionError
    backups.ALONE.pop().release()
    with backups.not_served(settings.instance):
        pass


def test_where_no_folder_can_be_opened_a_copy_is_made_and_put_back(
    settings: Settings, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, which also writes only such a file to the disk as is open for writing."""
    really, sync = os.open, os.fsync

    def open_as_windows(path: str, flags: int, *more: int, **named: int) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, flags, *more, **named)

    def sync_as_windows(opened: int) -> None:
        os.write(opened, b"")
        sync(opened)

    file = tmp_path / "copy.sqlite.gz"
    monkeypatch.setattr(backups, "IS_WINDOWS", True)
    monkeypatch.setattr(os, "open", open_as_windows)
    monkeypatch.setattr(os, "fsync", sync_as_windows)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert terminal.run("backup", str(file), instance=settings.instance.name)[0] == 0
    assert run_restore(terminal, settings, file)[0] == 0


def test_restore_refuses_what_cannot_be_put_back_and_changes_nothing(
    settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    before = settings.database_file.read_bytes()
    whole = tmp_path / "whole.sqlite"
    backups.copy(settings.database_file, whole)
    files = {
        "is damaged": gzip.compress(whole.read_bytes())[:-2000],
        "cannot be used: file is not a database": b"Ann 100, Bob 20\n" * 500,
        "isn't a Rook score database": b"",
        "cannot be used: database disk image is malformed": whole.read_bytes()[: 5 * 4096],
        "was made by a newer version of this program": of_revision("9999", whole, tmp_path),
        "is from before version 1.0: open it once with version 1.0.0": of_revision("0017", whole, tmp_path),
    }
    for number, (words, content) in enumerate(files.items()):
        file = tmp_path / f"{number}.sqlite"
        file.write_bytes(content)
        status, _, error = run_restore(terminal, settings, file)
        assert status == 1
        assert words in error
        assert str(file) in error
    none = tmp_path / "none"
    assert run_restore(terminal, settings, none)[2] == f"Error: {none}: No such file or directory.\n"
    assert settings.database_file.read_bytes() == before
    assert not backups.copies(settings.instance)


def of_revision(revision: str, whole: Path, folder: Path) -> bytes:
    file = folder / "copy.sqlite"
    file.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    return file.read_bytes()


@pytest.mark.parametrize("kind", [backups.DAILY, backups.REPLACED])
def test_a_database_that_is_gone_or_damaged_is_said_with_what_to_do(
    settings: Settings, terminal: Terminal, tmp_path: Path, kind: str
) -> None:
    """Where there is nothing else, what an earlier restore replaced is a copy too."""
    copy = backups.keep_copy(settings.database_file, settings.instance, kind)
    whole = settings.database_file.read_bytes()
    for content, words in ((None, "There is no database"), (b"", "or an empty file"), (whole[:20_000], "is damaged")):
        settings.database_file.unlink(missing_ok=True)
        if content is not None:
            settings.database_file.write_bytes(content)
        status, _, error = terminal.run("export", str(tmp_path / "out"), instance=settings.instance.name)
        if content is None:
            assert "it has no database" in error
            error = terminal.run("demo", "--games", "1", instance=settings.instance.name)[2]
        assert status == 1
        assert words in error
        assert content is None or f"rook-scorekeeper restore {copy}" in error
    assert run_restore(terminal, settings, copy)[0] == 0
    assert terminal.run("export", str(tmp_path / "out"), instance=settings.instance.name)[0] == 0


def test_a_copy_that_the_server_made_is_put_back_by_its_name_alone(settings: Settings, terminal: Terminal) -> None:
    """Under systemd and with Docker a person cannot look into its folder."""
    listed = terminal.run("restore", instance=settings.instance.name)[1]
    assert listed == f"There are no copies in {backups.folder_of(settings.instance)} yet.\n"
    older = backups.keep_copy(settings.database_file, settings.instance, backups.DAILY)
    newer = backups.keep_copy(settings.database_file, settings.instance, backups.BEFORE_UPGRADE)
    assert terminal.run("restore", instance=settings.instance.name)[1].split() == [newer.name, older.name]
    status, said, _ = run_restore(terminal, settings, Path(older.name))
    assert (status, said.splitlines()[0]) == (0, f"Restored from {older}.")


def test_a_damaged_database_is_not_copied_as_if_it_were_whole(settings: Settings, tmp_path: Path) -> None:
    with settings.database_file.open("r+b") as file:
        file.seek(6 * 4096)
        file.write(os.urandom(4 * 4096))
    with pytest.raises(backups.BadCopy, match=str(settings.database_file)):
        backups.copy(settings.database_file, tmp_path / "copy.sqlite")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_database_that_root_restores_belongs_to_the_owner_of_its_folder(
    app: Flask, phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    """The service runs as that user, and could not open it otherwise."""
    phone.start_game()
    file = tmp_path / "copy.sqlite"
    assert terminal.run("backup", str(file), instance=settings.instance.name)[0] == 0
    close(app)
    for path in (settings.instance, *settings.instance.rglob("*")):
        os.chown(path, 1234, 1235)
    assert run_restore(terminal, settings, file)[0] == 0
    for path in settings.instance.rglob("*"):
        assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235), path
        assert path.is_dir() or path.stat().st_mode & 0o777 == 0o600, path


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_restore_does_not_give_away_what_a_link_in_the_folder_leads_to(
    app: Flask, phone: Person, settings: Settings, terminal: Terminal, tmp_path: Path
) -> None:
    """The owner of the folder may have put it there, to get a file of root's."""
    phone.start_game()
    file, secret = tmp_path / "copy.sqlite", tmp_path / "secret"
    assert terminal.run("backup", str(file), instance=settings.instance.name)[0] == 0
    close(app)
    secret.write_text("root's")
    (settings.instance / backups.SERVED).unlink(missing_ok=True)
    (settings.instance / backups.SERVED).symlink_to(secret)
    os.chown(settings.instance, 1234, 1235)
    assert run_restore(terminal, settings, file)[0] == 1
    assert (secret.stat().st_uid, secret.read_text()) == (0, "root's")
