"""What all tests stand on: a database of its own for each, copied from one that was migrated once."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine

from scorekeeper.app import create_app
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db, use_sqlite_well
from scorekeeper.storage.upgrade import upgrade

from .person import Person


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with its club, as the first start leaves it."""
    instance = tmp_path_factory.mktemp("migrated")
    file = Settings(instance=instance).database_file
    engine = create_engine(f"sqlite:///{file}")
    use_sqlite_well(engine)
    upgrade(engine, instance)
    engine.dispose()
    return file


@pytest.fixture
def settings(migrated: Path, tmp_path: Path) -> Settings:
    settings = Settings(instance=tmp_path / "instance", secret_key="known to the tests alone")
    settings.instance.mkdir()
    shutil.copy(migrated, settings.database_file)
    return settings


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


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


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
