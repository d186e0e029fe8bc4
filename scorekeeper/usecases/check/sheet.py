"""A paper sheet, typed in or pasted, held against the rules row by row."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from msgspec import UNSET
from msgspec.structs import replace as replaced

from scorekeeper.record import Audit, Document, audit_record, make_document, serialize
from scorekeeper.record.document import MOST_HANDS
from scorekeeper.record.parse import ParsedRecord
from scorekeeper.record.rulesets import ParsedRules
from scorekeeper.rules.errors import DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import competitors, side_name
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.names import name_fault, tidy
from scorekeeper.usecases.rule_choice import RuleChoice

from .record import Claim, RecordResult, RowResult, shown
from .sheet_columns import Column, columns, headings
from .sheet_rows import DELIMITERS, Reader, Row, Unreadable, cells_of, delimiter_of

LONGEST_SHEET = 100_000
MOST_TYPED = 60
"""Characters that may be pasted, and rows that may be typed."""
COUNTED = re.compile(rf'\s*"?[0-9]{{1,4}}\.?"?\s*[{DELIMITERS}]')
"""A line that begins with the number of its hand, where the bidder would stand."""
Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was typed of a sheet: names ("" where nobody has one), pasted lines, typed rows by column key.

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
    or the players have no names. `taken_otherwise`: wrong only because points were taken for totals, or the reverse.
    """

    told: RecordResult
    first_wrong: str
    not_read: tuple[str, ...]
    record: bytes | None
    taken_otherwise: bool = False


def players_named(chosen: RuleChoice, names: Sequence[str]) -> tuple[str, ...]:
    """The players by name, those without one by their place."""
    typed = [*map(tidy, names), *[""] * chosen.rules.players][: chosen.rules.players]
    return tuple(name or f"Player {place}" for place, name in enumerate(typed, 1))


def check_sheet(chosen: RuleChoice, sheet: Sheet, entry: UUID) -> SheetResult:
    """Holds a sheet against the rules. The game it makes goes by an id of this `entry` and of all that it says.

    Raises ValidationFailed with the fields `names-PLACE` and `text`.
    """
    checked = _checked(chosen, sheet, entry)
    if not checked.first_wrong:
        return checked
    other = _checked(chosen, replace(sheet, totals=not sheet.totals), entry)
    return replace(checked, taken_otherwise=not other.first_wrong)


def _checked(chosen: RuleChoice, sheet: Sheet, entry: UUID) -> SheetResult:
    players = players_named(chosen, sheet.names)
    _refuse(sheet, players)
    reader = Reader(initial_standing(chosen.rules, players), sheet.totals)
    rows, not_read = _rows(reader, sheet, columns(chosen.rules, players))
    if not rows:
        raise ValidationFailed([RuleError("text", "Paste or type at least one row.")])
    if len(rows) > MOST_HANDS:
        raise ValidationFailed([RuleError("text", f"A sheet has at most {MOST_HANDS:,} rows; this has {len(rows):,}.")])
    given = dict(chosen.given) if len(chosen.given) > 1 else chosen.given["base"]
    house = {"rules_name": chosen.house} if chosen.house else {}
    document = make_document(chosen.rules, players, tuple(row.entry for row in rows), given=given, **house)
    misread = {place: row.faults for place, row in enumerate(rows, 1) if row.faults}
    told = audit_record(ParsedRecord(document, ParsedRules(given, chosen.rules), document.hands, misread))
    claims = list(_claims(told))
    checked = shown(told, in_fields=False)
    lines = tuple(
        replace(line, name=f"Row {place} · {line.name}", text=row.text, claims=said)
        for place, (line, row, said) in enumerate(zip(checked.rows, rows, claims, strict=True), 1)
    )
    whole = not misread and not told.lost and all(map(tidy, sheet.names[: chosen.rules.players]))
    return SheetResult(
        told=replace(checked, rows=lines),
        first_wrong=next(_wrong(lines), ""),
        not_read=not_read,
        record=_record(document, entry) if whole and sheet.names else None,
    )


