"""The forms that take a file, and store the game that is in it."""

import zlib
from base64 import b64decode, b64encode
from functools import cached_property
from typing import Any

from flask import abort
from flask_wtf.file import FileField
from wtforms import HiddenField, ValidationError

from scorekeeper.record import LARGEST_RECORD

from .base import PlainForm

LARGEST_UPLOAD = 5_500_000
"""Bytes of a form with a record."""


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
        if not self.content:
            raise ValidationError("The file didn't come through. Choose it again.")

    @cached_property
    def content(self) -> bytes:
        """The record, also one that was not packed; none where it can't be read."""
        sent: str = self.record.data or ""
        return sent.encode(errors="replace") if sent.startswith("{") else unpack(sent)


def pack(record: bytes) -> str:
    """Return a record as a page carries it along: escaped, each of its quotes would be five signs."""
    return b64encode(zlib.compress(record)).decode()


def unpack(packed: str) -> bytes:
    """Return the record that was packed, none where that can't be read or is too large."""
    try:
        record = zlib.decompressobj().decompress(b64decode(packed, validate=True), LARGEST_RECORD + 1)
    except (ValueError, zlib.error):
        return b""
    return record if len(record) <= LARGEST_RECORD else b""
