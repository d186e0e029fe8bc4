"""Show what a hand would score before it is saved."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.rules.errors import CapturedMissing
from scorekeeper.rules.game import End
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import HandScore, SideScore, score_hand, set_by_discard
from scorekeeper.rules.words import format_points, side_name
from scorekeeper.usecases.errors import Conflict, ValidationFailed
from scorekeeper.usecases.game_state import read_game

from .hand_input import HandInput
from .hands import finish_hand, next_deal


@dataclass(frozen=True, slots=True)
class SidePreview:
    """What one side would score in words, its fouls taken off: "+45", "set back 95, −10 by adjustment = −105".

    Where tricks add to its cards, how its points come together: "85 cards + 20 last trick = 105".
    """

    names: str
    result: str
    is_set: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would score if it were saved now, and who would have won; or what is wrong with it.

    `out_of_play` are the points that nobody captured, None where there can be none.
    """

    sides: tuple[SidePreview, ...] = ()
    out_of_play: int | None = None
    winners: str = ""
    problem: str = ""


def preview_hand(club_id: int, game_uid: UUID, entered: HandInput) -> Preview:
    """Return what the hand that is being played would score; nothing is stored. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    try:
        hand = finish_hand(state, entered)
    except ValidationFailed as failed:
        return preview_errors(failed)
    except Conflict:
        return Preview(problem="This game has changed. Reload to see it.")
    deal = next_deal(state)
    score = score_hand(state.rules, deal, hand)
    return preview_score(state.rules, score, state.standing.after(deal, hand, score).end)


def preview_score(rules: RuleSet, score: HandScore, end: End | None) -> Preview:
    """Return this score in words, and the winners where the game ends."""
    sides = tuple(
        SidePreview(side_name(side.players), _result(rules, score, side), is_set(score, side)) for side in score.sides
    )
    left_over = None
    if rules.out_of_play_cards and score.hand.outcome == "played":
        left_over = rules.card_total - sum(side.captured or 0 for side in score.sides)
    return Preview(sides, left_over, end.winner_names if end else "")


def _result(rules: RuleSet, score: HandScore, side: SideScore) -> str:
    hand, points = score.hand, side.score - side.penalty
    tricks = (
        (rules.last_trick_points, "last trick", hand.sweep or hand.last_trick),
        (rules.most_tricks_points, "most tricks", hand.sweep or hand.most_tricks),
    )
    added = [f" + {worth} {what}" for worth, what, taker in tricks if worth and taker in side.players]
    result = f"set back {-points}" if is_set(score, side) else format_points(points)
    if side.players == score.bidding_side and set_by_discard(rules, hand):
        result += " for the wrong discard"
    if added:
        total = f"{side.captured} cards{''.join(added)} = {side.points}"
        result = total if points == side.points else f"{total}, {result}"
    return result + _adjusted(rules, score, side)


def _adjusted(rules: RuleSet, score: HandScore, side: SideScore) -> str:
    """Return what the table adds or takes (R26): of the whole side, or of those in it with totals of their own."""
    given = [(each.player, each.points) for each in score.hand.adjustments if each.player in side.players]
    if not given:
        return ""
    if rules.fixed_sides or len(side.players) == 1:
        added = format_points(sum(points for _, points in given))
        return f", adjustment {added} = {format_points(score.points[side.players[0]])}"
    return "".join(f", {player} {format_points(points)} adjustment" for player, points in given)


def preview_errors(failed: ValidationFailed) -> Preview:
    """Return what is wrong with a hand, apart from counts that are still to come."""
    found = [error.message for error in failed.errors if not isinstance(error, CapturedMissing)]
    return Preview(problem=" ".join(found))


def is_set(score: HandScore, side: SideScore) -> bool:
    """Return whether this side is set back, by its bid or by its renege."""
    lost_bid = score.made is False and side.players == score.bidding_side
    return side.score < 0 and (lost_bid or score.hand.reneged_by in side.players)
