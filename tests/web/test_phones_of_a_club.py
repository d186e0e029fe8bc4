"""The phones of a club: let in once, put out by a renewed link or by hand; a copy of a cookie lets no other in."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import PHONE
from tests.html import text_of
from tests.person import Person

from .hosted import club_of, enter, start_club, start_game
from .steps import renew_link, shown_links


@pytest.fixture
def app(app_with: Callable[..., Flask]) -> Flask:
    return app_with(hosted=True)


def test_a_renewed_link_puts_out_all_who_came_by_it_at_once(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    old = shown_links(keeper, club + "links")
    second, reader = enter(app, old["keeper"]), enter(app, old["reader"])
    renew_link(keeper, club + "links", "keeper")
    new = shown_links(keeper, club + "links")
    assert new["keeper"] != old["keeper"]
    assert new["reader"] == old["reader"]
    assert second.get(club).status == 404
    assert Person(app).get(old["keeper"]).status == 404
    assert reader.get(club).status == 200
    assert enter(app, new["keeper"]).last.path == club


def test_before_a_link_is_renewed_a_page_says_how_many_phones_that_puts_out(
    app: Flask, keeper: Person, stored: Callable[[], str]
) -> None:
    """The phone that renews is not among them."""
    club, game = club_of(keeper), start_game(keeper)
    of_club, of_game = shown_links(keeper, club + "links"), shown_links(keeper, f"{game}/links")
    for link in (of_club["keeper"], of_club["keeper"], of_club["reader"], of_game["table"], of_game["watch"]):
        enter(app, link) if "/enter/" in link else Person(app).open(link)
    before = stored()
    for where, kind, said in (
        (club, "keeper", "2 phones that used it will be signed out. To get back in, they need the new link."),
        (club, "reader", "1 phone that used it will be signed out. To get back in, it needs the new link."),
        (f"{game}/", "table", "1 phone that used it will be signed out. To get back in, it needs the new link."),
        (f"{game}/", "watch", "The old watch link and its code stop working."),
    ):
        assert not keeper.open(f"{where}links").all("main form:not([action$=watch-for])")
        page = keeper.open(f"{where}links/{kind}/renew")
        assert page.heading == f"Renew {kind} link?"
        assert said in page.text
        assert [text_of(button) for button in page.all("button")] == [f"Renew {kind} link"]
    assert stored() == before
    for wrong in (f"{club}links/table", f"{club}links/x", f"{game}/links/keeper"):
        assert keeper.get(f"{wrong}/renew").status == 404
    start_club(keeper, "Sunday")
    assert "No other phone is signed in by it." in keeper.open(f"{club_of(keeper)}links/keeper/renew").text


@pytest.mark.both_databases
def test_a_phone_that_was_put_out_reads_what_to_do_and_a_stranger_the_same(app: Flask, keeper: Person) -> None:
    """Nothing tells a stranger whether there is such a club, game or key."""
    club, game = club_of(keeper), start_game(keeper)
    of_club, of_game = shown_links(keeper, club + "links"), shown_links(keeper, f"{game}/links")
    table, stranger = enter(app, of_game["table"]), Person(app)
    stranger.open("/")  # a phone gets its cookie with whatever it opens first
    renew_link(keeper, club + "links", "keeper")
    for kind in ("table", "watch"):
        renew_link(keeper, f"{game}/links", kind)
    unknown = "a" * 26
    for theirs, none, title, advice in (
        (game, f"/c/{unknown[:16]}/games/{UUID(int=0)}", "Closed to this phone", "Ask the person who keeps the club"),
        (club, f"/c/{unknown[:16]}/", "Closed to this phone", "Ask the person who keeps the club"),
        (of_club["keeper"], f"/enter/{unknown}", "This link doesn't work any more", "Ask the person who sent it"),
        (of_game["table"], f"/enter/{unknown}", "This link doesn't work any more", "Ask the person who sent it"),
        (of_game["watch"], f"/watch/{unknown}", "This link doesn't work any more", "Ask the person who sent it"),
    ):
        answers = [table.get(theirs), stranger.get(theirs), stranger.get(none)]
        assert {answer.status for answer in answers} == {404}
        assert len({answer.body for answer in answers}) == 1
        assert answers[0].page.heading == title
        assert advice in answers[0].page.text


def test_a_phone_is_signed_out_by_hand(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    second = enter(app, shown_links(keeper, club + "links")["keeper"], "Lost phone")
    keeper.open(club + "phones")
    keeper.tap("Sign out")
    assert second.get(club).status == 404
    assert keeper.get(club).status == 200


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["by hand", "by a renewed link"])
def test_a_keepers_phone_that_watches_at_a_table_is_put_out_of_it_too(app: Flask, keeper: Person, how: str) -> None:
    """A1: it bears its name there, and who came to that table by its link stays."""
    club, game = club_of(keeper), start_game(keeper)
    second = enter(app, shown_links(keeper, club + "links")["keeper"], "Bob's phone")
    at_table = enter(app, shown_links(keeper, f"{game}/links")["table"], "Cal's phone")
    second.open(f"{game}/links")
    second.tap("Save", {"This phone watches the score": "for Bob & Dee"})
    shown = [text_of(phone) for phone in keeper.open(club + "phones").all("main li")]
    assert sum(phone.startswith("Bob's phone") for phone in shown) == 2
    both = enter(app, shown_links(keeper, f"{game}/links")["table"])
    both.open(shown_links(keeper, club + "links")["keeper"])
    both.tap("Enter")
    keeper.open(club + "phones")
    if how == "by hand":
        (row,) = [each for each in keeper.page.all("main li") if "Bob's phone · keeper link" in text_of(each)]
        (form,) = row.query("form")
        sent = {each.attrs["name"]: each.attrs["value"] for each in form.query("input")}
        assert keeper.send(form.attrs["action"] or "", sent).status == 303
    else:
        renew_link(keeper, club + "links", "keeper")
    assert (second.get(club).status, second.get(game).status) == (404, 404)
    assert at_table.get(game).status == 200
    assert both.get(game).status == 200, "it came by the table's link before"


@pytest.mark.both_databases
def test_a_phone_that_signs_itself_out_is_led_out_of_the_club(keeper: Person) -> None:
    club = club_of(keeper)
    (this,) = [link for link in keeper.open(club + "phones").all("a") if text_of(link) == "Sign out this phone"]
    asked = keeper.open(this.attrs["href"])
    assert "no other phone keeps this club" in asked.text
    assert shown_links(keeper, this.attrs["href"])["keeper"].startswith("/enter/")
    assert keeper.get(club).status == 200, "it only asks"
    assert keeper.tap("Sign out this phone").path == "/"
    assert keeper.page.has_button("Start a club")
    assert "This phone keeps nothing of the club any more." in keeper.page.text
    assert [said.attrs["data-gone"] for said in keeper.page.all("[data-gone][data-signed-out]")] == [club]
    assert keeper.get(club).status == 404
    assert not keeper.open("/").all("[data-gone]"), "it is said once"


def test_a_phone_that_another_link_lets_in_is_not_told_that_it_keeps_nothing(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    links = shown_links(keeper, club + "links")
    both = enter(app, links["keeper"])
    both.open(links["reader"])
    both.tap("Enter")
    both.open(club + "phones/this/sign-out")
    assert both.tap("Sign out this phone").path == club
    assert not both.page.all("[data-gone]")
    assert both.get(club + "links").status == 404, "it reads, and keeps no more"


def test_a_copy_of_a_cookie_that_was_put_out_does_not_come_in_again_with_its_phone(app: Flask, keeper: Person) -> None:
    club = club_of(keeper)
    second = enter(app, shown_links(keeper, club + "links")["keeper"])
    thief = second.twin()
    assert thief.get(club).status == 200
    renew_link(keeper, club + "links", "keeper")
    second.open(shown_links(keeper, club + "links")["keeper"])
    second.tap("Enter")
    assert second.get(club).status == 200
    assert thief.get(club).status == 404


def test_a_signed_out_phone_does_not_come_into_a_club_that_it_starts(app: Flask, keeper: Person) -> None:
    second = enter(app, shown_links(keeper, club_of(keeper) + "links")["keeper"])
    thief = second.twin()
    renew_link(keeper, club_of(keeper) + "links", "keeper")
    start_club(second, "Sunday")
    assert second.get(club_of(second)).status == 200
    assert thief.get(club_of(second)).status == 404


@pytest.mark.both_databases
def test_a_copy_that_enters_the_same_link_later_is_in_nothing_else(app: Flask, keeper: Person) -> None:
    """The cookie was copied before its phone entered; the link is one that others know."""
    link = shown_links(keeper, club_of(keeper) + "links")["reader"]
    phone = Person(app)
    start_club(phone, "Sunday")
    own, thief = club_of(phone), phone.twin()
    phone.open(link)
    phone.tap("Enter", {"Your name": "Bob's phone"})
    assert phone.get(own).status == 200
    wait(app, minutes=2)
    thief.open(link)
    thief.tap("Enter", {"Your name": "Bob's other phone"})
    assert thief.get(club_of(keeper)).status == 200, "by the link, as anyone who has it"
    assert thief.get(own).status == 404
    assert phone.get(own).status == 200


@pytest.mark.parametrize("came_in_before", [True, False])
def test_a_double_tap_on_enter_is_one_phone(app: Flask, keeper: Person, came_in_before: bool) -> None:
    phone, club = Person(app), club_of(keeper)
    if came_in_before:
        start_club(phone, "Sunday")
    phone.open(shown_links(keeper, club + "links")["reader"])
    form = phone.form("Enter")
    second = phone.twin()
    for tap in (phone, second):
        assert tap.send(form.action, form.sent | {"name": "Bob's phone"}).status == 303
        assert tap.get(club).status == 200
    assert keeper.open(club + "phones").text.count("Bob's phone") == 1


def wait(app: Flask, minutes: int) -> None:
    """Let so much time pass since each phone entered."""
    with app.app_context(), writing() as session:
        session.execute(update(PHONE).values(entered_at=datetime.now(UTC) - timedelta(minutes=minutes)))


def planted(maker: Person) -> Person:
    """A phone in which someone planted a copy of their own cookie, before it was anywhere itself."""
    return maker.twin()


@pytest.mark.parametrize("way", ["enter", "start"])
def test_anyone_who_planted_a_cookie_comes_into_nothing_with_its_phone(app: Flask, keeper: Person, way: str) -> None:
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
    assert len(phone.page.all("ul.plain li")) == 1, "and is one phone"


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


def test_a_page_from_before_signs_this_phone_out_only_after_the_question(keeper: Person) -> None:
    """Its button did so at one tap."""
    club = club_of(keeper)
    keeper.open(club + "phones")
    form = next(iter(keeper.page.all("form")), None)
    token = keeper.open("/").form("Start a club").sent["csrf_token"]
    assert form is None, "this phone has a link in place of a button"
    answer = keeper.send(f"{club}phones/1/sign-out", {"csrf_token": token})
    assert answer.page.has_button("Sign out this phone")
    assert keeper.get(club).status == 200
