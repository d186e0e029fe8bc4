"""Import a club from its file: all of it or nothing, and once.

A large club takes a while, and others must be able to write: a hundred games at a time go into a club that is marked as
deleted, which is opened at the end. One that was cut off is removed like any deleted club.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy.orm import Session

from scorekeeper.record import Document, record_id
from scorekeeper.rules.hand import as_counted
from scorekeeper.storage import clubs, games, house_rules, link_keys, phones, players, rate_limits, tournaments
from scorekeeper.storage.db import EVERY_CLUB, NO_CLUB, db, writing
from scorekeeper.storage.games import read_facts
from scorekeeper.storage.house_rules import StoredHouseRules
from scorekeeper.storage.players import StoredMerge
from scorekeeper.storage.tournaments import StoredTournament
from scorekeeper.usecases.clubs import RESTORABLE, count_start, enter_as_keeper
from scorekeeper.usecases.days import day_text, local
from scorekeeper.usecases.game.change import update_derived
from scorekeeper.usecases.game_rules import ruleset_of
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.players.update_ratings import rate_club
from scorekeeper.usecases.players.update_stats import store_stats

from .club_file import BesideEntry, ClubDocument, ClubFile, GameEntry, Goal, MergedEntry, PlayerEntry, refusal
from .game_import import BadGame, add_game, build_game, validate_document, wrong_moments

GAMES_AT_A_TIME = 100


def start_club_from_file(file: ClubFile, address: str, phone: UUID | None) -> tuple[UUID, str]:
    """Import a club to a hosted server; return the id of the phone as its keeper, and the club's public id.

    Raises ValidationFailed with field `file`, and `name` if too many clubs were started; a refused file does not count
    as a started club.
    """
    with writing(NO_CLUB) as session:
        attempt = count_start(session, address)
    try:
        club_id, public_id = bring_club(file)
    except BaseException:
        with writing(NO_CLUB) as session:
            rate_limits.forget(session, attempt)
        raise
    with writing(phones.clubs_to_lock(db.session(), phone, club_id)) as session:
        return enter_as_keeper(session, club_id, phone), public_id


def bring_club(file: ClubFile, at_home: bool = False) -> tuple[int, str]:
    """Store the club of a file; return its id and its public id, which is a new one if another club has it.

    `at_home`: it replaces the one club, which must be empty.
    Raises ValidationFailed with field `file`.
    """
    document, now, scope = file.document, datetime.now(UTC), EVERY_CLUB if at_home else NO_CLUB
    with writing(scope) as session:
        _refuse_known(session, document, at_home)
        club_id = clubs.add(session, normalize_name(document.name), now, deleted_at=now, zone=document.zone or None)
    try:
        _store(club_id, file)
        with writing(scope) as session:
            public_id, home = _refuse_known(session, document, at_home)
            if home:
                clubs.remove(session, home)
            clubs.open_as(session, club_id, public_id)
    except BaseException:
        with writing(club_id) as session:
            clubs.remove(session, club_id)
        raise
    return club_id, public_id


def _refuse_known(session: Session, document: ClubDocument, at_home: bool) -> tuple[str, int | None]:
    """Return the public id for the file's club, and at home the id of the empty club that it replaces.

    If a public id is taken, the next is derived from it, so that the same file finds its club again.
    """
    public_id = document.id
    while found := clubs.find(session, public_id):
        if not found.deleted_at and _is_same(session, found.id, document):
            raise refusal("This club is here already. Nothing was changed.")
        digest = hashlib.sha256(f"{public_id} {document.id}".encode()).digest()
        public_id = base64.b32encode(digest).decode().lower()[:16]
    home = clubs.club_id(session) if at_home else None
    if home and not clubs.is_empty(session, home):
        raise refusal(
            "There is a club here already, and a home server holds only one. To import this one, set "
            "SCOREKEEPER_INSTANCE to another folder."
        )
    return public_id, home


def _is_same(session: Session, club_id: int, document: ClubDocument) -> bool:
    """Return whether the club with the file's public id has a game of the file, or both have none."""
    uids = [game.id for game in document.games[:GAMES_AT_A_TIME]]
    return bool(games.known(session, club_id, uids)) if uids else not clubs.has_games(session, club_id)


def deleted_original(document: ClubDocument) -> str:
    """Say that the club of a file was deleted here and can still be brought back; "" if not.

    Nobody can know which of the two is newer, so both may be here.
    """
    session = db.session()
    found = clubs.find(session, document.id)
    if not (found and found.deleted_at and _is_same(session, found.id, document)):
        return ""
    end = found.deleted_at + RESTORABLE
    if end <= datetime.now(UTC):
        return ""
    deleted, until = (day_text(local(day, found.zone)) for day in (found.deleted_at, end))
    return f"The club deleted here on {deleted} is another copy. Until {until} its keeper link can bring it back."


def _store(club_id: int, file: ClubFile) -> None:
    document, series = file.document, dict[int, int]()
    ids: dict[UUID, tuple[int, int]] = {}
    with writing(club_id) as session:
        for rules in document.house_rules:
            house_rules.add(session, club_id, StoredHouseRules(rules.id, rules.name, rules.rules))
        by_name = {
            player.name: players.add(session, club_id, player.name, player.hidden) for player in document.players
        }
    for first in range(0, len(document.games), GAMES_AT_A_TIME):
        entries = document.games[first : first + GAMES_AT_A_TIME]
        made = [_make_game(club_id, file, entry) for entry in entries]
        with writing(club_id) as session:
            for entry, (state, record) in zip(entries, made, strict=True):
                if entry.series not in series:
                    series[entry.series] = link_keys.add_series(session, club_id)
                state.game.series_id = series[entry.series]
                _add_game(session, state, record)
                ids[entry.id] = state.game.id, len(state.game.seats)
            store_stats(session, [GameState(state.game) for state, _ in made])
    with writing(club_id) as session:
        merged = _add_merges(session, club_id, document, by_name, ids)
        rate_club(session, club_id)
        there = [by_name[player.name] for player in document.players]
        _add_tournaments(session, club_id, document, there, merged, series)


