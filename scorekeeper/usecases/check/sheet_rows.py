"""The rows of a paper sheet as people write them, read as entries of a record."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.record import AdjustmentEntry, FoulEntry, HandEntry
from scorekeeper.rules.errors import BadFormat
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import TRICKS, Side, competitors, side_with, sides_of
from scorekeeper.rules.ruleset import LARGEST_NUMBER, RuleSet
from scorekeeper.rules.words import side_name

from .sheet_columns import BIDDING_SIDE, OTHERS, captured_headings, normalize, side_words

MINUS = "-−–—―‐‑‒⁃⁻˗➖﹘﹣－"
NUMBER = re.compile(rf"([{MINUS}+]?)\s*([0-9]{{1,7}})|\(([0-9]{{1,7}})\)|([0-9]{{1,7}})[{MINUS}]")
GROUPED_DIGITS = re.compile(rf"[{MINUS}+(]?\s*[0-9]{{1,3}}([.,'’\s][0-9]{{3}})+\)?")
UNPLAYED_DEALS = {
    "misdeal": "misdeal", "passed out": "passed-out", "all passed": "passed-out", "passed": "passed-out",
    "pass": "passed-out", "passed-out": "passed-out",
}  # fmt: skip
"""The outcome of a deal that nobody played, by what stands in place of its bidder."""
ZERO = ("0", *MINUS)
MARKS: Mapping[str, Mapping[str, Any]] = {"gave_up": {"outcome": "conceded"}, "last": {"last": True}}
"""What it means that something stands in a column, whatever it is but a no."""
DEFAULT_REASON = "on paper"
CLAIMS = ("claim", "points", "total")


class Unreadable(ValueError):
    """A cell or row that cannot be read; the message is a sentence that quotes it."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row as it was typed, the entry that was read from it, and an error for each cell that could not be read."""

    text: str
    entry: HandEntry
    errors: list[BadFormat] = field(default_factory=list)


def parse_number(cell: str) -> int:
    """Return the whole number in a cell, negative in parentheses or with any kind of minus; raises Unreadable."""
    found = NUMBER.fullmatch(cell.strip())
    if not found:
        if GROUPED_DIGITS.fullmatch(cell.strip()):
            raise Unreadable(f"Write “{cell}” with digits only: it could be thousands or a decimal.")
        raise Unreadable(f"“{cell[:40]}” isn't a whole number.")
    sign, plain, enclosed, trailing = found.groups()
    value = int(plain or enclosed or trailing)
    if value > LARGEST_NUMBER:
        raise Unreadable(f"“{cell}” is more than anyone can score.")
    return -value if enclosed or trailing or (sign and sign in MINUS) else value


