"""Redo: puts back what undo took, one a tap, until something new is recorded."""

from collections.abc import Callable

from tests.html import text_of
from tests.person import SIDES, Person

from .steps import about, correct, delete, step

AC, BD = SIDES


def nine_changes(phone: Person) -> None:
    """Nine changes, of each kind one at least."""
    game = phone.start_game(dealer="Dee")
    phone.play("Bob", 95, 45)
    phone.tap("Misdeal")
    step(phone, "passed-out")
    phone.record_bid("Ann", 70)
    step(phone, "trump", trump="green")
    phone.record_hand(80)
    correct(phone, game, 1, {"Bid": "70"})
    delete(phone, game, 4)


def what_is_seen(phone: Person) -> tuple[str, dict[str, str], str]:
    return phone.page.heading, phone.page.totals, " ".join(text_of(row) for row in phone.page.all(".hands tr"))


def test_undone_to_the_start_and_redone_the_evening_is_the_same(phone: Person) -> None:
    nine_changes(phone)
    states = []
    while phone.page.has_button("Undo"):
        states.append(what_is_seen(phone))
        assert phone.tap("Undo").status == 303
    assert len(states) == 9
    assert phone.page.totals == {AC: "0", BD: "0"}
    for before in reversed(states):
        assert phone.tap("Redo").status == 303
        assert what_is_seen(phone) == before
    assert not phone.page.has_button("Redo")


def test_redo_is_described_by_what_it_puts_back(phone: Person) -> None:
    nine_changes(phone)
    undone = []
    while phone.page.has_button("Undo"):
        undone.append(about(phone, "Undo").removeprefix("Takes back "))
        phone.tap("Undo")
        assert about(phone, "Redo") == f"Puts back {undone[-1]}"
    assert undone == [
        "the deletion of hand 2",
        "the correction of hand 1",
        "Ann's hand, bid 70",
        "trump green",
        "Ann's bid of 70",
        "the passed-out hand",
        "the misdeal",
        "Bob's hand, bid 95",
        "Bob's bid of 95",
    ]


def test_something_new_leaves_nothing_to_put_back(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Ann", 70, 80)
    phone.tap("Undo")
    phone.tap("Undo")
    assert phone.page.has_button("Redo")
    correct(phone, game, 1, {"Bid": "70"})
    assert not phone.page.has_button("Redo")
    phone.tap("Undo")
    assert about(phone, "Redo") == "Puts back the correction of hand 1"


def test_a_correction_refused_or_without_effect_keeps_what_can_be_put_back(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.record_bid("Ann", 70)
    phone.tap("Undo")
    assert correct(phone, game, 1, None, bid="72").status == 422
    assert correct(phone, game, 1).status == 303
    assert about(phone, "Redo") == "Puts back Ann's bid of 70"


def test_redo_sent_twice_puts_back_one_change(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.play("Bob", 95, 45)
    phone.tap("Undo")
    phone.tap("Undo")
    redo = phone.form("Redo")
    phone.send(redo.action, redo.sent)
    before = stored()
    assert phone.send(redo.action, redo.sent).status == 303
    assert stored() == before


def test_undoing_the_winning_hand_reopens_the_game_and_redo_ends_it_again(phone: Person) -> None:
    phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    phone.tap("Undo")
    assert phone.page.has_button("Save hand")
    assert phone.tap("Redo").page.heading == "Ann & Cal won"
