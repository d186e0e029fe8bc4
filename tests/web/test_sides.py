"""The sides of fixed partners have names of their own where the table gave them some."""

import pytest

from tests.html import text_of
from tests.person import Answer, Person

from .steps import about, start_by

US, THEM = "Ann & Cal", "Bob & Dee"


def name_sides(phone: Person, game: str, ours: str = "Us", theirs: str = "Them") -> Answer:
    phone.open(f"{game}/settings")
    return phone.tap("Name the sides", {US: ours, THEM: theirs})


def side_names(phone: Person, game: str) -> list[tuple[str, str]]:
    """The names above the players' names on the scoreboard."""
    sides = phone.open(game).all(".side")
    return [(text_of(side.query_one("h2")), text_of(side.query_one(".team"))) for side in sides if side.query(".team")]


def test_names_of_sides_are_above_the_players_and_are_undone(phone: Person) -> None:
    game = phone.start_game()
    assert side_names(phone, game) == []
    assert name_sides(phone, game, "  Us ").status == 303
    assert side_names(phone, game) == [(US, "Us"), (THEM, "Them")]
    assert phone.page.totals == {US: "0", THEM: "0"}
    assert about(phone, "Undo") == "Takes back the names of the sides"
    phone.tap("Undo")
    assert side_names(phone, game) == []


def test_no_side_has_one_alone_and_both_can_be_taken_away(phone: Person) -> None:
    game = phone.start_game()
    answer = name_sides(phone, game, "Us", " ")
    assert answer.status == 422
    assert "Name both sides, or neither." in answer.page.text
    assert "The other side is called Us too." in name_sides(phone, game, "Us", "Us").page.text
    assert name_sides(phone, game).status == 303
    assert name_sides(phone, game, "", "").status == 303
    assert side_names(phone, game) == []


def test_a_rematch_keeps_them_with_the_same_partners(phone: Person) -> None:
    game = phone.start_game()
    name_sides(phone, game)
    phone.open(f"{game}/settings")
    form = phone.form("Rematch")
    again = phone.send(form.action, form.sent)
    assert side_names(phone, again.path) == [(US, "Us"), (THEM, "Them")]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((1, 2, 3, 0), [(THEM, "Them"), ("Cal & Ann", "Us")]),
        ((0, 2, 1, 3), [("Ann & Bob", "Us"), ("Cal & Dee", "Them")]),
    ],
    ids=["turned by a seat", "other partners"],
)
def test_in_another_order_of_seats_they_go_with_their_players(
    phone: Person, order: tuple[int, ...], expected: list[tuple[str, str]]
) -> None:
    game = phone.start_game()
    name_sides(phone, game)
    phone.open(f"{game}/settings")
    form = phone.form("Change seating")
    seats = {f"seats-{place}": str(number) for place, number in enumerate(order)}
    assert phone.send(form.action, form.sent | seats).status == 303
    assert side_names(phone, game) == expected


def test_where_partners_change_there_is_no_side_to_name(phone: Person) -> None:
    game = start_by(phone, "changing-partners")
    assert not phone.open(f"{game}/settings").has_button("Name the sides")
    fixed = phone.start_game()
    name_sides(phone, fixed)
    phone.open(f"{fixed}/rules?rules=changing-partners")
    phone.tap("Change rules")
    assert side_names(phone, fixed) == []
    form = phone.open(f"{fixed}/settings").form("Rematch")
    assert phone.send(f"{fixed}/teams", form.sent | {"first": "Us", "second": "Them"}).status == 422
    assert side_names(phone, fixed) == []
