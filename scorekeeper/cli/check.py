"""`rook-scorekeeper check` for game records and paper sheets, and `schema`; a checked record as a score sheet."""

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import click
import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.record import LARGEST_RECORD, Audit, HandVerdict, Problem, audit_bytes, audit_record, too_large
from scorekeeper.record import schema as record_schema
from scorekeeper.record.document import HandEntry, or_none
from scorekeeper.rules.explain_score import (
    all_of,
    describe_status,
    explain_agreed,
    explain_agreed_result,
    explain_end,
    explain_played,
)
from scorekeeper.rules.game import Standing
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import HandScore
from scorekeeper.rules.words import Names, describe_hand, format_points, format_total, who_came

from .open_club import clean, printable
from .text_table import table

STANDARD_INPUT = "-"
SHEETS = (".csv", ".tsv", ".txt", ".md")
"""The file extensions of paper sheets; any other file is a record."""
STATUSES = {"right": 0, "only-if": 0, "wrong": 1, "unread": 1}


@dataclass(slots=True)
class FileResult:
    """The output for one file, why it could not be read, and the exit status."""

    text: bytes = b""
    unread: str | None = None
    status: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """How files are checked. `rules` and `said` are for paper sheets."""

    as_json: bool
    rules: str | None = None
    said: Mapping[str, Any] = field(default_factory=dict)

    def is_sheet(self, file: str) -> bool:
        """Whether this file is a paper sheet; standard input is one if rules are given."""
        return file.casefold().endswith(SHEETS) if file != STANDARD_INPUT else self.rules is not None


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each file.")
@click.option("--rules", metavar="RULES", help="A sheet's rules: a preset's key or a file of house rules [original].")
@click.option("--names", metavar="NAMES", default="", help="A sheet’s players clockwise, with commas: Ann,Bob,Cal,Dee.")
@click.option("--points", is_flag=True, help="A sheet has the points of each hand.")
@click.option("--totals", is_flag=True, help="A sheet has the totals so far.")
@click.option("--both", is_flag=True, help="A sheet has points and totals so far.")
@click.option("--took", is_flag=True, help="A sheet has what each side took.")
@click.option(
    "--columns", metavar="COLUMNS", default="", help="What a sheet’s columns are: bidder,bid,us,them,- (not used)."
)
@click.option("--lines", metavar="LINES", default="", help="What some lines are: 1=note,4=total.")
@click.option("--who", metavar="WHO", default="", help="Who is meant by a word: M=us.")
@click.option("--penalties-in", is_flag=True, help="A sheet’s points have the penalties already.")
@click.option("--blank-is-0", is_flag=True, help="A blank under a sheet’s sides is 0.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(
    files: tuple[str, ...],
    as_json: bool,
    rules: str | None,
    names: str,
    **said: Any,
) -> None:
    """Check game files and paper sheets against the rules.

    A file that ends in .csv, .tsv, .txt or .md is a paper sheet, any other a record; `-` is one record on standard
    input, with --rules a sheet. Prints each with everything in it that doesn't follow the rules. Exit status: 0 no
    problems, 1 problems found, 2 a file can't be read.
    """
    readings = [name for name in ("points", "totals", "both", "took") if said.pop(name)] or ["points"]
    if len(readings) > 1:
        raise click.UsageError(f"--{readings[0]} and --{readings[1]} can’t be used together.")
    listed = {name: tuple(filter(None, map(str.strip, said.pop(name).split(",")))) for name in ("lines", "who")}
    listed["names"] = tuple(filter(None, map(str.strip, names.split(","))))
    listed["columns"] = tuple(said.pop("columns").split(","))
    options = Options(as_json, rules, said | listed | {"reading": readings[0]})
    if rules is not None or any(map(options.is_sheet, files)):
        from . import check_sheet

        try:
            check_sheet.find_rules(rules)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--rules") from None
    status = 0
    out = sys.stdout.buffer
    hidden = not sys.stderr.isatty() or out.isatty() or len(files) == 1
    with click.progressbar(
        (_check_file(file, options) for file in files), len(files), "Checking", file=sys.stderr, hidden=hidden
    ) as results:
        for file, result in zip(files, results, strict=True):
            if result.unread is not None:
                click.echo(f"Cannot read {printable(file)}: {result.unread}", err=True)
            out.write(result.text)
            status = max(status, result.status)
    out.flush()
    sys.exit(status)


@click.command()
def schema() -> None:
    """Print the JSON Schema of the game record."""
    click.echo(msgspec.json.format(msgspec.json.encode(record_schema())).decode())


def _check_file(file: str, options: Options) -> FileResult:
    name = printable(file)
    try:
        if options.is_sheet(file):
            return _check_sheet(file, name, options)
        audit = _audit(file)
    except (OSError, ValueError) as error:
        return FileResult(unread=getattr(error, "strerror", None) or str(error), status=2)
    text = msgspec.json.encode(audit.verdict(name)) + b"\n" if options.as_json else score_sheet(audit, name).encode()
    return FileResult(text, status=1 if audit.problems else 0)


