"""Random paper sheets with known truth: ordinary hands, written in one of many ways, with one wrong number or none."""

import random
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.game import Table, initial_standing
from scorekeeper.rules.hand import Hand, competitors, side_with, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.validation import validate_hand
from tests.strategies import NAMES

TITLES = ("Rook at Ann's", "Friday night", "10/31/2026", "May 1", "game 1 of the evening")
REMARKS = ("Bob spilled his tea", "what a hand!", "coffee")
WORDS = (("Us", "Them"), ("We", "They"), ("Team A", "Team B"), ("Side 1", "Side 2"), ("Home", "Away"))
HEADS = {
    "number": ("Hand", "#", "No.", "Round"),
    "bidder": ("Bidder", "bid by", "Caller", "WHO", "Declarer", "Bidding team", "High bidder"),
    "bid": ("Bid", "bid amount", "Contract", "Declared", "High bid", "Winning bid:", "Bid pts."),
    "made": ("Made", "Made/Set", "made?"),
    "took": ("Took", "Taken", "Made"),
}
SLIPS = (-40, -20, -10, -5, 3, 5, 10, 20, 40, 100)


@dataclass(frozen=True)
class Written:
    """A hand as written: its bidder's side and bid, None if they are not, and the sides' points and totals."""

    side: int | None
    bid: int | None
    points: tuple[int, ...] | None
    totals: tuple[int, ...] | None


@dataclass(frozen=True)
class RandomSheet:
    """A sheet, its rules and players, what is written in it, and the number of the row with a slip, if any."""

    rules: str
    names: tuple[str, ...]
    text: str
    hands: tuple[Written, ...]
    slip: int | None
    form: str


def random_sheet(seed: int) -> RandomSheet:
    """Return the sheet of this seed."""
    return _Writer(random.Random(seed)).write()


def random_hand(luck: random.Random, rules: RuleSet, table: Table) -> tuple[Hand, tuple[int, ...], int]:
    """Return an ordinary hand, each player's points, and what the bidding side took."""
    deal = table.deal()
    while True:
        bidder, bid = luck.choice(table.players), luck.choice(rules.bids)
        called = luck.choice([each for each in table.players if each != bidder])
        partners = (called,) if rules.sides == "called_partner" else None
        sides = sides_of(rules, deal, bidder, partners)
        captured, favored = dict.fromkeys((side[0] for side in sides), 0), side_with(sides, bidder)[0]
        for worth in rules.card_values:
            captured[favored if luck.random() < 0.5 else luck.choice([*captured])] += worth
        taker = luck.choice(table.players)
        tricks: dict[str, Any] = {name: taker for name, worth in rules.trick_points.items() if worth}
        hand = Hand(bidder=bidder, bid=bid, partners=partners, captured=captured, **tricks)
        if not validate_hand(rules, deal, hand)[1]:
            scored = score_hand(rules, deal, hand)
            return hand, scored.points, next(side.points for side in scored.sides if bidder in side.players)


