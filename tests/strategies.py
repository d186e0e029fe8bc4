"""Random rule sets, and random games in which the rules find no error."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from scorekeeper.record import HandEntry, make_entry
from scorekeeper.rules.auction import PASS, Auction, Call
from scorekeeper.rules.game import Standing, initial_standing, replay
from scorekeeper.rules.hand import TIED, Adjustment, Deal, Foul, Hand, Outcome, Side, competitors, side_with, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import CHOICES, FULL_DECK, RANKS, SINGLE_CARDS, RuleSet

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
PLAYERS = {"partnerships": (4, 6), "rotating_partners": (4,), "called_partner": (4, 5, 6)}


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """None, or one of these."""
    return st.none() | strategy


@st.composite
def rule_sets(draw: st.DrawFn, cards: Sequence[str] = (*RANKS, *SINGLE_CARDS)) -> RuleSet:
    """Any rule set in which some of these cards count, with the small targets that let games come to their ends."""
    step = draw(st.sampled_from((1, 5, 5, 10)))
    values = _points(draw, step, cards)
    sides = draw(st.sampled_from(CHOICES["sides"]))
    players = draw(st.sampled_from(PLAYERS.get(sides, (2, 3, 4, 5, 6))))
    nest, dead = draw(st.integers(0, 7)), draw(st.sampled_from((0, 0, 1, 3)))
    hands_dealt = players + (players == 2)
    values |= {"sides": sides, "players": players, "nest_size": nest, "out_of_play_cards": dead, "bid_step": step}
    values["hand_size"] = draw(st.integers(0, (FULL_DECK - nest - dead) // hands_dealt))
    for name in ("sweep_on", "nest_to", "all_pass", "set_rule", "renege_rule", "tie_break"):
        values[name] = draw(st.sampled_from(CHOICES[name]))
    if sides == "partnerships":
        values["both_cross"] = draw(st.sampled_from(CHOICES["both_cross"]))
    if sides == "rotating_partners":
        values["hands_per_partner"] = draw(st.integers(1, 2))
        values |= {"target": None, "hand_limit": 3 * values["hands_per_partner"], "time_limit": None}
    values["partners_called"] = draw(st.integers(1, 2))
    values["foul_penalty"] = draw(st.sampled_from((0, 40, 7)))
    values["renege_points"] = draw(st.integers(0, 100))
    values["win_needs_bid"] = draw(st.booleans())
    values["may_concede"] = draw(st.booleans())
    if values["set_rule"] == "minus_bid":
        values["discard_rule"] = draw(st.sampled_from(CHOICES["discard_rule"]))
    return RuleSet(**values)


def _points(draw: st.DrawFn, step: int, cards: Sequence[str]) -> dict[str, Any]:
    """What the cards and tricks are worth, the bids, and the ends that go with them."""
    single_cards = [card for card in cards if card not in RANKS]
    some_cards = st.sampled_from(RANKS) | st.sampled_from(single_cards)
    counters = draw(st.dictionaries(some_cards, st.integers(1, 6), min_size=1, max_size=5))
    for rank in draw(st.lists(st.sampled_from([card for card in counters if card in RANKS] or ["1"]), max_size=2)):
        own = [card for card in single_cards if card.endswith(rank) and card[: -len(rank)].isalpha()]
        counters |= draw(st.dictionaries(st.sampled_from(own or list(counters)), st.integers(1, 6), max_size=2))
    last, most, bonus = (draw(st.sampled_from((0, 0, 2, 4))) for _ in range(3))
    total = RuleSet(counters=counters, bid_step=1, min_bid=0).card_total + last + most
    lowest = draw(st.integers(0, total))
    highest = draw(maybe(st.integers(lowest, total)))
    moon = draw(maybe(st.integers(1, total)))
    in_steps = {
        "last_trick_points": last,
        "most_tricks_points": most,
        "sweep_bonus": bonus,
        "min_bid": lowest,
        "max_bid": highest,
        "moon_bid": moon and moon + (total if highest is None else highest),
    }
    values = {name: value and value * step for name, value in in_steps.items()}
    far = st.integers(1, 3 * total * step)
    limit, minutes = draw(maybe(st.integers(1, 5))), draw(maybe(st.integers(1, 60)))
    values |= {"hand_limit": limit, "time_limit": minutes}
    values["target"] = draw(far if limit is None and minutes is None else maybe(far))
    values |= {"lead_wins": draw(maybe(far)), "floor": draw(maybe(far.map(lambda points: -points)))}
    return values | {"counters": {card: worth * step for card, worth in counters.items()}}


@dataclass(frozen=True)
class Game:
    """A game without error: each hand bears its bidder and bid even where its auction is logged."""

    rules: RuleSet
    players: tuple[int, ...]
    dealer: int
    hands: tuple[Hand, ...]
    starting_totals: Mapping[int, int] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: len(self.players)]

    @property
    def dealer_name(self) -> str:
        return NAMES[self.dealer]

    @property
    def entries(self) -> tuple[HandEntry, ...]:
        """The hands as a record has them."""
        return tuple(make_entry(hand, NAMES) for hand in self.hands)

    @property
    def named_totals(self) -> dict[str, int]:
        """The totals it began with, as a record has them."""
        return {NAMES[player]: total for player, total in self.starting_totals.items()}


@st.composite
def games(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None, most_hands: int = 8, carried: bool = False
) -> Game:
    """A game up to its end or to some hand before it, by any rule set or by a preset.

    `carried` lets it begin with totals from elsewhere.
    """
    some = rule_sets() | st.sampled_from([preset.rules for preset in PRESETS.values()])
    chosen = draw(some if rules is None else rules)
    players = tuple(range(chosen.players))
    dealer = draw(st.sampled_from(players))
    starting_totals = draw(_starting_totals(chosen, players)) if carried else {}
    standing = initial_standing(chosen, players, dealer, starting_totals)
    hands: list[Hand] = []
    for _ in range(draw(st.integers(0, most_hands))):
        if not standing.end:
            hands.append(draw(hands_of(standing)))
            standing = next(replay(standing, hands[-1:])).standing
    return Game(chosen, players, dealer, tuple(hands), starting_totals)


@st.composite
def _starting_totals(draw: st.DrawFn, rules: RuleSet, players: tuple[int, ...]) -> dict[int, int]:
    """What some competitors bring into a game, each under one of its players."""
    sides = draw(st.lists(st.sampled_from(competitors(rules, players)), unique=True))
    return {draw(st.sampled_from(side)): draw(st.integers(-300, 600)) for side in sides}


@st.composite
def hands_of(draw: st.DrawFn, standing: Standing) -> Hand:
    """The next hand of a game: the counters are dealt out card by card, so that they add up."""
    rules = standing.rules
    outcomes: list[Outcome] = ["played", "played", "played", "played", "misdeal"]
    outcomes += ["renege"] * rules.uses_reneges
    outcomes += ["conceded"] * rules.may_concede
    outcomes += ["passed-out"] * (rules.all_pass != "dealer_min")
    outcome = draw(st.sampled_from(outcomes))
    overridden = draw(st.none() | st.none() | st.sampled_from(standing.players))
    deal = standing.table.deal(overridden)
    if outcome in ("misdeal", "passed-out"):
        seats = (*deal.seats[deal.seats.index(deal.first_to_bid) :], *deal.seats)[: rules.players]
        passes: tuple[Call, ...] = tuple((player, PASS) for player in seats[: None if outcome == "passed-out" else 1])
        logged = draw(st.sampled_from((None, passes)))
        return Hand(outcome=outcome, dealer=overridden, auction=logged, **_extras(draw, rules, deal, None))
    calls, auction = _auction(draw, rules, deal)
    if auction.bidder is None:
        return Hand(outcome="passed-out", dealer=overridden, auction=calls, **_extras(draw, rules, deal, None))
    play = _play(draw, rules, deal, auction.bidder, outcome)
    play |= {"bidder": auction.bidder, "bid": auction.bid, "auction": draw(st.sampled_from((None, calls)))}
    return Hand(outcome=outcome, dealer=overridden, **play)


def _auction(draw: st.DrawFn, rules: RuleSet, deal: Deal) -> tuple[tuple[Call, ...], Auction]:
    auction, calls = Auction.start(rules, deal.seats, deal.dealer), list[Call]()
    while not auction.over:
        lowest = rules.min_bid if auction.bid is None else auction.bid + rules.bid_step
        choices: list[Any] = [PASS, PASS]
        choices += [bid for bid in (lowest, lowest, lowest + 3 * rules.bid_step) if bid <= rules.highest_bid]
        choices += [rules.moon_bid] * (rules.moon_bid is not None) if len(calls) < 12 else []
        calls.append((auction.waiting[0], draw(st.sampled_from(choices))))
        auction = auction.call(*calls[-1])
    late = auction.waiting[: draw(st.integers(0, len(auction.waiting) - 1))] if auction.waiting else ()
    return (*calls, *((player, PASS) for player in late)), auction  # R5: passes after the highest bid change nothing


def _play(draw: st.DrawFn, rules: RuleSet, deal: Deal, bidder: int, outcome: str) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    someone = st.sampled_from(deal.players)
    if rules.sides == "called_partner":
        others = st.sampled_from([player for player in deal.players if player != bidder])
        seen["partners"] = tuple(draw(st.lists(others, max_size=rules.partners_called, unique=True)))
    sides = sides_of(rules, deal, bidder, seen.get("partners"))
    if rules.time_limit is not None:
        seen["last"] = draw(st.sampled_from((False, False, True)))
    if outcome != "played":
        piles = _piles(draw, rules, sides, len(rules.card_values))
        if outcome == "renege":
            seen["reneged_by"] = draw(someone)
            if draw(st.booleans()):  # R9: it was found after the last trick
                seen |= {"last_trick": draw(maybe(someone)), "most_tricks": draw(maybe(someone | st.just(TIED)))}
                seen["nest_points"] = draw(maybe(st.just(_nest(draw, rules, piles, sides, bidder, seen))))
    else:
        sweep = draw(maybe(someone)) if rules.sweep_bonus else None
        tricks = st.sampled_from(side_with(sides, sweep)) if sweep is not None else someone
        seen["sweep"] = sweep
        seen["last_trick"] = draw(tricks if rules.last_trick_points and sweep is None else maybe(tricks))
        tied = st.just(TIED) if sweep is None else tricks
        seen["most_tricks"] = draw((tricks | tied) if rules.most_tricks_points and sweep is None else maybe(tricks))
        piles = _piles(draw, rules, sides, rules.out_of_play_cards)
        if sweep is not None:
            piles = _swept(draw, rules, piles, side_with(sides, sweep), side_with(sides, bidder))
        seen["nest_points"] = draw(maybe(st.just(_nest(draw, rules, piles, sides, bidder, seen))))
    if "rook" in rules.counters:
        seen["rook"] = draw(maybe(someone))
    seen["captured"] = _captured(draw, rules, piles, outcome, seen.get("reneged_by"))
    return seen | _extras(draw, rules, deal, bidder)


def _extras(draw: st.DrawFn, rules: RuleSet, deal: Deal, bidder: int | None) -> dict[str, Any]:
    """Fouls and adjustments; a deal that is no hand has no bidder, and so no wrong discard (R12, R19)."""
    someone = st.sampled_from(deal.players)
    fouls = draw(st.lists(st.builds(Foul, someone, st.just("table-talk")), max_size=2)) if rules.uses_fouls else []
    if bidder is not None and "nest-discard" in rules.fouls and draw(st.booleans()):
        fouls.insert(draw(st.integers(0, len(fouls))), Foul(bidder, "nest-discard"))
    adjusted = st.builds(Adjustment, someone, st.integers(-60, 60), st.just("agreed"))
    return {"fouls": tuple(fouls), "adjustments": tuple(draw(st.lists(adjusted, max_size=1)))}


Piles = dict[Side, list[int]]


def _piles(draw: st.DrawFn, rules: RuleSet, sides: Sequence[Side], left_over: int) -> Piles:
    """The cards that each side took; at most `left_over` are with no one."""
    cards = len(rules.card_values)
    takers = draw(st.lists(st.integers(0, len(sides) - (left_over == 0)), min_size=cards, max_size=cards))
    piles: Piles = {side: [] for side in sides}
    for worth, taker in zip(rules.card_values, takers, strict=True):
        if taker == len(sides) and left_over:
            left_over -= 1
        else:
            piles[sides[taker % len(sides)]].append(worth)
    return piles


def _swept(draw: st.DrawFn, rules: RuleSet, piles: Piles, sweepers: Side, bidding_side: Side) -> Piles:
    """All cards to one side, but those that the bidder may have laid aside for good (nest_to bidder)."""
    kept = 0
    if rules.nest_to == "bidder" and sweepers != bidding_side:
        most = min(rules.nest_size, len(piles[bidding_side]))
        kept = draw(st.sampled_from([0, *range(max(1, _fewest_counters_in_nest(rules)), most + 1)]))
    swept: Piles = {side: [] for side in piles}
    swept[sweepers] = [worth for pile in piles.values() for worth in pile]
    for worth in piles[bidding_side][:kept]:
        swept[bidding_side].append(worth)
        swept[sweepers].remove(worth)
    return swept


def _fewest_counters_in_nest(rules: RuleSet) -> int:
    return rules.nest_size - max(0, rules.cards_in_deck - len(rules.card_values))


def _nest(
    draw: st.DrawFn, rules: RuleSet, piles: Piles, sides: tuple[Side, ...], bidder: int, seen: dict[str, Any]
) -> int | None:
    """The worth of a nest out of its winner's pile, None where that pile is too small for one."""
    known = [who for who in (seen.get("sweep"), seen["last_trick"]) if who is not None]
    winner = bidder if rules.nest_to == "bidder" else [*known, draw(st.sampled_from(sides))[0]][0]
    pile = piles[side_with(sides, winner)]
    fewest, most = max(0, _fewest_counters_in_nest(rules)), min(rules.nest_size, len(pile))
    if rules.nest_to == "bidder" and seen.get("sweep") not in (None, *side_with(sides, winner)):
        fewest = max(fewest, len(pile))  # R16: without a trick the bidder has the nest and nothing else
    return sum(pile[: draw(st.integers(fewest, most))]) if fewest <= most else None


def _captured(draw: st.DrawFn, rules: RuleSet, piles: Piles, outcome: str, reneged_by: int | None) -> dict[int, int]:
    """Each side's count under one of its players; sometimes without the one that may be left out."""
    asked = list(piles)
    if outcome == "conceded":
        return {draw(st.sampled_from(side)): sum(pile) for side, pile in piles.items() if draw(st.booleans())}
    if outcome == "renege":
        may_miss = asked if rules.renege_rule == "fixed" else [side for side in asked if reneged_by in side]
    else:
        may_miss = [] if rules.out_of_play_cards else asked
    missing = draw(maybe(st.sampled_from(may_miss))) if may_miss else None
    left_out = [missing]
    if outcome == "played" and may_miss and missing is None and draw(st.booleans()):  # the others make the whole sum
        left_out = [side for side, pile in piles.items() if not pile]
    return {draw(st.sampled_from(side)): sum(pile) for side, pile in piles.items() if side not in left_out}
