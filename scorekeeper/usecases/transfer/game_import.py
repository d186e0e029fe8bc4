"""Store a record as a game of the club, once."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid5

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy.orm import Session

from scorekeeper.record import Audit, Document, Problem, audit_record, parse, record_id, serialize
from scorekeeper.record.document import or_none, parse_rules
from scorekeeper.record.parse import ParsedRecord
from scorekeeper.rules.explain_score import describe_status, explain_end
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand_validation import with_auction
from scorekeeper.storage import agreements, games, players
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import STILL, Sitting, StoredGame, StoredHand, StoredSeat, write_facts
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.club_names import as_entered, of_club
from scorekeeper.usecases.days import why_impossible
from scorekeeper.usecases.game.agreeing import Shown, shown_hands, shown_result
from scorekeeper.usecases.game.change import LARGEST_TOTAL, seat_those_at_the_end, update_derived
from scorekeeper.usecases.game.recording import LONGEST_NOTE
from scorekeeper.usecases.game.summary import LONGEST_NOTES
from scorekeeper.usecases.game_rules import preset_of
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import SEAT_NAMES, name_error, normalize_name
from scorekeeper.usecases.players.update_stats import store_stats, update_stats


def import_game(
    club_id: int, record: bytes | Document, club_names: Mapping[str, str] | None = None, *, one_of_many: bool = False
) -> tuple[UUID, bool]:
    """Store a record as a game of the club; return its uid, and whether it was stored now.

    `club_names` says which player of the club a name in the record, normalized, means. Any other name means the player
    with this name, who is added if there is none. `one_of_many`: the caller uses `rate_again` after the last game.
    A document is one that was previewed. Raises BadGame, also where the game is new here and cannot have been played
    when it says.
    """
    document = validate_document(record) if isinstance(record, bytes) else record
    typed = _names(document)
    names = _seated([(club_names or {}).get(name, name) for name in typed])
    state = build_game(club_id, document)
    with writing(club_id) as session:
        if is_stored(session, club_id, state, ImportBatch()):
            return state.game.uid, False
        _refuse_moments(document)
        known = of_club(session, club_id)
        others = [name for name, chosen in zip(typed, names, strict=True) if chosen != known.meant(name)]
        seated = players.find_or_add(session, club_id, names, hidden=SEAT_NAMES)
        entered = as_entered(session, club_id, typed, seated, known, others)
        by_name = dict(zip(_all_names(document), zip(seated, entered, strict=True), strict=True))
        sat = [(each.number, *by_name[each.player.name]) for each in state.game.people]
        for each, (_, player, _) in zip(state.game.people, sat, strict=True):
            each.player = player
        add_game(session, state, document)
        for number, player, was in sat:
            if was.id != player.id:
                players.note_seat(session, players.merged_into(session, was.id)[1], state.game.id, number)
        if one_of_many:
            store_stats(session, [GameState(state.game)])
        else:
            update_stats(session, None, GameState(state.game))
    return state.game.uid, True


LONGEST_RULES_NAME = 80
MOST_FOULS_AND_ADJUSTMENTS = 100
"""The most in one hand; each is a sentence wherever the hand is explained."""
MOST_DETAILS = 20_000
"""The most calls, penalties and adjustments in a whole game."""
MOST_PROBLEMS = 20
"""The most problems shown for a file; the rest are mostly the same again."""
_NUL = rb"\u0000"


class BadGame(ValueError):
    """A record that cannot be stored as a game; `problems` are sentences that say why."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


class OtherHands(BadGame):
    """The record of a game that the club has, with other hands."""


