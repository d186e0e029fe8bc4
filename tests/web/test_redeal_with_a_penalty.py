"""A misdeal or a passed-out deal keeps its penalties and adjustments, without being a hand (R12, R26)."""

import json
from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import HTMX, SIDES, Answer, Person

from .steps import correct, log_calls, start_by

AC, BD = SIDES
TALK = {"Table talk by Bob": "1"}


def redeal(phone: Person, typed: dict[str, str] | None = None, button: str = "Save misdeal", **raw: str) -> Answer:
    """Opens the form of a deal that is no hand, types this, and saves."""
    (link,) = [link for link in phone.page.all("a") if text_of(link).startswith("Redeal with")]
    phone.open(link.attrs["href"])
    form = phone.form(button)
    (tapped,) = [each for each in phone.page.all("#no-hand button") if text_of(each) == button]
    phone.last = phone.send(tapped.attrs.get("formaction", form.action), form.filled(**(typed or {})) | raw)
    return phone.last


def hand_lines(phone: Person) -> list[str]:
    return [text_of(row) for row in phone.page.all(".hands tbody tr")]


def test_table_talk_before_a_misdeal_costs_the_penalty_at_once(phone: Person) -> None:
    phone.start_game(dealer="Cal")
    answer = redeal(phone, TALK)
    assert answer.status == 303
    assert phone.page.totals == {AC: "0", BD: "−40"}
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first", "it is no hand"
    assert text_of(phone.page.one(".announcement")) == "Misdeal: Ann & Cal 0, Bob & Dee −40. Cal deals again."
    assert hand_lines(phone) == [
        "M Misdeal penalty 40 Bob & Dee 0 0 −40 −40",
        "Bob's table talk costs Bob & Dee 40. R12 Correct the misdeal Add a hand before this one",
    ]
    phone.play("Dee", 70, 50)
    assert phone.page.totals == {AC: "50", BD: "30"}


def test_a_penalty_before_a_redeal_stays_where_everyone_then_passes(phone: Person) -> None:
    phone.start_game()
    redeal(phone, TALK | {"Adjust": AC, "Adjustment points": "-5", "Reason": "late"}, "Save passed-out hand")
    assert phone.page.totals == {AC: "−5", BD: "−40"}
    assert hand_lines(phone)[0] == "E Everyone passed penalty 40 Bob & Dee adjustment −5 Ann & Cal −5 −5 −40 −40"
    assert "Ann & Cal −5: late. R26" in phone.page.text


@pytest.mark.parametrize("button", ["Save misdeal", "Save passed-out hand"])
def test_without_a_penalty_it_is_refused(phone: Person, stored: Callable[[], str], button: str) -> None:
    phone.start_game()
    before = stored()
    answer = redeal(phone, button=button)
    assert (answer.status, stored()) == (422, before)
    assert "Enter the penalty, or go back and tap Misdeal." in answer.page.description_of("talk-1")


def test_a_redeal_with_a_penalty_is_undone_and_redone_as_one(phone: Person) -> None:
    phone.start_game()
    redeal(phone, TALK)
    phone.tap("Undo")
    assert phone.page.totals == {AC: "0", BD: "0"}
    assert not phone.page.all(".hands")
    phone.tap("Redo")
    assert phone.page.totals == {AC: "0", BD: "−40"}


