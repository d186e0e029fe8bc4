"""The standings, what is typed from paper, and who watches them, by docs/changing/draws.md."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import url_for

from tests.html import Page, text_of
from tests.person import Person

from .tournaments import (
    EIGHT,
    FORMATS,
    PAIRS,
    change_seat,
    draw,
    game_at,
    names_of,
    paper,
    placed,
    play_table,
    sides_at,
    standings_on,
    start_tournament,
)

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
    assert standings["Ivy"] == ("", "0")
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


@pytest.mark.parametrize("kind", FORMATS)
def test_a_result_that_changed_after_a_draw_is_named_where_the_draw_went_by_results(phone: Person, kind: str) -> None:
    """T10: all but the plan of `rotating`, which goes by none."""
    here = start_tournament(phone, kind, EIGHT if kind in ("rotating", "ranked") else PAIRS)
    draw(phone, here, 1)
    for place in (1, 2):
        paper(phone, here, 1, place, 80, 40)
    draw(phone, here, 2)
    paper(phone, here, 1, 1, 90, 30)
    said = "Round 1, table 1: the result has changed since round 2 was drawn."
    assert (said in phone.open(here).text) == (kind != "rotating")


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
    phone.open(f"{here}/rounds/1/tables/1")
    assert phone.tap("Restore").path == game
    assert placed(phone, here)[names_of(won)[0]][1] == "110"


DELETED = "game deleted: counts as unplayed"


@pytest.mark.parametrize("is_over", [False, True], ids=["begun", "over"])
@pytest.mark.parametrize("kind", FORMATS)
def test_every_page_says_that_a_deleted_game_counts_as_unplayed(phone: Person, kind: str, is_over: bool) -> None:
    """Each page of the tournament, and its watch page: none has the game's hand or totals left."""
    here = start_tournament(phone, kind, PAIRS if kind in ("swiss", "double-elimination") else EIGHT)
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 2)
    if is_over:
        play_table(phone, game, 100, 110)
    else:
        phone.open(game)
        phone.tap("Misdeal")
    marks = {phone.open(here).one("[data-poll]").attrs["data-poll"]}
    phone.open(f"{game}/settings")
    phone.tap("Delete game")
    marks.add(phone.open(here).one("[data-poll]").attrs["data-poll"])
    assert len(marks) == 2, "who has the page open is told"
    saying = set()
    for path, page in pages_of(phone, here):
        assert "hand 2" not in page.text, path
        assert "110 – " not in page.text, path
        if DELETED in page.text:
            saying.add(path.rsplit("/", 1)[-1] if "/watch/" not in path else "watch")
    assert saying >= {here.rsplit("/", 1)[-1], "standings", "watch", "2"}
    if kind != "rotating":
        paper(phone, here, 1, 1, 105, 15)
    phone.open(here)
    assert "waiting for" in phone.page.text
    answer = phone.tap("Draw round 2")
    assert (answer.status, "2" in answer.page.text) == (422, True)
    assert "no result yet" in answer.page.text, "the draw names it among those waited for"
    paper(phone, here, 1, 2, 120, 0)
    assert DELETED not in phone.open(here).text, "typed totals count in its place"


def pages_of(phone: Person, here: str) -> Iterator[tuple[str, Page]]:
    """Every page of a tournament, of its second table and of its watch link."""
    values: dict[str, Any] = {"tournament": here.rsplit("/", 1)[-1], "number": 1, "place": 2}
    with phone.app.test_request_context():
        for rule in phone.app.url_map.iter_rules():
            is_ours = rule.endpoint.startswith("tournaments.") and "tournament" in rule.arguments
            if is_ours and "GET" in (rule.methods or ()) and rule.arguments <= values.keys():
                path = url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
                yield path, phone.open(path)
    watched = phone.open(here).one("[data-link=watch]").attrs["data-address"]
    path = watched[watched.index("/watch/") :]
    yield path, phone.open(path)


