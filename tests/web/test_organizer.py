"""What the organizer sees at a glance, and who comes and goes, by docs/changing/draws.md."""

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scorekeeper.storage import players
from scorekeeper.storage.db import writing
from tests.html import text_of
from tests.person import Person

from .steps import tap_in_settings
from .tournaments import (
    EIGHT,
    FORMATS,
    PAIRS,
    change_seat,
    draw,
    end_clock,
    game_at,
    names_of,
    paper,
    placed,
    play_table,
    sides_at,
    start_tournament,
)

# The organizer's page.


def test_tables_that_are_done_fold_away_and_those_waited_for_stay(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    paper(phone, here, 1, 2, 80, 40)
    phone.open(here)
    (done,) = phone.page.all("details.setting .tables li")
    assert "open" not in phone.page.one("details.setting").attrs
    assert text_of(done).startswith("Table 2")
    assert [text_of(row)[:7] for row in phone.page.all("section > .tables li")] == ["Table 1"]


def test_the_next_thing_to_do_is_the_one_green_button(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4], more={"Minutes a round": "20"})

    def green() -> list[str]:
        return [text_of(button) for button in phone.open(here).all("#steps .go")]

    assert green() == ["Draw round 1"]
    draw(phone, here, 1)
    assert green() == ["Round 1: start the clock"]
    phone.tap("Round 1: start the clock")
    assert green() == [], "the tables play"
    assert "Next: when all are done, draw round 2." in phone.page.text
    paper(phone, here, 1, 1, 80, 40)
    assert green() == ["Draw round 2"]


def test_once_time_is_up_the_tables_that_are_waited_for_are_late_in_words(phone: Person) -> None:
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    paper(phone, here, 1, 2, 80, 40)
    phone.open(here)
    phone.tap("Round 1: start the clock")
    assert "late" not in phone.page.text
    end_clock(phone, here)
    assert [text_of(row)[:13] for row in phone.open(here).all("li.late")] == ["Table 1: late"]
    assert "Time is up: ask those tables, or type their totals under Totals." in phone.page.text


@pytest.mark.parametrize(
    ("kind", "entrants", "typed", "near"),
    [
        ("ranked", ("Thomas", "Tom", "Harold", "Dee"), "Tomas", " Did you mean Thomas or Tom?"),
        ("ranked", EIGHT[:4], "Zoe", ""),
        ("swiss", ("Thomas & Bob", "Cal & Dee"), "Tomas", " Did you mean Thomas?"),
    ],
)
def test_a_seat_for_someone_who_is_not_in_the_tournament_is_asked_about(
    phone: Person, kind: str, entrants: tuple[str, ...], typed: str, near: str
) -> None:
    """R7: a misspelled name would be a guest."""
    here = start_tournament(phone, kind, entrants)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    answer = phone.tap("Change seat", {"In place of": "Dee", "Now plays": typed})
    assert answer.status == 422
    assert f"{typed} isn't in this tournament.{near} If {typed} is right, tap Change seat again." in answer.page.text
    assert phone.tap("Change seat").status == 303


def test_the_game_of_a_walkover_is_in_no_list_until_the_pair_is_back(phone: Person) -> None:
    """R8: it stayed as 0 : 0 in progress."""
    here = start_tournament(phone, "double-elimination", PAIRS)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    leaves = sides_at(phone, here, 1, 1)[0]
    assert game in phone.open("/games").html
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": leaves})
    assert game not in phone.open("/games").html
    phone.open(f"{here}/players")
    phone.tap(f"{leaves} are back")
    assert game in phone.open("/games").html


