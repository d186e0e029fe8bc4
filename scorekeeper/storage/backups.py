"""Backups of a SQLite database: made while it is in use, checked, kept for a while, and restored.

They are in the folder `backups` of the instance, compressed and readable only by their owner, named by kind and time:
`daily-20261122-031500-000000.sqlite.gz`.
"""

import errno
import gzip
import os
import re
import shutil
import sqlite3
import stat
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from io import BufferedIOBase
from pathlib import Path

from filelock import FileLock, Timeout

from . import file_modes
from .file_modes import NO_LINK

try:
    import fcntl
except ImportError:  # Windows has no shared locks
    fcntl = None  # type: ignore[assignment]  # a module is no variable to mypy

DAILY, BEFORE_UPGRADE, REPLACED = "daily", "before-upgrade", "replaced"
DAYS, WEEKS = 7, 4  # keep the copies of this many days and weeks that have one
STAMP = "%Y%m%d-%H%M%S-%f"
NAME = re.compile(r"(?P<kind>[a-z-]+)-(?P<stamp>(?P<day>\d{8})-\d{6}(-\d{6})?)\.sqlite(\.gz)?")
GZIP, SQLITE = b"\x1f\x8b", b"SQLite format 3\0"  # how these files begin
CHUNK = 1 << 20
ABANDONED = 24 * 3600  # seconds after which an unfinished copy is abandoned
LEFT_FREE = 1_000_000  # bytes that a copy must leave free for running games
IS_WINDOWS = os.name == "nt"
SERVED = "served.lock"


class BadCopy(RuntimeError):
    """An unusable database file; the message says which, and why."""


def folder_of(instance: Path) -> Path:
    """Return the folder of an instance's copies."""
    return instance / "backups"


def copies(instance: Path, kind: str = "") -> list[Path]:
    """Return the copies of this kind, or of all, newest first; older versions put some next to the database."""
    files = [*folder_of(instance).glob("*"), *instance.glob("*")]
    named = [(NAME.fullmatch(file.name), file) for file in files]
    found = [(name["stamp"], file) for name, file in named if name and kind in ("", name["kind"])]
    return [file for _, file in sorted(found, reverse=True)]


def newest(instance: Path) -> Path | None:
    """Return the newest copy that the server made, else what a restore replaced last, else None."""
    found = copies(instance)
    return next((file for file in found if not file.name.startswith(REPLACED)), found[0] if found else None)


def keep_copy(database: Path, instance: Path, kind: str) -> Path:
    """Copy the database into the folder of its copies, and delete expired ones of this kind.

    Raises BadCopy, OSError.
    """
    folder = folder_of(instance)
    make_folder(folder)
    needed, free = 2 * database.stat().st_size + LEFT_FREE if database.exists() else 0, shutil.disk_usage(folder).free
    if free < needed:
        amounts = f"that takes {needed / 1e6:.0f} MB, and {free / 1e6:.0f} MB are free"
        raise OSError(errno.ENOSPC, f"Not enough disk space to copy {database}: {amounts}")
    file = folder / _name(kind, ".sqlite.gz")
    copy(database, file)
    clear(instance, kind, file)
    return file


def _name(kind: str, ending: str) -> str:
    return f"{kind}-{datetime.now(UTC):{STAMP}}{ending}"


def keep_daily_copy(database: Path, instance: Path) -> Path | None:
    """Make today's copy unless it exists; only one of several processes does. Raises BadCopy, OSError."""
    try:
        with FileLock(instance / "backup.lock", timeout=0, mode=0o600):
            today = f"{datetime.now(UTC):%Y%m%d}"
            if any(_day(file) == today for file in copies(instance, DAILY)):
                return None  # even if a wrong clock made copies with a later date
            return keep_copy(database, instance, DAILY)
    except Timeout:
        return None


def clear(instance: Path, kind: str, made: Path | None = None) -> None:
    """Delete the copies of a kind, except those of recent days, and of the last day of each recent week.

    Copies dated after the one just `made`, because a clock ran ahead, are left alone and not counted. Unfinished copies
    of killed processes are deleted too.
    """
    there = copies(instance, kind)
    there = there[there.index(made) :] if made else there
    days = sorted({_day(file) for file in there})
    last_of_week = {date.fromisoformat(day).isocalendar()[:2]: day for day in days}
    kept = {*days[-DAYS:], *sorted(last_of_week.values())[-WEEKS:]}
    for file in there:
        if _day(file) not in kept:
            file.unlink(missing_ok=True)
    for part in folder_of(instance).glob("*.part"):
        with suppress(FileNotFoundError):
            if part.stat().st_mtime < time.time() - ABANDONED:
                part.unlink()


