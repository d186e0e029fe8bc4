"""A game at a table, by the use cases alone."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game import change, new_game, recording
from scorekeeper.usecases.game.change import Edit
from scorekeeper.usecases.game.scoreboard import Scoreboard, scoreboard
from scorekeeper.usecases.game.undo import undo_last
from scorekeeper.usecases.game_state import read_game
from tests.person import TABLE


class GameAtTable:
    """What people do and see; players by name."""

    def __init__(self, club: int, uid: UUID):
        self.club, self.uid = club, uid

    @property
    def board(self) -> Scoreboard:
        db.session.expire_all()
        return scoreboard(read_game(self.club, self.uid))

    @property
    def totals(self) -> dict[str, int]:
        return {total.names: total.points for total in self.board.totals}

    def submission(self) -> Submission:
        return Submission(uuid4(), self.board.version)

    def make(self, kind: str, edit: Edit) -> None:
        change.apply(self.club, self.uid, self.submission(), kind, edit)

    def bid(self, bidder: str, bid: int) -> None:
        self.make("bid", lambda state: recording.record_bid(state, Hand(bidder=TABLE.index(bidder), bid=bid)))

    def count(self, captured: int) -> None:
        """Ann & Cal captured so much, the others the rest."""
        self.record(Hand(captured={0: captured}, last_trick=0))

    def record(self, entered: Hand) -> None:
        submission = self.submission()
        edit = partial(recording.record_hand, form_id=submission.id, entered=entered)
        change.apply(self.club, self.uid, submission, "hand", edit)

    def play(self, bidder: str, bid: int, captured: int) -> None:
        self.bid(bidder, bid)
        self.count(captured)

    def undo(self) -> None:
        self.make("undo", undo_last)

    def stored(self) -> dict[str, Any]:
        """The columns that are derived from the hands, as they are in the database."""
        with db.engine.connect() as connection:
            game = connection.execute(text("SELECT id, status FROM game WHERE uid = :uid"), {"uid": self.uid.hex}).one()
            rows = connection.execute(
                text(
                    "SELECT player.name, total, won FROM game_player JOIN player ON player.id = player_id"
                    " WHERE game_id = :game"
                ),
                {"game": game.id},
            )
            return {"status": game.status} | {name: (total, bool(won)) for name, total, won in rows}


def started(club: int, *wanted: Any, **more: Any) -> GameAtTable:
    """A new game, wanted like this (`new_game.WantedGame`)."""
    return GameAtTable(club, new_game.start_game(club, uuid4(), new_game.WantedGame(*wanted, **more)))
