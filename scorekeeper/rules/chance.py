"""The chance of winning: the game is played to its end many times, with hands like those played before.

All players are assumed to bid equally often and to play equally well.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, cycle, islice
from operator import add
from random import Random
from typing import NamedTuple

from .game import Standing, Table, tested
from .hand import Deal, Hand, Player, Side, competitors
from .random_hands import make_hand
from .rotation import seats_after
from .ruleset import RuleSet
from .scoring import HandScore, score_hand

HANDS = 1_200  # they take about 5 ms; the average error is 2 percent
LONGEST = 100  # hands in one game; after that the leader counts as the winner
USUAL = 60  # made-up hands
ORDINARY, LAST = Hand(), Hand(last=True)
NEVER, ALWAYS = 1 / 30, 29 / 30
ODDS = ((1, 20), (1, 10), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (9, 10), (19, 20))
"""The chances that are put in words, as (3, 4) for 3 in 4."""


class LikelyHand(NamedTuple):
    """The result of a hand for any bidder: each player's points clockwise from the bidder, who is 0 in `bidding_side`.

    `made` is whether the bid counts as made at the end of a game (R28).
    """

    points: tuple[int, ...]
    bidding_side: tuple[int, ...]
    made: bool

    @classmethod
    def of(cls, score: HandScore) -> "LikelyHand":
        """Return a played hand, with its penalties and adjustments, as one that can happen again."""
        assert score.hand.bidder is not None
        seats = _clockwise_from(score.hand.bidder, score.deal.seats)
        side = tuple(place for place, player in enumerate(seats) if player in score.bidding_side)
        return cls(tuple(score.points[player] for player in seats), side, score.counts_as_made)


def usual_hands(rules: RuleSet) -> tuple[LikelyHand, ...]:
    """Return typical hands by these rules, always the same ones, for use where too few hands were played."""
    rng, players = Random(1), tuple(range(rules.players))
    deals = (Deal(1, players, players, rng.choice(players)) for _ in count())
    made_up = ((deal, make_hand(rng, rules, deal, [0] * len(players))) for deal in deals)
    scored = (LikelyHand.of(score_hand(rules, deal, hand)) for deal, hand in made_up if hand.scored)
    return tuple(islice(scored, USUAL))


class Chances:
    """The chances in a game with these rules and players, in which all `likely` hands are equally likely.

    About `hands` hands are played for each answer. The same question always has the same answer.
    """

    def __init__(
        self, rules: RuleSet, players: tuple[Player, ...], likely: Sequence[LikelyHand], hands: int = HANDS
    ) -> None:
        self.likely, self.hands = likely, hands
        self.sides = competitors(rules, players)
        each = range(len(likely) * len(players))
        self.drawn = [*each] * -(-hands // len(each))
        Random(1).shuffle(self.drawn)
        self.scores: dict[tuple[Side, bool], list[HandScore]] = {}

    def of(self, standing: Standing, hands_to_time: float | None = None) -> tuple[float, ...]:
        """Return each competitor's chance to win, from 0 to 1; joint winners all win (R7).

        `hands_to_time` is how many hands will be played until time is called (R32), on average.
        """
        rng, drawn = Random(1), cycle(self.drawn)
        last = LAST if hands_to_time is not None else ORDINARY
        future = [
            (table, self._scores(table, ORDINARY), self._scores(table, last)) for table in _tables(standing.table)
        ]
        wins, games, played = dict.fromkeys(self.sides, 0), 0, 0
        while played < self.hands:
            until = max(1, int(hands_to_time + rng.random())) if hands_to_time is not None else None
            now = standing
            for number, (table, ordinary, lasts) in enumerate(future, 1):
                if now.end:
                    break
                score = (lasts if number == until else ordinary)[next(drawn)]
                totals = tuple(map(add, now.totals, score.points))
                now = tested(Standing(table, totals, now.tied), score)
                played += 1
            games += 1
            for side in now.end.winners if now.end else self._leaders(now):
                wins[side] += 1
            if standing.end:
                break
        return tuple(wins[side] / games for side in self.sides)

    def _scores(self, after: Table, seen: Hand) -> list[HandScore]:
        """Return the possible scores of the hand before this table, for every bidder."""
        seats = seats_after(after.rules, after.players, after.hands_scored - 1)
        if (seats, seen.last) not in self.scores:
            self.scores[seats, seen.last] = [*_score(after.players, seats, self.likely, seen)]
        return self.scores[seats, seen.last]

    def _leaders(self, standing: Standing) -> list[Side]:
        best = max(standing.totals)
        return [side for side in self.sides if standing.total(side) == best]


def describe_chance(chance: float) -> str:
    """Return a chance as people say it: "about 3 in 4", "less than 1 in 20"."""
    if chance < NEVER:
        return "less than 1 in 20"
    if chance > ALWAYS:
        return "more than 19 in 20"
    won, of = min(ODDS, key=lambda odds: abs(odds[0] / odds[1] - chance))
    return f"about {won} in {of}"


def _tables(table: Table) -> Iterator[Table]:
    """Yield the table after each future hand; the dealer makes no difference."""
    for number in range(table.hands_scored + 1, table.hands_scored + LONGEST + 1):
        yield table._replace(hands_scored=number)


def _score(
    players: tuple[Player, ...], seats: tuple[Player, ...], likely: Iterable[LikelyHand], seen: Hand
) -> Iterator[HandScore]:
    """Yield each of these hands with each player as the bidder."""
    for bidder in seats:
        clockwise, deal = _clockwise_from(bidder, seats), Deal(0, players, seats, bidder)
        for hand in likely:
            by_player = dict(zip(clockwise, hand.points, strict=True))
            together = {clockwise[place] for place in hand.bidding_side}
            side = tuple(player for player in players if player in together)
            points = tuple(by_player[player] for player in range(len(players)))
            yield HandScore(deal, seen, side, (), hand.made, points)


def _clockwise_from(first: Player, seats: tuple[Player, ...]) -> tuple[Player, ...]:
    start = seats.index(first)
    return seats[start:] + seats[:start]
