"""Starting a game: rules, four names in the order they sit, the first dealer."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import TABLE, Person

# What is wrong, the fields as they are sent, the field at which it is said, what is said there.
REFUSED = [
    ("nobody sits in the second seat", {"players-1": ""}, "players-1", "Enter a name. You need 4 players."),
    ("a name of blanks alone", {"players-3": " \t "}, "players-3", "Enter a name."),
    ("a name twice", {"players-2": "Ann"}, "players-2", "Ann is already at the table"),
    ("a name twice but for its blanks", {"players-2": " Ann "}, "players-2", "Ann is already at the table"),
    ("a name of 41 letters", {"players-0": "A" * 41}, "players-0", "can be up to 40 characters"),
    ("a dealer from no seat", {"dealer": "4"}, "dealer", "Choose one of the 4 players to deal first."),
    ("a dealer below the first seat", {"dealer": "-1"}, "dealer", "Choose one of the 4 players to deal first."),
    ("a dealer by name", {"dealer": "Ann"}, "dealer", "Enter a whole number, like 45."),
    ("rules that nobody knows", {"rules": "poker"}, "rules", "Choose a rule set."),
    ("no rules", {"rules": ""}, "rules", "Choose a rule set."),
]


def test_the_page_asks_for_rules_players_and_first_dealer(phone: Person) -> None:
    page = phone.open("/games/new")
    form = page.form("Start game")
    assert form.sent["rules"] == "original"
    assert [form.field(f"Player {seat}")[0] for seat in range(1, 5)] == [f"players-{seat}" for seat in range(4)]
    dealers = [radio.attrs["aria-label"] for radio in page.all("[type=radio][name=dealer]")]
    assert dealers == [f"Player {seat} deals first" for seat in range(1, 7)]
    assert form.sent["dealer"] == "0"
    assert [text_of(link) for link in page.all("#new-game a")] == ["Make house rules"]


@pytest.mark.parametrize(("dealer", "first"), zip(TABLE, (*TABLE[1:], TABLE[0]), strict=True))
def test_a_game_starts_at_nothing_with_its_dealer(phone: Person, dealer: str, first: str) -> None:
    """R5: the player on the dealer's left bids first."""
    phone.start_game(dealer=dealer)
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    assert phone.page.heading == f"Hand 1 · {dealer} deals, {first} bids first"
    assert not phone.page.has_button("Undo")


def test_names_are_kept_as_written_with_single_blanks_between(phone: Person) -> None:
    phone.start_game(names=("  Mary   Ann ", "O’Neil", "李", "<b>Dee</b>"))
    assert phone.page.totals == {"Mary Ann & 李": "0", "O’Neil & <b>Dee</b>": "0"}


def test_a_name_may_have_forty_letters(phone: Person) -> None:
    phone.start_game(names=("A" * 40, "Bob", "Cal", "Dee"))
    assert f"{'A' * 40} & Cal" in phone.page.totals


def test_players_known_to_the_club_are_not_added_again(phone: Person, stored: Callable[[], str]) -> None:
    phone.start_game()
    phone.start_game(names=("Dee", "Ann", "Eve", "Bob"))
    assert stored().count('INSERT INTO "player"') == 5


@pytest.mark.parametrize(("fields", "at", "message"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_new_game_that_cannot_be_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], fields: dict[str, str], at: str, message: str
) -> None:
    phone.open("/games/new")
    typed = phone.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(TABLE, 1)}) | fields
    before = stored()
    answer = phone.send("/games", typed)
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    again = answer.page.form("Start game").sent
    assert {name: again[name] for name in typed if name.startswith("players")} == {
        name: typed[name] for name in typed if name.startswith("players")
    }
    assert again["form_id"] == typed["form_id"]
    assert stored() == before


def test_too_many_players_are_refused_and_kept(phone: Person, stored: Callable[[], str]) -> None:
    phone.open("/games/new")
    typed = phone.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(TABLE, 1)})
    before = stored()
    answer = phone.send("/games", typed | {"players-4": "Eve"})
    assert answer.status == 422
    assert "Only 4 players. Leave this blank." in answer.page.description_of("players-4")
    assert answer.page.form("Start game").sent["players-4"] == "Eve"
    assert stored() == before


@pytest.mark.parametrize("name", ["players-77", "players-x", "players", "players--1"])
def test_seats_that_no_form_has_are_no_fault_of_the_server(phone: Person, stored: Callable[[], str], name: str) -> None:
    phone.open("/games/new")
    typed = phone.form("Start game").sent
    before = stored()
    assert phone.send("/games", {name: "Eve", **typed}).status == 422
    assert stored() == before


def test_fields_that_did_not_come_are_asked_for(phone: Person, stored: Callable[[], str]) -> None:
    phone.open("/games/new")
    sent = phone.form("Start game").sent
    before = stored()
    answer = phone.send("/games", {"csrf_token": sent["csrf_token"], "form_id": sent["form_id"]})
    assert answer.status == 422
    assert "Choose a rule set." in answer.page.text
    assert stored() == before


def test_everything_that_is_wrong_is_said_at_once(phone: Person) -> None:
    phone.open("/games/new")
    typed = {"Player 1": "Ann", "Player 2": "Bob", "Player 3": "Cal", "Play to": "abc"}
    assert phone.tap("Start game", typed).status == 422
    assert "Enter a whole number, like 45." in phone.page.description_of("target")
    assert "Enter a name. You need 4 players." in phone.page.description_of("players-3")
