"""The columns of a paper sheet: which ones a rule set asks for, and how people head them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.hand import Side, competitors, side_name
from scorekeeper.rules.ruleset import RuleSet

BIDDING_SIDE, OTHERS = "the bidding side", "the others"
OUR_SIDE = ("us", "we", "our side", "ours")
THEIR_SIDE = ("them", "they", "their side", "theirs")
NOT_READ = ("hand", "dealer", "result", "row", "no", "nr", "number", "trump", "date")
"""Headings of columns that a sheet may have and a check does not need."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `key` is its name in a form, `words` are the headings it goes by, in small letters."""

    key: str
    label: str
    words: frozenset[str]
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading was read as: a column's key, None where it is left out, and then whether nobody knows it.

    A claim's heading may say of itself what it is: "points-0" or "total-0" stand for "claim-0".
    """

    key: str | None
    unknown: bool = False


def columns(rules: RuleSet, players: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns in the order of a sheet without headings; those that are `rare` may be missing at its end."""
    return tuple(_columns(rules, players))


def _columns(rules: RuleSet, players: tuple[str, ...]) -> Iterator[Column]:
    yield _column("bidder", "Bidder", "who bid", "bid by", "who")
    yield _column("bid", "Bid", "contract", "amount")
    for place, (label, words) in enumerate(piles(rules, players)):
        said = (f"{verb}{word}" for word in words for verb in ("captured by ", "captured ", "cards ", "counters "))
        after = (f"{word} {what}" for word in words for what in ("captured", "cards", "counters"))
        yield _column(f"captured-{place}", f"Captured by {label}", *said, *after)
    if rules.last_trick_points:
        yield _column("last_trick", "Last trick", "last")
    if rules.most_tricks_points:
        yield _column("most_tricks", "Most tricks", "most")
    if rules.sweep_bonus and rules.sweep_on == "tricks":
        yield _column("sweep", "Sweep", "took every trick", "all tricks")
    if rules.sides == "called_partner":
        yield _column("partners", "Partner", "partners", "called")
    for place, side in enumerate(competitors(rules, players)):
        yield _column(f"claim-{place}", f"Points of {side_name(side)}", *_claim_words(rules, side, place))
    if rules.uses_reneges:
        yield _column("reneged_by", "Renege", "reneged", "reneged by", rare=True)
    if rules.uses_fouls:
        yield _column("fouls", "Fouls", "foul", "fouls by", rare=True)
    yield _column("adjustment", "Adjustment", "adjustments", rare=True)
    yield _column("note", "Note", "notes", "remark", rare=True)


def _column(key: str, label: str, *words: str, rare: bool = False) -> Column:
    return Column(key, label, frozenset(map(folded, (label, *words))), rare)


def _claim_words(rules: RuleSet, side: Side, place: int) -> Iterator[str]:
    for word in side_words(rules, side, place):
        yield word
        yield from (f"{what}{word}" for what in ("points of ", "points ", "score of ", "score "))
        yield from (f"{what}{word}" for what in ("total of ", "total "))
        yield from (f"{word} {what}" for what in ("points", "score", "total"))


def piles(rules: RuleSet, players: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """The label of each column of counts, and the words for it: fixed sides, every player, or with and against."""
    if rules.fixed_sides or rules.sides == "individual":
        sides = enumerate(competitors(rules, players))
        return [(side_name(side), side_words(rules, side, place)) for place, side in sides]
    return [
        (BIDDING_SIDE, [BIDDING_SIDE, "bidding side", "bidder", "the bidder", "bidders"]),
        (OTHERS, [OTHERS, "others", "defenders", "the defenders", "other side"]),
    ]


def side_words(rules: RuleSet, side: Side, place: int) -> list[str]:
    """What a side is called: by its players in any way of joining them, by each of them, as us and them."""
    words = [join.join(side) for join in (" & ", "&", "/", " / ", "+", " + ", " and ", ", ", "-")] if side[1:] else []
    words += side
    if rules.fixed_sides:
        words += OUR_SIDE if place == 0 else THEIR_SIDE
    return [folded(word) for word in words]


def folded(text: str) -> str:
    """A heading or a name in small letters, with single blanks and without what stands around it."""
    return re.sub(r"\s+", " ", text).strip(" .:#").casefold()


def headings(cells: Sequence[str], wanted: Sequence[Column]) -> list[Heading] | None:
    """What a first line says of the columns; None where it is a row like any other."""
    words = [folded(cell) for cell in cells]
    found = [_heading(word, wanted) for word in words]
    known = sum(heading.key is not None or word in NOT_READ for heading, word in zip(found, words, strict=True))
    if any(re.search(r"\d", word) and heading.key is None for word, heading in zip(words, found, strict=True)):
        return None
    read = known >= 2 and 2 * known >= sum(map(bool, words)) and _names_the_bid(found)
    return _with_counts(found, wanted) if read else None


def _with_counts(found: list[Heading], wanted: Sequence[Column]) -> list[Heading]:
    """A side's bare name heads its count where no other column does: without counts there is nothing to check."""
    if any(heading.key and heading.key.startswith("captured") for heading in found):
        return found
    counts = {column.label.removeprefix("Captured by "): column.key for column in wanted}
    bare = {column.key: counts.get(column.label.removeprefix("Points of ")) for column in wanted}
    return [replace(heading, key=bare.get(heading.key or "") or heading.key) for heading in found]


def _names_the_bid(found: Sequence[Heading]) -> bool:
    """A row of data may hold names that are headings too; the bid of a row is a number."""
    return any(heading.key == "bid" for heading in found)


def _heading(word: str, wanted: Sequence[Column]) -> Heading:
    column = next((column for column in wanted if word in column.words), None)
    if column is None or not column.key.startswith("claim"):
        return Heading(column.key if column else None, unknown=column is None and word not in NOT_READ)
    if re.search(r"\btotal\b", word):
        return Heading(column.key.replace("claim", "total"))
    return Heading(column.key.replace("claim", "points") if re.search(r"\b(points|score)\b", word) else column.key)
