"""A second phone at the table says yes to each hand for its side; a table with one phone sees nothing of it."""

from collections.abc import Callable
from hashlib import sha256
from uuid import uuid4

import msgspec
import pytest
from flask import Flask

from scorekeeper.storage.db import writing
from scorekeeper.storage.models import AgreementRow, HandRow
from tests.html import text_of
from tests.person import Answer, Person
from tests.web.steps import watch

from .hosted import club_of, enter, start_club, start_game
from .steps import asked as asked_first
from .steps import (
    bid_and_call,
    confirm,
    correct,
    correct_name,
    make_house_rules,
    merge_into,
    person_page,
    renew_link,
    show,
    shown_links,
    start_by,
    step,
)
from .tournaments import draw, game_at, play_table, start_tournament

YES, THEIRS = "Yes", "They’re right"


@pytest.fixture
def game(phone: Person) -> str:
    return phone.start_game()


def asked(phone: Person, game: str) -> list[str]:
    lines = phone.open(game).all("form[action$='/agree'] p")
    return [text_of(line).removesuffix(" No").removesuffix(" Right?").removesuffix(".") for line in lines]


def marks(phone: Person, game: str) -> list[str]:
    return [word for small in phone.open(game).all(".hands td small") if (word := text_of(small)) and word[0] != "R"]


