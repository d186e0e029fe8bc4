"""Export a whole club as one file, to be restored here or on another server."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy.orm import Session

from scorekeeper.record import serialize
from scorekeeper.storage import club_batches, clubs, house_rules, player_merges, players, tournaments
from scorekeeper.storage.games import StoredGame
from scorekeeper.storage.player_merges import StoredMerge
from scorekeeper.usecases.game_state import GameState

from . import club_csv
from .club_file import (
    FORMAT,
    INDEX,
    ClubDocument,
    GameEntry,
    HouseRulesEntry,
    MergedEntry,
    PlayerEntry,
    TournamentEntry,
)
from .csv_writer import csv_lines
from .game_export import file_name, game_document


def export_club(club_id: int) -> tuple[str, IO[bytes]]:
    """Return the name of a club's file, and the file, which is deleted when closed.

    It has deleted games, but not the hands being played and the changes that undo could take back.
    """
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - the sender closes it
    with club_batches.own_session() as session, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        stored = club_batches.all_games(session, club_id, even_deleted=True)
        games = tuple(_write_game(archive, game) for game in stored)
        index = msgspec.json.encode(_document(session, club_id, games))
        archive.writestr(INDEX, msgspec.json.format(index))
        for table in (club_csv.games, club_csv.hands, club_csv.players):
            with archive.open(f"{table.__name__}.csv", "w") as csv:
                csv.writelines(csv_lines(table(club_id)))
    file.seek(0)
    return f"rook-club-{datetime.now(UTC).date().isoformat()}.zip", file


def _write_game(archive: ZipFile, game: StoredGame) -> GameEntry:
    """Write the record of a game; a deleted one as it was before."""
    name, deleted_at = f"games/{file_name(game, '.rook.json')}", game.deleted_at
    game.deleted_at = None
    state = GameState(game)
    game.status = state.status
    archive.writestr(name, serialize(game_document(state)))
    return GameEntry(
        id=game.uid,
        record=name,
        series=game.series_id,
        changed_at=game.changed_at,
        deleted_at=deleted_at,
        hidden=game.hidden,
        round=game.round_number,
    )


def _document(session: Session, club_id: int, games: tuple[GameEntry, ...]) -> ClubDocument:
    club = clubs.get(session, club_id)
    numbers = {series: number for number, series in enumerate(dict.fromkeys(game.series for game in games), 1)}
    everyone = tuple(_players(session, club_id))
    rules = [HouseRulesEntry(id=it.uid, name=it.name, rules=it.rules) for it in house_rules.read_all(session, club_id)]
    return ClubDocument(
        format=FORMAT,
        id=club.public_id,
        name=club.name,
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
    for it in reversed(tournaments.read_all(session, club_id)):
        people = tournaments.people(session, [id_ for one in it.facts.entrants for id_ in one.players])
        for one in it.facts.entrants:
            one.players = [places[people[id_].name] for id_ in one.players]
        it.facts.form_id = None
        series = tournaments.series_of_tables(session, it.id)
        yield TournamentEntry(
            id=it.uid,
            name=it.name,
            format=it.format,
            rules={name: value for name, value in it.rules.items() if name != "own_end"},
            rules_name=it.house_rules_name,
            facts=it.facts,
            series=tuple(numbers.get(series[number][0], 0) for number in sorted(series) if number),
            started_at=it.started_at,
            changed_at=it.changed_at,
            ended_at=it.ended_at,
        )


def _players(session: Session, club_id: int) -> Iterator[PlayerEntry]:
    """Yield each player with the players merged into them, directly or indirectly."""
    rows, seats = players.with_merged(session, club_id), player_merges.seats(session, club_id)
    hidden = {id_: is_hidden for id_, _, is_hidden in rows}
    made: defaultdict[int, list[StoredMerge]] = defaultdict(list)
    merged: set[int] = set()
    for merge in player_merges.standing(session, club_id):
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
