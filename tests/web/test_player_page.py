"""A player's page: a small club worked out by hand, in every number."""

import json
import re
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import GAME, Player
from scorekeeper.storage.stats_models import GAME_STATS, SEAT_STATS
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.game_settings import stop
from scorekeeper.usecases.game.scoreboard import scoreboard
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.transfer.game_import import import_game
from tests.html import Page, text_of
from tests.many_games import another_club
from tests.person import Person
from tests.record.games import document
from tests.web.player_pages import BOB, EVENING, SWEPT, enter_game, figures_of, numbers, page_of

WORKED_OUT = {
    "Ann": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "1 of 1",
            "Hands": "4",
            "Points per hand for the side": "76.3",
        },
        "As the bidder": {
            "Bids taken": "2",
            "Made": "2 of 2",
            "Set": "0",
            "Average bid": "110",
            "Average points taken by the side": "120",
            "Average over or under the bid": "+10",
            "Highest bid made": "120",
        },
        "As the bidder’s partner": {"Partner's bids": "0", "Made": "–", "Set": "0"},
        "As a defender": {
            "Opponents' bids hands given up not counted": "1",
            "Sets forced": "1 of 1",
            "Average points taken by the side": "45",
        },
        "Nests & penalties": {"Nests won by the side": "2 of 3", "Penalties": "0", "Reneges": "0"},
    },
    "Bob": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "0 of 1",
            "Hands": "4",
            "Points per hand for the side": "−46.3",
        },
        "As the bidder": {
            "Bids taken": "1",
            "Made": "0 of 1",
            "Set": "1",
            "Average bid": "90",
            "Average points taken by the side": "75",
            "Average over or under the bid": "−15",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "0", "Made": "–", "Set": "0"},
        "As a defender": {
            "Opponents' bids hands given up not counted": "2",
            "Sets forced": "0 of 2",
            "Average points taken by the side": "0",
        },
        "Nests & penalties": {"Nests won by the side": "1 of 3", "Penalties": "0", "Reneges": "1"},
    },
    "Cal": {
        "Games": {
            "Games": "1",
            "Won shared wins included": "1 of 1",
            "Hands": "4",
            "Points per hand for the side": "76.3",
        },
        "As the bidder": {
            "Bids taken": "0",
            "Made": "–",
            "Set": "0",
            "No result ended by a renege, not counted here": "1",
            "Average bid": "–",
            "Average points taken by the side": "–",
            "Average over or under the bid": "–",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "2", "Made": "2 of 2", "Set": "0"},
        "As a defender": {
            "Opponents' bids hands given up not counted": "1",
            "Sets forced": "1 of 1",
            "Average points taken by the side": "45",
        },
        "Nests & penalties": {"Nests won by the side": "2 of 3", "Penalties": "1", "Reneges": "0"},
    },
    "Dee": {
        "As the bidder": {
            "Bids taken": "0",
            "Made": "–",
            "Set": "0",
            "Average bid": "–",
            "Average points taken by the side": "–",
            "Average over or under the bid": "–",
            "Highest bid made": "–",
        },
        "As the bidder’s partner": {"Partner's bids": "1", "Made": "0 of 1", "Set": "1"},
    },
}


@pytest.mark.parametrize("name", WORKED_OUT)
def test_every_number_of_a_player_is_as_worked_out_by_hand(app: Flask, phone: Person, club: int, name: str) -> None:
    with app.app_context():
        enter_game(club, *EVENING)
    assert page_of(phone, name).heading == name
    page = figures_of(phone, name)
    for caption, rows in WORKED_OUT[name].items():
        assert numbers(page, caption) == rows, caption


