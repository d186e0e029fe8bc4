"""The forms of a player: another name, and who is the same person."""

from wtforms import StringField

from .forms import ChangeForm


class RenameForm(ChangeForm):
    """What a player is to be called."""

    name = StringField("Name")


class MergeForm(ChangeForm):
    """The name of the other player, who is the same person."""

    other = StringField("The same person as")
