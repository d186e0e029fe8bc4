"""The game record `rook-game/1`: reading it, writing it, and holding it against the rules."""

from .audit import Audit, HandVerdict, Problem, Verdict, audit, judge, verdict
from .document import FORMAT, LARGEST_RECORD, AdjustmentEntry, Document, FoulEntry, HandEntry
from .json_schema import schema
from .parse import read_bytes, too_large
from .rulesets import as_given, read_rules
from .serialize import BadRecord, document_of, entry_of, identity, read, write

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
    "as_given",
    "audit",
    "document_of",
    "entry_of",
    "identity",
    "judge",
    "read",
    "read_bytes",
    "read_rules",
    "schema",
    "too_large",
    "verdict",
    "write",
]
