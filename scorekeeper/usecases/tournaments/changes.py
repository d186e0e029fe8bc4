"""Every change of a tournament goes through here: an edit alters its state, and the state comes back.

An edit is a function of the state, of the form's id and of what was entered: it lives in `rounds` or `organize`, and
nothing of it is stored if it raises.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Concatenate, ParamSpec
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import RuleError
from scorekeeper.storage import tournaments
from scorekeeper.storage.db import writing, wrote
from scorekeeper.storage.models import TOURNAMENT_FORM, remember_form
from scorekeeper.storage.tournaments import MOST_ENTRANTS, Entrant, TournamentFacts
from scorekeeper.usecases.errors import ValidationFailed

from .state import TournamentState, ask, read_state, refusal

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent form: its id, the version of the tournament that it was made from, and the question that it confirms.

    `version` is None where the edit itself names what it is about.
    """

    id: UUID
    version: int | None = None
    answered: str = ""


@dataclass(slots=True)
class Change:
    """A change under way: the state, which an edit alters, and the session that has the club's lock.

    `doubts` are sentences about what is asked before it is stored; it `has_asked` if the page said who would win.
    """

    session: Session
    state: TournamentState
    form: Sent
    doubts: list[str] = field(default_factory=list)
    has_asked: bool = False

    @property
    def club_id(self) -> int:
        return self.state.stored.club_id

    @property
    def facts(self) -> TournamentFacts:
        return self.state.facts

    def number_of(self, players: list[int]) -> int:
        """Return the number of the entrant with these players; who is new is a guest.

        Two can be the same since names were merged: then it is the one who takes part.
        """
        people, entrants, taking_part = self.state.people, self.facts.entrants, self.facts.taking_part
        by_now = [[people[id_].id if id_ in people else id_ for id_ in one.players] for one in entrants]
        found = sorted((number not in taking_part, number) for number, ids in enumerate(by_now) if ids == players)
        if not found:
            entrants.append(Entrant(players=players, guest=True))
            return len(entrants) - 1
        is_back, number = found[0]
        if is_back:
            entrants[number].players = players  # those meant now, also if a merge is undone later
        return number

    def new_id(self, what: str) -> UUID:
        """Return an id for something new: the same form makes the same."""
        return uuid5(self.form.id, what)


Edit = Callable[Concatenate[Change, P], None]


def apply(
    club_id: int,
    uid: UUID,
    form: Sent,
    edit: Edit[P],
    *entered: P.args,
    **more: P.kwargs,
) -> TournamentState:
    """Change a club's tournament by an edit, and return it as it is then; a form that came before changes nothing.

    What the edit doubts is asked about once, and so is whatever changes who won (T13).
    Raises NotFound, ValidationFailed, and whatever the edit raises; then nothing is stored.
    """
    with writing(club_id) as session:
        change = Change(session, read_state(club_id, uid), form)
        before = change.state.stored
        if not remember_form(session, TOURNAMENT_FORM, form.id, tournament_id=before.id):
            return change.state
        if form.version not in (None, before.version):
            raise refusal("version", "Another phone changed the tournament meanwhile. Look again before you tap.")
        won, ended = change.state.winners, before.ended_at
        try:
            edit(change, *entered, **more)
            state = stored(change)
        except RuleError as error:
            raise ValidationFailed([error]) from None
        if won and won != state.winners and ended == state.stored.ended_at and not change.has_asked:
            change.doubts.append(
                f"{won} won this tournament; after this change {state.winners or 'no one'} would have."
            )
        if change.doubts:
            ask("doubts", f"{' '.join(change.doubts)} Save anyway?", form.answered, entered)
        return state


def stored(change: Change) -> TournamentState:
    """Store what an edit altered, and return the state after it; it is what a fresh read would find."""
    after, facts = change.state.stored, change.facts
    if len(facts.entrants) > MOST_ENTRANTS:
        raise refusal("entrants", f"A tournament can have up to {MOST_ENTRANTS} people, including those who left.")
    people, ids = change.state.people, {id_ for entrant in facts.entrants for id_ in entrant.players}
    if ids != people.keys():
        people = tournaments.people(change.session, ids)
    state = replace(change.state, people=people)
    _ = state.drawn  # raises if there are too many
    after.changed_at, after.version = datetime.now(UTC), after.version + 1
    tournaments.write(change.session, after)
    wrote(change.session, state)
    return state
