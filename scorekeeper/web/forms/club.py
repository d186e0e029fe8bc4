"""The forms to start, rename, delete and enter clubs."""

from flask_wtf.file import FileField
from wtforms import StringField

from .base import NameField, PlainForm


class StartClubForm(PlainForm):
    """A new club, by name or from a file; `code` is needed if the server has a founders' code."""

    name = NameField("Club name")
    code = StringField("Founders' code")
    file = FileField("Or import a club file")


class ClubNameForm(PlainForm):
    """A club's name: a new one, or its own to confirm deleting it."""

    name = NameField("Club name")


class EnterForm(PlainForm):
    """A phone's description of itself in the list of phones."""

    name = NameField("Your name")
