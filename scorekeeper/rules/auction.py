"""The auction, call by call (R4, R5); its twins are static/alone/score.js and static/alone/validate.js."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from .errors import BidAfterPass, BidOutOfTurn, BidStep, BidTooHigh, BidTooLow, CallAfterEnd, RuleError
from .ruleset import RuleSet

PASS: Final = "pass"
Call = tuple[int, int | Literal["pass"]]
"""A player, and the bid or the pass."""


class Auction(NamedTuple):
    """An auction in progress: `waiting` are the players who have not passed, the next to call first."""

    rules: RuleSet
    waiting: tuple[int, ...]
    bidder: int | None = None
    bid: int | None = None

    @classmethod
    def start(cls, rules: RuleSet, seats: Sequence[int], dealer: int) -> "Auction":
        """Start an auction, in which the player on the dealer's left calls first."""
        left = seats.index(dealer) + 1
        return cls(rules, (*seats[left:], *seats[:left]))

    @property
    def over(self) -> bool:
        if self.bid is None:
            return not self.waiting
        return len(self.waiting) == 1 or self.bid == self.rules.last_bid

    @property
    def passed_out(self) -> bool:
        """Whether all have passed without a bid."""
        return not self.waiting

    def call(self, player: int, call: int | Literal["pass"], index: int = 0) -> "Auction":
        """Return the auction after this call; raises the first RuleError that applies, at `auction[index]`.

        After the highest bid the others may still say, in turn, that they pass, which changes nothing (R5).
        """
        waiting = self.waiting
        in_time = (call == PASS and len(waiting) > 1) or not self.over
        if waiting and player == waiting[0] and in_time:
            if call == PASS:
                return self._after_pass()
            error = bid_error(self.rules, call, self.bid)
            if error:
                error.field = f"auction[{index}][1]"
                raise error
            return Auction(self.rules, (*waiting[1:], player), player, call)
        field = f"auction[{index}]"
        if self.over:
            raise CallAfterEnd(field, self._why_late(player, call), "R5", player=player, **self._who)
        if player not in waiting:
            raise BidAfterPass(f"{field}[0]", "{player} already passed and can't bid again.", "R5", player=player)
        raise BidOutOfTurn(
            f"{field}[0]", "It's {due}'s turn to bid, not {player}'s.", "R5", due=waiting[0], player=player
        )

    @property
    def _who(self) -> dict[str, int]:
        """The players that a sentence about a late call may name."""
        due = {"due": self.waiting[0]} if self.waiting else {}
        return due if self.bidder is None else {"bidder": self.bidder, **due}

    def _why_late(self, player: int, call: int | Literal["pass"]) -> str:
        """Say what is wrong with a call after the end: of a pass after the highest bid, why it is not taken (R5)."""
        if call == PASS and self.bid is not None and self.bid == self.rules.last_bid:
            if player == self.bidder:
                return f"{{player}} bid {self.bid}, the highest bid, and can't pass on it."
            if player not in self.waiting:
                return "{player} already passed and can't pass again."
            return f"After {self.bid}, the highest bid, it's {{due}}'s turn to pass, not {{player}}'s."
        return f"{self._end}, so the bidding was over before {{player}}'s call."

    @property
    def _end(self) -> str:
        """Why the auction is over, in words, `{bidder}` for the bidder."""
        if self.bid is None:
            return "Everyone had passed"
        if self.bid == self.rules.last_bid:
            return f"{self.bid} is the highest bid"
        return "Everyone but {bidder} had passed"

    def _after_pass(self) -> "Auction":
        left = self.waiting[1:]
        if self.bid is None and len(left) == 1 and self.rules.all_pass == "dealer_min":
            return Auction(self.rules, left, left[0], self.rules.min_bid)
        return Auction(self.rules, left, self.bidder, self.bid)


def replay_calls(rules: RuleSet, seats: Sequence[int], dealer: int, calls: Sequence[Call]) -> Auction:
    """Replay the calls and return the auction after them; raises the first RuleError, at `auction[i]`."""
    auction = Auction.start(rules, seats, dealer)
    for index, (player, call) in enumerate(calls):
        auction = auction.call(player, call, index)
    return auction


def bid_error(rules: RuleSet, bid: int, last: int | None = None) -> RuleError | None:
    """Return why this bid cannot follow the last one, None if it can (R5, R27)."""
    if bid == rules.moon_bid and bid != last:
        return None
    step, highest = rules.bid_step, rules.highest_bid
    lowest = rules.min_bid if last is None else last + step
    if bid % step:
        return BidStep("bid", f"Bids go by {step}s; {bid} isn't one.", "R5")
    if bid < lowest:
        over = "The lowest bid is" if last is None else f"After {last}, bid at least"
        bound = lowest if lowest <= highest else rules.last_bid
        return BidTooLow("bid", f"{over} {bound}; {bid} is too low.", "R5")
    if bid > highest:
        moon = "" if rules.moon_bid is None else f", or the moon bid {rules.moon_bid}"
        return BidTooHigh("bid", f"The highest bid is {highest}{moon}; {bid} is too high.", "R5")
    return None
