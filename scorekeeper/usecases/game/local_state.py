"""A game for a phone without the server (static/alone/game.js): players by number, the open hand as stored."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID
from zlib import crc32

import msgspec

from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.ruleset import PARAMETERS
from scorekeeper.usecases.game_state import GameState


def short_id(hand: UUID) -> int:
    """Return a short id of a hand, unique in its game."""
    return hand.int >> 96


def local_state(state: GameState) -> Mapping[str, Any]:
    """Return the state of a game, leaving out false and empty values; `table` changes with rules, players or seats."""
    standing = state.standing
    table = msgspec.json.encode((state.game.rules, state.names.players, state.players))
    facts = {
        "version": state.game.version,
        "table": crc32(table),
        "dealer": standing.table.dealer,
        "totals": standing.totals,
        "scored": standing.hands_scored,
        "place": len(state.hands),
        "after": short_id(state.game.hands[-1].uid) if state.game.hands else None,
        "tied": standing.tied,
        "over": state.status in (GameStatus.OVER, GameStatus.STOPPED),
        "open": state.game.open_hand,
    }
    return {name: value for name, value in facts.items() if value is not None and value is not False}


def local_table(state: GameState) -> Mapping[str, Any]:
    """Return every parameter of the rules, the players' numbers clockwise, and their names by number.

    A table of a `tournament` has no rematch.
    """
    rules = {name: getattr(state.rules, name) for name in PARAMETERS} | {"counters": dict(state.rules.counters)}
    of_tournament = state.game.round_number is not None
    return {"rules": rules, "players": state.players, "names": state.names.players, "tournament": of_tournament}
