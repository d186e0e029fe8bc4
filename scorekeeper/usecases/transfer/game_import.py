"""Store a record as a game of the club, once."""

from collections.abc import Mapping
from uuid import UUID

from scorekeeper.storage import games, players
from scorekeeper.storage.db import writing
from scorekeeper.usecases.game_state import GameState
from scorekeeper.usecases.players.update_stats import store_stats, update_stats

from .game_from_record import BadGame, build_game, validate_document
from .import_preview import ImportBatch, is_stored


def import_game(
    club_id: int, data: bytes, club_names: Mapping[str, str] | None = None, *, one_of_many: bool = False
) -> tuple[UUID, bool]:
    """Store the record in these bytes as a game of the club; return its uid, and whether it was stored now.

    `club_names` says which player of the club a name in the record means. Any other name means the player with exactly
    this name, who is added if there is none. `one_of_many`: the caller uses `rate_again` after the last game. Raises
    BadGame.
    """
    document = validate_document(data)
    names = [(club_names or {}).get(name, name) for name in document.players]
    repeated = [name for index, name in enumerate(names) if name in names[:index]]
    if repeated:
        raise BadGame([f"{repeated[0]} can't sit in two seats."])
    state = build_game(club_id, document)
    with writing(club_id) as session:
        if is_stored(session, club_id, state, ImportBatch()):
            return state.game.uid, False
        for seat, player in zip(state.game.seats, players.find_or_add(session, club_id, names), strict=True):
            seat.player = player
        games.add(session, state.game)
        if one_of_many:
            store_stats(session, [GameState(state.game)])
        else:
            update_stats(session, None, GameState(state.game))
    return state.game.uid, True
