"""Rounds are drawn as ordinary games, for players and for pairs, by docs/changing/draws.md."""

import pytest

from tests.html import text_of
from tests.person import Person
from tests.web.tournaments import start_match

from .steps import confirm, deal_by
from .tournaments import (
    EIGHT,
    PAIRS,
    change_seat,
    draw,
    first_dealer,
    game_at,
    names_of,
    paper,
    placed,
    play_table,
    sides_at,
    start_tournament,
    tournament_fields,
)

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


def test_draw_differently_is_offered_where_the_next_draw_is_another(phone: Person) -> None:
    """T2: of four players by the standings, who deals first can differ until one alone hasn't dealt."""
    here = start_tournament(phone, "ranked", EIGHT[:4])
    for number in range(1, 5):
        draw(phone, here, number)
        assert phone.page.has_button("Take back the draw")
        assert phone.page.has_button("Draw differently") is (number < 4)
        if number < 4:
            before = first_dealer(phone, here, number)
            phone.open(here)
            phone.tap("Draw differently")
            assert first_dealer(phone, here, number) != before
        paper(phone, here, number, 1, 100, 20)


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
    assert [text_of(row).split()[-3] for row in phone.page.all("[data-entrant]")] == ["0.5"] * 4
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
    assert phone.open(here).text.count(f"Original partnership, {goal} · 8 players") == 1
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
    assert "2 rounds · Ann & Bob won" in phone.open("/tournaments").text


def test_the_bracket_shows_who_meets_whom_who_is_out_and_what_the_final_needs(phone: Person) -> None:
    """T8: four pairs on the page that is watched and on paper."""
    here = start_tournament(phone, "double-elimination", PAIRS)
    assert "Bracket" not in [text_of(head) for head in phone.open(f"{here}/standings").all("h2")]
    for number, tables in ((1, 2), (2, 2), (3, 1)):
        draw(phone, here, number)
        for place in range(1, tables + 1):
            paper(phone, here, number, place, 100, 20)
        if number == 1:
            matches = [text_of(found) for found in phone.open(f"{here}/standings").all(".match")]
            assert matches[0] == "Match 1 Ann & Bob 100 ✓ Gus & Hal 20"
            assert matches[-1] == "Match 6 winner of match 4 winner of match 5"
            assert "In the final winner of match 4, not beaten before, needs one win" in phone.page.text
    draw(phone, here, 4)
    rows = phone.open(f"{here}/standings").all("[data-entrant]")
    twice = sorted(row.attrs["data-entrant"] for row in rows if "2 lost" in text_of(row))
    assert len(twice) == 2
    for page in (f"{here}/standings", f"{here}/print?what=bracket"):
        titles = [text_of(title) for title in phone.open(page).all(".stage h3")]
        assert titles == ["Winners, round 1", "Winners, round 2", "Losers, round 1", "Losers, round 2", "Final"]
        assert f"Out: {' and '.join(twice)}" in phone.page.text
        assert text_of(phone.page.all(".match")[-1]).startswith("Match 6 · table 1 ")
        assert " not beaten before, needs one win; " in phone.page.text
    unbeaten = placed(phone, here)
    first, _ = sides_at(phone, here, 4, 1)
    lost = (20, 100) if first == next(iter(unbeaten)) else (100, 20)
    paper(phone, here, 4, 1, *lost)
    assert "Both finalists have lost once: this match decides." in phone.open(f"{here}/standings").text
    draw(phone, here, 5)
    paper(phone, here, 5, 1, 100, 20)
    assert "won the final." in phone.open(f"{here}/standings").text


def test_after_a_tie_the_organizer_says_who_won_a_match(phone: Person) -> None:
    here = start_tournament(phone, "double-elimination", PAIRS)
    draw(phone, here, 1)
    first, second = sides_at(phone, here, 1, 1)
    assert paper(phone, here, 1, 1, 50, 50).status == 422
    assert "A match needs a winner, and no one is chosen. Save anyway?" in phone.page.text
    assert phone.tap("Save anyway").status == 303
    paper(phone, here, 1, 2, 50, 40)
    assert "who won?" in phone.open(here).text
    assert draw(phone, here, 2).status == 422
    assert "Table 1 has no result yet." in phone.page.text
    sides_at(phone, here, 1, 2)
    assert phone.form("Save result").sent["won"] == "", "there was no tie"
    sides_at(phone, here, 1, 1)
    phone.tap(
        "Save result",
        {f"Total of {first}": "50", f"Total of {second}": "50", "Who won, if the totals don’t say?": second},
    )
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
    phone.tap("Leaves", {"Who leaves": left})
    phone.open(f"{here}/players")
    before_the_draw = phone.last
    paper(phone, here, 1, 2, 50, 40)
    assert draw(phone, here, 2).status == 303
    assert any(won in sides_at(phone, here, 2, place) for place in (1,))
    assert all(left not in sides_at(phone, here, 2, place) for place in (1,))
    assert f"{left} are back" not in phone.open(f"{here}/players").text
    phone.last = before_the_draw
    answer = phone.tap(f"{left} are back")
    assert (answer.status, "Anyone who left a bracket is out." in answer.page.text) == (422, True)


def test_the_best_of_three_games_is_played_at_one_table(phone: Person) -> None:
    here = start_match(phone)
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


