"""Somebody goes home and somebody else sits down: what each page says of the one game."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import Answer, Person

from .hosted import enter, start_club, start_game
from .steps import carry_on, confirm, goes_home, make_house_rules, person_page, shown_links, start_by, watch

AE, BD = "Ann & Eve", "Bob & Dee"


def sit(phone: Person, game: str) -> Answer:
    """Eve sits down for Cal."""
    return goes_home(phone, game, Cal="Eve")


@pytest.fixture
def game(phone: Person) -> str:
    game = phone.start_game()
    phone.play("Ann", 100, 105)
    phone.play("Cal", 70, 60)
    return game


def play_on(phone: Person, bidder: str, bid: int, captured: int) -> None:
    phone.record_bid(bidder, bid)
    phone.tap("Save hand", {"Last trick": AE, f"Captured by {AE}": str(captured)})


def test_n7_one_tap_and_every_page_says_who_played_what(phone: Person, game: str) -> None:
    answer = sit(phone, game)
    assert answer.path == game
    play_on(phone, "Eve", 80, 90)
    assert phone.page.totals == {AE: "125", BD: "105"}
    assert phone.page.heading == "Hand 4 · Dee deals, Ann bids first"
    rows = [text_of(row) for row in phone.page.all(".hands tbody tr:not(.why)")]
    assert rows == [
        "3 Eve 80 made 90 125 30 105",
        "Eve sits down for Cal",
        "2 Cal 70 set −70 35 60 75",
        "1 Ann 100 made 105 105 15 15",
    ]
    assert "Ann & Cal bid 70" in phone.open(f"{game}/sheet").text
    assert "Continue with hand 4" in phone.open("/").text
    for search in ("", "?player=Cal", "?player=Eve", "?player=Ann+%26+Cal"):
        assert "Cal until hand 2" in phone.open(f"/games{search}").text, search
    text = phone.get(f"{game}.csv").body.decode("utf-8-sig")
    assert [line.split(",")[2] for line in text.splitlines()[1:]] == ["Ann", "Cal", "Eve sits down for Cal", "Eve"]
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    page = phone.send(form.action, form.sent | {"rules": "original", "text": text, "check": "y"}).page
    assert "No mistakes found" in text_of(page.one("#verdict"))
    assert phone.open(f"{game}/hands/2").text.count("Cal") > 2
    assert {text_of(name) for name in phone.page.all("label")} >= {"Ann", "Bob", "Cal", "Dee"}
    assert "Eve" not in {text_of(name) for name in phone.page.all("label")}
    assert json.loads(phone.get(f"{game}/alone").body)["names"] == ["Ann", "Bob", "Eve", "Dee"]


def test_two_who_change_chairs_are_in_the_spreadsheet_and_in_the_game_that_is_saved_from_it(phone: Person) -> None:
    game = phone.start_game("Bob")
    phone.play("Ann", 100, 105)
    goes_home(phone, game, Ann="Bob", Bob="Ann")
    phone.record_bid("Ann", 80)
    phone.tap("Save hand", {"Captured by Bob & Cal": "20"})
    heading = phone.page.heading
    text = phone.get(f"{game}.csv").body.decode("utf-8-sig")
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    phone.last = phone.send(form.action, form.sent | {"rules": "original", "text": text, "check": "y"})
    assert "No mistakes found" in text_of(phone.page.one("#verdict"))
    form = phone.form("Save as a game")
    saved = phone.send(form.action, form.sent | {"save": "another"})
    assert (saved.path != game, saved.page.heading) == (True, heading)
    rows = [text_of(row) for row in phone.open(saved.path).all(".hands tbody tr:not(.why)")]
    assert rows == [
        "2 Ann 80 made 20 125 100 115",
        "Bob sits down for Ann and Ann sits down for Bob",
        "1 Ann 100 made 105 105 15 15",
    ]


def test_where_everyone_is_alone_the_heads_of_the_spreadsheet_change_chairs_too(phone: Person) -> None:
    game = phone.start_game(names=("Ann", "Bob", "Cal"), rules="three-handed")
    phone.record_bid("Ann", 60)
    form = phone.form("Save hand")
    phone.last = phone.send(form.action, form.sent | {"captured-0": "60", "captured-1": "40"})
    goes_home(phone, game, Ann="Zoe", Cal="Ann")
    text = phone.get(f"{game}.csv").body.decode("utf-8-sig")
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    phone.last = phone.send(form.action, form.sent | {"rules": "three-handed", "text": text, "check": "y"})
    assert "No mistakes found" in text_of(phone.page.one("#verdict"))


def test_undo_of_the_tap(phone: Person, game: str) -> None:
    sit(phone, game)
    phone.tap("Undo")
    assert "Undone: Eve sitting down for Cal." in phone.page.text
    assert [*phone.page.totals] == ["Ann & Cal", BD]


def test_n4_and_n5_the_story_is_of_the_whole_evening(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 100, 0)
    phone.play("Bob", 120, 90)
    phone.play("Ann", 120, 120)
    sit(phone, game)
    play_on(phone, "Ann", 100, 120)
    recap = phone.open(f"{game}/summary").text
    assert "led from start to finish" not in recap
    assert f"{AE} came back from 120 behind after hand 1." in recap
    assert "Set: Bob in hand 2." in recap
    records = phone.open("/players/records").text
    assert "4 hands" in records or "Longest game 4" in records, records


def test_n6_a_claim_looks_at_all_hands(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    phone.play("Ann", 80, 45)
    sit(phone, game)
    play_on(phone, "Ann", 100, 110)
    assert phone.page.totals[AE] == "130"
    page = phone.open(f"{game}/sheet?whose=0&claimed=210")
    assert "210 is what you get if hand 2 is left out" in page.text, page.text


def test_n18_the_rules_stay_and_a_lower_goal_is_asked_about(phone: Person, game: str) -> None:
    sit(phone, game)
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "100"})
    assert "Not saved yet." in phone.page.text


def test_n10_a_name_is_corrected_for_the_stretch_it_is_about(phone: Person, game: str) -> None:
    sit(phone, game)
    play_on(phone, "Eve", 80, 90)
    phone.open(f"{game}/settings")
    phone.tap(
        "Correct name",
        {"Whose name": "Cal, hands 1–2", "Correct name": "Kate", "What was wrong?": "Someone else was playing"},
    )
    assert "Kate until hand 2" in phone.open("/games").text
    phone.open(f"{game}/settings")
    phone.tap("Correct name", {"Whose name": "Ann", "Correct name": "Anna"})
    assert "Anna" in phone.open("/games").text
    assert " Ann " not in text_of(phone.page.one("#main"))
    phone.open(f"{game}/settings")
    phone.tap(
        "Correct name",
        {"Whose name": "Kate, hands 1–2", "Correct name": "Eve", "What was wrong?": "Someone else was playing"},
    )
    assert "until hand" not in phone.open("/games").text
    assert "sits down" not in phone.open(game).text


def test_n15_two_who_sat_in_one_game_are_two_people(phone: Person, game: str) -> None:
    sit(phone, game)
    play_on(phone, "Eve", 80, 90)
    answer = phone.get(f"{person_page(phone, 'Cal').removesuffix('person')}merge?other=Eve")
    assert (answer.status, "so they are two people" in answer.page.text) == (422, True)


def test_other_partners_from_now_on_are_a_new_game_with_these_totals(phone: Person, game: str) -> None:
    phone.open(f"{game}/settings")
    (link,) = [each.attrs["href"] for each in phone.page.all("a") if text_of(each) == "New game with these totals"]
    phone.open(link)
    form = phone.form("Start game")
    shown = {name: value for name, value in form.sent.items() if value and name not in ("csrf_token", "form_id")}
    assert [shown[f"players-{seat}"] for seat in range(4)] == ["Ann", "Bob", "Cal", "Dee"]
    assert (shown["starting_totals-0"], shown["starting_totals-1"], shown["dealer"]) == ("35", "75", "2")
    phone.tap("Start game")
    assert phone.page.totals == {"Ann & Cal": "35", BD: "75"}


def test_a_new_game_with_these_totals_has_the_hands_that_are_left(phone: Person, game: str) -> None:
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "", "Number of hands": "6"})
    phone.open(f"/games/new?after={game.rpartition('/')[2]}")
    shown = phone.form("Start game").sent
    assert (shown["target"], shown["hand_limit"], shown["time_limit"]) == ("", "4", "")


def test_who_left_finds_the_game_among_the_unfinished_and_who_stayed_does_not(phone: Person, game: str) -> None:
    """C3: for who left, the game is unfinished."""
    sit(phone, game)
    for _ in range(2):
        play_on(phone, "Ann", 120, 120)
    play_on(phone, "Ann", 70, 70)
    found = {
        name: "Cal until hand 2" in phone.open(f"/games?player={name}&result=unfinished").text
        for name in ("Cal", "Eve", "Ann")
    }
    assert found == {"Cal": True, "Eve": False, "Ann": False}


def test_a_goal_that_the_totals_have_reached_is_asked_about_once(phone: Person, game: str) -> None:
    """C10; R34: nothing is tested before the first scored hand."""
    phone.open(f"/games/new?after={game.rpartition('/')[2]}")
    assert phone.tap("Start game", {"Play to": "75"}).status == 422
    assert "Bob & Dee: 75 already, and the game is to 75. One hand can end it." in phone.page.text
    assert phone.tap("Start game", {"Play to": "70"}).status == 422, "another goal is another question"
    assert phone.tap("Start it so").status == 303
    assert phone.page.totals == {"Ann & Cal": "35", BD: "75"}


def test_of_a_running_game_and_a_reached_goal_each_is_asked_once(phone: Person, game: str) -> None:
    phone.open("/games/new")
    names = {f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
    phone.tap("Start game", names | {"Total of Player 1": "300"})
    phone.tap("Start another game")
    assert "Ann & Cal: 300 already" in phone.page.text
    assert phone.tap("Start it so").status == 303


@pytest.mark.parametrize("refused", ["rules?rules=three-handed", "seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3"])
def test_rules_and_seats_that_are_refused_can_be_a_new_games(phone: Person, game: str, refused: str) -> None:
    """C10."""
    phone.open(f"{game}/settings")
    phone.tap("Save starting totals", {"Ann & Cal": "100"})
    confirm(phone)
    phone.last = phone.get(f"{game}/{refused}")
    assert phone.last.status == 422
    (link,) = [each.attrs["href"] for each in phone.page.all("a.ref") if text_of(each) == "New game with these totals"]
    assert phone.open(link).has_button("Start game")


def test_where_partners_change_by_themselves_no_game_begins_with_these_totals(phone: Person) -> None:
    """C10."""
    game = start_by(phone, "changing-partners")
    phone.tap("Misdeal")
    assert "New game with these totals" not in phone.open(f"{game}/settings").text


def test_n8_the_text_the_picture_and_the_paper_have_all_hands_and_both_people(phone: Person, game: str) -> None:
    sit(phone, game)
    play_on(phone, "Eve", 80, 90)
    recap = phone.open(f"{game}/summary?as=text")
    text = text_of(recap.one("#text"))
    picture = phone.get(f"{game}/picture.svg").body.decode()
    for shown in (text, " ".join(picture.split()), text_of(recap.one("table.hands"))):
        assert "Eve sits down for Cal" in shown
        assert "Cal" in shown.replace("Eve sits down for Cal", ""), "hand 2 is Cal's"


def test_n9_a_rematch_lasts_as_long_as_the_game_was_changed_to(phone: Person, game: str) -> None:
    sit(phone, game)
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "200"})
    for _ in range(2):
        phone.open(game)
        play_on(phone, "Ann", 100, 120)
    phone.tap("Rematch")
    assert [*phone.page.totals] == [AE, BD]
    assert "to 200" in phone.open(f"{phone.last.path}/settings").text


def test_n11_a_phone_watches_on_for_the_side_of_who_went_home(app: Flask, phone: Person, game: str) -> None:
    """C7: while one who was on that side still sits there; then it says no yes."""
    other = watch(phone, game, "Ann & Cal", app)  # it watches for Ann
    goes_home(phone, game, Ann="Fay")
    play_on_as(phone, game, "Fay", "Fay & Cal", 80, 90)
    assert "you +90" in other.open(game).text
    assert "went home" not in other.page.text
    goes_home(phone, game, Cal="Gus")
    play_on_as(phone, game, "Fay", "Fay & Gus", 80, 90)
    page = other.open(game)
    assert "you +" not in page.text
    assert "For whom does it watch now?" in page.text
    other.open(f"{game}/links")
    other.tap("Save", {"This phone watches the score": "for Fay & Gus"})
    assert "went home" not in other.open(game).text
    play_on_as(phone, game, "Gus", "Fay & Gus", 80, 90)
    assert "you +90" in other.open(game).text


def play_on_as(phone: Person, game: str, bidder: str, side: str, bid: int, captured: int) -> None:
    phone.open(game)
    phone.record_bid(bidder, bid)
    phone.tap("Save hand", {"Last trick": side, f"Captured by {side}": str(captured)})


def test_n13_a_forgotten_hand_before_somebody_sat_down_moves_the_deal_on(phone: Person, game: str) -> None:
    sit(phone, game)
    play_on(phone, "Eve", 80, 90)
    assert phone.page.heading.startswith("Hand 4 · Dee deals")
    answer = forgotten(phone, game)
    assert answer.status == 303
    assert phone.open(game).heading.startswith("Hand 5 · Ann deals")


def forgotten(phone: Person, game: str) -> Answer:
    """A hand before hand 2, by Ann."""
    phone.open(f"{game}/hands/2")
    phone.last = phone.get(
        next(a.attrs["href"] for a in phone.page.all("a") if text_of(a) == "Add a hand before this one")
    )
    answer = phone.tap(
        "Add hand", {"Bidder": "Ann", "Bid": "80", "Last trick": "Ann & Cal", "Captured by Ann & Cal": "100"}
    )
    return confirm(phone) if answer.status == 422 else answer


def test_n16_a_bid_on_a_page_from_before_is_told_who_sits_there_now(phone: Person, game: str) -> None:
    late = phone.twin()
    late.open(game)
    sit(phone, game)
    answer = late.record_bid("Cal", 80)
    assert answer.status == 409
    assert "Eve sitting down for Cal" in answer.page.text
    assert AE in answer.page.text


def test_n17_starting_totals_are_corrected_and_what_that_does_is_asked_about(phone: Person) -> None:
    game = carry_on(phone, {0: "205"}).path
    phone.play("Ann", 80, 90)
    phone.open(f"{game}/settings")
    assert phone.tap("Save starting totals", {"Ann & Cal": "250"}).status == 422
    assert "That ends the game with hand 1: Ann & Cal won" in phone.page.text
    confirm(phone)
    assert phone.open(game).heading == "Ann & Cal won"
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "295", BD: "30"}


def test_n18_the_goal_that_other_rules_bring_is_said_in_the_question(phone: Person, game: str) -> None:
    longer = make_house_rules(phone, "Longer", "original", target="500", set_rule="none").path.rpartition("/")[2]
    phone.last = phone.get(f"{game}/rules?rules={longer}")
    (asked,) = [text_of(notice) for notice in phone.page.all(".notice")]
    assert "The game is then to 500, not to 300." in asked


def test_starting_totals_are_refused_at_their_field(phone: Person, game: str) -> None:
    phone.open(f"{game}/settings")
    assert phone.tap("Save starting totals", {"Ann & Cal": "1000001"}).status == 422
    assert "A total can be up to 1,000,000 points" in phone.page.description_of("starting_totals-0")


def test_a_phone_at_the_table_is_told_who_can_seat_somebody(app_with: Callable[..., Flask]) -> None:
    """C5."""
    phone = Person(app := app_with(hosted=True))
    start_club(phone)
    game = start_game(phone)
    phone.play("Ann", 100, 105)
    other = enter(app, shown_links(phone, f"{game}/links")["table"])
    page = other.open(f"{game}/settings")
    assert "A phone that keeps the club's games can seat somebody else." in page.text
    assert not page.has_button("They go home")


def test_a_player_who_left_has_a_game_left_before_the_end(phone: Person, game: str) -> None:
    sit(phone, game)
    for _ in range(3):
        phone.open(game)
        play_on(phone, "Ann", 100, 120)
    assert phone.page.heading == f"{AE} won"
    page = phone.open(person_page(phone, "Cal").removesuffix("/person") + "/figures")
    assert "Left before the end only the hands until then count 1" in page.text
    assert "Stopped early" not in page.text


def test_where_the_page_says_who_waits(phone: Person, game: str) -> None:
    phone.record_bid("Bob", 80)
    sit(phone, game)
    assert "Eve sits down for Cal after this hand." in phone.open(game).text
    assert [*phone.page.totals] == ["Ann & Cal", BD]
    assert "After it Eve sits down for Cal." in phone.open(f"{game}/settings").text
