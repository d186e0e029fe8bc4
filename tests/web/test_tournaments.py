"""The clock of a tournament, what is sent wrongly or twice, and a table's phone, by docs/changing/draws.md."""

import html

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import text_of
from tests.person import Person

from .tournaments import (
    EIGHT,
    PAIRS,
    draw,
    end_clock,
    game_at,
    paper,
    placed,
    sides_at,
    start_tournament,
    tournament_fields,
)

# T12: the clock.


@pytest.mark.both_databases
def test_one_clock_is_started_paused_and_extended_for_all_tables(phone: Person) -> None:
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    assert "20 minutes left in round 1, not running" in phone.page.text, "drawing does not start it"
    game = game_at(phone, here, 1, 2)
    assert "20 minutes left, the clock isn't running" in phone.open(game).text
    poll = phone.page.one("[data-poll]").attrs["data-poll"]
    assert phone.get(poll).status == 204
    phone.open(here)
    phone.tap("Round 1: start the clock")
    assert phone.get(poll).status == 200, "the table hears of it"
    assert phone.open(game).one("[role=timer]").attrs["data-seconds"] in ("1200", "1199", "1198")
    phone.open(here)
    assert phone.tap("Round 1: 5 minutes left").status == 422
    assert "Round 1 has 20 minutes left. Leave 5?" in phone.page.text
    assert phone.tap("Round 1: 5 minutes left").status == 303
    assert phone.open(game).one("[role=timer]").attrs["data-seconds"] in ("300", "299", "298")
    phone.open(here)
    phone.tap("Round 1: 5 more minutes")
    phone.tap("Round 1: pause the clock")
    assert "10 minutes left, the clock isn't running" in phone.open(game).text


def test_a_tournament_that_has_ended_shows_no_clock_until_it_is_reopened(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4], more={"Minutes a round": "20"})
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(here)
    phone.tap("End tournament")
    for page in (here, f"{here}/standings"):
        assert "left in round 1" not in phone.open(page).text
    assert "Round 1: start the clock" not in phone.open(here).text
    phone.tap("Reopen")
    assert "20 minutes left in round 1" in phone.open(here).text


def test_when_time_is_up_each_table_finishes_its_hand_and_the_next_round_has_a_clock_of_its_own(phone: Person) -> None:
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    phone.tap("Round 1: start the clock")
    end_clock(phone, here)
    assert "Time's up: finish the hand" in phone.open(here).text
    assert "Round 1: start the clock" not in phone.page.text
    assert "Time's up: last hand" in phone.open(game_at(phone, here, 1, 1)).text
    assert draw(phone, here, 2).status == 422
    phone.tap("Draw round 2")
    assert "20 minutes left in round 2, not running" in phone.page.text
    phone.tap("Round 2: start the clock")
    assert "Time's up: last hand" in phone.open(game_at(phone, here, 1, 1)).text
    assert phone.open(game_at(phone, here, 2, 1)).one("[role=timer]").attrs["data-seconds"] in ("1200", "1199", "1198")


def test_each_round_has_a_clock_of_its_own(phone: Person) -> None:
    """T16, and R2: table 2 is late when the next round is drawn."""
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    phone.tap("Round 1: start the clock")
    paper(phone, here, 1, 1, 80, 40)
    draw(phone, here, 2)
    phone.tap("Draw round 2")
    watch = f"{here}/standings"

    def clocks() -> list[str]:
        return [text_of(one).partition(" Time's")[0] for one in phone.open(watch).all(".time")]

    assert clocks() == ["20 minutes left"], "it runs, and the new one does not"
    assert "The clock is still that of round 1" in phone.page.text
    assert phone.open(watch).all("[data-stays]"), "people look for their seats"
    assert phone.open(here).text.count("minutes left in round 2, not running") == 1
    assert "Round 1: until " in phone.page.text
    phone.tap("Round 1: 5 more minutes")
    assert phone.open(game_at(phone, here, 1, 2)).one("[role=timer]").attrs["data-seconds"] in ("1500", "1499", "1498")
    assert "20 minutes left, the clock isn't running" in phone.open(game_at(phone, here, 2, 2)).text
    phone.open(here)
    phone.tap("Round 2: start the clock")
    assert clocks() == ["20 minutes left"]
    assert "still that of" not in phone.page.text
    assert not phone.open(watch).all("[data-stays]")
    phone.open(here)
    phone.tap("Take back the draw")
    draw(phone, here, 2)
    phone.tap("Draw round 2")
    assert "20 minutes left in round 2, not running" in phone.page.text, "its clock went with the draw"


