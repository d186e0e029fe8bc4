"""Games by house rules: each keeps its own copy, whatever becomes of them."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.game_rules import ruleset_of
from scorekeeper.usecases.house_rules import CARDS, parameter_values, rules_json
from scorekeeper.web.forms.house_rules import COUNTERS
from tests.html import text_of
from tests.person import TABLE, Person
from tests.profiles import examples
from tests.strategies import rule_sets

from .steps import change_house_rules as change
from .steps import make_house_rules as make

SEATED = {f"players-{seat}": name for seat, name in enumerate(TABLE)}


def start_by_rules(phone: Person, rules: str) -> str:
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.sent | SEATED | {"rules": rules})
    assert phone.start_anyway().status == 303, phone.last.body.decode()
    return phone.last.path


# Playing by them


def test_a_game_is_played_by_house_rules_and_played_again(phone: Person) -> None:
    key = make(phone, "Quick", "original", target="150", min_bid="50").path.removeprefix("/rules/")
    offered = phone.open("/games/new").one(f"[name=rules][value={key}]")
    assert text_of(phone.page.one(f"#title-{key}")) == "Quick"
    assert (offered.attrs["data-players"], offered.attrs["data-end"]) == ("4", "to 150")
    start_by_rules(phone, key)
    phone.play("Ann", 50, 120)
    phone.play("Ann", 50, 120)
    assert phone.page.heading == "Ann & Cal won"
    phone.tap("Rematch")
    assert "Quick, to 150 · house rules" in phone.page.text
    assert "Quick" in phone.open(f"{phone.last.path}/settings").text


def test_where_there_is_no_nest_nothing_of_it_is_asked(phone: Person) -> None:
    start_by_rules(phone, make(phone, "No nest", "original", nest_size="0").path.removeprefix("/rules/"))
    phone.tap("Record bid", {"Bidder": "Ann", "Bid": "70"})
    page = phone.more().page
    assert not page.all("#hand [name=discard], #hand [name=last_trick]")
    assert page.all("#hand [name=talk-0]")


def test_a_new_game_by_house_rules_may_have_a_target_of_its_own(phone: Person) -> None:
    key = make(phone, "Quick", "original", min_bid="50").path.removeprefix("/rules/")
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.sent | SEATED | {"rules": key, "target": "100"})
    assert "Quick, to 100" in phone.page.text


def test_a_call_that_no_button_has_is_typed(phone: Person) -> None:
    """In steps of 1 there are 82 bids from 100 on: 60 have buttons, and the moon is still within reach."""
    ones = {"bid_step": "1", "moon_bid": "400"}
    game = start_by_rules(phone, make(phone, "Ones", "kentucky", **ones).path.removeprefix("/rules/"))
    phone.open(f"{game}?bid=calls")
    for typed, message in (
        ("", "How much is the bid?"),
        ("lots", "Enter a whole number, like 45."),
        ("181", "181 is too high"),
    ):
        refused = phone.tap("Bid", {"A higher bid": typed})
        assert (refused.status, message in refused.page.text) == (422, True)
        assert phone.form("Bid").sent["call"] == typed
    assert phone.tap("Bid", {"A higher bid": "180"}).status == 303
    assert "Bob 180" in phone.page.text
    assert not phone.page.has_button("Bid")
    assert phone.page.has_button("400")


@pytest.mark.parametrize("target", ["", "100"])
def test_a_new_game_proposes_the_last_house_rules_though_they_have_another_name_since(
    phone: Person, target: str
) -> None:
    house = make(phone, "Quick", "original", min_bid="50").path
    phone.open("/games/new")
    form, key = phone.form("Start game"), house.removeprefix("/rules/")
    phone.send(form.action, form.sent | SEATED | {"rules": key, "target": target})
    change(phone, house, name="Quicker")
    sent = phone.open("/games/new").form("Start game").sent
    assert (sent["rules"], sent["target"]) == (key, target)
    change(phone, house, name="Slow", min_bid="90")
    assert phone.open("/games/new").form("Start game").sent["rules"] == "original", "other rules by another name"


@pytest.mark.parametrize("key", ["house-", "house-00000000-0000-4000-8000-000000000000", "house-x", "game-x"])
def test_rules_that_are_not_there_cannot_be_played_by(phone: Person, key: str) -> None:
    phone.open("/games/new")
    form = phone.form("Start game")
    answer = phone.send(form.action, form.sent | SEATED | {"rules": key})
    assert answer.status == 422
    assert "Choose a rule set." in answer.page.description_of("rules")


def test_left_empty_the_end_of_the_house_rules_holds_whatever_was_chosen_before(phone: Person) -> None:
    key = make(phone, "Quick", "original", target="150", hand_limit="9").path.removeprefix("/rules/")
    phone.open("/games/new")
    form = phone.form("Start game")
    game = phone.send(form.action, form.sent | SEATED | {"rules": key, "target": "100"}).path
    phone.open(f"{game}/settings")
    for started in (game, phone.tap("Rematch").path):
        for ends in (("", "4"), ("200", ""), ("", "")):
            phone.open(f"{started}/settings")
            assert "Leave blank to play to 150 or 9 hands." in phone.page.text
            phone.tap("Save", dict(zip(("Play to", "Number of hands"), ends, strict=True)))
        assert "Game length to 150 or 9 hands" in phone.page.text
    assert "own_end" not in phone.get(f"{game}.rook.json").body.decode()


def test_house_rules_where_partners_change_go_back_to_their_own_end(phone: Person) -> None:
    """The preset's own end, a target, does not suit them."""
    turns = {"sides": "rotating_partners", "hands_per_partner": "1", "hand_limit": "3", "target": ""}
    game = start_by_rules(phone, make(phone, "Round", "original", **turns).path.removeprefix("/rules/"))
    assert "Ann & Cal vs. Bob & Dee: hand 1 of 1 with these partners." in phone.open(game).text
    for hands in ("6", ""):
        phone.open(f"{game}/settings")
        assert phone.tap("Save", {"Number of hands": hands}).status == 303
    assert "Game length 3 hands" in phone.page.text


