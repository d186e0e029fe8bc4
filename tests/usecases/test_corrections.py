"""Corrections without any page: what stays as it was, whose deal breaks, whose partners would change."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.rules.hand import Foul, Hand
from scorekeeper.storage.db import db
from scorekeeper.storage.models import Game, HandRow
from scorekeeper.usecases.errors import Conflict, NotFound, Submission, ValidationFailed
from scorekeeper.usecases.game import change, corrections, recording
from scorekeeper.usecases.game.corrections import Correction, hand_to_correct
from scorekeeper.usecases.game.effect import EffectUnseen, compare
from scorekeeper.usecases.game.recording import THE_BIDDER
from scorekeeper.usecases.game.summary import summary
from scorekeeper.usecases.game.undo import redo_last
from scorekeeper.usecases.home import running_games
from scorekeeper.usecases.transfer.export import record_file

from .game_at_table import GameAtTable, started


def correct_hand(game: GameAtTable, place: int, counted_for: tuple[int, ...] = (), **changed: Any) -> None:
    """As the form sends it: all that is shown, with this changed; None takes it away."""
    entered = replace(hand_to_correct(game.club, game.uid, place).entered, **changed)
    game.make("correction", lambda state: corrections.correct_hand(state, place, Correction(entered, counted_for)))


def delete_hand(game: GameAtTable, place: int, seen: str | None = None) -> None:
    edit = partial(corrections.delete_hand, place=place)
    change.apply(game.club, game.uid, game.submission(), "hand deletion", edit, seen)


def facts_of(game: GameAtTable, place: int) -> dict[str, object]:
    db.session.expire_all()
    return dict(db.session.query(HandRow).order_by(HandRow.position).all()[place - 1].facts)


@pytest.mark.both_databases
def test_what_the_keeper_left_alone_stays_as_it_was_stored(game: GameAtTable) -> None:
    """An imported hand tells more than the form shows: which partner took the last trick, the cards of most tricks."""
    game.play("Ann", 70, 80)
    row = db.session.query(HandRow).one()
    row.facts = stored = {**row.facts, "last_trick": 2, "captured": [[2, 80]], "most_tricks": 3, "sweep": None} | {
        "fouls": [[3, "table-talk"]] * 6
    }
    del stored["sweep"]
    db.session.commit()
    correct_hand(game, 1, bid=75)
    assert facts_of(game, 1) == stored | {"bid": 75}


def test_once_others_played_together_a_count_is_the_new_sides(club: int) -> None:
    """R10. Imported: Cal took the last trick, for his side Bob & Cal. Then Bob had the bid, alone against Ann & Cal."""
    game = started(club, "three-handed", ("Ann", "Bob", "Cal"), 0)
    game.bid("Ann", 60)
    game.record(Hand(captured={0: 50, 2: 50}, last_trick=2))
    correct_hand(game, 1, bidder=1, captured={0: 50, 1: 50}, last_trick=1, counted_for=(1,))
    assert game.totals == {"Ann": 50, "Bob": -60, "Cal": 50}
    assert hand_to_correct(club, game.uid, 1).entered.last_trick == 1


def test_with_a_renege_the_tricks_can_stay_or_be_taken_away(game: GameAtTable) -> None:
    """R9: they stay where it was found after the last one; the page asks for most tricks too where a hand has them."""
    game.play("Ann", 70, 80)
    row = db.session.query(HandRow).one()
    row.facts = {**row.facts, "most_tricks": 3}
    db.session.commit()
    correct_hand(game, 1, outcome="renege", reneged_by=1, last_trick=None)
    assert facts_of(game, 1)["most_tricks"] == 3
    correct_hand(game, 1, outcome="renege", reneged_by=1, last_trick=None, most_tricks=None)
    assert "most_tricks" not in facts_of(game, 1)
    assert game.totals == {"Ann & Cal": 80, "Bob & Dee": -70}


def test_what_table_talk_a_form_cannot_show_stays_where_others_played_together(club: int) -> None:
    """Imported: Cal talked six times, and a form counts four."""
    game = started(club, "three-handed", ("Ann", "Bob", "Cal"), 0)
    game.bid("Ann", 60)
    game.record(Hand(captured={0: 50, 2: 50}, last_trick=2))
    row = db.session.query(HandRow).one()
    row.facts = {**row.facts, "fouls": [[2, "table-talk"]] * 6}
    db.session.commit()
    correct_hand(game, 1, bidder=1, captured={0: 50, 1: 50}, last_trick=1, counted_for=(1,))
    assert facts_of(game, 1)["bidder"] == 1
    assert facts_of(game, 1)["fouls"] == [[2, "table-talk"]] * 6


def test_the_wrong_discard_goes_to_the_new_bidder(game: GameAtTable) -> None:
    """R19: only the bidder discards."""
    game.play("Ann", 70, 80)
    correct_hand(game, 1, fouls=(Foul(THE_BIDDER, "nest-discard"),))
    assert game.totals == {"Ann & Cal": 40, "Bob & Dee": 40}
    correct_hand(game, 1, bidder=1)
    assert facts_of(game, 1)["fouls"] == [[1, "nest-discard"]]
    assert game.totals == {"Ann & Cal": 80, "Bob & Dee": -110}


def test_the_derived_totals_are_stored_with_the_correction(game: GameAtTable) -> None:
    for _ in range(3):
        game.play("Ann", 100, 100)
    assert game.stored()["Ann"] == (300, True)
    correct_hand(game, 1, bid=105)
    assert game.stored() == {
        "status": "in-progress", "Ann": (95, False), "Cal": (95, False), "Bob": (60, False), "Dee": (60, False),
    }  # fmt: skip
    game.undo()
    assert game.stored()["status"] == "over"


def test_a_deletion_is_stored_only_once_what_breaks_is_confirmed(game: GameAtTable) -> None:
    """R22: Dee dealt hand 1, Ann hand 2."""
    game.play("Ann", 70, 80)
    game.play("Bob", 70, 60)
    with pytest.raises(EffectUnseen) as unseen:
        delete_hand(game, 1, "")
    effect = compare(unseen.value.before, unseen.value.after)
    assert effect.asked == ("Ann dealt hand 2, but it would be Dee's deal.",)
    assert len(game.board.past.rows) == 2
    delete_hand(game, 1, effect.about)
    assert [line.dealer for line in game.board.past.rows] == ["Ann"]


@pytest.mark.parametrize("place", [0, 2, -1])
def test_there_is_no_hand_at_a_place_that_was_not_played(game: GameAtTable, place: int) -> None:
    game.play("Ann", 70, 80)
    with pytest.raises(NotFound):
        delete_hand(game, place)


def test_a_misdeal_cannot_be_corrected_into_a_hand(game: GameAtTable) -> None:
    game.make("misdeal", lambda state: recording.record_misdeal(state, uuid4()))
    with pytest.raises(ValidationFailed, match="No one played this deal"):
        game.make("correction", lambda state: corrections.correct_hand(state, 1, Correction(Hand(bidder=0, bid=70))))


def test_an_older_version_is_told_what_changed(game: GameAtTable) -> None:
    game.play("Ann", 70, 80)
    old = game.submission()
    correct_hand(game, 1, bid=75)
    edit = partial(corrections.delete_hand, place=1)
    with pytest.raises(Conflict) as late:
        change.apply(game.club, game.uid, old, "hand deletion", edit)
    assert late.value.since == ("the correction of hand 1",)


LONG_AGO = datetime(2024, 6, 9, 21, 57, tzinfo=UTC)


def won_long_ago(game: GameAtTable) -> None:
    for _ in range(3):
        game.play("Ann", 100, 100)
    db.session.query(Game).update({"started_at": LONG_AGO - timedelta(hours=1), "ended_at": LONG_AGO})
    db.session.commit()


def redo(game: GameAtTable) -> None:
    game.make("redo", redo_last)


def restore_game(game: GameAtTable) -> None:
    version = db.session.query(Game.version).scalar()
    change.apply(game.club, game.uid, Submission(uuid4(), version), "return", change.restore)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "slip",
    [
        (GameAtTable.undo, redo),
        (lambda game: correct_hand(game, 3, captured={0: 60, 1: 60}), GameAtTable.undo),
        (
            lambda game: correct_hand(game, 3, captured={0: 60, 1: 60}),
            lambda game: correct_hand(game, 3, captured={0: 100, 1: 20}),
        ),
        (lambda game: delete_hand(game, 3), GameAtTable.undo),
        (lambda game: game.make("deletion", change.delete), restore_game),
    ],
    ids=["undone and redone", "a correction undone", "a correction corrected", "a hand's deletion undone", "deleted"],
)
def test_a_slip_in_an_old_game_leaves_it_ended_when_it_was(
    game: GameAtTable, slip: tuple[Callable[[GameAtTable], object], ...]
) -> None:
    won_long_ago(game)
    for step in slip:
        step(game)
    page = summary(game.club, game.uid)
    assert (page.status, page.ended, page.duration) == ("over", LONG_AGO, "1 hour (20 minutes a hand)")


def test_a_game_ends_no_sooner_than_it_began_though_the_clock_was_set_back(game: GameAtTable) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    db.session.query(Game).update({"started_at": later})
    db.session.commit()
    for _ in range(3):
        game.play("Ann", 100, 100)
    assert summary(game.club, game.uid).ended == later


def test_an_old_game_that_is_reopened_has_no_end_and_ends_when_it_is_over_again(game: GameAtTable) -> None:
    won_long_ago(game)
    delete_hand(game, 3)
    page = summary(game.club, game.uid)
    assert (page.status, page.ended, page.duration) == ("in-progress", None, "")
    assert [line.row.ended for line in running_games(game.club)] == [None]
    assert b'"ended"' not in record_file(game.club, game.uid)[1]
    game.play("Ann", 100, 100)
    ended = summary(game.club, game.uid).ended
    assert ended is not None
    assert ended > datetime.now(UTC) - timedelta(minutes=1)
