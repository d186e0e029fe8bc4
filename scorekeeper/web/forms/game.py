"""The forms of a game as a whole: starting it, and setting right what stands around its hands."""

from collections.abc import Sequence

from wtforms import HiddenField, RadioField, SelectField, TextAreaField, ValidationError
from wtforms.validators import Optional, Regexp

from .base import ChangeForm, Choice, FieldList, NameField, NamingForm, WholeNumber


class StartGameForm(NamingForm):
    """A new game; an empty target means the rules' own."""

    rules = SelectField("Rules", validate_choice=False)
    players = FieldList(NameField(), min_entries=6, max_entries=6)
    dealer = WholeNumber("First dealer", default=0)
    starting_totals = FieldList(WholeNumber(), min_entries=6, max_entries=6)
    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")
    unnamed = HiddenField()


class RematchForm(ChangeForm):
    """Another game; `partner` is the number of who joins the first player, where partners change.

    `known` is how the uid of the table's newest game begins, as far as a phone knew that went on without the server.
    """

    partner = WholeNumber("Partner")
    known = HiddenField(validators=[Optional(), Regexp(r"[0-9a-f]{8}\Z|none\Z")])


class NameForm(NamingForm):
    """A name that stands wrong: misspelled, or somebody else's."""

    player = Choice("Whose name", "Whose name is wrong?")
    name = NameField("Correct name")
    what = RadioField("What was wrong?", validate_choice=False, default="spelling")
    whats = (("spelling", "Misspelled (fix it everywhere)"), ("person", "Someone else was playing"))

    def offer(self, players: Sequence[tuple[int, str]]) -> None:
        """Fill in whose name it can be, and what was wrong with it."""
        self.player.choices, self.what.choices = list(players), list(self.whats)

    def validate_what(self, field: RadioField) -> None:
        if field.data not in dict(self.whats):
            raise ValidationError("Was it misspelled, or was it someone else?")


class SeatsForm(ChangeForm):
    """The players clockwise; `confirmed` once it was shown what another order changes."""

    seats = FieldList(WholeNumber(), max_entries=6)
    confirmed = HiddenField(default="")

    def validate_seats(self, field: FieldList) -> None:
        if any(seat.data is None for seat in field):
            raise ValidationError("Put one player in each seat.")

    @property
    def order(self) -> list[int]:
        """The numbers of the players, clockwise; what is nobody's number stands for a seat left empty."""
        return [-1 if seat.data is None else seat.data for seat in self.seats]


class TeamsForm(ChangeForm):
    """The sides' own names."""

    first = NameField("First side")
    second = NameField("Second side")


class GameRulesForm(ChangeForm):
    """The rules of a game that runs; `confirmed` once it was shown what others change."""

    rules = SelectField("Rules", validate_choice=False)
    confirmed = HiddenField(default="")


class DealerForm(ChangeForm):
    """Who dealt first."""

    dealer = WholeNumber("First dealer")


class TargetForm(ChangeForm):
    """What the game is played to."""

    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")


class NotesForm(ChangeForm):
    """What the table noted on a game."""

    notes = TextAreaField("Notes", default="")
