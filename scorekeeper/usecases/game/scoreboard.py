"""The scoreboard of one game, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import repeat
from typing import Any, Literal
from uuid import UUID
from zlib import crc32

from scorekeeper.rules.auction import Call, replay_calls
from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Deal, Hand, Player, Side, required_fields, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names
from scorekeeper.storage import games, links
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import NotFound
from scorekeeper.usecases.game_rules import goal_text, preset_of, rules_title
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.rule_choice import rules_key

from .announcements import Step, announce
from .change_text import describe_change
from .clock import Clock, clock
from .hand_list import HandList, HandView, hand_list
from .hands import next_deal
from .local_state import local_state
from .notices import hand_hints, notices, who_leads


@dataclass(frozen=True, slots=True)
class Total:
    """A competitor's running total, in points; it goes by the number of its first player.

    `team` is the side's own name, "" where it has none.
    """

    number: Player
    team: str
    names: str
    points: int
    has_bid: bool
    won: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of the hand that is being played: it goes by the number of its first player; `numbers` are all of them."""

    number: Player
    names: str
    has_bid: bool
    numbers: Side


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that stands, and who plays with whom: no sides as long as it is not said whom the bidder called.

    `leads` is who plays the first card, "" where that is not known.
    """

    hand: Hand
    bidding_side: Side
    sides: tuple[SideView, ...]
    leads: str


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction being logged: the calls so far, whose call it is (number and name), and the bids that can be made."""

    calls: tuple[Call, ...]
    number: Player
    name: str
    bids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A game at one moment. `players` are clockwise pairs of number and name, `names` what they are called.

    `facts` are those of `GameState`, from which the list of hands is drawn.

    `hints` are sentences about the hand being played; `required_fields` is what its end needs beside the counters.
    `local` is the game as a phone reads it that goes on alone.
    """

    uid: UUID
    version: int
    rules: RuleSet
    rules_key: str
    title: str
    document: str
    goal: str
    names: Names
    players: tuple[tuple[Player, str], ...]
    deal: Deal
    auction: AuctionView | None
    contract: Contract | None
    notices: tuple[str, ...]
    hints: tuple[str, ...]
    required_fields: frozenset[str]
    clock: Clock | None
    totals: tuple[Total, ...]
    facts: bytes
    status: GameStatus
    winners: str
    reason: Reason
    undo: str | None
    redo: str | None
    announcement: str
    local: Mapping[str, Any]

    @property
    def past(self) -> HandList:
        """Its hands so far."""
        return hand_list(self.facts)

    @property
    def hands(self) -> tuple[HandView, ...]:
        """Its hands so far, newest first."""
        return self.past.hands

    @property
    def new_partners(self) -> list[tuple[int, tuple[str, str], tuple[str, str]]]:
        """The other pairs that the four players of two sides can make: who joins the first player, and both sides."""
        if self.rules.sides != "partnerships" or len(self.players) != 4:
            return []
        (_, first), left, _, right = self.players
        across = self.players[2][1]
        return [(joins[0], (first, joins[1]), (across, stays[1])) for joins, stays in ((left, right), (right, left))]

    @property
    def due(self) -> Literal["bid", "partners", "hand", ""]:
        """What is to be recorded next, "" where the game is over or stopped and keeps no open bid."""
        if self.status == GameStatus.STOPPED:
            return ""
        if self.contract:
            return "hand" if self.contract.sides else "partners"
        return "" if self.status == GameStatus.OVER else "bid"

    @property
    def question(self) -> str:
        """What is to be recorded next, in short: other than before where the same answer would now mean another."""
        hand, calls = self.contract and self.contract.hand, self.auction and self.auction.calls
        bid = (hand.bidder, hand.bid, hand.partners, hand.last) if hand else calls
        sides = [side.numbers for side in self.contract.sides] if self.contract else ()
        return f"{crc32(repr((self.due, self.deal.number, self.rules_key, bid, sides)).encode()):x}"


def is_current(club_id: int, game_uid: UUID, version: int) -> bool:
    """Return whether nothing was done to a club's game since it had this version. Raises NotFound."""
    now = games.version_of(db.session(), club_id, game_uid)
    if now is None:
        raise NotFound
    return now == version


def rematch_since(club_id: int, game_uid: UUID, moment: datetime) -> UUID | None:
    """Return the newest rematch of a club's game that was started after this moment."""
    return links.newest_rematch(db.session(), club_id, game_uid, moment)


def scoreboard(club_id: int, game_uid: UUID, *, step: Step | None = None, since: int | None = None) -> Scoreboard:
    """Return the scoreboard of a club's game; raises NotFound, Deleted.

    `step`: the form that led here, whose change is announced; `since`: the version after which all changes are.
    """
    state = read_game(club_id, game_uid)
    game = state.game
    last, undone = games.to_undo_and_redo(db.session(), game.id)
    standing = state.standing
    end = standing.end
    deal = state.deal
    contract = contract_of(state, deal, state.open_hand) if state.open_hand and not end else None
    return Scoreboard(
        uid=game.uid,
        version=game.version,
        rules=state.rules,
        rules_key=rules_key(game),
        title=rules_title(game.rules, game.house_rules_name),
        document="house rules" if game.house_rules_name else preset_of(game.rules).document,
        goal=goal_text(state.rules),
        names=state.names,
        players=state.named_players,
        deal=deal,
        auction=None if contract or end or game.stopped else _auction(state),
        contract=contract,
        notices=tuple(notices(state, last)),
        hints=() if end or game.stopped else tuple(hand_hints(state, deal, state.open_hand)),
        required_fields=required_fields(state.rules),
        clock=clock(state),
        totals=tuple(map(_total, repeat(state), state.competitors, game.teams or repeat(""), repeat(contract))),
        facts=state.facts,
        status=state.status,
        winners=state.names.sides(end.winners) if end else "",
        reason=explain_end(standing, state.names),
        undo=describe_change(last, state) if last else None,
        redo=describe_change(undone, state) if undone else None,
        announcement=announce(state, last, undone, step) if step else "" if since is None else _meanwhile(state, since),
        local=local_state(state),
    )


def _meanwhile(state: GameState, since: int) -> str:
    changes = games.changes_since(db.session(), state.game.id, since)
    return f"Since then: {'; '.join(describe_change(change, state) for change in changes)}." if changes else ""


def contract_of(state: GameState, deal: Deal, hand: Hand) -> Contract | None:
    """Return the bid of a hand and who plays with whom, None where nobody has the bid yet."""
    if hand.bidder is None:
        return None
    leads = who_leads(state, deal, hand.bidder)
    if hand.partners is None and state.rules.sides == "called_partner":
        return Contract(hand, (hand.bidder,), (), leads)
    sides = sides_of(state.rules, deal, hand.bidder, hand.partners)
    shown = tuple(SideView(side[0], state.names.side(side), hand.bidder in side, side) for side in sides)
    return Contract(hand, next(side for side in sides if hand.bidder in side), shown, leads)


def _auction(state: GameState) -> AuctionView:
    deal = next_deal(state)
    calls = (state.open_hand and state.open_hand.auction) or ()
    auction = replay_calls(state.rules, deal.seats, deal.dealer, calls)
    due = auction.waiting[0]
    return AuctionView(calls, due, state.names[due], state.rules.bids_over(auction.bid))


def _total(state: GameState, side: Side, team: str, contract: Contract | None) -> Total:
    end = state.standing.end
    has_bid = contract is not None and side[0] in contract.bidding_side
    return Total(
        side[0],
        team,
        state.names.side(side),
        state.standing.total(side),
        has_bid,
        end is not None and side in end.winners,
    )
