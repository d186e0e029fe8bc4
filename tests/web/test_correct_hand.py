"""Correcting a hand: its page holds all that was seen, and everything after it is scored again."""

from collections.abc import Callable

import pytest

from tests.html import Page, Typed, text_of
from tests.person import SIDES, Person

from .steps import about, correct, start_by, step

AC, BD = SIDES


def test_each_hand_in_the_list_leads_to_its_page(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.play("Bob", 95, 45)
    phone.tap("Misdeal")
    phone.play("Ann", 70, 80)
    links = {text_of(link): link.attrs["href"] for link in phone.page.all(".hands a[href*='/hands/']")}
    assert links == {
        "Correct hand 2": f"{game}/hands/3",
        "Misdeal": f"{game}/hands/2",
        "Correct hand 1": f"{game}/hands/1",
        "Add a hand before this one": f"{game}/hands/add?before=1",
    }
    assert phone.open(f"{game}/hands/3").heading == "Correct hand 2 · Ann dealt"
    assert phone.open(f"{game}/hands/2").heading == "Correct the misdeal before hand 2 · Ann dealt"
    assert phone.page.has_button("Save correction")
    assert phone.page.has_button("Delete hand")
    assert not phone.page.all("[name=bidder], [name=reneged_by], [name=discard], [name^=captured]")


def test_the_page_holds_all_that_was_seen(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    step(phone, "trump", trump="green")
    seen = {
        "captured-0": "45", "captured-1": "75", "last_trick": "1", "talk-0": "2", "discard": "y", "nest_points": "20",
        "note": "late", "adjustments-0-to": "0", "adjustments-0-points": "-15", "adjustments-0-reason": "supper",
    }  # fmt: skip
    hand = phone.form("Save hand")
    assert phone.send(hand.action, hand.sent | seen).status == 303
    phone.open(f"{game}/hands/1")
    sent = phone.form("Save correction").sent
    assert {name: sent[name] for name in seen} == seen
    assert (sent["bidder"], sent["bid"], sent["trump"]) == ("1", "95", "green")
    second = {f"adjustments-1-{name}": value for name, value in (("to", "1"), ("points", "5"), ("reason", "luck"))}
    assert correct(phone, game, 1, None, **second).page.totals == {AC: "−50", BD: "−130"}
    phone.open(f"{game}/hands/1")
    assert {name: phone.form("Save correction").sent[name] for name in second} == second


def test_a_renege_is_shown_and_can_be_taken_away_again(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more(part="Renege")
    phone.tap("Save hand", {f"Captured by {AC}": "20", "Who reneged?": "Dee"})
    assert phone.page.totals == {AC: "20", BD: "−95"}
    phone.open(f"{game}/hands/1")
    assert phone.form("Save correction").sent["reneged_by"] == "3"
    assert correct(phone, game, 1, {"Who reneged?": "No one"}).page.totals == {AC: "20", BD: "100"}
    answer = correct(phone, game, 1, {"Who reneged?": "Ann", f"Captured by {BD}": "40"})
    assert answer.page.totals == {AC: "−95", BD: "40"}


def test_a_corrected_renege_was_found_after_the_last_trick_where_that_is_said(phone: Person) -> None:
    """R9: its points are then the others', and it can be taken back."""
    game = start_by(phone, "house-200")
    phone.record_bid("Bob", 100)
    phone.record_hand(120, last_trick=AC)
    answer = correct(phone, game, 1, {"Who reneged?": "Dee", f"Captured by {AC}": "60", f"Captured by {BD}": ""})
    assert answer.page.totals == {AC: "80", BD: "−100"}
    assert "Ann & Cal +80 with the last trick: it was found only after that." in answer.page.text
    answer = correct(phone, game, 1, {"Last trick": "No one"})
    assert answer.page.totals == {AC: "60", BD: "−100"}


def test_everything_after_it_is_scored_again_and_neither_dealer_nor_seats_move(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.play("Bob", 95, 45)
    phone.play("Ann", 70, 80)
    heading = phone.page.heading
    answer = correct(phone, game, 1, {"Bidder": "Cal", "Bid": "100", f"Captured by {AC}": "100"})
    assert answer.status == 303
    assert answer.page.totals == {AC: "180", BD: "60"}
    assert answer.page.heading == heading
    assert phone.open(f"{game}/hands/1").heading == "Correct hand 1 · Dee dealt"
    phone.open(game)
    assert about(phone, "Undo") == "Takes back the correction of hand 1"
    assert phone.tap("Undo").page.totals == {AC: "125", BD: "−55"}
    assert about(phone, "Redo") == "Puts back the correction of hand 1"
    assert phone.tap("Redo").page.totals == {AC: "180", BD: "60"}


def test_a_correction_that_changes_nothing_leaves_nothing_to_undo(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    assert correct(phone, game, 1).status == 303
    assert about(phone, "Undo") == "Takes back Bob's hand, bid 95"


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"bid": "72"}, "bid", "Bids go by 5s; 72 isn't one."),
        ({"bidder": "4"}, "bidder", "Choose a player at this table."),
        ({"bidder": ""}, "bidder", "Who took the bid?"),
        ({"captured-0": "43"}, "captured-0", "43 isn't possible."),
        ({"captured-0": "50", "captured-1": "50"}, "captured-0", "there are 120 points in the deck"),
        ({"captured-0": "ten"}, "captured-0", "Enter a whole number, like 45."),
        ({"last_trick": "Eve"}, "last_trick", "Choose one of these."),
        ({"trump": "pink"}, "trump", "Not a valid choice"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_at_its_field_and_kept(
    phone: Person, stored: Callable[[], str], typed: Typed, field: str, why: str
) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    before = stored()
    answer = correct(phone, game, 1, None, **typed)
    assert answer.status == 422
    assert why in answer.page.description_of(field)
    assert {name: answer.page.form("Save correction").sent.get(name, typed[name]) for name in typed} == typed
    assert stored() == before


def test_in_three_hands_another_bidder_asks_for_the_counts_of_the_new_sides(phone: Person) -> None:
    """R10: the bidder plays against both defenders."""
    game = start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    phone.record_bid("Ann", 50)
    phone.tap("Save hand", {"Captured by Ann": "60", "Captured by Bob & Cal": "40"})
    answer = correct(phone, game, 1, {"Bidder": "Bob"})
    assert answer.status == 422
    assert "With that bidder, Bob played against Ann & Cal" in answer.page.text
    typed = {"Captured by Bob": "60", "Captured by Ann & Cal": "40"}
    assert phone.tap("Save correction", typed).status == 303
    assert phone.page.totals == {"Ann": "40", "Bob": "60", "Cal": "40"}


def test_the_result_is_shown_before_it_is_saved_and_nothing_is_stored(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    form, before = phone.form("Save correction"), stored()
    address = phone.page.one("#preview").attrs["hx-post"]
    answer = phone.send(address, form.filled(Bid="70"))
    assert "Ann & Cal: +45. Bob & Dee: made, +75." in answer.page.text
    assert stored() == before


def test_a_hand_after_the_end_wins_no_game(phone: Person) -> None:
    game = phone.start_game(target=100)
    phone.play("Ann", 70, 90)
    phone.play("Ann", 70, 90)
    correct(phone, game, 1, {"Captured by Ann & Cal": "120", "Captured by Bob & Dee": "0"})
    phone.open(f"{game}/hands/2")
    assert "Played after the game ended" in phone.page.text
    answer = phone.send(phone.page.one("#preview").attrs["hx-post"], phone.form("Save correction").filled(Bid="75"))
    assert "Ann & Cal: made, +90." in answer.page.text
    assert "wins the game" not in answer.page.text


def test_a_correction_made_from_an_older_page_finds_its_hand_again(phone: Person, other_phone: Person) -> None:
    """The places shift when an earlier hand is deleted: what was typed stays with its own hand."""
    game = phone.start_game()
    for bidder, captured in (("Ann", 80), ("Bob", 45), ("Cal", 90)):
        phone.play(bidder, 70, captured)
    other_phone.open(f"{game}/hands/3")
    form = other_phone.form("Save correction")
    phone.open(f"{game}/hands/1")
    phone.tap("Delete hand")
    other_phone.last = other_phone.send(form.action, form.filled(Bid="85"))
    assert other_phone.last.status == 409
    assert "in the meantime (the deletion of hand 1)" in other_phone.page.alerts
    assert other_phone.page.heading.startswith("Correct hand 2")
    assert other_phone.form("Save correction").sent["bid"] == "85"
    assert other_phone.tap("Save correction").status == 303
    assert "Cal 85" in other_phone.page.text


def test_a_correction_of_a_hand_that_is_gone_still_shows_what_was_entered(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    other_phone.open(f"{game}/hands/1")
    form = other_phone.form("Save correction")
    phone.tap("Undo")
    answer = other_phone.send(form.action, form.filled(Bid="85"))
    assert answer.status == 409
    assert "You had entered" in answer.page.alerts
    assert "Bid 85" in answer.page.alerts
    assert other_phone.get(f"{game}/hands/1").status == 404


def test_a_correction_sent_twice_is_made_once(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    form = phone.form("Save correction")
    typed = form.filled(Bid="70")
    phone.send(form.action, typed)
    before = stored()
    assert phone.send(form.action, typed).status == 303
    assert stored() == before


@pytest.mark.parametrize("place", ["0", "2", "99", "9" * 30])
def test_there_is_no_page_of_a_hand_that_is_not_there(phone: Person, place: str) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    assert phone.get(f"{game}/hands/{place}").status == 404


def test_a_count_and_a_foul_belong_to_the_player_whose_number_they_bear(phone: Person) -> None:
    """Also where the fields of those before are missing: a form may send what was filled in alone."""
    game = phone.start_game()
    phone.record_bid("Ann", 70)
    form = phone.form("Save hand")
    bare = {name: form.sent[name] for name in ("csrf_token", "form_id", "version")}
    assert phone.send(form.action, bare | {"captured-1": "120", "talk-3": "1"}).status == 303
    assert phone.open(game).totals == {AC: "−70", BD: "80"}


@pytest.mark.parametrize("name", ["captured-²", "captured-" + "9" * 5000, "talk-٣", "adjustments-x-to"])
def test_a_field_that_is_none_is_passed_over(phone: Person, name: str) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    assert correct(phone, game, 1, None, **{name: "5", "bid": "70"}).status == 303


# That a hand was corrected, and from what


def corrected(page: Page) -> list[str]:
    """What its opened lines say of corrections; each has the small word, too."""
    said = [text_of(row).partition(". ")[0] for row in page.all(".hands .why") if text_of(row).startswith("Corrected")]
    words = [text_of(word) for word in page.all(".hands td small") if text_of(word) == "corrected"]
    assert len(words) == len(said)
    return [f"c{each[1:]}" for each in said]


CORRECTED = [
    ({"bid": "120"}, "corrected from 95 to 120"),
    ({"bidder": "0", "bid": "70"}, "corrected from Bob 95 to Ann 70"),
    ({"captured-0": "50", "captured-1": "70"}, "corrected from 45 to 50 captured"),
    ({"note": "late"}, "corrected"),
]


@pytest.mark.parametrize(("typed", "said"), CORRECTED, ids=[said for _, said in CORRECTED])
def test_a_corrected_hand_says_from_what_on_the_board_and_the_recap(
    phone: Person, typed: dict[str, str], said: str
) -> None:
    game = phone.start_game(target=50)
    phone.play("Bob", 95, 45)
    phone.play("Ann", 70, 80)
    assert "corrected" not in phone.open(game).text
    correct(phone, game, 1, None, **typed)
    assert corrected(phone.open(game)) == [said]
    assert f"C{said[1:]}." in phone.open(f"{game}/summary").text
    phone.open(game)
    phone.tap("Undo")
    assert corrected(phone.page) == []
    assert "orrected" not in phone.open(f"{game}/summary").text
    phone.open(game)
    phone.tap("Redo")
    assert corrected(phone.page) == [said]


def test_the_first_value_counts_and_a_hand_put_back_by_hand_is_as_it_was(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    for bid, said in (("100", ["corrected from 95 to 100"]), ("120", ["corrected from 95 to 120"]), ("95", [])):
        correct(phone, game, 1, None, bid=bid)
        assert corrected(phone.open(game)) == said


def test_a_corrected_count_that_was_left_out_is_the_rest(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Save hand", {"Captured by Ann & Cal": "20"})
    for theirs, said in (("45", ["corrected from 20 to 45 captured"]), ("20", [])):
        correct(phone, game, 1, {"Captured by Ann & Cal": theirs, "Captured by Bob & Dee": str(120 - int(theirs))})
        assert corrected(phone.open(game)) == said


def test_that_a_hand_was_corrected_is_in_no_file(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    correct(phone, game, 1, None, bid="120")
    for ending in (".rook.json", ".csv"):
        assert b"orrected" not in phone.get(f"{game}{ending}").body
