"""A club's games, hands and players as tables for a spreadsheet or pandas, each with a row of headings."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from io import StringIO
from itertools import chain
from uuid import UUID

from sqlalchemy.orm import Session

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import TIED, Hand, Player, side_with
from scorekeeper.rules.scoring import penalty_of
from scorekeeper.rules.words import Names, join_words
from scorekeeper.storage import clubs
from scorekeeper.storage.db import db
from scorekeeper.storage.games import StoredGame
from scorekeeper.usecases.days import local
from scorekeeper.usecases.game_rules import goal_text
from scorekeeper.usecases.game_state import GameState, read_game
from scorekeeper.usecases.names import is_unnamed
from scorekeeper.usecases.sheet.columns import kind_of, own_columns, place_of

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""A text that begins with one of these would run as a formula."""
LATER_FORMULA = re.compile(r"(?<=[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])")
"""The same inside a cell, for spreadsheets that separate cells by semicolons, as in many countries."""

Value = str | int | bool | datetime | None


def escape_formula(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs, with an apostrophe before what would begin a formula."""
    text = LATER_FORMULA.sub("'", text)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_lines(rows: Iterable[Sequence[Value]]) -> Iterator[bytes]:
    """Yield each row as a line of CSV in UTF-8: times in ISO 8601 with their offset, None as an empty cell.

    Before the first is the mark without which some spreadsheets read names wrong.
    """
    yield BOM_UTF8
    buffer = StringIO()
    writer = csv.writer(buffer)
    for row in rows:
        writer.writerow([_format(value) for value in row])
        yield buffer.getvalue().encode()
        buffer.seek(0)
        buffer.truncate()


def _format(value: Value) -> str | int | bool | None:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return escape_formula(value) if isinstance(value, str) else value


Line = Sequence[Value]
MOST_PLAYERS = 6
SEATS = range(1, MOST_PLAYERS + 1)


def _numbered(*names: str) -> list[str]:
    return [f"{name}_{seat}" for seat in SEATS for name in names]


def games(club_id: int) -> Iterator[Line]:
    """Yield a row for each game that is not deleted, its players clockwise; times are those of the club's zone."""
    return _games(clubs.own_session(), club_id)


def hands(club_id: int) -> Iterator[Line]:
    """Yield a row for each hand, misdeal and passed-out deal, with the players' points and totals clockwise."""
    return _hands(clubs.own_session(), club_id)


def players(club_id: int) -> Iterator[Line]:
    """Yield a row for each player with a name: games started, finished and won (jointly, too), first and last start."""
    return _players(clubs.own_session(), club_id)


def _games(session: Session, club_id: int) -> Iterator[Line]:
    yield (
        *("game", "started", "ended", "rules", "house_rules", "played_to", "status", "hands", "winners", "notes"),
        *_numbered("player", "total", "won"),
    )
    with session:
        zone = clubs.get(session, club_id).zone
        for stored in clubs.all_games(session, club_id):
            state = GameState(stored)
            started, ended = (when and local(when, zone) for when in (stored.started_at, stored.end))
            winners = join_words([seat.player.name for seat in stored.seats if seat.won])
            yield (
                *(str(stored.uid), started, ended, stored.preset, stored.house_rules_name),
                *(goal_text(state.rules), stored.status, state.standing.hands_scored, winners, stored.notes),
                *_pad_seats([(seat.player.name, seat.total, seat.won) for seat in stored.seats], 3),
            )


def _hands(session: Session, club_id: int) -> Iterator[Line]:
    yield (
        *("game", "entry", "hand", "outcome", "dealer", "bidder", "bid", "partners", "trump", "bidding_side", "taken"),
        *("made", "reneged_by", "fouls", "note"),
        *_numbered("player", "points", "total"),
    )
    with session:
        for stored in clubs.all_games(session, club_id):
            state = GameState(stored)
            for place, (row, played) in enumerate(zip(stored.hands, state.hands, strict=True), 1):
                names = state.stored_names_at(row.position)
                yield (
                    str(stored.uid),
                    place,
                    played.deal.number,
                    *_hand(played, names),
                    *_pad_seats(list(_seats(names, played)), 3),
                )


def _players(session: Session, club_id: int) -> Iterator[Line]:
    yield "player", "name", "games", "finished", "wins", "first_game", "last_game"
    with session:
        zone = clubs.get(session, club_id).zone
        for player in clubs.all_players(session, club_id):
            if not is_unnamed(player.name):
                counts = player.games, player.finished, player.wins
                first, last = (when and local(when, zone) for when in (player.first, player.last))
                yield (str(player.id), player.name, *counts, first, last)


def _hand(played: PlayedHand, names: Names) -> Line:
    hand, score = played.hand, played.score
    bidding = next((side for side in score.sides if side.players == score.bidding_side), None) if score else None
    return (
        *(hand.outcome, names[played.deal.dealer], _name(hand.bidder, names), hand.bid),
        *(None if hand.partners is None else names.side(hand.partners), hand.trump),
        *(names.side(bidding.players) if bidding else None, bidding.points if bidding else None),
        *(score.made if score else None, _name(hand.reneged_by, names), len(hand.fouls), hand.note),
    )


def _name(player: Player | None, names: Names) -> str | None:
    return None if player is None else names[player]


def _seats(names: Names, played: PlayedHand) -> Iterator[Line]:
    """Yield each player with the points of the hand and the total after it; no points if it doesn't count."""
    for player in played.standing.players:
        points = played.points[player] if played.has_points else None
        yield names[player], points, played.standing.totals[player]


def _pad_seats(seats: Sequence[Line], columns: int) -> Line:
    """Return the seats in order, with empty cells for seats that the rules do not have."""
    empty = (None,) * (columns * (MOST_PLAYERS - len(seats)))
    return (*(value for seat in seats for value in seat), *empty)


OUTCOMES = {"misdeal": "misdeal", "passed-out": "passed out"}
FOULS = {"table-talk": "penalty", "nest-discard": "wrong discard"}


def csv_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """Return the name of a game's file and its CSV, one row a hand, including misdeals. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    columns = own_columns(state.rules, [state.stored_names.side(side) for side in state.competitors])
    rows = _rows(state, [*columns])
    headings = [*columns.values()]
    zone = clubs.get(db.session(), club_id).zone
    return file_name(state.game, zone, ".csv"), b"".join(csv_lines(chain([headings], rows)))


def _rows(state: GameState, keys: Sequence[str]) -> Iterator[list[Value]]:
    start: dict[str, Value] = {"bidder": "Brought forward"}
    start |= {f"total-{at}": state.initial_standing.total(side) for at, side in enumerate(state.competitors)}
    if any(state.initial_standing.totals):  # R34
        yield [start.get(key) for key in keys]
    sat = [*(state.stored_names_at(row.position) for row in state.game.hands), state.stored_names]
    for before, names, played in zip([sat[0], *sat], sat, [*state.hands, None], strict=False):
        yield from _sits_down(before, names, keys)
        if played:
            yield [_cell(state, played, names, key) for key in keys]


def _sits_down(before: Names, names: Names, keys: Sequence[str]) -> Iterator[list[Value]]:
    """Yield a line for everyone who sat down since: "Eve sits down for Cal"."""
    for left, came in zip(before.players, names.players, strict=True):
        if came != left:
            yield [f"{came} sits down for {left}" if key == "bidder" else None for key in keys]


def _cell(state: GameState, played: PlayedHand, names: Names, key: str) -> Value:
    hand, kind = played.hand, kind_of(key)
    if kind in ("captured", "penalty", "adjustment", "points", "total"):
        return _of_side(state, played, kind, place_of(key))
    match key:
        case "number":
            return played.deal.number
        case "dealer":
            return names[played.deal.dealer]
        case "bidder":
            return OUTCOMES.get(hand.outcome) or names[hand.bidder]
        case "partner":
            return None if hand.partners is None else names.side(hand.partners) or "alone"
        case "gave_up" | "last":
            return "yes" if (hand.last if key == "last" else hand.outcome == "conceded") else None
        case "result":
            return _result(played)
        case "note":
            return "; ".join(_remarks(played, names)) or None
        case "bid" | "trump":
            return getattr(hand, key)  # type: ignore[no-any-return]  # mypy has no type for it: a number, a color or None
    return _who(hand, key, names)


def _who(hand: Hand, key: str, names: Names) -> str | None:
    """Return who took tricks, reneged or discarded wrongly."""
    if key == "discard":
        return _name(next((foul.player for foul in hand.fouls if foul.kind == "nest-discard"), None), names)
    value = hand.reneged_by if key == "renege" else getattr(hand, key)
    return "tied" if value is TIED else _name(value, names)


def _of_side(state: GameState, played: PlayedHand, kind: str, place: int) -> Value:
    """Return what a column of a competitor has, and blank instead of 0 where nothing happened."""
    if kind == "captured":
        return _captured(state, played, place)
    side = state.competitors[place]
    if played.after_end and kind != "total":
        return None
    if kind == "total":
        return played.standing.total(side)
    if kind == "points":
        return played.points[side[0]] if played.has_points else None
    if kind == "penalty":
        return penalty_of(state.rules, side_with(played.sides, side[0]), played.hand.fouls) or None
    return sum(each.points for each in played.hand.adjustments if each.player in side) or None


def _remarks(played: PlayedHand, names: Names) -> Iterator[str]:
    """Yield the note of a hand, and whose its fouls and adjustments were and why."""
    hand = played.hand
    yield from [_on_one_line(hand.note)] if hand.note else []
    yield from (f"{FOULS[foul.kind]}: {names[foul.player]}" for foul in hand.fouls)
    yield from (f"{names[each.player]} {each.points:+} {_on_one_line(each.reason)}" for each in hand.adjustments)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _captured(state: GameState, played: PlayedHand, index: int) -> Value:
    """Return the counters of this column's side, None if the hand has no score."""
    score = played.score
    if score is None:
        return None
    if state.rules.fixed_sides or state.rules.sides == "individual":
        return score.sides[index].captured
    return sorted(score.sides, key=lambda side: side.players != score.bidding_side)[index].captured


def _result(played: PlayedHand) -> Value:
    if played.score is None:
        return "after the end" if played.after_end else None
    if played.hand.outcome == "conceded":
        return "gave up"
    return "renege" if played.score.made is None else "made" if played.score.made else "set"


def file_name(game: StoredGame, zone: str | None, ending: str) -> str:
    """Return the name of a game's file, which suits every system: the day it began, in the club's zone, and its id."""
    return f"{local(game.started_at, zone).date().isoformat()}-{game.uid}{ending}"
