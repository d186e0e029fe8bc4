"""Check a paper sheet, typed in or pasted from a spreadsheet, row by row against the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

import msgspec
from msgspec import UNSET

from scorekeeper.record import Audit, Document, audit_record, make_document, serialize
from scorekeeper.record.document import MOST_HANDS
from scorekeeper.record.parse import ParsedRecord
from scorekeeper.record.rulesets import ParsedRules
from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import competitors
from scorekeeper.rules.words import side_name
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import name_error, normalize_name
from scorekeeper.usecases.rule_choice import RuleChoice

from .record import RecordResult, RowClaim, RowResult, describe_audit
from .sheet_columns import Column, read_headings, sheet_columns
from .sheet_rows import DELIMITERS, RowReader, SheetRow, Unreadable, find_delimiter, split_cells

LONGEST_SHEET = 100_000
"""Characters that may be pasted."""
MOST_TYPED_ROWS = 60
NUMBERED_LINE = re.compile(rf'\s*"?[0-9]{{1,4}}\.?"?\s*[{DELIMITERS}]')
"""A line that begins with the number of its hand, where the bidder would stand."""
Cells = Mapping[str, str]
"""The cells of a row by the key of their column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was entered of a sheet: names ("" where nobody has one), pasted lines, typed rows.

    `totals` where the claims are running totals, unless a heading says otherwise.
    """

    names: tuple[str, ...]
    text: str
    rows: tuple[Cells, ...]
    totals: bool


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A checked sheet: `first_wrong` says where it goes wrong first, "" where it does not.

    `not_read` are headings nobody knows; `record` is the game it would make, None where rows are wrong in themselves
    or the players have no names. `right_otherwise`: it is wrong only because points were taken for totals, or the
    reverse.
    """

    checked: RecordResult
    first_wrong: str
    not_read: tuple[str, ...]
    record: bytes | None
    right_otherwise: bool = False


