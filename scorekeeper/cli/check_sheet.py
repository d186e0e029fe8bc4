"""Paper sheets at the terminal: the sheet as written, with the verdict on each row."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from scorekeeper.record.document import NotJSON, rules_from
from scorekeeper.record.shape import load_json
from scorekeeper.rules.explain_score import Reason
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import NO_NAMES, did_you_mean, format_total, join_words
from scorekeeper.usecases.check.sheet import Sheet, check_sheet, read_file
from scorekeeper.usecases.check.sheet_result import SheetResult
from scorekeeper.usecases.check.sheet_rows import row_text
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice

from .check import table
from .open_club import clean

READINGS = {"points": "points of each hand", "totals": "running totals", "both": "points and running totals"}
MARKS = {"right": "✓", "only-if": "?", "wrong": "✗", "unread": "–"}


def find_rules(rules: str | None) -> RuleChoice:
    """Return the rules with this key, or in this file; raises ValueError with a sentence."""
    key = rules or "original"
    if key in PRESETS:
        return RuleChoice(key, {"base": key}, PRESETS[key].rules, PRESETS[key].title)
    file = Path(key)
    if not file.is_file():
        raise ValueError(f"There is no rule set or file {key!r}.{did_you_mean(key, PRESETS)}")
    try:
        given: Any = load_json(file.read_bytes())
    except NotJSON:
        raise ValueError(f"{key} is not JSON.") from None
    except OSError as error:
        raise ValueError(f"{key}: {error.strerror}") from None
    given = given["rules"] if isinstance(given, dict) and "rules" in given else given
    parsed = rules_from(given)
    if parsed.ruleset is None:
        raise ValueError(f"{key}: " + " ".join(error.describe(NO_NAMES) for error in parsed.errors))
    base = given if isinstance(given, str) else given["base"]
    as_stored = {"base": given} if isinstance(given, str) else given
    return RuleChoice(key, as_stored, parsed.ruleset, f"{PRESETS[base].title}, with house rules")


class NoSheet(ValueError):
    """A sheet that cannot be read; the message is a sentence."""

    def as_json(self) -> dict[str, Any]:
        """Return the verdict of a sheet that could not be judged."""
        nothing = dict.fromkeys(("rows", "missing", "repeated", "total_row", "left_out"), ())
        unknown = dict.fromkeys(("reading", "winner", "totals", "winners"))
        return {"kind": "sheet", "verdict": "unread", "why": str(self), **nothing, **unknown}


def check(
    data: bytes, rules: str | None, names: Sequence[str], reading: Literal["points", "totals"] | None
) -> SheetResult:
    """Check the sheet in these bytes; raises ValueError with a sentence if it cannot be read."""
    if not data.strip():
        raise ValueError("There is nothing in it.")
    choice = find_rules(rules)
    if names and len(names) != choice.rules.players:
        raise ValueError(f"These rules are for {choice.rules.players} players, and --names has {len(names)}.")
    try:
        return check_sheet(choice, Sheet(tuple(names), read_file(data), reading=reading))
    except ValidationFailed as failed:
        raise NoSheet(" ".join(error.describe(failed.names) for error in failed.errors)) from None


def print_sheet(result: SheetResult, file: str) -> str:
    """Return the sheet with its verdicts: lines of text with a blank one at the end."""
    lines = [f"{clean(file)}: {result.choice.title}, {READINGS[result.reading]}", ""]
    first = next(result.problems(), None)
    lines += [f"First mistake: {clean(first)}" if first else f"{result.headline}.", ""]
    words = [at for at, heading in enumerate(result.read.way.headings, 1) if heading.key in ("bidder", "note")]
    lines += [*table(_rows(result), [*words, len(result.read.way.headings) + 2]), ""]
    lines += [clean(line) for line in (*_end(result), *_remarks(result))]
    return "\n".join([*lines, "", ""])


def _rows(result: SheetResult) -> Iterator[list[str]]:
    headings = [heading for heading in result.read.way.headings if heading.key]
    yield ["Row", *(heading.text for heading in headings), "", "Verdict"]
    for row in result.rows:
        texts = {cell.key: cell.text for cell in row.row.cells}
        texts["number"] = str(row.row.number or "")
        carried = "Right, carried down. " if row.carried and row.verdict == "right" else ""
        verdict = carried + row_text(row)
        yield [str(row.place or ""), *(texts.get(h.key, "") for h in headings), MARKS[row.verdict], verdict]
        name, added = result.noted_beside(row)
        if name:
            yield ["", *(added.get(h.key, "") for h in headings), "", f"{name}."]


def _end(result: SheetResult) -> Iterator[str]:
    yield from (f"Then: {problem}" for problem in list(result.problems())[1:])
    if result.totals is None:
        yield "The totals aren’t certain, so no one can say who won."
        return
    yield "Totals: " + ", ".join(f"{label} {format_total(total)}" for label, total in result.totals)
    if result.otherwise:
        otherwise = ", ".join(f"{label} {format_total(total)}" for label, total in result.otherwise)
        yield f"If that didn’t happen: {otherwise}"
    reason: Reason | None = result.reason
    if reason:
        yield f"{join_words(result.winners)} won. {reason.text}" if result.winners else reason.text


def _remarks(result: SheetResult) -> Iterator[str]:
    yield from result.remarks()
    if result.either and result.reading in ("points", "totals"):
        other = {"points": "--totals", "totals": "--points"}[result.reading]
        yield f"Read as {READINGS[result.reading]}; {other} reads it the other way."
