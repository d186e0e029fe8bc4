"""The chance of winning a game, from hands that its club played, or else from typical hands."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any

import msgspec

from scorekeeper.rules.chance import HANDS, Chances, LikelyHand, describe_chance, usual_hands
from scorekeeper.rules.game import GameStatus
from scorekeeper.rules.hand import Deal, as_counted
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import join_words
from scorekeeper.storage import recent_hands
from scorekeeper.storage.db import db
from scorekeeper.storage.hand_json import read_facts
from scorekeeper.usecases.game_state import GameState, remembered, replayed
from scorekeeper.usecases.stored_rules import ruleset_of, without_goal

EVEN = describe_chance(1 / 2)
ENOUGH = 30  # fewest hands of the club to go by
LINE = 4 * HANDS  # hands that are played for a whole line of a chart
USUAL_PACE = timedelta(minutes=6)

Past = tuple[tuple[str, str], ...]
"""The rules and facts of hands, as stored."""


def tell_chance(state: GameState) -> str:
    """Return who is likeliest to win a running game, "Chance of winning: Ann & Cal about 3 in 4", else ""."""
    standing = state.standing
    begun = standing.hands_scored or any(standing.totals)
    if not begun or state.status not in (GameStatus.IN_PROGRESS, GameStatus.TIED):
        return ""
    names = [state.names.side(side) for side in state.competitors]
    by_name = list(zip(_chances(state.facts, _past(state), _hands_in_time(state)), names, strict=True))
    words = describe_chance(max(by_name)[0])
    best = [name for chance, name in by_name if describe_chance(chance) == words]
    if len(best) == len(names) or (len(names) == 2 and words == EVEN):
        return "Chance of winning: even"
    each = ", each" if len(best) > 1 else ""
    return f"Chance of winning: {join_words(best)}{each} {words}"


def chances_after_hands(state: GameState) -> tuple[tuple[float, ...], ...]:
    """Return each competitor's chances at the start and after each scored hand, from 0 to 1."""
    return _chances_after_hands(state.facts, _past(state), _hands_in_time(state))


def _past(state: GameState) -> Past:
    """Return some hands that the club played by the same preset before this game, from its latest games."""
    game = state.game
    return recent_hands.before(db.session(), game.club_id, game.preset, game.started_at, game.id)


def _hands_in_time(state: GameState) -> float | None:
    """Return how many hands the game has time for, at its pace so far; None without a time limit (R32)."""
    game, played = state.game, state.standing.hands_scored
    if state.rules.time_limit is None:
        return None
    if state.open_hand and state.open_hand.last:
        return played + 1
    pace = ((game.end or game.changed_at) - game.started_at) / played if played else USUAL_PACE
    hands = timedelta(minutes=state.rules.time_limit) / min(max(pace, USUAL_PACE / 3), 3 * USUAL_PACE)
    return round(2 * hands) / 2  # so that a bid rarely changes it


@remembered
def _chances(facts: bytes, past: Past, hands_in_time: float | None) -> tuple[float, ...]:
    """Cached: without it, a watch page would spend about 5 ms even if the score is the same."""
    return next(_each(facts, past, hands_in_time, HANDS, newest=True))


@remembered
def _chances_after_hands(facts: bytes, past: Past, hands_in_time: float | None) -> tuple[tuple[float, ...], ...]:
    hands = sum(played.score is not None for played in replayed(facts)[2])
    return tuple(_each(facts, past, hands_in_time, LINE // (hands + 1) + 1))


def _each(
    facts: bytes, past: Past, hands_in_time: float | None, hands: int, *, newest: bool = False
) -> Iterator[tuple[float, ...]]:
    _, initial, played = replayed(facts)
    likely = _likely(msgspec.json.decode(facts)[0], past)
    playing = Chances(initial.rules, initial.players, likely, hands)
    standings = {0: initial} | {each.standing.hands_scored: each.standing for each in played}
    for standing in [*standings.values()][-1 if newest else 0 :]:
        yield playing.of(standing, hands_in_time and hands_in_time - standing.hands_scored)


def _likely(stored: Mapping[str, Any], past: Past) -> tuple[LikelyHand, ...]:
    """Return past hands that were played by these rules, whatever the goal; typical ones if there are too few."""
    rules = without_goal(stored)
    same = [facts for others, facts in past if without_goal(msgspec.json.decode(others)) == rules]
    if len(same) < ENOUGH:
        return _usual(msgspec.json.encode(stored))
    return tuple(_likely_hands(ruleset_of(stored), same))


def _likely_hands(rules: RuleSet, past: Iterable[str]) -> Iterator[LikelyHand]:
    for seen in map(msgspec.json.decode, past):
        hand, seats = as_counted(rules, read_facts(seen)), tuple(seen["seats"])
        if hand.scored:
            yield LikelyHand.of(score_hand(rules, Deal(1, seats, seats, seen["dealer"]), hand))


@lru_cache
def _usual(stored: bytes) -> tuple[LikelyHand, ...]:
    """Cached, since making them up takes as long as playing them."""
    return usual_hands(ruleset_of(msgspec.json.decode(stored)))
