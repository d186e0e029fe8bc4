"""A game that goes on as another: what it brings there, and that the two are as one."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sqlalchemy import text

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import db
from tests.person import SIDES
from tests.profiles import examples
from tests.strategies import Game, games

from .club_files import bring_file, file_of, move, portrait, rewritten
from .game_at_table import GameAtTable, ValidationFailed, started
from .records import imported, in_turn

AC, BD = SIDES
NEWCOMER = "Zed the newcomer"
STAY_TOGETHER = [key for key, preset in PRESETS.items() if preset.rules.sides != "rotating_partners"]


@st.composite
def divided(draw: st.DrawFn) -> tuple[Game, int]:
    """A game by any preset whose partners stay, and how many of its hands come before somebody sits down."""
    game = draw(games(st.sampled_from([PRESETS[key].rules for key in STAY_TOGETHER])))
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    played = [each for each in replay(start, in_turn(game.hands)) if not each.after_end]
    places = [
        place for place, each in enumerate(played, 1)
        if each.standing.hands_scored and not (each.standing.end or each.standing.tied)
    ]  # fmt: skip
    assume(places)
    return replace(game, hands=tuple(each.hand for each in played)), draw(st.sampled_from(places))


def result(game: GameAtTable, name: str = NEWCOMER, instead: str = NEWCOMER) -> Any:
    """How it stands, who won, and who deals next; with one name for another."""
    board = game.board
    seats = {instead if one == name else one: value for one, value in game.stored().items()}
    dealer = board.names[board.deal.dealer]
    return seats, None if board.winners else instead if dealer == name else dealer


@examples(150)
@given(data=st.data(), drawn=divided(), points=st.integers(-30, 30).map(lambda number: 10 * number))
def test_a_game_in_which_somebody_sits_down_ends_as_the_undivided_one(
    club: int, data: st.DataObject, drawn: tuple[Game, int], points: int
) -> None:
    game, place = drawn
    leaves = data.draw(st.sampled_from(game.players))
    whole, first = imported(club, game), imported(club, replace(game, hands=game.hands[:place]))
    if first.status == "stopped":
        first.resume()
    second, gone = first.sit(NEWCOMER, leaves), whole.board.names[leaves]
    for at, hand in enumerate(game.hands[place:], 1):
        second.add_hand(at, replace(whole.entered(place + at), partners=hand.partners))
    assert result(second) == result(whole, gone)
    at, added = data.draw(st.integers(1, place)), (Adjustment(0, points, "forgotten"),)
    for table in (whole, first):
        table.correct(at, adjustments=added)
    assume(first.status == "stopped")
    assert result(second) == result(whole, gone)
    for table in (whole, first):
        table.undo()
    assert result(second) == result(whole, gone)


def refused(change: Any) -> str:
    with pytest.raises(ValidationFailed) as failed:
        change()
    return str(failed.value)


@pytest.fixture
def first(club: int) -> GameAtTable:
    """105 to 15, then 75 to 45, dealt by Dee and Ann."""
    game = started(club)
    game.play("Ann", 100, 105)
    game.play("Cal", 70, 75)
    assert game.totals == {AC: 180, BD: 60}
    return game


@pytest.mark.parametrize(
    ("wanted", "begins"),
    [
        ({"leaves": 2, "name": "Eve"}, {"Ann & Eve": 180, BD: 60}),
        ({"leaves": 3, "name": "Eve"}, {AC: 180, "Bob & Eve": 60}),
        ({"rules_key": "red-one"}, {AC: 180, BD: 60}),
        ({"order": (1, 2, 3, 0)}, {BD: 60, "Cal & Ann": 180}),
        ({"order": (2, 1, 0, 3), "leaves": 0, "name": "Eve"}, {"Cal & Eve": 180, BD: 60}),
        ({"order": (0, 2, 1, 3)}, None),
        ({"order": (0, 2, 1, 3), "leaves": 2, "name": "Eve"}, None),
    ],
)
def test_a_side_takes_the_total_of_the_old_side_from_which_alone_its_players_come(
    first: GameAtTable, wanted: dict[str, Any], begins: dict[str, int] | None
) -> None:
    if begins is None:
        assert refused(lambda: first.go_on(**wanted)) == "", "it has to be asked"
        assert first.status == "in-progress"
    else:
        assert first.go_on(**{"new_names": ["Eve"], **wanted}).totals == begins


def test_a_game_that_goes_on_gives_the_free_seat_the_total_of_who_left(club: int) -> None:
    names = ("Ann", "Bob", "Cal", "Dee", "Fay")
    game = started(club, "five-handed", names, dealer=0, new_names=names)
    game.bid("Bob", 30)
    game.record(Hand(captured={0: 10, 1: 50, 2: 20, 3: 15, 4: 5}, last_trick=0))
    assert game.totals == {"Ann": 10, "Bob": 50, "Cal": 20, "Dee": 15, "Fay": 5}
    assert game.sit("Eve", 1).totals == {"Ann": 10, "Eve": 50, "Cal": 20, "Dee": 15, "Fay": 5}


def test_a_game_that_goes_on_has_what_is_left_of_the_length_and_a_rematch_all_of_it(club: int) -> None:
    game = started(club, goal=(None, 8, 45))
    game.play("Ann", 100, 105)
    with db.engine.begin() as connection:
        earlier = game.board.started_at - timedelta(minutes=12, seconds=20)
        moved = text("UPDATE game SET started_at = :start WHERE uid = :uid")
        connection.execute(moved, {"start": earlier.replace(tzinfo=None).isoformat(" "), "uid": game.uid.hex})
    db.session.expire_all()
    second = game.sit("Eve", 2)
    assert second.goals[0] == "7 hands or 33 minutes"
    second.play("Ann", 100, 105)
    second.stop()
    uid = uuid4()
    second.rematch(uid)
    assert GameAtTable(club, uid).goals[0] == "8 hands or 45 minutes"


def test_a_forgotten_hand_is_one_less_to_play(club: int) -> None:
    first = started(club, goal=(None, 4, None))
    first.play("Ann", 100, 105)
    second, hand = first.sit("Eve", 2), Hand(bidder=0, bid=70, captured={0: 80, 1: 40}, last_trick=0)
    first.add_hand(1, hand)
    assert second.goals[0] == "2 hands"
    first.undo()
    assert second.goals[0] == "3 hands"
    first.delete_hand(1)
    assert second.goals[0] == "4 hands"
    for place in (1, 2, 3):
        first.add_hand(place, hand)
    assert "The number of hands must be from 1" in refused(lambda: first.add_hand(1, hand))


def test_going_on_that_is_sent_twice_starts_one_game(first: GameAtTable) -> None:
    uid = uuid4()
    assert first.sit("Eve", 2, uid).uid == uid
    assert first.go_on(uid, leaves=2, name="Eve").uid == uid
    assert refused(lambda: first.sit("Fay", 2)) == "This game isn't being played."


def test_the_totals_go_along_through_all_games_that_go_on(first: GameAtTable) -> None:
    second = first.sit("Eve", 2)
    second.play("Ann", 100, 105)
    third = second.sit("Fay", 3)
    earlier = third.board.earlier
    assert earlier is not None
    assert earlier.said == "Fay sits for Dee from hand 4. Brought forward 285 : 75"
    before = third.totals
    first.add_hand(3, Hand(bidder=0, bid=70, captured={0: 80, 1: 40}, last_trick=0))
    assert (second.totals, third.totals) == (
        {"Ann & Eve": 365, BD: 115},
        {"Ann & Eve": 365, "Bob & Fay": 115},
    )
    first.undo()
    assert third.totals == before
    first.redo()
    assert third.totals == {"Ann & Eve": 365, "Bob & Fay": 115}


def test_totals_that_were_typed_stay_with_what_a_correction_adds_where_it_is_clear(first: GameAtTable) -> None:
    second = first.go_on(order=(0, 2, 1, 3), totals={0: 100, 1: 140}, goal=(300, None, None))
    first.correct(1, captured={0: 100, 1: 20})
    assert second.totals == {"Ann & Bob": 100, "Cal & Dee": 140}, "it is not clear whose they are"


def test_a_late_phone_is_asked_and_its_hands_count_in_the_old_game_which_stays_stopped(first: GameAtTable) -> None:
    hand = Hand(bidder=0, bid=70, captured={0: 80, 1: 40}, last_trick=0)
    late = first.alone(hand, going=Hand(bidder=1, bid=80), place=2, after=first.last_hand)
    second = first.sit("Eve", 2)
    second.play("Ann", 100, 105)
    asked = late.question
    assert (asked.obstacle, set(asked.totals)) == ("went on", {"theirs", "after"})
    late.meet("after", asked.seen)
    assert (first.status, first.totals, first.board.contract) == ("stopped", {AC: 260, BD: 100}, None)
    assert second.totals == {"Ann & Eve": 365, BD: 115}


def test_a_game_that_was_taken_back_is_not_brought_back_beside_the_one_that_goes_on(first: GameAtTable) -> None:
    second = first.sit("Eve", 2)
    first.resume()
    assert (first.status, second.status) == ("in-progress", "deleted")
    by_itself = "The game that it went on from goes on by itself."
    assert refused(second.bring_back) == by_itself
    first.play("Ann", 70, 80)
    first.stop()
    assert refused(second.bring_back) == by_itself, "it has a hand more"
    first.resume()
    again = first.sit("Fay", 2)
    again.delete()
    again.bring_back()
    assert again.status == "in-progress"
    again.play("Ann", 100, 105)
    assert "which has hands" in refused(first.resume)
    again.delete()
    first.resume()
    assert first.status == "in-progress", "the game that went on from it was deleted"


def test_a_club_takes_along_which_game_goes_on_from_which(club: int, first: GameAtTable) -> None:
    second = first.sit("Eve", 2)
    second.play("Ann", 100, 105)
    before = portrait(club)
    moved = move(club)
    assert portrait(moved) == before
    assert "which has hands" in refused(GameAtTable(moved, first.uid).resume)


@pytest.mark.parametrize("other", ["itself", "nothing"])
def test_a_file_in_which_a_game_goes_on_from_no_earlier_one_is_refused(
    club: int, first: GameAtTable, other: str
) -> None:
    second = first.sit("Eve", 2)
    uid = str(second.uid if other == "itself" else uuid4())
    file = rewritten(file_of(club), lambda index: index["games"][-1].update(goes_on_from=uid))
    assert "doesn't go on from an earlier one of its series" in refused(lambda: bring_file(file))
