"""The scoreboard of a game for its scorekeepers, as plain values; and the game for a phone without the server."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID
from zlib import crc32

import msgspec

from scorekeeper.rules.auction import Call, replay_calls
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Player, required_fields
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.storage.games import STILL
from scorekeeper.usecases.game.agreeing import tell
from scorekeeper.usecases.game.announcements import (
    Step,
    announce,
    describe_change,
    describe_corrections,
    hand_hints,
    is_news,
    notices,
)
from scorekeeper.usecases.game.board import Board, shown_to_all, told_since
from scorekeeper.usecases.game.clock import TimeLeft, clock, has_points_since
from scorekeeper.usecases.game.corrections import Undone, undone_entry
from scorekeeper.usecases.game.recording import next_deal
from scorekeeper.usecases.game.score_sheet import score_sheet
from scorekeeper.usecases.game.tournament_table import tournament_table
from scorekeeper.usecases.game_rules import preset_of, rules_key
from scorekeeper.usecases.game_state import GameState, read_game


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction being logged: the calls so far, whose call it is (number and name), and the possible bids.

    `logged_before`: whether the latest hand of the series with a bid has its calls.
    """

    calls: tuple[Call, ...]
    number: Player
    name: str
    bids: Sequence[int]
    logged_before: bool = False


class NewPartners(NamedTuple):
    """A rematch of the four players in other pairs: the number of the first one's partner, both sides, who deals."""

    partner: Player
    one: tuple[str, str]
    other: tuple[str, str]
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard(Board):
    """A game for its scorekeepers. `players` are clockwise pairs of number and name.

    `hints` are sentences about the hand being played; `required_fields` is what its end needs in addition to the
    counters. `local` is the game for a phone that loses the server.
    """

    rules_key: str
    document: str
    players: tuple[tuple[Player, str], ...]
    auction: AuctionView | None
    notices: tuple[str, ...]
    hints: tuple[str, ...]
    required_fields: frozenset[str]
    clock: TimeLeft | None
    undo: str | None
    undone: Undone | None
    corrected: tuple[tuple[int, str], ...]
    local: Mapping[str, Any]
    new_partners: tuple[NewPartners, ...]

    @property
    def question(self) -> str:
        """What to record next, in short: it differs if the same answer would now mean something else."""
        hand, calls = self.contract and self.contract.hand, self.auction and self.auction.calls
        bid = (hand.bidder, hand.bid, hand.partners, hand.last) if hand else calls
        sides = [side.numbers for side in self.contract.sides] if self.contract else ()
        return f"{crc32(repr((self.due, self.deal.number, self.rules_key, bid, sides)).encode()):x}"


def scoreboard(
    state: GameState, *, step: Step | None = None, since: int | None = None, phone: UUID | None = None
) -> Scoreboard:
    """Return the scoreboard of a game, with what this phone is asked to agree to.

    `step`: the form that led here, whose change is announced; `since`: announce all changes after this version.
    """
    last, undone, version, corrections, said = games.standing_changes(db.session(), state.game.id)
    if version not in (None, state.game.version):  # another phone changed it after this one
        state = read_game(state.game.club_id, state.game.uid)
    game = state.game
    table = tournament_table(db.session(), state)
    entered = table.entered if table else ""
    if step:
        announcement = announce(state, last, undone, step)
        news = step.endpoint in ("undo", "redo") or (last is not None and is_news([last.kind]))
    else:
        announcement, news = told_since(state, since, undone)
    board, over = shown_to_all(state), state.standing.end is not None or bool(entered)
    auction = None if board["contract"] or over or game.stopped else _auction(state)
    local = local_state(state, calls=auction is not None and auction.logged_before)
    return Scoreboard(
        **board,
        rules_key=rules_key(game),
        document="house rules" if game.house_rules_name else preset_of(game.rules).document,
        players=state.named_players,
        auction=auction,
        notices=(*(table.notices if table else ()), *(() if entered else notices(state, last))),
        hints=() if over or game.stopped else tuple(hand_hints(state, state.deal, state.open_hand)),
        required_fields=required_fields(state.rules),
        table=table,
        told=tell(state, said, phone),
        clock=clock(state, table),
        corrected=describe_corrections(state, corrections),
        undo=describe_change(last, state) if last else None,
        undone=undone_entry(state, undone) if undone else None,
        announcement=announcement,
        news=news,
        local={**local, "over": True} if entered else local,
        new_partners=() if table else tuple(_new_partners(state)),
    )


def _new_partners(state: GameState) -> Iterator[NewPartners]:
    if state.rules.fixed_sides and len(state.players) == 4:
        first, left, across, right = state.players
        for joins, stays in ((left, right), (right, left)):
            one, other = ((state.names[two[0]], state.names[two[1]]) for two in ((first, joins), (across, stays)))
            dealer = state.dealer_of_rematch(state.seats_of_rematch(joins))
            yield NewPartners(joins, one, other, state.names[dealer])


def _auction(state: GameState) -> AuctionView:
    deal = next_deal(state)
    calls = (state.open_hand and state.open_hand.auction) or ()
    auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
    due = auction.waiting[0]
    hands = chain((played.hand for played in reversed(state.hands)), games.hands_before(db.session(), state.game))
    latest = next((hand for hand in hands if hand.bidder is not None), None)
    logged_before = latest is not None and latest.auction is not None
    return AuctionView(calls, due, state.names[due], state.rules.bids_over(auction.bid), logged_before)


def short_id(hand: UUID) -> int:
    """Return a short id of a hand, unique in its game."""
    return hand.int >> 96


def local_state(state: GameState, *, calls: bool = False) -> Mapping[str, Any]:
    """Return the state of a game, leaving out false and empty values; `table` changes with rules, players or seats.

    `calls` is `AuctionView.logged_before`.
    """
    standing, over = state.standing, state.status in (GameStatus.OVER, GameStatus.STOPPED)
    table = msgspec.json.encode((state.game.rules, state.names.players, state.players, _begins_rematch(state)))
    facts = {
        "version": state.game.version,
        "table": crc32(table),
        "dealer": state.dealer_of_rematch(state.players) if over else standing.table.dealer,
        "totals": standing.totals,
        "scored": standing.table.hands_scored,
        "place": len(state.hands),
        "after": short_id(state.game.hands[-1].uid) if state.game.hands else None,
        "tied": standing.tied,
        "redealt": state.rules.time_limit is not None and (not standing.hands_scored or has_points_since(state)),
        "over": over,
        "calls": calls,
        "open": state.game.open_hand,
    }
    return {name: value for name, value in facts.items() if value is not None and value is not False}


def local_table(state: GameState) -> Mapping[str, Any]:
    """Return every parameter of the rules, the players' numbers clockwise, and their names by number, in full and
    as short as a phone's lines need them.

    Without `rematch` the phone does not know the next game.
    """
    short = [(player.short, player.shorter) for player in score_sheet(state.facts).players]
    names = {"names": state.names.players, "short_names": short}
    return {"rules": state.rules.parameters, "players": state.players, **names, "rematch": _begins_rematch(state)}


def _begins_rematch(state: GameState) -> bool:
    """Return whether the next game is a rematch of those at the table, not of a tournament or of who sat down since."""
    return state.game.round_number is None and state.names_at(STILL).players == state.names.players
