"""The record `rook-game/1` as typed values: one class for each kind of object in it.

The keys are in the order of a written record. Missing values are UNSET, because `null` has its own meaning:
`most_tricks` null says that two sides tied.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import Annotated, Any, Final, Literal, TypeVar
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from scorekeeper.record.shape import MOST_ERRORS, NotJSON, RepeatedKeys, excerpt, load_json
from scorekeeper.rules.errors import BadFormat, BadRules, RuleError
from scorekeeper.rules.hand import HAND_DEFAULTS, PLAYERS, TIED, Adjustment, Foul, Hand, Outcome, Player
from scorekeeper.rules.presets import PRESETS, ruleset
from scorekeeper.rules.ruleset import LARGEST_NUMBER, PARAMETERS, RuleSet, value_errors

FORMAT: Final[Literal["rook-game/1"]] = "rook-game/1"
LARGEST_RECORD = 5_000_000
"""Bytes."""
MOST_HANDS = 1_000
LONGEST_NAME = 40
"""Code points."""

# Spaces, control characters and invisible marks do not make a name.
VISIBLE = r"[^\s\u0000-\u001f\u007f-\u00a0\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"

Seated = Annotated[str, Meta(extra={"words": "a player's name"})]
Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=VISIBLE)]
Number = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time", "pattern": "^(19|20)"})]
Call = tuple[Seated, Number | Literal["pass"]]

T = TypeVar("T")


class FoulEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A foul. `kind` is any text here, because an unknown kind is an error of the hand and not of the form."""

    player: Seated
    kind: str


class AdjustmentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that the table adds or takes."""

    player: Seated
    points: Number
    reason: Annotated[str, Meta(pattern=VISIBLE)]


BEHIND_ALL = MOST_HANDS + 1
"""A place behind all hands."""


class SubstitutionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at the table, in the order of the document's `players`, from the entry of `hands` at this place on."""

    since: Number
    players: tuple[Name, ...]


WITHOUT_CARDS = (
    "outcome", "dealer", "auction", "fouls", "adjustments", "agreed", "claimed", "claimed_totals", "id", "note",
)  # fmt: skip
"""The keys of a passed-out deal or a misdeal."""


class HandEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of `hands`: what was seen at the table, who agreed to it, and what the table claims that it scored."""

    outcome: Outcome | UnsetType = UNSET
    dealer: Seated | UnsetType = UNSET
    auction: tuple[Call, ...] | UnsetType = UNSET
    bidder: Seated | UnsetType = UNSET
    bid: Number | UnsetType = UNSET
    partners: tuple[Seated, ...] | UnsetType = UNSET
    trump: Literal["red", "green", "black", "yellow"] | UnsetType = UNSET
    captured: dict[str, Number] | UnsetType = UNSET
    last_trick: Seated | UnsetType = UNSET
    nest_points: Number | UnsetType = UNSET
    most_tricks: Seated | UnsetType | None = UNSET
    sweep: Seated | UnsetType = UNSET
    rook: Seated | UnsetType = UNSET
    reneged_by: Seated | UnsetType = UNSET
    last: bool | UnsetType = UNSET
    fouls: tuple[FoulEntry, ...] | UnsetType = UNSET
    adjustments: tuple[AdjustmentEntry, ...] | UnsetType = UNSET
    agreed: tuple[Seated, ...] | UnsetType = UNSET
    claimed: dict[str, Number] | UnsetType = UNSET
    claimed_totals: dict[str, Number] | UnsetType = UNSET
    id: UUID | UnsetType = UNSET
    note: str | UnsetType = UNSET

    @property
    def scored(self) -> bool:
        """Whether this entry takes a hand's number, unlike a misdeal or a passed-out deal."""
        return self.outcome not in ("passed-out", "misdeal")

    def to_hand(self, numbers: Mapping[str, int]) -> Hand:
        """Return the hand, without claims, id and who agreed; `numbers` are the players' numbers by name.

        Raises KeyError for any other name.
        """
        seen: dict[str, Any] = {name: value for name in NO_PLAYER if (value := getattr(self, name)) is not UNSET}
        for name in ONE_PLAYER:
            player = getattr(self, name)
            if player is not UNSET:
                seen[name] = TIED if player is None else numbers[player]
        if self.captured:
            seen["captured"] = {numbers[player]: worth for player, worth in self.captured.items()}
        if self.auction is not UNSET:
            seen["auction"] = tuple([(numbers[player], call) for player, call in self.auction])
        if self.partners is not UNSET:
            seen["partners"] = tuple([numbers[player] for player in self.partners])
        if self.fouls:
            seen["fouls"] = tuple([Foul(numbers[foul.player], foul.kind) for foul in self.fouls])
        if self.adjustments:
            seen["adjustments"] = tuple(
                [Adjustment(numbers[each.player], each.points, each.reason) for each in self.adjustments]
            )
        return Hand(**seen)


