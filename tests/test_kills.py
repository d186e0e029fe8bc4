"""What was acknowledged is stored: servers and databases are killed at random moments, and every entry is there once.

`make test` kills twice, `make torture` fifty times (KILLS).
"""

import logging
import os
import random
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, create_engine, text

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.usecases import doctor

from .conftest import close
from .postgresql import own_server
from .recorders import Recorder, record_until
from .server_process import GUNICORN, SERVE, ServerProcess, environment, free_port

pytestmark = pytest.mark.process

LOG = logging.getLogger(__name__)
ROOT = Path(__file__).parents[1]
CLIENTS = 8
KILLS = int(os.environ.get("KILLS", "2"))
SERVERS = {"waitress": SERVE, "gunicorn": (*GUNICORN, "wsgi:app")}
WAYS = [("waitress", "sqlite"), ("gunicorn", "postgresql"), ("gunicorn", "sqlite"), ("waitress", "postgresql")]
WAYS += [("gunicorn", "shutdown of postgresql")]


class Postgres:
    """A server whose commits are durable, that can be shut down as if at once, and started again."""

    def __init__(self, url: URL):
        self.url, self.again = url, list[subprocess.Popen[bytes]]()
        self.data = Path(str(url.query["host"]), "data")

    def shut_down_immediately(self) -> None:
        process = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(process, signal.SIGQUIT)
        while self._runs(process):
            time.sleep(0.01)

    def start(self) -> None:
        owner = self.data.stat()
        how: dict[str, Any] = {}
        if os.geteuid() == 0:
            how = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": ()}
        command = shlex.split((self.data / "postmaster.opts").read_text())
        quiet = subprocess.DEVNULL
        self.again.append(subprocess.Popen(command, cwd=self.data, stdout=quiet, stderr=quiet, **how))
        engine = create_engine(self.url)
        for _ in range(2400):
            with suppress(Exception), engine.connect():
                break
            time.sleep(0.05)
        engine.dispose()

    def stop(self) -> None:
        for process in self.again:
            process.send_signal(signal.SIGQUIT)
            process.wait()

    @staticmethod
    def _runs(process: int) -> bool:
        with suppress(FileNotFoundError, ProcessLookupError):
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        return False


@pytest.fixture
def durable() -> Iterator[Postgres]:
    with own_server(output=subprocess.DEVNULL) as url:
        postgres = Postgres(url)
        yield postgres
        postgres.stop()


def drained(server: ServerProcess) -> None:
    """Read what it prints, lest it wait for somebody who does."""

    def read() -> None:
        with suppress(ValueError, OSError):
            while server.process.stdout and server.process.stdout.readline():
                pass

    threading.Thread(target=read, daemon=True).start()


@pytest.mark.everywhere("again", once={"server": "waitress", "database": "sqlite"})
@pytest.mark.parametrize(("server", "database"), WAYS[:KILLS], ids=lambda value: value.replace(" ", "-"))
def test_every_acknowledged_entry_is_stored_once_and_whole(
    tmp_path: Path, request: pytest.FixtureRequest, server: str, database: str
) -> None:
    chance = random.Random(f"{server} on {database}")
    postgres: Postgres | None = None if database == "sqlite" else request.getfixturevalue("durable")
    url = postgres.url.render_as_string(hide_password=False) if postgres else ""
    settings = {"instance": str(tmp_path / "instance"), "bind": "127.0.0.1", "port": str(free_port())}
    env = environment(tmp_path, **settings, database=url) | {"WEB_CONCURRENCY": "2"}
    recorders = [Recorder(int(settings["port"])) for _ in range(CLIENTS)]
    kills = [index for index in range(KILLS) if WAYS[index % len(WAYS)] == (server, database)]
    for number in (*kills, None):
        with ExitStack() as running:
            process = running.enter_context(ServerProcess(env, SERVERS[server], ROOT))
            drained(process)
            for recorder in recorders:
                if not recorder.game:
                    recorder.start()
            record_until(recorders, ending(process, postgres, database, number, chance))
        if postgres and database.startswith("shutdown") and number is not None:
            postgres.start()
    assert not [refused for recorder in recorders for refused in recorder.refused]
    check_database(Settings(instance=Path(settings["instance"]), database=url), recorders)
    saved, again = (sum(counts) for counts in zip(*((len(r.saved), r.sent_again) for r in recorders), strict=True))
    LOG.info("%s on %s: %s kills, %s acknowledged, %s of them sent again", server, database, len(kills), saved, again)


def ending(
    process: ServerProcess, postgres: Postgres | None, database: str, number: int | None, chance: random.Random
) -> Callable[[], None]:
    """Return what ends this run: a kill at a random moment, or calm, once everybody has sent again what was open."""

    def end() -> None:
        time.sleep(chance.uniform(0.3, 2))
        if number is None:
            return
        if postgres and database.startswith("shutdown"):
            postgres.shut_down_immediately()
        process.__exit__(None, None, None)

    return end


def check_database(settings: Settings, recorders: list[Recorder]) -> None:
    """Every acknowledged entry is there once, none that was not sent, and all figures are what the hands say."""
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        for recorder in recorders:
            uid = recorder.game.rpartition("/")[2]
            of_game = "FROM {} WHERE game_id = (SELECT id FROM game WHERE replace(CAST(uid AS text), '-', '') = :game)"
            game = {"game": uid.replace("-", "")}
            rows = connection.execute(text(f"SELECT CAST(uid AS text) {of_game.format('change')}"), game)
            stored = sorted(row[0].replace("-", "") for row in rows)
            sent = sorted(each.replace("-", "") for each in recorder.saved)
            unanswered = {recorder.open[1]["form_id"].replace("-", "")} if recorder.open else set()
            assert set(sent) <= set(stored) <= set(sent) | unanswered
            assert len(stored) == len(set(stored))
            hands = connection.execute(text(f"SELECT count(*) {of_game.format('hand')}"), game).scalar_one()
            assert hands == len(stored) // 2
    engine.dispose()
    app = create_app(settings)
    with app.app_context():
        found = doctor.examine()
    close(app)
    assert (found.facts, found.figures) == ([], [])
    assert found.games == len(recorders)
