"""Starting a game, and the games of a club."""

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

from .hints import seating

MOST_NAMES_OFFERED = 24


@dataclass(frozen=True, slots=True)
class Offer:
    """Rules that a new game can choose, and what they are played to unless the table says otherwise.

    `pairs`: whether two sides sit around the table from the first hand on; `hands_per_round` as in `game_rules`.
    """

    key: str
    title: str
    players: int
    played_to: str
    seating: str
    pairs: bool
    hands_per_round: int
    house: bool


def offers(club_id: int) -> list[Offer]:
    """The rules that a new game can choose, house rules last."""
    return [_offer(choice) for choice in list_rules(club_id)]


def _offer(choice: RuleChoice) -> Offer:
    rules = choice.rules
    pairs = rules.sides in ("partnerships", "rotating_partners")
    end, house = goal_text(rules), choice.house_rules_name is not None
    return Offer(choice.key, choice.title, rules.players, end, seating(rules), pairs, hands_per_round(rules), house)


def start_game(
    club_id: int,
    entry_id: UUID,
    rules_key: str,
    names: Sequence[str],
    dealer: int,
    target: int | None = None,
    hand_limit: int | None = None,
) -> UUID:
    """Starts a game under the form's own id, so that starting it twice starts it once.

    names: the players clockwise, seats that stay empty as ""; dealer: place in names; target, hand_limit: see
    `game_rules.with_goal`. Raises ValidationFailed with fields `rules`, `players[i]`, `dealer`, `target`, `hand_limit`.
    """
    names = [normalize_name(name) for name in names]
    choice = find_rules(club_id, rules_key)
    rules = _checked(choice, names, dealer, target, hand_limit)
    names = [name for name in names if name]
    with writing() as session:
        if not games.read(session, club_id, entry_id):
            seated = players.find_or_add(session, club_id, names)
            _seat(session, club_id, entry_id, rules, seated, dealer, choice.house_rules_name)
    return entry_id


def rematch(club_id: int, game_uid: UUID, entry_id: UUID) -> UUID:
    """Starts another game with the seats and rules of this one; the next dealer deals. Raises NotFound, Deleted."""
    with writing() as session:
        state = read_game(club_id, game_uid)
        if not games.read(session, club_id, entry_id):
            dealer = state.players.index(state.standing.next_dealer)
            seated = [seat.player for seat in state.game.players]
            _seat(session, club_id, entry_id, state.game.rules, seated, dealer, state.game.house_rules_name)
    return entry_id


def _seat(
    session: Session,
    club_id: int,
    uid: UUID,
    rules: Mapping[str, Any],
    players: Sequence[PlayerRef],
    dealer: int,
    house: str | None,
) -> None:
    now = datetime.now(UTC)
    game = StoredGame(
        club_id, uid, dict(rules), rules["base"], dealer, started_at=now, changed_at=now, house_rules_name=house
    )
    game.players = [Seat(number, number, player) for number, player in enumerate(players)]
    games.add(session, game)


def _checked(
    choice: RuleChoice, names: Sequence[str], dealer: int, target: int | None, hand_limit: int | None
) -> Mapping[str, Any]:
    """The rules as they are kept; raises ValidationFailed with all that cannot be."""
    wanted = choice.rules.players
    errors = list(_seat_faults(names, wanted))
    if not 0 <= dealer < wanted:
        errors.append(UnknownPlayer("dealer", f"The first dealer is one of the {wanted} players."))
    rules = choice.rules_json
    if target is not None or hand_limit is not None:
        try:
            rules = with_goal(rules, choice.house_rules_name, target, hand_limit)
        except ValidationFailed as refused:
            errors.extend(refused.errors)
    if errors:
        raise ValidationFailed(errors)
    return rules


def _seat_faults(names: Sequence[str], wanted: int) -> Iterator[RuleError]:
    for place, name in enumerate(names):
        field = f"players[{place}]"
        fault = name_error(field, name, f"Who sits here? These rules need {wanted} players.")
        if place >= wanted:
            if name:
                yield PlayerCount(field, f"These rules are for {wanted} players; leave this one empty.")
        elif fault:
            yield fault
        elif name in names[:place]:
            yield DuplicatePlayer(field, f"{name} sits at the table already; each player has one seat.")


def known_names(club_id: int) -> Sequence[str]:
    """Return the names that a new game offers, who played last first."""
    return players.recent_names(db.session(), club_id, MOST_NAMES_OFFERED)
