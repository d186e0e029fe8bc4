"""The history: every game once, newest first, through any search; nothing of other clubs."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage import game_lists as stored
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import Game, HouseRules
from scorekeeper.usecases.players.update_stats import backfill_stats
from tests.html import Page, text_of
from tests.many_games import BEGUN, another_club, play_many
from tests.person import Person
from tests.web.counting import statements
from tests.web.lists import page_link, uids, walk

ONE_MOMENT = [BEGUN] * 75
SOME_EQUAL = [BEGUN + timedelta(hours=place // 7) for place in range(42)]
DAYS = [BEGUN + timedelta(days=place) for place in range(75)]


def many(app: Flask, club: int, count: int, **how: Any) -> list[UUID]:
    with app.app_context():
        return play_many(club, count, **how)


def test_a_club_without_a_game_is_told_so(phone: Person) -> None:
    page = phone.open("/games")
    assert page.heading == "All games"
    assert "No games yet." in page.text
    assert page_link(page, "Older") is None


def test_a_game_shows_when_it_was_who_played_and_won_and_by_which_rules(app: Flask, phone: Person, club: int) -> None:
    (game,) = many(app, club, 1)
    page = phone.open("/games")
    (shown,) = page.all(".games a")
    assert shown.attrs["href"] == f"/games/{game}/summary"
    assert text_of(shown) == "Ann & Cal won Bob & Dee 300 : 60"
    evening = text_of(page.one(".evening"))
    assert evening.startswith("Wednesday, January 1, 2020 1 game Ann & Cal 1, Bob & Dee 0 Original partnership")


def test_a_game_that_is_not_over_leads_to_its_scoreboard(app: Flask, phone: Person, club: int) -> None:
    (game,) = many(app, club, 1, statuses=("stopped",))
    (shown,) = phone.open("/games").all(".games a")
    assert shown.attrs["href"] == f"/games/{game}"
    assert "stopped early" in text_of(shown)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("started", "sizes"),
    [(None, [34, 11]), (ONE_MOMENT, [60, 15]), (SOME_EQUAL, [42]), (DAYS, [20, 20, 20, 15])],
    ids=["apart", "one moment", "some equal", "a day each"],
)
@pytest.mark.parametrize("rules", ["", "?rules=original"])
def test_each_game_is_on_one_page_there_and_back(
    app: Flask, phone: Person, club: int, started: list[datetime] | None, sizes: list[int], rules: str
) -> None:
    games = many(app, club, len(started or range(45)), started=started, statuses=("over", "over", "stopped"))
    pages = walk(phone, f"/games{rules}")
    assert [len(page) for page in pages] == sizes
    assert [uid for page in pages for uid in page] == [str(uid) for uid in reversed(games)]
    onward = page_link(phone.page, "Newer")
    back = walk(phone, onward, "Newer") if onward else []
    assert [uid for page in back[::-1] for uid in page] == [uid for page in pages[:-1] for uid in page]


def test_a_game_that_begins_meanwhile_shifts_no_page(app: Flask, phone: Person, club: int) -> None:
    games = many(app, club, 40)
    first = uids(phone.open("/games"))
    many(app, club, 5, started=[BEGUN + timedelta(days=90)] * 5)
    second = uids(phone.open(page_link(phone.page, "Older") or ""))
    assert first + second == [str(uid) for uid in reversed(games)]


def test_deleted_games_are_in_no_history(app: Flask, phone: Person, club: int) -> None:
    many(app, club, 3, statuses=("deleted",))
    assert uids(phone.open("/games")) == []


@pytest.mark.both_databases
def test_games_of_another_club_are_never_shown(app: Flask, phone: Person, club: int) -> None:
    with app.app_context():
        other = another_club()
        play_many(other, 30, house="Theirs")
        theirs = play_many(other, 30)
    ours = many(app, club, 3)
    for search in ("", "?player=Ann", "?rules=original", "?result=unfinished", "?rules=house:Theirs"):
        assert set(uids(phone.open(f"/games{search}"))) <= {str(uid) for uid in ours}
    assert uids(phone.open(f"/games?before=fffffffffffff.{len(theirs) * 10:x}")) == [str(uid) for uid in reversed(ours)]
    for path in ("summary", "bg-stats"):
        assert phone.get(f"/games/{theirs[0]}/{path}").status == 404


# What is searched for


def found_games(page: Page) -> set[str]:
    return set(uids(page))


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("search", "fits"),
    [
        ({"player": "Ann"}, lambda place: place % 8 in (0, 5, 6, 7)),
        ({"player": " ann "}, lambda place: place % 8 in (0, 5, 6, 7)),
        ({"player": "Ann & Hal"}, lambda place: place % 8 in (5, 6, 7)),
        ({"player": "Ann/Hal"}, lambda place: place % 8 in (5, 6, 7)),
        ({"player": "ann and bob"}, lambda place: place % 8 in (0, 6, 7)),
        ({"player": "Ánn, Bob + Cal"}, lambda place: place % 8 in (0, 7)),
        ({"player": "Ann & Hal", "result": "won"}, lambda place: False),
        ({"player": "Ann", "result": "won"}, lambda place: place % 8 in (0,)),
        ({"player": "Ann", "result": "lost"}, lambda place: place % 8 in (5, 7)),
        ({"player": "Ann", "result": "finished"}, lambda place: place % 8 in (0, 5, 7)),
        ({"result": "finished"}, lambda place: place % 8 not in (4, 6)),
        ({"result": "unfinished"}, lambda place: place % 8 in (4, 6)),
        ({"player": "Hal", "result": "unfinished"}, lambda place: place % 8 in (4, 6)),
        ({"rules": "kentucky"}, lambda place: place % 2 == 1),
        ({"rules": "kentucky", "player": "Ann"}, lambda place: place % 8 in (5, 7)),
        ({"rules": "dixie"}, lambda place: False),
        ({"since": "2020-01-02"}, lambda place: place >= 6),
        ({"until": "2020-01-01"}, lambda place: place < 6),
        ({"since": "2019-01-01", "until": "2019-12-31"}, lambda place: False),
    ],
    ids=lambda value: urlencode(value) if isinstance(value, dict) else "",
)
def test_a_search_finds_all_that_fits_and_nothing_else(
    app: Flask, phone: Person, club: int, search: dict[str, str], fits: Callable[[int], bool]
) -> None:
    games = many(app, club, 16, rules=("original", "kentucky"))
    page = phone.open(f"/games?{urlencode(search)}")
    assert found_games(page) == {str(uid) for place, uid in enumerate(games) if fits(place)}
    if not found_games(page):
        assert "No games found." in page.text
    else:
        assert text_of(page.one("p[role=status]")).split()[0] == str(len(found_games(page)))


def test_a_count_says_how_many_games_were_found_on_all_pages(app: Flask, phone: Person, club: int) -> None:
    many(app, club, 45)
    assert not phone.open("/games").all("p[role=status]")
    assert "45 games." in text_of(phone.open("/games?rules=original").one("p[role=status]"))


def test_a_name_is_found_without_its_accents(phone: Person) -> None:
    game = phone.start_game(names=("Léo", "Bob", "Zoë", "Dee"), dealer="Bob")
    for search in ("leo", "LEO", "Léo", "zoe", "le"):
        assert uids(phone.open(f"/games?{urlencode({'player': search})}")) == [game.split("/")[2]]


def test_house_rules_are_searched_by_their_name(app: Flask, phone: Person, club: int) -> None:
    many(app, club, 2)
    ours = many(app, club, 2, house="Grandma's")
    with app.app_context(), writing() as session:
        row = HouseRules(club_id=club, uid=ours[0], name="Grandma's", rules={"base": "original"}, version=0)
        session.add(row)
    search = phone.open("/games").form("Search").filled(Rules="Grandma's")
    page = phone.open(f"/games?{urlencode(search)}")
    assert found_games(page) == {str(uid) for uid in ours}
    assert "Grandma's" in text_of(page.one(".evening > p"))
    assert text_of(page.one("select[name=rules] option[selected]")) == "Grandma's"


@pytest.mark.both_databases
def test_the_longest_streak_by_house_rules_is_of_their_games_alone(app: Flask, phone: Person, club: int) -> None:
    """Ann won four by other rules in a row, lost, and won two by Grandma's."""
    for hour in range(3):
        many(app, club, 1, started=[BEGUN + timedelta(hours=hour)], statuses=("over",))
    many(app, club, 8, started=DAYS[1:9], statuses=("over",))
    ours = [many(app, club, 1, started=[day], statuses=("over",), house="Grandma's")[0] for day in DAYS[10:12]]
    with app.app_context():
        backfill_stats()
    assert len(found_games(phone.open("/games?player=Ann&result=streak"))) == 4
    assert found_games(phone.open("/games?player=Ann&result=streak&rules=house:Grandma's")) == {*map(str, ours)}


