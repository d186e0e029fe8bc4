"""What the sides of a table agree to: each hand as it is shown, and the result.

An answer is no change of the game. It counts as long as what is shown is what it was said to: a correction, an undo or
new rules set it aside, and taking them back returns it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy.orm import Session

from scorekeeper.rules.explain_score import (
    all_of,
    describe_status,
    explain_agreed,
    explain_agreed_result,
    explain_end,
    explain_played,
)
from scorekeeper.rules.game import PlayedHand, replay
from scorekeeper.rules.hand import Player, Side, as_counted, side_with
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.words import Names, describe_hand, format_points, join_words
from scorekeeper.storage import agreements
from scorekeeper.storage.agreements import Agreement
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import ENDED, Facts, StoredHand, read_facts
from scorekeeper.storage.models import ANSWER_FORM, remember_form
from scorekeeper.usecases.errors import Submission
from scorekeeper.usecases.game_state import GameState, read_game


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand, or the result of a game, with its sides and the fingerprint of what is shown of it.

    `earlier` are those that it had when they told who dealt, one for each player: answers to them count, too (A3).
    """

    uid: UUID
    sides: tuple[Side, ...]
    fingerprint: str
    earlier: frozenset[str] = frozenset()

    def fits(self, fingerprint: str) -> bool:
        """Return whether this fingerprint is of what is shown."""
        return fingerprint == self.fingerprint or fingerprint in self.earlier

    def is_agreed(self, side: Side, said: Collection[Agreement]) -> bool:
        """Return whether this side said yes to this."""
        mine = self.agreement(side)
        return mine in said or any(mine._replace(shown=each) in said for each in self.earlier)

    def agreement(self, side: Side) -> Agreement:
        """Return this side's yes."""
        return Agreement(self.uid, side[0], self.fingerprint)

    def sent(self, side: Side) -> str:
        """Return what this side's form sends."""
        return f"{self.uid} {side[0]} {self.fingerprint}"

    def is_in(self, sent: Collection[str], side: Side) -> bool:
        """Return whether this side's form is among those that were sent."""
        begins = f"{self.uid} {side[0]} " if side else ""
        return bool(begins) and any(each.startswith(begins) and self.fits(each.removeprefix(begins)) for each in sent)

    def agreed(self, said: Collection[Agreement]) -> tuple[Side, ...]:
        """Return the sides that said yes to this, first player first."""
        return tuple(side for side in self.sides if self.is_agreed(side, said))

    def waiting(self, said: Collection[Agreement], watched: Set[Player]) -> tuple[Side, ...]:
        """Return the sides that have a phone, for one of the players `watched` for, and did not say yes to this yet."""
        return tuple(side for side in self.sides if {*side} & watched and not self.is_agreed(side, said))

    def asked(self, waiting: Iterable[Side], player: Player | None, words: str, place: int = 0) -> "list[Asked]":
        """Return the question, in these `words`, if the side of this player is waited for."""
        return [Asked(words, self.sent(side), place) for side in waiting if player in side]


class No(NamedTuple):
    """What a side says of a hand: its facts, the hand as it would be then, and what the form of a button sends."""

    side: Side
    facts: Facts
    hand: PlayedHand
    sent: str


def shown_hand(row: StoredHand, played: PlayedHand) -> Shown:
    """Return a hand as it is shown: its facts, without note and dealer, and each side's points."""
    facts = {name: value for name, value in row.facts.items() if name not in ("note", "dealer")}
    if played.score:  # the side that was left out has the rest
        facts["captured"] = [(part.players, part.captured) for part in played.score.sides]
    points = [(side, played.points[side[0]]) for side in played.sides]
    by_dealer = (_fingerprint(facts | {"dealer": dealer}, points) for dealer in played.deal.players)
    return Shown(row.uid, played.sides, _fingerprint(facts, points), frozenset(by_dealer))


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


class Asked(NamedTuple):
    """What a side is asked about, in words and as its form sends it; `place` is that of the hand, 0 for the result."""

    words: str
    sent: str
    place: int


class Dispute(NamedTuple):
    """A hand as it is recorded, and what a side says of it, in words; `sent` is what the form of its button sends.

    `mine` if it is this phone's side that says so; `stands` is what the yes of this phone's side to the hand as it is
    recorded sends, "" if it has none.
    """

    recorded: str
    says: str
    sent: str
    mine: bool
    stands: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who agreed to what, where a phone watches: a mark for each hand, by its place, and sentences for the whole game.

    `agreed` says whether all was agreed to, None if there is nothing to agree to. `watches` whether this phone watches
    for somebody who plays here, `left` whether that person went home; `question` is what its side is asked about.
    `changes` is `agreements.SAID` of the game.
    """

    agreed: bool | None = None
    watches: bool = False
    left: bool = False
    marks: tuple[tuple[int, str], ...] = ()
    sentences: tuple[str, ...] = ()
    question: tuple[Asked, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    changes: tuple[int, int] = (0, 0)


NOTHING = Agreed()
UNEXPLAINED = {
    "trump": "another trump",
    "rook": "another player with the Rook",
    "auction": "other bidding",
    "last": "another last hand",
}
"""What can differ in a hand that the reasons for its score don't mention."""


