"""Check a paper sheet, typed in or pasted from a spreadsheet, row by row against the rules."""

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
from scorekeeper.rules.hand import competitors
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import name_error, normalize_name
from scorekeeper.usecases.rule_choice import RuleChoice

from .points_only import check_points, has_only_points
from .record import RecordResult, RowClaim, RowResult, describe_audit
from .sheet_columns import Column, sheet_columns
from .sheet_lines import SheetLines, read_lines
from .sheet_rows import RowReader, SheetRow, Unreadable

LONGEST_SHEET = 100_000
"""Characters that may be pasted."""
MOST_TYPED_ROWS = 60
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

    `not_read` are headings nobody knows, `skipped` lines that are no hands: above the headings, and totals that say
    nothing. `record` is the game it would make, None where rows are wrong in themselves or the players have no names.
    With `only_points` there was nothing to score the hands from. `right_otherwise`: it is wrong only because points
    were taken for totals, or the reverse.
    """

    checked: RecordResult
    first_wrong: str
    not_read: tuple[str, ...]
    record: bytes | None
    skipped: tuple[str, ...] = ()
    only_points: bool = False
    right_otherwise: bool = False


def names_or_places(choice: RuleChoice, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each player by these rules, "Player 3" for one who has none."""
    entered = [*map(normalize_name, names), *[""] * choice.rules.players][: choice.rules.players]
    return tuple(name or f"Player {number}" for number, name in enumerate(entered, 1))


def check_sheet(choice: RuleChoice, sheet: Sheet, form_id: UUID) -> SheetResult:
    """Return what the rules say of a sheet.

    The game it would make gets an id that follows from `form_id` and the sheet, so that storing it twice stores it
    once. Raises ValidationFailed with the fields `names-PLACE` and `text`.
    """
    result = _check(choice, sheet, form_id)
    if not result.first_wrong:
        return result
    other = _check(choice, replace(sheet, totals=not sheet.totals), form_id)
    return replace(result, right_otherwise=not other.first_wrong and other.only_points == result.only_points)


def _check(choice: RuleChoice, sheet: Sheet, form_id: UUID) -> SheetResult:
    players = names_or_places(choice, sheet.names)
    _validate(sheet, players)
    reader = RowReader(choice.rules, players, sheet.totals)
    columns = sheet_columns(choice.rules, players)
    lines = read_lines(sheet.text, columns, choice.rules, players, sheet.totals)
    rows, skipped = _read_rows(reader, sheet, lines, columns)
    if has_only_points(rows):
        checked = check_points(choice, players, rows)
        wrong = next(_wrong_rows(checked.rows), "")
        return SheetResult(checked, wrong, lines.not_read, None, skipped, only_points=True)
    document, audit = _audit(choice, players, rows)
    checked = describe_audit(audit, of_sheet=True)
    numbered = tuple(
        replace(result, name=f"Row {number} · {result.name}", text=row.text, claims=claims)
        for number, (result, row, claims) in enumerate(zip(checked.rows, rows, _claims(audit), strict=True), 1)
    )
    all_named = bool(sheet.names) and all(map(normalize_name, sheet.names[: choice.rules.players]))
    is_game = all_named and not audit.lost and not any(row.errors for row in rows)
    return SheetResult(
        checked=replace(checked, rows=numbered),
        first_wrong=next(_wrong_rows(numbered), ""),
        not_read=lines.not_read,
        record=_game_record(document, form_id) if is_game else None,
        skipped=skipped,
    )


def _validate(sheet: Sheet, players: tuple[str, ...]) -> None:
    errors: list[RuleError] = []
    for number, name in enumerate(players):
        error = name_error(f"names-{number}", name)
        if error:
            errors.append(error)
        elif name in players[:number]:
            errors.append(DuplicatePlayer(f"names-{number}", f"{name} is already at the table."))
    if len(sheet.text) > LONGEST_SHEET:
        message = f"You can paste up to {LONGEST_SHEET:,} characters; this has {len(sheet.text):,}."
        errors.append(RuleError("text", message))
    if errors:
        raise ValidationFailed(errors)