ONE_PLAYER = ("dealer", *PLAYERS)
"""The keys that name one player."""
NO_PLAYER = ("outcome", "bid", "trump", "nest_points", "last", "note")
"""The keys of a hand's facts that name no player."""


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole record. `rules` is kept as the text it was given in; `rulesets` reads it.

    `players` are those of the first hand; `substitutions` say who sits down for somebody later.
    """

    format: Literal["rook-game/1"]
    rules: Raw
    players: tuple[Name, ...]
    id: UUID | UnsetType = UNSET
    rules_name: str | UnsetType = UNSET
    teams: tuple[str, str] | UnsetType = UNSET
    dealer: Seated | UnsetType = UNSET
    started: Moment | UnsetType = UNSET
    ended: Moment | UnsetType = UNSET
    notes: str | UnsetType = UNSET
    starting_totals: dict[str, Number] | UnsetType = UNSET
    claimed_winners: tuple[Seated, ...] | UnsetType = UNSET
    agreed_result: tuple[Seated, ...] | UnsetType = UNSET
    substitutions: tuple[SubstitutionEntry, ...] | UnsetType = UNSET
    hands: Annotated[tuple[HandEntry, ...], Meta(max_length=MOST_HANDS)]

    @property
    def numbers(self) -> dict[str, Player]:
        """The number of each player by name."""
        return {name: number for number, name in enumerate(self.players)}

    def players_at(self, place: int) -> tuple[str, ...]:
        """Return the names by number in the entry of `hands` at this place, from 1; behind the last, at the end."""
        later = [each.players for each in or_none(self.substitutions) or () if each.since <= place]
        return later[-1] if later else self.players

    @property
    def last_players(self) -> tuple[str, ...]:
        """The names by number behind the last hand."""
        return self.players_at(BEHIND_ALL)


def or_none(value: T | UnsetType) -> T | None:
    """Return the value, None if the record leaves it out."""
    return None if isinstance(value, UnsetType) else value


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


def substitutions(tables: Sequence[tuple[str, ...]]) -> tuple[SubstitutionEntry, ...] | UnsetType:
    """Return who sits at the table from which entry on, by who sits there in each and behind the last."""
    changed = [at for at, (before, after) in enumerate(pairwise(tables), 1) if before != after]
    return tuple(SubstitutionEntry(at + 1, tables[at]) for at in changed) or UNSET


def make_entry(
    hand: Hand,
    names: Sequence[str],
    *,
    agreed: tuple[str, ...] | UnsetType = UNSET,
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
    return HandEntry(**seen, agreed=agreed, claimed=claimed, claimed_totals=claimed_totals, id=id)


def record_id(document: Document) -> UUID:
    """Return the game's id, or one derived from its first hand's id or from the whole record.

    The same record always has the same id, so that importing it twice stores it once.
    """
    if not isinstance(document.id, UnsetType):
        return document.id
    first = next((entry.id for entry in document.hands if entry.id is not UNSET), None)
    return uuid5(RECORDS, str(first) if first else serialize(document).decode())


REMEMBERED = 4_096
"""The most bytes of rules that are cached."""

GivenRules = str | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ParsedRules:
    """A record's `rules`: as given (None if unreadable), the rule set, or the errors."""

    given: GivenRules
    ruleset: RuleSet | None
    errors: tuple[RuleError, ...] = ()


def parse_rules(raw: bytes) -> ParsedRules:
    """Parse the rules in this JSON text; raises NotJSON."""
    return _read_once(bytes(raw)) if len(raw) <= REMEMBERED else rules_from(load_json(bytes(raw)))


@lru_cache(maxsize=256)  # without it the check of a record takes a quarter longer
def _read_once(raw: bytes) -> ParsedRules:
    return rules_from(load_json(raw))


def rules_from(value: object) -> ParsedRules:
    """Return the rules in this JSON value, or everything that is wrong with it."""
    if isinstance(value, str):
        try:
            return ParsedRules(value, ruleset(value))
        except BadRules as error:
            return ParsedRules(value, None, (error,))
    if not isinstance(value, dict):
        message = f"Expected a rule set's key or an object, found {excerpt(value)}."
        return ParsedRules(None, None, (BadFormat("rules", message),))
    found: tuple[RuleError, ...] = tuple(islice(_form_errors(value), MOST_ERRORS)) or tuple(_base_errors(value))
    values = {name: worth for name, worth in value.items() if name != "base"}
    found += tuple(map(_at_rules, islice(value_errors(values), MOST_ERRORS)))
    echo = None if _has_twice(value) else value
    if found:
        return ParsedRules(echo, None, found)
    try:
        return ParsedRules(echo, ruleset(value["base"]).changed(**values))
    except BadRules as error:
        return ParsedRules(echo, None, (_at_rules(error),))


def serialize_rules(rules: RuleSet) -> GivenRules:
    """Write these rules as briefly as possible: a preset's key, or the nearest preset and the differences."""

    def differs(key: str) -> dict[str, Any]:
        base = PRESETS[key].rules
        return {name: _plain(rules, name) for name in PARAMETERS if getattr(rules, name) != getattr(base, name)}

    base = min(PRESETS, key=lambda key: len(differs(key)))
    return {"base": base, **differs(base)} if differs(base) else base


def _plain(rules: RuleSet, name: str) -> Any:
    return dict(rules.counters) if name == "counters" else getattr(rules, name)


def _has_twice(value: dict[str, Any]) -> bool:
    return isinstance(value, RepeatedKeys) or any(isinstance(each, RepeatedKeys) for each in value.values())


def _form_errors(value: dict[str, Any]) -> Iterator[BadFormat]:
    for path, each in (("rules", value), *((f"rules.{name}", each) for name, each in value.items())):
        if isinstance(each, RepeatedKeys):
            yield from (BadFormat(f"{path}.{key}", f"The key {excerpt(key)} appears twice.") for key in each.repeated)
    if "base" not in value:
        yield BadFormat("rules.base", 'The key "base" is missing.')
    elif not isinstance(value["base"], str):
        yield BadFormat("rules.base", f"Expected a rule set's key, found {excerpt(value['base'])}.")


def _base_errors(value: dict[str, Any]) -> Iterator[BadRules]:
    if value["base"] not in PRESETS:
        yield BadRules("rules.base", f"There is no rule set {excerpt(value['base'])}; there are {', '.join(PRESETS)}.")


def _at_rules(error: BadRules) -> BadRules:
    return BadRules(f"rules.{error.field}", error.text, error.ruling)


__all__ = ["GivenRules", "NotJSON", "ParsedRules", "parse_rules", "rules_from", "serialize_rules"]
