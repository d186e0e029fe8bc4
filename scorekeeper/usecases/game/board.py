"""A game at one moment, as scorekeepers and watchers see it, as plain values."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import repeat
from typing import Any, Literal
from uuid import UUID

from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Deal, Hand, Player, Side, left_of, side_with, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredChange
from scorekeeper.usecases.game.agreeing import NOTHING, Agreed, tell
from scorekeeper.usecases.game.announcements import announce_since, is_news, who_leads
from scorekeeper.usecases.game.score_sheet import ScoreSheet, score_sheet
from scorekeeper.usecases.game.sitting_down import waits
from scorekeeper.usecases.game.story import Story, story, tell_chance
from scorekeeper.usecases.game.tournament_table import TournamentTable, tournament_table
from scorekeeper.usecases.game_rules import goal_text, rules_title
from scorekeeper.usecases.game_state import GameState, read_game


@dataclass(frozen=True, slots=True)
class Total:
    """A competitor's running total, in points; a competitor is identified by its first player's number, `numbers` are
    those of all its players.

    `team` is the side's own name, "" if it has none; `partner` is the partner in this hand, "" if partners don't
    change.
    """

    number: Player
    team: str
    names: str
    numbers: Side
    points: int
    has_bid: bool
    partner: str
    leads: bool
    won: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of the hand being played, identified by its first player's number; `numbers` are those of all its
    players."""

    number: Player
    names: str
    has_bid: bool
    numbers: Side


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid and the sides; no sides until it is known which partners the bidder called.

    `leads` names who may play the first card, no one if that is not known.
    """

    hand: Hand
    bidding_side: Side
    sides: tuple[SideView, ...]
    leads: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A game at one moment; `names` are what its players are called.

    `facts` are those of `GameState`, `past` its hands so far; `chance` is the chance of winning, in words,
    for watchers; `table` is its tournament table. `announcement` is what those who listen are told, for eyes too if it
    is `news`, and `told` is who agreed to what. `hand_limit` is the number of the last
    hand by the rules, None where they have none; `waits` says who sits down after the hand that is being played.
    """

    uid: UUID
    in_short: str
    version: int
    rules: RuleSet
    title: str
    goal: str
    hand_limit: int | None
    names: Names
    deal: Deal
    contract: Contract | None
    totals: tuple[Total, ...]
    facts: bytes
    past: ScoreSheet
    started_at: datetime
    status: GameStatus
    winners: str
    reason: Reason
    table: TournamentTable | None
    waits: str
    chance: str = ""
    announcement: str = ""
    news: bool = False
    told: Agreed = NOTHING

    @property
    def story(self) -> Story:
        """The story of the game so far."""
        return story(self.facts)

    @property
    def winning_place(self) -> int:
        """The place of the winning side among its totals, from 1; 0 for no winner, or several (R7)."""
        places = [place for place, total in enumerate(self.totals, 1) if total.won]
        return places[0] if len(places) == 1 else 0

    @property
    def due(self) -> Literal["bid", "partners", "hand", ""]:
        """What to record next, "" if the game is over or stopped without an open bid, or has its result."""
        if self.status == GameStatus.STOPPED or (self.table and self.table.entered):
            return ""
        if self.contract:
            return "hand" if self.contract.sides else "partners"
        return "" if self.status == GameStatus.OVER else "bid"


def watched_board(club_id: int, game_uid: UUID, since: int | None = None) -> Board:
    """Return a club's game for watchers, who are told all changes after version `since`; raises NotFound, Deleted."""
    state, session = read_game(club_id, game_uid), db.session()
    changes = games.standing_changes(session, state.game.id)
    return Board(
        **shown_to_all(state),
        table=tournament_table(session, state),
        chance=tell_chance(state),
        announcement=told_since(state, since, changes.undone)[0],
        told=tell(state, changes.said),
    )


def told_since(state: GameState, since: int | None, undone: StoredChange | None) -> tuple[str, bool]:
    """Return what others did after this version, and whether for eyes, too; `undone` is what redo would put back."""
    if since is None:
        return "", False
    changes = games.changes_since(db.session(), state.game.id, since)
    return announce_since(state, changes, undone), is_news([change.kind for change in changes])


def shown_to_all(state: GameState) -> dict[str, Any]:
    """Return the fields of a game's Board."""
    game, standing, deal = state.game, state.standing, state.deal
    contract = contract_of(state, deal, state.open_hand) if state.open_hand and not standing.end else None
    teams = game.teams or repeat("")
    return {
        "uid": game.uid,
        "in_short": state.in_short,
        "version": game.version,
        "rules": state.rules,
        "title": rules_title(game.rules, game.house_rules_name),
        "goal": goal_text(state.rules),
        "hand_limit": state.rules.hand_limit,
        "names": state.names,
        "deal": deal,
        "contract": contract,
        "totals": tuple(map(partial(_total, state, contract, _leader(state)), state.competitors, teams)),
        "facts": state.facts,
        "past": score_sheet(state.facts),
        "started_at": game.started_at,
        "status": state.status,
        "winners": state.names.sides(standing.end.winners) if standing.end else "",
        "reason": explain_end(standing, state.names),
        "waits": waits(state),
    }


def contract_of(state: GameState, deal: Deal, hand: Hand) -> Contract | None:
    """Return the bid and the sides of a hand, None if no one has the bid yet."""
    if hand.bidder is None:
        return None
    near = (deal.first_to_bid, hand.bidder, left_of(hand.bidder, deal.seats))
    leads = who_leads(state, *map(state.names.__getitem__, near))
    if hand.partners is None and state.rules.sides == "called_partner":
        return Contract(hand, (hand.bidder,), (), leads)
    sides = sides_of(state.rules, deal, hand.bidder, hand.partners)
    shown = tuple(SideView(side[0], state.names.side(side), hand.bidder in side, side) for side in sides)
    return Contract(hand, next(side for side in sides if hand.bidder in side), shown, leads)


def _total(state: GameState, contract: Contract | None, leader: Side | None, side: Side, team: str) -> Total:
    end = state.standing.end
    has_bid = contract is not None and side[0] in contract.bidding_side
    return Total(
        side[0],
        team,
        state.names.side(side),
        side,
        state.standing.total(side),
        has_bid,
        partner=state.names.side(_next_partners(state, side)) if state.rules.sides == "rotating_partners" else "",
        leads=side == leader,
        won=end is not None and side in end.winners,
    )


def _next_partners(state: GameState, side: Side) -> Side:
    """Return this competitor's partners in the next hand, where they change from hand to hand."""
    if state.status in (GameStatus.OVER, GameStatus.STOPPED):
        return ()
    return tuple(player for player in side_with(sides_of(state.rules, state.deal, None), side[0]) if player not in side)


def _leader(state: GameState) -> Side | None:
    """Return the competitor that is ahead of all others, None if none is or the game has ended."""
    first, second = sorted(state.competitors, key=state.standing.total)[:-3:-1]
    is_ahead = state.standing.total(first) > state.standing.total(second)
    return first if is_ahead and state.standing.end is None else None
