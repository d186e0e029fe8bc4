"""What a spreadsheet is given: cells that it cannot take for a formula, in lines as RFC 4180 describes them."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO

RUNS = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these would be run as a formula."""
LATER = re.compile(r"(?<=[;\n])(?=[=+\-@\t\r])")
"""Where a spreadsheet that parts cells by semicolons, as many countries' do, would take the rest for a formula."""

Value = str | int | bool | datetime | None


def cell(text: str) -> str:
    """This text as a cell that no spreadsheet runs: an apostrophe goes before what would begin a formula."""
    text = LATER.sub("'", text)
    return f"'{text}" if text.startswith(RUNS) else text


def lines(rows: Iterable[Sequence[Value]]) -> Iterator[bytes]:
    """Each row as a line of a CSV file in UTF-8: moments in ISO 8601 and UTC, True and False, None left empty."""
    held = StringIO()
    writer = csv.writer(held)
    for row in rows:
        writer.writerow([_written(value) for value in row])
        yield held.getvalue().encode()
        held.seek(0)
        held.truncate()


def _written(value: Value) -> str | int | bool | None:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return cell(value) if isinstance(value, str) else value
