"""The settings of a game: first dealer, target or number of hands."""

from collections.abc import Callable

import pytest

from tests.person import TABLE, Person

from .steps import confirm, deal_by


def change(phone: Person, game: str, button: str, **typed: str) -> None:
    phone.open(f"{game}/settings")
    phone.tap(button, {words.replace("_", " "): value for words, value in typed.items()})
    answer = confirm(phone)
    assert answer.status == 303, answer.body.decode()


def test_a_setting_saved_as_it_is_changes_nothing_and_leaves_redo_alone(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Ann", 70)
    phone.tap("Undo")
    phone.open(f"{game}/settings")
    assert phone.tap("Save").status == 303
    phone.open(game)
    assert phone.page.has_button("Redo")


def test_before_the_first_hand_the_first_dealer_is_put_right(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    change(phone, game, "Change first dealer", First_dealer="Cal")
    assert phone.open(game).heading == "Hand 1 · Cal deals, Dee bids first"
    phone.record_bid("Bob", 95)
    change(phone, game, "Change first dealer", First_dealer="Dee")
    phone.open(game)
    phone.record_hand(45)
    assert phone.page.heading == "Hand 2 · Ann deals, Bob bids first"


def test_an_undo_gives_the_first_deal_back_to_the_one_who_had_it(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    change(phone, game, "Change first dealer", First_dealer="Cal")
    phone.open(game)
    phone.tap("Undo")
    assert phone.page.heading == "Hand 1 · Ann deals, Bob bids first"
    phone.tap("Redo")
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first"


def test_hands_that_are_recorded_keep_their_dealer(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    phone.play("Bob", 95, 45)
    assert "First dealer" not in phone.open(f"{game}/settings").text
    phone.open(game)
    deal_by(phone, "Dee")
    assert phone.page.heading == "Hand 2 · Dee deals, Ann bids first"
    phone.open(f"{game}/hands/1")
    assert "Ann dealt" in phone.page.heading


def test_a_lower_target_ends_the_game_once_it_is_confirmed(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    change(phone, game, "Save", Play_to="100")
    assert "Ann & Cal won. 100 to 20" in phone.page.text
    assert phone.open(game).heading == "Ann & Cal won"


def test_a_higher_target_opens_the_game_again_once_it_is_confirmed(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    change(phone, game, "Save", Play_to="500")
    assert "Hand 4 is being played." in phone.page.text
    assert phone.open(game).heading.startswith("Hand 4")
    phone.tap("Undo")
    assert phone.page.heading == "Ann & Cal won"


def test_a_number_of_hands_replaces_the_target(phone: Person) -> None:
    game = phone.start_game()
    change(phone, game, "Save", Play_to="", Number_of_hands="4")
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 100, 100)
    assert phone.page.heading.startswith("Hand 4")
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"


@pytest.mark.parametrize(("target", "hands"), [("200", "9"), ("900", "2")])
def test_with_both_whichever_comes_first_ends_the_game(phone: Person, target: str, hands: str) -> None:
    game = phone.start_game()
    change(phone, game, "Save", Play_to=target, Number_of_hands=hands)
    phone.open(game)
    for _ in range(2):
        phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"


def test_left_empty_the_target_of_the_rules_holds(phone: Person) -> None:
    game = phone.start_game()
    change(phone, game, "Save", Play_to="", Number_of_hands="4")
    change(phone, game, "Save", Play_to="", Number_of_hands="")
    assert "Game length to 300" in phone.page.text


@pytest.mark.parametrize("field", ["target", "hand_limit"])
@pytest.mark.parametrize("value", ["0", "-5", "1000001", "many", "12345678"])
def test_an_end_that_cannot_be_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], field: str, value: str
) -> None:
    game = phone.start_game()
    sent = phone.open(f"{game}/settings").form("Save").sent
    before = stored()
    answer = phone.send(f"{game}/target", sent | {field: value})
    assert answer.status == 422
    assert "number" in answer.page.description_of(field)
    assert answer.page.form("Save").sent[field] == value
    assert stored() == before


@pytest.mark.parametrize(
    ("button", "fields"),
    [
        ("Correct name", {"player": "1", "name": "Rob"}),
        ("Change first dealer", {"dealer": "2"}),
        ("Save", {"target": "500"}),
        ("Change seating", {"seats-1": "3", "seats-3": "1"}),
        ("End game early", {}),
        ("Delete game", {}),
    ],
)
def test_settings_that_come_too_late_are_not_stored_and_say_what_came_between(
    phone: Person, other_phone: Person, stored: Callable[[], str], button: str, fields: dict[str, str]
) -> None:
    game = phone.start_game()
    form = phone.open(f"{game}/settings").form(button)
    other_phone.open(game)
    other_phone.record_bid("Bob", 95)
    before = stored()
    answer = phone.send(form.action, form.sent | fields)
    assert answer.status == 409
    assert "in the meantime (Bob's bid of 95)." in answer.page.alerts
    assert stored() == before
    for name, value in fields.items():
        assert answer.page.form(button).sent[name] == value
    assert phone.send(form.action, answer.page.form(button).sent).status == 303


def test_the_settings_show_what_is_set(phone: Person) -> None:
    game = phone.start_game()
    for name in TABLE:
        assert name in phone.open(f"{game}/settings").text
    assert "Hand 1 is being played." in phone.page.text
    assert phone.get("/games/00000000-0000-4000-8000-000000000000/settings").status == 404
