"""A game can leave every list of games and stay in the statistics."""

import pytest

from tests.html import text_of
from tests.person import Person

from .steps import tap_in_settings


def win_game(phone: Person) -> str:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    return game


def games_on(phone: Person, path: str) -> list[str]:
    """The games that a page leads to."""
    return [link.attrs["href"].removesuffix("/summary") for link in phone.open(path).all(".games a")]


def test_a_hidden_game_is_in_no_list_but_its_own_and_still_counts(phone: Person) -> None:
    hidden, shown = win_game(phone), win_game(phone)
    before = text_of(phone.open("/players").one("main"))
    tap_in_settings(phone, hidden, "Hide game")
    for path in ("/", "/games", "/games?player=Ann&result=won"):
        assert games_on(phone, path) == [shown], path
    assert games_on(phone, "/games/hidden") == [hidden]
    assert text_of(phone.open("/players").one("main")) == before
    assert phone.open(f"{hidden}/summary").heading == "Ann & Cal won"


@pytest.mark.both_databases
def test_a_search_says_how_many_games_are_hidden(phone: Person) -> None:
    """So that a number of games leads to as many."""
    games = [win_game(phone) for _ in range(3)]
    tap_in_settings(phone, games[0], "Hide game")
    for search in ("result=won&partner=Cal", "result=finished&partner=Cal", "result=streak"):
        found = phone.open(f"/games?player=Ann&{search}").one("[role=status]")
        assert text_of(found) == "2 games and 1 hidden."
    for game in games[1:]:
        tap_in_settings(phone, game, "Hide game")
    assert "No games found but 3 hidden." in phone.open("/games?player=Ann&result=won").text
    assert "hidden." not in phone.open("/games?player=Ann&result=lost").text


def test_the_page_of_a_hidden_game_says_so(phone: Person) -> None:
    game = win_game(phone)
    tap_in_settings(phone, game, "Hide game")
    assert phone.page.heading == "Ann & Cal won"
    assert "This game is hidden. All games has it under Hidden games." in phone.page.text
    tap_in_settings(phone, game, "Show game again")
    assert "This game is hidden" not in phone.page.text


def test_a_hidden_game_can_be_shown_again(phone: Person) -> None:
    game = win_game(phone)
    tap_in_settings(phone, game, "Hide game")
    tap_in_settings(phone, game, "Show game again")
    assert games_on(phone, "/games/hidden") == []
    assert games_on(phone, "/games") == games_on(phone, "/") == [game]
    assert "No hidden games." in phone.open("/games/hidden").text


def test_a_hidden_game_can_be_deleted_and_comes_back_to_the_lists(phone: Person) -> None:
    game = win_game(phone)
    tap_in_settings(phone, game, "Hide game")
    tap_in_settings(phone, game, "Delete game")
    assert games_on(phone, "/games/hidden") == []
    assert games_on(phone, "/games/deleted") == [game]
    phone.open("/games/deleted")
    phone.last = phone.get(game)
    assert phone.tap("Restore").status == 303
    assert games_on(phone, "/games") == [game]


def test_a_game_in_progress_is_not_offered_to_be_hidden_and_stopping_it_offers_that(phone: Person) -> None:
    game = phone.start_game()
    assert not phone.open(f"{game}/settings").has_button("Hide game")
    tap_in_settings(phone, game, "End game early")
    tap_in_settings(phone, game, "Hide game")
    assert games_on(phone, "/") == []


@pytest.mark.both_databases
def test_undo_passes_over_it(phone: Person) -> None:
    game = win_game(phone)
    tap_in_settings(phone, game, "Hide game")
    phone.open(game)
    phone.tap("Undo")
    assert not phone.page.heading.endswith("won")
    assert games_on(phone, "/games/hidden") == [game]
