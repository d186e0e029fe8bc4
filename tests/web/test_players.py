"""The players' pages: a small club worked out by hand, in every number."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import Player
from scorekeeper.usecases import access
from scorekeeper.usecases.demo.games import play_demo
from scorekeeper.usecases.game import hands
from scorekeeper.usecases.game.game_settings import stop
from scorekeeper.usecases.game.hand_input import HandInput
from scorekeeper.usecases.game.new_game import start_game
from scorekeeper.usecases.game.scoreboard import scoreboard
from scorekeeper.usecases.players.ratings import catch_up_to_the_end
from scorekeeper.usecases.players.stats import backfill_stats
from scorekeeper.usecases.submission import Submission
from scorekeeper.usecases.transfer.imports import import_game
from tests.html import Page, text_of
from tests.many_games import another_club, play_many
from tests.person import TABLE, Person
from tests.record.games import document
from tests.usecases import reference_stats
from tests.web.test_query_counts import statements


@pytest.fixture
def club(app: Flask) -> int:
    with app.app_context():
        return access.club_id()


def names(page: Page) -> list[str]:
    """Who stands in the leaderboard, in order."""
    return [text_of(one) for one in page.all("ol.games .who")]


def numbers(page: Page, caption: str) -> dict[str, str]:
    """A table of a player's page: each row's words and its number."""
    for table in page.all("table"):
        if text_of(table.query_one("caption")) == caption:
            rows = list(table.query("tbody tr"))
            return {text_of(row.query_one("th")): " ".join(map(text_of, row.query("td"))) for row in rows}
    raise AssertionError(f"No table {caption!r}.")


def test_a_club_without_a_game_is_told_so(phone: Person) -> None:
    page = phone.open("/players")
    assert page.heading == "Players"
    assert "No one has finished a game yet." in page.text


def play(club: int, *entered: HandInput, names: tuple[str, ...] = TABLE) -> UUID:
    """A game of these hands by the original rules, Dee's deal first."""
    game = start_game(club, uuid4(), "original", names, 3)
    for hand in entered:
        bid = HandInput(bidder=hand.bidder, bid=hand.bid)
        for record, part in ((hands.record_bid, bid), (hands.record_hand, replace(hand, bidder=None, bid=None))):
            version = scoreboard(club, game).version
            record(club, game, Submission(uuid4(), version), part)
    return game


ANN, BOB, CAL, DEE = range(4)
SWEPT = HandInput(bidder=ANN, bid=120, captured={ANN: 120}, last_trick=ANN)
# Ann & Cal: 120, 45 - 40 (R12), 60 (R8), 120: 305. Bob & Dee: 0, -90, -95, 0: -185.
EVENING = (
    HandInput(bidder=ANN, bid=100, captured={ANN: 120}, last_trick=ANN),
    HandInput(bidder=BOB, bid=90, captured={ANN: 45}, last_trick=BOB, table_talk={CAL: 1}),
    HandInput(bidder=CAL, bid=95, captured={ANN: 60}, outcome="renege", reneged_by=BOB),
    SWEPT,
)
WORKED_OUT = {
    "Ann": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "1 of 1",
            "Hands": "4",
            "Points per hand for the side": "76.2",
        },
        "As the bidder": {
            "Bids taken": "2",
            "Made": "2 of 2",
            "Set": "0",
            "Average bid": "110",
            "Average captured by the side": "120",
            "Average over or under the bid": "+10",
            "Highest bid made": "120",
        },
        "As the bidder’s partner": {"Partner's bids": "0", "Made": "–", "Set": "0"},
        "As a defender": {
            "Opponents' bids": "1",
            "Sets forced": "1 of 1",
            "Average captured by the side": "45",
        },
        "Nests & penalties": {"Nests won by the side": "2 of 3", "Penalties": "0", "Reneges": "0"},
        "Bids made or set": {
            "up to 60%": "0 0",
            "up to 70%": "0 0",
            "up to 80%": "0 0",
            "up to 90%": "1 0",
            "higher": "1 0",
        },
    },
    "Bob": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "0 of 1",
            "Hands": "4",
            "Points per hand for the side": "−46.2",
        },
        "As the bidder": {
            "Bids taken": "1",
            "Made": "0 of 1",
            "Set": "1",
            "Average bid": "90",
            "Average captured by the side": "75",
            "Average over or under the bid": "−15",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "0", "Made": "–", "Set": "0"},
        "As a defender": {
            "Opponents' bids": "2",
            "Sets forced": "0 of 2",
            "Average captured by the side": "0",
        },
        "Nests & penalties": {"Nests won by the side": "1 of 3", "Penalties": "0", "Reneges": "1"},
        "Bids made or set": {
            "up to 60%": "0 0",
            "up to 70%": "0 0",
            "up to 80%": "0 1",
            "up to 90%": "0 0",
            "higher": "0 0",
        },
    },
    "Cal": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "1 of 1",
            "Hands": "4",
            "Points per hand for the side": "76.2",
        },
        "As the bidder": {
            "Bids taken": "1",
            "Made": "–",
            "Set": "0",
            "No result ended by a renege": "1",
            "Average bid": "95",
            "Average captured by the side": "–",
            "Average over or under the bid": "–",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "2", "Made": "2 of 2", "Set": "0"},
        "As a defender": {
            "Opponents' bids": "1",
            "Sets forced": "1 of 1",
            "Average captured by the side": "45",
        },
        "Nests & penalties": {"Nests won by the side": "2 of 3", "Penalties": "1", "Reneges": "0"},
    },
    "Dee": {
        "As the bidder": {
            "Bids taken": "0",
            "Made": "–",
            "Set": "0",
            "Average bid": "–",
            "Average captured by the side": "–",
            "Average over or under the bid": "–",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "1", "Made": "0 of 1", "Set": "1"},
    },
}


