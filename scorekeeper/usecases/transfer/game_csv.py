"""A game as a sheet for a spreadsheet, in the very columns that a checked sheet is read by."""

from collections.abc import Iterator, Sequence
from itertools import chain
from uuid import UUID

from scorekeeper.rules.game import PlayedHand
from scorekeeper.rules.hand import TIED, side_name
from scorekeeper.usecases.check.sheet_columns import sheet_columns
from scorekeeper.usecases.game_state import GameState, read_game

from .csv_writer import Value, lines
from .exports import file_name

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # without it some spreadsheets read names wrong
OUTCOMES = {"misdeal": "misdeal", "passed-out": "passed out"}


def csv_file(club_id: int, game_uid: UUID) -> tuple[str, bytes]:
    """A club's game as CSV, one row an entry, and the name of its file. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    keys = [column for column in sheet_columns(state.rules, state.players) if not column.key.startswith("claim")]
    points = [
        heading
        for side in state.competitors
        for heading in (f"Points of {side_name(side)}", f"Total of {side_name(side)}")
    ]
    head = ["Hand", "Dealer", *(column.label for column in keys), "Result", *points]
    rows = _rows(state, [column.key for column in keys])
    return file_name(state.game, ".csv"), BYTE_ORDER_MARK + b"".join(lines(chain([head], rows)))


def _rows(state: GameState, keys: Sequence[str]) -> Iterator[list[Value]]:
    for number, entry in zip(state.hand_numbers, state.hands, strict=True):
        yield [
            number,
            entry.deal.dealer,
            *(_cell(state, entry, key) for key in keys),
            _result(entry),
            *_points(state, entry),
        ]


def _cell(state: GameState, entry: PlayedHand, key: str) -> Value:
    hand = entry.hand
    if key == "bidder":
        return OUTCOMES.get(hand.outcome, hand.bidder)
    if key.startswith("captured"):
        return _captured(state, entry, int(key.rpartition("-")[2]))
    if key == "partners":
        return None if hand.partners is None else side_name(hand.partners) or "alone"
    if key == "fouls":
        return " / ".join(f"{foul.player}{' discard' * (foul.kind == 'nest-discard')}" for foul in hand.fouls)
    if key == "adjustment":
        return " | ".join(f"{each.player} {each.points:+} {_plain(each.reason)}" for each in hand.adjustments)
    if key == "most_tricks":
        return "tied" if hand.most_tricks is TIED else hand.most_tricks
    value: Value = getattr(hand, key)
    return _plain(value) if isinstance(value, str) else value


def _plain(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


def _captured(state: GameState, entry: PlayedHand, place: int) -> Value:
    """What was captured by the side of this column of counts."""
    score = entry.score
    if score is None:
        return None
    if state.rules.fixed_sides or state.rules.sides == "individual":
        return score.sides[place].captured
    return sorted(score.sides, key=lambda side: side.players != score.bidding_side)[place].captured


def _result(entry: PlayedHand) -> Value:
    if entry.score is None:
        return "after the end" if entry.after_end else None
    return "renege" if entry.score.made is None else "made" if entry.score.made else "set"


def _points(state: GameState, entry: PlayedHand) -> Iterator[Value]:
    for side in state.competitors:
        yield entry.score.points[side[0]] if entry.score else None
        yield entry.standing.total(side)
