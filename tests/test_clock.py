"""The suite's own clock: at any hour a run begins at noon."""

from datetime import datetime

import pytest

from . import clock


@pytest.mark.parametrize("hour", range(24))
def test_a_run_begins_between_noon_and_one_at_any_hour(hour: int) -> None:
    with clock.moment(f"2026-11-28T{hour:02}:30+00:00"), clock.zone(clock.noon_zone()):
        assert datetime.now().astimezone().hour == 12


def test_a_moment_and_a_zone_end() -> None:
    before = datetime.now().astimezone()
    with clock.moment("2020-02-29T12:00+00:00"), clock.zone("Asia/Tokyo"):
        assert datetime.now().astimezone().isoformat()[:16] == "2020-02-29T21:00"
    assert before <= datetime.now().astimezone()
    assert before.utcoffset() == datetime.now().astimezone().utcoffset()
