"""Nothing past is changed without being shown: length, rules, seats, corrections and deletions say in one way what they
do to the hands that are there, and ask first where it is more than points."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.announcements import DESCRIBE
from tests.html import Typed, text_of
from tests.person import Answer, Person

from .steps import asked, confirm, delete, make_house_rules, start_by

AC, BD = "Ann & Cal", "Bob & Dee"
NOT_ASKED = {
    "bid", "call", "partners", "trump", "hand", "misdeal", "passed-out", "time", "dealer",  # what is played now
    "undo", "redo",  # the board says what they took back
    "sitting down", "carried",  # no hand changes
    "meeting",  # a sheet of its own asks
    "name", "teams", "notes", "day", "hiding", "showing", "deletion", "return", "stop", "resumption",  # no hand changes
}  # fmt: skip


def test_every_kind_of_change_asks_first_or_has_a_reason_not_to() -> None:
    assert {*change.ASKS_FIRST} | NOT_ASKED == {*DESCRIBE}
    assert not {*change.ASKS_FIRST} & NOT_ASKED


def after_three(phone: Person) -> str:
    """L12: Ann & Cal have 110 after hand 1, and are behind after hand 3."""
    game = phone.start_game(dealer="Dee")
    for bidder, captured in (("Ann", 110), ("Bob", 0), ("Ann", 60)):
        phone.play(bidder, 70, captured)
    assert phone.page.totals == {AC: "40", BD: "190"}
    return game


def length(phone: Person, game: str, **typed: str) -> Answer:
    phone.open(f"{game}/settings")
    return phone.tap("Save", {words.replace("_", " "): value for words, value in typed.items()})


def correction(phone: Person, game: str, place: int, typed: Typed) -> Answer:
    phone.open(f"{game}/hands/{place}")
    return phone.tap("Save correction", typed)


def rules(phone: Person, game: str) -> Answer:
    """House rules to 100."""
    short = make_house_rules(phone, "Short", "original", target="100").path.rpartition("/")[2]
    phone.last = phone.get(f"{game}/rules?rules={short}")
    return phone.last


def seats(phone: Person, game: str) -> Answer:
    phone.last = phone.get(f"{game}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    return phone.last


UNMADE = "That ends the game with hand 1: Ann & Cal won, 110 to 10. Hands 2 and 3 no longer count."


def test_a_length_that_unmakes_hands_is_asked_about_first(phone: Person, stored: Callable[[], str]) -> None:
    """L12. Before, it was saved at once: "Ann & Cal won, 110 to 10", and nothing said that hands 2 and 3 were gone."""
    game = after_three(phone)
    before = stored()
    answer = length(phone, game, Play_to="100")
    assert (answer.status, asked(phone), stored() == before) == (422, UNMADE, True)
    lines = [text_of(line) for line in phone.page.all("main li")]
    assert lines[0] == "Hand 2 Ann & Cal 0, Bob & Dee +120; then not counted."
    assert confirm(phone).status == 303
    assert phone.open(game).totals == {AC: "110", BD: "10"}
    phone.tap("Undo")
    assert phone.page.totals == {AC: "40", BD: "190"}


def test_a_goal_that_is_passed_already_is_offered_as_the_end_with_this_hand(phone: Person) -> None:
    """R2: it is the length of this many hands, and no new fact."""
    game = after_three(phone)
    length(phone, game, Play_to="100")
    assert "That ends the game with hand 3: Bob & Dee won, 190 to 40." in phone.page.text
    assert phone.tap("End with this hand").status == 303
    page = phone.open(game)
    assert (page.heading, page.totals) == ("Bob & Dee won", {AC: "40", BD: "190"})
    assert phone.get(f"{game}.rook.json").body.count(b'"hand_limit":3') == 1
    phone.tap("Undo")
    assert phone.page.has_button("Record bid")


def test_with_a_bid_on_the_table_this_hand_is_the_one_being_played(phone: Person) -> None:
    game = after_three(phone)
    phone.record_bid("Ann", 100)
    length(phone, game, Play_to="100")
    assert "The last hand of the game is hand 4" in phone.page.text
    assert phone.tap("End with this hand").status == 303
    phone.open(game)
    phone.record_hand(100)
    assert phone.page.heading == "Bob & Dee won"


def test_where_partners_rotate_no_hand_of_its_own_ends_the_game(phone: Person) -> None:
    """R21: everyone partners everyone equally often."""
    game = start_by(phone, "changing-partners")
    assert length(phone, game, Number_of_hands="24").status == 303
    phone.open(game)
    for hand in range(13):
        phone.record_bid("Ann", 70)
        partner = ("Cal", "Bob", "Dee")[hand // 4 % 3]
        phone.tap("Save hand", {f"Captured by Ann & {partner}": "80"})
    length(phone, game, Number_of_hands="12")
    assert "That ends the game with hand 12" in asked(phone)
    assert not phone.page.has_button("End with this hand")


ONE_WAY: dict[str, tuple[Callable[[Person, str], Any], str]] = {
    "length": (lambda phone, game: length(phone, game, Play_to="100"), UNMADE),
    "rules": (rules, UNMADE),
    "seats": (seats, "Partners change in hands 1, 2 and 3."),
    "correction": (
        lambda phone, game: correction(phone, game, 2, {f"Captured by {AC}": "120", f"Captured by {BD}": "0"}),
        "",
    ),
    "deletion": (
        lambda phone, game: delete(phone, game, 2),
        "",
    ),
}


@pytest.mark.parametrize("what", ONE_WAY)
def test_each_says_what_it_does_to_the_hands_that_are_there(phone: Person, what: str) -> None:
    game, (do, said) = after_three(phone), ONE_WAY[what]
    answer = do(phone, game)
    if not said:
        assert answer.status == 303, "only points and dealers change: it is saved, with Undo beside it"
        assert phone.page.has_button("Undo")
        return
    assert said in phone.page.text
    assert any(text_of(link) == "Cancel" for link in phone.page.all("a"))


ENDS = {f"Captured by {AC}": "120", f"Captured by {BD}": "0"}


def test_a_correction_that_ends_the_game_or_lets_it_go_on_is_asked_about(
    phone: Person, stored: Callable[[], str]
) -> None:
    game = phone.start_game(target=120)
    phone.play("Ann", 70, 110)
    before = stored()
    answer = correction(phone, game, 1, ENDS)
    said = "That ends the game with hand 1: Ann & Cal won, 120 to 0."
    assert (answer.status, asked(phone), stored() == before) == (422, said, True)
    assert answer.page.heading == "Correct hand 1"
    assert confirm(phone).page.heading == "Ann & Cal won"
    correction(phone, game, 1, {f"Captured by {AC}": "110", f"Captured by {BD}": "10"})
    assert asked(phone) == "The game goes on: no one has won yet."
    assert confirm(phone).page.has_button("Record bid")


def test_a_deletion_that_ends_the_game_earlier_names_hands_as_they_are_seen(phone: Person) -> None:
    game = phone.start_game(dealer="Dee", target=100)
    for bid, captured in ((100, 50), (70, 110), (70, 100)):
        phone.play("Ann", bid, captured)
    assert phone.page.totals == {AC: "110", BD: "100"}
    delete(phone, game, 1)
    assert asked(phone) == ("That ends the game with hand 2, not hand 3. Hand 3 no longer counts.")


def test_a_misdeal_with_a_penalty_stops_counting_too(phone: Person) -> None:
    """R12: its penalty is booked at once, so it counts only while the game goes on."""
    game = phone.start_game(dealer="Dee")
    phone.play("Ann", 70, 110)
    phone.open(f"{game}?bid=none")
    phone.tap("Save misdeal", {"Table talk by Bob": "1"})
    phone.play("Ann", 70, 60)
    length(phone, game, Play_to="100")
    said = "Hand 2 and the misdeal before hand 2 no longer count."
    assert asked(phone).endswith(said), asked(phone)


def test_a_correction_that_changes_the_winner_is_asked_about(phone: Person) -> None:
    game = phone.start_game(hand_limit=1)
    phone.play("Ann", 70, 110)
    correction(phone, game, 1, {f"Captured by {AC}": "50", f"Captured by {BD}": "70"})
    assert asked(phone) == "Bob & Dee won, 70 to −70, and not Ann & Cal."


def test_where_the_page_has_shown_it_beside_the_button_that_was_the_question(phone: Person) -> None:
    """With a script the preview says it as the numbers are typed; what it has not shown is asked about all the same."""
    game = phone.start_game(target=120)
    phone.play("Ann", 70, 110)
    phone.open(f"{game}/hands/1")
    form, address = phone.form("Save correction"), phone.page.one("#preview").attrs["hx-post"]
    fields = form.filled(**ENDS)
    preview = phone.send(address, fields).page
    assert "That ends the game with hand 1: Ann & Cal won, 120 to 0." in preview.text
    shown = preview.one("input[name=confirmed]").attrs["value"]
    assert phone.send(form.action, fields | {"confirmed": "another"}).status == 422
    assert phone.send(form.action, fields | {"confirmed": shown}).status == 303


def test_an_effect_that_is_asked_about_keeps_what_was_typed_and_counts_once(
    phone: Person, stored: Callable[[], str]
) -> None:
    game = phone.start_game(target=120)
    phone.play("Ann", 70, 110)
    correction(phone, game, 1, ENDS | {"Bid": "75", "Note": "Counted again"})
    form = phone.form("Save anyway")
    assert phone.send(form.action, form.sent).status == 303
    once = stored()
    assert "Counted again" in once
    assert phone.send(form.action, form.sent).status == 303
    assert stored() == once


def test_an_answer_to_an_older_page_is_late(phone: Person, other_phone: Person) -> None:
    game = after_three(phone)
    length(phone, game, Play_to="100")
    other_phone.open(game)
    other_phone.record_bid("Cal", 70)
    assert confirm(phone).status == 409
