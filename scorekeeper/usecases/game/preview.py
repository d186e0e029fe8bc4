"""Show what a hand would score before it is saved."""

from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from scorekeeper.rules.errors import CapturedMissing
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Hand, Side, required_fields, side_with
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import HandScore, SideScore, score_hand, set_by_discard
from scorekeeper.rules.words import Names, format_points
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.usecases.game_state import GameState, read_game

from .effect import fingerprint
from .recording import finish_hand, next_deal

Outcome = Literal["made", "set", ""]


@dataclass(frozen=True, slots=True)
class SidePreview:
    """What one side would score in words: "made, +95", "set back 95, penalty −40 = −135".

    Or with more than cards: "85 in cards + 20 for last trick = +105". `totals` are those before and after, where its
    players score together.
    """

    names: str
    result: str
    outcome: Outcome
    totals: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SweepQuestion:
    """Asks whether a side, by its first player's number, took every trick as well as every point; with the answer."""

    side: int
    words: str
    said: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would score if it were saved now, and who would win; or what is wrong with it.

    `out_of_play` are the points that no one captured, None if there can be none; `asked` is what a correction does that
    has to be asked about (`effect.ask`), and `bid` whose bid its calls make it: "Bob bid 95".
    """

    sides: tuple[SidePreview, ...] = ()
    out_of_play: int | None = None
    winners: str = ""
    asked: tuple[str, ...] = ()
    problem: str = ""
    sweep: SweepQuestion | None = None
    bid: str = ""

    @property
    def about(self) -> str:
        """What a form sends with it that has shown what it asks."""
        return fingerprint(self.asked)


def preview_hand(club_id: int, game_uid: UUID, entered: Hand) -> Preview:
    """Return what the hand being played would score; nothing is stored. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    try:
        hand = finish_hand(state, entered)
    except ValidationFailed as failed:
        return preview_errors(failed, asks=bool(entered.captured))
    except Conflict:
        return Preview(problem="This game has changed. Reload to see it.")
    deal = next_deal(state)
    score = score_hand(state.rules, deal, hand)
    return preview_score(state, score, state.standing.after(deal, hand, score))


def preview_score(state: GameState, score: HandScore, after: Standing) -> Preview:
    """Return this score in words, the totals `after` it, and the winners if the game ends."""
    rules, before = state.rules, state.standing.totals
    sides = tuple(
        SidePreview(
            state.names.side(side.players),
            _result(rules, score, side, state.names),
            _outcome(score, side),
            (before[player], after.totals[player]) if rules.fixed_sides or len(side.players) == 1 else None,
        )
        for side in score.sides
        for player in side.players[:1]
    )
    left_over = None
    if rules.out_of_play_cards and score.hand.outcome == "played":
        left_over = rules.card_total - sum(side.captured or 0 for side in score.sides)
    sweepers = _sweepers(rules, score)
    sweep = None
    if sweepers:
        question = f"All {rules.hand_size} tricks? +{rules.sweep_bonus}"
        sweep = SweepQuestion(sweepers[0], question, score.hand.sweep is not None)
    return Preview(sides, left_over, state.names.sides(after.end.winners) if after.end else "", sweep=sweep)


def _sweepers(rules: RuleSet, score: HandScore) -> Side:
    """Return the side that took every trick, or may have: it has every point and would get a bonus (R16)."""
    hand = score.hand
    if hand.outcome != "played" or "sweep" not in required_fields(rules):
        return ()
    earning = [side.players for side in score.sides if score.made or side.players != score.bidding_side]
    if hand.sweep is not None:
        return side_with(tuple(earning), hand.sweep)
    asked = [(side, replace(hand, sweep=side[0])) for side in earning]
    found = [side for side, swept in asked if not validate_hand(rules, score.deal, swept)[1]]
    return found[0] if len(found) == 1 else ()


def _outcome(score: HandScore, side: SideScore) -> Outcome:
    """Return whether this side made its bid or was set, also by its renege; "" if neither."""
    if side.players == score.bidding_side and score.made is not None:
        return "made" if score.made else "set"
    return "set" if is_set(score, side) else ""


def _result(rules: RuleSet, score: HandScore, side: SideScore, names: Names) -> str:
    hand = score.hand
    keeps = hand.reneged_by is None or (hand.reneged_by not in side.players and rules.renege_rule != "fixed")  # R8, R9
    paid = {name: worth for name, worth in rules.trick_points.items() if keeps and worth}
    added = [
        f" + {worth} for {name.replace('_', ' ')}" for name, worth in paid.items() if hand.taker(name) in side.players
    ]
    if side.swept:
        added.append(f" + {rules.sweep_bonus} sweep")
    result = f"set back {-side.score}" if is_set(score, side) else format_points(side.score)
    if side.players == score.bidding_side and set_by_discard(rules, hand):
        result += " for the wrong discard"
    if added:
        points = side.points + (rules.sweep_bonus if side.swept else 0)
        cards = f"{side.captured} in cards{''.join(added)} = "
        result = f"{cards}{result}" if points == side.score else f"{cards}{points}, {result}"
    if not is_set(score, side) and (outcome := _outcome(score, side)):
        result = f"{outcome}, {result}"
    return result + _taken_off(rules, score, side, names)


def _taken_off(rules: RuleSet, score: HandScore, side: SideScore, names: Names) -> str:
    """Return what fouls cost the side (R12), and the adjustments of the side or of one player (R26)."""
    given = [(each.player, each.points) for each in score.hand.adjustments if each.player in side.players]
    each_apart = not rules.fixed_sides and len(side.players) > 1
    changes = [f", penalty {format_points(-side.penalty)}"] if side.penalty else []
    if given and not each_apart:
        changes.append(f", adjustment {format_points(sum(points for _, points in given))}")
    if changes:
        total = side.score - side.penalty if each_apart else score.points[side.players[0]]
        changes.append(f" = {format_points(total)}")
    if each_apart:
        changes += [f", {names[player]} {format_points(points)} adjustment" for player, points in given]
    return "".join(changes)


def preview_errors(failed: ValidationFailed, *, asks: bool = False) -> Preview:
    """Return what is wrong with a hand; the counts that are missing only where one `asks` for them."""
    found = [error.describe(failed.names) for error in failed.errors if asks or not isinstance(error, CapturedMissing)]
    return Preview(problem=" ".join(found))


def is_set(score: HandScore, side: SideScore) -> bool:
    """Return whether this side was set, by its bid or by its renege."""
    lost_bid = score.made is False and side.players == score.bidding_side
    return side.score < 0 and (lost_bid or score.hand.reneged_by in side.players)
