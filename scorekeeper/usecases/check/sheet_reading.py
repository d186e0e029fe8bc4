"""Read a paper sheet in one way: tell its lines apart, and read their cells."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain

from .sheet_cells import ARROW, LONGEST_TEXT, MADE, cut, hand_number, is_number, is_pass, looks_like_number, number_in
from .sheet_content import LeftOut, ReadSheet, count_numbers
from .sheet_day import DATE, day_in
from .sheet_extras import OF_EXTRA, Extras, Keyed
from .sheet_headings import TOTAL_ROW, normalize
from .sheet_lines import Cells, Heading, is_total
from .sheet_rows import CELLS_OF_POINTS, Cell, Row
from .sheet_sides import OUTCOME, bidder_and_bid
from .sheet_ways import Way, last_sum

UNPLAYED = {
    "misdeal": "misdeal", "mis-deal": "misdeal", "redeal": "misdeal", "re-deal": "misdeal", "passed out": "passed-out",
    "all passed": "passed-out", "all pass": "passed-out", "passed": "passed-out", "pass": "passed-out",
    "passed-out": "passed-out", "no bid": "passed-out", "no bids": "passed-out", "misdealt": "misdeal",
    "dead hand": "misdeal", "everyone passed": "passed-out", "everybody passed": "passed-out",
}  # fmt: skip
"""Outcomes of misdeals and passed-out deals, by the word in place of the bidder."""
START = re.compile(
    r"(?:balance )?(?:brought|carried|carry)(?: forward| fwd| over| down)?|b/?f|c/?f"
    r"|(?:start(?:ing)?|opening|previous)(?: totals?| scores?| balance)?",
    re.IGNORECASE,
)
WON = re.compile(
    r"(?:the )?(?:winners?|won by|champions?)\b(?: is\b| are\b)?[\s:=.→-]*(.*)|(.*?) \b(?:won|wins?|winners?)\b.*",
    re.IGNORECASE,
)
WITHOUT_A_HAND = ("points", "total", "fouls", "adjustment", "note", "penalty")
OF_THE_BIDDING = {"bid", "bidder", "partners", "note"}
WITH_ITS_SIDE = re.compile(r"([^\W\d][^\d()\s:]*)[\s:]+(\S.*)")
"""A number after whose it is: "Us 80"."""
NEXT_GAME = re.compile(
    r"\W*(?:(?:new|another|second|third|2nd|3rd|[4-9]th) game"
    r"|game (?:no\.? ?|number |# ?)?(?:[2-9]|[1-9]\d|two|three|four|five|iii?|iv|v))\b(?:\s*[:(–—-][^\d?]*|[^\w?]*)",
    re.IGNORECASE,
)
"""The title of another game: "Game 2: Ann & Cal vs Bob & Dee"."""
MAY_HAVE_BOTH = ("bid", "bidder", "note", "partners")
DITTO = ('"', "''", "”", "〃", "ditto", "do")


class SheetReader:
    """Reads the lines of a sheet in one way."""

    def __init__(self, way: Way, texts: Mapping[int, str], today: date) -> None:
        self.way, self.words, self.texts, self.today = way, way.words, texts, today
        self.sheet = ReadSheet(way, tuple(self._labels()))
        self.width = len(way.headings)
        self.extras = Extras(way.words, way.headings)
        self.above: dict[str, str] = {}
        self.bare = 0
        self.hands_above = 0
        self.last_sum = last_sum(way) if way.under == "last" else None

    def _labels(self) -> Iterator[str]:
        """Yield each competitor's label: the heading that is only its name, else its usual name."""
        for place in range(len(self.words.sides)):
            key = f"{self.way.side_is}-{place}"
            texts = (heading.text.rstrip(" :") for heading in self.way.headings if heading.key == key)
            bare = next((text for text in texts if self.words.side(text) == place), None)
            yield bare or self.words.label(place)

    def read(self, most_hands: int) -> ReadSheet:
        """Return the sheet with its lines by kind, up to this many hands."""
        for at, (number, cells) in enumerate(self.way.lines):
            if self.sheet.second_game or len(self.sheet.rows) >= most_hands:
                break
            if not self._are_headings(cells):
                self._read_line(number, cells)
            self._see_second_game(at)
        self._leave_out_hand_in_play()
        return self.sheet

    def _see_second_game(self, at: int) -> None:
        """See whether this line is the title of another game, and what is below it does not go on. The title could be a
        remark, so what follows is left out."""
        number, cells = self.way.lines[at]
        if self.sheet.second_game or not NEXT_GAME.fullmatch(" ".join(filter(None, cells))):
            return
        hands_between, self.hands_above = len(self.sheet.rows) - self.hands_above, len(self.sheet.rows)
        below = self.way.lines[at + 1 :]
        if hands_between < 2 or self._goes_on(below):  # people call a hand a game, too
            return
        self.sheet.second_game = f"Line {number} begins another game: what is below it is left out."
        for line, _ in below:
            self._leave_out(line)

    def _goes_on(self, lines: Sequence[tuple[int, Cells]]) -> bool:
        """Whether lines go on with the hands above them: with totals or a winner, or with their numbers or totals."""
        for _, cells in lines:
            text = " ".join(filter(None, cells))
            is_won = len(text) <= LONGEST_TEXT and WON.fullmatch(text.strip())
            sums = [number_in(cell) for cell in cells if is_number(cell)]
            if self._has_word_of_total(cells, text) or is_won or sums == self._sums():
                return True
            keyed = [(head, cell) for head, cell in zip(self.way.headings, cells, strict=False) if head.key]
            if self._is_row(keyed):
                return self._row_goes_on(keyed)
        return True

    def _row_goes_on(self, keyed: Keyed) -> bool:
        if any(hand_number(cell) for head, cell in keyed if head.key == "number"):
            return True  # or its number begins again
        said = {head.key: number_in(cell) for head, cell in keyed if head.kind in CELLS_OF_POINTS and is_number(cell)}
        totals = {key: total for key, total in said.items() if key.startswith("total")}
        points = {key: said.get(key.replace("total", "points"), total) for key, total in totals.items()}
        most = max(self.words.rules.hand_total, self.words.rules.highest_bid)
        return bool(totals) and (points != totals or any(abs(total) > most for total in totals.values()))

    def _leave_out_hand_in_play(self) -> None:
        """Leave out a last row that was bid on but says nothing else, as the row above it does: it is no hand yet. A
        total below it must be the bidding side's without it: a bid that was made or set changes that."""
        rows, sheet = self.sheet.rows, self.sheet
        if len(rows) < 2 or not self._could_be_in_play(rows[-1], rows[-2]):
            return
        bidders = (cell.fact[1] for cell in rows[-1].cells if cell.kind == "bidder" and cell.fact)
        place = next((self.words.place(player) for players in bidders for player in players), -1)
        totals = chain(*(cells for above, cells, _ in sheet.totals if above == len(rows)))
        below = {cell.place: cell.fact[1] for cell in totals if cell.fact}
        if below and (place < 0 or below.get(place) != self._sums()[place]):
            return
        sheet.left_out.append(LeftOut((last := rows.pop()).line, self.texts.get(last.line, ""), 0))
        sheet.totals = [(min(above, len(rows)), cells, text) for above, cells, text in sheet.totals]

    def _could_be_in_play(self, row: Row, above: Row) -> bool:
        follows = row.number is None or above.number is None or row.number == above.number + 1
        bids = self.words.rules.bids
        good = all(cell.fact and (cell.kind != "bid" or cell.fact[1] in bids) for cell in row.cells if cell.text)
        return follows and good and _only_bid(row) and not _only_bid(above)

    def _read_line(self, number: int, cells: Cells) -> None:
        text = " ".join(filter(None, cells))
        filled = [cell for cell in cells if cell]
        if not filled:
            return
        words = [cell for cell in filled if not self.words.is_name(cell)]
        first = next((cell for cell in words if not is_number(cell)), "")
        keyed = [(head, cell) for head, cell in zip(self.way.headings, cells, strict=False) if head.key]
        after = cells[self.width :]
        used = True
        if self._is_total(number, cells, text):
            used = self._total(keyed, cells, text)
        elif not self.sheet.rows and (day := self._day(self.texts.get(number, text))):
            self.sheet.day = day
        elif not self.sheet.rows and (self._is_zeros(keyed, cells) or self._is_start(first, text)):
            used = self._start(keyed, cells, text)
        elif unplayed := self._unplayed(keyed, words):
            self._row(number, keyed, after, unplayed)
        elif self._is_under(keyed, filled):
            self._totals_under(filled)
        elif self.sheet.rows and (extra := self.extras.read_line(keyed, cells, text)):
            self.sheet.rows[-1].add(*extra)
            self.sheet.rows[-1].extra_lines.append(text)
        elif self._is_row(keyed):
            self._row(number, keyed, after)
        else:
            used = self._winner(text) or self._is_number_alone(keyed)
        if used:
            self.sheet.lines.add(number)
        else:
            self._leave_out(number, text)

    def _are_headings(self, cells: Cells) -> bool:
        """Whether a line has the headings again, as on a second page."""
        filled = [*filter(None, cells)]
        headings = [heading.text for heading in self.way.headings if heading.text]
        return len(filled) > 1 and filled == headings[-len(filled) :]

    @staticmethod
    def _is_number_alone(keyed: Keyed) -> bool:
        """Whether a line has the number or the day of a hand that was not played, and no remark in its place."""
        said = [(heading.key, cell) for heading, cell in keyed if cell]
        return all(key == "number" and (hand_number(cell) or DATE.fullmatch(cell)) for key, cell in said)

    def _leave_out(self, number: int, text: str = "") -> None:
        written = self.texts.get(number, text)
        self.sheet.left_out.append(LeftOut(number, written, count_numbers(written)))

    def _is_zeros(self, keyed: Keyed, cells: Cells) -> bool:
        """Whether a line has nothing but zeros for the sides, which no hand brings."""
        said = [(head.kind, cell) for head, cell in keyed if cell and (head.key, cell) != ("number", "0")]
        zeros = not self.sheet.start and all(
            kind in CELLS_OF_POINTS and is_number(cell) and not number_in(cell) for kind, cell in said
        )
        return zeros and len(said) >= len(self.words.sides) and not any(cells[self.width :])

    @staticmethod
    def _unplayed(keyed: Keyed, filled: Cells) -> str | None:
        of_sides = [cell for heading, cell in keyed if heading.kind == "bid" and "-" in heading.key]
        passes = [cell for cell in of_sides if is_pass(cell)]
        others = any(cell not in passes for heading, cell in keyed if cell and heading.key != "number")
        if any(map(str.isalpha, "".join(passes))) and (passes == of_sides or not others):
            return "passed-out"
        elsewhere = [cell for heading, cell in keyed if heading.key == "note"] + passes * (len(of_sides) > 1)
        words = (normalize(cell.rstrip(" !")) for cell in filled if cell not in elsewhere)
        return next((UNPLAYED[word] for word in words if word in UNPLAYED), None)

    def _is_row(self, keyed: Keyed) -> bool:
        """A row has a bidder or two numbers, or the number of a hand and one number; penalties alone are none."""
        if all(not cell or heading.key == "number" or heading.kind in OF_EXTRA for heading, cell in keyed):
            return False
        numbers = sum(_has_number(cell) for heading, cell in keyed if heading.key != "number")
        named = any(heading.key == "number" and hand_number(cell) for heading, cell in keyed)
        bidder = next((cell for heading, cell in keyed if heading.key in ("bidder", "bid") and cell), "")
        if numbers > 1 or (named and numbers) or bidder_and_bid(bidder, self.words):
            return True
        alone = numbers or all(not cell or cell == bidder for _, cell in keyed)
        if alone and self.words.read("bidder", "", bidder).fact:
            return True
        filled = [(heading.key, cell) for heading, cell in keyed if cell]
        return numbers == 1 and all(is_number(cell) and key not in ("bidder", "bid") for key, cell in filled)

    # Hands

    def _row(self, line: int, keyed: Keyed, after: Cells, outcome: str = "played") -> None:
        number, cells = None, list[Cell]()
        for heading, text in self._with_bidder(keyed):
            cell = self.above.get(heading.key, "") if self._is_ditto(text) else text
            self.above[heading.key] = cell
            if heading.key == "number":
                number = hand_number(cell)
            elif outcome == "played" or (cell not in ("-", "–", "0") and normalize(cell.rstrip(" !")) not in UNPLAYED):
                cells += self._cells(heading, cell)
        if number is not None and self._begins_again(number):
            self.sheet.second_game = "The hand numbers begin again: there are two games, and this is the first."
            return
        if normalize(next((cell.text for cell in cells if cell.key == "result"), "")) == "after the end":
            return
        if outcome != "played":
            cells = [cell for cell in cells if cell.kind in WITHOUT_A_HAND]
        self.sheet.strangers += [c.text for c in cells if c.key == "bidder" and c.text and not c.fact and not c.error]
        extra, cells = self.extras.in_columns(cells)
        written = next((text for head, text in keyed if head.key == "number"), "")
        row = Row(line, tuple(self._resolved(cells)), number, outcome, extra, number_text=written)  # type: ignore[arg-type]  # one of the three
        said = self.extras.read_words(" ".join(filter(None, after))) if after else None
        if said:
            row.add(*said)
        elif any(map(count_numbers, after)):
            self.sheet.left_out.append(LeftOut(line, " ".join(after), 2))
        self.sheet.rows.append(row)

    def _is_ditto(self, text: str) -> bool:
        return text == '"' or (normalize(text) in DITTO and not self.words.is_name(text))

    def _cells(self, heading: Heading, text: str) -> Iterator[Cell]:
        """Yield what a cell says: points and the total after an arrow are two cells."""
        kind, _, place = heading.key.partition("-")
        is_short = kind in ("points", "total") and len(text) <= LONGEST_TEXT
        parts = [*map(str.strip, ARROW.split(text))] if is_short else [text]
        if len(parts) == 2 and all(parts):
            yield self.words.read(f"points-{place}", heading.text, parts[0])
            yield self.words.read(f"total-{place}", heading.text, parts[1])
        else:
            whose = WITH_ITS_SIDE.fullmatch(text) if is_short else None
            text = whose[2] if whose and self.words.side(whose[1]) == int(place) else text
            yield self.words.read(heading.key, heading.text, text)

    def _resolved(self, cells: Sequence[Cell]) -> Iterator[Cell]:
        """Yield the cells with what "set" alone under a side is worth: minus the bid of the bidding side."""
        facts = {cell.fact[0]: cell.fact[1] for cell in cells if cell.fact}
        by = next((cell.place for cell in cells if cell.fact and cell.fact[0] == "bid_by"), None)
        bidders = facts.get("bidders") or (self.words.sides[by] if by is not None else ())
        bids = [cell for cell in cells if cell.fact and cell.kind == "bid"]
        highest = max(bids, key=lambda cell: cell.says, default=None)
        for cell in cells:
            if cell.fact and cell.fact[0] == "set":
                bid = facts.get("bid", facts.get("bid_by"))
                if bidders and not {*bidders} & {*self.words.sides[cell.place]}:
                    yield replace(cell, fact=(), error=f"“{cut(cell.text)}” isn’t a whole number.")
                elif bid is None:
                    yield replace(cell, key=f"made-{cell.place}", fact=("made", False))
                else:
                    value = self._sums()[cell.place] - bid if cell.kind == "total" else -bid
                    yield replace(cell, fact=(cell.kind, value))
            elif cell in bids and cell is not highest:
                yield replace(cell, key="note", fact=())
            else:
                yield cell

    def _with_bidder(self, keyed: Keyed) -> Keyed:
        """Return the cells with bidder and bid separated, if one cell has both: "Ann 100"."""
        found: Keyed = []
        bid_known = any(heading.key == "bid" and is_number(text) for heading, text in keyed)
        for heading, cell in keyed:
            of_bid = heading.kind in ("bid", "bidder")
            alone = not any(text for other, text in keyed if other.key == "bidder" and other is not heading)
            both = (
                bidder_and_bid(cell, self.words, strangers=of_bid and alone) if heading.kind in MAY_HAVE_BOTH else None
            )
            if of_bid and (outcome := OUTCOME.search(cell)) and len(cell) <= LONGEST_TEXT:
                found.append((Heading("Made", "made"), outcome[1]))
                cell = cell[: outcome.start()]
            if both and not bid_known:
                found = [each for each in found if each[0].key not in ("bid", "bidder") or each[1]]
                found += [(replace(heading, key="bidder"), both[0]), (replace(heading, key="bid"), both[1])]
                bid_known = True
            elif not (bid_known and heading.key in ("bid", "bidder") and not cell):
                found.append((heading, cell))
        return found

    def _begins_again(self, number: int) -> bool:
        numbers = [row.number for row in self.sheet.rows if row.number is not None]
        return len(set(numbers)) > 1 and number <= numbers[0] and number < numbers[-1]

    # Other lines

    def _day(self, text: str) -> date | None:
        """Return the day that a line says; a player may be called May."""
        is_name = any(map(self.words.is_name, text.split()))
        return None if is_name else day_in(text, self.today)

    def _is_under(self, keyed: Keyed, filled: Cells) -> bool:
        """Whether a line has the totals so far, under a hand."""
        under, rows = self.way.under, self.sheet.rows
        of_sides = [cell for head, cell in keyed if head.kind == "points"]
        numbers = [number_in(cell) for cell in (filled if under == "narrow" else of_sides) if is_number(cell)]
        bare = len(numbers) == len(filled) == len(self.words.sides)
        if under in ("", "last") or not bare:
            return False
        self.bare += 1
        if under in ("even", "odd"):
            return bool(rows) and self.bare % 2 == (under == "odd") and self.bare > 1
        if under == "narrow" or not rows:
            return bool(rows)
        off = sum(said != total for said, total in zip(numbers, self._sums(), strict=True))
        has_totals = any(cell.kind == "total" and cell.text for cell in rows[-1].cells)
        return off < min(2, len(numbers)) and any(numbers) and not has_totals

    def _sums(self) -> list[int]:
        """Add up the points as written, from the last totals on."""
        sums = [self.sheet.start.get(place, 0) for place in range(len(self.words.sides))]
        for row in self.sheet.rows:
            said = {cell.key: cell.fact[1] for cell in row.cells if cell.fact}
            for place in range(len(sums)):
                sums[place] = said.get(f"total-{place}", sums[place] + said.get(f"points-{place}", 0))
        return sums

    def _totals_under(self, filled: Cells) -> None:
        under = enumerate(zip(self.sheet.labels, filled, strict=True))
        totals = [self.words.read(f"total-{place}", label, number) for place, (label, number) in under]
        self.sheet.rows[-1].add((), totals)

    def _is_total(self, number: int, cells: Cells, text: str) -> bool:
        may_be = bool(self.sheet.rows or TOTAL_ROW.match(text))  # a word after the first numbers is a remark
        return (may_be and self._has_word_of_total(cells, text)) or (
            number == self.last_sum and len(self.sheet.rows) > 1
        )

    def _has_word_of_total(self, cells: Cells, text: str) -> bool:
        return bool(is_total(cells, self.words) or self.extras.said(TOTAL_ROW, text))

    def _total(self, keyed: Keyed, cells: Cells, text: str) -> bool:
        found = self.extras.sums(TOTAL_ROW, keyed, cells, text)
        if found:
            read = tuple(Cell(heading.key, heading.text, str(n), (heading.key, n)) for heading, n in found.items())
            self.sheet.totals.append((len(self.sheet.rows), read, text))
        return bool(found)

    def _is_start(self, first: str, text: str) -> bool:
        return bool(START.fullmatch(normalize(first)) or self.extras.said(START, text))

    def _start(self, keyed: Keyed, cells: Cells, text: str) -> bool:
        found = self.extras.sums(START, keyed, cells, text)
        for heading, number in found.items():
            if heading.kind == "total" or heading.place not in self.sheet.start:
                self.sheet.start[heading.place] = number
        return bool(found)

    def _winner(self, text: str) -> bool:
        found = WON.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
        who = (found[1] or found[2] or "").strip(" !.,:*") if found else ""
        if self.words.side(who) is None:
            return False
        self.sheet.winner, self.sheet.winner_line = who, text
        return True


def _has_number(cell: str) -> bool:
    """Whether a cell is a number, or says after whose it is a number or "made": "Us 80", "Us got 80"."""
    whose = WITH_ITS_SIDE.fullmatch(cell) if len(cell) <= LONGEST_TEXT else None
    if not whose:
        return looks_like_number(cell)
    return looks_like_number(whose[2]) or any(map(str.isdigit, whose[2])) or normalize(whose[2]) in MADE


def _only_bid(row: Row) -> bool:
    """Whether a row has a bidder or a bid, and nothing that says how its hand ended."""
    written = {cell.kind for cell in row.cells if cell.text}
    return row.outcome == "played" and not row.extra and bool(written) and written <= OF_THE_BIDDING
