"""Players of the club: another name, and one who left."""

from collections.abc import Callable

import pytest

from scorekeeper.usecases.names import normalize_name
from tests.html import text_of
from tests.person import Person
from tests.web.steps import person_page, rename_player

from .steps import known_names
from .tournaments import EIGHT, draw, paper, start_tournament

# Names


def test_a_name_is_changed_in_every_game(phone: Person, table: str, other_table: str) -> None:
    answer = rename_player(phone, "Bob", "  Rob\t ")
    assert answer.status == 303
    assert "Saved." in answer.page.text
    for game in (table, other_table):
        assert "Rob & Dee" in phone.open(game).text
    assert "Bob" not in phone.open("/games").text


def test_a_name_that_is_taken_offers_to_merge(phone: Person, table: str, other_table: str) -> None:
    answer = rename_player(phone, "Annie", "Ann")
    assert answer.status == 422
    assert "There's already a player named Ann. Same person?" in answer.page.description_of("name")
    link = next(link for link in answer.page.all("a") if text_of(link) == "Merge with Ann")
    assert "1 game now, none after" in phone.open(link.attrs["href"]).text


def test_a_new_name_nearly_like_anothers_is_asked_about_once(phone: Person, table: str) -> None:
    answer = rename_player(phone, "Bob", "ann")
    assert answer.status == 422
    assert "Is ann the Ann you know?" in answer.page.description_of("name")
    link = next(link for link in answer.page.all("a") if text_of(link) == "Merge with Ann")
    assert link.attrs["href"].endswith("?other=Ann")
    assert phone.tap("Rename").status == 303
    assert "ann & Dee" in phone.open(table).text


def test_ones_own_name_spelled_otherwise_is_not_asked_about(phone: Person, table: str) -> None:
    assert rename_player(phone, "Bob", "BOB").status == 303


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (" \t\x00", "Enter a name."),
        ("x" * 41, "can be up to 40 characters"),
        ("Player 1", "Player 1 stands for a player without a name."),
        ("player1", "player1 stands for a player without a name."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field_and_kept(
    phone: Person, table: str, typed: str, message: str, stored: Callable[[], str]
) -> None:
    phone.open(person_page(phone, "Ann"))
    before = stored()
    answer = phone.tap("Rename", {"Name": typed})
    assert answer.status == 422
    assert message in answer.page.description_of("name")
    assert answer.page.form("Rename").sent["name"] == normalize_name(typed)
    assert stored() == before


def test_a_name_that_was_sent_twice_is_changed_once(phone: Person, table: str, stored: Callable[[], str]) -> None:
    phone.open(person_page(phone, "Ann"))
    form = phone.form("Rename")
    sent = form.filled(Name="Anna")
    assert phone.send(form.action, sent).status == 303
    once = stored()
    assert phone.send(form.action, sent).status == 303
    assert stored() == once


def test_a_form_that_is_older_than_another_change_is_refused(
    phone: Person, other_phone: Person, table: str, stored: Callable[[], str]
) -> None:
    phone.open(person_page(phone, "Ann"))
    rename_player(other_phone, "Ann", "Anna")
    before = stored()
    answer = phone.tap("Rename", {"Name": "Annette"})
    assert answer.status == 409
    assert "Not saved: this player changed in the meantime (the name is Anna" in answer.page.text
    assert answer.page.form("Rename").sent["name"] == "Annette"
    assert stored() == before
    assert phone.tap("Rename").status == 303


def test_a_name_that_was_corrected_at_a_table_makes_an_older_form_late(phone: Person, table: str) -> None:
    late = phone.twin()
    late.open(person_page(late, "Ann"))
    phone.open(f"{table}/settings")
    phone.tap(
        "Correct name",
        {"Whose name": "Ann", "Correct name": "Anna", "What was wrong?": "Misspelled (fix it everywhere)"},
    )
    assert late.tap("Rename", {"Name": "Annette"}).status == 409


# One person


# Who has left


def test_a_hidden_player_is_not_offered_any_more_and_can_be_shown_again(phone: Person, table: str) -> None:
    assert set(known_names(phone)) >= {"Ann", "Bob"}
    phone.open(person_page(phone, "Bob"))
    assert "Saved." in phone.tap("Hide").page.text
    assert "Bob" not in known_names(phone)
    assert "Bob & Dee" in phone.open("/games").text
    phone.open(person_page(phone, "Bob"))
    phone.tap("Show again")
    assert "Bob" in known_names(phone)


def test_a_hidden_player_without_an_ended_game_is_found_by_a_search(phone: Person, other_table: str) -> None:
    phone.open(person_page(phone, "Annie"))
    phone.tap("Hide")
    assert "Annie" not in phone.open("/players").text
    phone.open("/games?player=Annie")
    for step in ("Annie's stats", "Rename, merge or hide"):
        (link,) = [link for link in phone.page.all("a") if text_of(link) == step]
        phone.open(link.attrs["href"])
    phone.tap("Show again")
    assert "Annie" in known_names(phone)


def test_a_player_cannot_be_deleted(phone: Person, table: str) -> None:
    rules = phone.app.url_map.iter_rules()
    assert not [rule for rule in rules if rule.rule.startswith("/players") and "delete" in rule.rule]


@pytest.mark.parametrize("player_id", ["0", "99", "2147483648", "99999999999999999999", "x", "-1"])
def test_a_player_who_is_not_in_this_club_has_no_page(phone: Person, player_id: str) -> None:
    assert phone.get(f"/players/{player_id}/person").status == 404
    assert phone.get(f"/players/{player_id}/merge?other=Ann").status == 404


def test_a_name_that_only_played_on_paper_is_corrected_from_its_tournament(phone: Person) -> None:
    """R3."""
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 80, 40)
    ways = {text_of(link): link.attrs["href"] for link in phone.open(f"{here}/players").all("nav.foot a")}
    assert [*ways] == sorted(EIGHT[:4])
    phone.open(ways["Ann"])
    assert phone.tap("Rename", {"Name": "Anna"}).status == 303
    assert "Anna" in phone.open(here).text
