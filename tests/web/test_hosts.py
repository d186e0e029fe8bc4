"""The Host header is an address or a name of this machine, else 400 (against DNS rebinding)."""

import re
import socket
from collections.abc import Callable

import pytest
from flask import Flask

from tests.clock import moment

OWN = [
    ("127.0.0.1", "IPv4"),
    ("192.168.1.20:8000", "IPv4 with a port"),
    ("[::1]", "IPv6"),
    ("[fd00::1:20]:8000", "IPv6 with a port"),
    ("localhost", "localhost"),
    ("LOCALHOST:8000", "in capitals"),
    ("localhost.", "as a full name"),
    (socket.gethostname(), "this machine"),
    (f"{socket.gethostname()}:8000", "this machine with a port"),
    ("kitchen.local", "a name of the home network"),
    ("kitchen.local:8000", "with a port"),
    ("scores.example", "in SCOREKEEPER_HOSTS"),
    ("Scores.Example:8443", "in SCOREKEEPER_HOSTS, in capitals with a port"),
]
OTHERS = [
    ("evil.example", "another name"),
    ("evil.example:8000", "another name with our port"),
    ("localhost.evil.example", "a name that begins as ours"),
    ("127.0.0.1.evil.example", "a name that begins as an address"),
    ("evillocal", "a name that ends as ours"),
    ("x.local.evil.example", "local in the middle"),
    (".local", "no name"),
    ("notscores.example", "a name that ends as one of SCOREKEEPER_HOSTS"),
    ("a.scores.example", "a name below one of SCOREKEEPER_HOSTS"),
    ("", "empty"),
    ("a..local", "a name with an empty part"),
    (f"{'x' * 64}.local", "a name with too long a part"),
    (":8000", "a port alone"),
    ("999.1.1.1", "no address"),
    ("evil.example@localhost", "with a user"),
    ("localhost evil.example", "with a blank"),
]


def answer_to(app: Flask, host: str, path: str = "/") -> tuple[int, str]:
    answer = app.test_client().get(path, environ_overrides={"HTTP_HOST": host})
    return answer.status_code, answer.text


@pytest.mark.parametrize("host", [row[0] for row in OWN], ids=[row[1] for row in OWN])
def test_our_own_names_are_answered(app_with: Callable[..., Flask], host: str) -> None:
    assert answer_to(app_with(hosts=("scores.example",)), host)[0] == 200


@pytest.mark.parametrize("host", [row[0] for row in OTHERS], ids=[row[1] for row in OTHERS])
@pytest.mark.parametrize("path", ["/", "/healthz", "/nowhere"])
def test_other_names_are_refused(app_with: Callable[..., Flask], host: str, path: str) -> None:
    status, text = answer_to(app_with(hosts=("scores.example",)), host, path)
    assert status == 400
    assert "answer to this name" in text
    assert "SCOREKEEPER" not in text


def test_the_page_for_an_unknown_name_has_its_style_and_nothing_else_of_ours(app: Flask) -> None:
    """K13: it looks as the app does."""
    page = app.test_client().get("/", base_url="http://evil.example").text
    files = re.findall(r'(?:href|src)="(/[^"]*\.\w+)"', page)
    assert any(file.endswith("/app.css") for file in files)
    assert {app.test_client().get(file, base_url="http://evil.example").status_code for file in files} == {200}
    for path in ("/games", "/phone", "/worker.js", "/static/00000000/app.css"):
        assert answer_to(app, "evil.example", path)[0] in (400, 404)


def test_whoever_installed_it_finds_the_setting_in_the_log_once_a_name(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app()
    for host in ("evil.example", "evil.example", "a..local", "localhost", "new\nline.example"):
        answer_to(app, host)
    said = [record.getMessage() for record in caplog.records if "SCOREKEEPER_HOSTS" in record.getMessage()]
    assert [line.partition(". If")[0] for line in said] == [
        f"Refused a request to {name}" for name in ("'evil.example'", "'a..local'", r"'new\nline.example'")
    ]
    for number in range(200):
        answer_to(app, f"{number}.example")
    assert sum("SCOREKEEPER_HOSTS" in record.getMessage() for record in caplog.records) == 100
    with moment("2126-01-01T00:00:00Z"):
        answer_to(app, "scores.example")
    assert "'scores.example'" in caplog.records[-1].getMessage(), "strangers keep the owner's own name out for an hour"


def test_a_name_that_no_one_named_is_refused(app: Flask) -> None:
    assert answer_to(app, "scores.example")[0] == 400