class _Writer:
    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.key = luck.choice([*PRESETS]) if luck.random() < 0.5 else "original"
        self.rules = PRESETS[self.key].rules
        self.table = initial_standing(self.rules, range(self.rules.players)).table
        self.sides = competitors(self.rules, self.table.players)

    def write(self) -> RandomSheet:
        luck, fixed = self.luck, self.rules.fixed_sides
        named = luck.random() < 0.4 or not fixed
        names = NAMES[: self.rules.players] if named else ()
        words = luck.choice(WORDS) if fixed and (not named or luck.random() < 0.5) else None
        self.labels = words or tuple(
            luck.choice((" & ", "/")).join(names[each] for each in side) for side in self.sides
        )
        self.calls = words or tuple(names[side[0]] for side in self.sides)
        kinds = ["points", "totals", "both", "under"] if fixed else ["points", "totals"]
        self.kind = luck.choice(kinds)
        self.bids = luck.choice(["two", "two", "one", "sides", "none"] if fixed else ["two", "one"])
        self.separator = luck.choice([",", ";", "\t", "|", "  ", " "])
        plain = self.kind != "under" and self.bids != "sides"
        self.headed = luck.random() < 0.6 or not plain or not fixed
        self.turned = self.kind != "both" and plain and self.bids == "none" and luck.random() < 0.3
        self.numbered = luck.random() < 0.4 and self.kind != "under" and (self.headed or self.bids != "none")
        self.extra = luck.choice(["made", "took"]) if self.headed and fixed and luck.random() < 0.2 else ""
        self.minus = luck.choice(["-{}", "-{}", "−{}", "({})", "{}-"])
        self.set_word = self.kind == "points" and self.rules.set_rule == "minus_bid" and luck.random() < 0.15
        spaced = any(" " in label for label in self.labels) or self.bids == "sides" or self.kind == "under"
        if self.separator == " " and spaced:
            self.separator = ","
        hands, rows = [], []
        totals = [0] * len(self.sides)
        count = luck.randint(3, 9)
        slip = luck.randrange(count) if luck.random() < 0.5 else None
        for number in range(count):
            hand, points, took = random_hand(luck, self.rules, self.table)
            assert hand.bidder is not None
            at = next(at for at, side in enumerate(self.sides) if hand.bidder in side)
            worth = [points[side[0]] for side in self.sides]
            totals = [total + each for total, each in zip(totals, worth, strict=True)]
            shown, summed = list(worth), list(totals)
            if number == slip:
                which, off = luck.randrange(len(self.sides)), luck.choice(SLIPS)
                (summed if self.kind == "totals" else shown)[which] += off
            told = self.bids != "none"
            hands.append(
                Written(
                    at if told else None,
                    hand.bid if told else None,
                    None if self.kind == "totals" else tuple(shown),
                    None if self.kind == "points" or (self.kind == "under" and not number) else tuple(summed),
                )
            )
            rows.append((number, at, hand, shown, summed, took, took >= (hand.bid or 0)))
            self.table = self.table.after(self.table.deal(), hand)
        text = self._text(rows, totals)
        form = f"{self.key} {self.kind} bids:{self.bids} {self.separator!r} headed:{self.headed} turned:{self.turned}"
        return RandomSheet(self.key, names, text, tuple(hands), slip, form)

    def _text(self, rows: list[Any], totals: list[int]) -> str:
        luck = self.luck
        if self.turned:
            lines = [[label, *(self._number(row[3 if self.kind != "totals" else 4][at]) for row in rows)]
                     for at, label in enumerate(self.labels)]  # fmt: skip
            if self.kind == "under":
                self.kind = "points"
            return "\n".join(self._lines(lines))
        lines = [self._heads()] if self.headed else []
        for number, at, hand, shown, summed, took, made in rows:
            lines.append(self._row(number, at, hand, shown, summed, took, made))
            if self.kind == "under" and number:
                lines.append([*[""] * (len(lines[-1]) - len(summed)), *map(self._number, summed)])
        if luck.random() < 0.3 and self.kind != "under" and self.bids in ("two", "one"):
            end = [*map(self._number, totals)]
            last = lines[-1]
            pad = len(last) - len(self.sides) - (len(self.sides) if self.kind == "both" else 0) - bool(self.extra)
            if pad > 0 and self.separator not in ("  ", " ") and self.kind != "both" and not self.extra:
                lines.append(["Total", *[""] * (pad - 1), *end])
        text = self._lines(lines)
        if luck.random() < 0.3:
            title = luck.choice([" ", "\t", ", "]).join([self.labels[0], luck.choice(["vs", "beat"]), self.labels[1]])
            text.insert(luck.choice([0, len(text)]), luck.choice([*TITLES, title]))
        if luck.random() < 0.2:
            text.insert(luck.randint(1, len(text)), luck.choice(REMARKS))
        return "\n".join(text)

    def _heads(self) -> list[str]:
        def pick(kind: str) -> str:
            return self.luck.choice(HEADS[kind]) if self.separator != " " else HEADS[kind][0]

        heads = [pick("number") if self.luck.random() < 0.7 else ""] if self.numbered else []
        heads += {"two": [pick("bidder"), pick("bid")], "one": [pick("bid")], "none": []}.get(
            self.bids, [f"{label} bid" for label in self.labels]
        )
        heads += [pick(self.extra)] if self.extra else []
        heads += self.labels
        return heads + ([f"{label} total" for label in self.labels] if self.kind == "both" else [])

    def _row(self, number: int, at: int, hand: Hand, shown: Any, summed: Any, took: int, made: bool) -> list[str]:
        cells = [self.luck.choice(["{}", "{}."]).format(number + 1)] if self.numbered else []
        called = self.calls[at]
        if self.bids == "two":
            cells += [called, str(hand.bid)]
        elif self.bids == "one":
            cells.append(f"{called}/{hand.bid}" if self.separator == " " else f"{called} {hand.bid}")
        elif self.bids == "sides":
            cells += [str(hand.bid) if each == at else "" for each in range(len(self.sides))]
        if self.extra:
            cells.append(("yes" if made else "no") if self.extra == "made" else str(took))
        figures = summed if self.kind == "totals" else shown
        told = [*map(self._number, figures)]
        if self.set_word and self.bids != "none" and figures[at] == -(hand.bid or 0):
            told[at] = "set"
        cells += told
        return cells + ([*map(self._number, summed)] if self.kind == "both" else [])

    def _number(self, number: int) -> str:
        return self.minus.format(-number) if number < 0 else str(number)

    def _lines(self, lines: list[list[str]]) -> list[str]:
        if self.separator == "|":
            return [f"| {' | '.join(cells)} |" for cells in lines]
        if self.separator == "  ":
            widths = [max(len(cell) for cell in column) + 2 for column in zip(*_even(lines), strict=True)]
            return [
                "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)) for cells in _even(lines)
            ]
        return [self.separator.join(cells) for cells in lines]


def _even(lines: list[list[str]]) -> list[list[str]]:
    most = max(map(len, lines))
    return [[*cells, *[""] * (most - len(cells))] for cells in lines]
