"""Check a paper sheet: try every way to read it, judge its rows, and take the way that explains most."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from uuid import UUID

from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand_search import HandSearch
from scorekeeper.usecases.days import today
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.names import name_error, normalize_name

from .hand import START as CLUB_HANDS
from .hand import sheet_of_club_hands
from .sheet_cells import Words, cut, weight
from .sheet_content import ReadSheet, count_numbers, row_weight
from .sheet_headings import column_meanings, sheet_columns
from .sheet_lines import Line, split_lines
from .sheet_reading import SheetReader
from .sheet_result import SheetResult
from .sheet_rows import RowVerdict
from .sheet_verdict import Judge
from .sheet_ways import Way, ways_to_read

LONGEST_SHEET = 200_000
"""Bytes of a file, and characters that can be pasted."""
MOST_LINES, LONGEST_LINE = 500, 1_000
MOST_TYPED_ROWS = 60
COMPARED = 40
"""Hands by which the ways to read a sheet are compared."""
UNSPLIT = "I couldn’t tell the columns apart."
Cells = Mapping[str, str]
"""The cells of a row by the key of their column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as entered: names ("" for none), its text, typed rows.

    `reading` is what the sides' bare numbers are, None to find out; `meanings` are the columns' keys that were chosen,
    by the number of the column from 0, "" for a column that says nothing. `zone` is the time zone of its day.
    """

    names: tuple[str, ...] = ()
    text: str = ""
    rows: tuple[Cells, ...] = ()
    reading: Literal["points", "totals"] | None = None
    meanings: Mapping[int, str] = field(default_factory=dict)
    zone: str | None = None


def names_or_places(choice: RuleChoice, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each player by these rules, "Player 3" for one without a name."""
    entered = [*map(normalize_name, names), *[""] * choice.rules.players][: choice.rules.players]
    return tuple(name or f"Player {number}" for number, name in enumerate(entered, 1))


def check_sheet(choice: RuleChoice, sheet: Sheet, form_id: UUID | None = None) -> SheetResult:
    """Check a sheet.

    The id of its game is made from `form_id` and the sheet, so that storing it twice stores it once. Raises
    ValidationFailed with the fields `names-PLACE` and `text`.
    """
    of_club = sheet_of_club_hands(sheet.text.removeprefix("\ufeff"), choice.rules)
    if of_club:
        sheet = replace(sheet, names=of_club[0], text=of_club[1])
    typed = any(any(row.values()) for row in sheet.rows)
    if typed and sheet.text.strip():
        raise _refused("Paste the sheet or type its rows, not both.")
    lines = _lines(_typed(choice, sheet) if typed else sheet.text, 0 if typed else 1)
    words = _words(choice, sheet)
    possible = column_meanings(choice.rules, words.names, words.names[: len(words.sides)])
    meanings = {at: key for at, key in sheet.meanings.items() if key in possible}
    trial = Trial(choice, replace(sheet, meanings=meanings), lines, words)
    return trial.result(trial.best(), form_id)


def is_sheet(data: bytes) -> bool:
    """Whether a file is several lines of text, and not a record."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_text = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" not in data[:1_000]
    return start[:1] not in (b"{", b"[", b"") and is_text


def read_file(data: bytes) -> str:
    """Return the text of a file; raises ValidationFailed (`text`)."""
    if len(data) > LONGEST_SHEET and not data.startswith(CLUB_HANDS.encode()):
        raise _refused("A sheet can have up to 200 KB.")
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise _refused(f"{UNSPLIT} Is it a text file?")


def _refused(why: str) -> ValidationFailed:
    return ValidationFailed([RuleError("text", why)])


def _typed(choice: RuleChoice, sheet: Sheet) -> str:
    """Return the typed rows as a sheet with headings, which are no line of it."""
    columns = sheet_columns(choice.rules, names_or_places(choice, sheet.names))
    used = [each for each in columns if each.key in ("bidder", "bid") or any(row.get(each.key) for row in sheet.rows)]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(column.label.removeprefix("Points of ") for column in used)
    table.writerows([" ".join(row.get(column.key, "").split()) for column in used] for row in sheet.rows)
    return text.getvalue()


def _lines(text: str, first: int) -> list[Line]:
    """Return the lines of a sheet, numbered from `first`; raises ValidationFailed for one over a limit."""
    if len(text.encode()) > LONGEST_SHEET:
        raise _refused("A sheet can have up to 200 KB.")
    lines = split_lines(text, first)
    if len(lines) > MOST_LINES:
        raise _refused(f"A sheet can have up to {MOST_LINES} lines; this has {len(lines):,}.")
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            raise _refused(f"A line can have up to {LONGEST_LINE:,} characters; line {line.number} is longer.")
    return lines


def _words(choice: RuleChoice, sheet: Sheet) -> Words:
    """Return the players' names as typed; raises ValidationFailed."""
    players = names_or_places(choice, sheet.names)
    if not any(map(normalize_name, sheet.names)):
        return Words(choice.rules, players, unnamed=True)
    errors: list[RuleError] = []
    for number, name in enumerate(players):
        error = name_error(f"names-{number}", name)
        if error:
            errors.append(error)
        elif name in players[:number]:
            errors.append(DuplicatePlayer(f"names-{number}", f"{name} is already at the table."))
    if errors:
        raise ValidationFailed(errors)
    return Words(choice.rules, players, unnamed=False)


