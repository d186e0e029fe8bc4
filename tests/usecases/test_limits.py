"""How often something may be tried from one address, and from all together, as the database counts."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, insert, select

from scorekeeper.storage import rate_limits
from scorekeeper.storage.db import reading, writing
from scorekeeper.storage.models import ATTEMPT, CLUB
from scorekeeper.storage.rate_limits import Limit
from scorekeeper.usecases import clubs
from scorekeeper.usecases.errors import ValidationFailed

Try = Callable[[str], object]
HERE, THERE = "192.168.0.7", "192.168.0.8"


def guess(limit: Limit) -> Try:
    return lambda address: rate_limits.check_secret(limit, address, False)


def try_to_start_club(address: str) -> object:
    try:
        return clubs.start_club("Friday night", address, True, None)
    except ValidationFailed:
        return None


def send_file(address: str) -> object:
    try:
        clubs.count_club_file(address)
    except ValidationFailed:
        return None
    return "admitted"


KINDS = {limit.kind: (limit, guess(limit)) for limit in (rate_limits.WRONG_PIN, rate_limits.WRONG_CODE)}
KINDS |= {
    "club": (rate_limits.NEW_CLUB, try_to_start_club),
    "clubs in all": (rate_limits.NEW_CLUBS, try_to_start_club),
    "club file": (rate_limits.CLUB_FILE, send_file),
}
each = pytest.mark.parametrize(("limit", "attempt"), KINDS.values(), ids=KINDS.keys())


@each
def test_one_address_has_so_many_tries_and_others_have_theirs(club: int, limit: Limit, attempt: Try) -> None:
    assert [attempt(HERE) is None for _ in range(limit.per_address)] == [False] * limit.per_address
    assert attempt(HERE) is None
    assert attempt(THERE) is not None


@pytest.mark.parametrize(
    ("limit", "attempt"),
    [(limit, attempt) for limit, attempt in KINDS.values() if limit.in_all],
    ids=[kind for kind, (limit, _) in KINDS.items() if limit.in_all],
)
def test_all_addresses_together_have_so_many(club: int, limit: Limit, attempt: Try) -> None:
    assert limit.in_all
    one = {"kind": limit.kind, "made_at": datetime.now(UTC)}
    with writing() as session:
        session.execute(insert(ATTEMPT), [one | {"address": f"10.0.0.{n}"} for n in range(limit.in_all - 1)])
    assert attempt(HERE) is not None
    assert attempt(THERE) is None


@pytest.mark.both_databases
@each
def test_an_attempt_over_the_limit_is_neither_counted_nor_made(club: int, limit: Limit, attempt: Try) -> None:
    for _ in range(limit.per_address):
        attempt(HERE)
    before = counted_rows()
    assert attempt(HERE) is None
    assert counted_rows() == before


def counted_rows() -> list[int]:
    of_kind = [select(func.count()).select_from(table) for table in (ATTEMPT, CLUB)]
    return [reading().execute(count).scalar_one() for count in of_kind]


def test_a_right_guess_is_found_after_any_number_of_wrong_ones_which_get_slow(
    club: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, slept = rate_limits.WRONG_WATCH_CODE, list[float]()
    monkeypatch.setattr(rate_limits, "sleep", slept.append)
    for _ in range(limit.per_address + 20):
        assert rate_limits.guess(limit, HERE, lambda: None) is None
        assert rate_limits.guess(limit, HERE, lambda: "found") == "found"
    assert slept == [rate_limits.SLOW] * 20
    assert rate_limits.guess(limit, THERE, lambda: None) is None
    assert len(slept) == 20, "only where they came from"


def test_slow_guesses_take_only_so_many_threads_and_hold_up_no_other_address(
    club: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit, meanwhile = rate_limits.WRONG_WATCH_CODE, list[object]()

    def try_more(_seconds: float) -> None:
        """What comes while a wrong guess sleeps."""
        monkeypatch.setattr(rate_limits, "sleep", fill)
        rate_limits.guess(limit, HERE, lambda: None)
        assert rate_limits.guess(limit, HERE, lambda: "found") == "found", "the places are free again"

    def fill(_seconds: float) -> None:
        with pytest.raises(rate_limits.TooManyAtOnce):
            rate_limits.guess(limit, HERE, lambda: "found")
        meanwhile.append(rate_limits.guess(limit, THERE, lambda: "found"))

    monkeypatch.setattr(rate_limits, "sleep", try_more)
    for _ in range(limit.per_address + 1):
        rate_limits.guess(limit, HERE, lambda: None)
    assert meanwhile == ["found"]