def test_an_open_bid_is_dropped_with_its_misdeal(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more()
    redeal(phone, TALK)
    assert phone.page.has_button("Record bid")
    assert phone.page.totals == {AC: "0", BD: "−40"}


def test_after_a_bid_no_one_can_say_that_everyone_passed(phone: Person) -> None:
    """R4."""
    game = phone.start_game(dealer="Dee")
    log_calls(phone, "Ann 70")
    phone.open(f"{game}?bid=none")
    assert not phone.page.has_button("Save passed-out hand")
    form = phone.form("Save misdeal")
    answer = phone.send(f"{game}/passed-out", form.filled(**TALK))
    assert answer.status == 422
    assert "Ann bid 70, so not everyone passed." in answer.page.alerts
    phone.open(f"{start_by(phone, 'kentucky')}?bid=none")
    assert not phone.page.has_button("Save passed-out hand"), "there the dealer is stuck with the bid"


def test_where_no_penalty_is_used_an_adjustment_of_a_misdeal_is_a_correction(phone: Person) -> None:
    """R26."""
    game = start_by(phone, "concise")
    assert "Redeal with" not in phone.page.text
    phone.tap("Misdeal")
    correct(phone, game, 1, {"Adjust": BD, "Adjustment points": "10", "Reason": "a bet"})
    assert phone.page.totals == {AC: "0", BD: "10"}
    phone.open(f"{start_by(phone, 'concise')}?bid=none")
    form = phone.form("Save misdeal")
    answer = phone.send(form.action, form.sent | {"talk-1": "1"})
    assert (answer.status, phone.page.totals) == (422, {AC: "0", BD: "0"})
    assert "With these rules penalties aren't scored." in answer.page.text


WRONG = [
    ({"talk-1": "5"}, "talk-1", "Each player's table talk can be from 0 to 4."),
    ({"adjustments-0-points": "10"}, "adjustments-0-points", "Choose a side and enter points and a reason."),
    ({"adjustments-0-points": "ten", "adjustments-0-to": "0"}, "adjustments-0-points", "Enter a whole number"),
    ({"note": "n" * 501}, "note", "up to 500 characters"),
]


@pytest.mark.parametrize(("typed", "field", "why"), WRONG)
def test_a_penalty_before_a_redeal_that_cannot_be_is_refused_at_its_field_and_kept(
    phone: Person, stored: Callable[[], str], typed: dict[str, str], field: str, why: str
) -> None:
    phone.start_game()
    before = stored()
    answer = redeal(phone, {"Reason": "kept as it was"}, **typed)
    assert (answer.status, stored()) == (422, before)
    assert why in answer.page.description_of(field)
    assert phone.form("Save misdeal").sent.items() >= ({"adjustments-0-reason": "kept as it was"} | typed).items() or (
        field == "talk-1"
    )


def test_a_form_that_comes_too_late_says_what_happened_and_keeps_what_was_typed(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}?bid=none")
    form = phone.form("Save misdeal")
    other = phone.twin()
    other.open(game)
    other.record_bid("Bob", 95)
    answer = phone.send(form.action, form.filled(**TALK, Note="who said what"))
    assert answer.status == 409
    assert "Bob's bid of 95" in answer.page.alerts
    phone.last = answer
    assert phone.form("Save misdeal").sent["talk-1"] == "1"
    assert phone.form("Save misdeal").sent["note"] == "who said what"
    assert not phone.page.has_button("Save passed-out hand"), "by now there is a bid"


def test_a_form_that_was_sent_twice_counts_once(phone: Person) -> None:
    phone.start_game()
    (link,) = [link for link in phone.page.all("a") if text_of(link).startswith("Redeal with")]
    phone.open(link.attrs["href"])
    form = phone.form("Save misdeal")
    sent = form.filled(**TALK)
    for _ in range(2):
        phone.last = phone.send(form.action, sent)
    assert phone.page.totals == {AC: "0", BD: "−40"}


def test_a_redeal_is_a_part_of_the_page_where_htmx_asks_and_back_leads_back(phone: Person) -> None:
    game = phone.start_game()
    part = phone.get(f"{game}?bid=none", **HTMX)
    assert not part.page.whole
    assert part.page.has_button("Save misdeal")
    (back,) = phone.open(f"{game}?bid=none").all("#no-hand ~ .beside a")
    assert phone.open(back.attrs["href"]).has_button("Record bid")


def test_a_misdeal_is_corrected(phone: Person) -> None:
    """R12: its penalty, its adjustment, its note and who dealt."""
    game = phone.start_game(dealer="Ann")
    phone.tap("Misdeal")
    answer = correct(phone, game, 1, {"Table talk by Dee": "2", "Note": "both times on trump"})
    assert answer.status == 303
    assert phone.page.totals == {AC: "0", BD: "−80"}
    assert "Saved the correction of the misdeal before hand 1." in phone.page.text
    phone.open(f"{game}/hands/1")
    assert phone.form("Save correction").sent.items() >= {"talk-3": "2", "note": "both times on trump"}.items()
    correct(phone, game, 1, {"Table talk by Dee": "none", "Dealer": "Cal"}, **{"adjustments-0-points": ""})
    assert phone.page.totals == {AC: "0", BD: "0"}
    assert phone.page.heading == "Hand 1 · Cal deals, Dee bids first"
    phone.tap("Undo")
    assert phone.page.totals == {AC: "0", BD: "−80"}


def test_a_wrong_correction_of_a_misdeal_is_shown_again(phone: Person) -> None:
    game = phone.start_game()
    phone.tap("Misdeal")
    answer = correct(phone, game, 1, {"Note": "kept"}, **{"adjustments-0-points": "7"})
    assert answer.status == 422
    assert "Choose a side and enter points and a reason." in answer.page.description_of("adjustments-0-points")
    assert phone.form("Save correction").sent["note"] == "kept"
    form = phone.form("Save correction")
    answer = phone.send(f"{game}/hands/9/no-hand", form.sent | {"adjustments-0-points": ""})
    assert answer.status == 404


def test_the_form_of_a_hand_corrects_no_misdeal_and_that_of_a_misdeal_no_hand(phone: Person) -> None:
    game = phone.start_game()
    phone.tap("Misdeal")
    phone.play("Bob", 95, 100)
    phone.open(f"{game}/hands/1")
    deal = phone.form("Save correction")
    phone.open(f"{game}/hands/2")
    hand = phone.form("Save correction")
    assert phone.send(deal.action, hand.sent).status == 303, "a misdeal has no counts: there is nothing to change"
    answer = phone.send(hand.action, hand.sent | {"hand": deal.sent["hand"]} | {"counted_for": "1"})
    assert answer.status == 303
    phone.open(f"{game}/hands/2")
    wrong = phone.send(deal.action.replace("/1/", "/2/"), phone.form("Save correction").sent)
    assert wrong.status == 422


def test_a_penalty_between_hands_counts_in_the_recap_the_files_and_a_claim(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.play("Ann", 70, 80)
    redeal(phone, TALK)
    summary = phone.get(f"{game}/summary").page
    assert "Bob's table talk costs Bob & Dee 40." in text_of(summary.all(".hands .why")[1])
    assert "Misdeal: 0 (80), −40 (0); penalty 40 Bob & Dee" in text_of(summary.one("#text"))
    rows = phone.get(f"{game}.csv").body.decode("utf-8-sig").splitlines()
    assert rows[2].startswith("2,Ann,misdeal,")
    assert rows[2].endswith(",40,,,0,80,-40,0,penalty: Bob")
    claim = phone.get(f"{game}/sheet?whose=1&claimed=40").page
    assert "40 is what you get if the points of the deal before hand 2 are left out." in claim.text
    record = json.loads(phone.get(f"{game}.rook.json").body)
    talk = {"player": "Bob", "kind": "table-talk"}
    assert record["hands"][1] == {"outcome": "misdeal", "fouls": [talk], "id": record["hands"][1]["id"]}


def test_a_ruling_is_marked_once_however_many_sentences_rest_on_it(phone: Person) -> None:
    phone.start_game()
    redeal(phone, TALK | {"Table talk by Cal": "1"})
    assert hand_lines(phone)[1].count("R12") == 1
    assert hand_lines(phone)[1].endswith("R12 Correct the misdeal Add a hand before this one")


def test_a_penalty_after_a_hand_does_not_change_who_led_after_it(phone: Person) -> None:
    """140 to 100 after hand 2, as the sheet says; then Bob's table talk costs 80."""
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    phone.play("Bob", 80, 0)
    redeal(phone, {"Table talk by Bob": "2"})
    assert phone.page.totals == {AC: "100", BD: "60"}
    assert "The lead changed once, in hand 2, to Bob & Dee." in phone.open(f"{game}/summary").text
