"""Two players who are one person: merged, and told apart again."""

import re
from collections.abc import Callable
from urllib.parse import quote
from uuid import uuid4

import pytest

from scorekeeper.storage import players
from scorekeeper.storage.db import writing
from scorekeeper.usecases import permissions
from scorekeeper.usecases.players.update_ratings import rate_club
from tests.html import text_of
from tests.many_games import BEGUN
from tests.person import Person

from .steps import correct_name, merge_into, person_page, rename_player, start_unnamed
from .tournaments import (
    EIGHT,
    PAIRS,
    change_seat,
    draw,
    game_at,
    paper,
    placed,
    play_table,
    sides_at,
    start_match,
    start_tournament,
)


def test_before_two_players_are_merged_the_page_says_what_changes(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    address, before = person_page(phone, "Annie"), stored()
    phone.open(address)
    form = phone.form("Show what changes")
    text = phone.open(f"{form.action}?other=+Ann").text
    assert "Annie 1 game now, none after" in text
    assert "Ann 1 game now, 2 after" in text
    assert stored() == before


@pytest.mark.parametrize(("hidden", "said"), [("Ann", True), ("Annie", False)])
def test_before_a_merge_the_page_says_that_the_one_who_stays_is_hidden(
    phone: Person, table: str, other_table: str, hidden: str, said: bool
) -> None:
    """P7."""
    phone.open(person_page(phone, hidden))
    phone.tap("Hide")
    form = phone.open(person_page(phone, "Annie")).form("Show what changes")
    text = phone.open(f"{form.action}?other=Ann").text
    assert ("Ann is hidden from the leaderboard and New game, and stays hidden." in text) is said


def test_games_and_history_follow_when_two_players_are_merged(phone: Person, table: str, other_table: str) -> None:
    address = person_page(phone, "Annie")
    answer = merge_into(phone, "Annie", "Ann")
    assert answer.status == 303
    assert answer.path == person_page(phone, "Ann")
    assert "Merged: all games are here now." in answer.page.text
    assert "2 games" in answer.page.text
    assert "Ann & Cal" in phone.open(other_table).text
    assert "Annie" not in phone.open("/games?player=Ann").text
    assert len(phone.page.all(".games li")) == 2
    assert phone.get(address).status == 404


def test_the_old_address_of_who_was_merged_leads_on(phone: Person, table: str, other_table: str) -> None:
    """Also where that player was merged in turn; its choice of games goes along."""
    old, now = (person_page(phone, name).removesuffix("/person") for name in ("Annie", "Ann"))
    merge_into(phone, "Annie", "Ann")
    for query in ("rules=original", "player=3&endpoint=x&_scheme=y"):
        answer = phone.get(f"{old}?{query}")
        assert (answer.status, answer.headers["Location"]) == (302, f"{now}?{query}")
    assert phone.get("/players/999999").status == 404


@pytest.mark.both_databases
def test_a_merge_into_a_player_without_a_name_is_undone(phone: Person, other_table: str) -> None:
    """Which older versions allowed: all that the page of such a player offers is to undo it."""
    start_unnamed(phone)
    old = person_page(phone, "Annie").removesuffix("/person")
    with phone.app.app_context(), writing() as session:
        club = permissions.club_id()
        annie, unnamed = (players.read_named(session, club, name) for name in ("Annie", "Player 1"))
        assert annie
        assert unnamed
        players.merge(session, club, uuid4(), annie, unnamed.id, BEGUN)
        rate_club(session, club)
    assert phone.get(old).headers["Location"] == "/games?player=Player+1"
    (link,) = phone.open("/games?player=Player+1").all("main .more a[href^='/players/']")
    assert text_of(link) == "Merged into Player 1"
    assert phone.get(link.attrs["href"].removesuffix("/person")).status == 404
    phone.open(link.attrs["href"])
    assert "Annie was merged into Player 1" in phone.page.text
    assert [text_of(button) for button in phone.page.all("main button")] == ["Undo merge"]
    answer = phone.tap("Undo merge")
    assert (answer.status, answer.path) == (303, person_page(phone, "Annie"))
    assert "Annie & Cal" in phone.open(other_table).text
    assert phone.get(person_page(phone, "Player 1")).status == 404
    assert not phone.open("/games?player=Player+1").all("main .more a[href^='/players/']"), "a link to no page"


def test_a_hand_that_is_sent_after_a_merge_is_told_why_it_is_late(phone: Person, other_table: str, table: str) -> None:
    said = "in the meantime (players merged or told apart"
    phone.open(other_table)
    phone.record_bid("Bob", 95)
    count = phone.form("Save hand")
    typed = count.filled(**{"Last trick": "Bob & Dee", "Captured by Bob & Dee": "100"})
    keeper = phone.twin()
    merge_into(keeper, "Annie", "Ann")
    phone.last = phone.send(count.action, typed)
    assert (phone.last.status, said + ")" in phone.page.alerts) == (409, True)
    keeper.tap("Undo merge")
    late = phone.form("Save hand").sent
    keeper.open(other_table)
    keeper.tap("Undo")
    keeper.record_bid("Bob", 95)
    phone.last = phone.send(count.action, late)
    assert (phone.last.status, said + "; an undo; Bob's bid of 95)" in phone.page.alerts) == (409, True)
    again = phone.form("Save hand").sent
    assert {name: again[name] for name in ("last_trick", "captured-1")} == {"last_trick": "1", "captured-1": "100"}
    assert phone.send(count.action, again).status == 303
    assert phone.open(other_table).totals == {"Annie & Cal": "140", "Bob & Dee": "100"}


def test_leaderboard_and_player_page_follow_a_merge_and_its_undo(phone: Person, table: str) -> None:
    """Both tables were played to the end: one game each of Ann and Annie, and two of Ann."""
    phone.start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    for _ in range(3):
        phone.record_bid("Annie", 100)
        phone.tap("Save hand", {"Last trick": "Annie & Flo", "Captured by Annie & Flo": "120"})
    before = phone.open("/players").text
    assert "Annie" in before
    merge_into(phone, "Annie", "Ann")
    assert "Annie" not in phone.open("/players").text
    ann = person_page(phone, "Ann").removesuffix("/person")
    assert "Games 2" in phone.open(f"{ann}/figures").text
    phone.open(f"{ann}/person")
    phone.tap("Undo merge")
    assert phone.open("/players").text == before
    assert "Games 1" in phone.open(f"{ann}/figures").text


def test_a_merge_that_was_sent_twice_is_made_once(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    phone.open(f"{person_page(phone, 'Annie').removesuffix('person')}merge?other=Ann")
    form = phone.form("Merge into Ann")
    assert phone.send(form.action, form.sent).status == 303
    once = stored()
    again = phone.send(form.action, form.sent)
    assert (again.status, again.path) == (303, person_page(phone, "Ann"))
    assert stored() == once


def test_the_name_of_who_was_merged_is_free(phone: Person, table: str, other_table: str) -> None:
    merge_into(phone, "Annie", "Ann")
    phone.start_game("Annie", ("Annie", "Ann", "Eve", "Flo"))
    assert phone.get(person_page(phone, "Annie")).status == 200


def test_a_game_that_goes_on_says_that_it_has_changed(phone: Person, table: str, other_table: str) -> None:
    late = phone.twin()
    late.open(other_table)
    merge_into(phone, "Annie", "Ann")
    answer = late.record_bid("Annie", 100)
    assert answer.status == 409
    assert "Ann & Cal" in answer.page.text
    assert late.record_bid("Ann", 100).status == 303


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Enter the other player."),
        ("\x00", "Enter the other player."),
        ("Nobody", "No player named “Nobody”."),
        ("BOB", "No player named “BOB”. Did you mean Bob?"),
        ("bob", "Ann and Bob both played in the game on "),
        ("Ann", "That's Ann."),
        ("Bob", "Ann and Bob both played in the game on "),
    ],
)
def test_a_merge_of_who_cannot_be_the_same_person_is_refused_in_words(
    phone: Person, table: str, name: str, message: str, stored: Callable[[], str]
) -> None:
    address = person_page(phone, "Ann").removesuffix("person") + "merge"
    before = stored()
    answer = phone.get(f"{address}?other={quote(name)}")
    assert answer.status == 422
    assert message in answer.page.description_of("other")
    phone.open(person_page(phone, "Ann"))
    sent = phone.form("Rename").sent | {"other": name}
    answer = phone.send(address, sent)
    assert answer.status == 422
    assert message in answer.page.description_of("other")
    assert stored() == before


