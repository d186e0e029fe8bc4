"""Corrections: what stays as it was, whose counts and fouls they are then, and when the game ended.

What a deletion breaks and an older page are asked about in tests/web/test_delete_hand.py.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.hand import Foul, Hand
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.models import Game, HandRow

from .game_at_table import THE_BIDDER, GameAtTable, ValidationFailed, running_games, started
from .game_by_forms import Table


def facts_of(place: int) -> dict[str, object]:
    db.session.expire_all()
    return dict(db.session.query(HandRow).order_by(HandRow.position).all()[place - 1].facts)


def store_facts(**facts: object) -> dict[str, object]:
    """Store these of the one hand, as an import may; return all of it."""
    row = db.session.query(HandRow).one()
    row.facts = {**row.facts, **facts}
    db.session.commit()
    return dict(row.facts)


@pytest.mark.both_databases
def test_a_correction_leaves_alone_what_the_keeper_did(game: GameAtTable) -> None:
    """An imported hand tells more than the form shows: which partner took the last trick, the cards of most tricks."""
    game.play("Ann", 70, 80)
    stored = store_facts(last_trick=2, captured=[[2, 80]], most_tricks=3, fouls=[[3, "table-talk"]] * 6)
    game.correct(1, bid=75)
    assert facts_of(1) == stored | {"bid": 75}


def test_once_others_played_together_a_count_is_the_new_sides(club: int) -> None:
    """R10. Imported: Cal took the last trick, for his side Bob & Cal. Then Bob had the bid, alone against Ann & Cal."""
    game = started(club, "three-handed", ("Ann", "Bob", "Cal"), 0)
    game.bid("Ann", 60)
    game.record(Hand(captured={0: 50, 2: 50}, last_trick=2))
    game.correct(1, bidder=1, captured={0: 50, 1: 50}, last_trick=1, counted_for=(1,))
    assert game.totals == {"Ann": 50, "Bob": -60, "Cal": 50}
    assert game.entered(1).last_trick == 1


def test_with_a_renege_the_tricks_can_stay_or_be_taken_away(game: GameAtTable) -> None:
    """R9: they stay where it was found after the last one; the page asks for most tricks too where a hand has them."""
    game.play("Ann", 70, 80)
    store_facts(most_tricks=3)
    game.correct(1, outcome="renege", reneged_by=1, last_trick=None)
    assert facts_of(1)["most_tricks"] == 3
    game.correct(1, outcome="renege", reneged_by=1, last_trick=None, most_tricks=None)
    assert "most_tricks" not in facts_of(1)
    assert game.totals == {"Ann & Cal": 80, "Bob & Dee": -70}


def test_a_correction_keeps_table_talk_that_its_form_cannot_show(club: int) -> None:
    """Imported: Cal talked six times, and a form counts four."""
    game = started(club, "three-handed", ("Ann", "Bob", "Cal"), 0)
    game.bid("Ann", 60)
    game.record(Hand(captured={0: 50, 2: 50}, last_trick=2))
    store_facts(fouls=[[2, "table-talk"]] * 6)
    game.correct(1, bidder=1, captured={0: 50, 1: 50}, last_trick=1, counted_for=(1,))
    assert facts_of(1)["bidder"] == 1
    assert facts_of(1)["fouls"] == [[2, "table-talk"]] * 6


def test_the_wrong_discard_goes_to_the_new_bidder(game: GameAtTable) -> None:
    """R19: only the bidder discards."""
    game.play("Ann", 70, 80)
    game.correct(1, fouls=(Foul(THE_BIDDER, "nest-discard"),))
    assert game.totals == {"Ann & Cal": 40, "Bob & Dee": 40}
    game.correct(1, bidder=1)
    assert facts_of(1)["fouls"] == [[1, "nest-discard"]]
    assert game.totals == {"Ann & Cal": 80, "Bob & Dee": -110}


def test_a_misdeal_cannot_be_corrected_into_a_hand(game: GameAtTable) -> None:
    game.misdeal()
    with pytest.raises(ValidationFailed, match="No one played this deal"):
        game.correct(1, outcome="played", bidder=0, bid=70)


LONG_AGO = datetime(2024, 6, 9, 21, 57, tzinfo=UTC)


def won_long_ago(game: Table) -> None:
    for _ in range(3):
        game.play("Ann", 100, 100)
    with writing() as session:
        session.query(Game).update({"started_at": LONG_AGO - timedelta(hours=1), "ended_at": LONG_AGO})


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "slip",
    [
        (lambda table: table.undo(), lambda table: table.redo()),
        (lambda table: table.correct(3, captured={0: 60, 1: 60}), lambda table: table.undo()),
        (
            lambda table: table.correct(3, captured={0: 60, 1: 60}),
            lambda table: table.correct(3, captured={0: 100, 1: 20}),
        ),
        (lambda table: table.delete_hand(3), lambda table: table.undo()),
        (lambda table: table.delete(), lambda table: table.bring_back()),
    ],
    ids=["undone and redone", "a correction undone", "a correction corrected", "a hand's deletion undone", "deleted"],
)
def test_a_slip_in_an_old_game_leaves_it_ended_when_it_was(
    table: Table, slip: tuple[Callable[[Table], object], ...]
) -> None:
    won_long_ago(table)
    for step in slip:
        step(table)
    recap = GameAtTable(table.club, table.uid).recap
    assert (recap.status, recap.ended, recap.duration) == ("over", LONG_AGO, "1 hour (20 minutes a hand)")


def test_a_game_ends_no_sooner_than_it_began_though_the_clock_was_set_back(game: GameAtTable) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    with writing() as session:
        session.query(Game).update({"started_at": later})
    for _ in range(3):
        game.play("Ann", 100, 100)
    assert game.recap.ended == later


def test_an_old_game_that_is_reopened_has_no_end_and_ends_when_it_is_over_again(game: GameAtTable) -> None:
    won_long_ago(game)
    game.delete_hand(3)
    recap = game.recap
    assert (recap.status, recap.ended, recap.duration) == ("in-progress", None, "")
    assert [line.row.ended for line in running_games(game.club)] == [None]
    assert b'"ended"' not in game.record_file
    game.play("Ann", 100, 100)
    ended = game.recap.ended
    assert ended is not None
    assert ended > datetime.now(UTC) - timedelta(minutes=1)
