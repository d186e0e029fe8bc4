"""Check a paper sheet: find the hands that fit each row; say which cell is wrong, what is right and who won."""

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
from scorekeeper.rules.explain_score import explain_end
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
from .sheet_result import SheetResult, in_sentence, row_name
from .sheet_rows import Cell, Judged, Mistake, Reading, RowVerdict, with_extra
from .sheet_verdict import Judge

LONGEST_SHEET = 5_000_000
"""Bytes of a file."""
LONGEST_PASTE = 100_000
"""The most characters that can be pasted into the page, which shows them again."""
MOST_TYPED_ROWS = 60
MOST_LINES = 5_000
UNSPLIT = "I couldn’t tell the columns apart."
Cells = Mapping[str, str]
"""The cells of a row by the key of their column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as entered: names ("" for none), its text, typed rows.

    `reading` is what the sides' bare numbers are, None to find out.
    """

    names: tuple[str, ...] = ()
    text: str = ""
    rows: tuple[Cells, ...] = ()
    reading: Literal["points", "totals"] | None = None


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
    """Whether a file is several lines of text, and not a record."""
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
    """Return the players' names: as typed, else from the headings; raises ValidationFailed."""
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
    """Return the players or sides named in the line above the numbers, or at the start of each line."""
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
    """Yield each way to read the sheet: the sheet, what the sides' numbers are, and whether there is a choice."""
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
    """Judge the rows as they were read; None as soon as `most_wrong` rows fit no ordinary hand."""
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
    """Names each side as the sheet does."""

    def __init__(self, read: ReadSheet, places: Sequence[tuple[int, ...]]) -> None:
        super().__init__(read.words.names)
        self.labels = dict(zip(places, read.labels, strict=True))

    def side(self, side: Sequence[int]) -> str:
        return self.labels.get(tuple(side)) or super().side(side)


def _wrong_totals(read: ReadSheet, judged: Judged) -> Iterator[Mistake]:
    """Yield the wrong cells in rows of totals, if the totals above them are certain."""
    for above, cells in read.totals:
        totals = judged.rows[above - 1].totals if above else None
        for cell in cells if totals else ():
            assert totals
            right = totals[cell.place]
            if right is not None and cell.says != right:
                yield Mistake(cell.key, cell.heading, cell.says, right)


def _wrong_winner(read: ReadSheet, judged: Judged, winners: tuple[str, ...] | None) -> Mistake | None:
    """Return what is wrong with the winner's line; before the end of a game the leader counts as the winner."""
    place = read.words.side(read.winner) if read.winner else None
    if place is None or judged.totals is None or winners is None:
        return None
    most = max(judged.totals)
    ahead = tuple(label for label, total in zip(read.labels, judged.totals, strict=True) if total == most)
    won = winners or (ahead if len(ahead) == 1 else ())
    label = read.labels[place]
    return None if not won or label in won else Mistake("winner", "Winner", label, join_words(won))


def _lacking(read: ReadSheet, judged: Judged) -> Iterator[str]:
    """Yield what a sheet lacks to be a game, in phrases."""
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
            yield f"{why} in {in_sentence(row_name(row))}"


def _open(row: RowVerdict) -> str:
    """Return what is not known about a hand, "" if everything is."""
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
