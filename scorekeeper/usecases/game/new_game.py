"""Start a game: the rules and the names that it can choose, its seats, and a rematch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.errors import DuplicatePlayer, PlayerCount, RuleError, UnknownPlayer
from scorekeeper.storage import games, players
from scorekeeper.storage.db import db, writing
from scorekeeper.storage.games import Seat, StoredGame
from scorekeeper.storage.players import PlayerRef
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, hands_per_round, with_goal
from scorekeeper.usecases.game_state import read_game
from scorekeeper.usecases.names import name_error, normalize_name
from scorekeeper.usecases.rule_choice import RuleChoice, find_rules, list_rules

from .hints import describe_seating

MOST_NAMES_OFFERED = 24


@dataclass(frozen=True, slots=True)
class RuleOffer:
    """Rules that a new game can choose, and the goal it plays to unless the table says otherwise.

    `pairs`: whether two sides sit around the table from the first hand on; `hands_per_round` as in `game_rules`.
    """

    key: str
    title: str
    players: int
    goal: str
    seating: str
    pairs: bool
    hands_per_round: int
    house: bool


def offer_rules(club_id: int) -> list[RuleOffer]:
    """Return the rules that a new game can choose, house rules last."""
    return [_offer(choice) for choice in list_rules(club_id)]


def _offer(choice: RuleChoice) -> RuleOffer:
    rules = choice.rules
    return RuleOffer(
        key=choice.key,
        title=choice.title,
        players=rules.players,
        goal=goal_text(rules),
        seating=describe_seating(rules),
        pairs=rules.sides in ("partnerships", "rotating_partners"),
        hands_per_round=hands_per_round(rules),
        house=choice.house_rules_name is not None,
    )


def offer_names(club_id: int) -> Sequence[str]:
    """Return the names that a new game offers, who played last first."""
    return players.recent_names(db.session(), club_id, MOST_NAMES_OFFERED)


def start_game(
    club_id: int,
    uid: UUID,
    rules_key: str,
    names: Sequence[str],
    dealer: int,
    target: int | None = None,
    hand_limit: int | None = None,
    time_limit: int | None = None,
) -> UUID:
    """Start a game whose `uid` is its form's id, so that starting it twice starts it once; return that.

    names: the players clockwise, seats that stay empty as ""; dealer: place in names; target, hand_limit, time_limit:
    see `game_rules.with_goal`. Raises ValidationFailed with these fields, `rules`, `players[i]` and `dealer`.
    """
    names = [normalize_name(name) for name in names]
    choice = find_rules(club_id, rules_key)
    rules = _rules_to_store(choice, names, dealer, (target, hand_limit, time_limit))
    names = [name for name in names if name]
    with writing() as session:
        if not games.read(session, club_id, uid):
            seated = players.find_or_add(session, club_id, names)
            _add(session, club_id, uid, rules, seated, dealer, choice.house_rules_name)
    return uid


def rematch(club_id: int, game_uid: UUID, uid: UUID) -> UUID:
    """Start another game with the seats and rules of this one; the next dealer deals. Raises NotFound, Deleted."""
    with writing() as session:
        state = read_game(club_id, game_uid)
        if not games.read(session, club_id, uid):
            dealer = state.players.index(state.standing.next_dealer)
            seated = [seat.player for seat in state.game.players]
            _add(session, club_id, uid, state.game.rules, seated, dealer, state.game.house_rules_name)
    return uid


def _add(
    session: Session,
    club_id: int,
    uid: UUID,
    rules: Mapping[str, Any],
    seated: Sequence[PlayerRef],
    dealer: int,
    house_rules_name: str | None,
) -> None:
    now = datetime.now(UTC)
    game = StoredGame(
        club_id=club_id,
        uid=uid,
        rules=dict(rules),
        preset=rules["base"],
        dealer=dealer,
        started_at=now,
        changed_at=now,
        house_rules_name=house_rules_name,
        players=[Seat(number, number, player) for number, player in enumerate(seated)],
    )
    games.add(session, game)


def _rules_to_store(
    choice: RuleChoice, names: Sequence[str], dealer: int, goal: Sequence[int | None]
) -> Mapping[str, Any]:
    """Return the rules as a game stores them; raises ValidationFailed with everything that cannot be."""
    needed = choice.rules.players
    errors = list(_seat_errors(names, needed))
    if not 0 <= dealer < needed:
        errors.append(UnknownPlayer("dealer", f"The first dealer is one of the {needed} players."))
    rules = choice.rules_json
    if any(value is not None for value in goal):
        try:
            rules = with_goal(rules, choice.house_rules_name, *goal)
        except ValidationFailed as failed:
            errors.extend(failed.errors)
    if errors:
        raise ValidationFailed(errors)
    return rules


def _seat_errors(names: Sequence[str], needed: int) -> Iterator[RuleError]:
    for place, name in enumerate(names):
        field = f"players[{place}]"
        error = name_error(field, name, f"Who sits here? These rules need {needed} players.")
        if place >= needed:
            if name:
                yield PlayerCount(field, f"These rules are for {needed} players; leave this one empty.")
        elif error:
            yield error
        elif name in names[:place]:
            yield DuplicatePlayer(field, f"{name} sits at the table already; each player has one seat.")
