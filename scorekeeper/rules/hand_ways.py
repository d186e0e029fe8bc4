"""All hands of a rule set between a bidding side and another one, each scored once by `score_hand`, and what a row of a
paper sheet says about one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd
from typing import Any, Literal, NamedTuple

from .hand import TIED, TRICKS, Adjustment, Deal, Foul, Hand, Outcome, Player, Side, Tied, side_with, sides_of
from .hand_validation import validate_hand
from .ruleset import RuleSet
from .scoring import score_hand

Who = Player | Literal["bidding", "others"]
"""A side: a player's, or the bidding side or the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFacts:
    """What a row says about one hand; what it does not say is None or empty.

    One of `bidders` took the bid. `points` are a competitor's for the whole hand, under its first player. `captured`
    counts cards; `took` may include the tricks' points. `outcome` is not "played" only if the row says so; `made` is
    whether the bid was.
    """

    bidders: frozenset[Player] = frozenset()
    bid: int | None = None
    partners: Side | None = None
    points: tuple[tuple[Player, int], ...] = ()
    captured: tuple[tuple[Who, int], ...] = ()
    took: tuple[tuple[Who, int], ...] = ()
    last_trick: Who | None = None
    most_tricks: Who | Tied | None = None
    sweep: Who | None = None
    outcome: Outcome = "played"
    reneged_by: Player | None = None
    made: bool | None = None
    fouls: tuple[Foul, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    last: bool = False

    @property
    def say_more(self) -> bool:
        """Whether the facts say more than the bidder, the bid and the points."""
        return any(getattr(self, name) not in (None, ()) for name in ("captured", "took", "reneged_by", *TRICKS))

    def tell_counters(self, side: Side) -> bool:
        """Whether the facts say what this side took."""
        return any(who in side for who, _ in (*self.captured, *self.took))

    def allow(self, rules: RuleSet, part: "Part", side: Side) -> bool:
        """Whether a side can have this part, by what the facts say that it took."""
        tricks = sum(worth for name, worth in rules.trick_points.items() if part.tricks & {name, "sweep"})
        counts = [{worth} for who, worth in self.captured if who in side]
        counts += [{worth, worth - tricks} for who, worth in self.took if who in side]
        return part.captured is None or all(part.captured in each for each in counts)

    def agree_with(self, rules: RuleSet, hand: Hand, in_order: tuple[Side, ...]) -> bool:
        """Whether the hand's cards and tricks are as the facts say."""

        def first(who: Who | Tied | None) -> Player | None:
            if who == "bidding" or who == "others":
                return in_order[0 if who == "bidding" else 1][0]
            return next((side[0] for side in in_order if who in side), None)

        if (
            hand.outcome == "renege"
            and self.reneged_by is not None
            and first(self.reneged_by) != first(hand.reneged_by)
        ):
            return False
        for name, worth in (*rules.trick_points.items(), ("sweep", rules.sweep_bonus)):
            who = getattr(self, name)
            taker = hand.sweep if name == "sweep" else hand.taker(name)
            if who is None or not worth or hand.outcome != "played":
                continue
            if (who if who is TIED else first(who)) != (taker if taker is TIED else first(taker)):
                return False
        if sum(worth for _, worth in self.captured) > rules.card_total:
            return False
        took = [(first(who) or 0, worth) for who, worth in self.took]
        return (
            all(hand.captured.get(first(who) or 0, worth) == worth for who, worth in self.captured)
            and len({*took}) == len(dict(took))  # the players of a side say the same
            and all(_may_have_taken(rules, hand, player, worth) for player, worth in took)
            and _most_counters(rules, hand, took) <= rules.card_total
        )


def _may_have_taken(rules: RuleSet, hand: Hand, player: Player, worth: int) -> bool:
    counters = hand.captured.get(player, worth)
    return worth >= 0 and worth in (counters, counters + _of_tricks(rules, hand, player))


def _most_counters(rules: RuleSet, hand: Hand, took: Sequence[tuple[Player, int]]) -> int:
    """Return the counters of a hand with those of a side that the rules don't count, such as one that reneged, as far
    as they are told: what it took may include its tricks' points."""
    told = (max(0, worth - _of_tricks(rules, hand, player)) for player, worth in took if player not in hand.captured)
    return sum(hand.captured.values()) + sum(told)


def _of_tricks(rules: RuleSet, hand: Hand, player: Player) -> int:
    return sum(points for name, points in rules.trick_points.items() if hand.taker(name) == player)


Kind = Literal["played", "renege", "conceded", "discard", "penalty"]
MOST_HANDS = 60_000
"""The most hands of one kind; if a rule set has more, its rows are not checked."""
MOST_SPLITS = 2_000
STEPS, STEPS_OF_MANY = 900_000, 3_600_000
"""The steps of all searches together: for two fixed sides, and for sides that form with the bid."""
SCORE_STEPS = 10
NO_ROLE, BIDDING, OTHERS = -1, 0, 1


class TooManyHands(Exception):
    """The search was given up."""


class Steps:
    """The steps that a search may still take, down to those that are `kept`. A step is a microsecond or two."""

    def __init__(self, steps: int) -> None:
        self.left, self.kept = steps, 0

    def spend(self, steps: int) -> None:
        """Take steps; raises TooManyHands."""
        self.left -= steps
        if self.left < self.kept:
            raise TooManyHands


class Part(NamedTuple):
    """One side's part of a hand: its score, its counters (None if any), and which of TRICKS it took."""

    score: int
    captured: int | None
    tricks: frozenset[str]


class Way(NamedTuple):
    """A hand by roles: the parts of the bidding side and of another one, and which of them reneged."""

    bid: int
    parts: tuple[Part, Part]
    offender: int
    made: bool | None


class ScoredHands:
    """The hands of each kind of a rule set, made when needed; that there are too many is remembered."""

    def __init__(self, rules: RuleSet, players: Side) -> None:
        self.rules, self.players = rules, players
        self.steps = Steps(STEPS if rules.fixed_sides else STEPS_OF_MANY)
        self._kinds: dict[str, dict[tuple[int | None, int | None], list[Way]] | None] = {}
        self._options: dict[tuple[str, int, int], list[tuple[Part, int | None]]] = {}

    def ways(self, kind: str, mine: int | None, theirs: int | None) -> Sequence[Way]:
        """Return the hands of a kind with these scores of the bidding side and the other; raises TooManyHands."""
        if kind not in self._kinds:
            self._kinds[kind] = None
            ways: dict[tuple[int | None, int | None], list[Way]] = {}
            for way in self._score_all(kind):
                one, other = way.parts[0].score, way.parts[1].score
                for key in ((one, other), (one, None), (None, other), (None, None)):
                    ways.setdefault(key, []).append(way)
            self._kinds[kind] = ways
        found = self._kinds[kind]
        if found is None:
            raise TooManyHands
        return found.get((mine, theirs), ())

    def options(self, kind: str, role: int, offender: int) -> list[tuple[Part, int | None]]:
        """Return the parts that a side of several can have, each with the bid that it goes with, None for any."""
        if (kind, role, offender) not in self._options:
            tied_to_bid = role == BIDDING or offender == OTHERS
            ways = (way for way in self.ways(kind, None, None) if way.offender == offender)
            parts = ((way.parts[role], way.bid if tied_to_bid else None) for way in ways)
            self._options[kind, role, offender] = [*dict.fromkeys(parts)]
        return self._options[kind, role, offender]

    def _score_all(self, kind: str) -> Iterator[Way]:
        """Score every hand of this kind between a bidding side and one other; any other side has nothing."""
        rules, seats = self.rules, self.players
        deal, partners = Deal(1, seats, seats, seats[0]), () if rules.sides == "called_partner" else None
        sides = sides_of(rules, deal, seats[0], partners)
        bidding = side_with(sides, seats[0])
        other, *idle = (side for side in sides if side != bidding)
        if rules.card_total // self._step > MOST_SPLITS:
            raise TooManyHands
        made = 0
        for offender, captured, takers in self._shapes(kind):
            taken = [frozenset(name for name in takers if takers[name] == role) for role in (BIDDING, OTHERS)]
            parts = [Part(0, *each) for each in zip(captured, taken, strict=True)]
            hand = hand_of(rules, kind, (bidding, other), rules.bids[0], parts, (bidding, other, ())[offender])
            hand = replace(hand, partners=partners, captured={**{side[0]: 0 for side in idle}, **hand.captured})
            if validate_hand(rules, deal, hand)[1]:
                continue
            made += len(rules.bids)
            if made > MOST_HANDS:
                raise TooManyHands
            self.steps.spend(SCORE_STEPS * len(rules.bids))
            for bid in rules.bids:
                scored = score_hand(rules, deal, replace(hand, bid=bid))
                scores = {side.players: side.score for side in scored.sides}
                mine, theirs = (part._replace(score=scores[s]) for part, s in zip(parts, (bidding, other), strict=True))
                yield Way(bid, (mine, theirs), offender, scored.made)

    @cached_property
    def _step(self) -> int:
        return gcd(*self.rules.card_values)

    def _shapes(self, kind: str) -> Iterator[tuple[int, tuple[int | None, int | None], Mapping[str, int]]]:
        """Yield who reneged, what each side captured and who took the tricks, for each hand of this kind."""
        rules = self.rules
        worths = range(0, rules.card_total + 1, self._step)
        if kind == "renege":
            for worth in worths if rules.renege_rule != "fixed" else (None,):
                for takers in self._tricks(late=True):
                    yield BIDDING, (None, worth), takers
                    yield OTHERS, (worth, None), takers
        elif kind == "conceded":
            yield from ((NO_ROLE, (None, worth), {}) for worth in worths)
        else:
            for out in range(0, sum(rules.card_values[: rules.out_of_play_cards]) + 1, self._step):
                for worth in range(0, rules.card_total - out + 1, self._step):
                    for takers in self._tricks():
                        yield NO_ROLE, (worth, rules.card_total - out - worth), takers

    def _tricks(self, late: bool = False) -> Iterator[Mapping[str, int]]:
        """Yield who took the tricks that earn points: no one a tie, or what a `late` renege left unplayed (R9)."""
        rules, either = self.rules, (BIDDING, OTHERS)
        for last in (*either, *[NO_ROLE] * late) if rules.last_trick_points else (NO_ROLE,):
            for most in (*either, NO_ROLE) if rules.most_tricks_points else (NO_ROLE,):
                yield {"last_trick": last, "most_tricks": most}
        if rules.sweep_bonus and rules.sweep_on == "tricks" and not late:
            yield from ({"sweep": role} for role in either)


def hand_of(
    rules: RuleSet, kind: str, in_order: Sequence[Side], bid: int, parts: Sequence[Part], offender: Side
) -> Hand:
    """Return a hand of these sides, the bidding one first, without its partners."""
    firsts = [side[0] for side in in_order]
    tricks: dict[str, Any] = {name: first for first, part in zip(firsts, parts, strict=True) for name in part.tricks}
    if rules.most_tricks_points and kind in ("played", "discard") and not tricks.keys() & {"most_tricks", "sweep"}:
        tricks["most_tricks"] = TIED
    hand = Hand(
        outcome=kind if kind in ("renege", "conceded") else "played",  # type: ignore[arg-type]  # these two words
        bidder=firsts[0],
        bid=bid,
        captured={first: part.captured for first, part in zip(firsts, parts, strict=True) if part.captured is not None},
        **tricks,
        reneged_by=offender[0] if kind == "renege" else None,
    )
    return with_discard(hand) if kind == "discard" else hand


def with_discard(hand: Hand) -> Hand:
    """Return the hand with a wrong discard of the bidder."""
    assert hand.bidder is not None
    rest = tuple(foul for foul in hand.fouls if foul.kind != "nest-discard")
    return replace(hand, fouls=(Foul(hand.bidder, "nest-discard"), *rest))
