"""The forms of a player: another name, and who is the same person."""

from wtforms import StringField

from scorekeeper.usecases.names import normalize_name

from .base import ChangeForm


class RenameForm(ChangeForm):
    """What a player is to be called."""

    name = StringField("Name", default="", filters=[normalize_name])


class MergeForm(ChangeForm):
    """The name of the other player, who is the same person."""

    other = StringField("The same person as", default="", filters=[normalize_name])