BY_ANN = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 90}, "last_trick": "Ann"}
AVERAGES: dict[str, tuple[str, list[dict[str, object]], tuple[str, str, str], str]] = {
    "the last trick, 20 points: 90 + 20 of 100 bid, 95 + 0 of 120": (
        "house-200",
        [BY_ANN, BY_ANN | {"bid": 120, "captured": {"Ann": 95}, "last_trick": "Bob"}],
        ("110", "102.5", "−7.5"),
        "97.5",  # 90 + 0, 85 + 20
    ),
    "R8, a renege is left out of all three": (
        "house-200",
        [BY_ANN, {"bidder": "Ann", "bid": 180, "outcome": "renege", "reneged_by": "Bob", "captured": {"Ann": 40}}],
        ("100", "110", "+10"),
        "90",
    ),
    "most tricks, 20 points: 60 + 20 of 65 bid": (
        "dixie",
        [{"bidder": "Ann", "bid": 65, "captured": {"Ann": 60}, "most_tricks": "Ann", "last_trick": "Bob"}],
        ("65", "80", "+15"),
        "40",
    ),
    "R16, a sweep has the last trick and no bonus here: 180 + 20 of 150 bid": (
        "princeton",
        [{"bidder": "Ann", "bid": 150, "captured": {"Ann": 180}, "sweep": "Ann"}],
        ("150", "200", "+50"),
        "0",
    ),
    "R27, a moon needs all 180: 175 of these, 120 of 100 bid": (
        "moon-360",
        [BY_ANN | {"bid": 360, "captured": {"Ann": 175}}, BY_ANN | {"captured": {"Ann": 120}}],
        ("140", "147.5", "+7.5"),
        "32.5",
    ),
}


@pytest.mark.parametrize("why", AVERAGES)
def test_the_average_bid_and_the_average_over_it_make_the_average_taken(
    app: Flask, phone: Person, club: int, why: str
) -> None:
    rules, seen, (bid, taken, over), defended = AVERAGES[why]
    with app.app_context():
        ended = {"base": rules, "hand_limit": len(seen)}
        import_game(club, json.dumps(document(*seen, rules=ended, id=str(uuid4()))).encode())
    of_ann = numbers(figures_of(phone, "Ann"), "As the bidder")
    label = "Average bid a moon counts as all the points" if rules == "moon-360" else "Average bid"
    assert of_ann[label] == bid
    assert of_ann["Average points taken by the side"] == taken
    assert of_ann["Average over or under the bid"] == over
    assert numbers(figures_of(phone, "Bob"), "As a defender")["Average points taken by the side"] == defended


def test_the_bids_of_a_hand_are_counted_alike_for_all_or_it_is_said_that_they_are_not(
    app: Flask, phone: Person, club: int
) -> None:
    """R8, R33: Ann makes a bid, has another end by a renege and gives up a third."""
    reneged = BY_ANN | {"outcome": "renege", "reneged_by": "Bob", "captured": {"Ann": 40}}
    made, given_up = BY_ANN | {"captured": {"Ann": 120}}, {"outcome": "conceded", "bidder": "Ann", "bid": 100}
    rules = {"base": "original", "may_concede": True, "hand_limit": 3}
    del reneged["last_trick"]
    with app.app_context():
        import_game(club, json.dumps(document(made, reneged, given_up, rules=rules, id=str(uuid4()))).encode())
    of_ann = numbers(figures_of(phone, "Ann"), "As the bidder")
    assert (of_ann["Bids taken"], of_ann["Made"], of_ann["Set"]) == ("2", "1 of 2", "1")
    assert of_ann["No result ended by a renege, not counted here"] == "1"
    assert numbers(figures_of(phone, "Cal"), "As the bidder’s partner")["Partner's bids"] == "2"
    assert numbers(figures_of(phone, "Bob"), "As a defender")["Opponents' bids hands given up not counted"] == "1"


