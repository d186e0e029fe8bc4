"""The settings of a game: names, first dealer, target or number of hands."""

from collections.abc import Callable

import pytest

from tests.person import TABLE, Person

from .steps import deal_by

SEATS = {"Seat 1": "Ann", "Seat 2": "Cal", "Seat 3": "Bob", "Seat 4": "Dee"}


def change(phone: Person, game: str, button: str, **typed: str) -> None:
    phone.open(f"{game}/settings")
    answer = phone.tap(button, {words.replace("_", " "): value for words, value in typed.items()})
    assert answer.status == 303, answer.body.decode()


def rename(phone: Person, game: str, who: str, name: str, what: str = "Misspelled (fix it everywhere)") -> None:
    change(phone, game, "Correct name", Whose_name=who, Correct_name=name, **{"What was wrong?": what})


def test_a_misspelt_name_is_put_right_in_every_game(phone: Person) -> None:
    first, second = phone.start_game(), phone.start_game()
    rename(phone, first, "Bob", " Rob ")
    for game in (first, second):
        assert list(phone.open(game).totals) == ["Ann & Cal", "Rob & Dee"]


def test_somebody_else_sits_there_in_this_game_alone(phone: Person) -> None:
    first, second = phone.start_game(), phone.start_game()
    rename(phone, first, "Bob", "Eve", "Someone else was playing")
    assert list(phone.open(first).totals) == ["Ann & Cal", "Eve & Dee"]
    assert list(phone.open(second).totals) == ["Ann & Cal", "Bob & Dee"]


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_the_name_of_another_player_seats_that_player(phone: Person, stored: Callable[[], str], what: str) -> None:
    other, game = phone.start_game(names=("Eve", "Flo", "Gus", "Hal")), phone.start_game()
    rename(phone, game, "Bob", "Eve", what)
    assert list(phone.open(game).totals) == ["Ann & Cal", "Eve & Dee"]
    assert list(phone.open(other).totals) == ["Eve & Gus", "Flo & Hal"]
    assert stored().count('INSERT INTO "player"') == 8


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_undo_and_redo_of_a_name(phone: Person, what: str) -> None:
    game = phone.start_game()
    rename(phone, game, "Bob", "Rob", what)
    phone.open(game)
    phone.tap("Undo")
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]
    phone.tap("Redo")
    assert list(phone.page.totals) == ["Ann & Cal", "Rob & Dee"]


def test_undo_leaves_a_spelling_alone_that_somebody_else_bears_by_now_and_goes_on(phone: Person) -> None:
    """A name is the club's: what came of it elsewhere since is not this game's to take back."""
    game = phone.start_game()
    phone.record_bid("Ann", 70)
    rename(phone, game, "Bob", "Rob")
    phone.start_game()
    phone.open(game)
    assert phone.tap("Undo").status == 303
    assert set(phone.page.totals) == {"Ann & Cal", "Rob & Dee"}
    assert phone.tap("Undo").status == 303
    assert phone.page.has_button("Record bid")


def test_a_setting_saved_as_it_is_changes_nothing_and_leaves_redo_alone(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Ann", 70)
    phone.tap("Undo")
    phone.open(f"{game}/settings")
    assert phone.tap("Save").status == 303
    phone.open(game)
    assert phone.page.has_button("Redo")


@pytest.mark.parametrize(
    ("fields", "at", "message"),
    [
        ({"player": "1", "name": ""}, "name", "Enter a name."),
        ({"player": "1", "name": " ​ "}, "name", "Enter a name."),
        ({"player": "1", "name": "x" * 41}, "name", "can be up to 40 characters"),
        ({"player": "1", "name": "Ann"}, "name", "Ann is already at the table"),
        ({"player": "1", "name": "Bob"}, "name", "Bob is already at the table"),
        ({"name": "Rob"}, "player", "Whose name is wrong?"),
        ({"player": "4", "name": "Rob"}, "player", "Choose a player at this table."),
        ({"player": "Bob", "name": "Rob"}, "player", "Choose one of these."),
        ({"player": "1", "name": "Rob", "what": "both"}, "what", "misspelled, or was it someone else"),
    ],
)
def test_what_cannot_be_a_name_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], fields: dict[str, str], at: str, message: str
) -> None:
    game = phone.start_game()
    sent = phone.open(f"{game}/settings").form("Correct name").sent
    before = stored()
    answer = phone.send(f"{game}/name", sent | fields)
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    assert answer.page.form("Correct name").sent["name"] == fields["name"]
    assert stored() == before


