"""Export a whole club as one file, to be restored here or on another server."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, Any
from urllib.parse import quote
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy.orm import Session

from scorekeeper.record import Document, make_document, make_entry, serialize, substitutions
from scorekeeper.rules.auction import replay_calls
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Hand, Player, Side, as_counted, side_with
from scorekeeper.rules.words import Names
from scorekeeper.storage import agreements, clubs, house_rules, players, tournaments
from scorekeeper.storage.agreements import Agreement
from scorekeeper.storage.db import db
from scorekeeper.storage.games import STILL, StoredGame
from scorekeeper.storage.players import StoredMerge
from scorekeeper.usecases.days import today
from scorekeeper.usecases.game.agreeing import Shown, shown_hands, shown_result
from scorekeeper.usecases.game.effect import DealtHand, replay_deals
from scorekeeper.usecases.game_rules import changed_values, rules_title
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.transfer import spreadsheets
from scorekeeper.usecases.transfer.club_file import (
    FORMAT,
    INDEX,
    BesideEntry,
    ClubDocument,
    GameEntry,
    Goal,
    HouseRulesEntry,
    MergedEntry,
    PlayerEntry,
    TournamentEntry,
)
from scorekeeper.usecases.transfer.spreadsheets import csv_lines, file_name


def export_club(club_id: int) -> tuple[str, IO[bytes]]:
    """Return the name of a club's file, and the file, which is deleted when closed.

    It has deleted games, but not the hands being played and the changes that undo could take back.
    """
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - the sender closes it
    with clubs.own_session() as session, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        stored, zone = clubs.all_games(session, club_id, even_deleted=True), clubs.get(session, club_id).zone
        games = tuple(_write_game(archive, game, said, zone) for game, said in _with_agreements(session, stored))
        index = msgspec.json.encode(_document(session, club_id, games))
        archive.writestr(INDEX, msgspec.json.format(index))
        for table in (spreadsheets.games, spreadsheets.hands, spreadsheets.players):
            with archive.open(f"{table.__name__}.csv", "w") as csv:
                csv.writelines(csv_lines(table(club_id)))
    file.seek(0)
    return f"rook-club-{today(zone).isoformat()}.zip", file


def _with_agreements(
    session: Session, stored: Iterator[StoredGame]
) -> Iterator[tuple[StoredGame, Collection[Agreement]]]:
    """Yield each game with every yes that was said in it."""
    while batch := list(islice(stored, clubs.GAMES_AT_A_TIME)):
        said = agreements.read(session, [game.id for game in batch])
        yield from ((game, said.get(game.id, ())) for game in batch)


def _write_game(archive: ZipFile, game: StoredGame, said: Collection[Agreement], zone: str | None) -> GameEntry:
    """Write the record of a game; a deleted one as it was before."""
    name, deleted_at = f"games/{file_name(game, zone, '.rook.json')}", game.deleted_at
    game.deleted_at = None
    state = GameState(game)
    game.status = state.status
    archive.writestr(name, serialize(game_document(state, said)))
    return GameEntry(
        id=game.uid,
        record=name,
        series=game.series_id,
        changed_at=game.changed_at,
        stopped=game.stopped and game.status == GameStatus.OVER,
        ended_at=None if game.end else game.ended_at,
        beside=tuple(_beside(state)),
        deleted_at=deleted_at,
        hidden=game.hidden,
        round=game.round_number,
        own_end=_own_end(game.rules),
    )


def _beside(state: GameState) -> Iterator[BesideEntry]:
    """Yield what was noted of hands that only other rules count."""
    for row in state.game.hands:
        whole = row.hand
        counted = as_counted(state.rules, whole)
        if counted != whole:
            rook = whole.rook if counted.rook is None else None
            last, at = whole.last and not counted.last, None if rook is None else state.players.index(rook)
            yield BesideEntry(hand=row.uid, last=last, rook=at)


def _own_end(rules: Mapping[str, Any]) -> Goal | None:
    """Return the goal of house rules, if the stored ones are played to another."""
    return Goal(**rules["own_end"]) if "own_end" in rules else None


def _document(session: Session, club_id: int, games: tuple[GameEntry, ...]) -> ClubDocument:
    club = clubs.get(session, club_id)
    numbers = {series: number for number, series in enumerate(dict.fromkeys(game.series for game in games), 1)}
    everyone = tuple(_players(session, club_id))
    rules = [HouseRulesEntry(id=it.uid, name=it.name, rules=it.rules) for it in house_rules.read_all(session, club_id)]
    return ClubDocument(
        format=FORMAT,
        id=club.public_id,
        name=club.name,
        zone=club.zone or "",
        house_rules=tuple(rules),
        players=everyone,
        games=tuple(msgspec.structs.replace(game, series=numbers[game.series]) for game in games),
        tournaments=tuple(_tournaments(session, club_id, numbers, [player.name for player in everyone])),
    )


def _tournaments(
    session: Session, club_id: int, numbers: Mapping[int, int], names: Sequence[str]
) -> Iterator[TournamentEntry]:
    """Yield each tournament, oldest first: `numbers` are those of the file's series, `names` are its players."""
    places = {name: place for place, name in enumerate(names)}
    merges = {merge.merged_id: merge.uid for merge in players.standing(session, club_id)}
    for it in reversed(tournaments.read_all(session, club_id)):
        people = tournaments.people(session, [id_ for one in it.facts.entrants for id_ in one.players])
        merged = []
        for number, one in enumerate(it.facts.entrants):
            merged += [(number, place, merges[id_]) for place, id_ in enumerate(one.players) if id_ in merges]
            one.players = [places[people[id_].name] for id_ in one.players]
        series = tournaments.series_of_tables(session, it.id)
        yield TournamentEntry(
            id=it.uid,
            name=it.name,
            format=it.format,
            rules={name: value for name, value in it.rules.items() if name != "own_end"},
            rules_name=it.house_rules_name,
            own_end=_own_end(it.rules),
            facts=it.facts,
            series=tuple(numbers.get(series[number][0], 0) for number in sorted(series) if number),
            merged=tuple(merged),
            started_at=it.started_at,
            changed_at=it.changed_at,
            ended_at=it.ended_at,
        )