def _check_sheet(file: str, name: str, options: Options) -> FileResult:
    """Check the paper sheet in this file; raises OSError, ValueError."""
    from . import check_sheet

    if file == STANDARD_INPUT:
        data = _read(sys.stdin.buffer)
    else:
        with open(file, "rb") as stream:
            data = _read(stream)
    try:
        checked = check_sheet.check(data, options.rules, check_sheet.Said(**options.said))
    except check_sheet.NoSheet as error:
        unread = msgspec.json.encode(error.as_json()) + b"\n" if options.as_json else b""
        return FileResult(unread, str(error), 2)
    result = checked.result
    assert result is not None  # a sheet that asks is refused
    printed = check_sheet.print_sheet(checked, name).encode() if not options.as_json else b""
    text = printed or msgspec.json.encode(result.as_json()) + b"\n"
    return FileResult(text, status=2 if result.is_unjudged else STATUSES[result.verdict])


def _audit(file: str) -> Audit:
    """Audit the record in this file, without reading one that is too large; raises OSError."""
    if file == STANDARD_INPUT:
        return audit_bytes(_read(sys.stdin.buffer))
    with open(file, "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        return audit_record(too_large(size)) if size > LARGEST_RECORD else audit_bytes(_read(stream))


def _read(stream: BinaryIO) -> bytes:
    """Read a record, up to one byte more than the limit."""
    return stream.read(LARGEST_RECORD + 1)


def score_sheet(audit: Audit, file: str) -> str:
    """Return the score sheet of one record: lines of text with a blank one at the end."""
    lines = [f"{clean(file)}: {_rules(audit)}", ""]
    if audit.standing and audit.hands:
        lines += [*table(_rows(audit, audit.standing)), ""]
    lines += [_result(audit), *_problems(audit), *_agreed(audit), "", ""]
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
    entries = zip(audit.record.hands, audit.hands, audit.played, audit.names_of, strict=True)
    before = audit.names_of[0] if audit.names_of else audit.names
    for entry, hand, played, names in entries:
        yield from _came(before, names, sides)
        before = names
        score = played.score if played else None
        bidder, bid = (names[score.hand.bidder], score.hand.bid) if score else (entry.bidder, entry.bid)
        captured = _captured(entry, score, names)
        row = [str(hand.number), hand.dealer or "", str(bidder or ""), str(bid or ""), captured]
        for side in sides:
            player = names[side[0]]
            row += [format_points(hand.points[player]) if hand.points else "?", _total(hand, player)]
        yield row
    if sat := audit.record.document and or_none(audit.record.document.substitutions):
        yield from _came(before, Names(sat[-1].players), sides)


def _came(before: Names, names: Names, sides: Sequence[Side]) -> Iterator[list[str]]:
    """Yield the line between two hands that says who sat down."""
    if came := who_came(before, names):
        yield ["", "", "", "", came, *[""] * (2 * len(sides))]


def _carried(audit: Audit, side: Side, starting_totals: Mapping[str, int]) -> int:
    """Return a competitor's starting total, which is stored with any of its players (R34)."""
    players = audit.names_of[0].players if audit.names_of else audit.players
    return next((starting_totals[name] for player in side if (name := players[player]) in starting_totals), 0)


def _total(hand: HandVerdict, player: str) -> str:
    return format_total(hand.totals[player]) if hand.totals else "?"


def _captured(entry: HandEntry, score: HandScore | None, names: Names) -> str:
    if not entry.scored:
        return str(entry.outcome)
    piles = score.sides if score else ()
    counted = ", ".join(f"{names.side(side.players)} {side.captured}" for side in piles if side.captured is not None)
    guilty = score.hand.reneged_by if score else None
    renege = "renege" if guilty is None else f"{names[guilty]} reneged"
    ended = {"renege": f"({renege})", "conceded": "(given up)"}.get(str(entry.outcome), "")
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
        for reason in explain_played(played, audit.names_of[(problem.hand or 1) - 1]):
            yield clean(f"  {reason.text}" + (f" ({reason.ruling})" if reason.ruling else ""))


def _agreed(audit: Audit) -> Iterator[str]:
    """Yield which hands all sides agreed to, and whether they agreed to the result, of a record that says either."""
    document, standing, entries = audit.record.document, audit.standing, audit.record.hands
    if not document or not standing:
        return
    if document.agreed_result is UNSET and all(entry.agreed is UNSET for entry in entries):
        return
    hands, most = list[tuple[str, bool]](), 2
    for entry, verdict, played, names in zip(entries, audit.hands, audit.played, audit.names_of, strict=True):
        if played is None or played.has_points:
            sides = played.sides if played else ()
            agreed = bool(sides) and _all_agreed(names, sides, entry.agreed)
            hands.append((describe_hand(or_none(entry.outcome) or "played", verdict.number), agreed))
            most = max(most, len(sides))
    if hands:
        yield explain_agreed(hands, all_of(most))
    if standing.end:
        sides = competitors(standing.rules, standing.players)
        yield explain_agreed_result(_all_agreed(audit.names, sides, document.agreed_result), all_of(len(sides)))


def _all_agreed(names: Names, sides: Iterable[Side], agreed: Collection[str] | UnsetType) -> bool:
    return {names[side[0]] for side in sides} <= {*(agreed or ())}
