"""Somebody goes home and somebody sits down: who plays which hands of a game.

A player's number is a chair. Hands, totals and the deal stay with it, whoever sits there.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.rules.errors import BadRules, DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.rules.words import who_came
from scorekeeper.storage import players
from scorekeeper.storage.db import db
from scorekeeper.storage.games import AFTER_THIS_HAND, STILL, Sitting
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.club_names import as_entered, of_club
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import doubts, known_spellings, name_error, normalize_name, unnamed_error

from .change import Fields

MOST_PLAYERS = 6


def sit_down(
    state: GameState, names: Mapping[int, str], since: int | None = None, new_names: Collection[str] = ()
) -> Fields:
    """Seat somebody in each of these chairs, from the hand with the number `since` on, or the next one.

    While a hand with a bid is being played, the next one is the one after it. Raises ValidationFailed with the fields
    `names[i]` and `since`.
    """
    refuse_in_tournament(state, "")
    typed = {number: name for number, each in names.items() if (name := normalize_name(each))}
    until = _until(state, since)
    newcomers, entered = _newcomers(state, typed, new_names)
    sat = {number: [*_before(state, number, until), Sitting(number, STILL, who)] for number, who in newcomers.items()}
    game = state.game.copy()
    game.sittings = [each for each in game.sittings if each.number not in sat]
    game.sittings += [each for sittings in sat.values() for each in sittings]
    if twice := game.twice:
        (field, *_) = [f"names[{number}]" for number, who in newcomers.items() if who.id == twice.player.id]
        raise ValidationFailed([DuplicatePlayer(field, f"{twice.player.name} is already at the table.")])
    for number, sittings in sat.items():
        sittings[-1] = replace(sittings[-1], player=entered[number])
    return {key: value for number, sittings in sat.items() for key, value in seated(number, sittings).items()}


def refuse_in_tournament(state: GameState, field: str) -> None:
    """Raise ValidationFailed with this field in a game of a tournament."""
    if state.game.round_number is not None:
        text = "In a tournament the organizer says who sits here: Change seat, under Players of the tournament."
        raise ValidationFailed([DuplicatePlayer(field, text)])


def _until(state: GameState, since: int | None) -> float | None:
    """Return the position of the last hand before those who sit down, None if they play all hands."""
    rows, hand = state.game.hands, state.open_hand
    following = 1 + hands_until(state, STILL)
    if since is not None and not 1 <= since <= following:
        raise ValidationFailed([BadRules("since", f"Choose a hand from 1 to {following}.")])
    if since is None and hand and (hand.bidder is not None or hand.auction):
        return AFTER_THIS_HAND
    if since is None:
        return rows[-1].position if rows else None
    scored = [row.position for row in rows if row.hand.scored]
    return scored[since - 2] if since > 1 else None


def hands_until(state: GameState, position: float) -> int:
    """Count the scored hands up to this position."""
    return sum(row.position <= position and row.hand.scored for row in state.game.hands)


def _before(state: GameState, number: int, until: float | None) -> list[Sitting]:
    """Return who sat in this chair up to this position, where the last of them ends."""
    if until is None:
        return []
    sat = state.game.sittings_of(number)
    left = [each for each in sat if each.until < until]
    return [*left, replace(sat[len(left)], until=until)]


def seated(number: int, sat: Sequence[Sitting]) -> Fields:
    """Return the fields of a chair and who sat there; two sittings of one person in a row are one."""
    following = [each.player for each in sat[1:]]
    ends = [each for each, then in zip(sat, [*following, None], strict=True) if each.player != then]
    last = ends[-1].player
    told = [[each.until, [each.player.id, each.player.name]] for each in ends] if len(ends) > 1 else []
    return {f"player:{number}": [last.id, last.name], f"sittings:{number}": told}


def _newcomers(
    state: GameState, typed: Mapping[int, str], new_names: Collection[str]
) -> tuple[dict[int, PlayerRef], dict[int, PlayerRef]]:
    """Return who sits down in each chair, and the same as they were entered: with ids from before any merge."""
    session, club_id = db.session(), state.game.club_id
    known = of_club(session, club_id)
    names = known_spellings([*typed.values()], known, new_names)
    fields = [f"names[{number}]" for number in typed]
    errors: list[RuleError] = []
    if not typed:
        errors.append(UnknownPlayer("", "Enter who sits down."))
    for number, name, field in zip(typed, names, fields, strict=True):
        if error := name_error(field, name) or unnamed_error(field, name):
            errors.append(error)
        elif number not in state.players:
            errors.append(UnknownPlayer(field, "Choose a player at this table."))
        elif name in names[: fields.index(field)]:
            errors.append(DuplicatePlayer(field, f"{name} can sit in one chair."))
    errors = errors or [*doubts([*typed.values()], known, new_names, fields, "the button", "at this table")]
    if errors:
        raise ValidationFailed(errors)
    found = players.find_or_add(session, club_id, names)
    entered = as_entered(session, club_id, [*typed.values()], found, known, new_names)
    return dict(zip(typed, found, strict=True)), dict(zip(typed, entered, strict=True))


def told_sittings(state: GameState) -> Iterator[tuple[int, str]]:
    """Yield who had a chair that several had, as a form names them, each with a number of their own:
    "Cal, hands 1–3"."""
    for number in sorted({each.number for each in state.game.sittings}):
        last = 0
        for place, each in enumerate(state.game.sittings_of(number), 1):
            first, last = last + 1, hands_until(state, each.until) + (each.until == AFTER_THIS_HAND)
            if each.until == STILL:
                yield number + MOST_PLAYERS * place, f"{each.player.name}, from hand {first} on"
            elif first <= last:
                hands = f"hand {first}" if first == last else f"hands {first}–{last}"
                yield number + MOST_PLAYERS * place, f"{each.player.name}, {hands}"


def waits(state: GameState) -> str:
    """Return who sits down after the hand that is being played, as "Eve sits down for Cal", "" if no one."""
    if not any(each.until == AFTER_THIS_HAND for each in state.game.sittings):
        return ""
    return who_came(state.names_at(AFTER_THIS_HAND), state.names_at(STILL))
