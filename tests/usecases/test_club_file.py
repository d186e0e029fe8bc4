"""A club leaves the house as one file and comes back as the same club."""

import io
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.record import make_document, serialize
from scorekeeper.storage import clubs, players
from scorekeeper.storage.db import db, writing
from tests.many_games import BEGUN, another_club
from tests.person import TABLE
from tests.profiles import examples
from tests.strategies import Game, games
from tests.usecases.club_files import merge_players, play_game, undo_last_merge

from . import reference_stats
from .club_files import bring_file, file_of, move, packed, portrait, rewritten, unpacked
from .game_at_table import (
    INDEX,
    OWNERS,
    GameAtTable,
    ValidationFailed,
    all_records,
    bring_club,
    club_id,
    deleted_games,
    hide_player,
    import_game,
    last_rules,
    make_rules,
    open_club_file,
    play_demo,
    record_file,
    started,
)

BAD = "That isn't a club's file. Choose the .zip that Export club saved."


@pytest.fixture
def lived_in(club: int) -> int:
    """A club to which happened what a file has to carry."""
    list(play_demo(club, 60, seed=5))
    make_rules(club, "Thursday rules", "kentucky", target=250)
    over = play_game(club, *TABLE)
    over.rematch()
    seated = play_game(club, *TABLE, hands=1)
    seated.reseat(0, 2, 1, 3)
    for names in (("Anne", "Bo", "Cy", "Di"), ("Di", "Annie", "Bo", "Cy"), ("Bo", "Cy", "Di", "A.")):
        play_game(club, *names)
    stopped, deleted, hidden = play_game(club, *TABLE, hands=2), play_game(club, *TABLE), play_game(club, *TABLE)
    stopped.stop()
    for game in (stopped, deleted):
        game.delete()
    hidden.hide()
    merge_players(club, "A.", "Annie")
    merge_players(club, "Annie", "Anne")
    merge_players(club, "Bo", "Bob")
    cy = players.read_named(db.session(), club, "Cy")
    assert cy is not None
    hide_player(club, cy.id)
    return club


def test_a_club_is_the_same_after_moving(lived_in: int) -> None:
    """The same scores, stats, ratings and ids: in every table, and in the file that it leaves by again."""
    before = portrait(lived_in)
    moved = move(lived_in)
    assert portrait(moved) == before
    reference_stats.assert_true(moved)


def test_merges_can_be_taken_back_after_moving(lived_in: int) -> None:
    moved = move(lived_in)
    for into in ("Anne", "Bob", "Annie"):
        undo_last_merge(lived_in, into)
        undo_last_merge(moved, into)
        assert portrait(moved) == portrait(lived_in)


def start_by_quick_rules(club: int) -> GameAtTable:
    """A game to 300 by house rules that are played to 150 or nine hands."""
    quick = make_rules(club, "Quick", target=150, hand_limit=9)
    return started(club, quick, goal=(300, None, None), new_names=TABLE)


def test_a_game_that_is_played_to_another_goal_than_its_house_rules_goes_back_to_theirs_after_moving(club: int) -> None:
    game, before = start_by_quick_rules(club), portrait(club)
    moved = GameAtTable(move(club), game.uid)
    assert portrait(moved.club) == before
    assert moved.goals == ("to 300", "to 150 or 9 hands")
    assert last_rules(moved.club, [game.uid]) == last_rules(club, [game.uid])
    moved.play_to(None)
    assert moved.goals[0] == "to 150 or 9 hands"


def test_a_file_that_does_not_say_the_goal_of_house_rules_has_the_games_own(club: int) -> None:
    """As older versions wrote it."""
    game = start_by_quick_rules(club)
    file = rewritten(file_of(club), lambda index: (index.update(id="a" * 16), index["games"][0].pop("own_end")))
    assert GameAtTable(bring_file(file), game.uid).goals == ("to 300", "to 300")


def test_a_deleted_game_comes_along_and_can_be_restored(lived_in: int) -> None:
    moved = move(lived_in)
    for club in (lived_in, moved):
        for row in deleted_games(club):
            GameAtTable(club, row.uid).bring_back()
    before, after = ({**portrait(club), "index": None, "game": None} for club in (lived_in, moved))
    assert after == before  # but for the moments at which that was done


