"""How often a page asks the database: as often after a long evening as after one hand."""

import pytest
from flask import Flask

from tests.person import Person
from tests.web.counting import statements

from . import tournaments
from .every_page import pages
from .steps import make_house_rules

SCOREBOARD, ANY_OTHER = 4, 9
OTHER_TABLES = [(f"Ann {n}", f"Bob {n}", f"Cal {n}", f"Dee {n}") for n in range(4)]


def statements_of(app: Flask, phone: Person, path: str) -> list[str]:
    with statements(app) as sent:
        answer = phone.web.get(path)
    assert answer.status_code in (200, 303, 422), path  # the order of seats is asked for; what is on now is elsewhere
    return sent


def lose_bids(phone: Person, game: str, hands: int) -> None:
    """Hands in which each side in turn loses its bid, so that the game goes on."""
    phone.open(game)
    for hand in range(hands):
        phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)


def test_a_page_asks_as_often_after_a_long_evening_of_many_tables(app: Flask, phone: Person) -> None:
    game = phone.start_game()
    lose_bids(phone, game, 1)
    house = make_house_rules(phone).path
    tournament = tournaments.start_tournament(phone)
    tournaments.draw(phone, tournament, 1)
    early = {path: statements_of(app, phone, path) for path in pages(app, game, house, tournament)}
    lose_bids(phone, game, 11)
    for number in range(2, 8):
        tournaments.draw(phone, tournament, number)
        phone.tap(f"Draw round {number}")  # the tables of the last are asked about
    for name in "ABC":
        make_house_rules(phone, name)
    for names in OTHER_TABLES:
        lose_bids(phone, phone.start_game(names=names, dealer=names[0]), 0)
    for path, sent in early.items():
        late = statements_of(app, phone, path)
        assert len(late) == len(sent), f"{path} asked\n" + "\n".join(late)
        assert len(late) <= (SCOREBOARD if path == game else ANY_OTHER), f"{path} asked\n" + "\n".join(late)


@pytest.mark.parametrize(("button", "path"), [("Record bid", "bid"), ("Save hand", "hands")])
def test_recording_takes_as_many_statements_in_any_hand(app: Flask, phone: Person, button: str, path: str) -> None:
    game = phone.start_game()

    def recording(choices: dict[str, str]) -> int:
        fields = phone.form(button).filled(**choices)
        with statements(app) as sent:
            assert phone.web.post(f"{game}/{path}", data=fields).status_code == 303
        return len(sent)

    counts = []
    for hands in (1, 6):
        lose_bids(phone, game, hands)
        if path == "hands":
            phone.record_bid("Ann", 120)
        choices = {"Bidder": "Ann", "Bid": "120"} if path == "bid" else {"Last trick": "Ann & Cal"}
        counts.append(recording(choices | ({"Captured by Ann & Cal": "60"} if path == "hands" else {})))
        phone.open(game)
        if path == "bid":
            phone.record_hand(60)
    assert counts[0] == counts[1]
