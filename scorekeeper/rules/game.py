"""A whole game: who deals, the running totals, and how it ends; its twin is static/alone/score.js.

A game is two folds over its hands: `Table` passes the deal on, `Standing` adds up the points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import add
from typing import Literal, NamedTuple

from .hand import Deal, Hand, Player, Side, competitors, left_of, seats_after, side_with, sides_in
from .ruleset import RuleSet
from .scoring import HandScore, points_without_score, score_hand

EndReason = Literal["target", "hand_limit", "time", "floor", "lead", "extra_hand"]


class GameStatus(StrEnum):
    """The state of a game. The first three follow from the rules; people decide the rest."""

    IN_PROGRESS = "in-progress"
    """Hands are still to be played."""
    TIED = "tied"
    """The end was reached with a tie: an extra hand is due (R3)."""
    OVER = "over"
    """The rules ended the game, and someone won it."""
    STOPPED = "stopped"
    """The table ended the game early: it has no winner."""
    DELETED = "deleted"
    """The game is hidden from every list, and can be restored."""


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: by which test, and who won (several if a tie is shared)."""

    reason: EndReason
    winners: tuple[Side, ...]


class Table(NamedTuple):
    """Who plays by which rules, and whose deal it is.

    `players` sit clockwise as entered; `hands_scored` counts the hands so far, without misdeals and passed-out deals.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    dealer: Player
    hands_scored: int = 0

    def deal(self, dealer: Player | None = None) -> Deal:
        """Return the next deal; `dealer` overrides the rotation from here on."""
        seats = seats_after(self.rules, self.players, self.hands_scored)
        return Deal(self.hands_scored + 1, self.players, seats, self.dealer if dealer is None else dealer)

    def after(self, deal: Deal, hand: Hand) -> "Table":
        """Pass the deal on."""
        scored = self.hands_scored + hand.scored
        dealer = dealer_after(self.rules, deal, hand, seats_after(self.rules, self.players, scored))
        return Table(self.rules, self.players, dealer, scored)


def dealer_after(rules: RuleSet, deal: Deal, hand: Hand, seats: tuple[Player, ...]) -> Player:
    """Return who deals after a hand; `seats` are those of the next one, clockwise (R4, R22)."""
    moves_on = hand.scored or (hand.outcome == "passed-out" and rules.all_pass == "next_dealer")
    return left_of(deal.dealer, seats) if moves_on else deal.dealer


def deal_hands(table: Table, hands: Iterable[Hand]) -> Iterator[Deal]:
    """Yield the deal of each hand as the deal goes around the table, also after the end of the game."""
    for hand in hands:
        deal = table.deal(hand.dealer)
        yield deal
        table = table.after(deal, hand)


class Standing(NamedTuple):
    """A game between two hands. `totals[player]` is a running total in points; partners have the same."""

    table: Table
    totals: tuple[int, ...]
    tied: bool = False
    end: End | None = None

    @property
    def rules(self) -> RuleSet:
        return self.table.rules

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise, as entered."""
        return self.table.players

    @property
    def hands_scored(self) -> int:
        return self.table.hands_scored

    @property
    def status(self) -> GameStatus:
        if self.end:
            return GameStatus.OVER
        return GameStatus.TIED if self.tied else GameStatus.IN_PROGRESS

    @property
    def winners(self) -> tuple[Player, ...]:
        """Every winning player, in seat order."""
        won = {player for side in self.end.winners for player in side} if self.end else set()
        return tuple(player for player in self.players if player in won)

    def under(self, rules: RuleSet) -> "Standing":
        """Return the same standing under other rules."""
        return self._replace(table=self.table._replace(rules=rules))

    def total(self, side: Side) -> int:
        """Return the running total of a competitor."""
        return self.totals[side[0]]

    def after(self, deal: Deal, hand: Hand, score: HandScore | None) -> "Standing":
        """Add a hand and return the standing after it; `score` is None for a misdeal or a passed-out deal (R22).

        Penalties and adjustments of such a deal count at once; it ends no game and breaks no tie (R12).
        """
        points = score.points if score else points_without_score(self.rules, deal, hand)
        standing = Standing(self.table.after(deal, hand), tuple(map(add, self.totals, points)), self.tied)
        return tested(standing, score) if score else standing


