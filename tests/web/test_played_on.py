"""Which day a game was played on, said afterwards: for evenings that are entered later, from paper."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import uuid4

import pytest
from sqlalchemy import text

from scorekeeper.storage.db import writing
from scorekeeper.usecases import doctor
from scorekeeper.usecases.transfer.game_import import import_game
from scorekeeper.web.dates import day as day_in_words
from tests import clock
from tests.html import Typed, text_of
from tests.person import TABLE, Answer, Person
from tests.record.games import document
from tests.usecases import reference_ratings, reference_stats
from tests.usecases.club_files import move

from .files import look, store
from .lists import uids
from .player_pages import page_of
from .steps import NEW_YORK, set_zone
from .tournaments import draw, game_at, start_tournament


def say_day(phone: Person, game: str, on: str, status: int = 303) -> None:
    phone.open(f"{game}/settings")
    phone.tap("Save day", {"Played on": on})
    assert phone.last.status == status, phone.page.text


def moments(phone: Person, game: str) -> tuple[datetime, datetime]:
    record = json.loads(phone.get(f"{game}.rook.json").body)
    return datetime.fromisoformat(record["started"]), datetime.fromisoformat(record["ended"])


def changed_at(phone: Person) -> str:
    with phone.app.app_context(), writing() as session:
        return str(session.execute(text("SELECT changed_at FROM game")).scalar_one())


@pytest.mark.both_databases
def test_a_game_ends_at_noon_of_the_day_and_took_as_long_and_undo_takes_it_back(
    phone: Person, table: str, club: int
) -> None:
    before, changed = moments(phone, table), changed_at(phone)
    say_day(phone, table, "2020-02-29")
    started, ended = moments(phone, table)
    assert ended.astimezone().isoformat()[:16] == "2020-02-29T12:00"
    assert ended - started == before[1] - before[0]
    assert changed_at(phone) == changed
    assert "Feb 29, 2020" in phone.open(f"{table}/summary").text
    years = [text_of(one) for one in phone.open("/players").all("select[name=year] option")]
    assert years == ["Any", "2020"]
    with phone.app.app_context():
        reference_stats.assert_true(club)
        reference_ratings.assert_up_to_date(club)
    phone.open(table)
    phone.tap("Undo")
    assert "Undone: the day it was played." in phone.page.text
    assert (moments(phone, table), changed_at(phone)) == (before, changed)
    with phone.app.app_context():
        reference_stats.assert_true(club)
        assert doctor.examine().figures == []
    phone.tap("Redo")
    assert moments(phone, table) == (started, ended)


def test_ratings_follow_the_order_of_days(phone: Person, club: int) -> None:
    """Bob & Dee win the first game, Ann & Cal the second: played the other way round, it is another rating."""
    games = []
    for bidder, captured in (("Bob", 0), ("Ann", 120)):
        games.append(phone.start_game(target=100))
        phone.play(bidder, 100, captured)
    say_day(phone, games[1], "2020-01-01")
    with phone.app.app_context():
        reference_ratings.assert_up_to_date(club)
        reference_stats.assert_true(club)


@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("", "Enter a date like 2026-11-21."),
        ("yesterday", "Enter a date like 2026-11-21."),
        ("2025-02-29", "Enter a date like 2026-11-21."),
        ((datetime.now().astimezone() + timedelta(days=1)).date().isoformat(), "That day is still to come."),
    ],
)
def test_a_played_on_day_that_is_not_past_is_refused_at_its_field(
    phone: Person, table: str, on: str, said: str
) -> None:
    say_day(phone, table, on, status=422)
    assert said in phone.page.description_of("day")
    assert phone.page.form("Save day").sent["day"] == on


def played_at(phone: Person, club: int, zone: str, started: str, ended: str) -> str:
    """A game of a club in this zone; answers its address."""
    set_zone(phone.app, zone)
    hand = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}, "last_trick": "Ann"}
    record = document(*[hand] * 3, players=list(TABLE), id=str(uuid4()), started=started, ended=ended)
    with phone.app.app_context():
        return f"/games/{import_game(club, json.dumps(record).encode())[0]}"


def test_the_evening_that_a_game_has_changes_nothing(phone: Person, club: int) -> None:
    """It ended at 1:40 at night, in the hour that comes twice: of October 31, as lists have it."""
    night = "2020-11-01T01:50:00-04:00", "2020-11-01T01:40:00-05:00"
    game = played_at(phone, club, NEW_YORK, *night)
    before = moments(phone, game)
    say_day(phone, game, "2020-10-31")
    assert moments(phone, game) == before
    assert not phone.open(game).has_button("Undo"), "nothing changed"


def by_the_sheet(phone: Person, day: str) -> str:
    return save_sheet(phone, {"day": day}, *["Ann,100,120,0"] * 3).path


def afterwards(phone: Person, day: str) -> str:
    game = phone.start_game(target=50)
    phone.play("Ann", 100, 120)
    say_day(phone, game, day)
    return game


def by_a_file(phone: Person, day: str, **known: str) -> str:
    hand = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}, "last_trick": "Ann"}
    record = document(*[hand] * 3, players=list(TABLE), id=str(uuid4()), **known)
    look(phone, json.dumps(record).encode())
    return store(phone, day=day).path


# How a person says on which day a game was played.
ROADS: dict[str, Callable[[Person, str], str]] = {
    "a sheet": by_the_sheet,
    "Played on": afterwards,
    "a file that knows no day": by_a_file,
    "a file that knows when it began": partial(by_a_file, started="2020-05-01T20:00:00-05:00"),
    "a file that knows all": partial(by_a_file, started="2020-05-01T20:00:00-05:00", ended="2020-05-01T21:00:00-05:00"),
}


@pytest.mark.parametrize("road", ROADS)
def test_a_day_that_a_person_named_is_that_evening_whatever_the_hour(phone: Person, road: str) -> None:
    """At 2:40 in the night of the second of January the day before is said: the evening of New Year's Day."""
    set_zone(phone.app, NEW_YORK)
    with clock.moment("2027-01-02T02:40-05:00"):
        game = ROADS[road](phone, "2027-01-01")
        assert phone.open(f"{game}/settings").one("[name=day]").attrs["value"] == "2027-01-01"
        assert text_of(phone.open("/games").one(".evening h2 > span")) == "Friday, January 1"
        assert text_of(phone.open("/").one("#evening summary")).startswith("Friday, January 1 ")
        years = [text_of(one) for one in phone.open("/players").all("select[name=year] option")]
        assert years == ["Any", "2027"]


