"""Every change of a game goes through here.

A change is a set of fields with their values before and after, so that undo can restore the former. It has the id of
its form, so that a form sent twice makes one change.

A field's key is a column of the game, "seats" (the players' numbers, clockwise), "hand:UID" (None if there is no such
hand), "player:NUMBER" (the player with this number, by id and name), "name:ID" (the spelling of a club's player), or
"sittings:NUMBER" (several who sat as this number: up to which position, by id and name), or "change:UID" (the state of
an earlier change, in an undo or a redo).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict, cast
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.words import end
from scorekeeper.storage import games, players
from scorekeeper.storage.db import db, writing, wrote
from scorekeeper.storage.games import (
    AFTER_THIS_HAND,
    ENDED,
    Facts,
    Sitting,
    StoredChange,
    StoredGame,
    StoredHand,
    StoredSeat,
)
from scorekeeper.storage.models import ChangeState
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.errors import Conflict, Deleted, Submission, ValidationFailed
from scorekeeper.usecases.game.agreeing import agree_to_saved
from scorekeeper.usecases.game.announcements import describe_change
from scorekeeper.usecases.game.effect import EffectUnseen, ask, fingerprint
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.players.update_stats import update_stats

Fields = Mapping[str, object]


class HandField(TypedDict):
    """The value of a field "hand:UID": what orders the hands as they were played, and its facts."""

    position: float
    facts: Facts


COLUMNS = (
    *("open_hand", "rules", "preset", "house_rules_name", "teams", "dealer", "stopped", "hidden", "notes"),
    "starting_totals",
)


Edit = Callable[[GameState], Fields]
"""Returns the fields of the game that a form sets, from the state that it finds."""

MERGED = "players merged or told apart"
"""What a version without a change is in words: only a merge and its undo make one (`storage.players.merge`)."""
LARGEST_TOTAL = 1_000_000_000
MOMENTS = ("started_at", "ended_at")
MOVES_END = ("hand", "stop")
"""If a game is over after a change of these kinds, it ended at that moment and not before."""
SAVES = ("hand", "misdeal", "passed-out", "correction", "added hand", "meeting")
"""Changes of these kinds have the yes of the player for whom the phone watches that made them."""
TAKES_LONG = ("meeting", "rules", "seats")
"""Changes of these kinds are judged before the lock is taken, and count if the game still has the version they saw."""
ASKS_FIRST = ("target", "rules", "seats", "starting totals", "correction", "added hand", "hand deletion")
"""Changes of these kinds are of hands that are there: what has to be asked about (`effect.ask`) is shown first."""
STATES = dict.fromkeys(("undo", "redo"), ChangeState.UNDO) | dict.fromkeys(
    ("deletion", "return", "hiding", "showing"), ChangeState.NO_UNDO
)
"""The state of a change after it was made, by its kind; others are DONE."""


def apply(
    club_id: int, game_uid: UUID, submission: Submission, kind: str, edit: Edit, seen: str | None = None
) -> GameState:
    """Set the fields that `edit` returns, score the game again and store both, once for each form id.

    Return the state after it. If nothing changes, nothing is stored that undo could take back. `seen` is the
    fingerprint of what a person's form has shown and asked, None if no person is asked.

    Raises NotFound, Deleted unless the kind is "return", Conflict, ValidationFailed if a total would be too large,
    EffectUnseen, and whatever `edit` raises; then nothing is stored.
    """
    judged = _judge(read_game(club_id, game_uid), submission, edit) if kind in TAKES_LONG else None
    with writing(club_id) as session:
        state = read_game(club_id, game_uid, even_deleted=True)
        known, can_redo = games.known_and_undone(session, state.game.id, submission.id)
        if known and known.kind == kind:
            return state  # sent again because the first answer was lost
        _refuse_stale(session, state, submission, known, kind)
        fields = edit(state) if judged is None else judged
        after = store(session, state, submission.id, kind, fields, STATES.get(kind, ChangeState.DONE))
        if kind in ASKS_FIRST and seen is not None and fingerprint(asked := ask(state, after)) != seen and asked:
            raise EffectUnseen(state, after)
        if submission.watches_for is not None and kind in SAVES:
            moved = [key for key in fields if kind == "added hand" and read(state.game, key)]
            agree_to_saved(session, after, submission.watches_for, fields.keys() - moved)
        if can_redo and after is not state and kind not in STATES:
            games.drop_undone(session, state.game.id)
        wrote(session, after)
        return after


def _judge(state: GameState, submission: Submission, edit: Edit) -> Fields:
    """Return the fields that the change would set; none if it will be refused, or was made already."""
    known, _ = games.known_and_undone(db.session(), state.game.id, submission.id)
    return edit(state) if state.game.version == submission.version and not known else {}


def changed(state: GameState, fields: Fields) -> GameState:
    """Return the game with these fields, which are not stored."""
    game = state.game.copy()
    write(db.session(), game, fields)
    seat_those_at_the_end(game)
    return GameState(game)


def seat_those_at_the_end(game: StoredGame) -> None:
    """Let each seat have who sits there, or who did when the game ended: theirs is the result."""
    if game.sittings:
        played = zip(game.hands, GameState(game).hands, strict=True)
        ended = (row.position for row, each in played if each.standing.end)
        game.seats = game.seats_at(next(ended, game.next_position))


def store(
    session: Session, state: GameState, form_id: UUID, kind: str, fields: Fields, change_state: ChangeState
) -> GameState:
    """Store these fields of a game as one change, and its derived columns; return the state after it."""
    new = {
        key: [_before(session, state.game, key), value]
        for key, value in fields.items()
        if read(state.game, key) != value
    }
    if not new:
        return state
    after = changed(state, {key: value for key, (_, value) in new.items()})
    game = after.game
    game.version += 1
    if not all(key in MOMENTS or key.startswith("change:") for key in new):  # when it was played changes no game
        game.changed_at = datetime.now(UTC)
    if kind in MOVES_END:
        game.ended_at = None
    if set(new) != {"open_hand"}:  # an open hand scores nothing
        update_derived(after)
        if any(abs(seat.total) > LARGEST_TOTAL for seat in game.seats):
            raise ValidationFailed([RuleError("", f"A total can be up to {LARGEST_TOTAL:,} points.")])
    games.write(session, state.game, game)
    update_stats(session, state.game, after)
    games.add_change(session, game, StoredChange(form_id, game.version, kind, new, change_state))
    return after


def _refuse_stale(
    session: Session, state: GameState, submission: Submission, known: StoredChange | None, kind: str
) -> None:
    """Raise Deleted or Conflict if a form was made from another version of the game.

    The buttons of one page share its id, so a `known` change of another kind means that this one is late. A game that
    was already restored may have any version.
    """
    game, restores = state.game, kind == "return"
    if game.deleted_at and not restores:
        raise Deleted
    if not (restores and not game.deleted_at) and (known or submission.version != game.version):
        raise Conflict(said_since(session, state, submission.version))


def said_since(session: Session, state: GameState, version: int) -> tuple[str, ...]:
    """Say what changed in a game after this version."""
    since = games.changes_since(session, state.game.id, version)
    merged = [MERGED] if min(state.game.version - version, games.MOST_SINCE) > len(since) else []
    return (*merged, *(describe_change(change, state) for change in since))


def update_derived(state: GameState) -> None:
    """Set the derived columns: the game's status, when it ended, each player's total, who won.

    A correction or an undo that reopens the game keeps the time when it ended, for when the game is over again.
    """
    standing, game = state.standing, state.game
    game.status = state.status
    if game.status in ENDED:
        game.ended_at = game.ended_at or max(game.changed_at, game.started_at)  # the clock may have been set back
    for seat in game.seats:
        seat.total = standing.totals[seat.number]
        seat.won = game.status == GameStatus.OVER and seat.number in standing.winners


def delete(_state: GameState) -> Fields:
    """Remove a game from all lists and statistics; undo skips this and the next three changes."""
    return {"deleted_at": datetime.now(UTC).isoformat(), "hidden": False}


def restore(_state: GameState) -> Fields:
    """Put a deleted game back where it was."""
    return {"deleted_at": None}


def hide(_state: GameState) -> Fields:
    """Remove a game from the lists, but not from statistics."""
    return {"hidden": True}


def show_again(_state: GameState) -> Fields:
    """Put a hidden game back into the lists."""
    return {"hidden": False}


def _before(session: Session, game: StoredGame, key: str) -> object:
    """Return the value of a field that undo restores: a seat's player as they were before any merge."""
    kind, _, number = key.partition(":")
    if kind == "sittings":
        sat = [each for each in game.sittings if each.number == int(number)]
        return [[each.until, _as_entered(session, game, int(number), each.player)] for each in sat]
    return _as_entered(session, game, int(number), _seat(game, number).player) if kind == "player" else read(game, key)


