"""A tournament that was started by mistake is removed while nothing was played, and Undo brings it back."""

import pytest

from tests.html import text_of
from tests.person import Person

from .steps import shown_links
from .tournaments import EIGHT, draw, game_at, paper, start_tournament, tournament_fields

GONE = "Something was played in this tournament, so it stays. You can end it."


def listed(phone: Person) -> list[str]:
    return [text_of(one) for one in phone.open("/tournaments").all(".games .line")]


@pytest.mark.both_databases
def test_a_removed_tournament_is_in_no_list_and_has_no_page_until_undo(phone: Person) -> None:
    here = start_tournament(phone)
    watch = shown_links(phone, here)["watch"]
    answer = phone.tap("Remove tournament")
    assert (answer.status, answer.path) == (303, "/tournaments")
    assert "Fall removed." in phone.page.text
    form = phone.form("Undo")
    for page in (here, f"{here}/standings", f"{here}/players", watch):
        assert phone.get(page).status == 404
    assert "Fall" not in phone.open("/").text
    assert listed(phone) == []
    assert phone.send(form.action, form.sent).path == here
    assert listed(phone) == ["Fall"]
    assert phone.get(watch).status == 200
    assert phone.send(form.action, form.sent).path == here, "a second tap"
    assert draw(phone, here, 1).status == 303


def test_a_draw_goes_with_it_and_its_games(phone: Person) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    phone.open(here)
    assert phone.tap("Remove tournament").status == 303
    assert phone.get(game).status == 404
    phone.tap("Undo")
    assert phone.page.has_button("Draw round 1")


@pytest.mark.parametrize("how", ["a bid", "paper"])
def test_once_something_was_played_it_stays(phone: Person, how: str) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    form = phone.open(here).form("Remove tournament")
    if how == "a bid":
        phone.open(game_at(phone, here, 1, 1))
        phone.record_bid(*bidder_of(phone))
    else:
        paper(phone, here, 1, 1, 120, 0)
    answer = phone.send(form.action, form.sent)
    assert answer.status == 422
    assert GONE in answer.page.text
    assert listed(phone) == ["Fall"]
    assert not phone.open(here).has_button("Remove tournament")


def bidder_of(phone: Person) -> tuple[str, int]:
    """The first player at the table, and a bid."""
    return next(iter(phone.page.totals)).split(" & ")[0], 70


def test_back_to_the_form_that_started_it_brings_it_back(phone: Person) -> None:
    form = phone.open("/tournaments/new").form("Start tournament")
    sent = form.filled(**tournament_fields("rotating", EIGHT))
    here = phone.send(form.action, sent).path
    phone.open(here)
    phone.tap("Remove tournament")
    assert phone.get(here).status == 404
    assert phone.send(form.action, sent).path == here
    assert listed(phone) == ["Fall"]
