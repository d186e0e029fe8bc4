"""What a sheet for tests says, and what the rules say of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

HEADED = "Bidder,Bid,Us,Them\n"
RUNNING: Mapping[str, Any] = {"reading": "totals"}
BOTH: Mapping[str, Any] = {"reading": "both"}
BLANK_IS_0: Mapping[str, Any] = {"blank_is_0": True}
TOOK: Mapping[str, Any] = {"reading": "took"}


class Case(NamedTuple):
    """A sheet, what is told of its rows (`tests.usecases.sheets.told`), and the totals where they are certain.

    `verdict` is the whole sheet's where its rows do not decide it; `said` is part of what is said in words; `how` is
    what a person said of it.
    """

    name: str
    text: str
    told: str
    totals: tuple[int, ...] | None
    verdict: str = ""
    said: str = ""
    rules: str = "original"
    names: tuple[str, ...] = ()
    how: Mapping[str, Any] = {}

    @property
    def whole(self) -> str:
        """The verdict on the whole sheet."""
        rows = {row.partition(" ")[0] for row in self.told.split("; ")}
        found = next((verdict for verdict in ("wrong", "unread", "only-if") if verdict in rows), "right")
        return self.verdict or ("only-if" if found == "right" and self.totals is None else found)


class Asked(NamedTuple):
    """A text and what it asks (`tests.usecases.sheets.asked`)."""

    name: str
    text: str
    asks: list[str]
    how: Mapping[str, Any] = {}
