"""What the sides of a table agree to: each hand as it is shown, and the result.

A yes is no change of the game. It counts as long as what is shown is what it was said to: a correction, an undo or new
rules set it aside, and taking them back returns it.
"""

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

import msgspec
from sqlalchemy.orm import Session

from scorekeeper.rules.explain_score import all_of, describe_status, explain_agreed, explain_agreed_result, explain_end
from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import Player, Side
from scorekeeper.rules.words import Names, describe_hand, format_points
from scorekeeper.storage import agreements
from scorekeeper.storage.agreements import Agreement
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, StoredHand
from scorekeeper.usecases.game_state import GameState, read_game


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand, or the result of a game, with its sides and the fingerprint of what is shown of it."""

    uid: UUID
    sides: tuple[Side, ...]
    fingerprint: str

    def agreement(self, side: Side) -> Agreement:
        """Return this side's yes."""
        return Agreement(self.uid, side[0], self.fingerprint)

    def sent(self, side: Side) -> str:
        """Return what this side's form sends."""
        return f"{self.uid} {side[0]} {self.fingerprint}"

    def agreed(self, said: Collection[Agreement]) -> tuple[Side, ...]:
        """Return the sides that said yes to this, first player first."""
        return tuple(side for side in self.sides if self.agreement(side) in said)

    def waiting(self, said: Collection[Agreement], watched: Set[Player]) -> tuple[Side, ...]:
        """Return the sides that have a phone, for one of the players `watched` for, and did not say yes to this yet."""
        return tuple(side for side in self.sides if {*side} & watched and self.agreement(side) not in said)

    def asked(self, waiting: Iterable[Side], player: Player | None, words: str) -> list[tuple[str, str]]:
        """Return the question, in `words` and as its form sends it, if the side of this player is waited for."""
        return [(words, self.sent(side)) for side in waiting if player in side]


def shown_hand(row: StoredHand, played: PlayedHand) -> Shown:
    """Return a hand as it is shown: its facts, without the note, and each side's points."""
    facts = {name: value for name, value in row.facts.items() if name != "note"}
    if played.score:  # the side that was left out has the rest
        facts["captured"] = [(part.players, part.captured) for part in played.score.sides]
    points = [(side, played.points[side[0]]) for side in played.sides]
    return Shown(row.uid, played.sides, _fingerprint(facts, points))


def shown_hands(state: GameState) -> list[Shown]:
    """Return every hand of a game as it is shown."""
    return list(map(shown_hand, state.game.hands, state.hands))


def shown_result(state: GameState) -> Shown | None:
    """Return the result as it is shown: the totals, who won and by which test; None unless the game is over."""
    standing, sides = state.standing, state.competitors
    if not standing.end:
        return None
    totals = [(side, standing.total(side)) for side in sides]
    return Shown(state.game.uid, sides, _fingerprint(standing.end.reason, standing.end.winners, totals))


@dataclass(frozen=True, slots=True)
class Told:
    """Who agreed to what, where a phone watches: a mark for each hand, by its place, and sentences for the whole game.

    `question` is what this phone's side is asked about, in words and as its form sends it. `changes` is
    `agreements.SAID` of the game.
    """

    marks: tuple[tuple[int, str], ...] = ()
    sentences: tuple[str, ...] = ()
    question: tuple[tuple[str, str], ...] = ()
    changes: tuple[int, int] = (0, 0)


NOTHING = Told()


def tell(state: GameState, changes: tuple[int, int], phone: UUID | None = None) -> Told:
    """Return who agreed to what, and what this phone is asked; nothing where no phone watches.

    What was not agreed to is said once the game has ended.
    """
    if not changes[1]:
        return NOTHING
    session, game, names = db.session(), state.game, state.names
    number_of = {seat.player_id: seat.number for seat in game.seats}
    watching = {uid: number_of.get(player) for uid, player in agreements.watched_for(session, game.series_id)}
    watched = {number for number in watching.values() if number is not None}
    mine = watching.get(phone) if phone else None
    if not watched:
        return NOTHING
    said = agreements.read(session, [game.id]).get(game.id, set())
    marks, question, hands, all_agreed, most = [], list[tuple[str, str]](), [], True, 2
    for place, (shown, played) in enumerate(zip(shown_hands(state), state.hands, strict=True), 1):
        if not played.has_points:
            continue
        agreed, waiting = shown.agreed(said), shown.waiting(said, watched)
        name = describe_hand(played.hand.outcome, played.deal.number)
        points = (f"{names.side(side)} {format_points(played.points[side[0]])}" for side in shown.sides)
        question += shown.asked(waiting, mine, f"{name[0].upper()}{name[1:]}: {', '.join(points)}")
        if mark := _mark(shown.sides, agreed, waiting, names):
            marks.append((place, mark))
        hands.append((name, bool(agreed) and not waiting))
        all_agreed, most = all_agreed and agreed == shown.sides, max(most, len(shown.sides))
    with_phone = [side for side in state.competitors if {*side} & watched]
    everyone = all_agreed or len(with_phone) == len(state.competitors)
    who = all_of(most) if everyone else names.sides(with_phone)
    ended = state.status in ENDED
    sentences = [explain_agreed(hands, who)] if hands and (ended or all(agreed for _, agreed in hands)) else []
    result = shown_result(state)
    if result and len(with_phone) == len(result.sides):
        waiting = result.waiting(said, watched)
        question += result.asked(waiting, mine, _describe_result(state))
        sentences.append(explain_agreed_result(not waiting, all_of(len(result.sides))))
    return Told(tuple(marks), tuple(sentences), tuple(question), changes)


def _describe_result(state: GameState) -> str:
    """Return who won, and by which ruling."""
    end, reason = state.standing.end, explain_end(state.standing, state.names)
    ruling = f" ({reason.ruling})" if reason.ruling else ""
    return f"{describe_status(state.status, end, state.names)}. {reason.text}{ruling}"


def _mark(sides: Sequence[Side], agreed: Sequence[Side], waiting: Sequence[Side], names: Names) -> str:
    if waiting:
        return f"waiting for {names.sides(waiting)}"
    if len(agreed) == len(sides):
        return "agreed by both" if len(sides) == 2 else "agreed by all"
    return f"agreed by {names.sides(agreed)}" if agreed else ""


def agree(club_id: int, game_uid: UUID, player_id: int | None, sent: Collection[str]) -> None:
    """Keep the yes of this player's side to all that was `sent` as `Told.question` had it, if it is still shown so.

    Raises NotFound, Deleted.
    """
    with writing(club_id) as session:
        state = read_game(club_id, game_uid)
        asked = [*shown_hands(state), *filter(None, [shown_result(state)])]
        _keep(
            session,
            state,
            player_id,
            [(shown, side) for shown in asked for side in shown.sides if shown.sent(side) in sent],
        )


def agree_to_saved(session: Session, state: GameState, player_id: int, saved: Collection[str]) -> None:
    """Keep the yes of a phone that saved these fields of a game, for the side of its player."""
    hands = [shown for shown in shown_hands(state) if f"hand:{shown.uid}" in saved]
    _keep(session, state, player_id, [(shown, side) for shown in hands for side in shown.sides])


def _keep(session: Session, state: GameState, player_id: int | None, agreed: Iterable[tuple[Shown, Side]]) -> None:
    number = next((seat.number for seat in state.game.seats if seat.player_id == player_id), None)
    new = {shown.agreement(side) for shown, side in agreed if number in side}
    if new:
        said = agreements.read(session, [state.game.id]).get(state.game.id, set())
        agreements.add(session, state.game.id, new - said)


def _fingerprint(*facts: object) -> str:
    return sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()
