"""How a phone's hand compares with the server's at the same place, and both in words."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import TRICKS, Deal, Hand, competitors, side_with, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import captured_by_side
from scorekeeper.rules.words import format_points
from scorekeeper.usecases.game.announcements import describe_bid
from scorekeeper.usecases.game_state import GameState

BESIDE_POINTS = {
    "last_trick": "last trick",
    "most_tricks": "most tricks",
    "sweep": "all tricks",
    "partners": "partner",
    "captured": "count",
    "fouls": "penalties",
    "adjustments": "adjustments",
}
"""What is named where two versions of a hand differ, but not in its points."""


class Match(Enum):
    """How a hand of the phone compares with the server's hand at the same place."""

    SAME = "the server has it"
    BEHIND = "the server has none there, or none that says otherwise"
    DIFFERS = "the server has another one"
    GONE = "it is a bid alone, and the hand was counted"


@dataclass(frozen=True, slots=True)
class Told:
    """One version of a hand, with its deal; a hand being played is not `finished`."""

    hand: Hand
    deal: Deal
    finished: bool = True


@dataclass(frozen=True, slots=True)
class BothVersions:
    """Both versions of a hand, in words, "" if the server has none; `differs` if this hand is in question."""

    name: str
    mine: str
    theirs: str
    differs: bool


def compare(rules: RuleSet, mine: Told, theirs: Told | None) -> Match:
    """Compare my hand with theirs at the same place."""
    if theirs is None:
        return Match.BEHIND
    if not mine.finished and theirs.finished:
        return Match.GONE
    if mine.finished and theirs.finished:
        return Match.SAME if said(rules, mine) == said(rules, theirs) else Match.DIFFERS
    if not mine.finished and mine.hand.bidder is None:
        return Match.SAME if theirs.hand.bidder is not None or theirs.hand.auction else Match.BEHIND
    if theirs.hand.bidder is None:
        return Match.BEHIND
    same_bid = mine.hand.scored and _bid(mine) == _bid(theirs)
    return Match.DIFFERS if not same_bid else Match.BEHIND if mine.finished else Match.SAME


def _bid(told: Told) -> tuple[object, ...]:
    return told.deal.dealer, told.hand.bidder, told.hand.bid


def said(rules: RuleSet, told: Told) -> tuple[object, ...]:
    """Return the facts of a finished hand in a form that is equal if they mean the same."""
    hand, deal = told.hand, told.deal
    sides = sides_of(rules, deal, hand.bidder, hand.partners) if hand.scored else ()
    owners = competitors(rules, deal.players)
    return (
        (deal.dealer, hand.outcome, hand.bidder, hand.bid, hand.reneged_by, hand.last and rules.time_limit is not None),
        frozenset(hand.partners or ()),
        {side: points for side, points in captured_by_side(rules, sides, hand).items() if points is not None},
        [side_with(sides, getattr(hand, name)) or getattr(hand, name) for name in TRICKS],
        Counter(hand.fouls),
        Counter((side_with(owners, each.player), each.points) for each in hand.adjustments),
    )


def told_by_server(state: GameState) -> list[Told]:
    """Return the server's hands, the one being played last."""
    told = [Told(played.hand, played.deal) for played in state.hands]
    if state.open_hand and not state.standing.end:
        told.append(Told(state.open_hand, state.deal, finished=False))
    return told


def both_versions(
    state: GameState,
    name: str,
    mine: tuple[Hand, PlayedHand | None],
    theirs: tuple[Told | None, PlayedHand | None],
    match: Match,
) -> BothVersions:
    """Return a hand in both versions, each with its score if it was counted; the name says what the points do not."""
    (hand, played), (other, counted) = mine, theirs
    if other is None:
        return BothVersions(name, _in_words(state, hand, played), "", match is Match.DIFFERS)
    alike = played is not None and _bid(Told(hand, played.deal)) == _bid(other)
    ours, said = (_in_words(state, *each, alike=alike) for each in (mine, (other.hand, counted)))
    if ours == said:
        differ = [words for field, words in BESIDE_POINTS.items() if getattr(hand, field) != getattr(other.hand, field)]
        name = ": ".join(filter(None, (name, ", ".join(differ))))
    return BothVersions(name, ours, said, match is Match.DIFFERS)


def _in_words(state: GameState, hand: Hand, played: PlayedHand | None, *, alike: bool = False) -> str:
    """Return a hand in words for the question, its points by side: "Ann's bid of 95: +95 / +25".

    Of hands that are `alike` but for their counts, the points alone.
    """
    what = {"misdeal": "Misdeal", "passed-out": "Everyone passed"}.get(hand.outcome, "")
    if not what:
        what = describe_bid(hand, state) if hand.bidder is not None else "Bidding"
    if played is None or not played.has_points:
        return what if played else f"{what}, not counted yet"
    points = " / ".join(format_points(played.points[side[0]]) for side in state.competitors)
    return points if alike else f"{what}: {points}"
