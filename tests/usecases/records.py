"""Games read from their records, hand by hand."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.hand import Hand, Side, side_with
from tests.strategies import Game

from .game_at_table import GameAtTable, import_game


def imported(club: int, game: Game) -> GameAtTable:
    others = {"dealer": game.dealer_name, "id": uuid4(), "starting_totals": game.named_totals}
    document = make_document(game.rules, game.names, game.entries, **others)
    return GameAtTable(club, import_game(club, serialize(document))[0])


def facts_of(game: GameAtTable) -> Any:
    """The record without its ids and moments."""
    record = json.loads(game.record_file)
    for entry in (record, *record["hands"]):
        for name in ("id", "started", "ended"):
            entry.pop(name, None)
    return record


def in_turn(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(replace(hand, dealer=None, auction=None) for hand in hands)


def as_typed(hand: Hand, sides: tuple[Side, ...], owners: tuple[Side, ...]) -> Hand:
    """As a form has it: each side by its first player, a wrong discard after table talk."""
    return replace(
        hand.by_sides(lambda player: side_with(sides, player)[0]),
        fouls=tuple(sorted(hand.fouls, key=lambda foul: (foul.kind == "nest-discard", foul.player))),
        adjustments=tuple(each._replace(player=side_with(owners, each.player)[0]) for each in hand.adjustments),
    )