def _players(session: Session, club_id: int) -> Iterator[PlayerEntry]:
    """Yield each player with the players merged into them, directly or indirectly."""
    rows, seats = players.with_merged(session, club_id), players.seats(session, club_id)
    hidden = {id_: is_hidden for id_, _, is_hidden in rows}
    made: defaultdict[int, list[StoredMerge]] = defaultdict(list)
    merged: set[int] = set()
    for merge in players.standing(session, club_id):
        made[merge.into_id].append(merge)
        merged.add(merge.merged_id)

    def merged_into(player_id: int) -> tuple[MergedEntry, ...]:
        return tuple(
            MergedEntry(
                id=merge.uid,
                name=merge.name,
                hidden=hidden[merge.merged_id],
                merged_at=merge.made_at,
                seats=tuple(seats.get(merge.id, ())),
                merged=merged_into(merge.merged_id),
            )
            for merge in made[player_id]
        )

    for id_, name, is_hidden in rows:
        if id_ not in merged:
            yield PlayerEntry(name=name, hidden=is_hidden, merged=merged_into(id_))


def record_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """Return the name of a game's file, and its record: the same bytes for the same game. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    session, id_ = db.session(), state.game.id
    zone, said = clubs.get(session, club_id).zone, agreements.read(session, [id_]).get(id_, ())
    return file_name(state.game, zone, ".rook.json"), serialize(game_document(state, said))


def all_records(club_id: int) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and record of every game of a club that is not deleted, in the order they were added."""
    session = db.session()
    zone = clubs.get(session, club_id).zone
    for game, said in _with_agreements(session, clubs.all_games(session, club_id)):
        yield file_name(game, zone, ".rook.json"), serialize(game_document(GameState(game), said))