def page_of(phone: Person, name: str, asked: str = "") -> Page:
    """A player's page, by way of the list of players."""
    found = [one.attrs["href"] for one in phone.open("/players").all(".games a") if text_of(one).startswith(name)]
    assert len(found) == 1
    return phone.open(found[0] + asked)


@pytest.mark.parametrize("name", WORKED_OUT)
def test_every_number_of_a_player_is_as_worked_out_by_hand(app: Flask, phone: Person, club: int, name: str) -> None:
    with app.app_context():
        play(club, *EVENING)
    page = page_of(phone, name)
    assert page.heading == name
    for caption, rows in WORKED_OUT[name].items():
        assert numbers(page, caption) == rows, caption


def test_a_stopped_game_counts_by_its_hands_alone(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        game = play(club, *EVENING[:2])
        stop(club, game, Submission(uuid4(), scoreboard(club, game).version))
    page = page_of(phone, "Ann")
    assert numbers(page, "Games") == {
        "Games": "0",
        "Won shared wins included": "–",
        "Stopped early only their hands count": "1",
        "Hands": "2",
        "Points per hand for the side": "62.5",
    }


def test_from_ten_on_a_share_is_told_in_percent_and_under_ten_in_numbers(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(9):
            play(club, SWEPT, SWEPT, SWEPT)
    assert numbers(page_of(phone, "Ann"), "Games")["Won shared wins included"] == "9 of 9"
    assert numbers(page_of(phone, "Ann"), "As the bidder")["Made"] == "100% 27 of 27"
    with app.app_context():
        play(club, SWEPT, SWEPT, SWEPT)
    assert numbers(page_of(phone, "Bob"), "Games")["Won shared wins included"] == "0% 0 of 10"


def test_partners_and_opponents_are_named_from_five_games_on(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(4):
            play(club, SWEPT, SWEPT, SWEPT)
    assert "Best partner" not in page_of(phone, "Ann").text
    with app.app_context():
        play(club, SWEPT, SWEPT, SWEPT)
        for _ in range(6):  # Bob sits where Ann sat
            play(club, SWEPT, SWEPT, SWEPT, names=("Bob", "Ann", "Eve", "Fay"))
    ann, bob = page_of(phone, "Ann").text, page_of(phone, "Bob").text
    assert "Best partner: Cal, won together 5 of 5 games" in ann
    assert "Worst partner: Fay, won together 0 of 6 games" in ann
    assert "Favorite opponent: Dee, beaten in 5 of 5 games" in ann
    assert "Nemesis: Eve, lost to in 6 of 6 games" in ann
    assert "Favorite opponent: Fay, beaten in 6 of 6 games" in bob
    assert "Nemesis: Cal, lost to in 5 of 5 games" in bob
    assert "Players with 5+ games with or against Bob." in bob


def test_joint_winners_have_won_each_and_beaten_nobody_of_them(app: Flask, phone: Person, club: int) -> None:
    """R7: Ann, Bob and Cal have 240 each, Dee none."""
    one = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}, "last_trick": "Ann"}
    rules = {"base": "changing-partners", "hands_per_partner": 1, "hand_limit": 3}
    with app.app_context():
        for _ in range(5):
            made = [one, one, one | {"bidder": "Bob", "captured": {"Bob": 120}, "last_trick": "Bob"}]
            import_game(club, json.dumps(document(*made, rules=rules, id=str(uuid4()))).encode())
    assert numbers(page_of(phone, "Ann"), "Games")["Won shared wins included"] == "5 of 5"
    assert "Best partner" not in phone.page.text
    assert "Favorite opponent: Dee, beaten in 5 of 5 games" in phone.page.text
    assert "Nemesis" not in phone.page.text
    assert "Nemesis: Ann, lost to in 5 of 5 games" in page_of(phone, "Dee").text


def share(part: int, whole: int) -> tuple[bool, float]:
    """Too few to take a share of come last."""
    return whole < 10, -part / whole if whole else 0.0


ORDERS: Mapping[str, Callable[[dict[str, int]], tuple[float, ...]]] = {
    "wins": lambda did: (-did["wins"],),
    "games": lambda did: (-did["games"],),
    "share": lambda did: share(did["wins"], did["games"]),
    "points": lambda did: share(did["points"], did["hands"]),
    "made": lambda did: share(did["made"], did["made"] + did["sets"]),
    "forced": lambda did: share(did["sets_forced"], did["defended"]),
}


@pytest.mark.parametrize("base", ["", "original"])
@pytest.mark.parametrize("sort", ORDERS)
def test_the_players_stand_in_the_order_that_was_asked_for(
    app: Flask, phone: Person, club: int, sort: str, base: str
) -> None:
    with app.app_context():
        list(play_demo(club, 40, seed=5))
        counted = {player: did for (player, *of), did in reference_stats.of_players(club).items() if of == [0, base]}
        called = {player.id: player.name for player in db.session.query(Player)}

    def rank(player: int) -> tuple[Any, ...]:
        did = counted[player]
        return *ORDERS[sort](did), -did["games"], called[player]

    in_order = [called[player] for player in sorted(counted, key=rank)]
    assert names(phone.open(f"/players?sort={sort}&rules={base}")) == in_order


def test_games_are_chosen_by_rules_and_by_the_year_of_their_start(app: Flask, phone: Person, club: int) -> None:
    turn = datetime(2023, 1, 1, tzinfo=UTC)
    with app.app_context():
        moments = [turn - timedelta(minutes=1), turn, turn + timedelta(hours=1)]
        play_many(club, 3, rules=("original", "original", "concise"), started=moments, statuses=("over",))
        backfill_stats()
    shown = {
        asked: text_of(phone.open(f"/players?sort=games{asked}").all("ol.games a")[0])
        for asked in ("", "&year=2022", "&year=2023", "&rules=concise", "&rules=original&year=2023")
    }
    assert [text.split("won ")[0] for text in shown.values()] == ["Cal 3 ", "Ann 1 ", "Cal 2 ", "Cal 1 ", "Bob 1 "]
    player = page_of(phone, "Cal")
    assert numbers(player, "By rules") == {
        "Short rule book": "1 1 of 1 100 (1,079)",
        "Original partnership": "2 1 of 2 60 (989)",
    }
    of_original = page_of(phone, "Cal", "?rules=original")
    assert numbers(of_original, "By year") == {"2022": "1 1 of 1 100", "2023": "1 0 of 1 20"}
    assert numbers(of_original, "Games")["Games"] == "2"
    assert "By rules" not in of_original.text


def test_what_was_never_played_is_chosen_and_said_to_be_nothing(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        play(club, *EVENING)
    assert "No one has finished one of these games yet." in phone.open("/players?rules=dixie&year=1999").text
    page = page_of(phone, "Ann", "?rules=dixie&year=1999")
    assert "Ann hasn't finished one of these games yet." in page.text
    chosen = [option.attrs["value"] for option in page.all("option") if "selected" in option.attrs]
    assert chosen == ["dixie", "1999"]


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ("rules=whist", "rules", "Choose a rule set."),
        ("year=soon", "year", "Choose a year, like 2026."),
        ("year=-5", "year", "Choose a year, like 2026."),
        ("year=99999999999999999999", "year", "Choose a year, like 2026."),
        ("year=0000", "year", "Choose a year, like 2026."),
        ("year=%C2%B2%C2%B2%C2%B2%C2%B2", "year", "Choose a year, like 2026."),
        ("sort=luck", "sort", "Choose how to sort the players."),
    ],
)
def test_a_choice_that_makes_no_sense_is_said_at_its_field(
    app: Flask, phone: Person, club: int, asked: str, field: str, words: str
) -> None:
    with app.app_context():
        play(club, *EVENING)
    for path in ("/players", "/players/1")[: 1 if field == "sort" else 2]:
        answer = phone.get(f"{path}?{asked}")
        assert answer.status == 422
        assert text_of(answer.page.one(f"#{field}-error")) == words
        (select,) = [one for one in answer.page.all("select") if one.attrs["name"] == field]
        assert select.attrs["aria-describedby"] == f"{field}-error"


