"""Names are sorted by their letters as people sort them, in every list and on both databases."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

import scorekeeper
from scorekeeper.rules.words import by_name
from tests.html import text_of
from tests.person import Person

from . import hosted
from .steps import make_house_rules, person_page
from .tournaments import draw, start_tournament

SORTED = ["abel", "Élan", "zoe", "Zora"]


def in_order(text: str) -> list[str]:
    return re.findall("|".join(SORTED), text)


def test_case_and_accents_decide_last() -> None:
    names = ["Zora", "zoe", "Ann", "ann", "Élan", "De Luca", "Dean", "Elan"]
    assert sorted(names, key=by_name) == ["Ann", "ann", "De Luca", "Dean", "Elan", "Élan", "zoe", "Zora"]


@pytest.fixture
def game(phone: Person) -> str:
    return phone.start_game(dealer="Zora", names=("Zora", "abel", "zoe", "Élan"), target=50)


def test_players_are_sorted_by_name_where_nothing_else_decides(phone: Person, game: str) -> None:
    phone.record_bid("Zora", 70)
    phone.tap("Save hand", {"Last trick": "Zora & zoe", "Captured by Zora & zoe": "70"})
    phone.open(person_page(phone, "abel"))
    offered = [found.attrs["value"] for found in phone.page.all("datalist option")]
    assert offered == SORTED[1:]
    shown = [in_order(text_of(row))[0] for row in phone.open("/players?sort=games").all("main .who")]
    assert shown == SORTED


def test_house_rules_are_sorted_by_name(phone: Person) -> None:
    for name in ("Zora", "abel", "zoe", "Élan"):
        make_house_rules(phone, name)
    assert in_order(phone.open("/rules").text)[:4] == SORTED


def test_clubs_of_a_phone_are_sorted_by_name(app_with: Callable[..., Flask]) -> None:
    phone = Person(app_with(hosted=True))
    for name in ("Zora", "abel", "zoe", "Élan"):
        hosted.start_club(phone, name)
    assert in_order(phone.open("/").text) == SORTED


def test_seats_of_a_round_are_sorted_by_name(phone: Person) -> None:
    here = start_tournament(phone, entrants=("Zora", "abel", "zoe", "Élan"))
    draw(phone, here, 1)
    rows = phone.open(f"{here}/print?what=seats").all("main tr")
    assert [in_order(text_of(row))[0] for row in rows if in_order(text_of(row))] == SORTED


def test_no_database_sorts_names() -> None:
    """One would sort by code points, another by a language."""
    storage = Path(scorekeeper.__file__).parent / "storage"
    found = {path.name for path in storage.glob("*.py") if re.search(r"order_by\([^)]*\.name\b", path.read_text())}
    assert found == set()
