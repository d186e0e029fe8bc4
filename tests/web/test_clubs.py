"""A hosted server: clubs that know nothing of each other, entered by links."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper.usecases import clubs
from tests.html import text_of
from tests.person import Person

from .hosted import FAMILY, club_of, enter, start_club, start_game
from .steps import shown_links


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


def test_the_first_page_of_a_hosted_server_starts_a_club(app: Flask) -> None:
    phone = Person(app)
    start_club(phone)
    assert phone.page.heading == FAMILY
    assert phone.last.path.startswith("/c/")


def test_a_club_without_a_name_is_refused_at_its_field(app: Flask) -> None:
    phone = Person(app)
    phone.open("/")
    assert phone.tap("Start a club", {"Club name": " "}).status == 422
    assert phone.page.description_of("name") == "Give the club a name."


def test_a_second_phone_comes_in_by_the_keeper_link(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    found = shown_links(keeper, club + "links")
    assert set(found) == {"keeper", "reader"}
    assert Person(app).get(club).status == 404
    second = enter(app, found["keeper"], "Bob's phone")
    assert second.last.path == club
    assert start_game(second).startswith(club)
    keeper.open(club + "phones")
    assert "Bob's phone" in keeper.page.text


def test_opening_a_link_enters_nothing_until_the_button_is_tapped(
    app: Flask, keeper: Person, stored: Callable[[], str]
) -> None:
    club = club_of(keeper)
    found = shown_links(keeper, club + "links")
    before, second = stored(), Person(app)
    answer = second.get(found["keeper"])
    assert stored() == before
    assert answer.headers.get_all("Referrer-Policy") == ["no-referrer"]
    assert second.get(club).status == 404


def test_a_reader_sees_the_club_and_changes_nothing(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    game = start_game(keeper)
    reader = enter(app, shown_links(keeper, club + "links")["reader"])
    assert "New game" not in reader.open(club).text
    reader.open(game)
    assert not reader.page.all("main form")
    for path in ("games/new", "links", "phones", "import"):
        assert reader.get(club + path).status == 404
    assert reader.get(f"{game}/settings").status == 404


def test_a_table_phone_keeps_one_game_and_sees_no_other(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    game, other = start_game(keeper), start_game(keeper)
    found = shown_links(keeper, f"{game}/links")
    assert set(found) == {"table", "watch"}
    table = enter(app, found["table"])
    assert table.last.path == game
    table.record_bid("Ann", 100)
    table.record_hand(60)
    assert table.page.totals
    assert table.get(other).status == 404
    assert table.get(club + "games").status == 404
    assert table.get(club + "players").status == 404


def test_a_watch_link_shows_its_game_at_once_and_sets_no_cookie(app: Flask, keeper: Person) -> None:
    game = start_game(keeper)
    watcher = Person(app)
    watcher.open(shown_links(keeper, f"{game}/links")["watch"])
    assert list(watcher.page.totals) == ["Ann & Cal", "Bob & Dee"]
    assert watcher.last is not None
    assert "Set-Cookie" not in watcher.last.headers
    assert not watcher.page.all("form")
    assert [text_of(way) for way in watcher.page.all("main a")] == ["Say yes for a side?"]


def test_a_page_that_is_not_there_is_not_a_link_that_was_renewed(app: Flask, keeper: Person) -> None:
    """For a phone that is in; and an address outside the clubs has to do with none."""
    assert keeper.get(f"{club_of(keeper)}games/{UUID(int=0)}").page.heading == "Page not found"
    assert Person(app).get("/nowhere").page.heading == "Page not found"


@pytest.mark.both_databases
def test_a_club_is_given_another_name(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    assert keeper.open(club + "name").form("Save").sent["name"] == FAMILY
    assert keeper.tap("Save", {"Club name": " "}).page.description_of("name") == "Give the club a name."
    assert keeper.tap("Save", {"Club name": "Sunday  night"}).path == club
    assert keeper.page.heading == "Sunday night"
    assert "Sunday night" in keeper.open("/").text


def test_a_phone_sees_the_clubs_it_came_into_and_no_others(app: Flask, keeper: Person) -> None:
    other = Person(app)
    start_club(other, "Church hall")
    assert "Church hall" not in keeper.open("/").text
    start_club(keeper, "Sunday")
    text = keeper.open("/").text
    assert FAMILY in text
    assert "Sunday" in text
    assert keeper.get(club_of(other)).status == 404


def test_the_watch_link_follows_to_the_rematch(app: Flask, keeper: Person) -> None:
    game = start_game(keeper)
    found = shown_links(keeper, f"{game}/links")
    keeper.open(game)
    for _ in range(4):
        if not keeper.page.all("h1") or keeper.page.heading.endswith("won"):
            break
        keeper.play("Ann", 100, 120)
    keeper.tap("Rematch")
    watcher = Person(app)
    watcher.open(found["watch"])
    assert set(watcher.page.totals.values()) == {"0"}
    assert shown_links(keeper, f"{keeper.last.path}/links") == found


@pytest.mark.parametrize("key", ["abc", "%00", "a" * 25 + "%00", "A" * 26, "a" * 27])
@pytest.mark.parametrize("way", ["enter", "watch"])
def test_a_link_without_a_key_opens_nothing(app: Flask, way: str, key: str) -> None:
    answer = Person(app).get(f"/{way}/{key}")
    assert answer.status == 404
    assert answer.headers.get_all("Referrer-Policy") == ["no-referrer"], "it may be one of a club that comes back"


def test_no_code_is_asked_where_none_is_set(app: Flask) -> None:
    phone = Person(app)
    phone.open("/")
    form = phone.form("Start a club")
    assert phone.send(form.action, form.filled(**{"Club name": "Ours"}) | {"code": "1234"}).status == 303


def test_a_founders_code_is_asked_where_one_is_set(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosted=True, founders="open sesame"))
    start_club(phone)
    assert phone.page.description_of("code") == "That isn't the code. Ask whoever runs this server."
    phone.tap("Start a club", {"Club name": FAMILY, "Founders' code": " open sesame "})
    assert phone.page.heading == FAMILY


@pytest.mark.both_databases
def test_a_server_at_home_shows_nothing_of_clubs_and_keeps_its_own_once_it_is_hosted(
    app_with: Callable[..., Flask],
) -> None:
    home, hosted = Person(app_with()), app_with(hosted=True)
    game = home.start_game()
    for page in ("/", game, f"{game}/links"):
        assert "/c/" not in home.open(page).html
    for page in ("/links", "/phones", "/name", "/delete", "/clubs", "/c/aaaaaaaaaaaaaaaa/"):
        assert home.get(page).status == 404, page
    with hosted.app_context():
        key = clubs.key_of_first_club()
    assert home.get(f"/enter/{key}").status == 404, "no one needs it there"
    assert Person(hosted).get(game).status == 404
    keeper = enter(hosted, f"/enter/{key}")
    assert keeper.open(f"{club_of(keeper)}{game.removeprefix('/')}").totals == home.open(game).totals
    with hosted.app_context():
        assert clubs.key_of_first_club() is None, "someone is in"


def test_a_start_that_is_sent_twice_starts_one_club(app_with: Callable[..., Flask]) -> None:
    """A double tap, or a first answer that was lost: the second goes with the same cookie and form."""
    phone = Person(app_with(hosted=True))
    phone.open("/")
    again = phone.twin()
    form = phone.form("Start a club")
    sent = form.sent | {"name": "Friday night"}
    first, second = phone.send(form.action, sent), again.send(form.action, sent)
    assert (first.status, second.status) == (303, 303)
    assert first.path == second.path
    assert again.get(first.path).status == phone.get(first.path).status == 200
    other = again.open("/").form("Start a club")
    assert again.send(other.action, other.sent | {"name": "Friday night"}).path != first.path


def test_a_new_clubs_home_leads_to_its_keeper_link(keeper: Person) -> None:
    home = keeper.open(club_of(keeper))
    (link,) = [link for link in home.all(".notice a") if text_of(link) == "Show the keeper link"]
    assert shown_links(keeper, link.attrs["href"])["keeper"]


def test_the_form_that_started_a_club_lets_no_one_in_later(
    app_with: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a copy of that form would still open the club after its links were renewed."""
    monkeypatch.setattr(clubs, "SENT_AGAIN", timedelta(0))
    phone = Person(app_with(hosted=True))
    phone.open("/")
    again = phone.twin()
    form = phone.form("Start a club")
    sent = form.sent | {"name": "Friday night"}
    phone.send(form.action, sent)
    answer = again.send(form.action, sent)
    assert answer.status == 422
    assert "This club is started. Open its keeper link to enter it." in answer.page.text
