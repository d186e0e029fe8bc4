"""The list of players: who is where, in which order, chosen by rules and year."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import Player
from scorekeeper.usecases.demo import play_demo
from scorekeeper.usecases.players.update_stats import backfill_stats
from tests.html import Page, text_of
from tests.many_games import play_many
from tests.person import Person
from tests.usecases import reference_stats
from tests.web.counting import statements

from .player_pages import EVENING, SWEPT, enter_game, figures_of, numbers, page_of
from .steps import goes_home


def leader_names(page: Page) -> list[str]:
    """Who is in the leaderboard, in order."""
    return [text_of(one) for one in page.all("ol.games .who")]


def test_a_club_without_a_game_is_told_so(phone: Person) -> None:
    page = phone.open("/players")
    assert page.heading == "Players"
    assert "No one has finished a game yet." in page.text


def share(part: int, whole: int) -> tuple[bool, float]:
    """Too few to take a share of come last."""
    return whole < 10, -part / whole if whole else 0.0


ORDERS: Mapping[str, Callable[[dict[str, int]], tuple[float, ...]]] = {
    "wins": lambda did: (-did["wins"], did["games"]),
    "games": lambda did: (-did["games"],),
    "share": lambda did: share(did["wins"], did["games"]),
    "points": lambda did: share(did["points"], did["hands"]),
    "made": lambda did: share(did["made"], did["made"] + did["sets"]),
    "forced": lambda did: share(did["sets_forced"], did["defended"]),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("base", ["", "original"])
@pytest.mark.parametrize("sort", ORDERS)
def test_the_players_are_in_the_order_that_was_asked_for(
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
    assert leader_names(phone.open(f"/players?sort={sort}&rules={base}")) == in_order


def test_equal_ones_share_a_rank_and_the_better_share_of_equal_wins_comes_first(
    app: Flask, phone: Person, club: int
) -> None:
    with app.app_context():
        enter_game(club, *EVENING)
        enter_game(club, *EVENING, names=("Bob", "Cal", "Ann", "Dee"))
        enter_game(club, *EVENING, names=("Eve", "Bob", "Flo", "Gus"))
    page = phone.open("/players")
    assert [(one.attrs["data-rank"], text_of(one)) for one in page.all("ol.games .who")] == [
        ("1", "Ann"), ("2", "Eve"), ("2", "Flo"), ("2", "Cal"), ("2", "Bob"), ("6", "Gus"), ("6", "Dee"),
    ]  # fmt: skip


def test_games_are_chosen_by_rules_and_by_the_year_of_their_end(app: Flask, phone: Person, club: int) -> None:
    turn = datetime(2023, 1, 1).astimezone()
    with app.app_context():
        moments = [turn - timedelta(minutes=minutes) for minutes in (51, 49, 0)]  # fifty before their end
        play_many(club, 3, rules=("original", "original", "concise"), started=moments, statuses=("over",))
        backfill_stats()
    shown = {
        asked: text_of(phone.open(f"/players?sort=games{asked}").all("ol.games a")[0])
        for asked in ("", "&year=2022", "&year=2023", "&rules=concise", "&rules=original&year=2023")
    }
    assert list(shown.values()) == [
        "Cal won 2 of 3", "Ann won 1 of 1", "Cal won 1 of 2", "Cal won 1 of 1", "Bob won 1 of 1",
    ]  # fmt: skip
    player = figures_of(phone, "Cal")
    assert numbers(player, "By rules") == {
        "Short rule book": "1 1 of 1 100 –",
        "Original partnership": "2 1 of 2 60 –",
    }
    of_original = figures_of(phone, "Cal", "?rules=original")
    assert numbers(of_original, "By year") == {"2022": "1 1 of 1 100", "2023": "1 0 of 1 20"}
    assert numbers(of_original, "Games")["Games"] == "2"
    assert "By rules" not in of_original.text
    of_both = figures_of(phone, "Cal", "?rules=original&year=2023")
    assert numbers(of_both, "Games")["Games"] == "1"
    assert "By year" not in of_both.text, "all of it is of one year"
    assert numbers(figures_of(phone, "Cal", "?year=2023"), "Games")["Games"] == "2"


def test_every_year_in_which_a_game_can_have_been_played_can_be_chosen(app: Flask, phone: Person, club: int) -> None:
    years = [1900, 1968, 2099]
    with app.app_context():
        play_many(club, 3, started=[datetime(year, 7, 4).astimezone() for year in years], statuses=("over",))
        backfill_stats()
    offered = [option.attrs["value"] for option in phone.open("/players").all("select[name=year] option")]
    assert offered == ["", "2099", "1968", "1900"]
    for year in years:
        for path in ("/players", "/players/1", "/players/1/figures", "/players/records"):
            assert "Choose a year" not in phone.open(f"{path}?year={year}").text
        assert "Cal" in leader_names(phone.open(f"/players?year={year}"))


def test_statistics_of_rules_and_a_year_without_games_say_so(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        enter_game(club, *EVENING)
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
        ("year=2100", "year", "Choose a year, like 2026."),
        ("year=%C2%B2%C2%B2%C2%B2%C2%B2", "year", "Choose a year, like 2026."),
        ("sort=luck", "sort", "Choose how to sort the players."),
    ],
)
def test_a_choice_that_makes_no_sense_is_said_at_its_field(
    app: Flask, phone: Person, club: int, asked: str, field: str, words: str
) -> None:
    with app.app_context():
        enter_game(club, *EVENING)
    for path in ("/players", "/players/1", "/players/1/figures", "/players/records")[: 1 if field == "sort" else 3]:
        answer = phone.get(f"{path}?{asked}")
        assert answer.status == 422
        assert text_of(answer.page.one(f"#{field}-error")) == words
        (select,) = [one for one in answer.page.all("select") if one.attrs["name"] == field]
        assert select.attrs["aria-describedby"] == f"{field}-error"


@pytest.mark.both_databases
def test_a_hidden_player_is_folded_away_at_the_end_of_the_leaderboard(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        enter_game(club, *EVENING)
        with writing() as session:
            session.execute(update(Player).where(Player.name == "Ann").values(hidden=True))
    page = phone.open("/players")
    assert leader_names(page) == ["Cal", "Bob", "Dee"]
    (folded,) = [one for one in page.all("details") if "Hidden players" in text_of(one)]
    assert text_of(folded.query_one(".who")) == "Ann"
    assert "Hidden from the leaderboard." in page_of(phone, "Ann").text


FEW = "Under 10 {}: listed last."
SAID = {  # of Ann, who made 3 bids of 100 points in three games that her side won, and of Bob, who never bid
    "wins": ("Ann won 3 of 3", "Bob won 0 of 3", ""),
    "games": ("Ann won 3 of 3", "Bob won 0 of 3", ""),
    "share": ("Ann won 3 of 3", "Bob won 0 of 3", FEW.format("games")),
    "points": ("Ann won 3 of 3 100 points per hand", "Bob won 0 of 3 20 points per hand", FEW.format("hands")),
    "made": ("Ann won 3 of 3 made 9 of 9 bids", "Bob won 0 of 3", FEW.format("bids")),
    "forced": ("Ann won 3 of 3", "Bob won 0 of 3 set 0 of 9 bids of opponents", FEW.format("bids")),
}


@pytest.mark.parametrize("sort", SAID)
def test_each_order_says_in_words_what_it_is_by(app: Flask, phone: Person, club: int, sort: str) -> None:
    """And what becomes of who has too few, in the orders by averages."""
    with app.app_context():
        for _ in range(3):
            enter_game(club, *[replace(SWEPT, bid=100, captured={0: 100, 1: 20}, last_trick=0)] * 3)
    page = phone.open(f"/players?sort={sort}")
    rows = {text_of(row.query_one(".who")): text_of(row) for row in page.all("ol a")}
    assert (rows["Ann"], rows["Bob"], " ".join(map(text_of, page.all("main > p.hint")))) == SAID[sort]


def test_from_ten_on_a_share_has_its_percentage(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(10):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    shown = {sort: text_of(phone.open(f"/players?sort={sort}").all("ol a")[0]) for sort in ("share", "made")}
    assert shown == {"share": "Ann won 10 of 10 100%", "made": "Ann won 10 of 10 made 30 of 30 bids, 100%"}


def test_a_name_is_shown_as_it_was_typed(app: Flask, phone: Person, club: int) -> None:
    odd = '<b>Ann</b> & "Co"'
    with app.app_context():
        enter_game(club, *EVENING, names=(odd, "Bob", "Cal", "Dee"))
    assert leader_names(phone.open("/players"))[0] == odd
    assert page_of(phone, odd).heading == odd


@pytest.mark.both_databases
@pytest.mark.parametrize("asked", ["", "?rules=original", "?year=2026", "?rules=original&year=2026"])
def test_a_page_of_players_asks_as_much_of_a_long_past_as_of_a_short_one(
    app: Flask, phone: Person, club: int, asked: str
) -> None:
    counts = []
    for count in (15, 60):
        with app.app_context():
            list(play_demo(club, count, seed=5))
        of_each = []
        for path in ("/players", "/players/1", "/players/1/figures", "/players/records"):
            with statements(app) as sent:
                phone.open(path + asked)
            of_each.append(len(sent))
        counts.append(of_each)
    pages = list(zip(*counts, strict=True))
    assert all(many <= few + 1 for few, many in pages), "one more where no two opponents were met in five games"
    assert max(max(page) for page in pages) <= 10


def test_who_left_before_the_end_of_the_only_game_has_no_result_yet(phone: Person) -> None:
    game = phone.start_game(target=200)
    phone.play("Ann", 100, 100)
    goes_home(phone, game, Cal="Eve")
    phone.open(game)
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Last trick": "Ann & Eve", "Captured by Ann & Eve": "120"})
    listed = [text_of(line) for line in phone.open("/players").all("ol.games li")]
    assert {"Eve won 1 of 1", "Cal no result yet"} <= {*listed}