def test_an_empty_chair_is_marked_until_somebody_takes_it_or_the_table_is_done(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Ann"})
    for page in (here, f"{here}/standings", f"{here}/rounds/1/tables/1", f"{here}/print"):
        assert "Ann left: an empty chair" in phone.open(page).text
    phone.open(f"{here}/players")
    change_seat(phone, "Ann", "Ivy")
    assert "an empty chair" not in phone.open(here).text
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Bob"})
    paper(phone, here, 1, 1, 80, 40)
    assert "an empty chair" not in phone.open(here).text


def test_a_tournament_that_ended_early_says_what_was_not_played(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT, more={"Hands a round": "2"})
    draw(phone, here, 1)
    play_table(phone, game_at(phone, here, 1, 2), 100, 110)
    phone.open(here)
    phone.tap("End tournament")
    phone.tap("End tournament")
    assert "not begun" not in phone.page.text
    rows = [text_of(row) for row in phone.page.all(".tables li")]
    assert "not played" in rows[0]
    assert "not finished, 110 to 10" in rows[1]
    assert "0 of 2 tables done Table 1" in phone.page.text, "no one waits any more"
    phone.tap("Reopen")
    assert "not begun" in phone.page.text


# T11: people come and go.


def test_an_entrant_who_leaves_keeps_the_points_and_can_come_back(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:5])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(f"{here}/players")
    assert "Choose who." in phone.tap("Leaves").page.text, "nobody is chosen by default"
    assert "Ann left." in phone.tap("Leaves", {"Who leaves": "Ann"}).page.text
    assert placed(phone, here)["Ann"] == ("1", "100")
    assert "left" in text_of(phone.page.one("[data-entrant=Ann]"))
    draw(phone, here, 2)
    assert "Ann" not in " ".join(sides_at(phone, here, 2, 1))
    phone.open(f"{here}/players")
    assert "Welcome back, Ann." in phone.tap("Ann is back").page.text
    assert "left" not in text_of(phone.open(f"{here}/standings").one("[data-entrant=Ann]"))


def test_a_form_that_is_sent_again_after_it_was_taken_back_says_that_it_was_saved_before(phone: Person) -> None:
    phone.open(f"{start_tournament(phone)}/players")
    leaves = phone.form("Leaves")
    sent = leaves.filled(**{"Who leaves": "Ann"})
    phone.last = phone.send(leaves.action, sent)
    phone.tap("Ann is back")
    again = phone.send(leaves.action, sent).page
    assert "That was saved before. Below is what is true now." in again.text
    assert "Ann left." not in again.text


@pytest.mark.everywhere("rule set", once={"done": 1})
@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("done", [1, 2])
def test_an_entrant_who_leaves_and_comes_back_before_the_next_draw_plays_on(
    phone: Person, kind: str, done: int
) -> None:
    """T3, T4, T11: all who play and who sit out, while the round is played and when it is done."""
    here = start_with_a_sit_out(phone, kind, done)
    before = lists_of(phone, here)
    for name in placed(phone, here):
        phone.open(f"{here}/players")
        phone.tap("Leaves", {"Who leaves": name})
        assert f"{name} sits out" not in phone.open(f"{here}/standings").text or done == 2
        phone.open(f"{here}/players")
        phone.tap(f"{name} {'are' if '&' in name else 'is'} back")
        assert lists_of(phone, here) == before, name


@pytest.mark.both_databases
def test_an_entrant_who_comes_back_before_a_draw_that_replaces_one_sits_out_too(phone: Person) -> None:
    """T11: the draw in between was taken back."""
    here = start_with_a_sit_out(phone, "rotating", done=1)
    before = lists_of(phone, here)
    (name,) = [row.attrs["data-name"] for row in phone.page.all("[data-seat]") if "sits out" in row.attrs["data-seat"]]
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": name})
    draw(phone, here, 2)
    phone.tap("Draw round 2")
    phone.open(f"{here}/players")
    phone.tap(f"{name} is back")
    assert lists_of(phone, here)[1] != before[1]
    phone.open(here)
    phone.tap("Take back the draw")
    assert lists_of(phone, here) == before


def start_with_a_sit_out(phone: Person, kind: str, done: int) -> str:
    """Starts a tournament of two tables and one who sits out, and plays so many tables of its first round."""
    here = start_tournament(phone, kind, (*EIGHT, "Ivy") if kind in ("rotating", "ranked") else (*PAIRS, "Ivy & Jo"))
    draw(phone, here, 1)
    for place in range(1, 1 + done):
        paper(phone, here, 1, place, 80, 40)
    return here


def lists_of(phone: Person, here: str) -> list[str]:
    """What the organizer's page, paper and the standings say of everyone."""
    pages = (here, f"{here}/print?what=seats", f"{here}/standings")
    return [text_of(phone.open(page).one("main")) for page in pages]


def test_an_entrant_who_comes_later_plays_from_the_next_round_on(phone: Person) -> None:
    here = start_tournament(phone, "rotating", EIGHT[:7])
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    assert phone.tap("Add", {"Players to add": "Hal\nIvy"}).status == 303
    assert placed(phone, here)["Hal"][1] == "0"
    phone.open(f"{here}/players")
    phone.tap("Remove Ivy")
    paper(phone, here, 1, 1, 100, 20)
    draw(phone, here, 2)
    seated = [name for place in (1, 2) for side in sides_at(phone, here, 2, place) for name in names_of(side)]
    assert "Hal" in seated
    phone.open(f"{here}/players")
    answer = phone.tap("Add", {"Players to add": "Ann"})
    assert (answer.status, "Ann is already in this tournament." in answer.page.text) == (422, True)