def test_two_who_sat_together_in_a_deleted_game_are_two_people(phone: Person, table: str) -> None:
    phone.open(f"{table}/settings")
    phone.tap("Delete game")
    answer = phone.get(person_page(phone, "Ann").removesuffix("person") + "merge?other=Cal")
    assert answer.status == 422
    assert re.search(r"both played in a deleted game on [A-Z][a-z]{2} \d{1,2}, \d{4}", answer.page.text)


@pytest.mark.parametrize(("kind", "entrants"), [("rotating", EIGHT), ("swiss", PAIRS)])
def test_two_who_are_entered_in_one_tournament_are_two_people(
    phone: Person, kind: str, entrants: tuple[str, ...]
) -> None:
    start_tournament(phone, kind, entrants)
    refused = "Hal and Bob are both in the tournament “Fall”, so they are two people."
    answer = phone.get(person_page(phone, "Hal").removesuffix("person") + "merge?other=Bob")
    assert answer.status == 422
    assert refused in answer.page.description_of("other")


@pytest.mark.both_databases
def test_a_name_that_was_removed_from_a_tournament_is_merged_into_the_one_that_was_meant(phone: Person) -> None:
    """From then on Bob is in it once: who is typed is the entrant, not the removed name."""
    here = start_tournament(phone, "ranked", ("Bobby", *EIGHT[2:6]))
    phone.open(f"{here}/players")
    phone.tap("Add", {"Players to add": "Bob"})
    phone.tap("Remove Bobby")
    assert merge_into(phone, "Bobby", "Bob").status == 303
    draw(phone, here, 1)
    assert "Bob sits out" in phone.open(f"{here}/standings?name=Bob").text
    offered = [option.attrs["value"] for option in phone.open(f"{here}/players").all("#names option")]
    assert offered == ["Bob", *EIGHT[2:6]]
    change_seat(phone, "Cal", "Bob")
    assert "guest" not in phone.open(here).text
    paper(phone, here, 1, 1, 100, 20)
    assert placed(phone, here)["Bob"] == ("1", "100")
    assert "Cal sits out" in phone.open(f"{here}/standings?name=Cal").text
    phone.open(f"{here}/players")
    assert "Bob is already in this tournament." in phone.tap("Add", {"Players to add": "Bob"}).page.text


