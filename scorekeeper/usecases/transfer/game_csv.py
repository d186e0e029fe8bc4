"""A game as a table for a spreadsheet, with the columns of a checked sheet."""

from collections.abc import Iterator, Sequence
from itertools import chain
from uuid import UUID

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import PLAYERS, TIED
from scorekeeper.usecases.check.sheet_columns import sheet_columns
from scorekeeper.usecases.game_state import GameState, read_game

from .csv_writer import Value, csv_lines
from .game_export import file_name

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # without it some spreadsheets read names wrong
OUTCOMES = {"misdeal": "misdeal", "passed-out": "passed out"}


def csv_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """Return the name of a game's file and its CSV, one row a hand, including misdeals. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    columns = [
        column
        for column in sheet_columns(state.rules, tuple(name for _, name in state.stored_players))
        if not column.key.startswith("claim")
    ]
    sides = [state.stored_names.side(side) for side in state.competitors]
    claims = [heading for side in sides for heading in (f"Points of {side}", f"Total of {side}")]
    headings = ["Hand", "Dealer", *(column.label for column in columns), "Result", *claims]
    rows = _rows(state, [column.key for column in columns])
    return file_name(state.game, ".csv"), BYTE_ORDER_MARK + b"".join(csv_lines(chain([headings], rows)))


def _rows(state: GameState, keys: Sequence[str]) -> Iterator[list[Value]]:
    carried = [state.initial_standing.total(side) for side in state.competitors]
    if any(carried):  # R34
        blanks: list[Value] = [None] * (len(keys) - 1)
        totals = [cell for total in carried for cell in (None, total)]
        yield [None, None, "Brought forward", *blanks, None, *totals]
    for number, played in zip(state.hand_numbers, state.hands, strict=True):
        yield [
            number,
            state.stored_names[played.deal.dealer],
            *(_cell(state, played, key) for key in keys),
            _result(played),
            *_points(state, played),
        ]


def _cell(state: GameState, played: PlayedHand, key: str) -> Value:
    hand, names = played.hand, state.stored_names
    if key == "bidder":
        return OUTCOMES.get(hand.outcome) or names[hand.bidder]
    if key.startswith("captured"):
        return _captured(state, played, int(key.rpartition("-")[2]))
    if key == "partners":
        return None if hand.partners is None else names.side(hand.partners) or "alone"
    if key == "fouls":
        return " / ".join(f"{names[foul.player]}{' discard' * (foul.kind == 'nest-discard')}" for foul in hand.fouls)
    if key == "adjustment":
        return " | ".join(
            f"{names[each.player]} {each.points:+} {_on_one_line(each.reason)}" for each in hand.adjustments
        )
    if key in ("gave_up", "last"):
        return "yes" if (hand.last if key == "last" else hand.outcome == "conceded") else None
    value = getattr(hand, key)
    if key in PLAYERS:
        return "tied" if value is TIED else None if value is None else names[value]
    return _on_one_line(value) if isinstance(value, str) else value


def _on_one_line(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


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


def _points(state: GameState, played: PlayedHand) -> Iterator[Value]:
    for side in state.competitors:
        yield played.points[side[0]] if played.has_points else None
        yield played.standing.total(side)
