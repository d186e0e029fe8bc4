"""Requests to the meeting of two phones that no browser sends are refused, and the game goes on as it was."""

import json
from typing import Any
from uuid import uuid4

import pytest

from tests.person import Answer, Person
from tests.rules.notation import row

MISDEAL = {"dealer": 3, "outcome": "misdeal"}
ANN = {"dealer": 3, "bidder": 0, "bid": 100, "captured": [[0, 100]], "last_trick": 0}


def tell(phone: Person, game: str, mine: object, way: str = "ask") -> Answer:
    """Send what a phone recorded of a game, as static/alone/meeting.js does."""
    phone.open(game)
    form = {"csrf_token": phone.form("Record bid").sent["csrf_token"], "form_id": str(uuid4()), "version": "0"}
    sent = {"mine": json.dumps(mine), "way": way, "seen": ""}
    return phone.send(f"{game}/alone/meet", form | sent, hx_request="true")


def mine_json(*hands: dict[str, Any], going: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"place": 0, "hands": [{"id": str(uuid4()), "facts": facts} for facts in hands], "open": going}


REFUSED = [
    row("nothing at all", None),
    row("no list", {"place": 0, "hands": 1}),
    row("a place before the first", {"place": -1, "hands": []}),
    row("a dealer who is not at the table", mine_json(MISDEAL | {"dealer": 5})),
    row("a dealer of a bid who is not", mine_json(going={"dealer": 4, "bidder": 0, "bid": 100})),
    row("a caller who is not", mine_json(ANN | {"auction": [[5, 100]]})),
    row("a caller of a bid who is not", mine_json(going={"dealer": 3, "auction": [[5, 100]]})),
    row("everybody passed, and the hand goes on",
        mine_json(going={"dealer": 3, "auction": [[player, "pass"] for player in range(4)]})),
    row("the bidding is over without a bid",
        mine_json(going={"dealer": 3, "auction": [[0, 100], [1, "pass"], [2, "pass"], [3, "pass"]]})),
    row("half a sign", mine_json(MISDEAL | {"note": "\ud800"})),
]  # fmt: skip


@pytest.mark.parametrize("mine", REFUSED)
def test_what_no_phone_records_is_refused(phone: Person, mine: object) -> None:
    game = phone.start_game(dealer="Dee")
    assert tell(phone, game, mine).status == 422
    assert phone.open(game).heading == "Hand 1 · Dee deals, Ann bids first"


def test_a_hand_that_is_being_played_has_a_bid_at_most(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    assert tell(phone, game, mine_json(going=ANN | {"outcome": "renege", "note": "late"})).status == 200
    phone.open(game)
    assert phone.record_hand(20).page.totals == {"Ann & Cal": "−100", "Bob & Dee": "100"}


def test_what_a_deleted_game_has_not_can_be_left_out(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    twin = phone.twin()
    twin.open(f"{game}/settings")
    token = phone.form("Record bid").sent["csrf_token"]
    twin.tap("Delete game")
    form = {
        "csrf_token": token,
        "form_id": str(uuid4()),
        "version": "0",
        "mine": json.dumps(mine_json(ANN)),
        "seen": "",
    }
    for way, status in (("ask", 409), ("theirs", 204)):
        assert phone.send(f"{game}/alone/meet", form | {"way": way}, hx_request="true").status == status