def game_document(state: GameState, said: Collection[Agreement] = ()) -> Document:
    """Return a game as a record, without the hand being played; `said` is every yes that was said in it."""
    game, last = state.game, state.stored_names_at(STILL)
    names_of = [state.stored_names_at(row.position) for row in game.hands]
    names = names_of[0] if names_of else last

    def agreed(shown: Shown | None, names: Names = state.stored_names) -> tuple[str, ...] | UnsetType:
        return tuple(names[side[0]] for side in shown.agreed(said)) or UNSET if shown else UNSET

    keys = {
        "id": game.uid,
        "rules_name": game.house_rules_name,
        "teams": tuple(game.teams) if game.teams else None,
        "dealer": names[game.dealer],
        "started": game.started_at.isoformat(),
        "ended": game.end and game.end.isoformat(),
        "notes": game.notes,
        "starting_totals": {names[number]: points for number, points in game.starting_totals or ()} or None,
        "agreed_result": agreed(shown_result(state)),
        "substitutions": substitutions([_clockwise(state, each).players for each in (*names_of, last)]),
    }
    changes = changed_values(game.rules)
    given = {"base": game.preset, **changes} if changes else game.preset
    others = {name: value for name, value in keys.items() if value is not None}
    shown_of = shown_hands(state) if said else [None] * len(game.hands)
    hands = [
        make_entry(_hand(state, each), who.players, id=row.uid, agreed=agreed(shown, who))
        for row, each, shown, who in zip(game.hands, replay_deals(state), shown_of, names_of, strict=False)
    ]
    players = _clockwise(state, names).players
    return make_document(state.rules, players, tuple(hands), given=given, **others)


def _clockwise(state: GameState, names: Names) -> Names:
    return Names([names[number] for number in state.players])


def _hand(state: GameState, dealt: DealtHand) -> Hand:
    """Return a hand for a record, with its dealer only if it was not their turn to deal.

    Calls that no longer fit the seats, because these were corrected later, are left out; the bid stays. So is what the
    rules no longer have.
    """
    hand = as_counted(state.rules, dealt.hand)
    if hand.dealer == dealt.due:
        hand = replace(hand, dealer=None)
    if hand.auction is not None:
        try:
            replay_calls(state.rules, dealt.deal.seats, dealt.deal.dealer, hand.auction)
        except RuleError:
            hand = replace(hand, auction=None)
    return hand


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Rook score"
ROOK = {"name": "Rook", "sourceGameId": "rook", "bggId": 1260, "highestWins": True, "noPoints": False}


@dataclass(frozen=True, slots=True)
class Play:
    """A play in the app's documented format, and the link that contains it."""

    data: dict[str, Any]

    @property
    def link(self) -> str:
        return ADDRESS + quote(json.dumps(self.data, ensure_ascii=False, separators=(",", ":")), safe="")


def make_play(club_id: int, game_uid: UUID) -> Play | None:
    """Return a finished game as a play, None for a running game. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    game = state.game
    if state.standing.end is None:
        return None
    ended = game.end or game.changed_at
    players = [_player(state, player) for player in state.players]
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.uid),
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(int((ended - game.started_at).total_seconds()) // 60, 0),
        "comments": game.notes or "",
        "location": "",
        "board": rules_title(game.rules, game.house_rules_name),
        "game": dict(ROOK),
        "players": players,
    }
    return Play(data)


def _player(state: GameState, player: Player) -> dict[str, Any]:
    """Return a player's part in a play; partners share a team and a rank.

    Winners rank first, even if they won by R18 or R28 with a lower total; the others by their totals.
    """
    standing = state.standing
    side = side_with(state.competitors, player)
    order = {each: (each[0] in standing.winners, standing.total(each)) for each in state.competitors}
    partners = tuple(other for other in side if other != player)
    return {
        "name": state.stored_names[player],
        "sourcePlayerId": str(next(seat.player.id for seat in state.game.seats if seat.number == player)),
        "startPlayer": player == state.initial_standing.table.deal().first_to_bid,
        "winner": player in standing.winners,
        "score": standing.total(side),
        "rank": 1 + sum(other > order[side] for other in order.values()),
        "role": f"Partner of {state.stored_names.side(partners)}" if partners else "",
        "team": _team(state, side) if partners else "",
    }


def _team(state: GameState, side: Side) -> str:
    """Return a side's own name, else the names of its players."""
    teams = state.game.teams
    return teams[state.competitors.index(side)] if teams else state.stored_names.side(side)
