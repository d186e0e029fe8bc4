"""What a phone recorded without a network is sent as it was typed: it counts as it would have counted at once.

Requests to the meeting of two phones that no browser sends are refused, and the game goes on as it was.
"""

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest

from tests.html import Typed
from tests.person import SIDES, Person
from tests.rules.notation import row
from tests.web.phones_apart import Entry, entry, run, tell

from .steps import step

AC, BD = SIDES


def hand(captured: int, **fields: object) -> Entry:
    return entry("hands", **{"captured-0": captured, "last_trick": 0} | fields)


def fresh(*entries: Entry, version: int | None = None) -> list[Entry]:
    """The same, each with an id of its own, and with this version."""
    sent = {"form_id": uuid4} | ({} if version is None else {"version": lambda: version})
    return [
        (step, [(name, str(sent[name]()) if name in sent else value) for name, value in fields])
        for step, fields in entries
    ]


BID = entry("bid", bidder=0, bid=100)
REFUSED = [
    row("nothing at all", None),
    row("no list", run() | {"entries": 1}),
    row("no entry", run()),
    row("a place before the first", run(BID) | {"place": -1}),
    row("what is no entry", run(entry("deal"))),
    row("a dealer who is not at the table", run(entry("misdeal"), dealer=5)),
    row("a bidder who is not", run(entry("bid", bidder=5, bid=100))),
    row("a bidder before them who is not", run(hand(100), bidder=4, bid=100)),
    row("a caller who is not", run(entry("call", player=5, call=100))),
    row("a caller before them who is not", run(BID, auction=[[5, 100]])),
    row("a bid that no rule allows", run(entry("bid", bidder=0, bid=500))),
    row("a count without a bid", run(hand(100))),
    row("a count that cannot be", run(hand(103), bidder=0, bid=100)),
    row("what is no number", run(hand(0, **{"captured-0": "1e2"}), bidder=0, bid=100)),
    row("a second bid", run(BID, bidder=0, bid=100)),
    row("a bid after the bidding is over",
        run(BID, auction=[[0, 100], [1, "pass"], [2, "pass"], [3, "pass"]], bidder=0, bid=100)),
    row("half a sign", run(entry("misdeal", note="\ud800"))),
    row("a call of time without a clock", run(entry("time"))),
]  # fmt: skip


@pytest.mark.parametrize("recorded", REFUSED)
def test_hands_that_no_phone_alone_records_are_refused(phone: Person, recorded: object) -> None:
    game = phone.start_game(dealer="Dee")
    assert tell(phone, game, recorded).status == 422
    assert phone.open(game).heading == "Hand 1 · Dee deals, Ann bids first"


EVENINGS: list[Any] = [
    row("a hand", "original", [("Record bid", {"Bidder": "Ann", "Bid": "100"}),
        ("Save hand", {"Last trick": AC, f"Captured by {AC}": "100"})]),
    row("a misdeal and the dealer again", "original", [("Misdeal", {}),
        ("Record bid", {"Bidder": "Bob", "Bid": "95"}), ("Save hand", {"Last trick": BD, f"Captured by {AC}": "45"})]),
    row("a bid alone", "original", [("Record bid", {"Bidder": "Cal", "Bid": "80"})]),
    row("everyone passed", "original", [("Everyone passed", {}), ("Record bid", {"Bidder": "Bob", "Bid": "95"})]),
    row("a dealer who is stuck", "dixie", [("Everyone passed: Dee has it at 65", {})]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "taps"), EVENINGS)
def test_taps_of_a_phone_alone_count_as_they_would_have_at_once(
    phone: Person, other_phone: Person, rules: str, taps: Sequence[tuple[str, Typed]]
) -> None:
    online = phone.start_game(dealer="Dee", rules=rules)
    alone = other_phone.start_game(dealer="Dee", rules=rules)
    entries = []
    for button, typed in taps:
        form = phone.form(button)
        entries.append((form.action.rpartition("/")[2], list(form.filled(**typed).items())))
        assert phone.tap(button, typed).status in (200, 303)
    answer = tell(other_phone, alone, run(*entries))
    assert (answer.status, answer.headers["Scorekeeper-Taken"]) == (200, str(len(entries)))
    shown, told = phone.open(online), other_phone.open(alone)
    assert told.heading == shown.heading
    due = "Who deals this hand?"  # what is above is about the tap before
    assert told.text.partition(due)[2] == shown.text.partition(due)[2]
    assert other_phone.open(f"{alone}/summary").text == phone.open(f"{online}/summary").text


