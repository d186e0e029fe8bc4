"""Tournaments as their organizer has them, by docs/using/tournaments.md."""

import html
import re
from datetime import UTC, datetime
from uuid import UUID

import pytest

from scorekeeper.storage import tournaments
from scorekeeper.storage.db import writing
from scorekeeper.usecases import permissions
from tests.html import text_of
from tests.person import Person

from .tournaments import (
    EIGHT,
    PAIRS,
    draw,
    game_at,
    paper,
    placed,
    play_table,
    sides_at,
    standings_on,
    start_tournament,
    tournament_fields,
)


def names_of(side: str) -> list[str]:
    return side.split(" & ")


# T1, T2: a round is drawn as ordinary games.


def test_a_round_is_drawn_by_one_button_and_every_table_is_a_game(phone: Person) -> None:
    here = start_tournament(phone, "rotating")
    assert draw(phone, here, 1).status == 303
    seated = [name for place in (1, 2) for side in sides_at(phone, here, 1, place) for name in names_of(side)]
    assert sorted(seated) == list(EIGHT)
    assert list(phone.open(game_at(phone, here, 1, 2)).totals.values()) == ["0", "0"]
    assert "Fall, round 1, table 2" in phone.page.text


def test_a_round_that_is_drawn_twice_by_a_second_tap_is_drawn_once(phone: Person) -> None:
    phone.open(start_tournament(phone))
    form = phone.form("Draw round 1")
    for _ in range(2):
        assert phone.send(form.action, form.sent).status == 303
    assert phone.send(form.action, form.sent | {"form_id": "0" * 32}).status == 303
    assert len(phone.open(phone.last.path if phone.last else "/").all(".tables li")) == 2


def test_draw_differently_takes_the_next_draw_and_a_draw_can_be_taken_back(phone: Person) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    before, game = sides_at(phone, here, 1, 1), game_at(phone, here, 1, 1)
    phone.open(here)
    phone.tap("Draw differently")
    assert sides_at(phone, here, 1, 1) != before
    assert phone.get(game).status == 404, "its games are deleted"
    phone.open(here)
    phone.tap("Take back the draw")
    assert "Round 1" not in phone.page.text
    draw(phone, here, 1)
    assert sides_at(phone, here, 1, 1) == before, "the same input gives the same draw"


@pytest.mark.parametrize("what", ["differently", "take-back"])
def test_a_draw_that_there_is_not_is_not_found(phone: Person, what: str) -> None:
    here = start_tournament(phone)
    form = phone.open(here).form("Draw round 1")
    assert phone.send(f"{here}/rounds/0/{what}", form.sent).status == 404
    assert phone.send(f"{here}/rounds/1/{what}", form.sent).status == 303


def test_a_draw_stays_once_something_was_recorded(phone: Person) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    form = phone.form("Take back the draw")
    phone.open(game_at(phone, here, 1, 2))
    phone.record_bid(next(iter(phone.page.totals)).partition(" & ")[0], 100)
    assert "Take back the draw" not in phone.open(here).text
    phone.last = phone.send(form.action, form.sent | {"form_id": "1" * 32})
    assert phone.last.status == 422
    assert "The draw of round 1 can't be taken back: table 2 began." in phone.page.text


def test_the_first_side_has_seats_1_and_3(phone: Person) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    first, second = sides_at(phone, here, 1, 1)
    assert list(phone.open(game_at(phone, here, 1, 1)).totals) == [first, second]


def test_a_game_ends_after_its_hands_and_a_tie_is_shared(phone: Person) -> None:
    """T1: 110 to 10, then 10 to 110: no extra hand, and half a win for each."""
    here = start_tournament(phone, "ranked", EIGHT[:4], more={"Hands a round": "2"})
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    play_table(phone, game, 100, 110)
    phone.record_bid("Bob", 100)
    phone.tap("Save hand", {"Last trick": "Bob & Dee", "Captured by Ann & Cal": "10"})
    assert phone.page.totals == {"Ann & Cal": "120", "Bob & Dee": "120"}
    assert set(placed(phone, here).values()) == {("1", "120")}
    assert [text_of(row).split()[-2] for row in phone.page.all("[data-entrant]")] == ["0.5"] * 4
    assert draw(phone, here, 2).status == 303


