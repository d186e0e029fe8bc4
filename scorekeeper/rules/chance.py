"""The chance of winning: the game is played to its end many times, with hands like those played before.

All players are assumed to bid equally often and to play equally well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from operator import add
from random import Random
from typing import Any, NamedTuple

from scorekeeper.rules.auction import PASS, Auction, Call
from scorekeeper.rules.game import Standing, Table, replay, tested
from scorekeeper.rules.hand import TIED, Deal, Foul, Hand, Player, Side, competitors, seats_after, side_with, sides_of
from scorekeeper.rules.ruleset import COLORS, RuleSet
from scorekeeper.rules.scoring import HandScore, score_hand, tricks_points

HANDS = 1_200  # they take about 5 ms; the average error is 2 percent
LEAST = 16
"""The fewest games for a chance: the error of so many drawn ones is at most 1 in 8."""
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

    Each game is played once for each exchange of the competitors, so that who is level has the same chance. About
    `hands` hands are played for each answer. The same question always has the same answer.
    """

    def __init__(
        self, rules: RuleSet, players: tuple[Player, ...], likely: Sequence[LikelyHand], hands: int = HANDS
    ) -> None:
        self.likely, self.hands = likely, hands
        self.sides = competitors(rules, players)
        self.exchanges = _exchanges(rules, len(players), len(self.sides))
        each = range(len(likely) * len(players))
        self.drawn = [*each] * -(-(hands + LONGEST) // len(each))
        Random(1).shuffle(self.drawn)
        self.scores: dict[tuple[Side, bool], list[HandScore]] = {}

    def of(self, standing: Standing, hands_to_time: float | None = None) -> tuple[float, ...]:
        """Return each competitor's chance to win, from 0 to 1; joint winners all win (R7). Nothing where it would come
        from fewer than LEAST games.

        `hands_to_time` is how many hands will be played until time is called (R32), on average.
        """
        if standing.end:
            return tuple(float(side in standing.end.winners) for side in self.sides)
        rng, first = Random(1), 0
        last = LAST if hands_to_time is not None else ORDINARY
        future = [
            (table, self._scores(table, ORDINARY), self._scores(table, last)) for table in _tables(standing.table)
        ]
        wins, games, played = dict.fromkeys(self.sides, 0), 0, 0
        while played < self.hands:
            until = max(1, int(hands_to_time + rng.random())) if hands_to_time is not None else None
            draws = self.drawn[first : first + LONGEST]
            longest = 0
            for seats in self.exchanges:
                # To exchange who sits where is to exchange the hands.
                now = standing._replace(totals=tuple(standing.totals[player] for player in seats))
                number = 0
                for (table, ordinary, lasts), drawn in zip(future, draws, strict=True):
                    if now.end:
                        break
                    number += 1
                    score = (lasts if number == until else ordinary)[drawn]
                    totals = tuple(map(add, now.totals, score.points))
                    now = tested(Standing(table, totals, now.tied), score)
                winners = {seats[side[0]] for side in (now.end.winners if now.end else self._leaders(now))}
                for side in self.sides:
                    wins[side] += not winners.isdisjoint(side)
                longest = max(longest, number)
                games, played = games + 1, played + number
            first = (first + longest) % self.hands
        return tuple(wins[side] / games for side in self.sides) if games >= LEAST else ()

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


def _exchanges(rules: RuleSet, players: int, sides: int) -> tuple[tuple[Player, ...], ...]:
    """Return who sits where, by seat, in each exchange of the competitors that leaves the rest of a game as it is.

    Sides, or players who are alone, move on by a seat each; where partners change (R21), the pairs of each hand stay.
    """
    if rules.sides == "rotating_partners":
        return (0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)
    return tuple(tuple((seat + turn) % players for seat in range(players)) for turn in range(sides))


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


# Frequencies, from 0 to 1
MISDEAL, RENEGE, FOUL, MOON = 0.008, 0.006, 0.015, 0.004
AUCTION_LOGGED, TRUMP_NOTED, NEST_COUNTED = 0.1, 0.6, 0.1
MADE, MADE_BY_SKILL, MOON_MADE = 0.7, 0.08, 0.4
TAKES_LAST_TRICK, TAKES_MOST_TRICKS, MOST_TRICKS_TIED = 0.65, 0.75, 0.03
# As shares of a hand's points: the first bid, and what a player bids more for each unit of skill
OPENING, BOLDNESS = 0.3, 0.04

Skills = Sequence[float]
"""How well each player plays, by number: 0 is average, few reach 1."""


def make_hands(rng: Random, standing: Standing, skills: Skills, most: int) -> Iterator[tuple[Deal, Hand]]:
    """Yield the hands of a game to its end, with misdeals, each with its deal, at most this many."""
    logged, trump = rng.random() < AUCTION_LOGGED, rng.random() < TRUMP_NOTED
    for _ in range(most):
        deal = standing.table.deal()
        hand = make_hand(rng, standing.rules, deal, skills, logged=logged, trump=trump)
        yield deal, hand
        standing = next(replay(standing, [hand])).standing
        if standing.end:
            return


def make_hand(
    rng: Random, rules: RuleSet, deal: Deal, skills: Skills, *, logged: bool = False, trump: bool = False
) -> Hand:
    """Return a hand of this deal; `logged` with its calls, `trump` with a color."""
    if rng.random() < MISDEAL:
        return Hand(outcome="misdeal")
    calls, auction = _make_auction(rng, rules, deal, skills)
    facts: dict[str, Any] = {"auction": tuple(calls)} if logged else {}
    if auction.bidder is None or auction.bid is None:
        return Hand(outcome="passed-out", **facts)
    facts |= {"bidder": auction.bidder, "bid": auction.bid, "trump": rng.choice(COLORS) if trump else None}
    if rules.sides == "called_partner":
        others = [player for player in deal.players if player != auction.bidder]
        facts["partners"] = tuple(rng.sample(others, rng.choice((0, *[1] * 12))))
    if rules.uses_fouls and rng.random() < FOUL:
        own, anybody = Foul(auction.bidder, "nest-discard"), Foul(rng.choice(deal.players), "table-talk")
        facts["fouls"] = (rng.choice((own, anybody)),)
    if rules.uses_reneges and rng.random() < RENEGE:
        return _make_renege(rng, rules, deal, facts)
    return _make_played(rng, rules, deal, facts, skills)


def _make_auction(rng: Random, rules: RuleSet, deal: Deal, skills: Skills) -> tuple[list[Call], Auction]:
    """Return the calls and their result: each player raises in small steps up to what the cards seem worth."""
    step, total = rules.bid_step, rules.hand_total
    usual = max(rules.min_bid, int(total * OPENING) // step * step)
    limits = {
        player: usual + (total - usual) * (rng.betavariate(1.6, 3.2) - 0.12 + BOLDNESS * skills[player])
        for player in deal.seats
    }
    moon = rng.choice(deal.seats) if rules.moon_bid and rng.random() < MOON else None
    state, calls = Auction.start(rules, deal.seats, deal.dealer), list[Call]()
    while not state.over:
        player = state.waiting[0]
        lowest = usual if state.bid is None else state.bid + step
        highest = min(limits[player], rules.highest_bid)
        call: Any = PASS
        if player == moon:
            call = rules.moon_bid
        elif lowest <= highest:
            call = min(lowest + step * rng.choice((0, 0, 0, 1, 2)), int(highest) // step * step)
        state = state.call(player, call)
        calls.append((player, call))
    return calls, state


def _make_renege(rng: Random, rules: RuleSet, deal: Deal, facts: dict[str, Any]) -> Hand:
    """Return a hand that ended early: some of the counters had not been played yet (R9)."""
    sides = sides_of(rules, deal, facts["bidder"], facts.get("partners"))
    captured = dict.fromkeys(sides, 0)
    for worth in rules.card_values:
        if rng.random() < 0.6:
            captured[rng.choice(sides)] += worth
    counts = {} if rules.renege_rule == "fixed" else _by_player(captured)
    return Hand(outcome="renege", reneged_by=rng.choice(deal.players), captured=counts, **facts)


def _make_played(rng: Random, rules: RuleSet, deal: Deal, facts: dict[str, Any], skills: Skills) -> Hand:
    bid, sides = facts["bid"], sides_of(rules, deal, facts["bidder"], facts.get("partners"))
    bidding_side = side_with(sides, facts["bidder"])
    others = [side for side in sides if side != bidding_side]
    facts["last_trick"] = _taker(rng, bidding_side, others, TAKES_LAST_TRICK)
    if rules.trick_points["most_tricks"]:
        tied = rng.random() < MOST_TRICKS_TIED
        facts["most_tricks"] = TIED if tied else _taker(rng, bidding_side, others, TAKES_MOST_TRICKS)
    better = _mean(skills, bidding_side) - _mean(skills, [player for side in others for player in side])
    moon = bid == rules.moon_bid
    made = rng.random() < (MOON_MADE if moon else MADE + MADE_BY_SKILL * better)
    beyond = int(rng.expovariate(0.3))
    aim = min(bid, rules.hand_total) + rules.bid_step * (beyond if made else -1 - beyond)
    added = tricks_points(rules, sides, Hand(**facts))[bidding_side]
    captured = _divide_counters(rng, rules, sides, bidding_side, aim - added)
    if rules.sweep_bonus and captured[bidding_side] == rules.card_total and facts["last_trick"] in bidding_side:
        facts["sweep"] = facts["last_trick"]
    if rng.random() < NEST_COUNTED:
        winner = bidding_side if rules.nest_to == "bidder" else side_with(sides, facts["last_trick"])
        found = rng.choice((0, 5, 10, 15))
        facts["nest_points"] = found if rules.nest_size > 1 and found <= captured[winner] else 0
    return Hand(captured=_by_player(captured), **facts)


def _divide_counters(
    rng: Random, rules: RuleSet, sides: Sequence[Side], bidding_side: Side, wanted: int
) -> dict[Side, int]:
    """Return the counters of each side: the bidding side takes cards, the highest first, up to what it wants."""
    captured, others = dict.fromkeys(sides, 0), [side for side in sides if side != bidding_side]
    for worth in rules.card_values:
        taker = bidding_side if captured[bidding_side] + worth <= wanted else rng.choice(others)
        captured[taker] += worth
    return captured


def _by_player(captured: Mapping[Side, int]) -> dict[Player, int]:
    return {side[0]: worth for side, worth in captured.items()}


def _taker(rng: Random, bidding_side: Side, others: Sequence[Side], share: float) -> Player:
    return rng.choice(bidding_side if rng.random() < share else rng.choice(others))


def _mean(skills: Skills, players: Sequence[Player]) -> float:
    return sum(skills[player] for player in players) / len(players)
