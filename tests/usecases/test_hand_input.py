"""What a person enters of a hand becomes the hand of the rules, and comes back from it untouched."""

from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given

from scorekeeper.record import make_document, make_entry, serialize
from scorekeeper.rules.hand import TIED, Foul, Hand
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.corrections import correct_hand, hand_to_correct
from scorekeeper.usecases.game.hand_input import AdjustmentInput, HandInput, resolve_input
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.submission import Submission
from scorekeeper.usecases.transfer.imports import import_game
from scorekeeper.web.forms.correction import filled_in
from tests.person import TABLE
from tests.profiles import examples
from tests.strategies import Game, games


@examples(60)
@given(game=games())
def test_a_hand_sent_again_untouched_stays_as_it_is(app: Flask, club: int, game: Game) -> None:
    """By any rules, through the form and back: what it shows is what it sends, and that changes nothing."""
    document = make_document(
        game.rules, game.players, tuple(map(make_entry, game.hands)), dealer=game.dealer, id=uuid4()
    )
    uid, _ = import_game(club, serialize(document))
    for place in range(1, len(game.hands) + 1):
        hand = hand_to_correct(club, uid, place)
        if hand.contract:
            with app.test_request_context():
                form = filled_in(hand)
                form.offer(hand)
                form.validate()
                assert set(form.errors) <= {"csrf_token"}
                correction = form.correction_input()
            assert correction.hand == hand.entered
            correct_hand(club, uid, place, Submission(uuid4(), 0), correction)
            assert read_game(club, uid).game.version == 0


@pytest.mark.parametrize(
    ("entered", "field"),
    [
        (HandInput(bidder=4), "bidder"),
        (HandInput(partners=(-1,)), "partners"),
        (HandInput(captured={0: 60, 4: 60}), "captured"),
        (HandInput(last_trick=4), "last_trick"),
        (HandInput(most_tricks=-1), "most_tricks"),
        (HandInput(sweep=9), "sweep"),
        (HandInput(reneged_by=4), "reneged_by"),
        (HandInput(table_talk={4: 1}), "fouls"),
        (HandInput(adjustments=(AdjustmentInput(4, 5, "tea"),)), "adjustments"),
    ],
)
def test_a_number_that_is_nobodys_is_refused_at_its_field(entered: HandInput, field: str) -> None:
    with pytest.raises(ValidationFailed) as failed:
        resolve_input(entered, TABLE)
    assert [error.field for error in failed.value.errors] == [field]


def test_the_count_joins_the_bid_that_was_recorded_before() -> None:
    contract = Hand(auction=(("Bob", 95),), bidder="Bob", bid=95, trump="red")
    hand = resolve_input(HandInput(captured={0: 45}, last_trick=2, most_tricks=TIED), TABLE, contract)
    assert hand == Hand(
        auction=(("Bob", 95),), bidder="Bob", bid=95, trump="red",
        captured={"Ann": 45}, last_trick="Cal", most_tricks=TIED,
    )  # fmt: skip


def test_a_wrong_discard_is_the_bidders() -> None:
    """R19."""
    hand = resolve_input(HandInput(table_talk={3: 2}, wrong_discard=True), TABLE, Hand(bidder="Bob", bid=95))
    assert hand.fouls == (Foul("Dee", "table-talk"), Foul("Dee", "table-talk"), Foul("Bob", "nest-discard"))
