"""A player's stats as shares and averages."""

from typing import NamedTuple

from scorekeeper.rules.stats import BANDS, PlayerStats

ENOUGH = 10
BAND_LABELS = ("up to 60%", "up to 70%", "up to 80%", "up to 90%", "higher")


class Share(NamedTuple):
    """A part of a whole; with less than ENOUGH a percentage would mean little."""

    part: int
    whole: int

    @property
    def worth(self) -> tuple[bool, float]:
        """The sort key: a share of too small a whole is less than any other."""
        return self.whole >= ENOUGH, self.part / self.whole if self.whole else 0

    @property
    def percent(self) -> int | None:
        return round(100 * self.part / self.whole) if self.whole >= ENOUGH else None


class StatsView(NamedTuple):
    """A player's stats as shares and averages; see `rules.stats.PlayerStats` for the counts.

    Averages are in points, None if there is nothing to average.
    """

    totals: PlayerStats

    @property
    def won(self) -> Share:
        return Share(self.totals.wins, self.totals.games)

    @property
    def made(self) -> Share:
        """Of the tested bids."""
        return Share(self.totals.made, self.totals.made + self.totals.sets)

    @property
    def by_height(self) -> list[tuple[str, list[int]]]:
        """Bids made and set, by the bid's share of all points of a hand."""
        counts = [[getattr(self.totals, f"{how}_{band}") for how in ("made", "sets")] for band in BANDS]
        return list(zip(BAND_LABELS, counts, strict=True))

    @property
    def partner_made(self) -> Share:
        return Share(self.totals.partner_made, self.totals.partnered)

    @property
    def sets_forced(self) -> Share:
        return Share(self.totals.sets_forced, self.totals.defended)

    @property
    def nests(self) -> Share:
        return Share(self.totals.nests, self.totals.nest_hands)

    @property
    def untested(self) -> int:
        """Bids that a renege left untested; averages leave them out."""
        return self.totals.bids - self.totals.made - self.totals.sets

    @property
    def points_a_hand(self) -> float | None:
        return _average(self.totals.points, self.totals.hands)

    @property
    def average_bid(self) -> float | None:
        """Plus the margin, this is the average of points taken: a moon bid counts as the points it needs (R27)."""
        return _average(self._needed, self.made.whole)

    @property
    def has_moons(self) -> bool:
        """Whether a moon bid counts in the average bid with another number than was bid."""
        return self.totals.bid_sum != self._needed

    @property
    def bid_points(self) -> float | None:
        return _average(self.totals.bid_points, self.made.whole)

    @property
    def bid_margin(self) -> float | None:
        return _average(self.totals.bid_margin, self.made.whole)

    @property
    def defense_points(self) -> float | None:
        return _average(self.totals.defense_points, self.totals.defended)

    @property
    def rook_points(self) -> float | None:
        return _average(self.totals.rook_points, self.totals.rook_hands)

    @property
    def _needed(self) -> int:
        return self.totals.bid_points - self.totals.bid_margin


def _average(total: int, count: int) -> float | None:
    return total / count if count else None
