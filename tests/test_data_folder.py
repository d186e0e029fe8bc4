"""The files next to the database: each is checked when it is read, and is its owner's alone."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click import ClickException

from scorekeeper.app import create_app
from scorekeeper.cli.open_club import open_app, refusals_in_sentences
from scorekeeper.cli.serve import greet
from scorekeeper.settings import Settings
from scorekeeper.storage import backups
from scorekeeper.usecases.startup import note_served

from .conftest import close
from .person import Person
from .terminal import Terminal

pytestmark = pytest.mark.sqlite("its files are looked at")

SPOILT = {
    "empty": b"",
    "a line break": b"\n",
    "blanks": b" \t \n",
    "no text": bytes(range(128, 192)),
    "zero bytes": bytes(64),
    "one character": b"k" * 64,
    "short": b"0123456789abcdef0123456789abcde",
}


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Files are made so that everyone on the machine can read and write them."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def home(tmp_path: Path, open_to_all: None) -> Settings:
    """An installation that has served, in a folder that is open to all."""
    instance = tmp_path / "instance"
    instance.mkdir(mode=0o777)
    settings = Settings(instance=instance)
    start(settings, play=True)
    return settings


def start(settings: Settings, *, play: bool = False) -> None:
    """Start as `serve` does; raises ClickException with the sentence that it prints."""
    app, _ = open_app(create_app, settings)
    try:
        with refusals_in_sentences(settings):
            greet(settings, ["192.168.0.7"])
        if play:
            Person(app).start_game()
            backups.keep_daily_copy(settings.database_file, settings.instance)
            assert modes(settings.instance)  # the log files are gone once it is closed
    finally:
        close(app)


def refusal(settings: Settings) -> str:
    """The sentence with which a start stops, "" where it goes on."""
    with suppress(ClickException):
        start(settings)
        return ""
    with pytest.raises(ClickException) as stopped:
        start(settings)
    return stopped.value.message


def modes(folder: Path) -> dict[str, str]:
    """The mode of each file below a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    assert files
    return {file.relative_to(folder).as_posix(): oct(file.stat().st_mode & 0o777) for file in files}


@pytest.mark.everywhere("again", once={"spoilt": next(iter(SPOILT))})
@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_file_that_cannot_be_right_stops_the_start_with_a_sentence_and_doctor_says_the_same(
    home: Settings, tmp_path: Path, spoilt: str
) -> None:
    """Whatever file lies there: the start reads past what it does not need, and nothing ends in a traceback."""
    refused = set()
    for file in [file for file in home.instance.rglob("*") if file.is_file() and file != home.database_file]:
        right = file.read_bytes()
        file.write_bytes(SPOILT[spoilt])
        status, _, said = Terminal(tmp_path).run("doctor")
        if why := refusal(home):
            assert str(file) in why
            assert "delete" in why, "it says what to do"
            assert (status, said) == (2, f"Error: {why}\n")
            refused.add(file.name)
        else:
            assert (status, said) == (0, "")
        file.write_bytes(right)
    assert refused == ({"secret_key", "address"} if spoilt == "no text" else {"secret_key"})
    start(home)


def test_a_refused_key_is_said_to_sign_out_every_phone_when_it_is_made_anew(home: Settings) -> None:
    (home.instance / "secret_key").write_text("")
    with pytest.raises(ClickException, match=r"is empty\. It's the key that signs .* which signs out every phone\."):
        start(home)
    start(replace(home, secret_key="given, and of 32 characters at least"))


def test_a_start_that_has_no_room_for_its_copy_says_how_much_it_needs(
    home: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LEFT_FREE", 1 << 62)
    with pytest.raises(ClickException) as stopped, refusals_in_sentences(home):
        backups.keep_copy(home.database_file, home.instance, backups.BEFORE_UPGRADE)
    assert re.sub(r"\d+ MB", "… MB", stopped.value.message) == (
        f"Cannot use {home.instance}: Not enough disk space to copy {home.database_file}: "
        "that takes … MB, and … MB are free. Make room, then start again."
    )


def test_every_file_is_its_owners_alone_whatever_the_umask_and_the_folder_are(home: Settings, tmp_path: Path) -> None:
    for words in (
        ("export-club", str(tmp_path / "club.zip")),
        ("backup", str(tmp_path / "copy.sqlite")),
        ("restore", str(tmp_path / "copy.sqlite")),
        ("clubs",),
    ):
        assert Terminal(tmp_path).run(*words)[0] == 0
    app = create_app(home)
    Person(app).start_game()
    note_served(home.instance)
    found = modes(tmp_path)
    close(app)
    assert {"instance/scorekeeper.sqlite-wal", "instance/scorekeeper.sqlite-shm"} <= found.keys()
    assert set(found.values()) == {"0o600"}, found


def test_files_of_a_former_version_are_mended_at_the_start(home: Settings) -> None:
    for file in home.instance.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o644)
    start(home)
    assert set(modes(home.instance).values()) == {"0o600"}


def test_where_a_file_is_anothers_the_start_goes_on_and_doctor_names_it(
    home: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.instance / "secret_key").chmod(0o644)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchmod", refuse)
    start(home)
    status, out, err = Terminal(tmp_path).run("doctor")
    key = home.instance / "secret_key"
    assert err == f"{key} can be opened by others on this machine. As its owner: chmod 600 {key}\n"
    assert status == 1
    assert out.startswith("In the database all is well: 1 club, 1 game;")
    key.chmod(0o600)
    assert Terminal(tmp_path).run("doctor")[0] == 0