def _day(file: Path) -> str:
    name = NAME.fullmatch(file.name)
    assert name
    return name["day"]


def copy(database: Path, to: Path) -> None:
    """Copy a SQLite database while it is in use; compressed if `to` ends in .gz.

    Raises FileNotFoundError, FileExistsError, OSError, and BadCopy for one that is damaged.
    """
    if not database.is_file():
        raise FileNotFoundError(f"There is no database at {database} yet.")
    if not to.parent.is_dir():
        raise FileNotFoundError(f"There is no folder {to.parent}.")
    if to.exists():
        raise FileExistsError(f"{to} exists already; choose another name.")
    plain, packed = to.with_name(f"{to.name}.part"), to.with_name(f"{to.name}.gz.part")
    try:
        for part in (plain, packed):
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, 0o600))
        _copy_pages(database, plain)
        check_pages(plain, named=database)
        if to.suffix == ".gz":
            with (  # without its name and time: copies of the same are the same
                plain.open("rb") as whole,
                packed.open("wb") as out,
                gzip.GzipFile("", "wb", compresslevel=6, fileobj=out, mtime=0) as small,
            ):
                shutil.copyfileobj(whole, small, CHUNK)
        part = packed if to.suffix == ".gz" else plain
        _sync(part)
        give_to_owner(part)
        part.rename(to)
    finally:
        _remove(plain, packed)


def _copy_pages(database: Path, to: Path) -> None:
    """Copy a snapshot of the database; readers and writers go on in the meantime."""
    if not database.stat().st_size:
        raise BadCopy(f"{database} is empty.")
    try:
        source = f"{database.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(source, uri=True)) as old, closing(sqlite3.connect(to)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log file
    except sqlite3.Error as error:
        raise unusable(database, error) from None


def unusable(file: Path, error: sqlite3.Error) -> OSError | BadCopy:
    """Return the error for this file: whether the disk or the file is to blame."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
        return OSError(f"{file}: {error}")
    return BadCopy(f"{file} cannot be used: {error}.")


def check_pages(file: Path, named: Path) -> None:
    """Raise BadCopy, with the name of another file, if the pages of this database are damaged."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise unusable(named, error) from None
    if found != "ok":
        raise BadCopy(f"{named} is damaged: {' '.join(found.split())}")


def revision_of(file: Path) -> str:
    """Return the schema revision of a database file. Raises BadCopy if it is not this program's."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            connection.execute("SELECT id FROM club").fetchone()
    except (sqlite3.Error, TypeError):
        raise BadCopy("isn't a Rook score database") from None
    return str(revision)


class StillServed(RuntimeError):
    """A server uses the database."""


ALONE: list[FileLock] = []  # held until the end of the process, where only one process can hold a lock


def note_served(instance: Path) -> None:
    """Keep `not_served` out as long as this process runs."""
    if fcntl:
        # the end of the process closes it and releases the lock
        opened = os.open(instance / SERVED, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
        fcntl.flock(opened, fcntl.LOCK_SH)
        return
    lock = FileLock(instance / SERVED, timeout=0)
    with suppress(Timeout):  # another server does it
        lock.acquire()
        ALONE.append(lock)


@contextmanager
def not_served(instance: Path) -> Iterator[None]:
    """Keep servers from starting while the block runs. Raises StillServed."""
    if not fcntl:
        lock = FileLock(instance / SERVED, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise StillServed from None
        try:
            yield
        finally:
            lock.release()
        return
    with open(instance / SERVED, "a", opener=file_modes.opener) as opened:
        give_to_owner(instance / SERVED)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StillServed from None
        yield


@contextmanager
def unpacked(file: Path, target: Path) -> Iterator[Path]:
    """Yield the database in a copy, compressed or not, as a temporary file, with what is in the log next to it.

    Raises BadCopy if it is damaged or not this program's, OSError if it cannot be read.
    """
    part = target.with_name(f"{target.name}.part")
    parts = part, *_logs(part)
    _remove(*parts)  # a killed process may have left them
    try:
        with file.open("rb") as start:
            packed = start.read(2) == GZIP
        try:
            with (gzip.open if packed else open)(file, "rb") as whole:
                if whole.read(len(SQLITE)) not in (SQLITE, b""):  # before a small file is unpacked to gigabytes
                    raise BadCopy(f"{file} cannot be used: file is not a database.")
                whole.seek(0)
                _write(whole, part)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise BadCopy(f"{file} is damaged: {error}") from None
        log, log_of_part = _logs(file.resolve())[0], _logs(part)[0]
        if has_log := not packed and log.is_file():
            with log.open("rb") as whole:
                _write(whole, log_of_part)
        named = Path(f"{file} with {log.name} next to it") if has_log else file
        _fold_in_log(part, named)
        check_pages(part, named)
        try:
            revision_of(part)
        except BadCopy as bad:
            raise BadCopy(f"{named} {bad}.") from None
        _sync(part)
        give_to_owner(part)
        yield part
    finally:
        _remove(*parts)


def _logs(database: Path) -> list[Path]:
    """Return where SQLite keeps the log of a database, and the log's index."""
    return [database.with_name(f"{database.name}-{end}") for end in ("wal", "shm")]


