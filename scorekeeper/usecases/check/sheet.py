"""Check a paper sheet: find the hands that fit each row, and say which cell is wrong, what is right and who has won."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Any, Literal
from uuid import UUID, uuid5

import msgspec

from scorekeeper.record import make_document, make_entry, serialize
from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TRICKS, Hand, competitors
from scorekeeper.rules.hand_search import HandSearch
from scorekeeper.rules.words import Names, join_words
from scorekeeper.usecases.available_rules import RuleChoice
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import name_error, normalize_name

from .club_hands import sheet_of_club_hands
from .sheet_cells import Words, cut
from .sheet_lines import Heading, find_separator, is_row_of_numbers, named_in, split_cells, split_lines
from .sheet_reading import ReadSheet, SheetReader, possible_readings
from .sheet_verdict import Cell, Figures, Judge, Judged, Mistake, Reading, RowVerdict, describe, with_extra

LONGEST_SHEET = 5_000_000
"""Bytes of a file."""
LONGEST_PASTE = 100_000
"""Characters that may be pasted into a page, which shows them again."""
MOST_TYPED_ROWS = 60
MOST_LINES = 5_000
MOST_LISTED = 20
UNSPLIT = "I couldn’t tell the columns apart."
Cells = Mapping[str, str]
"""The cells of a row by the key of their column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was entered of a sheet: names ("" where nobody has one), its text, typed rows.

    `reading` is what bare numbers of the sides are, None to find out.
    """

    names: tuple[str, ...] = ()
    text: str = ""
    rows: tuple[Cells, ...] = ()
    reading: Literal["points", "totals"] | None = None


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A checked sheet. `reading` is how the sides' numbers were taken, `either` where that could be chosen.

    `totals` by label and `winners` are None where they are not certain. `lacking` says what keeps it from being saved
    as a game; `record` is that game, None where something is lacking. `read` is the sheet as it was read.
    """

    title: str
    players: tuple[str, ...]
    read: ReadSheet
    judged: Judged
    reading: Reading
    either: bool
    total_row: tuple[Mistake, ...]
    winner: Mistake | None
    totals: tuple[tuple[str, int], ...] | None
    winners: tuple[str, ...] | None
    reason: Reason | None
    record: bytes | None
    lacking: tuple[str, ...]

    @property
    def rows(self) -> tuple[RowVerdict, ...]:
        return self.judged.rows

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, missing or there twice."""
        wrong = any(row.verdict == "wrong" for row in self.rows)
        return not (wrong or self.judged.missing or self.judged.repeated or self.total_row or self.winner)

    @property
    def given_up(self) -> tuple[int, ...]:
        """The rows for which there were too many hands to look through."""
        return tuple(row.place or 0 for row in self.rows if row.gave_up)

    @property
    def headline(self) -> str:
        """The verdict in a few words; it says so where some rows could not be checked."""
        if not self.right:
            return "Found a problem"
        checked = len(self.rows) - len(self.given_up)
        if not checked and self.rows:
            return "This sheet couldn’t be checked"
        if self.given_up:
            return f"No mistakes found in {checked} of {len(self.rows)} rows"
        return "No mistakes found" if self.totals else "No mistakes found, but too little is written to be sure"

    @property
    def sides(self) -> tuple[str, ...]:
        """Who owns a total: by names where there are any, else as the sheet says."""
        words = self.read.words
        return self.read.labels if words.unnamed else tuple(map(words.label, range(len(words.sides))))

    @property
    def first_wrong(self) -> str:
        """What is wrong first, in a sentence; "" where nothing is."""
        return next(self.problems(), "")

    def problems(self) -> Iterator[str]:
        """Yield what is wrong, in sentences: missing hands first, then row by row, then the totals and the winner."""
        for number, brought in self.judged.missing.items():
            yield f"Hand {number} is missing{self._brought(brought)}."
        for number in self.judged.repeated:
            yield f"Hand {number} is there twice."
        for row in self.rows:
            if row.verdict == "wrong":
                yield f"{row_name(row)}: {row_text(row)}"
        for mistake in self.total_row:
            yield f"The total of {mistake.cell} is {describe(mistake).removeprefix(mistake.cell).strip()}."
        if self.winner:
            yield f"The winner is {self.winner.right}, not {self.winner.says}."

    def remarks(self) -> Iterator[str]:
        """Yield what else there is to say of the sheet, in sentences."""
        read, over = self.read, self.judged.over_after
        if over is not None and any(row.after_end for row in self.rows):
            ended = next(row for row in self.rows if row.place == over)
            yield f"By these rules the game was over after {_within(row_name(ended))}."
        if self.given_up:
            yield f"Not checked, since too many hands are possible: {_spans(self.given_up)}."
        if read.second_game:
            yield "The hand numbers begin again: there are two games, and this is the first."
        if read.strangers:
            who = join_words(list(dict.fromkeys(map(cut, read.strangers)))[:MOST_LISTED])
            yield f"I don’t know whose side {who} {'are' if ' and ' in who else 'is'} on. Enter the players, too."
        if read.not_read:
            yield f"Left out, since I don’t know the heading: {'; '.join(map(cut, read.not_read[:MOST_LISTED]))}."
        if read.skipped:
            more = f"; and {len(read.skipped) - MOST_LISTED} more" if len(read.skipped) > MOST_LISTED else ""
            yield f"Left out: {'; '.join(map(cut, read.skipped[:MOST_LISTED]))}{more}."

    def _brought(self, brought: Figures | None) -> str:
        if brought is None:
            return ""
        each = (f"{label} {points}" for label, points in zip(self.read.labels, brought, strict=True))
        return f": it brought {', '.join(each)}".replace("-", "−")

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `scorekeeper check --json` prints it."""
        verdict: dict[str, Any] = {
            "kind": "sheet",
            "reading": self.reading,
            "rows": [
                {
                    "row": row.place,
                    "hand": row.number,
                    "verdict": row.verdict,
                    "mistakes": list(map(_as_json, row.mistakes)),
                    "or": list(map(_as_json, row.others)),
                    "only_if": list(row.only_if),
                    "carried": row.carried,
                }
                for row in self.rows
                if row.place or row.verdict != "right"
            ],
            "missing": list(self.judged.missing),
            "repeated": list(self.judged.repeated),
            "total_row": list(map(_as_json, self.total_row)),
            "winner": {"says": self.winner.says, "right": self.winner.right} if self.winner else None,
            "totals": None if self.totals is None else dict(self.totals),
            "winners": None if self.winners is None else list(self.winners),
        }
        return verdict | ({"gave_up": list(self.given_up)} if self.given_up else {})