def test_a_hand_waits_for_the_side_of_the_other_phone_and_one_tap_agrees(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    assert asked(phone, game) == [], "a phone that says nothing is not asked"
    assert marks(phone, game) == ["waiting for Bob & Dee"]
    assert asked(other, game) == ["Hand 1: you +25, they +95"]
    other.tap(YES)
    assert asked(other, game) == []
    assert marks(phone, game) == ["agreed by Bob & Dee"]


def test_a_phone_that_watches_keeps_room_for_its_question(app: Flask, phone: Person, game: str) -> None:
    """From before the first bid on; a phone that says nothing has none."""
    assert text_of(watch(phone, game, "Bob & Dee", app).open(game).one(".asked")) == ""
    assert not phone.open(game).all(".asked")


def test_the_phone_that_saves_a_hand_has_the_yes_of_its_side(app: Flask, phone: Person, game: str) -> None:
    ours, theirs = watch(phone, game, "Ann & Cal", app), watch(phone, game, "Bob & Dee", app)
    ours.open(game)
    ours.play("Ann", 95, 95)
    assert asked(ours, game) == []
    assert marks(phone, game) == ["waiting for Bob & Dee"]
    theirs.open(game)
    theirs.tap(YES)
    assert marks(phone, game) == ["agreed by both"]
    assert "Both sides agreed to every hand." in phone.open(f"{game}/summary").text


def test_play_goes_on_and_all_that_waits_is_one_question(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    phone.play("Bob", 100, 60)
    assert len(asked(other, game)) == 2
    other.play("Ann", 70, 80)  # this phone keeps score too, whatever it is asked
    assert len(asked(other, game)) == 2
    watched = shown_links(phone, f"{game}/links")["watch"]
    for page in (f"{game}/summary", watched):
        assert "Hands 1 and 2 are not agreed to yet." in phone.open(page).text
    assert asked(other, game)
    other.tap(YES)
    assert asked(other, game) == []


def test_a_correction_asks_again_and_undo_takes_the_question_back(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    other.open(game)
    other.tap(YES)
    correct(phone, game, 1, {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    assert asked(other, game) == ["Hand 1: you +20, they +100"]
    phone.open(game)
    phone.tap("Undo")
    assert asked(other, game) == []


def test_a_yes_is_no_change_of_the_game(app: Flask, phone: Person, game: str) -> None:
    """No form is late by it, and Undo takes back the hand."""
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    phone.open(game)
    form = phone.form("Record bid")
    other.open(game)
    late = other.form(YES)
    other.tap(YES)
    assert phone.send(form.action, form.filled(Bidder="Bob", Bid="100")).status == 303
    other.last = other.send(late.action, late.sent)
    assert (other.last.status, asked(other, game)) == (303, [])
    phone.open(game)
    phone.tap("Undo")
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    phone.tap("Redo")
    assert marks(phone, game) == ["agreed by Bob & Dee"]


def test_a_yes_to_what_is_no_longer_shown_has_no_effect(app: Flask, phone: Person, game: str) -> None:
    """Nor has one for another side, for no hand, by a phone that does not watch, or by a page without its token."""
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    other.open(game)
    form = other.form(YES)
    uid, side, shown = form.sent["shown-1"].split()
    for forged in (f"{uid} 0 {shown}", f"{uid} {side} {shown[::-1]}", f"{game} {side} {shown}", "\0", ""):
        assert other.send(form.action, form.sent | {"shown-1": forged}).status == 303
    assert phone.send(form.action, form.sent | {"csrf_token": phone.form("Undo").sent["csrf_token"]}).status == 303
    assert other.send(form.action, form.sent | {"csrf_token": ""}).status == 400
    correct(phone, game, 1, {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    assert other.send(form.action, form.sent).status == 303
    assert asked(other, game) == ["Hand 1: you +20, they +100"]


def test_a_phone_can_watch_for_others_or_for_no_one_by_share(app: Flask, phone: Person, game: str) -> None:
    """A keeper's phone too; what was said stays."""
    phone.open(game)
    phone.play("Ann", 95, 95)
    phone.open(f"{game}/links")
    phone.tap("Save", {"This phone watches the score": "for Bob & Dee"})
    assert len(asked(phone, game)) == 1
    phone.tap(YES)
    phone.open(f"{game}/links")
    (chosen,) = phone.page.all("input[name=watches][checked]")
    assert chosen.attrs["value"] == "1"
    phone.tap("Save", {"This phone watches the score": "for Ann & Cal"})
    assert len(asked(phone, game)) == 1
    phone.open(f"{game}/links")
    phone.tap("Save", {"This phone watches the score": "for no one"})
    assert (asked(phone, game), marks(phone, game)) == ([], [])


def say(phone: Person, game: str, ours: int) -> Answer:
    """Tap No at the only question, and enter what Bob & Dee captured."""
    (no,) = phone.open(game).all("form[action$='/agree'] a")
    phone.open(no.attrs["href"])
    return phone.tap("Tell the others", {"Captured by Ann & Cal": str(120 - ours), "Captured by Bob & Dee": str(ours)})


def disputed(phone: Person, game: str) -> list[str]:
    return [text_of(line) for line in phone.open(game).all("form[action$='/theirs'] p")]


RECORDED = "Hand 1: Ann & Cal bid 95 and took 95: +95. Bob & Dee score 25."
SAID = "Bob & Dee say: Ann & Cal bid 95 and took 85: set back 95. Bob & Dee score 35."


@pytest.fixture
def other(app: Flask, phone: Person, game: str) -> Person:
    """Watches for Bob & Dee, and is asked about a hand."""
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    return other


def test_no_says_what_it_was_and_changes_nothing(phone: Person, game: str, other: Person) -> None:
    record = phone.get(f"{game}.rook.json").body
    say(other, game, 35)
    assert other.page.totals == {"Ann & Cal": "95", "Bob & Dee": "25"}
    assert disputed(phone, game) == [RECORDED, SAID]
    watcher = shown_links(phone, f"{game}/links")["watch"]
    for page in (game, watcher, f"{game}/summary"):
        assert "Bob & Dee say 35" in phone.open(page).text
    assert marks(phone, game) == ["Bob & Dee say 35"]
    assert disputed(other, game) == [], "it is what this side says itself"
    assert phone.get(f"{game}.rook.json").body == record
    phone.open(game)
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}


def test_they_are_right_corrects_the_hand_with_undo_and_has_the_yes_of_both(
    app: Flask, phone: Person, game: str, other: Person
) -> None:
    ours = watch(phone, game, "Ann & Cal", app)
    say(other, game, 35)
    assert asked(ours, game) == ["Hand 1: you +95, they +25"]
    ours.tap(THEIRS)
    assert ours.page.totals == {"Ann & Cal": "−95", "Bob & Dee": "35"}
    assert marks(phone, game) == ["corrected", "agreed by both"]
    ours.open(game)
    ours.tap("Undo")
    assert ours.page.totals == {"Ann & Cal": "95", "Bob & Dee": "25"}
    assert disputed(ours, game) == [RECORDED, SAID]


def test_ours_stands_folds_it_away_on_that_phone_until_that_side_says_something_else(
    app: Flask, phone: Person, game: str, other: Person
) -> None:
    """A4: a phone that watches says yes for its side by it; the no stays shown in the list of hands."""
    ours = watch(phone, game, "Ann & Cal", app)
    say(other, game, 35)
    for one in (phone, ours):
        one.open(game)
        one.tap("Ours stands")
        assert disputed(one, game) == []
        assert marks(one, game) == ["Bob & Dee say 35"]
    assert asked(ours, game) == [], "its yes was said by that"
    assert ours.page.totals == {"Ann & Cal": "95", "Bob & Dee": "25"}
    other.open(f"{game}/hands/1/disagree")
    other.tap("Tell the others", {"Captured by Ann & Cal": "80", "Captured by Bob & Dee": "40"})
    assert disputed(phone, game) == disputed(ours, game) == [RECORDED, SAID.replace("85", "80").replace("35", "40")]


def test_ours_stands_keeps_nothing_but_what_a_page_can_have_sent(phone: Person, game: str, other: Person) -> None:
    """A browser drops a cookie of more than 4,096 bytes, and the phone would be signed out."""
    say(other, game, 35)
    phone.open(game)
    for number in range(9):
        phone.send(f"{game}/stands", phone.form("Ours stands").sent | {"shown-1": f"{number}" * 5000})
        phone.open(game)
    with phone.web.session_transaction() as kept:
        assert not kept.get("stands")


def test_a_correction_by_the_other_side_is_asked_about_first_where_it_ends_the_game(app: Flask, phone: Person) -> None:
    game = phone.start_game(target=100)
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    say(other, game, 0)
    phone.open(game)
    phone.tap(THEIRS)
    assert asked_first(phone) == "That ends the game with hand 1: Ann & Cal won, 120 to 0."
    assert confirm(phone).page.heading == "Ann & Cal won"


def test_a_side_takes_back_what_it_said_or_says_something_else(phone: Person, game: str, other: Person) -> None:
    """Its last answer counts."""
    say(other, game, 35)
    late = phone.open(game).form(THEIRS)
    other.open(game)
    other.tap("Agree after all")
    assert (disputed(phone, game), marks(phone, game)) == ([], ["agreed by Bob & Dee"])
    assert phone.send(late.action, late.sent).page.totals == {"Ann & Cal": "95", "Bob & Dee": "25"}
    correct(phone, game, 1, {"Captured by Ann & Cal": "85", "Captured by Bob & Dee": "35"})
    assert asked(other, game) == ["Hand 1: you +35, they −95"], "it took that back"
    say(other, game, 40)
    other.open(f"{game}/hands/1/disagree")
    other.tap("Tell the others", {"Captured by Ann & Cal": "75", "Captured by Bob & Dee": "45"})
    assert "Bob & Dee say 45" in phone.open(game).text


def test_a_no_tells_what_no_score_shows_too(phone: Person, game: str, other: Person) -> None:
    (no,) = other.open(game).all("form[action$='/agree'] a")
    other.open(no.attrs["href"])
    other.tap("Tell the others", {"Trump": "red"})
    assert (
        disputed(phone, game)[1]
        == "Bob & Dee say: Ann & Cal bid 95 and took 95: +95. Bob & Dee score 25. With another trump."
    )
    assert "Bob & Dee say otherwise" in phone.page.text


def test_a_no_about_the_bidder_keeps_the_yes_on_the_side_of_then(app: Flask, phone: Person) -> None:
    game = start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    phone.record_bid("Ann", 50)
    phone.tap("Save hand", {"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    cal = watch(phone, game, "Cal", app)
    assert asked(cal, game) == ["Hand 1: you +40, they +60"]
    cal.open(f"{game}/hands/1/disagree")
    assert "Bob played against Ann & Cal" in cal.tap("Tell the others", {"Bidder": "Bob"}).page.text
    cal.tap("Tell the others", {"Captured by Bob": "60", "Captured by Ann & Cal": "40"})
    assert marks(phone, game) == ["Bob & Cal say otherwise"]
    phone.tap(THEIRS)
    assert marks(phone, game)[-1] == "agreed by Ann & Cal"


def test_a_no_that_says_nothing_else_or_what_cannot_be_is_refused(phone: Person, game: str, other: Person) -> None:
    assert "That is how it was recorded." in say(other, game, 25).page.text
    assert say(other, game, 33).status == 422
    assert disputed(phone, game) == []


def test_a_misdeal_with_a_penalty_can_be_said_to_be_wrong(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    step(phone, "misdeal", **{"talk-1": "1"})
    assert len(asked(other, game)) == 1
    other.open(f"{game}/hands/1/disagree")
    form = other.form("Tell the others")
    other.last = other.send(form.action, form.sent | {"talk-1": "0", "talk-0": "1"})
    assert "table talk costs" in disputed(phone, game)[1]
    phone.tap(THEIRS)
    assert marks(phone, game) == ["corrected", "penalty 40 Ann & Cal", "agreed by Bob & Dee"]


def test_a_no_about_another_hand_by_another_side_or_twice_has_no_effect(
    app: Flask, phone: Person, game: str, other: Person
) -> None:
    other.open(f"{game}/hands/1/disagree")
    form = other.form("Tell the others")
    fields = form.filled(**{"Captured by Ann & Cal": "85", "Captured by Bob & Dee": "35"})
    for place in (0, 2, 99):
        assert other.get(f"{game}/hands/{place}/disagree").headers["Location"] == game
    assert phone.get(f"{game}/hands/1/disagree").status == 303, "this phone watches for no one"
    for stranger in (phone, watch(phone, game, "Ann & Cal", app)):
        answer = stranger.send(
            form.action, fields | {"csrf_token": stranger.open(game).form("Undo").sent["csrf_token"]}
        )
        assert answer.status == 409
        assert "Save correction" not in answer.page.text
    for wrong in ({"shown": ""}, {"shown": "\0"}, {"csrf_token": ""}, {"hand": "x", "shown": "x"}):
        assert other.send(form.action, fields | wrong).status in (400, 409)
    assert disputed(phone, game) == []
    for _ in range(2):
        assert other.send(form.action, fields).status == 303
    assert disputed(phone, game) == [RECORDED, SAID]
    theirs = phone.form(THEIRS)
    for sent in ("", "\0", form.sent["shown"]):
        assert phone.send(theirs.action, theirs.sent | {"shown-1": sent}).status == 303
    assert phone.open(game).totals == {"Ann & Cal": "95", "Bob & Dee": "25"}
    correct(phone, game, 1, {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    assert other.send(form.action, fields).status == 303, "it has arrived before"
    again = other.send(form.action, fields | {"form_id": str(uuid4())})
    assert (again.status, again.page.form("Tell the others").sent["captured-1"]) == (409, "35")
    phone.open(game)
    phone.tap("Undo")
    phone.open(f"{game}/hands/1")
    phone.tap("Delete hand")
    assert other.send(form.action, fields | {"form_id": str(uuid4())}).status == 409
    assert phone.send(theirs.action, theirs.sent).status == 409


def news(phone: Person) -> int:
    """Ask what is new, as an open page does; what comes is then the page. 204 is nothing."""
    answer = phone.get(phone.page.one("[data-poll]").attrs["data-poll"], hx_request="true")
    if answer.status == 200:
        phone.last = answer
    return answer.status


def test_a_page_that_is_open_is_told_of_a_phone_that_begins_to_watch_and_of_a_yes(
    app: Flask, phone: Person, game: str
) -> None:
    phone.open(game)
    phone.play("Ann", 95, 95)
    watcher = Person(app)
    watcher.open(shown_links(phone, f"{game}/links")["watch"])
    phone.open(game)
    pages = (phone, watcher)
    assert [news(each) for each in pages] == [204, 204]
    other = watch(Person(app), game, "Bob & Dee", app)
    assert [news(each) for each in pages] == [200, 200]
    assert [news(each) for each in pages] == [204, 204]
    assert all("waiting for Bob & Dee" in each.page.text for each in pages)
    other.open(game)
    other.tap(YES)
    assert [news(each) for each in pages] == [200, 200]
    assert [news(each) for each in pages] == [204, 204]
    assert all("agreed by Bob & Dee" in each.page.text for each in pages)
    assert "Bob & Dee agreed to every hand." in watcher.page.text


def test_an_answer_that_arrives_twice_counts_once(app: Flask, phone: Person, game: str, other: Person) -> None:
    """As where the phone did not hear that it had arrived, and another phone of its side said no meanwhile."""
    other.open(game)
    yes = other.form(YES)
    for _ in range(2):
        assert other.send(yes.action, yes.sent).status == 303
    dee = watch(phone, game, "Bob & Dee", app)
    dee.open(f"{game}/hands/1/disagree")
    dee.tap("Tell the others", {"Captured by Ann & Cal": "85", "Captured by Bob & Dee": "35"})
    assert other.send(yes.action, yes.sent).status == 303
    assert marks(phone, game) == ["Bob & Dee say 35"]


def test_a_result_that_both_sides_watched_takes_one_more_yes(app: Flask, phone: Person, game: str) -> None:
    ours, theirs = watch(phone, game, "Ann & Cal", app), watch(phone, game, "Bob & Dee", app)
    ours.open(game)
    for _ in range(3):
        ours.play("Ann", 120, 120)
    assert asked(ours, game) == ["Ann & Cal won. 360 to 0 (game was to 300). (R1)"]
    ours.tap(YES)
    assert len(asked(theirs, game)) == 4
    summary = phone.open(f"{game}/summary").text
    assert "No hand was agreed to by both sides. The result was not agreed to." in summary
    theirs.open(game)
    theirs.tap(YES)
    summary = phone.open(f"{game}/summary").text
    assert "Both sides agreed to every hand. Both sides agreed to the result." in summary
    record = phone.get(f"{game}.rook.json").body.decode()
    assert record.count('"agreed":["Ann","Bob"]') == 3
    assert '"agreed_result":["Ann","Bob"]' in record


def test_a_result_is_not_asked_for_while_a_hand_is_disputed(app: Flask, phone: Person, game: str) -> None:
    """By that side's count it may be another one."""
    ours, theirs = watch(phone, game, "Ann & Cal", app), watch(phone, game, "Bob & Dee", app)
    ours.open(game)
    for _ in range(3):
        ours.play("Ann", 120, 120)
    theirs.open(f"{game}/hands/3/disagree")
    theirs.tap("Tell the others", {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    assert not [words for each in (ours, theirs) for words in asked(each, game) if "won" in words]
    theirs.tap("Agree after all")
    assert all("Ann & Cal won" in asked(each, game)[-1] for each in (ours, theirs))


def test_an_agreement_to_a_result_stays_whoever_watches_now(app: Flask, phone: Person, game: str) -> None:
    ours, theirs = watch(phone, game, "Ann & Cal", app), watch(phone, game, "Bob & Dee", app)
    ours.open(game)
    for _ in range(3):
        ours.play("Ann", 120, 120)
    for each in (ours, theirs):
        each.open(game)
        each.tap(YES)
    theirs.open(f"{game}/links")
    assert "This phone watches for Bob & Dee" in theirs.page.text
    theirs.tap("Save", {"This phone watches the score": "for no one"})
    assert "Both sides agreed to the result." in phone.open(f"{game}/summary").text


def test_a_result_is_asked_for_only_where_both_sides_watched(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    assert len(asked(other, game)) == 3
    other.tap(YES)
    summary = phone.open(f"{game}/summary").text
    assert "Bob & Dee agreed to every hand." in summary
    assert "the result" not in summary


def test_a_phone_whose_player_is_no_longer_at_the_table_is_asked_nothing(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    correct_name(phone, game, "Bob", "Eve", "Someone else was playing")
    assert (asked(other, game), marks(phone, game)) == ([], [])
    assert "agreed" not in phone.open(f"{game}/summary").text


def test_a_phone_watches_on_for_whom_its_player_was_merged_into(app: Flask, phone: Person, game: str) -> None:
    phone.start_game(names=("Eve", "Rob", "Gus", "Hal"))
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    merge_into(phone, "Bob", "Rob")
    assert asked(other, game) == ["Hand 1: you +25, they +95"]
    phone.open(person_page(phone, "Rob"))
    phone.tap("Undo merge")
    assert asked(other, game) == ["Hand 1: you +25, they +95"]


def test_where_no_phone_watches_nothing_is_there(app: Flask, phone: Person, game: str) -> None:
    """Not on the scoreboard, the recap or the watch page, also after one stopped watching or signed out."""
    pages = [game, f"{game}/summary", shown_links(phone, f"{game}/links")["watch"]]
    phone.open(game)
    phone.play("Ann", 95, 95)
    before = [phone.open(page).html for page in pages]
    other = watch(phone, game, "Bob & Dee", app)
    assert all("Bob & Dee" in text and "waiting" in text for text in [phone.open(game).text])
    renew_link(phone, f"{game}/links", "table")
    assert [len(phone.open(page).html) for page in pages] == [len(html) for html in before]
    assert other.get(game).status in (200, 404)


def test_a_rematch_is_watched_too_by_those_who_play_on(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    phone.tap("Rematch")
    rematch = phone.last.path
    phone.play("Bob", 100, 60)
    assert asked(other, rematch) == ["Hand 1: you −100, they +60"]


def finish(phone: Person, game: str) -> None:
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 120, 120)


def silent(phone: Person, game: str) -> bool:
    """Whether a game's board, its recap and this phone say nothing of who agreed."""
    asks = asked(phone, game) or marks(phone, game)
    return not asks and "agreed" not in phone.open(f"{game}/summary").text


@pytest.mark.both_databases
def test_a_game_that_was_over_when_a_phone_began_to_watch_waits_for_no_one(
    app: Flask, phone: Person, game: str
) -> None:
    """A1: a side that nobody chose when it was played is not asked about it; the rematch is its first game."""
    finish(phone, game)
    form = phone.form("Rematch")
    phone.last = phone.send(form.action, form.sent | {"partner": "1"})
    rematch = phone.last.path
    other = watch(phone, rematch, "Cal & Dee", app)
    assert silent(other, game)
    assert silent(phone, game)
    phone.open(rematch)
    phone.record_bid("Bob", 100)
    phone.tap("Save hand", {"Last trick": "Cal & Dee", "Captured by Ann & Bob": "60"})
    assert asked(other, rematch) == ["Hand 1: you +60, they −100"]


def test_a_game_that_goes_on_again_is_asked_about_while_it_does(app: Flask, phone: Person, game: str) -> None:
    """A1: what was over by then and is open since is a game that a phone watches."""
    finish(phone, game)
    other = watch(phone, game, "Bob & Dee", app)
    assert silent(other, game)
    phone.open(game)
    phone.tap("Undo")
    assert len(asked(other, game)) == 2
    phone.open(game)
    phone.tap("Redo")
    assert silent(other, game)


def test_a_phone_that_says_again_for_whom_it_watches_has_watched_since_the_first_time(
    app: Flask, phone: Person, game: str
) -> None:
    """By the link or under Share links; with each it gets a new id, which takes the moment along."""
    other, link = watch(phone, game, "Bob & Dee", app), shown_links(phone, f"{game}/links")["table"]
    finish(phone, game)
    other.open(f"{game}/links")
    other.tap("Save", {"This phone watches the score": "for Bob & Dee"})
    assert len(asked(other, game)) == 3
    other.open(link)
    other.tap("Enter")
    assert len(asked(other, game)) == 3
    for side in ("Ann & Cal", "Bob & Dee"):
        other.open(f"{game}/links")
        other.tap("Save", {"This phone watches the score": f"for {side}"})
        assert silent(other, game), "whoever watches for others begins anew"


def test_new_rules_ask_again_in_one_question_for_the_hands_whose_points_they_change(
    app: Flask, phone: Person, game: str
) -> None:
    lenient = make_house_rules(phone, "Lenient", "original", set_rule="none").path.rpartition("/")[2]
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for bidder, captured in (("Bob", 45), ("Ann", 105), ("Dee", 60)):
        phone.play(bidder, 95, captured)
    assert len(asked(other, game)) == 3
    other.tap(YES)
    show(phone, game, lenient)
    phone.tap("Change rules")
    assert asked(other, game) == ["Hand 1: you +75, they +45", "Hand 3: you +60, they +60"]
    phone.open(game)
    phone.tap("Undo")
    assert (asked(other, game), marks(phone, game)) == ([], ["agreed by Bob & Dee"] * 3)


def test_where_partners_change_a_phone_watches_for_one_player(app: Flask, phone: Person) -> None:
    """It answers for those who score with this player in the hand; what it said stays, whoever is the partner now."""
    game = start_by(phone, "changing-partners")
    other = watch(phone, game, "Bob", app)
    phone.open(game)
    for place in range(1, 6):
        bid_and_call(phone, "Ann", 70)
        phone.tap("Save hand", {f"Captured by Ann & {'Cal' if place < 5 else 'Bob'}": "80"})
        if place == 4:
            assert len(asked(other, game)) == 4
            other.tap(YES)
    assert asked(other, game) == ["Hand 5: you +80, they +40"]
    assert marks(phone, game) == ["waiting for Ann & Bob", *["agreed by Bob & Dee"] * 4]
    summary = phone.open(f"{game}/summary").text
    assert "Hands 1 to 4" not in summary
    assert "Hand 5 is not agreed to yet." in summary


def test_a_rematch_that_trades_partners_asks_those_who_are_partners_now(app: Flask, phone: Person, game: str) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for _ in range(3):
        phone.play("Ann", 120, 120)
    form = phone.form("Rematch")
    phone.last = phone.send(form.action, form.sent | {"partner": "1"})
    rematch = phone.last.path
    phone.record_bid("Bob", 100)
    phone.tap("Save hand", {"Last trick": "Cal & Dee", "Captured by Ann & Bob": "60"})
    assert asked(other, rematch) == ["Hand 1: you −100, they +60"]


def test_a_phone_of_a_hosted_club_says_for_whom_it_watches_and_keeps_its_name(app_with: Callable[..., Flask]) -> None:
    """A reader of the club can neither watch for a side nor say yes."""
    app = app_with(hosted=True)
    keeper = Person(app)
    start_club(keeper)
    club, game = club_of(keeper), start_game(keeper)
    keeper.open(game)
    keeper.play("Ann", 95, 95)
    dee = enter(app, shown_links(keeper, f"{game}/links")["table"], "Dee")
    dee.open(f"{game}/links")
    dee.tap("Save", {"This phone watches the score": "for Bob & Dee"})
    assert asked(dee, game) == ["Hand 1: you +25, they +95"]
    assert "Dee" in keeper.open(f"{club}phones").text
    reader = enter(app, shown_links(keeper, f"{club}links")["reader"])
    reader.open(game)
    assert "waiting for Bob & Dee" in reader.page.text
    dee.open(game)
    form = dee.form(YES)
    for address in (form.action, f"{game}/theirs", f"{game}/disagree"):
        assert reader.send(address, form.sent).status == 404
    dee.open(shown_links(keeper, f"{club}links")["reader"])
    dee.tap("Enter")
    assert len(asked(dee, game)) == 1, "its new id took along for whom it watches"
    renew_link(keeper, f"{game}/links", "table")
    assert "waiting" not in dee.open(game).text


def test_a_side_that_is_not_at_the_table_is_refused_at_its_field(phone: Person, game: str) -> None:
    phone.open(f"{game}/links")
    form = phone.form("Save")
    for wrong in ("7", "-1", "2", "x"):
        answer = phone.send(form.action, form.sent | {"watches": wrong})
        assert answer.status == 422
        assert "Choose one of these." in answer.page.text


def test_an_organizer_sees_where_all_agreed_and_is_asked_once_about_a_no(app: Flask, phone: Person) -> None:
    """Before the next draw, and before the end."""
    here = start_tournament(phone)
    draw(phone, here, 1)
    games = [game_at(phone, here, 1, place) for place in (1, 2)]
    assert "agreed" not in phone.open(here).text
    one, other = (watch(phone, game, list(phone.open(game).totals)[1], app) for game in games)
    for game in games:
        play_table(phone, game, 70, 80)
    assert states(phone, here) == ["not agreed", "not agreed"]
    assert news(phone) == 204
    assert len(asked(one, games[0])) == 1
    one.tap(YES)
    assert news(phone) == 200
    assert states(phone, here) == ["agreed", "not agreed"]
    phone.tap("Draw round 2")
    assert "Round 2" in phone.page.text, "no one said no"
    phone.tap("Take back the draw")
    (no,) = other.open(games[1]).all("form[action$='/agree'] a")
    other.open(no.attrs["href"])
    form = other.form("Tell the others")
    other.send(form.action, form.sent | {"captured-0": "90", "captured-1": "30"})
    phone.open(here)
    phone.tap("End tournament")
    assert "At table 2 a side said no. End the tournament anyway?" in phone.page.text
    phone.open(here)
    phone.tap("Draw round 2")
    assert "At table 2 a side said no. Draw round 2 anyway?" in phone.page.text
    phone.tap("Draw round 2")
    assert game_at(phone, here, 2, 1)
    assert states(phone, here) == []


def states(phone: Person, here: str) -> list[str]:
    """What the organizer's page says at the end of each table's state, where it speaks of agreeing."""
    said = [text_of(small).rpartition(", ")[2] for small in phone.open(here).all(".now ~ section .tables small.soft")]
    return [each for each in said if each.endswith("agreed")]


ONE_PHONE = 14_400
"""Bytes of the scoreboard of an evening where no phone watches."""


def test_the_scoreboard_of_a_table_with_one_phone_is_as_heavy_as_it_was(phone: Person, game: str) -> None:
    phone.open(game)
    for hand in range(12):
        phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)
    page = phone.open(game)
    assert len(page.html.encode()) <= ONE_PHONE + 200
    assert "agree" not in page.html


def test_a_forgotten_hand_asks_about_itself_and_not_about_hands_that_only_another_deals(
    app: Flask, phone: Person, game: str
) -> None:
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for bidder in ("Ann", "Cal"):
        phone.play(bidder, 95, 95)
    other.open(game)
    other.tap(YES)
    assert asked(other, game) == []
    phone.open(f"{game}/hands/add?before=1")
    phone.tap("Add hand", {"Bidder": "Bob", "Bid": "100", "Captured by Ann & Cal": "10"})
    assert asked(other, game) == ["Hand 1: you +110, they +10"]


def test_the_yes_of_who_adds_a_hand_is_for_that_hand_alone(app: Flask, phone: Person, game: str) -> None:
    """A1: those after it are dealt by others now, which is stored with it, and still wait for this side."""
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    for bidder in ("Ann", "Cal"):
        phone.play(bidder, 95, 95)
    other.open(f"{game}/hands/add?before=1")
    other.tap("Add hand", {"Bidder": "Bob", "Bid": "100", "Captured by Ann & Cal": "10"})
    assert asked(other, game) == ["Hand 2: you +25, they +95", "Hand 3: you +25, they +95"]


@pytest.mark.both_databases
def test_a_yes_that_was_stored_with_the_dealer_still_counts(app: Flask, phone: Person, game: str) -> None:
    """A3."""
    other = watch(phone, game, "Bob & Dee", app)
    phone.open(game)
    phone.play("Ann", 95, 95)
    with app.app_context(), writing() as session:
        row = session.query(HandRow).one()
        facts = {**row.facts, "captured": [((0, 2), 95), ((1, 3), 25)]}
        shown = sha256(msgspec.json.encode((facts, [((0, 2), 95), ((1, 3), 25)]), order="sorted")).hexdigest()
        session.add(AgreementRow(game_id=row.game_id, hand=row.uid, side=1, shown=shown))
    assert asked(other, game) == []
    phone.open(f"{game}/hands/1")
    phone.tap("Save correction", {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    assert asked(other, game) == ["Hand 1: you +20, they +100"]