@pytest.mark.both_databases
def test_the_names_of_house_rules_to_choose_from_are_those_of_the_games(app: Flask, phone: Person, club: int) -> None:
    """Also of house rules that are gone; of the search itself even where no game has them."""
    with app.app_context():
        play_many(another_club(), 1, house="Theirs")
    for name in (None, "Zora's", "Élan's", "Deleted", "Hidden", "Élan's"):
        many(app, club, 1, house=name)
    with app.app_context(), writing() as session:
        session.execute(update(Game).where(Game.house_rules_name == "Deleted").values(deleted_at=BEGUN))
        session.execute(update(Game).where(Game.house_rules_name == "Hidden").values(hidden=True))
    assert houses(phone.open("/games")) == ["Élan's", "Zora's"]
    assert houses(phone.open("/games?rules=house:Gone")) == ["Élan's", "Zora's", "Gone"]


def houses(page: Page) -> list[str]:
    options = page.all("select[name=rules] option")
    return [text_of(option) for option in options if (option.attrs["value"] or "").startswith("house:")]


@pytest.mark.both_databases
def test_a_search_stays_in_its_form_and_in_the_links(app: Flask, phone: Person, club: int) -> None:
    many(app, club, 120, statuses=("over",), hands=0)
    page = phone.open("/games?player=Ann&rules=original&since=2020-01-01&until=2020-12-31&result=lost")
    form = page.form("Search")
    wanted = {"player": "Ann", "rules": "original", "result": "lost", "since": "2020-01-01", "until": "2020-12-31"}
    assert form.sent == wanted | {"partner": "", "against": "", "and_against": ""}
    assert text_of(page.all("summary")[0]) == (
        "Search Ann, lost by the player, Original partnership, from Jan 1, 2020, to Dec 31, 2020"
    )
    pages = walk(phone, "/games?" + urlencode(wanted))
    assert Counter(uid for page in pages for uid in page).most_common(1)[0][1] == 1
    assert {"player=Ann", "result=lost"} <= set((page_link(phone.page, "Newer") or "").partition("?")[2].split("&"))


