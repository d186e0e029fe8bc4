"""A row of a paper sheet as people write it, read as an entry of a record."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.record import AdjustmentEntry, FoulEntry, HandEntry
from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Side, competitors, side_name, side_with, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet

from .sheet_columns import BIDDING_SIDE, OTHERS, folded, piles, side_words

MINUS = "-−–—―‐‑‒⁃⁻˗➖﹘﹣－"
NUMBER = re.compile(rf"([{MINUS}+]?)\s*([0-9]{{1,7}})|\(([0-9]{{1,7}})\)|([0-9]{{1,7}})[{MINUS}]")
THOUSANDS = re.compile(rf"[{MINUS}+(]?\s*[0-9]{{1,3}}([.,'’\s][0-9]{{3}})+\)?")
WITHOUT_CARDS = {
    "misdeal": "misdeal", "passed out": "passed-out", "all passed": "passed-out", "passed": "passed-out",
    "pass": "passed-out", "passed-out": "passed-out",
}  # fmt: skip
NO_COUNT = ("0", *MINUS)
REASON = "on paper"
CLAIMS = ("claim", "points", "total")
DELIMITERS = "\t;,"


class Unreadable(ValueError):
    """A cell that says nothing that can be; the message quotes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it was typed, and what could be read of it; `faults` say what could not."""

    text: str
    entry: HandEntry
    faults: list[BadFormat] = field(default_factory=list)


def delimiter_of(lines: Sequence[str]) -> str:
    """What stands between the cells: what stands there most, as a note may hold another; in quotes nothing counts."""
    plain = re.sub(r'"[^"\n]*"', "", "\n".join(lines))
    return max(DELIMITERS, key=plain.count)


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of a line; raises Unreadable."""
    try:
        (cells,) = csv.reader([line], delimiter=delimiter, strict=True)
    except csv.Error:
        raise Unreadable("A quotation mark in this row has no partner.") from None
    return [re.sub(r"^'(?=[=+\-@])", "", cell.strip()) for cell in cells]


def number_of(cell: str) -> int:
    """The whole number in a cell; raises Unreadable."""
    found = NUMBER.fullmatch(cell.strip())
    if not found:
        if THOUSANDS.fullmatch(cell.strip()):
            raise Unreadable(f"Write “{cell}” without a sign between its digits: it could be a thousand or a fraction.")
        raise Unreadable(f"“{cell[:40]}” is not a whole number.")
    sign, plain, enclosed, trailing = found.groups()
    value = int(plain or enclosed or trailing)
    if value > LARGEST_NUMBER:
        raise Unreadable(f"“{cell}” is more than anybody scores.")
    return -value if enclosed or trailing or (sign and sign in MINUS) else value