def _read_rows(
    reader: RowReader, sheet: Sheet, lines: SheetLines, columns: Sequence[Column]
) -> tuple[list[SheetRow], tuple[str, ...]]:
    """Return every row, the pasted ones first, and the lines that are none; raises ValidationFailed (`text`)."""
    rows: list[SheetRow] = []
    skipped = [*lines.titles]
    for line in lines.rows[: MOST_HANDS + 1]:
        if lines.is_total(line, reader.players):
            skipped += [] if _claim_totals(reader, rows, lines, line) else [line]
        else:
            rows.append(_read_line(reader, lines, line))
    for row in sheet.rows:
        typed = {column.key: row[column.key] for column in columns if row.get(column.key)}
        rows += [reader.read(" · ".join(typed.values()), typed)] if typed else []
    if not rows:
        raise ValidationFailed([RuleError("text", "Paste or type at least one row.")])
    if len(rows) > MOST_HANDS:
        raise ValidationFailed(
            [RuleError("text", f"A sheet can have up to {MOST_HANDS:,} rows; this has {len(rows):,}.")]
        )
    return rows, tuple(map(lines.text, skipped))


def _claim_totals(reader: RowReader, rows: list[SheetRow], lines: SheetLines, line: str) -> bool:
    """Let a row of totals be those that the hand above it claims; return whether it could be read so."""
    try:
        totals = reader.read_totals(lines.cells(line))
    except Unreadable:
        return False
    if not (totals and rows) or rows[-1].entry.claimed_totals:
        return False
    rows[-1] = replace(rows[-1], entry=msgspec.structs.replace(rows[-1].entry, claimed_totals=totals))
    return True


def _read_line(reader: RowReader, lines: SheetLines, line: str) -> SheetRow:
    try:
        return reader.read(lines.text(line), lines.cells(line))
    except Unreadable as unreadable:
        return reader.skip(lines.text(line), str(unreadable))


def _audit(choice: RuleChoice, players: tuple[str, ...], rows: Sequence[SheetRow]) -> tuple[Document, Audit]:
    """Return the rows as a record, and what the rules say of it."""
    given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
    name = {"rules_name": choice.house_rules_name} if choice.house_rules_name else {}
    document = make_document(choice.rules, players, tuple(row.entry for row in rows), given=given, **name)
    misread = {number: row.errors for number, row in enumerate(rows, 1) if row.errors}
    record = ParsedRecord(document, ParsedRules(given, choice.rules), document.hands, misread)
    return document, audit_record(record, of_sheet=True)


def _claims(audit: Audit) -> Iterator[tuple[RowClaim, ...]]:
    """Return the claims of each row beside what is right, as far as that is known."""
    assert audit.standing is not None
    sides = competitors(audit.standing.rules, audit.standing.players)
    off_before = dict.fromkeys(sides, 0)
    for entry, hand in zip(audit.record.hands, audit.hands, strict=True):
        points, totals = entry.claimed or {}, entry.claimed_totals or {}
        claims = []
        for side in sides:
            name, player = audit.names.side(side), audit.players[side[0]]
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
    for number, row in enumerate(rows, 1):
        wrong = [claim.text for claim in row.claims if claim.is_wrong]
        if row.problems:
            yield f"Row {number} can't be right: {row.problems[0].text}"
        elif wrong:
            yield f"First mistake: row {number}. {'; '.join(wrong)}."


def _game_record(document: Document, form_id: UUID) -> bytes:
    """Return the record of the game, without its claims."""
    hands = tuple(msgspec.structs.replace(hand, claimed=UNSET, claimed_totals=UNSET) for hand in document.hands)
    document = msgspec.structs.replace(document, hands=hands)
    return serialize(msgspec.structs.replace(document, id=uuid5(form_id, serialize(document).decode())))