def validate_document(data: bytes) -> Document:
    """Return the record in these bytes if it can be stored; raises BadGame.

    A wrong claim is a problem too: its author counted differently, and should know before it is stored. Hands after the
    end are allowed, as in a corrected game.
    """
    audit = audit_record(parse(data))
    document = audit.record.document
    problems = [_describe(problem) for problem in audit.problems if problem.code != "hand-after-end"]
    if document is not None and not problems:
        after_end = _problems_after_end(audit.record, document) if audit.problems else []
        problems = after_end or [*_unstorable(audit, document)]
    if document is None or problems:
        more = [f"And {len(problems) - MOST_PROBLEMS} more."] if len(problems) > MOST_PROBLEMS else []
        raise BadGame(problems[:MOST_PROBLEMS] + more)
    return document


def wrong_moments(document: Document) -> str:
    """Say why the game of this record cannot have been played when it says, "" if it can."""
    started, ended = (
        None if text is UNSET else datetime.fromisoformat(text) for text in (document.started, document.ended)
    )
    return why_impossible(started, ended)


def _refuse_moments(document: Document) -> None:
    if wrong := wrong_moments(document):
        raise BadGame([f"{wrong} Correct “started” and “ended” in the file."])


def _names(document: Document) -> list[str]:
    """Return the players' names as a person would type them. Raises BadGame if no person could."""
    names = [*map(normalize_name, _all_names(document))]
    if errors := [f"{name}: {error.text}" for name in names if (error := name_error("", name))]:
        raise BadGame(errors)
    return _seated(names)


def _all_names(document: Document) -> list[str]:
    """Return the names of all who sat at the table, the first players clockwise, then who sat down for others."""
    later = (name for each in or_none(document.substitutions) or () for name in each.players)
    return [*dict.fromkeys((*document.players, *later))]


def _seated(names: list[str]) -> list[str]:
    """Return these names if each is another one. Raises BadGame."""
    if repeated := next((name for index, name in enumerate(names) if name in names[:index]), ""):
        raise BadGame([f"{repeated} can't sit in two seats."])
    return names


def _describe(problem: Problem) -> str:
    return problem.describe() + (f" ({problem.ruling})" if problem.ruling else "")


def _problems_after_end(record: ParsedRecord, document: Document) -> list[str]:
    """Return what is wrong with the hands after the end, as if the game had gone on."""
    unclaimed = msgspec.structs.replace(document, claimed_winners=UNSET, agreed_result=UNSET)
    audit = audit_record(replace(record, document=unclaimed), endless=True)
    return [_describe(problem) for problem in audit.problems]


def _unstorable(audit: Audit, document: Document) -> Iterator[str]:
    """Describe what is valid in a record but cannot be stored."""
    yield from _unstorable_hands(document)
    if _NUL in serialize(document).replace(rb"\\", b""):
        yield "It contains a NUL character. Take it out."
    for name in _all_names(document):
        if any(unicodedata.category(char) == "Cc" for char in name):
            yield f"The name {normalize_name(name)!r} contains a control character. Take it out."
    if len(notes := or_none(document.notes) or "") > LONGEST_NOTES:
        yield f"Notes can be up to {LONGEST_NOTES:,} characters; these have {len(notes):,}."
    rules_name = normalize_name(or_none(document.rules_name) or "")
    if len(rules_name) > LONGEST_RULES_NAME:
        yield f"A name for house rules can be up to {LONGEST_RULES_NAME} characters; this has {len(rules_name)}."
    if audit.standing and any(abs(total) > LARGEST_TOTAL for total in audit.standing.totals):
        yield f"A total can be up to {LARGEST_TOTAL:,} points."


