"""The forms by which clubs are started and entered."""

from wtforms import StringField

from .base import PlainForm


class StartClubForm(PlainForm):
    """A new club; `code` is asked where the server has one for founders."""

    name = StringField("Club name")
    code = StringField("Founders' code")


class EnterForm(PlainForm):
    """What a phone calls itself in the list of those who came in."""

    name = StringField("Your name")
