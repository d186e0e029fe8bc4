"""What a person enters of a hand becomes the hand of the rules, and comes back from it untouched."""

from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand
from tests.profiles import examples
from tests.strategies import Game, games

from .game_at_table import THE_BIDDER, GameAtTable, ValidationFailed, completed, import_game
from .game_by_forms import GameByForms, Phone

ANN, BOB, CAL, DEE = range(4)


@examples(60)
@given(game=games())
def test_a_hand_sent_again_untouched_stays_as_it_is(app: Flask, club: int, game: Game) -> None:
    """By any rules, through the form and back: what it shows is what it sends, and that changes nothing."""
    document = make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4())
    uid, _ = import_game(club, serialize(document))
    page = GameByForms(club, Phone(app), f"/games/{uid}")
    for place, hand in enumerate(game.hands, 1):
        if hand.scored:
            page.correct(place)
    assert page.version == 0


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
def test_a_number_that_is_nobodys_is_refused_at_its_field(game: GameAtTable, entered: Hand, field: str) -> None:
    with pytest.raises(ValidationFailed) as failed:
        completed(game, Hand(), entered)
    assert [error.field for error in failed.value.errors] == [field]


def test_the_count_joins_the_bid_that_was_recorded_before(game: GameAtTable) -> None:
    contract = Hand(auction=((BOB, 95),), bidder=BOB, bid=95, trump="red")
    hand = completed(game, contract, Hand(captured={ANN: 45}, last_trick=CAL, most_tricks=TIED))
    assert hand == replace(contract, captured={ANN: 45}, last_trick=CAL, most_tricks=TIED)


def test_a_wrong_discard_is_the_bidders(game: GameAtTable) -> None:
    """R19."""
    talk = Foul(DEE, "table-talk")
    entered = Hand(fouls=(talk, talk, Foul(THE_BIDDER, "nest-discard")))
    hand = completed(game, Hand(bidder=BOB, bid=95), entered)
    assert hand.fouls == (talk, talk, Foul(BOB, "nest-discard"))


def test_player_0_is_somebody_in_every_role(game: GameAtTable) -> None:
    """Ann is player 0: what she did is never taken for something that no one did."""
    everything = Hand(
        bidder=ANN, bid=95, partners=(ANN,), captured={ANN: 0}, last_trick=ANN, most_tricks=ANN, sweep=ANN,
        reneged_by=ANN, fouls=(Foul(ANN, "table-talk"),), adjustments=(Adjustment(ANN, 5, "tea"),),
    )  # fmt: skip
    others = Hand(
        bidder=BOB, bid=70, partners=(BOB,), captured={BOB: 5}, last_trick=BOB, most_tricks=BOB, sweep=BOB,
        reneged_by=BOB, fouls=(Foul(BOB, "table-talk"),), adjustments=(Adjustment(BOB, 5, "tea"),),
    )  # fmt: skip
    assert completed(game, others, everything) == everything
