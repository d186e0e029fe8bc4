"""The rules of a game that runs are changed once it was shown what that makes of it."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import Person
from tests.web.steps import show

from .steps import about, log_calls, make_house_rules, start_by


@pytest.fixture
def game(phone: Person) -> str:
    """Bob is set at 95, then Ann makes 100: 45 + 105 to −95 + 15."""
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.play("Ann", 100, 105)
    return game


def lenient(phone: Person) -> str:
    """House rules from the original ones in which a set costs nothing; returns their key."""
    return make_house_rules(phone, "Lenient", "original", set_rule="none").path.rpartition("/")[2]


def test_other_rules_are_shown_first_then_saved_and_undone(phone: Person, game: str, stored: Callable[[], str]) -> None:
    key, before = lenient(phone), stored()
    page = show(phone, game, key).page
    assert "Lenient, to 300 instead of Original partnership, to 300." in page.text
    assert [text_of(found) for found in page.all(".sum")] == ["150", "−80", "150", "90"]
    assert [text_of(found) for found in page.all("li")] == [
        "Hand 1 Ann & Cal +45, Bob & Dee −95; then Ann & Cal +45, Bob & Dee +75."
    ]
    assert stored() == before
    phone.tap("Change rules")
    assert phone.page.totals == {"Ann & Cal": "150", "Bob & Dee": "90"}
    assert "Every hand is now scored with these rules: Lenient." in phone.page.text
    assert about(phone, "Undo") == "Takes back the change of rules"
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "150", "Bob & Dee": "−80"}
    assert "Original partnership, to 300" in phone.page.text
    phone.tap("Redo")
    assert phone.page.totals == {"Ann & Cal": "150", "Bob & Dee": "90"}


def test_a_hand_that_comes_after_the_end_then_is_said_not_to_count(phone: Person) -> None:
    short = make_house_rules(phone, "Short", "original", target="100").path.rpartition("/")[2]
    game = phone.start_game()
    for _ in range(2):
        phone.play("Ann", 100, 105)
    lines = [text_of(found) for found in show(phone, game, short).page.all("li")]
    assert lines == ["Hand 2 Ann & Cal +105, Bob & Dee +15; then not counted."]


def test_the_page_of_other_rules_says_first_where_they_differ(phone: Person, game: str) -> None:
    page = show(phone, game, "concise").page
    assert "What differs Penalty: none (was 40)" in page.text
    assert "Change rules" in page.text


def test_other_rules_are_not_saved_unseen(phone: Person, game: str, stored: Callable[[], str]) -> None:
    before = stored()
    form = show(phone, game, "concise").page.form("Change rules")
    answer = phone.send(form.action, form.sent | {"confirmed": ""})
    assert answer.status == 422
    assert "See what changes first." in answer.page.text
    assert stored() == before


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("two-handed", "Two players is for 2 players; 4 are at the table."),
        ("kentucky", "With Kentucky, hand 1 isn't possible. The lowest bid is 100; 95 is too low."),
        ("nobody's", "Choose a rule set."),
    ],
)
def test_rules_that_do_not_fit_are_refused_with_the_reason(phone: Person, game: str, rules: str, sentence: str) -> None:
    answer = show(phone, game, rules)
    assert answer.status == 422
    assert sentence in answer.page.text
    assert answer.page.has_button("Show the new score")


def test_a_penalty_that_the_rules_do_not_know_is_not_forgotten(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Ann", 100)
    phone.more(part="Penalty")
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "105", "Table talk by Ann": "1"})
    assert "With Short rule book, hand 1 isn't possible." in show(phone, game, "concise").page.text


def test_a_count_of_one_side_leaves_the_rest_of_the_other_deck_to_the_other(phone: Person) -> None:
    """105 of 120 were counted for Ann & Cal, nothing for Bob & Dee: of 150 they took 45."""
    game = phone.start_game()
    phone.play("Ann", 100, 105)
    show(phone, game, "red-one")
    phone.tap("Change rules")
    assert phone.page.totals == {"Ann & Cal": "105", "Bob & Dee": "45"}


def test_only_rules_for_the_players_at_the_table_are_offered(phone: Person, game: str) -> None:
    offered = phone.open(f"{game}/settings").form("Show the new score").field("Rules")[1] or ()
    assert "Kentucky" in offered
    assert "Five players" not in offered


@pytest.mark.both_databases
def test_the_goal_that_the_table_chose_stays(phone: Person) -> None:
    game = phone.start_game(target=700)
    show(phone, game, "kentucky")
    phone.tap("Change rules")
    assert "Kentucky, to 700" in phone.page.text
    show(phone, game, "changing-partners")
    assert "you play a number of hands, not to a target" in phone.page.text


def test_the_open_bid_has_to_fit(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    assert "With Kentucky, the hand being played isn't possible." in show(phone, game, "kentucky").page.text
    other = start_by(phone, "kentucky")
    log_calls(phone, "Bob pass, Cal pass, Dee pass")
    assert "the bidding would end differently. Undo it first." in show(phone, other, "original").page.text


def test_partners_with_totals_from_paper_stay_partners(phone: Person) -> None:
    phone.open("/games/new")
    fields = phone.form("Start game").filled(
        **{f"Player {n}": name for n, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
    )
    phone.last = phone.send("/games", fields | {"starting_totals-0": "100", "rules": "original"})
    answer = show(phone, phone.last.path, "changing-partners")
    assert (
        "Changing partners would change the sides, but Ann & Cal and Bob & Dee started with totals from paper."
        in answer.page.text
    )


def test_a_game_that_is_over_counts_by_its_new_rules_everywhere(phone: Person, game: str) -> None:
    for _ in range(2):
        phone.play("Ann", 100, 120)
    assert phone.page.heading == "Ann & Cal won"
    assert "Ann" in phone.open("/players?rules=original").text
    show(phone, game, "concise")
    phone.tap("Change rules")
    assert phone.page.heading == "Ann & Cal won"
    assert "Short rule book, to 300" in phone.page.text
    for page in ("/players?", "/players?sort=rating&", "/games?"):
        assert "Ann" in text_of(phone.open(f"{page}rules=concise").one("main"))
        assert "Ann" not in text_of(phone.open(f"{page}rules=original").one("main"))
