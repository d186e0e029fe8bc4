"""What a column of a paper sheet can mean, and the words over columns that people need not explain."""

import re
from collections.abc import Container, Iterable, Sequence

from scorekeeper.rules.hand import competitors
from scorekeeper.rules.ruleset import RuleSet

from .who import ROLES, Who, goes_by_roles, plain

ASKS, NOT_USED = "?", "-"
"""A column, or a line, whose meaning is not known; one that a person said to leave out."""
WORDS = {
    "number": ("hand", "#", "no", "nr", "round"),
    "bidder": ("bidder", "bid by", "who bid", "who", "caller"),
    "bid": ("bid", "contract"),
    "took": ("took", "made"),
    "renege": ("renege",),
    "partner": ("partner",),
    "last_trick": ("last trick",),
    "most_tricks": ("most tricks",),
    "sweep": ("sweep",),
    "gave_up": ("gave up",),
    "last": ("time called",),
    "discard": ("wrong discard",),
    "dealer": ("dealer",),
    "trump": ("trump",),
    "result": ("result",),
    "date": ("date",),
    "note": ("note",),
}
KEY_OF = {word: key for key, words in WORDS.items() for word in words}
OF_SIDES = {
    "bid": ("bid",),
    "captured": ("captured",),
    "took": ("took",),
    "points": ("points", "score"),
    "total": ("total", "running total"),
    "penalty": ("penalty",),
    "adjustment": ("adjustment",),
}
KIND_OF = {word: kind for kind, words in OF_SIDES.items() for word in words}
BARE = {"totals": "total", "took": "took"}
"""What the sides' numbers are by what is on paper, if they are no points."""
OF_HAND, OF_EXTRA = ("points", "total"), ("penalty", "adjustment")
RARE = ("partner", "renege", "gave_up", "last_trick", "most_tricks", "trump", "note")
"""The columns of a typed sheet that few rows have anything in."""
UNREAD = ("dealer", "trump", "date", "note")
"""The columns that say nothing about points."""
WITH_PENALTIES = "with penalties"
"""What a game's own spreadsheet says of its points, so that they are read so."""
PLACE = re.compile(r"-([0-9])$")
OF_WHOM = re.compile(rf"(?P<kind>{'|'.join(KIND_OF)})(?: of| by)? (?P<whose>.+)")
BEFORE = re.compile(rf"(?P<whose>.+?)(?:['’]s?)? (?P<kind>{'|'.join(KIND_OF)})")


def place_of(key: str) -> int:
    """Return the competitor's place in a key such as points-1, -1 for a column of the whole hand."""
    found = PLACE.search(key)
    return int(found[1]) if found else -1


def kind_of(key: str) -> str:
    """Return the kind of a column, without whose it is."""
    return PLACE.sub("", key)


class OfColumn:
    """What belongs to a column."""

    __slots__ = ()
    key: str

    @property
    def kind(self) -> str:
        return kind_of(self.key)

    @property
    def place(self) -> int:
        """The place of the column's competitor."""
        return place_of(self.key)


def meaning_of(text: str, who: Who) -> str:
    """Return the key of the column under this heading, ASKS if the words are not known."""
    word = plain(text)
    if word in KEY_OF:
        return ASKS if who.is_name(text) else KEY_OF[word]  # a player can be called Bid
    if (place := who.side(text)) is not None:
        return f"side-{place}"
    for pattern in (OF_WHOM, BEFORE):
        found = pattern.fullmatch(word)
        if found and (whose := _whose(found["kind"], found["whose"], who)) is not None:
            return f"{KIND_OF[found['kind']]}-{whose}"
    return ASKS


def _whose(kind: str, word: str, who: Who) -> int | None:
    if kind == "captured" and who.by_role:
        return ROLES.index(word) if word in ROLES else None
    return who.side(word.removesuffix(f" {WITH_PENALTIES}").rstrip(","))


def own_columns(rules: RuleSet, sides: Sequence[str]) -> dict[str, str]:
    """Return the headings of a game's own spreadsheet, by key; `sides` are the competitors' names."""
    noted = [*["penalty"] * rules.uses_fouls, "adjustment"]
    found = _each(("number", "dealer", "bidder", "bid")) | _of_each("captured", rules, sides)
    found |= _each(key for key in _other_columns(rules) if key not in ("dealer", "date"))
    for kind in noted:
        found |= _of_each(kind, rules, sides)
    for place, name in enumerate(sides):
        found |= {f"points-{place}": f"Points of {name}, {WITH_PENALTIES}", f"total-{place}": f"Total of {name}"}
    return found | _each(("note",))


def _each(keys: Iterable[str]) -> dict[str, str]:
    return {key: WORDS[key][0].capitalize() for key in keys}


def _of_each(kind: str, rules: RuleSet, labels: Sequence[str]) -> dict[str, str]:
    """Return what the columns of a kind are called, by key: "Captured by Us", "Total of Us"."""
    whose = ROLES if kind == "captured" and goes_by_roles(rules) else labels
    words = {"captured": "Captured by", "took": "Taken by"}.get(kind, f"{kind.capitalize()} of")
    return {f"{kind}-{place}": f"{words} {label}" for place, label in enumerate(whose)}


def own_heads(headings: Sequence[str], rules: RuleSet, count: int) -> list[str]:
    """Return the competitors' names in the headings of a game's own spreadsheet, [] if these are none."""
    names = [heading.removeprefix("Total of ") for heading in headings if heading.startswith("Total of ")]
    return names if len(names) == count and [*own_columns(rules, names).values()] == [*headings] else []


def meanings(rules: RuleSet, labels: Sequence[str], reading: str = "", used: Container[str] = ()) -> dict[str, str]:
    """Return what a column can be, by its key in use, in the words of a list; `labels` are the competitors'."""
    bare = BARE.get(reading, "points")
    found = {"number": "Number of the hand", "bidder": "Bidder", "bid": "Bid"}
    found |= {k if k in used else f"side-{place_of(k)}": words for k, words in _of_each(bare, rules, labels).items()}
    kinds = ("points", "total", "captured", "bid", "took", "adjustment", *["penalty"] * rules.uses_fouls)
    for kind in kinds:
        found |= _of_each(kind, rules, labels) if kind != bare else {}
    found["took"] = "What the bidding side took, or made and set"
    return found | _each(_other_columns(rules)) | {"note": "Note", NOT_USED: "Not used"}


def all_meanings(rules: RuleSet) -> set[str]:
    """Return the key of everything that a column can be, whatever is on paper."""
    labels = [""] * len(competitors(rules, tuple(range(rules.players))))
    return {key for reading in ("points", *BARE) for key in meanings(rules, labels, reading)}


def _other_columns(rules: RuleSet) -> list[str]:
    asked = {
        "renege": rules.uses_reneges,
        "partner": rules.sides == "called_partner",
        "last_trick": rules.last_trick_points,
        "most_tricks": rules.most_tricks_points,
        "sweep": rules.sweep_bonus and rules.sweep_on == "tricks",
        "gave_up": rules.may_concede,
        "last": rules.time_limit,
        "discard": rules.nest_size and rules.discard_rule == "set",
    }
    return [*(key for key, used in asked.items() if used), "result", "dealer", "trump", "date"]


def heading_for(key: str, who: Who) -> str:
    """Return what a column is called that has no heading on paper: "Bid", "Us", "Total of Us"."""
    kind, place = kind_of(key), place_of(key)
    if place < 0:
        return WORDS[kind][0].capitalize()
    return who.label(place) if kind in ("side", "points") else _of_each(kind, who.rules, who.labels)[key]