@pytest.mark.parametrize("kind", ["rotating", "ranked", "swiss"])
def test_after_the_end_a_result_that_changes_who_won_is_asked_about(phone: Person, kind: str) -> None:
    here = start_tournament(phone, kind, PAIRS if kind == "swiss" else EIGHT)
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 105, 15)
    won, _ = sides_at(phone, here, 1, 1)
    phone.open(here)
    phone.tap("End tournament")
    phone.tap("End tournament")
    winners = " and ".join(names_of(won)) if kind != "swiss" else won
    assert f"{winners} won" in phone.open(here).text
    answer = paper(phone, here, 1, 2, 120, 0)
    other, _ = sides_at(phone, here, 1, 2)
    others = " and ".join(names_of(other)) if kind != "swiss" else other
    said = f"{winners} won this tournament; after this change {others} would have. Save anyway?"
    assert (answer.status, said in answer.page.text) == (422, True), answer.page.text
    assert f"{winners} won" in phone.open(here).text
    paper(phone, here, 1, 2, 120, 0)
    assert phone.tap("Save anyway").status == 303
    assert f"{others} won" in phone.open(here).text
    assert paper(phone, here, 1, 1, 110, 10).status == 303, "who won stays the same"


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
    assert "120 to −40 (paper)" in phone.open(here).text
    assert "in progress" not in phone.open("/games").text, "nothing is recorded at that table"
    paper(phone, here, 1, 1, 100, "")
    assert phone.last is not None
    assert phone.last.status == 422
    assert "Enter both totals." in phone.page.text
    paper(phone, here, 1, 1, "many", 40)
    assert "Enter a whole number, like 45." in phone.page.text
    assert "many" in phone.page.html
    paper(phone, here, 1, 1, "", "")
    assert placed(phone, here)[names_of(first)[0]] == ("", "0")
    assert "in progress" in phone.open("/games").text
    assert "In progress" not in phone.open("/").text, "but it did not begin"