TOLD = (BID, hand(100))
PREFIXES = [
    row("all", (*TOLD, BID, hand(80)), (200, 4), (200, 4), {AC: "0", BD: "60"}),
    row("before the count that cannot be", (*TOLD, BID, hand(103)), (200, 3), (200, 2), {AC: "100", BD: "20"}),
    row("not what follows the first", (BID, hand(103), BID, hand(80)), (200, 1), (422, 2), {AC: "0", BD: "0"}),
    row("a misdeal before it", (entry("misdeal"), BID, hand(103)), (200, 2), (200, 1), {AC: "0", BD: "0"}),
    row("what comes before a late call", (*TOLD, entry("time", hand="before")), (200, 2), (200, 2), {AC: "100"}),
    row("what was taken back goes with what is before it", (*TOLD, entry("undo")), (200, 3), (200, 3), {AC: "0"}),
    row("an undo of what others have gone on from", (entry("undo"),), (200, 1), (200, 1), {AC: "0"}),
    row("the late call alone", (entry("time", hand="before"), *TOLD), (422, 1), (422, 1), {AC: "0"}),
]  # fmt: skip


@pytest.mark.parametrize("is_as_it_was", [True, False], ids=["at once", "met"])
@pytest.mark.parametrize(("entries", "at_once", "met", "totals"), PREFIXES)
def test_the_answer_is_about_the_first_entries_that_the_rules_take(
    phone: Person,
    entries: Sequence[Entry],
    at_once: tuple[int, int],
    met: tuple[int, int],
    totals: dict[str, str],
    is_as_it_was: bool,
) -> None:
    game = phone.start_game(dealer="Dee")
    answer = tell(phone, game, run(*fresh(*entries, version=0 if is_as_it_was else 7)))
    assert (answer.status, int(answer.headers["Scorekeeper-Taken"])) == (at_once if is_as_it_was else met)
    assert totals.items() <= phone.open(game).totals.items()


CALL = entry("time", hand="now")
BEGUN = ("bid", {"bidder": "0", "bid": "100"})
LATE = [
    row("the dealer was corrected", [("deal", {"dealer": "1"})], [CALL], (200, 1), True),
    row("others bid", [BEGUN], [CALL], (422, 1), False),
    row("a misdeal", [("misdeal", {})], [entry("misdeal"), CALL], (200, 2), True),
    row("others bid the same", [BEGUN], [CALL, BID], (422, 1), False),
    row("the bid comes first; the call is sent next", [BEGUN], [BID, CALL], (200, 1), False),
    row("others called", [("call", {"player": "0", "call": "100"})], [CALL], (422, 1), False),
    row("others counted it", [BEGUN, ("hands", {"captured-0": "100"})], [CALL], (422, 1), False),
    row("others called time, too", [("time", {"hand": "now"}), BEGUN], [CALL], (200, 1), True),
]  # fmt: skip


@pytest.mark.parametrize(("others", "entries", "told", "is_last"), LATE)
def test_a_call_of_time_about_a_hand_that_others_have_begun_is_not_passed_over(
    phone: Person,
    other_phone: Person,
    others: Sequence[tuple[str, dict[str, str]]],
    entries: Sequence[Entry],
    told: tuple[int, int],
    is_last: bool,
) -> None:
    """R32: the hand being played is the last. Which that is a person says, or the phones agree about."""
    game = phone.start_game(dealer="Dee", rules="smith-county")
    other_phone.open(game)
    for name, fields in others:
        assert step(other_phone, name, **fields).status == 303
    answer = tell(phone, game, run(*fresh(*entries, version=7)))
    assert (answer.status, int(answer.headers["Scorekeeper-Taken"])) == told, answer.page.text
    assert ("Call time again if that was the last hand." in answer.page.text) == (told[0] == 422)
    assert ("Time was called" in phone.open(game).text) == is_last