@pytest.mark.parametrize(
    ("more", "goal"),
    [
        ({"Hands a round": "4"}, "4 hands"),
        ({"Hands a round": "4", "Minutes a round": "20"}, "4 hands or 20 minutes"),
        ({"Hands a round": ""}, "to 300"),
        ({"Hands a round": "", "Minutes a round": "30"}, "30 minutes"),
    ],
)
def test_a_game_lasts_as_long_as_its_tournament_says(phone: Person, more: dict[str, str], goal: str) -> None:
    here = start_tournament(phone, more=more)
    assert phone.open(here).text.count(f"Original partnership, {goal}") == 1
    draw(phone, here, 1)
    assert f"Original partnership, {goal} " in phone.open(game_at(phone, here, 1, 1)).text


def test_a_table_cannot_play_longer_than_the_others(phone: Person) -> None:
    here = start_tournament(phone)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    form = phone.open(f"{game}/settings").form("End game early")
    assert "Game length" not in phone.page.text
    assert phone.send(f"{game}/target", form.sent | {"hand_limit": "9"}).status == 422
    assert "1 hand " in phone.open(game).text


def test_the_organizer_may_keep_the_target(phone: Person) -> None:
    phone.open("/tournaments/new")
    form = phone.form("Start tournament")
    phone.last = phone.send(form.action, form.filled(**tournament_fields("ranked", EIGHT)) | {"keeps_target": "y"})
    assert "to 300 or 1 hand" in phone.page.text


# T4, T9: the standings.


