"""Somebody goes home and somebody else sits down; from now on other partners, other rules: a new game goes on."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import SIDES, Answer, Person

from . import tournaments
from .hosted import enter, start_club, start_game
from .steps import asked, confirm, deal_by, shown_links, start_by

AC, BD = SIDES
AE = "Ann & Eve"


@pytest.fixture
def game(phone: Person) -> str:
    """Ann 100 for 105, Cal 70 for 60: 35 to 75, dealt by Ann and Bob."""
    address = phone.start_game()
    phone.play("Ann", 100, 105)
    phone.play("Cal", 70, 60)
    return address


def sit(phone: Person, game: str, name: str = "Eve", leaves: str = "2") -> Answer:
    """Types a name in Game settings, and taps who goes home."""
    form = phone.open(f"{game}/settings").form("Cal goes home")
    phone.last = phone.send(form.action, form.filled(**{"Who sits down": name}) | {"player": leaves})
    return phone.last


def reseat(phone: Person, game: str, order: tuple[int, ...]) -> None:
    """Asks what this order would change."""
    phone.last = phone.get(f"{game}/seats?" + "&".join(f"seats-{seat}={number}" for seat, number in enumerate(order)))


def play_on(phone: Person, bidder: str, bid: int, sides: tuple[str, str], captured: int) -> None:
    """Records a hand of the new game, whose first side took the last trick."""
    phone.record_bid(bidder, bid)
    phone.tap("Save hand", {"Last trick": sides[0], f"Captured by {sides[0]}": str(captured)})


def test_going_home_takes_a_name_and_two_taps_and_the_game_goes_on(phone: Person, game: str) -> None:
    answer = sit(phone, game)
    assert (answer.status, answer.path == game) == (303, False)
    assert phone.page.totals == {AE: "35", BD: "75"}
    assert phone.page.heading == "Hand 3 · Eve deals, Dee bids first"
    assert "Eve sits for Cal from hand 3. Brought forward 35 : 75 from Ann & Cal 35, Bob & Dee 75" in phone.page.text
    assert [text_of(row) for row in phone.page.all(".hands tbody tr")] == ["Hands 1–2 35 75"]
    new = answer.path
    assert "Goes on as Ann & Eve 35, Bob & Dee 75" in phone.open(game).text
    assert phone.page.totals == {AC: "35", BD: "75"}
    phone.open(new)
    play_on(phone, "Eve", 80, (AE, BD), 90)
    assert phone.page.totals == {AE: "125", BD: "105"}
    assert "Take it back" not in phone.page.text
    for page in ("sheet", "summary"):
        assert "Eve sits for Cal from hand 3." in phone.open(f"{new}/{page}").text
        assert "Goes on as" in phone.open(f"{game}/{page}").text
    assert "A new game goes on from it." in phone.open(f"{game}/settings").text


def test_hands_are_counted_on_and_the_sheet_leads_to_those_before(phone: Person) -> None:
    game = phone.start_game(target=None, hand_limit=5)
    phone.play("Ann", 100, 105)
    phone.play("Cal", 70, 60)
    new = sit(phone, game).path
    assert phone.page.heading == "Hand 3 of 5 · Eve deals, Dee bids first"
    play_on(phone, "Eve", 80, (AE, BD), 90)
    assert text_of(phone.page.one(".announcement")) == f"Saved hand 3: {AE} +90, {BD} +30."
    assert phone.page.heading.startswith("Hand 4 of 5 ")
    assert text_of(phone.page.one(".hands tbody th")) == "3"
    (before,) = [link for link in phone.page.all(".hands a") if text_of(link) == "Hands 1–2"]
    assert before.attrs["href"] == game
    assert "Hand 4 is being played." in phone.open(f"{new}/settings").text
    assert "after 3 hands" in phone.open(f"{new}/sheet").text
    record = json.loads(phone.get(f"{new}.rook.json").body)
    assert record["rules"]["hand_limit"] == 3, "its record is a game of its own"
    known = json.loads(phone.get(f"{new}/alone").body)
    assert (known["rules"]["hand_limit"], known["rematch"]) == (5, False)
    phone.open(f"{game}/hands/add?before=1")
    phone.tap("Add hand", {"Bidder": "Ann", "Bid": "70", "Captured by Ann & Cal": "80", "Captured by Bob & Dee": "40"})
    confirm(phone)
    assert phone.open(new).heading.startswith("Hand 5 of 5 ")
    assert phone.open(f"{new}/hands/1").heading.startswith("Correct hand 4")
    phone.open(new)
    play_on(phone, "Dee", 80, (AE, BD), 40)
    assert "Game over · 5 hands" in phone.page.text
    assert "245 to 225 after 5 hands." in phone.page.text
    recap = phone.open(f"{new}/summary")
    assert "Ann & Eve led from start to finish." in recap.text
    assert "The biggest swing was hand 4: Ann & Eve +90, Bob & Dee +30." in recap.text
    assert [text_of(label) for label in recap.all(".chart th[scope=row]")][:3] == ["3", "4", "5"]


def test_the_hand_with_which_a_game_that_goes_on_ends_has_its_number(phone: Person, game: str) -> None:
    new = sit(phone, game).path
    play_on(phone, "Eve", 80, (AE, BD), 90)
    phone.record_bid("Dee", 80)
    phone.open(f"{new}/settings")
    phone.tap("Save", {"Play to": "100"})
    assert "The last hand of the game is hand 4" in phone.page.text
    phone.tap("End with this hand")
    assert phone.open(new).heading.startswith("Hand 4 of 4 ")


def test_the_spreadsheet_of_a_game_that_goes_on_is_a_sheet_that_checks_clean(phone: Person, game: str) -> None:
    new = sit(phone, game).path
    play_on(phone, "Eve", 80, (AE, BD), 90)
    play_on(phone, "Dee", 80, (AE, BD), 40)
    text = phone.get(f"{new}.csv").body.decode("utf-8-sig")
    phone.open("/check/sheet")
    form = phone.form("Check the sheet")
    page = phone.send(form.action, form.sent | {"rules": "original", "text": text, "check": "y"}).page
    assert text_of(page.one("#verdict")).startswith("No mistakes found"), page.text
    rights = {found.attrs["data-right"]: text_of(found) for found in page.all("[data-right]")}
    assert rights == {AE: "165", BD: "185"}


def test_someone_else_was_playing_says_that_it_is_for_all_hands_and_leads_to_who_goes_home(
    phone: Person, game: str
) -> None:
    page = phone.open(f"{game}/settings")
    assert "Someone else was playing: in all hands of this game. From now on only? Someone goes home." in page.text
    (link,) = [link for link in page.all("a") if text_of(link) == "Someone goes home"]
    assert page.one(link.attrs["href"])


def test_phones_and_links_follow_as_to_a_rematch(phone: Person, game: str) -> None:
    links, poll = shown_links(phone, f"{game}/links"), phone.open(game).one("#scoreboard").attrs["data-poll"]
    new = sit(phone, game).path
    first = phone.get(poll)
    second = phone.get(first.page.one("#scoreboard").attrs["data-poll"])
    assert (second.status, second.first.headers["Location"]) == (303, new)
    assert shown_links(phone, f"{new}/links") == links


def test_before_its_first_hand_one_tap_takes_it_back_on_either(phone: Person, game: str) -> None:
    new = sit(phone, game).path
    assert phone.tap("Take it back").path == game
    assert phone.page.heading.startswith("Hand 3 ")
    led = phone.get(new)
    assert (led.status, led.first.headers["Location"]) == (303, game)
    phone.tap("Undo")
    assert "Goes on as" in phone.page.text, "taking it back is undone"
    phone.tap("Undo")
    assert phone.page.heading.startswith("Hand 3 ")
    phone.tap("Redo")
    assert "Goes on as" in phone.page.text
    assert phone.open(new).heading.startswith("Hand 3 ")


def listed(phone: Person, path: str) -> list[str]:
    return [text_of(found) for found in phone.open(path).all(".games small")]


@pytest.mark.both_databases
def test_in_lists_the_games_are_one_entry_with_one_result(phone: Person, game: str) -> None:
    new = sit(phone, game).path
    play_on(phone, "Eve", 80, (AE, BD), 90)
    parts = "Hands 1–2 with Cal, from 3 on with Eve"
    for path in ("/games", "/games?player=Cal", "/games?player=Ann"):
        assert [said.partition(" · ")[0] for said in listed(phone, path)] == [parts]
    form = phone.open(f"{new}/settings").form("Eve goes home")
    phone.last = phone.send(form.action, form.filled(**{"Who sits down": "Fay"}) | {"player": "2"})
    third = phone.last.path
    parts = "Hands 1–2 with Cal, hand 3 with Eve, from 4 on with Fay"
    for path in ("/games", *(f"/games?player={name}" for name in ("Ann", "Cal", "Eve", "Fay"))):
        assert [said.partition(" · ")[0] for said in listed(phone, path)] == [parts]
    phone.open(f"{third}/settings")
    phone.tap("End game early")
    phone.open(f"{third}/settings")
    phone.tap("Rematch")
    assert len(listed(phone, "/games?player=Fay")) == 2
    assert len(listed(phone, "/games?player=Cal")) == 1, "a rematch is another game"


def test_in_lists_games_of_the_same_people_are_one_part(phone: Person, game: str) -> None:
    reseat(phone, game, (0, 2, 1, 3))
    phone.tap("From hand 3 on")
    new = phone.tap("Go on", {"Ann & Bob": "60", "Cal & Dee": "0"}).path
    play_on(phone, "Ann", 80, ("Ann & Bob", "Cal & Dee"), 90)
    sit(phone, new, leaves="1")
    assert listed(phone, "/games") == ["Hands 1–3 with Cal, from 4 on with Eve · in progress"]


@pytest.mark.parametrize("step", ["undo", "resume"])
def test_once_it_has_a_hand_the_old_game_is_not_resumed(phone: Person, game: str, step: str) -> None:
    sit(phone, game)
    play_on(phone, "Eve", 80, (AE, BD), 90)
    assert "Resume" not in phone.open(game).text
    form = phone.form("Undo")
    phone.last = phone.send(form.action.replace("undo", step), form.sent)
    assert phone.last.status == 422
    said = "This game goes on as Ann & Eve 125, Bob & Dee 105, which has hands. Undo them there to play on here."
    assert said in phone.page.text
    assert "Goes on as" in phone.page.text


@pytest.mark.both_databases
def test_a_correction_of_the_old_game_shows_what_becomes_of_both_and_is_one_change(phone: Person, game: str) -> None:
    new = sit(phone, game).path
    phone.open(f"{game}/hands/2")
    form = phone.form("Save correction")
    phone.last = phone.send(form.action, form.filled(**{"Captured by Ann & Cal": "80", "Captured by Bob & Dee": "40"}))
    assert asked(phone) == "The game that goes on from hand 3 then begins with 185 : 55, not 35 : 75."
    confirm(phone)
    assert phone.page.totals == {AC: "185", BD: "55"}
    assert phone.open(new).totals == {AE: "185", BD: "55"}
    phone.open(game)
    phone.tap("Undo")
    assert asked(phone) == "The game that goes on from hand 3 then begins with 35 : 75, not 185 : 55."
    confirm(phone)
    assert phone.page.totals == {AC: "35", BD: "75"}
    assert phone.open(new).totals == {AE: "35", BD: "75"}


def test_a_correction_of_the_first_game_says_what_becomes_of_each_that_goes_on(phone: Person, game: str) -> None:
    second = sit(phone, game).path
    play_on(phone, "Eve", 80, (AE, BD), 90)
    form = phone.open(f"{second}/settings").form("Eve goes home")
    third = phone.send(form.action, form.filled(**{"Who sits down": "Fay"}) | {"player": "2"}).path
    phone.open(f"{game}/hands/2")
    form = phone.form("Save correction")
    phone.last = phone.send(form.action, form.filled(**{"Captured by Ann & Cal": "80", "Captured by Bob & Dee": "40"}))
    assert asked(phone) == (
        "The game that goes on from hand 3 then begins with 185 : 55, not 35 : 75. "
        "The game that goes on from hand 4 then begins with 275 : 85, not 125 : 105."
    )
    confirm(phone)
    assert phone.open(second).totals == {AE: "275", BD: "85"}
    assert phone.open(third).totals == {"Ann & Fay": "275", BD: "85"}


def test_a_correction_that_ends_the_new_game_says_so(phone: Person) -> None:
    game = phone.start_game(target=200)
    phone.play("Ann", 100, 105)
    new = sit(phone, game).path
    play_on(phone, "Eve", 80, (AE, BD), 90)
    assert phone.page.totals == {AE: "195", BD: "45"}
    phone.open(f"{game}/hands/1")
    form = phone.form("Save correction")
    phone.last = phone.send(form.action, form.filled(**{"Captured by Ann & Cal": "110", "Captured by Bob & Dee": "10"}))
    begins = "The game that goes on from hand 2 then begins with 110 : 10, not 105 : 15."
    assert asked(phone) == f"{begins} That ends the game with hand 2: Ann & Eve won, 200 to 40."
    confirm(phone)
    assert phone.open(new).heading == "Ann & Eve won"


def test_a_forgotten_hand_that_leaves_none_to_play_is_refused_in_its_preview_too(phone: Person) -> None:
    game = phone.start_game(target=None, hand_limit=2)
    phone.play("Ann", 100, 105)
    sit(phone, game)
    phone.open(f"{game}/hands/add?before=1")
    form = phone.form("Add hand")
    counts = {"Captured by Ann & Cal": "80", "Captured by Bob & Dee": "40"}
    sent = form.filled(**{"Bidder": "Ann", "Bid": "70", **counts})
    assert phone.get(f"{game}/hands/add?before=1").status == 200
    assert phone.send(f"{game}/hands/add/preview", sent).status == 200
    answer = phone.send(form.action, sent)
    assert answer.status == 422
    assert "The number of hands must be from 1" in answer.page.text


def test_other_partners_go_on_from_this_hand_and_say_with_what_they_begin(phone: Person, game: str) -> None:
    reseat(phone, game, (0, 2, 1, 3))
    assert phone.form("Change the whole game")
    assert "A new game goes on with the totals so far, to 300." in phone.page.text
    phone.tap("From hand 3 on")
    assert phone.page.heading.startswith("Go on from hand 3")
    assert "So far: Ann & Cal 35, Bob & Dee 75." in phone.page.text
    phone.tap("Go on", {"Ann & Bob": "60"})
    assert phone.last.status == 422
    assert "Enter a total of up to 1,000,000 points, also a 0." in phone.page.text
    assert phone.form("Go on").sent["starting_totals-0"] == "60"
    answer = phone.tap("Go on", {"Ann & Bob": "60", "Cal & Dee": "0"})
    assert answer.status == 303
    assert phone.page.totals == {"Ann & Bob": "60", "Cal & Dee": "0"}
    assert "Goes on from hand 3. Brought forward 60 : 0 from" in phone.page.text


def test_other_rules_go_on_from_this_hand_with_one_tap(phone: Person, game: str) -> None:
    phone.last = phone.get(f"{game}/rules?rules=kentucky")
    text = phone.page.text
    assert "With Kentucky, hand" in text, "they are refused for the whole game"
    assert "A new game goes on with the totals so far, to 500." in text, "their goal is another"
    assert text.index("From hand") < text.index("Show the new score"), "the way there is comes first"
    answer = phone.tap("From hand 3 on")
    assert answer.status == 303
    assert phone.page.totals == {AC: "35", BD: "75"}
    assert "Kentucky, to 500" in phone.page.text
    assert phone.page.heading == "Hand 3 · Cal deals, Dee bids first"


def test_partners_that_change_begin_anew_with_a_newcomer_who_is_asked_for_the_length(phone: Person) -> None:
    game = start_by(phone, "changing-partners")
    phone.play("Bob", 100, 15)
    sit(phone, game)
    assert phone.page.heading.startswith("Go on from hand 2")
    assert "Partners start over with these players. How many hands will you play?" in phone.page.text
    phone.tap("Go on", {"Number of hands": "10"})
    assert "Play 12, 24, 36… hands so everyone partners everyone equally." in phone.page.text
    phone.tap("Go on", {"Number of hands": "24"})
    assert list(phone.page.totals) == ["Ann", "Bob", "Eve", "Dee"]
    assert phone.page.heading.startswith("Hand 1 of 24")
    new = phone.last.path
    phone.open(f"{game}/hands/add?before=1")
    counts = {"Captured by Ann & Cal": "20", "Captured by Bob & Dee": "100"}
    phone.tap("Add hand", {"Bidder": "Bob", "Bid": "100", **counts})
    confirm(phone)
    assert phone.last.path == game
    assert phone.open(new).heading.startswith("Hand 1 of 24"), "their hands are all still to be played"


@pytest.mark.parametrize(
    ("name", "leaves", "said"),
    [
        ("", "2", "Enter a name."),
        ("Ann", "2", "Ann is already at the table."),
        ("ann-", "2", "Is ann- the Ann you know?"),
        ("Player 3", "2", "Player 3 stands for a player without a name."),
        ("Eve", "", "Choose a player at this table."),
        ("Eve", "9", "Choose a player at this table."),
        ("Eve", "x", "Choose one of these."),
    ],
)
def test_a_name_that_cannot_sit_down_is_refused_at_its_field_and_kept(
    phone: Person, game: str, name: str, leaves: str, said: str
) -> None:
    answer = sit(phone, game, name, leaves)
    assert answer.status == 422
    assert said in phone.page.text
    assert phone.form("Cal goes home").sent["name"] == name
    assert phone.open(game).heading.startswith("Hand 3 ")


def test_a_name_spelled_nearly_like_a_known_one_counts_when_it_is_sent_again(phone: Person, game: str) -> None:
    sit(phone, game, "Bób")
    assert "Is Bób the Bob you know?" in phone.page.text
    form = phone.form("Cal goes home")
    phone.last = phone.send(form.action, form.sent | {"player": "2"})
    assert phone.page.totals == {"Ann & Bób": "35", BD: "75"}


def with_a_bid(phone: Person) -> str:
    game = phone.start_game()
    phone.play("Ann", 100, 105)
    phone.record_bid("Bob", 80)
    return game


def tied(phone: Person) -> str:
    game = phone.start_game(target=120)
    phone.play("Ann", 70, 70)
    phone.play("Bob", 70, 50)
    assert phone.page.totals == {AC: "120", BD: "120"}
    return game


def just_begun(phone: Person) -> str:
    return phone.start_game()


def over(phone: Person) -> str:
    game = phone.start_game(target=100)
    phone.play("Ann", 100, 105)
    return game


def of_tournament(phone: Person) -> str:
    here = tournaments.start_tournament(phone)
    tournaments.draw(phone, here, 1)
    return tournaments.game_at(phone, here, 1, 1)


def with_time_called(phone: Person) -> str:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Minutes": "45"})
    phone.open(game)
    phone.play("Ann", 100, 105)
    phone.tap("Call time: this hand is the last")
    return game


@pytest.mark.parametrize(
    ("begin", "said"),
    [
        (with_a_bid, "A hand is being played. Save it first, or undo its bid."),
        (with_time_called, "A hand is being played. Save it first, or undo its bid."),
        (just_begun, "No hand is saved yet. Change this game."),
        (over, "This game isn't being played."),
        (tied, "A tie is pending: the next hand decides."),
        (of_tournament, "In a tournament the organizer says who sits here."),
    ],
)
def test_where_nobody_can_sit_down_it_is_neither_offered_nor_taken(
    phone: Person, begin: Callable[[Person], str], said: str
) -> None:
    game = begin(phone)
    page = phone.open(f"{game}/settings")
    assert "Someone goes home" not in page.text
    sent = phone.form("End game early" if begin is of_tournament else "Rematch").sent | {
        "player": "2",
        "name": "Eve",
        "new_names": "Eve",
    }
    phone.last = phone.send(f"{game}/go-on", sent)
    assert phone.last.status == 422
    assert said in phone.page.alerts
    assert phone.page.heading.startswith("Game settings")


WRONG = {
    "seats, one twice": (
        {"seats-0": "0", "seats-1": "0", "seats-2": "1", "seats-3": "3"},
        "Put one player in each seat.",
    ),
    "rules for others": ({"rules": "two-handed"}, "Choose rules for 4 players."),
    "no such rules": ({"rules": "nobody's"}, "Choose a rule set."),
    "nothing": ({}, "Choose who sits down, other partners or other rules."),
    "nothing is left": ({"rules": "larry-smith", "version": "8"}, "Nothing is left of 4 hands or 20 minutes."),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_game_that_cannot_go_on_so_is_refused(phone: Person, game: str, what: str) -> None:
    sent, said = WRONG[what]
    if what == "nothing is left":
        phone.play("Ann", 70, 60)
        phone.play("Bob", 70, 60)
    form = phone.open(f"{game}/settings").form("Cal goes home")
    phone.last = phone.send(f"{game}/go-on", form.sent | sent)
    assert phone.last.status == 422
    assert said in phone.page.text


def test_a_form_that_comes_too_late_starts_nothing(phone: Person, game: str) -> None:
    form = phone.open(f"{game}/settings").form("Cal goes home")
    phone.open(game)
    phone.play("Ann", 70, 60)
    phone.last = phone.send(form.action, form.filled(**{"Who sits down": "Eve"}) | {"player": "2"})
    assert phone.last.status == 409
    assert "Not saved: the game changed in the meantime" in phone.page.text
    assert "Goes on as" not in phone.open(game).text


def test_a_dealer_set_by_hand_deals_and_sides_keep_their_names_but_nothing_is_redone(phone: Person, game: str) -> None:
    phone.open(f"{game}/settings")
    phone.tap("Name the sides", {AC: "Us", BD: "Them"})
    phone.open(game)
    phone.tap("Undo")
    phone.tap("Redo")
    deal_by(phone, "Bob")
    deal_by(phone, "Dee")
    phone.tap("Undo")
    sit(phone, game)
    assert phone.page.heading == "Hand 3 · Bob deals, Eve bids first"
    assert [text_of(found) for found in phone.page.all(".team")] == ["Us", "Them"]
    phone.open(game)
    assert not phone.page.has_button("Redo")


def test_a_total_that_two_new_sides_may_take_is_asked_for(phone: Person, game: str) -> None:
    sent = {f"seats-{seat}": str(number) for seat, number in enumerate((0, 2, 1, 3))}
    form = phone.open(f"{game}/settings").form("Cal goes home")
    phone.last = phone.send(form.action, form.filled(**{"Who sits down": "Eve"}) | {"player": "3"} | sent)
    asked_for = phone.form("Go on").sent
    assert (asked_for["starting_totals-0"], asked_for["starting_totals-1"]) == ("", "")
    phone.tap("Go on", {"Ann & Bob": "60", "Cal & Eve": "1000001"})
    assert "Enter a total of up to 1,000,000 points, also a 0." in phone.page.text
    assert phone.form("Go on").sent["starting_totals-1"] == "1000001"


def test_a_phone_at_the_table_goes_on_with_those_who_sit_there(app_with: Callable[..., Flask]) -> None:
    keeper = Person(app_with(hosted=True))
    start_club(keeper)
    game = start_game(keeper)
    keeper.open(game)
    keeper.play("Ann", 100, 105)
    table = enter(keeper.app, shown_links(keeper, f"{game}/links")["table"])
    assert "Someone goes home" not in table.open(f"{game}/settings").text
    sent = table.form("Rematch").sent
    assert table.send(f"{game}/go-on", sent | {"player": "2", "name": "Eve"}).status == 404
    assert table.send(f"{game}/go-on", sent | {"rules": "kentucky"}).status == 404
    reseat(table, game, (0, 2, 1, 3))
    table.tap("From hand 2 on")
    assert table.tap("Go on", {"Ann & Bob": "60", "Cal & Dee": "0"}).status == 303
