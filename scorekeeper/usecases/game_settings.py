"""What may have to be set right during a game: who sits there, who dealt first, what it is played to; its end."""

from dataclasses import dataclass
from uuid import UUID

from ..rules.errors import BadRules, DuplicatePlayer, Refusal, UnknownPlayer
from ..rules.hand import Side, named
from ..rules.reasons import end_reason
from ..rules.ruleset import RuleSet
from ..storage import games, queries
from ..storage.db import db
from ..storage.models import Player
from .changes import Entry, make_change
from .ends import end_in_words, rounds, with_end
from .errors import NotFound, Refused
from .fields import Fields
from .names import name_fault, tidy
from .table import Table, read_table, ruleset_of, title_of
from .this_hand import seating


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
    rounds: int
    players: tuple[tuple[int, str], ...]
    sides: tuple[Side, ...]
    dealer: int
    next_dealer: str
    status: str
    state: str
    begun: bool


def game_settings(club_id: int, game_uid: UUID) -> GameSettings:
    """The settings of a club's game; raises NotFound, Deleted."""
    return _shown(read_table(club_id, game_uid))


def deleted_game(club_id: int, game_uid: UUID) -> GameSettings:
    """The same of a game that was deleted; raises NotFound."""
    game = games.read(db.session(), club_id, game_uid)
    if game is None:
        raise NotFound
    return _shown(Table(game))


def _shown(table: Table) -> GameSettings:
    game = table.game
    return GameSettings(
        uid=game.uid,
        version=game.version,
        title=title_of(game.rules, game.house),
        rules=table.rules,
        played_to=end_in_words(table.rules),
        own_end=end_in_words(ruleset_of(with_end(game.rules, game.house, None, None))),
        seating=seating(table.rules),
        rounds=rounds(table.rules),
        players=tuple((table.number(name), name) for name in table.players),
        sides=table.competitors,
        dealer=game.dealer,
        next_dealer=table.standing.next_dealer,
        status=table.status,
        state=_state(table),
        begun=bool(game.hands),
    )


def _state(table: Table) -> str:
    standing = table.standing
    if standing.end:
        return f"{' and '.join(map(named, standing.end.winners))} won. {end_reason(standing).text}"
    if table.game.stopped:
        return "Stopped here: unfinished, nobody has won."
    return end_reason(standing).text if standing.tied else f"Hand {standing.hands_scored + 1} is being played."


def correct_name(club_id: int, game_uid: UUID, entry: Entry, player: int | None, name: str, everywhere: bool) -> None:
    """Corrects the name of the player with this number, wherever the club has it, or seats somebody else there.

    A name that another of the club's players bears is always somebody else: one name, one person.
    Raises Refused with fields `player` and `name`; NotFound; OutOfDate.
    """
    name = tidy(name)

    def edit(table: Table) -> Fields:
        seat = next((seat for seat in table.game.players if seat.number == player), None)
        faults: list[Refusal] = [] if seat else [UnknownPlayer("player", "Choose somebody at this table.")]
        fault = name_fault("name", name)
        if fault:
            faults.append(fault)
        elif name in table.names:
            faults.append(DuplicatePlayer("name", f"{name} sits at the table already; each player has one seat."))
        if faults or seat is None:
            raise Refused(faults)
        session = db.session()
        known = queries.players_named(session, club_id, [name]).get(name)
        if known is None and everywhere:
            return {f"name:{seat.player_id}": name}
        if known is None:
            known = Player(club_id=club_id, name=name)
            session.add(known)
            session.flush()
        return {f"player:{player}": [known.id, known.name]}

    make_change(club_id, game_uid, entry, "name", edit, beyond_game=True)


def change_dealer(club_id: int, game_uid: UUID, entry: Entry, dealer: int | None) -> None:
    """Corrects who dealt first; hands that are recorded keep the dealer they were dealt by.

    Raises Refused with field `dealer`; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        if dealer is None or not 0 <= dealer < len(table.names):
            raise Refused([UnknownPlayer("dealer", "The first dealer is somebody at this table.")])
        contract = table.game.contract
        if table.game.hands or not contract:
            return {"dealer": dealer}
        refuse_while_calling(table, "dealer")
        return {"dealer": dealer, "contract": {**contract, "dealer": dealer}}

    make_change(club_id, game_uid, entry, "dealer", edit)


def refuse_while_calling(table: Table, field: str) -> None:
    """Raises Refused where the calls of the hand being played are logged: they followed the seats as they were."""
    if table.contract and table.contract.auction:
        message = "The calls of this hand are logged in the order of the seats as they are: undo them first."
        raise Refused([BadRules(field, message)])


def change_target(club_id: int, game_uid: UUID, entry: Entry, target: int | None, hand_limit: int | None) -> str:
    """Plays to another target or for a number of hands, and scores the game again.

    Answers what became of it in words, "" where it goes on as before. Raises Refused with fields `target`,
    `hand_limit`; NotFound; OutOfDate.
    """
    became: list[str] = []

    def edit(table: Table) -> Fields:
        rules = with_end(table.game.rules, table.game.house, target, hand_limit)
        after = table.under(ruleset_of(rules))
        if after.end and after.winners != table.standing.winners:
            became.append(f"With this the game is over: {' and '.join(map(named, after.end.winners))} won.")
        elif table.standing.end and not after.end:
            became.append("With this the game goes on: nobody has won yet.")
        return {"rules": rules}

    make_change(club_id, game_uid, entry, "target", edit)
    return "".join(became)


def stop(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Ends a game early, without a winner. Raises Refused where it is over; NotFound; OutOfDate."""

    def edit(table: Table) -> Fields:
        if table.standing.end:
            raise Refused([BadRules("", "This game is over; there is nothing to stop.")])
        return {"stopped": True}

    make_change(club_id, game_uid, entry, "stop", edit)


def resume(club_id: int, game_uid: UUID, entry: Entry) -> None:
    """Goes on with a stopped game. Raises NotFound, OutOfDate."""
    make_change(club_id, game_uid, entry, "resumption", lambda _table: {"stopped": False})
