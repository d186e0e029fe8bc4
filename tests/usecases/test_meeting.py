"""A phone that recorded by itself meets the server: what each of its hands is to theirs, and what becomes of both."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.auction import Call
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand
from scorekeeper.storage.db import db
from tests.patience import PATIENCE
from tests.rules.notation import row
from tests.usecases.two_hands import ANN, DEE

from .game_at_table import Differs, GameAtTable, ValidationFailed, started

BOB = Hand(bidder=1, bid=95, captured={0: 45, 1: 75}, last_trick=1, dealer=3)
MISDEAL = Hand(outcome="misdeal", dealer=3)
BID, PASSED = Hand(bidder=1, bid=95, dealer=3), Hand(auction=((0, "pass"),), dealer=3)
CALLS: tuple[Call, ...] = ((0, "pass"), (1, 95), (2, "pass"), (3, "pass"))

FATES = [
    row("the server has none there", BOB, True, None, True, "sent"),
    row("a bid, and the server has none there", BID, False, None, True, "sent"),
    row("both say the same", BOB, True, BOB, True, "there"),
    row("a side is said by its other player", BOB, True, replace(BOB, captured={2: 45, 3: 75}), True, "there"),
    row("one left the rest out", BOB, True, replace(BOB, captured={1: 75}), True, "there"),
    row("the calls and a note are no score", BOB, True, replace(BOB, note="late", auction=CALLS), True, "there"),
    row("another bidder", BOB, True, replace(BOB, bidder=3), True, "asked"),
    row("another bid", BOB, True, replace(BOB, bid=100), True, "asked"),
    row("another count", BOB, True, replace(BOB, captured={0: 25}), True, "asked"),
    row("another last trick", BOB, True, replace(BOB, last_trick=0), True, "asked"),
    row("another dealer", BOB, True, replace(BOB, dealer=0), True, "asked"),
    row("another outcome", BOB, True, MISDEAL, True, "asked"),
    row("a foul", BOB, True, replace(BOB, fouls=(Foul(1, "table-talk"),)), True, "asked"),
    row("one foul more", replace(BOB, fouls=(Foul(1, "table-talk"),)), True,
        replace(BOB, fouls=(Foul(1, "table-talk"),) * 2), True, "asked"),
    row("an adjustment", BOB, True, replace(BOB, adjustments=(Adjustment(0, 5, "agreed"),)), True, "asked"),
    row("an adjustment for other words", replace(BOB, adjustments=(Adjustment(0, 5, "late"),)), True,
        replace(BOB, adjustments=(Adjustment(2, 5, "agreed"),)), True, "there"),
    row("most tricks tied", replace(BOB, most_tricks=TIED), True, replace(BOB, most_tricks=0), True, "asked"),
    row("two misdeals", MISDEAL, True, MISDEAL, True, "there"),
    row("a bid, and the hand was counted", BID, False, BOB, True, "there"),
    row("a hand, and the server has its bid", BOB, True, BID, False, "sent"),
    row("a hand, and the server has another bid", BOB, True, replace(BID, bid=100), False, "asked"),
    row("a hand, and the server has calls alone", BOB, True, PASSED, False, "sent"),
    row("a misdeal, and the server has a bid", MISDEAL, True, BID, False, "asked"),
    row("the same bid", BID, False, BID, False, "there"),
    row("another bid that is being played", BID, False, replace(BID, bidder=0), False, "asked"),
    row("a bid, and the server has calls alone", BID, False, PASSED, False, "sent"),
    row("calls alone, and the server has a bid", PASSED, False, BID, False, "there"),
]  # fmt: skip


def met(game: GameAtTable, hand: Hand, counted: bool) -> str:
    """What becomes of a hand that a phone recorded alone: it is asked about, sent, or the server has it."""
    before = game.shown
    try:
        (game.alone(hand) if counted else game.alone(going=hand)).meet()
    except Differs:
        return "asked"
    return "sent" if game.shown != before else "there"


@pytest.mark.parametrize(("mine", "counted", "theirs", "theirs_counted", "fate"), FATES)
def test_a_hand_of_a_phone_alone_is_compared_with_the_one_at_its_place(
    game: GameAtTable, mine: Hand, counted: bool, theirs: Hand | None, theirs_counted: bool, fate: str
) -> None:
    if theirs is PASSED:
        game.call(0, None)
    elif theirs:
        assert met(game, theirs, theirs_counted) == "sent"
    assert met(game, mine, counted) == fate


def bid_of(game: GameAtTable) -> int | None:
    """The bid that is being played."""
    contract = game.board.contract
    assert contract is not None
    return contract.hand.bid


def bids_of(game: GameAtTable) -> list[int | None]:
    """The bids of its hands, oldest first."""
    return [view.hand.bid for view in game.board.past.rows]


def test_hands_of_a_phone_alone_are_added_once_whatever_is_sent_twice(game: GameAtTable) -> None:
    mine, form = game.alone(ANN, DEE, going=Hand(bidder=2, bid=80, dealer=1)), uuid4()
    game.play("Ann", 100, 100)
    for _ in range(2):
        mine.meet(form=form)
    assert bids_of(game) == [100, 70]
    assert bid_of(game) == 80
    mine.meet()
    assert bids_of(game) == [100, 70]
    game.undo()
    assert bids_of(game) == [100]


@pytest.mark.parametrize(
    ("way", "shown", "totals"),
    [
        ("theirs", [120, 70], {"Ann & Cal": -100, "Bob & Dee": 180}),
        ("mine", [100, 70], {"Ann & Cal": 120, "Bob & Dee": 120}),
        ("after", [120, 100, 70], {"Ann & Cal": 0, "Bob & Dee": 200}),
    ],
)
def test_each_way_leads_to_the_totals_that_the_sheet_says(
    game: GameAtTable, way: str, shown: list[int], totals: dict[str, int]
) -> None:
    mine = game.alone(ANN, DEE)
    game.play("Ann", 120, 40)
    asked = mine.question
    assert (
        dict(zip(asked.sides, {str(way): totals for way, totals in asked.totals.items()}[way], strict=True)) == totals
    )
    mine.meet(way, asked.seen)
    assert (bids_of(game), game.totals) == (shown, totals)
    game.undo()
    assert bids_of(game) == [120]


@pytest.mark.parametrize(
    ("mine", "row"),
    [
        (replace(ANN, captured={0: 95}), ("hand 1", "−100 / +25", "+100 / +20")),
        (
            replace(ANN, bid=105, captured={0: 105}),
            ("hand 1", "Ann's bid of 105: +105 / +15", "Ann's bid of 100: +100 / +20"),
        ),
        (replace(ANN, last_trick=1), ("hand 1: last trick", "+100 / +20", "+100 / +20")),
        (MISDEAL, ("the misdeal before hand 1", "Misdeal", "Ann's bid of 100: +100 / +20")),
    ],
    ids=["another count", "another bid", "another last trick", "a misdeal"],
)
def test_the_sheet_says_of_two_versions_what_differs(game: GameAtTable, mine: Hand, row: tuple[str, str, str]) -> None:
    game.play("Ann", 100, 100)
    (asked,) = game.alone(mine).question.rows
    assert (asked.name, asked.mine, asked.theirs) == row


def test_an_answer_to_another_question_is_asked_again(game: GameAtTable) -> None:
    mine = game.alone(ANN, DEE)
    game.play("Ann", 120, 40)
    seen = mine.question.seen
    game.play("Bob", 95, 45)
    with pytest.raises(Differs):
        mine.meet("mine", seen)
    assert bids_of(game) == [120, 95]


def test_the_hands_behind_mine_stay_where_mine_takes_its_place(game: GameAtTable) -> None:
    mine = game.alone(ANN)
    game.play("Ann", 120, 40)
    game.play("Bob", 95, 45)
    game.bid("Cal", 80)
    mine.meet("mine", mine.question.seen)
    assert bids_of(game) == [100, 95]
    assert bid_of(game) == 80


def test_a_hand_behind_an_open_bid_leaves_it_open(game: GameAtTable) -> None:
    mine = game.alone(ANN)
    game.play("Ann", 120, 40)
    game.bid("Cal", 80)
    mine.meet("after", mine.question.seen)
    assert bids_of(game) == [120, 100]
    assert bid_of(game) == 80


@pytest.mark.parametrize(
    ("way", "adds", "bid"),
    [("theirs", False, 75), ("after", True, 75), ("mine", True, 80)],
    ids=["theirs", "mine after", "mine instead"],
)
@pytest.mark.parametrize("mine", [(ANN,), (MISDEAL,), (ANN, DEE)], ids=["a hand", "a misdeal", "two hands"])
def test_nothing_behind_a_hand_that_differs_takes_the_place_of_their_bid(
    game: GameAtTable, mine: tuple[Hand, ...], way: str, adds: bool, bid: int
) -> None:
    recorded = game.alone(*mine, going=Hand(bidder=3, bid=80))
    game.bid("Bob", 75)
    asked = recorded.question
    assert all(row.differs for row in asked.rows)
    assert [*asked.left_out] == recorded.left_out
    recorded.meet(way, asked.seen)
    assert bids_of(game) == ([hand.bid for hand in mine] if adds else [])
    assert bid_of(game) == bid


def test_a_game_that_is_over_takes_mine_only_in_the_place_of_theirs(club: int) -> None:
    game = started(club, goal=(100, None, None))
    game.play("Ann", 100, 120)
    mine = game.alone(replace(ANN, captured={0: 80}), DEE)
    asked = mine.question
    assert (asked.obstacle, set(asked.totals)) == ("over", {"theirs", "mine"})
    mine.meet("theirs", asked.seen)
    assert bids_of(game) == [100]
    mine.meet("mine", asked.seen)
    assert bids_of(game) == [100, 70]


def test_a_stopped_game_is_resumed_by_what_is_added(game: GameAtTable) -> None:
    game.play("Ann", 100, 100)
    game.stop()
    mine = game.alone(ANN, DEE)
    asked = mine.question
    assert (asked.obstacle, set(asked.totals)) == ("stopped", {"theirs", "after"})
    mine.meet("after", asked.seen)
    assert (bids_of(game), game.board.status) == ([100, 70], "in-progress")


@pytest.mark.parametrize(
    ("seen", "swapped"),
    [
        (("Ann", "Bob", "Cal", "Dee"), ()),
        (("Anne", "Bob", "Cal", "Dee"), ()),  # another spelling
        (("Bob", "Ann", "Cal", "Dee"), ("Bob", "Ann")),
        ((), ()),  # an older phone's
    ],
)
def test_hands_are_asked_about_where_two_players_were_swapped_since(
    game: GameAtTable, seen: tuple[str, ...], swapped: tuple[str, ...]
) -> None:
    mine = game.alone(ANN, names=seen)
    if not swapped:
        mine.meet()
    else:
        asked = mine.question
        assert (asked.obstacle, asked.swapped, set(asked.totals)) == ("swapped", swapped, {"theirs", "after"})
        mine.meet("theirs", asked.seen)
        assert bids_of(game) == []
        mine.meet("after", asked.seen)
    assert bids_of(game) == [100]
    mine.meet()  # what the server has is not asked about


@pytest.mark.parametrize(
    "hand",
    [{"bidder": 5}, {"bid": 3}, {"captured": {0: 500}}, {"auction": ((2, "pass"),)}],
    ids=str,
)
def test_hands_of_a_phone_alone_that_the_rules_refuse_are_not_added(game: GameAtTable, hand: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed):
        game.alone(replace(ANN, **hand)).meet()
    with pytest.raises(ValidationFailed):
        game.alone(going=replace(ANN, **{"bidder": 5} | hand)).meet()
    assert bids_of(game) == []


def test_the_same_hand_is_one_where_a_hand_before_it_was_deleted(game: GameAtTable) -> None:
    for _ in range(2):
        game.play("Ann", 100, 100)
    mine = game.alone(DEE, place=2, after=game.last_hand)  # dealt by who is due after the deletion
    game.delete_hand(1)
    game.play("Dee", 70, 20)
    mine.meet("look")
    assert bids_of(game) == [100, 70]


def test_a_hand_is_asked_about_where_the_one_before_it_gave_way_to_its_like(game: GameAtTable) -> None:
    """The hand before it was taken back on the other phone, which then recorded this one: counted again it is two."""
    game.play("Ann", 100, 100)
    mine = game.alone(DEE, place=1, after=game.last_hand)
    game.undo()
    game.undo()
    game.play("Dee", 70, 20)
    asked = mine.question
    assert set(asked.totals) == {"theirs", "after"}
    mine.meet("theirs", asked.seen)
    assert bids_of(game) == [70]


def test_the_trump_that_the_other_phone_recorded_stays_with_the_hand(game: GameAtTable) -> None:
    game.bid("Ann", 100)
    game.name_trump("red")
    game.alone(ANN).meet()
    (shown,) = game.board.past.rows
    assert shown.hand.trump == "red"


def test_a_game_takes_no_more_hands_than_a_record_can_hold(game: GameAtTable) -> None:
    game.alone(*[MISDEAL] * MOST_HANDS).meet()
    for more in (game.alone(MISDEAL, place=MOST_HANDS), game.alone(going=BID, place=MOST_HANDS)):
        with pytest.raises(ValidationFailed):
            more.meet()
    assert len(game.board.past.rows) == MOST_HANDS


def test_a_hand_that_another_phone_put_in_the_place_of_mine_is_not_overwritten_when_mine_is_added(
    game: GameAtTable,
) -> None:
    """Mine was stored, its answer was lost, and the other phone used its own instead: both stay."""
    mine = game.alone(ANN)
    mine.meet()
    theirs = game.alone(DEE)
    theirs.meet("mine", theirs.question.seen)
    assert bids_of(game) == [70]
    mine.meet("after", mine.question.seen)
    assert bids_of(game) == [70, 100]


class Judged(Mapping[int, int]):
    """Counts; while they are looked at, somebody bids at another table."""

    def __init__(self, app: Flask, table: GameAtTable) -> None:
        self.app, self.table, self.tapping = app, table, Thread(target=self.tap)

    def tap(self) -> None:
        with self.app.app_context():
            self.table.bid("Bob", 90)
            db.session.remove()

    def __getitem__(self, player: int) -> int:
        if self.tapping.ident is None:
            self.tapping.start()
            self.tapping.join(timeout=PATIENCE)
        return {0: 100}[player]

    def __iter__(self) -> Iterator[int]:
        return iter((0,))

    def __len__(self) -> int:
        return 1


def test_while_the_hands_of_a_phone_are_judged_another_table_goes_on(app: Flask, game: GameAtTable) -> None:
    counts = Judged(app, started(game.club))
    game.alone(replace(ANN, captured=counts)).meet()
    assert not counts.tapping.is_alive()
    assert bid_of(counts.table) == 90
    assert bids_of(game) == [100]


def test_a_form_that_was_taken_is_not_asked_about_again(game: GameAtTable) -> None:
    """Its answer was lost: added again, mine would differ from what it was added behind."""
    game.play("Dee", 70, 20)
    mine, form = game.alone(ANN), uuid4()
    seen = mine.question.seen
    for _ in range(2):
        mine.meet("after", seen, form)
    assert bids_of(game) == [70, 100]
