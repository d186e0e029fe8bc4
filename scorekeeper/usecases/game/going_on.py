"""Go on as a new game: somebody sits down for someone else, partners change, or the rules do.

The old game is stopped, and the new one has all that is known: who sits where, who deals, what is left of the length,
and the totals so far (R34).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorekeeper.rules.errors import BadRules, BadStartingTotals, DuplicatePlayer
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.ruleset import LARGEST_NUMBER
from scorekeeper.rules.words import end
from scorekeeper.storage import games, players
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import ChangeState
from scorekeeper.usecases.errors import Conflict, Submission, ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, ruleset_of, with_goal
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.house_rules import find_rules

from .carried import brought, goal_left, obstacle, starting_totals
from .change import said_since, store
from .game_settings import seat_of_newcomer
from .new_game import NewGame, add_game
from .rules_change import rules_of_choice

Goal = tuple[int | None, int | None, int | None]
"""A target, a number of hands and a time limit, as in `game_rules.with_goal`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a game goes on, as people enter it.

    `order` are the players' numbers clockwise, () as they sit; `leaves` is the number of who goes home, `name` who sits
    down there; `rules_key` are other rules, "" for the same. `goal` and `totals`, points by the number of each side's
    first player in the new game, are None before they were asked for. `new_names` are confirmed as new to the club.
    """

    order: Sequence[int] = ()
    leaves: int | None = None
    name: str = ""
    rules_key: str = ""
    goal: Goal | None = None
    totals: Mapping[int, int] | None = None
    new_names: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class NextGame:
    """What a game goes on as: its rules as stored, and its players clockwise by their old number.

    `goal` is the length that is left, `brings` the total in points with which each of the `sides` begins. None means
    that a page asks: for the length where partners rotate, for a total where two sides may take it.
    """

    rules: Mapping[str, Any]
    house_rules_name: str | None
    order: tuple[int, ...]
    sides: Sequence[Side]
    goal: Mapping[str, int | None] | None
    brings: Sequence[int | None]

    @property
    def is_clear(self) -> bool:
        """Whether nothing has to be asked."""
        return self.goal is not None and None not in self.brings

    @property
    def goal_text(self) -> str:
        """The length that is left, in words, "" where it is asked for."""
        return goal_text(ruleset_of(with_goal(self.rules, self.house_rules_name, **self.goal))) if self.goal else ""


def next_game(state: GameState, wanted: Wanted) -> NextGame:
    """Return what the game goes on as. Raises ValidationFailed with the fields `seats` and `rules`."""
    order, why_not = tuple(wanted.order) or state.players, obstacle(state)
    if wanted.leaves is None and not wanted.name:
        if state.rules.sides == "rotating_partners":
            why_not = "With these rules partners change by themselves."
        elif order == state.players and not wanted.rules_key:
            why_not = "Choose who sits down, other partners or other rules."
    if why_not:
        raise ValidationFailed([BadRules("", why_not)])
    if sorted(order) != sorted(state.players):
        raise ValidationFailed([DuplicatePlayer("seats", "Put one player in each seat.")])
    stored, house_rules_name = state.game.rules, state.game.house_rules_name
    if wanted.rules_key:
        choice = find_rules(state.game.club_id, wanted.rules_key)
        stored, house_rules_name = rules_of_choice(state, choice), choice.house_rules_name
    rules = ruleset_of(stored)
    if rules.players != len(order):
        raise ValidationFailed([BadRules("rules", f"Choose rules for {len(order)} players.")])
    if (left := goal_left(state, rules)) is None:
        raise ValidationFailed([BadRules("rules", end(f"Nothing is left of {goal_text(rules)}"))])
    sides = competitors(rules, tuple(range(len(order))))
    ids = {seat.number: seat.player_id for seat in state.game.seats} | {wanted.leaves: 0}
    brings = brought(state, sides, [ids[number] for number in order])
    goal = None if rules.sides == "rotating_partners" else left
    return NextGame(stored, house_rules_name, order, sides, goal, brings)


def go_on(club_id: int, game_uid: UUID, submission: Submission, wanted: Wanted) -> UUID:
    """Stop a game and start the one that goes on from it, with the form's id as its `uid`; return that.

    Raises Conflict, NotFound, Deleted, and ValidationFailed with the fields of `next_game`, `player`, `name`, `target`,
    `hand_limit`, `time_limit` and `starting_totals[i]`; without any where something has to be asked.
    """
    with writing(club_id) as session:
        if games.read(session, club_id, submission.id):
            return submission.id  # sent again
        state = read_game(club_id, game_uid)
        game = state.game
        if game.version != submission.version:
            raise Conflict(said_since(session, state, submission.version))
        then, by_number = next_game(state, wanted), {seat.number: seat for seat in game.seats}
        entered = {seat.number: players.seated_as(session, game.id, seat.number, seat.player_id) for seat in game.seats}
        if wanted.name or wanted.leaves is not None:
            newcomer = seat_of_newcomer(state, wanted.leaves, wanted.name, wanted.new_names)
            by_number[newcomer.number], entered[newcomer.number] = newcomer, newcomer.player_id
        if wanted.totals is None and not then.is_clear:
            raise ValidationFailed(())
        dealer = state.dealer_of_rematch(then.order)
        if state.open_hand and state.open_hand.dealer is not None:
            dealer = state.open_hand.dealer  # set by hand
        new = NewGame(
            with_goal(then.rules, then.house_rules_name, *(wanted.goal or (then.goal or {}).values())),
            then.house_rules_name,
            [by_number[number].player for number in then.order],
            then.order.index(dealer),
            dict(starting_totals(then.sides, list(_points(then, wanted.totals))) or ()),
            series_id=game.series_id,
            teams=game.teams if then.order == state.players and not wanted.rules_key else None,
            goes_on_from=game.uid,
            seated_as=[entered[number] for number in then.order],
        )
        fields = {"stopped": True, f"later:{submission.id}": True}
        store(session, state, submission.id, "going on", fields, ChangeState.DONE)
        games.drop_undone(session, game.id)
        add_game(session, club_id, submission.id, new)
    return submission.id


def _points(then: NextGame, typed: Mapping[int, int] | None) -> Iterator[int]:
    """Yield the total with which each side begins. Raises ValidationFailed if one was asked for and is missing."""
    text = f"Enter a total of up to {LARGEST_NUMBER:,} points, also a 0."
    for side, known in zip(then.sides, then.brings, strict=True):
        points = known if typed is None else typed.get(side[0])
        if points is None or abs(points) > LARGEST_NUMBER:
            raise ValidationFailed([BadStartingTotals(f"starting_totals[{side[0]}]", text, "R34")])
        yield points