def test_no_one_comes_back_to_a_full_tournament(phone: Person) -> None:
    """64 are in: neither "Add" nor "Is back" nor a seat at a table makes them 65."""
    here = start_tournament(phone, "ranked", tuple(f"Player no. {number}" for number in range(64)))
    phone.open(f"{here}/players")
    answer = phone.tap("Add", {"Players to add": "Zoe"})
    assert (answer.status, "4 to 64 players, not 65." in answer.page.text) == (422, True)
    phone.tap("Leaves", {"Who leaves": "Player no. 0"})
    phone.tap("Add", {"Players to add": "Zoe"})
    answer = phone.tap("Player no. 0 is back")
    assert (answer.status, "4 to 64 players, not 65." in answer.page.text) == (422, True)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    answer = change_seat(phone, "Player no. 1", "Player no. 0")
    assert (answer.status, "4 to 64 players, not 65." in answer.page.text) == (422, True)
    assert len(placed(phone, here)) == 65


def test_two_players_of_a_draw_trade_places_before_the_first_bid(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    assert (sides_at(phone, here, 1, 1), sides_at(phone, here, 1, 2)) == (
        ("Ann & Eve", "Bob & Fay"),
        ("Cal & Gus", "Dee & Hal"),
    )
    phone.open(f"{here}/players")
    change_seat(phone, "Eve", "hal")
    assert (sides_at(phone, here, 1, 1), sides_at(phone, here, 1, 2)) == (
        ("Ann & Hal", "Bob & Fay"),
        ("Cal & Gus", "Dee & Eve"),
    )
    assert list(phone.open(game_at(phone, here, 1, 1)).totals) == ["Ann & Hal", "Bob & Fay"]
    assert "Undo" not in phone.page.text, "a table can't take it back"
    play_table(phone, game_at(phone, here, 1, 2), 100, 110)
    phone.open(f"{here}/players")
    answer = change_seat(phone, "Ann", "Dee")
    assert (answer.status, "Dee has begun to play at another table." in answer.page.text) == (422, True)


def test_a_missing_entrants_seat_is_taken_by_who_sits_out_or_a_guest(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Ann"})
    change_seat(phone, "Ann", "Ivy")
    change_seat(phone, "Bob", "Zoe")
    assert sides_at(phone, here, 1, 1) == ("Ivy & Eve", "Zoe & Fay")
    for page in (f"{here}/rounds/1/tables/1", here, f"{here}/print", f"{here}/standings"):
        assert "guest: Zoe" in phone.open(page).text
    assert "Sitting out: Bob Draw" in phone.open(here).text, "Ann has left"
    paper(phone, here, 1, 1, 30, 90)
    standings = placed(phone, here)
    assert standings["Fay"] == ("1", "90")
    assert standings["Ivy"] == ("2", "30")
    assert "Zoe" not in standings, "a guest has no place in the standings"


def test_a_guest_whose_seat_is_taken_again_sits_nowhere(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    change_seat(phone, "Ann", "Zoe")
    change_seat(phone, "Zoe", "Ivy")
    assert sides_at(phone, here, 1, 1) == ("Ivy & Eve", "Bob & Fay")
    assert "Sitting out: Ann Draw" in phone.open(here).text


@pytest.mark.parametrize("takes_the_seat", ["Ivy", "Hal", "Zoe", "Late"])
def test_everyone_who_is_in_is_on_every_list_of_a_round_whoever_takes_a_seat(
    phone: Person, takes_the_seat: str
) -> None:
    """T14: Ivy sits out, Hal is at another table, Zoe is a guest, Late came after the draw."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Add", {"Players to add": "Late"})
    change_seat(phone, "Ann", takes_the_seat)
    everyone = {*EIGHT, "Ivy", takes_the_seat}
    for page in (f"{here}/standings", f"{here}/print?what=seats"):
        rows = phone.open(page).all("[data-name]")
        assert sorted(row.attrs["data-name"] for row in rows) == sorted(everyone)
    sitting_out = {row.attrs["data-name"] for row in rows if "sits out" in row.attrs["data-seat"]}
    assert len(everyone - sitting_out) == 8
    (said,) = re.findall(r"Sitting out: (\w+(?:, \w+)*)", phone.open(here).text)
    assert {*said.split(", ")} == sitting_out
    found = phone.open(f"{here}/standings?name=Ann").one("#seat")
    assert text_of(found).startswith("Ann sits out" if takes_the_seat != "Hal" else "Ann: table 2")


def test_the_organizer_adds_points_with_a_reason(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    phone.open(f"{here}/players")
    answer = phone.tap("Add points", {"Who": "Bob", "Points": "-20", "Reason": ""})
    assert (answer.status, "Say why" in answer.page.text, "-20" in answer.page.html) == (422, True, True)
    phone.tap("Add points", {"Who": "Bob", "Points": "-20", "Reason": "late"})
    assert placed(phone, here)["Bob"] == ("1", "-20"), "the others have no place yet"
    assert "−20 late" in phone.page.text


def test_points_that_were_added_are_taken_back(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    phone.open(f"{here}/players")
    phone.tap("Add points", {"Who": "Bob", "Points": "-20", "Reason": "late"})
    phone.tap("Add points", {"Who": "Bob", "Points": "5", "Reason": "help"})
    late = phone.form("Take back: Bob +5 help")
    assert phone.tap("Take back: Bob −20 late").status == 303
    assert placed(phone, here)["Bob"][1] == "5"
    phone.last = phone.send(late.action, late.sent | {"form_id": "7" * 32})
    assert phone.last.status == 422, "its page is of before, when there were two"
    assert placed(phone, here)["Bob"][1] == "5"


@pytest.mark.parametrize("kind", ["rotating", "swiss"])
def test_a_name_that_was_added_by_mistake_is_removed_while_it_has_not_played(phone: Person, kind: str) -> None:
    entrants, wrong, right = (EIGHT, "Ivi", "Ivy") if kind == "rotating" else (PAIRS, "Ivi & Jo", "Ivy & Jo")
    here = start_tournament(phone, kind, entrants)
    draw(phone, here, 1)
    what = "Pairs to add" if kind == "swiss" else "Players to add"
    phone.open(f"{here}/players")
    phone.tap("Add", {what: wrong})
    assert not phone.page.has_button(f"Remove {entrants[0]}")
    gone = phone.form(f"Remove {wrong}")
    phone.tap(f"Remove {wrong}")
    assert f"{wrong} removed." in phone.page.text
    assert phone.tap("Add", {what: right}).status == 303
    assert sorted(placed(phone, here)) == sorted([*entrants, right])
    for place in (1, 2):
        paper(phone, here, 1, place, 80, 40)
    draw(phone, here, 2)
    assert wrong not in phone.page.text
    assert phone.send(gone.action, gone.sent | {"form_id": "8" * 32}).status == 422, "it's gone already"
    phone.open(f"{here}/players")
    assert phone.tap("Add", {what: wrong}).status == (303 if kind == "rotating" else 422), "Jo is in another pair"


def test_a_bracket_that_is_drawn_loses_no_pair(phone: Person) -> None:
    here = start_tournament(phone, "double-elimination", (*PAIRS[:2], "Eve & Fay"))
    form = phone.open(f"{here}/players").form("Remove Ann & Bob")
    draw(phone, here, 1)
    assert "Remove" not in phone.open(f"{here}/players").text
    phone.last = phone.send(form.action, form.sent)
    assert (phone.last.status, "Tap Leaves instead." in phone.page.text) == (422, True)


# T13: after the end.


@pytest.mark.parametrize("kind", FORMATS)
def test_after_the_end_no_one_comes_leaves_or_changes_seats_until_it_is_reopened(phone: Person, kind: str) -> None:
    here = start_tournament(phone, kind, EIGHT[:5] if kind in ("rotating", "ranked") else PAIRS[:3])
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Ann" if kind in ("rotating", "ranked") else "Ann & Bob"})
    draw(phone, here, 1)
    page = phone.open(f"{here}/players")
    buttons = ["Leaves", f"Ann{' & Bob are' if '&' in page.text else ' is'} back", "Change seat", "Add"]
    if kind == "double-elimination":
        for missing in (buttons.pop(), buttons.pop(1)):
            assert not page.has_button(missing), "a bracket that is drawn takes no one"
    forms = [page.form(button) for button in buttons]
    phone.open(here)
    phone.tap("End tournament")
    phone.tap("End tournament")
    page = phone.open(f"{here}/players")
    assert "The tournament is over: no one comes, leaves or changes seats until you reopen it." in page.text
    assert [page.has_button(button) for button in buttons] == [False] * len(buttons)
    typed = {"who": "1", "seat": "1-0" if kind in ("swiss", "double-elimination") else "1", "entrants": "Yan & Zoe"}
    for form in forms:
        answer = phone.send(form.action, form.sent | typed | {"seat_name": "Zoe"})
        assert (answer.status, "Reopen it first." in answer.page.text) == (422, True), form.action
    phone.open(here)
    phone.tap("Reopen")
    page = phone.open(f"{here}/players")
    assert [page.has_button(button) for button in buttons] == [True] * len(buttons)


def test_whatever_is_done_on_the_players_page_is_told_with_whom_it_is_about(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    for button, typed, said in (
        ("Add", {"Players to add": "Jo\nK{im}"}, "Added: Jo and K{im}."),
        ("Add", {"Players to add": "Liz\nMo\nNed\nOle"}, "Added: 4 names."),
        ("Remove K{im}", {}, "K{im} removed."),
        ("Add points", {"Who": "Bob", "Points": "-20", "Reason": "late {again}"}, "Bob: −20 late {again}."),
        ("Take back: Bob −20 late {again}", {}, "Bob: points taken back."),
        ("Change seat", {"In place of": "Ann", "Now plays": "Zoe"}, "Zoe plays in place of Ann."),
        ("Leaves", {"Who leaves": "Ann"}, "Ann left."),
        ("Ann is back", {}, "Welcome back, Ann."),
    ):
        if phone.tap(button, typed).status == 422:  # Zoe is not in this tournament
            phone.tap(button)
        assert text_of(phone.page.one(".notice.good")) == said
    here = start_tournament(phone, "swiss", PAIRS)
    phone.open(f"{here}/players")
    change_seat(phone, "Bob", "Zoe")
    assert text_of(phone.page.one(".notice.good")) == "Now Ann & Zoe."


def test_an_entrant_who_left_is_not_asked_to_leave_again(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Ann"})
    listed = {name: [text_of(each) for each in phone.page.one(f"form[action$='{name}'] select").query("option")]
              for name in ("leave", "points")}  # fmt: skip
    assert listed["leave"] == ["Choose…", *EIGHT[1:]]
    assert listed["points"] == ["Choose…", "Ann (left)", *EIGHT[1:]]


CHANGES = ["points", "points taken back", "a result", "a result cleared", "a name removed"]


@pytest.mark.parametrize("what", CHANGES)
def test_after_the_end_whatever_changes_who_won_is_asked_about_first(phone: Person, what: str) -> None:
    """T13: Ann and Eve won, each by 105 and 5 more."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 105, 15)
    paper(phone, here, 1, 2, 100, 20)
    phone.open(f"{here}/players")
    for name, points in (("Ann", "5"), ("Eve", "5"), ("Ivy", "150" if what == "a name removed" else "10")):
        phone.tap("Add points", {"Who": name, "Points": points, "Reason": "help"})
    phone.open(here)
    phone.tap("End tournament")
    won = "Ivy" if what == "a name removed" else "Ann and Eve"
    assert f"{won} won" in phone.open(here).text

    def change(points: str = "20", totals: int = 120) -> str:
        phone.open(f"{here}/players")
        if what == "points":
            answer = phone.tap("Add points", {"Who": "Cal", "Points": points, "Reason": "door prize"})
        elif what == "points taken back":
            answer = phone.tap("Take back: Ann +5 help")
        elif what == "a result":
            answer = paper(phone, here, 1, 2, totals, 0)
        elif what == "a result cleared":
            sides_at(phone, here, 1, 1)
            answer = phone.tap("Clear the totals")
        else:
            answer = phone.tap("Remove Ivy")
        assert answer.status == 422, answer.page.text
        return text_of(phone.page.one("[role=alert]"))

    then = {"points": "Cal", "points taken back": "Eve", "a name removed": "Ann and Eve"}.get(what, "Cal and Gus")
    question = f"{won} won this tournament; after this change {then} would have. Save anyway? Save anyway"
    assert change() == question
    assert f"{won} won" in phone.open(here).text
    assert change() == question
    assert phone.tap("Save anyway").status == 303
    assert f"{then} won" in phone.open(here).text


def test_a_change_of_no_winner_is_not_asked_about_nor_is_reopening_a_tournament(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 105, 15)
    phone.open(here)
    phone.tap("End tournament")
    phone.open(f"{here}/players")
    assert phone.tap("Add points", {"Who": "Bob", "Points": "20", "Reason": "door prize"}).status == 303
    phone.open(here)
    assert phone.tap("Reopen").status == 303


def test_a_finalist_who_left_the_bracket_comes_back_after_a_question(phone: Person) -> None:
    """T11, T13: their leaving decided it."""
    here = start_tournament(phone, "double-elimination", PAIRS[:2])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 105, 15)
    draw(phone, here, 2)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Cal & Dee"})
    assert "Ann & Bob won" in phone.open(here).text
    phone.open(f"{here}/players")
    assert phone.tap("Cal & Dee are back").status == 422
    assert "after this change no one would have." in phone.page.text
    assert phone.tap("Save anyway").status == 303
    assert "Ann & Bob won" not in phone.open(here).text


def test_one_player_of_a_pair_is_replaced_for_the_rest(phone: Person) -> None:
    here = start_tournament(phone, "swiss", PAIRS)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    change_seat(phone, "Bob", "Zoe")
    assert "Ann & Zoe" in placed(phone, here)
    assert "Ann & Zoe" in phone.open(game_at(phone, here, 1, 1)).totals


def test_no_seat_change_puts_one_person_at_a_table_twice(phone: Person, club: int) -> None:
    """Ann and Cal are drawn at two tables, and were merged when two of a tournament still could be."""
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    with phone.app.app_context(), writing() as session:
        ann, cal = (players.read_named(session, club, name) for name in ("Ann", "Cal"))
        assert ann is not None
        assert cal is not None
        players.merge(session, club, uuid4(), cal, ann.id, datetime.now(UTC))
    form = phone.open(f"{here}/players").form("Change seat")
    sent = form.sent | {"seat": str(EIGHT.index("Cal")), "seat_name": "Bob"}
    phone.last = phone.send(form.action, sent)
    assert (phone.last.status, "one person twice" in phone.page.text) == (422, True)


def test_pairs_change_no_places_by_hand(phone: Person) -> None:
    """No page offers it: it would be no draw of a bracket."""
    here = start_tournament(phone, "double-elimination", PAIRS)
    draw(phone, here, 1)
    form = phone.open(f"{here}/players").form("Change seat")
    answer = phone.send(form.action, form.sent | {"seat": "0", "seat_name": "Cal & Dee"})
    assert (answer.status, "Choose someone at a table" in answer.page.text) == (422, True)


def seat_zed(phone: Person, here: str, name: str) -> None:
    phone.open(f"{here}/players")
    assert change_seat(phone, name, "Zed").status == 303


@pytest.mark.both_databases
def test_a_deleted_game_that_is_restored_after_a_change_of_seats_is_of_those_who_sit_there(phone: Person) -> None:
    """T10, T11: it had not begun."""
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    first = names_of(next(iter(phone.open(game).totals)))[0]
    tap_in_settings(phone, game, "Delete game")
    seat_zed(phone, here, first)
    phone.last = phone.get(game)
    phone.tap("Restore")
    assert names_of(next(iter(phone.open(game).totals)))[0] == "Zed"
    partner = names_of(play_table(phone, game, 100, 110))[1]
    points = {name: points for name, (_, points) in placed(phone, here).items()}
    assert (points[partner], points[first]) == ("110", "0"), "Zed is a guest"


def test_a_seat_taken_back_is_gone_once_somebody_else_sits_there(phone: Person) -> None:
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    side = play_table(phone, game, 100, 110)
    for _ in range(2):
        phone.open(game)
        phone.tap("Undo")
    assert phone.page.has_button("Redo")
    seat_zed(phone, here, names_of(side)[0])
    assert not phone.open(game).has_button("Redo")


@pytest.mark.parametrize("kind", ["rotating", "swiss", "double-elimination"])
def test_no_one_wins_a_tournament_that_ends_without_a_result(phone: Person, kind: str) -> None:
    here = start_tournament(phone, kind, EIGHT if kind == "rotating" else PAIRS)
    draw(phone, here, 1)
    phone.open(here)
    for _ in range(2):
        phone.tap("End tournament")
    for page in (here, f"{here}/standings", "/tournaments"):
        assert " won" not in phone.open(page).text
    assert "Your seat" not in phone.open(f"{here}/standings").text
