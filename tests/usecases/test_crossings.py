"""What breaks is never one thing, but one thing and another: all changes, crossed with each other."""

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.profiles import examples

from .crossing import STEPS, Crossing
from .game_at_table import DESCRIBE

MADE_NO_MORE = {"carried"}
"""Kinds of changes that only older versions made."""


def test_every_kind_of_change_is_a_step() -> None:
    assert DESCRIBE.keys() - MADE_NO_MORE <= STEPS.keys()


def test_all_that_people_do_crossed_with_all_else(club: int) -> None:
    run_state_machine_as_test(
        Crossing,
        settings=settings(
            examples(30),
            stateful_step_count=15,
            phases=(Phase.generate,),  # a machine that shrinks runs for minutes: `--hypothesis-seed` finds it again
            suppress_health_check=list(HealthCheck),
        ),
    )
