"""The columns of a paper sheet: which ones a rule set needs, and their usual headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import side_name

ROLES = ("the bidding side", "the others")
ROLE_WORDS = (
    {"the bidding side", "bidding side", "bidder", "the bidder", "bidders"},
    {"the others", "others", "defenders", "the defenders", "other side"},
)
"""People's words for the two sides that form around a bidder."""
IGNORED_HEADINGS = (
    "dealer", "trump", "date", "time", "deal", "nest", "kitty", "rook", "made", "set", "made/set", "last trick",
    "most tricks", "sweep", "game", "entry", "outcome",
)  # fmt: skip
"""Headings of columns that the check ignores."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet.

    `key` is its name in forms: "bidder", "captured-0", "claim-1" and so on, sides by number. `words` are its usual
    headings, normalized. A `rare` column may be missing at the end of a sheet. `seats` are the numbers of its side's
    players, () if it belongs to no fixed side.
    """

    key: str
    label: str
    words: frozenset[str]
    rare: bool = False
    seats: tuple[int, ...] = ()


def sheet_columns(rules: RuleSet, players: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns for these rules, in the order of a sheet without headings."""
    return tuple(_columns(rules, players))


def _columns(rules: RuleSet, players: Sequence[str]) -> Iterator[Column]:
    yield _column("bidder", "Bidder", "who bid", "bid by", "called by", "caller", "taker", "who")
    yield _column("bid", "Bid", "bid amount", "bid amt", "contract", "amount")
    seats = competitors(rules, tuple(range(len(players))))
    sides = [side_name([players[seat] for seat in side]) for side in seats]
    counted = [*zip(ROLES, ((), ()), strict=True)] if goes_by_roles(rules) else [*zip(sides, seats, strict=True)]
    for number, (label, seated) in enumerate(counted):
        yield _column(f"captured-{number}", f"Captured by {label}", seats=seated)
    for name, worth in rules.trick_points.items():
        if worth:
            which, _ = name.split("_")
            yield _column(name, name.replace("_", " ").capitalize(), which)
    if rules.sweep_bonus and rules.sweep_on == "tricks":
        yield _column("sweep", "Sweep", "took every trick", "all tricks")
    if rules.sides == "called_partner":
        yield _column("partners", "Partner", "partners", "called")
    for number, side in enumerate(sides):
        yield _column(f"claim-{number}", f"Points of {side}", seats=seats[number])
    yield from _rare_columns(rules)


def _rare_columns(rules: RuleSet) -> Iterator[Column]:
    if rules.uses_reneges:
        yield _column("reneged_by", "Renege", "reneged", "reneged by", rare=True)
    if rules.may_concede:
        yield _column("gave_up", "Gave up", "given up", "conceded", "thrown in", rare=True)
    if rules.time_limit:
        yield _column("last", "Time called", "time", "last hand", rare=True)
    if rules.fouls:
        yield _column("fouls", "Penalties", "fouls", "foul", "fouls by", "penalty", rare=True)
    yield _column("adjustment", "Adjustment", "adjustments", rare=True)
    yield _column("note", "Note", "notes", "remark", "remarks", "comment", "comments", rare=True)


def _column(key: str, label: str, *words: str, rare: bool = False, seats: tuple[int, ...] = ()) -> Column:
    return Column(key, label, frozenset(map(normalize, (label, *words))), rare, seats)


def goes_by_roles(rules: RuleSet) -> bool:
    """Whether counters are those of the bidding side and the others, because sides form around the bidder."""
    return not rules.fixed_sides and rules.sides != "individual"


def normalize(text: str) -> str:
    """Return a heading or name in lower case, with single spaces and without punctuation around it."""
    return re.sub(r"\s+", " ", text).strip(" .:#").casefold()
