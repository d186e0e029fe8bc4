"""Write CSV by RFC 4180, with cells that no spreadsheet runs as a formula."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""A text that begins with one of these would run as a formula."""
LATER_FORMULA = re.compile(r"(?<=[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])")
"""The same inside a cell, for spreadsheets that separate cells by semicolons, as in many countries."""

Value = str | int | bool | datetime | None


def escape_formula(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs, with an apostrophe before what would begin a formula."""
    text = LATER_FORMULA.sub("'", text)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_lines(rows: Iterable[Sequence[Value]]) -> Iterator[bytes]:
    """Yield each row as a line of CSV in UTF-8: times in ISO 8601 and UTC, True and False, None as an empty cell."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    for row in rows:
        writer.writerow([_format(value) for value in row])
        yield buffer.getvalue().encode()
        buffer.seek(0)
        buffer.truncate()


def _format(value: Value) -> str | int | bool | None:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return escape_formula(value) if isinstance(value, str) else value
