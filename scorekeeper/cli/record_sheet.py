"""The score sheet of a checked record: a line for each hand, then the result, then the problems."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from unicodedata import category, east_asian_width

from scorekeeper.record import Audit, HandVerdict, Problem
from scorekeeper.record.document import HandEntry, or_none
from scorekeeper.rules.explain_score import describe_status, explain_end, explain_played
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import HandScore
from scorekeeper.rules.words import Names, format_points, format_total
from scorekeeper.usecases.names import isolate

LONGEST_CELL = 40
"""The most columns of a terminal for a name."""


def score_sheet(audit: Audit, file: str) -> str:
    """Return the score sheet of one record: lines of text with a blank one at the end."""
    lines = [f"{clean(file)}: {_rules(audit)}", ""]
    if audit.standing and audit.hands:
        lines += [*table(_rows(audit, audit.standing)), ""]
    lines += [_result(audit), *_problems(audit), "", ""]
    return "\n".join(lines)


def _rules(audit: Audit) -> str:
    rules = audit.record.rules.given
    if isinstance(rules, dict):
        return f"{_title(rules.get('base'))}, with house rules"
    return _title(rules)


def _title(key: object) -> str:
    return PRESETS[key].title if isinstance(key, str) and key in PRESETS else "unknown rules"


def _rows(audit: Audit, standing: Standing) -> Iterator[list[str]]:
    sides = competitors(standing.rules, standing.players)
    yield [
        "Hand",
        "Dealer",
        "Bidder",
        "Bid",
        "Captured",
        *(cell for side in sides for cell in (audit.names.side(side), "total")),
    ]
    if starting_totals := audit.record.document and or_none(audit.record.document.starting_totals):
        totals = (cell for side in sides for cell in ("", format_total(_carried(audit, side, starting_totals))))
        yield ["", "", "", "", "from paper", *totals]
    for entry, hand, played in zip(audit.record.hands, audit.hands, audit.played, strict=True):
        score = played.score if played else None
        bidder, bid = (audit.names[score.hand.bidder], score.hand.bid) if score else (entry.bidder, entry.bid)
        captured = _captured(entry, score, audit.names)
        row = [str(hand.number), hand.dealer or "", str(bidder or ""), str(bid or ""), captured]
        for side in sides:
            player = audit.players[side[0]]
            row += [format_points(hand.points[player]) if hand.points else "?", _total(hand, player)]
        yield row


def _carried(audit: Audit, side: Side, starting_totals: Mapping[str, int]) -> int:
    """Return a competitor's starting total, which is stored with any of its players (R34)."""
    return next((starting_totals[name] for player in side if (name := audit.players[player]) in starting_totals), 0)


def _total(hand: HandVerdict, player: str) -> str:
    return format_total(hand.totals[player]) if hand.totals else "?"


def _captured(entry: HandEntry, score: HandScore | None, names: Names) -> str:
    if not entry.scored:
        return str(entry.outcome)
    piles = score.sides if score else ()
    counted = ", ".join(f"{names.side(side.players)} {side.captured}" for side in piles if side.captured is not None)
    ended = {"renege": "(renege)", "conceded": "(given up)"}.get(str(entry.outcome), "")
    last = "(last hand)" if entry.last is True else ""
    return " ".join(filter(None, (counted, ended, last)))


def _result(audit: Audit) -> str:
    standing = audit.final_standing
    if standing is None:
        return "Not scored: fix the problems below first."
    reason = explain_end(standing, audit.names)
    ruling = f" ({reason.ruling})" if reason.ruling else ""
    return clean(f"{describe_status(standing.status, standing.end, audit.names)}. {reason.text}{ruling}")


def _problems(audit: Audit) -> Iterator[str]:
    if not audit.problems:
        yield "No problems."
    for problem in audit.problems:
        yield clean(f"{problem.describe('Record')} ({problem.ruling or problem.code})")
        yield from _why(audit, problem)


def _why(audit: Audit, problem: Problem) -> Iterator[str]:
    """Yield the reasons for the right score, if the claimed one is wrong."""
    played = audit.played[problem.hand - 1] if problem.hand and problem.code == "wrong-score" else None
    if played:
        for reason in explain_played(played, audit.names):
            yield clean(f"  {reason.text}" + (f" ({reason.ruling})" if reason.ruling else ""))


def table(rows: Iterable[list[str]], words: Collection[int] = (1, 2, 4)) -> Iterator[str]:
    """Align the columns: `words` to the left, numbers to the right."""
    cells = [[_cut(clean(cell)) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(_aligned(row, widths, words)).rstrip()


def _aligned(row: Sequence[str], widths: Sequence[int], words: Collection[int]) -> Iterator[str]:
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        space = " " * (width - _width(cell))
        yield isolate(cell) + space if column in words else space + isolate(cell)


def clean(text: str) -> str:
    """Return the text without terminal control characters."""
    return "".join("\N{REPLACEMENT CHARACTER}" if category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text)


def _cut(text: str) -> str:
    return text if _width(text) <= 3 * LONGEST_CELL else text[: 3 * LONGEST_CELL - 1] + "…"


def _width(text: str) -> int:
    """Count the columns in a terminal: two for a wide character, none for a combining mark."""
    return sum(0 if category(char) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(char) in "WF") for char in text)