def test_a_target_alone_has_no_number_of_hands_from_the_preset_next_to_it(phone: Person) -> None:
    """Changing partners play 12 hands; fixed partners who start from them do not."""
    fixed = {"sides": "partnerships", "target": "300", "hand_limit": ""}
    game = start_by_rules(phone, make(phone, "Fixed", "changing-partners", **fixed).path.removeprefix("/rules/"))
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "500"})
    assert "Fixed, to 500 · house rules" in phone.open(game).text


def test_changed_house_rules_hold_for_new_games_and_leave_the_others_as_they_were(phone: Person) -> None:
    house = make(phone, "Short", "original", target="100").path
    key = house.removeprefix("/rules/")
    finished, running = start_by_rules(phone, key), start_by_rules(phone, key)
    phone.open(finished)
    phone.play("Ann", 100, 105)
    assert change(phone, house, target="200", name="Long").page.heading == "Long"
    assert phone.open(finished).heading == "Ann & Cal won"
    assert "Short, to 100 · house rules" in phone.open(running).text
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    assert "play to 100 (was 300)" in phone.open(running.replace("/games/", "/rules/game-")).text
    assert "Long, to 200" in phone.open(start_by_rules(phone, key)).text


def test_deleted_house_rules_are_offered_no_more_and_their_games_go_on(phone: Person) -> None:
    house = make(phone, min_bid="80").path
    game = start_by_rules(phone, house.removeprefix("/rules/"))
    phone.open(f"{house}/delete")
    answer = phone.tap("Delete these rules")
    assert (answer.status, answer.path) == (303, "/rules")
    assert "Tuesday rules deleted." in answer.page.text
    assert "Tuesday rules" not in phone.open("/rules").text
    assert "Tuesday rules" not in phone.open("/games/new").text
    phone.open(game)
    phone.play("Ann", 80, 100)
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "80"}
    assert "Tuesday rules" in phone.open("/games").text


# Any rule set


@examples(60)
@given(rule_sets(), st.sampled_from(sorted(PRESETS)))
def test_any_rule_set_can_be_kept_as_what_differs_from_a_preset(rules: RuleSet, base: str) -> None:
    assert ruleset_of(rules_json(base, parameter_values(rules))) == rules


def test_any_rule_set_comes_through_the_form_unchanged(phone: Person) -> None:
    names = count()

    @examples(15)
    @given(rule_sets(CARDS))
    def through_the_form(rules: RuleSet) -> None:
        name = f"House {next(names)}"
        values = parameter_values(rules)
        typed = {name: as_typed(value) for name, value in values.items() if name != "counters"}
        worths = {name: as_typed(rules.counters.get(name.removeprefix("counters."))) for name in COUNTERS}
        assert make(phone, name, "original", **typed, **worths).status == 303, phone.page.text
        sent = phone.open(f"{phone.last.path}/change").form("Save rules").sent
        assert {parameter: sent[parameter] for parameter in typed} == typed
        assert {counter: sent[counter] for counter in worths} == worths

    through_the_form()


def as_typed(value: Any) -> str:
    return "" if value is None else str(value)