def tell(state: GameState, changes: tuple[int, int], phone: UUID | None = None) -> Agreed:
    """Return who agreed to what, and what this phone is asked; nothing where no phone watches."""
    if not changes[1]:
        return NOTHING
    session, game = db.session(), state.game
    phones = agreements.watched_for(session, game.series_id, game.end)
    watching = {uid: state.chair_of(player) for uid, player in phones.items()}
    watched = {number for number in watching.values() if number is not None}
    mine = watching.get(phone) if phone else None
    person = phones.get(phone) if phone else None
    left = mine is None and person in {each.player.id for each in game.sittings}
    if not watched:
        return Agreed(left=left, changes=changes)
    said = agreements.read(session, [game.id]).get(game.id, set())
    marks, question, disputes, sentences = [], list[Asked](), list[Dispute](), list[str]()
    hands, all_agreed, most = [], True, 2
    for place, (row, shown, played) in enumerate(zip(game.hands, shown_hands(state), state.hands, strict=True), 1):
        if not played.has_points:
            continue
        names = state.names_at(row.position)
        agreed, noes = shown.agreed(said), _noes(state, place, shown, said)
        answered = {no.side for no in noes}
        waiting = tuple(side for side in shown.waiting(said, watched) if side not in answered)
        name = describe_hand(played.hand.outcome, played.deal.number)
        title = f"{name[0].upper()}{name[1:]}"
        question += shown.asked(waiting, mine, f"{title}: {_points(played, shown.sides, mine, names)}", place)
        says = [_says_in_short(played, no, names) for no in noes]
        for no in noes:
            sent = shown.sent(no.side) if mine in no.side else no.sent
            stands = "".join(shown.sent(side) for side in shown.sides if mine in side)
            recorded = f"{title}: {_why(played, names)}"
            disputes.append(Dispute(recorded, _says(played, no, names), sent, mine in no.side, stands))
        if mark := "; ".join(says) or _mark(shown.sides, agreed, waiting, names):
            marks.append((place, mark))
        sentences += [f"{title}: {each}." for each in says]
        hands.append((name, bool(agreed) and not waiting and not noes))
        all_agreed, most = all_agreed and agreed == shown.sides, max(most, len(shown.sides))
    with_phone = [side for side in state.competitors if {*side} & watched]
    everyone = all_agreed or len(with_phone) == len(state.competitors)
    who = all_of(most) if everyone else state.names.sides(with_phone)
    if hands:
        sentences.insert(0, explain_agreed(hands, who, goes_on=state.status not in ENDED))
    everything = [agreed for _, agreed in hands]
    result = shown_result(state)
    if result and (len(with_phone) == len(result.sides) or result.agreed(said) == result.sides):
        waiting = result.waiting(said, watched)
        if not disputes:  # another count may be another result
            question += result.asked(waiting, mine, _describe_result(state))
        sentences.append(explain_agreed_result(not waiting, all_of(len(result.sides))))
        everything.append(not waiting)
    return Agreed(
        all(everything) if everything else None,
        mine is not None,
        left,
        tuple(marks),
        tuple(sentences),
        tuple(question),
        tuple(disputes),
        changes,
    )


def _points(played: PlayedHand, sides: Sequence[Side], mine: Player | None, names: Names) -> str:
    """Return what each side scored, as this player's side is told: "you +30, they −100"."""
    called = {side: "you" if mine in side else "they" if len(sides) == 2 else names.side(side) for side in sides}
    own_first = sorted(sides, key=lambda side: mine not in side)
    return ", ".join(f"{called[side]} {format_points(played.points[side[0]])}" for side in own_first)


def _noes(state: GameState, place: int, shown: Shown, said: Collection[Agreement]) -> list[No]:
    """Return what sides say of the hand at this place, without what new rules forbid."""
    noes = []
    for each in said:
        if each.says and each.hand == shown.uid and shown.fits(each.shown):
            facts = msgspec.json.decode(each.says)
            if hand := _as_said(state, place, facts):
                noes.append(No(side_with(shown.sides, each.side), facts, hand, _fingerprint(*each)))
    return sorted(noes, key=lambda no: no.side)


def _as_said(state: GameState, place: int, facts: Facts) -> PlayedHand | None:
    """Return the hand at this place as it would be with these facts, None if the rules forbid it."""
    hands, said = [played.hand for played in state.hands], read_facts(facts)
    deal = state.hands[place - 1].deal._replace(dealer=facts["dealer"])
    if validate_hand(state.rules, deal, as_counted(state.rules, said))[1]:
        return None
    hands[place - 1] = said
    return next(islice(replay(state.initial_standing, hands), place - 1, None))


