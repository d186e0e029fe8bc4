"""The game record `rook-game/1`: parse, serialize and audit it."""

from .audit import Audit, HandVerdict, Problem, Verdict, audit_bytes, audit_record, verdict
from .document import FORMAT, LARGEST_RECORD, AdjustmentEntry, Document, FoulEntry, HandEntry
from .json_schema import schema
from .parse import BadRecord, parse, parse_document, too_large
from .rulesets import parse_rules, serialize_rules
from .serialize import make_document, make_entry, record_id, serialize

__all__ = [
    "FORMAT",
    "LARGEST_RECORD",
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
    "too_large",
    "verdict",
]
