"""Make up the hands of a game as people might play it, from a random source.

The frequencies are guesses, but every hand fits the rules: bids come from an auction, and counters are captured card by
card.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from .auction import PASS, Auction, Call
from .game import Standing, replay
from .hand import TIED, Deal, Foul, Hand, Player, Side, side_with, sides_of
from .ruleset import COLORS, RuleSet
from .scoring import tricks_points

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