class Trial:
    """Reads a sheet in each way, and judges it; all ways share one search and its steps."""

    def __init__(self, choice: RuleChoice, sheet: Sheet, lines: Sequence[Line], words: Words) -> None:
        self.choice, self.sheet, self.lines, self.words = choice, sheet, lines, words
        self.today = today(sheet.zone)
        self.texts = {line.number: line.text.strip() for line in lines}
        self.rows = {line.number for line in lines if count_numbers(line.text) > 1}
        self.search = HandSearch(choice.rules, tuple(range(choice.rules.players)))

    def ways(self) -> Iterator[Way]:
        return ways_to_read(self.lines, self.words, self.sheet.reading, self.sheet.meanings)

    def best(self) -> Way:
        """Return the way that explains most of what is written; raises ValidationFailed if none makes a hand."""
        best, most = None, (-1.0, -1.0)
        for way in filter(lambda way: not way.twice, self.ways()):
            read = SheetReader(way, self.texts, self.today).read(COMPARED)
            for one in (replace(way, counted=counted) for counted in read.countings):
                explained = self._explained(replace(read, way=one), most)
                if explained and explained > most:
                    best, most = one, explained
        if best is None:
            raise _refused(self._why_unread())
        return best

    def result(self, way: Way, form_id: UUID | None) -> SheetResult:
        """Judge the whole sheet in this way."""
        read = SheetReader(way, self.texts, self.today).read(MOST_LINES)
        judge = self._judge(read)
        for _ in judge.judge(read.rows):
            pass
        return SheetResult(self.choice, read, judge, form_id, self.sheet.zone)

    def _why_unread(self) -> str:
        if not self.lines:
            return "Paste or type at least one row."
        twice = next((way.twice for way in self.ways() if way.twice), "")
        if twice:
            return f"Two columns have the same heading. The second is “{cut(twice)}”."
        return UNSPLIT if self.rows or not any(way.written for way in self.ways()) else "There are no hands."

    def _explained(self, read: ReadSheet, most: tuple[float, float]) -> tuple[float, float] | None:
        """Weigh what a way explains and gives a meaning to; None as soon as it cannot win, or if it makes no hand."""
        if not read.rows:
            return None
        last = max(row.line for row in read.rows)
        of_rows = [number for number in self.rows if number <= last]
        if not read.way.turned and 2 * sum(number in read.lines for number in of_rows) < len(of_rows):
            return None
        others = [text for _, _, text in read.totals] + [read.winner_line]
        others += [text for row in read.rows for text in row.extra_lines]
        weights = [*map(row_weight, read.rows)]
        left = sum(weights) + sum(map(weight, others))
        meant = read.way.written + left
        explained = float(read.way.written)
        judge, in_part = self._judge(read), {each.line for each in read.left_out}
        for row, worth in zip(judge.judge(read.rows), weights, strict=True):
            left -= worth
            explained += _share(row, worth, row.row.line in in_part)
            explained += sum(map(weight, row.row.extra_lines)) if row.verdict in ("right", "only-if") else 0
            if (explained + left, meant) <= most:
                return None
        result = SheetResult(self.choice, read, judge)
        for above, cells, text in read.totals:
            known = above and judge.rows[above - 1].totals
            wrong = {mistake.key for mistake in result.wrong_totals(above, cells)}
            if known and not wrong:
                explained += weight(text)
            elif known and read.way.under == "last":  # no word says that it is a sum, but a number that agrees does
                explained += sum(weight(cell.text) for cell in cells if cell.key not in wrong and cell.says)
        explained += weight(read.winner_line) * (result.winners is not None and not result.winner)
        return explained, float(meant)

    def _judge(self, read: ReadSheet) -> Judge:
        rules, sides = self.choice.rules, self.search.competitors
        start = {sides[place][0]: total for place, total in read.start.items()}
        standing = initial_standing(rules, self.search.players, starting_totals=start)
        first = next((row.number for row in read.rows if row.number), 1)
        if rules.sides == "rotating_partners" and first > 1:
            standing = standing._replace(table=standing.table._replace(hands_scored=first - 1))
        return Judge(self.search, standing, read.labels, read.way.counted)


def _share(row: RowVerdict, worth: int, in_part: bool) -> float:
    """Return how much of a row's letters and digits its verdict explains; `in_part` if some were left out."""
    if row.vague or (in_part and row.verdict == "right"):
        return worth / 2
    if row.verdict == "wrong" and row.mended:
        blamed = {mistake.key for mistake in row.mistakes}
        return (worth - sum(weight(cell.text) for cell in row.row.cells if cell.key in blamed)) / 2
    return worth * {"right": 1.0, "only-if": 0.5}.get(row.verdict, 0.0)
