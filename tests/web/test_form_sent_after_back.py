"""Back leads to a form that was sent: what is entered there now is stored or refused in words, never passed over."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import Typed, text_of
from tests.person import Person

LATE = "Not saved: the game changed in the meantime"
ENTERED: dict[str, tuple[str, str, str, str]] = {
    "a correction": ("/hands/2", "Save correction", "captured-1", "60 20"),
    "the names of the sides": ("/settings", "Name the sides", "first", "Home Away"),
    "the length of the game": ("/settings", "Save", "target", "400 600"),
    "notes": ("/summary", "Save notes", "notes", "Pie Cake"),
}
"""The page of a game, the button there, its field, and what is entered there before and after Back."""


def entered(phone: Person, page: str, button: str) -> tuple[str, Typed]:
    phone.open(page)
    form = phone.form(button)
    return form.action, form.sent


@pytest.mark.parametrize(("page", "button", "name", "values"), ENTERED.values(), ids=ENTERED)
def test_something_else_is_refused_in_words_with_what_was_entered_and_saved_by_another_tap(
    phone: Person, stored: Callable[[], str], page: str, button: str, name: str, values: str
) -> None:
    game, (first, second) = phone.start_game(), values.split()
    phone.play("Bob", 95, 45)
    phone.play("Bob", 95, 45)
    action, form = entered(phone, game + page, button)
    form |= {"captured-0": "", "second": "Guests"}
    assert phone.send(action, form | {name: first}).status == 303
    before = stored()
    assert phone.send(action, form | {name: first}).status == 303, "the same again is the same"
    assert stored() == before
    phone.last = phone.send(action, form | {name: second})
    assert phone.last.status == 409
    assert LATE in phone.page.text
    assert stored() == before
    again = phone.form(button)
    assert again.sent[name] == second
    assert phone.send(again.action, again.sent).status == 303
    assert entered(phone, game + page, button)[1][name] == second


def test_other_house_rules_are_house_rules_of_their_own(phone: Person) -> None:
    action, form = entered(phone, "/rules/new", "Save rules")
    one, two = form | {"name": "First"}, form | {"name": "Second", "target": "777"}
    assert phone.send(action, one).path == phone.send(action, one).path != phone.send(action, two).path
    links = {link.attrs["href"]: text_of(link) for link in phone.open("/rules").all("main a[href*='/rules/house-']")}
    made = [words.split()[0] for address, words in links.items() if not address.endswith("house-200")]
    assert sorted(made) == ["First", "Second"]


def test_another_tournament_is_started_too(phone: Person) -> None:
    action, form = entered(phone, "/tournaments/new", "Start tournament")
    form |= {"name": "Fall", "format": "rotating", "entrants": "Ann\nBob\nCal\nDee"}
    first = phone.send(action, form).path
    assert phone.send(action, form).path == first
    other = phone.send(action, form | {"entrants": "Ann\nBob\nCal\nEve"}).path
    assert other != first
    assert "Dee" not in phone.open(other).text


TABLE = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"))} | {"dealer": "0"}


@pytest.mark.parametrize(
    ("name", "value"), [("players-3", "Eve"), ("dealer", "2"), ("target", "400"), ("starting_totals-0", "20")]
)
def test_another_game_is_asked_about_once(phone: Person, stored: Callable[[], str], name: str, value: str) -> None:
    action, form = entered(phone, "/games/new", "Start game")
    form |= TABLE
    first = phone.send(action, form).path
    before = stored()
    phone.last = phone.send(action, form | {name: value})
    assert phone.last.status == 422
    assert "This page has started a game already. Tap Start game again to start this one, too." in phone.page.text
    assert stored() == before
    again = phone.form("Start game")
    assert again.sent[name] == value
    assert phone.send(again.action, again.sent).path not in ("", first)


@pytest.mark.parametrize("value", ["ann", " Ann "])
def test_a_name_that_is_written_in_another_way_is_no_other_game(phone: Person, value: str) -> None:
    action, form = entered(phone, "/games/new", "Start game")
    assert phone.send(action, form | TABLE).path == phone.send(action, form | TABLE | {"players-0": value}).path


@pytest.mark.both_databases
@pytest.mark.parametrize("typed", [{}, {"players-3": "Eve"}, {"rules": "call-partner", "players-4": "Eve"}], ids=len)
def test_another_game_is_asked_about_when_the_first_was_changed_since(phone: Person, typed: Typed) -> None:
    action, form = entered(phone, "/games/new", "Start game")
    game = phone.send(action, form | TABLE).path
    phone.open(f"{game}/settings")
    phone.tap("Change first dealer", {"First dealer": "Cal"})
    phone.last = phone.send(action, form | TABLE | typed)
    assert phone.last.status == 422
    assert "This page has started a game already." in phone.page.text
    again = phone.form("Start game")
    assert {name: again.sent[name] for name in (TABLE | typed)} == TABLE | typed
    other = phone.send(again.action, again.sent).path
    assert other not in ("", game)
    assert phone.send(again.action, again.sent).path == other


def test_a_game_that_was_played_since_is_the_same(phone: Person) -> None:
    action, form = entered(phone, "/games/new", "Start game")
    game = phone.send(action, form | TABLE).path
    phone.open(game)
    phone.play("Bob", 95, 45)
    assert phone.send(action, form | TABLE).path == game


@pytest.mark.both_databases
def test_a_rematch_with_other_partners_is_a_game_of_its_own(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 120, 120)
    action, form = entered(phone, game, "Rematch")
    partners: tuple[Typed, ...] = ({}, {"partner": "1"}, {"partner": "3"})
    sent = [phone.send(action, form | partner).path for partner in partners]
    assert len({game, *sent}) == 4
    assert [phone.open(path).totals.keys() for path in sent] == [
        {"Ann & Cal", "Bob & Dee"},
        {"Ann & Bob", "Cal & Dee"},
        {"Ann & Dee", "Bob & Cal"},
    ]
    assert [phone.send(action, form | partner).path for partner in partners] == sent
    assert sent[0].endswith(str(form["form_id"])), "as static/alone/game.js says"


def test_a_form_that_was_refused_is_refused_again_after_back(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    action, form = entered(phone, f"{game}/settings", "Name the sides")
    form |= {"second": "Guests"}
    assert phone.send(action, form | {"first": "Home"}).status == 303
    other_phone.open(f"{game}/settings")
    other_phone.tap("Name the sides", {"Ann & Cal": "Other", "Bob & Dee": "Guests"})
    phone.last = phone.send(action, form | {"first": "Hone"})
    again = phone.form("Name the sides")
    assert (phone.last.status, again.sent["first"]) == (409, "Hone")
    assert phone.send(again.action, again.sent | {"first": "Home"}).status == 303
    assert entered(phone, f"{game}/settings", "Name the sides")[1]["first"] == "Home"


def test_the_pin_is_no_part_of_what_is_entered(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(pin="4711"))
    action, form = entered(phone, "/tournaments/new", "Start tournament")
    form |= {"name": "Fall", "format": "rotating", "entrants": "Ann\nBob\nCal\nDee"}
    assert phone.send(action, form).status == 403
    first = phone.send(action, form | {"pin": "4711"}).path
    assert phone.send(action, form).path == first
