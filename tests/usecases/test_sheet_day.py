"""The day that a paper sheet says it was played on."""

from datetime import date

import pytest

from scorekeeper.usecases.check.sheet_day import day_in

from .sheets import check_text

HANDS = "Bob 95 45 75\nAnn 70 80 40"
TABLE = ("Ann", "Bob", "Cal", "Dee")


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Date: 2026-11-03", date(2026, 11, 3)),
        ("Date: Nov 3, 2026", date(2026, 11, 3)),
        ("November 3rd 2026", date(2026, 11, 3)),
        ("Played on Tuesday, 3 Nov. 2026", date(2026, 11, 3)),
        ("date 11/3/26", date(2026, 11, 3)),
        ("31/12/2025", date(2025, 12, 31)),
        ("11/3/98", date(1998, 11, 3)),
        ("1/1/27", date(2027, 1, 1)),
        ("Date: 1850-01-01", None),
        ("Date: 2100-01-01", None),
        ("12-31-2025", date(2025, 12, 31)),
        ("Game of Fri 2026/1/2", date(2026, 1, 2)),
        ("Oct 27", date(2026, 10, 27)),
        ("Date: 27 Nov", date(2025, 11, 27)),
        ("February 29th", date(2024, 2, 29)),
        ("Nov 31", None),
        ("Date: 2026-13-45", None),
        ("Bob 95 2026-11-03", None),
        ("Date: 2026-11-03 and 2026-11-04", None),
        ("Date: " + "1" * 200, None),
        ("", None),
    ],
)
def test_a_line_that_says_only_a_day(line: str, day: date | None) -> None:
    assert day_in(line, date(2026, 11, 26)) == day


def test_a_player_may_be_called_may() -> None:
    assert check_text(f"May 25\n{HANDS}", names=TABLE).read.day is not None
    assert check_text(f"May 25\n{HANDS.replace('Ann', 'May')}", names=("May", *TABLE[1:])).read.day is None


@pytest.mark.parametrize("where", ["first", "last"])
def test_only_a_line_above_the_hands_says_it(where: str) -> None:
    day = "Date: 2020-02-29"
    result = check_text(f"{day}\n{HANDS}" if where == "first" else f"{HANDS}\n{day}", names=TABLE)
    assert result.read.day == (date(2020, 2, 29) if where == "first" else None)
    assert any("2020" in remark for remark in result.remarks()) is (where == "last")
