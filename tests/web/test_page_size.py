"""What a phone loads to see the scoreboard does not double; `make bench` has the goals."""

from bench.page_size import EVENING, FIRST_LOAD, HTML, loaded_with
from tests.person import Person


def test_a_scoreboard_of_an_evening_and_what_it_loads_are_not_twice_as_heavy(phone: Person) -> None:
    game = phone.start_game()
    for hand in range(EVENING):
        phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)
    page = phone.open(game)
    assert page.text.count("set back 120") == EVENING
    linked, kept = loaded_with(phone.app, page)
    assert len(page.html.encode()) < 2 * HTML
    assert linked < FIRST_LOAD
    assert kept < 2 * FIRST_LOAD