def _refuse(sheet: Sheet, players: tuple[str, ...]) -> None:
    faults: list[RuleError] = []
    for place, name in enumerate(players):
        fault = name_fault(f"names-{place}", name)
        if fault:
            faults.append(fault)
        elif name in players[:place]:
            faults.append(DuplicatePlayer(f"names-{place}", f"{name} sits at the table already."))
    if len(sheet.text) > LONGEST_SHEET:
        message = f"At most {LONGEST_SHEET:,} letters can be pasted; this has {len(sheet.text):,}."
        faults.append(UnknownPlayer("text", message))
    if faults:
        raise ValidationFailed(faults)


def _rows(reader: Reader, sheet: Sheet, wanted: Sequence[Column]) -> tuple[list[Row], tuple[str, ...]]:
    """Every row, the pasted ones first, and the headings that nobody knows."""
    lines = [line for line in sheet.text.removeprefix("\ufeff").splitlines() if re.search(r"[^\s,;]", line)]
    delimiter = delimiter_of(lines)
    keys: list[str | None] = [column.key for column in wanted]
    not_read: tuple[str, ...] = ()
    cells = _first(lines, delimiter)
    found = headings(cells, wanted)
    if found:
        keys = [heading.key for heading in found]
        twice = [cell for place, (cell, key) in enumerate(zip(cells, keys, strict=True)) if key and key in keys[:place]]
        if twice:
            raise ValidationFailed(
                [RuleError("text", f"Two columns are headed as one and the same: “{twice[0]}” is the second.")]
            )
        not_read = tuple(cell for cell, heading in zip(cells, found, strict=True) if cell and heading.unknown)
        del lines[0]
    elif lines and all(map(COUNTED.match, lines)) and not any(player[0].isdigit() for player in reader.players):
        keys.insert(0, None)
    rows = [_pasted(reader, line, delimiter, keys) for line in lines[: MOST_HANDS + 1]]
    for row in sheet.rows:
        typed = {column.key: row[column.key] for column in wanted if row.get(column.key)}
        rows += [reader.row(" · ".join(typed.values()), typed)] if typed else []
    return rows, not_read


def _first(lines: Sequence[str], delimiter: str) -> list[str]:
    """The cells of the first line, none where it cannot be read; as a row it is told why."""
    try:
        return cells_of(lines[0], delimiter) if lines else []
    except Unreadable:
        return []


def _pasted(reader: Reader, line: str, delimiter: str, keys: Sequence[str | None]) -> Row:
    text = " · ".join(line.replace('"', "").split(delimiter))
    try:
        cells = cells_of(line, delimiter)
        if any(cells[len(keys) :]):
            raise Unreadable(f"This row has {len(cells)} cells; there are {len(keys)} columns.")
        return reader.row(text, {key: cell for key, cell in zip(keys, cells, strict=False) if key})
    except Unreadable as unreadable:
        return reader.unread(text, str(unreadable))


def _claims(told: Audit) -> Iterator[tuple[Claim, ...]]:
    """What each row claims, the rules' figure beside it, where there is one."""
    assert told.standing is not None
    sides = competitors(told.standing.rules, told.standing.players)
    off_before = dict.fromkeys(sides, 0)
    for entry, hand in zip(told.record.hands, told.hands, strict=True):
        claims = []
        for side in sides:
            points, totals = entry.claimed or {}, entry.claimed_totals or {}
            if side[0] in points and hand.points:
                claims.append(
                    Claim(side_name(side), points[side[0]], hand.points[side[0]], totals=False, carried=False)
                )
            if side[0] in totals and hand.totals:
                off = totals[side[0]] - hand.totals[side[0]]
                carried = off == off_before[side] != 0
                claims.append(
                    Claim(side_name(side), totals[side[0]], hand.totals[side[0]], totals=True, carried=carried)
                )
                off_before[side] = off
        yield tuple(claims)


def _wrong(rows: Sequence[RowResult]) -> Iterator[str]:
    """Where the sheet goes wrong, a sentence for each such row."""
    for place, row in enumerate(rows, 1):
        wrong = [claim.said for claim in row.claims if claim.is_wrong]
        if row.problems:
            yield f"Row {place} cannot be so: {row.problems[0].text}"
        elif wrong:
            yield f"Row {place} is the first that is wrong: {'; '.join(wrong)}."


def _record(document: Document, entry: UUID) -> bytes:
    """The game without its claims."""
    hands = tuple(replaced(hand, claimed=UNSET, claimed_totals=UNSET) for hand in document.hands)
    document = replaced(document, hands=hands)
    return serialize(replaced(document, id=uuid5(entry, serialize(document).decode())))
