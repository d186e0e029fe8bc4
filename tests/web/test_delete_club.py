"""A hosted club is deleted by its keeper, waits 30 days for its keeper link, and then leaves nothing."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import inspect, select, text, update

from scorekeeper.settings import Settings
from scorekeeper.storage import players
from scorekeeper.storage.db import Base, db, writing
from scorekeeper.storage.models import ATTEMPT, CLUB
from scorekeeper.usecases import clubs, house_rules
from scorekeeper.usecases.demo import play_demo
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.players import roster
from scorekeeper.usecases.startup import upgrade_database
from scorekeeper.usecases.transfer.game_import import import_game
from tests.conftest import close
from tests.person import Person
from tests.record.games import MADE, record_bytes
from tests.usecases.club_files import bring_file, file_of

from . import tournaments
from .hosted import FAMILY, club_of, enter, start_club, start_game
from .steps import goes_home, shown_links


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


def delete_club(phone: Person, club: str, name: str = FAMILY) -> None:
    phone.open(f"{club}delete")
    phone.tap("Delete club", {"Club name": name})


def age(days: int) -> None:
    """So many days go by for every club but the first."""
    with writing() as session:
        for column in (CLUB.c.created_at, CLUB.c.deleted_at):
            for club_id, when in session.execute(select(CLUB.c.id, column).where(CLUB.c.id > 1)).all():
                earlier = when and when - timedelta(days=days)
                session.execute(update(CLUB).where(CLUB.c.id == club_id).values({column.name: earlier}))


def test_a_deleted_club_is_found_by_no_phone_and_its_keeper_link_brings_it_back(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    game, links = start_game(keeper), shown_links(keeper, f"{club}links")
    reader = enter(app, links["reader"])
    watch = shown_links(keeper, f"{game}/links")["watch"]
    delete_club(keeper, club, "friday NIGHT ")
    assert "This club was deleted on" in keeper.page.text
    for path in (club, game, watch, links["reader"]):
        assert [phone.get(path).status for phone in (keeper, reader, Person(app))] == [404] * 3
    assert FAMILY not in keeper.open("/").text
    other = Person(app)
    other.open(links["keeper"])
    assert other.tap("Bring it back").page.has_button("Enter")
    assert other.tap("Enter", {"Your name": ""}).page.heading == FAMILY
    assert reader.get(game).status == 200


def test_a_phone_that_is_still_in_is_led_to_the_club_that_it_brings_back(keeper: Person) -> None:
    club = club_of(keeper)
    delete_club(keeper, club)
    assert keeper.tap("Bring it back").path == club
    assert keeper.page.heading == FAMILY


def test_another_name_deletes_nothing(keeper: Person) -> None:
    club = club_of(keeper)
    delete_club(keeper, club, "Church hall")
    assert keeper.last is not None
    assert keeper.last.status == 422
    assert keeper.page.description_of("name").startswith(f"Type the club's name: {FAMILY}")
    assert keeper.get(club).status == 200


def test_after_thirty_days_the_keeper_link_opens_nothing(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    link = shown_links(keeper, f"{club}links")["keeper"]
    delete_club(keeper, club)
    with app.app_context():
        age(29)
    assert keeper.get(link).status == 200
    with app.app_context():
        age(1)
    assert keeper.get(link).status == 404


@pytest.mark.both_databases
def test_of_a_deleted_club_no_row_is_left_in_any_table(app: Flask, settings: Settings) -> None:
    """A club with players, one of whom went home, merges, house rules, links, phones, changes, stats, ratings, a
    tournament and hands that a side agreed to; another club stays."""
    with app.app_context():
        before = rows_by_table()
    keeper = Person(app)
    start_club(keeper)
    club = club_of(keeper)
    game = start_game(keeper)
    dee = enter(app, shown_links(keeper, f"{game}/links")["table"])
    dee.open(f"{game}/links")
    dee.tap("Save", {"This phone watches the score": "for Bob & Dee"})
    keeper.open(game)
    keeper.play("Ann", 100, 60)
    goes_home(keeper, game, Cal="Eve")
    dee.open(game)
    dee.tap("Yes")
    tournaments.draw(keeper, tournaments.start_tournament(keeper, club=club.removesuffix("/")), 1)
    with app.app_context():
        (club_id,) = db.session().scalars(select(CLUB.c.id).where(CLUB.c.name == FAMILY))
        list(play_demo(club_id, 40, 1))
        house_rules.make(club_id, uuid4(), "Thursday rules", "kentucky", {"target": 250})
        import_game(club_id, record_bytes(MADE | {"agreed": ["Ann"]}))
        ann = players.read_named(db.session(), club_id, "Ann")
        assert ann is not None
        roster.merge(club_id, ann.id, Submission(uuid4(), ann.version), "Ada Alder")
        assert [name for name, count in rows_by_table().items() if count == before[name]] == []
    delete_club(keeper, club)
    with app.app_context():
        age(30)
        upgrade_database(settings.instance)
        assert rows_by_table() == before
        close(app)
    if not settings.database:
        content = settings.database_file.read_bytes()
        assert FAMILY.encode() not in content
        assert b"Ada Alder" not in content


def rows_by_table() -> dict[str, int]:
    """How many rows each table has, but for what is counted so that no one tries it too often."""
    tables = [table for table in Base.metadata.sorted_tables if table is not ATTEMPT]
    names = {table.name for table in tables}
    assert names | {"attempt", "alembic_version"} == set(inspect(db.engine).get_table_names())
    with db.engine.connect() as connection:
        counts = {name: text(f"SELECT count(*) FROM {name}") for name in names}
        return {name: connection.execute(count).scalar_one() for name, count in counts.items()}


def test_a_club_without_a_game_goes_after_seven_days_and_one_with_a_game_stays(app: Flask, keeper: Person) -> None:
    unused, used = club_of(keeper), Person(app)
    start_club(used, "Church hall")
    played = start_game(used)
    with app.app_context():
        age(6)
        clubs.remove_expired()
    assert keeper.get(unused).status == 200
    with app.app_context():
        age(1)
    start_club(used, "Sunday")  # which removes them
    assert keeper.get(unused).status == 404
    assert used.get(played).status == 200


@pytest.mark.both_databases
def test_a_club_that_made_house_rules_before_its_first_evening_stays(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    with app.app_context():
        (club_id,) = db.session().scalars(select(CLUB.c.id).where(CLUB.c.name == FAMILY))
        house_rules.make(club_id, uuid4(), "Thursday rules", "kentucky", {"target": 250})
        age(7)
        clubs.remove_expired()
    assert keeper.get(club).status == 200


def test_a_deleted_club_can_come_back_from_its_file_too(app: Flask, keeper: Person) -> None:
    start_game(keeper)
    with app.app_context():
        (club_id,) = db.session().scalars(select(CLUB.c.id).where(CLUB.c.name == FAMILY))
        file = file_of(club_id)
        db.session.remove()
    delete_club(keeper, club_of(keeper))
    with app.app_context():
        brought = bring_file(file)
        age(30)
        clubs.remove_expired()
        assert set(db.session().scalars(select(CLUB.c.id))) == {1, brought}
