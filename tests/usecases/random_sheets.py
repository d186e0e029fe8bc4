"""Random grids of known truth: ordinary hands as a sheet has them, with one wrong number or none, some with dashes,
dittos, decimals, marks at bids, blanks that are 0, dates, what each side took in place of points, cells that cannot be
read, or without headings, bidders or bids; and all hands that could bring what a row says, by brute force."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Any

from scorekeeper.rules.game import Table, initial_standing
from scorekeeper.rules.hand import TIED, Deal, Hand, Side, competitors, side_with, sides_of
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from tests.strategies import NAMES

UNREADABLE = str.maketrans("015", "OlS")
SLIPS = (-200, -40, -20, -10, -5, 3, 5, 10, 20, 40, 100)
RULES = {key: preset.rules for key, preset in PRESETS.items()}
RULES["no set"] = replace(RULES["original"], set_rule="none")
DATES = ("Fri Nov 20", "2026-11-20", "20.11.", "Nov 20 2026", "11/20")
Figures = tuple[int, ...]


@dataclass(frozen=True)
class Written:
    """A row as written: who bid (a competitor's place) and the bid, None if they are not; points, totals, what each
    one's side took, and what its penalties take, in the row itself and in a line below it, by competitor.

    `made` is what a mark at the bid says, `dashes` are the competitors with a dash that can be 0 or a set, `sets` those
    with a set of any bid, `unread` is whether a cell cannot be read.
    """

    deal: Deal
    bidder: int | None
    bid: int | None
    points: Figures | None
    totals: Figures | None
    own: Figures
    below: Figures
    took: Figures | None = None
    made: bool | None = None
    dashes: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()
    unread: bool = False

    def meant(self, rules: RuleSet) -> Iterator["Written"]:
        """Yield the row with each dash as 0, and with each as a set."""
        for sets in (each for n in range(len(self.dashes) + 1) for each in combinations(self.dashes, n)):
            sets = (*sets, *self.sets)
            for bid in [self.bid] if self.bid is not None or not sets else rules.bids:
                worth = {at: -(bid or 0) if at in sets else 0 for at in (*self.dashes, *self.sets)}
                points = self.points and tuple(worth.get(at, n) for at, n in enumerate(self.points))
                yield replace(self, bid=bid, points=points)


@dataclass(frozen=True)
class RandomSheet:
    """A sheet as a text with the choices that a person makes, and its rows."""

    key: str
    text: str
    reading: str
    penalties_in: bool
    blank_is_0: bool
    rows: tuple[Written, ...]
    dates: tuple[int, ...] = ()
    headed: bool = True

    @property
    def rules(self) -> RuleSet:
        return RULES[self.key]

    @property
    def choices(self) -> dict[str, Any]:
        """What a person says of it."""
        names = () if self.rules.fixed_sides else NAMES[: self.rules.players]
        how = {"reading": self.reading, "penalties_in": self.penalties_in, "blank_is_0": self.blank_is_0}
        return how | {"names": names, "lines": dict.fromkeys(self.dates, "date")}

    def base(self, row: int) -> Figures:
        """The totals that are written above a row, with the penalties between them."""
        if not row:
            return (0,) * len(competitors(self.rules, tuple(range(self.rules.players))))
        above = self.rows[row - 1]
        assert above.totals
        later = (0,) * len(above.below) if self.penalties_in else above.below
        return tuple(total - lost for total, lost in zip(above.totals, later, strict=True))

    def worth(self, one: Written, base: Figures) -> Iterator[Figures]:
        """Yield what a row says that its hand scored without penalties, by its points and by its totals."""
        whole = tuple(map(sum, zip(one.own, one.below, strict=True)))
        if one.points:
            lost = whole if self.penalties_in else (0,) * len(whole)
            yield tuple(n + less for n, less in zip(one.points, lost, strict=True))
        if one.totals:
            lost = whole if self.penalties_in else one.own
            yield tuple(n - before + less for n, before, less in zip(one.totals, base, lost, strict=True))

    def some_hand_fits(self, row: int, base: Figures) -> bool:
        """Whether an ordinary hand brings what a row says: all are tried."""
        for one in self.rows[row].meant(self.rules):
            worth: set[Figures | None] = {*self.worth(one, base)} or {None}
            if len(worth) == 1 and any_hand(self.key, one.deal, one.bidder, one.bid, one.made, worth.pop(), one.took):
                return True
        return False


@cache
def any_hand(
    key: str,
    deal: Deal,
    bidder: int | None,
    bid: int | None,
    made: bool | None,
    points: Figures | None,
    took: Figures | None,
) -> bool:
    """Whether an ordinary hand brings these points of the competitors, or has these counters; `bidder` is one of them,
    None if not known."""
    rules, figures = RULES[key], points or took or ()
    owners = competitors(rules, deal.players)
    for player in deal.players if bidder is None else owners[bidder]:
        others = [each for each in deal.players if each != player]
        called = [c for n in range(rules.partners_called + 1) for c in combinations(others, n)]
        for partners in called if rules.sides == "called_partner" else [None]:
            sides = sides_of(rules, deal, player, partners)
            if any(len({figures[at] for at, own in enumerate(owners) if own[0] in side}) > 1 for side in sides):
                continue  # a side's players score alike
            wanted = {side: next(figures[at] for at, own in enumerate(owners) if own[0] in side) for side in sides}
            for hand in _hands(rules, sides, player, partners, bid, wanted, of_points=points is not None):
                if not validate_hand(rules, deal, hand)[1]:
                    score = score_hand(rules, deal, hand)
                    as_said = made in (None, score.made)
                    if as_said and all(
                        points is None or score.points[own[0]] == points[at] for at, own in enumerate(owners)
                    ):
                        return True
    return False


def _hands(
    rules: RuleSet,
    sides: Sequence[Side],
    bidder: int,
    partners: Any,
    bid: int | None,
    wanted: Mapping[Side, int],
    *,
    of_points: bool,
) -> Iterator[Hand]:
    """Yield every ordinary hand that could bring these points, or counters with its tricks or without: of more than two
    sides, all but the bidder's score what they took."""
    bidding, bids = side_with(sides, bidder), rules.bids if bid is None else (bid,)
    for tricks in _tricks(rules, [side[0] for side in sides]):
        piles = _piles(rules, sides, bidding, tricks, wanted) if of_points else _told(rules, tricks, wanted)
        for captured in piles:
            for one in bids:
                yield Hand(bidder=bidder, bid=one, partners=partners, captured=captured, **tricks)


def _tricks(rules: RuleSet, firsts: Sequence[int]) -> list[dict[str, Any]]:
    lasts = firsts if rules.last_trick_points else (None,)
    mosts = (*firsts, TIED) if rules.most_tricks_points else (None,)
    found: list[dict[str, Any]] = [{"last_trick": last, "most_tricks": most} for last, most in product(lasts, mosts)]
    return found + ([{"sweep": first} for first in firsts] if rules.sweep_bonus and rules.sweep_on == "tricks" else [])


def _piles(
    rules: RuleSet, sides: Sequence[Side], bidding: Side, tricks: Mapping[str, Any], wanted: Mapping[Side, int]
) -> Iterator[dict[int, int]]:
    step, total = min(rules.card_values), rules.card_total
    others = [side for side in sides if side != bidding]
    if len(others) == 1:
        for out in range(0, sum(rules.card_values[: rules.out_of_play_cards]) + 1, step):
            for worth in range(0, total - out + 1, step):
                yield {bidding[0]: worth, others[0][0]: total - out - worth}
        return
    piles = {side[0]: wanted[side] - of_tricks(rules, tricks, side) for side in others}
    if all(worth >= 0 for worth in piles.values()) and sum(piles.values()) <= total:
        yield piles | {bidding[0]: total - sum(piles.values())}


def _told(rules: RuleSet, tricks: Mapping[str, Any], wanted: Mapping[Side, int]) -> Iterator[dict[int, int]]:
    """Yield the piles of sides that took this, with the points of their tricks or without."""
    ways = [{worth, worth - of_tricks(rules, tricks, side)} for side, worth in wanted.items()]
    for piles in product(*ways):
        if all(worth >= 0 for worth in piles) and sum(piles) <= rules.card_total:
            yield {side[0]: worth for side, worth in zip(wanted, piles, strict=True)}


def of_tricks(rules: RuleSet, tricks: Mapping[str, Any], side: Side) -> int:
    return sum(worth for name, worth in rules.trick_points.items() if tricks.get(name) in side)


def random_hand(luck: random.Random, rules: RuleSet, table: Table) -> tuple[Hand, Figures]:
    """Return an ordinary hand and each player's points."""
    deal = table.deal()
    while True:
        bidder, bid = luck.choice(table.players), luck.choice(rules.bids)
        called = luck.choice([each for each in table.players if each != bidder])
        partners = (called,) if rules.sides == "called_partner" else None
        sides = sides_of(rules, deal, bidder, partners)
        captured = dict.fromkeys((side[0] for side in sides), 0)
        favored, most = luck.choice([side_with(sides, bidder)[0], *captured]), luck.choice((0.5, 0.5, 0.7, 1))
        for worth in rules.card_values:
            captured[favored if luck.random() < most else luck.choice([*captured])] += worth
        taker = luck.choice(table.players)
        tricks: dict[str, Any] = {name: taker for name, worth in rules.trick_points.items() if worth}
        hand = Hand(bidder=bidder, bid=bid, partners=partners, captured=captured, **tricks)
        if not validate_hand(rules, deal, hand)[1]:
            return hand, score_hand(rules, deal, hand).points


def key_of(seed: int) -> str:
    """Return the key of the rules that the sheet of this seed has."""
    return [*RULES][seed % len(RULES)]


def random_sheet(seed: int) -> RandomSheet:
    """Return the sheet of this seed."""
    luck = random.Random(seed)
    rules = RULES[key := key_of(seed)]
    table = initial_standing(rules, range(rules.players)).table
    owners = competitors(rules, table.players)
    heads = ("Us", "Them") if rules.fixed_sides else NAMES[: rules.players]
    reading = luck.choice(("points", "totals", "both", "took"))
    bids, penalties_in, blank_is_0 = luck.random() < 0.8, luck.random() < 0.5, luck.random() < 0.3
    says_bidder, says_bid = (True, True) if luck.random() < 0.7 else (luck.random() < 0.5, luck.random() < 0.5)
    noted = luck.choice(("none", "column", "line")) if rules.uses_fouls and rules.fixed_sides else "none"
    bids |= noted == "line"
    says_bidder, says_bid = (bids and (says_bidder or noted == "line"), bids and says_bid)
    count = luck.randint(2, 6)
    slip = luck.randrange(count) if luck.random() < 0.6 else None
    rows, running, nothing = list[Written](), [0] * len(owners), (0,) * len(owners)
    marks, with_tricks = says_bid and luck.random() < 0.3, luck.random() < 0.5
    for number in range(count):
        deal = table.deal()
        hand, scored = random_hand(luck, rules, table)
        worth = [scored[own[0]] for own in owners]
        lost = tuple(rules.foul_penalty * (luck.random() < 0.3) for _ in owners) if noted != "none" else nothing
        in_points = [n - less * penalties_in for n, less in zip(worth, lost, strict=True)]
        own, below = (lost, nothing) if noted == "column" else (nothing, lost)
        summed = [
            n + more - less - (after if penalties_in else 0)
            for n, more, less, after in zip(running, worth, own, below, strict=True)
        ]
        running = [n + more - less for n, more, less in zip(running, worth, lost, strict=True)]
        points = in_points if reading in ("points", "both") else None
        totals = summed if reading in ("totals", "both") else None
        took = _took(rules, deal, hand, owners, with_tricks=with_tricks) if reading == "took" else None
        if number == slip:
            figures = luck.choice([each for each in (points, totals, took) if each])
            place = luck.randrange(len(owners))
            figures[place] = 0 if blank_is_0 and luck.random() < 0.5 else figures[place] + luck.choice(SLIPS)
        at = next(at for at, own_ in enumerate(owners) if hand.bidder in own_)
        made = score_hand(rules, deal, hand).made if marks and luck.random() < 0.5 else None
        rows.append(
            Written(
                deal, at if says_bidder else None, hand.bid if says_bid else None,
                tuple(points) if points else None, tuple(totals) if totals else None, own, below,
                tuple(took) if took else None, made,
            )
        )  # fmt: skip
        table = table.after(deal, hand)
    sheet = RandomSheet(key, "", reading, penalties_in, blank_is_0, tuple(rows))
    return _written(luck, sheet, heads, noted)


def _took(rules: RuleSet, deal: Deal, hand: Hand, owners: Sequence[Side], *, with_tricks: bool) -> list[int]:
    """Return what each competitor's side took."""
    tricks = {name: hand.taker(name) for name in rules.trick_points} if with_tricks else {}
    sides = sides_of(rules, deal, hand.bidder, hand.partners)
    mine = [side_with(sides, own[0]) for own in owners]
    return [hand.captured[side[0]] + of_tricks(rules, tricks, side) for side in mine]


def _written(luck: random.Random, sheet: RandomSheet, heads: Sequence[str], noted: str) -> RandomSheet:
    """Write a sheet with headings, as a spreadsheet does, its columns in any order, or not as neatly."""
    first = sheet.rows[0]
    names = ["Bidder"] * (first.bidder is not None) + ["Bid"] * (first.bid is not None)
    is_plain = len(names) != 1 and noted == "none" and not any(row.made is not None for row in sheet.rows)
    together = len(names) > 1 and noted != "line" and luck.random() < 0.3
    headed = together or not is_plain or sheet.reading == "both" or sheet.blank_is_0 or luck.random() < 0.5
    names = names[together:]
    names += heads
    names += [f"{head} total" for head in heads] if sheet.reading == "both" else []
    names += [f"{head} penalty" for head in heads] if noted == "column" else []
    if headed:
        luck.shuffle(names)
    lines: list[dict[str, str]] = [{name: name for name in names}] if headed else []
    sign, untidy, above = luck.choice(",;\t"), luck.random() < 0.6, dict[str, str]()
    rows, dates = list[Written](), list[int]()
    for row in sheet.rows:
        if luck.random() < 0.1:
            lines.append({names[0]: luck.choice(DATES)})
            dates.append(len(lines))
        told = dict(zip(heads, map(str, row.points or row.totals or row.took or ()), strict=True))
        told |= {"Bidder": heads[row.bidder or 0], "Bid": str(row.bid)}
        told |= {f"{head} total": str(total) for head, total in zip(heads, row.totals or (), strict=False)}
        told |= {f"{head} penalty": str(lost or "") for head, lost in zip(heads, row.own, strict=True)}
        mark = {None: "", True: luck.choice((" made", "✓")), False: luck.choice((" x", "-", " set"))}[row.made]
        told["Bid"] = f"{told['Bidder']} {row.bid}{mark}" if together else f"{row.bid}{mark}"
        told = {name: told[name] for name in names}
        row, told = _untidy(luck, sheet, row, told, heads, headed=headed) if untidy else (row, told)
        if sheet.blank_is_0 and sheet.reading != "totals":
            blank = told | {head: "" for head in heads if told[head] == "0" and luck.random() < 0.7}
            told = blank if any(map(str.isdigit, "".join(blank.values()))) else told  # else it may be no hand
        rows.append(row)
        lines.append({name: _ditto(luck, text, above.get(name)) if untidy else text for name, text in told.items()})
        above = told
        lines += [{"Bidder": "penalty", head: str(-lost)} for head, lost in zip(heads, row.below, strict=True) if lost]
    text = "\n".join(sign.join(line.get(name, "") for name in names) for line in lines)
    text = text if sign == "," else text.replace(".00", luck.choice((".00", ",00")))
    return replace(sheet, text=text, rows=(*rows,), dates=(*dates,), headed=headed)


def _ditto(luck: random.Random, text: str, above: str | None) -> str:
    return luck.choice(('"', "″")) if text and text == above and luck.random() < 0.7 else text


def _untidy(
    luck: random.Random, sheet: RandomSheet, row: Written, told: dict[str, str], heads: Sequence[str], *, headed: bool
) -> tuple[Written, dict[str, str]]:
    """Write a row as people do: a set or a 0 as a dash, decimals, who bid by a beginning, perhaps one cell that cannot
    be read."""
    rules, told, dashes, sets = sheet.rules, dict(told), list[int](), list[int]()
    forms = rules.sides in ("called_partner", "rotating_partners")
    costs = rules.set_rule == "minus_bid"
    for at, worth in enumerate(row.took or ()):
        told[heads[at]] = luck.choice("-–0o") if worth == 0 and any(row.took or ()) else str(worth)
    for at, points in enumerate(row.points or ()):
        lost = sheet.penalties_in and row.own[at] + row.below[at]
        is_set = not lost and costs and -points in (rules.bids if row.bid is None else (row.bid,))
        if row.bidder == at and is_set:
            told[heads[at]] = luck.choice(("-", "—", "set", "x", str(points)))
            sets += [at] if row.bid is None and told[heads[at]] != str(points) else []
        elif points == 0 and not costs:
            told[heads[at]] = luck.choice("-–0")
        elif (points == 0 and row.bidder != at) or (is_set and (forms or row.bidder is None)):
            told[heads[at]] = luck.choice(("-", "–", str(points)))
            dashes += [at] if told[heads[at]] in "-–" and (forms or row.bidder is None) else []
    few = dashes[: 2 if any(map(str.isdigit, "".join(told.values()))) else 1]  # a line of dashes alone may be no hand
    told |= {heads[at]: str((row.points or ())[at]) for at in dashes if at not in few}
    if "Bidder" in told and not rules.fixed_sides and luck.random() < 0.5:
        told["Bidder"] = next(begins for n in range(1, 40) if sum(
            name.startswith(begins := told["Bidder"][:n]) for name in NAMES[: rules.players]) == 1)  # fmt: skip
    numbers = [name for name, text in told.items() if text.removeprefix("-").isdecimal()]
    told |= {name: f"{told[name]}.00" for name in numbers if luck.random() < 0.2}
    unread = headed and luck.random() < 0.15
    if unread:
        name = luck.choice(numbers)
        text = told[name].partition(".")[0]
        bad = text.translate(UNREADABLE)
        told[name] = bad if bad != text and any(map(str.isdigit, bad)) else luck.choice((f"{text}?", f"~~{text}~~"))
    return replace(row, dashes=(*few,), sets=(*sets,), unread=unread), told
