"""Find the hands that fit a row of a paper sheet: facts in, hands out, with what had to be assumed.

An ordinary hand was played out, without a penalty, renege or wrong discard, and was not given up. Anything else that
the facts don't say is an assumption. All hands of a rule set are scored once, by `score_hand`, and then looked up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from math import gcd
from typing import Any, Literal, NamedTuple

from .hand import (
    TIED,
    TRICKS,
    Adjustment,
    Deal,
    Foul,
    Hand,
    Player,
    Side,
    Tied,
    competitors,
    side_with,
    sides_at_table,
    sides_of,
)
from .piles import SearchBudget
from .ruleset import RuleSet
from .scoring import penalty_of, score_hand
from .validation import validate_hand

Kind = Literal["played", "renege", "conceded", "discard", "penalty"]
Who = Player | Literal["bidding", "others"]
"""A side: a player's, or the bidding side or the others."""

MOST_HANDS = 60_000
"""The most hands of one kind; if a rule set has more, its rows are not checked."""
MOST_SPLITS = 2_000
ROW_STEPS, SHEET_STEPS = 12_000, 400_000
"""The most steps of the search for hands of three sides or more: in one row, in all rows."""
CONFIRM_STEPS = 20
NO_ROLE, BIDDING, OTHERS, TIE = -1, 0, 1, 2


class TooManyHands(Exception):
    """The search was given up."""


