"""What a person enters of a hand becomes the hand of the rules, and comes back from it untouched."""

from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand
from scorekeeper.usecases.errors import Submission, ValidationFailed
from scorekeeper.usecases.game import change
from scorekeeper.usecases.game.corrections import correct_hand, hand_to_correct
from scorekeeper.usecases.game.new_game import WantedGame, start_game
from scorekeeper.usecases.game.recording import THE_BIDDER, complete
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.transfer.game_import import import_game
from scorekeeper.web.forms.hand import filled_in
from tests.person import TABLE
from tests.profiles import examples
from tests.strategies import Game, games

ANN, BOB, CAL, DEE = range(4)


@pytest.fixture
def state(club: int) -> GameState:
    """A game of Ann, Bob, Cal and Dee."""
    return read_game(club, start_game(club, uuid4(), WantedGame("original", TABLE, 3)))


@examples(60)
@given(game=games())
def test_a_hand_sent_again_untouched_stays_as_it_is(app: Flask, club: int, game: Game) -> None:
    """By any rules, through the form and back: what it shows is what it sends, and that changes nothing."""
    document = make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4())
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
            edit = partial(correct_hand, place=place, correction=correction)
            change.apply(club, uid, Submission(uuid4(), 0), "correction", edit)
            assert read_game(club, uid).game.version == 0


@pytest.mark.parametrize(
    ("entered", "field"),
    [
        (Hand(bidder=4), "bidder"),
        (Hand(partners=(-1,)), "partners"),
        (Hand(captured={0: 60, 4: 60}), "captured"),
        (Hand(last_trick=4), "last_trick"),
        (Hand(most_tricks=-1), "most_tricks"),
        (Hand(sweep=9), "sweep"),
        (Hand(reneged_by=4), "reneged_by"),
        (Hand(fouls=(Foul(4, "table-talk"),)), "fouls"),
        (Hand(adjustments=(Adjustment(4, 5, "tea"),)), "adjustments"),
    ],
)
def test_a_number_that_is_nobodys_is_refused_at_its_field(state: GameState, entered: Hand, field: str) -> None:
    with pytest.raises(ValidationFailed) as failed:
        complete(state, Hand(), entered)
    assert [error.field for error in failed.value.errors] == [field]


def test_the_count_joins_the_bid_that_was_recorded_before(state: GameState) -> None:
    contract = Hand(auction=((BOB, 95),), bidder=BOB, bid=95, trump="red")
    hand = complete(state, contract, Hand(captured={ANN: 45}, last_trick=CAL, most_tricks=TIED))
    assert hand == replace(contract, captured={ANN: 45}, last_trick=CAL, most_tricks=TIED)


def test_a_wrong_discard_is_the_bidders(state: GameState) -> None:
    """R19."""
    talk = Foul(DEE, "table-talk")
    entered = Hand(fouls=(talk, talk, Foul(THE_BIDDER, "nest-discard")))
    hand = complete(state, Hand(bidder=BOB, bid=95), entered)
    assert hand.fouls == (talk, talk, Foul(BOB, "nest-discard"))


def test_player_0_is_somebody_in_every_role(state: GameState) -> None:
    """Ann is player 0: what she did is never taken for something that no one did."""
    everything = Hand(
        bidder=ANN, bid=95, partners=(ANN,), captured={ANN: 0}, last_trick=ANN, most_tricks=ANN, sweep=ANN,
        reneged_by=ANN, fouls=(Foul(ANN, "table-talk"),), adjustments=(Adjustment(ANN, 5, "tea"),),
    )  # fmt: skip
    others = Hand(
        bidder=BOB, bid=70, partners=(BOB,), captured={BOB: 5}, last_trick=BOB, most_tricks=BOB, sweep=BOB,
        reneged_by=BOB, fouls=(Foul(BOB, "table-talk"),), adjustments=(Adjustment(BOB, 5, "tea"),),
    )  # fmt: skip
    assert complete(state, others, everything) == everything