def initial_standing(
    rules: RuleSet,
    players: Iterable[Player],
    dealer: Player | None = None,
    starting_totals: Mapping[Player, int] | None = None,
) -> Standing:
    """Begin a game, which `dealer` (by default the first player) deals.

    `starting_totals` are the points that competitors carry into it, each under one of its players; the others begin
    with 0. Nothing is tested before the first scored hand (R34).
    """
    seated = tuple(players)
    totals = [0] * len(seated)
    for named, carried in (starting_totals or {}).items():
        for player in side_with(competitors(rules, seated), named):
            totals[player] = carried
    table = Table(rules, seated, seated[0] if dealer is None else dealer)
    return Standing(table, tuple(totals))


class PlayedHand(NamedTuple):
    """One hand in its game: its deal, its score (None if it has none) and the standing after it."""

    hand: Hand
    deal: Deal
    score: HandScore | None
    standing: Standing
    after_end: bool = False

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who scores together in it."""
        return sides_in(self.standing.rules, self.deal, self.hand)

    @property
    def has_points(self) -> bool:
        """Whether it has points: a misdeal or a passed-out deal only has those of penalties and adjustments (R12)."""
        return self.score is not None or (not self.after_end and bool(self.hand.fouls or self.hand.adjustments))

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points: only penalties and adjustments for a misdeal or passed-out deal (R12), 0 after the
        end."""
        if self.score:
            return self.score.points
        if self.after_end:
            return (0,) * len(self.deal.players)
        return points_without_score(self.standing.rules, self.deal, self.hand)


def replay(standing: Standing, hands: Iterable[Hand]) -> Iterator[PlayedHand]:
    """Play each hand in turn. Hands must have no errors; those after the end are dealt but not scored."""
    hands = tuple(hands)
    for hand, deal in zip(hands, deal_hands(standing.table, hands), strict=True):
        if standing.end:
            yield PlayedHand(hand, deal, None, standing, after_end=True)
            continue
        score = score_hand(standing.rules, deal, hand) if hand.scored else None
        standing = standing.after(deal, hand, score)
        yield PlayedHand(hand, deal, score, standing)


def tested(standing: Standing, score: HandScore) -> Standing:
    """Test for the end after a scored hand, in the order of the rules; the first test that applies decides."""
    rules = standing.rules
    sides = competitors(rules, standing.players)
    if standing.tied:
        return _decided(standing, sides, "extra_hand")
    crossed = _may_go_out(standing, sides, score)
    if crossed:
        if rules.both_cross == "bidding_side" and score.bidding_side in crossed:
            crossed = [score.bidding_side]  # R18
        return _decided(standing, crossed, "target")
    if rules.hand_limit is not None and standing.hands_scored >= rules.hand_limit:
        return _decided(standing, sides, "hand_limit")
    if rules.time_limit is not None and score.hand.last:
        return _decided(standing, sides, "time")  # R32
    if rules.floor is not None and min(standing.totals) <= rules.floor:
        return _decided(standing, sides, "floor")
    if rules.lead_wins is not None:
        first, second, *_ = sorted((standing.total(side) for side in sides), reverse=True)
        if first - second >= rules.lead_wins:
            return _decided(standing, sides, "lead")
    return standing


def _may_go_out(standing: Standing, sides: tuple[Side, ...], score: HandScore) -> list[Side]:
    """Return those at or above the target (R1); under `win_needs_bid` only those that the bid lets go out (R28)."""
    rules = standing.rules
    if rules.target is None:
        return []
    crossed = [side for side in sides if standing.total(side) >= rules.target]
    if rules.win_needs_bid:
        made = score.counts_as_made
        crossed = [side for side in crossed if (side[0] in score.bidding_side) == made]
    return crossed


def _decided(standing: Standing, candidates: Sequence[Side], reason: EndReason) -> Standing:
    """Let the highest of the candidates win; in a tie play another hand or share the win (R3, R7)."""
    highest = max(standing.total(side) for side in candidates)
    best = tuple(side for side in candidates if standing.total(side) == highest)
    if len(best) == 1 or standing.rules.tie_break == "shared":
        return standing._replace(tied=False, end=End(reason, best))
    return standing._replace(tied=True)
