"""The forms that check a claim."""

from typing import Any

from flask import abort
from flask_wtf.file import FileField
from wtforms import SelectField, ValidationError

from scorekeeper.record import LARGEST_RECORD
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.usecases.check.hand import TIED_SIDES, HandClaim, side_labels

from .base import Choice, FieldList, PlainForm, WholeNumber
from .hand import NOBODY

NUMBERS = ("captured", "fouls", "adjustments", "claimed")


class FileForm(PlainForm):
    """A file from the phone."""

    file = FileField("Game record")

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError("Choose a file first.")

    @property
    def content(self) -> bytes:
        """What the file holds; answers 413 where that is too much."""
        upload: Any = self.file.data
        data: bytes = upload.read(LARGEST_RECORD + 1)
        return data if len(data) <= LARGEST_RECORD else abort(413)


class CheckHandForm(PlainForm):
    """One hand and what is claimed of it; sides go by place."""

    rules = SelectField("Rules", validate_choice=False)
    bidder = Choice("Who bid")
    bid = WholeNumber("Bid")
    captured = FieldList(WholeNumber(), max_entries=6)
    last_trick = Choice("Last trick")
    most_tricks = Choice("Most tricks", words=(TIED_SIDES,))
    sweep = Choice("Took every trick")
    reneged_by = Choice("Renege")
    fouls = FieldList(WholeNumber(), max_entries=6)
    adjustments = FieldList(WholeNumber(), max_entries=6)
    claimed = FieldList(WholeNumber(), max_entries=6)

    def offer(self, rules: RuleSet) -> None:
        """Fills in what can be chosen; a question that these rules do not ask has no choices."""
        sides = [(side.place, side.label) for side in side_labels(rules)]
        formed = rules.sides in ("partnerships", "rotating_partners")
        self.bidder.choices = sides if formed else []
        nobody = [] if self.reneged_by.data is None else [NOBODY]  # who took a trick can be taken back (R9)
        self.last_trick.choices = [*sides, *nobody] if rules.last_trick_points else []
        self.most_tricks.choices = [*sides, (TIED_SIDES, "Tied"), *nobody] if rules.most_tricks_points else []
        self.sweep.choices = [*sides, NOBODY] if rules.sweep_bonus and rules.sweep_on == "tricks" else []
        self.reneged_by.choices = [*sides, NOBODY] if rules.uses_reneges else []

    def by_place(self, name: str, place: int) -> WholeNumber | None:
        """The field of that list for the side at this place, if it was sent."""
        return next((field for field in self[name] if field.name == f"{name}-{place}"), None)

    @property
    def hand_said(self) -> HandClaim:
        """What the form says of the hand."""
        numbers = {
            name: {int(each.name.rpartition("-")[2]): each.data for each in self[name] if each.data is not None}
            for name in NUMBERS
        }
        tricks = {name: self[name].data for name in ("last_trick", "most_tricks", "sweep", "reneged_by")}
        return HandClaim(self.bidder.data, self.bid.data, **tricks, **numbers)
