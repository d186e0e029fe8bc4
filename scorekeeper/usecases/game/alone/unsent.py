"""What a phone recorded without a network is sent later, as it was typed.

If the game is as the phone had it, each form makes its change as it would have at once. Else what the forms say meets
the server's hands (meeting.py).
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from uuid import UUID

from scorekeeper.rules.errors import HandAfterEnd, RuleError
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Hand
from scorekeeper.storage import games
from scorekeeper.storage.db import db
from scorekeeper.storage.games import read_facts, write_facts
from scorekeeper.usecases.errors import Conflict, Submission, ValidationFailed
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.alone.comparing import told_by_server
from scorekeeper.usecases.game.alone.meeting import Mine, Way, meet, place_of, refuse_other_strangers
from scorekeeper.usecases.game.change import Edit, Fields
from scorekeeper.usecases.game.recording import refuse_strangers
from scorekeeper.usecases.game.scoreboard import short_id
from scorekeeper.usecases.game_state import GameState, read_game

MOST_AT_ONCE = 100
"""Forms, of which each may search for impossible counts; the phone sends the others next."""
ENDS_HAND = ("hands", "misdeal", "passed-out")
CALL_AGAIN = "The game has changed since. Call time again if that was the last hand."
HAD_ARRIVED = "This hand had arrived already. Undo it on the board."
DOES_NOT_FOLLOW = "It doesn't follow from what was recorded before."


@dataclass(frozen=True, slots=True)
class Typed:
    """A form that a phone filled in, with its id and the version that it was made from.

    `step` is the last part of its address, `kind` the kind of change that its edit makes.
    """

    id: UUID
    version: int
    step: str
    kind: str
    edit: Edit


@dataclass(slots=True)
class Run:
    """What a phone recorded, one on the other.

    `place`, `after`, `names` and `open`, which has its dealer, are the game that the phone began with, as in Mine.
    `taken` is how many of the forms, from the first on, the answer is about.
    """

    place: int
    open: Hand
    typed: Sequence[Typed]
    after: int | None = None
    names: tuple[str, ...] = ()
    taken: int = field(default=0, init=False)

    def is_next(self, state: GameState) -> bool:
        """Return whether the game is as the phone had it."""
        place, hand, game = self.place, self.open, state.game
        theirs = state.open_hand or Hand()
        return (
            len(game.hands) == place
            and self.after == (short_id(game.hands[-1].uid) if place else None)
            and (hand.dealer, *_bidding(hand)) == (state.deal.dealer, *_bidding(theirs))
            and (not self.names or self.names == tuple(state.names.players))
        )

    def told(self, state: GameState, *, first_hand: bool = False) -> Mine:
        """Return what the forms say that no undo takes back, or only those of the `first_hand`.

        It ends before the first hand, or call of time, that the rules refuse. If that is the first of all, it alone is
        taken, and this raises ValidationFailed.
        """
        game = whole = self._begin(state)
        place = place_of(state, self.place, self.after)
        most = self._before_what_arrived(state)
        kept = [at for at in _left(self.typed[:most]) if self.typed[at].step != "undo"]
        ends = [*kept[1:], most][: len(kept)]  # what was taken back goes with what is before it
        self.taken = 0
        for at, end in zip(kept, ends, strict=True):
            typed = self.typed[at]
            is_call = typed.step == "time"
            try:
                fields = typed.edit(game)
                if is_call and "open_hand" in fields:
                    _refuse_late_call(state, place + len(game.game.hands))
                game = game.after(fields)
            except (ValidationFailed, Conflict, RuleError) as error:
                if is_call:
                    self.taken, whole = at, game
                if self.taken:
                    return self._mine(whole)
                self.taken = end if is_call else self._end_of_hand(kept, ends)
                raise ValidationFailed([HandAfterEnd("", CALL_AGAIN)] if is_call else _errors(error)) from error
            if typed.step in ENDS_HAND:
                self.taken, whole = end, game
                if first_hand:
                    break
        else:
            self.taken = most
        return self._mine(game)

    def has_more_hands(self) -> bool:
        """Return whether more than one hand was taken."""
        return sum(typed.step in ENDS_HAND for typed in self.typed[: self.taken]) > 1

    def _before_what_arrived(self, state: GameState) -> int:
        """Return how many forms come before a hand that was taken back, though the server has it.

        Raises ValidationFailed if it is the first: a person takes it back on the board.
        """
        stored, left = {row.uid for row in state.game.hands}, {*_left(self.typed)}
        gone = [at for at, typed in enumerate(self.typed) if at not in left and typed.id in stored]
        if gone and not gone[0]:
            self.taken = next(at for at, typed in enumerate(self.typed, 1) if typed.step == "undo")
            raise ValidationFailed([HandAfterEnd("", HAD_ARRIVED)])
        return gone[0] if gone else len(self.typed)

    def end_of_first(self) -> int:
        """Return how many forms there are up to the first, or to the undo that takes it back."""
        ends = (at for at in range(1, len(self.typed) + 1) if not _left(self.typed[:at]))
        return next(ends, 1)

    def _end_of_hand(self, kept: Sequence[int], ends: Sequence[int]) -> int:
        found = (end for at, end in zip(kept, ends, strict=True) if self.typed[at].step in ENDS_HAND)
        return next(found, len(self.typed))

    def _begin(self, state: GameState) -> "_OnPhone":
        refuse_strangers(state, self.open)
        refuse_other_strangers(state, self.open)
        place = place_of(state, self.place, self.after)
        begins = (state.hands[place - 1].standing if place else state.initial_standing)._replace(end=None)
        game = state.game.copy()
        game.hands, game.stopped = [], False
        game.open_hand = write_facts(self.open, begins.table.deal(self.open.dealer))
        return _OnPhone(game, begins)

    def _mine(self, game: "_OnPhone") -> Mine:
        hands = tuple((row.uid, read_facts(row.facts)) for row in game.game.hands)
        open_hand, begun = game.open_hand, None
        if open_hand and (open_hand.bidder is not None or open_hand.auction or open_hand.last):
            begun = replace(open_hand, dealer=game.deal.dealer)
        return Mine(self.place, hands, begun, self.after, self.names)


@dataclass(frozen=True)
class _OnPhone(GameState):
    """A game as a phone goes on with it: its hands are the phone's alone. Whether it is over is the server's to say."""

    begins: Standing

    @cached_property
    def standing(self) -> Standing:
        return self.begins

    def after(self, fields: Fields) -> "_OnPhone":
        """Return the game with these fields set."""
        game = copy(self.game)
        game.hands, game.seats = [*game.hands], [*game.seats]
        change.write(db.session(), game, fields)
        begins = self.begins
        if len(game.hands) > len(self.game.hands):
            begins = begins._replace(table=begins.table.after(self.deal, read_facts(game.hands[-1].facts)))
        return _OnPhone(game, begins)


def send(club_id: int, game_uid: UUID, submission: Submission, run: Run, way: Way, seen: str = "") -> GameState:
    """Store what a phone recorded, as far as the rules take it, and return the game.

    Raises what `change.apply` and `meet` raise, about the forms that the run says were taken.
    """
    state = read_game(club_id, game_uid)
    if way is Way.ASK and (stored := _made_at_once(state, run, submission)):
        return stored
    try:
        return meet(club_id, game_uid, submission, run.told(state), way, seen)
    except ValidationFailed:
        if way is not Way.ASK or not run.has_more_hands():
            raise
    return meet(club_id, game_uid, submission, run.told(state, first_hand=True), way, seen)


def _made_at_once(state: GameState, run: Run, submission: Submission) -> GameState | None:
    """Make each form's change, and return the game after the last; None if the game is not as the phone had it.

    Forms that arrived before, though no answer did, are passed over. The first one that the rules refuse stops it.
    """
    first, game = run.typed[0], state.game
    since = {made.uid: made.version for made in games.changes_since(db.session(), game.id, first.version)}
    known = 0
    while known < len(run.typed) and since.get(run.typed[known].id) == first.version + known + 1:
        known += 1
    run.taken = known
    if game.version != first.version + known:
        return state if known else None
    if not (known or first.step == "undo" or run.is_next(state)):
        return None
    for typed in run.typed[known:][:MOST_AT_ONCE]:
        sent = replace(submission, id=typed.id, version=state.game.version)
        try:
            state = change.apply(game.club_id, game.uid, sent, typed.kind, typed.edit)
        except Conflict:
            return state if run.taken else None
        except ValidationFailed:
            if run.taken:
                return state
            run.taken = run.end_of_first()
            raise
        run.taken += 1
    return state


def _left(typed: Sequence[Typed]) -> list[int]:
    """Return the places of the forms that no undo among them takes back, and of undos of what came before them."""
    left = list[int]()
    for at, one in enumerate(typed):
        if one.step == "undo" and left and typed[left[-1]].step != "undo":
            left.pop()
        else:
            left.append(at)
    return left


def _refuse_late_call(state: GameState, place: int) -> None:
    """Raise ValidationFailed if another phone has begun the hand at this place, and not as the last one."""
    for theirs in told_by_server(state)[place : place + 1]:
        has_begun = theirs.finished or theirs.hand.bidder is not None or theirs.hand.auction
        if has_begun and not theirs.hand.last:
            raise ValidationFailed([HandAfterEnd("", CALL_AGAIN)])


def _bidding(hand: Hand) -> tuple[object, ...]:
    return hand.bidder, hand.bid, hand.partners, hand.auction or None, hand.last


def _errors(error: ValidationFailed | Conflict | RuleError) -> Sequence[RuleError]:
    if isinstance(error, ValidationFailed):
        return error.errors
    return [error if isinstance(error, RuleError) else HandAfterEnd("", DOES_NOT_FOLLOW)]
