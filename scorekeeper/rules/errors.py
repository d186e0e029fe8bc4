"""What the rules refuse: every error by name, with its field and the ruling it rests on.

The classes are in the order in which the problems of one hand are reported.
"""

from collections.abc import Sequence
from typing import ClassVar

from .words import Names


class RuleError(ValueError):
    """Something the rules do not allow.

    `field` is a path relative to the hand (`auction[2][1]`, `captured.1` for player 1) or to the rule set (`min_bid`);
    `text` says why, with `{words}` in place of the players and sides in `who`; `ruling` is the number of the ruling it
    rests on ("R5"), None if a plain rule is enough.
    """

    code: ClassVar[str]

    def __init__(self, field: str, text: str, ruling: str | None = None, **who: int | Sequence[int]) -> None:
        super().__init__(text)
        self.field = field
        self.text = text
        self.ruling = ruling
        self.who = who

    def describe(self, names: Names) -> str:
        """Return what is wrong and what was expected, in sentences about the players with these names."""
        return names.tell(self.text, self.who)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.field!r}, {self.text!r}, {self.ruling!r}, {self.who!r})"


class BadFormat(RuleError):
    """Not a document of the expected form."""

    code = "bad-format"


class BadRules(RuleError):
    """An impossible parameter, or a rule set that contradicts itself."""

    code = "bad-rules"


class PlayerCount(RuleError):
    """The rules are made for another number of players."""

    code = "player-count"


class DuplicatePlayer(RuleError):
    """One name is at the table twice."""

    code = "duplicate-player"


class UnknownPlayer(RuleError):
    """A name that is not at the table."""

    code = "unknown-player"


class BadStartingTotals(RuleError):
    """A competitor with two totals to begin with."""

    code = "starting-totals"


class BidMissing(RuleError):
    """A hand that was played has no bidder or no bid."""

    code = "bid-missing"


class BidTooLow(RuleError):
    """Below the minimum, or less than one step above the last bid."""

    code = "bid-too-low"


class BidTooHigh(RuleError):
    """Above the maximum, and not the moon bid."""

    code = "bid-too-high"


class BidStep(RuleError):
    """Not a multiple of the step."""

    code = "bid-step"


class BidOutOfTurn(RuleError):
    """It was another player's turn to call."""

    code = "bid-out-of-turn"


class BidAfterPass(RuleError):
    """A player who has passed may not call again in that hand."""

    code = "bid-after-pass"


class AuctionUnfinished(RuleError):
    """Calls are missing."""

    code = "auction-unfinished"


class CallAfterEnd(RuleError):
    """The auction was over before this call."""

    code = "call-after-end"


class AuctionMismatch(RuleError):
    """Bidder, bid or outcome contradict the auction."""

    code = "auction-mismatch"


class BadPartners(RuleError):
    """The called partners are missing, not allowed, too many, or the bidder."""

    code = "partners"


class CapturedMissing(RuleError):
    """A side without a count."""

    code = "captured-missing"

    @property
    def players(self) -> tuple[int, ...]:
        """The players of the sides whose count is missing, empty if all are missing."""
        return tuple(player for side in self.who.values() if not isinstance(side, int) for player in side)


class CapturedTwice(RuleError):
    """A side with two counts."""

    code = "captured-twice"


class CapturedValue(RuleError):
    """A count that no pile of counters is worth."""

    code = "captured-value"


class CapturedSum(RuleError):
    """Counts that don't add up to the deck's counters."""

    code = "captured-sum"


class LastTrickMissing(RuleError):
    """The last trick earns points, and it is not said who took it."""

    code = "last-trick-missing"


class MostTricksMissing(RuleError):
    """Most tricks earn points, and it is not said who had them."""

    code = "most-tricks-missing"


class BadSweep(RuleError):
    """A sweep that these rules do not reward, or that contradicts the rest of the hand."""

    code = "sweep"


class BadNestPoints(RuleError):
    """No cards of the deck make a nest of that worth."""

    code = "nest-points"


class BadRook(RuleError):
    """A holder of the Rook, with rules in which it does not count."""

    code = "rook"


class BadRenege(RuleError):
    """A renege without its player or out of place."""

    code = "renege"


class BadConcession(RuleError):
    """A hand given up though the rules don't allow it, or with fields that such a hand cannot have."""

    code = "concede"


class BadTime(RuleError):
    """A last hand by the clock though the rules have no time limit."""

    code = "time"


class BadFoul(RuleError):
    """A foul that these rules do not have."""

    code = "foul"


class FoulNestDiscard(RuleError):
    """A wrong nest discard by a player who did not discard."""

    code = "foul-nest-discard"


class WrongScore(RuleError):
    """A claimed score of a hand differs from the rules' figure."""

    code = "wrong-score"


class WrongTotal(RuleError):
    """A claimed running total differs from the rules' figure."""

    code = "wrong-total"


class WrongWinner(RuleError):
    """The claimed winners are not those of the rules."""

    code = "wrong-winner"


class HandAfterEnd(RuleError):
    """The game was over before this hand."""

    code = "hand-after-end"


REPORTING_ORDER = {cls.code: order for order, cls in enumerate(RuleError.__subclasses__())}
