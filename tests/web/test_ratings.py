"""Ratings, form, runs, partners and records, as the pages of players tell them."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.storage.db import db
from scorekeeper.usecases.demo import play_demo
from scorekeeper.usecases.players.update_stats import backfill_stats
from tests.html import Page, text_of
from tests.many_games import play_many
from tests.person import Person

from .player_pages import SWEPT, enter_game, figures_of
from .steps import goes_home

RECORDS = "/players/records"


def won(phone: Person, *bidders: str) -> None:
    """A game of original rules that ends with these hands of 120, each the bidder's side's."""
    phone.start_game()
    for bidder in bidders:
        ours = bidder in ("Ann", "Cal")
        phone.record_bid(bidder, 100)
        phone.record_hand(120 if ours else 0, last_trick="Ann & Cal" if ours else "Bob & Dee")


def leaders_with_points(page: Page) -> list[tuple[str, str]]:
    """The players in the leaderboard, each with the rating."""
    return [
        (text_of(one), text_of(said).removeprefix("rating "))
        for one, said in zip(page.all("ol.games .who"), page.all("ol.games small"), strict=True)
    ]


def form(page: Page) -> str:
    return "".join(text_of(one) for one in page.all("ol.form a"))


def player_page(phone: Person, name: str, asked: str = "") -> Page:
    """The page of a player, by the name in the list."""
    phone.open("/players")
    paths = {
        text_of(link.query_one(".who")): link.attrs["href"] for link in phone.page.all(".games a") if link.query(".who")
    }
    return phone.open((paths[name] or "") + asked)


@pytest.mark.both_databases
def test_ratings_of_winners_rise_and_partners_are_rated_alike(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(10):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    page = phone.open("/players?sort=rating&rules=original")
    (ann, high), (cal, also_high), (bob, low), (dee, also_low) = leaders_with_points(page)
    assert (ann, cal, bob, dee) == ("Ann", "Cal", "Bob", "Dee")
    assert high == also_high
    assert low == also_low
    assert int(high.replace(",", "")) - 1000 == 1000 - int(low.replace(",", "")) > 0
    assert "Everyone starts at 1,000." in page.text


def test_a_rating_by_each_rule_set_comes_with_its_tenth_game(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(10):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    phone.start_game(rules="kentucky", target=100)
    phone.play("Ann", 100, 180)
    rated = [text_of(cell) for cell in figures_of(phone, "Ann").all(".parts [data-head=Rating]")]
    assert [bool(re.fullmatch(r"1,\d+", one)) for one in sorted(rated)] == [True, False]
    assert "No rating at Kentucky yet" in figures_of(phone, "Ann", "?rules=kentucky&year=").text


def test_ratings_are_sorted_by_one_rule_set_at_a_time(phone: Person) -> None:
    answer = phone.get("/players?sort=rating")
    assert answer.status == 422
    assert "Each rule set has its own ratings. Choose rules to sort by rating." in answer.page.text


def test_who_has_no_rating_yet_comes_after_the_others(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        play_many(club, 40, statuses=("over",))
        backfill_stats()
    for _ in range(3):
        phone.start_game(names=("Ida", "Jon", "Kim", "Lou"))
        for _ in range(3):
            phone.record_bid("Ida", 100)
            phone.tap("Save hand", {"Last trick": "Ida & Kim", "Captured by Ida & Kim": "120"})
    ratings = dict(leaders_with_points(phone.open("/players?sort=rating&rules=original")))
    assert list(ratings.items())[-4:] == [(name, "no rating yet") for name in ("Ida", "Jon", "Kim", "Lou")]
    assert re.fullmatch(r"[\d,]+", list(ratings.values())[-5])


def test_a_player_sees_the_last_games(phone: Person) -> None:
    for bidder in ("Ann", "Ann", "Bob", "Cal"):
        won(phone, bidder, bidder, bidder)
    page = player_page(phone, "Ann")
    assert form(page) == "WWLW"
    assert [link.attrs["aria-label"][:3] for link in page.all("ol.form a")] == ["Won", "Won", "Los", "Won"]
    assert form(player_page(phone, "Bob")) == "LLWL"


def test_a_game_that_is_taken_back_leaves_form_and_rating(phone: Person) -> None:
    won(phone, "Ann", "Ann", "Ann")
    phone.tap("Undo")
    game = phone.last.path if phone.last else ""
    phone.open("/players")
    assert not phone.page.all("ol.games")
    phone.open(game)
    phone.tap("Redo")
    assert form(player_page(phone, "Ann")) == "W"


def test_the_chart_shows_the_rating_after_each_of_the_last_games(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(10):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    page = figures_of(phone, "Ann")
    assert "in the last 10 games at Original partnership." in page.text
    rows = [[text_of(cell) for cell in row.query("th, td")] for row in page.all("figure tr")[1:]]
    assert rows[0] == ["0", "1000"]
    assert rows[10][0] == "10"
    assert int(rows[10][1].replace(",", "")) > 1000
    with app.app_context():
        play_many(club, 200, statuses=("over",))
        backfill_stats()
    page = figures_of(phone, "Eve", "?rules=original")
    games = [text_of(row.query_one("th")) for row in page.all("figure tbody tr")]
    assert [game for game in games if game.isdigit()] == [str(game) for game in range(85, 101)]


def test_a_player_of_other_rules_has_no_rating_by_these(phone: Person) -> None:
    won(phone, "Ann", "Ann", "Ann")
    page = player_page(phone, "Ann", "?rules=kentucky")
    assert "rating" not in page.text.lower()


def test_partners_are_told_with_what_they_won(phone: Person) -> None:
    won(phone, "Ann", "Ann", "Ann")
    won(phone, "Bob", "Bob", "Bob")
    won(phone, "Cal", "Cal", "Cal")
    (table,) = [one for one in phone.open(RECORDS).all("table") if text_of(one.query_one("caption")) == "Partners"]
    assert [text_of(row) for row in table.query("tbody tr")] == ["Ann & Cal 3 2 of 3", "Bob & Dee 3 1 of 3"]


def test_records_lead_to_their_games(phone: Person) -> None:
    won(phone, "Bob", "Bob", "Ann", "Ann", "Ann")
    longest = phone.last.path if phone.last else ""
    won(phone, "Ann", "Ann", "Ann")
    page = phone.open(RECORDS)
    best = {text_of(one.query_one(".who")): one for one in page.all("ul.games a")}
    assert {what: text_of(one.query_one(".points")) for what, one in best.items()} == {
        "Highest hand": "120",
        "Longest game": "5",
        "Biggest comeback": "240",
    }
    whose = {what: text_of(one.query_one("small")).split(" · ")[1] for what, one in best.items()}
    assert whose == {"Highest hand": "Bob & Dee", "Longest game": "Ann, Bob, Cal, Dee", "Biggest comeback": "Ann & Cal"}
    assert best["Longest game"].attrs["href"] == f"{longest}/summary" == best["Biggest comeback"].attrs["href"]
    assert phone.get(best["Highest hand"].attrs["href"] or "").status == 200


def test_the_highest_hand_is_told_of_who_played_it(phone: Person) -> None:
    game = phone.start_game(target=200)
    phone.play("Cal", 120, 120)
    goes_home(phone, game, Cal="Eve")
    phone.open(game)
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Last trick": "Ann & Eve", "Captured by Ann & Eve": "110"})
    (highest,) = [one for one in phone.open(RECORDS).all("ul.games a") if "Highest hand" in text_of(one)]
    assert "for one side · Ann & Cal · " in text_of(highest)


@pytest.mark.both_databases
@pytest.mark.parametrize(("asked", "found"), [("?year=2020", True), ("?year=2019", False), ("?rules=concise", False)])
def test_records_and_partners_are_of_the_games_that_are_chosen(
    app: Flask, phone: Person, club: int, asked: str, found: bool
) -> None:
    with app.app_context():
        play_many(club, 8, started=[datetime(2020, 5, 1 + place, 18, tzinfo=UTC) for place in range(8)])
        backfill_stats()
    named = [one for one in phone.open(f"/players{asked}").all("a") if text_of(one) == "Partners and records"]
    assert len(named) == found
    page = phone.open(f"{RECORDS}{asked}")
    assert ("Highest hand" in page.text) is bool(page.all("table")) is found
    assert ("No one has finished one of these games yet." in page.text) is not found
    assert {link.attrs["href"] for link in named} <= {f"{RECORDS}{asked}"}, "the choice goes along"


def test_the_demos_strong_players_are_rated_higher(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        list(play_demo(club, 300, seed=1, rules="original"))
        db.session.remove()
    names = [name for name, _ in leaders_with_points(phone.open("/players?sort=rating&rules=original"))]
    assert names.index("Ada Alder") < names.index("Finn Fir")
    assert names.index("Iris Ironwood") < names.index("Jonah Juniper")
