"""A game that was seen before is not scored again, and of long ones so few are kept that they fill no memory."""

import gc
import sys
from collections.abc import Callable
from types import FrameType
from uuid import uuid4

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.scoring import score_hand
from tests.record.games import MADE, record_bytes

from .game_at_table import GameAtTable, import_game

HANDS = 200


def hands_scored(see: Callable[[], object]) -> int:
    """How many hands are scored to see this."""
    scored = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal scored
        scored += event == "call" and frame.f_code is score_hand.__code__

    sys.setprofile(note)
    try:
        see()
    finally:
        sys.setprofile(None)
    return scored


def test_a_game_is_scored_again_once_it_changed_and_not_before(game: GameAtTable) -> None:
    game.play("Ann", 100, 100)
    assert game.totals == {"Ann & Cal": 100, "Bob & Dee": 20}
    assert hands_scored(lambda: game.totals) == 0
    game.correct(1, bid=105)
    assert game.totals == {"Ann & Cal": -105, "Bob & Dee": 20}


def test_few_long_games_are_kept_in_memory(club: int) -> None:
    rules = {"base": "original", "target": None, "hand_limit": HANDS}
    for number in range(5):
        hands = [MADE | {"note": f"game {number}"}] * HANDS
        uid, _ = import_game(club, record_bytes(*hands, rules=rules, id=str(uuid4())))
        assert GameAtTable(club, uid).totals
    gc.collect()
    kept = sum(isinstance(each, PlayedHand) and each.deal.number > HANDS / 2 for each in gc.get_objects())
    assert kept <= 2 * HANDS / 2, f"{kept} hands"
