"""Start a tournament: read its entrants, typed one a line, and the rules for its tables."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from itertools import repeat
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import BadRules, RuleError
from scorekeeper.rules.tournament import FORMATS, Format, Tournament
from scorekeeper.rules.tournament.model import PAIR_FORMATS
from scorekeeper.rules.words import side_name
from scorekeeper.storage import players, tournaments
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.players import PlayerRef
from scorekeeper.storage.tournaments import Entrant, StoredTournament, TournamentFacts
from scorekeeper.usecases.club_names import as_entered, of_club
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_rules import ruleset_of, with_goal
from scorekeeper.usecases.house_rules import RuleChoice, find_rules, list_rules
from scorekeeper.usecases.names import (
    ReadList,
    StrangerName,
    caseless,
    doubts,
    known_spellings,
    name_error,
    normalize_name,
    read_list,
    unnamed_error,
)

from .state import BadTournament

LONGEST_NAME = 80
MOST_NEAR = 3
MOST_LINES, MOST_OF_A_LINE = 1_000, 500  # far more than a tournament needs


def offer_rules(club_id: int) -> list[tuple[str, str]]:
    """Return keys and titles of the club's rules by which a tournament can be played."""
    return [(choice.key, choice.title) for choice in list_rules(club_id) if _fits(choice)]


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
        typed = read_entrants(lines, in_pairs=kind in PAIR_FORMATS)
        Tournament(kind, tuple(range(len(typed))))
        names = who_enters(db.session(), club_id, typed, new_names, "Start tournament")
    except RuleError as error:
        errors.append(error)
    except ValidationFailed as failed:
        errors += failed.errors
    if errors:
        raise ValidationFailed(errors)
    with writing(club_id) as session:
        known = tournaments.read(session, club_id, uid)
        if known and known.facts.removed:
            known.facts.removed = False
            tournaments.write(session, known)
        elif not known:
            entrants, now = add_entrants(session, club_id, names), datetime.now(UTC)
            note_entered(session, club_id, entrants, names, typed)
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


def read_lines(lines: str, *, in_pairs: bool) -> ReadList:
    """Return the names of each entrant's players, from a list with one entrant a line, and what was taken off it."""
    typed = [line[:MOST_OF_A_LINE] for line in lines.splitlines()[:MOST_LINES]]
    return read_list("\n".join(typed), in_pairs=in_pairs)


def read_entrants(lines: str, *, in_pairs: bool) -> list[list[str]]:
    """Return the names of each entrant's players. Raises BadTournament."""
    entrants = read_lines(lines, in_pairs=in_pairs).lines
    for names in entrants:
        _refuse_names(names, in_pairs=in_pairs)
    for name, times in Counter(caseless(name) for names in entrants for name in names).items():
        if times > 1:
            written = next(each for names in entrants for each in names if caseless(each) == name)
            raise BadTournament("entrants", f"{written} is in the list twice.")
    return entrants


def _refuse_names(names: Sequence[str], *, in_pairs: bool) -> None:
    if in_pairs and (len(names) != 2 or not all(names)):
        text = "Each line needs the two names of a pair, like Ann & Bob."
        raise BadTournament("entrants", f"{text} This one doesn't: {side_name([*filter(None, names)])[:60]}")
    for name in names:
        if error := name_error("entrants", name):
            raise BadTournament("entrants", f"{error.text} This one is longer: {name[:30]}…")
        if error := unnamed_error("entrants", name):
            raise BadTournament("entrants", error.text)


def who_enters(
    session: Session, club_id: int, entrants: Sequence[Sequence[str]], new_names: Collection[str], button: str
) -> list[list[str]]:
    """Return the names of each entrant's players as the club spells them.

    Raises ValidationFailed (`entrants`) if one is spelled nearly like one of the club or the list, unless it is in the
    confirmed `new_names`.
    """
    known = of_club(session, club_id)
    typed = [name for each in entrants for name in each]
    names = known_spellings(typed, known, new_names)
    if alike := list(doubts(typed, known, new_names, repeat("entrants"), button, "in this list")):
        raise ValidationFailed(alike)
    found = iter(names)
    return [[next(found) for _ in each] for each in entrants]


def who_is_seated(
    session: Session, club_id: int, name: str, new_names: Collection[str], entered: Collection[str]
) -> str:
    """Return the name of a player for a seat in the same way; one who is not `entered` is asked about, too.

    Raises ValidationFailed (`seat_name`).
    """
    known, typed = of_club(session, club_id), [normalize_name(name)]
    names = known_spellings(typed, known, new_names)
    if alike := list(doubts(typed, known, new_names, ["seat_name"], "Change seat", "")):
        raise ValidationFailed(alike)
    told = {name.partition("\t")[0] for name in new_names}
    is_known = {*names, *typed} & {*entered, *told}
    if not (is_known or name_error("seat_name", names[0]) or unnamed_error("seat_name", names[0])):
        near = get_close_matches(names[0], entered, MOST_NEAR)
        raise ValidationFailed([StrangerName("seat_name", names[0], "this tournament", near, "Change seat")])
    return names[0]


def add_entrants(session: Session, club_id: int, entrants: Sequence[Sequence[str]]) -> list[Entrant]:
    """Return entrants for the club's players with these names; new players are added to the club."""
    found = iter(players.find_or_add(session, club_id, [name for names in entrants for name in names]))
    return [Entrant(players=[next(found).id for _ in names]) for names in entrants]


def note_entered(
    session: Session,
    club_id: int,
    entrants: Sequence[Entrant],
    names: Sequence[Sequence[str]],
    typed: Sequence[Sequence[str]],
) -> None:
    """Let entrants with these names be those who were typed, before any merge: undoing it gives them back."""
    for entrant, ours, written in zip(entrants, names, typed, strict=True):
        if [*ours] != [*written]:
            seated = [PlayerRef(id_, name) for id_, name in zip(entrant.players, ours, strict=True)]
            known = of_club(session, club_id)
            entrant.players = [one.id for one in as_entered(session, club_id, written, seated, known, ours)]
