"""A checked sheet as the record of a game: what is missing for it, and the game that it tells."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import msgspec

from scorekeeper.record import make_document, make_entry, serialize
from scorekeeper.rules.hand import TRICKS, Hand
from scorekeeper.rules.ruleset import COLORS
from scorekeeper.usecases.days import moved, today

from .result import SheetResult, in_sentence
from .verdict import RowVerdict

MOST_NAMED = 6


def describe_lacking(result: SheetResult) -> str:
    """Return what is missing for saving a sheet as a game, in a sentence; "" if nothing is."""
    missing = lacking(result)
    more = "; and more" if len(missing) > MOST_NAMED else ""
    return f"To save it as a game, this is missing: {'; '.join(missing[:MOST_NAMED])}{more}." if missing else ""


def lacking(result: SheetResult) -> tuple[str, ...]:
    """Return what is missing for saving a sheet as a game, in phrases."""
    judge = result.judge
    missing = ["the players’ names"] if not result.who.is_named else []
    missing += [f"hand {number}" for number in judge.missing]
    missing += [f"which row is hand {number}" for number in judge.repeated]
    missing += ["both totals brought forward"] if None in judge.start else []
    if any(row.after_end for row in result.rows):
        missing.append(f"a longer game: by these rules it was over after {judge.over_after} hands")
    missing += [f"{why} in {in_sentence(row.name)}" for row in result.rows if (why := _open(row))]
    return tuple(dict.fromkeys(missing))


def record_of(result: SheetResult, uid: UUID) -> bytes | None:
    """Return the record of the game that a sheet tells, with this id, as of now; None if something is missing."""
    if lacking(result):
        return None
    choice, names, judge = result.choice, result.who.names, result.judge
    given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
    others: dict[str, Any] = {"rules_name": choice.house_rules_name} if choice.house_rules_name else {}
    if any(judge.start):
        others["starting_totals"] = {names[side[0]]: n for side, n in zip(judge.sides, judge.start, strict=True)}
    entries = tuple(make_entry(hand, names) for hand in _hands(result))
    document = make_document(choice.rules, names, entries, given=given, **others)
    now = datetime.now(UTC).isoformat()
    known: dict[str, Any] = {"id": uid, "started": now}
    known |= {"ended": now} if judge.over_after is not None else {}
    return serialize(msgspec.structs.replace(document, **known))


def dated(record: bytes, day: date, zone: str | None) -> bytes:
    """Return a record whose start and end are at the same time of another day of a zone."""
    document = msgspec.json.decode(record)
    days = (day - today(zone)).days
    for name in ("started", "ended"):
        if name in document:
            document[name] = moved(datetime.fromisoformat(document[name]), days, zone).isoformat()
    return msgspec.json.encode(document)


def _hands(result: SheetResult) -> Iterator[Hand]:
    """Yield each hand with its penalties and adjustments, and with its trump and note."""
    for row in result.rows:
        hand = result.judge.with_extra(row.row, row.fits[0])
        said = {cell.key: cell.text for cell in row.row.cells}
        trump = said.get("trump", "").casefold()
        yield replace(hand, trump=trump if trump in COLORS else None, note=said.get("note") or None)


def _open(row: RowVerdict) -> str:
    """Return what is not known about a hand, "" if everything is."""
    if row.place is None:
        return "" if row.verdict == "right" else "the right points"
    if row.verdict == "only-if":
        return "what happened"
    if not row.fits or not row.sure:
        return "the right points"
    hands = [fit.hand for fit in row.fits] if len({(fit.bidder, fit.bid) for fit in row.fits}) == 1 else []
    tricks = [tuple(getattr(hand, name) for name in TRICKS) for hand in hands]
    played = bool(hands) and hands[0].outcome == "played"
    known: dict[str, set[Any]] = {
        "what happened": {(hand.outcome, hand.fouls) for hand in hands},
        "who bid": {fit.bidder for fit in row.fits},
        "the bid": {fit.bid for fit in row.fits},
        "who reneged": {hand.reneged_by for hand in hands},
        "the partner": {hand.partners for hand in hands},
        "who took the tricks": {*tricks} if played else set(),
        "what each side captured": {tuple(hand.captured.items()) for hand in hands} if played else set(),
    }
    return next((what for what, values in known.items() if len(values) > 1), "")