@examples(10)
@given(played=st.lists(games(carried=True), min_size=1, max_size=3))
def test_any_games_are_the_same_after_moving(club: int, played: list[Game]) -> None:
    others = another_club()
    for game in played:
        hands, carried = game.entries, game.named_totals
        keys = {"dealer": game.dealer_name, "id": uuid4(), "starting_totals": carried}
        import_game(others, serialize(make_document(game.rules, game.names, hands, **keys)))
    assert portrait(move(others)) == portrait(others)


def test_a_club_without_games_comes_once_too(club: int) -> None:
    file = rewritten(file_of(club), lambda index: index.update(id="a" * 16))
    brought = bring_file(file)
    assert clubs.get(db.session(), brought).public_id == "a" * 16
    with pytest.raises(ValidationFailed, match="This club is here already"):
        bring_file(file)


def test_another_club_of_the_same_public_id_stays_and_the_new_one_has_another(club: int, lived_in: int) -> None:
    other = another_club()
    play_game(other, *TABLE)
    taken = clubs.get(db.session(), club).public_id
    file = rewritten(file_of(other), lambda index: index.update(id=taken))
    brought = bring_file(file)
    assert clubs.get(db.session(), brought).public_id != taken
    with pytest.raises(ValidationFailed, match="This club is here already"):
        bring_file(file)


@pytest.mark.both_databases
def test_at_home_a_club_takes_the_place_of_an_empty_one_and_of_no_other(club: int) -> None:
    other = another_club()
    play_game(other, *TABLE)
    before = portrait(other)
    with writing() as session:
        clubs.set_deleted(session, other, BEGUN)
    file = open_club_file(io.BytesIO(file_of(other)))
    brought, _ = bring_club(file, at_home=True)
    assert club_id() == brought
    assert portrait(brought) == before
    different = rewritten(file_of(other), lambda index: index.update(id="a" * 16))
    with pytest.raises(ValidationFailed, match="There is a club here already"):
        bring_club(open_club_file(io.BytesIO(different)), at_home=True)


def test_the_file_holds_records_and_tables_and_no_key(game: GameAtTable) -> None:
    files = unpacked(file_of(game.club))
    record = f"games/{record_file(game.club, game.uid)[0]}"
    assert set(files) == {INDEX, "games.csv", "hands.csv", "players.csv", record}
    with db.engine.connect() as connection:
        every = "SELECT keeper_key, reader_key FROM club UNION SELECT table_key, watch_key FROM series"
        keys = [key.encode() for row in connection.execute(text(every)) for key in row]
    assert not [key for key in keys if any(key in content for content in files.values())]


