"""Start a tournament: read its entrants, typed one a line, and the rules for its tables."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.tournament import FORMATS, Format, Tournament
from scorekeeper.rules.tournament.model import PAIR_FORMATS
from scorekeeper.storage import players, tournaments
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.tournaments import Entrant, StoredTournament, TournamentFacts
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice, find_rules, list_rules
from scorekeeper.usecases.names import (
    BETWEEN,
    AlikeName,
    fold_name,
    known_in_small_letters,
    name_error,
    normalize_name,
    unnamed_error,
)
from scorekeeper.usecases.stored_rules import ruleset_of, with_goal

from .state import BadTournament

LONGEST_NAME = 80
MOST_LINES, MOST_OF_A_LINE = 1_000, 500  # far more than a tournament needs


def offer_rules(club_id: int) -> dict[bool, list[tuple[str, str]]]:
    """Return keys and titles of the club's rules, by whether a tournament can be played by them."""
    offered: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    for choice in list_rules(club_id):
        offered[_fits(choice)].append((choice.key, choice.title))
    return offered


def _fits(choice: RuleChoice) -> bool:
    return choice.rules.fixed_sides and choice.rules.players == 4


@dataclass(frozen=True, slots=True)
class Length:
    """How long a game lasts (T1): hands, minutes, and with neither of them, or if kept, the target."""

    hands: int | None = None
    minutes: int | None = None
    keeps_target: bool = False


def start_tournament(
    club_id: int,
    uid: UUID,
    name: str,
    kind: str,
    rules_key: str,
    lines: str,
    length: Length,
    *,
    best_of_three: bool = False,
    by_lot: bool = False,
    new_names: Collection[str] = (),
) -> UUID:
    """Start a tournament with its form's id as its `uid`; `lines` has its entrants, one a line.

    The same form again finds it, and brings it back if it was removed.

    Raises ValidationFailed with fields `name`, `format`, `rules`, `entrants`, `hand_limit`, `time_limit`.
    """
    name, errors = normalize_name(name), list[RuleError]()
    if not name or len(name) > LONGEST_NAME:
        text = f"A name can be up to {LONGEST_NAME} characters." if name else "Give the tournament a name."
        errors.append(BadTournament("name", text))
    if kind not in FORMATS:
        raise ValidationFailed([*errors, BadTournament("format", "Choose a format.")])
    rules, house = dict[str, Any](), None
    try:
        choice = find_rules(club_id, rules_key)
        house, rules = choice.house_rules_name, rules_to_store(choice, kind, length)
    except ValidationFailed as failed:
        errors += failed.errors
    try:
        names = read_entrants(lines, in_pairs=kind in PAIR_FORMATS)
        Tournament(kind, tuple(range(len(names))))
    except RuleError as error:
        errors.append(error)
    else:
        names = known_names(db.session(), club_id, names, new_names)
        errors += alike_names(db.session(), club_id, names, new_names, "Start tournament")
    if errors:
        raise ValidationFailed(errors)
    with writing(club_id) as session:
        known = tournaments.read(session, club_id, uid)
        if known and known.facts.removed:
            known.facts.removed = False
            tournaments.write(session, known)
        elif not known:
            entrants, now = add_entrants(session, club_id, names), datetime.now(UTC)
            if by_lot:
                Random(uid.int).shuffle(entrants)  # noqa: S311 - a lot, no secret
            facts = TournamentFacts(
                entrants=entrants, seed=uid.int % 10_000, best_of_three=best_of_three and kind == FORMATS[-1]
            )
            tournaments.add(session, StoredTournament(club_id, uid, name, kind, rules, house, facts, now, now))
    return uid


def rules_to_store(choice: RuleChoice, kind: Format, length: Length) -> dict[str, Any]:
    """Return the rules as each game of a tournament stores them (T1, T8). Raises ValidationFailed."""
    if not _fits(choice):
        raise ValidationFailed([BadRules("rules", "A tournament is played by two sides of two. Choose other rules.")])
    rules = dict(choice.rules_json)
    if length.hands is not None or length.minutes is not None:
        target = choice.rules.target if length.keeps_target else None
        rules = with_goal(rules, choice.house_rules_name, target, length.hands, length.minutes)
    ruleset = ruleset_of(rules)
    if kind != "double-elimination":
        return rules if ruleset.tie_break == "shared" else rules | {"tie_break": "shared"}
    if ruleset.tie_break == "shared" and ruleset.can_tie:
        text = "A match needs a winner, and these rules let a tie be shared. Choose other rules."
        raise ValidationFailed([BadRules("rules", text, "T8")])
    return rules


def read_entrants(lines: str, *, in_pairs: bool) -> list[list[str]]:
    """Return the names of each entrant's players, from a list with one entrant a line. Raises BadTournament."""
    typed = [" ".join(line.split())[:MOST_OF_A_LINE] for line in lines.splitlines()[:MOST_LINES]]
    entrants = [found for line in typed if (found := _read_line(line, in_pairs=in_pairs))]
    for name, times in Counter(name.casefold() for names in entrants for name in names).items():
        if times > 1:
            written = next(each for names in entrants for each in names if each.casefold() == name)
            raise BadTournament("entrants", f"{written} is in the list twice.")
    return entrants


def _read_line(line: str, *, in_pairs: bool) -> list[str]:
    names = [normalize_name(part) for part in (BETWEEN.split(line) if in_pairs else [line])]
    if not any(names):
        return []
    if in_pairs and (len(names) != 2 or not all(names)):
        text = "Each line needs the two names of a pair, like Ann & Bob."
        raise BadTournament("entrants", f"{text} This one doesn't: {normalize_name(line)[:60]}")
    for name in names:
        if error := name_error("entrants", name):
            raise BadTournament("entrants", f"{error.text} This one is longer: {name[:30]}…")
        if error := unnamed_error("entrants", name):
            raise BadTournament("entrants", error.text)
    return names


def known_names(
    session: Session, club_id: int, entrants: Sequence[Sequence[str]], new_names: Collection[str]
) -> list[list[str]]:
    """Return the names of each entrant's players, known ones in small letters as the club spells them."""
    known = players.all_names(session, club_id)
    found = iter(known_in_small_letters([name for names in entrants for name in names], known, new_names))
    return [[next(found) for _ in names] for names in entrants]


def alike_names(
    session: Session, club_id: int, entrants: Sequence[Sequence[str]], new_names: Collection[str], button: str
) -> Iterator[AlikeName]:
    """Yield each name spelled nearly like one of the club or the list, unless it is confirmed as new."""
    names_known = players.all_names(session, club_id)
    known = {fold_name(name): name for name in names_known}
    exact = {*names_known, *new_names}
    for name in (name for names in entrants for name in names):
        if name not in exact and (other := known.get(fold_name(name))):
            yield AlikeName("entrants", name, other, f"If so, write {other}; if not, tap {button} again.")
        known.setdefault(fold_name(name), name)


def known_name(session: Session, club_id: int, name: str) -> str:
    """Return a typed name as the club spells it, if it has one like it."""
    name, known = normalize_name(name), players.all_names(session, club_id)
    return name if name in known else next((each for each in known if fold_name(each) == fold_name(name)), name)


def add_entrants(session: Session, club_id: int, entrants: Sequence[Sequence[str]]) -> list[Entrant]:
    """Return entrants for the club's players with these names; new players are added to the club."""
    found = iter(players.find_or_add(session, club_id, [name for names in entrants for name in names]))
    return [Entrant(players=[next(found).id for _ in names]) for names in entrants]
