"""What a hand would score, said before it is saved."""

from dataclasses import dataclass
from uuid import UUID

from ..rules.errors import CapturedMissing
from ..rules.game import End
from ..rules.hand import HandScore, SideScore, named, score_hand
from .errors import OutOfDate, Refused
from .hands import Said, next_deal, played
from .table import read_table


@dataclass(frozen=True, slots=True)
class SidePreview:
    """What one side would score, in points, its fouls taken off."""

    names: str
    points: int
    is_set: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would score if it were saved now, and who would have won; or what is wrong with it."""

    sides: tuple[SidePreview, ...] = ()
    winners: str = ""
    problem: str = ""


def preview(club_id: int, game_uid: UUID, said: Said) -> Preview:
    """The result of the hand that is being played; nothing is stored. Raises NotFound."""
    table = read_table(club_id, game_uid)
    try:
        hand = played(table, said)
    except Refused as refused:
        return refused_preview(refused)
    except OutOfDate:
        return Preview(problem="The game has moved on; reload this page.")
    deal = next_deal(table)
    score = score_hand(table.rules, deal, hand)
    return previewed(score, table.standing.after(deal, hand, score).end)


def previewed(score: HandScore, end: End | None) -> Preview:
    """This score, and the winners where the game ends."""
    sides = tuple(SidePreview(named(s.players), s.score - s.penalty, is_set(score, s)) for s in score.sides)
    return Preview(sides, " and ".join(map(named, end.winners)) if end else "")


def refused_preview(refused: Refused) -> Preview:
    """What is wrong with a hand, apart from counts that are still to come."""
    found = [refusal.message for refusal in refused.refusals if not isinstance(refusal, CapturedMissing)]
    return Preview(problem=" ".join(found))


def is_set(score: HandScore, side: SideScore) -> bool:
    """Whether this side is set back, by its bid or by its renege."""
    lost_bid = score.made is False and side.players == score.bidding_side
    return side.score < 0 and (lost_bid or score.hand.reneged_by in side.players)
