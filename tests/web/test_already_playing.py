"""The same people start a game while one of theirs goes on: the page says so, once, and offers to continue it (P6)."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from tests.html import text_of
from tests.person import TABLE, Person

from .steps import goes_home, start_unnamed, tap_in_settings
from .tournaments import draw, game_at, paper, start_tournament

NEW = ("Ann", "Bob", "Cal", "Zoe")


@pytest.fixture
def running(phone: Person) -> str:
    return phone.start_game()


def send(phone: Person, *names: str, **fields: str) -> None:
    """Fills in the page of a new game, and taps Start game."""
    phone.open("/games/new")
    typed = {f"Player {seat}": name for seat, name in enumerate(names, 1)}
    filled = phone.form("Start game").filled(**typed) | fields
    phone.last = phone.send("/games/new", filled)


def offered(phone: Person) -> str:
    """The game that the page offers to continue, "" if it asks nothing."""
    return next((link.attrs["href"] for link in phone.page.all(".notice a") if text_of(link) == "Continue"), "")


def went_home(phone: Person, game: str) -> None:
    """Zoe sits down for Dee after a hand."""
    phone.record_bid("Ann", 100)
    phone.record_hand(120)
    goes_home(phone, game, Dee="Zoe")


# What came before, whom they type, and whether the page asks.
TABLES: list[tuple[str, Callable[[Person, str], object], tuple[str, ...], bool]] = [
    ("the same four", lambda *_: None, TABLE, True),
    ("in another order", lambda *_: None, ("Dee", "Cal", "Ann", "Bob"), True),
    ("with blanks around", lambda *_: None, ("  Ann", "Bob ", "Cal", " Dee "), True),
    ("one of them is another", lambda *_: None, NEW, False),
    ("the game was stopped", lambda phone, game: tap_in_settings(phone, game, "End game early"), TABLE, False),
    ("the game was deleted", lambda phone, game: tap_in_settings(phone, game, "Delete game"), TABLE, False),
    ("one went home", went_home, TABLE, False),
    ("one sat down", went_home, NEW, True),
    ("another game was started since", lambda phone, _: phone.start_game(names=NEW), TABLE, True),
]


@pytest.mark.parametrize(("before", "names", "asks"), [row[1:] for row in TABLES], ids=[row[0] for row in TABLES])
def test_who_plays_already_is_asked_first(
    phone: Person, running: str, before: Callable[[Person, str], object], names: tuple[str, ...], asks: bool
) -> None:
    before(phone, running)
    send(phone, *names)
    assert (phone.last.status, offered(phone)) == ((422, running) if asks else (303, ""))
    if asks:
        assert "already have a game in progress, begun" in phone.page.text


def test_continue_leads_to_the_game_that_goes_on(phone: Person, running: str, stored: Callable[[], str]) -> None:
    before = stored()
    send(phone, *TABLE)
    assert "Ann, Bob, Cal and Dee already have a game in progress" in phone.page.text
    assert phone.open(offered(phone)).totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    assert stored() == before


def test_another_game_is_started_with_all_that_was_typed_and_is_asked_about_once(phone: Person, running: str) -> None:
    typed = {"rules": "kentucky", "dealer": "2", "target": "320", "starting_totals-0": "45", "starting_totals-1": "-10"}
    send(phone, *TABLE, **typed)
    kept = phone.form("Start game").sent
    assert {name: kept[name] for name in typed} == typed
    assert phone.tap("Start another game").status == 303
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−10"}
    assert phone.page.heading.startswith("Hand 1 · Cal deals")
    assert "320" in phone.open(f"{phone.last.path}/settings").text


def test_the_answer_lasts_while_something_else_is_refused(phone: Person, running: str) -> None:
    send(phone, *TABLE)
    asked = phone.form("Start another game").sent
    phone.last = phone.send("/games/new", asked | {"target": "x"})
    assert not offered(phone)
    assert phone.tap("Start game", {"Play to": "300"}).status == 303


def test_a_form_sent_twice_asks_nothing_and_is_one_game(phone: Person, stored: Callable[[], str]) -> None:
    """Also the answer to the question."""
    for button in ("Start game", "Start another game"):
        if button == "Start game":
            phone.open("/games/new")
            form = phone.form(button).filled(**{f"Player {seat}": name for seat, name in enumerate(TABLE, 1)})
        else:
            send(phone, *TABLE)
            form = phone.form(button).sent
        first = phone.send("/games/new", form)
        assert first.status == 303
        before = stored()
        assert phone.send("/games/new", form).path == first.path
        assert stored() == before


def test_a_form_sent_after_back_is_told_of_its_game_once(phone: Person) -> None:
    phone.open("/games/new")
    form = phone.form("Start game").filled(**{f"Player {seat}": name for seat, name in enumerate(TABLE, 1)})
    phone.send("/games/new", form)
    phone.last = phone.send("/games/new", form | {"dealer": "3"})
    assert "This page has started a game already." in phone.page.text
    assert phone.tap("Start game").status == 303


def test_another_phone_is_asked_too(phone: Person, running: str) -> None:
    other = Person(phone.app)
    send(other, *TABLE)
    assert offered(other) == running


def test_of_two_games_the_one_played_last_is_offered_and_either_is_the_answer(phone: Person, running: str) -> None:
    send(phone, *TABLE)
    asked = phone.form("Start another game").sent
    later = phone.start_game()
    send(phone, *TABLE)
    assert offered(phone) == later
    assert phone.send("/games/new", asked | {"form_id": str(uuid4())}).status == 303


def test_new_game_with_these_totals_has_said_it_already(phone: Person, running: str) -> None:
    phone.open(f"/games/new?after={UUID(running.rpartition('/')[2])}")
    assert phone.tap("Start game").status == 303


def test_players_without_names_can_be_anyone(phone: Person) -> None:
    for _ in range(2):
        start_unnamed(phone)
        assert phone.last.status == 303


def test_a_game_of_a_tournament_goes_on_until_its_result_is_there(phone: Person) -> None:
    here = start_tournament(phone, entrants=TABLE)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    send(phone, *TABLE)
    assert phone.last.status == 303, "nothing is recorded at that table"
    tap_in_settings(phone, phone.last.path, "End game early")
    phone.open(game)
    phone.record_bid("Ann", 100)
    send(phone, *TABLE)
    assert offered(phone) == game
    assert paper(phone, here, 1, 1, 100, 20).status == 303, phone.page.text
    send(phone, *TABLE)
    assert phone.last.status == 303
