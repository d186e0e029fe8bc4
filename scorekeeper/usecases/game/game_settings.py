"""Change a game's settings: names, dealer and goal; and end it early."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID

from scorekeeper.rules.errors import BadRules, DuplicatePlayer, RuleError, UnknownPlayer
from scorekeeper.rules.explain_rules import describe_seating
from scorekeeper.rules.explain_score import describe_status, explain_end
from scorekeeper.rules.hand import Hand
from scorekeeper.storage import clubs, games, players
from scorekeeper.storage.db import db
from scorekeeper.storage.games import ENDED, STILL, StoredSeat, write_facts
from scorekeeper.usecases.club_names import as_entered, of_club
from scorekeeper.usecases.days import NO_DAY, day_text, evening_of, is_possible, noon, today
from scorekeeper.usecases.errors import Question, ValidationFailed
from scorekeeper.usecases.game_rules import goal_text, hands_per_round, rules_key, rules_title, ruleset_of, with_goal
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import (
    AlikeName,
    KnownNames,
    is_unnamed,
    known_spellings,
    merged_name,
    name_error,
    normalize_name,
    unnamed_error,
)

from .change import Fields, changed
from .effect import Effect, compare
from .recording import next_deal, refuse
from .sitting_down import MOST_PLAYERS, refuse_in_tournament, seated, told_sittings, waits


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What the settings page says of a game that its state does not.

    `own_goal` is the goal of its rules. `sittings` are those of chairs that several had, in words.
    """

    title: str
    rules_key: str
    goal: str
    own_goal: str
    seating: str
    hands_per_round: int
    sides: tuple[str, ...]
    next_dealer: str
    status_text: str
    sittings: tuple[tuple[int, str], ...]


def game_settings(state: GameState) -> GameSettings:
    """Return what the settings page says of this game."""
    game = state.game
    return GameSettings(
        title=rules_title(game.rules, game.house_rules_name),
        rules_key=rules_key(game),
        goal=goal_text(state.rules),
        own_goal=goal_text(ruleset_of(with_goal(game.rules, game.house_rules_name))),
        seating=describe_seating(state.rules),
        hands_per_round=hands_per_round(state.rules),
        sides=tuple(map(state.names.side, state.competitors)),
        next_dealer=state.names_at(STILL)[state.dealer_of_rematch(state.players)],
        status_text=_status_text(state),
        sittings=tuple(told_sittings(state)),
    )


def _status_text(state: GameState) -> str:
    standing = state.standing
    if standing.end:
        return f"{describe_status(state.status, standing.end, state.names)}. {explain_end(standing, state.names).text}"
    if state.game.stopped:
        return "Stopped early. No winner."
    now = explain_end(standing, state.names).text if standing.tied else f"Hand {state.deal.number} is being played."
    return f"{now} After it {waiting}." if (waiting := waits(state)) else now


def correct_name(
    state: GameState,
    player: int | None,
    name: str,
    everywhere: bool,
    new_names: Collection[str] = (),
    answered: str = "",
) -> Fields:
    """Correct the name of the player with this number everywhere in the club, or seat someone else there.

    The name of another player of the club always means that player: one name, one person. Two of this table are
    swapped: their hands stay where they are. A name spelled nearly like another's is refused unless it is in
    `new_names`, which were confirmed. A name for one of SEAT_NAMES is given in this game only. `answered` is the
    question that was confirmed. Raises ValidationFailed with fields `player` and `name`.
    """
    name, club_id, session = normalize_name(name), state.game.club_id, db.session()
    ours, typed = of_club(session, club_id), name
    if not everywhere:
        (name,) = known_spellings([typed], ours, new_names)
    seat = _seat_to_rename(state, player, name)
    shared = {each.number for each in state.game.sittings}
    other = next((each for each in state.game.seats if each.player.name == name), None)
    if other and not {seat.number, other.number} & shared:
        return _swap(state, seat, other, answered)
    misspelled = everywhere and not is_unnamed(seat.player.name)
    known = players.find(session, club_id, [name]).get(name)
    others = KnownNames(other for other in ours.names if not misspelled or other != seat.player.name)
    merged = merged_name("name", typed, ours, new_names)
    if merged and merged.other != seat.player.name and (everywhere or merged.again not in new_names):
        raise ValidationFailed([merged])
    _refuse_alike(others, name, new_names, "Correct name")
    if known is None and misspelled:
        return {f"name:{seat.player.id}": name}
    refuse_in_tournament(state, "name")
    if known is None:
        known = players.find_or_add(session, club_id, [name])[0]
    (known,) = as_entered(session, club_id, [typed], [known], ours, new_names)
    sat = state.game.sittings_of(seat.number)
    return seated(seat.number, [replace(each, player=known) if each.player == seat.player else each for each in sat])