def test_games_of_a_named_day_are_in_the_order_in_which_they_were_entered(phone: Person) -> None:
    """However long each took: in lists, among the last games, in the longest streak."""
    games = []
    for minutes, bidder in ((50, "Ann"), (10, "Bob"), (90, "Ann"), (20, "Ann")):
        now = datetime(2026, 11, 27, 20, tzinfo=UTC)
        with clock.moment(now.isoformat()):
            games.append(phone.start_game(target=50))
        with clock.moment((now + timedelta(minutes=minutes)).isoformat()):
            phone.play(bidder, 100, 120 if bidder == "Ann" else 0)
            say_day(phone, games[-1], "2026-11-20")
    assert uids(phone.open("/games")) == [game.split("/")[2] for game in reversed(games)]
    page = page_of(phone, "Ann")
    assert text_of(page.one("ol.form")).startswith("W L W W")
    assert "Longest streak 2 won" in page.text


@pytest.mark.parametrize("hour", ["2027-01-01T22:00-05:00", "2027-01-02T00:30-05:00"])
def test_a_sheet_of_this_evening_comes_after_the_games_before_it(phone: Person, hour: str) -> None:
    """Also after midnight, when nobody chose a day."""
    set_zone(phone.app, NEW_YORK)
    with clock.moment("2027-01-01T20:00-05:00"):
        played = phone.start_game(target=50)
        phone.play("Bob", 95, 0)
    with clock.moment(hour):
        paper = save_sheet(phone, {}, *["Ann,100,120,0"] * 3).path
        assert uids(phone.open("/games")) == [game.split("/")[2] for game in (paper, played)]
        assert text_of(phone.open("/").one("#evening summary")).startswith("Friday, January 1 Ann & Cal 1, Bob & Dee 1")
    assert text_of(page_of(phone, "Ann").one("ol.form")).startswith("L W")


