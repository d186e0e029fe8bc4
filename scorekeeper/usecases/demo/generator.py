"""Games as people might have played them, hand by hand, made up from a random source; nothing is stored here.

How often what happens is a matter of taste; that it fits the rules is not: bids come out of an auction, and counters
are handed out card by card.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.rules.auction import PASS, Auction, Call
from scorekeeper.rules.game import Standing, replay
from scorekeeper.rules.hand import TIED, Deal, Foul, Hand, Side, side_with, sides_of
from scorekeeper.rules.ruleset import COLORS, RuleSet
from scorekeeper.rules.scoring import tricks_points

MISDEAL, RENEGE, FOUL, MOON = 0.008, 0.006, 0.015, 0.004
LOGGED, TRUMP_NOTED, NEST_COUNTED = 0.1, 0.6, 0.1
MADE, MADE_BY_SKILL, MOON_MADE = 0.7, 0.08, 0.4
TAKES_LAST_TRICK, TAKES_MOST_TRICKS, MOST_TRICKS_TIED = 0.65, 0.75, 0.03
OPENING, BOLDNESS = 0.3, 0.04

Skills = Mapping[str, float]
"""How well each plays: 0 as people do, 1 as few can."""


def hands(rng: Random, standing: Standing, skills: Skills, most: int) -> Iterator[tuple[Deal, Hand]]:
    """The entries of a game from here to its end, at most so many, each with its deal."""
    logged, trump = rng.random() < LOGGED, rng.random() < TRUMP_NOTED
    for _ in range(most):
        deal = standing.deal()
        hand = _hand(rng, standing.rules, deal, skills, logged=logged, trump=trump)
        yield deal, hand
        standing = next(replay(standing, [hand])).standing
        if standing.end:
            return


def _hand(rng: Random, rules: RuleSet, deal: Deal, skills: Skills, *, logged: bool, trump: bool) -> Hand:
    if rng.random() < MISDEAL:
        return Hand(outcome="misdeal")
    calls, auction = _auction(rng, rules, deal, skills)
    seen: dict[str, Any] = {"auction": tuple(calls)} if logged else {}
    if auction.bidder is None or auction.bid is None:
        return Hand(outcome="passed-out", **seen)
    seen |= {"bidder": auction.bidder, "bid": auction.bid, "trump": rng.choice(COLORS) if trump else None}
    if rules.sides == "called_partner":
        others = [player for player in deal.players if player != auction.bidder]
        seen["partners"] = tuple(rng.sample(others, rng.choice((0, *[1] * 12))))
    if rules.uses_fouls and rng.random() < FOUL:
        own, anybody = Foul(auction.bidder, "nest-discard"), Foul(rng.choice(deal.players), "table-talk")
        seen["fouls"] = (rng.choice((own, anybody)),)
    if rules.uses_reneges and rng.random() < RENEGE:
        return _reneged(rng, rules, deal, seen)
    return _played(rng, rules, deal, seen, skills)


def _auction(rng: Random, rules: RuleSet, deal: Deal, skills: Skills) -> tuple[list[Call], Auction]:
    """Everybody goes up in small steps as far as the cards seem worth; the best are a little bolder."""
    step, total = rules.bid_step, rules.hand_total
    usual = max(rules.min_bid, int(total * OPENING) // step * step)
    worth = {
        player: usual + (total - usual) * (rng.betavariate(1.6, 3.2) - 0.12 + BOLDNESS * skills[player])
        for player in deal.seats
    }
    moon = rng.choice(deal.seats) if rules.moon_bid and rng.random() < MOON else None
    state, calls = Auction.start(rules, deal.seats, deal.dealer), list[Call]()
    while not state.over:
        player = state.waiting[0]
        lowest = usual if state.bid is None else state.bid + step
        highest = min(worth[player], rules.highest_bid)
        call: Any = PASS
        if player == moon:
            call = rules.moon_bid
        elif lowest <= highest:
            call = min(lowest + step * rng.choice((0, 0, 0, 1, 2)), int(highest) // step * step)
        state = state.call(player, call)
        calls.append((player, call))
    return calls, state


def _reneged(rng: Random, rules: RuleSet, deal: Deal, seen: dict[str, Any]) -> Hand:
    """A hand that was broken off: a part of the counters had not been played yet (R9)."""
    sides = sides_of(rules, deal, seen["bidder"], seen.get("partners"))
    piles = dict.fromkeys(sides, 0)
    for worth in rules.card_values:
        if rng.random() < 0.6:
            piles[rng.choice(sides)] += worth
    captured = {} if rules.renege_rule == "fixed" else _by_player(piles)
    return Hand(outcome="renege", reneged_by=rng.choice(deal.players), captured=captured, **seen)


def _played(rng: Random, rules: RuleSet, deal: Deal, seen: dict[str, Any], skills: Skills) -> Hand:
    bid, sides = seen["bid"], sides_of(rules, deal, seen["bidder"], seen.get("partners"))
    ours = side_with(sides, seen["bidder"])
    others = [side for side in sides if side != ours]
    seen["last_trick"] = _taker(rng, ours, others, TAKES_LAST_TRICK)
    if rules.most_tricks_points:
        tied = rng.random() < MOST_TRICKS_TIED
        seen["most_tricks"] = TIED if tied else _taker(rng, ours, others, TAKES_MOST_TRICKS)
    better = _mean(skills, ours) - _mean(skills, [player for side in others for player in side])
    moon = bid == rules.moon_bid
    made = rng.random() < (MOON_MADE if moon else MADE + MADE_BY_SKILL * better)
    beyond = int(rng.expovariate(0.3))
    aim = min(bid, rules.hand_total) + rules.bid_step * (beyond if made else -1 - beyond)
    added = tricks_points(rules, sides, Hand(**seen))[ours]
    piles = _dealt_out(rng, rules, sides, ours, aim - added)
    if rules.sweep_bonus and piles[ours] == rules.card_total and seen["last_trick"] in ours:
        seen["sweep"] = seen["last_trick"]
    if rng.random() < NEST_COUNTED:
        winner = ours if rules.nest_to == "bidder" else side_with(sides, seen["last_trick"])
        found = rng.choice((0, 5, 10, 15))
        seen["nest_points"] = found if rules.nest_size > 1 and found <= piles[winner] else 0
    return Hand(captured=_by_player(piles), **seen)


def _dealt_out(rng: Random, rules: RuleSet, sides: Sequence[Side], ours: Side, wanted: int) -> dict[Side, int]:
    """Counters for the bidding side up to what is wanted, the dearest first; the rest to the others as they come."""
    piles, others = dict.fromkeys(sides, 0), [side for side in sides if side != ours]
    for worth in rules.card_values:
        taker = ours if piles[ours] + worth <= wanted else rng.choice(others)
        piles[taker] += worth
    return piles


def _by_player(piles: Mapping[Side, int]) -> dict[str, int]:
    return {side[0]: worth for side, worth in piles.items()}


def _taker(rng: Random, ours: Side, others: Sequence[Side], share: float) -> str:
    return rng.choice(ours if rng.random() < share else rng.choice(others))


def _mean(skills: Skills, players: Sequence[str]) -> float:
    return sum(skills[player] for player in players) / len(players)
