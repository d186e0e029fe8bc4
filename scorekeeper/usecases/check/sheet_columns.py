"""The columns of a paper sheet: which ones a rule set asks for, and how people head them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import side_name

BIDDING_SIDE, OTHERS = "the bidding side", "the others"
OUR_SIDE = ("us", "we", "our side", "ours")
THEIR_SIDE = ("them", "they", "their side", "theirs")
IGNORED_HEADINGS = ("hand", "dealer", "result", "row", "no", "nr", "number", "trump", "date", "deal", "round")
"""Headings of columns that a sheet may have and a check does not need."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet.

    `key` names it in forms: "bidder", "captured-0", "claim-1" and so on, sides by number. `words` are the headings
    that people give it, normalized. A `rare` column may be missing at the end of a sheet. `seats` are the numbers of
    its side's players, () where it is about no certain side.
    """

    key: str
    label: str
    words: frozenset[str]
    rare: bool = False
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading was read as: the key of its column, None where the column is ignored or `unknown`.

    A claim's heading may say which kind of claim it is: "points-0" or "total-0" instead of "claim-0".
    """

    key: str | None
    unknown: bool = False


def sheet_columns(rules: RuleSet, players: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns by these rules, in the order of a sheet without headings."""
    return tuple(_columns(rules, players))


def _columns(rules: RuleSet, players: Sequence[str]) -> Iterator[Column]:
    yield _column("bidder", "Bidder", "who bid", "bid by", "who")
    yield _column("bid", "Bid", "contract", "amount")
    seats = competitors(rules, tuple(range(len(players))))
    sides = [[players[seat] for seat in side] for side in seats]
    counts_of = seats if rules.fixed_sides or rules.sides == "individual" else ((), ())
    for number, (label, words) in enumerate(captured_headings(rules, players)):
        before = (f"{verb}{word}" for word in words for verb in ("captured by ", "captured ", "cards ", "counters "))
        after = (f"{word} {what}" for word in words for what in ("captured", "cards", "counters"))
        yield _column(f"captured-{number}", f"Captured by {label}", *before, *after, seats=counts_of[number])
    for name, worth in rules.trick_points.items():
        if worth:
            which, _ = name.split("_")
            yield _column(name, name.replace("_", " ").capitalize(), which)
    if rules.sweep_bonus and rules.sweep_on == "tricks":
        yield _column("sweep", "Sweep", "took every trick", "all tricks")
    if rules.sides == "called_partner":
        yield _column("partners", "Partner", "partners", "called")
    for number, side in enumerate(sides):
        words = [*_claim_headings(rules, side, number)]
        yield _column(f"claim-{number}", f"Points of {side_name(side)}", *words, seats=seats[number])
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
    yield _column("note", "Note", "notes", "remark", rare=True)


def _column(key: str, label: str, *words: str, rare: bool = False, seats: tuple[int, ...] = ()) -> Column:
    return Column(key, label, frozenset(map(normalize, (label, *words))), rare, seats)


def _claim_headings(rules: RuleSet, side: Sequence[str], number: int) -> Iterator[str]:
    for word in side_words(rules, side, number):
        yield word
        yield from (f"{what}{word}" for what in ("points of ", "points ", "score of ", "score "))
        yield from (f"{what}{word}" for what in ("total of ", "total "))
        yield from (f"{word} {what}" for what in ("points", "score", "total"))


def captured_headings(rules: RuleSet, players: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the label of each column of captured counters, and the words that head it.

    There is one for each fixed side or single player; where sides form around the bidder, one for these, one for the
    others.
    """
    if rules.fixed_sides or rules.sides == "individual":
        sides = [[players[seat] for seat in side] for side in competitors(rules, tuple(range(len(players))))]
        return [(side_name(side), side_words(rules, side, number)) for number, side in enumerate(sides)]
    return [
        (BIDDING_SIDE, [BIDDING_SIDE, "bidding side", "bidder", "the bidder", "bidders"]),
        (OTHERS, [OTHERS, "others", "defenders", "the defenders", "other side"]),
    ]


def side_words(rules: RuleSet, side: Sequence[str], number: int) -> list[str]:
    """Return what people call a side: its players in any way of joining them, each of them, us and them."""
    words = [join.join(side) for join in (" & ", "&", "/", " / ", "+", " + ", " and ", ", ", "-")] if side[1:] else []
    words += side
    if rules.fixed_sides:
        words += OUR_SIDE if number == 0 else THEIR_SIDE
    return [normalize(word) for word in words]


def normalize(text: str) -> str:
    """Return a heading or a name in small letters, with single blanks and without punctuation around it."""
    return re.sub(r"\s+", " ", text).strip(" .:#").casefold()


def read_headings(cells: Sequence[str], columns: Sequence[Column]) -> list[Heading] | None:
    """Return what the cells of a first line head, None where it is a row like any other."""
    words = [normalize(cell) for cell in cells]
    headings = [_read_heading(word, columns) for word in words]
    known = sum(
        heading.key is not None or word in IGNORED_HEADINGS for heading, word in zip(headings, words, strict=True)
    )
    if any(re.search(r"\d", word) and heading.key is None for word, heading in zip(words, headings, strict=True)):
        return None
    are_headings = known >= 2 and 2 * known >= sum(map(bool, words)) and _name_bids_or_points(headings)
    return headings if are_headings else None


def _read_heading(word: str, columns: Sequence[Column]) -> Heading:
    column = next((column for column in columns if word in column.words), None)
    if column is None:
        return Heading(None, unknown=word not in IGNORED_HEADINGS)
    if not column.key.startswith("claim"):
        return Heading(column.key)
    if re.search(r"\btotal\b", word):
        return Heading(column.key.replace("claim", "total"))
    return Heading(column.key.replace("claim", "points") if re.search(r"\b(points|score)\b", word) else column.key)


def _name_bids_or_points(headings: Sequence[Heading]) -> bool:
    """A row of data may hold names that are headings too; the bid of a row is a number, and so are all its points."""
    keys = [heading.key for heading in headings if heading.key]
    return "bid" in keys or all(key.startswith(("claim", "points", "total")) for key in keys)


def with_captured_columns(headings: list[Heading], columns: Sequence[Column]) -> list[Heading]:
    """Let a side's bare name head its count where no other column does: without counts there is nothing to score."""
    if any(heading.key and heading.key.startswith("captured") for heading in headings):
        return headings
    captured = {column.label.removeprefix("Captured by "): column.key for column in columns}
    by_claim = {column.key: captured.get(column.label.removeprefix("Points of ")) for column in columns}
    return [replace(heading, key=by_claim.get(heading.key or "") or heading.key) for heading in headings]
