"""What tournaments share with the rest: stats count their games, links open what they say, removal leaves nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import CLUB, GAME, TOURNAMENT
from scorekeeper.usecases import clubs
from tests.patience import Stopwatch
from tests.person import Person

from . import tournaments
from .hosted import club_of, enter, start_club
from .steps import renew_link, shown_links
from .tournaments import EIGHT, change_seat, draw, game_at, paper, placed, play_table, sides_at, start_tournament

STANDINGS, POLL = 0.030, 0.005  # seconds of CPU
DRAW = 1.0


def test_stats_and_history_count_its_games_and_no_table_on_paper(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    play_table(phone, game_at(phone, here, 1, 1), 100, 110)
    paper(phone, here, 1, 2, 100, 20)
    players = phone.open("/players").text
    assert all(name in players for name in ("Ann", "Bob", "Eve", "Fay"))
    assert not any(name in players for name in ("Cal", "Dee", "Gus", "Hal"))
    assert "Ann & Eve" in phone.open("/games").text
    assert "Cal & Gus" not in phone.page.text


def test_a_table_whose_seats_were_changed_by_hand_is_not_in_progress_before_its_first_bid(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    change_seat(phone, "Eve", "Hal")
    assert "In progress" not in phone.open("/").text
    phone.open(game_at(phone, here, 1, 1))
    phone.record_bid("Ann", 100)
    assert "In progress" in phone.open("/").text


@pytest.mark.both_databases
def test_a_game_begun_at_a_table_is_not_in_progress_while_the_result_of_its_table_is_typed(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 2)
    phone.open(game)
    phone.record_bid("Cal", 100)
    paper(phone, here, 1, 2, 100, 20)
    assert "In progress" not in phone.open("/").text
    assert phone.get("/now").headers["Location"] == "/"
    paper(phone, here, 1, 2, "", "")
    assert "In progress" in phone.open("/").text
    assert phone.get("/now").headers["Location"] == game


@pytest.mark.both_databases
def test_a_game_begun_at_a_table_is_not_in_progress_once_its_tournament_ended(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    phone.open(game_at(phone, here, 1, 2))
    phone.record_bid("Cal", 100)
    assert "Cal & Gus" in phone.open("/").text
    phone.open(here)
    phone.tap("End tournament")
    phone.tap("End tournament")
    assert "Cal & Gus" not in phone.open("/").text


def test_games_that_were_left_at_tables_hide_none_that_goes_on(phone: Person) -> None:
    here = start_tournament(phone, "ranked", tuple(f"Player no. {number}" for number in range(12)))
    game = phone.start_game()
    for round_ in range(1, 8):
        draw(phone, here, round_)
        for place in range(1, 4):
            sides = list(phone.open(game_at(phone, here, round_, place)).totals)
            phone.record_bid(sides[0].partition(" & ")[0], 100)
            paper(phone, here, round_, place, 100, 20)
    assert phone.get("/now").headers["Location"] == game


def test_a_new_game_is_not_as_short_as_a_tournaments(phone: Person) -> None:
    phone.start_game()
    draw(phone, start_tournament(phone, more={"Minutes a round": "20"}), 1)
    sent = phone.open("/games/new").form("Start game").sent
    assert (sent["rules"], sent["hand_limit"], sent["time_limit"]) == ("original", "", "")


@pytest.fixture
def hosted(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


def test_a_table_link_reaches_its_table_in_every_round_and_nothing_else(hosted: Flask) -> None:
    keeper = Person(hosted)
    start_club(keeper)
    here = start_tournament(keeper, "ranked", club=club_of(keeper).removesuffix("/"))
    draw(keeper, here, 1)
    first, other = (game_at(keeper, here, 1, place) for place in (1, 2))
    at_table = enter(hosted, shown_links(keeper, f"{first}/links")["table"])
    assert [at_table.get(path).status for path in (first, other, here, f"{here}/standings")] == [200, 404, 404, 404]
    assert "Standings" not in at_table.open(first).text
    assert at_table.get(at_table.page.one("a.home").attrs["href"]).status in (200, 303), "back to what it may open"
    assert "Standings" in keeper.open(first).text
    for place in (1, 2):
        paper(keeper, here, 1, place, 100, 20)
    draw(keeper, here, 2)
    assert at_table.get(game_at(keeper, here, 2, 1)).status == 200
    assert at_table.get(game_at(keeper, here, 2, 2)).status == 404


def test_a_reader_sees_the_standings_in_place_of_the_organizers_page(hosted: Flask) -> None:
    keeper = Person(hosted)
    start_club(keeper)
    club = club_of(keeper).removesuffix("/")
    here = start_tournament(keeper, club=club)
    reader = enter(hosted, shown_links(keeper, f"{club}/links")["reader"])
    assert reader.open(f"{club}/tournaments").all("button") == []
    assert len(reader.open(here).all("[data-entrant]")) == 8
    assert "Draw round" not in reader.page.text


@pytest.mark.both_databases
def test_a_club_that_is_removed_leaves_no_tournament(hosted: Flask) -> None:
    keeper = Person(hosted)
    start_club(keeper)
    here = start_tournament(keeper, club=club_of(keeper).removesuffix("/"))
    draw(keeper, here, 1)
    with hosted.app_context():
        with writing() as session:
            session.execute(update(CLUB).values(deleted_at=datetime.now(UTC) - timedelta(days=400)))
        clubs.remove_expired()
        with writing() as session:
            assert [session.scalar(select(func.count()).select_from(one)) for one in (TOURNAMENT, GAME)] == [0, 0]


def test_a_renewed_watch_link_turns_off_the_old_one(phone: Person) -> None:
    here = start_tournament(phone)
    old = phone.open(here).one("[data-address]").attrs["data-address"].removeprefix("http://localhost")
    renew_link(phone, here, "watch")
    new = phone.page.one("[data-address]").attrs["data-address"].removeprefix("http://localhost")
    assert [phone.get(link).status for link in (old, f"{old}/since/s0-0", new)] == [404, 404, 200]


def test_the_watch_code_of_a_tournament_is_found_by_the_first_page_too(phone: Person) -> None:
    here = start_tournament(phone)
    code = phone.open(here).one("[data-code]").attrs["data-code"]
    phone.open(phone.open("/").one("a[href='/watch']").attrs["href"])
    assert "/watch/" in phone.tap("Watch", {"Code": code.lower()}).path


@pytest.mark.everywhere("cost", proven="tests/rules/tournament/test_rotating.py")
def test_fifteen_rounds_of_sixty_four_cost_little(phone: Person) -> None:
    """Drawing a round, the standings that a television shows, and its poll."""
    here = start_tournament(phone, "ranked", tuple(f"Player no. {number}" for number in range(64)))
    link = phone.open(here).one("[data-address]").attrs["data-address"].removeprefix("http://localhost")

    def cost(path: str, times: int = 10) -> float:
        with Stopwatch() as watch:
            for _ in range(times):
                assert phone.web.get(path).status_code in (200, 204)
        return watch.seconds / times

    for number in range(1, 16):
        phone.open(here)
        form = phone.form(f"Draw round {number}")
        with Stopwatch() as watch:
            assert phone.web.get(here).status_code == 200
            assert phone.web.post(form.action, data=form.sent).status_code == 303
        assert watch.seconds < DRAW
        sent = form.sent | {"version": "0", "first": str(5 * number), "second": "20"}
        for place in range(1, 17):
            url = f"{here}/rounds/{number}/tables/{place}"
            assert phone.web.post(url, data=sent | {"form_id": f"{number:016x}{place:016x}"}).status_code == 303
    assert min(cost(link) for _ in range(3)) < STANDINGS
    poll = phone.open(link).one("[data-poll]").attrs["data-poll"]
    assert min(cost(poll) for _ in range(3)) < POLL


def test_players_of_the_club_who_are_renamed_are_so_in_its_tournaments(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open("/players/1/person")
    phone.tap("Rename", {"Name": "Anna"})
    assert placed(phone, here)["Anna"] == ("1", "100")
    draw(phone, here, 2)
    assert any("Anna" in side for side in sides_at(phone, here, 2, 1))
    assert tournaments.standings_on(phone.open(f"{here}/standings")).keys() == {"Anna", "Bob", "Cal", "Dee"}


def test_a_new_game_takes_the_tournaments_rules_and_not_its_length(phone: Person) -> None:
    here = start_tournament(phone, "ranked", more={"Hands a round": "3"})
    draw(phone, here, 1)
    page = phone.open("/games/new")
    assert page.one("[name=hand_limit]").attrs.get("value", "") == ""
