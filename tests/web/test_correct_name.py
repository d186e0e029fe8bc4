"""A wrong name in a game: misspelled, or somebody else's."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import Person
from tests.usecases import reference_stats
from tests.web.steps import correct_name

from .tournaments import EIGHT, draw, game_at, start_tournament


def test_a_misspelt_name_is_put_right_in_every_game(phone: Person) -> None:
    first, second = phone.start_game(), phone.start_game()
    correct_name(phone, first, "Bob", " Rob ")
    for game in (first, second):
        assert list(phone.open(game).totals) == ["Ann & Cal", "Rob & Dee"]


def test_somebody_else_sits_there_in_this_game_alone(phone: Person) -> None:
    first, second = phone.start_game(), phone.start_game()
    correct_name(phone, first, "Bob", "Eve", "Someone else was playing")
    assert list(phone.open(first).totals) == ["Ann & Cal", "Eve & Dee"]
    assert list(phone.open(second).totals) == ["Ann & Cal", "Bob & Dee"]


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_the_name_of_another_player_seats_that_player(phone: Person, stored: Callable[[], str], what: str) -> None:
    other, game = phone.start_game(names=("Eve", "Flo", "Gus", "Hal")), phone.start_game()
    correct_name(phone, game, "Bob", "Eve", what)
    assert list(phone.open(game).totals) == ["Ann & Cal", "Eve & Dee"]
    assert list(phone.open(other).totals) == ["Eve & Gus", "Flo & Hal"]
    assert stored().count('INSERT INTO "player"') == 8


@pytest.mark.parametrize("what", ["Misspelled (fix it everywhere)", "Someone else was playing"])
def test_undo_and_redo_of_a_name(phone: Person, what: str) -> None:
    game = phone.start_game()
    correct_name(phone, game, "Bob", "Rob", what)
    phone.open(game)
    phone.tap("Undo")
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]
    phone.tap("Redo")
    assert list(phone.page.totals) == ["Ann & Cal", "Rob & Dee"]


def test_undo_leaves_a_spelling_alone_that_somebody_else_bears_by_now_and_goes_on(phone: Person) -> None:
    """A name is the club's: what came of it elsewhere since is not this game's to take back."""
    game = phone.start_game()
    phone.record_bid("Ann", 70)
    correct_name(phone, game, "Bob", "Rob")
    phone.start_game()
    phone.open(game)
    assert phone.tap("Undo").status == 303
    assert set(phone.page.totals) == {"Ann & Cal", "Rob & Dee"}
    assert phone.tap("Undo").status == 303
    assert phone.page.has_button("Record bid")


@pytest.mark.parametrize(
    ("fields", "at", "message"),
    [
        ({"player": "1", "name": ""}, "name", "Enter a name."),
        ({"player": "1", "name": " ​ "}, "name", "Enter a name."),
        ({"player": "1", "name": "Player 3"}, "name", "Player 3 stands for a player without a name."),
        ({"player": "1", "name": "x" * 41}, "name", "can be up to 40 characters"),
        ({"player": "1", "name": "Bob"}, "name", "Bob is already at the table"),
        ({"name": "Rob"}, "player", "Whose name is wrong?"),
        ({"player": "4", "name": "Rob"}, "player", "Choose a player at this table."),
        ({"player": "Bob", "name": "Rob"}, "player", "Choose one of these."),
        ({"player": "1", "name": "Rob", "what": "both"}, "what", "misspelled, or was it someone else"),
    ],
)
def test_a_corrected_name_that_cannot_be_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], fields: dict[str, str], at: str, message: str
) -> None:
    game = phone.start_game()
    sent = phone.open(f"{game}/settings").form("Correct name").sent
    before = stored()
    answer = phone.send(f"{game}/name", sent | fields)
    assert answer.status == 422
    assert message in answer.page.description_of(at)
    assert answer.page.form("Correct name").sent["name"] == fields["name"]
    assert stored() == before


def test_two_names_the_wrong_way_round_are_swapped_in_the_whole_game_once_it_is_confirmed(
    phone: Person, table: str, club: int
) -> None:
    """Bob & Dee have won; their hands stay, and are Ann's instead of Bob's."""
    correct_name(phone, table, "Bob", "Ann", status=422)
    said = phone.page.text
    assert "Ann is already at the table. Swap Bob and Ann in the whole game" in said
    assert "under Seating" in said
    assert phone.tap("Swap Bob and Ann").status == 303
    assert list(phone.open(table).totals) == ["Bob & Cal", "Ann & Dee"]
    with phone.app.app_context():
        reference_stats.assert_true(club)
    phone.tap("Undo")
    assert "Undone: swapping Bob and Ann." in phone.page.text
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]
    with phone.app.app_context():
        reference_stats.assert_true(club)
    phone.tap("Redo")
    assert list(phone.page.totals) == ["Bob & Cal", "Ann & Dee"]


def test_the_confirmation_is_of_the_two_that_were_asked_about(phone: Person) -> None:
    game = phone.start_game()
    correct_name(phone, game, "Bob", "Ann", status=422)
    assert phone.tap("Correct name", {"Correct name": "Cal"}).status == 422
    assert "Swap Bob and Cal" in phone.page.text


@pytest.mark.parametrize("whom", ["at the table", "of another"])
def test_in_a_tournament_the_organizer_says_who_sits_where(phone: Person, whom: str) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    names = [text_of(one) for one in phone.open(f"{game}/settings").all("#player-legend ~ div label")]
    others = [each for each in EIGHT if each not in names]
    correct_name(phone, game, names[0], (names if whom == "at the table" else others)[1], status=422)
    assert "In a tournament the organizer says who sits here" in phone.page.description_of("name")
    correct_name(phone, game, names[0], "Rob")
    assert "Rob" in phone.open(game).text
