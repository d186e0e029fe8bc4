"""What is recorded on a scoreboard, by the last part of its address: its form, and how it changes the game.

A phone that was without a network sends the same forms later, all at once (views/alone.py).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.usecases.game import clock, recording
from scorekeeper.usecases.game.change import Fields
from scorekeeper.usecases.game.undo import undo_last
from scorekeeper.usecases.game_state import GameState
from scorekeeper.web.forms.base import ChangeForm, StepForm
from scorekeeper.web.forms.hand import CallForm, FullHandForm, NoHandForm, RecordBidForm, RecordPartnersForm, TimeForm


class Entry(NamedTuple):
    """A form, the kind of change that it makes, and its edit."""

    form: type[ChangeForm]
    kind: str
    edit: Callable[[Any, GameState], Fields]


def _record_bid(form: RecordBidForm, state: GameState) -> Fields:
    return recording.record_bid(state, form.as_hand(), form.replaced)


def _record_call(form: CallForm, state: GameState) -> Fields:
    return recording.record_call(state, form.submission.id, form.caller, form.call.data)


def _record_partners(form: RecordPartnersForm, state: GameState) -> Fields:
    return recording.record_partners(state, form.as_hand())


def _record_hand(form: FullHandForm, state: GameState) -> Fields:
    return recording.record_hand(state, form.submission.id, form.as_hand())


def _record_misdeal(form: NoHandForm, state: GameState) -> Fields:
    return recording.record_misdeal(state, form.submission.id, form.as_hand())


def _record_passed_out(form: NoHandForm, state: GameState) -> Fields:
    return recording.record_passed_out(state, form.submission.id, form.as_hand())


def _record_stuck_bid(_form: StepForm, state: GameState) -> Fields:
    return recording.record_stuck_bid(state)


def _call_time(form: TimeForm, state: GameState) -> Fields:
    return clock.call_time(state, form.hand.data == "before")


def _undo(_form: StepForm, state: GameState) -> Fields:
    return undo_last(state)


ENTRIES: Mapping[str, Entry] = {
    "bid": Entry(RecordBidForm, "bid", _record_bid),
    "call": Entry(CallForm, "call", _record_call),
    "partners": Entry(RecordPartnersForm, "partners", _record_partners),
    "hands": Entry(FullHandForm, "hand", _record_hand),
    "misdeal": Entry(NoHandForm, "misdeal", _record_misdeal),
    "passed-out": Entry(NoHandForm, "passed-out", _record_passed_out),
    "stuck": Entry(StepForm, "bid", _record_stuck_bid),
    "time": Entry(TimeForm, "time", _call_time),
    "undo": Entry(StepForm, "undo", _undo),
}
