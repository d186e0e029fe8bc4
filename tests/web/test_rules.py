"""The pages of the rules: each rule set in plain words, some of them side by side, and the rulings."""

from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.explain_rules import explain
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.rulings import RULINGS, rulings_of
from scorekeeper.rules.who_leads import leaders
from tests.html import Page, text_of
from tests.person import Person

from .steps import start_by


def compare(phone: Person, *keys: str) -> Page:
    return phone.open("/rules?" + urlencode([("with", key) for key in keys]))


def compared(page: Page) -> dict[str, list[str]]:
    found = [[text_of(cell) for cell in row.query("th, td")] for row in page.all(".side-by-side tr")]
    return {cells[0]: cells[1:] for cells in found}


def test_every_rule_set_is_there_with_a_line_and_leads_to_its_page(phone: Person) -> None:
    lines = {link.attrs["href"]: text_of(link) for link in phone.open("/rules").all(".games a")}
    assert list(lines) == [f"/rules/{key}" for key in PRESETS]
    assert lines["/rules/kentucky"] == (
        "Kentucky 1s are worth 15: 180 points, bids from 100; if everyone passes, the dealer is stuck."
        " 4 players · 180 points · bids from 100 · play to 500"
    )
    assert lines["/rules/changing-partners"].endswith("bids from 70 · 12 hands")


@pytest.mark.parametrize("key", PRESETS)
def test_a_rule_set_says_all_that_its_parameters_say(phone: Person, key: str) -> None:
    preset = PRESETS[key]
    page = phone.open(f"/rules/{key}")
    assert page.heading == preset.title
    assert preset.document in page.text
    shown = [text_of(sentence) for sentence in page.all(".told li")]
    exposed = preset.defines_exposed_cards
    explained = explain(
        preset.rules, preset.ranks, preset.passing, leaders(preset.leads, preset.rules.players), exposed_cards=exposed
    )
    sentences = [sentence for section in explained for sentence in section.sentences]
    assert shown == [f"{sentence.text} {sentence.ruling or ''}".strip() for sentence in sentences]
    named = [text_of(ruling).split()[0] for ruling in page.all(".rulings li strong")]
    assert named == [ruling.number for ruling in rulings_of(preset.rules)]


def test_princeton_says_what_is_passed_on(phone: Person) -> None:
    assert "everyone passes three cards to the right, then in the next hand three cards to the left" in (
        phone.open("/rules/princeton").text
    )


def test_every_ruling_has_a_place_to_link_to(phone: Person) -> None:
    page = phone.open("/rules/rulings")
    assert [section.attrs["id"] for section in page.all("section")] == list(RULINGS)
    links = {link.attrs["href"] for link in phone.open("/rules/moon-360").all(".told li a")}
    assert "/rules/rulings#R27" in links
    assert links <= {f"/rules/rulings#{number}" for number in RULINGS}


@pytest.mark.parametrize("key", ["nonsense", "house-x", "R12", "%F0%9F%83%8F", "new/x"])
def test_rules_that_are_not_there(phone: Person, key: str) -> None:
    assert phone.get(f"/rules/{key}").status == 404
    assert phone.get(f"/rules/new?start={key}").status == 404


# Side by side


def test_rule_sets_are_side_by_side_where_they_differ(phone: Person) -> None:
    page = compare(phone, "original", "kentucky")
    found = compared(page)
    assert found.pop("") == ["Original partnership", "Kentucky"]
    assert found["Lowest bid"] == ["70", "100"]
    assert found["Penalty"] == ["40", "none"]
    assert "Cards in the nest" not in found, "they are alike in it"
    region = page.one(".side-by-side")
    assert (region.attrs["role"], region.attrs["tabindex"], region.attrs["aria-label"]) == (
        ("region", "0", "Where they differ")
    )
    assert [box.attrs["value"] for box in page.all("input[checked]")] == ["original", "kentucky"]


def test_passed_cards_are_compared_with_rules_where_nothing_is_passed(phone: Person) -> None:
    found = compared(compare(phone, "princeton", "kentucky"))
    assert found["Cards passed after the bidding"] == ["three cards to the right, then three cards to the left", "none"]
    assert "Cards passed after the bidding" not in compared(compare(phone, "original", "kentucky"))


@pytest.mark.parametrize("keys", [("original",), ("nonsense", "original"), ("nonsense",)])
def test_one_alone_cannot_be_compared(phone: Person, keys: tuple[str, ...]) -> None:
    page = compare(phone, *keys)
    assert "Choose two or more to compare." in page.text
    assert not page.all(".side-by-side")


def test_all_can_be_compared(phone: Person) -> None:
    page = compare(phone, *PRESETS)
    assert len(page.all(".side-by-side thead th")) == len(PRESETS)


# From the scoreboard


def foot(page: Page) -> tuple[str, str]:
    """Where the scoreboard's last line leads, and what it says."""
    link = page.all(".foot a")[-1]
    return link.attrs["href"], text_of(link)


def test_the_scoreboard_leads_to_its_rules(phone: Person) -> None:
    game = phone.start_game()
    address, words = foot(phone.page)
    assert words == "Original partnership, to 300 · the rule book"
    assert phone.open(address).one(".home").attrs["href"] == game


def test_a_game_with_a_target_of_its_own_leads_to_rules_of_its_own(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    form = phone.form("Save")
    phone.last = phone.send(form.action, form.sent | {"target": "500"})
    address, _ = foot(phone.open(game))
    page = phone.open(address)
    assert "play to 500 (was 300)" in page.text
    assert "The first to 500 wins." in page.text
    assert page.one(".home").attrs["href"] == game


def test_the_ruling_of_a_hand_leads_to_its_words(phone: Person) -> None:
    start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    phone.record_bid("Ann", 50)
    fields: dict[str, Any] = phone.form("Save hand").filled(**{"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    phone.last = phone.send(phone.form("Save hand").action, fields)
    game, (link,) = phone.last.path, phone.page.all(".why a[href*=rulings]")
    assert link.attrs["href"] == f"/rules/rulings?game={game.removeprefix('/games/')}#R14"
    assert phone.open(link.attrs["href"]).one(".home").attrs["href"] == game
