"""A club's file carries its tournaments, and they are the same where they come to."""

import io
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from scorekeeper.storage import players, tournaments
from scorekeeper.storage.db import db

from .club_files import bring_file, file_of, merge_players, move, portrait, rewritten, undo_last_merge
from .game_at_table import (
    GameAtTable,
    ValidationFailed,
    confirm,
    in_tournament,
    make_rules,
    open_club_file,
    start_tournament,
    tournament,
)

NINE = "Ann\nBob\nCal\nDee\nEve\nFay\nGus\nHal\nIvy"


@pytest.fixture
def held(club: int) -> UUID:
    """A tournament of two rounds: a game, a table on paper, one who left, a guest, points with a reason, the clock."""
    uid = start_tournament(club, "ranked", NINE, 1, minutes=20)
    in_tournament(club, uid, "draw", 1)
    in_tournament(club, uid, "set_result", 1, 2, (80, 40), None)
    games = {table.number: table.game for table in tournament(club, uid).rounds[0].tables}
    assert games[1] is not None
    GameAtTable(club, games[1]).play("Ann", 100, 110)
    in_tournament(club, uid, "leave", 3)
    in_tournament(club, uid, "adjust", 1, -20, "late")
    in_tournament(club, uid, "draw", 2)
    in_tournament(club, uid, "seat", rounds_of(club, uid)[1].tables[0].sides[0][0], "Zoe", ["Zoe"])
    in_tournament(club, uid, "set_clock", 2, "start")
    return uid


def rounds_of(club: int, uid: UUID) -> list[Any]:
    stored = tournaments.read(db.session(), club, uid)
    assert stored is not None
    return stored.facts.rounds


def shown_tournament(club: int, uid: UUID) -> tuple[object, ...]:
    it = tournament(club, uid)
    tables = [(table.sides, table.points, table.state, table.paper) for drawn in it.rounds for table in drawn.tables]
    final = it.ended, it.winners, it.missing, it.later
    return it.name, it.kind, it.about, it.rows, tables, [drawn.sit_outs for drawn in it.rounds], final


@pytest.mark.both_databases
def test_a_tournament_is_the_same_after_moving(club: int, held: UUID) -> None:
    before = shown_tournament(club, held)
    moved = move(club)
    assert shown_tournament(moved, held) == before
    in_tournament(moved, held, "set_result", 2, 1, (50, 10), None)
    in_tournament(moved, held, "set_result", 2, 2, (50, 10), None)
    in_tournament(moved, held, "draw", 3)
    series = tournaments.series_of_tables(db.session(), _id(moved, held))
    assert sorted(series) == [0, 1, 2], "the tables of the next round are those of the file"


def test_what_a_tournament_kept_at_its_end_is_in_the_file(club: int, held: UUID) -> None:
    """T15: a table brings its result after the end, and who won is the same in both clubs."""
    confirm(club, held, "end")
    won = tournament(club, held).winners
    late = tournament(club, held).rounds[1].tables[0]
    assert late.game is not None
    GameAtTable(club, late.game).play("Ann", 100, 120)
    before, moved = shown_tournament(club, held), move(club)
    assert shown_tournament(moved, held) == before
    (later,) = tournament(moved, held).later
    in_tournament(moved, held, "settle", 2, 1, later.mark, True)
    assert (won, tournament(club, held).winners, tournament(moved, held).winners) == (
        "Ann and Eve",
        "Ann and Eve",
        "Ann",
    )


@pytest.mark.parametrize("kept", [[], [[{}, {}]], [[{}, {}], [{}]], [[{}, {}], [{}, {}], []]])
def test_a_file_that_kept_results_of_other_tables_is_refused(club: int, held: UUID, kept: list[list[object]]) -> None:
    def other(index: dict[str, Any]) -> None:
        index.update(id="a" * 16)
        index["tournaments"][0]["facts"]["kept"] = kept

    with pytest.raises(ValidationFailed, match="can't be read"):
        bring_file(rewritten(file_of(club), other))


def test_the_games_of_a_tournament_keep_the_goal_of_their_house_rules_after_moving(club: int) -> None:
    uid = start_tournament(club, "ranked", NINE, 2, rules=make_rules(club, "Quick", target=150))
    before, moved = portrait(club), move(club)
    assert portrait(moved) == before
    in_tournament(moved, uid, "draw", 1)
    game = tournament(moved, uid).rounds[0].tables[0].game
    assert game is not None
    assert GameAtTable(moved, game).goals == ("2 hands", "to 150")


def _id(club: int, uid: UUID) -> int:
    stored = tournaments.read(db.session(), club, uid)
    assert stored is not None
    return stored.id


def test_a_merged_entrant_goes_by_the_new_name_here_and_after_moving(club: int, held: UUID) -> None:
    add_players(club, "Evelyn")
    merge_players(club, "Eve", "Evelyn")
    before = shown_tournament(club, held)
    assert "Evelyn" in [row.name for row in before[3]]  # type: ignore[attr-defined]  # rows of standings
    assert shown_tournament(move(club), held) == before


def add_players(club: int, *names: str) -> None:
    players.find_or_add(db.session(), club, names)
    db.session().commit()