def _refuse_alike(known: KnownNames, name: str, new_names: Collection[str], button: str) -> None:
    if (alike := known.in_doubt(name)) and name not in new_names:
        answer = f"If so, write {alike}; if not, tap {button} again."
        raise ValidationFailed([AlikeName("name", name, alike, answer)])


def _seat_to_rename(state: GameState, player: int | None, name: str) -> StoredSeat:
    """Return the seat with this number, or with who sat there for some hands, as `told_sittings` numbers them."""
    place, number = divmod(-1 if player is None else player, MOST_PLAYERS)
    seat = next((seat for seat in state.game.seats if seat.number == number), None)
    sat = state.game.sittings_of(number) if seat and place else []
    if seat and place:
        seat = replace(seat, player=sat[place - 1].player) if place <= len(sat) else None
    errors: list[RuleError] = [] if seat else [UnknownPlayer("player", "Choose a player at this table.")]
    if error := name_error("name", name) or unnamed_error("name", name):
        errors.append(error)
    elif seat and name == seat.player.name:
        errors.append(DuplicatePlayer("name", f"{name} is already at the table."))
    if errors or seat is None:
        raise ValidationFailed(errors)
    return seat


def _swap(state: GameState, seat: StoredSeat, other: StoredSeat, answered: str) -> Fields:
    """Exchange the people of two player numbers, whose hands and points stay with the numbers."""
    refuse_in_tournament(state, "name")
    game, session = state.game, db.session()
    one, two, about = seat.player, other.player, f"swap {seat.number} {other.number}"
    if answered != about:
        text = (
            f"{two.name} is already at the table. Swap {one.name} and {two.name} in the whole game, with their hands, "
            "points and stats? Or are only the seats wrong? Then change them under Seating."
        )
        raise ValidationFailed([Question("name", text, about, f"Swap {one.name} and {two.name}")])
    one_id, two_id = (players.seated_as(session, game.id, each.number, each.player_id) for each in (seat, other))
    return {f"player:{seat.number}": [two_id, two.name], f"player:{other.number}": [one_id, one.name]}


def play_on(state: GameState, day: str) -> Fields:
    """Say on which evening a game that is over was played: it ended at noon then, and took as long.

    Days are those of the club's zone, such as 2026-11-21. Raises ValidationFailed with field `day`.
    """
    game, session = state.game, db.session()
    zone, evening = clubs.get(session, game.club_id).zone, date.fromisoformat(day)
    is_same = evening == evening_of(game.place, zone)
    ended = game.place if is_same else noon(evening, zone)
    started = game.started_at + (ended - game.place)
    refuse([*_day_errors(state, evening, started, ended, zone)])
    return {} if is_same else {"started_at": started.isoformat(), "ended_at": ended.isoformat()}


def _day_errors(
    state: GameState, evening: date, started: datetime, ended: datetime, zone: str | None
) -> Iterator[RuleError]:
    game = state.game
    if not (is_possible(started) and is_possible(ended)):
        yield RuleError("day", NO_DAY)
    if game.status not in ENDED:
        yield RuleError("day", "The game is still being played.")
    if game.round_number is not None:
        yield RuleError("day", "A game of a tournament stays on its day.")
    if evening > today(zone):
        yield RuleError("day", "That day is still to come.")
    others = [(id_, evening_of(when, zone)) for id_, when in games.moments_in_series(db.session(), game.series_id)]
    before = [day for id_, day in others if id_ < game.id and day > evening]
    after = [day for id_, day in others if id_ > game.id and day < evening]
    if before:
        day = day_text(before[-1])
        yield RuleError("day", f"It is a rematch of a game of {day}, and can't have been before that.")
    if after:
        yield RuleError("day", f"Its rematch was on {day_text(after[0])}. It can't have been after that.")


