"""The forms by which clubs are started and entered."""

from flask_wtf.file import FileField
from wtforms import StringField

from .base import NameField, PlainForm


class StartClubForm(PlainForm):
    """A new club, by its name or from its file; `code` is asked where the server has one for founders."""

    name = NameField("Club name")
    code = StringField("Founders' code")
    file = FileField("Or import a club file")


class ClubNameForm(PlainForm):
    """A club's name: another one, or its own where it is deleted by whoever types that."""

    name = NameField("Club name")


class EnterForm(PlainForm):
    """What a phone calls itself in the list of those who came in."""

    name = NameField("Your name")