def test_a_merge_that_is_undone_after_moving_gives_back_the_entrant(club: int, held: UUID) -> None:
    """Eve was taken for Evelyn, and Evelyn for Lyn; then the club moved twice."""
    before = shown_tournament(club, held)
    add_players(club, "Evelyn", "Lyn")
    merge_players(club, "Eve", "Evelyn")
    merge_players(club, "Evelyn", "Lyn")
    moved = move(move(club))
    assert portrait(moved) == portrait(club)
    for into in ("Lyn", "Evelyn"):
        for each in (club, moved):
            undo_last_merge(each, into)
        assert shown_tournament(moved, held) == shown_tournament(club, held)
    assert shown_tournament(moved, held) == before


def test_a_merge_that_is_undone_after_moving_gives_back_the_partner_in_a_pair(club: int) -> None:
    pairs = start_tournament(club, "swiss", "Ann & Bob\nCal & Dee", 1, minutes=20)
    add_players(club, "Rob")
    merge_players(club, "Bob", "Rob")
    moved = move(club)
    assert names_in(moved, pairs) == ("Ann", "Cal", "Dee", "Rob")
    undo_last_merge(moved, "Rob")
    assert names_in(moved, pairs) == ("Ann", "Bob", "Cal", "Dee")


def test_a_file_that_does_not_say_who_was_entered_before_a_merge_has_who_it_is_by_now(club: int, held: UUID) -> None:
    """As older versions wrote it."""
    add_players(club, "Evelyn")
    merge_players(club, "Eve", "Evelyn")
    before = shown_tournament(club, held)

    def as_before(index: dict[str, Any]) -> None:
        index.update(id="a" * 16)
        del index["tournaments"][0]["merged"]

    assert shown_tournament(bring_file(rewritten(file_of(club), as_before)), held) == before


@pytest.mark.parametrize(("entrant", "place"), [(3, 0), (4, 1), (99, 0)], ids=["of another", "in no pair", "of no one"])
def test_a_merged_player_who_is_not_the_entrant_is_refused_in_a_sentence(
    club: int, held: UUID, entrant: int, place: int
) -> None:
    add_players(club, "Evelyn")
    merge_players(club, "Eve", "Evelyn")

    def edit(index: dict[str, Any]) -> None:
        ((_, _, merge),) = index["tournaments"][0]["merged"]
        index["tournaments"][0]["merged"] = [[entrant, place, merge]]

    with pytest.raises(ValidationFailed, match="The tournament Fall can't be read"):
        open_club_file(io.BytesIO(rewritten(file_of(club), edit)))


def names_in(club: int, held: UUID) -> tuple[str, ...]:
    return tuple(player.name for player in tournament(club, held).people)


def test_a_removed_name_that_was_merged_into_an_entrant_is_that_entrant_here_and_after_moving(
    club: int, held: UUID
) -> None:
    """Evelyn was added by mistake: there is no other Eve."""
    in_tournament(club, held, "add", "Evelyn", ["Evelyn"])
    in_tournament(club, held, "remove", 10)
    before = shown_tournament(club, held)
    merge_players(club, "Evelyn", "Eve")
    moved = move(club)
    for each in (club, moved):
        assert shown_tournament(each, held) == before
        assert [name for name in names_in(each, held) if "Eve" in name] == ["Eve"]
        with pytest.raises(ValidationFailed, match="Eve is already in this tournament"):
            in_tournament(each, held, "add", "Eve")


@pytest.mark.parametrize(
    "edit",
    [
        lambda it: it["facts"]["entrants"][0]["players"].append(1),
        lambda it: it["facts"]["entrants"][0].update(players=[99]),
        lambda it: it["facts"]["rounds"][0]["tables"][0].update(sides=[[0, 99], [1, 2]]),
        lambda it: it["facts"]["rounds"][0]["tables"][0].update(sides=[[0, 0], [1, 2]]),
        lambda it: it["facts"]["rounds"][0]["tables"][0].update(sides=[[0], [1]]),
        lambda it: it["facts"]["rounds"][0]["tables"][0].update(dealer=5),
        lambda it: it["facts"].update(entrants=[]),
        lambda it: it.update(format="swiss"),
        lambda it: it.update(format="knock-out"),
        lambda it: it.update(rules={"base": "three-handed"}),
        lambda it: it.update(rules={"base": "none"}),
        lambda it: it.update(series=[1, 1]),
        lambda it: it.update(merged=[[0, 0, str(uuid4())]]),
        lambda it: it["facts"]["clocks"][0].update(ends="2026-01-01T00:00:00"),
        lambda it: it["facts"]["clocks"][0].update(ends="9999-12-31T23:59:59Z"),
        lambda it: it["facts"].update(clock={"ends": "9999-12-31T23:59:59Z"}),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_in_a_sentence(
    club: int, held: UUID, edit: Callable[[dict[str, Any]], object]
) -> None:
    file = rewritten(file_of(club), lambda index: edit(index["tournaments"][0]))
    with pytest.raises(ValidationFailed) as refused:
        open_club_file(io.BytesIO(file))
    assert refused.value.errors[0].field == "file"
