"""Work for processes that all begin at the same moment."""

from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

from sqlalchemy import create_engine, text

from scorekeeper.settings import Settings
from scorekeeper.storage.db import configure
from scorekeeper.storage.upgrade import upgrade
from tests.patience import PATIENCE


def start_up(settings: Settings) -> str:
    """What each worker of a server does first; answers the key and how many clubs there are."""
    key = settings.signing_key()
    engine = create_engine(settings.database_url)
    configure(engine)
    upgrade(engine, settings.instance)
    with engine.connect() as connection:
        clubs = connection.execute(text("SELECT count(*) FROM club")).scalar_one()
    engine.dispose()
    return f"{key} {clubs}"


def _one(gate: Barrier, settings: Settings, answers: Path, number: int) -> None:
    gate.wait(PATIENCE)
    (answers / str(number)).write_text(start_up(settings))


def start_at_once(count: int, settings: Settings, answers: Path) -> list[str]:
    """Starts so many processes with these settings; answers what each said, "" where one failed."""
    answers.mkdir()
    context = get_context("spawn")
    gate = context.Barrier(count)
    processes = [context.Process(target=_one, args=(gate, settings, answers, number)) for number in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
        process.close()
    return [file.read_text() if file.exists() else "" for file in (answers / str(n) for n in range(count))]
