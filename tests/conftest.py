"""What all tests stand on: a database of its own for each, copied from one that was migrated once."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from flask import Flask
from sqlalchemy import create_engine

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db, use_sqlite_well
from scorekeeper.storage.upgrade import upgrade

from . import profiles  # noqa: F401 - loads one, before any test names its own
from .person import Person


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
        use_sqlite_well(engine)
        upgrade(engine, instance)
        engine.dispose()

    return make_once("migrated", migrate)


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds an installation for one test after the other."""
    return tmp_path_factory.mktemp("instance")


@pytest.fixture
def settings(migrated: Path, instance: Path) -> Settings:
    """Those of an installation that starts with an empty club for each test."""
    shutil.rmtree(instance)
    instance.mkdir()
    settings = _settings(instance)
    shutil.copy(migrated, settings.database_file)
    return settings


def _settings(instance: Path) -> Settings:
    return Settings(instance=instance, secret_key="known to the tests alone")


@pytest.fixture
def make_app(settings: Settings) -> Iterator[Callable[..., Flask]]:
    """Makes apps on the database of this test, with settings of their own; all are closed at its end."""
    apps: list[Flask] = []

    def make(**changed: Any) -> Flask:
        apps.append(create_app(replace(settings, **changed)))
        return apps[-1]

    yield make
    for app in apps:
        close(app)


@pytest.fixture(scope="session")
def shared_app(instance: Path) -> Flask:
    """An app for all tests that want no settings of their own: it keeps nothing that its database does not hold."""
    return create_app(_settings(instance))


@pytest.fixture
def app(settings: Settings, shared_app: Flask) -> Iterator[Flask]:
    yield shared_app
    close(shared_app)


def close(app: Flask) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def phone(app: Flask) -> Person:
    """A phone at the table."""
    return Person(app)


@pytest.fixture
def other_phone(app: Flask) -> Person:
    """Another phone of the same evening."""
    return Person(app, address="192.168.0.8")


@pytest.fixture
def stored(settings: Settings) -> Callable[[], str]:
    """Everything that the database holds, to compare before and after."""

    def dump() -> str:
        with closing(sqlite3.connect(settings.database_file)) as connection:
            return "\n".join(connection.iterdump())

    return dump
