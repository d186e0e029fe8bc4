"""What all tests stand on: a database of its own for each, copied from one that was migrated once."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import NullPool, create_engine, inspect, text

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage import db as storage
from scorekeeper.storage.db import configure
from scorekeeper.storage.upgrade import upgrade

# checked, clock and profiles work by being imported; durations and postgresql are used below.
from . import checked, clock, durations, postgresql, profiles  # noqa: F401 - imported for what they do
from .again import FailedRun
from .emptied import Databases
from .person import Person
from .statements import Statements, all_run
from .terminal import Terminal
from .tiers import COLLECTED, LeftOut, unmark

QUICK = 0.1
"""Seconds of a case: what takes longer is left out by `make quick`."""
STORAGE = Path(__file__).parent / "storage"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=["sqlite", "postgresql"], help="what every test runs on")
    parser.addoption("--quick", action="store_true", help="leave out what takes more than a tenth of a second")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # a worker of pytest-xdist
        config.pluginmanager.register(FailedRun(config))
    config.pluginmanager.register(LeftOut())
    config.pluginmanager.register(Statements(all_run(config), config.option.markexpr))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on the database that was asked for, or on those that its marks and its folder name."""
    if "database" in metafunc.fixturenames:
        chosen, marked = metafunc.config.getoption("database"), metafunc.definition.get_closest_marker
        on_postgresql = pytest.param("postgresql", marks=[pytest.mark.process, pytest.mark.everywhere("database")])
        if marked("postgresql"):
            metafunc.parametrize("database", [on_postgresql])
        elif chosen:
            metafunc.parametrize("database", [chosen])
        elif _is_on_both(metafunc.definition):
            metafunc.parametrize("database", [pytest.param("sqlite", id=pytest.HIDDEN_PARAM), on_postgresql])


def _is_on_both(test: pytest.Function) -> bool:
    """Return whether every run tries a test on both databases: properties, which take long, run on SQLite alone."""
    if test.get_closest_marker("sqlite") or getattr(test.obj, "is_hypothesis_test", False):
        return False
    return test.path.parent == STORAGE or bool(test.get_closest_marker("both_databases"))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """The longest begin first, lest the last of them keeps one worker busy while the others have no more to do."""
    config.stash[COLLECTED] = list(items)
    unmark(items)
    yield
    if config.getoption("quick"):
        slow = [item for item in items if durations.of_a_case(item) > QUICK]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if durations.of_a_case(item) <= QUICK]
    items.sort(key=durations.of_a_case, reverse=True)
    if config.getoption("database") == "postgresql":
        for item in items:
            if mark := item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason=f"SQLite alone: {mark.args[0]}"))


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """Have each template compiled once for all apps of a run."""
    folder = tmp_path_factory.getbasetemp()
    compiled = (folder if worker_id == "master" else folder.parent) / "templates"
    compiled.mkdir(exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(compiled))}


def pytest_collection_finish() -> None:
    """The thousands of tests stay until the end: the garbage collector need not look through them all the time."""
    gc.freeze()


@pytest.fixture(scope="session")
def make_once(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Callable[[str, Callable[[Path], None]], Path]:
    """Has the first worker that asks for it make a database, and gives it to all."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder if worker_id == "master" else folder.parent

    def make_once(name: str, make: Callable[[Path], None]) -> Path:
        file = folder / name / _settings(folder).database_file.name
        with FileLock(folder / f"{name}.lock"):
            if not file.exists():
                draft = tmp_path_factory.mktemp(name)
                make(draft)
                draft.rename(file.parent)
        return file

    return make_once


@pytest.fixture(scope="session")
def migrated(make_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """An empty database with its club, as the first start leaves it."""

    def migrate(instance: Path) -> None:
        engine = create_engine(f"sqlite:///{_settings(instance).database_file}")
        configure(engine)
        upgrade(engine, instance)
        engine.dispose()

    return make_once("migrated", migrate)


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory, worker_id: str, testrun_uid: str) -> Iterator[Databases]:
    """Fresh databases on PostgreSQL."""
    folder = tmp_path_factory.getbasetemp()
    folder, run = (folder, os.getpid()) if worker_id == "master" else (folder.parent, os.getppid())
    prefix = f"rook_{testrun_uid[:12]}"
    databases = Databases(postgresql.serve(folder, run, prefix), prefix, worker_id)
    yield databases
    databases.close()


@pytest.fixture
def database() -> str:
    """Which one a test is to run on, where nothing else was asked for."""
    return "sqlite"


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds an installation for one test after the other."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture
def settings(database: str, instance: Path, request: pytest.FixtureRequest) -> Settings:
    """Those of an installation that starts with an empty club for each test."""
    shutil.rmtree(instance)
    instance.mkdir()
    settings = _settings(instance)
    if database == "postgresql":
        return replace(settings, database=request.getfixturevalue("on_postgresql").migrated())
    shutil.copy(request.getfixturevalue("migrated"), settings.database_file)
    return settings


@pytest.fixture
def new_settings(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """Those of an installation that was never started: its database has no tables."""
    new = _settings(tmp_path / "new" / "instance")
    if database == "postgresql":
        return replace(new, database=request.getfixturevalue("on_postgresql").empty())
    return new


def _settings(instance: Path) -> Settings:
    return Settings(instance=instance, secret_key="known to the tests alone on Earth")


@pytest.fixture
def make_app(settings: Settings) -> Iterator[Callable[..., Flask]]:
    """Makes apps of its own for a test, with these settings changed; all are closed at its end."""
    apps: list[Flask] = []

    def make(**changed: Any) -> Flask:
        apps.append(create_app(replace(settings, **changed)))
        return apps[-1]

    yield make
    for app in apps:
        close(app)


@pytest.fixture(scope="session")
def shared_apps() -> dict[Settings, Flask]:
    """The apps that were made once for all tests: they keep nothing that their database does not hold."""
    return {}


@pytest.fixture
def app_with(settings: Settings, shared_apps: dict[Settings, Flask]) -> Iterator[Callable[..., Flask]]:
    """Gives the app that has these settings changed, which a test must leave as it was."""
    asked: set[Settings] = set()

    def app_with(**changed: Any) -> Flask:
        wanted = replace(settings, **changed)
        asked.add(wanted)
        return shared_apps.get(wanted) or shared_apps.setdefault(wanted, create_app(wanted))

    yield app_with
    for wanted in asked:
        close(shared_apps[wanted])


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with()


def close(app: Flask) -> None:
    with app.app_context():
        storage.close()


@pytest.fixture
def phone(app: Flask) -> Person:
    """A phone at the table."""
    return Person(app)


@pytest.fixture
def other_phone(app: Flask) -> Person:
    """Another phone of the same evening."""
    return Person(app, address="192.168.0.8")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


@pytest.fixture
def stored(settings: Settings) -> Callable[[], str]:
    """Everything that the database holds, to compare before and after."""
    engine = create_engine(settings.database_url, poolclass=NullPool)

    def dump() -> str:
        found = []
        with engine.connect() as connection:
            for table in sorted(inspect(connection).get_table_names()):
                rows = connection.execute(text(f"SELECT * FROM {table}"))
                found += [f"{table} {list(rows.keys())}"]
                found += sorted(f'INSERT INTO "{table}" VALUES {row}' for row in rows)
        return "\n".join(found)

    return dump
