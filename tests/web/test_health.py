"""What watches over the server: is it alive, can it store what a phone sends, and what it tells of requests."""

import json
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.http_server import JsonLine
from scorekeeper.settings import Settings
from scorekeeper.storage.db import db
from scorekeeper.web.metrics import REQUESTS
from tests.person import Person
from tests.small_files import files_of_at_most

from .steps import shown_links


@pytest.mark.both_databases
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_server_says_that_it_is_well(phone: Person, path: str) -> None:
    answer = phone.get(path)
    assert (answer.status, answer.body) == (200, b"ok\n")


@pytest.mark.both_databases
def test_a_database_of_another_version_is_alive_and_not_ready(app: Flask, phone: Person) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert phone.get("/healthz").status == 200
    answer = phone.get("/readyz")
    assert (answer.status, answer.body) == (503, b"The database has the schema of another version.\n")


@pytest.mark.sqlite("its disk is ours")
def test_a_disk_that_takes_nothing_is_not_ready(phone: Person, settings: Settings) -> None:
    phone.open("/")
    shutil.rmtree(settings.instance)
    answer = phone.get("/readyz")
    assert answer.status == 503
    assert answer.body.startswith(b"The database cannot be written to")
    settings.instance.mkdir()


@pytest.mark.sqlite("its file is ours")
def test_a_database_whose_file_cannot_grow_is_not_ready(phone: Person, settings: Settings) -> None:
    phone.start_game()
    with files_of_at_most(settings.database_file.stat().st_size):
        assert phone.get("/readyz").status == 503
    assert phone.get("/readyz").status == 200


@pytest.mark.sqlite("its file is ours")
def test_a_database_that_belongs_to_another_user_is_not_ready(
    phone: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that can be written to, as after a command that root ran: no mode stops root, who may run this."""
    monkeypatch.setattr(os, "access", lambda place, _mode: Path(place) != settings.database_file)
    assert phone.get("/readyz").status == 503


@pytest.mark.everywhere("database", proven="tests/web/test_health.py")
@pytest.mark.postgresql("a standby takes no changes")
def test_a_server_that_takes_no_changes_is_not_ready(app: Flask, phone: Person) -> None:
    with app.app_context():
        with db.engine.begin() as connection:
            name = connection.engine.url.database
            connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
        db.engine.dispose()  # it is so for who connects from now on
    assert phone.get("/readyz").status == 503


def test_without_the_setting_there_are_no_metrics(phone: Person) -> None:
    assert phone.get("/metrics").status == 404


def test_metrics_tell_endpoints_and_no_addresses(make_app: Callable[..., Flask]) -> None:
    phone = Person(make_app(metrics=True))
    REQUESTS.clear()  # of other tests: a process counts for all its apps
    game = phone.start_game()
    key = shown_links(phone, f"{game}/links")["watch"].rpartition("/")[2]
    phone.get(f"/watch/{key}")
    phone.get("/nowhere/Ann")
    phone.web.open("/", method="ANN")
    shown = phone.get("/metrics").body.decode()
    assert 'scorekeeper_request_seconds_count{endpoint="links.watch",method="GET",status="200"} 1.0' in shown
    assert '{endpoint="none",method="GET",status="404"}' in shown
    assert '{endpoint="none",method="other",status="405"}' in shown
    for secret in (key, "Ann", game.rpartition("/")[2], phone.address):
        assert secret not in shown


def test_the_json_log_has_a_line_for_each_request_without_names_keys_and_addresses(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "scorekeeper.requests")
    phone = Person(make_app(log="json"))
    game = phone.start_game()
    key = shown_links(phone, f"{game}/links")["watch"].rpartition("/")[2]
    caplog.clear()
    phone.get(f"/watch/{key}")
    phone.get("/games?player=Ann")
    text = "\n".join(JsonLine().format(record) for record in caplog.records)
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["endpoint"], line["method"], line["status"]) for line in lines] == [
        ("links.watch", "GET", 200),
        ("home.show_history", "GET", 200),
    ]
    assert set(lines[0]) == {"time", "level", "logger", "message", "endpoint", "method", "status", "seconds", "size"}
    for secret in (key, "Ann", game.rpartition("/")[2], phone.address):
        assert secret not in text


def test_a_fault_is_one_line_of_json(make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture) -> None:
    app = make_app(log="json")
    app.add_url_rule("/fail", view_func=lambda: str(1 // 0))
    assert Person(app).get("/fail").status == 500
    fault = next(record for record in caplog.records if record.exc_info)
    line = json.loads(JsonLine().format(fault))
    assert line["message"] == "Fault in GET /fail"
    assert "ZeroDivisionError" in line["exception"]
