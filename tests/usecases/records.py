"""Games read from their records, hand by hand."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.hand import Hand
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
