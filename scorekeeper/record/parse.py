"""Parse bytes into a record: what can be read, and what is wrong with its form, its rules and its players.

The typed decoder reads nearly every record in one go. A record that it refuses is read closely, value by value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from scorekeeper.record.document import (
    LARGEST_RECORD,
    MOST_HANDS,
    WITHOUT_CARDS,
    Document,
    HandEntry,
    ParsedRules,
    or_none,
    parse_rules,
    rules_from,
)
from scorekeeper.record.shape import MOST_ERRORS, NotJSON, excerpt, load_json, salvage
from scorekeeper.rules.errors import (
    REPORTING_ORDER,
    BadFormat,
    BadStartingTotals,
    DuplicatePlayer,
    PlayerCount,
    RuleError,
    UnknownPlayer,
)
from scorekeeper.rules.hand import Side, competitors
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import (
    CHOICES,
    HIGHEST,
    LARGEST_NUMBER,
    OPTIONAL,
    PARAMETERS,
    RANKS,
    SINGLE_CARDS,
    SWITCHES,
    RuleSet,
)
from scorekeeper.rules.words import join_words, side_name

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Above this many values (4 MB of nothing but `[],`) a refused record is not read closely: every empty list of three
# bytes would take eighty in memory.
MOST_VALUES = 300_000

MOST_PLAYERS = HIGHEST["players"]

YEARS = range(1900, 2100)
"""Years in which a game can have been played."""

_decoder = msgspec.json.Decoder(Document)
_encoder = msgspec.json.Encoder()


class _Anything(Struct, gc=False):
    pass


class _Hands(Struct):
    hands: list[_Anything]


_counter = msgspec.json.Decoder(_Hands)


@dataclass(slots=True)
class ParsedRecord:
    """What could be read. Without `errors` the document, its rules and its players are sound.

    `misread` has the errors of form of single hands, by their 1-based position; such a hand is in `hands` with what
    could be read. `hands` are there even if the document has errors.
    """

    document: Document | None = None
    rules: ParsedRules = field(default_factory=lambda: ParsedRules(None, None))
    hands: Sequence[HandEntry] = ()
    misread: dict[int, list[BadFormat]] = field(default_factory=dict)
    errors: list[RuleError] = field(default_factory=list)


class BadRecord(ValueError):
    """Bytes without a readable game; `errors` are the problems, each by name with its path."""

    def __init__(self, errors: list[RuleError]) -> None:
        super().__init__("; ".join(f"{error.field}: {error.text}".removeprefix(": ") for error in errors))
        self.errors = errors


def parse(data: bytes) -> ParsedRecord:
    """Parse as much of these bytes as possible; never raises."""
    if len(data) > LARGEST_RECORD:
        return too_large(len(data))
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    try:
        reading = _read_typed(data) or _read_closely(data)
    except NotJSON as error:
        return ParsedRecord(errors=[BadFormat("", str(error))])
    reading.errors.sort(key=lambda error: REPORTING_ORDER[error.code])
    return reading


def parse_document(data: bytes) -> Document:
    """Parse the record in these bytes; raises BadRecord if its form, rules or seats are wrong.

    Its hands are not checked: `audit` does that.
    """
    reading = parse(data)
    errors = [*reading.errors]
    for number, found in reading.misread.items():
        errors += [type(error)(f"hands[{number - 1}].{error.field}".rstrip("."), error.text) for error in found]
    if errors or reading.document is None:
        raise BadRecord(errors)
    return reading.document


def too_large(size: int) -> ParsedRecord:
    """Return the result for a record of this many bytes, which is too large to read."""
    message = f"A game file can be up to {LARGEST_RECORD:,} bytes; this has {size:,}."
    return ParsedRecord(errors=[BadFormat("", message)])


def _read_typed(data: bytes) -> ParsedRecord | None:
    """Parse with the typed decoder; None if the record has to be read closely."""
    crowded = len(data) > MOST_VALUES and sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES
    try:
        if crowded:
            hands = len(_counter.decode(data).hands)
            if hands > MOST_HANDS:
                message = f"A game can have up to {MOST_HANDS:,} hands; this has {hands:,}."
                return ParsedRecord(errors=[BadFormat("hands", message)])
        document = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return ParsedRecord(errors=[_first_error(error)]) if crowded else None
    if _strings(data) != _strings(_encoder.encode(document)):
        return None
    rules = parse_rules(bytes(document.rules))
    return ParsedRecord(
        document, rules, document.hands, {}, list(islice(_document_errors(document, rules), MOST_ERRORS))
    )


def _strings(json: bytes) -> int:
    """Return twice the number of strings in a JSON text, keys included.

    The decoder keeps one of two equal keys, so a record with a repeated key has more strings than the result.
    """
    if b"\\" in json:
        json = json.replace(rb"\\", b"").replace(rb"\"", b"")
    return json.count(b'"')


def _first_error(error: Exception) -> BadFormat:
    message, _, path = str(error).partition(" - at `$")
    path = re.sub(r"\[\.\.\.\]", "", path.rstrip("`")).lstrip(".")
    return BadFormat(path, f"{message}.")


def _read_closely(data: bytes) -> ParsedRecord:
    """Parse value by value; an error inside one hand leaves the others readable. Raises NotJSON."""
    value = load_json(data)
    reading = ParsedRecord()
    if not isinstance(value, dict):
        reading.errors.append(BadFormat("", f"Expected an object, found {excerpt(value)}."))
        return reading
    if "rules" in value:
        reading.rules = rules_from(value["rules"])
    entries = value.get("hands")
    if isinstance(entries, list):
        reading.hands = tuple(_hands_closely(entries, reading.misread))
        if len(entries) <= MOST_HANDS:
            value["hands"] = []
    document, errors = salvage(value, Document)
    reading.document = msgspec.structs.replace(document, hands=reading.hands)
    reading.errors += [*errors, *islice(_document_errors(document, reading.rules), MOST_ERRORS)]
    return reading


def _hands_closely(entries: list[object], misread: dict[int, list[BadFormat]]) -> Iterator[HandEntry]:
    for number, value in enumerate(entries, 1):
        entry, errors = salvage(value, HandEntry)
        if errors:
            misread[number] = errors
        yield entry


def _document_errors(document: Document, rules: ParsedRules) -> Iterator[RuleError]:
    """Yield what is wrong with rules, seats and names, if the document has readable ones."""
    yield from rules.errors
    for name in ("started", "ended"):
        moment = getattr(document, name)
        if moment is not UNSET:
            yield from _moment_errors(name, moment)
    if document.teams is not UNSET and rules.ruleset and not rules.ruleset.fixed_sides:
        yield BadFormat("teams", "Sides have names only in fixed partnerships.")
    if isinstance(document.players, UnsetType):
        return
    yield from _seat_errors(document.players, rules)
    if len(document.players) > MOST_PLAYERS:  # looking up each name among thousands would take hours
        return
    if document.dealer is not UNSET:
        yield from unknown_players(document.players, [("dealer", document.dealer)])
    yield from _starting_errors(document.players, or_none(document.starting_totals) or {}, rules)
    yield from _substitution_errors(document)
    if document.substitutions is UNSET:
        yield from result_errors(document, document.players, rules.ruleset)


def result_errors(document: Document, players: tuple[str, ...], rules: RuleSet | None) -> Iterator[RuleError]:
    """Yield what is wrong with the names in what is claimed of the result; these `players` sat at its end."""
    winners = or_none(document.claimed_winners) or ()
    yield from unknown_players(players, ((f"claimed_winners[{at}]", name) for at, name in enumerate(winners)))
    if document.agreed_result is not UNSET:
        agreed = document.agreed_result
        yield from unknown_players(players, ((f"agreed_result[{at}]", name) for at, name in enumerate(agreed)))
        if rules:
            sides = competitors(rules, tuple(range(len(players))))
            yield from agreed_errors("agreed_result", agreed, players, sides)


def _substitution_errors(document: Document) -> Iterator[RuleError]:
    """Yield what is wrong with those who sit down for others."""
    before = 1
    for at, each in enumerate(or_none(document.substitutions) or ()):
        path = f"substitutions[{at}]"
        if len(each.players) != len(document.players):
            yield PlayerCount(f"{path}.players", f"Name all {len(document.players)} who sit at the table then.")
        yield from _twice_at_table(f"{path}.players", each.players)
        if not before < each.since <= len(document.hands) + 1:
            expected = f"a place in hands from {before + 1} to {len(document.hands) + 1}"
            yield BadFormat(f"{path}.since", f"Expected {expected}, found {each.since}.")
        before = max(before, each.since)


def _starting_errors(
    players: tuple[str, ...], starting_totals: Mapping[str, int], rules: ParsedRules
) -> Iterator[RuleError]:
    """Yield what is wrong with the starting totals (R34)."""
    yield from unknown_players(players, ((f"starting_totals.{name}", name) for name in starting_totals))
    if rules.ruleset:
        for side in competitors(rules.ruleset, tuple(range(len(players)))):
            named = [name for name in starting_totals if name in [players[player] for player in side]]
            if len(named) > 1:
                message = f"{join_words([*map(excerpt, named)])} are on one side, which has one total."
                yield BadStartingTotals("starting_totals", message, "R34")


def _seat_errors(players: tuple[str, ...], rules: ParsedRules) -> Iterator[RuleError]:
    if rules.ruleset and len(players) != rules.ruleset.players:
        yield PlayerCount("players", f"These rules are for {rules.ruleset.players} players; this has {len(players)}.")
    yield from _twice_at_table("players", players)


def _twice_at_table(path: str, players: tuple[str, ...]) -> Iterator[RuleError]:
    if len(set(players)) < len(players):
        seen: set[str] = set()
        for index, name in enumerate(players):
            if name in seen:
                yield DuplicatePlayer(f"{path}[{index}]", f"{excerpt(name)} is at the table twice.")
            seen.add(name)


def unknown_players(players: Sequence[str], named: Iterable[tuple[str, str]]) -> Iterator[UnknownPlayer]:
    """Yield each of these names (with its path) that is not at the table."""
    for path, name in named:
        if name not in players:
            table = ", ".join(players[:6])
            yield UnknownPlayer(path, f"{excerpt(name)} isn't at the table. At the table: {table}.")


def agreed_errors(
    key: str, agreed: Sequence[str], players: Sequence[str], sides: Iterable[Side]
) -> Iterator[BadFormat]:
    """Yield each name under this key that is not the first of one of these sides, or is there twice."""
    side_of = {players[player]: [players[each] for each in side] for side in sides for player in side}
    seen: set[str] = set()
    for at, name in enumerate(agreed):
        side = side_of.get(name, [name])
        if name != side[0]:
            message = f"{excerpt(name)} isn't the first of {side_name(side)}. Write {excerpt(side[0])} for this side."
            yield BadFormat(f"{key}[{at}]", message)
        elif name in seen:
            yield BadFormat(f"{key}[{at}]", f"{excerpt(name)} is there twice.")
        seen.add(name)


def _moment_errors(name: str, text: str) -> Iterator[BadFormat]:
    """Yield why this time cannot be shown, in its own offset and in UTC."""
    try:
        moment = datetime.fromisoformat(text) if "T" in text else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        message = "Expected a date and time with its offset, like 2026-05-01T20:00:00+02:00, found "
        yield BadFormat(name, f"{message}{excerpt(text)}.")
    elif moment.year not in YEARS or moment.astimezone(UTC).year not in YEARS:
        yield BadFormat(name, f"Expected a year from {YEARS[0]} to {YEARS[-1]}, found {excerpt(text)}.")


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record. Only `rook-scorekeeper check` checks what depends on the rules."""
    made = msgspec.json.schema(Document)
    definitions = made["$defs"]
    document = definitions["Document"]
    document["properties"]["rules"] = _rules()
    document["title"], definitions["HandEntry"]["title"] = "rook-game/1", "Hand"
    definitions["HandEntry"]["allOf"] = [_without_cards()]
    return {"$schema": DIALECT, **made}


