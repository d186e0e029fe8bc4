"""A club's file forgets nothing that anyone could miss: each column is in it, or named here with why it is not (P8).

Calls that no longer fit the seats, because these were corrected, stay behind; their bid comes along.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Table, select

from scorekeeper.rules.hand import Hand
from scorekeeper.storage.db import db
from scorekeeper.storage.models import GAME, HAND, PLAYER, SEAT, SERIES, SITTING, TOURNAMENT
from tests.person import TABLE

from .club_files import bring_file, file_of, merge_players, move, rewritten
from .game_at_table import (
    GameAtTable,
    ValidationFailed,
    deleted_games,
    examine,
    hidden_games,
    hide_player,
    in_tournament,
    known_players,
    make_rules,
    player_view,
    read_game,
    record_of,
    running_games,
    start_tournament,
    started,
)

ID, CLUB, VERSION = "counted anew in each database", "the club that it came to", "counts the changes, which stay"
LEFT_OUT = {
    "game": {
        "id": ID,
        "club_id": CLUB,
        "version": VERSION,
        "open_hand": "the hand being played stays where it is played",
    },
    "game_player": {},
    "game_sitting": {},
    "hand": {"id": ID, "position": "hands come in their order, and are numbered anew"},
    "player": {"id": ID, "club_id": CLUB, "version": VERSION},
    "series": {
        "id": ID,
        "club_id": CLUB,
        **dict.fromkeys(("table_key", "watch_key", "watch_code"), "the file has nothing that opens a club"),
    },
    "tournament": {"id": ID, "club_id": CLUB, "version": VERSION},
}
TABLES = (GAME, SEAT, SITTING, HAND, PLAYER, SERIES, TOURNAMENT)


@pytest.fixture
def lived_in(club: int) -> int:
    """A club in which each column that its file keeps says something."""
    won = stopped_and_won(club)
    won.note("a long evening")
    won.name_sides("Reds", "Blues")
    reopened(club)
    by_other_rules(club)
    for done in (GameAtTable.hide, GameAtTable.delete):
        game = started(club, new_names=TABLE)
        game.play("Ann", 100, 110)
        game.stop()
        done(game)
    changed = started(club, make_rules(club, "Quick", target=150), goal=(300, None, None), starting_totals={0: 45})
    changed.play("Ann", 100, 110)
    changed.sit("Eve", 1)
    changed.play("Ann", 100, 110)
    tournament = start_tournament(club, "ranked", "Ann\nBob\nCal\nDee", 1, rules=make_rules(club, "Fair", target=150))
    in_tournament(club, tournament, "draw", 1)
    in_tournament(club, tournament, "set_result", 1, 1, (80, 40), None)
    in_tournament(club, tournament, "end")
    hide_player(club, known_players(club)["Eve"])
    started(club, names=("Fay", "Gus", "Hal", "Ivy"), new_names=("Fay", "Gus", "Hal", "Ivy"))
    merge_players(club, "Fay", "Eve")
    return club


def stopped_and_won(club: int) -> GameAtTable:
    """Stopped after a hand that a correction makes the last one."""
    game = started(club, goal=(150, None, None), new_names=TABLE)
    game.play("Ann", 100, 110)
    game.stop()
    game.play_to(100)
    assert game.status == "over"
    return game


def reopened(club: int) -> GameAtTable:
    """Over, until a correction says that it was to go on."""
    game = started(club, goal=(100, None, None), new_names=TABLE)
    game.play("Ann", 100, 110)
    game.play_to(300)
    assert game.status == "in-progress"
    return game


def by_other_rules(club: int) -> GameAtTable:
    """Of a hand, time and the Rook were noted; the rules of now have neither."""
    game = started(club, "smith-county", new_names=TABLE)
    game.bid("Ann", 100)
    game.call_time(before=False)
    game.record(Hand(captured={0: 60}, last_trick=0, rook=3))
    game.change_rules("county-fair")
    return game


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_column_is_in_the_file_or_left_out_for_a_reason(lived_in: int, table: Table) -> None:
    left_out, moved = LEFT_OUT[table.name], move(lived_in)
    kept = [column.name for column in table.columns if column.name not in left_out]
    assert left_out.keys() <= {*table.columns.keys()}
    before, after = ([*rows_of(club, table)] for club in (lived_in, moved))
    for column in kept:
        was, now = (
            sorted(json.dumps((row["key"], row[column]), default=str, sort_keys=True) for row in rows)
            for rows in (before, after)
        )
        assert any(row[column] not in (None, False, 0) for row in before), f"{column} says nothing here"
        assert now == was, column


def rows_of(club: int, table: Table) -> Iterator[dict[str, Any]]:
    """The rows of a club, each with what it is called in every database; so are those that it names."""
    with db.engine.connect() as connection:

        def called(other: Table, name: str) -> dict[int, str]:
            rows = connection.execute(select(other.c.id, other.c[name]).where(other.c.club_id == club))
            return {id_: named(value) for id_, value in rows}

        games, players, tournaments = called(GAME, "uid"), called(PLAYER, "name"), called(TOURNAMENT, "uid")
        series: dict[int, str] = {}
        for id_, uid in connection.execute(select(GAME.c.series_id, GAME.c.uid).where(GAME.c.club_id == club)):
            series[id_] = min(series.get(id_, "~"), str(uid))
        known = {"game_id": games, "player_id": players, "tournament_id": tournaments, "series_id": series}
        of_club = table.c.club_id == club if "club_id" in table.c else table.c.game_id.in_(games)
        for row in connection.execute(select(table).where(of_club)).mappings():
            shown = {name: known[name].get(row[name]) if name in known else row[name] for name in row}
            if table is PLAYER:
                shown["name"] = named(row["name"])
            elif table is TOURNAMENT:
                shown["facts"] = in_words(row["facts"], players)
            of_table = series.get(row["id"]) if table is SERIES else shown.get("uid") or shown.get("name")
            yield shown | {"key": of_table or (shown.get("game_id"), row.get("number"))}


def named(value: object) -> str:
    """A name without the number that keeps the row of a merged player apart."""
    return re.sub(r"^\x1f.*", "(merged)", str(value))


def in_words(facts: dict[str, Any], players: dict[int, str]) -> object:
    """The facts of a tournament with its entrants by name."""
    entrants = [one | {"players": [players[id_] for id_ in one["players"]]} for one in facts["entrants"]]
    return facts | {"entrants": entrants}


def test_the_moved_club_answers_the_same(lived_in: int) -> None:
    """To doctor, in the lists of games, and to who can be told apart again."""

    def answers(club: int) -> list[object]:
        merges = [(name, player_view(club, id_).merges) for name, id_ in sorted(known_players(club).items())]
        return [running_games(club), deleted_games(club), hidden_games(club), merges]

    before = answers(lived_in)
    assert answers(move(lived_in)) == before
    found = examine()
    assert (found.facts, found.figures) == ([], [])


# What is found again after a correction takes back what the record says.
AGAIN = [
    ("a game that was stopped early and counts as won since", stopped_and_won, 150, "stopped"),
    ("a game that was over and goes on since", reopened, 100, "over"),
]


@pytest.mark.parametrize(("make", "target", "status"), [row[1:] for row in AGAIN], ids=[row[0] for row in AGAIN])
def test_a_correction_back_finds_the_game_as_it_was(club: int, make: Any, target: int, status: str) -> None:
    game = make(club)
    moved = GameAtTable(move(club), game.uid)
    for each in (game, moved):
        each.play_to(target)
        assert each.status == status
    assert ended(moved.uid, moved.club) == ended(game.uid, club)


def test_what_other_rules_count_is_found_again_with_them(club: int) -> None:
    """Time that was called, and who had the Rook, in whatever seat."""
    game = by_other_rules(club)
    game.reseat(0, 3, 1, 2)
    moved = GameAtTable(move(club), game.uid)
    for each in (game, moved):
        each.change_rules("smith-county")
    assert record_of(moved.club, game.uid) == record_of(club, game.uid)
    assert b'"rook":"Dee"' in record_of(club, game.uid)


@pytest.mark.parametrize(
    "said", [{"rook": 3}, {"last": True}, {"rook": 4}, {"hand": str(UUID(int=1)), "rook": 3}], ids=str
)
def test_a_file_cannot_say_beside_the_record_what_its_rules_count(club: int, said: dict[str, Any]) -> None:
    game = started(club, "smith-county", new_names=TABLE)
    game.play("Ann", 100, 60)
    (row,) = read_game(club, game.uid).game.hands

    def forged(index: dict[str, Any]) -> None:
        index.update(id="a" * 16)
        index["games"][0].update(beside=[{"hand": str(row.uid), **said}])

    with pytest.raises(ValidationFailed, match="can't be read"):
        bring_file(rewritten(file_of(club), forged))


def ended(uid: UUID, club: int) -> object:
    with db.engine.connect() as connection:
        return connection.execute(select(GAME.c.ended_at).where(GAME.c.uid == uid, GAME.c.club_id == club)).scalar_one()


def test_a_file_without_the_new_keys_is_read_as_before(lived_in: int) -> None:
    """As older versions wrote it."""

    def as_before(index: dict[str, Any]) -> None:
        index.update(id="a" * 16)
        for game in index["games"]:
            for key in ("stopped", "ended_at", "beside"):
                game.pop(key, None)

    bring_file(rewritten(file_of(lived_in), as_before))
    assert examine().figures == []
