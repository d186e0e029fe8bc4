"""A game as a table for a spreadsheet."""

import csv
import io
import json
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import permissions
from scorekeeper.usecases.transfer.game_import import import_game
from scorekeeper.usecases.transfer.spreadsheets import csv_file
from tests.html import text_of
from tests.person import TABLE, Person
from tests.record.games import document

from .files import download, look, store


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def test_a_game_as_csv_has_a_row_for_each_hand(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    answer = download(phone, game, "Spreadsheet (CSV)")
    assert answer.mimetype == "text/csv"
    head, row = read_csv(answer.data)
    assert head[:6] == ["Hand", "Dealer", "Bidder", "Bid", "Captured by Ann & Cal", "Captured by Bob & Dee"]
    assert head[-5:] == [
        "Points of Ann & Cal, with penalties", "Total of Ann & Cal", "Points of Bob & Dee, with penalties",
        "Total of Bob & Dee", "Note",
    ]  # fmt: skip
    assert row[:6] == ["1", "Ann", "Bob", "95", "45", "75"]
    assert row[-5:] == ["45", "45", "-95", "-95", ""]
    assert row[head.index("Result")] == "set"


def test_cells_that_a_spreadsheet_would_run_are_text(phone: Person) -> None:
    names = ["=1+1", "+2", "-3", "@SUM"]
    hand = {"bidder": "=1+1", "bid": 95, "captured": {"=1+1": 75}, "note": '=HYPERLINK("http://x")'}
    look(phone, json.dumps(document(hand, players=names)).encode())
    game = store(phone).path
    cells = [cell for row in read_csv(download(phone, game, "Spreadsheet (CSV)").data) for cell in row]
    assert "'=1+1" in cells
    assert '\'=HYPERLINK("http://x")' in cells
    assert "-95" in cells
    numbers = [cell for cell in cells if cell.lstrip("-").isdecimal()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@")) and cell not in numbers]


@pytest.mark.parametrize("key", PRESETS)
def test_the_csv_of_a_game_is_a_sheet_that_checks_clean(app: Flask, phone: Person, key: str) -> None:
    """With a hand that each rule set can have: everything to the bidder, misdealt once before."""
    rules, table = PRESETS[key].rules, (*TABLE, "Eve", "Fay")
    players = table[: rules.players]
    hand: dict[str, Any] = {"bidder": "Ann", "bid": rules.min_bid, "captured": {"Ann": rules.card_total}}
    if rules.out_of_play_cards:
        hand["captured"] |= {"Bob": 0}
    if rules.sides == "individual":
        hand["captured"] |= dict.fromkeys(players[1:], 0)
    if rules.sides == "called_partner":
        hand["partners"] = ["Bob"]
    hand |= {"last_trick": "Ann"} if rules.last_trick_points else {}
    hand |= {"most_tricks": "Ann"} if rules.most_tricks_points else {}
    hand |= {"fouls": [{"player": "Ann", "kind": "nest-discard"}]} if rules.fouls else {}
    hand |= {"adjustments": [{"player": "Bob", "points": -5, "reason": "late"}]}
    content = json.dumps(document({"outcome": "misdeal"}, hand, rules=key, players=players, id=str(uuid4()))).encode()
    with app.app_context():
        uid, _ = import_game(permissions.club_id(), content)
        text = csv_file(permissions.club_id(), uid)[1].decode()
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    names = {f"names-{place}": name for place, name in enumerate(players)}
    page = phone.send(form.action, form.sent | {"rules": key, "text": text, "check": "y"} | names).page
    assert text_of(page.one("#verdict")).startswith("No mistakes found"), page.text
    assert "Not read" not in page.text


def test_totals_from_paper_are_brought_forward_and_check_clean(phone: Person) -> None:
    """R34: a game that began elsewhere."""
    content = json.dumps(
        document({"bidder": "Ann", "bid": 95, "captured": {"Ann": 100}}, starting_totals={"Ann": 120, "Bob": -30})
    )
    look(phone, content.encode())
    game = store(phone).path
    text = download(phone, game, "Spreadsheet (CSV)").data.decode("utf-8-sig")
    assert "Brought forward" in text
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    page = phone.send(form.action, form.sent | {"rules": "original", "text": text, "check": "y"}).page
    assert text_of(page.one("#verdict")).startswith("No mistakes found")
    assert {found.attrs["data-right"]: text_of(found) for found in page.all("[data-right]")} == {
        "Ann & Cal": "220",
        "Bob & Dee": "−10",
    }


def test_the_table_of_a_clubs_hands_is_of_many_games(phone: Person) -> None:
    phone.start_game("Dee")
    phone.play("Bob", 95, 45)
    text = phone.web.get("/hands.csv").data.decode()
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    answer = phone.send(form.action, form.sent | {"text": text, "check": "y"})
    assert answer.status == 422
    assert "Take the spreadsheet of one game" in answer.page.description_of("text")