def replace_bob(phone: Person, here: str) -> None:
    phone.open(f"{here}/players")
    change_seat(phone, "Bob", "Zed")


def clockwise(phone: Person, game: str) -> list[str]:
    """Returns who sits at the table of a game before a bid, by seat."""
    return [text_of(label) for label in phone.open(game).all("#bid label:has([name=bidder])")]


def test_the_next_game_of_a_match_seats_who_took_a_partners_place_after_the_last(phone: Person) -> None:
    """T11: each game is of those who played it."""
    here = start_match(phone)
    first = game_at(phone, here, 1, 1)
    assert clockwise(phone, first) == ["Ann", "Cal", "Bob", "Dee"]
    deal_by(phone, "Cal")
    play_table(phone, first, 100, 110)
    replace_bob(phone, here)
    phone.open(first)
    second = phone.tap("Start game 2 of the match").path
    assert clockwise(phone, second) == ["Ann", "Cal", "Zed", "Dee"]
    assert "Zed deals" in phone.page.heading
    assert "Zed: table 1, seat 3, with Ann" in phone.open(f"{here}/standings?name=Zed").text
    play_table(phone, second, 100, 110)
    assert list(phone.open(first).totals) == ["Ann & Bob", "Cal & Dee"]
    rows = [row.split(",") for row in phone.get("/players.csv").body.decode().splitlines()]
    played = {name: (finished, won) for _, name, _, finished, won, *_ in rows}
    assert (played["Ann"], played["Bob"], played["Zed"]) == (("2", "2"), ("1", "1"), ("1", "1"))


def test_a_partner_is_replaced_in_a_game_of_a_match_that_has_not_begun(phone: Person) -> None:
    """T11: the game before it stays as it was played."""
    here = start_match(phone)
    first = game_at(phone, here, 1, 1)
    play_table(phone, first, 100, 110)
    phone.open(first)
    second = phone.tap("Start game 2 of the match").path
    replace_bob(phone, here)
    assert list(phone.open(first).totals) == ["Ann & Bob", "Cal & Dee"]
    assert list(phone.open(second).totals) == ["Ann & Zed", "Cal & Dee"]


@pytest.mark.parametrize("begun", [False, True])
def test_two_phones_start_one_next_game_of_a_match_though_a_partner_is_replaced(phone: Person, begun: bool) -> None:
    """A game that has begun keeps its players; a second tap leads there."""
    here = start_match(phone)
    first = game_at(phone, here, 1, 1)
    play_table(phone, first, 100, 110)
    late = phone.twin()
    for each in (phone, late):
        each.open(first)
    second = phone.tap("Start game 2 of the match").path
    if begun:
        phone.record_bid("Ann", 100)
    replace_bob(phone, here)
    assert late.tap("Start game 2 of the match").path == second
    assert list(late.open(second).totals) == ["Ann & Bob" if begun else "Ann & Zed", "Cal & Dee"]


def test_partners_who_exchanged_seats_at_the_table_keep_them_in_the_next_game_of_a_match(phone: Person) -> None:
    here = start_match(phone)
    first = game_at(phone, here, 1, 1)
    phone.open(f"{first}/settings")
    phone.tap("Change seating", {"Seat 1": "Bob", "Seat 2": "Cal", "Seat 3": "Ann", "Seat 4": "Dee"})
    play_table(phone, first, 100, 110)
    replace_bob(phone, here)
    phone.open(first)
    second = phone.tap("Start game 2 of the match").path
    assert clockwise(phone, second) == ["Zed", "Cal", "Ann", "Dee"]


def test_a_match_on_paper_goes_to_the_side_that_won_more_games_not_more_points(phone: Person) -> None:
    """The first side lost one game high and won two by a little: 2 to 1, with fewer points."""
    here = start_match(phone)
    first, second = phone.open(game_at(phone, here, 1, 1)).totals
    totals = {f"Total of {first}": "150", f"Total of {second}": "200"}
    phone.open(f"{here}/rounds/1/tables/1")
    asked = phone.tap("Save result", totals)
    assert (asked.status, "A match needs a winner, and no one is chosen." in asked.page.text) == (422, True)
    phone.tap("Save result", totals | {"Who won, if the totals don’t say?": first})
    assert placed(phone, here)[first] == ("1", "150")


def test_a_match_follows_a_corrected_game(phone: Person) -> None:
    """T10: the first side wins games 1 and 3; with game 2 corrected it has won all three, and the match still."""
    here = start_match(phone)
    games = []
    for number, captured in ((1, 110), (2, 0), (3, 110)):
        if number > 1:
            phone.tap(f"Start game {number} of the match")
        games.append(game_at(phone, here, 1, 1))
        won = play_table(phone, games[-1], 100, captured)
    assert placed(phone, here)[won] == ("1", "120")
    phone.open(f"{games[1]}/hands/1")
    phone.tap("Save correction", {f"Captured by {won}": "110", f"Captured by {PAIRS[won == PAIRS[0]]}": ""})
    confirm(phone)
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
    assert "Table 1 has no result yet. End the tournament anyway?" in phone.page.text
    phone.tap("End tournament")
    assert "Take back the draw" not in phone.page.text, "what has ended stays as it is"
    assert "Draw differently" not in phone.page.text