@pytest.mark.parametrize(
    ("until", "stays"),
    [
        ("nobody has begun", True),
        ("the clock runs", False),
        ("a table has a result", False),
        ("some tables have begun", True),
        ("all tables have begun", False),
    ],
)
def test_a_television_shows_seats_until_people_have_found_them(phone: Person, until: str, stays: bool) -> None:
    """T16."""
    here = start_tournament(phone, more={"Minutes a round": "20"})
    draw(phone, here, 1)
    if until == "the clock runs":
        phone.tap("Round 1: start the clock")
    if until == "a table has a result":
        paper(phone, here, 1, 1, 80, 40)
    for place in {"some tables have begun": (2,), "all tables have begun": (1, 2)}.get(until, ()):
        sides = phone.open(game := game_at(phone, here, 1, place)).totals
        phone.open(game)
        phone.record_bid(next(iter(sides)).partition(" & ")[0], 100)
    assert bool(phone.open(f"{here}/standings").all("[data-stays]")) is stays


# Bad input.


@pytest.mark.parametrize(
    ("kind", "entrants", "sentence"),
    [
        ("rotating", "Ann\nBob\nCal", "This format is for 4 to 64 players, not 3."),
        ("rotating", "\n".join(f"N{n}" for n in range(65)), "This format is for 4 to 64 players, not 65."),
        ("ranked", "Ann\nBob\nCal\nDee\nann", "Ann is in the list twice."),
        ("ranked", "Ann\nPlayer 2\nCal\nDee", "Player 2 stands for a player without a name."),
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


@pytest.mark.parametrize("last", ["Gus, Hal", "Gus + Hal"])
def test_pairs_are_written_in_any_of_five_ways(phone: Person, last: str) -> None:
    here = start_tournament(phone, "swiss", ("Ann & Bob", "Cal and Dee", "Eve/Fay", last))
    assert tuple(placed(phone, here)) == PAIRS


@pytest.mark.parametrize(
    ("kind", "more", "sentence"),
    [
        ("ranked", {"Tournament name": ""}, "Give the tournament a name."),
        ("ranked", {"Hands a round": "0"}, "The number of hands must be from 1"),
        ("ranked", {"Minutes a round": "soon"}, "Enter a whole number, like 45."),
        ("double-elimination", {"Rules": "Larry Smith"}, "A match needs a winner"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_in_a_sentence(
    phone: Person, kind: str, more: dict[str, str], sentence: str
) -> None:
    phone.open("/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields(kind, EIGHT if kind == "ranked" else PAIRS) | more)
    assert (answer.status, sentence in phone.page.text) == (422, True), phone.page.text


@pytest.mark.parametrize("rules", ["three-handed", "changing-partners"])
def test_rules_by_which_no_tournament_is_played_are_not_offered(phone: Person, rules: str) -> None:
    """Also not chosen because the last game was played by them; a page from before is refused."""
    phone.start_game(rules=rules, names=EIGHT[: PRESETS[rules].rules.players])
    phone.open("/tournaments/new")
    form = phone.form("Start tournament")
    assert form.sent["rules"] == "original"
    assert rules not in {option.attrs["value"] for option in phone.page.all("[name=rules] option")}
    fields = form.filled(**tournament_fields("ranked", EIGHT)) | {"rules": rules}
    answer = phone.send(form.action, fields)
    assert (answer.status, "A tournament is played by two sides of two." in answer.page.text) == (422, True)


def test_a_name_spelled_nearly_like_a_known_one_is_asked_about(phone: Person) -> None:
    phone.start_game(names=("Anna", "Bob", "Cal", "Dee"), dealer="Bob")
    phone.open("/tournaments/new")
    answer = phone.tap("Start tournament", tournament_fields("ranked", ("ANNA", "Bob", "Cal", "Dee")))
    assert (answer.status, "Is ANNA the Anna you know?" in answer.page.text) == (422, True)
    assert phone.tap("Start tournament", {}).status == 303


def test_a_plan_that_needs_no_results_asks_before_it_is_drawn_on_while_tables_play(phone: Person) -> None:
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    assert draw(phone, here, 2).status == 422
    assert "Tables 1 and 2 have no result yet. Draw round 2 anyway?" in phone.page.text
    assert "Round 2" not in phone.open(here).text
    draw(phone, here, 2)
    assert phone.tap("Draw round 2").status == 303
    assert "Round 2" in phone.page.text


@pytest.mark.parametrize("kind", ["ranked", "swiss", "double-elimination"])
def test_any_other_format_refuses_a_draw_with_the_tables_that_have_no_result(phone: Person, kind: str) -> None:
    here = start_tournament(phone, kind, EIGHT if kind == "ranked" else PAIRS)
    draw(phone, here, 1)
    for _ in range(2):
        assert draw(phone, here, 2).status == 422
        assert "Tables 1 and 2 have no result yet." in phone.page.text
        assert "anyway" not in phone.page.text
    assert "Round 2" not in phone.open(here).text


def test_a_confirmed_draw_of_other_tables_is_asked_about_again(phone: Person) -> None:
    """Table 1's result is removed between the question and the answer."""
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    draw(phone, here, 2)
    form = phone.form("Draw round 2")
    assert "Table 2 has no result yet. Draw round 2 anyway?" in phone.page.text
    paper(phone, here, 1, 1, "", "")
    answer = phone.send(form.action, form.sent)
    assert (answer.status, "Tables 1 and 2 have no result yet." in answer.page.text) == (422, True)


def test_a_second_tap_and_another_phone_draw_no_second_round(phone: Person) -> None:
    """T2: the second tap falls on the page that the first one brought; the other phone's page is of before."""
    here = start_tournament(phone, "rotating")
    before = phone.open(here).form("Draw round 1")
    phone.tap("Draw round 1")
    assert phone.tap("Draw round 2").status == 422
    assert phone.send(before.action, before.sent | {"form_id": "3" * 32}).status == 303
    assert phone.send(f"{here}/rounds/7", before.sent | {"form_id": "4" * 32}).status == 303
    assert phone.send(f"{here}/rounds/2/differently", before.sent | {"form_id": "5" * 32}).status == 422
    assert "Round 2" not in phone.open(here).text


@pytest.mark.parametrize("kind", ["rotating", "ranked", "swiss", "double-elimination"])
def test_ending_asks_and_names_the_tables_without_a_result_in_every_format(phone: Person, kind: str) -> None:
    """T13."""
    here = start_tournament(phone, kind, EIGHT if kind in ("rotating", "ranked") else PAIRS)
    draw(phone, here, 1)
    paper(phone, here, 1, 1, 100, 20)
    phone.open(here)
    assert phone.tap("End tournament").status == 422
    assert "Table 2 has no result yet. End the tournament anyway?" in phone.page.text
    assert "Reopen" not in phone.open(here).text
    phone.tap("End tournament")
    assert phone.tap("End tournament").status == 303
    assert phone.page.one(".won h1")


def test_ending_names_the_round_where_tables_of_several_are_missing(phone: Person) -> None:
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    paper(phone, here, 1, 2, 100, 20)
    draw(phone, here, 2)
    phone.tap("Draw round 2")
    phone.tap("End tournament")
    assert "Table 1 has no result yet in round 1. Tables 1 and 2 have no result yet in round 2." in phone.page.text


def test_the_page_says_how_many_tables_are_done_and_shows_late_ones_of_earlier_rounds_first(phone: Person) -> None:
    """T14."""
    here = start_tournament(phone, "rotating")
    draw(phone, here, 1)
    assert "0 of 2 tables done; waiting for 1 and 2" in phone.page.text
    paper(phone, here, 1, 2, 100, 20)
    assert "1 of 2 tables done; waiting for 1" in phone.open(here).text
    assert not phone.page.all(".late")
    phone.tap("Draw round 2")
    phone.tap("Draw round 2")
    assert [text_of(row).split(" · ")[0] for row in phone.page.all(".late li")] == ["Round 1"]
    assert phone.page.text.index("Still waited for") < phone.page.text.index("0 of 2 tables done; waiting for 1 and 2")
    paper(phone, here, 1, 1, 100, 20)
    assert not phone.open(here).all(".late")
    for place in (1, 2):
        paper(phone, here, 2, place, 60, 60)
    assert "2 of 2 tables done" in phone.open(here).text
    assert "waiting" not in phone.page.text


def test_a_form_that_is_sent_again_after_another_phones_counts_once(phone: Person) -> None:
    """Its answer was lost, and meanwhile another phone changed the tournament."""
    here = start_tournament(phone, more={"Minutes a round": "30"})
    draw(phone, here, 1)
    phone.open(here)
    clock = phone.form("Round 1: 5 more minutes")
    other = phone.form("Round 1: start the clock")
    assert phone.send(clock.action, clock.sent | {"form_id": "1" * 32}).status == 303
    assert phone.send(other.action, other.sent | {"form_id": "2" * 32}).status == 303
    before = phone.open(here).text
    assert phone.send(clock.action, clock.sent | {"form_id": "1" * 32}).status == 303
    assert phone.open(here).text == before


def test_a_button_about_what_another_phone_has_changed_since_is_refused(phone: Person) -> None:
    """Two organizers: a draw that one of them has not seen is not taken back, and 5 more minutes are not 10."""
    here = start_tournament(phone, more={"Minutes a round": "30"})
    draw(phone, here, 1)
    forms = [
        phone.open(here).form(name) for name in ("Take back the draw", "Draw differently", "Round 1: 5 more minutes")
    ]
    phone.tap("Draw differently")
    seated = sides_at(phone, here, 1, 1)
    for form in forms:
        phone.last = phone.send(form.action, form.sent | {"form_id": "6" * 32})
        assert phone.last.status == 422
        assert "Another phone changed the tournament meanwhile. Look again before you tap." in phone.page.text
        assert "30 minutes left" in phone.page.text
    assert phone.tap("Round 1: 5 more minutes").status == 303, "the page shows what it's like now"
    assert "35 minutes left" in phone.page.text
    assert sides_at(phone, here, 1, 1) == seated


def test_a_tap_on_the_organizers_page_is_answered_with_the_page_itself(phone: Person) -> None:
    """One request of htmx, and the next tap follows from that page."""
    here = start_tournament(phone, more={"Minutes a round": "30"})
    for button, shown in (("Draw round 1", "Round 1"), ("Round 1: start the clock", "Round 1: pause the clock")):
        form = phone.open(here).form(button)
        answer = phone.send(form.action, form.sent, HX_Request="true")
        assert (answer.status, answer.page.whole, shown in answer.page.text) == (200, False, True)
        poll = answer.page.one("[data-poll]").attrs["data-poll"]
        assert phone.get(poll).status == 204, "it's what a fresh page shows"
        assert answer.page.text in phone.open(here).text


# A table's phone.


def test_a_tables_phone_is_told_that_its_result_was_entered_and_what_it_was(phone: Person) -> None:
    """T10."""
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    poll = phone.open(game).one("[data-poll]").attrs["data-poll"]
    paper(phone, here, 1, 1, 120, -40)
    news = phone.get(poll)
    assert news.status == 200
    assert "The organizer entered this table's result: Ann & Cal 120, Bob & Dee −40." in news.page.text
    assert "The next round will show here when it's drawn." in news.page.text
    for gone in ("hidden", "Record bid", "Hidden games"):
        assert gone not in news.page.text
    assert phone.get(f"{game}/alone").status == 200, "what a phone keeps for a game without the network"
    paper(phone, here, 1, 1, "", "")
    assert "Record bid" in phone.open(game).text, "what was removed is played"


def test_a_table_that_was_playing_when_its_result_was_entered_is_told_too(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    phone.open(game)
    phone.record_bid("Ann", 100)
    paper(phone, here, 1, 1, 110, 10)
    assert "The organizer entered this table's result: Ann & Cal 110, Bob & Dee 10." in phone.open(game).text
    assert "Save hand" not in phone.page.text


def test_back_from_a_tables_game_leads_to_its_tournament_and_from_any_other_to_the_first_page(phone: Person) -> None:
    here = start_tournament(phone, "ranked", EIGHT[:4])
    draw(phone, here, 1)
    game = game_at(phone, here, 1, 1)
    back = phone.open(game).one("a.home")
    assert (back.attrs["href"], back.attrs["aria-label"]) == (here, "Tournament")
    phone.start_game()
    back = phone.page.one("a.home")
    assert (back.attrs["href"], back.attrs["aria-label"]) == ("/", "Home")


def test_the_end_of_a_large_evening_without_results_is_asked_about_once(phone: Person) -> None:
    """What is asked names every table of every round, and the answer to it stays short."""
    here = start_tournament(phone, entrants=tuple(f"Player {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))
    for number in range(1, 7):
        if draw(phone, here, number).status == 422:
            phone.tap(f"Draw round {number}")
    phone.open(here)
    assert phone.tap("End tournament").status == 422
    assert len(phone.form("End tournament").sent["answered"]) < 20
    assert phone.tap("End tournament").status == 303
