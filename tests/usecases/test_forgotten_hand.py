"""A hand that was forgotten: added later, the game is the one in which it was recorded in its place."""

import json
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any
from uuid import uuid4

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import Hand, side_with, sides_in
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.validation import validate_hand
from scorekeeper.storage.db import db
from scorekeeper.usecases.game import corrections
from scorekeeper.usecases.game.corrections import Correction, as_entered
from scorekeeper.usecases.game.recording import with_bidders_fouls
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.transfer.game_import import import_game
from tests.profiles import examples
from tests.strategies import Game, games, hands_of

from .game_at_table import GameAtTable
from .records import record_of


def imported(club: int, game: Game) -> GameAtTable:
    others = {"dealer": game.dealer_name, "id": uuid4(), "starting_totals": game.named_totals}
    document = make_document(game.rules, game.names, game.entries, **others)
    return GameAtTable(club, import_game(club, serialize(document))[0])


def add(game: GameAtTable, place: int, hand: Hand) -> None:
    """As the form sends it, before the hand at this place."""
    db.session.expire_all()
    state = read_game(game.club, game.uid)
    before = str(state.game.hands[place - 1].uid) if place <= len(state.game.hands) else ""
    counted = () if hand.bidder is None else (hand.bidder, *(hand.partners or ()))
    edit = partial(
        corrections.add_hand, before=before, uid=uuid4(), outcome=hand.outcome, correction=Correction(hand, counted)
    )
    game.make("added hand", edit)


def facts_of(game: GameAtTable) -> Any:
    """The record without its ids and moments."""
    db.session.expire_all()
    record = json.loads(record_of(game.club, game.uid))
    for entry in (record, *record["hands"]):
        for name in ("id", "started", "ended"):
            entry.pop(name, None)
    return record


def in_turn(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(replace(hand, dealer=None, auction=None) for hand in hands)


def with_others(game: Game, place: int, missing: Hand) -> tuple[Hand, ...]:
    """The hands with the missing one at its place; where partners are others now, the bidding side keeps its count."""
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    found = [*game.hands[: place - 1], missing]
    for old in list(replay(start, game.hands))[place - 1 :]:
        (now,) = islice(replay(start, [*found, Hand(outcome="misdeal")]), len(found), None)
        sides = sides_in(game.rules, now.deal, old.hand)

        def player(one: int, old: Any = old, sides: Any = sides) -> int:
            bidding = one in side_with(old.sides, old.hand.bidder)
            return next(side[0] for side in sides if (old.hand.bidder in side) == bidding)

        apart = old.hand.scored and {*map(frozenset, old.sides)} != {*map(frozenset, sides)}
        found.append(old.hand.by_sides(player) if apart else old.hand)
    return tuple(found)


@examples(150)
@given(data=st.data(), key=st.sampled_from([*PRESETS]))
def test_a_forgotten_hand_that_is_added_makes_the_game_in_which_it_was_recorded(
    club: int, data: st.DataObject, key: str
) -> None:
    game = data.draw(games(st.just(PRESETS[key].rules)))
    game = replace(game, hands=in_turn(game.hands))
    start = initial_standing(game.rules, game.players, game.dealer)
    place = data.draw(st.integers(1, len(game.hands) + 1))
    before = [start, *(played.standing for played in replay(start, game.hands))][place - 1]
    assume(not before.end)
    (missing,) = in_turn((data.draw(hands_of(before)),))
    table = imported(club, game)
    deal = before.table.deal()
    entered = as_entered(read_game(club, table.uid), deal, missing)
    entered = replace(entered, partners=missing.partners)
    whole = with_others(game, place, with_bidders_fouls(entered))
    played = list(replay(start, whole))
    assume(not any(each.after_end for each in played))
    assume(not any(validate_hand(game.rules, each.deal, each.hand)[1] for each in played))
    recorded, was = imported(club, replace(game, hands=whole)), record_of(club, table.uid)
    add(table, place, entered)
    assert facts_of(table) == facts_of(recorded)
    table.undo()
    assert record_of(club, table.uid) == was
