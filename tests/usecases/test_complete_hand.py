"""What a person entered of a hand comes back from its form untouched."""

from uuid import uuid4

from flask import Flask
from hypothesis import given

from scorekeeper.record import make_document, serialize
from tests.profiles import examples
from tests.strategies import Game, games

from .game_at_table import import_game
from .game_by_forms import GameByForms, Phone


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
