"""What is sent to BG Stats: exactly what its maker describes, exactly what the page shows, and only by a tap."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import Game
from tests.html import text_of
from tests.person import Person
from tests.web.steps import start_by

KEYS = {
    "sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "location", "board", "game", "players",
}  # fmt: skip
OF_GAME = {"name", "sourceGameId", "bggId", "highestWins", "noPoints"}
OF_PLAYER = {"name", "sourcePlayerId", "startPlayer", "winner", "score", "rank", "role", "team"}


def win(phone: Person, game: str) -> None:
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 100, 100)


@pytest.fixture
def finished(app: Flask, phone: Person) -> str:
    """Won by Ann & Cal, 300 to 60, from 18:00 to 19:30:59 UTC."""
    game = phone.start_game("Dee")
    win(phone, game)
    with app.app_context(), writing() as session:
        row = session.query(Game).one()
        row.started_at = datetime(2026, 11, 21, 18, tzinfo=UTC)
        row.ended_at = row.started_at + timedelta(minutes=90, seconds=59)
    return game


def test_the_recap_says_how_long_a_hand_took(phone: Person, finished: str) -> None:
    assert "1 hour 30 minutes (30 minutes a hand)" in phone.open(f"{finished}/summary").text


def sent(phone: Person, game: str) -> dict[str, Any]:
    """What the link carries, read back as the app reads it."""
    page = phone.open(f"{game}/bg-stats")
    (link,) = [link for link in page.all("a") if text_of(link) == "Send to BG Stats"]
    address = urlsplit(link.attrs["href"])
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert link.attrs["rel"] == "noreferrer"
    assert link.attrs["referrerpolicy"] == "no-referrer"
    assert "target" not in link.attrs
    assert all(sign.isascii() and not sign.isspace() and sign not in '"<>{}' for sign in link.attrs["href"])
    ((name, (data,)),) = parse_qs(address.query, strict_parsing=True).items()
    assert name == "data"
    play: dict[str, Any] = json.loads(data)
    return play


def test_the_link_carries_the_play(phone: Person, finished: str) -> None:
    play = sent(phone, finished)
    assert play.keys() == KEYS
    assert play["sourceName"] == "Rook score"
    assert play["sourcePlayId"] == finished.rpartition("/")[2]
    assert play["playDate"] == "2026-11-21 19:30:59"
    assert play["durationMin"] == 90
    assert play["board"] == "Original partnership"
    assert (play["comments"], play["location"]) == ("", "")
    assert play["game"] == {
        "name": "Rook", "sourceGameId": "rook", "bggId": 1260, "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert play["game"].keys() == OF_GAME


def test_each_player_is_told_with_side_rank_and_result(phone: Person, finished: str) -> None:
    players = {player["name"]: player for player in sent(phone, finished)["players"]}
    assert list(players) == ["Ann", "Bob", "Cal", "Dee"]
    ann, bob = players["Ann"], players["Bob"]
    assert ann.keys() == bob.keys() == OF_PLAYER
    assert isinstance(ann["sourcePlayerId"], str)
    assert len({player["sourcePlayerId"] for player in players.values()}) == 4
    assert (ann["winner"], ann["score"], ann["rank"]) == (True, 300, 1)
    assert (bob["winner"], bob["score"], bob["rank"]) == (False, 60, 2)
    assert (ann["team"], ann["role"]) == ("Ann & Cal", "Partner of Cal")
    assert [name for name, player in players.items() if player["startPlayer"] is True] == ["Ann"]  # Dee dealt first


def test_bg_stats_gets_no_team_of_who_plays_alone_and_equal_totals_share_a_rank(phone: Person) -> None:
    game = start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    for _ in range(2):
        phone.record_bid("Bob", 100)
        phone.tap("Save hand", {"Last trick": "Bob", "Captured by Bob": "100", "Captured by Ann & Cal": "0"})
    players = sent(phone, game)["players"]
    assert [(p["name"], p["score"], p["rank"], p["winner"]) for p in players] == [
        ("Ann", 0, 2, False), ("Bob", 200, 1, True), ("Cal", 0, 2, False),
    ]  # fmt: skip
    assert {(p["team"], p["role"]) for p in players} == {("", "")}


def test_bg_stats_ranks_who_won_by_the_bid_before_an_equal_total(phone: Person) -> None:
    """R18: both at 500 or more after the same hand, and Bob & Dee had the bid."""
    game = start_by(phone, "online-ones-high")
    for bidder in ("Ann",) * 5 + ("Bob",):
        phone.record_bid(bidder, 90)
        phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "90"})
    players = sent(phone, game)["players"]
    assert [(p["name"], p["score"], p["rank"], p["winner"]) for p in players] == [
        ("Ann", 540, 2, False), ("Bob", 540, 1, True), ("Cal", 540, 2, False), ("Dee", 540, 1, True),
    ]  # fmt: skip


def test_strange_names_and_notes_arrive_as_they_are(phone: Person) -> None:
    names = ('Zoë "Z" & Co', "Bob+Bob", "<Cal>?#%", "D\u200d👩\u200d🚀")
    game = phone.start_game(names[0], names)
    for _ in range(3):
        phone.record_bid(names[0], 100)
        sides = f"{names[0]} & {names[2]}"
        phone.tap("Save hand", {"Last trick": sides, f"Captured by {sides}": "100"})
    form = phone.open(f"{game}/summary").form("Save notes")
    phone.send(form.action, form.sent | {"notes": "Line 1\nüber 100 %"})
    play = sent(phone, game)
    assert [player["name"] for player in play["players"]] == list(names)
    assert play["comments"] == "Line 1\nüber 100 %"


def test_bg_stats_gets_the_same_play_however_often_it_is_sent(phone: Person, finished: str) -> None:
    assert sent(phone, finished) == sent(phone, finished)


@pytest.mark.both_databases
def test_the_page_shows_all_that_leaves_and_says_where_it_may_go(phone: Person, finished: str) -> None:
    play = sent(phone, finished)
    text = phone.page.text
    values = [play[key] for key in KEYS - {"game", "players"}] + [play["game"]["name"], play["game"]["bggId"]]
    for player in play["players"]:
        values += [player["name"], player["sourcePlayerId"], player["score"], player["team"], player["role"]]
    assert [value for value in values if str(value) not in text] == []
    assert "On a phone without it, the link opens its maker's website, and that site gets the players' names" in text


def test_a_game_that_goes_on_is_not_sent(phone: Person) -> None:
    page = phone.open(f"{phone.start_game()}/bg-stats")
    assert "Only a finished game can be sent" in page.text
    assert not any("bgstats" in (link.attrs["href"] or "") for link in page.all("a"))


def test_the_finished_game_leads_there(phone: Person, finished: str) -> None:
    links = {text_of(link): link.attrs["href"] for link in phone.open(f"{finished}/summary").all("a")}
    assert links["Send to BG Stats"] == f"{finished}/bg-stats"