def _remove(*files: Path) -> None:
    for file in files:
        file.unlink(missing_ok=True)


def _write(content: BufferedIOBase, to: Path) -> None:
    with open(to, "xb", opener=file_modes.opener) as out:
        shutil.copyfileobj(content, out, CHUNK)


def _fold_in_log(database: Path, named: Path) -> None:
    """Make a database one file, without a log. Raises OSError, and BadCopy with the name of another file."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise unusable(named, error) from None


def put_back(part: Path, database: Path, instance: Path) -> Path | None:
    """Replace a database that is not in use by a checked file; return where the old one is kept, or None.

    If killed at any moment, the old or the new one is whole: the log of a sound one is folded in first.
    """
    if database.is_symlink() and _is_root():
        raise BadCopy(f"{database} is a link. Restore as the user who made it.")
    kept = None
    logs = _logs(database)
    if database.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        folder = folder_of(instance)
        make_folder(folder)
        kept = folder / _name(REPLACED, ".sqlite")
        for file, to in ((database, kept), *((log, kept.with_name(kept.name + log.name[-4:])) for log in logs)):
            if file.exists():
                _keep(file, to)
    _remove(*logs)
    os.replace(part, database)
    _sync(database.parent)
    return kept


def _keep(file: Path, to: Path) -> None:
    """Give a file a second name, by a copy if the disk is another one or has no links."""
    try:
        os.link(file, to)
    except OSError:
        shutil.copyfile(file, to)
        _sync(to)
    give_to_owner(to, 0o600)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def make_folder(folder: Path, mode: int = 0o700) -> None:
    """Make a folder, and those above it. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent, mode)
        folder.mkdir(mode, exist_ok=True)
        give_to_owner(folder)


def _owner_of(folder: Path) -> os.stat_result:
    """Return who owns a folder; if anyone may write to it, such as a volume of Docker, who serves from it.

    In a folder such as /tmp, where each keeps their own files, the lock of a server says nothing.
    """
    lock, mode = folder / SERVED, folder.stat().st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX and lock.exists() and lock.lstat().st_uid != 0:
        return lock.lstat()
    return folder.stat()


def give_to_owner(path: Path, mode: int | None = None) -> None:
    """Give what root writes to the owner of its folder: the service runs as that user, who may have made a link."""
    if mode is None and not _is_root():
        return
    owner, opened = _owner_of(path.parent), os.open(path, os.O_RDONLY | NO_LINK)
    try:
        if mode is not None:
            os.chmod(opened if os.chmod in os.supports_fd else path, mode)
        if _is_root():
            os.fchown(opened, owner.st_uid, owner.st_gid)
    finally:
        os.close(opened)


def give_all_to_owner(folder: Path) -> None:
    """Give what root has written below a folder to its owner, who may have put links to root's other files there."""
    owner = _owner_of(folder)
    for _, folders, files, place in os.fwalk(folder):
        for name in (*folders, *files):
            with suppress(OSError):  # a link, or gone by now
                opened = os.open(name, os.O_RDONLY | os.O_NONBLOCK | NO_LINK, dir_fd=place)
                try:
                    found = os.fstat(opened)
                    if found.st_uid == 0 and (stat.S_ISDIR(found.st_mode) or found.st_nlink == 1):
                        os.fchown(opened, owner.st_uid, owner.st_gid)
                finally:
                    os.close(opened)


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, written to the disk itself."""
    if path.is_dir() and IS_WINDOWS:
        return  # Windows opens no folders, and keeps their names by itself
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
        if hasattr(fcntl, "F_FULLFSYNC"):  # on a Mac the disk may keep what it was given to itself
            fcntl.fcntl(opened, fcntl.F_FULLFSYNC)
    finally:
        os.close(opened)
