"""Check a paper sheet: what has to be known of it first, what the rules say, and whether another way to take it would
leave fewer rows wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.rules.errors import DuplicatePlayer, RuleError
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand_search import HandSearch
from scorekeeper.rules.words import join_words
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.names import name_error, normalize_name

from .cells import is_number
from .columns import NOT_USED, kind_of
from .grid import Grid, Reading
from .judge import Judge
from .questions import Question, questions
from .result import SheetResult, spans
from .rows import read_rows

READINGS: dict[Reading, str] = {
    "totals": "totals so far",
    "points": "points of each hand",
    "both": "both, points and totals",
    "took": "what each side took",
}


class Offer(NamedTuple):
    """Another way to take a sheet that leaves fewer rows wrong: a sentence, and the change in words for a form."""

    text: str
    change: str


@dataclass(frozen=True)
class CheckedSheet:
    """A sheet with what has to be known of it first; without questions it has a result, and perhaps an offer."""

    grid: Grid
    questions: tuple[Question, ...] = ()
    result: SheetResult | None = None
    offer: Offer | None = None


def check_sheet(choice: RuleChoice, grid: Grid) -> CheckedSheet:
    """Check a sheet; raises ValidationFailed with the fields `names-PLACE` and `text`."""
    _check_names(grid, choice.rules.players)
    asked = questions(grid, choice.rules)
    if asked:
        return CheckedSheet(grid, tuple(asked))
    if not any(line.kind == "hand" for line in grid.lines):
        nothing = RuleError("text", "There are no hands.") if grid.lines else RuleError("hands", "Type a hand first.")
        raise ValidationFailed([nothing])
    search = HandSearch(choice.rules, tuple(range(choice.rules.players)))
    steps = search.steps.left
    result = _judged(choice, grid, search)
    enough = steps - search.steps.left <= steps // 3
    return CheckedSheet(grid, (), result, _best_offer(choice, result, search) if enough else None)


def _check_names(grid: Grid, players: int) -> None:
    names, errors = [*map(normalize_name, grid.names)][:players], list[RuleError]()
    for number, name in enumerate(names):
        if name and (error := name_error(f"names-{number}", name)):
            errors.append(error)
        elif name and name in names[:number]:
            errors.append(DuplicatePlayer(f"names-{number}", f"{name} is already at the table."))
    if errors:
        raise ValidationFailed(errors)


def _judged(choice: RuleChoice, grid: Grid, search: HandSearch) -> SheetResult:
    rules, read, who = choice.rules, read_rows(grid, choice.rules), grid.who(choice.rules)
    start = {side[0]: total for side, total in zip(who.sides, read.start, strict=True) if total}
    standing = initial_standing(rules, search.players, starting_totals=start)
    first = next((row.number for row in read.rows if row.number), 1)
    if rules.sides == "rotating_partners" and first > 1:
        standing = standing._replace(table=standing.table._replace(hands_scored=first - 1))
    judge = Judge(search, standing, who.labels, read.start, grid.penalties_in)
    judge.judge(read.rows)
    return SheetResult(choice, grid, read, judge, who)


def _best_offer(choice: RuleChoice, result: SheetResult, search: HandSearch) -> Offer | None:
    """Return the way in which the fewest rows would be wrong, or not certain, if they are fewer than now."""
    best, fewest = None, _wrong(result)
    for words, change, grid in _other_ways(result.grid):
        if not any(fewest):
            break
        if questions(grid, choice.rules) or _says_the_same(grid, result):
            continue
        other = _judged(choice, grid, search)
        wrong = _wrong(other)
        if wrong < fewest and _is_judged(other):
            rows = tuple(row.place or 0 for row in other.rows if row.verdict == "wrong")
            named = ([spans(rows)] if rows else []) + ["the total row"] * bool(other.wrong_sums)
            none = "No row would be wrong" if _wrong(result)[0] else "More rows would be certain"
            none = none if any(wrong) or _wrong(result)[0] else "Every row would be right"
            only = f"Only {join_words(named)} would be wrong" if named else none
            best, fewest = Offer(f"{only} if {words}.", change), wrong
    return best


def _says_the_same(grid: Grid, result: SheetResult) -> bool:
    """Whether another way to take a sheet changes nothing of what it says."""
    read, was = read_rows(grid, result.choice.rules), result.read
    return (read.rows, read.sums) == (was.rows, was.sums) and not any(row.noted(whole=True) for row in read.rows)


def _is_judged(result: SheetResult) -> bool:
    """Whether every row was judged but those with a cell that cannot be read, and the ones below these."""
    above = (False, *(bool(row.row.unread) for row in result.rows))
    return all(
        row.verdict != "unread" or row.row.unread or below for row, below in zip(result.rows, above, strict=False)
    )


def _wrong(result: SheetResult) -> tuple[int, int]:
    """Count what is wrong, and the rows that are not certain for no fault of a cell that cannot be read."""
    wrong = sum(row.verdict == "wrong" for row in result.rows)
    wrong += result.wrong_sums + len(result.judge.missing) + len(result.judge.repeated)
    open_ = [row for row in result.rows if row.verdict == "only-if" or not (row.sure or row.row.unread)]
    return wrong, sum(row.verdict != "wrong" for row in open_)


def _other_ways(grid: Grid) -> Iterator[tuple[str, str, Grid]]:
    """Yield each other way to take a sheet: in words, as a change for a form, and the grid."""
    if any(kind_of(column.key) == "side" for column in grid.columns):
        has_bids = any(column.key == "bid" for column in grid.columns)  # without them nobody knows what these score
        for reading, words in READINGS.items():
            if reading != grid.reading and (reading != "took" or has_bids):
                yield f"these are {words}", f"reading={reading}", replace(grid, reading=reading)
    alone, hands = _of_the_sides_alone(grid), [line.number for line in grid.lines if line.kind == "hand"]
    totals = {
        tuple(alone): "the lines with the sides’ numbers alone are totals so far",
        tuple(hands[1::2]): "every second line is the total so far",
        tuple(hands[-1:]): "the last line is the total row",
    }
    for numbers, words in totals.items():
        if numbers and (len(hands) > 2 or numbers == tuple(alone)):
            yield words, f"total={'-'.join(map(str, numbers))}", _as_totals(grid, numbers)
    if not grid.blank_is_0:
        yield "a blank is 0", "blank=0", replace(grid, blank_is_0=True)
    if not grid.penalties_in:
        yield "the points have the penalties already", "penalties=in", replace(grid, penalties_in=True)


def _as_totals(grid: Grid, numbers: Sequence[int]) -> Grid:
    lines = tuple(line._replace(kind="total") if line.number in numbers else line for line in grid.lines)
    return replace(grid, lines=lines)


def _of_the_sides_alone(grid: Grid) -> list[int]:
    """Return the numbers of the lines that have numbers for the sides and nothing else, below lines that have more."""
    found, others = list[int](), 0
    for line in grid.lines:
        if line.kind != "hand":
            continue
        kinds = {
            kind_of(column.key)
            for column, text in zip(grid.columns, line.cells, strict=False)
            if text and column.key not in (NOT_USED, "note")
        }
        bare = kinds <= {"side", "points", "total"} and all(is_number(text) for text in line.cells if text)
        if bare and others:
            found.append(line.number)
        others += not bare
    return found if others else []
