"""A hand's facts, as they are kept and as they are read back."""

import json
from dataclasses import fields, replace

from hypothesis import given

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import HAND_DEFAULTS, TIED, Adjustment, Deal, Foul, Hand
from scorekeeper.storage.games import read_facts, write_facts
from tests.strategies import Game, games

DEAL = Deal(3, (0, 1, 2, 3), (0, 2, 1, 3), 2)
# Not a hand that can be: one in which every field says something.
EVERYTHING = Hand(
    outcome="renege",
    dealer=2,
    auction=((3, 70), (0, PASS)),
    bidder=1,
    bid=95,
    partners=(3,),
    trump="red",
    captured={0: 45, 1: 75},
    last_trick=0,
    nest_points=20,
    most_tricks=TIED,
    sweep=3,
    rook=1,
    reneged_by=2,
    last=True,
    fouls=(Foul(1, "nest-discard"), Foul(3, "table-talk")),
    adjustments=(Adjustment(0, -10, "late"),),
    note="by candlelight",
)


def stored_and_read(hand: Hand, deal: Deal) -> Hand:
    return read_facts(json.loads(json.dumps(write_facts(hand, deal))))


def test_every_field_of_a_hand_comes_back() -> None:
    unsaid = [field.name for field in fields(Hand) if getattr(EVERYTHING, field.name) == HAND_DEFAULTS[field.name]]
    assert unsaid == [], "this hand is to say something in every field"
    assert stored_and_read(EVERYTHING, DEAL) == EVERYTHING


def test_the_dealer_and_the_seats_are_kept_with_the_hand() -> None:
    kept = write_facts(Hand(outcome="misdeal"), DEAL)
    assert kept == {"outcome": "misdeal", "seats": [0, 2, 1, 3], "dealer": 2}


def test_player_0_is_kept_in_every_role() -> None:
    """What player 0 did is never taken for something that no one did."""
    roles = Hand(
        bidder=0, bid=0, partners=(0,), captured={0: 0}, last_trick=0, nest_points=0, most_tricks=0, sweep=0,
        rook=0, reneged_by=0, fouls=(Foul(0, "table-talk"),), adjustments=(Adjustment(0, 0, "none"),),
        auction=((0, PASS),),
    )  # fmt: skip
    assert stored_and_read(roles, DEAL._replace(dealer=0)) == replace(roles, dealer=0)


@given(games())
def test_any_hand_of_any_game_comes_back(game: Game) -> None:
    standing = initial_standing(game.rules, game.players, game.dealer)
    for played in replay(standing, game.hands):
        read = stored_and_read(played.hand, played.deal)
        assert read == replace(played.hand, dealer=played.deal.dealer)
