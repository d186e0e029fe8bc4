"""The Host header is an address or a name of this machine, else 400 (against DNS rebinding)."""

import socket
from collections.abc import Callable

import pytest
from flask import Flask

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
    assert "SCOREKEEPER_HOSTS" in text


def test_a_name_that_no_one_named_is_refused(app: Flask) -> None:
    assert answer_to(app, "scores.example")[0] == 400
