"""Days and years are those of the club's time zone, wherever one is stored, grouped, filtered, named or said."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

import scorekeeper
from scorekeeper.settings import Settings
from scorekeeper.storage import stats
from scorekeeper.storage.db import db, reading, writing
from scorekeeper.usecases import doctor, permissions, startup
from scorekeeper.usecases.clubs import change_club, delete_club
from scorekeeper.usecases.players.update_stats import backfill_stats
from scorekeeper.usecases.transfer.club_file import INDEX, open_club_file
from scorekeeper.usecases.transfer.club_import import bring_club
from tests import clock
from tests.html import text_of
from tests.many_games import another_club, play_many
from tests.person import TABLE, Person
from tests.profiles import examples
from tests.usecases import reference_stats
from tests.usecases.club_files import file_of, rewritten, unpacked
from tests.web.steps import NEW_YORK, set_zone

from . import hosted
from .files import exported, start_from_file, upload
from .steps import person_page

NEW_YEARS_EVE = datetime(2021, 1, 1, 2, 30, tzinfo=UTC)
"""At half past nine in the evening of December 31, 2020, in New York."""


CHANGED = "Jan 1, 2021 becomes Dec 31, 2020, Jan 2, 2021 becomes Jan 1, 2021, Jan 3, 2021 becomes Jan 2, 2021"


@pytest.fixture(autouse=True)
def server_in_london() -> Iterator[None]:
    with clock.zone("Europe/London"):
        yield


@pytest.fixture
def game(app: Flask, club: int) -> UUID:
    set_zone(app, NEW_YORK)
    with app.app_context():
        (uid,) = play_many(club, 1, started=[NEW_YEARS_EVE], statuses=("over",))
        backfill_stats()
        return uid


def test_every_place_says_the_day_of_the_club(phone: Person, game: UUID) -> None:
    assert "Thursday, December 31, 2020" in phone.open("/games").text
    assert "Dec 31, 2020" in phone.open(f"/games/{game}/summary").text
    assert "Dec 31, 2020" in phone.open("/players/records").text
    years = [text_of(one) for one in phone.open("/players").all("select[name=year] option")]
    assert years == ["Any", "2020"]
    merged = phone.get(person_page(phone, "Ann").removesuffix("person") + "merge?other=Cal").page
    assert "the game on Dec 31, 2020," in merged.text
    for ending in (".csv", ".rook.json"):
        named = phone.get(f"/games/{game}{ending}").headers["Content-Disposition"]
        assert f"2020-12-31-{game}" in named


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [("2020-12-31", "2020-12-31", 1), ("2021-01-01", "2021-01-01", 0), ("2021-01-01", "", 0), ("", "2020-12-31", 1)],
)
def test_a_search_is_for_days_of_the_club(phone: Person, game: UUID, since: str, until: str, found: int) -> None:
    assert len(phone.open(f"/games?since={since}&until={until}").all(".games a")) == found


def test_a_moment_in_a_record_keeps_its_offset_and_day(phone: Person, game: UUID) -> None:
    record = json.loads(phone.get(f"/games/{game}.rook.json").body)
    assert datetime.fromisoformat(record["started"]) == NEW_YEARS_EVE


@pytest.mark.both_databases
def test_a_new_time_zone_counts_the_clubs_years_anew(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosted=True))
    hosted.start_club(phone)
    club = hosted.club_of(phone)
    with phone.app.app_context():
        number = db.session.execute(text("SELECT max(id) FROM club")).scalar_one()
        moments = [NEW_YEARS_EVE + timedelta(days=place) for place in range(3)]
        play_many(number, 3, started=moments, statuses=("over",))
        backfill_stats()

    def years() -> list[str]:
        return [text_of(one) for one in phone.open(f"{club}players").all("select[name=year] option")][1:]

    def choose(zone: str, told: str) -> None:
        phone.open(f"{club}name")
        assert told in phone.tap("Save", {"Time zone": zone}).page.text
        assert phone.tap("Change the days").status == 303
        with phone.app.app_context():
            reference_stats.assert_true(number)

    assert years() == ["2021"]
    choose("America/New York", f"3 games get another day, 1 of them another year: {CHANGED}.")
    assert years() == ["2021", "2020"]
    choose("The server's (GMT)", "3 games get another day, 1 of them another year: Dec 31, 2020 becomes Jan 1, 2021, ")
    assert years() == ["2021"]


@pytest.mark.both_databases
def test_a_server_that_starts_in_another_zone_counts_the_years_of_its_clubs_anew(
    app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not of a club with a zone of its own; one that is unknown here counts as the server's."""
    monkeypatch.setattr(startup, "_copy_daily", lambda *_: None)
    zones = (None, "Mars/Olympus", "Asia/Tokyo")
    with app.app_context():
        clubs = [another_club() for _ in zones]
        for club, zone in zip(clubs, zones, strict=True):
            change_club(club, "Neighbours", zone or "")
            play_many(club, 2, started=[NEW_YEARS_EVE, NEW_YEARS_EVE + timedelta(days=180)], statuses=("over",))
        backfill_stats()

        def years() -> list[set[int]]:
            return [{year for _, year in stats.choices(reading(), club)} for club in clubs]

        assert years() == [{2021}, {2021}, {2021}]
        clock.use_zone(NEW_YORK)
        startup.begin_to_serve(settings.instance)
        assert years() == [{2020, 2021}, {2020, 2021}, {2021}]
        reference_stats.assert_true(clubs[0])
        reference_stats.assert_true(clubs[2])


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("zone", "moment", "year", "is_right"),
    [
        (None, NEW_YEARS_EVE, 2021, True),
        (None, NEW_YEARS_EVE, 2020, True),
        ("Mars/Olympus", NEW_YEARS_EVE, 2021, True),
        (None, NEW_YEARS_EVE, 2019, False),
        (None, NEW_YEARS_EVE + timedelta(days=2), 2020, False),
        (NEW_YORK, NEW_YEARS_EVE, 2020, True),
        (NEW_YORK, NEW_YEARS_EVE, 2021, False),
    ],
)
def test_the_doctor_calls_no_year_wrong_that_can_be_the_servers(
    app: Flask,
    club: int,
    zone: str | None,
    moment: datetime,
    year: int,
    is_right: bool,
) -> None:
    """A terminal can be in another zone than the server: here on the other side of the world."""
    set_zone(app, zone)
    with app.app_context():
        play_many(club, 1, started=[moment], statuses=("over",))
        backfill_stats()
        with writing() as session:
            stats.set_years(session, {year: session.scalars(text("SELECT id FROM game")).all()})
        clock.use_zone("Asia/Tokyo")
        assert (doctor.examine().figures == []) is is_right


