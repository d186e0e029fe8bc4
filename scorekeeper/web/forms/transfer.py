"""The forms that take a file, and store the game that is in it."""

from typing import Any

from flask import abort
from flask_wtf.file import FileField
from wtforms import HiddenField, ValidationError

from scorekeeper.record import LARGEST_RECORD

from .base import PlainForm


class FileForm(PlainForm):
    """A file from the phone."""

    file = FileField("Game record")

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError("Choose a file first.")

    @property
    def content(self) -> bytes:
        """What the file holds; aborts with 413 where that is too much."""
        upload: Any = self.file.data
        data: bytes = upload.read(LARGEST_RECORD + 1)
        return data if len(data) <= LARGEST_RECORD else abort(413)


class ImportForm(PlainForm):
    """A record that was looked at and is to be stored; which players its names stand for is read beside it."""

    record = HiddenField("Record", default="")

    def validate_record(self, field: HiddenField) -> None:
        if not field.data:
            raise ValidationError("The file didn't come through. Choose it again.")
