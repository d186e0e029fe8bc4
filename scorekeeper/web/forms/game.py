"""The forms of a game as a whole: starting it, and setting right what stands around its hands."""

from collections.abc import Sequence

from wtforms import HiddenField, RadioField, SelectField, StringField, TextAreaField, ValidationError

from .base import ChangeForm, Choice, FieldList, WholeNumber


class StartGameForm(ChangeForm):
    """A new game; an empty target means the rules' own."""

    rules = SelectField("Rules", validate_choice=False)
    players = FieldList(StringField(), min_entries=6, max_entries=6)
    dealer = WholeNumber("First dealer", default=0)
    target = WholeNumber("Target")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")


class NameForm(ChangeForm):
    """A name that stands wrong: misspelt, or somebody else's."""

    player = Choice("Whose name", "Whose name is wrong?")
    name = StringField("Right name")
    what = RadioField("What was wrong", validate_choice=False, default="spelling")
    whats = (("spelling", "Misspelt, everywhere"), ("person", "Somebody else sat here"))

    def offer(self, players: Sequence[tuple[int, str]]) -> None:
        """Fill in whose name it can be, and what was wrong with it."""
        self.player.choices, self.what.choices = list(players), list(self.whats)

    def validate_what(self, field: RadioField) -> None:
        if field.data not in dict(self.whats):
            raise ValidationError("Is it misspelt, or was it somebody else?")


class SeatsForm(ChangeForm):
    """The players clockwise; `confirmed` once it was shown what another order changes."""

    seats = FieldList(WholeNumber(), max_entries=6)
    confirmed = HiddenField(default="")

    def validate_seats(self, field: FieldList) -> None:
        if any(seat.data is None for seat in field):
            raise ValidationError("Each seat has one player.")

    @property
    def order(self) -> list[int]:
        """The numbers of the players, clockwise; what is nobody's number stands for a seat left empty."""
        return [-1 if seat.data is None else seat.data for seat in self.seats]


class DealerForm(ChangeForm):
    """Who dealt first."""

    dealer = WholeNumber("First dealer")


class TargetForm(ChangeForm):
    """What the game is played to."""

    target = WholeNumber("Target")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")


class NotesForm(ChangeForm):
    """What the table noted on a game."""

    notes = TextAreaField("Notes", default="")
