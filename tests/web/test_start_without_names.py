"""A game starts in one tap where no one wants to write names: Us against Them, named later or never."""

import csv
import json

import pytest
from sqlalchemy import select

from scorekeeper.storage.db import reading
from scorekeeper.storage.models import PLAYER
from scorekeeper.usecases.names import SEAT_NAMES
from scorekeeper.usecases.transfer.game_import import import_game
from tests.html import text_of
from tests.many_games import another_club
from tests.person import TABLE, Person
from tests.web.steps import start_unnamed


def test_two_sides_are_us_and_them(phone: Person) -> None:
    start_unnamed(phone)
    assert [text_of(team) for team in phone.page.all(".team")] == ["Us", "Them"]
    assert phone.page.totals == {"You & Partner": "0", "Left & Right": "0"}


def test_sentences_speak_to_you(phone: Person) -> None:
    game = start_unnamed(phone)
    assert phone.page.heading == "Hand 1 · You deal, Left bids first"
    phone.record_bid("You", 100)
    assert "Takes back your bid of 100" in phone.page.text
    phone.tap("Save hand", {"Last trick": "You & Partner", "Captured by You & Partner": "100"})
    assert phone.page.heading == "Hand 2 · Left deals, Partner bids first"
    assert "You & Partner bid 100 and took 100: +100." in phone.open(f"{game}/summary").text
    assert "You & Partner 100 200 to go Left & Right 20 280 to go" in text_of(phone.open("/").one(".games"))


def test_after_partners_trade_seats_everyone_goes_by_the_new_one(phone: Person) -> None:
    game = start_unnamed(phone)
    for _ in range(3):
        phone.record_bid("You", 100)
        phone.tap("Save hand", {"Last trick": "You & Partner", "Captured by You & Partner": "100"})
    phone.last = phone.send(f"{game}/rematch", phone.form("Rematch").sent | {"partner": "1"})
    assert phone.page.totals == {"You & Partner": "0", "Left & Right": "0"}


def test_a_file_of_the_game_has_the_seats_numbers(phone: Person) -> None:
    """So that no one called Left enters a club with it."""
    game = start_unnamed(phone)
    record = json.loads(phone.get(f"{game}.rook.json").body)
    assert record["players"] == list(SEAT_NAMES[:4])


@pytest.mark.parametrize(("rules", "players"), [("three-handed", 3), ("call-partner", 5), ("changing-partners", 4)])
def test_players_of_their_own_bear_their_seats_numbers(phone: Person, rules: str, players: int) -> None:
    start_unnamed(phone, rules)
    assert [text_of(side) for side in phone.page.all(".side h2")] == [*SEAT_NAMES[:players]]
    assert not phone.page.all(".team")


def test_numbers_in_place_of_names_leave_written_names_alone(phone: Person) -> None:
    start_unnamed(phone, **{"Player 2": "Bob"})
    assert phone.page.totals == {"You & Partner": "0", "Bob & Right": "0"}
    assert not phone.page.all(".team")


@pytest.mark.both_databases
def test_a_number_in_place_of_a_name_is_no_person_in_the_club_that_imports_the_file(phone: Person) -> None:
    record = phone.get(f"{start_unnamed(phone)}.rook.json").body
    with phone.app.app_context():
        other = another_club()
        import_game(other, record)
        seated = {row.name: row.hidden for row in reading().execute(select(PLAYER).where(PLAYER.c.club_id == other))}
    assert seated == dict.fromkeys(SEAT_NAMES[:4], True)


@pytest.mark.parametrize("name", ["Player 1", " Player  3", "PLAYER4"])
def test_no_one_is_called_by_a_number(phone: Person, name: str) -> None:
    start_unnamed(phone)
    phone.open("/games/new")
    names = {f"Player {seat}": each for seat, each in enumerate((name, "Bob", "Cal", "Dee"), 1)}
    assert phone.tap("Start game", names).status == 422
    assert "stands for a player without a name." in phone.page.description_of("players-0")


def test_a_second_such_game_asks_nothing_and_no_list_offers_a_number_for_a_name(phone: Person) -> None:
    start_unnamed(phone)
    start_unnamed(phone)
    assert not phone.open("/games/new").all("#known button")
    assert "Player 1" not in text_of(phone.open("/players").one("main"))


@pytest.mark.both_databases
def test_a_seat_without_a_name_is_no_player_of_the_club(phone: Person) -> None:
    """No page or spreadsheet of players lists, renames, merges or shows one, and no one is merged into one."""
    game = start_unnamed(phone, **{"Player 2": "Ann"})
    for _ in range(3):
        phone.open(game)
        phone.record_bid("You", 120)
        phone.tap("Save hand", {"Last trick": "You & Partner", "Captured by You & Partner": "120"})
    assert [text_of(link) for link in phone.open(f"{game}/summary").all(".refs a")] == ["Ann"]
    assert "Player" not in text_of(phone.open("/players").one("main ol"))
    assert "Hidden players" not in phone.page.text
    _, *rows = csv.reader(phone.get("/players.csv").body.decode().splitlines())
    assert [name for _, name, *_ in rows] == ["Ann"]
    with phone.app.app_context():
        of_club = dict(reading().execute(select(PLAYER.c.name, PLAYER.c.id)).all())
    assert not phone.open("/games?player=Player+1").all("main .more a[href^='/players/']"), "a link to no page"
    ann, unnamed = f"/players/{of_club['Ann']}", f"/players/{of_club['Player 1']}"
    assert [phone.get(path).status for path in (unnamed, f"{unnamed}/person", f"{unnamed}/merge?other=Ann")] == [
        404
    ] * 3
    assert not phone.open(f"{ann}/person").all("#names option")
    question = phone.get(f"{ann}/merge?other=Player 1")
    assert question.status == 422
    assert "Player 1 stands for a player without a name." in question.page.text


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_a_name_given_later_is_given_in_this_game_alone(phone: Person, what: str) -> None:
    other, game = start_unnamed(phone), start_unnamed(phone)
    for seat, name in zip(("You", "Left", "Partner", "Right"), TABLE, strict=True):
        phone.open(f"{game}/settings")
        phone.tap("Correct name", {"Whose name": seat, "Correct name": name, "What was wrong?": what})
    assert phone.open(game).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    assert phone.open(other).totals == {"You & Partner": "0", "Left & Right": "0"}