def test_a_rare_game_is_looked_for_in_steps_of_a_stated_size(
    app: Flask, phone: Person, club: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_SEARCHED", 10)
    rare = many(app, club, 1, house="Once")
    many(app, club, 25, started=[BEGUN + timedelta(days=1, hours=hour) for hour in range(25)])
    page = phone.open("/games?rules=house:Once")
    assert "Nothing found so far." in page.text
    assert "Searched back to" in page.text
    pages = walk(phone, "/games?rules=house:Once")
    assert pages == [[], [], [str(rare[0])]]
    assert "Looked through" not in phone.page.text


@pytest.mark.both_databases
@pytest.mark.parametrize("size", [1, 7, 10, 11, 30])
def test_a_search_in_steps_finds_each_game_once_and_back(
    app: Flask, phone: Person, club: int, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(stored, "MOST_SEARCHED", size)
    games = many(app, club, 29, started=[BEGUN + timedelta(hours=place // 3) for place in range(29)])
    wanted = [str(uid) for place, uid in enumerate(games) if place % 8 in (4, 6)][::-1]
    pages = walk(phone, "/games?result=unfinished")
    assert [uid for page in pages for uid in page] == wanted
    onward = page_link(phone.page, "Newer")
    back = walk(phone, onward, "Newer") if onward else []
    assert [uid for page in back[::-1] for uid in page] == [uid for page in pages for uid in page][: -len(pages[-1])]


# What makes no sense


@pytest.mark.parametrize(
    ("search", "field", "message"),
    [
        ({"player": "Zed"}, "player", "No player named “Zed”."),
        ({"player": "Zed &"}, "player", "No player named “Zed &”."),
        ({"player": "\x00"}, "", ""),
        ({"since": "\x00x"}, "since", "Enter a date like 2026-11-21."),
        ({"result": "won"}, "player", "Enter a player first."),
        ({"result": "lost", "player": "   "}, "player", "Enter a player first."),
        ({"result": "streak"}, "player", "Enter a player first."),
        ({"result": "streak", "player": "Ann", "partner": "Cal"}, "result", "The longest streak is one player's"),
        ({"result": "streak", "player": "Ann & Cal"}, "result", "The longest streak is one player's"),
        ({"partner": "Ann"}, "player", "Enter a player first."),
        ({"player": "Ann", "partner": "Zed"}, "partner", "No player named “Zed”."),
        ({"player": "Ann", "partner": "Bob & Cal"}, "partner", "No player named “Bob & Cal”."),
        ({"player": "Ann", "against": "Zed"}, "against", "No player named “Zed”."),
        ({"player": "Ann", "against": "Bob", "and_against": "Zed"}, "and_against", "No player named “Zed”."),
        ({"result": "drawn"}, "result", "Choose won, lost, finished or unfinished."),
        ({"rules": "poker"}, "rules", "Choose a rule set."),
        ({"since": "yesterday"}, "since", "Enter a date like 2026-11-21."),
        ({"since": "2020-02-30"}, "since", "Enter a date like 2026-11-21."),
        ({"until": "0001-01-01"}, "until", "Enter a date like 2026-11-21."),
        ({"until": "9999-12-31"}, "until", "Enter a date like 2026-11-21."),
        ({"since": "2020-W01-1"}, "since", "Enter a date like 2026-11-21."),
        ({"since": "2020-01-02", "until": "2020-01-01"}, "until", "before the one in From"),
        ({"rules": "house:\x00"}, "", ""),
        ({"rules": "house:Gone"}, "", ""),
    ],
    ids=lambda value: urlencode(value) if isinstance(value, dict) else "",
)
def test_a_search_that_makes_no_sense_says_so_at_its_field(
    app: Flask, phone: Person, club: int, search: dict[str, str], field: str, message: str
) -> None:
    many(app, club, 2)
    answer = phone.get(f"/games?{urlencode(search)}")
    assert answer.status == (422 if message else 200)
    if message:
        assert answer.page.description_of(field).count(message) == 1
        assert answer.page.all(".games") == []
        sent = answer.page.form("Search").sent
        typed = {name: value.strip(" \x00") for name, value in search.items() if name not in ("rules", "result")}
        assert {name: sent[name] for name in typed} == typed


@pytest.mark.parametrize("step", ["before", "after"])
@pytest.mark.parametrize(
    "place", ["x", "1", "1.2.3", "-1.-1", "zz.1", "1.g", "f" * 30 + ".1", "1.ffffffffff", "٣.1", "\x00"]
)
def test_a_place_that_is_none_shows_the_newest_games_and_says_so(
    app: Flask, phone: Person, club: int, step: str, place: str
) -> None:
    games = many(app, club, 2)
    answer = phone.get(f"/games?{urlencode({step: place})}")
    assert answer.status == 422
    assert "That page is gone." in answer.page.alerts
    assert uids(answer.page) == [str(uid) for uid in reversed(games)]


@pytest.mark.parametrize("place", ["0.0", "1.1", "-fffffffffffff.0", "fffffffffffff.fffffff"])
@pytest.mark.parametrize("step", ["before", "after"])
def test_a_place_where_no_game_is_shows_what_lies_beyond(phone: Person, step: str, place: str) -> None:
    assert phone.get(f"/games?{step}={place}").status == 200


# What it costs


@pytest.mark.everywhere("cost", once={"search": ["", "?player=Ann&result=won"]})
@pytest.mark.parametrize(
    "search", ["", "?player=Ann&result=won", "?rules=original&since=2020-01-01", "?rules=house:x", "?result=unfinished"]
)
def test_the_history_asks_as_often_for_2000_games_as_for_one(app: Flask, phone: Person, club: int, search: str) -> None:
    many(app, club, 8)
    counts = []
    for more in (0, 2_000):
        many(app, club, more, hands=0, started=[BEGUN + timedelta(days=9, hours=hour) for hour in range(more)])
        with statements(app) as sent:
            phone.get(f"/games{search}")
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 9