def _unstorable_hands(document: Document) -> Iterator[str]:
    uids = [entry.id for entry in document.hands if entry.id is not UNSET]
    if len(set(uids)) < len(uids):
        repeated = next(uid for index, uid in enumerate(uids) if uid in uids[:index])
        yield f"Two hands have the same id, {repeated}."
    most, details = MOST_FOULS_AND_ADJUSTMENTS, 0
    for place, entry in enumerate(document.hands, 1):
        adjustments = or_none(entry.adjustments) or ()
        count = len(or_none(entry.fouls) or ()) + len(adjustments)
        details += count + len(or_none(entry.auction) or ())
        if any(len(each.reason) > LONGEST_NOTE for each in adjustments):
            yield f"Hand {place}: A reason can be up to {LONGEST_NOTE} characters."
        if len(note := or_none(entry.note) or "") > LONGEST_NOTE:
            yield f"Hand {place}: A note can be up to {LONGEST_NOTE} characters; this has {len(note):,}."
        if count > most:
            yield f"Hand {place}: A hand can have up to {most} penalties and adjustments; this has {count:,}."
    if details > MOST_DETAILS:
        yield f"A game can have up to {MOST_DETAILS:,} calls, penalties and adjustments; this has {details:,}."


def _moment(text: str | UnsetType) -> datetime | None:
    return None if isinstance(text, UnsetType) else datetime.fromisoformat(text).astimezone(UTC)


def build_game(club_id: int, document: Document) -> GameState:
    """Return the game as it would be stored, except that its players are not in the club yet: their id is 0."""
    uid, rules, now = record_id(document), _rules_json(document), datetime.now(UTC)
    started, ended = _moment(document.started), _moment(document.ended)
    carried = or_none(document.starting_totals) or {}
    game = StoredGame(
        club_id=club_id,
        uid=uid,
        rules=rules,
        preset=rules["base"],
        dealer=document.numbers[or_none(document.dealer) or document.players[0]],
        started_at=started or ended or now,
        changed_at=ended or now,
        house_rules_name=normalize_name(or_none(document.rules_name) or "") or None,
        teams=_team_names(document),
        notes=or_none(document.notes),
        starting_totals=[(document.numbers[name], points) for name, points in carried.items()] or None,
        seats=[StoredSeat(number, number, PlayerRef(0, name)) for number, name in enumerate(document.last_players)],
        sittings=sorted(_sittings(document), key=lambda each: (each.until, each.number)),
    )
    ruleset = parse_rules(bytes(document.rules)).ruleset
    assert ruleset is not None
    game.hands = list(_hands(document, uid, Table(ruleset, tuple(range(len(game.seats))), game.dealer)))
    seat_those_at_the_end(game)
    state = GameState(game)
    game.stopped = ended is not None and not state.standing.end
    game.ended_at = ended or (started if state.standing.end else None)
    update_derived(state)
    return state


def _sittings(document: Document) -> Iterator[Sitting]:
    """Yield who sat where one after the other."""
    tables = [document.players_at(place) for place in range(1, len(document.hands) + 1)] + [document.last_players]
    for number, names in enumerate(zip(*tables, strict=True)):
        ends = [place for place, (one, then) in enumerate(pairwise(names)) if one != then]
        for end in [*ends, STILL] if ends else ():
            yield Sitting(number, end, PlayerRef(0, names[min(int(end), len(names) - 1)]))


def add_game(session: Session, state: GameState, document: Document) -> None:
    """Store the game of a record, whose players are in the club now, and who agreed to it as it is there."""
    games.add(session, state.game)
    agreed: list[tuple[Shown | None, Sequence[str] | UnsetType]] = [(shown_result(state), document.agreed_result)]
    agreed += zip(shown_hands(state), (entry.agreed for entry in document.hands), strict=True)
    tables = [document.players_at(place) for place in range(1, len(document.hands) + 1)]
    ended = (table for table, each in zip(tables, state.hands, strict=True) if each.standing.end)
    tables.insert(0, next(ended, document.last_players))
    said = {
        shown.agreement((table.index(name),))
        for table, (shown, names) in zip(tables, agreed, strict=True)
        if shown
        for name in names or ()
    }
    agreements.add(session, state.game.id, said)


def _team_names(document: Document) -> list[str] | None:
    """Return the names of the sides as stored, None unless they are two different names."""
    names = [normalize_name(name) for name in or_none(document.teams) or ()]
    usable = not any(name_error("teams", name) for name in names) and len(set(names)) == len(names)
    return names if names and usable else None