@pytest.mark.parametrize("player", ["0", "999", "2147483648", "99999999999999999999", "Ann", "-1"])
def test_a_player_who_is_not_here_is_not_found(phone: Person, player: str) -> None:
    assert phone.get(f"/players/{player}").status == 404
    assert phone.get(f"/players/{player}?year=soon").status == 404


def test_players_of_another_club_are_not_found(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        play(another_club(), *EVENING)
        (player,) = [player.id for player in db.session.query(Player).filter(Player.name == "Ann")]
    assert phone.get(f"/players/{player}").status == 404
    assert "No one has finished a game yet." in phone.open("/players").text


def test_who_is_hidden_is_folded_away_behind_the_others(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        play(club, *EVENING)
        with writing() as session:
            session.execute(update(Player).where(Player.name == "Ann").values(hidden=True))
    page = phone.open("/players")
    assert names(page) == ["Cal", "Bob", "Dee"]
    (folded,) = [one for one in page.all("details") if "Hidden players" in text_of(one)]
    assert text_of(folded.query_one(".who")) == "Ann"
    assert "Hidden from the leaderboard." in page_of(phone, "Ann").text


def test_a_name_is_shown_as_it_was_typed(app: Flask, phone: Person, club: int) -> None:
    odd = '<b>Ann</b> & "Co"'
    with app.app_context():
        play(club, *EVENING, names=(odd, "Bob", "Cal", "Dee"))
    assert names(phone.open("/players"))[0] == odd
    assert page_of(phone, odd).heading == odd


def test_a_finished_game_and_the_first_page_lead_to_the_players(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        game = play(club, *EVENING)
    links = {text_of(one): one.attrs["href"] for one in phone.open(f"/games/{game}/summary").all("nav a")}
    assert phone.open(links["Bob"]).heading == "Bob"
    assert "/players" in [one.attrs["href"] for one in phone.open("/").all("nav a")]


@pytest.mark.parametrize("asked", ["", "?rules=original", "?year=2026", "?rules=original&year=2026"])
def test_a_page_of_players_asks_as_much_of_a_long_past_as_of_a_short_one(
    app: Flask, phone: Person, club: int, asked: str
) -> None:
    counts = []
    for count in (15, 60):
        with app.app_context():
            list(play_demo(club, count, seed=5))
            catch_up_to_the_end(club)
        of_each = []
        for path in ("/players", "/players/1"):
            with statements(app) as sent:
                phone.open(path + asked)
            of_each.append(len(sent))
        counts.append(of_each)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 8