def test_the_standings_follow_from_the_games_and_say_who_sat_out(phone: Person) -> None:
    """T4: Ivy sits out, and has 0 as long as she has not played."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    assert "Sitting out: Ivy" in phone.page.text
    won = play_table(phone, game_at(phone, here, 1, 1), 100, 110)
    paper(phone, here, 1, 2, 80, 40)
    standings = placed(phone, here)
    assert [standings[name] for name in names_of(won)] == [("1", "110")] * 2
    assert standings["Ivy"] == ("9", "0")
    assert "1 sit-out" in phone.page.text


def test_a_corrected_result_changes_the_standings_and_the_page_says_so_after_the_next_draw(phone: Person) -> None:
    """T10."""
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    won = play_table(phone, game, 100, 110)
    paper(phone, here, 1, 2, 80, 40)
    draw(phone, here, 2)
    assert "has changed" not in phone.page.text
    before = sides_at(phone, here, 2, 1)
    phone.open(game)
    phone.tap("Undo")
    assert placed(phone, here)[names_of(won)[0]][1] == "0"
    assert "Round 1, table 1: the result has changed since round 2 was drawn." in phone.open(here).text
    assert sides_at(phone, here, 2, 1) == before, "rounds that were drawn stay as drawn"
    phone.open(game)
    phone.tap("Redo")
    assert "has changed" not in phone.open(here).text


def test_a_stopped_game_counts_with_its_totals_as_they_are(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4], more={"Hands a round": "2"})
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    won = play_table(phone, game, 100, 110)
    assert placed(phone, here)[names_of(won)[0]][1] == "0", "it is still being played"
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    assert placed(phone, here)[names_of(won)[0]] == ("1", "110")


def test_a_deleted_game_is_no_result_and_a_restored_one_is(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    won = play_table(phone, game, 100, 110)
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    assert placed(phone, here)[names_of(won)[0]][1] == "0"
    assert "Take back the draw" not in phone.open(here).text, "what was recorded can be restored"
    phone.last = phone.get(game_at(phone, here, 1, 1))
    phone.tap("Restore")
    assert placed(phone, here)[names_of(won)[0]][1] == "110"


def test_games_of_a_tournament_offer_no_rematch(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    play_table(phone, game, 100, 110)
    for page in (game, f"{game}/settings", f"{game}/summary"):
        assert "Rematch" not in phone.open(page).text
    form = phone.open(game).form("Undo")
    answer = phone.send(f"{game}/rematch", form.sent)
    assert answer.status == 422
    assert "A game of a tournament has no rematch." in answer.page.text


# Totals of a table on paper.


def test_typed_totals_count_in_the_standings_alone_and_can_be_corrected(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    first, _ = sides_at(phone, here, 1, 1)
    paper(phone, here, 1, 1, 120, -40)
    assert placed(phone, here)[names_of(first)[0]] == ("1", "120")
    assert "120 – −40 (paper)" in phone.open(here).text
    assert "in progress" not in phone.open("/games").text, "nothing is recorded at that table"
    paper(phone, here, 1, 1, 100, "")
    assert phone.last is not None
    assert phone.last.status == 422
    assert "Enter both totals." in phone.page.text
    paper(phone, here, 1, 1, "many", 40)
    assert "Enter a whole number, like 45." in phone.page.text
    assert "many" in phone.page.html
    paper(phone, here, 1, 1, "", "")
    assert placed(phone, here)[names_of(first)[0]] == ("1", "0")
    assert "in progress" in phone.open("/games").text
    assert "In progress" not in phone.open("/").text, "but it did not begin"


def test_totals_typed_for_others_than_sit_there_now_are_refused(phone: Person) -> None:
    """Two organizers: one types totals while the other draws differently."""
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    sides_at(phone, here, 1, 1)
    form = phone.form("Save result")
    phone.open(here)
    phone.tap("Draw differently")
    first, _ = sides_at(phone, here, 1, 1)
    phone.last = phone.send(form.action, form.sent | {"first": "101", "second": "20"})
    assert phone.last.status == 422
    assert "Others were seated at this table meanwhile." in phone.page.text
    assert "101" in phone.page.html
    assert phone.tap("Save result").status == 303, "once it was said, the page shows who sits there"
    assert placed(phone, here)[names_of(first)[0]][1] == "101"


# T11: people come and go.


def test_who_leaves_is_marked_and_keeps_the_points_and_can_come_back(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:5])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who": "Ann"})
    assert placed(phone, here)["Ann"] == ("1", "100")
    assert "left" in text_of(phone.page.one("[data-entrant=Ann]"))
    draw(phone, here, 2)
    assert "Ann" not in " ".join(sides_at(phone, here, 2, 1))
    phone.open(f"{here}/players")
    phone.tap("Is back", {"Who": "Ann (left)"})
    assert "left" not in text_of(phone.open(f"{here}/standings").one("[data-entrant=Ann]"))


def test_who_comes_later_plays_from_the_next_round_on(phone: Person) -> None:
    here = start_tournament(phone, "rotating", EIGHT[:7])
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Add", {"Players to add": "Hal"})
    assert placed(phone, here)["Hal"][1] == "0"
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
    phone.tap("Leaves", {"Who": "Player no. 0"})
    phone.tap("Add", {"Players to add": "Zoe"})
    answer = phone.tap("Is back", {"Who": "Player no. 0 (left)"})
    assert (answer.status, "4 to 64 players, not 65." in answer.page.text) == (422, True)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    answer = phone.tap("Change seat", {"In place of": "Player no. 1", "Now plays": "Player no. 0"})
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
    phone.tap("Change seat", {"In place of": "Eve", "Now plays": "hal"})
    assert (sides_at(phone, here, 1, 1), sides_at(phone, here, 1, 2)) == (
        ("Ann & Hal", "Bob & Fay"),
        ("Cal & Gus", "Dee & Eve"),
    )
    assert list(phone.open(game_at(phone, here, 1, 1)).totals) == ["Ann & Hal", "Bob & Fay"]
    assert "Undo" not in phone.page.text, "a table can't take it back"
    play_table(phone, game_at(phone, here, 1, 2), 100, 110)
    phone.open(f"{here}/players")
    answer = phone.tap("Change seat", {"In place of": "Ann", "Now plays": "Dee"})
    assert (answer.status, "Dee has begun to play at another table." in answer.page.text) == (422, True)


def test_who_sits_out_or_a_guest_takes_a_missing_players_seat(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who": "Ann"})
    phone.tap("Change seat", {"In place of": "Ann", "Now plays": "Ivy"})
    phone.tap("Change seat", {"In place of": "Bob", "Now plays": "Zoe"})
    assert sides_at(phone, here, 1, 1) == ("Ivy & Eve", "Zoe & Fay")
    assert "Sitting out" not in phone.open(here).text
    paper(phone, here, 1, 1, 50, 90)
    standings = placed(phone, here)
    assert standings["Fay"] == ("1", "90")
    assert standings["Ivy"] == ("2", "50")
    assert "Zoe" not in standings, "a guest has no place in the standings"


def test_a_guest_whose_seat_is_taken_again_sits_nowhere(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Change seat", {"In place of": "Ann", "Now plays": "Zoe"})
    phone.tap("Change seat", {"In place of": "Zoe", "Now plays": "Ivy"})
    assert sides_at(phone, here, 1, 1) == ("Ivy & Eve", "Bob & Fay")
    assert "Sitting out" not in phone.open(here).text


def test_the_organizer_adds_points_with_a_reason(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    phone.open(f"{here}/players")
    answer = phone.tap("Add points", {"Who": "Bob", "Points": "-20", "Reason": ""})
    assert (answer.status, "Say why" in answer.page.text, "-20" in answer.page.html) == (422, True, True)
    phone.tap("Add points", {"Who": "Bob", "Points": "-20", "Reason": "late"})
    assert placed(phone, here)["Bob"] == ("8", "-20")
    assert "−20 late" in phone.page.text


def test_one_player_of_a_pair_is_replaced_for_the_rest(phone: Person) -> None:
    here = start_tournament(phone, "swiss", PAIRS)
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    phone.tap("Change seat", {"In place of": "Bob", "Now plays": "Zoe"})
    assert "Ann & Zoe" in placed(phone, here)
    assert "Ann & Zoe" in phone.open(game_at(phone, here, 1, 1)).totals


def test_no_seat_change_puts_one_person_at_a_table_twice(phone: Person) -> None:
    """Ann and Cal are drawn at two tables, then turn out to be one person."""
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    phone.open("/players/3/merge?other=Ann")
    assert phone.tap("Merge into Ann").status == 303
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


# T7, T8, T13: pairs.


def test_pairs_meet_by_their_results_and_a_repeat_is_named(phone: Person) -> None:
    here = start_tournament(phone, "swiss", PAIRS[:2])
    for number in (1, 2):
        draw(phone, here, number)
        paper(phone, here, number, 1, 100, 20)
    assert "Ann & Bob and Cal & Dee meet again." in phone.open(here).text


def test_a_bracket_ends_by_itself_and_says_who_won(phone: Person) -> None:
    """Two pairs: the first wins twice."""
    here = start_tournament(phone, "double-elimination", PAIRS[:2])
    for number in (1, 2):
        draw(phone, here, number)
        first, _ = sides_at(phone, here, number, 1)
        won = first == "Ann & Bob"
        paper(phone, here, number, 1, *((100, 20) if won else (20, 100)))
    assert "Ann & Bob won" in phone.open(here).text
    assert "Draw round" not in phone.page.text
    assert list(placed(phone, here)) == ["Ann & Bob", "Cal & Dee"]


def test_after_a_tie_the_organizer_says_who_won_a_match(phone: Person) -> None:
    here = start_tournament(phone, "double-elimination", PAIRS)
    draw(phone, here, 1)
    first, second = sides_at(phone, here, 1, 1)
    paper(phone, here, 1, 1, 50, 50)
    paper(phone, here, 1, 2, 50, 40)
    assert "who won?" in phone.open(here).text
    assert draw(phone, here, 2).status == 422
    assert "Table 1 has no result yet." in phone.page.text
    sides_at(phone, here, 1, 2)
    assert phone.form("Save result").sent["won"] == "", "there was no tie"
    sides_at(phone, here, 1, 1)
    phone.tap("Save result", {f"Total of {first}": "50", f"Total of {second}": "50", "After a tie, who won?": second})
    assert draw(phone, here, 2).status == 303


def test_a_bracket_waits_for_a_result_of_an_earlier_round_that_was_taken_back(phone: Person) -> None:
    """Two pairs; the first match was typed for the wrong table: no round without tables is drawn."""
    here = start_tournament(phone, "double-elimination", PAIRS[:2])
    for number in (1, 2):
        draw(phone, here, number)
        first, _ = sides_at(phone, here, number, 1)
        paper(phone, here, number, 1, *((100, 20) if (first == PAIRS[0]) == (number == 1) else (20, 100)))
    paper(phone, here, 1, 1, "", "")
    answer = draw(phone, here, 3)
    assert (answer.status, "Table 1 has no result yet in round 1." in answer.page.text) == (422, True)


def test_who_leaves_a_bracket_loses_the_match_that_was_drawn(phone: Person) -> None:
    here = start_tournament(phone, "double-elimination", PAIRS)
    draw(phone, here, 1)
    left, won = sides_at(phone, here, 1, 1)
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who": left})
    paper(phone, here, 1, 2, 50, 40)
    assert draw(phone, here, 2).status == 303
    assert any(won in sides_at(phone, here, 2, place) for place in (1,))
    assert all(left not in sides_at(phone, here, 2, place) for place in (1,))
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who": f"{left} (left)"})
    answer = phone.tap("Is back", {"Who": f"{left} (left)"})
    assert (answer.status, "Anyone who left a bracket is out." in answer.page.text) == (422, True)


def test_the_best_of_three_games_is_played_at_one_table(phone: Person) -> None:
    phone.open("/tournaments/new")
    form = phone.form("Start tournament")
    filled = form.filled(**tournament_fields("double-elimination", PAIRS[:2])) | {"best_of_three": "y"}
    phone.last = phone.send(form.action, filled)
    here = phone.last.path
    draw(phone, here, 1)
    for number in (1, 2):
        game = game_at(phone, here, 1, 1)
        won = play_table(phone, game, 100, 110)
        if number == 1:
            assert list(placed(phone, here).values()) == [("1", "0"), ("1", "0")]
            phone.open(game)
            phone.tap("Start game 2 of the match")
            assert phone.page.totals == {won: "0", next(side for side in phone.page.totals if side != won): "0"}
    assert placed(phone, here)[won] == ("1", "220")
    assert "Start game 3" not in phone.open(game).text


def test_a_match_follows_a_corrected_game(phone: Person) -> None:
    """T10: the first side wins games 1 and 3; with game 2 corrected it has won all three, and the match still."""
    phone.open("/tournaments/new")
    form = phone.form("Start tournament")
    filled = form.filled(**tournament_fields("double-elimination", PAIRS[:2])) | {"best_of_three": "y"}
    phone.last = phone.send(form.action, filled)
    here = phone.last.path
    draw(phone, here, 1)
    games = []
    for number, captured in ((1, 110), (2, 0), (3, 110)):
        if number > 1:
            phone.tap(f"Start game {number} of the match")
        games.append(game_at(phone, here, 1, 1))
        won = play_table(phone, games[-1], 100, captured)
    assert placed(phone, here)[won] == ("1", "120")
    phone.open(f"{games[1]}/hands/1")
    phone.tap("Save correction", {f"Captured by {won}": "110", f"Captured by {PAIRS[won == PAIRS[0]]}": ""})
    assert placed(phone, here)[won] == ("1", "330")
    assert "no result" not in phone.open(here).text


def test_the_organizer_ends_a_tournament_and_reopens_it(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(here)
    phone.tap("End tournament")
    assert "Ann and Cal won" in phone.page.text
    assert "Ann and Cal won" in phone.open(f"{here}/standings").text
    phone.open(here)
    phone.tap("Reopen")
    assert draw(phone, here, 2).status == 303
    phone.tap("End tournament")
    assert "Take back the draw" not in phone.page.text, "what has ended stays as it is"
    assert "Draw differently" not in phone.page.text


# T12: the clock.


def test_one_clock_is_started_paused_and_extended_for_all_tables(phone: Person) -> None:
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    assert "20 minutes left in round 1, not running" in phone.page.text, "drawing does not start it"
    game = game_at(phone, here, 1, 2)
    assert "20 minutes left, the clock isn't running" in phone.open(game).text
    poll = phone.page.one("[data-poll]").attrs["data-poll"]
    assert phone.get(poll).status == 204
    phone.open(here)
    phone.tap("Start the clock")
    assert phone.get(poll).status == 200, "the table hears of it"
    assert phone.open(game).one("[role=timer]").attrs["data-seconds"] in ("1200", "1199", "1198")
    phone.open(here)
    phone.tap("5 minutes left")
    assert phone.open(game).one("[role=timer]").attrs["data-seconds"] in ("300", "299", "298")
    phone.open(here)
    phone.tap("5 more minutes")
    phone.tap("Pause the clock")
    assert "10 minutes left, the clock isn't running" in phone.open(game).text


def test_a_tournament_that_has_ended_shows_no_clock_until_it_is_reopened(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4], more={"Minutes a round": "20"})
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(here)
    phone.tap("End tournament")
    for page in (here, f"{here}/standings"):
        assert "left in round 1" not in phone.open(page).text
    assert "Start the clock" not in phone.open(here).text
    phone.tap("Reopen")
    assert "20 minutes left in round 1" in phone.open(here).text


def test_when_time_is_up_each_table_finishes_its_hand_and_the_next_round_has_a_clock_of_its_own(phone: Person) -> None:
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    phone.tap("Start the clock")
    with phone.app.app_context(), writing() as session:
        stored = tournaments.read(session, permissions.club_id(), UUID(here.rpartition("/")[2]))
        assert stored is not None
        stored.facts.clock.ends = datetime.now(UTC)
        tournaments.write(session, stored)
    assert "Time's up: finish the hand" in phone.open(here).text
    assert "Start the clock" not in phone.page.text
    assert "Time's up: last hand" in phone.open(game_at(phone, here, 1, 1)).text
    draw(phone, here, 2)
    assert "20 minutes left in round 2, not running" in phone.page.text
    phone.tap("Start the clock")
    assert "Time's up: last hand" in phone.open(game_at(phone, here, 1, 1)).text
    assert phone.open(game_at(phone, here, 2, 1)).one("[role=timer]").attrs["data-seconds"] in ("1200", "1199", "1198")


# Bad input.


@pytest.mark.parametrize(
    ("kind", "entrants", "sentence"),
    [
        ("rotating", "Ann\nBob\nCal", "This format is for 4 to 64 players, not 3."),
        ("rotating", "\n".join(f"N{n}" for n in range(65)), "This format is for 4 to 64 players, not 65."),
        ("ranked", "Ann\nBob\nCal\nDee\nann", "Ann is in the list twice."),
        ("swiss", "Ann & Bob", "This format is for 2 to 32 pairs, not 1."),
        ("swiss", "Ann & Bob\nCal", "like Ann & Bob. This one doesn't: Cal"),
        ("swiss", "Ann & Bob\nCal & Bob", "Bob is in the list twice."),
        ("swiss", "Ann & Bob\nCal & Dee & Eve", "like Ann & Bob. This one doesn't: Cal & Dee & Eve"),
        ("ranked", "Ann\nBob\nCal\n" + "D" * 50, "Names can be up to 40 characters."),
    ],
)
def test_entrants_that_cannot_be_are_refused_in_a_sentence_and_kept(
    phone: Person, kind: str, entrants: str, sentence: str
) -> None:
    phone.open("/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields(kind, tuple(entrants.splitlines())))
    assert answer.status == 422
    assert sentence in phone.page.text
    assert entrants in html.unescape(phone.page.html).replace("\r\n", "\n")
    assert phone.page.one("textarea").attrs["aria-invalid"] == "true"


def test_pairs_are_written_in_any_of_four_ways(phone: Person) -> None:
    here = start_tournament(phone, "swiss", ("Ann & Bob", "Cal and Dee", "Eve/Fay", "Gus, Hal"))
    assert tuple(placed(phone, here)) == PAIRS


@pytest.mark.parametrize(
    ("kind", "more", "sentence"),
    [
        ("ranked", {"Rules": "Three players"}, "A tournament is played by two sides of two."),
        ("ranked", {"Rules": "Changing partners"}, "A tournament is played by two sides of two."),
        ("ranked", {"Tournament name": ""}, "Give the tournament a name."),
        ("ranked", {"Hands a round": "0"}, "The number of hands must be from 1"),
        ("ranked", {"Minutes a round": "soon"}, "Enter a whole number, like 45."),
        ("double-elimination", {"Rules": "Larry Smith"}, "A match needs a winner"),
    ],
)
def test_what_else_cannot_be_is_refused_in_a_sentence(
    phone: Person, kind: str, more: dict[str, str], sentence: str
) -> None:
    phone.open("/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields(kind, EIGHT if kind == "ranked" else PAIRS) | more)
    assert (answer.status, sentence in phone.page.text) == (422, True), phone.page.text


def test_a_name_spelled_nearly_like_a_known_one_is_asked_about(phone: Person) -> None:
    phone.start_game(names=("Anna", "Bob", "Cal", "Dee"), dealer="Bob")
    phone.open("/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields("ranked", ("ANNA", "Bob", "Cal", "Dee")))
    assert (answer.status, "Is ANNA the Anna you know?" in answer.page.text) == (422, True)
    assert phone.tap("Start tournament", {}).status == 303


@pytest.mark.parametrize(("kind", "status"), [("rotating", 303), ("ranked", 422)])
def test_only_a_plan_that_needs_no_results_is_drawn_on_while_tables_play(phone: Person, kind: str, status: int) -> None:
    here = start_tournament(phone, kind)
    draw(phone, here, 1)
    assert draw(phone, here, 2).status == status
    assert ("Tables 1 and 2 have no result yet." in phone.page.text) == (status == 422)


# Who watches.


def test_anyone_watches_the_standings_by_link_and_code_and_hears_of_results(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    link = phone.page.one("[data-address]").attrs["data-address"].removeprefix("http://localhost")
    code = phone.page.one("[data-code]").attrs["data-code"]
    stranger = Person(phone.app)
    stranger.open("/watch")
    assert stranger.tap("Watch", {"Code": code}).path == link
    poll = stranger.page.one("[data-poll]").attrs["data-poll"]
    assert stranger.get(poll).status == 204
    won = play_table(phone, game_at(phone, here, 1, 1), 100, 110)
    news = stranger.get(poll)
    assert news.status == 200
    assert standings_on(news.page)[names_of(won)[0]] == ("1", "110")
    assert not re.findall(r'(href|action)="/(?!static|app|watch)', stranger.open(link).html), "and leads nowhere else"


def test_the_standings_of_a_member_hear_of_results_and_keep_the_way_back(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    poll = phone.open(f"{here}/standings").one("[data-poll]").attrs["data-poll"]
    assert phone.get(poll).status == 204
    paper(phone, here, 1, 1, 100, 20)
    news = phone.get(poll)
    assert (news.status, news.page.whole) == (200, False)
    assert standings_on(news.page)["Ann"] == ("1", "100")
    assert news.page.one("a.home").attrs["href"] == here


def test_the_organizers_page_hears_of_results(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    poll = phone.page.one("[data-poll]").attrs["data-poll"]
    assert phone.get(poll).status == 204
    play_table(phone, game_at(phone, here, 1, 1), 100, 110)
    news = phone.get(poll, HX_Request="true")
    assert (news.status, "110" in news.page.text, news.page.whole) == (200, True, False)


def test_the_page_to_print_has_seat_cards_score_sheets_and_the_standings(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    assert len(phone.open(f"{here}/print").all(".sheet .qr")) == 2
    assert "Clockwise: Ann, Bob, Eve, Fay." in phone.page.text
    assert len(phone.open(f"{here}/print?what=sheets").all(".paper")) == 2
    assert len(phone.open(f"{here}/print?what=standings").all("[data-entrant]")) == 8


def test_a_phone_on_a_table_goes_on_to_the_next_round_there(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    play_table(phone, game, 100, 110)
    poll = phone.page.one("[data-poll]").attrs["data-poll"]
    draw(phone, here, 2)
    answer = phone.get(poll)
    assert (answer.status, answer.headers["Location"]) == (303, game_at(phone, here, 2, 1))


def test_a_table_that_is_stopped_in_a_tie_brings_half_a_win_each(phone: Person) -> None:
    """T10."""
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    phone.open(game)
    phone.record_bid("Ann", 100)
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    assert set(placed(phone, here).values()) == {("1", "0")}
    assert [text_of(row).split()[-2] for row in phone.page.all("[data-entrant]")] == ["0.5"] * 4
