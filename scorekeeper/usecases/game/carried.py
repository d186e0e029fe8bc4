"""A game that goes on as another, with other players, partners or rules, and what it brings there (R34)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from scorekeeper.rules.hand import Side
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import format_total
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.usecases.game_rules import goal_of, with_goal
from scorekeeper.usecases.game_state import GameState, read_game


@dataclass(frozen=True, slots=True)
class Part:
    """The game that another goes on as, or from: what tells it from others, and whether it has hands.

    `said` is what the other begins with, in sentences; `hands` are those before it: "Hands 3–4".
    """

    uid: UUID
    version: int
    in_short: str
    begun: bool
    said: str = ""
    hands: str = ""


def goes_on_as(state: GameState) -> Part | None:
    """Return the game that goes on from this one, None if there is none or it was taken back."""
    there = [later for later in _later(state) if not later.game.deleted_at]
    return _part(there[-1]) if there else None


def goes_on_from(state: GameState) -> Part | None:
    """Return the game that this one goes on from, None if it begins by itself."""
    if (old := _earlier(state)) is None:
        return None
    here, there = ({seat.player_id: seat.player.name for seat in each.game.seats} for each in (state, old))
    came, gone = ([one[id_] for id_ in one if id_ not in other] for one, other in ((here, there), (there, here)))
    first, last = old.game.played_before + 1, state.game.played_before
    goes_on = f"{came[0]} sits for {gone[0]}" if len(came) == len(gone) == 1 else "Goes on"
    said = f"{goes_on} from hand {last + 1}. Brought forward {begins_with(state)}"
    return _part(old, said, f"Hands {first}–{last}" if first < last else f"Hand {last}")


def is_taken_back(state: GameState) -> bool:
    """Return whether the game that this deleted one went on from went another way since."""
    old, since = _earlier(state), state.game.deleted_at
    if old is None or since is None:
        return False
    return not old.game.stopped or old.game.changed_at > since or goes_on_as(old) is not None


def obstacle(state: GameState) -> str:
    """Return why a game cannot go on as a new one at this moment, "" if it can."""
    hand = state.open_hand
    if state.game.round_number is not None:
        return "In a tournament the organizer says who sits here."
    if state.game.stopped or state.standing.end:
        return "This game isn't being played."
    if state.standing.tied:
        return "A tie is pending: the next hand decides."
    if hand and (hand.bidder is not None or hand.auction or hand.last):
        return "A hand is being played. Save it first, or undo its bid."
    if not state.standing.hands_scored:
        return "No hand is saved yet. Change this game."
    return "" if goal_left(state, state.rules) else "Nothing is left of this game's time."


def goal_left(state: GameState, rules: RuleSet) -> dict[str, int | None] | None:
    """Return what is left of the length of these rules, None if nothing is; minutes are whole, rounded up."""
    goal, gone = goal_of(rules), datetime.now(UTC) - state.game.started_at
    if goal["hand_limit"]:
        goal["hand_limit"] -= state.standing.hands_scored
    if goal["time_limit"]:
        goal["time_limit"] -= gone // timedelta(minutes=1)
    return None if any(left is not None and left <= 0 for left in goal.values()) else goal


def begins_with(state: GameState) -> str:
    """Return the totals with which a game begins: "130 : 110"."""
    return " : ".join(format_total(state.initial_standing.total(side)) for side in state.competitors)


def brought(old: GameState, sides: Sequence[Side], seated: Sequence[int]) -> list[int | None]:
    """Return the total that each side of a new game takes from the old one, in points, None where that is not clear.

    `seated` are the ids of its players by their numbers, from the first seat on. New players aside, a side takes the
    total of the one old side from which all its players come, if no other side has players of that one. Who plays alone
    in the seat of someone who left takes theirs.
    """
    there = [seat.player_id for seat in old.game.seats]
    sat = {seat.player_id: side for side in old.competitors for seat in old.game.seats if seat.number in side}
    if all(len(side) == 1 for side in sides):
        free = (pair for pair in zip(seated, there, strict=False) if pair[0] not in there and pair[1] not in seated)
        sat |= {new: sat[left] for new, left in free}
    found = [{sat[seated[number]] for number in side if seated[number] in sat} for side in sides]
    takers = Counter(old_side for each in found for old_side in each)
    return [old.standing.total(*each) if [takers[one] for one in each] == [1] else None for each in found]


def starting_totals(sides: Sequence[Side], points: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the totals with which sides begin as a game stores them: under the number of the first player."""
    return [(side[0], total) for side, total in zip(sides, points, strict=True) if total] or None


def moved_on(before: GameState, after: GameState) -> Iterator[tuple[GameState, GameState]]:
    """Yield each game that goes on from this one, as it is and as a change of this one makes it.

    What a side gains or loses here, the side that took its total gains or loses there. A hand that is added here is one
    less to play there, unless partners rotate. Raises ValidationFailed if no hand would be left to play.
    """
    if before.standing.totals == after.standing.totals:
        return
    more = after.standing.hands_scored - before.standing.hands_scored
    for later in _later(before):
        game, sides = later.game.copy(), later.competitors
        for one, old in ((later.game, before), (game, after)):
            one.played_before = old.game.played_before + old.standing.hands_scored  # whatever is stored by now
        seated = [seat.player_id for seat in sorted(game.seats, key=lambda seat: seat.number)]
        was, now = (brought(each, sides, seated) for each in (before, after))
        moved = (new - old if old is not None and new is not None else 0 for old, new in zip(was, now, strict=True))
        begun = (later.initial_standing.total(side) for side in sides)
        game.starting_totals = starting_totals(sides, [*map(sum, zip(begun, moved, strict=True))])
        goal = goal_of(later.rules)
        if more and goal["hand_limit"] and later.rules.sides != "rotating_partners":
            left = goal | {"hand_limit": goal["hand_limit"] - more}
            game.rules = with_goal(game.rules, game.house_rules_name, **left)
        yield later, GameState(game)


def _later(state: GameState) -> list[GameState]:
    """Return the games that go on from this one, which is stopped: all others ask nothing of the database."""
    return [*map(GameState, games.later(db.session(), state.game))] if state.game.stopped else []


def _earlier(state: GameState) -> GameState | None:
    game = state.game
    return read_game(game.club_id, game.goes_on_from, even_deleted=True) if game.goes_on_from else None


def _part(state: GameState, *said: str) -> Part:
    return Part(state.game.uid, state.game.version, state.in_short, bool(state.game.hands), *said)