def _without_cards() -> dict[str, Any]:
    """Refuse cards, bidder and tricks on a passed-out deal or a misdeal."""
    refused = [name for name in HandEntry.__struct_fields__ if name not in WITHOUT_CARDS]
    return {
        "if": {"properties": {"outcome": {"enum": ["passed-out", "misdeal"]}}, "required": ["outcome"]},
        "then": {"properties": dict.fromkeys(refused, False)},
    }


def _rules() -> dict[str, Any]:
    keys = {"enum": list(PRESETS)}
    parameters = {name: _parameter(name) for name in PARAMETERS}
    house = {
        "type": "object",
        "properties": {"base": keys, **parameters},
        "required": ["base"],
        "additionalProperties": False,
    }
    return {"anyOf": [keys, house]}


def _parameter(name: str) -> dict[str, Any]:
    if name in CHOICES:
        return {"enum": list(CHOICES[name])}
    if name in SWITCHES:
        return {"type": "boolean"}
    number = {"type": "integer", "minimum": -LARGEST_NUMBER if name == "floor" else 0, "maximum": LARGEST_NUMBER}
    if name == "counters":
        cards = {"enum": [*RANKS, *SINGLE_CARDS]}
        return {"type": "object", "propertyNames": cards, "additionalProperties": number, "minProperties": 1}
    return {"anyOf": [number, {"type": "null"}]} if name in OPTIONAL else number
