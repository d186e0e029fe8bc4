"""`rook-scorekeeper doctor`: finds what differs from the hands, says it, and repairs it on request."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from scorekeeper.cli.open_club import warn_of_pin
from scorekeeper.settings import Settings
from scorekeeper.storage.db import configure, writing
from scorekeeper.usecases import doctor

from .person import Person
from .storage import older_databases
from .terminal import Terminal

SPOILT = {
    "UPDATE game_player SET total = total + 5 WHERE game_id = 1 AND number = 0": "Ann has 5, and should have 0",
    "UPDATE game_player SET won = NOT won WHERE game_id = 1 AND number = 1": "Bob has 360, and should have 360 and won",
    "UPDATE game SET status = 'stopped' WHERE id = 1": "its status is stopped, and should be over",
    "DELETE FROM game_stats": "The stats of game 1 are not what its hands say.",
    "UPDATE seat_stats SET bids = bids + 1 WHERE player_id = 2": "The stats of game 1 are not what its hands say.",
    "UPDATE seat_stats SET place = 3": "The stats of game 1 are not what its hands say.",
    "UPDATE seat_stats SET game_id = 2": "The stats of game 2 are not what its hands say.",
    "UPDATE rating SET mu = mu + 1 WHERE player_id = 3": "The rating of player 3 at original is not what",
    "DELETE FROM rating WHERE player_id = 4": "The rating of player 4 at original is not what",
    "UPDATE rating SET preset = 'concise' WHERE player_id = 1": "The rating of player 1 at concise",
}


@pytest.fixture
def three_games(phone: Person) -> None:
    """A game that Bob & Dee won, rated, one that goes on, and one that was deleted."""
    phone.start_game()
    for _ in range(3):
        phone.play("Bob", 100, 0)
    phone.open("/players")
    phone.start_game()
    phone.play("Bob", 95, 45)
    phone.open(f"{phone.start_game()}/settings")
    phone.tap("Delete game")


@pytest.mark.both_databases
def test_a_sound_database_is_said_to_be_sound(app: Flask, three_games: None, stored: Callable[[], str]) -> None:
    before = stored()
    with app.app_context():
        assert doctor.examine() == doctor.Findings(clubs=1, games=3)
        doctor.repair()
        assert doctor.examine() == doctor.Findings(clubs=1, games=3)
    assert stored() == before, "a repair of what is right changes nothing"


@pytest.mark.both_databases
def test_every_figure_that_was_spoilt_is_found_and_written_again(
    app: Flask, three_games: None, stored: Callable[[], str]
) -> None:
    right = stored()
    for statement, words in SPOILT.items():
        with app.app_context():
            with writing() as session:
                assert session.connection().exec_driver_sql(statement).rowcount, statement
            found = doctor.examine()
            assert not found.facts
            assert any(words in figure for figure in found.figures), (statement, found.figures)
            doctor.repair()
        assert stored() == right, statement


def test_hands_that_cannot_be_replayed_are_named_and_left_alone(app: Flask, three_games: None) -> None:
    with app.app_context():
        with writing() as session:
            session.execute(text('UPDATE hand SET facts = \'{"outcome": "nonsense"}\' WHERE game_id = 2'))
        (fact,) = doctor.examine().facts
        assert "its hands cannot be replayed" in fact
        doctor.repair()
        assert doctor.examine().facts == [fact]


UNREADABLE = (
    "UPDATE game SET status = 'forgotten' WHERE id = 2",
    "UPDATE hand SET facts = 'not JSON' WHERE game_id = 2",
    "UPDATE game SET started_at = 'yesterday' WHERE id = 2",
)


@pytest.mark.sqlite("PostgreSQL refuses most of it")
@pytest.mark.parametrize("statement", UNREADABLE)
def test_a_row_that_cannot_be_read_is_told_and_its_club_left_alone(
    app: Flask, three_games: None, statement: str
) -> None:
    with app.app_context():
        with writing() as session:
            session.execute(text(statement))
        (fact,) = doctor.examine().facts
        assert fact.startswith("Club 1: a row cannot be read (")
        doctor.repair()
        assert doctor.examine().facts == [fact]


@pytest.mark.process
@pytest.mark.sqlite("its file is spoilt")
def test_the_command_says_what_it_found_and_exits_as_a_cron_job_expects(three_games: None, settings: Settings) -> None:
    terminal, instance = Terminal(settings.instance.parent), settings.instance.name
    status, out, _ = terminal.run("doctor", instance=instance)
    assert (status, out.split(":")[0]) == (0, "All is well")
    engine = create_engine(settings.database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE game_player SET total = 1 WHERE game_id = 1"))
    status, _, error = terminal.run("doctor", instance=instance)
    assert status == 1
    assert "Ann has 1, and should have 0." in error
    assert "4 problems found. rook-scorekeeper doctor --repair fixes them." in error
    status, out, error = terminal.run("doctor", "--repair", instance=instance)
    assert (status, error) == (0, "")
    assert "4 figures fixed.\nAll is well" in out
    with engine.begin() as connection:
        connection.execute(text("PRAGMA foreign_keys=OFF"))
        connection.execute(text("DELETE FROM game WHERE id = 1"))
    engine.dispose()
    status, _, error = terminal.run("doctor", instance=instance)
    assert status == 1
    assert "belongs to a row of game that is gone" in error
    with settings.database_file.open("r+b") as file:
        file.write(b"spoilt")
    status, _, error = terminal.run("doctor", instance=instance)
    assert status == 1
    assert "cannot be used: file is not a database" in error
    assert terminal.run("doctor", instance="nowhere")[0] == 2


@pytest.mark.process
@pytest.mark.sqlite("the terminal's")
def test_a_pin_of_letters_begins_no_database_and_goes_on_with_one_that_is_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    terminal, said = Terminal(tmp_path), "A new SCOREKEEPER_PIN has four to twelve digits"
    for _ in range(2):
        status, _, error = terminal.run("demo", "--games", "1", pin="sesam")
        assert (status, said in error, "sesam" in error) == (1, True, False)
    assert terminal.run("demo", "--games", "1", pin="4711")[0] == 0
    assert terminal.run("demo", "--games", "1", "--among-ours", pin="sesam")[0] == 0
    status, out, error = terminal.run("doctor", pin="sesam")
    assert (status, out.split(":")[0]) == (0, "All is well")
    assert said in error
    assert said not in terminal.run("doctor", pin="4711")[2]
    warn_of_pin(Settings(instance=tmp_path, pin="sesam"))
    assert [said in record.getMessage() for record in caplog.records if "PIN" in record.getMessage()] == [True]
    assert "sesam" not in caplog.text


@pytest.mark.process
@pytest.mark.sqlite("its file is copied")
def test_a_database_of_an_older_version_is_checked_as_an_upgraded_copy(new_settings: Settings) -> None:
    new_settings.instance.mkdir(parents=True)
    engine = create_engine(new_settings.database_url)
    configure(engine)
    older_databases.make(engine, "eighteen-steps")
    engine.dispose()
    terminal = Terminal(new_settings.instance.parent)
    checking = f"The database is at revision {older_databases.REVISION}: checking an upgraded copy."
    status, out, _ = terminal.run("doctor", instance=new_settings.instance.name)
    assert (status, checking in out, "All is well" in out) == (0, True, True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE game_player SET total = 1 WHERE game_id = 2 AND number = 0"))
    engine.dispose()
    before = new_settings.database_file.read_bytes()
    status, out, error = terminal.run("doctor", instance=new_settings.instance.name)
    assert (status, checking in out) == (1, True)
    assert "Ann has 1 and won, and should have 200 and won." in error
    assert "rook-scorekeeper doctor --repair fixes them." in error
    assert new_settings.database_file.read_bytes() == before
    status, _, error = terminal.run("doctor", "--repair", instance=new_settings.instance.name)
    assert status == 2
    assert "start the server to upgrade it" in error
    older_databases.stamp(engine, "0017")
    engine.dispose()
    status, _, error = terminal.run("doctor", instance=new_settings.instance.name)
    assert (status, "is from before version 1.0" in error) == (2, True)
