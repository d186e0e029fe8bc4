"""Compare what the table claims with what the rules say. A claim for a player is for their whole side."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .errors import WrongScore, WrongTotal, WrongWinner
from .game import PlayedHand
from .hand import Player, Side, competitors, side_with
from .ruleset import RuleSet
from .scoring import captured_by_side, nest_winner, score_hand
from .words import format_number, format_total, join_words

SlipKind = Literal[
    "set as made",
    "foul forgotten",
    "fouls forgotten",
    "foul twice",
    "nest twice",
    "hand left out",
    "deal left out",
    "minus forgotten",
    "booked twice",
    "sides swapped",
    "columns swapped",
]


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake that would explain a wrong total, and the numbers of the hands where it could have happened.

    A misdeal or passed-out deal has the number of the hand it delayed; a slip with the whole sheet has no hands.
    """

    kind: SlipKind
    hands: tuple[int, ...]


def score_errors(claimed: Mapping[Player, int], points: Sequence[int]) -> Iterator[WrongScore]:
    """Yield an error for each claimed score of a hand that is wrong by the rules, in points."""
    for player, claim in claimed.items():
        if claim != points[player]:
            right = format_total(points[player])
            why = f"By the rules {{player}} scores {right} in this hand, not {format_total(claim)}."
            yield WrongScore(f"claimed.{player}", why, None, player=player)


def total_errors(claimed: Mapping[Player, int], totals: Sequence[int]) -> Iterator[WrongTotal]:
    """Yield an error for each claimed running total that is wrong by the rules, in points."""
    for player, claim in claimed.items():
        if claim != totals[player]:
            right = format_number(totals[player])
            why = f"By the rules {{player}}'s total is {right} after this hand, not {format_number(claim)}."
            yield WrongTotal(f"claimed_totals.{player}", why, None, player=player)


def winner_errors(
    claimed: Collection[Player], sides: tuple[Side, ...], winners: tuple[Player, ...]
) -> Iterator[WrongWinner]:
    """Yield an error if the claimed winners are not the winners; an empty claim says that no one has won."""
    if {side_with(sides, player) for player in claimed} != {side_with(sides, player) for player in winners}:
        won, said = (
            {f"{word}{player}": player for player in who} for word, who in (("won", winners), ("said", claimed))
        )
        really, found = (join_words([f"{{{word}}}" for word in who]) or "no one" for who in (won, said))
        verb = "have" if len(winners) > 1 else "has"
        yield WrongWinner("claimed_winners", f"By the rules {really} {verb} won, not {found}.", None, **won, **said)


def find_slip(rules: RuleSet, played_hands: Sequence[PlayedHand], player: Player, off: int) -> Slip | None:
    """Return the one kind of slip that makes the total of the player's competitor wrong by exactly this many points.

    Writing slips are considered only if no scoring slip explains it, exchanged columns last. Returns None if no kind of
    slip explains it, or if several do.
    """
    kinds = (_slips(rules, played_hands, player), _slips_of_the_pen(played_hands, player))
    for slips in (*kinds, _slips_of_the_sheet(played_hands, player)):
        fits: dict[SlipKind, list[int]] = {}
        for kind, points, number in slips:
            hands = fits.setdefault(kind, [])
            if points == off and number not in hands:
                hands.append(number)
        found = [Slip(kind, tuple(filter(None, hands))) for kind, hands in fits.items() if hands]
        if found or not off:
            return found[0] if off and len(found) == 1 else None
    return None


def _slips(rules: RuleSet, played_hands: Sequence[PlayedHand], player: Player) -> Iterator[tuple[SlipKind, int, int]]:
    """Yield each slip in scoring, what it adds to the player's total, and the number of its hand."""
    for played in played_hands:
        for kind, points in _slips_in(rules, played, player):
            yield kind, points, played.deal.number


def _slips_of_the_pen(played_hands: Sequence[PlayedHand], player: Player) -> Iterator[tuple[SlipKind, int, int]]:
    """Yield each slip in writing a right score down."""
    for played in played_hands:
        if played.score is None:
            continue
        points, number = played.points[player], played.deal.number
        if points < 0:
            yield "minus forgotten", -2 * points, number
        yield "booked twice", points, number
        if len(played.score.sides) == 2:
            other = next(side.players[0] for side in played.score.sides if player not in side.players)
            yield "sides swapped", played.points[other] - points, number


def _slips_of_the_sheet(
    played_hands: Sequence[PlayedHand], player: Player
) -> Iterator[tuple[SlipKind, int, Literal[0]]]:
    """Yield what the totals of two competitors add to this one's where their columns are exchanged."""
    if not played_hands:
        return
    standing = played_hands[-1].standing
    sides = competitors(standing.rules, standing.players)
    if len(sides) == 2:
        own, other = (standing.total(side) for side in sorted(sides, key=lambda side: player not in side))
        yield "columns swapped", other - own, 0


def _slips_in(rules: RuleSet, played: PlayedHand, player: Player) -> Iterator[tuple[SlipKind, int]]:
    """Yield each slip that could be made with this hand, and what it adds to the player's total."""
    score = played.score
    if score is None:
        yield "deal left out", -played.points[player]
        return
    own = next(side for side in score.sides if player in side.players)
    yield "hand left out", -score.points[player]
    if own.penalty:
        yield "foul forgotten", rules.foul_penalty
        yield "foul twice", -rules.foul_penalty
    if own.penalty > rules.foul_penalty:
        yield "fouls forgotten", own.penalty
    if score.made is False and score.hand.outcome == "played" and own.players == score.bidding_side:
        counted = own.points if score.hand.bid != rules.moon_bid else score.hand.bid or 0
        yield "set as made", counted - own.score
    if score.hand.nest_points and own.players == nest_winner(rules, score):
        piles = captured_by_side(rules, tuple(side.players for side in score.sides), score.hand)
        counts = {side[0]: worth + score.hand.nest_points * (side == own.players) for side, worth in piles.items()}
        twice = score_hand(rules, score.deal, replace(score.hand, captured=counts))
        yield "nest twice", twice.points[player] - score.points[player]
