"""House rules: made from a preset, kept by the club under a name; no game changes with them afterwards."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.parameters import IN_WORDS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.house_rules import kept, values_of
from scorekeeper.usecases.table import ruleset_of
from scorekeeper.web.rule_forms import COUNTERS, FIRST, GROUPS
from tests.html import text_of
from tests.person import HTMX, TABLE, Answer, Person
from tests.strategies import rule_sets

from .steps import house_fields as fields
from .steps import make_house_rules as make
from .test_once import at_once

SEATED = {f"players-{seat}": name for seat, name in enumerate(TABLE)}


def change(phone: Person, house: str, **typed: str) -> Answer:
    phone.open(f"{house}/change")
    form = phone.form("Keep these rules")
    phone.last = phone.send(form.action, form.sent | fields(typed))
    return phone.last


def start(phone: Person, rules: str) -> str:
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.sent | SEATED | {"rules": rules})
    assert phone.last.status == 303, phone.last.body.decode()
    return phone.last.path


# Making them


def test_house_rules_are_made_from_a_preset_and_explained(phone: Person) -> None:
    answer = make(phone, min_bid="80", last_trick_points="20")
    assert answer.status == 303
    assert answer.page.heading == "Tuesday rules (Kentucky)"
    assert "The lowest bid is 80, the highest 200" in answer.page.text
    assert "worth of the last trick 20, not none" in answer.page.text
    assert "Tuesday rules (Kentucky)" in phone.open("/rules").text


def test_the_form_shows_what_the_preset_says_and_asks_for_every_parameter_once(phone: Person) -> None:
    sent = phone.open("/rules/new?start=princeton").form("Keep these rules").sent
    asked = [*FIRST, *(name for _, _, names in GROUPS for name in names)]
    assert sorted([*asked, "counters"]) == sorted(IN_WORDS)
    assert set(asked) | set(COUNTERS) <= set(sent)
    assert (sent["counters.13"], sent["counters.14"], sent["last_trick_points"], sent["sweep_bonus"]) == (
        ("10", "", "20", "100")
    )
    assert (sent["nest_to"], sent["max_bid"], sent["win_needs_bid"]) == ("bidder", "", "False")


def test_only_what_differs_is_kept(phone: Person, stored: Callable[[], str]) -> None:
    make(phone, min_bid="80", counters_2="", counters_5="10", win_needs_bid="True", floor="−250")
    row = next(line for line in stored().splitlines() if 'INSERT INTO "house_rules"' in line)
    assert '"min_bid":80' in row
    assert '"win_needs_bid":true' in row
    assert '"floor":-250' in row
    assert "target" not in row


def test_house_rules_may_start_from_house_rules(phone: Person) -> None:
    first = make(phone, min_bid="80").path.removeprefix("/rules/")
    assert make(phone, "Wednesday rules", first, target="400").status == 303
    assert "lowest bid 80, not 100; target 400, not 500" in phone.page.text


def test_the_same_form_sent_twice_makes_them_once(phone: Person, stored: Callable[[], str]) -> None:
    form = phone.open("/rules/new").form("Keep these rules")
    first = phone.send(form.action, form.sent | {"name": "Tuesday rules"})
    before = stored()
    again = phone.send(form.action, form.sent | {"name": "Tuesday rules"})
    assert (again.status, again.path) == (303, first.path)
    assert stored() == before


# What cannot be


NUMBERS = [name for name in IN_WORDS if name != "counters" and not IN_WORDS[name].choices]
CHOSEN = [name for name in IN_WORDS if IN_WORDS[name].choices]
REFUSED: list[tuple[dict[str, str], str, str]] = [
    *[({name: "a lot"}, name, "'a lot' is not one") for name in (*NUMBERS, "counters_5")],
    *[({name: "1000001"}, name, f"The {IN_WORDS[name].noun} is a whole number from ") for name in NUMBERS],
    *[({name: "1.5"}, name, "Give a whole number") for name in NUMBERS],
    *[({name: "whatever"}, name, "Choose one of these.") for name in CHOSEN],
    *[({name: "-5"}, name, "not -5") for name in NUMBERS if name != "floor"],
    ({"min_bid": ""}, "min_bid", "The lowest bid is missing; it is a whole number from 0 to 1,000,000."),
    ({"players": "7"}, "players", "The number of players is a whole number from 2 to 6, not 7."),
    ({"counters_5": "0"}, "counters_5", "The worth of the 5s is a whole number from 1 to 1,000,000, not 0."),
    ({"counters_5": "7"}, "counters_5", "The worth of the 5s is 7, not a multiple of 5"),
    ({"counters_red1": "30", "counters_1": "15"}, "counters_red1", "names the red 1 beside the 1s"),
    (dict.fromkeys((f"counters_{card}" for card in ("1", "5", "10", "14", "rook")), ""), "counters_5", "names no card"),
    ({"min_bid": "185"}, "min_bid", "The lowest bid is 185, above the 180 points of a hand."),
    ({"max_bid": "90"}, "max_bid", "from 100, which is the lowest bid, to the 180 points of a hand, not 90"),
    ({"moon_bid": "180"}, "moon_bid", "must be above the highest other bid, 180"),
    ({"hand_size": "14"}, "hand_size", "takes 61 cards"),
    ({"renege_rule": "fixed"}, "renege_points", "The fixed cost of a renege is missing"),
    ({"target": ""}, "target", "The target and the number of hands are both missing"),
    ({"sides": "individual", "both_cross": "bidding_side"}, "both_cross", "only in fixed partnerships"),
    ({"sides": "rotating_partners"}, "hands_per_partner", "changing partners needs it"),
    ({"name": " \t"}, "name", "What are these rules called?"),
    ({"name": "A" * 41}, "name", "A name has at most 40 letters; this has 41."),
    ({"name": "Kentucky"}, "name", "There are rules called Kentucky already."),
]


@pytest.mark.parametrize(("typed", "at", "said"), REFUSED)
def test_what_cannot_be_is_refused_at_its_field_in_words_and_kept(
    phone: Person, stored: Callable[[], str], typed: dict[str, str], at: str, said: str
) -> None:
    before = stored()
    answer = make(phone, **typed)
    assert answer.status == 422
    assert said in answer.page.said_at(at.replace("counters_", "counters."))
    leads = {link.attrs["href"].removeprefix("#") for link in answer.page.all("[role=alert] a")}
    assert {at.replace("counters_", "counters-"), "counters" if "counters" in at else at} & leads
    assert all(answer.page.one(f"#{place}") for place in leads)
    sent = answer.page.form("Keep these rules").sent
    shown = {name: value for name, value in fields(typed).items() if value != "whatever"}
    assert {name: sent[name] for name in shown} == shown
    assert stored() == before
    folded = [
        group for group in answer.page.all("details") if any(at == f.attrs["name"] for f in group.query("[name]"))
    ]
    assert all("open" in group.attrs for group in folded), "what is said is seen"


def test_every_parameter_has_a_bad_value_among_the_rows() -> None:
    assert {at.partition("_")[0] if at.startswith("counters") else at for _, at, _ in REFUSED} == {*IN_WORDS, "name"}


def test_no_two_bear_one_name(phone: Person) -> None:
    make(phone)
    answer = make(phone, "  Tuesday   rules ")
    assert answer.status == 422
    assert "There are rules called Tuesday rules already." in answer.page.said_at("name")
    assert make(phone, "Wednesday rules").status == 303


def test_of_two_that_take_one_name_at_once_one_is_told(app: Flask) -> None:
    phones = Person(app), Person(app, address="192.168.0.8")
    for phone in phones:
        phone.open("/rules/new")
    forms = [phone.form("Keep these rules") for phone in phones]
    answers = at_once(
        *(
            (lambda phone=phone, form=form: phone.send(form.action, form.sent | {"name": "Ours"}))
            for phone, form in zip(phones, forms, strict=True)
        )
    )
    assert sorted(answer.status for answer in answers) == [303, 422]


def test_a_club_keeps_some_hundreds_at_most(phone: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_rules, "MOST_HOUSE_RULES", 2)
    assert [make(phone, name).status for name in "ABC"] == [303, 303, 422]
    assert "There are 2 house rules" in phone.page.said_at("name")


@pytest.mark.parametrize(
    ("forged", "said"),
    [
        ({"base": "whist"}, "lost the rules it started from"),
        ({"csrf_token": "x"}, "lost its key"),
        ({"entry": "x"}, "number"),
    ],
)
def test_a_form_that_is_not_ours_is_shown_again(
    phone: Person, stored: Callable[[], str], forged: dict[str, str], said: str
) -> None:
    before = stored()
    answer = make(phone, **forged)
    assert answer.status in (400, 422)
    assert said in answer.page.alerts
    assert phone.tap("Keep these rules").status == 303
    assert stored() != before


# Changing and deleting them


def test_changed_house_rules_hold_for_new_games_and_leave_the_others_as_they_were(phone: Person) -> None:
    house = make(phone, "Short", "original", target="100").path
    key = house.removeprefix("/rules/")
    finished, running = start(phone, key), start(phone, key)
    phone.open(finished)
    phone.play("Ann", 100, 105)
    assert change(phone, house, target="200", name="Long").page.heading == "Long (Original partnership)"
    assert phone.open(finished).heading == "Ann & Cal won"
    assert "Short (Original partnership), to 100 · house rules" in phone.open(running).text
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    assert "target 100, not 300" in phone.open(running.replace("/games/", "/rules/game-")).text
    assert "Long (Original partnership), to 200" in phone.open(start(phone, key)).text


def test_the_same_change_sent_twice_is_made_once(phone: Person, stored: Callable[[], str]) -> None:
    house = make(phone).path
    form = phone.open(f"{house}/change").form("Keep these rules")
    assert phone.send(form.action, form.sent | {"min_bid": "80"}).status == 303
    before = stored()
    assert phone.send(form.action, form.sent | {"min_bid": "80"}).status == 303
    assert stored() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_an_older_page_is_told_what_was_changed_and_keeps_its_input(
    phone: Person, other_phone: Person, stored: Callable[[], str], headers: dict[str, str]
) -> None:
    house = make(phone).path
    form = other_phone.open(f"{house}/change").form("Keep these rules")
    change(phone, house, min_bid="80", name="Thursday rules")
    before = stored()
    late = other_phone.send(form.action, form.sent | {"target": "400"}, **headers)
    assert late.status == 409
    assert "they are called Thursday rules; Lowest bid: 80 (here 100); Target: 500 (here 400)" in late.page.alerts
    again = late.page.form("Keep these rules")
    assert (again.sent["target"], again.sent["name"]) == ("400", "Tuesday rules")
    assert stored() == before
    assert other_phone.send(again.action, again.sent).page.heading == "Tuesday rules (Kentucky)"


def test_a_refused_change_keeps_what_was_typed(phone: Person, stored: Callable[[], str]) -> None:
    house = make(phone).path
    before = stored()
    answer = change(phone, house, min_bid="72")
    assert answer.status == 422
    assert "The lowest bid is 72" in answer.page.said_at("min_bid")
    assert stored() == before


def test_deleted_house_rules_are_offered_no_more_and_their_games_go_on(phone: Person) -> None:
    house = make(phone, min_bid="80").path
    game = start(phone, house.removeprefix("/rules/"))
    phone.open(f"{house}/delete")
    answer = phone.tap("Delete these rules")
    assert (answer.status, answer.path) == (303, "/rules")
    assert "Tuesday rules: deleted." in answer.page.text
    assert "Tuesday rules" not in phone.open("/rules").text
    assert "Tuesday rules" not in phone.open("/games/new").text
    phone.open(game)
    phone.play("Ann", 80, 100)
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "80"}
    assert "Tuesday rules (Kentucky)" in phone.open("/").text


def test_deleted_house_rules_can_be_brought_back_at_once(phone: Person) -> None:
    phone.open(f"{make(phone, min_bid='80', counters_13='5', win_needs_bid='True').path}/delete")
    phone.tap("Delete these rules")
    answer = phone.tap("Bring back")
    assert answer.page.heading == "Tuesday rules (Kentucky)"
    assert "lowest bid 80, not 100" in answer.page.text
    assert "5 for each 5 and 13" in answer.page.text
    assert not phone.open("/rules").has_button("Bring back")


def test_a_deletion_sent_twice_is_done_once(phone: Person) -> None:
    form = phone.open(f"{make(phone).path}/delete").form("Delete these rules")
    assert phone.send(form.action, form.sent).status == 303
    again = phone.send(form.action, form.sent)
    assert (again.status, again.path) == (303, "/rules")


def test_house_rules_that_were_changed_meanwhile_are_not_deleted(phone: Person, other_phone: Person) -> None:
    house = make(phone).path
    other_phone.open(f"{house}/delete")
    change(phone, house, min_bid="80")
    late = other_phone.tap("Delete these rules")
    assert late.status == 409
    assert "Not deleted" in late.page.alerts
    assert other_phone.tap("Delete these rules").status == 303


@pytest.mark.parametrize("path", ["", "/change", "/delete"])
def test_house_rules_that_are_not_there(phone: Person, path: str) -> None:
    assert phone.get(f"/rules/house-00000000-0000-4000-8000-000000000000{path}").status == 404


# Playing by them


def test_a_game_is_played_by_house_rules_and_played_again(phone: Person) -> None:
    key = make(phone, "Quick", "original", target="150", min_bid="50").path.removeprefix("/rules/")
    offered = phone.open("/games/new").one(f"optgroup[label='House rules'] option[value={key}]")
    assert text_of(offered) == "Quick (Original partnership)"
    assert (offered.attrs["data-players"], offered.attrs["data-end"]) == ("4", "to 150")
    start(phone, key)
    phone.play("Ann", 50, 120)
    phone.play("Ann", 50, 120)
    assert phone.page.heading == "Ann & Cal won"
    phone.tap("Rematch")
    assert "Quick (Original partnership), to 150 · house rules" in phone.page.text
    assert "Quick (Original partnership)" in phone.open(f"{phone.last.path}/settings").text


def test_a_new_game_by_house_rules_may_have_a_target_of_its_own(phone: Person) -> None:
    key = make(phone, "Quick", "original", min_bid="50").path.removeprefix("/rules/")
    phone.open("/games/new")
    form = phone.form("Start game")
    phone.last = phone.send(form.action, form.sent | SEATED | {"rules": key, "target": "100"})
    assert "Quick (Original partnership), to 100" in phone.page.text


@pytest.mark.parametrize("key", ["house-", "house-00000000-0000-4000-8000-000000000000", "house-x", "game-x"])
def test_rules_that_are_not_there_cannot_be_played_by(phone: Person, key: str) -> None:
    phone.open("/games/new")
    form = phone.form("Start game")
    answer = phone.send(form.action, form.sent | SEATED | {"rules": key})
    assert answer.status == 422
    assert "Choose one of the rule sets." in answer.page.said_at("rules")


def test_an_end_that_house_rules_cannot_have_is_refused_in_words(phone: Person) -> None:
    """Partners change here, which the preset's own end does not suit."""
    turns = {"sides": "rotating_partners", "hands_per_partner": "1", "hand_limit": "3", "target": ""}
    game = start(phone, make(phone, "Round", "original", **turns).path.removeprefix("/rules/"))
    phone.open(f"{game}/settings")
    form = phone.form("Change the end")
    answer = phone.send(form.action, form.sent | {"hand_limit": "", "target": ""})
    assert answer.status == 422
    assert "changing partners" in answer.page.text


# Any rule set


@settings(max_examples=60)
@given(rule_sets(), st.sampled_from(sorted(PRESETS)))
def test_any_rule_set_can_be_kept_as_what_differs_from_a_preset(rules: RuleSet, base: str) -> None:
    assert ruleset_of(kept(base, values_of(rules))) == rules


def test_any_rule_set_comes_through_the_form_unchanged(phone: Person) -> None:
    names = count()

    @settings(max_examples=15)
    @given(rule_sets())
    def through_the_form(rules: RuleSet) -> None:
        name = f"House {next(names)}"
        typed = {parameter: as_typed(value) for parameter, value in values_of(rules).items() if parameter != "counters"}
        worths = {name: as_typed(rules.counters.get(name.removeprefix("counters."))) for name in COUNTERS}
        assert make(phone, name, "original", **typed, **worths).status == 303, phone.page.text
        sent = phone.open(f"{phone.last.path}/change").form("Keep these rules").sent
        assert {parameter: sent[parameter] for parameter in typed} == typed
        assert {counter: sent[counter] for counter in worths} == worths

    through_the_form()


def as_typed(value: Any) -> str:
    return "" if value is None else str(value)
