"""Starting a game, and the games of a club."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.orm import Session

from ..rules.errors import BadRules, DuplicatePlayer, PlayerCount, Refusal, UnknownPlayer
from ..rules.hand import competitors, named
from ..rules.presets import PRESETS
from ..storage import queries
from ..storage.db import db, writing
from ..storage.models import Game, GamePlayer, Player
from .errors import Refused
from .table import preset_of, ruleset_of

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a list shows it: each competitor's names, total and whether it won."""

    uid: UUID
    rules: str
    status: str
    changed: datetime
    totals: tuple[tuple[str, int, bool], ...]


def start_game(club_id: int, entry_id: UUID, rules_key: str, names: Sequence[str], dealer: int) -> UUID:
    """Starts a game under the form's own id, so that starting it twice starts it once.

    names: the players clockwise, empty ones left out by the caller's form standing as ""; dealer: place in names.
    Raises Refused with fields `rules`, `players[i]`, `dealer`.
    """
    names = [" ".join(name.split()) for name in names]
    _refuse(rules_key, names, dealer)
    names = [name for name in names if name]
    with writing() as session:
        if queries.game(session, club_id, entry_id):
            return entry_id
        now = datetime.now(UTC)
        game = Game(uid=entry_id, club_id=club_id, rules={"base": rules_key}, dealer=dealer, started=now, changed=now)
        game.players = [
            GamePlayer(number=seat, seat=seat, player=player)
            for seat, player in enumerate(_players(session, club_id, names))
        ]
        session.add(game)
    return entry_id


def _refuse(rules_key: str, names: Sequence[str], dealer: int) -> None:
    refusals: list[Refusal] = []
    if rules_key not in PRESETS:
        raise Refused([BadRules("rules", "Choose one of the rule sets.")])
    wanted = PRESETS[rules_key].rules.players
    for place, name in enumerate(names):
        field = f"players[{place}]"
        if not name and place < wanted:
            refusals.append(UnknownPlayer(field, f"Who sits here? These rules need {wanted} players."))
        elif name and place >= wanted:
            refusals.append(PlayerCount(field, f"These rules are for {wanted} players; leave this one empty."))
        elif name and name in names[:place]:
            refusals.append(DuplicatePlayer(field, f"{name} sits at the table already; each player has one seat."))
        elif len(name) > LONGEST_NAME:
            refusals.append(UnknownPlayer(field, f"A name has at most {LONGEST_NAME} letters; this has {len(name)}."))
    if not 0 <= dealer < wanted:
        refusals.append(UnknownPlayer("dealer", f"The first dealer is one of the {wanted} players."))
    if refusals:
        raise Refused(refusals)


def _players(session: Session, club_id: int, names: Sequence[str]) -> list[Player]:
    """The club's players of these names; who is new is made."""
    known = queries.players_named(session, club_id, names)
    return [known.get(name) or Player(club_id=club_id, name=name) for name in names]


def home(club_id: int) -> tuple[list[GameLine], list[GameLine]]:
    """The games in progress and the last results, the last changed first."""
    running = queries.latest_games(db.session(), club_id, ("in-progress", "tied"), 20)
    finished = queries.latest_games(db.session(), club_id, ("over",), 5)
    return [_line(game) for game in running], [_line(game) for game in finished]


def _line(game: queries.GameLine) -> GameLine:
    by_name = {name: (total, won) for _, name, total, won in game.players}
    sides = competitors(ruleset_of(game.rules), tuple(by_name))
    totals = tuple((named(side), *by_name[side[0]]) for side in sides)
    return GameLine(game.uid, preset_of(game.rules).title, game.status, game.changed, totals)
