"""The forms of a tournament: starting it, and what its organizer types."""

from wtforms import BooleanField, SelectField, StringField, TextAreaField

from .base import AskingForm, ChangeForm, NameField, NamingForm, WholeNumber


class StartTournamentForm(NamingForm):
    """A new tournament; `entrants` are typed one a line."""

    name = NameField("Tournament name")
    format = SelectField("Format", validate_choice=False)
    rules = SelectField("Rules", validate_choice=False)
    entrants = TextAreaField("Players or pairs", default="")
    hand_limit = WholeNumber("Hands a round")
    time_limit = WholeNumber("Minutes a round")
    keeps_target = BooleanField("The target ends a game too")
    best_of_three = BooleanField("Best of three games (bracket)")
    by_lot = BooleanField("Seed by lot, not by order")


class OrganizeForm(AskingForm):
    """A button of the organizer's page, or one next to a name."""


class ResultForm(AskingForm):
    """The final totals of a table, and who won if they are equal; its version is the table's seating."""

    first = WholeNumber("First side")
    second = WholeNumber("Second side")
    won = WholeNumber("Won by")


class AddForm(NamingForm):
    """People who come later, one a line."""

    entrants = TextAreaField("Players to add", default="")


class LeaveForm(ChangeForm):
    """An entrant who leaves."""

    who = WholeNumber("Who leaves")


class PointsForm(AskingForm):
    """An entrant, and the points that are added with a reason."""

    who = WholeNumber("Who")
    points = WholeNumber("Points")
    reason = StringField("Reason", default="")


class SeatForm(NamingForm):
    """Who is replaced (an entrant's number, for a pair with which of the two), and the replacement."""

    seat = SelectField("In place of", validate_choice=False)
    seat_name = NameField("Now plays")