def test_a_stopped_game_counts_by_its_hands_alone(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        game = enter_game(club, *EVENING[:2])
        change.apply(club, game, Submission(uuid4(), scoreboard(read_game(club, game)).version), "stop", stop)
    page = figures_of(phone, "Ann")
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
            enter_game(club, SWEPT, SWEPT, SWEPT)
    assert numbers(figures_of(phone, "Ann"), "Games")["Won shared wins included"] == "9 of 9"
    assert numbers(figures_of(phone, "Ann"), "As the bidder")["Made"] == "100% 27 of 27"
    with app.app_context():
        enter_game(club, SWEPT, SWEPT, SWEPT)
    assert numbers(figures_of(phone, "Bob"), "Games")["Won shared wins included"] == "0% 0 of 10"


def answers(page: Page) -> dict[str, str]:
    """The lines below won of played, each answer with what is said beside it."""
    lines = ([text_of(part) for part in line.query("li > * > span")] for line in page.all(".answers li"))
    return {line[0]: line[1] for line in lines}


def test_partners_and_opponents_are_named_from_five_games_on(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(4):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    assert answers(page_of(phone, "Ann")).keys() == {"Bids made", "Usual bid", "Longest streak"}
    with app.app_context():
        enter_game(club, SWEPT, SWEPT, SWEPT)
        for _ in range(6):  # Bob sits where Ann sat
            enter_game(club, SWEPT, SWEPT, SWEPT, names=("Bob", "Ann", "Eve", "Fay"))
    ann = answers(page_of(phone, "Ann"))
    assert ann["Best partner"] == "Cal won 5 of 5 together"
    assert ann["Hardest opponents"] == "Bob & Eve won 0 of 6 against them"
    bob = answers(page_of(phone, "Bob"))
    assert bob["Best partner"] == "Eve won 6 of 6 together"
    assert bob["Hardest opponents"] == "Ann & Cal won 0 of 5 against them"


def test_the_hardest_opponent_of_who_plays_alone_is_one(app: Flask, phone: Person, club: int) -> None:
    """R7: Ann, Bob and Cal have 240 each and share the win, Dee has none."""
    one = {"bidder": "Ann", "bid": 100, "captured": {"Ann": 120}, "last_trick": "Ann"}
    rules = {"base": "changing-partners", "hands_per_partner": 1, "hand_limit": 3}
    with app.app_context():
        for _ in range(5):
            made = [one, one, one | {"bidder": "Bob", "captured": {"Bob": 120}, "last_trick": "Bob"}]
            import_game(club, json.dumps(document(*made, rules=rules, id=str(uuid4()))).encode())
    assert numbers(figures_of(phone, "Ann"), "Games")["Won shared wins included"] == "5 of 5"
    assert not answers(phone.page).keys() & {"Best partner", "Hardest opponent"}
    assert answers(page_of(phone, "Dee"))["Hardest opponent"] == "Ann won 0 of 5 against them"


def test_won_of_played_the_last_five_and_the_streak_come_first(app: Flask, phone: Person, club: int) -> None:
    """Of seven games Cal won the second to the fourth and the last."""
    lost = replace(SWEPT, bidder=BOB, captured={BOB: 120}, last_trick=BOB)
    with app.app_context():
        games = [enter_game(club, *[SWEPT if won else lost] * 3) for won in (0, 1, 1, 1, 0, 0, 1)]
    page = page_of(phone, "Cal")
    assert text_of(page.one(".won-of")) == "Won 4 of 7"
    form = page.all("ol.form a")
    assert [text_of(one) for one in form] == ["W", "W", "L", "L", "W"]
    assert [(one.attrs["aria-label"] or "").partition(",")[0] for one in form] == ["Won", "Won", "Lost", "Lost", "Won"]
    assert [one.attrs["href"] for one in form] == [f"/games/{game}/summary" for game in games[2:]]
    assert answers(page)["Longest streak"] == f"3 won in {datetime.now().astimezone():%B}"


@pytest.mark.both_databases
def test_numbers_of_games_lead_to_these_and_others_lead_nowhere(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        for _ in range(5):
            enter_game(club, SWEPT, SWEPT, SWEPT)
        for _ in range(6):
            enter_game(club, SWEPT, SWEPT, SWEPT, names=("Bob", "Ann", "Eve", "Fay"))
    page = page_of(phone, "Ann")
    ways = {text_of(link.query_one("span")): link.attrs["href"] for link in page.all(".answers a")}
    ways |= {text_of(link): link.attrs["href"] for link in page.all(".won-of a")}
    found = {what: text_of(phone.open(way or "").one("p[role=status]")) for what, way in ways.items()}
    assert found == {
        "Won 5": "5 games.",
        "of 11": "11 games.",
        "Best partner": "5 games.",
        "Hardest opponents": "6 games.",
        "Longest streak": "5 games.",
    }


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("now", "before", "first"),
    [(5, 2, "Won 5 of 5"), (4, 2, "Won 6 of 6"), (0, 2, "Won 2 of 2"), (5, 0, "Won 5 of 5")],
    ids=["five this year", "fewer: all years", "none this year", "this year alone"],
)
def test_this_year_comes_first_as_soon_as_five_games_are_over(
    app: Flask, phone: Person, club: int, now: int, before: int, first: str
) -> None:
    with app.app_context():
        for place in range(now + before):
            game = enter_game(club, SWEPT, SWEPT, SWEPT)
            if place >= now:
                with writing() as session:
                    of_game = select(GAME.c.id).where(GAME.c.uid == game).scalar_subquery()
                    for table in (SEAT_STATS, GAME_STATS):
                        session.execute(update(table).where(table.c.game_id == of_game).values(year=2020))
    page = page_of(phone, "Ann")
    assert text_of(page.one(".won-of")) == first
    tabs = {text_of(tab): tab for tab in page.all(".years a")}
    year = str(datetime.now().astimezone().year)
    assert list(tabs) == ([year, "All years"] if now else [])
    for words, games in (("All years", now + before), (year, now)) if now else ():
        shown = phone.open(tabs[words].attrs["href"] or "")
        assert text_of(shown.one(".won-of")) == f"Won {games} of {games}"
        assert [text_of(tab) for tab in shown.all(".years [aria-current]")] == [words]


def test_the_rating_and_a_page_of_all_figures_come_with_the_tenth_game(app: Flask, phone: Person, club: int) -> None:
    """Q12: of fewer they say little."""
    with app.app_context():
        for _ in range(9):
            enter_game(club, SWEPT, SWEPT, SWEPT)
    assert "figures" not in page_of(phone, "Ann").text
    assert "Rating after each game" not in figures_of(phone, "Ann").text
    with app.app_context():
        enter_game(club, SWEPT, SWEPT, SWEPT)
    (link,) = [one for one in page_of(phone, "Ann").all("nav a") if text_of(one) == "Rating and all figures"]
    page = phone.open(link.attrs["href"] or "")
    assert re.search(r"Up \d+ in the last 10 games at Original partnership\.", page.text)
    assert numbers(page, "Bids made or set")["higher"] == "30 0"
    assert "How many bids were made and set" in page.text


@pytest.mark.parametrize("player", ["0", "999", "2147483648", "99999999999999999999", "Ann", "-1"])
def test_a_player_who_is_not_here_is_not_found(phone: Person, player: str) -> None:
    assert phone.get(f"/players/{player}").status == 404
    assert phone.get(f"/players/{player}?year=soon").status == 404


@pytest.mark.both_databases
def test_players_of_another_club_are_not_found(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        enter_game(another_club(), *EVENING)
        (player,) = [player.id for player in db.session.query(Player).filter(Player.name == "Ann")]
    assert phone.get(f"/players/{player}").status == 404
    assert "No one has finished a game yet." in phone.open("/players").text


def test_a_finished_game_and_the_first_page_lead_to_the_players(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        game = enter_game(club, *EVENING)
    links = {text_of(one): one.attrs["href"] for one in phone.open(f"/games/{game}/summary").all("nav a")}
    assert phone.open(links["Bob"]).heading == "Bob"
    assert "/players" in [one.attrs["href"] for one in phone.open("/").all("nav a")]
