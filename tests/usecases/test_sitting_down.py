"""Somebody goes home, somebody sits down: one game, in which who played which hand is all that differs."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.record.audit import audit_bytes
from scorekeeper.rules.game_stats import PlayerStats, add_up
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import clubs
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.game_lists import GameFilter, count
from tests.many_games import another_club
from tests.person import TABLE
from tests.profiles import examples
from tests.strategies import Game, games

from .club_files import bring_file, file_of, move, portrait, rewritten
from .game_at_table import (
    GameAtTable,
    PhoneAlone,
    ValidationFailed,
    examine,
    import_game,
    local_table,
    merge_player,
    read_game,
    record_file,
    started,
    stats_of,
    undo_merge,
)
from .records import imported

ZED, YAN = "Zed the newcomer", "Yan the newcomer"


def counted(game: GameAtTable, instead: dict[str, str]) -> Any:
    """All that the rules say of a game: every deal, score and total by number, who won, and the seats by name."""
    state = read_game(game.club, game.uid)
    hands = [(each.deal, each.points, each.standing.totals, each.standing.end, each.after_end) for each in state.hands]
    names = [instead.get(name, name) for name in state.stored_names.players]
    return hands, state.standing, state.status, state.deal, names, [(seat.total, seat.won) for seat in state.game.seats]


@examples(150)
@given(
    data=st.data(),
    game=games(st.sampled_from([preset.rules for preset in PRESETS.values()])),
    points=st.integers(-30, 30).map(lambda number: 10 * number),
)
def test_a_game_in_which_people_sit_down_counts_as_the_same_game_without(
    club: int, data: st.DataObject, game: Game, points: int
) -> None:
    whole, other = imported(club, game), imported(club, game)
    assume(game.hands)
    leaves, second = data.draw(st.sampled_from(game.players)), data.draw(st.sampled_from(game.players))
    last = read_game(club, other.uid).deal.number
    names, instead = read_game(club, other.uid).stored_names, {}
    for number, name in ((leaves, ZED), (second, YAN)):
        other.sit(name, number, data.draw(st.integers(1, last)))
    instead = {ZED: names[leaves], YAN: names[second]}
    assert counted(other, instead) == counted(whole, {})
    at = data.draw(st.integers(1, len(game.hands)))
    for table in (whole, other):
        correct(table, at, points)
    assert counted(other, instead) == counted(whole, {})
    for table in (whole, other):
        table.delete_hand(at)
    assert counted(other, instead) == counted(whole, {})
    before = record_file(club, other.uid)[1]
    again = another_club()
    copied = GameAtTable(again, import_game(again, before)[0])
    assert counted(copied, instead)[0] == counted(other, instead)[0]
    assert record_file(again, copied.uid)[1] == before
    assert added_up(copied) == added_up(whole)
    for table in (whole, other):
        table.undo()
        table.undo()
    assert counted(other, instead) == counted(whole, {})
    assert before != record_file(club, other.uid)[1]


def added_up(game: GameAtTable) -> dict[int, PlayerStats]:
    """What all who sat as one number did, together, whoever they were."""
    state = read_game(game.club, game.uid)
    sat = {each.player_id: each.number for each in state.game.seats}
    sat |= {each.player.id: each.number for each in state.game.sittings}
    parts: dict[int, list[PlayerStats]] = {}
    names = [field.name for field in fields(PlayerStats)]
    for id_, row in stats_of(state, None).seats.items():
        parts.setdefault(sat[id_], []).append(PlayerStats(**{name: row[name] for name in names}))
    return {number: replace(add_up(each), ended=1) for number, each in parts.items()}


def correct(game: GameAtTable, at: int, points: int) -> None:
    try:
        game.correct(at, adjustments=(Adjustment(0, points, "forgotten"),))
    except ValidationFailed:
        assume(False)


@pytest.fixture
def first(club: int) -> GameAtTable:
    """100/20, then 30/90: 130 to 110; Cal goes home."""
    game = started(club)
    game.play("Ann", 100, 100)
    game.play("Bob", 80, 30)
    game.sit("Eve", 2)
    return game


def test_the_sheet_has_a_line_where_somebody_sits_down(first: GameAtTable) -> None:
    first.play("Cal", 80, 60)
    assert first.lines == ["Ann 100", "Bob 80", "Eve sits down for Cal", "Eve 80"]
    first.undo()
    first.undo()
    assert first.lines[-1] == "Eve sits down for Cal"
    first.undo()
    assert first.lines == ["Ann 100", "Bob 80"]
    assert list(first.stored())[1:] == ["Ann", "Bob", "Cal", "Dee"]
    first.redo()
    assert list(first.stored())[1:] == ["Ann", "Bob", "Eve", "Dee"]


def test_n1_a_name_is_corrected_and_then_a_hand(first: GameAtTable) -> None:
    first.seat(0, "Kate")
    first.correct(1, captured={0: 120})
    assert first.totals == {"Kate & Eve": 150, "Bob & Dee": 90}


def test_n3_a_correction_ends_the_game_before_somebody_sat_down(club: int) -> None:
    game = started(club)
    game.play_to(200)
    game.play("Ann", 100, 100)
    game.play("Ann", 80, 80)
    game.sit("Eve", 2)
    game.play("Bob", 100, 0)
    assert game.totals == {"Ann & Eve": 180, "Bob & Dee": 180}
    game.play("Bob", 100, 0)
    assert won(club) == {"Bob": 1, "Dee": 1}
    game.correct(1, captured={0: 120})
    assert game.totals == {"Ann & Cal": 200, "Bob & Dee": 40}
    assert game.status == "over"
    assert won(club) == {"Ann": 1, "Cal": 1}
    assert hands(club) == {"Ann": 2, "Bob": 2, "Cal": 2, "Dee": 2}
    game.undo()
    assert game.totals == {"Ann & Eve": 180, "Bob & Dee": 300}
    assert hands(club) == {"Ann": 4, "Bob": 4, "Cal": 2, "Dee": 4, "Eve": 2}


def id_of(club: int, name: str) -> int:
    with db.engine.connect() as connection:
        asked = text("SELECT id FROM player WHERE name = :name AND club_id = :club")
        return int(connection.execute(asked, {"name": name, "club": club}).scalar_one())


def stats(club: int) -> list[Any]:
    with db.engine.connect() as connection:
        asked = "SELECT name, ended, games, wins, hands FROM seat_stats JOIN player ON player.id = player_id"
        asked += " WHERE seat_stats.club_id = :club"
        return list(connection.execute(text(asked), {"club": club}))


def won(club: int) -> dict[str, int]:
    return {row.name: row.wins for row in stats(club) if row.wins}


def hands(club: int) -> dict[str, int]:
    return dict(sorted((row.name, row.hands) for row in stats(club)))


def test_hands_count_for_who_played_them_and_the_result_for_who_sits_at_the_end(first: GameAtTable) -> None:
    first.play("Ann", 120, 120)
    first.play("Cal", 120, 120)
    assert first.totals == {"Ann & Eve": 370, "Bob & Dee": 110}
    found = {row.name: tuple(row)[1:] for row in stats(first.club)}
    assert found == {
        "Ann": (1, 1, 1, 4), "Bob": (1, 1, 0, 4), "Dee": (1, 1, 0, 4), "Cal": (1, 0, 0, 2), "Eve": (1, 1, 1, 2)
    }  # fmt: skip


def test_a_new_hand_is_of_who_sits_there_though_the_last_one_before_was_deleted(first: GameAtTable) -> None:
    first.delete_hand(2)
    first.play("Cal", 80, 90)
    assert first.lines == ["Ann 100", "Eve sits down for Cal", "Eve 80"]


def test_from_an_earlier_hand_on_back_again_and_taken_away(first: GameAtTable) -> None:
    first.play("Ann", 80, 90)
    first.sit("Eva", 2, since=2)
    assert first.lines == ["Ann 100", "Eva sits down for Cal", "Bob 80", "Ann 80"]
    first.sit("Cal", 2)
    assert first.lines[-1] == "Cal sits down for Eva"
    first.sit("Eve", 2, since=3)
    assert first.lines == ["Ann 100", "Eva sits down for Cal", "Bob 80", "Eve sits down for Eva", "Ann 80"]
    first.sit("Cal", 2, since=1)
    assert first.lines == ["Ann 100", "Bob 80", "Ann 80"]


def test_nobody_sits_in_two_chairs(first: GameAtTable) -> None:
    first.play("Ann", 80, 90)
    changes: tuple[Callable[[], None], ...] = (
        lambda: first.sit("Ann", 2),
        lambda: first.sit("Cal", 1, since=2),
        lambda: first.seat(2 + 6, "Dee"),
        lambda: first.seat(0, "Cal"),
    )
    for change in changes:
        with pytest.raises(ValidationFailed, match="already at the table"):
            change()
    first.sit("Cal", 1)
    first.play("Bob", 80, 30)
    assert list(first.totals) == ["Ann & Eve", "Cal & Dee"]


def test_a_record_keeps_who_sat_where(first: GameAtTable) -> None:
    first.play("Cal", 80, 60)
    first.sit("Fay", 0)
    _, data = record_file(first.club, first.uid)
    record = json.loads(data)
    assert record["players"] == ["Ann", "Bob", "Cal", "Dee"]
    assert record["substitutions"] == [
        {"since": 3, "players": ["Ann", "Bob", "Eve", "Dee"]}, {"since": 4, "players": ["Fay", "Bob", "Eve", "Dee"]}
    ]  # fmt: skip
    other = another_club()
    again = GameAtTable(other, import_game(other, data)[0])
    assert record_file(other, again.uid)[1] == data
    assert again.lines == first.lines


def test_a_club_moves_with_who_sat_where_and_with_merges_of_those_who_left(first: GameAtTable) -> None:
    first.play("Ann", 120, 120)
    first.play("Cal", 120, 120)
    club = first.club
    game = started(club, names=("Carl", "Bob", "Gus", "Dee"), new_names=("Carl", "Gus"))
    game.play("Ann", 100, 100)
    into, uid = merge_player(club, id_of(club, "Cal"), "Carl")
    assert first.lines[2] == "Eve sits down for Carl"
    assert hands(club) == {"Ann": 4, "Bob": 4, "Carl": 2, "Dee": 4, "Eve": 2}
    moved = move(club)
    assert portrait(moved) == portrait(club)
    undo_merge(club, into, uid)
    assert first.lines[2] == "Eve sits down for Cal"
    assert hands(club) == {"Ann": 4, "Bob": 4, "Cal": 2, "Dee": 4, "Eve": 2}


def test_n2_seats_and_a_correction_five_handed(club: int) -> None:
    names = ("q0", "q1", "q2", "q3", "q4")
    game = started(club, "five-handed", names, dealer=0, new_names=names)
    game.bid("Bob", 30)
    game.record(Hand(captured={0: 20, 1: 40, 2: 20, 3: 10, 4: 10}, last_trick=0))
    game.sit("x2", 2)
    game.reseat(0, 1, 4, 3, 2)
    assert game.totals == {"q0": 20, "q1": 40, "q4": 10, "q3": 10, "x2": 20}
    game.correct(1, captured={0: 20, 1: 40, 2: 30, 3: 10, 4: 0})
    assert game.totals == {"q0": 20, "q1": 40, "q4": 0, "q3": 10, "x2": 30}


def test_doctor_finds_nothing_wrong(first: GameAtTable) -> None:
    first.play("Ann", 120, 120)
    first.play("Cal", 120, 120)
    found = examine()
    assert (found.figures, found.facts) == ([], [])


def test_who_is_found_together_and_undo_after_a_merge(first: GameAtTable) -> None:
    first.play("Ann", 80, 90)
    club = first.club
    ids = {name: id_of(club, name) for name in ("Ann", "Cal", "Eve")}
    for names, found in ((("Cal",), 1), (("Ann", "Cal"), 1), (("Ann", "Eve"), 1), (("Cal", "Eve"), 1)):
        assert count(db.session(), club, GameFilter(players=tuple(ids[name] for name in names))) == (found, 0), names
    for _ in range(3):  # the hand, its bid, and Eve
        first.undo()
    merge_player(club, ids["Eve"], "Ann")
    first.redo()
    assert list(first.stored())[1:] == ["Ann", "Bob", "Cal", "Dee"], "Eve is Ann by now, who sits there already"


def test_n14_two_go_home_together_and_two_exchange_chairs(first: GameAtTable) -> None:
    first.sit_all({1: "Fay", 3: "Gus"})
    first.play("Bob", 80, 30)
    first.sit_all({0: "Eve", 2: "Ann"})
    assert first.lines == [
        "Ann 100", "Bob 80", "Fay sits down for Bob, Eve sits down for Cal and Gus sits down for Dee", "Fay 80",
        "Eve sits down for Ann and Ann sits down for Eve",
    ]  # fmt: skip
    first.undo()
    assert list(first.totals) == ["Ann & Eve", "Fay & Gus"]


def test_with_a_bid_open_somebody_sits_down_after_the_hand_that_is_scored(club: int) -> None:
    game = started(club)
    game.play("Ann", 100, 100)
    game.bid("Cal", 80)
    game.sit("Eve", 2)
    assert list(game.totals) == ["Ann & Cal", "Bob & Dee"], "Cal still plays"
    game.misdeal()
    assert list(game.totals) == ["Ann & Cal", "Bob & Dee"], "it is dealt again to who sat there"
    game.play("Cal", 80, 90)
    assert list(game.totals) == ["Ann & Eve", "Bob & Dee"]
    assert game.lines == ["Ann 100", "misdeal", "Cal 80", "Eve sits down for Cal"]
    game.undo()
    assert list(game.totals) == ["Ann & Cal", "Bob & Dee"]
    game.redo()
    game.play("Cal", 70, 90)
    assert game.lines[2:] == ["Cal 80", "Eve sits down for Cal", "Eve 70"]


def test_who_sits_down_is_refused_at_their_name(first: GameAtTable) -> None:
    for names, since, field in (
        ({2: "Ann"}, None, "names[2]"),
        ({0: "Eve"}, None, "names[0]"),
        ({0: "Fay", 1: "Fay"}, None, "names[1]"),
        ({1: "Cal"}, 2, "names[1]"),
        ({1: "n" * 41}, None, "names[1]"),
        ({1: "Fay"}, 4, "since"),
        ({1: "Fay"}, 0, "since"),
        ({}, None, ""),
    ):
        with pytest.raises(ValidationFailed) as refused:
            first.sit_all(names, since)
        assert [error.field for error in refused.value.errors] == [field], names


def test_a_forgotten_hand_is_of_who_plays_the_hand_after_it_also_where_one_was_deleted(first: GameAtTable) -> None:
    first.play("Cal", 80, 60)
    first.delete_hand(2)
    first.add_hand(2, Hand(bidder=2, bid=70, captured={0: 100}, last_trick=0))
    assert first.lines == ["Ann 100", "Eve sits down for Cal", "Eve 70", "Eve 80"]


@pytest.mark.everywhere("cost", proven="tests/usecases/test_sitting_down.py")
def test_where_the_room_between_two_hands_is_used_up_those_who_left_leave_where_they_did(first: GameAtTable) -> None:
    """P17. Fifty hands halve the room between two places until there is none."""
    first.play("Cal", 80, 60)
    first.play_to(100_000)
    lines = first.lines
    for _ in range(60):
        first.add_hand(2, Hand(bidder=2, bid=70, captured={0: 100}, last_trick=0))
    assert first.lines == [lines[0], *["Cal 70"] * 60, *lines[1:]]
    for left in (40, 0):
        while len(first.lines) > left + len(lines):
            first.undo()
        assert first.lines == [lines[0], *["Cal 70"] * left, *lines[1:]]


def test_undo_leaves_a_chair_whose_player_sits_in_another_by_now_and_does_the_rest(club: int) -> None:
    game = started(club)
    game.play("Ann", 100, 100)
    game.sit_all({0: "Eve", 1: "Fay"})
    game.undo()
    assert list(game.totals) == ["Ann & Cal", "Bob & Dee"]
    merge_player(club, id_of(club, "Fay"), "Dee")
    game.redo()
    assert list(game.totals) == ["Eve & Cal", "Bob & Dee"], "Fay is Dee by now, who sits there"


def test_a_rematch_is_with_who_sits_now(first: GameAtTable) -> None:
    first.play("Ann", 120, 120)
    first.play("Cal", 120, 120)
    assert local_table(read_game(first.club, first.uid))["rematch"]
    first.sit("Fay", 2)
    assert list(first.totals) == ["Ann & Eve", "Bob & Dee"], "who sat at the end"
    assert not local_table(read_game(first.club, first.uid))["rematch"], "a phone without the server waits for it"
    first.rematch(uid := uuid4())
    assert list(GameAtTable(first.club, uid).totals) == ["Ann & Fay", "Bob & Dee"]
    assert won(first.club) == {"Ann": 1, "Eve": 1}


def test_what_is_claimed_of_the_result_is_of_who_sat_at_the_end(first: GameAtTable) -> None:
    first.play("Ann", 120, 120)
    first.play("Cal", 120, 120)
    first.agree()
    first.sit("Fay", 2)
    record = json.loads(first.record_file)
    assert record["agreed_result"] == ["Ann", "Bob"]
    assert [each["players"][2] for each in record["substitutions"]] == ["Eve", "Fay"]
    for winners, problems in ((["Ann", "Eve"], 0), (["Ann", "Fay"], 1)):
        data = json.dumps({**record, "claimed_winners": winners}).encode()
        assert len(audit_bytes(data).problems) == problems, winners


def cal_plays_alone(game: GameAtTable) -> PhoneAlone:
    """Cal makes 80 on a phone without the server."""
    hand = Hand(bidder=2, bid=80, captured={0: 90}, last_trick=0, dealer=0)
    return game.alone(hand, place=1, after=game.last_hand, names=TABLE)


def test_n12_a_late_phone_asks_who_played_what_it_recorded_before_it_heard_of_eve(club: int) -> None:
    """C8."""
    game = started(club)
    game.play("Ann", 100, 100)
    late = cal_plays_alone(game)
    game.sit("Eve", 2)
    asked = late.question
    assert (asked.obstacle, asked.sat, asked.ends) == ("sat", ("Cal", "Eve"), False)
    assert asked.totals == {"theirs": (100, 20), "after": (190, 50), "shown": (190, 50)}
    late.meet("shown", asked.seen)
    assert game.lines == ["Ann 100", "Cal 80", "Eve sits down for Cal"]
    game.undo()
    assert game.lines == ["Ann 100", "Eve sits down for Cal"]


@pytest.mark.parametrize(
    ("way", "lines"),
    [
        ("theirs", ["Ann 100", "Eve sits down for Cal"]),
        ("after", ["Ann 100", "Eve sits down for Cal", "Eve 80"]),
        ("shown", ["Ann 100", "Cal 80", "Eve sits down for Cal"]),
    ],
)
def test_what_ends_a_game_is_of_who_played_it(club: int, way: str, lines: list[str]) -> None:
    """C8: it is said before that it ends the game."""
    game = started(club)
    game.play_to(150)
    game.play("Ann", 100, 100)
    late = cal_plays_alone(game)
    game.sit("Eve", 2)
    asked = late.question
    assert asked.ends
    late.meet(way, asked.seen)
    assert game.lines == lines
    assert won(club) == {} if way == "theirs" else won(club) == {"Ann": 1, "Eve" if way == "after" else "Cal": 1}


def test_a_corrected_name_asks_a_late_phone_nothing(club: int) -> None:
    game = started(club)
    game.play("Ann", 100, 100)
    late = cal_plays_alone(game)
    game.sit("Eve", 1)
    game.seat(2, "Carl")
    game.seat(1 + 2 * 6, "Bob")
    late.meet()
    assert game.lines == ["Ann 100", "Carl 80"]


def test_the_file_of_an_earlier_version_in_which_a_game_went_on_in_another_is_read(club: int) -> None:
    first, second = started(club), started(club)
    first.play("Ann", 100, 100)
    first.stop()
    file = rewritten(file_of(club), lambda index: index["games"][-1].update(goes_on_from=str(first.uid)))
    with writing() as session:
        clubs.set_deleted(session, club, datetime.now(UTC))
    again = bring_file(file)
    assert GameAtTable(again, first.uid).lines == ["Ann 100"]
    assert GameAtTable(again, second.uid).lines == []


def test_n5_the_evening_has_its_own_day_and_length(first: GameAtTable) -> None:
    """Records and duration are of the whole game, which began in another year; it counts for the one of its end."""
    record = json.loads(first.record_file)
    record |= {"id": str(uuid4()), "started": "2025-12-31T20:00:00+00:00"}
    for hand in record["hands"]:
        del hand["id"]
    old = GameAtTable(first.club, import_game(first.club, json.dumps(record).encode())[0])
    for _ in range(2):
        old.play("Ann", 120, 120)
    assert old.status == "over"
    with db.engine.connect() as connection:
        counted = [*map(tuple, connection.execute(text("SELECT year, hands FROM game_stats")))]
    assert counted == [(datetime.now().astimezone().year, 4)]
    assert old.recap.duration.endswith("days")
