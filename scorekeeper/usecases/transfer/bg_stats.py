"""Sends a finished game to the app BG Stats, by a link that contains all of the data."""

import json
from dataclasses import dataclass
from datetime import UTC
from typing import Any
from urllib.parse import quote
from uuid import UUID

from scorekeeper.rules.hand import Player, Side, side_with
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.stored_rules import rules_title

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Rook score"
ROOK = {"name": "Rook", "sourceGameId": "rook", "bggId": 1260, "highestWins": True, "noPoints": False}


@dataclass(frozen=True, slots=True)
class Play:
    """A play in the app's documented format, and the link that contains it."""

    data: dict[str, Any]

    @property
    def link(self) -> str:
        return ADDRESS + quote(json.dumps(self.data, ensure_ascii=False, separators=(",", ":")), safe="")


def make_play(club_id: int, game_uid: UUID) -> Play | None:
    """Return a finished game as a play, None for a running game. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    game = state.game
    if state.standing.end is None:
        return None
    ended = game.end or game.changed_at
    players = [_player(state, player) for player in state.players]
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.uid),
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(int((ended - game.started_at).total_seconds()) // 60, 0),
        "comments": game.notes or "",
        "location": "",
        "board": rules_title(game.rules, game.house_rules_name),
        "game": dict(ROOK),
        "players": players,
    }
    return Play(data)


def _player(state: GameState, player: Player) -> dict[str, Any]:
    """Return a player's part in a play; partners share a team and a rank.

    Winners rank first, even if they won by R18 or R28 with a lower total; the others by their totals.
    """
    standing = state.standing
    side = side_with(state.competitors, player)
    order = {each: (each[0] in standing.winners, standing.total(each)) for each in state.competitors}
    partners = tuple(other for other in side if other != player)
    return {
        "name": state.stored_names[player],
        "sourcePlayerId": str(next(seat.player.id for seat in state.game.seats if seat.number == player)),
        "startPlayer": player == state.initial_standing.table.deal().first_to_bid,
        "winner": player in standing.winners,
        "score": standing.total(side),
        "rank": 1 + sum(other > order[side] for other in order.values()),
        "role": f"Partner of {state.stored_names.side(partners)}" if partners else "",
        "team": _team(state, side) if partners else "",
    }


def _team(state: GameState, side: Side) -> str:
    """Return a side's own name, else the names of its players."""
    teams = state.game.teams
    return teams[state.competitors.index(side)] if teams else state.stored_names.side(side)
