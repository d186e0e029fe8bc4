"""A game starts in one tap where nobody wants to write names: Us against Them, named later or never."""

import pytest

from scorekeeper.usecases.names import SEAT_NAMES
from tests.html import text_of
from tests.person import TABLE, Person


def start(phone: Person, rules: str = "original", **names: str) -> str:
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.filled(**names) | {"rules": rules, "unnamed": "yes"})
    assert phone.last.status == 303, phone.page.text
    return phone.last.path


def test_two_sides_are_us_and_them(phone: Person) -> None:
    start(phone)
    assert [text_of(team) for team in phone.page.all(".team")] == ["Us", "Them"]
    assert phone.page.totals == {"Player 1 & Player 3": "0", "Player 2 & Player 4": "0"}


@pytest.mark.parametrize(("rules", "players"), [("three-handed", 3), ("call-partner", 5), ("changing-partners", 4)])
def test_players_of_their_own_bear_their_seats_numbers(phone: Person, rules: str, players: int) -> None:
    start(phone, rules)
    assert [text_of(side) for side in phone.page.all(".side h2")] == [*SEAT_NAMES[:players]]
    assert not phone.page.all(".team")


def test_what_was_written_stays(phone: Person) -> None:
    start(phone, **{"Player 2": "Bob"})
    assert phone.page.totals == {"Player 1 & Player 3": "0", "Bob & Player 4": "0"}
    assert not phone.page.all(".team")


def test_a_second_such_game_asks_nothing_and_no_list_offers_a_number_for_a_name(phone: Person) -> None:
    start(phone)
    start(phone)
    assert not phone.open("/games/new").all("#known button")
    assert "Player 1" not in text_of(phone.open("/players").one("main"))


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_a_name_given_later_is_given_in_this_game_alone(phone: Person, what: str) -> None:
    other, game = start(phone), start(phone)
    for seat, name in enumerate(TABLE, 1):
        phone.open(f"{game}/settings")
        phone.tap("Correct name", {"Whose name": f"Player {seat}", "Correct name": name, "What was wrong?": what})
    assert phone.open(game).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    assert phone.open(other).totals == {"Player 1 & Player 3": "0", "Player 2 & Player 4": "0"}
