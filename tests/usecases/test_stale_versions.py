"""A change is made by one phone at a time: the next one waits, and is told what came in between."""

from functools import partial
from threading import Thread
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import Conflict, Submission
from scorekeeper.usecases.game import change, recording
from scorekeeper.usecases.game.change import Fields
from scorekeeper.usecases.game_state import GameState
from tests.person import TABLE

from .game_at_table import GameAtTable

BOBS_BID = {"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 1, "bid": 100}


class OtherPhone:
    """Records a bid of Bob's from a connection of its own, and keeps what it was told."""

    def __init__(self, app: Flask, game: GameAtTable, submission: Submission) -> None:
        self.app, self.game, self.submission = app, game, submission
        self.told: tuple[str, ...] | None = None
        self.thread = Thread(target=self.record)

    def record(self) -> None:
        with self.app.app_context():
            try:
                edit = partial(recording.record_bid, entered=Hand(bidder=TABLE.index("Bob"), bid=100))
                change.apply(self.game.club, self.game.uid, self.submission, "bid", edit)
            except Conflict as late:
                self.told = late.since
            db.session.remove()


def dealt_by_ann(state: GameState) -> Fields:
    return {"dealer": state.names.players.index("Ann")}


def test_anyone_who_taps_second_waits_and_is_told_what_came_in_between(app: Flask, game: GameAtTable) -> None:
    other = OtherPhone(app, game, Submission(uuid4(), 0))

    def edit(state: GameState) -> Fields:
        other.thread.start()
        other.thread.join(timeout=0.3)
        assert other.thread.is_alive(), "it waits for this change"
        return dealt_by_ann(state)

    change.apply(game.club, game.uid, Submission(uuid4(), 0), "dealer", edit)
    other.thread.join()
    assert other.told == ("Ann as the dealer",)
    assert TABLE[game.board.deal.dealer] == "Ann"
    assert game.board.version == 1


def test_a_form_sent_twice_at_once_by_an_impatient_finger_is_made_once(app: Flask, game: GameAtTable) -> None:
    submission = Submission(uuid4(), 0)
    other = OtherPhone(app, game, submission)

    def edit(_state: GameState) -> Fields:
        other.thread.start()
        return {"open_hand": BOBS_BID}

    change.apply(game.club, game.uid, submission, "bid", edit)
    other.thread.join()
    assert other.told is None
    assert game.board.version == 1
    assert game.board.undo == "Bob's bid of 100"


def test_what_may_take_long_is_judged_before_and_holds_no_one_up(app: Flask, game: GameAtTable) -> None:
    """It counts only if the game is still as it was judged."""
    other = OtherPhone(app, game, Submission(uuid4(), 0))

    def edit(state: GameState) -> Fields:
        other.record()
        return dealt_by_ann(state)

    with pytest.raises(Conflict) as late:
        change.apply(game.club, game.uid, Submission(uuid4(), 0), "seats", edit)
    assert late.value.since == ("Bob's bid of 100",)
    assert TABLE[game.board.deal.dealer] == "Dee"
