"""The forms to start, rename, delete and enter clubs."""

from datetime import datetime
from typing import Any

from flask_wtf.file import FileField
from wtforms import HiddenField, SelectField, StringField, ValidationError

from scorekeeper.usecases.days import zone_names
from scorekeeper.usecases.names import normalize_name
from scorekeeper.web.dates import zone_of_club
from scorekeeper.web.forms.base import (
    AskingForm,
    FormWithId,
    NameField,
    PlainForm,
)


class StartClubForm(FormWithId):
    """A new club, by name or from a file; `code` is needed if the server has a founders' code."""

    name = NameField("Club name")
    code = StringField("Founders' code")
    file = FileField("Or import a club file")
    zone = HiddenField(default="", filters=[normalize_name])


class ClubNameForm(PlainForm):
    """A club's name: a new one, or its own to confirm deleting it."""

    name = NameField("Club name")


class DaysForm(AskingForm):
    """The time zone of a club's days."""

    zone = SelectField("Time zone", default="", validate_choice=False, filters=[normalize_name])

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        stored = zone_of_club()
        unknown = [] if not stored or stored in zone_names() else [(stored, stored.replace("_", " "))]
        places = [(name, name.replace("_", " ")) for name in zone_names()]
        self.zone.choices = [("", f"The server's ({datetime.now().astimezone():%Z})"), *unknown, *places]

    def validate_zone(self, field: SelectField) -> None:
        """Refuse what is not offered."""
        if field.data not in dict(field.choices):
            raise ValidationError("Choose a time zone.")


class ClubForm(DaysForm):
    """A club's name, and the time zone of its days."""

    name = NameField("Club name")
