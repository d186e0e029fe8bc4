"""The suite's own clock and zone: wherever and whenever a run begins, it is noon where it is.

ZONE=Asia/Tokyo names another zone. A test that needs another moment or zone says which.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import time_machine


def noon_zone() -> str:
    """Return the zone, of those that are whole hours from UTC, in which it is between noon and one now."""
    ahead = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-ahead:+}"


@contextmanager
def zone(name: str) -> Iterator[None]:
    """Have the server in this zone."""
    before = os.environ["TZ"]
    use_zone(name)
    try:
        yield
    finally:
        use_zone(before)


@contextmanager
def moment(when: str) -> Iterator[None]:
    """Have it be this moment, such as 2026-12-31T23:59:00-05:00, from which time goes on."""
    with time_machine.travel(datetime.fromisoformat(when)):
        yield


def use_zone(name: str) -> None:
    os.environ["TZ"] = name
    time.tzset()


# Its workers, servers and browsers inherit it.
use_zone(os.environ.setdefault("ZONE", noon_zone()))