@pytest.mark.both_databases
def test_an_entrant_who_came_after_a_merge_stays_when_it_is_undone(phone: Person, table: str) -> None:
    """Bob played elsewhere; Bobby was removed."""
    here = start_tournament(phone, "ranked", ("Bobby", *EIGHT[4:]))
    phone.open(f"{here}/players")
    phone.tap("Remove Bobby")
    merge_into(phone, "Bobby", "Bob")
    phone.open(f"{here}/players")
    phone.tap("Add", {"Players to add": "Bob"})
    phone.open(person_page(phone, "Bob"))
    phone.tap("Undo merge")
    assert sorted(placed(phone, here)) == ["Bob", *EIGHT[4:]]


@pytest.mark.both_databases
def test_a_guest_is_somebody_else_only_while_seated(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    change_seat(phone, "Ann", "Zoe")
    answer = phone.get(person_page(phone, "Zoe").removesuffix("person") + "merge?other=Hal")
    assert (answer.status, "Zoe and Hal are both in the tournament" in answer.page.text) == (422, True)
    phone.open(f"{here}/players")
    change_seat(phone, "Zoe", "Ivy")
    assert merge_into(phone, "Zoe", "Hal").status == 303
    phone.open(f"{here}/players")
    change_seat(phone, "Ivy", "Hal")
    assert "guest" not in phone.open(here).text


def test_a_removed_pair_is_in_no_tournament(phone: Person) -> None:
    here = start_tournament(phone, "swiss", (*PAIRS, "Bobby & Zoe"))
    phone.open(f"{here}/players")
    late = phone.form("Change seat")
    phone.tap("Remove Bobby & Zoe")
    assert merge_into(phone, "Bobby", "Bob").status == 303
    phone.open(f"{here}/players")
    seats = [text_of(option) for option in phone.page.all("[name=seat] option")]
    assert seats == ["Choose…", *EIGHT]
    answer = phone.send(late.action, late.filled(**{"In place of": "Zoe", "Now plays": "Yan"}) | {"form_id": "9" * 32})
    assert (answer.status, "Choose one of these." in answer.page.text) == (422, True)


def test_a_player_merged_into_an_entrant_is_that_entrant(phone: Person, table: str) -> None:
    """Ann of the table is the tournament's Hal; then nobody else of the tournament is Hal either."""
    start_tournament(phone, entrants=(*EIGHT[1:], "Ida"))
    merge_into(phone, "Ann", "Hal")
    assert phone.get(person_page(phone, "Hal").removesuffix("person") + "merge?other=Ida").status == 422


def test_a_merge_is_undone_exactly(phone: Person, table: str, other_table: str, stored: Callable[[], str]) -> None:
    before = rows_in(stored())
    merge_into(phone, "Annie", "Ann")
    later = phone.start_game("Ann", ("Ann", "Eve", "Flo", "Gus"))
    assert rows_in(stored()) != before
    phone.open(person_page(phone, "Ann"))
    assert "Annie was merged into Ann on" in phone.page.text
    form = phone.form("Undo merge")
    answer = phone.send(form.action, form.sent)
    assert (answer.status, answer.path) == (303, person_page(phone, "Annie"))
    assert "Annie & Cal" in phone.open(other_table).text
    assert "Ann & Flo" in phone.open(later).text
    assert before <= rows_in(stored())
    once = stored()
    assert phone.send(form.action, form.sent).status == 303
    assert stored() == once


def rows_in(dump: str) -> set[str]:
    """What a dump says of players and seats."""
    tables = ('INSERT INTO "player"', 'INSERT INTO "game_player"')
    found = {line for line in dump.splitlines() if line.startswith(tables)}
    assert found
    return found


def test_a_merge_is_not_undone_while_its_name_is_somebody_else(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    merge_into(phone, "Annie", "Ann")
    phone.start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    phone.open(person_page(phone, "Ann"))
    before = stored()
    answer = phone.tap("Undo merge")
    assert answer.status == 422
    assert "Another player is now named Annie. Rename that player first." in answer.page.text
    assert stored() == before
    rename_player(phone, "Annie", "Annie B")
    phone.open(person_page(phone, "Ann"))
    assert phone.tap("Undo merge").status == 303


def test_merges_are_undone_one_after_the_other(phone: Person, table: str, other_table: str) -> None:
    phone.start_game("Anna", ("Anna", "Eve", "Flo", "Gus"))
    merge_into(phone, "Annie", "Ann")
    phone.open(person_page(phone, "Ann"))
    early = phone.form("Undo merge")
    merge_into(phone, "Ann", "Anna")
    assert phone.send(early.action, early.sent).status == 404
    phone.open(person_page(phone, "Anna"))
    phone.tap("Undo merge")
    assert phone.send(early.action, early.sent).status == 303
    assert "Annie & Cal" in phone.open(other_table).text
    assert "Ann & Cal" in phone.open(table).text


@pytest.mark.both_databases
def test_undo_at_a_table_seats_whom_a_player_was_merged_into(phone: Person, table: str, other_table: str) -> None:
    """Bob's seat went to Annie's by mistake: taking it back after the merge seats Ann, and apart again Annie."""
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Annie", "Correct name": "Eve", "What was wrong?": "Someone else was playing"}
    )
    merge_into(phone, "Annie", "Ann")
    phone.open(other_table)
    phone.tap("Undo")
    assert "Ann & Cal" in phone.page.text
    phone.open(person_page(phone, "Ann"))
    phone.tap("Undo merge")
    assert "Annie & Cal" in phone.open(other_table).text


def test_undo_at_a_table_leaves_a_seat_whose_player_sits_elsewhere_at_it_by_now(
    phone: Person, table: str, other_table: str
) -> None:
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Annie", "Correct name": "Eve", "What was wrong?": "Someone else was playing"}
    )
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Cal", "Correct name": "Ann", "What was wrong?": "Someone else was playing"}
    )
    phone.start_game("Cal", ("Cal", "Gus", "Hal", "Ida"))
    merge_into(phone, "Annie", "Ann")
    phone.open(other_table)
    for _ in range(2):
        assert phone.tap("Undo").status == 303
    assert "Ann" in phone.page.text