def _add_tournaments(
    session: Session,
    club_id: int,
    document: ClubDocument,
    players: Sequence[int],
    merged: Mapping[UUID, int],
    series: Mapping[int, int],
) -> None:
    """Store the tournaments of a file.

    `players` are the ids of its players, `merged` those of the merged ones by their merges, `series` of its series.
    """
    for it in document.tournaments:
        for one in it.facts.entrants:
            one.players = [players[place] for place in one.players]
        for number, place, merge in it.merged:
            it.facts.entrants[number].players[place] = merged[merge]
        rules = _with_own_end(f"The tournament {it.name}", it.rules, it.own_end)
        stored = StoredTournament(
            *(club_id, it.id, it.name, it.format, rules, it.rules_name, it.facts),
            *(it.started_at, it.changed_at, it.ended_at),
        )
        tournaments.add(session, stored)
        for number, of_file in enumerate(it.series, 1):
            if of_file in series:
                tournaments.claim_series(session, stored.id, number, series[of_file])


def _make_game(club_id: int, file: ClubFile, entry: GameEntry) -> tuple[GameState, Document]:
    """Return a game of the file as stored, without its players, and its record."""
    try:
        document = validate_document(file.record(entry))
    except BadGame as bad:
        raise refusal(f"{entry.record}: {bad.problems[0]}") from None
    if record_id(document) != entry.id:
        raise refusal(f"{entry.record} is not the game {entry.id}.")
    file.count_hands(len(document.hands))
    if wrong := wrong_moments(document):  # a server's clock was wrong; its games are not lost for that
        file.doubts.append(f"{entry.record}: {wrong} Played on, in the game’s settings, moves it.")
    state = build_game(club_id, document)
    for said in entry.beside:
        _note_beside(entry.record, state, said)
    state.game.changed_at, state.game.deleted_at = entry.changed_at, entry.deleted_at
    state.game.hidden, state.game.round_number = entry.hidden, entry.round
    state.game.stopped, state.game.ended_at = state.game.stopped or entry.stopped, state.game.ended_at or entry.ended_at
    state.game.rules = _with_own_end(entry.record, state.game.rules, entry.own_end)
    update_derived(state)
    return state, document


def _note_beside(record: str, state: GameState, said: BesideEntry) -> None:
    """Note of a hand what only other rules count. Raises ValidationFailed if these count it, or nobody sits there."""
    row = next((row for row in state.game.hands if row.uid == said.hand), None)
    if row and (said.rook is None or said.rook in state.players):
        whole = row.facts | ({"last": True} if said.last else {}) | ({} if said.rook is None else {"rook": said.rook})
        if as_counted(state.rules, read_facts(whole)) == row.hand:
            row.facts = whole
            return
    raise refusal(f"{record} can't be read: {said.hand} has something beside it that cannot be.")


def _with_own_end(what: str, rules: dict[str, Any], own_end: Goal | None) -> dict[str, Any]:
    """Return the rules of a game or a tournament as stored, with the goal of their own."""
    if own_end is None:
        return rules
    goal = msgspec.structs.asdict(own_end)
    if wrong := ruleset_of(rules).errors_if(goal):
        raise refusal(f"{what} can't be read: {wrong[0].text}")
    return rules | {"own_end": goal}


def _add_game(session: Session, state: GameState, record: Document) -> None:
    people = state.game.people
    names = [*dict.fromkeys(each.player.name for each in people)]
    found = dict(zip(names, players.find_or_add(session, state.game.club_id, names), strict=True))
    for each in people:
        each.player = found[each.player.name]
    add_game(session, state, record)


def _add_merges(
    session: Session,
    club_id: int,
    document: ClubDocument,
    by_name: dict[str, int],
    ids: dict[UUID, tuple[int, int]],
) -> dict[UUID, int]:
    """Store the merges in their order; return the ids of the merged players by their merges.

    The records have the names of the players they were merged into.
    """
    made: list[tuple[StoredMerge, list[tuple[int, int]]]] = []
    waiting: list[tuple[PlayerEntry, int]] = [(player, by_name[player.name]) for player in document.players]
    while waiting:
        player, player_id = waiting.pop()
        for merged in player.merged:
            merged_id = players.add(session, club_id, f"\x1f{merged.id}", merged.hidden)
            merge = StoredMerge(
                id=0,
                uid=merged.id,
                merged_id=merged_id,
                into_id=player_id,
                name=merged.name,
                made_at=merged.merged_at,
                undone=False,
                games=len(merged.seats),
            )
            made.append((merge, _seats(merged, ids)))
            waiting.append((merged, merged_id))
    for merge, seats in sorted(made, key=lambda each: each[0].made_at):
        players.add_made(session, club_id, merge, seats)
    return {merge.uid: merge.merged_id for merge, _ in made}


def _seats(merged: MergedEntry, ids: dict[UUID, tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the seats that a merge moved, as stored: in a game from a record a number is a place clockwise."""
    if not all(0 <= seat < ids[game][1] for game, seat in merged.seats):
        raise refusal(f"The merge {merged.id} moved a seat that its game doesn't have.")
    return [(ids[game][0], seat) for game, seat in merged.seats]
