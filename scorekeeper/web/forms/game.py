"""The forms that start a game and change its settings."""

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
    """A rematch; `partner` is the number of the first player's partner, if partners are changed.

    `known` is the beginning of the uid of the table's newest game, as a phone without the server knew it.
    """

    partner = WholeNumber("Partner")
    known = HiddenField(validators=[Optional(), Regexp(r"[0-9a-f]{8}\Z|none\Z")])


class NameForm(NamingForm):
    """A wrong name: misspelled, or someone else's."""

    player = Choice("Whose name", "Whose name is wrong?")
    name = NameField("Correct name")
    what = RadioField("What was wrong?", validate_choice=False, default="spelling")
    kinds = (("spelling", "Misspelled (fix it everywhere)"), ("person", "Someone else was playing"))

    def offer(self, players: Sequence[tuple[int, str]]) -> None:
        """Fill in the choices of players, and the error of the name."""
        self.player.choices, self.what.choices = list(players), list(self.kinds)

    def validate_what(self, field: RadioField) -> None:
        if field.data not in dict(self.kinds):
            raise ValidationError("Was it misspelled, or was it someone else?")


class SeatsForm(ChangeForm):
    """The players clockwise; `confirmed` after the page showed what another order changes."""

    seats = FieldList(WholeNumber(), max_entries=6)
    confirmed = HiddenField(default="")

    def validate_seats(self, field: FieldList) -> None:
        if any(seat.data is None for seat in field):
            raise ValidationError("Put one player in each seat.")

    @property
    def order(self) -> list[int]:
        """The numbers of the players, clockwise; a number without a player means an empty seat."""
        return [-1 if seat.data is None else seat.data for seat in self.seats]


class TeamsForm(ChangeForm):
    """The sides' own names."""

    first = NameField("First side")
    second = NameField("Second side")


class GameRulesForm(ChangeForm):
    """The rules of a running game; `confirmed` after the page showed what other rules change."""

    rules = SelectField("Rules", validate_choice=False)
    confirmed = HiddenField(default="")


class DealerForm(ChangeForm):
    """Who dealt first."""

    dealer = WholeNumber("First dealer")


class TargetForm(ChangeForm):
    """The goal of the game."""

    target = WholeNumber("Play to")
    hand_limit = WholeNumber("Number of hands")
    time_limit = WholeNumber("Minutes")


class NotesForm(ChangeForm):
    """The table's notes on a game."""

    notes = TextAreaField("Notes", default="")
