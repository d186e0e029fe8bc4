"""The forms that check a claim: one hand, a paper sheet, a total in a game."""

import re
from collections.abc import Mapping, Sequence

from wtforms import BooleanField, RadioField, SelectField, TextAreaField, ValidationError

from scorekeeper.rules.hand import MAY_BE_TIED, TIED, Adjustment, Foul, Hand, Outcome
from scorekeeper.usecases.check.hand import ADJUSTMENT_REASON, MOST_FOULS, side_labels
from scorekeeper.usecases.check.sheet import MOST_TYPED_ROWS, Sheet
from scorekeeper.usecases.game.recording import THE_BIDDER
from scorekeeper.usecases.house_rules import RuleChoice
from scorekeeper.web.filters import zone_of_club

from .base import Choice, FieldList, FormWithId, NameField, QueryForm, WholeNumber
from .hand import NO_ONE, TIED_SIDES

FIRST_OFFERED = "original"
CELL = re.compile(r"row-([0-9]{1,3})-([a-z_]+(?:-[0-9])?)")
COLUMN = re.compile(r"column-([0-9]{1,2})")
AS_READ = "as-read"
LONGEST_CELL = 500
READINGS = ("points", "totals")
Row = dict[str, str]


class CheckHandForm(QueryForm):
    """One hand with its claimed points; sides are by number."""

    rules = SelectField("Rules", validate_choice=False)
    bidder = Choice("Who bid")
    bid = WholeNumber("Bid")
    captured = FieldList(WholeNumber(), max_entries=6)
    last_trick = Choice("Last trick")
    most_tricks = Choice("Most tricks", words=TIED_SIDES[:1])
    sweep = Choice("Took every trick")
    reneged_by = Choice("Renege")
    gave_up = BooleanField("The bidding side gave up the hand")
    wrong_discard = BooleanField("Wrong nest discard by the bidder")
    fouls = FieldList(WholeNumber(), max_entries=6)
    adjustments = FieldList(WholeNumber(), max_entries=6)
    claimed = FieldList(WholeNumber(), max_entries=6)

    def offer(self, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
        """Fill in the choices; a question that these rules do not ask has none."""
        _offer_rules(self.rules, choice, choices)
        rules = choice.rules
        sides = [(side.number, side.label) for side in side_labels(rules)]
        formed = rules.sides in ("partnerships", "rotating_partners")
        self.bidder.choices = sides if formed else []
        no_one = [NO_ONE] if self.gave_up.data or self.reneged_by.data is not None else []  # clears it (R9, R33)
        for name, worth in rules.trick_points.items():
            tied = [TIED_SIDES] if name in MAY_BE_TIED else []
            self[name].choices = [*sides, *tied, *no_one] if worth else []
        self.sweep.choices = [*sides, NO_ONE] if rules.sweep_bonus and rules.sweep_on == "tricks" else []
        self.reneged_by.choices = [*sides, NO_ONE] if rules.uses_reneges else []

    def validate_fouls(self, field: FieldList) -> None:
        if any(not 0 <= times <= MOST_FOULS for times in field.numbers().values()):
            raise ValidationError(f"Penalties can be from 0 to {MOST_FOULS} for each side.")

    def as_hand(self) -> Hand:
        """Return the entered hand, sides by number, once the form is valid."""
        fouls = [Foul(side, "table-talk") for side, times in self.fouls.numbers().items() for _ in range(times)]
        if self.wrong_discard.data:
            fouls.append(Foul(THE_BIDDER, "nest-discard"))
        ended: Outcome = "played" if self.reneged_by.number is None else "renege"
        return Hand(
            outcome="conceded" if self.gave_up.data else ended,
            bidder=self.bidder.number,
            bid=self.bid.data,
            captured=self.captured.numbers(),
            last_trick=self.last_trick.number,
            most_tricks=TIED if self.most_tricks.data == TIED_SIDES[0] else self.most_tricks.number,
            sweep=self.sweep.number,
            reneged_by=self.reneged_by.number,
            fouls=tuple(fouls),
            adjustments=tuple(
                Adjustment(side, points, ADJUSTMENT_REASON) for side, points in self.adjustments.numbers().items()
            ),
        )


class CheckSheetForm(FormWithId):
    """A paper sheet; its typed rows are read by `typed_rows`, because their columns depend on the rules."""

    saves = False
    rules = SelectField("Rules", validate_choice=False, default=FIRST_OFFERED)
    names = FieldList(NameField(), min_entries=6, max_entries=6)
    text = TextAreaField("The sheet, line by line", default="")
    claims = RadioField("The numbers of each side are", default="", validate_choice=False)

    def offer(self, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
        """Fill in the choices of rules, and of how points are written."""
        _offer_rules(self.rules, choice, choices)
        self.claims.choices = [("", "Find out"), ("points", "Points"), ("totals", "Running totals")]

    def sheet(self, rows: list[Row], meanings: Mapping[int, str]) -> Sheet:
        """Return everything that was typed, with the meanings that were chosen."""
        names = tuple(name.data or "" for name in self.names)
        reading = self.claims.data if self.claims.data in READINGS else None
        return Sheet(names, self.text.data or "", tuple(rows), reading, meanings, zone_of_club())


def typed_rows(fields: Mapping[str, str]) -> list[Row]:
    """Return the typed rows of a sheet in order, cells by the key of their column; at most MOST_TYPED_ROWS.

    Only the beginning of a cell that is far too long is read and shown again.
    """
    found: dict[int, Row] = {}
    for name, value in fields.items():
        match = CELL.fullmatch(name)
        if match and int(match[1]) < MOST_TYPED_ROWS:
            found.setdefault(int(match[1]), {})[match[2]] = value.strip()[:LONGEST_CELL]
    return [found.get(number, {}) for number in range(max(found, default=-1) + 1)]


def chosen_meanings(fields: Mapping[str, str]) -> dict[int, str]:
    """Return the meanings chosen for the columns of a sheet by the column's number; AS_READ is none."""
    chosen = {int(match[1]): key for name, key in fields.items() if (match := COLUMN.fullmatch(name))}
    return {at: key for at, key in chosen.items() if key != AS_READ}


class ClaimForm(QueryForm):
    """A claimed total in a game, and whose it is."""

    whose = Choice("Whose total", "Whose total is it?")
    claimed = WholeNumber("Claimed total")

    def validate_claimed(self, field: WholeNumber) -> None:
        if field.data is None and not field.process_errors:
            raise ValidationError("What total is claimed?")

    def claim(self) -> tuple[int, int]:
        """Return the number of a player with this total, and the points, once the form is valid."""
        assert self.whose.number is not None
        assert self.claimed.data is not None
        return self.whose.number, self.claimed.data


def _offer_rules(field: SelectField, choice: RuleChoice, choices: Sequence[RuleChoice]) -> None:
    field.choices = [(each.key, each.title) for each in choices]
    field.data = choice.key