@pytest.mark.parametrize(("of_phone", "of_club"), [(NEW_YORK, NEW_YORK), ("Nowhere/At all", None), ("", None)])
def test_a_new_club_has_the_zone_of_the_phone_that_starts_it(
    app_with: Callable[..., Flask], of_phone: str, of_club: str | None
) -> None:
    phone = Person(app_with(hosted=True))
    phone.open("/")
    form = phone.form("Start a club")
    phone.send(form.action, form.sent | {"name": "Friday night", "zone": of_phone})
    with phone.app.app_context():
        assert db.session.execute(text("SELECT zone FROM club ORDER BY id DESC LIMIT 1")).scalar_one() == of_club


def test_a_zone_that_is_not_offered_is_refused_at_its_field(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosted=True))
    hosted.start_club(phone)
    phone.open(f"{hosted.club_of(phone)}name")
    form = phone.form("Save")
    phone.last = phone.send(form.action, form.sent | {"zone": "Nowhere"})
    assert phone.last.status == 422
    assert "Choose a time zone." in phone.page.description_of("zone")


@pytest.mark.parametrize("zone", [NEW_YORK, "", None])
def test_the_time_zone_travels_in_the_clubs_file(app_with: Callable[..., Flask], app: Flask, zone: str | None) -> None:
    phone = Person(app)
    phone.start_game()
    set_zone(app, zone or None)
    file = exported(phone)
    assert json.loads(unpacked(file)[INDEX]).get("zone") == (zone or None)
    moved = Person(app_with(hosted=True))
    start_from_file(moved, rewritten(file, lambda index: index.update(id="a" * 16, name="Friday")))
    with moved.app.app_context():
        assert db.session.execute(text("SELECT zone FROM club ORDER BY id DESC LIMIT 1")).scalar_one() == (zone or None)