@pytest.mark.both_databases
@pytest.mark.parametrize("taken_back", [False, True], ids=["swapped", "and taken back"])
def test_two_who_were_swapped_after_a_merge_are_who_they_were_once_it_is_undone(
    phone: Person, table: str, other_table: str, taken_back: bool
) -> None:
    """Annie, by now Ann, and Bob sat the wrong way round."""
    merge_into(phone, "Annie", "Ann")
    correct_name(phone, other_table, "Bob", "Ann", status=422)
    assert phone.tap("Swap Bob and Ann").status == 303
    swapped = list(phone.open(other_table).totals)
    phone.open(person_page(phone, "Ann"))
    phone.tap("Undo merge")
    assert list(phone.open(other_table).totals) == [side.replace("Ann", "Annie") for side in swapped]
    if taken_back:
        phone.tap("Undo")
        assert next(iter(phone.page.totals)) == "Annie & Cal"


def test_the_form_of_a_merge_that_was_undone_says_so_and_merges_nothing(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    """Back leads to it; from there the two can be merged again."""
    phone.open(f"{person_page(phone, 'Annie').removesuffix('person')}merge?other=Ann")
    form = phone.form("Merge into Ann")
    assert phone.send(form.action, form.sent).status == 303
    undo_merge(phone, "Ann")
    before = stored()
    answer = phone.send(form.action, form.sent)
    assert (answer.status, stored()) == (409, before)
    assert "Not saved: this player changed in the meantime (this merge was undone)." in answer.page.text
    assert merge_into(phone, "Annie", "Ann").status == 303
    assert "Ann & Cal" in phone.open(other_table).text


def undo_merge(phone: Person, into: str) -> None:
    phone.open(person_page(phone, into))
    assert phone.tap("Undo merge").status == 303


def assert_seated_as_drawn(phone: Person, here: str, name: str) -> None:
    """The tournament and the games of its two tables name the same people, this one among them."""
    drawn = [sides_at(phone, here, 1, place) for place in (1, 2)]
    assert [tuple(phone.open(game_at(phone, here, 1, place)).totals) for place in (1, 2)] == drawn
    assert name in str(drawn)


@pytest.mark.both_databases
def test_an_entrant_drawn_while_merged_by_mistake_sits_at_the_table_once_that_is_undone(
    phone: Person, other_table: str
) -> None:
    """Ann, who is entered, was taken for Annie of another table, and Annie for Anna."""
    here = start_tournament(phone, "ranked", EIGHT)
    phone.start_game("Anna", ("Anna", "Ian", "Jan", "Kim"))
    merge_into(phone, "Ann", "Annie")
    merge_into(phone, "Annie", "Anna")
    draw(phone, here, 1)
    for into, name in (("Anna", "Annie"), ("Annie", "Ann")):
        undo_merge(phone, into)
        assert_seated_as_drawn(phone, here, f"'{name} & ")
    assert "Annie & Cal" in phone.open(other_table).text


@pytest.mark.both_databases
def test_a_seat_changed_while_merged_by_mistake_stays_once_that_is_undone(phone: Person, other_table: str) -> None:
    here = start_tournament(phone, "ranked", EIGHT)
    draw(phone, here, 1)
    merge_into(phone, "Ann", "Annie")
    phone.open(f"{here}/players")
    change_seat(phone, "Cal", "Annie")
    assert "Annie" in sides_at(phone, here, 1, 2)[0]
    undo_merge(phone, "Annie")
    assert_seated_as_drawn(phone, here, "'Ann & ")


@pytest.mark.both_databases
def test_the_next_game_of_a_match_is_of_who_was_entered_once_a_merge_is_undone(phone: Person, other_table: str) -> None:
    here = start_match(phone)
    first = game_at(phone, here, 1, 1)
    merge_into(phone, "Ann", "Annie")
    play_table(phone, first, 100, 110)
    phone.open(first)
    second = phone.tap("Start game 2 of the match").path
    undo_merge(phone, "Annie")
    for game in (first, second):
        assert list(phone.open(game).totals) == ["Ann & Bob", "Cal & Dee"]


@pytest.mark.both_databases
def test_a_rematch_is_of_who_played_before_once_a_merge_is_undone(phone: Person, table: str, other_table: str) -> None:
    """With other partners, too: Bob now sits across from Ann."""
    merge_into(phone, "Ann", "Annie")
    phone.open(table)
    form = phone.form("Rematch: Annie & Bob vs. Cal & Dee")
    rematch = phone.send(form.action, form.sent | {"partner": "1"}).path
    undo_merge(phone, "Annie")
    assert sorted(phone.open(rematch).totals) == ["Ann & Bob", "Cal & Dee"]
    assert list(phone.open(table).totals) == ["Ann & Cal", "Bob & Dee"]
