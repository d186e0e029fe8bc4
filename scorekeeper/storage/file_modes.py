"""Files with names and keys of links are their owner's alone, mode 0600, whatever the umask and the folder are."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MODE = 0o600
OTHERS = 0o077
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
HAS_MODES = os.name != "nt"


def opener(path: str, flags: int) -> int:
    """Open a file for `open`; a new one is its owner's alone."""
    return os.open(path, flags | NO_LINK, MODE)


def make_database(file: str | None) -> None:
    """Make an empty file for SQLite, which gives its log files the same mode; one that is there stays as it is."""
    if not file or file == ":memory:":
        return
    with suppress(OSError):  # it is there, or SQLite will say what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NO_LINK, MODE))


def exposed(instance: Path, database: str | None) -> Iterator[Path]:
    """Yield the files of this installation that others on this machine may open: all in its folder and its backups."""
    if not HAS_MODES:
        return
    beside = Path(database).parent.glob(f"{Path(database).name}*") if database else ()
    for file in sorted({*instance.glob("*"), *(instance / "backups").glob("*"), *beside}):
        with suppress(OSError):
            found = file.lstat()
            if stat.S_ISREG(found.st_mode) and found.st_mode & OTHERS:
                yield file


def mend(instance: Path, database: str | None) -> None:
    """Make exposed files their owner's alone, where that is allowed; `doctor` says which are left.

    Before the database is opened: to close its file would give up SQLite's locks.
    """
    for file in exposed(instance, database):
        with suppress(OSError):
            opened = os.open(file, os.O_RDONLY | os.O_NONBLOCK | NO_LINK)
            try:
                os.fchmod(opened, os.fstat(opened).st_mode & ~OTHERS)
            finally:
                os.close(opened)