def test_a_club_that_moves_home_keeps_its_zone(app: Flask, phone: Person) -> None:
    with app.app_context():
        hosted_club = another_club()
        change_club(hosted_club, "Friday night", NEW_YORK)
        play_many(hosted_club, 1, started=[NEW_YEARS_EVE], statuses=("over",))
        backfill_stats()
        file = file_of(hosted_club)
        delete_club(hosted_club, "Friday night")
        brought, _ = bring_club(open_club_file(io.BytesIO(file)), at_home=True)
        reference_stats.assert_true(brought)
    assert "Thursday, December 31, 2020" in phone.open("/games").text
    years = [text_of(one) for one in phone.open("/players").all("select[name=year] option")]
    assert years == ["Any", "2020"]


MOMENTS = st.integers(-200_000, 200_000).map(lambda minutes: NEW_YEARS_EVE + timedelta(minutes=minutes))
ZONES = st.sampled_from(
    [NEW_YORK, "Europe/London", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe"]
)


@examples(30)
@given(moment=MOMENTS, of_server=ZONES, of_club=st.one_of(st.none(), ZONES))
def test_every_place_tells_a_moment_by_one_clock(
    app: Flask, moment: datetime, of_server: str, of_club: str | None
) -> None:
    """Pages, spreadsheets, names of files, the search and the year: whatever the zones of the server and the club."""
    clock.use_zone(of_server)
    here = moment.astimezone(ZoneInfo(of_club or of_server))
    day = f"{here:%b} {here.day}, {here.year}"
    hour = f"{here.hour % 12 or 12}:{here:%M} {'AM' if here.hour < 12 else 'PM'}"
    phone = Person(app)
    set_zone(app, of_club)
    with app.app_context():
        (uid,) = play_many(permissions.club_id(), 1, started=[moment], statuses=("over",))
        backfill_stats()
    assert text_of(phone.open(f"/games/{uid}/summary").one("time")) == f"{day}, {hour}"
    with app.app_context():
        assert here.year in {year for _, year in stats.choices(reading(), permissions.club_id())}
    spread = csv.DictReader(phone.get("/games.csv").body.decode("utf-8-sig").splitlines())
    assert [line["started"] for line in spread if line["game"] == str(uid)] == [here.isoformat()]
    assert f"{here:%Y-%m-%d}-{uid}" in phone.get(f"/games/{uid}.csv").headers["Content-Disposition"]
    evening = here.date() - timedelta(days=here.hour < 5)
    told = f"{evening:%A, %B} {evening.day}, {evening.year}", [f"{here:%A}, {hour}"] if here.hour < 5 else []
    for days, found in ((-1, []), (0, [told]), (1, [])):
        asked = f"{here + timedelta(days=days):%Y-%m-%d}"
        evenings = phone.open(f"/games?since={asked}&until={asked}").all(".evening")
        shown = [(one, link) for one in evenings for link in one.query("a") if str(uid) in link.attrs["href"]]
        assert [
            (text_of(one.query_one("h2 > span")), [*map(text_of, link.query("time"))]) for one, link in shown
        ] == found
    assert phone.open(f"/games/{uid}/settings").one("[name=day]").attrs["value"] == f"{here:%Y-%m-%d}"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("of_club", "of_phone", "after", "said"),
    [
        (None, NEW_YORK, NEW_YORK, "Days are now those of New York."),
        (None, "America/Indiana/Knox", "America/Indiana/Knox", "Days are now those of Knox."),
        (None, "", None, ""),
        (None, "UTC", None, ""),
        (None, "Mars/Olympus", None, ""),
        ("Asia/Tokyo", NEW_YORK, "Asia/Tokyo", ""),
    ],
)
def test_a_club_without_a_zone_takes_that_of_the_phone_that_starts_a_game(
    phone: Person, of_club: str | None, of_phone: str, after: str | None, said: str
) -> None:
    """A browser that hides where it is says UTC."""
    set_zone(phone.app, of_club)
    phone.open("/games/new")
    form = phone.form("Start game")
    names = {f"Player {seat}": name for seat, name in enumerate(TABLE, 1)}
    answer = phone.send(form.action, form.filled(**names) | {"phone_zone": of_phone})
    assert [text_of(one) for one in answer.page.all(".notice.good")] == ([said] if said else [])
    assert not phone.open(answer.path).all(".notice.good"), "it is said once"
    with phone.app.app_context():
        assert db.session.execute(text("SELECT zone FROM club ORDER BY id LIMIT 1")).scalar_one() == after


