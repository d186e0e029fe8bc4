"""House rules that cannot be: refused at the field to change, in the table's words, all that was typed kept."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.rules.parameter_words import PARAMETER_WORDS
from scorekeeper.usecases import house_rules
from tests.at_once import at_once
from tests.html import text_of
from tests.person import Person

from .steps import house_fields as fields
from .steps import make_house_rules as make

NUMBERS = [name for name in PARAMETER_WORDS if name != "counters" and not PARAMETER_WORDS[name].choices]
CHOSEN = [name for name in PARAMETER_WORDS if PARAMETER_WORDS[name].choices]
# What is typed into many fields at once, and what each of them says to it.
ALIKE: list[tuple[str, dict[str, str]]] = [
    ("a lot", dict.fromkeys((*NUMBERS, "counters_5"), "Enter a whole number, like 45.")),
    ("1.5", dict.fromkeys(NUMBERS, "Enter a whole number")),
    ("1000001", {name: f"The {PARAMETER_WORDS[name].noun} must be a whole number from " for name in NUMBERS}),
    ("-5", {name: "not -5" for name in NUMBERS if name != "floor"}),
    ("whatever", dict.fromkeys(CHOSEN, "Choose one of these.")),
]
REFUSED: list[tuple[dict[str, str], str, str]] = [
    ({"min_bid": ""}, "min_bid", "The lowest bid is missing. Enter a whole number from 0 to 1,000,000."),
    ({"players": "7"}, "players", "The number of players must be a whole number from 2 to 6, not 7."),
    ({"counters_5": "0"}, "counters_5", "The value of the 5s must be a whole number from 1 to 1,000,000, not 0."),
    ({"counters_5": "7"}, "counters_5", "The value of the 5s is 7, not a multiple of 5"),
    (dict.fromkeys((f"counters_{card}" for card in ("1", "5", "10", "14", "rook")), ""), "counters_5", "names no card"),
    ({"min_bid": "185"}, "min_bid", "The lowest bid is 185, above the 180 points of a hand."),
    ({"max_bid": "90"}, "max_bid", "from 100, which is the lowest bid, to the 180 points of a hand, not 90"),
    ({"moon_bid": "180"}, "moon_bid", "must be above the highest other bid, 180"),
    ({"hand_size": "14"}, "hand_size", "takes 61 cards"),
    ({"renege_rule": "fixed"}, "renege_points", "The fixed cost of a renege is missing"),
    ({"target": ""}, "target", "The target, the number of hands and the time limit are all missing"),
    ({"sides": "individual", "both_cross": "bidding_side"}, "both_cross", "only in fixed partnerships"),
    ({"sides": "rotating_partners"}, "hands_per_partner", "changing partners needs it"),
    ({"name": " \t"}, "name", "Name these rules."),
    ({"name": "A" * 41}, "name", "Names can be up to 40 characters."),
    ({"name": "Kentucky"}, "name", "You already have rules named Kentucky."),
]


@pytest.mark.parametrize(("typed", "message_at"), [(dict.fromkeys(at, bad), at) for bad, at in ALIKE])
def test_house_rules_that_cannot_be_are_refused_at_each_of_their_fields(
    phone: Person, stored: Callable[[], str], typed: dict[str, str], message_at: dict[str, str]
) -> None:
    is_refused(phone, stored, typed, message_at)


@pytest.mark.parametrize(("typed", "at", "message"), REFUSED)
def test_a_value_of_house_rules_that_cannot_be_is_refused_in_words_and_kept(
    phone: Person, stored: Callable[[], str], typed: dict[str, str], at: str, message: str
) -> None:
    is_refused(phone, stored, typed, {at: message})


def is_refused(phone: Person, stored: Callable[[], str], typed: dict[str, str], message_at: dict[str, str]) -> None:
    before = stored()
    answer = make(phone, **typed)
    assert answer.status == 422
    assert stored() == before
    leads = {link.attrs["href"] for link in answer.page.all("[role=alert] a")}
    sent = answer.page.form("Save rules").sent
    shown = {name: value for name, value in fields(typed).items() if value != "whatever"}
    assert {name: sent[name] for name in shown} == shown
    folds = {field.attrs["name"]: group for group in answer.page.all("details") for field in group.query("[name]")}
    for at, message in message_at.items():
        assert message in answer.page.description_of(at.replace("counters_", "counters."))
        assert {f"#{at.replace('counters_', 'counters-')}-field", "#counters-field" if "counters" in at else ""} & leads
        assert at not in folds or "open" in folds[at].attrs, "what is said is seen"


def test_every_parameter_has_a_bad_value_among_the_rows() -> None:
    named = {*(at for _, at, _ in REFUSED), *(at for _, message_at in ALIKE for at in message_at)}
    assert {at.partition("_")[0] if at.startswith("counters") else at for at in named} == {*PARAMETER_WORDS, "name"}


def test_all_that_contradicts_is_told_at_once(phone: Person) -> None:
    page = make(phone, "", sides="rotating_partners", moon_bid="100").page
    assert "Name these rules." in page.description_of("name")
    assert "must be above the highest other bid" in page.description_of("moon_bid")
    assert "changing partners needs it" in page.description_of("hands_per_partner")
    assert "when partners change, the number of hands ends the game" in page.description_of("target")


def test_no_two_bear_one_name(phone: Person) -> None:
    make(phone)
    answer = make(phone, "  Tuesday   rules ")
    assert answer.status == 422
    assert "You already have rules named Tuesday rules." in answer.page.description_of("name")
    for name, known in (("tuesday RULES", "Tuesday rules"), ("princeton", "Princeton")):
        assert make(phone, name).status == 422
        assert f"You already have rules named {known}." in phone.page.description_of("name")
    assert make(phone, "Wednesday rules").status == 303


def test_of_two_that_take_one_name_at_once_one_is_told(app: Flask) -> None:
    phones = Person(app), Person(app, address="192.168.0.8")
    for phone in phones:
        phone.open("/rules/new")
    forms = [phone.form("Save rules") for phone in phones]
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
    assert "You have 2 sets of house rules" in phone.page.description_of("name")


@pytest.mark.parametrize(
    ("forged", "message"),
    [
        ({"base": "whist"}, "page was out of date"),
        ({"csrf_token": "x"}, "page was out of date"),
        ({"form_id": "x"}, "page was out of date"),
    ],
)
def test_a_form_that_is_not_ours_is_shown_again(
    phone: Person, stored: Callable[[], str], forged: dict[str, str], message: str
) -> None:
    before = stored()
    answer = make(phone, **forged)
    assert answer.status in (400, 422)
    assert message in answer.page.alerts
    assert phone.tap("Save rules").status == 303
    assert stored() != before


def test_a_single_card_without_a_number_is_told_at_its_field_which_stays_open(
    phone: Person, stored: Callable[[], str]
) -> None:
    before = stored()
    answer = make(phone, "Birds", "original", counters_black2="many")
    assert answer.status == 422
    assert "Enter a whole number" in answer.page.description_of("counters.black2")
    assert answer.page.one("[name='counters.black2']").attrs["value"] == "many"
    (around,) = [found for found in answer.page.all("details[open]") if "One color alone" in text_of(found)]
    assert around.query("[name='counters.black2']")
    assert stored() == before
