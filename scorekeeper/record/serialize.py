"""Serialize a record: always the same bytes for the same record."""

from collections.abc import Sequence
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from msgspec import UNSET, Raw, UnsetType

from scorekeeper.rules.hand import HAND_DEFAULTS, TIED, Hand
from scorekeeper.rules.ruleset import RuleSet

from .document import FORMAT, ONE_PLAYER, AdjustmentEntry, Document, FoulEntry, HandEntry
from .rulesets import serialize_rules

RECORDS = uuid5(NAMESPACE_URL, FORMAT)
"""The namespace of ids for records without one."""


def serialize(document: Document) -> bytes:
    """Return the record's bytes: UTF-8, keys in the order of the format, one line a hand."""
    encode = msgspec.json.encode
    rules = encode(msgspec.json.decode(document.rules))
    head = encode(msgspec.structs.replace(document, rules=Raw(rules), hands=()))
    hands = b",\n".join(b"  " + encode(entry) for entry in document.hands)
    return head.removesuffix(b"[]}") + (b"[\n" + hands + b"\n]}\n" if hands else b"[]}\n")


def make_document(rules: RuleSet, players: tuple[str, ...], hands: tuple[HandEntry, ...], **others: object) -> Document:
    """Make a record with these rules, seats and hands; `others` are the document's other keys by name.

    `given` among them is how to write the rules (`original`); without it they are written as briefly as possible.
    """
    raw = Raw(msgspec.json.encode(others.pop("given", None) or serialize_rules(rules)))
    return Document(format=FORMAT, rules=raw, players=players, hands=hands, **others)  # type: ignore[arg-type]  # given by name


def make_entry(
    hand: Hand,
    names: Sequence[str],
    *,
    claimed: dict[str, int] | UnsetType = UNSET,
    claimed_totals: dict[str, int] | UnsetType = UNSET,
    id: UUID | UnsetType = UNSET,  # noqa: A002 - the record's own word
) -> HandEntry:
    """Make an entry of a record; `names[i]` is the player with number i. Unknown fields are left out."""
    seen: dict[str, Any] = {
        name: value for name, default in HAND_DEFAULTS.items() if (value := getattr(hand, name)) != default
    }
    for name in seen.keys() & ONE_PLAYER:
        seen[name] = None if seen[name] is TIED else names[seen[name]]
    if hand.captured:
        seen["captured"] = {names[player]: worth for player, worth in hand.captured.items()}
    if hand.auction is not None:
        seen["auction"] = tuple((names[player], call) for player, call in hand.auction)
    if hand.partners is not None:
        seen["partners"] = tuple(names[player] for player in hand.partners)
    if hand.fouls:
        seen["fouls"] = tuple(FoulEntry(names[foul.player], foul.kind) for foul in hand.fouls)
    if hand.adjustments:
        seen["adjustments"] = tuple(
            AdjustmentEntry(names[each.player], each.points, each.reason) for each in hand.adjustments
        )
    return HandEntry(**seen, claimed=claimed, claimed_totals=claimed_totals, id=id)


def record_id(document: Document) -> UUID:
    """Return the game's id, or one derived from its first hand's id or from the whole record.

    The same record always has the same id, so that importing it twice stores it once.
    """
    if not isinstance(document.id, UnsetType):
        return document.id
    first = next((entry.id for entry in document.hands if entry.id is not UNSET), None)
    return uuid5(RECORDS, str(first) if first else serialize(document).decode())