def drop_key(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda index: index.pop(name)


def of_first(entries: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda index: index[entries][0].update(values)


def merged(**values: Any) -> Callable[[dict[str, Any]], None]:
    entry = {"id": str(uuid4()), "name": "Bobby", "merged_at": "2026-01-01T00:00:00Z", **values}
    return lambda index: index["players"][0].update(merged=[entry])


def crowd(size: int) -> list[dict[str, str]]:
    return [{"id": str(UUID(int=n)), "name": "B", "merged_at": "2026-01-01T00:00:00Z"} for n in range(size)]


WRONG: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("another format", lambda index: index.update(format="rook-club/2"), "Invalid enum value"),
    ("no name", drop_key("name"), "missing required field `name`"),
    ("a blank name", lambda index: index.update(name=" "), "matching regex"),
    ("a name that normalized is longer", lambda index: index.update(name="\u0958" * 80), "can be up to 80 characters"),
    ("a control character", of_first("players", name="A\x1f1"), "matching regex"),
    ("a public id that is none", lambda index: index.update(id="../../x"), "matching regex"),
    ("an unknown key", lambda index: index.update(keeper_key="x"), "unknown field `keeper_key`"),
    ("a game twice", lambda index: index["games"].append(index["games"][0]), "Two games have the id"),
    ("a player twice", lambda index: index["players"].append(index["players"][0]), "Two players are named Ann"),
    ("a record that isn't there", of_first("games", record="games/none"), "The file lacks games/none"),
    ("a record of something else", of_first("games", record="games.csv"), "games.csv: This isn.t a Rook game file"),
    ("another game's id", of_first("games", id=str(uuid4())), "is not the game"),
    ("a goal that cannot be", of_first("games", own_end={"target": 0}), "can't be read: target must be"),
    ("a goal that is none", of_first("games", own_end={}), "a game needs one of them to end"),
    ("a year that cannot be", of_first("games", changed_at="0001-01-01T00:00:00+14:00"), "year from 1900 to 2099"),
    ("an end in such a year", of_first("games", ended_at="2100-01-01T00:00:00Z"), "year from 1900 to 2099"),
    ("too many who were merged", merged(merged=crowd(10_000)), "up to 10,000 players, including merged ones"),
    ("a seat of no game", merged(seats=[[str(uuid4()), 0]]), "a game that isn't in the file"),
    (
        "house rules that are none",
        lambda index: index.update(house_rules=[{"id": str(uuid4()), "name": "X", "rules": {"base": "poker"}}]),
        "The house rules X can't be read: There is no rule set",
    ),
]


@pytest.mark.parametrize(("edit", "why"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_an_index_that_cannot_be_is_refused_in_a_sentence_and_nothing_stays(
    game: GameAtTable, stored: Callable[[], str], edit: Callable[[dict[str, Any]], Any], why: str
) -> None:
    file = rewritten(file_of(game.club), lambda index: index.update(id="a" * 16))
    before = stored()
    with pytest.raises(ValidationFailed, match=why):
        bring_file(rewritten(file, edit))
    assert stored() == before


def test_a_seat_that_its_game_does_not_have_is_refused(game: GameAtTable, stored: Callable[[], str]) -> None:
    edit = merged(seats=[[str(game.uid), 4]])
    file = rewritten(rewritten(file_of(game.club), lambda index: index.update(id="a" * 16)), edit)
    before = stored()
    with pytest.raises(ValidationFailed, match="a seat that its game doesn't have"):
        bring_file(file)
    assert stored() == before


def test_a_bomb_is_refused_before_it_is_unpacked(game: GameAtTable) -> None:
    files = unpacked(rewritten(file_of(game.club), lambda index: index.update(id="a" * 16)))
    (record,) = [name for name in files if name.endswith(".rook.json")]
    for bomb in (INDEX, record):
        with pytest.raises(ValidationFailed, match=f"{bomb} is 40,000,000 bytes"):
            bring_file(packed(files | {bomb: b" " * 40_000_000}))


def test_a_zip_of_too_many_entries_is_refused_before_they_are_read() -> None:
    end = b"PK\5\6" + bytes(8) + (OWNERS.directory + 1).to_bytes(4, "little") + bytes(6)
    with pytest.raises(ValidationFailed, match=BAD):
        bring_file(bytes(100) + end)


def test_an_index_that_is_nested_too_deep_is_refused() -> None:
    deep = b'{"players":' + b'[{"name":"A","merged":' * 100_000
    with pytest.raises(ValidationFailed, match="can't be read"):
        bring_file(packed({INDEX: deep}))


@examples(150)
@given(data=st.data())
def test_a_damaged_file_is_refused_or_read_and_never_a_fault(club: int, data: st.DataObject) -> None:
    if not DAMAGED:
        DAMAGED.append(file_of(club))
    file = bytearray(DAMAGED[0])
    for _ in range(data.draw(st.integers(1, 4))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(file)) | st.just(len(file)))
    with suppress(ValidationFailed):
        opened = open_club_file(io.BytesIO(bytes(file[:cut])))
        for game in opened.document.games:
            opened.record(game)


DAMAGED: list[bytes] = []


def test_a_game_of_a_server_with_a_wrong_clock_is_brought_and_said(club: int) -> None:
    """A whole club is not refused for it."""
    game = play_game(club, *TABLE)
    with writing(club) as session:
        session.execute(text("UPDATE game SET started_at = '2090-01-01 20:00:00', ended_at = '2090-01-01 21:00:00'"))
    file = open_club_file(io.BytesIO(file_of(club)))
    with writing(club) as session:
        clubs.set_deleted(session, club, BEGUN)
    brought, _ = bring_club(file)
    assert len(list(all_records(brought))) == 1
    (said,) = file.doubts
    assert str(game.uid) in said
    assert "Its day is still to come: Jan 1, 2090." in said
