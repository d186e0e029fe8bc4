"""A hand's facts, as they are kept and as they are read back."""

import json
from dataclasses import fields, replace

from hypothesis import given

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import TIED, Adjustment, Deal, Foul, Hand
from scorekeeper.storage import hand_json
from tests.strategies import Game, games

NAMES = ("Ann", "Bob", "Cal", "Dee")
DEAL = Deal(3, NAMES, ("Ann", "Cal", "Bob", "Dee"), "Cal")
# Not a hand that can be: one in which every field says something.
EVERYTHING = Hand(
    outcome="renege",
    dealer="Cal",
    auction=(("Dee", 70), ("Ann", PASS)),
    bidder="Bob",
    bid=95,
    partners=("Dee",),
    trump="red",
    captured={"Ann": 45, "Bob": 75},
    last_trick="Ann",
    nest_points=20,
    most_tricks=TIED,
    sweep="Dee",
    reneged_by="Cal",
    fouls=(Foul("Bob", "nest-discard"), Foul("Dee", "table-talk")),
    adjustments=(Adjustment("Ann", -10, "late"),),
    note="by candlelight",
)


def stored_and_read(hand: Hand, deal: Deal, names: tuple[str, ...]) -> Hand:
    return hand_json.decode(json.loads(json.dumps(hand_json.encode(hand, deal, names))), names)


def test_every_field_of_a_hand_comes_back() -> None:
    unsaid = [field.name for field in fields(Hand) if getattr(EVERYTHING, field.name) in (None, (), {}, "played")]
    assert unsaid == [], "this hand is to say something in every field"
    assert stored_and_read(EVERYTHING, DEAL, NAMES) == EVERYTHING


def test_the_dealer_and_the_seats_are_kept_with_the_hand() -> None:
    kept = hand_json.encode(Hand(outcome="misdeal"), DEAL, NAMES)
    assert kept == {"outcome": "misdeal", "seats": [0, 2, 1, 3], "dealer": 2}


def test_names_are_kept_as_numbers_so_that_they_can_be_corrected() -> None:
    kept = hand_json.encode(EVERYTHING, DEAL, NAMES)
    assert hand_json.decode(kept, ("Ann", "Robert", "Cal", "Dee")).bidder == "Robert"
    assert not any(name in json.dumps(kept) for name in NAMES)


@given(games())
def test_any_hand_of_any_game_comes_back(game: Game) -> None:
    standing = initial_standing(game.rules, game.players, game.dealer)
    for played in replay(standing, game.hands):
        read = stored_and_read(played.hand, played.deal, game.players)
        assert read == replace(played.hand, dealer=played.deal.dealer)
