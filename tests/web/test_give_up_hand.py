"""The bidding side gives up its hand where the rules allow that (R33); a wrong discard sets where they say so (R19)."""

from collections.abc import Callable

import pytest

from tests.html import Typed, text_of
from tests.person import Person

from .steps import correct, make_house_rules


@pytest.fixture
def game(phone: Person) -> str:
    """A game at a table that may throw in its hand; Ann has bid 100."""
    key = make_house_rules(phone, start="original", may_concede="True").path.removeprefix("/rules/")
    game = phone.start_game(rules=key)
    phone.record_bid("Ann", 100)
    return game


def give_up(phone: Person, typed: Typed | None = None) -> None:
    """Taps the button next to the count that asks how a hand given up ended."""
    buttons = [one for one in phone.page.all("#hand button") if text_of(one) == "Give up the hand"]
    way = str(buttons[0].attrs["formaction"])
    phone.last = phone.send(way, phone.form("Save hand").filled(**(typed or {})))
    assert phone.last.status == 200


def test_a_hand_is_given_up_by_one_tap_and_saved(phone: Person, game: str, stored: Callable[[], str]) -> None:
    before = stored()
    give_up(phone)
    assert stored() == before
    assert text_of(phone.page.one(".contract")) == "Ann bid 100: Ann & Cal give up the hand"
    assert not phone.page.all("[name=last_trick], [name=nest_points], [name=captured-0]"), "nobody has these"
    form = phone.form("Save hand")
    assert "Ann & Cal: set back 100. Bob & Dee: 0." in phone.send(f"{game}/preview", form.sent).page.text
    phone.tap("Save hand")
    assert phone.page.totals == {"Ann & Cal": "−100", "Bob & Dee": "0"}
    assert "1 Ann 100 gave up" in phone.page.text
    assert "Ann & Cal gave up the hand: set back 100." in phone.page.text


def test_there_is_a_way_back_with_what_was_typed(phone: Person, game: str) -> None:
    give_up(phone, {"Captured by Bob & Dee": "35"})
    phone.more(part="Count")
    assert "Ann bid 100" in text_of(phone.page.one(".contract"))
    form = phone.form("Save hand")
    assert form.sent["captured-1"] == "35"
    assert "gave_up" not in form.sent


def test_the_counters_of_the_others_count_when_a_hand_is_given_up(phone: Person, game: str) -> None:
    give_up(phone, {"Captured by Bob & Dee": "35", "Last trick": "Bob & Dee"})
    assert phone.form("Save hand").sent["captured-1"] == "35"
    phone.tap("Save hand")
    assert phone.page.totals == {"Ann & Cal": "−100", "Bob & Dee": "35"}
    assert '"outcome":"conceded"' in phone.get(f"{game}.rook.json").body.decode()


def test_other_phones_are_told(phone: Person, game: str) -> None:
    other = phone.twin()
    poll = other.open(game).one("[data-poll]").attrs["data-poll"]
    give_up(phone, {"Captured by Bob & Dee": "35", "Last trick": "Bob & Dee"})
    phone.tap("Save hand")
    told = other.get(poll, **{"HX-Request": "true"}).page.one("[data-told]")
    assert text_of(told) == "Hand 1: Ann bid 100, gave up. −100 to 35."


def test_a_foul_can_be_noted_next_to_it(phone: Person, game: str) -> None:
    give_up(phone)
    phone.more()
    assert not phone.page.all("[name=reneged_by]")
    form = phone.form("Save hand")
    phone.last = phone.send(form.action, form.sent | {"talk-1": "1", "note": "hopeless"})
    assert phone.page.totals == {"Ann & Cal": "−100", "Bob & Dee": "−40"}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"captured-1": "125"}, "Points come in 5s, 0 to 120."),
        ({"captured-1": "37"}, "Points come in 5s"),
        ({"captured-1": "3x"}, "Enter a whole number, like 45."),
    ],
)
def test_an_impossible_count_is_said_at_its_field(phone: Person, game: str, typed: Typed, sentence: str) -> None:
    give_up(phone)
    form = phone.form("Save hand")
    phone.last = phone.send(form.action, form.sent | typed)
    assert phone.last.status == 422
    assert sentence in phone.page.description_of("captured-1")
    assert "Ann & Cal give up the hand" in phone.page.text


def test_a_hand_that_was_given_up_can_be_corrected_both_ways(phone: Person, game: str) -> None:
    phone.record_hand(60)
    counts = {"Captured by Ann & Cal": "", "Captured by Bob & Dee": "60"}
    correct(phone, game, 1, counts, last_trick="", gave_up="y")
    assert phone.page.totals == {"Ann & Cal": "−100", "Bob & Dee": "60"}
    phone.open(f"{game}/hands/1")
    form = phone.form("Save correction")
    assert form.sent["gave_up"] == "y"
    del form.sent["gave_up"]
    counted = {"captured-0": "110", "captured-1": "", "last_trick": "0"}
    phone.last = phone.send(form.action, form.sent | counted)
    assert phone.page.totals == {"Ann & Cal": "110", "Bob & Dee": "10"}


def test_other_rules_do_not_know_it(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Ann", 100)
    assert "Give up" not in phone.page.text
    answer = phone.send(f"{game}/hands", phone.form("Save hand").sent | {"gave_up": "y"})
    assert answer.status == 422
    assert "With these rules a hand can't be given up." in answer.page.text


def test_a_wrong_discard_that_sets_is_offered_and_its_cost_said_at_once(phone: Person) -> None:
    """R19: in these rules no foul has a penalty."""
    game = phone.start_game(rules="county-fair")
    phone.record_bid("Ann", 65)
    phone.more()
    assert "A wrong nest discard sets the bidding side, no matter what it captured." in phone.page.text
    assert not phone.page.all("[name=talk-0]"), "table talk costs nothing"
    seen = phone.form("Save hand").sent | {"captured-0": "80", "discard": "y"}
    shown = phone.send(f"{game}/preview", seen).page.text
    assert "Ann & Cal: set back 65 for the wrong discard. Bob & Dee: +20." in shown
    phone.last = phone.send(f"{game}/hands", seen)
    assert phone.page.totals == {"Ann & Cal": "−65", "Bob & Dee": "20"}
    form = phone.open(f"{game}/hands/1").form("Save correction")
    assert form.sent["discard"] == "y"