def test_a_tournament_and_an_import_bring_a_zone_too(phone: Person) -> None:
    for page, button in (("/tournaments/new", "Start tournament"), ("/games/new", "Start game")):
        phone.open(page)
        assert "phone_zone" in phone.form(button).sent, page
    game = phone.start_game()
    record = phone.get(f"{game}.rook.json").body
    set_zone(phone.app, None)
    other = record.replace(game.rpartition("/")[2].encode(), b"12345678-1234-4234-8234-123456789012")
    upload(phone, "/import", "Preview", other)
    form = phone.form("Import game")
    assert phone.send(form.action, form.sent | {"phone_zone": NEW_YORK}).status == 303
    with phone.app.app_context():
        assert db.session.execute(text("SELECT zone FROM club ORDER BY id LIMIT 1")).scalar_one() == NEW_YORK
    phone.open("/games/new")
    assert "phone_zone" not in phone.form("Start game").sent, "a club with a zone asks for none"


def test_at_home_days_and_hours_are_changed_once_it_was_shown_what_becomes_of_them(phone: Person, game: UUID) -> None:
    phone.open("/days")
    said = phone.tap("Save", {"Time zone": "Asia/Tokyo"})
    assert said.status == 422
    assert "1 game gets another day, 1 of them another year: Dec 31, 2020 becomes Jan 1, 2021." in said.page.text
    assert "Thursday, December 31, 2020" in phone.open("/games").text
    phone.open("/days")
    phone.tap("Save", {"Time zone": "Asia/Tokyo"})
    phone.tap("Change the days")
    assert "Friday, January 1, 2021" in phone.open("/games").text
    phone.open("/days")
    assert phone.tap("Save", {"Time zone": "Asia/Seoul"}).status == 303, "the same days: nothing is asked"


def test_a_zone_that_this_machine_does_not_know_counts_as_the_servers(app: Flask, phone: Person, club: int) -> None:
    set_zone(app, "Mars/Olympus")
    with app.app_context():
        play_many(club, 1, started=[NEW_YEARS_EVE], statuses=("over",))
        backfill_stats()
        found = doctor.examine()
    assert "Thursday, December 31, 2020 1 game" in phone.open("/games").text
    assert "Friday, 2:30 AM" in phone.page.text
    assert [said for said in found.facts if "Mars/Olympus" in said and "the server's" in said] == found.facts != []
    assert found.figures == []


ANOTHER_REASON = {
    "backups.py": "the server's own files",
    "club_file.py": "whether a year can be stored",
    "parse.py": "whether a year can be stored",
    "export.py": "BG Stats wants UTC",
}


def test_no_day_is_taken_from_a_moment_without_its_zone() -> None:
    """By reading: a date, a year or a month of something that is called a moment, past `usecases.days`."""
    taken = re.compile(r"(_at|\bwhen|moment|now\([^)]*\)|UTC\))\.(date\(|year\b|month\b|day\b|strftime)|%[bYmd]")
    package = Path(scorekeeper.__file__).parent
    found = {
        path.name
        for path in package.rglob("*.py")
        if "migrations" not in path.parts and path.name != "days.py" and taken.search(path.read_text())
    }
    assert found == ANOTHER_REASON.keys()
