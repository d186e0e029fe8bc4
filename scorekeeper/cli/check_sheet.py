"""Paper sheets at the terminal: the sheet as written, with the verdict on each row, or what has to be said of it."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scorekeeper.record.document import NotJSON, rules_from
from scorekeeper.record.shape import load_json
from scorekeeper.rules.explain_score import Reason
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.words import NO_NAMES, did_you_mean, format_total, join_words
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.sheet.cells import cut
from scorekeeper.usecases.sheet.check import CheckedSheet, check_sheet
from scorekeeper.usecases.sheet.columns import ASKS, NOT_USED, kind_of, place_of
from scorekeeper.usecases.sheet.grid import KINDS, Grid, Reading
from scorekeeper.usecases.sheet.pasted import grid_of_text, key_for, read_file
from scorekeeper.usecases.sheet.result import SheetResult
from scorekeeper.usecases.sheet.sentences import row_text
from scorekeeper.usecases.sheet.who import Who

from .open_club import clean
from .text_table import table

READINGS = {
    "points": "points of each hand",
    "totals": "totals so far",
    "both": "points and totals so far",
    "took": "what each side took",
}
OPTION = {
    "reading=totals": "--totals",
    "reading=both": "--both",
    "reading=points": "--points",
    "reading=took": "--took",
    "penalties=in": "--penalties-in",
    "blank=0": "--blank-is-0",
}
MARKS = {"right": "✓", "only-if": "?", "wrong": "✗", "unread": "–"}


@dataclass(frozen=True, slots=True)
class Said:
    """What the options say of a sheet: `columns` in words by place, `lines` by number, `who` is meant by a word."""

    names: tuple[str, ...] = ()
    reading: Reading = "points"
    columns: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    penalties_in: bool = False
    blank_is_0: bool = False


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
    """A sheet that cannot be judged; the message is a sentence, `asks` are lines that say what has to be known."""

    def __init__(self, why: str, asks: Sequence[str] = ()) -> None:
        super().__init__("\n".join([why, *asks]))
        self.why = " ".join([why, *asks])

    def as_json(self) -> dict[str, Any]:
        """Return the verdict of a sheet that could not be judged."""
        nothing = dict.fromkeys(("rows", "missing", "repeated", "total_row", "left_out"), ())
        unknown = dict.fromkeys(("reading", "winner", "totals", "winners"))
        return {"kind": "sheet", "verdict": "unread", "why": self.why, **nothing, **unknown}


def check(data: bytes, rules: str | None, said: Said) -> CheckedSheet:
    """Check the sheet in these bytes; raises ValueError with a sentence if it cannot be read or asks something."""
    if not data.strip():
        raise ValueError("There is nothing in it.")
    choice = find_rules(rules)
    if said.names and len(said.names) != choice.rules.players:
        raise ValueError(f"These rules are for {choice.rules.players} players, and --names has {len(said.names)}.")
    try:
        columns, lines = _columns(said.columns, choice.rules, Who(choice.rules, said.names)), _lines(said.lines)
        grid = grid_of_text(
            read_file(data),
            choice.rules,
            said.names,
            columns,
            lines,
            reading=said.reading,
            penalties_in=said.penalties_in,
            blank_is_0=said.blank_is_0,
        )
        checked = check_sheet(choice, replace(grid, said=_who(said.who, grid.who(choice.rules))))
    except ValidationFailed as failed:
        raise NoSheet(" ".join(error.describe(failed.names) for error in failed.errors)) from None
    if checked.questions:
        raise NoSheet("Something has to be known first.", [*_asked(checked, choice)])
    return checked


def _pairs(option: str, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for pair in given:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign and value):
            raise ValueError(f"{option} has {pair!r}. Write it like {'4=total' if option == '--lines' else 'M=us'}.")
        yield name, value


def _columns(words: Sequence[str], rules: RuleSet, who: Who) -> dict[int, str]:
    named = {place: word.strip() for place, word in enumerate(words) if word.strip() not in ("", ASKS)}
    found = {place: key_for(word, rules, who) for place, word in named.items()}
    for place, key in found.items():
        if key == ASKS:
            raise ValueError(f"--columns has {named[place]!r}. Write bid, us, us total or the like, or {NOT_USED}.")
    return found


def _lines(given: Sequence[str]) -> dict[int, str]:
    found = {}
    for number, kind in _pairs("--lines", given):
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            raise ValueError(f"--lines has {number!r}, which is no line. Write it like 4=total.")
        if kind not in KINDS:
            raise ValueError(f"--lines has {kind!r}. A line is one of {', '.join(KINDS)}.")
        found[int(number)] = kind
    return found


def _who(given: Sequence[str], who: Who) -> dict[str, int]:
    found = {}
    for word, whose in _pairs("--who", given):
        place = who.side(whose)
        if place is None:
            raise ValueError(f"--who has {whose!r}, who is no side. Sides are {', '.join(who.labels)}.")
        found[word] = place
    return found


def _asked(checked: CheckedSheet, choice: RuleChoice) -> Iterator[str]:
    """Yield what has to be known, and the options with which it is said."""
    grid, who = checked.grid, checked.grid.who(choice.rules)
    asked = {about: [each for each in checked.questions if each.about == about] for about in ("column", "line", "who")}
    for each in asked["column"]:
        yield f"Column {each.at + 1}{f' “{cut(each.text)}”' if each.text else ''}: what is this?"
    for each in asked["line"]:
        yield f"Line {each.at} “{cut(each.text)}”: what is this?{f' {each.why}' if each.why else ''}"
    for each in asked["who"]:
        yield f"Who is “{cut(each.text)}”?"
    options = []
    if asked["column"]:
        options.append(f"--columns {shlex.quote(','.join(_named(grid, who, {each.at for each in asked['column']})))}")
    if asked["line"]:
        options.append("--lines " + shlex.quote(",".join(f"{each.at}=note" for each in asked["line"])))
    if asked["who"]:
        label = who.label(0).casefold()
        options.append("--who " + shlex.quote(",".join(f"{each.text}={label}" for each in asked["who"])))
    yield f"Say it like this, {ASKS} being what to fill in: {' '.join(options)}"
    if asked["line"]:
        yield f"A line is one of {', '.join(KINDS)}."


def _named(grid: Grid, who: Who, unknown: set[int]) -> Iterator[str]:
    """Yield a word for each column, ASKS for one that is not known."""
    for place, column in enumerate(grid.columns):
        kind, at = kind_of(column.key), place_of(column.key)
        label = f"{who.label(at)} {kind}" if at >= 0 else kind
        yield ASKS if place in unknown or column.key == ASKS else who.label(at) if kind == "side" else label


def print_sheet(checked: CheckedSheet, file: str) -> str:
    """Return the sheet with its verdicts: lines of text with a blank one at the end."""
    result = checked.result
    assert result is not None  # a sheet that asks is refused
    lines = [f"{clean(file)}: {result.choice.title}, {READINGS[result.reading]}", ""]
    problems = [*result.problems()]
    lines += [f"First mistake: {clean(problems[0])}" if problems else clean(f"{result.headline}."), ""]
    shown = [
        at for at, column in enumerate(result.grid.columns) if any(line.cells[at:][:1] for line in result.grid.in_use)
    ]
    words = [at for at, place in enumerate(shown, 1) if result.grid.columns[place].key in ("bidder", "note")]
    lines += [*table(_rows(result, shown), [*words, len(shown) + 2]), ""]
    lines += [clean(line) for line in (*_end(result, problems), *result.remarks())]
    if checked.offer:
        kind, _, numbers = checked.offer.change.partition("=")
        said = OPTION.get(checked.offer.change) or f"--lines {','.join(f'{n}={kind}' for n in numbers.split('-'))}"
        lines.append(clean(f"{checked.offer.text} To read it so: {said}"))
    return "\n".join([*lines, "", ""])


def _rows(result: SheetResult, shown: Sequence[int]) -> Iterator[list[str]]:
    called = result.grid.headings(result.who)
    yield ["Row", *(called[at] for at in shown), "", "Verdict"]
    verdicts = {row.row.line: row for row in result.rows}
    for line in result.grid.in_use:
        cells = [line.cells[at] if at < len(line.cells) else "" for at in shown]
        row = verdicts.get(line.number)
        if row:
            carried = "Right, carried down. " if row.carried and row.verdict == "right" else ""
            yield [str(row.place or ""), *cells, MARKS[row.verdict], carried + row_text(row)]
        else:
            yield ["", *cells, "", f"{KINDS[line.kind]}."]


def _end(result: SheetResult, problems: Sequence[str]) -> Iterator[str]:
    yield from (f"Then: {problem}" for problem in problems[1:])
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