class RowReader:
    """Reads the rows of one sheet, in their order: whose sides there are can depend on the hands before."""

    def __init__(self, rules: RuleSet, players: tuple[str, ...], totals: bool) -> None:
        self.rules, self.players, self.totals = rules, players, totals
        self.competitors = competitors(rules, tuple(range(len(players))))
        self.hands = 0
        self.first_by_word = dict(self._words_of_sides())

    def read(self, text: str, cells: Mapping[str, str]) -> SheetRow:
        """Return the next row; `cells` by the key of their column, `text` as it was typed."""
        facts: dict[str, Any] = {}
        errors: list[BadFormat] = []
        outcome = UNPLAYED_DEALS.get(normalize(cells.get("bidder", "")))
        if outcome:
            facts["outcome"] = outcome
        for key in sorted(cells, key=lambda key: key not in ("bidder", "partners")):  # they say who is on which side
            cell = cells[key]
            needs_play = outcome and not key.startswith((*CLAIMS, "fouls", "adjustment", "note"))
            if not cell or (needs_play and (key == "bidder" or cell in ZERO)):
                continue
            try:
                if needs_play:
                    raise Unreadable(f"This hand wasn't played, so “{cell[:40]}” can't be here.")
                self._read_cell(key, cell, facts)
            except Unreadable as unreadable:
                errors.append(BadFormat("claimed" if key.startswith(CLAIMS) else "", str(unreadable)))
        if not outcome:
            self._read_captured(cells, facts, errors)
            self.hands += 1
        return SheetRow(text, HandEntry(**facts), errors)

    def read_totals(self, cells: Mapping[str, str]) -> dict[str, int]:
        """Return what a row of totals claims: each competitor's total under its first player; raises Unreadable."""
        facts: dict[str, Any] = {}
        for key in sorted(cells):
            number = key.partition("-")[2]
            if key.startswith(CLAIMS) and cells[key]:
                self._read_cell(f"total-{number}", cells[key], facts)
        return dict(facts.get("claimed_totals", {}))

    def skip(self, text: str, why: str) -> SheetRow:
        """Return a row of which nothing can be read; it takes the number of a hand."""
        self.hands += 1
        return SheetRow(text, HandEntry(), [BadFormat("", why)])

    def _read_cell(self, key: str, cell: str, facts: dict[str, Any]) -> None:
        """Put what a cell says of the hand into `facts`, captured counters apart; raises Unreadable."""
        if key in ("bid", "note"):
            facts[key] = parse_number(cell) if key == "bid" else cell
        elif key == "bidder":
            facts["bidder"] = self._player(cell)
        elif key in TRICKS:
            tied = key == "most_tricks" and normalize(cell) in ("tied", "tie")
            facts[key] = None if tied else self._taker(cell, facts)
        elif key == "reneged_by":
            facts |= {"outcome": "renege", key: self._player(cell)}
        elif key in MARKS:
            facts |= MARKS[key] if normalize(cell) not in ("no", *ZERO) else {}
        elif key == "partners":
            alone = normalize(cell) in ("alone", "none", "nobody", *MINUS)
            facts[key] = () if alone else tuple(map(self._player, _split_names(cell)))
        elif key == "fouls":
            facts[key] = tuple(map(self._foul, _split_names(cell)))
        elif key == "adjustment":
            facts["adjustments"] = tuple(self._adjustment(part) for part in cell.split("|"))
        elif key.startswith(CLAIMS):
            what, _, number = key.partition("-")
            kind = "claimed_totals" if what == "total" or (what == "claim" and self.totals) else "claimed"
            facts.setdefault(kind, {})[self.players[self.competitors[int(number)][0]]] = parse_number(cell)

    def _player(self, cell: str) -> str:
        """Return the player whom a cell names: by name, by side, or by as many first letters as only one has."""
        word = normalize(cell)
        if cell in self.players:
            return cell
        names = [player for player in self.players if normalize(player) == word]
        if not names and word in self.first_by_word:
            return self.first_by_word[word]
        names = names or [player for player in self.players if word and normalize(player).startswith(word)]
        if len(names) != 1:
            raise Unreadable(self._which(cell[:40], names))
        return names[0]

    def _which(self, cell: str, names: Sequence[str]) -> str:
        """Ask who is meant by a cell that these names begin with, none or several."""
        if names:
            return f"“{cell}” could be {' or '.join(names)}."
        unnamed = all(name == f"Player {place}" for place, name in enumerate(self.players, 1))
        return f"No player named “{cell}”.{' Enter the players, too.' if unnamed else ''}"

    def _taker(self, cell: str, facts: Mapping[str, Any]) -> str:
        """Return who took something: a player, or the first of a side that goes by the heading of its counters."""
        headings = captured_headings(self.rules, self.players)
        for (label, words), side in zip(headings, self._captured_sides(facts), strict=False):
            if label in (BIDDING_SIDE, OTHERS) and normalize(cell) in words:
                return self.players[side[0]]
        return self._player(cell)

    def _captured_sides(self, facts: Mapping[str, Any]) -> tuple[Side, ...]:
        """Return the sides of this hand in the order of the columns of counters, none where they are not known."""
        bidder, partners = facts.get("bidder"), facts.get("partners")
        deal = Table(self.rules, tuple(range(len(self.players))), 0, self.hands).deal()
        known = self.rules.fixed_sides or self.rules.sides == "individual"
        if bidder is None and not known:
            return ()
        number = self.players.index
        who = None if bidder is None else number(bidder)
        sides = sides_of(self.rules, deal, who, None if partners is None else tuple(map(number, partners)))
        if known:
            return sides
        bidding_side = side_with(sides, who)
        return bidding_side, next(side for side in sides if side != bidding_side)

    def _read_captured(self, cells: Mapping[str, str], facts: dict[str, Any], errors: list[BadFormat]) -> None:
        captured: dict[str, int] = {}
        for number, side in enumerate(self._captured_sides(facts)):
            cell = cells.get(f"captured-{number}", "")
            try:
                captured |= {self.players[side[0]]: parse_number(cell)} if cell else {}
            except Unreadable as unreadable:
                errors.append(BadFormat("", str(unreadable)))
        if captured:
            facts["captured"] = captured

    def _words_of_sides(self) -> Iterator[tuple[str, str]]:
        """Yield what people call a side of several players, with its first player."""
        for number, side in enumerate(self.competitors):
            names = [self.players[player] for player in side]
            if len(names) > 1:
                yield from (
                    (word, names[0]) for word in (*side_words(self.rules, names, number), normalize(side_name(names)))
                )

    def _foul(self, cell: str) -> FoulEntry:
        name = re.sub(r"\b(nest|discard|nest discard)$", "", cell.strip(), flags=re.IGNORECASE)
        return FoulEntry(self._player(name), "table-talk" if name == cell.strip() else "nest-discard")

    def _adjustment(self, cell: str) -> AdjustmentEntry:
        found = re.fullmatch(rf"(.*?\S)\s*([{MINUS}+]\s*[0-9]+)(.*)", cell.strip())
        if not found:
            raise Unreadable(f"“{cell[:40]}” isn't an adjustment. Write who, how many and why, like Ann -20 late.")
        reason = found[3].strip(" :,()") or DEFAULT_REASON
        return AdjustmentEntry(self._player(found[1]), parse_number(found[2]), reason)


def _split_names(cell: str) -> list[str]:
    return [part for part in re.split(r"[/+,;&|]|\band\b", cell) if part.strip()]
