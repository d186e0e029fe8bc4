"""The forms of game files."""

import zlib
from base64 import b64decode, b64encode
from datetime import date
from functools import cached_property
from typing import Any

from flask import abort
from flask_wtf.file import FileField
from wtforms import HiddenField, ValidationError

from scorekeeper.record import LARGEST_RECORD
from scorekeeper.usecases.days import today
from scorekeeper.usecases.sheet.saved import dated
from scorekeeper.web.dates import zone_of_club
from scorekeeper.web.forms.base import Day, PlainForm

LARGEST_UPLOAD = 5_500_000
"""Bytes of a form with a record."""


class FileForm(PlainForm):
    """A file from the phone."""

    saves = False
    file = FileField("A game that somebody sent you")

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError("Choose a file first.")

    @property
    def content(self) -> bytes:
        """The content of the file; aborts with 413 if it is too large."""
        upload: Any = self.file.data
        data: bytes = upload.read(LARGEST_RECORD + 1)
        return data if len(data) <= LARGEST_RECORD else abort(413)


class PlayedOnForm(PlainForm):
    """The day on which a game was played, that was not recorded here; "" for today."""

    phone_zone = HiddenField(default="")
    day = Day("Played on")

    def validate_day(self, field: Day) -> None:
        if field.data and not field.errors and date.fromisoformat(field.data) > today(zone_of_club()):
            raise ValidationError("That day is still to come.")

    def dated(self, record: bytes) -> bytes:
        """Return a record as one of this day."""
        return dated(record, date.fromisoformat(self.day.data), zone_of_club()) if self.day.data else record


class ImportForm(PlayedOnForm):
    """A previewed record to be stored; the players that its names mean are read separately."""

    record = HiddenField("Record", default="")

    def validate_record(self, field: HiddenField) -> None:
        if not self.content:
            raise ValidationError("The file didn't come through. Choose it again.")

    @cached_property
    def content(self) -> bytes:
        """The record, even if it was not packed; empty if it can't be read."""
        sent: str = self.record.data or ""
        return sent.encode(errors="replace") if sent.startswith("{") else unpack(sent)


def pack(record: bytes) -> str:
    """Pack a record for a hidden field, where each of its quotes would be escaped as five characters."""
    return b64encode(zlib.compress(record)).decode()


def unpack(packed: str) -> bytes:
    """Unpack a record; empty if it can't be read or is too large."""
    try:
        record = zlib.decompressobj().decompress(b64decode(packed, validate=True), LARGEST_RECORD + 1)
    except (ValueError, zlib.error):
        return b""
    return record if len(record) <= LARGEST_RECORD else b""
