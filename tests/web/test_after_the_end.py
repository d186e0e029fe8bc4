"""An end stays the end (T15): what a table brings later counts when the organizer says so."""

import pytest

from tests.html import text_of
from tests.person import Person

from .tournaments import PAIRS, draw, game_at, paper, placed, play_table, sides_at, start_tournament


@pytest.fixture
def ended(phone: Person) -> str:
    """Two tables of pairs; table 1 is done, 70 to 50, when the organizer ends the tournament."""
    here = start_tournament(phone, "swiss", PAIRS)
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 70, 50)
    end(phone, here)
    return here


def end(phone: Person, here: str) -> None:
    phone.open(here)
    if phone.tap("End tournament").status == 422:
        phone.tap("End tournament")


def settle(phone: Person, here: str, what: str) -> None:
    phone.open(here)
    answer = phone.tap(what)
    assert answer.status == 303, answer.page.text


def since_the_end(phone: Person, here: str) -> str:
    return " ".join(text_of(one) for one in phone.open(here).all(".notice") if "Since the end" in text_of(one))


@pytest.mark.both_databases
def test_the_winner_stays_until_the_organizer_takes_a_late_result(phone: Person, ended: str) -> None:
    """T15, and R1: the winner changed after the prizes."""
    game = game_at(phone, ended, 1, 2)
    before, best = placed(phone, ended), sides_at(phone, ended, 1, 1)[0]
    late = sides_at(phone, ended, 1, 2)[0]
    assert "The tournament has ended. What this table brings now counts if" in phone.open(game).text
    assert phone.open(f"{ended}/standings").heading == f"{best} won"
    play_table(phone, game, 100, 110)
    assert "has brought since then counts if the organizer says so" in phone.open(game).text
    assert placed(phone, ended) == before
    assert phone.open(f"{ended}/standings").heading == f"{best} won"
    said = since_the_end(phone, ended)
    assert f"When you ended, {best} won. Since then table 2 has brought 110 for {late}" in said
    assert f"{late} would be number 1" in said
    assert f"{best} would be number 2" in said
    settle(phone, ended, "Keep")
    assert placed(phone, ended) == before
    assert "doesn't count" in since_the_end(phone, ended)
    settle(phone, ended, "Change")
    assert phone.open(ended).heading == f"{late} won"
    assert "which counts" in since_the_end(phone, ended)
    settle(phone, ended, "Keep")
    assert placed(phone, ended) == before


def test_keep_settles_that_very_result_and_another_asks_again(phone: Person, ended: str) -> None:
    """T15; and a result that changed since the page is refused."""
    game = game_at(phone, ended, 1, 2)
    before = placed(phone, ended)
    late = play_table(phone, game, 100, 110)
    settle(phone, ended, "Keep")
    phone.open(ended)
    correct(phone.twin(), game, late, 100)
    answer = phone.tap("Change")
    assert answer.status == 422
    assert "has changed since" in answer.page.text
    assert "Since then table 2 has brought 100" in since_the_end(phone, ended)
    assert placed(phone, ended) == before


def correct(phone: Person, game: str, side: str, captured: int) -> None:
    phone.open(f"{game}/hands/1")
    assert phone.tap("Save correction", {f"Captured by {side}": str(captured)}).status == 303


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("nothing", "Final, without round 1, table 2"),
        ("typed", "Final"),
    ],
)
def test_the_final_standings_name_the_tables_that_do_not_count(
    phone: Person, ended: str, after: str, said: str
) -> None:
    """T15: totals that the organizer types count at once, and settle the table."""
    if after == "typed":
        paper(phone, ended, 1, 2, 110, 10)  # another one wins, which is asked about as before
        phone.tap("Save anyway")
        assert not since_the_end(phone, ended)
        assert phone.open(ended).heading != f"{sides_at(phone, ended, 1, 1)[0]} won"
    page = phone.open(f"{ended}/standings")
    assert [text_of(one) for one in page.all("[data-pane=standings] h2")] == [said]
    assert ("not played, not counted" in phone.open(ended).text) is (after == "nothing")


def test_reopening_takes_what_tables_have_brought_and_says_who_leads(phone: Person, ended: str) -> None:
    """T15."""
    late = play_table(phone, game_at(phone, ended, 1, 2), 100, 110)
    phone.open(ended)
    assert phone.tap("Reopen").status == 303
    assert f"In the lead: {late}" in phone.open(ended).text
    assert not since_the_end(phone, ended)
    end(phone, ended)
    assert phone.open(ended).heading == f"{late} won"
    assert not since_the_end(phone, ended)


def test_a_result_that_goes_after_the_end_is_asked_about_too(phone: Person, ended: str) -> None:
    """A game that is resumed, deleted or corrected changes no place by itself."""
    phone.open(ended)
    phone.tap("Reopen")
    game = game_at(phone, ended, 1, 2)
    late = play_table(phone, game, 100, 110)
    end(phone, ended)
    before = placed(phone, ended)
    phone.open(game)
    phone.tap("Undo")
    assert placed(phone, ended) == before
    assert "Since then table 2 has brought no result." in since_the_end(phone, ended)
    phone.open(game)
    phone.tap("Redo")
    assert not since_the_end(phone, ended)
    assert phone.open(ended).heading == f"{late} won"


@pytest.mark.both_databases
def test_a_bracket_ends_with_the_result_that_decides_it(phone: Person) -> None:
    """T15: a later change of a match is asked about, and the champion stays. Two pairs: the loser plays once more."""
    here = start_tournament(phone, "double-elimination", PAIRS[:2])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 70, 50)
    champion = sides_at(phone, here, 1, 1)[0]
    draw(phone, here, 2)
    game = game_at(phone, here, 2, 1)
    play_table(phone, game, 100, 110 if sides_at(phone, here, 2, 1)[0] == champion else 20)
    assert phone.open(here).heading == f"{champion} won"
    phone.open(game)
    phone.tap("Undo")
    assert phone.open(here).heading == f"{champion} won"
    assert "Since then round 2, table 1 has brought no result." in since_the_end(phone, here)
    phone.open(game)
    phone.tap("Redo")
    assert not since_the_end(phone, here)
    phone.open(game)
    phone.tap("Undo")
    phone.open(here)
    phone.tap("Reopen")
    assert not phone.open(here).heading.endswith("won")
    phone.open(game)
    phone.tap("Redo")
    assert phone.open(here).heading == f"{champion} won"
