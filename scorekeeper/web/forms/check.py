"""The forms that check a claim: one hand, a paper sheet, a total in a game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from wtforms import BooleanField, HiddenField, RadioField, SelectField, TextAreaField, ValidationError

from scorekeeper.rules.hand import Adjustment, Hand
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.check.hand import ADJUSTMENT_REASON, MOST_FOULS, side_labels
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.usecases.names import normalize_name
from scorekeeper.usecases.sheet.columns import ASKS
from scorekeeper.usecases.sheet.grid import Column, Grid, Line, typed_columns

from .base import Choice, FieldList, FormWithId, NameField, QueryForm, WholeNumber
from .hand import NO_ONE, FullHandForm
from .transfer import PlayedOnForm

FIRST_OFFERED = "original"
CELL = re.compile(r"cell-([0-9]{1,2})-([0-9]{1,2})")
COLUMN = re.compile(r"column-([0-3]?[0-9])")
WORD = re.compile(r"word-([0-9]{1,2})")
KIND = re.compile(r"is-([0-9]{1,4})")
IS_LINE = re.compile(r"[0-9]{1,4}")
LONGEST_CELL = 500
FIRST_ROWS, MOST_TYPED_ROWS = 4, 60
REMOVED = "removed "
"""What the kind of a line begins with that was removed, and can be put back."""
READINGS = [
    ("points", "Points of each hand"),
    ("totals", "Totals so far"),
    ("both", "Both"),
    ("took", "What each side took"),
]


class CheckHandForm(QueryForm, FullHandForm):
    """One hand as a correction has it, with its rules and its claimed points; players and sides are sides by number."""

    most_fouls = MOST_FOULS
    rules = SelectField("Rules", validate_choice=False)
    bidder = Choice("Bidder")
    bid = WholeNumber("Bid")
    sweep = Choice("Took every trick")
    reneged_by = Choice("Renege")
    discard = BooleanField("Wrong nest discard by the bidder")
    adjusted = FieldList(WholeNumber(), max_entries=6)
    claimed = FieldList(WholeNumber(), max_entries=6)

    def offer(self, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
        """Fill in the choices; a question that these rules do not ask has none."""
        _offer_rules(self.rules, choice, choices)
        rules = choice.rules
        sides = [(side.number, side.label) for side in side_labels(rules)]
        # What a renege or a hand that was given up leaves no one, can be cleared (R9, R33).
        self.offer_sides(sides, no_one=bool(self.gave_up.data or self.reneged_by.data is not None))
        formed = rules.sides in ("partnerships", "rotating_partners")
        self.bidder.choices = sides if formed else []
        self.reneged_by.choices = [*sides, NO_ONE] if rules.uses_reneges else []
        asked = {**rules.trick_points, "sweep": rules.sweep_bonus * (rules.sweep_on == "tricks")}
        for name, worth in asked.items():
            self[name].choices = self[name].choices if worth else []

    def validate_talk(self, field: FieldList) -> None:
        if any(not 0 <= times <= MOST_FOULS for times in field.numbers().values()):
            raise ValidationError(f"Penalties can be from 0 to {MOST_FOULS} for each side.")

    def as_hand(self) -> Hand:
        given = [Adjustment(side, points, ADJUSTMENT_REASON) for side, points in self.adjusted.numbers().items()]
        return replace(super().as_hand(), bidder=self.bidder.number, bid=self.bid.data, adjustments=tuple(given))


class CheckSheetForm(FormWithId):
    """A paper sheet; its columns, lines and cells are read by `SentGrid`, because they depend on the rules."""

    saves = False
    saved_as: UUID | None = None
    """The game that was saved from this sheet before, with other hands, or, if it `is_same`, that has the same ones."""
    is_same = False
    rules = SelectField("Rules", validate_choice=False, default=FIRST_OFFERED)
    names = FieldList(NameField(), min_entries=6, max_entries=6)
    heads = FieldList(NameField(), min_entries=6, max_entries=6)
    text = TextAreaField("The sheet, line by line", default="")
    deals_next = SelectField("Who deals next", validate_choice=False, default="")
    day_offered = HiddenField(default="")
    """The day that the page had before somebody chose another one."""
    reading = RadioField("On paper are", default="points", validate_choice=False)
    penalties_in = BooleanField("The points have the penalties already")
    blank_is_0 = BooleanField("A blank is 0")
    no_bidder = BooleanField("No bidder on paper")
    no_bid = BooleanField("No bid on paper")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.played = PlayedOnForm(*args, **kwargs)  # asked where the sheet can be saved

    def offer(self, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
        """Fill in the choices of rules."""
        _offer_rules(self.rules, choice, choices)
        self.reading.choices = READINGS

    @property
    def said(self) -> dict[str, Any]:
        """What was said of the whole sheet, as a grid has it."""
        reading = self.reading.data if self.reading.data in dict(READINGS) else "points"
        names = tuple(normalize_name(name.data or "")[:LONGEST_CELL] for name in self.names)
        zero = {"blank_is_0": bool(self.blank_is_0.data)}
        return {"names": names, "reading": reading, "penalties_in": bool(self.penalties_in.data)} | zero

    def offer_day(self, day: str) -> None:
        """Fill in the day of the game, unless somebody chose one."""
        played = self.played.day
        played.data = day if played.data in (None, "", self.day_offered.data) else played.data
        self.day_offered.data = day

    def take(self, offer: str) -> None:
        """Take another way to read the sheet that was offered."""
        what, _, value = offer.partition("=")
        self.reading.data = value if what == "reading" else self.reading.data
        self.penalties_in.data = self.penalties_in.data or what == "penalties"
        self.blank_is_0.data = self.blank_is_0.data or what == "blank"

    def fill_heads(self, heads: Sequence[str]) -> None:
        """Fill in the heads that nobody typed."""
        for field, head in zip(self.heads, heads, strict=False):
            field.data = field.data or head

    @property
    def typed_heads(self) -> tuple[str, ...]:
        """The heads of the competitors as typed, "" for none."""
        return tuple(normalize_name(head.data or "")[:LONGEST_CELL] for head in self.heads)


class SentLine(NamedTuple):
    """A line of a sheet as it was sent: what it is, its cells by column, and whether it was removed."""

    kind: str
    cells: Mapping[int, str]
    is_removed: bool = False


class SentGrid:
    """The grid of a form: `column-C` is what column C means, `said-C` its heading on paper, `cell-R-C` a cell, `kind-R`
    what line R is, `gone-R` that it was removed; `who-K` is whose side `word-K` is, `is-N` what line N of a text is.

    Only the beginning of a cell that is far too long is read and shown again.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.pasted = fields.get("pasted") == "y"
        columns = {int(found[1]): key for name, key in fields.items() if (found := COLUMN.fullmatch(name))}
        width = max([*columns, -1]) + 1 if columns else 0
        self.columns = [
            Column(columns.get(at, ASKS), fields.get(f"said-{at}", "")[:LONGEST_CELL]) for at in range(width)
        ]
        cells: dict[int, dict[int, str]] = {}
        for name, value in fields.items():
            found = CELL.fullmatch(name)
            if found and int(found[1]) < MOST_TYPED_ROWS and int(found[2]) < width:
                cells.setdefault(int(found[1]), {})[int(found[2])] = value.strip()[:LONGEST_CELL]
        self.lines = [
            SentLine(fields.get(f"kind-{row}", "hand"), cells.get(row, {}), f"gone-{row}" in fields)
            for row in range(max([*cells, -1]) + 1)
        ]
        words = {int(found[1]): word for name, word in fields.items() if (found := WORD.fullmatch(name))}
        whose = {word: fields.get(f"who-{number}", "") for number, word in words.items()}
        self.said = {word: int(place) for word, place in whose.items() if place.isdecimal() and len(place) < 2}
        self.kinds = {int(found[1]): kind for name, kind in fields.items() if (found := KIND.fullmatch(name))}
        self.of_text = fields.get("of", "")
        self.returns = -1

    @property
    def is_empty(self) -> bool:
        return not any(line.kind != "hand" or any(line.cells.values()) for line in self.lines if not line.is_removed)

    def change(self, fields: Mapping[str, str]) -> None:
        """Insert, remove and put back lines, or take some as total rows, as the tapped button says."""
        kind, _, numbers = fields.get("take", "").partition("=")
        totals = numbers.split("-") if kind == "total" else ()
        self.lines = [
            line._replace(kind="total") if str(row) in totals else line for row, line in enumerate(self.lines, 1)
        ]
        self.kinds |= {int(number): "total" for number in totals if IS_LINE.fullmatch(number)}
        room = MOST_TYPED_ROWS - len(self.lines)
        if fields.get("more") == "rows":
            self.lines += [SentLine("hand", {}) for _ in range(min(FIRST_ROWS, room))]
        for name in ("insert", "remove", "restore"):
            at = fields.get(name, "")
            if not (at.isdecimal() and len(at) < 3 and int(at) < len(self.lines)):
                continue
            if name == "insert" and room:
                self.lines.insert(int(at), SentLine("hand", {}))
            elif name != "insert":
                self.lines[int(at)] = self.lines[int(at)]._replace(is_removed=name == "remove")
                self.returns = int(at) if name == "remove" else -1

    def grid(self, rules: RuleSet, form: CheckSheetForm) -> Grid:
        """Return the grid; a sheet that was typed has the columns of these rules but for what the paper has not, and
        every other that is filled."""
        columns, said = tuple(self.columns), form.said
        places: list[int | None] = [*range(len(columns))]
        if not self.pasted:
            used = {at for line in self.lines for at, text in line.cells.items() if text}
            lacks = {key for key, lacking in (("bidder", form.no_bidder), ("bid", form.no_bid)) if lacking.data}
            lacks -= {self.columns[at].key for at in used}
            own = tuple(column for column in typed_columns(rules, said["reading"]) if column.key not in lacks)
            places = [next((at for at, each in enumerate(columns) if each.key == column.key), None) for column in own]
            more = sorted(used - {*places})
            columns, places = own + tuple(columns[at] for at in more), [*places, *more]
        lines = []
        for row, line in enumerate(self.lines, 1):
            cells = tuple(line.cells.get(at, "") if at is not None else "" for at in places)
            lines.append(Line(row, f"{REMOVED}{line.kind}" if line.is_removed else line.kind, cells))
        return replace(Grid(columns, tuple(lines), heads=form.typed_heads, said=self.said), **said)

    def said_of(self, text: str) -> dict[str, Any]:
        """Return what was said of this text, as `grid_of_text` takes it, nothing if it was said of another one."""
        if self.of_text != mark_of(text):
            return {"columns": {}, "lines": {}, "said": {}}
        columns = {at: column.key for at, column in enumerate(self.columns) if column.key != ASKS}
        return {"columns": columns, "lines": self.kinds, "said": self.said}


def is_written(line: Line) -> bool:
    """Whether there is anything in a line of the grid that was not removed."""
    return not line.kind.startswith(REMOVED) and (any(line.cells) or line.kind != "hand")


def mark_of(text: str) -> str:
    """Return a mark of a text, by which what was said of it is known to be of this one."""
    return sha256(text.encode()).hexdigest()[:16]


def _offer_rules(field: SelectField, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
    field.choices = [(each.key, each.title) for each in choices]
    field.data = choice.key
