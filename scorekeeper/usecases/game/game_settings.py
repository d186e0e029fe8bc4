"""What may have to be set right during a game: who sits there, who dealt first, what it is played to; its end."""

from dataclasses import dataclass
from uuid import UUID

from scorekeeper.rules.errors import BadRules, DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.rules.explain_score import describe_status, explain_end
from scorekeeper.rules.hand import Side, side_name
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.storage import players
from scorekeeper.storage.db import db
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_rules import goal_text, hands_per_round, rules_title, ruleset_of, with_goal
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import name_error, normalize_name

from .changes import make_change
from .fields import Fields
from .hints import seating


@dataclass(frozen=True, slots=True)
class GameSettings:
    """A game as its settings show it. `players` are clockwise pairs of number and name, `own_end` its rules' own."""

    uid: UUID
    version: int
    title: str
    rules: RuleSet
    played_to: str
    own_end: str
    seating: str
    hands_per_round: int
    players: tuple[tuple[int, str], ...]
    sides: tuple[Side, ...]
    dealer: int
    next_dealer: str
    status: str
    state: str
    begun: bool


def game_settings(club_id: int, game_uid: UUID) -> GameSettings:
    """The settings of a club's game; raises NotFound, Deleted."""
    return _shown(read_game(club_id, game_uid))


def deleted_game(club_id: int, game_uid: UUID) -> GameSettings:
    """The same of a game that was deleted; raises NotFound."""
    return _shown(read_game(club_id, game_uid, even_deleted=True))


def _shown(state: GameState) -> GameSettings:
    game = state.game
    return GameSettings(
        uid=game.uid,
        version=game.version,
        title=rules_title(game.rules, game.house_rules_name),
        rules=state.rules,
        played_to=goal_text(state.rules),
        own_end=goal_text(ruleset_of(with_goal(game.rules, game.house_rules_name, None, None))),
        seating=seating(state.rules),
        hands_per_round=hands_per_round(state.rules),
        players=tuple((state.number(name), name) for name in state.players),
        sides=state.competitors,
        dealer=game.dealer,
        next_dealer=state.standing.next_dealer,
        status=state.status,
        state=_state(state),
        begun=bool(game.hands),
    )


def _state(state: GameState) -> str:
    standing = state.standing
    if standing.end:
        return f"{describe_status(state.status, standing.end)}. {explain_end(standing).text}"
    if state.game.stopped:
        return "Stopped here: unfinished, nobody has won."
    return explain_end(standing).text if standing.tied else f"Hand {standing.hands_scored + 1} is being played."


def correct_name(
    club_id: int, game_uid: UUID, token: FormToken, player: int | None, name: str, everywhere: bool
) -> None:
    """Corrects the name of the player with this number, wherever the club has it, or seats somebody else there.

    A name that another of the club's players bears is always somebody else: one name, one person.
    Raises ValidationFailed with fields `player` and `name`; NotFound; Conflict.
    """
    name = normalize_name(name)

    def edit(state: GameState) -> Fields:
        seat = next((seat for seat in state.game.players if seat.number == player), None)
        faults: list[RuleError] = [] if seat else [UnknownPlayer("player", "Choose somebody at this table.")]
        fault = name_error("name", name)
        if fault:
            faults.append(fault)
        elif name in state.names:
            faults.append(DuplicatePlayer("name", f"{name} sits at the table already; each player has one seat."))
        if faults or seat is None:
            raise ValidationFailed(faults)
        session = db.session()
        known = players.find(session, club_id, [name]).get(name)
        if known is None and everywhere:
            return {f"name:{seat.player_id}": name}
        if known is None:
            known = players.find_or_add(session, club_id, [name])[0]
        return {f"player:{player}": [known.id, known.name]}

    make_change(club_id, game_uid, token, "name", edit, beyond_game=True)


def change_dealer(club_id: int, game_uid: UUID, token: FormToken, dealer: int | None) -> None:
    """Corrects who dealt first; hands that are recorded keep the dealer they were dealt by.

    Raises ValidationFailed with field `dealer`; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        if dealer is None or not 0 <= dealer < len(state.names):
            raise ValidationFailed([UnknownPlayer("dealer", "The first dealer is somebody at this table.")])
        contract = state.game.open_hand
        if state.game.hands or not contract:
            return {"dealer": dealer}
        refuse_while_calling(state, "dealer")
        return {"dealer": dealer, "open_hand": {**contract, "dealer": dealer}}

    make_change(club_id, game_uid, token, "dealer", edit)


def refuse_while_calling(state: GameState, field: str) -> None:
    """Refuse a change of seats while the calls of a hand are logged: they followed the seats as they were.

    Raises ValidationFailed.
    """
    if state.open_hand and state.open_hand.auction:
        message = "The calls of this hand are logged in the order of the seats as they are: undo them first."
        raise ValidationFailed([BadRules(field, message)])


def change_target(club_id: int, game_uid: UUID, token: FormToken, target: int | None, hand_limit: int | None) -> str:
    """Plays to another target or for a number of hands, and scores the game again.

    Answers what became of it in words, "" where it goes on as before. Raises ValidationFailed with fields `target`,
    `hand_limit`; NotFound; Conflict.
    """
    became: list[str] = []

    def edit(state: GameState) -> Fields:
        rules = with_goal(state.game.rules, state.game.house_rules_name, target, hand_limit)
        after = state.under(ruleset_of(rules))
        if after.end and after.winners != state.standing.winners:
            became.append(f"With this the game is over: {' and '.join(map(side_name, after.end.winners))} won.")
        elif state.standing.end and not after.end:
            became.append("With this the game goes on: nobody has won yet.")
        return {"rules": rules}

    make_change(club_id, game_uid, token, "target", edit)
    return "".join(became)


def stop(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Ends a game early, without a winner. Raises ValidationFailed where it is over; NotFound; Conflict."""

    def edit(state: GameState) -> Fields:
        if state.standing.end:
            raise ValidationFailed([BadRules("", "This game is over; there is nothing to stop.")])
        return {"stopped": True}

    make_change(club_id, game_uid, token, "stop", edit)


def resume(club_id: int, game_uid: UUID, token: FormToken) -> None:
    """Goes on with a stopped game. Raises NotFound, Conflict."""
    make_change(club_id, game_uid, token, "resumption", lambda _table: {"stopped": False})
