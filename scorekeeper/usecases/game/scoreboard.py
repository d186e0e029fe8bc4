"""The scoreboard of one game for its scorekeepers, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID
from zlib import crc32

from scorekeeper.rules.auction import Call, replay_calls
from scorekeeper.rules.hand import Player, required_fields
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.usecases.available_rules import rules_key
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.stored_rules import preset_of

from .announcements import Step, announce, announce_since
from .board import Board, shown_to_all
from .change_descriptions import describe_change
from .clock import Clock, clock
from .local_state import local_state
from .notices import hand_hints, notices
from .recording import next_deal
from .tournament_table import TournamentTable, tournament_table


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction being logged: the calls so far, whose call it is (number and name), and the possible bids."""

    calls: tuple[Call, ...]
    number: Player
    name: str
    bids: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard(Board):
    """A game for its scorekeepers. `players` are clockwise pairs of number and name.

    `hints` are sentences about the hand being played; `required_fields` is what its end needs in addition to the
    counters. `local` is the game for a phone that loses the server; `table` is its tournament table.
    """

    rules_key: str
    document: str
    players: tuple[tuple[Player, str], ...]
    auction: AuctionView | None
    notices: tuple[str, ...]
    hints: tuple[str, ...]
    required_fields: frozenset[str]
    table: TournamentTable | None
    clock: Clock | None
    undo: str | None
    redo: str | None
    announcement: str
    local: Mapping[str, Any]

    @property
    def new_partners(self) -> list[tuple[int, tuple[str, str], tuple[str, str]]]:
        """The other possible pairs of the four players: the first player's partner, and both sides."""
        if self.table or self.rules.sides != "partnerships" or len(self.players) != 4:
            return []
        (_, first), left, _, right = self.players
        across = self.players[2][1]
        return [(joins[0], (first, joins[1]), (across, stays[1])) for joins, stays in ((left, right), (right, left))]

    @property
    def question(self) -> str:
        """What to record next, in short: it differs if the same answer would now mean something else."""
        hand, calls = self.contract and self.contract.hand, self.auction and self.auction.calls
        bid = (hand.bidder, hand.bid, hand.partners, hand.last) if hand else calls
        sides = [side.numbers for side in self.contract.sides] if self.contract else ()
        return f"{crc32(repr((self.due, self.deal.number, self.rules_key, bid, sides)).encode()):x}"


def scoreboard(club_id: int, game_uid: UUID, *, step: Step | None = None, since: int | None = None) -> Scoreboard:
    """Return the scoreboard of a club's game; raises NotFound, Deleted.

    `step`: the form that led here, whose change is announced; `since`: announce all changes after this version.
    """
    state = read_game(club_id, game_uid)
    game = state.game
    last, undone = games.to_undo_and_redo(db.session(), game.id)
    board, over = shown_to_all(state), state.standing.end is not None
    table = tournament_table(db.session(), state)
    return Scoreboard(
        **board,
        rules_key=rules_key(game),
        document="house rules" if game.house_rules_name else preset_of(game.rules).document,
        players=state.named_players,
        auction=None if board["contract"] or over or game.stopped else _auction(state),
        notices=tuple(notices(state, last)),
        hints=() if over or game.stopped else tuple(hand_hints(state, state.deal, state.open_hand)),
        required_fields=required_fields(state.rules),
        table=table,
        clock=clock(state, table),
        undo=describe_change(last, state) if last else None,
        redo=describe_change(undone, state) if undone else None,
        announcement=announce(state, last, undone, step) if step else "" if since is None else _meanwhile(state, since),
        local=local_state(state),
    )


def _meanwhile(state: GameState, since: int) -> str:
    return announce_since(state, games.changes_since(db.session(), state.game.id, since))


def _auction(state: GameState) -> AuctionView:
    deal = next_deal(state)
    calls = (state.open_hand and state.open_hand.auction) or ()
    auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
    due = auction.waiting[0]
    return AuctionView(calls, due, state.names[due], state.rules.bids_over(auction.bid))
