"""The game record `rook-game/1`: parse, serialize and audit it."""

from .audit import Audit, HandVerdict, Problem, Verdict, audit_bytes, audit_record, verdict
from .document import (
    FORMAT,
    LARGEST_RECORD,
    AdjustmentEntry,
    Document,
    FoulEntry,
    HandEntry,
    make_document,
    make_entry,
    parse_rules,
    record_id,
    serialize,
    serialize_rules,
    substitutions,
)
from .parse import YEARS, BadRecord, parse, parse_document, schema, too_large

__all__ = [
    "FORMAT",
    "LARGEST_RECORD",
    "YEARS",
    "AdjustmentEntry",
    "Audit",
    "BadRecord",
    "Document",
    "FoulEntry",
    "HandEntry",
    "HandVerdict",
    "Problem",
    "Verdict",
    "audit_bytes",
    "audit_record",
    "make_document",
    "make_entry",
    "parse",
    "parse_document",
    "parse_rules",
    "record_id",
    "schema",
    "serialize",
    "serialize_rules",
    "substitutions",
    "too_large",
    "verdict",
]