def name_sides(state: GameState, names: Sequence[str]) -> Fields:
    """Name the two sides of fixed partners, the first player's first; two blanks remove the names.

    Raises ValidationFailed with fields `first` and `second`.
    """
    names = [normalize_name(name) for name in names]
    if not any(names):
        return {"teams": None}
    errors: list[RuleError] = []
    for field, name in zip(("first", "second"), names, strict=True):
        if error := name_error(field, name, "Name both sides, or neither."):
            errors.append(error)
    if not errors and names[0] == names[1]:
        errors.append(DuplicatePlayer("second", f"The other side is called {names[0]} too."))
    if not state.rules.fixed_sides:
        errors.append(BadRules("first", "With these rules partners change, so no side has a name."))
    if errors:
        raise ValidationFailed(errors)
    return {"teams": names}


def change_dealer(state: GameState, dealer: int | None) -> Fields:
    """Correct who dealt first; recorded hands keep their dealers. Raises ValidationFailed with field `dealer`."""
    if dealer is None or not 0 <= dealer < len(state.names):
        raise ValidationFailed([UnknownPlayer("dealer", "Choose a player at this table to deal first.")])
    if state.game.hands or not state.open_hand:
        return {"dealer": dealer}
    refuse_while_calling(state, "dealer")
    return {"dealer": dealer, "open_hand": write_facts(state.open_hand, state.standing.table.deal(dealer))}


def change_deal(state: GameState, dealer: int | None) -> Fields:
    """Correct who deals the hand being played; the deal passes on from there.

    Raises ValidationFailed with field `dealer`.
    """
    if dealer is None or not 0 <= dealer < len(state.names):
        raise ValidationFailed([UnknownPlayer("dealer", "Choose a player at this table as the dealer.")])
    deal, hand = next_deal(state), state.open_hand
    if deal.dealer == dealer:
        return {}
    refuse_while_calling(state, "dealer")
    changed = write_facts(hand or Hand(), deal._replace(dealer=dealer))
    if state.game.hands:
        return {"open_hand": changed}
    return {"dealer": dealer, "open_hand": changed if hand else None}


def refuse_while_calling(state: GameState, field: str) -> None:
    """Refuse a change of seats while calls of a hand are logged: they followed the old seats.

    Raises ValidationFailed.
    """
    if state.open_hand and state.open_hand.auction:
        message = "This hand's bidding is logged in the current seating. Undo it first."
        raise ValidationFailed([BadRules(field, message)])


def change_target(
    state: GameState, target: int | None, hand_limit: int | None, time_limit: int | None = None
) -> Fields:
    """Change the target, the number of hands or the time limit; the game is scored again.

    Raises ValidationFailed with fields `target`, `hand_limit`, `time_limit`.
    """
    if state.game.round_number is not None:
        raise ValidationFailed([BadRules("target", "This game lasts as long as its tournament says.")])
    return {"rules": with_goal(state.game.rules, state.game.house_rules_name, target, hand_limit, time_limit)}


def preview_end(club_id: int, game_uid: UUID) -> tuple[int, int, Effect] | None:
    """Return with how many hands the game ends now, or with the hand being played, that hand's number, and what it does
    (R2).

    None where partners rotate, which a number of hands of its own would cut short. Raises NotFound, Deleted.
    """
    state = read_game(club_id, game_uid)
    if state.rules.sides == "rotating_partners":
        return None
    hands = sum(played.hand.scored for played in state.hands) + (state.open_hand is not None)
    return hands, hands, compare(state, changed(state, change_target(state, None, hands)))


def stop(state: GameState) -> Fields:
    """End a game early, without a winner. Raises ValidationFailed if it is over."""
    if state.standing.end:
        raise ValidationFailed([BadRules("", "This game is already over.")])
    return {"stopped": True}


def resume(_state: GameState) -> Fields:
    """Go on with a stopped game."""
    return {"stopped": False}
