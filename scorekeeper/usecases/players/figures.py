"""A player's numbers as people compare them: shares and averages."""

from typing import NamedTuple

from scorekeeper.rules.stats import BANDS, PlayerStats
from scorekeeper.storage.leaderboard import ENOUGH

HEIGHTS = ("to 60 %", "to 70 %", "to 80 %", "to 90 %", "higher")


class Share(NamedTuple):
    """A part of a whole; under ENOUGH a percentage would say more than anybody knows."""

    part: int
    whole: int

    @property
    def percent(self) -> int | None:
        return round(100 * self.part / self.whole) if self.whole >= ENOUGH else None


class Figures(NamedTuple):
    """What a player did, in shares and averages; see `rules.stats.Tally` for what each number counts.

    Averages are in points, None where there is nothing to take one of.
    """

    tally: PlayerStats

    @property
    def won(self) -> Share:
        return Share(self.tally.wins, self.tally.games)

    @property
    def made(self) -> Share:
        """Of the bids that were tested."""
        return Share(self.tally.made, self.tally.made + self.tally.sets)

    @property
    def by_height(self) -> list[tuple[str, list[int]]]:
        """Bids made and set by how much of all points of a hand was bid."""
        counts = [[getattr(self.tally, f"{how}_{band}") for how in ("made", "sets")] for band in BANDS]
        return list(zip(HEIGHTS, counts, strict=True))

    @property
    def partner_made(self) -> Share:
        return Share(self.tally.partner_made, self.tally.partnered)

    @property
    def forced(self) -> Share:
        return Share(self.tally.forced, self.tally.defended)

    @property
    def nests(self) -> Share:
        return Share(self.tally.nests, self.tally.nest_hands)

    @property
    def untested(self) -> int:
        """Bids that a renege left without a test."""
        return self.tally.bids - self.tally.made - self.tally.sets

    @property
    def points_a_hand(self) -> float | None:
        return _average(self.tally.points, self.tally.hands)

    @property
    def average_bid(self) -> float | None:
        return _average(self.tally.bid_sum, self.tally.bids)

    @property
    def bid_captured(self) -> float | None:
        return _average(self.tally.bid_captured, self.made.whole)

    @property
    def bid_over(self) -> float | None:
        return _average(self.tally.bid_over, self.made.whole)

    @property
    def defence_captured(self) -> float | None:
        return _average(self.tally.defence_captured, self.tally.defended)


def _average(total: int, count: int) -> float | None:
    return total / count if count else None