def test_hands_whose_answer_was_lost_count_once(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    entries = fresh(BID, hand(100), BID, hand(80))
    assert tell(phone, game, run(*entries[:3])).status == 200
    for _ in range(2):
        answer = tell(phone, game, run(*entries))
        assert (answer.status, answer.headers["Scorekeeper-Taken"]) == (200, "4")
    assert phone.open(game).totals == {AC: "0", BD: "60"}


@pytest.mark.parametrize("how", ["undone", "corrected"])
def test_hands_that_arrived_before_are_passed_over_whatever_others_did_since(
    phone: Person, other_phone: Person, how: str
) -> None:
    game = phone.start_game(dealer="Dee")
    entries = fresh(BID, hand(100))
    assert tell(phone, game, run(*entries)).status == 200
    other_phone.open(game)
    if how == "undone":
        other_phone.tap("Undo")
    else:
        other_phone.open(f"{game}/hands/1")
        other_phone.tap("Save correction", {f"Captured by {AC}": "110", f"Captured by {BD}": "10"})
    answer = tell(phone, game, run(*entries))
    assert (answer.status, answer.headers["Scorekeeper-Taken"]) == (200, "2")
    assert phone.open(game).totals == ({AC: "0", BD: "0"} if how == "undone" else {AC: "110", BD: "10"})


def test_an_undo_behind_many_forms_that_arrived_takes_the_last_of_them_back(phone: Person) -> None:
    game = phone.start_game(dealer="Dee", target=100_000)
    entries = [fresh((BID, hand(100))[version % 2], version=version)[0] for version in range(30)]
    assert tell(phone, game, run(*entries)).status == 200
    entries += fresh(entry("undo", version=30))
    while entries:
        answer = tell(phone, game, run(*entries))
        assert answer.status == 200
        del entries[: int(answer.headers["Scorekeeper-Taken"])]
    assert phone.open(game).totals == {AC: "1400", BD: "280"}


def test_a_hand_that_was_taken_back_after_it_met_the_server_is_said_to_be_there(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    entries = fresh(BID, hand(100), entry("undo"), version=7)
    assert tell(phone, game, run(*entries[:2])).status == 200
    answer = tell(phone, game, run(*entries))
    assert (answer.status, answer.headers["Scorekeeper-Taken"]) == (200, "1")
    answer = tell(phone, game, run(*entries[1:]))
    assert (answer.status, answer.headers["Scorekeeper-Taken"]) == (422, "2")
    assert "Undo it on the board." in answer.page.text
    assert phone.open(game).totals == {AC: "100", BD: "20"}


def test_a_page_of_before_the_update_is_told_to_load_again_and_loses_nothing(phone: Person) -> None:
    """Only 422 and 409 settle what it told; with anything else it waits."""
    game = phone.start_game(dealer="Dee")
    form = {"csrf_token": phone.form("Record bid").sent["csrf_token"], "form_id": str(uuid4()), "version": "0"}
    answer = phone.send(f"{game}/alone/meet", form | {"mine": "{}", "way": "ask", "seen": ""}, hx_request="true")
    assert answer.status == 426
    assert "Load this page again." in answer.body.decode()


def test_hands_of_a_deleted_game_can_be_left_out(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    twin = phone.twin()
    twin.open(f"{game}/settings")
    form = {"csrf_token": phone.form("Record bid").sent["csrf_token"], "form_id": str(uuid4()), "version": "0"}
    twin.tap("Delete game")
    form |= {"recorded": json.dumps(run(BID, hand(100))), "seen": ""}
    for way, status in (("ask", 409), ("theirs", 204)):
        assert phone.send(f"{game}/alone/meet", form | {"way": way}, hx_request="true").status == status
