"""A small model of an evening: the hands as the table saw them, and the rules folded over them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.auction import PASS, replay_calls
from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.game import Standing, initial_standing, replay
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import Names
from tests.person import TABLE

from .steps import hand_of

NAMES = Names(TABLE)


@dataclass(frozen=True)
class Moment:
    """The hands so far, each with its dealer, what is known of the one being played, and the settings of the game."""

    dealer: int
    hands: tuple[Hand, ...] = ()
    contract: Hand | None = None
    ends: tuple[tuple[str, int | None], ...] = ()
    stopped: bool = False


class CannotBe(Exception):
    """The app must refuse this."""


class Evening:
    """One game, from moment to moment. What cannot be raises CannotBe and changes nothing.

    `leads` says who may play the first card, as a preset does.
    """

    def __init__(self, rules: RuleSet, dealer: int, leads: Sequence[str]):
        self.own_rules, self.leads = rules, leads
        self.now, self.past, self.future = Moment(dealer), list[Moment](), list[Moment]()

    @property
    def rules(self) -> RuleSet:
        return self.own_rules.changed(**dict(self.now.ends))

    @property
    def standing(self) -> Standing:
        standing = initial_standing(self.rules, range(4), self.now.dealer)
        for played in replay(standing, self.now.hands):
            standing = played.standing
        return standing

    @property
    def next_dealer(self) -> int:
        contract = self.now.contract
        return self.standing.table.dealer if contract is None or contract.dealer is None else contract.dealer

    @property
    def shown(self) -> tuple[str, dict[str, int]]:
        """What the scoreboard says at its top, and the totals."""
        standing, deal = self.standing, self.standing.table.deal(self.next_dealer)
        first = TABLE[deal.first_to_bid]
        begins = f", {first} bids first"
        if self.now.contract and self.now.contract.bidder is not None:
            bidder = self.now.contract.bidder
            leaders = {"left of dealer": first, "bidder": TABLE[bidder], "left of bidder": TABLE[(bidder + 1) % 4]}
            who = " or ".join(leaders[leader] for leader in self.leads)
            begins = f", {who} leads" if who else ""
        heading = f"{hand_of(deal, self.standing.rules)} · {TABLE[deal.dealer]} deals{begins}"
        if standing.end:
            heading = f"{NAMES.sides(standing.end.winners)} won"
        return heading, {NAMES.side(side): standing.total(side) for side in ((0, 2), (1, 3))}

    def goes_to(self, moment: Moment) -> None:
        if moment != self.now:
            self.past.append(self.now)
            self.now, self.future = moment, []

    def undo(self) -> None:
        if self.past:
            self.future.append(self.now)
            self.now = self.past.pop()

    def redo(self) -> None:
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()

    # What happens at the table.

    def bid(self, hand: Hand) -> None:
        self._goes_on(bid_is_open=False)
        if hand.bid not in self.rules.bids:
            raise CannotBe
        self.goes_to(replace(self.now, contract=replace(hand, dealer=self.next_dealer)))

    def call(self, player: int, call: int | None) -> None:
        self._goes_on(bid_is_open=False)
        before = (self.now.contract and self.now.contract.auction) or ()
        calls = (*before, (player, PASS if call is None else call))
        try:
            auction = replay_calls(self.rules, range(4), self.next_dealer, calls)
        except RuleError:
            raise CannotBe from None
        if auction.passed_out:
            self._ends(Hand(outcome="passed-out", auction=calls))
            return
        bidder, bid = (auction.bidder, auction.bid) if auction.over else (None, None)
        contract = Hand(dealer=self.next_dealer, auction=calls, bidder=bidder, bid=bid)
        self.goes_to(replace(self.now, contract=contract))

    def count(self, seen: Hand) -> None:
        self._goes_on(bid_is_open=True)
        bid = self._contract()
        self._ends(replace(seen, bidder=bid.bidder, bid=bid.bid, auction=bid.auction, trump=bid.trump))

    def trump(self, color: str) -> None:
        self._goes_on(bid_is_open=True)
        self.goes_to(replace(self.now, contract=replace(self._contract(), trump=color)))

    def misdeal(self) -> None:
        self._goes_on()
        calls = self.now.contract.auction if self.now.contract else None
        self._ends(Hand(outcome="misdeal", auction=calls))

    def passed_out(self) -> None:
        self._goes_on(bid_is_open=False)
        calls = (self.now.contract and self.now.contract.auction) or ()
        if any(call != PASS for _, call in calls):
            raise CannotBe
        self._ends(Hand(outcome="passed-out"))

    def correct(self, place: int, seen: Hand, forget: bool) -> None:
        old = self._at(place)
        if not old.scored:
            raise CannotBe
        new = replace(seen, dealer=old.dealer, auction=None if forget else old.auction)
        self._must_be_possible(new)
        self.goes_to(replace(self.now, hands=(*self.now.hands[: place - 1], new, *self.now.hands[place:])))

    def breaks(self, place: int) -> bool:
        """Whether the hand after this one was dealt in turn, and would not be without it."""
        hands = self.now.hands
        if not 0 < place <= len(hands):
            return False
        later = [*hands[place:], *filter(None, [self.now.contract])]
        before = self._due(hands[place - 2] if place > 1 else None)
        return bool(later) and later[0].dealer == self._due(hands[place - 1]) != before

    def delete(self, place: int) -> None:
        self._at(place)
        hands = self.now.hands
        self.goes_to(replace(self.now, hands=(*hands[: place - 1], *hands[place:])))

    # The game as a whole.

    def change_ends(self, target: int | None, hand_limit: int | None) -> None:
        ends = {"target": target, "hand_limit": hand_limit, "time_limit": None}
        if target is None and hand_limit is None:
            ends = {}  # the rules' own
        changed = {name: value for name, value in ends.items() if value != getattr(self.own_rules, name)}
        try:
            self.own_rules.changed(**changed)
        except BadRules:
            raise CannotBe from None
        self.goes_to(replace(self.now, ends=tuple(changed.items())))

    def change_dealer(self, dealer: int) -> None:
        contract = self.now.contract
        if contract and not self.now.hands:
            if contract.auction:
                raise CannotBe
            contract = replace(contract, dealer=dealer)
        self.goes_to(replace(self.now, dealer=dealer, contract=contract))

    def stop(self) -> None:
        if self.standing.end:
            raise CannotBe
        self.goes_to(replace(self.now, stopped=True))

    def resume(self) -> None:
        self.goes_to(replace(self.now, stopped=False))

    def _goes_on(self, bid_is_open: bool | None = None) -> None:
        bid = self.now.contract is not None and self.now.contract.bidder is not None
        if self.standing.end or self.now.stopped or (bid_is_open is not None and bid is not bid_is_open):
            raise CannotBe

    def _contract(self) -> Hand:
        assert self.now.contract is not None
        return self.now.contract

    def _ends(self, hand: Hand) -> None:
        hand = replace(hand, dealer=self.next_dealer)
        self._must_be_possible(hand)
        self.goes_to(replace(self.now, hands=(*self.now.hands, hand), contract=None))

    def _must_be_possible(self, hand: Hand) -> None:
        if validate_hand(self.rules, self.standing.table.deal(hand.dealer), hand)[1]:
            raise CannotBe

    def _at(self, place: int) -> Hand:
        if not 1 <= place <= len(self.now.hands):
            raise CannotBe
        return self.now.hands[place - 1]

    def _due(self, before: Hand | None) -> int:
        """Who deals after this hand (R22)."""
        if before is None:
            return self.now.dealer
        assert before.dealer is not None, "each hand of the model has its dealer"
        return (before.dealer + before.scored) % 4


def allowed(act: Callable[[], None]) -> bool:
    """Whether the model lets it happen; then it has."""
    try:
        act()
    except CannotBe:
        return False
    return True