@pytest.mark.both_databases
def test_a_typed_result_is_told_with_what_it_was_before(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    play_table(phone, game_at(phone, here, 1, 1), 100, 100)
    for totals, said in (
        ((120, -40), "Ann & Cal 120, Bob & Dee −40. Before: Ann & Cal 100, Bob & Dee 20."),
        ((110, 10), "Ann & Cal 110, Bob & Dee 10. Before: Ann & Cal 120, Bob & Dee −40."),
        ((110, 10), "Ann & Cal 110, Bob & Dee 10."),
        (("", ""), "Ann & Cal 100, Bob & Dee 20. Before: Ann & Cal 110, Bob & Dee 10."),
    ):
        paper(phone, here, 1, 1, *totals)
        assert text_of(phone.page.one(".notice.good")) == f"Saved. Round 1, table 1: {said}"
    phone.open(game_at(phone, here, 1, 1))
    phone.tap("Undo")
    paper(phone, here, 1, 1, 50, 40)
    assert text_of(phone.page.one(".notice.good")) == "Saved. Round 1, table 1: Ann & Cal 50, Bob & Dee 40."
    sides_at(phone, here, 1, 1)
    phone.tap("Clear the totals")
    said = "Saved. Round 1, table 1: no result. Before: Ann & Cal 50, Bob & Dee 40."
    assert text_of(phone.page.one(".notice.good")) == said


def test_other_totals_in_the_form_that_back_leads_to_count_too(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    sides_at(phone, here, 1, 1)
    form = phone.form("Save result")
    for first, second in (("120", "-40"), ("110", "10"), ("110", "10")):
        phone.last = phone.send(form.action, form.sent | {"first": first, "second": second})
        assert phone.last.status == 303
    assert "110 to 10 (paper)" in phone.open(here).text


def test_totals_typed_for_others_than_sit_there_now_are_refused(phone: Person) -> None:
    """Two organizers: one types totals while the other draws differently."""
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    sides_at(phone, here, 1, 1)
    form = phone.form("Save result")
    phone.open(here)
    phone.tap("Draw differently")
    first, _ = sides_at(phone, here, 1, 1)
    phone.last = phone.send(form.action, form.sent | {"first": "105", "second": "15"})
    assert phone.last.status == 422
    assert "Others were seated at this table meanwhile." in phone.page.text
    assert "105" in phone.page.html
    assert phone.tap("Save result").status == 303, "once it was said, the page shows who sits there"
    assert placed(phone, here)[names_of(first)[0]][1] == "105"


@pytest.mark.parametrize(
    ("kind", "more", "first", "second", "sentence"),
    [
        ("ranked", {"Hands a round": "4"}, 9000, -20, "More than 4 hands can score. Save anyway?"),
        ("ranked", {"Hands a round": "4"}, 20, -645, "More than 4 hands can lose. Save anyway?"),
        ("ranked", {"Hands a round": "4"}, 300, 200, "Together more than 4 hands can score. Save anyway?"),
        ("ranked", {"Hands a round": "4"}, 101, 20, "By these rules every total is a multiple of 5. Save anyway?"),
        ("ranked", {"Hands a round": "", "Minutes a round": "20"}, 2405, 0, "More than 20 hands can score."),
        ("ranked", {"Hands a round": ""}, 420, 0, "More than a game can score. Save anyway?"),
        ("ranked", {"Hands a round": ""}, 50, 40, "A game is played to 300, and neither side has that. Save anyway?"),
        ("double-elimination", {"Hands a round": "4"}, 605, 0, "More than 5 hands can score. Save anyway?"),
    ],
)
def test_totals_that_the_hands_cannot_score_are_asked_about_once_and_kept(
    phone: Person, kind: str, more: dict[str, str], first: int, second: int, sentence: str
) -> None:
    """T10."""
    here = start_tournament(phone, kind, EIGHT[:4] if kind == "ranked" else PAIRS[:2], more=more)
    draw(phone, here, 1)
    answer = paper(phone, here, 1, 1, first, second)
    assert (answer.status, sentence in phone.page.text) == (422, True)
    assert f'value="{first}"' in phone.page.html, "what was typed is kept"
    assert {points for _, points in placed(phone, here).values()} == {"0"}
    assert paper(phone, here, 1, 1, first, second).status == 422, "the question was not answered"
    assert phone.tap("Save anyway").status == 303
    assert {points for _, points in placed(phone, here).values()} == {str(first), str(second)}


def test_other_impossible_totals_than_those_asked_about_are_asked_about_too(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    one, other = sides_at(phone, here, 1, 1)
    paper(phone, here, 1, 1, 9000, -20)
    typed = {f"Total of {one}": "900", f"Total of {other}": "-20"}
    assert phone.tap("Save result", typed).status == 422
    assert phone.tap("Save result", {f"Total of {one}": "90", f"Total of {other}": "-20"}).status == 303


def test_a_doubtful_result_is_saved_anyway_by_a_button_of_its_own(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 9000, -20)
    for _ in range(2):
        assert text_of(phone.page.one("[role=alert]")) == "More than 1 hand can score. Save anyway? Save anyway"
        assert phone.tap("Save result").status == 422
    assert phone.tap("Save anyway").status == 303
    assert "9000 to −20 (paper)" in phone.open(here).text


def test_totals_from_paper_are_cleared_by_one_tap(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    sides_at(phone, here, 1, 1)
    assert not phone.page.has_button("Clear the totals")
    paper(phone, here, 1, 1, 120, -40)
    sides_at(phone, here, 1, 1)
    assert phone.tap("Clear the totals").status == 303
    assert "0 of 1 table done" in phone.page.text
    assert {points for _, points in placed(phone, here).values()} == {"0"}


# Who watches.


def test_the_standings_have_no_place_for_who_has_not_played_and_say_after_which_round_they_are(phone: Person) -> None:
    """T9."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    page = phone.open(f"{here}/standings")
    assert text_of(page.one("section h2")) == "Standings"
    assert text_of(page.one("[data-entrant=Ann]")) == "– Ann – – –"
    draw(phone, here, 1)

    def heading() -> str:
        return text_of(phone.open(f"{here}/standings").one("[data-pane=standings] h2"))

    assert heading() == "Standings"
    paper(phone, here, 1, 1, 80, 40)
    assert heading() == "Standings during round 1"
    assert text_of(phone.page.one("[data-entrant=Ann]")) == "1 Ann 1 1 80"
    assert text_of(phone.page.one("[data-entrant=Ivy]")) == "– Ivy 1 sit-out – – –"
    paper(phone, here, 1, 2, 80, 40)
    assert heading() == "Standings after round 1"
    draw(phone, here, 2)
    assert heading() == "Standings after round 1"


@pytest.mark.both_databases
def test_a_watcher_of_the_standings_finds_a_seat_after_the_first_draw(phone: Person) -> None:
    """The news of a poll have the field too, which was hidden; the page takes that over (standings.js)."""
    here = start_tournament(phone)
    page = phone.open(f"{here}/standings")
    assert "hidden" in page.one("#find").attrs
    draw(phone, here, 1)
    news = phone.get(page.one("[data-poll]").attrs["data-poll"]).page
    assert "hidden" not in news.one("#find").attrs


def test_whose_form_is_sent_again_for_somebody_else_is_told_what_was_done(phone: Person) -> None:
    """Back leads to the same form, with its id."""
    here = start_tournament(phone)
    form = phone.open(f"{here}/players").form("Leaves")
    for who, name in (("0", "Ann"), ("1", "Bob")):
        answer = phone.send(f"{here}/players/leave", form.sent | {"who": who})
        assert f"{name} left." in answer.page.text
        assert f"{name} is back" in answer.page.text


def test_everyone_finds_their_seat_in_the_order_of_the_alphabet_guests_too(phone: Person) -> None:
    """T14."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    phone.open(f"{here}/players")
    change_seat(phone, "Bob", "Ábel")
    seats = [row.attrs["data-seat"] for row in phone.open(f"{here}/standings").all("[data-seat]")]
    assert seats[0] == "Ábel: table 1, seat 2, with Fay."
    assert seats[-1] == "Ivy sits out this round."
    assert len(seats) == 10, "who gave up the seat sits out"
    game = phone.open(game_at(phone, here, 1, 1)).totals
    assert list(game) == ["Ann & Eve", "Ábel & Fay"], "seats are those of the game"
    for name, found in (("abel", seats[0]), ("nobody", "No one of that name is in this round."), ("", "")):
        assert text_of(phone.open(f"{here}/standings?name={name}").one("#seat")) == found


def test_each_player_of_a_pair_finds_their_seat_by_their_own_name(phone: Person) -> None:
    here = start_tournament(phone, "swiss", (*PAIRS, "Ivy & Jo"))
    draw(phone, here, 1)
    seats = [row.attrs["data-seat"] for row in phone.open(f"{here}/standings").all("[data-seat]")]
    assert seats[:2] == ["Ann: table 1, seat 1, with Bob.", "Bob: table 1, seat 3, with Ann."]
    assert seats[-2:] == ["Ivy sits out this round.", "Jo sits out this round."]


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


def test_the_places_are_shared_as_a_text(phone: Person) -> None:
    """R11."""
    here = start_tournament(phone, "swiss", PAIRS[:4])
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 80, 40)
    first, *others = phone.open(f"{here}/print?what=standings").one("[data-text]").attrs["data-text"].splitlines()
    assert first == "Fall: Standings during round 1"
    best, worst = sides_at(phone, here, 1, 1)
    assert others[:2] == [f"1. {best}, 80", f"2. {worst}, 40"]


def test_the_page_to_print_has_seat_cards_score_sheets_and_the_standings(phone: Person) -> None:
    here = start_tournament(phone, "ranked")
    draw(phone, here, 1)
    assert len(phone.open(f"{here}/print").all(".sheet .qr")) == 2
    assert "Clockwise: Ann, Bob, Eve, Fay." in phone.page.text
    assert len(phone.open(f"{here}/print?what=sheets").all(".paper")) == 2
    seats = phone.open(f"{here}/print?what=seats").all("[data-seat]")
    assert [text_of(row) for row in seats][:2] == ["Ann 1 1 Eve", "Bob 1 2 Fay"]
    assert len(phone.open(f"{here}/print?what=standings").all("[data-entrant]")) == 8


@pytest.mark.parametrize(
    ("kind", "more", "lines"),
    [
        ("rotating", {"Hands a round": "3"}, [3]),
        ("ranked", {"Hands a round": "20", "Minutes a round": "90"}, [20]),
        ("double-elimination", {"Hands a round": "3"}, [4]),
        ("double-elimination", {"Hands a round": "3", "Best of three games (bracket)": "y"}, [4, 4, 4]),
        ("swiss", {"Hands a round": "", "Minutes a round": "30"}, [16]),
        ("swiss", {"Hands a round": ""}, [16]),
    ],
)
def test_a_score_sheet_has_a_line_for_each_hand_of_its_game(
    phone: Person, kind: str, more: dict[str, str], lines: list[int]
) -> None:
    """A bracket's game has one more, for a tie; a game without a number of hands has enough."""
    entrants = EIGHT if kind in ("rotating", "ranked") else PAIRS
    here = start_tournament(phone, kind, entrants, more=more)
    draw(phone, here, 1)
    sheet, *_ = phone.open(f"{here}/print?what=sheets").all(".sheet")
    numbers = [[text_of(cell) for cell in paper.query("tbody th")] for paper in sheet.query(".paper")]
    assert numbers == [[*map(str, range(1, count + 1)), "Total"] for count in lines]


def test_the_television_explains_a_star_where_there_is_one(phone: Person) -> None:
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    page = phone.open(f"{here}/standings")
    assert (page.all(".standings small"), page.all(".legend")) == ([], [])
    paper(phone, here, 1, 1, 80, 40)
    page = phone.open(f"{here}/standings")
    assert [text_of(found) for found in page.all("[data-pane=standings] small")] == ["1 sit-out"]
    assert "sat out" in text_of(page.one("[data-pane=standings] .legend"))


def test_a_phone_on_a_table_goes_on_to_the_next_round_there(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    play_table(phone, game, 100, 110)
    poll = phone.page.one("[data-poll]").attrs["data-poll"]
    draw(phone, here, 2)
    answer = phone.get(poll)
    assert (answer.status, answer.headers["Location"]) == (303, game_at(phone, here, 2, 1))


@pytest.mark.parametrize("played", ["a hand", "stopped", "on paper"])
def test_a_finished_table_says_where_its_players_sit_in_the_newest_round(phone: Person, played: str) -> None:
    """T14: on its scoreboard, once there is another round; and that it is over, after the end."""
    here = start_tournament(phone, "ranked", (*EIGHT, "Ivy"))
    draw(phone, here, 1)
    games = [game_at(phone, here, 1, place) for place in (1, 2)]
    play_table(phone, games[0], 100, 110)
    if played == "a hand":
        play_table(phone, games[1], 100, 110)
    elif played == "stopped":
        phone.open(games[1])
        phone.record_bid("Cal", 100)
        phone.open(f"{games[1]}/settings")
        phone.tap("End game early")
    else:
        paper(phone, here, 1, 2, 20, 80)
    standings, waits = f"{here}/standings", "The next round will show here when it's drawn."
    assert waits in phone.open(games[1]).text
    phone.open(f"{here}/players")
    phone.tap("Leaves", {"Who leaves": "Ann"})
    draw(phone, here, 2)
    for number, game in enumerate(games):
        page = phone.open(game)
        assert waits not in page.text
        lines = [text_of(line) for line in page.all(".notice p")]
        assert "Round 2 is drawn." in lines
        seats = {row.attrs["data-name"]: row.attrs["data-seat"] for row in phone.open(standings).all("[data-seat]")}
        for name in (name for side in page.totals for name in names_of(side)):
            assert seats.get(name, "Ann isn't in this round.") in lines
        links = {text_of(link): link.attrs["href"] for link in page.all(".notice a")}
        assert links == {
            "Go on at this table": game_at(phone, here, 2, 1 + number),
            "Find your seat": standings,
        }
    phone.open(here)
    phone.tap("End tournament")
    phone.tap("End tournament")
    (won,) = [text_of(found) for found in phone.open(here).all(".won h1")]
    assert f"The tournament is over: {won}." in phone.open(games[0]).text


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
    assert [text_of(row).split()[-3] for row in phone.page.all("[data-entrant]")] == ["0.5"] * 4