def _says_in_short(recorded: PlayedHand, no: No, names: Names) -> str:
    """Return what a side says of a hand: "Bob & Dee say 85", if it captured so much itself."""
    before, now = (
        {part.players: part.captured for part in each.score.sides} if each.score else {} for each in (recorded, no.hand)
    )
    own = now.get(no.side)
    return f"{_say(no.side, names)} {'otherwise' if own in (None, before.get(no.side)) else own}"


def _says(recorded: PlayedHand, no: No, names: Names) -> str:
    was, now = recorded.hand, no.hand.hand
    unlike = [what for name, what in UNEXPLAINED.items() if getattr(was, name) != getattr(now, name)]
    return f"{_say(no.side, names)}: {_why(no.hand, names)}" + (f" With {join_words(unlike)}." if unlike else "")


def _say(side: Side, names: Names) -> str:
    return f"{names.side(side)} {'say' if names.is_plural(side) else 'says'}"


def _why(played: PlayedHand, names: Names) -> str:
    return " ".join(reason.text for reason in explain_played(played, names))


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


def agree(club_id: int, game_uid: UUID, submission: Submission, sent: Collection[str]) -> None:
    """Keep the yes of this phone's side to all that was `sent` as `Agreed.question` had it, if it is still shown so.

    Raises NotFound, Deleted.
    """
    with writing(club_id) as session:
        state = read_game(club_id, game_uid)
        if not remember_form(session, ANSWER_FORM, submission.id, game_id=state.game.id):
            return
        asked = [*shown_hands(state), *filter(None, [shown_result(state)])]
        _keep(
            session,
            state,
            submission.watches_for,
            [(shown, side) for shown in asked for side in shown.sides if shown.is_in(sent, side)],
        )


def agree_to_saved(session: Session, state: GameState, player_id: int, saved: Collection[str]) -> None:
    """Keep the yes of a phone that saved these fields of a game, for the side of its player."""
    hands = [shown for shown in shown_hands(state) if f"hand:{shown.uid}" in saved]
    _keep(session, state, player_id, [(shown, side) for shown in hands for side in shown.sides])


def forms_of(state: GameState, player_id: int | None) -> list[str]:
    """Return what a form about each hand sends for this player's side; nothing if the player is not at the table."""
    number = state.chair_of(player_id)
    return [] if number is None else [hand.sent(side_with(hand.sides, number)) for hand in shown_hands(state)]


def place_of(state: GameState, player_id: int | None, sent: str) -> int:
    """Return the place, from 1, of the hand of which this player's side sent a form, 0 if it is shown so no more."""
    number, hands = state.chair_of(player_id), enumerate(shown_hands(state), 1)
    return next((place for place, hand in hands if hand.is_in([sent], side_with(hand.sides, number))), 0)


def disagree(session: Session, state: GameState, place: int, player_id: int | None, facts: Facts) -> bool:
    """Keep what this player's side says of the hand at this place, and a yes to that; False if it is recorded so."""
    said, row, number = _as_said(state, place, facts), state.game.hands[place - 1], state.chair_of(player_id)
    now = shown_hand(row, state.hands[place - 1])
    if said is None or (other := shown_hand(replace(row, facts=facts), said)).fingerprint == now.fingerprint:
        return False
    no = now.agreement(side_with(now.sides, number))._replace(says=msgspec.json.encode(facts).decode())
    agreements.add(session, state.game.id, [no, other.agreement(side_with(other.sides, number))])
    return True


def take_theirs(state: GameState, sent: str) -> Mapping[str, object]:
    """Correct the hand of which a side says something else, as `Dispute.sent` had it; nothing if it says so no more."""
    said = agreements.read(db.session(), [state.game.id]).get(state.game.id, set())
    hands = zip(shown_hands(state), state.game.hands, strict=True)
    noes = [(row, no) for place, (shown, row) in enumerate(hands, 1) for no in _noes(state, place, shown, said)]
    right = [(row, no.facts) for row, no in noes if no.sent == sent]
    return {f"hand:{row.uid}": {"position": row.position, "facts": facts} for row, facts in right}


def _keep(session: Session, state: GameState, player_id: int | None, agreed: Iterable[tuple[Shown, Side]]) -> None:
    number = state.chair_of(player_id)
    new = {shown.agreement(side) for shown, side in agreed if number in side}
    if new:
        said = agreements.read(session, [state.game.id]).get(state.game.id, set())
        agreements.add(session, state.game.id, new - said)


def _fingerprint(*facts: object) -> str:
    return sha256(msgspec.json.encode(facts, order="sorted")).hexdigest()
