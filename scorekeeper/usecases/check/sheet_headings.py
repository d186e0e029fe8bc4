"""The columns of a paper sheet, and the words that people write above them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import side_name

ROLES = ("the bidding side", "the others")
ROLE_OF = {
    **dict.fromkeys(("the bidding side", "bidding side", "bidder", "the bidder", "bidders"), 0),
    **dict.fromkeys(("the others", "others", "defenders", "the defenders", "other side"), 1),
}
"""Which of the two sides that form around a bidder people mean by a word."""
OF_BIDDER = "bidder"
"""The end of the key of a column for what the bidding side took, whichever side that is."""
HIGH = ("high", "highest", "winning", "final")
TEAMS = ("winner", "side", "team", "pair", "partnership", "player")
WHO_BID = (
    "who", "by", "won bid", "bid won by", "caller", "taker", "declarer",
    "who bid", "bid by", "called by", "taken by", "declared by",
    *(f"{high} bidder" for high in HIGH), *(f"{bid} {team}" for bid in ("bid", "bidding") for team in TEAMS),
)  # fmt: skip
BID = ("contract", "declared", "amount", "bid amount", "bid amt", "bid value", "bid points", "bid pts", "points bid",
       *(f"{high} bid" for high in HIGH))  # fmt: skip
HAND_NUMBER = (
    "hand", "#", "no", "nr", "number", "round", "rd", "row", "hands", "hand no", "hand number", "hand #", "game hand",
)  # fmt: skip
IGNORED_HEADINGS = (
    "dealer", "trump", "date", "time", "deal", "nest", "kitty", "rook", "last trick", "most tricks", "sweep", "game",
    "entry", "table", "tbl", "seat", "day", "week",
)  # fmt: skip
"""Headings of columns that the check ignores."""
KIND = {
    "total": r"(?:(?:totals?|scores?|points) )?so far|running total|running score|running|cumulative|totals?|sum|cum",
    "points": r"points|pts|scored?|scores|made|got",
    "took": r"points taken|points took|taken|took",
    "captured": r"captured|capture|counters|cards",
    "penalty": r"penalty|penalties|fouls?",
    "adjustment": r"adjustments?|adj",
    "bid": r"bid amount|bids?|contract",
}
TOTAL_ROW = re.compile(
    r"(?:grand |final |game |running |sub)?(?:totals?|sum|scores?|result)(?: scores?| points| result)?(?: so far)?"
    r"|final|end",
    re.IGNORECASE,
)
"""Headings of a row of totals."""


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
    yield _column("bidder", "Bidder", *WHO_BID)
    yield _column("bid", "Bid", *BID)
    seats = competitors(rules, tuple(range(len(players))))
    sides = [side_name([players[seat] for seat in side]) for side in seats]
    counted = [*zip(ROLES, ((), ()), strict=True)] if goes_by_roles(rules) else [*zip(sides, seats, strict=True)]
    for number, (label, seated) in enumerate(counted):
        yield _column(f"captured-{number}", f"Captured by {label}", seats=seated)
    for name, worth in rules.trick_points.items():
        if worth:
            yield _column(name, name.replace("_", " ").capitalize(), name.split("_")[0])
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


def column_meanings(rules: RuleSet, players: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """Return what a column of a sheet can be, by its key; `labels` are the sides' names."""
    found = {"": "Left out", "number": "Number of the hand"}
    for kind, words in (("points", "Points of"), ("total", "Total of")):
        found |= {f"{kind}-{place}": f"{words} {label}" for place, label in enumerate(labels)}
    found |= {f"took-{OF_BIDDER}": "What the bidding side took", "made": "Made or set"}
    found |= {each.key: each.label for each in sheet_columns(rules, players) if not each.key.startswith("claim")}
    for kind, words in (("bid", "Bid of"), ("penalty", "Penalty of"), ("adjustment", "Adjustment of")):
        found |= {f"{kind}-{place}": f"{words} {label}" for place, label in enumerate(labels)}
    return found


def goes_by_roles(rules: RuleSet) -> bool:
    """Whether counters are those of the bidding side and the others, because sides form around the bidder."""
    return not rules.fixed_sides and rules.sides != "individual"


@lru_cache(8_192)
def normalize(text: str) -> str:
    """Return a heading or name in lower case, with single spaces and without punctuation around it."""
    return " ".join(text.split()).strip(" .:#").casefold()
