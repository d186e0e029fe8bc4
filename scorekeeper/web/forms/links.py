"""The forms to enter by a link, and to watch."""

from collections.abc import Sequence

from wtforms import ValidationError

from scorekeeper.web.forms.base import (
    Choice,
    NameField,
    PlainForm,
)


class WatchForm(PlainForm):
    """The side that a phone watches for at its table, as a player's number."""

    watches = Choice("This phone watches the score")

    def offer(self, sides: Sequence[tuple[int, str]], chosen: int | None) -> None:
        """Fill in the sides; `chosen` is what holds now."""
        self.watches.choices = [("", "for no one"), *((number, f"for {names}") for number, names in sides)]
        if self.watches.raw_data is None:
            self.watches.data = "" if chosen is None else chosen

    def validate_watches(self, field: Choice) -> None:
        """Refuse a side that the table doesn't have."""
        if field.data is not None and field.data not in dict(field.choices):
            raise ValidationError("Choose one of these.")


class EnterForm(WatchForm):
    """A phone's name in the list of phones, and at a table the side that it watches for."""

    name = NameField("Your name")
