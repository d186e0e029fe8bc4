"""Phones with their real scripts, a bad network and a server that dies: nothing is lost, doubled or drawn wrong.

`make simulate` plays a thousand evenings (docs/changing/reliability.md).
"""

from collections.abc import Sequence

import pytest

from .faults import FAULTS
from .play import play

pytestmark = pytest.mark.process

# From this evening on one of fifty finds it: what a page asks moves which.
FIRST_TO_FIND = {
    "a new form id at each try": 63,
    "a 409 taken for a refusal": 4,
    "Undo of the oldest": 31,
    "a lost entry": 8,
    "an entry stored twice": 9,
}
EVENINGS: list[Sequence[int]] = [
    (1, 2),
    (3, 11, 27),
    (37, 45, 46, 54, 58),
    (62, 63, 70, 76, 102),
    (114, 135, 153, 159, 184, 256, 373, 970),
]


@pytest.mark.everywhere("again", once={"seeds": [EVENINGS[0]]})
@pytest.mark.parametrize("seeds", EVENINGS, ids=lambda seeds: f"{seeds[0]} to {seeds[-1]}")
def test_after_any_evening_all_phones_and_the_server_agree(seeds: Sequence[int]) -> None:
    played = list(play(seeds))
    assert {evening.seed: evening.faults for evening in played if evening.faults} == {}
    assert sum(evening.taps for evening in played) > 6 * len(seeds)
    assert sum(evening.compared for evening in played) > 2 * len(seeds)


@pytest.mark.everywhere(
    "again",
    proven="tests/simulation/test_simulated_evenings.py::test_after_any_evening_all_phones_and_the_server_agree",
)
def test_a_seed_gives_the_same_trace_again() -> None:
    once, twice = (next(iter(play([3]))) for _ in range(2))
    assert once.trace == twice.trace


@pytest.mark.everywhere("again", once={"fault": "a lost entry"})
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    first = FIRST_TO_FIND[fault]
    assert any(evening.faults for evening in play(range(first, first + 50), planted=FAULTS[fault]))
