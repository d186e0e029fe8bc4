"""Several phones keep one game: each asks what the others did since its own page came."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import Page, text_of
from tests.person import Answer, Person

from .counting import statements
from .hosted import club_of, enter, start_club, start_game
from .steps import renew_link, shown_links

PART = {"HX-Request": "true"}


def poll_of(page: Page) -> str:
    return page.one("[data-poll]").attrs["data-poll"]


def poll_part(phone: Person, page: Page) -> Answer:
    return phone.get(poll_of(page), **PART)


def due(page: Page) -> str:
    return page.one(".questions").attrs["data-due"]


def test_nothing_is_sent_while_no_one_did_anything_for_two_statements(app: Flask, phone: Person) -> None:
    page = phone.open(phone.start_game())
    with statements(app) as sent:
        answer = poll_part(phone, page)
    assert (answer.status, answer.body) == (204, b"")
    assert len(sent) == 2  # which club, and the game's version


def test_another_phone_is_sent_the_scoreboard_and_what_was_done_meanwhile(phone: Person, other_phone: Person) -> None:
    page = other_phone.open(phone.start_game())
    phone.record_bid("Bob", 95)
    answer = poll_part(other_phone, page)
    assert answer.status == 200
    assert not answer.page.whole
    assert answer.page.has_button("Save hand")
    assert "Bob bid 95." in answer.page.text
    assert poll_part(other_phone, answer.page).status == 204
    phone.record_hand(45)
    assert "Hand 1: Bob bid 95, set. 45 to −95." in poll_part(other_phone, answer.page).page.text
    phone.tap("Undo")
    assert "Bob's hand, bid 95. Undone: Bob's hand, bid 95." in poll_part(other_phone, answer.page).page.text


def test_a_tap_is_announced_on_its_own_page_no_matter_which_phone_asks_in_between(phone: Person) -> None:
    game = phone.start_game()
    page = phone.open(game)
    phone.record_bid("Bob", 95)
    form = phone.form("Save hand")
    phone.web.post(form.action, data=form.filled(**{"Last trick": "Ann & Cal", "Captured by Ann & Cal": "45"}))
    assert "Saved hand" not in poll_part(phone, page).page.text
    assert "Saved hand 1" in phone.open(game).text


def test_the_question_is_another_where_the_same_answer_would_mean_another(phone: Person) -> None:
    game = phone.start_game()
    bid = due(phone.open(game))
    phone.record_bid("Bob", 95)
    hand = due(phone.page)
    phone.tap("Undo")
    assert due(phone.page) == bid
    phone.tap("Redo")
    assert due(phone.page) == hand
    phone.record_hand(45)
    assert due(phone.page) not in (bid, hand)
    phone.record_bid("Bob", 95)
    assert due(phone.page) not in (bid, hand)


def test_the_auction_stays_shown_call_by_call(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    page = other_phone.open(f"{game}?bid=calls")
    phone.tap("Misdeal")
    assert "'s bid" in poll_part(other_phone, page).page.text


def test_a_page_of_a_game_that_ended_follows_the_rematch_that_begins_while_it_is_open(
    phone: Person, other_phone: Person
) -> None:
    game = phone.start_game(target=100)
    running = other_phone.open(game)
    phone.play("Ann", 100, 120)
    ended = poll_part(other_phone, running).page
    assert "Ann & Cal won" in ended.text
    assert poll_part(other_phone, ended).status == 204
    rematch = phone.tap("Rematch").path
    answer = other_phone.web.get(poll_of(ended), headers=PART)
    assert (answer.status_code, answer.location) == (303, rematch)
    page = other_phone.open(game)
    assert poll_part(other_phone, page).status == 204, "who opens an old game later stays there"
    phone.open(f"{game}/hands/1")
    phone.tap("Save correction", {"Captured by Ann & Cal": "115", "Captured by Bob & Dee": "5"})
    corrected = poll_part(other_phone, page).page
    assert "115" in corrected.text
    assert [text_of(link) for link in corrected.all(".won a.go")] == ["Go to the rematch"]
    assert not corrected.has_button("Rematch")


def test_a_page_that_slept_through_the_end_and_the_rematch_shows_both(phone: Person, other_phone: Person) -> None:
    running = other_phone.open(phone.start_game(target=100))
    phone.play("Ann", 100, 120)
    rematch = phone.tap("Rematch").path
    ended = poll_part(other_phone, running).page
    assert "Ann & Cal won" in ended.text
    assert other_phone.web.get(poll_of(ended), headers=PART).location == rematch


@pytest.mark.parametrize("mark", ["0", "17", "x-1", "9" * 30, f"00000000-{'9' * 30}", "00000000-999999999"])
def test_a_mark_that_is_none_of_ours_is_shown_the_game(phone: Person, mark: str) -> None:
    page = phone.open(phone.start_game())
    answer = phone.get(re.sub(r"[^/]+$", mark, poll_of(page)), **PART)
    assert answer.status == 200
    assert poll_part(phone, answer.page).status == 204


def test_a_deleted_game_comes_back_by_itself(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    page = other_phone.open(game)
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    gone = poll_part(other_phone, page).page
    assert "This game was deleted" in gone.text
    assert poll_part(other_phone, gone).status == 204
    phone.open(game)
    phone.tap("Restore")
    assert poll_part(other_phone, gone).page.has_button("Record bid")


def test_a_reader_of_the_club_is_sent_what_he_may_see(app_with: Callable[..., Flask]) -> None:
    app = app_with(hosted=True)
    keeper = Person(app)
    start_club(keeper)
    club = club_of(keeper)
    game = start_game(keeper)
    reader = enter(app, shown_links(keeper, f"{club}links")["reader"])
    page = reader.open(game)
    keeper.open(game)
    keeper.record_bid("Bob", 95)
    answer = poll_part(reader, page)
    assert "Bob bid 95" in answer.page.text
    assert not answer.page.all("form, button")
    renew_link(keeper, f"{club}links", "reader")
    assert poll_part(reader, page).status == 404