class Reader:
    """Reads the rows of one sheet, in their order: whose sides there are can hang on the hands before."""

    def __init__(self, standing: Standing, totals: bool) -> None:
        self.standing, self.totals = standing, totals
        self.rules: RuleSet = standing.rules
        self.players = standing.players
        self.number = 0
        self.whole = {word: side for side, word in _words_of_sides(self.rules, self.players)}

    def row(self, text: str, cells: Mapping[str, str]) -> Row:
        """One row; `cells` by the key of their column."""
        said: dict[str, Any] = {}
        faults: list[BadFormat] = []
        outcome = WITHOUT_CARDS.get(folded(cells.get("bidder", "")))
        if outcome:
            said["outcome"] = outcome
        for key in sorted(cells, key=lambda key: key not in ("bidder", "partners")):  # these say who is on which side
            cell = cells[key]
            out_of_place = outcome and not key.startswith((*CLAIMS, "note"))
            if not cell or (out_of_place and (key == "bidder" or cell in NO_COUNT)):
                continue
            try:
                if out_of_place:
                    raise Unreadable(f"In this deal nobody played; “{cell[:40]}” cannot stand here.")
                self._read(key, cell, said)
            except Unreadable as unreadable:
                claim = "claimed" if key.startswith(CLAIMS) else ""
                faults.append(BadFormat(claim, str(unreadable)))
        if not outcome:
            self._piles(cells, said, faults)
            self.number += 1
        return Row(text, HandEntry(**said), faults)

    def unread(self, text: str, why: str) -> Row:
        """A row of which nothing could be read; it takes the number of a hand."""
        self.number += 1
        return Row(text, HandEntry(), [BadFormat("", why)])

    def _read(self, key: str, cell: str, said: dict[str, Any]) -> None:
        if key == "bid":
            said["bid"] = number_of(cell)
        elif key == "bidder":
            said["bidder"] = self.player(cell)
        elif key in ("last_trick", "most_tricks", "sweep"):
            tied = key == "most_tricks" and folded(cell) in ("tied", "tie")
            said[key] = None if tied else self._taker(cell, said)
        elif key == "reneged_by":
            said |= {"outcome": "renege", key: self.player(cell)}
        elif key == "partners":
            alone = folded(cell) in ("alone", "none", "nobody", *MINUS)
            said[key] = () if alone else tuple(map(self.player, _parts(cell)))
        elif key == "fouls":
            said[key] = tuple(map(self._foul, _parts(cell)))
        elif key == "adjustment":
            said["adjustments"] = tuple(self._adjustment(part) for part in cell.split("|"))
        elif key == "note":
            said[key] = cell
        elif key.startswith(CLAIMS):
            what, _, place = key.partition("-")
            kind = "claimed_totals" if what == "total" or (what == "claim" and self.totals) else "claimed"
            said.setdefault(kind, {})[competitors(self.rules, self.players)[int(place)][0]] = number_of(cell)

    def player(self, cell: str) -> str:
        """The player whom a cell names: by name, by side, or by as many first letters as only one has."""
        word = folded(cell)
        if cell in self.players:
            return cell
        names = [player for player in self.players if folded(player) == word]
        if not names and word in self.whole:
            return self.whole[word][0]
        names = names or [player for player in self.players if word and folded(player).startswith(word)]
        if len(names) != 1:
            who = "could be " + " or ".join(names) if names else "is nobody at this table"
            raise Unreadable(f"“{cell[:40]}” {who}.")
        return names[0]

    def _taker(self, cell: str, said: Mapping[str, Any]) -> str:
        """Who took something: a player, or a side as the counts are headed."""
        for (label, words), side in zip(piles(self.rules, self.players), self._sides(said), strict=False):
            if label in (BIDDING_SIDE, OTHERS) and folded(cell) in words:
                return side[0]
        return self.player(cell)

    def _sides(self, said: Mapping[str, Any]) -> tuple[Side, ...]:
        """The sides of this hand in the order of the columns of counts, as far as it is known who plays with whom."""
        bidder, partners = said.get("bidder"), said.get("partners")
        deal = replace(self.standing, hands_scored=self.number).deal()
        fixed = self.rules.fixed_sides or self.rules.sides == "individual"
        if bidder is None and not fixed:
            return ()
        sides = sides_of(self.rules, deal, bidder, partners)
        if fixed:
            return sides
        bidding = side_with(sides, bidder)
        return bidding, next(side for side in sides if side != bidding)

    def _piles(self, cells: Mapping[str, str], said: dict[str, Any], faults: list[BadFormat]) -> None:
        captured: dict[str, int] = {}
        for place, side in enumerate(self._sides(said)):
            cell = cells.get(f"captured-{place}", "")
            try:
                captured |= {side[0]: number_of(cell)} if cell else {}
            except Unreadable as unreadable:
                faults.append(BadFormat("", str(unreadable)))
        if captured:
            said["captured"] = captured

    def _foul(self, cell: str) -> FoulEntry:
        nest = re.sub(r"\b(nest|discard|nest discard)$", "", cell.strip(), flags=re.IGNORECASE)
        return FoulEntry(self.player(nest), "table-talk" if nest == cell.strip() else "nest-discard")

    def _adjustment(self, cell: str) -> AdjustmentEntry:
        found = re.fullmatch(rf"(.*?\S)\s*([{MINUS}+]\s*[0-9]+)(.*)", cell.strip())
        if not found:
            raise Unreadable(f"“{cell[:40]}” is no adjustment; write whose, how many and why, such as Ann -20 late.")
        return AdjustmentEntry(self.player(found[1]), number_of(found[2]), found[3].strip(" :,()") or REASON)


def _words_of_sides(rules: RuleSet, players: tuple[str, ...]) -> Iterator[tuple[Side, str]]:
    for place, side in enumerate(competitors(rules, players)):
        if len(side) > 1:
            yield from ((side, word) for word in side_words(rules, side, place))
            yield side, folded(side_name(side))


def _parts(cell: str) -> list[str]:
    return [part for part in re.split(r"[/+,;&|]|\band\b", cell) if part.strip()]
