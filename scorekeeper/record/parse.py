"""From bytes to a record: what can be read of it, and what is wrong with its form, its rules and its players.

Nearly every record is read by the typed decoder in one go. What it refuses is looked at closely, place by place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

import msgspec
from msgspec import UNSET, Struct, UnsetType

from scorekeeper.rules.errors import REPORTING_ORDER, BadFormat, DuplicatePlayer, PlayerCount, RuleError, UnknownPlayer

from .document import LARGEST_RECORD, MOST_HANDS, Document, HandEntry, given
from .rulesets import Rules, of_value, read_rules
from .shape import MOST_FAULTS, NotJSON, loads, salvage, shown

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Above this many values (4 MB of nothing but `[],`) a refused record is not looked at place by place: every empty
# list of three bytes would take eighty in memory.
MOST_VALUES = 300_000

_decoder = msgspec.json.Decoder(Document)
_encoder = msgspec.json.Encoder()


class _Anything(Struct, gc=False):
    pass


class _Hands(Struct):
    hands: list[_Anything]


_counter = msgspec.json.Decoder(_Hands)


@dataclass(slots=True)
class Reading:
    """What could be read. Without `faults` the document, its rules and its players are sound.

    `misread` holds the faults of form of single hands, by their 1-based position; such a hand stands among the hands
    with what could be read of it. `hands` are there even where the document has faults.
    """

    document: Document | None = None
    rules: Rules = field(default_factory=lambda: Rules(None, None))
    hands: Sequence[HandEntry] = ()
    misread: dict[int, list[BadFormat]] = field(default_factory=dict)
    faults: list[RuleError] = field(default_factory=list)


def read_bytes(data: bytes) -> Reading:
    """What can be read of these bytes; never raises."""
    if len(data) > LARGEST_RECORD:
        return too_large(len(data))
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    try:
        reading = _read_typed(data) or _read_closely(data)
    except NotJSON as refusal:
        return Reading(faults=[BadFormat("", f"Expected a JSON document in UTF-8, but {refusal}.")])
    reading.faults.sort(key=lambda fault: REPORTING_ORDER[fault.code])
    return reading


def too_large(size: int) -> Reading:
    """What there is to say of a record of that many bytes."""
    return Reading(faults=[BadFormat("", f"Expected at most {LARGEST_RECORD:,} bytes, found {size:,}.")])


def _read_typed(data: bytes) -> Reading | None:
    """What the typed decoder reads, None where the record has to be looked at closely."""
    crowded = len(data) > MOST_VALUES and sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES
    try:
        if crowded:
            hands = len(_counter.decode(data).hands)
            if hands > MOST_HANDS:
                return Reading(faults=[BadFormat("hands", f"Expected at most {MOST_HANDS} hands, found {hands}.")])
        document = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Reading(faults=[_first_fault(error)]) if crowded else None
    if _strings(data) != _strings(_encoder.encode(document)):
        return None
    rules = read_rules(bytes(document.rules))
    return Reading(document, rules, document.hands, {}, list(islice(_document_faults(document, rules), MOST_FAULTS)))


def _strings(json: bytes) -> int:
    """Twice the number of strings in a JSON text, keys included.

    The decoder keeps one of two equal keys, so that a record with a key twice has more strings than what is read.
    """
    if b"\\" in json:
        json = json.replace(rb"\\", b"").replace(rb"\"", b"")
    return json.count(b'"')


def _first_fault(error: Exception) -> BadFormat:
    message, _, path = str(error).partition(" - at `$")
    path = re.sub(r"\[\.\.\.\]", "", path.rstrip("`")).lstrip(".")
    return BadFormat(path, f"{message}.")


def _read_closely(data: bytes) -> Reading:
    """The record place by place; a fault inside one hand leaves the others readable. Raises NotJSON."""
    value = loads(data)
    reading = Reading()
    if not isinstance(value, dict):
        reading.faults.append(BadFormat("", f"Expected an object, found {shown(value)}."))
        return reading
    if "rules" in value:
        reading.rules = of_value(value["rules"])
    entries = value.get("hands")
    if isinstance(entries, list):
        reading.hands = tuple(_hands_closely(entries, reading.misread))
        if len(entries) <= MOST_HANDS:
            value["hands"] = []
    document, faults = salvage(value, Document)
    reading.document = msgspec.structs.replace(document, hands=reading.hands)
    reading.faults += [*faults, *islice(_document_faults(document, reading.rules), MOST_FAULTS)]
    return reading


def _hands_closely(entries: list[object], misread: dict[int, list[BadFormat]]) -> Iterator[HandEntry]:
    for place, value in enumerate(entries, 1):
        entry, faults = salvage(value, HandEntry)
        if faults:
            misread[place] = faults
        yield entry


def _document_faults(document: Document, rules: Rules) -> Iterator[RuleError]:
    """What is wrong with rules, seats and names; what the document leaves out (or cannot be read) is not looked at."""
    yield from rules.faults
    for name in ("started", "ended"):
        moment = getattr(document, name)
        if moment is not UNSET and not _is_moment(moment):
            message = "Expected a date and time with its offset, like 2026-05-01T20:00:00+02:00, found "
            yield BadFormat(name, f"{message}{shown(moment)}.")
    if document.teams is not UNSET and rules.ruleset and not rules.ruleset.fixed_sides:
        yield BadFormat("teams", "Only in fixed partnerships do the sides have names.")
    if isinstance(document.players, UnsetType):
        return
    yield from _seat_faults(document.players, rules)
    if document.dealer is not UNSET:
        yield from unknown(document.players, [("dealer", document.dealer)])
    winners = given(document.claimed_winners) or ()
    yield from unknown(document.players, ((f"claimed_winners[{at}]", name) for at, name in enumerate(winners)))


def _seat_faults(players: tuple[str, ...], rules: Rules) -> Iterator[RuleError]:
    if rules.ruleset and len(players) != rules.ruleset.players:
        yield PlayerCount("players", f"These rules are for {rules.ruleset.players} players, found {len(players)}.")
    if len(set(players)) < len(players):
        seen: set[str] = set()
        for place, name in enumerate(players):
            if name in seen:
                yield DuplicatePlayer(f"players[{place}]", f"Each player sits once, found {shown(name)} again.")
            seen.add(name)


def unknown(players: Sequence[str], named: Iterable[tuple[str, str]]) -> Iterator[UnknownPlayer]:
    """Each of these names (with its path) that is not at the table."""
    for path, name in named:
        if name not in players:
            table = ", ".join(players[:6])
            yield UnknownPlayer(path, f"Expected one of {table}, found {shown(name)}, who is not at the table.")


def _is_moment(text: str) -> bool:
    try:
        return "T" in text and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