def _as_entered(session: Session, game: StoredGame, number: int, player: PlayerRef) -> list[object]:
    return [players.seated_as(session, game.id, number, player.id), player.name]


def read(game: StoredGame, key: str) -> object:
    """Return the current value of this field, as plain JSON."""
    kind, _, which = key.partition(":")
    if kind in COLUMNS:
        return getattr(game, kind)
    if kind in ("deleted_at", *MOMENTS):
        moment: datetime | None = getattr(game, kind)
        return moment and moment.isoformat()
    if kind == "seats":
        return [seat.number for seat in game.seats]
    if kind == "player":
        player = _seat(game, which).player
        return [player.id, player.name]
    if kind == "sittings":
        sat = [each for each in game.sittings if each.number == int(which)]
        return [[each.until, [each.player.id, each.player.name]] for each in sat]
    if kind == "name":
        return next((each.player.name for each in game.people if each.player.id == int(which)), None)
    if kind == "change":
        return None  # not read with its game
    row = next((row for row in game.hands if row.uid == UUID(which)), None)
    return row and HandField(position=row.position, facts=row.facts)


def write(session: Session, game: StoredGame, values: Fields) -> None:
    """Set these values. Raises ValidationFailed if a name went to another player since."""
    for key, value in values.items():
        kind, _, which = key.partition(":")
        if kind in COLUMNS:
            setattr(game, kind, value)
        elif kind in ("deleted_at", *MOMENTS):
            setattr(game, kind, datetime.fromisoformat(value) if isinstance(value, str) else None)
        elif kind == "seats":
            order = cast(Sequence[int], value)
            for seat in game.seats:
                seat.seat = order.index(seat.number)
        elif kind in ("player", "sittings"):
            _write_people(session, game, kind, int(which), cast(Sequence[Any], value))
        elif kind == "name":
            _write_name(session, game, int(which), str(value))
        elif kind == "change":
            games.set_state(session, game.id, UUID(which), ChangeState(str(value)))
        else:
            uid = UUID(which)
            others = [row for row in game.hands if row.uid != uid]
            game.hands = [*others, StoredHand(uid, **cast(HandField, value))] if value else others
    game.hands.sort(key=lambda row: row.position)
    game.seats.sort(key=lambda seat: seat.seat)
    if any(key.startswith(("player:", "sittings:")) for key in values):
        _refuse_twice(game)


