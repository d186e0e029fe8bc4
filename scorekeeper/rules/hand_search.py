"""Find the hands that fit a row of a paper sheet: facts in, hands out, with what had to be assumed.

An ordinary hand was played out, without a penalty, renege or wrong discard, and was not given up. Anything else that
the facts don't say is an assumption. All hands of a rule set are scored once, by `score_hand`, and then looked up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, compress, islice
from typing import NamedTuple

from .hand import Deal, Foul, Hand, Player, Side, competitors, side_with, sides_at_table, sides_of
from .hand_validation import validate_hand
from .hand_ways import BIDDING, NO_ROLE, OTHERS, Kind, Part, RowFacts, ScoredHands, TooManyHands, hand_of, with_discard
from .ruleset import RuleSet
from .scoring import penalty_of, points_without_score, score_hand

MOST_FITS = 3_000
"""The most hands that are looked at for one question."""
ROW_STEPS = 150_000
"""The most steps of one search for hands of three sides or more."""
KINDS: tuple[Kind, ...] = ("renege", "conceded", "discard")
"""What may have happened to a hand without showing on a sheet, penalties apart."""
MORE_STEPS = 4
"""What it takes to compare a hand with what a row says of its cards and tricks."""
QUESTION_STEPS, SEATING_STEPS, CHOICE_STEPS, CONFIRM_STEPS = 12, 8, 2, 40


class Assumed(NamedTuple):
    """The one thing that the facts do not show, and whose it is."""

    kind: Kind
    side: Side


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


_Menu = Sequence[tuple[Part, int | None]]
"""The parts that a side can have, each with the bid that it goes with, None for any."""


class HandSearch:
    """The hands of one rule set at a table with this many players. One search serves all rows of a sheet."""

    def __init__(self, rules: RuleSet, players: Side) -> None:
        self.rules, self.players = rules, players
        self.competitors = competitors(rules, players)
        self.hands = ScoredHands(rules, players)
        self.steps = self.hands.steps
        discards_set = rules.discard_rule == "set" and rules.nest_size > 0
        self.other_kinds: list[Kind] = [*compress(KINDS, (rules.uses_reneges, rules.may_concede, discards_set))]
        self._answers: dict[tuple[Side, RowFacts, Kind | None], tuple[Fit, ...] | None] = {}
        self._two_sided = rules.sides != "individual" or len(players) == 2

    def assuming(self, deal: Deal, facts: RowFacts) -> Iterator[Fit]:
        """Yield one hand for each single assumption that makes the facts fit; raises TooManyHands."""
        for kind in self.other_kinds if facts.outcome == "played" else ():
            yield from _one_a_side(self.fits(deal, facts, kind))
        if self.rules.uses_fouls:
            yield from _one_a_side(
                fit._replace(assumed=Assumed("penalty", side_with(fit.sides, side[0])))
                for side in sides_at_table(self.rules, deal)
                for fit in self.fits(deal, replace(facts, fouls=(*facts.fouls, Foul(side[0], "table-talk"))))[:1]
            )

    def fits(self, deal: Deal, facts: RowFacts, assumed: Kind | None = None) -> tuple[Fit, ...]:
        """Return the hands that fit the facts with what is assumed; raises TooManyHands.

        Each question is answered once; that there are too many hands is remembered, too.
        """
        question = deal.seats, facts, assumed
        if question not in self._answers:
            self._answers[question], self.steps.kept = None, 0
            self.steps.spend(QUESTION_STEPS)
            self._answers[question] = tuple(islice(self._search(deal, facts, assumed), MOST_FITS))
        answer = self._answers[question]
        if answer is None:
            raise TooManyHands
        return answer

    def _search(self, deal: Deal, facts: RowFacts, assumed: Kind | None) -> Iterator[Fit]:
        if facts.outcome in ("misdeal", "passed-out"):
            return self._no_hand(deal, facts)
        kind: Kind = assumed or facts.outcome  # type: ignore[assignment]  # the others are above
        if not assumed and kind == "played" and self.rules.discard_rule == "set":
            kind = "discard" if any(foul.kind == "nest-discard" for foul in facts.fouls) else kind
        return self._fits(deal, facts, kind, assumed)

    def _no_hand(self, deal: Deal, facts: RowFacts) -> Iterator[Fit]:
        """Yield a misdeal or a passed-out deal, which has only penalties and adjustments (R12)."""
        hand = Hand(outcome=facts.outcome, fouls=facts.fouls, adjustments=facts.adjustments)
        points = points_without_score(self.rules, deal, hand)
        if all(points[player] == worth for player, worth in facts.points):
            yield Fit(NO_ROLE, 0, (), sides_at_table(self.rules, deal), points, None, partial(replace, hand))

    def _fits(self, deal: Deal, facts: RowFacts, kind: Kind, assumed: Kind | None) -> Iterator[Fit]:
        for bidder, partners, sides in self.seatings(deal, facts):
            wanted = self._wanted(sides, facts)
            if wanted is None:
                continue
            self.steps.spend(SEATING_STEPS)
            bidding = side_with(sides, bidder)
            in_order = (bidding, *sorted((s for s in sides if s != bidding), key=lambda side: wanted[side] is None))
            scores = [wanted[side] for side in in_order]
            found = self._two(facts, kind, in_order, scores) if self._two_sided else None
            noted = self._noted(in_order, facts)
            points: dict[tuple[int, ...], tuple[int, ...]] = {}
            for bid, offender, scored, make in found or self._several(deal, facts, kind, in_order, scores):
                if scored not in points:
                    points[scored] = tuple(scored[at] + more for at, more in noted)
                so_far = Assumed(assumed, offender if kind == "renege" else bidding) if assumed else None
                whole = partial(_completed, make, kind, bidder, partners, facts)
                yield Fit(bidder, bid, bidding, sides, points[scored], so_far, whole)

    def seatings(self, deal: Deal, facts: RowFacts) -> Iterator[tuple[Player, Side | None, tuple[Side, ...]]]:
        """Yield each possible bidder with partners; with fixed sides, one bidder of each side is enough."""
        for side in sides_at_table(self.rules, deal):
            for bidder in [player for player in side if not facts.bidders or player in facts.bidders][:1]:
                for partners in self._partners(bidder, facts):
                    yield bidder, partners, sides_of(self.rules, deal, bidder, partners)

    def _partners(self, bidder: Player, facts: RowFacts) -> Iterable[Side | None]:
        if self.rules.sides != "called_partner":
            return (None,)
        if facts.partners is not None:
            known = bidder not in facts.partners and len(facts.partners) <= self.rules.partners_called
            return (facts.partners,) if known else ()
        others = [player for player in self.players if player != bidder]
        return [called for size in range(self.rules.partners_called + 1) for called in combinations(others, size)]

    def _wanted(self, sides: tuple[Side, ...], facts: RowFacts) -> dict[Side, int | None] | None:
        """Return what each side scores before fouls and adjustments, None if its players' scores differ."""
        points, wanted = dict(facts.points), dict[Side, int | None]()
        for side in sides:
            extra = penalty_of(self.rules, side, facts.fouls)
            found = {
                points[owner[0]] + extra - self._adjusted(player, facts)
                for player in side
                if (owner := side_with(self.competitors, player))[0] in points
            }
            if len(found) > 1:
                return None
            wanted[side] = found.pop() if found else None
        return wanted

    def _adjusted(self, player: Player, facts: RowFacts) -> int:
        return sum(each.points for each in facts.adjustments if each.player in side_with(self.competitors, player))

    def _noted(self, sides: tuple[Side, ...], facts: RowFacts) -> list[tuple[int, int]]:
        """Return the place of each player's side, and what fouls and adjustments bring the player."""
        lost = [penalty_of(self.rules, side, facts.fouls) for side in sides]
        places = (next(at for at, side in enumerate(sides) if player in side) for player in self.players)
        return [(at, self._adjusted(player, facts) - lost[at]) for at, player in zip(places, self.players, strict=True)]

    def _two(
        self, facts: RowFacts, kind: Kind, in_order: tuple[Side, ...], wanted: Sequence[int | None]
    ) -> Iterator[_Found]:
        more = facts.say_more
        ways = self.hands.ways(kind, *wanted)
        self.steps.spend(len(ways) * MORE_STEPS if more else len(ways) // 2)
        for way in ways:
            if facts.bid not in (None, way.bid) or (facts.made is not None and way.made is (not facts.made)):
                continue
            offender = (*in_order, ())[way.offender]
            make = partial(hand_of, self.rules, kind, in_order, way.bid, way.parts, offender)
            if not more or facts.agree_with(self.rules, make(), in_order):
                yield way.bid, offender, (way.parts[0].score, way.parts[1].score), make

    def _several(
        self, deal: Deal, facts: RowFacts, kind: Kind, in_order: tuple[Side, ...], wanted: Sequence[int | None]
    ) -> Iterator[_Found]:
        """Combine the parts of each side, and check each whole hand with the engine."""
        roles = [BIDDING, *[OTHERS] * (len(in_order) - 1)]
        for offender in in_order if kind == "renege" else ((),):
            if facts.reneged_by not in (None, *offender):
                continue
            guilty = [
                NO_ROLE if not offender else role if side == offender else 1 - role
                for side, role in zip(in_order, roles, strict=True)
            ]
            options = [self.hands.options(kind, role, whose) for role, whose in zip(roles, guilty, strict=True)]
            self.steps.kept = max(0, self.steps.left - ROW_STEPS)
            menus = [*map(partial(self._menu, facts, kind == "played"), options, in_order, wanted)]
            for bid, parts in self._combine(menus, facts.bid, kind == "played"):
                hand = hand_of(self.rules, kind, in_order, bid, parts, offender)
                self.steps.spend(CONFIRM_STEPS)
                agrees = not facts.say_more or facts.agree_with(self.rules, hand, in_order)
                if not agrees or validate_hand(self.rules, deal, hand)[1]:
                    continue
                scored = score_hand(self.rules, deal, hand)
                scores = tuple(scored.points[side[0]] for side in in_order)
                as_said = None in (facts.made, scored.made) or facts.made == scored.made
                if as_said and all(worth in (None, score) for worth, score in zip(wanted, scores, strict=True)):
                    yield bid, offender, scores, partial(replace, hand)

    def _menu(self, facts: RowFacts, whole: bool, options: _Menu, side: Side, score: int | None) -> _Menu:
        """Return the parts that a side can have, by its score and what it took; where neither is written, a hand that
        is not `whole` has nothing of it."""
        self.steps.spend(len(options) // 16)
        told = score is not None or facts.tell_counters(side)
        return [
            (part, bid)
            for part, bid in options
            if score in (None, part.score)
            and facts.allow(self.rules, part, side)
            and (told or whole or not part.captured)
        ]

    def _combine(self, menus: Sequence[_Menu], bid: int | None, whole: bool) -> Iterator[tuple[int, Sequence[Part]]]:
        """Yield the bid with a part for each side; of a `whole` hand the parts have all counters of the deck."""
        exact = whole and not self.rules.out_of_play_cards

        def choose(chosen: tuple[Part, ...], left: int, bid: int | None) -> Iterator[tuple[int, Sequence[Part]]]:
            at = len(chosen)
            if at == len(menus):
                self.steps.spend(CHOICE_STEPS)
                if bid is not None and not (exact and left):
                    yield bid, chosen
                return
            self.steps.spend(CHOICE_STEPS + len(menus[at]) // 16)
            rest = exact and at == len(menus) - 1
            for part, its_bid in menus[at]:
                used = part.captured or 0
                fits = (used == left if rest else used <= left) and (its_bid is None or bid in (None, its_bid))
                if fits and not any(part.tricks & each.tricks for each in chosen):
                    yield from choose((*chosen, part), left - used, bid if its_bid is None else its_bid)

        return choose((), self.rules.card_total, bid)


def _one_a_side(fits: Iterable[Fit]) -> Iterator[Fit]:
    """Yield the first hand for each side that is said to have done something."""
    found: dict[Side, Fit] = {}
    for fit in fits:
        found.setdefault(fit.assumed.side if fit.assumed else (), fit)
    return (found[side] for side in sorted(found))


def _completed(make: Callable[[], Hand], kind: Kind, bidder: Player, partners: Side | None, facts: RowFacts) -> Hand:
    """Return a hand with its bidder and partners, and with everything else that the facts say."""
    said = {name: getattr(facts, name) for name in ("fouls", "adjustments", "last")}
    if kind == "renege" and facts.reneged_by is not None:
        said["reneged_by"] = facts.reneged_by
    hand = replace(make(), bidder=bidder, partners=partners, **said)
    return with_discard(hand) if kind == "discard" else hand
