"""What a club can play by: every preset, and the house rules that are its own."""

from uuid import UUID, uuid4

import pytest

from scorekeeper.rules.presets import PRESETS
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.errors import NotFound, Submission, ValidationFailed
from scorekeeper.usecases.game import new_game
from scorekeeper.usecases.house_rules import find_rules, list_rules, rules_of_game
from tests.many_games import another_club
from tests.person import TABLE


@pytest.fixture
def house(club: int) -> UUID:
    uid = uuid4()
    house_rules.make(club, uid, "Tuesday rules", "kentucky", {"min_bid": 80})
    return uid


@pytest.fixture
def other_club(club: int) -> int:
    return another_club()


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_is_chosen_by_its_key(club: int, key: str) -> None:
    choice = find_rules(club, key)
    assert (choice.rules_json, choice.rules, choice.title, choice.house_rules_name) == (
        {"base": key},
        PRESETS[key].rules,
        PRESETS[key].title,
        None,
    )


def test_house_rules_are_chosen_by_their_id(club: int, house: UUID) -> None:
    choice = find_rules(club, f"house-{house}")
    assert (choice.rules_json, choice.rules, choice.title, choice.house_rules_name) == (
        {"base": "kentucky", "min_bid": 80},
        PRESETS["kentucky"].rules.changed(min_bid=80),
        "Tuesday rules",
        "Tuesday rules",
    )
    assert [each.key for each in list_rules(club)] == [f"house-{house}", *PRESETS]


@pytest.mark.parametrize("key", ["", "house-", "house-x", "nonsense", f"house-{UUID(int=0)}", "house-²"])
def test_what_is_not_there_is_refused_at_the_rules(club: int, house: UUID, key: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        find_rules(club, key)
    assert [error.field for error in refused.value.errors] == ["rules"]


def test_house_rules_are_their_clubs_own(club: int, other_club: int, house: UUID) -> None:
    with pytest.raises(ValidationFailed):
        find_rules(other_club, f"house-{house}")
    with pytest.raises(NotFound):
        house_rules.house_rules(other_club, house)
    with pytest.raises(NotFound):
        house_rules.change(other_club, house, Submission(uuid4(), 0), "Theirs", {})
    assert house_rules.delete(other_club, house, Submission(uuid4(), 0)) is None
    assert [each.key for each in list_rules(other_club)] == list(PRESETS)
    house_rules.make(other_club, uuid4(), "Tuesday rules", "original", {})
    assert find_rules(club, f"house-{house}").house_rules_name == "Tuesday rules"


@pytest.mark.both_databases
def test_a_game_keeps_its_own_copy(club: int, house: UUID) -> None:
    game = new_game.start_game(club, uuid4(), new_game.WantedGame(f"house-{house}", TABLE, 0))
    house_rules.change(club, house, Submission(uuid4(), 0), "Thursday rules", {"min_bid": 90})
    assert house_rules.delete(club, house, Submission(uuid4(), 1))
    rules = rules_of_game(club, game)
    assert (rules.rules_json, rules.house_rules_name) == ({"base": "kentucky", "min_bid": 80}, "Tuesday rules")