def _hands(document: Document, uid: UUID, table: Table) -> Iterator[StoredHand]:
    """Yield each hand as it would be stored; the deal passes on after the end too."""
    for position, entry in enumerate(document.hands):
        hand = entry.to_hand({name: number for number, name in enumerate(document.players_at(position + 1))})
        deal = table.deal(hand.dealer)
        hand, _ = with_auction(table.rules, deal, hand)  # the record was already checked
        table = table.after(deal, hand)
        hand_uid = uuid5(uid, f"hand {position}") if isinstance(entry.id, UnsetType) else entry.id
        yield StoredHand(hand_uid, position, write_facts(hand, deal))


def _rules_json(document: Document) -> dict[str, Any]:
    """Return the rules as a game stores them: the preset's key under "base", and each parameter that differs."""
    rules: Any = msgspec.json.decode(document.rules)
    return {"base": rules} if isinstance(rules, str) else dict(rules)


Outline = list[tuple[Any, ...]]
"""The uid of each hand of a game, and each player's total after it."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in a record, normalized: whether the club has a player called so, and who is spelled nearly the same."""

    name: str
    known: bool
    similar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A game that could be stored: its rules by name, the number of hands, the totals and the names.

    `totals` are pairs of each competitor's names and points; `stored` says whether the club already has it.
    """

    uid: UUID
    document: Document
    title: str
    hands: int
    state: str
    totals: tuple[tuple[str, int], ...]
    names: tuple[NameMatch, ...]
    stored: bool


@dataclass(slots=True)
class ImportBatch:
    """The names, and the outlines of the games, in records previewed before in the same dry run."""

    names: set[str] = field(default_factory=set)
    games: dict[UUID, Outline] = field(default_factory=dict)


def preview_import(club_id: int, data: bytes, batch: ImportBatch | None = None) -> ImportPreview:
    """Preview the record in these bytes; nothing is stored. Raises BadGame.

    Records in `batch` count as stored; this record is added to it.
    """
    document = validate_document(data)
    session, state = db.session(), build_game(club_id, document)
    batch = batch or ImportBatch()
    stored = is_stored(session, club_id, state, batch)
    if not stored:
        _refuse_moments(document)
    known, names = of_club(session, club_id, batch.names), _names(document)
    batch.names.update(names)
    batch.games[state.game.uid] = _outline(state)
    return ImportPreview(
        uid=state.game.uid,
        document=document,
        title=state.game.house_rules_name or preset_of(state.game.rules).title,
        hands=state.standing.hands_scored,
        state=_state_text(state),
        totals=tuple((state.names.side(side), state.standing.total(side)) for side in state.competitors),
        names=tuple(NameMatch(name, name in known.names, tuple(known.similar(name))) for name in names),
        stored=stored,
    )


def is_stored(session: Session, club_id: int, state: GameState, batch: ImportBatch) -> bool:
    """Return whether the club has this game, deleted or not.

    Raises OtherHands if it has another one with this id.
    """
    uid = state.game.uid
    stored = games.read(session, club_id, uid)
    outline = _outline(GameState(stored)) if stored else batch.games.get(uid)
    if outline not in (None, _outline(state)):
        raise OtherHands([f"You already have a game with the id {uid} but different hands. It stays as it is."])
    return outline is not None


def _outline(state: GameState) -> Outline:
    """Return what identifies a game, apart from its players' current names."""
    return [
        (row.uid, *(played.standing.totals[player] for player in state.players))
        for row, played in zip(state.game.hands, state.hands, strict=True)
    ]


def _state_text(state: GameState) -> str:
    standing = state.standing
    text = f"{describe_status(state.status, standing.end, state.names)}."
    return f"{text} {explain_end(standing, state.names).text}" if standing.end else text