def _seat(game: StoredGame, number: str) -> StoredSeat:
    return next(seat for seat in game.seats if seat.number == int(number))


def _write_people(session: Session, game: StoredGame, kind: str, number: int, value: Sequence[Any]) -> None:
    """Seat who sits with this number ("player"), or all who did, one after the other."""
    if kind == "player":
        _seat(game, str(number)).player = _by_now(session, game, number, value[0])
        return
    others = [each for each in game.sittings if each.number != number]
    theirs = [Sitting(number, until, _by_now(session, game, number, who)) for until, (who, _) in value]
    game.sittings = sorted([*others, *theirs], key=lambda each: (each.until, each.number))


def sat_down(game: StoredGame, position: float) -> Fields:
    """Return the fields by which those sit down who waited for the hand that is stored at this position."""
    waited = {each.number for each in game.sittings if each.until == AFTER_THIS_HAND}
    return {
        f"sittings:{number}": [
            [position if until == AFTER_THIS_HAND else until, who]
            for until, who in cast(list[tuple[float, object]], read(game, f"sittings:{number}"))
        ]
        for number in sorted(waited)
    }


def _by_now(session: Session, game: StoredGame, number: int, player_id: int) -> PlayerRef:
    """Return a player to be seated, or the one that player was merged into."""
    by_now, merged = players.merged_into(session, player_id)
    players.note_seat(session, merged, game.id, number)
    return PlayerRef(by_now, players.name_of(session, by_now))


def _refuse_twice(game: StoredGame) -> None:
    """Raise ValidationFailed if one person sits in two chairs at the same time."""
    if twice := game.twice:
        raise ValidationFailed([DuplicatePlayer("name", end(f"{twice.player.name} is already at the table"))])


def _write_name(session: Session, game: StoredGame, player_id: int, name: str) -> None:
    other = players.find(session, game.club_id, [name]).get(name)
    if other and other.id != player_id:
        raise ValidationFailed([DuplicatePlayer("name", end(f"Someone else is now called {name}"))])
    players.rename(session, player_id, name)
    for each in game.people:
        if each.player.id == player_id:
            each.player = PlayerRef(player_id, name)
