"""Once and only once: every change carries its own id and the version of the game it was made from."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.at_once import at_once
from tests.html import Typed
from tests.person import HTMX, Answer, Person

pytestmark = pytest.mark.both_databases


def bid_form(phone: Person, bidder: str = "Bob", bid: int = 95) -> tuple[str, Typed]:
    form = phone.form("Record bid")
    return form.action, form.filled(Bidder=bidder, Bid=str(bid))


def test_a_game_sent_twice_is_started_once(phone: Person, stored: Callable[[], str]) -> None:
    phone.open("/games/new")
    form = phone.form("Start game")
    typed = form.filled(**{"Player 1": "Ann", "Player 2": "Bob", "Player 3": "Cal", "Player 4": "Dee"})
    first = phone.send(form.action, typed)
    before = stored()
    again = phone.send(form.action, typed)
    assert (again.status, again.path) == (303, first.path)
    assert stored() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_bid_sent_twice_is_stored_once_and_answered_alike(
    phone: Person, stored: Callable[[], str], headers: dict[str, str]
) -> None:
    phone.start_game()
    action, typed = bid_form(phone)
    first = phone.send(action, typed, **headers)
    before = stored()
    again = phone.send(action, typed, **headers)
    assert (again.status, again.path, again.page.text) == (first.status, first.path, first.page.text)
    assert stored() == before


def test_a_known_entry_is_answered_before_its_version_is_looked_at(phone: Person, stored: Callable[[], str]) -> None:
    """The answer was lost, the table went on with another phone, and then the first one sends again."""
    phone.start_game()
    action, typed = bid_form(phone)
    phone.last = phone.send(action, typed)
    hand = phone.form("Save hand")
    counted = hand.filled(**{"Captured by Ann & Cal": "45"})
    phone.last = phone.send(hand.action, counted)
    phone.record_bid("Cal", 70)
    before = stored()
    assert phone.send(action, typed).status == 303
    assert phone.send(hand.action, counted).status == 303
    assert phone.send(action, typed | {"bid": "100"}).status == 303
    assert stored() == before


def test_an_undo_sent_twice_takes_back_one_change(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.play("Bob", 95, 45)
    undo = phone.form("Undo")
    phone.send(undo.action, undo.sent)
    before = stored()
    assert phone.send(undo.action, undo.sent).status == 303
    assert stored() == before


def test_an_undone_entry_sent_again_is_not_recorded_again(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    action, typed = bid_form(phone)
    phone.last = phone.send(action, typed)
    phone.tap("Undo")
    before = stored()
    answer = phone.send(action, typed)
    assert answer.status == 303
    assert answer.page.has_button("Record bid")
    assert stored() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_an_older_version_is_told_what_changed_and_keeps_its_input(
    phone: Person, other_phone: Person, stored: Callable[[], str], headers: dict[str, str]
) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    other_phone.open(game)
    hand = other_phone.form("Save hand")
    late = hand.filled(**{"Last trick": "Ann & Cal", "Captured by Ann & Cal": "45"})
    phone.tap("Undo")
    phone.record_bid("Ann", 80)
    before = stored()
    answer = other_phone.send(hand.action, late, **headers)
    assert answer.status == 409
    assert "in the meantime (an undo; Ann's bid of 80)" in answer.page.alerts
    again = answer.page.form("Save hand")
    assert {name: again.sent[name] for name in ("captured-0", "last_trick", "form_id")} == {
        name: late[name] for name in ("captured-0", "last_trick", "form_id")
    }
    assert stored() == before
    assert other_phone.send(again.action, again.sent).status == 303
    assert phone.open(game).totals == {"Ann & Cal": "−80", "Bob & Dee": "75"}


def test_an_older_bid_whose_form_is_gone_is_still_shown(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    other_phone.open(game)
    action, late = bid_form(other_phone, "Dee", 110)
    phone.record_bid("Bob", 95)
    answer = other_phone.send(action, late)
    assert answer.status == 409
    assert "Bob's bid of 95" in answer.page.alerts
    assert "Dee" in answer.page.alerts
    assert "110" in answer.page.alerts
    assert answer.page.has_button("Save hand")


def test_an_older_undo_takes_nothing_back(phone: Person, other_phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    other_phone.open(game)
    phone.record_hand(45)
    before = stored()
    answer = other_phone.tap("Undo")
    assert answer.status == 409
    assert "Bob's hand, bid 95" in answer.page.alerts
    assert stored() == before


def test_the_same_bid_sent_at_once_is_stored_once(app: Flask, stored: Callable[[], str]) -> None:
    """A double tap: two requests on their way together."""
    phone = Person(app)
    game = phone.start_game()
    action, typed = bid_form(phone)
    twins = [phone.twin() for _ in range(4)]
    answers = at_once(*((lambda twin=twin: twin.send(action, typed)) for twin in twins))
    assert [answer.status for answer in answers] == [303] * 4
    assert stored().count('INSERT INTO "change"') == 1
    assert phone.open(game).has_button("Save hand")


def test_of_two_bids_sent_at_once_one_is_kept_and_the_other_is_told(app: Flask, stored: Callable[[], str]) -> None:
    phones = Person(app), Person(app, address="192.168.0.8")
    game = phones[0].start_game()
    phones[1].open(game)
    ready = [(phones[0], *bid_form(phones[0], "Ann", 70)), (phones[1], *bid_form(phones[1], "Bob", 75))]
    answers = at_once(*((lambda one=one: one[0].send(one[1], one[2])) for one in ready))
    assert sorted(answer.status for answer in answers) == [303, 409]
    assert stored().count('INSERT INTO "change"') == 1


def test_two_tables_keep_score_at_once(app: Flask) -> None:
    phones = Person(app), Person(app, address="192.168.0.8")
    tables = phones[0].start_game(), phones[1].start_game(names=("Eve", "Flo", "Gus", "Hal"))

    def evening(phone: Person, bidder: str, side: str) -> Answer:
        for _ in range(5):
            phone.record_bid(bidder, 70)
            answer = phone.tap("Save hand", {"Last trick": side, f"Captured by {side}": "55"})
            assert answer.status == 303
        return answer

    at_once(lambda: evening(phones[0], "Ann", "Ann & Cal"), lambda: evening(phones[1], "Flo", "Eve & Gus"))
    assert phones[0].open(tables[0]).totals == {"Ann & Cal": "−350", "Bob & Dee": "325"}
    assert phones[0].open(tables[1]).totals == {"Eve & Gus": "275", "Flo & Hal": "−350"}
