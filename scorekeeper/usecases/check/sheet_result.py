"""The result of a checked sheet: its headline, what is wrong, what was left out, and the game that it tells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

import msgspec

from scorekeeper.record import make_document, make_entry, serialize
from scorekeeper.rules.explain_score import Reason, explain_end
from scorekeeper.rules.hand import TRICKS, Hand
from scorekeeper.rules.words import Names, end, format_points, join_words
from scorekeeper.usecases.days import day_text, moved, today
from scorekeeper.usecases.house_rules import RuleChoice

from .sheet_cells import cut
from .sheet_content import ReadSheet
from .sheet_extras import MOST_FOULS, OF_EXTRA
from .sheet_rows import WITHOUT_WHOSE, Cell, Counted, Mistake, Reading, RowVerdict, describe, row_text
from .sheet_verdict import Judge

MOST_LISTED = 20
COUNTED_ABOVE = ("in all", "as score")
HOW_COUNTED: Mapping[Counted, str] = {
    "on top": "on top of the numbers above them",
    "in totals": "already in the totals above them",
    "in all": "already in the numbers above them",
    "as score": "what the hands above them cost by themselves",
}


@dataclass(frozen=True)
class SheetResult:
    """A checked sheet: as it was read in one way, and its judge. `form_id` makes the id of the game that it tells.

    `zone` is the time zone of its day.
    """

    choice: RuleChoice
    read: ReadSheet
    judge: Judge
    form_id: UUID | None = None
    zone: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.read.way.words.names

    @property
    def rows(self) -> Sequence[RowVerdict]:
        return self.judge.rows

    @property
    def reading(self) -> Reading:
        """How the sides' numbers were read."""
        kinds = {cell.kind for row in self.read.rows for cell in row.cells if cell.text} & {"points", "total"}
        return "both" if len(kinds) > 1 else "totals" if kinds == {"total"} else "points"

    @property
    def either(self) -> bool:
        """Whether the sides' numbers can be read as points and as totals."""
        return self.read.way.either and self.reading != "both"

    # Totals and the winner

    @cached_property
    def totals(self) -> tuple[tuple[str, int], ...] | None:
        """The totals by label, None if they are not certain."""
        totals = self.judge.totals
        return None if totals is None else tuple(zip(self.read.labels, totals, strict=True))

    @cached_property
    def winners(self) -> tuple[str, ...] | None:
        """The winners' labels, () before the end, None if they are not certain."""
        standing = self.judge.standing
        if standing is None or self.totals is None:
            return None
        won = standing.end.winners if standing.end else ()
        return tuple(label for side, label in zip(self.judge.sides, self.read.labels, strict=True) if side in won)

    @property
    def reason(self) -> Reason | None:
        """Why the game is over, or is not."""
        standing = self.judge.standing if self.totals is not None else None
        return explain_end(standing, _Labels(self.read)) if standing else None

    @cached_property
    def total_row(self) -> tuple[Mistake, ...]:
        """The wrong cells in rows of totals."""
        return tuple(wrong for above, cells, _ in self.read.totals for wrong in self.wrong_totals(above, cells))

    def wrong_totals(self, above: int, cells: Sequence[Cell]) -> Iterator[Mistake]:
        """Yield the wrong cells of a row of totals, if the totals after the rows above it are certain."""
        totals = self.rows[above - 1].totals if 0 < above <= len(self.rows) else None
        for cell in cells if totals else ():
            right = totals[cell.place] if totals else None
            if right is not None and cell.says != right:
                yield Mistake(cell.key, cell.heading, cell.says, right)

    @cached_property
    def winner(self) -> Mistake | None:
        """What is wrong with the winner's line; before the end of a game the leader counts as the winner."""
        place = self.read.way.words.side(self.read.winner) if self.read.winner else None
        if place is None or self.totals is None or self.winners is None:
            return None
        most = max(total for _, total in self.totals)
        ahead = tuple(label for label, total in self.totals if total == most)
        won = self.winners or (ahead if len(ahead) == 1 else ())
        label = self.read.labels[place]
        return None if not won or label in won else Mistake("winner", "Winner", label, join_words(won))

    @property
    def otherwise(self) -> tuple[tuple[str, int], ...] | None:
        """The totals by label if none of what the rows need happened, None if there is nothing, or nothing certain."""
        if not (self.only_if and self.totals and all(row.otherwise for row in self.only_if)):
            return None
        totals = [total for _, total in self.totals]
        for row in self.only_if:
            for place, (points, supposed) in enumerate(zip(row.otherwise, row.ways[0], strict=True)):
                totals[place] += (points or 0) - (supposed or 0)
        return tuple(zip(self.read.labels, totals, strict=True))

    @property
    def sides(self) -> tuple[str, ...]:
        """The owners of totals: by names if there are any, else as the sheet calls them."""
        words = self.read.way.words
        return self.read.labels if words.unnamed else tuple(map(words.label, range(len(words.sides))))

    def noted_beside(self, row: RowVerdict) -> tuple[str, Mapping[str, str]]:
        """Return "Penalty", "Adjustment" or "", as was noted beside this row, and its points by column.

        A penalty that has a column is a cell of the row, not a note beside it.
        """
        cells = row.row.cells
        shown = {cell.place for cell in cells if cell.kind in OF_EXTRA and cell.fact and "-" in cell.key}
        points = {place: worth for place, worth in enumerate(row.added) if worth and place not in shown}
        has_column = any(cell.key in ("fouls", "adjustment") and cell.text for cell in cells)
        if not points or (has_column and row.counted in COUNTED_ABOVE and not row.row.extra_lines):
            return "", {}
        keys = {heading.key for heading in self.read.way.headings}
        kind = "points" if "points-0" in keys else "total"
        name = "Penalty" if max(points.values()) < 0 else "Adjustment"
        return name, {
            f"{kind}-{at}": "counted above" if row.counted in COUNTED_ABOVE else format_points(worth)
            for at, worth in points.items()
        }

    # The verdict

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, missing or repeated."""
        wrong = any(row.verdict == "wrong" for row in self.rows)
        return not (wrong or self.judge.missing or self.judge.repeated or self.total_row or self.winner)

    @property
    def unread(self) -> tuple[int, ...]:
        """The rows that could not be judged."""
        return tuple(row.place or 0 for row in self.rows if row.verdict == "unread")

    @property
    def verdict(self) -> str:
        """The verdict on the whole sheet: `right`, `only-if`, `wrong` or `unread`."""
        if self.rows and len(self.unread) == len(self.rows):
            return "unread"
        if not self.right:
            return "wrong"
        return "only-if" if self.unread or self.only_if or self.left_out_numbers else "right"

    @property
    def only_if(self) -> tuple[RowVerdict, ...]:
        """The rows that are right only if something happened."""
        return tuple(row for row in self.rows if row.verdict == "only-if")

    @property
    def left_out_numbers(self) -> int:
        """How many lines with two numbers, columns that could be points, and penalties of no one were left out."""
        lines = sum(line.numbers > 1 for line in self.read.left_out)
        return lines + len(self.read.columns_with_numbers) + len(self.without_whose)

    @property
    def headline(self) -> str:
        """The verdict in a few words."""
        if self.verdict == "unread":
            return "This sheet couldn’t be checked"
        if self.verdict == "wrong":
            return "Found a problem"
        if len(self.only_if) == 1:
            return f"1 row is right only if {self.only_if[0].condition}"
        if self.only_if:
            return f"{len(self.only_if)} rows are right only if something happened that the sheet doesn’t show"
        if self.unread:
            return f"No mistakes found in {len(self.rows) - len(self.unread)} of {len(self.rows)} rows"
        if self.left_out_numbers:
            return "No mistakes found, but something was left out"
        return "No mistakes found" if self.totals else "No mistakes found, but too little is written to be sure"

    def problems(self) -> Iterator[str]:
        """Yield the problems, in sentences: missing hands first, then row by row, then the totals and the winner."""
        for number, points in self.judge.missing.items():
            each = [f"{label} {worth}" for label, worth in zip(self.read.labels, points or (), strict=False)]
            brought = f": it brought {', '.join(each)}".replace("-", "−") if each else ""
            yield f"Hand {number} is missing{brought}."
        for number in self.judge.repeated:
            yield f"Hand {number} is there twice."
        for row in self.rows:
            if row.verdict == "wrong":
                yield f"{row.name}: {row_text(row)}"
        for mistake in self.total_row:
            yield f"The total of {mistake.cell} is {describe(mistake).removeprefix(mistake.cell).strip()}."
        if self.winner:
            yield end(f"The {'winner' if self.winners else 'leader'} is {self.winner.right}, not {self.winner.says}")

    def remarks(self) -> Iterator[str]:
        """Yield other remarks on the sheet, in sentences: what was left out, and how it was read."""
        read = self.read
        if any(row.after_end for row in self.rows):
            ended = next(row for row in self.rows if row.place == self.judge.over_after)
            yield f"By these rules the game was over after {_in_sentence(ended.name)}."
        if self.unread:
            yield f"Not checked, since too many hands are possible: {_spans(self.unread)}."
        if read.day and read.day > today(self.zone):
            yield f"Left out, since that day is still to come: {day_text(read.day)}."
        if read.second_game:
            yield read.second_game
        if read.strangers:
            who = join_words(list(dict.fromkeys(map(cut, read.strangers)))[:MOST_LISTED])
            yield f"I don’t know whose side {who} {'are' if ' and ' in who else 'is'} on. Enter the players, too."
        if read.not_read:
            yield f"Left out, since I don’t know the heading: {'; '.join(map(cut, read.not_read[:MOST_LISTED]))}."
        lines = [f"line {line.line} “{cut(line.text)}”" for line in read.left_out]
        if lines:
            more = f"; and {len(lines) - MOST_LISTED} more" if len(lines) > MOST_LISTED else ""
            yield f"Left out: {'; '.join(lines[:MOST_LISTED])}{more}."
        for row, cell in self.without_whose:
            yield f"{row.name} says {cut(cell.heading).casefold()} but not whose, so it’s judged without that."
        yield from self._read_as()

    @property
    def without_whose(self) -> list[tuple[RowVerdict, Cell]]:
        """The penalties and reneges that could be either side's."""
        return [(row, cell) for row in self.rows for cell in row.row.cells if cell.fact == WITHOUT_WHOSE]

    def _read_as(self) -> Iterator[str]:
        """Yield how totals and penalties were read where that can be done in several ways."""
        if self.read.way.under == "last":
            yield "The last numbers of the sides were read as their totals."
        elif self.read.way.under:
            yield "Lines with only the sides’ numbers were read as the totals so far."
        ways = [
            counted for counted in HOW_COUNTED if any(r.row.extra_lines and r.counted == counted for r in self.rows)
        ]
        if ways:
            yield f"Penalties on lines of their own were read as {' or '.join(map(HOW_COUNTED.__getitem__, ways))}."
        before = [row.name for row in self.rows if row.counted == "on top" and "on top" not in row.row.countings]
        if before:
            yield f"Totals from before the penalty beside them: {join_words(before)}."
        penalty = self.choice.rules.foul_penalty
        every = [cell for row in self.rows for cell in (*row.row.cells, *row.row.beside)]
        cells = [c for c in every if c.kind == "penalty" and isinstance(c.says, int)]
        for heading in dict.fromkeys(cell.heading for cell in cells):
            counts = {penalty > 0 and abs(int(cell.says)) <= MOST_FOULS for cell in cells if cell.heading == heading}
            as_what = "some counts and some points" if len(counts) > 1 else "counts" if True in counts else "points"
            yield f"“{cut(heading)}” was read as {as_what}{f': 1 is a penalty of {penalty}' if True in counts else ''}."

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `rook-scorekeeper check --json` prints it."""
        return {
            "kind": "sheet",
            "verdict": self.verdict,
            "reading": self.reading,
            "rows": [
                {
                    "row": row.place,
                    "hand": row.row.number,
                    "verdict": row.verdict,
                    "mistakes": list(map(_as_json, row.mistakes)),
                    "or": list(map(_as_json, row.others)),
                    "only_if": list(row.only_if),
                    "carried": row.carried,
                }
                for row in self.rows
                if row.place or row.verdict != "right"
            ],
            "missing": list(self.judge.missing),
            "repeated": list(self.judge.repeated),
            "total_row": list(map(_as_json, self.total_row)),
            "winner": {"says": self.winner.says, "right": self.winner.right} if self.winner else None,
            "totals": None if self.totals is None else dict(self.totals),
            "winners": None if self.winners is None else list(self.winners),
            "left_out": [
                *({"line": line.line, "text": line.text} for line in self.read.left_out),
                *({"column": heading} for heading in self.read.not_read),
            ],
        }

    # The game

    @cached_property
    def lacking(self) -> tuple[str, ...]:
        """What is missing for saving the sheet as a game, in phrases."""
        judge = self.judge
        missing = ["the players’ names"] if self.read.way.words.unnamed else []
        missing += [f"hand {number}" for number in judge.missing]
        missing += [f"which row is hand {number}" for number in judge.repeated]
        if any(row.after_end for row in self.rows):
            missing.append(f"a longer game: by these rules it was over after {judge.over_after} hands")
        missing += [f"{why} in {_in_sentence(row.name)}" for row in self.rows if (why := _open(row))]
        return tuple(dict.fromkeys(missing))

    @cached_property
    def record(self) -> bytes | None:
        """The record of the game, as the rules score it, None if something is missing."""
        if self.form_id is None or self.lacking:
            return None
        choice, read, names = self.choice, self.read, self.players
        given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
        others: dict[str, Any] = {"rules_name": choice.house_rules_name} if choice.house_rules_name else {}
        if read.start:
            others["starting_totals"] = {names[self.judge.sides[at][0]]: total for at, total in read.start.items()}
        entries = tuple(make_entry(_hand(row), names) for row in self.rows)
        document = make_document(choice.rules, names, entries, given=given, **others)
        known = {"id": uuid5(self.form_id, serialize(document).decode()), **self._moments()}
        return serialize(msgspec.structs.replace(document, **known))

    @cached_property
    def day(self) -> date | None:
        """The day of the past that the sheet says it was played on."""
        return self.read.day if self.read.day and self.read.day < today(self.zone) else None

    def _moments(self) -> dict[str, str]:
        """Return when the game was played, at this time of its day; nothing for one of today."""
        if not self.day:
            return {}
        moment = moved(datetime.now(UTC), (self.day - today(self.zone)).days, self.zone).isoformat()
        return {"started": moment} | ({"ended": moment} if self.judge.over_after is not None else {})


class _Labels(Names):
    """Names each side as the sheet does."""

    def __init__(self, read: ReadSheet) -> None:
        super().__init__(read.way.words.names)
        self.labels = dict(zip(read.way.words.sides, read.labels, strict=True))

    def side(self, side: Sequence[int]) -> str:
        return self.labels.get(tuple(side)) or super().side(side)


def _in_sentence(name: str) -> str:
    """Return the name of a row inside a sentence: "hand 3"."""
    return name[0].lower() + name[1:]


def _as_json(mistake: Mistake) -> dict[str, Any]:
    return {"cell": mistake.cell, "says": mistake.says, "right": mistake.right}


def _spans(rows: Sequence[int]) -> str:
    """Return ascending row numbers as people list them: "rows 1 to 3, 7"."""
    runs = [[row for _, row in run] for _, run in groupby(enumerate(rows), lambda each: each[1] - each[0])]
    listed = ", ".join(" to ".join(map(str, dict.fromkeys((run[0], run[-1])))) for run in runs)
    return f"row{'s' if len(rows) > 1 else ''} {listed}"


def _open(row: RowVerdict) -> str:
    """Return what is not known about a hand, "" if everything is."""
    if row.place is None:
        return "" if row.verdict == "right" else "the right points"
    if row.verdict == "only-if":
        return "what happened"
    if not row.fits or not row.sure:
        return "the right points"
    hands = [fit.hand for fit in row.fits] if len({(fit.bidder, fit.bid) for fit in row.fits}) == 1 else []
    tricks = [tuple(getattr(hand, name) for name in TRICKS) for hand in hands]
    played = bool(hands) and hands[0].outcome == "played"
    known: dict[str, set[Any]] = {
        "what happened": {(hand.outcome, hand.fouls) for hand in hands},
        "who bid": {fit.bidder for fit in row.fits},
        "the bid": {fit.bid for fit in row.fits},
        "the partner": {hand.partners for hand in hands},
        "who took the tricks": {*tricks} if played else set(),
        "what each side captured": {tuple(hand.captured.items()) for hand in hands} if played else set(),
    }
    return next((what for what, values in known.items() if len(values) > 1), "")


def _hand(row: RowVerdict) -> Hand:
    (fit, *_) = row.fits
    return fit.hand if row.counted == "as score" else row.row.add_extra(fit.hand, fit.sides)