def names_or_places(choice: RuleChoice, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each player by these rules, "Player 3" for one who has none."""
    entered = [*map(normalize_name, names), *[""] * choice.rules.players][: choice.rules.players]
    return tuple(name or f"Player {place}" for place, name in enumerate(entered, 1))


def check_sheet(choice: RuleChoice, sheet: Sheet, form_id: UUID) -> SheetResult:
    """Return what the rules say of a sheet.

    The game it would make gets an id that follows from `form_id` and the sheet, so that storing it twice stores it
    once. Raises ValidationFailed with the fields `names-PLACE` and `text`.
    """
    result = _check(choice, sheet, form_id)
    if not result.first_wrong:
        return result
    other = _check(choice, replace(sheet, totals=not sheet.totals), form_id)
    return replace(result, right_otherwise=not other.first_wrong)


def _check(choice: RuleChoice, sheet: Sheet, form_id: UUID) -> SheetResult:
    players = names_or_places(choice, sheet.names)
    _validate(sheet, players)
    reader = RowReader(initial_standing(choice.rules, players), sheet.totals)
    rows, not_read = _read_rows(reader, sheet, sheet_columns(choice.rules, players))
    document, audit = _audit(choice, players, rows)
    checked = describe_audit(audit, of_sheet=True)
    numbered = tuple(
        replace(result, name=f"Row {place} · {result.name}", text=row.text, claims=claims)
        for place, (result, row, claims) in enumerate(zip(checked.rows, rows, _claims(audit), strict=True), 1)
    )
    all_named = bool(sheet.names) and all(map(normalize_name, sheet.names[: choice.rules.players]))
    is_game = all_named and not audit.lost and not any(row.errors for row in rows)
    return SheetResult(
        checked=replace(checked, rows=numbered),
        first_wrong=next(_wrong_rows(numbered), ""),
        not_read=not_read,
        record=_game_record(document, form_id) if is_game else None,
    )


def _validate(sheet: Sheet, players: tuple[str, ...]) -> None:
    errors: list[RuleError] = []
    for place, name in enumerate(players):
        error = name_error(f"names-{place}", name)
        if error:
            errors.append(error)
        elif name in players[:place]:
            errors.append(DuplicatePlayer(f"names-{place}", f"{name} is already at the table."))
    if len(sheet.text) > LONGEST_SHEET:
        message = f"You can paste up to {LONGEST_SHEET:,} characters; this has {len(sheet.text):,}."
        errors.append(RuleError("text", message))
    if errors:
        raise ValidationFailed(errors)


def _read_rows(reader: RowReader, sheet: Sheet, columns: Sequence[Column]) -> tuple[list[SheetRow], tuple[str, ...]]:
    """Return every row, the pasted ones first, and the headings that nobody knows; raises ValidationFailed (`text`)."""
    lines = [line for line in sheet.text.removeprefix("\ufeff").splitlines() if re.search(r"[^\s,;]", line)]
    delimiter = find_delimiter(lines)
    keys: list[str | None] = [column.key for column in columns]
    not_read: tuple[str, ...] = ()
    cells = _first_cells(lines, delimiter)
    headings = read_headings(cells, columns)
    if headings:
        keys = [heading.key for heading in headings]
        _refuse_double_headings(cells, keys)
        not_read = tuple(cell for cell, heading in zip(cells, headings, strict=True) if cell and heading.unknown)
        del lines[0]
    elif lines and all(map(NUMBERED_LINE.match, lines)) and not any(name[0].isdigit() for name in reader.players):
        keys.insert(0, None)
    rows = [_read_line(reader, line, delimiter, keys) for line in lines[: MOST_HANDS + 1]]
    for row in sheet.rows:
        typed = {column.key: row[column.key] for column in columns if row.get(column.key)}
        rows += [reader.read(" · ".join(typed.values()), typed)] if typed else []
    if not rows:
        raise ValidationFailed([RuleError("text", "Paste or type at least one row.")])
    if len(rows) > MOST_HANDS:
        raise ValidationFailed(
            [RuleError("text", f"A sheet can have up to {MOST_HANDS:,} rows; this has {len(rows):,}.")]
        )
    return rows, not_read


def _first_cells(lines: Sequence[str], delimiter: str) -> list[str]:
    """Return the cells of the first line, none where it cannot be read: as a row it gets the reason."""
    try:
        return split_cells(lines[0], delimiter) if lines else []
    except Unreadable:
        return []


def _refuse_double_headings(cells: Sequence[str], keys: Sequence[str | None]) -> None:
    for place, (cell, key) in enumerate(zip(cells, keys, strict=True)):
        if key and key in keys[:place]:
            message = f"Two columns have the same heading. The second is “{cell}”."
            raise ValidationFailed([RuleError("text", message)])


def _read_line(reader: RowReader, line: str, delimiter: str, keys: Sequence[str | None]) -> SheetRow:
    text = " · ".join(line.replace('"', "").split(delimiter))
    try:
        cells = split_cells(line, delimiter)
        if any(cells[len(keys) :]):
            raise Unreadable(f"This row has {len(cells)} cells; there are {len(keys)} columns.")
        return reader.read(text, {key: cell for key, cell in zip(keys, cells, strict=False) if key})
    except Unreadable as unreadable:
        return reader.skip(text, str(unreadable))


def _audit(choice: RuleChoice, players: tuple[str, ...], rows: Sequence[SheetRow]) -> tuple[Document, Audit]:
    """Return the rows as a record, and what the rules say of it."""
    given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
    name = {"rules_name": choice.house_rules_name} if choice.house_rules_name else {}
    document = make_document(choice.rules, players, tuple(row.entry for row in rows), given=given, **name)
    misread = {place: row.errors for place, row in enumerate(rows, 1) if row.errors}
    return document, audit_record(ParsedRecord(document, ParsedRules(given, choice.rules), document.hands, misread))


def _claims(audit: Audit) -> Iterator[tuple[RowClaim, ...]]:
    """Return the claims of each row beside what is right, as far as that is known."""
    assert audit.standing is not None
    sides = competitors(audit.standing.rules, audit.standing.players)
    off_before = dict.fromkeys(sides, 0)
    for entry, hand in zip(audit.record.hands, audit.hands, strict=True):
        points, totals = entry.claimed or {}, entry.claimed_totals or {}
        claims = []
        for side in sides:
            name, player = side_name(side), side[0]
            if player in points and hand.points:
                claims.append(RowClaim(name, points[player], hand.points[player], totals=False, carried=False))
            if player in totals and hand.totals:
                off = totals[player] - hand.totals[player]
                carried = off == off_before[side] != 0
                claims.append(RowClaim(name, totals[player], hand.totals[player], totals=True, carried=carried))
                off_before[side] = off
        yield tuple(claims)


def _wrong_rows(rows: Sequence[RowResult]) -> Iterator[str]:
    """Return a sentence for each row in which the sheet goes wrong."""
    for place, row in enumerate(rows, 1):
        wrong = [claim.text for claim in row.claims if claim.is_wrong]
        if row.problems:
            yield f"Row {place} can't be right: {row.problems[0].text}"
        elif wrong:
            yield f"First mistake: row {place}. {'; '.join(wrong)}."


def _game_record(document: Document, form_id: UUID) -> bytes:
    """Return the record of the game, without its claims."""
    hands = tuple(msgspec.structs.replace(hand, claimed=UNSET, claimed_totals=UNSET) for hand in document.hands)
    document = msgspec.structs.replace(document, hands=hands)
    return serialize(msgspec.structs.replace(document, id=uuid5(form_id, serialize(document).decode())))
