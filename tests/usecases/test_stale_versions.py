"""A change is worked out before the database is locked: whoever is overtaken meanwhile starts again."""

from threading import Thread
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import Conflict
from scorekeeper.usecases.game import hands
from scorekeeper.usecases.game.change_fields import Fields
from scorekeeper.usecases.game.changes import make_change
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.submission import Submission
from tests.person import TABLE

from .game_at_table import GameAtTable

pytestmark = pytest.mark.both_databases


def on_another_phone(app: Flask, game: GameAtTable, submission: Submission, bidder: str) -> None:
    """Records a bid of 100 from a connection of its own."""

    def record() -> None:
        with app.app_context():
            hands.record_bid(game.club, game.uid, submission, Hand(bidder=TABLE.index(bidder), bid=100))
            db.session.remove()

    phone = Thread(target=record)
    phone.start()
    phone.join()


def dealt_by_ann(state: GameState) -> Fields:
    return {"dealer": state.names.players.index("Ann")}


def test_who_was_overtaken_by_another_bid_is_told_what_came_in_between(app: Flask, game: GameAtTable) -> None:
    looks = 0

    def edit(state: GameState) -> Fields:
        nonlocal looks
        looks += 1
        on_another_phone(app, game, Submission(uuid4(), 0), "Bob")
        return dealt_by_ann(state)

    with pytest.raises(Conflict) as late:
        make_change(game.club, game.uid, Submission(uuid4(), 0), "dealer", edit)
    assert late.value.since == ("Bob's bid of 100",)
    assert looks == 1, "the second look finds another version and refuses before anything is worked out"
    assert TABLE[game.board.deal.dealer] == "Dee"
    assert game.board.version == 1


def test_an_entry_that_overtakes_itself_is_made_once(app: Flask, game: GameAtTable) -> None:
    """The same form, sent twice at once by an impatient finger."""
    submission = Submission(uuid4(), 0)

    def edit(state: GameState) -> Fields:
        on_another_phone(app, game, submission, "Bob")
        return {"open_hand": {"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 1, "bid": 100}}

    make_change(game.club, game.uid, submission, "bid", edit)
    assert game.board.version == 1
    assert game.board.undo == "Bob's bid of 100"
