"""Export games as records (rook-game/1), each in its own file."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from scorekeeper.record import Document, make_document, make_entry, serialize
from scorekeeper.rules.auction import replay_calls
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import Hand, as_counted
from scorekeeper.storage import club_batches
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredGame
from scorekeeper.usecases.game.replayed_deals import DealtHand, replay_deals
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.stored_rules import changed_values


def record_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """Return the name of a game's file, and its record: the same bytes for the same game. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    return file_name(state.game, ".rook.json"), serialize(game_document(state))


def all_records(club_id: int) -> Iterator[tuple[str, bytes]]:
    """Yield the file name and record of every game of a club that is not deleted, in the order they were added."""
    for game in club_batches.all_games(db.session(), club_id):
        yield file_name(game, ".rook.json"), serialize(game_document(GameState(game)))


def file_name(game: StoredGame, ending: str) -> str:
    """Return the name of a game's file: the day it began and its id, which never change and suit every system."""
    return f"{game.started_at.date().isoformat()}-{game.uid}{ending}"


def game_document(state: GameState) -> Document:
    """Return a game as a record, without the hand being played."""
    game, names = state.game, state.stored_names
    keys = {
        "id": game.uid,
        "rules_name": game.house_rules_name,
        "teams": tuple(game.teams) if game.teams else None,
        "dealer": names[game.dealer],
        "started": game.started_at.isoformat(),
        "ended": game.end and game.end.isoformat(),
        "notes": game.notes,
        "starting_totals": {names[number]: points for number, points in game.starting_totals or ()} or None,
    }
    changes = changed_values(game.rules)
    given = {"base": game.preset, **changes} if changes else game.preset
    others = {name: value for name, value in keys.items() if value is not None}
    hands = [
        make_entry(_hand(state, each), names.players, id=row.uid)
        for row, each in zip(game.hands, replay_deals(state), strict=False)
    ]
    players = tuple(name for _, name in state.stored_players)
    return make_document(state.rules, players, tuple(hands), given=given, **others)


def _hand(state: GameState, dealt: DealtHand) -> Hand:
    """Return a hand for a record, with its dealer only if it was not their turn to deal.

    Calls that no longer fit the seats, because these were corrected later, are left out; the bid stays. So is what the
    rules no longer have.
    """
    hand = as_counted(state.rules, dealt.hand)
    if hand.dealer == dealt.due:
        hand = replace(hand, dealer=None)
    if hand.auction is not None:
        try:
            replay_calls(state.rules, dealt.deal.seats, dealt.deal.dealer, hand.auction)
        except RuleError:
            hand = replace(hand, auction=None)
    return hand