def row_name(row: RowVerdict) -> str:
    """Return what a row is called: by the number it bears, else by its place."""
    if row.place is None:
        return "The misdeal" if row.row.outcome == "misdeal" else "The passed-out deal"
    return f"Hand {row.number}" if row.number is not None else f"Row {row.place}"


def _within(name: str) -> str:
    return name[0].lower() + name[1:]


def row_text(row: RowVerdict) -> str:
    """Return the verdict on a row in a sentence."""
    if row.gave_up:
        return "There are too many hands to look through here, so this row isn’t checked."
    otherwise = " or ".join(map(describe, row.mistakes))
    if row.verdict == "right":
        return row.follows
    if row.verdict == "only-if":
        only_if = join_or([sentence.rstrip(".") for sentence in row.only_if])
        otherwise += " is wrong" if row.mistakes and row.mistakes[0].right is None else ""
        rest = f"; otherwise {otherwise}" if otherwise else f"; or {_others(row)}" if row.others else ""
        return f"Right only if {only_if}{rest}."
    because = f" ({row.follows.rstrip('.')})" if row.follows else ""
    others = (
        f" (or {_others(row)})"
        if row.others and row.mistakes
        else f"No hand unless {_others(row)}"
        if row.others
        else ""
    )
    either = "Either " if len(row.mistakes) > 1 and row.mistakes[0].right is not None else ""
    if row.why and (not row.mistakes or row.mistakes[0].right is None):
        return f"{row.why[0].upper()}{row.why[1:]}"
    return f"{either}{otherwise}{because}{others}."


