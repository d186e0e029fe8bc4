"""What a sheet for tests says, and what the rules say of it."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.person import TABLE

FIVE = (*TABLE, "Eve")
HEADED = "Bidder,Bid,Us,Them\n"
THREE = "right; right; right"


class Case(NamedTuple):
    """A sheet, what is told of its rows (`tests.usecases.sheets.told`), and the totals where they are certain.

    `verdict` is the whole sheet's where its rows do not decide it; `said` is part of what is said in words.
    """

    name: str
    text: str
    told: str
    totals: tuple[int, ...] | None
    verdict: str = ""
    said: str = ""
    rules: str = "original"
    names: tuple[str, ...] = ()
    meanings: Mapping[int, str] = {}

    @property
    def whole(self) -> str:
        """The verdict on the whole sheet."""
        rows = {row.partition(" ")[0] for row in self.told.split("; ")}
        return self.verdict or next((verdict for verdict in ("wrong", "only-if") if verdict in rows), "right")
