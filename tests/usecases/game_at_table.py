"""A game at a table, by the use cases alone."""

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from scorekeeper.usecases.form_version import Submission
from scorekeeper.usecases.game import recording, undo
from scorekeeper.usecases.game.scoreboard import Scoreboard, scoreboard
from tests.person import TABLE


class GameAtTable:
    """What people do and see; players by name."""

    def __init__(self, club: int, uid: UUID):
        self.club, self.uid = club, uid

    @property
    def board(self) -> Scoreboard:
        db.session.expire_all()
        return scoreboard(self.club, self.uid)

    @property
    def totals(self) -> dict[str, int]:
        return {total.names: total.points for total in self.board.totals}

    def submission(self) -> Submission:
        return Submission(uuid4(), self.board.version)

    def bid(self, bidder: str, bid: int) -> None:
        recording.record_bid(self.club, self.uid, self.submission(), Hand(bidder=TABLE.index(bidder), bid=bid))

    def count(self, captured: int) -> None:
        """Ann & Cal captured so much, the others the rest."""
        self.record(Hand(captured={0: captured}, last_trick=0))

    def record(self, entered: Hand) -> None:
        recording.record_hand(self.club, self.uid, self.submission(), entered)

    def play(self, bidder: str, bid: int, captured: int) -> None:
        self.bid(bidder, bid)
        self.count(captured)

    def undo(self) -> None:
        undo.undo(self.club, self.uid, self.submission())

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