def test_a_sheet_of_new_years_eve_that_is_saved_after_midnight_is_of_the_old_year(phone: Person) -> None:
    set_zone(phone.app, NEW_YORK)
    with clock.moment("2027-01-01T00:30-05:00"):
        by_the_sheet(phone, "2026-12-31")
        years = [text_of(one) for one in phone.open("/players").all("select[name=year] option")]
    assert years == ["Any", "2026"]


def test_a_day_that_no_record_can_hold_is_refused(phone: Person, club: int) -> None:
    """At noon of the first day of 1900 in Tonga it was 1899 by the clock of a record, in UTC."""
    game = played_at(phone, club, "Pacific/Tongatapu", "2020-01-05T03:00:00+13:00", "2020-01-05T04:00:00+13:00")
    say_day(phone, game, "1900-01-01", status=422)
    assert "Enter a date like 2026-11-21." in phone.page.description_of("day")
    say_day(phone, game, "1900-01-02")
    with phone.app.app_context():
        move(club)


def test_a_game_and_its_rematches_keep_their_order(phone: Person, table: str) -> None:
    phone.open(table)
    phone.tap("Rematch")
    rematch = phone.last.path
    for _ in range(3):
        phone.play("Bob", 100, 0)
    say_day(phone, rematch, "2020-01-01", status=422)
    assert "It is a rematch of a game of " in phone.page.description_of("day")
    say_day(phone, table, "2020-01-01")
    say_day(phone, rematch, "2020-01-02")
    say_day(phone, table, "2020-01-03", status=422)
    assert "Its rematch was on Jan 2, 2020." in phone.page.description_of("day")


@pytest.mark.parametrize("which", ["still played", "of a tournament"])
def test_other_games_stay_on_their_day(phone: Person, which: str, stored: Callable[[], str]) -> None:
    over = phone.start_game(target=50)
    phone.play("Ann", 100, 120)
    sent = phone.open(f"{over}/settings").form("Save day").sent
    if which == "of a tournament":
        here = start_tournament(phone)
        draw(phone, here, 1)
        game = game_at(phone, here, 1, 1)
    else:
        game = phone.start_game()
    page = phone.open(f"{game}/settings")
    assert not page.has_button("Save day")
    before = stored()
    version = page.one("#steps input[name=version]").attrs["value"] or ""
    answer = phone.send(f"{game}/played-on", sent | {"day": "2020-01-01", "version": version})
    assert (answer.status, stored() == before) == (422, True)


@pytest.mark.parametrize(("day", "played"), [("2020-02-29", "Feb 29, 2020"), ("", "")], ids=["a day", "today"])
def test_a_sheet_that_is_saved_was_played_on_the_day_that_is_said(phone: Person, day: str, played: str) -> None:
    game = save_sheet(phone, {"day": day} if day else {}).path
    with phone.app.app_context():
        today = day_in_words(datetime.now().astimezone())
    assert (played or today) in phone.open(f"{game}/summary").text


@pytest.mark.parametrize(
    ("day", "why"), [("2099-01-01", "That day is still to come."), ("soon", "Enter a date like 2026-11-21.")]
)
def test_a_day_that_cannot_be_is_refused_at_its_field(phone: Person, day: str, why: str) -> None:
    answer = save_sheet(phone, {"day": day})
    assert answer.status == 422
    assert why in answer.page.description_of("day")
    assert phone.tap("Save as a game", {"Played on": "2020-02-29"}).status == 303


def save_sheet(phone: Person, typed: Typed, *rows: str) -> Answer:
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    names = {f"names-{place}": name for place, name in enumerate(TABLE)}
    text = "\n".join(["Bidder,Bid,Us,Them", *(rows or ["Bob,95,45,-95"])])
    phone.last = phone.send(form.action, form.sent | names | {"text": text, "check": "y"})
    form = phone.form("Save as a game")
    phone.last = phone.send(form.action, form.sent | typed)
    return phone.last
