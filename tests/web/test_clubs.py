"""A hosted server: clubs that know nothing of each other, entered by links."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.usecases import clubs
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
    assert not watcher.page.all("main a")


def test_a_renewed_link_puts_out_whoever_came_by_it_at_once(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    old = shown_links(keeper, club + "links")
    second, reader = enter(app, old["keeper"]), enter(app, old["reader"])
    keeper.open(club + "links")
    keeper.tap("Renew keeper link")
    new = shown_links(keeper, club + "links")
    assert new["keeper"] != old["keeper"]
    assert new["reader"] == old["reader"]
    assert second.get(club).status == 404
    assert Person(app).get(old["keeper"]).status == 404
    assert reader.get(club).status == 200
    assert enter(app, new["keeper"]).last.path == club


def test_a_phone_is_signed_out_by_hand(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    second = enter(app, shown_links(keeper, club + "links")["keeper"], "Lost phone")
    keeper.open(club + "phones")
    keeper.tap("Sign out")
    assert second.get(club).status == 404
    assert keeper.get(club).status == 200


def test_a_phone_that_signs_itself_out_is_led_out_of_the_club(keeper: Person) -> None:
    club = club_of(keeper)
    keeper.open(club + "phones")
    assert keeper.tap("Sign out").path == "/"
    assert keeper.page.has_button("Start a club")
    assert keeper.get(club).status == 404


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
def test_what_is_no_key_opens_nothing(app: Flask, way: str, key: str) -> None:
    answer = Person(app).get(f"/{way}/{key}")
    assert answer.status == 404
    assert answer.headers.get_all("Referrer-Policy") == ["no-referrer"], "it may be one of a club that comes back"


def test_a_copy_of_a_cookie_that_was_put_out_does_not_come_in_again_with_its_phone(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    second = enter(app, shown_links(keeper, club + "links")["keeper"])
    thief = second.twin()
    assert thief.get(club).status == 200
    keeper.open(club + "links")
    keeper.tap("Renew keeper link")
    second.open(shown_links(keeper, club + "links")["keeper"])
    second.tap("Enter")
    assert second.get(club).status == 200
    assert thief.get(club).status == 404


def test_nor_does_it_come_into_a_club_that_the_phone_starts(app: Flask, keeper: Person) -> None:
    second = enter(app, shown_links(keeper, club_of(keeper) + "links")["keeper"])
    thief = second.twin()
    keeper.open(club_of(keeper) + "links")
    keeper.tap("Renew keeper link")
    start_club(second, "Sunday")
    assert second.get(club_of(second)).status == 200
    assert thief.get(club_of(second)).status == 404


def planted(maker: Person) -> Person:
    """A phone in which someone planted a copy of their own cookie, before it was anywhere itself."""
    return maker.twin()


@pytest.mark.parametrize("way", ["enter", "start"])
def test_whoever_planted_a_cookie_comes_into_nothing_with_its_phone(app: Flask, keeper: Person, way: str) -> None:
    """Each Enter gives another id, and another token."""
    maker = Person(app)
    start_club(maker, "Church hall")
    theirs, link = club_of(maker), shown_links(keeper, club_of(keeper) + "links")["keeper"]
    token = maker.open("/").form("Start a club").sent["csrf_token"]
    phone = planted(maker)
    if way == "enter":
        phone.open(link)
        phone.tap("Enter", {"Your name": "Bob's phone"})
    else:
        start_club(phone, "Sunday")
    club = club_of(phone)
    assert phone.send(f"{club}name", {"name": "Forged", "csrf_token": token}).status == 400
    assert phone.get(club).status == 200
    assert maker.get(club).status == 404
    assert maker.get(theirs).status == 404, "the phone is where the cookie was, and the cookie no longer"


def test_a_phone_of_several_clubs_stays_in_them_at_each_enter(app: Flask, keeper: Person) -> None:
    first, phone = club_of(keeper), Person(app)
    start_club(phone, "Sunday")
    second, game = club_of(phone), start_game(phone)
    for link in ("reader", "keeper", "keeper"):
        phone.open(shown_links(keeper, first + "links")[link])
        phone.tap("Enter", {"Your name": "Bob's phone"})
        for page in (first, second, game):
            assert phone.get(page).status == 200
    phone.open(second + "phones")
    assert len(phone.page.all("form[action$=sign-out]")) == 1, "and is one phone"


def test_a_phone_that_did_not_get_the_answer_to_its_enter_is_out_of_nothing(app: Flask, keeper: Person) -> None:
    phone = Person(app)
    start_club(phone, "Sunday")
    own, link = club_of(phone), shown_links(keeper, club_of(keeper) + "links")["keeper"]
    lost = phone.twin()
    lost.open(link)
    form = lost.form("Enter")
    lost.web.post(form.action, data=form.sent)
    assert phone.get(own).status == 200
    phone.open(link)
    phone.tap("Enter")
    assert [phone.get(club).status for club in (own, club_of(keeper))] == [200, 200]


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