class Assumed(NamedTuple):
    """The one thing that the facts do not show, and whose it is."""

    kind: Kind
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a row says about one hand; what it does not say is None or empty.

    One of `bidders` took the bid. `points` are a competitor's for the whole hand, under its first player. `captured`
    counts cards; `took` may include the tricks' points. `outcome` is "renege" or "conceded" if the row says so.
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
    outcome: Literal["played", "renege", "conceded"] = "played"
    reneged_by: Player | None = None
    fouls: tuple[Foul, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    last: bool = False


class Fit(NamedTuple):
    """A hand that fits, its sides, and each player's points, penalties and adjustments included.

    `hand` is made only when needed: a row that says little can fit hundreds.
    """

    bidder: Player
    bid: int
    bidding_side: Side
    sides: tuple[Side, ...]
    points: tuple[int, ...]
    assumed: Assumed | None
    make: Callable[[], Hand]

    @property
    def hand(self) -> Hand:
        return self.make()


_Found = tuple[int, Side, tuple[int, ...], Callable[[], Hand]]
"""The bid, who reneged, the score of each side, and a function that makes the hand."""


class _Way(NamedTuple):
    """A hand by roles: the counters (None if any) and scores of the bidding side and of another one."""

    bid: int
    captured: tuple[int | None, int | None]
    last_trick: int
    most_tricks: int
    sweep: int
    offender: int
    scores: tuple[int, int]

    def tricks(self, role: int) -> tuple[bool, bool, bool]:
        return self.last_trick == role, self.most_tricks == role, self.sweep == role


_Ways = dict[tuple[int | None, int | None], list[_Way]]
"""By the score of either side, None for any score."""


class _Option(NamedTuple):
    """One side's part of a hand of three sides or more."""

    score: int
    captured: int | None
    tricks: tuple[bool, bool, bool]
    bid: int


class HandSearch:
    """The hands of one rule set at a table with this many players. One search serves all rows of a sheet."""

    def __init__(self, rules: RuleSet, players: Side) -> None:
        self.rules, self.players = rules, players
        self.competitors = competitors(rules, players)
        self.budget = SearchBudget()
        self.steps_left = SHEET_STEPS
        self._kinds: dict[str, _Ways] = {}
        self._two_sided = rules.sides != "individual" or len(players) == 2

    def fits(self, deal: Deal, facts: Facts) -> Iterator[Fit]:
        """Yield the hands that fit the facts; raises TooManyHands."""
        kind: Kind = facts.outcome
        if self.rules.discard_rule == "set" and any(foul.kind == "nest-discard" for foul in facts.fouls):
            kind = "discard" if kind == "played" else kind
        return self._fits(deal, facts, kind, None)

    def assuming(self, deal: Deal, facts: Facts) -> Iterator[Fit]:
        """Yield one hand for each single assumption that makes the facts fit."""
        if facts.outcome == "played":
            for kind in self._other_kinds():
                found: dict[Side, Fit] = {}
                for fit in self._fits(deal, facts, kind, kind):
                    assert fit.assumed is not None
                    found.setdefault(fit.assumed.side, fit)
                yield from (found[side] for side in sorted(found))
        if self.rules.uses_fouls:
            penalized: dict[Side, Fit] = {}
            for player in (side[0] for side in sides_at_table(self.rules, deal)):
                fouled = replace(facts, fouls=(*facts.fouls, Foul(player, "table-talk")))
                found_so = next(self.fits(deal, fouled), None)
                if found_so:
                    side = side_with(found_so.sides, player)
                    penalized.setdefault(side, found_so._replace(assumed=Assumed("penalty", side)))
            yield from penalized.values()

    def _other_kinds(self) -> Iterator[Kind]:
        if self.rules.uses_reneges:
            yield "renege"
        if self.rules.may_concede:
            yield "conceded"
        if self.rules.discard_rule == "set" and self.rules.nest_size:
            yield "discard"

    def _fits(self, deal: Deal, facts: Facts, kind: Kind, assumed: Kind | None) -> Iterator[Fit]:
        for bidder, partners, sides in self._seatings(deal, facts):
            wanted = self._wanted(sides, facts)
            if wanted is None:
                continue
            bidding = side_with(sides, bidder)
            search = self._two if self._two_sided else self._several
            points: dict[tuple[int, ...], tuple[int, ...]] = {}
            for bid, offender, scores, make in search(deal, facts, kind, sides, bidding, wanted):
                if scores not in points:
                    points[scores] = self._points(sides, scores, facts)
                guilty = offender if kind == "renege" else bidding
                whole = partial(_completed, make, kind, bidder, partners, facts)
                so_far = Assumed(assumed, guilty) if assumed else None
                yield Fit(bidder, bid, bidding, sides, points[scores], so_far, whole)

    def _seatings(self, deal: Deal, facts: Facts) -> Iterator[tuple[Player, Side | None, tuple[Side, ...]]]:
        """Yield each possible bidder with partners; with fixed sides, one bidder of each side is enough."""
        formed = self.rules.sides in ("partnerships", "rotating_partners")
        bidders = [player for player in self.players if not facts.bidders or player in facts.bidders]
        if formed:
            seated = sides_of(self.rules, deal, None)
            bidders = [next(iter(among)) for side in seated if (among := [one for one in bidders if one in side])]
        for bidder in bidders:
            for partners in self._partners(bidder, facts):
                yield bidder, partners, sides_of(self.rules, deal, bidder, partners)

    def _partners(self, bidder: Player, facts: Facts) -> Iterable[Side | None]:
        if self.rules.sides != "called_partner":
            return (None,)
        if facts.partners is not None:
            known = bidder not in facts.partners and len(facts.partners) <= self.rules.partners_called
            return (facts.partners,) if known else ()
        others = [player for player in self.players if player != bidder]
        return [called for size in range(self.rules.partners_called + 1) for called in combinations(others, size)]

    def _wanted(self, sides: tuple[Side, ...], facts: Facts) -> dict[Side, int | None] | None:
        """Return what each side scores before fouls and adjustments, None if its players' scores differ."""
        points, wanted = dict(facts.points), dict[Side, int | None]()
        for side in sides:
            extra = penalty_of(self.rules, side, facts.fouls)
            found = {
                points[owner[0]] + extra - self._adjusted(owner, facts)
                for player in side
                if (owner := side_with(self.competitors, player))[0] in points
            }
            if len(found) > 1:
                return None
            wanted[side] = found.pop() if found else None
        return wanted

    def _adjusted(self, owner: Side, facts: Facts) -> int:
        return sum(each.points for each in facts.adjustments if each.player in owner)

    def _points(self, sides: tuple[Side, ...], scores: tuple[int, ...], facts: Facts) -> tuple[int, ...]:
        points = {}
        for side, score in zip(sides, scores, strict=True):
            penalty = penalty_of(self.rules, side, facts.fouls)
            for player in side:
                adjusted = self._adjusted(side_with(self.competitors, player), facts) if facts.adjustments else 0
                points[player] = score - penalty + adjusted
        return tuple(points[player] for player in self.players)

    def _two(
        self,
        deal: Deal,
        facts: Facts,
        kind: Kind,
        sides: tuple[Side, ...],
        bidding: Side,
        wanted: Mapping[Side, int | None],
    ) -> Iterator[_Found]:
        others = next(side for side in sides if side != bidding)
        in_order = (bidding, others)
        says_more = _says_more(facts)
        for way in self._ways(kind).get((wanted[bidding], wanted[others]), ()):
            if facts.bid not in (None, way.bid):
                continue
            make = partial(_hand_of, way, kind, in_order)
            if not says_more or _agrees(self.rules, make(), facts, in_order):
                scores = way.scores if sides == in_order else way.scores[::-1]
                yield way.bid, in_order[way.offender == OTHERS], scores, make

    def _several(
        self,
        deal: Deal,
        facts: Facts,
        kind: Kind,
        sides: tuple[Side, ...],
        bidding: Side,
        wanted: Mapping[Side, int | None],
    ) -> Iterator[_Found]:
        """Combine the options of each side, and check each whole hand with the engine."""
        in_order = (bidding, *sorted((s for s in sides if s != bidding), key=lambda side: wanted[side] is None))
        self.row_steps = ROW_STEPS
        for offender in self._offenders(facts, kind, sides, bidding):
            menus = [self._menu(kind, side, bidding, offender) for side in in_order]
            for chosen in self._combine(menus, [wanted[side] for side in in_order], facts.bid, kind == "played"):
                hand = _combined(kind, in_order, chosen, offender)
                self._spend(CONFIRM_STEPS)
                if not _agrees(self.rules, hand, facts, in_order):
                    continue
                whole = _with_discard(hand) if kind == "discard" else hand
                if validate_hand(self.rules, deal, whole, self.budget)[1]:
                    continue
                points = score_hand(self.rules, deal, replace(whole, fouls=whole.fouls[:1])).points
                scores = tuple(points[side[0]] for side in sides)
                if all(wanted[side] in (None, score) for side, score in zip(sides, scores, strict=True)):
                    yield chosen[0].bid, offender, scores, partial(_same, hand)

    def _offenders(self, facts: Facts, kind: Kind, sides: tuple[Side, ...], bidding: Side) -> Iterable[Side]:
        if kind == "conceded":
            return (bidding,)
        if kind != "renege":
            return ((),)
        return sides if facts.reneged_by is None else (side_with(sides, facts.reneged_by),)

    def _menu(self, kind: Kind, side: Side, bidding: Side, offender: Side) -> "_Menu":
        role = BIDDING if side == bidding else OTHERS
        if kind != "renege":
            return self._menus[kind, role, NO_ROLE]
        if side == offender:
            return self._menus[kind, role, role]
        return self._menus[kind, role, BIDDING if role == OTHERS else OTHERS]

    @cached_property
    def _menus(self) -> "_Menus":
        return _Menus(self)

    def _combine(
        self, menus: list["_Menu"], wanted: list[int | None], bid: int | None, whole: bool
    ) -> Iterator[list[_Option]]:
        """Yield an option for each side: one takes the tricks, and the counters of a `whole` hand are all of the
        deck's."""
        total, open_cards = self.rules.card_total, self.rules.out_of_play_cards
        exact = whole and not open_cards
        chosen: list[_Option] = []

        def choose(at: int, left: int, bid: int | None) -> Iterator[list[_Option]]:
            self._spend(1)
            if at == len(menus):
                if not exact or left == 0:
                    yield list(chosen)
                return
            rest = left if exact and at == len(menus) - 1 else None
            for option in menus[at].options(wanted[at], rest, whole):
                used = option.captured or 0
                if used > left or (bid is not None and option.bid not in (NO_ROLE, bid)):
                    continue
                if any(mine and theirs.tricks[trick] for theirs in chosen for trick, mine in enumerate(option.tricks)):
                    continue
                chosen.append(option)
                yield from choose(at + 1, left - used, option.bid if bid is None and option.bid != NO_ROLE else bid)
                chosen.pop()

        return choose(0, total, bid)

    def _spend(self, steps: int) -> None:
        self.row_steps -= steps
        self.steps_left -= steps
        if self.row_steps < 0 or self.steps_left < 0:
            raise TooManyHands

    def _ways(self, kind: str) -> _Ways:
        if kind not in self._kinds:
            ways: _Ways = {}
            for way in self._score_all(kind):
                mine, theirs = way.scores
                for key in ((mine, theirs), (mine, None), (None, theirs), (None, None)):
                    ways.setdefault(key, []).append(way)
            self._kinds[kind] = ways
        return self._kinds[kind]

    def _score_all(self, kind: str) -> Iterator[_Way]:
        """Score every hand of this kind between a bidding side and one other; any other side has nothing."""
        rules, seats = self.rules, self.players
        deal = Deal(1, seats, seats, seats[0])
        partners = () if rules.sides == "called_partner" else None
        sides = sides_of(rules, deal, seats[0], partners)
        bidding = side_with(sides, seats[0])
        other = next(side for side in sides if side != bidding)
        empty = {side[0]: 0 for side in sides if side not in (bidding, other)}
        bids = rules.bids
        if rules.card_total // self._step > MOST_SPLITS:
            raise TooManyHands
        made = 0
        for shape in self._shapes(kind):
            way = _Way(bids[0], (None, None), NO_ROLE, NO_ROLE, NO_ROLE, NO_ROLE, (0, 0))._replace(**shape)
            hand = _hand_of(way, kind, (bidding, other))
            hand = replace(hand, bidder=seats[0], partners=partners, captured={**empty, **hand.captured})
            hand = _with_discard(hand) if kind == "discard" else hand
            if validate_hand(rules, deal, hand, self.budget)[1]:
                continue
            made += len(bids)
            if made > MOST_HANDS:
                raise TooManyHands
            for bid in bids:
                scores = {side.players: side.score for side in score_hand(rules, deal, replace(hand, bid=bid)).sides}
                yield way._replace(bid=bid, scores=(scores[bidding], scores[other]))

    @cached_property
    def _step(self) -> int:
        return gcd(*self.rules.card_values)

    def _shapes(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield each hand of this kind, without a bid."""
        rules = self.rules
        worths = range(0, rules.card_total + 1, self._step)
        if kind == "renege":
            for offender in (BIDDING, OTHERS):
                for worth in worths if rules.renege_rule != "fixed" else (None,):
                    counts = (None, worth) if offender == BIDDING else (worth, None)
                    for tricks in self._tricks(late=True):
                        yield {"offender": offender, "captured": counts, **tricks}
        elif kind == "conceded":
            yield from ({"captured": (None, worth)} for worth in worths)
        else:
            most_out = sum(rules.card_values[: rules.out_of_play_cards])
            for out in range(0, most_out + 1, self._step):
                for worth in range(0, rules.card_total - out + 1, self._step):
                    for tricks in self._tricks():
                        yield {"captured": (worth, rules.card_total - out - worth), **tricks}

    def _tricks(self, late: bool = False) -> Iterator[dict[str, int]]:
        """Yield who took the tricks that earn points; after a renege they may not have been played (R9)."""
        rules, either = self.rules, (BIDDING, OTHERS)
        unplayed = (NO_ROLE,) if late else ()
        for last in (*either, *unplayed) if rules.last_trick_points else (NO_ROLE,):
            for most in (*either, TIE, *unplayed) if rules.trick_points["most_tricks"] else (NO_ROLE,):
                yield {"last_trick": last, "most_tricks": most}
        if rules.sweep_bonus and rules.sweep_on == "tricks" and not late:
            yield from ({"sweep": role} for role in either)


class _Menu:
    """The options of one side of several, by its score and by its counters."""

    def __init__(self, options: Iterable[_Option]) -> None:
        self.all = tuple(dict.fromkeys(options))
        self.by_score: dict[int, list[_Option]] = {}
        self.by_count: dict[int | None, list[_Option]] = {}
        for option in self.all:
            self.by_score.setdefault(option.score, []).append(option)
            self.by_count.setdefault(option.captured, []).append(option)

    def options(self, score: int | None, counters: int | None, whole: bool) -> Iterable[_Option]:
        """Return the options with this score and these counters, None for any."""
        if score is not None:
            found: Iterable[_Option] = self.by_score.get(score, ())
            return [option for option in found if counters in (None, option.captured)]
        if counters is not None:
            return self.by_count.get(counters, ())
        return self.all if whole else [option for option in self.all if not option.captured]


class _Menus(dict[tuple[str, int, int], _Menu]):
    """The menus by kind, role and the role of the offender; made when needed."""

    def __init__(self, search: HandSearch) -> None:
        super().__init__()
        self.search = search

    def __missing__(self, key: tuple[str, int, int]) -> _Menu:
        kind, role, offender = key
        tied_to_bid = role == BIDDING or offender == OTHERS
        found = self[key] = _Menu(
            _Option(way.scores[role], way.captured[role], way.tricks(role), way.bid if tied_to_bid else NO_ROLE)
            for way in self.search._ways(kind).get((None, None), ())
            if way.offender == offender
        )
        return found


def _same(hand: Hand) -> Hand:
    return hand


def _completed(make: Callable[[], Hand], kind: Kind, bidder: Player, partners: Side | None, facts: Facts) -> Hand:
    """Return a hand with its bidder and partners, and with everything else that the facts say."""
    hand = make()
    reneged_by = hand.reneged_by if facts.reneged_by is None or kind != "renege" else facts.reneged_by
    hand = replace(
        hand,
        bidder=bidder,
        partners=partners,
        reneged_by=reneged_by,
        fouls=facts.fouls,
        adjustments=facts.adjustments,
        last=facts.last,
    )
    return _with_discard(hand) if kind == "discard" else hand


def _says_more(facts: Facts) -> bool:
    """Whether the facts say more than the bidder, the bid and the points."""
    return bool(
        facts.captured
        or facts.took
        or facts.reneged_by is not None
        or any(getattr(facts, name) is not None for name in TRICKS)
    )


def _hand_of(way: _Way, kind: str, in_order: tuple[Side, ...]) -> Hand:
    """Return a hand of two sides, the bidding one first, without its bidder and partners."""
    firsts = {NO_ROLE: None, BIDDING: in_order[0][0], OTHERS: in_order[1][0]}
    return Hand(
        outcome=kind if kind in ("renege", "conceded") else "played",  # type: ignore[arg-type]  # these two words
        bid=way.bid,
        captured={side[0]: worth for side, worth in zip(in_order, way.captured, strict=False) if worth is not None},
        last_trick=firsts.get(way.last_trick),
        most_tricks=TIED if way.most_tricks == TIE else firsts[way.most_tricks],
        sweep=firsts[way.sweep],
        reneged_by=firsts[way.offender],
    )


def _combined(kind: Kind, in_order: tuple[Side, ...], chosen: list[_Option], offender: Side) -> Hand:
    takers: list[Player | None] = [
        next((side[0] for side, option in zip(in_order, chosen, strict=True) if option.tricks[trick]), None)
        for trick in range(3)
    ]
    last, most, sweep = takers
    return Hand(
        outcome=kind if kind in ("renege", "conceded") else "played",
        bidder=in_order[0][0],
        bid=chosen[0].bid,
        captured={
            side[0]: option.captured
            for side, option in zip(in_order, chosen, strict=True)
            if option.captured is not None
        },
        last_trick=last,
        most_tricks=TIED if most is None and sweep is None and kind in ("played", "discard") else most,
        sweep=sweep,
        reneged_by=offender[0] if kind == "renege" else None,
    )


def _with_discard(hand: Hand) -> Hand:
    assert hand.bidder is not None
    rest = tuple(foul for foul in hand.fouls if foul.kind != "nest-discard")
    return replace(hand, fouls=(Foul(hand.bidder, "nest-discard"), *rest))


def _agrees(rules: RuleSet, hand: Hand, facts: Facts, in_order: tuple[Side, ...]) -> bool:
    """Whether the hand's cards and tricks are as the facts say."""

    def first(who: Who | Tied | None) -> Player | None:
        if who == "bidding" or who == "others":
            return in_order[0 if who == "bidding" else 1][0]
        return next((side[0] for side in in_order if who in side), None)

    if facts.outcome == "renege" and facts.reneged_by is not None and hand.outcome == "renege":
        assert hand.reneged_by is not None
        if first(facts.reneged_by) != first(hand.reneged_by):
            return False
    for name, worth in (*rules.trick_points.items(), ("sweep", rules.sweep_bonus)):
        who = getattr(facts, name)
        taker = hand.sweep if name == "sweep" else hand.taker(name)
        if who is None or not worth or hand.outcome != "played":
            continue
        if (who if who is TIED else first(who)) != (taker if taker is TIED else first(taker)):
            return False
    if sum(worth for _, worth in facts.captured) > rules.card_total:
        return False
    return all(hand.captured.get(first(who) or 0, worth) == worth for who, worth in facts.captured) and all(
        _may_have_taken(rules, hand, first(who) or 0, worth) for who, worth in facts.took
    )


def _may_have_taken(rules: RuleSet, hand: Hand, player: Player, worth: int) -> bool:
    counters = hand.captured.get(player, worth)
    tricks = sum(points for name, points in rules.trick_points.items() if hand.taker(name) == player)
    return worth in (counters, counters + tricks)