def _others(row: RowVerdict) -> str:
    """Return "the bid was 90"."""
    return " or ".join(
        f"the {'bid' if each.key.startswith('bid-') else each.cell.casefold()} was {each.right or 'a different one'}"
        for each in row.others
    )


def join_or(sentences: Sequence[str]) -> str:
    """Return these sentences as one lists what may be: "A, B, or C"."""
    return ", or ".join(sentences)


def _as_json(mistake: Mistake) -> dict[str, Any]:
    return {"cell": mistake.cell, "says": mistake.says, "right": mistake.right}


def names_or_places(choice: RuleChoice, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each player by these rules, "Player 3" for one who has none."""
    entered = [*map(normalize_name, names), *[""] * choice.rules.players][: choice.rules.players]
    return tuple(name or f"Player {number}" for number, name in enumerate(entered, 1))


def _spans(rows: Sequence[int]) -> str:
    """Return row numbers, counting up, as people list them: "rows 1 to 3, 7"."""
    spans: list[list[int]] = []
    for row in rows:
        if spans and spans[-1][-1] == row - 1:
            spans[-1] = [spans[-1][0], row]
        else:
            spans.append([row])
    listed = ", ".join(" to ".join(map(str, span)) for span in spans)
    return f"row{'s' if len(rows) > 1 else ''} {listed}"


def check_sheet(choice: RuleChoice, sheet: Sheet, form_id: UUID | None = None) -> SheetResult:
    """Return what the rules say of a sheet.

    The game it would make gets an id that follows from `form_id` and the sheet, so that storing it twice stores it
    once. Raises ValidationFailed with the fields `names-PLACE` and `text`.
    """
    of_club = sheet_of_club_hands(sheet.text.removeprefix("\ufeff"), choice.rules)
    if of_club:
        sheet = replace(sheet, names=of_club[0], text=of_club[1])
    words = _words(choice, sheet)
    best: tuple[float, ReadSheet, Judged, Reading, bool] | None = None
    search = HandSearch(choice.rules, tuple(range(choice.rules.players)))
    for read, reading, either in _ways_to_read(choice, sheet, words):
        if not read.rows:
            continue
        hands = sum(row.outcome == "played" for row in read.rows)
        judged = _judge(choice, read, search, inf if best is None else hands * (1 - best[0]))
        right = judged.right_rows / max(1, hands) if judged else 0
        if judged and (best is None or right > best[0]):
            best = right, read, judged, reading, either
    if best is None:
        raise _refused(UNSPLIT if sheet.text.strip() else "Paste or type at least one row.")
    _, read, judged, reading, either = best
    return _result(choice, read, judged, reading, either, form_id)


def is_sheet(data: bytes) -> bool:
    """Whether a file is text of some lines, and not a record."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_text = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" not in data[:1_000]
    return start[:1] not in (b"{", b"[", b"") and is_text


def read_file(data: bytes) -> str:
    """Return the text of a file; raises ValidationFailed (`text`)."""
    if len(data) > LONGEST_SHEET:
        raise _refused("A sheet can have up to 5 MB.")
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


def _words(choice: RuleChoice, sheet: Sheet) -> Words:
    """Return what the players are called: as typed, else as the headings have it; raises ValidationFailed."""
    if len(sheet.text.splitlines()) > MOST_LINES:
        raise _refused(f"A sheet can have up to {MOST_HANDS:,} rows.")
    typed = any(map(normalize_name, sheet.names))
    named, sides_called = ([], {}) if typed else _names_in_headings(choice, sheet.text)
    players = names_or_places(choice, sheet.names if typed else named)
    errors: list[RuleError] = []
    for number, name in enumerate(players):
        error = name_error(f"names-{number}", name)
        if error:
            errors.append(error)
        elif name in players[:number]:
            errors.append(DuplicatePlayer(f"names-{number}", f"{name} is already at the table."))
    if errors and typed:
        raise ValidationFailed(errors)
    if errors:
        players = names_or_places(choice, ())
    return Words(choice.rules, players, not typed and (not named or bool(errors)), sides_called)


def _names_in_headings(choice: RuleChoice, text: str) -> tuple[list[str], dict[str, int]]:
    """Return the players or sides that are named in the line above the numbers, or at the start of each line."""
    lines = split_lines(text)
    separator = find_separator(lines)
    if separator is None:
        return [], {}
    for line, below in pairwise(lines):
        cells, numbers = split_cells(line, separator), split_cells(below, separator)
        if is_row_of_numbers(cells):
            break
        if is_row_of_numbers(numbers) and len(cells) >= len(numbers) > 1:
            return named_in(cells, choice.rules)
    turned = [split_cells(line, separator) for line in lines]
    if len(turned) == choice.rules.players or len(turned) == 2:
        return named_in([cells[0] for cells in turned], choice.rules)
    return [], {}


def _ways_to_read(choice: RuleChoice, sheet: Sheet, words: Words) -> Iterator[tuple[ReadSheet, Reading, bool]]:
    """Yield the sheet in each way that it can be read, what the sides' numbers are then, and whether to choose."""
    ways = [*possible_readings(sheet.text, choice.rules, words)] if sheet.text.strip() else [([], [], False)]
    for headings, table, turned in ways:
        _refuse_double_headings(headings)
        keys = {heading.key.partition("-")[0] for heading in headings if heading.key}
        bare = "side" in keys or any(key.startswith("claim") for row in sheet.rows for key in row)
        known = {"points", "total"} & keys
        if not bare:
            readings: tuple[Any, ...] = ("points",)
        elif known:
            readings = ("total" if known == {"points"} else "points",)
        else:
            readings = ("points", "total") if sheet.reading is None else (sheet.reading.removesuffix("s"),)
            readings = tuple("points" if each == "point" else each for each in readings)
        for side_is in readings:
            reader = SheetReader(words, headings, side_is)
            read = reader.read(table)
            read.turned = turned
            for fields in sheet.rows:
                reader.add_row(fields, " · ".join(filter(None, fields.values())))
            if len(read.rows) > MOST_HANDS:
                raise _refused(f"A sheet can have up to {MOST_HANDS:,} rows; this has {len(read.rows):,}.")
            kinds = {cell.kind for row in read.rows for cell in row.cells if cell.text} & {"points", "total"}
            reading: Reading = "both" if len(kinds) > 1 else "totals" if kinds == {"total"} else "points"
            yield read, reading, bare and not known


def _refuse_double_headings(headings: Sequence[Heading]) -> None:
    keys = [heading.key for heading in headings]
    for at, heading in enumerate(headings):
        if heading.key and heading.key in keys[:at]:
            raise _refused(f"Two columns have the same heading. The second is “{cut(heading.text)}”.")


def _judge(choice: RuleChoice, read: ReadSheet, search: HandSearch, most_wrong: float) -> Judged | None:
    """Judge the rows as they were read; None where as many fit no ordinary hand."""
    rules = choice.rules
    players = tuple(range(rules.players))
    sides = competitors(rules, players)
    start = {sides[place][0]: total for place, total in read.start.items()}
    standing = initial_standing(rules, players, starting_totals=start)
    first = next((row.number for row in read.rows if row.number), 1)
    if rules.sides == "rotating_partners" and first > 1:
        standing = standing._replace(table=standing.table._replace(hands_scored=first - 1))
    return Judge(search, standing, read.labels).judge(read.rows, most_wrong)


def _result(
    choice: RuleChoice,
    read: ReadSheet,
    judged: Judged,
    reading: Reading,
    either: bool,
    form_id: UUID | None,
) -> SheetResult:
    standing = judged.standing if judged.totals is not None else None
    places = competitors(choice.rules, tuple(range(choice.rules.players)))
    winners = None
    if standing:
        won = standing.end.winners if standing.end else ()
        winners = tuple(label for side, label in zip(places, read.labels, strict=True) if side in won)
    lacking = tuple(dict.fromkeys(_lacking(read, judged)))
    return SheetResult(
        title=choice.title,
        players=read.words.names,
        read=read,
        judged=judged,
        reading=reading,
        either=either,
        total_row=tuple(_wrong_totals(read, judged)),
        winner=_wrong_winner(read, judged, winners),
        totals=None if judged.totals is None else tuple(zip(read.labels, judged.totals, strict=True)),
        winners=winners,
        reason=explain_end(standing, _Labels(read, places)) if standing else None,
        record=_record(choice, read, judged, form_id) if form_id and not lacking else None,
        lacking=lacking,
    )


class _Labels(Names):
    """Calls each side what the sheet calls it."""

    def __init__(self, read: ReadSheet, places: Sequence[tuple[int, ...]]) -> None:
        super().__init__(read.words.names)
        self.labels = dict(zip(places, read.labels, strict=True))

    def side(self, side: Sequence[int]) -> str:
        return self.labels.get(tuple(side)) or super().side(side)


def _wrong_totals(read: ReadSheet, judged: Judged) -> Iterator[Mistake]:
    """Yield the cells of rows of totals that are wrong, as far as the totals above them are certain."""
    for above, cells in read.totals:
        totals = judged.rows[above - 1].totals if above else None
        for cell in cells if totals else ():
            assert totals
            right = totals[cell.place]
            if right is not None and cell.says != right:
                yield Mistake(cell.key, cell.heading, cell.says, right)


def _wrong_winner(read: ReadSheet, judged: Judged, winners: tuple[str, ...] | None) -> Mistake | None:
    """Return what is wrong about the winner's line; before the end of a game whoever leads is taken to have won."""
    place = read.words.side(read.winner) if read.winner else None
    if place is None or judged.totals is None or winners is None:
        return None
    most = max(judged.totals)
    ahead = tuple(label for label, total in zip(read.labels, judged.totals, strict=True) if total == most)
    won = winners or (ahead if len(ahead) == 1 else ())
    label = read.labels[place]
    return None if not won or label in won else Mistake("winner", "Winner", label, join_words(won))


def _lacking(read: ReadSheet, judged: Judged) -> Iterator[str]:
    """Yield what keeps a sheet from being a game, in phrases."""
    if read.words.unnamed:
        yield "the players’ names"
    for number in judged.missing:
        yield f"hand {number}"
    for number in judged.repeated:
        yield f"which row is hand {number}"
    if any(row.after_end for row in judged.rows):
        yield f"a longer game: by these rules it was over after {judged.over_after} hands"
    for row in judged.rows:
        why = _open(row)
        if why:
            yield f"{why} in {_within(row_name(row))}"


def _open(row: RowVerdict) -> str:
    """Return what is not known of a hand, "" where it is certain."""
    if row.place is None:
        return "" if row.verdict == "right" else "the right points"
    if row.verdict == "only-if":
        return "what happened"
    if row.gave_up or not row.fits or not row.sure:
        return "the right points"
    if len({fit.bidder for fit in row.fits}) > 1:
        return "who bid"
    if len({fit.bid for fit in row.fits}) > 1:
        return "the bid"
    hands = [fit.hand for fit in row.fits]
    if len({hand.partners for hand in hands}) > 1:
        return "the partner"
    if hands[0].outcome != "played":
        return ""
    tricks = {tuple(getattr(hand, name) for name in TRICKS) for hand in hands}
    if len(tricks) > 1:
        return "who took the tricks"
    return "what each side captured" if len({tuple(hand.captured.items()) for hand in hands}) > 1 else ""


def _record(choice: RuleChoice, read: ReadSheet, judged: Judged, form_id: UUID) -> bytes:
    """Return the record of the game, as the rules score it."""
    given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
    others: dict[str, Any] = {"rules_name": choice.house_rules_name} if choice.house_rules_name else {}
    names = read.words.names
    if read.start:
        others["starting_totals"] = {names[read.words.sides[at][0]]: total for at, total in read.start.items()}
    entries = tuple(make_entry(_hand(row), names) for row in judged.rows)
    document = make_document(choice.rules, names, entries, given=given, **others)
    return serialize(msgspec.structs.replace(document, id=uuid5(form_id, serialize(document).decode())))


def _hand(row: RowVerdict) -> Hand:
    if row.fits:
        return with_extra(row.fits[0].hand, row.row)
    return with_extra(Hand(outcome=row.row.outcome, **_stated(row.row.cells)), row.row)


def _stated(cells: Sequence[Cell]) -> dict[str, Any]:
    found = {cell.fact[0]: cell.fact[1] for cell in cells if cell.fact}
    return {name: found[name] for name in ("fouls", "adjustments") if name in found}
