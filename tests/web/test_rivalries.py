"""Rivalries: after a win how the same two sides stand in its year, and on a player's page whom they met most often."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.usecases.transfer.game_import import import_game
from tests.html import text_of
from tests.person import TABLE, Person
from tests.record.games import document

from .counting import statements
from .hosted import enter, start_club, start_game
from .player_pages import page_of
from .steps import set_zone, shown_links, start_by, tap_in_settings

TURNED = ("Dee", "Ann", "Bob", "Cal")
OTHER_PARTNERS = ("Ann", "Cal", "Bob", "Dee")
NOW = datetime.now().astimezone()


@pytest.fixture
def won(app: Flask, club: int) -> Callable[..., str]:
    """Enters a game that the side of the first player won, or another of the players, and returns its address."""

    def enter_game(
        names: tuple[str, ...] = TABLE,
        by: str = "",
        started: str = NOW.isoformat(),
        captured: tuple[int, ...] = (120,),
        hands: int = 1,
        **rules: Any,
    ) -> str:
        bidder = by or names[0]
        hand = {"bidder": bidder, "bid": 100, "captured": dict(zip((bidder, *names[1:]), captured, strict=False))}
        keys = {"rules": {"base": "original", "hand_limit": hands, **rules}, "players": list(names)}
        played = document(*[hand | {"last_trick": bidder}] * hands, id=str(uuid4()), started=started, **keys)
        with app.app_context():
            game, _ = import_game(club, json.dumps(played).encode())
        return f"/games/{game}"

    return enter_game


def story(phone: Person, game: str) -> str:
    """How the game ended, at the top of its recap."""
    return text_of(phone.open(f"{game}/summary").one(".won"))


@pytest.mark.both_databases
def test_the_recap_of_a_win_says_how_the_same_two_sides_stand(phone: Person, won: Callable[..., str]) -> None:
    game = won()
    assert story(phone, game).endswith("Ann & Cal lead 1–0 this year.")
    won(TURNED)
    assert story(phone, game).endswith("Ann & Cal and Bob & Dee are level at 1–1 this year.")
    won(by="Dee")
    last = won(("Bob", "Cal", "Dee", "Ann"))
    assert story(phone, last).endswith("Bob & Dee lead 3–1 this year.")
    assert story(phone, game).endswith("Bob & Dee lead 3–1 this year.")


def test_only_games_that_count_for_these_two_sides_are_counted(phone: Person, won: Callable[..., str]) -> None:
    game = won()
    assert story(phone, won(OTHER_PARTNERS)).endswith("Ann & Bob lead 1–0 this year.")
    assert story(phone, won(("Ann", "Bob", "Cal", "Eve"))).endswith("Ann & Cal lead 1–0 this year.")
    tap_in_settings(phone, won(by="Bob"), "Delete game")
    stopped = phone.start_game()
    phone.play("Ann", 120, 60)
    tap_in_settings(phone, stopped, "End game early")
    won(by="Bob", started="2024-06-30T12:00:00Z")
    assert story(phone, game).endswith("Ann & Cal lead 1–0 this year.")
    assert "lead" not in story(phone, stopped)


def test_an_old_game_is_told_in_its_year_which_is_that_of_the_club(
    app: Flask, phone: Person, won: Callable[..., str]
) -> None:
    set_zone(app, "America/New_York")
    night = won(started="2021-01-01T02:30:00Z")
    won(by="Bob", started="2021-01-01T12:00:00Z")
    won(started="2020-06-30T12:00:00Z")
    won(by="Bob", started="2020-07-01T12:00:00Z")
    assert story(phone, night).endswith("Ann & Cal led 2–1 in 2020.")
    won(by="Bob", started="2020-07-02T12:00:00Z")
    assert story(phone, night).endswith("Ann & Cal and Bob & Dee were level at 2–2 in 2020.")


def test_two_players_stand_against_each_other(phone: Person, won: Callable[..., str]) -> None:
    game = won(("Ann", "Bob"), captured=(100, 0), base="two-handed")
    assert story(phone, game).endswith("Ann leads 1–0 this year.")


def test_a_game_without_two_sides_or_names_or_an_end_says_nothing(phone: Person, won: Callable[..., str]) -> None:
    changing = won(hands=3, base="changing-partners", hands_per_partner=1)
    nameless = won(tuple(f"Player {seat}" for seat in range(1, 5)))
    assert "won" in story(phone, changing) + story(phone, nameless)
    for game in (changing, nameless, start_by(phone, "original")):
        assert "this year" not in story(phone, game)


def test_a_board_never_reads_what_was_played_before(app: Flask, phone: Person) -> None:
    game = phone.start_game(target=100)
    for captured in (60, 120, 120):
        with statements(app) as sent:
            phone.play("Ann", 100, captured)
            phone.open(game)
        assert not [statement for statement in sent if "FROM seat_stats" in statement and "JOIN" in statement]
    assert "Ann & Cal won" in phone.page.text


def test_a_rivalry_is_not_for_who_came_by_the_link_of_a_table(app_with: Callable[..., Flask]) -> None:
    keeper = Person(app_with(hosted=True))
    start_club(keeper)
    game = start_game(keeper)
    for _ in range(3):
        keeper.play("Ann", 100, 120)
    table = enter(keeper.app, shown_links(keeper, f"{game}/links")["table"])
    assert "Ann & Cal lead 1–0 this year." in story(keeper, game)
    assert "Ann & Cal won" in story(table, game)
    assert "this year" not in story(table, game)


@pytest.mark.both_databases
def test_a_players_page_has_the_sides_that_met_most_often(phone: Person, won: Callable[..., str]) -> None:
    for names, by in ((TABLE, ""), (TURNED, ""), (TABLE, "Bob"), (OTHER_PARTNERS, ""), (OTHER_PARTNERS, "")):
        won(names, by)
    won(("Ann", "Eve", "Bob", "Fay"))  # once
    won(started="2024-06-30T12:00:00Z")
    page = page_of(phone, "Bob", "?year=")
    (section,) = [one for one in page.all("section") if "Rivalries" in text_of(one)]
    assert [text_of(one) for one in section.query("li")] == [
        "Bob & Dee vs. Ann & Cal: 2–2 in 4 games",
        "Ann & Bob vs. Cal & Dee: 2–0 in 2 games",
    ]
    page = page_of(phone, "Cal", f"?year={NOW.year}&rules=original")
    (section,) = [one for one in page.all("section") if "Rivalries" in text_of(one)]
    first = section.query("li")[0]
    assert text_of(first) == "Ann & Cal vs. Bob & Dee: 1–2 in 3 games"
    assert "3 games." in phone.open(first.query_one("a").attrs["href"]).text


def test_those_who_met_equally_often_go_by_name(phone: Person, won: Callable[..., str]) -> None:
    for one, other in (("Vic", "Wes"), ("Ann", "Bob")):
        for _ in range(2):
            won(("Kim", one, "Lee", other))
    shown = [text_of(link) for link in page_of(phone, "Kim").all("main a") if " vs. " in text_of(link)]
    assert shown == ["Kim & Lee vs. Ann & Bob", "Kim & Lee vs. Vic & Wes"]


@pytest.mark.both_databases
def test_a_rivalry_leads_to_its_games_where_a_name_holds_others(phone: Person, won: Callable[..., str]) -> None:
    won(("Cal", "Kim", "Bob", "Ann & Bob"))
    for _ in range(2):
        won(("Ann", "Ann & Bob", "Cal/Kim", "Dee"))
    page = page_of(phone, "Dee")
    (link,) = [one for one in page.all("main a") if text_of(one) == "Ann & Bob & Dee vs. Ann & Cal/Kim"]
    assert "2 games." in phone.open(link.attrs["href"]).text


def test_a_rivalry_of_two_is_not_changed_by_a_pair_typed_as_one_player(phone: Person, won: Callable[..., str]) -> None:
    won(("Ann & Bob", "Eve", "Fay", "Gus"))
    for _ in range(2):
        won(("Ann", "Cal", "Bob", "Dee"))
    (link,) = [one for one in page_of(phone, "Dee").all("main a") if text_of(one) == "Cal & Dee vs. Ann & Bob"]
    assert "2 games." in phone.open(link.attrs["href"]).text