def test_before_the_first_hand_the_first_dealer_is_put_right(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    change(phone, game, "Change first dealer", First_dealer="Cal")
    assert phone.open(game).heading == "Hand 1 · Cal deals, Dee bids first"
    phone.record_bid("Bob", 95)
    change(phone, game, "Change first dealer", First_dealer="Dee")
    phone.open(game)
    phone.record_hand(45)
    assert phone.page.heading == "Hand 2 · Ann deals, Bob bids first"


def test_hands_that_are_recorded_keep_their_dealer(phone: Person) -> None:
    game = phone.start_game(dealer="Ann")
    phone.play("Bob", 95, 45)
    assert "First dealer" not in phone.open(f"{game}/settings").text
    phone.open(game)
    deal_by(phone, "Dee")
    assert phone.page.heading == "Hand 2 · Dee deals, Ann bids first"
    phone.open(f"{game}/hands/1")
    assert "Ann dealt" in phone.page.heading


def test_a_lower_target_ends_the_game_and_says_so(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    change(phone, game, "Save", Play_to="100")
    assert "That ends the game: Ann & Cal won." in phone.page.text
    assert phone.open(game).heading == "Ann & Cal won"


def test_a_higher_target_opens_the_game_again_and_says_so(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    change(phone, game, "Save", Play_to="500")
    assert "The game is back on: no one has won yet." in phone.page.text
    assert phone.open(game).heading.startswith("Hand 4")
    phone.tap("Undo")
    assert phone.page.heading == "Ann & Cal won"


def test_a_number_of_hands_stands_instead_of_the_target(phone: Person) -> None:
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
def test_what_comes_too_late_is_not_stored_and_says_what_came_between(
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


def test_before_hand_1_the_seats_change_at_once(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    assert phone.tap("Change seating", SEATS).status == 303
    assert list(phone.open(game).totals) == ["Ann & Bob", "Cal & Dee"]
    phone.tap("Undo")
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]


def test_later_a_page_shows_first_what_changes(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Ann", 100, 100)
    before = stored()
    form = phone.open(f"{game}/settings").form("Show what changes")
    asked = "&".join(f"{name}={value}" for name, value in form.filled(**SEATS).items())
    page = phone.open(f"{form.action}?{asked}")
    assert "Now Ann & Cal 145 Bob & Dee −75" in page.text
    assert "After Ann & Bob 5 Cal & Dee 65" in page.text
    assert "Dee would deal next, instead of Cal." in page.text
    assert "Hand 1 Ann & Cal +45, Bob & Dee −95; then Ann & Bob −95, Cal & Dee +45." in page.text
    assert stored() == before
    assert phone.tap("Change seating").status == 303
    assert phone.open(game).totals == {"Ann & Bob": "5", "Cal & Dee": "65"}


def test_a_result_that_changes_is_named(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    page = phone.open(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    assert "Ann & Cal won. Ann & Bob would have won." in page.text


@pytest.mark.parametrize(
    ("asked", "at", "message"),
    [
        ("seats-0=0&seats-1=0&seats-2=2&seats-3=3", "seats-1", "Ann is already seated"),
        ("seats-0=0&seats-1=7&seats-2=2&seats-3=3", "seats-1", "Choose a player at this table."),
        ("seats-0=0&seats-1=x&seats-2=2&seats-3=3", "seats-1", "Choose a player at this table."),
        ("seats-0=0&seats-1=1", "seats-0", "There are 4 seats at this table."),
    ],
)
def test_an_order_that_cannot_be_is_refused_at_its_seat(phone: Person, asked: str, at: str, message: str) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    answer = phone.get(f"{game}/seats?{asked}")
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    fields = dict(part.split("=") for part in asked.split("&"))
    sent = answer.page.form("Correct name").sent
    posted = phone.send(f"{game}/seats", {name: sent[name] for name in ("csrf_token", "form_id", "version")} | fields)
    assert posted.status == 422


def test_the_settings_show_how_it_stands(phone: Person) -> None:
    game = phone.start_game()
    for name in TABLE:
        assert name in phone.open(f"{game}/settings").text
    assert "Hand 1 is being played." in phone.page.text
    assert phone.get("/games/00000000-0000-4000-8000-000000000000/settings").status == 404
