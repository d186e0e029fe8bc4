"""A checked sheet as the record of a game: what is missing for it, and the game that it tells."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from msgspec import UNSET, json

from scorekeeper.record import make_document, make_entry, serialize, substitutions
from scorekeeper.rules.hand import TRICKS, Hand
from scorekeeper.rules.ruleset import COLORS
from scorekeeper.usecases.days import day_in, evening_of, local, noon

from .result import SheetResult, in_sentence
from .rows import who_of
from .verdict import RowVerdict

MOST_NAMED = 6
NAMES = "the players’ names"


def describe_lacking(result: SheetResult) -> str:
    """Return what is missing for saving a sheet as a game, in a sentence; "" if nothing is."""
    missing = lacking(result)
    more = "; and more" if len(missing) > MOST_NAMED else ""
    return f"To save it as a game, this is missing: {'; '.join(missing[:MOST_NAMED])}{more}." if missing else ""


def lacking(result: SheetResult) -> tuple[str, ...]:
    """Return what is missing for saving a sheet as a game, in phrases."""
    judge = result.judge
    missing = [NAMES] if not result.who.is_named else []
    missing += [f"hand {number}" for number in judge.missing]
    missing += [f"which row is hand {number}" for number in judge.repeated]
    missing += ["both totals from before"] if None in judge.start else []
    if any(row.after_end for row in result.rows):
        missing.append(f"a longer game: by these rules it was over after {judge.over_after} hands")
    missing += [f"{why} in {in_sentence(row.name)}" for row in result.rows if (why := _open(row))]
    return tuple(dict.fromkeys(missing))


def carried_on(result: SheetResult) -> dict[str, Any] | None:
    """Return what a new game begins with that goes on with the totals of a sheet whose hands are not certain (R34), by
    the fields of its form; None where the totals are not certain either, the game is over, or partners change."""
    rules, totals = result.choice.rules, result.judge.totals
    is_open = {*lacking(result)} - {NAMES} and result.totals and rules.sides != "rotating_partners"
    if not is_open or totals is None or result.winners:
        return None
    at = dict(zip((side[0] for side in result.who.sides), totals, strict=True))
    left = max(rules.hand_limit - sum(row.place is not None for row in result.rows), 1) if rules.hand_limit else None
    begun = {"rules": result.choice.key, "players": result.who.names if result.who.is_named else ()}
    return begun | {"starting_totals": [at.get(player, "") for player in range(rules.players)], "hand_limit": left}


def record_of(result: SheetResult, uid: UUID, deals_next: int | None = None) -> bytes | None:
    """Return the record of the game that a sheet tells, with this id, as of now; None if something is missing.

    Who dealt the first hand is counted back from who deals next, the player with this number (R22), or else written.
    """
    if lacking(result):
        return None
    choice, judge, sat = result.choice, result.judge, dict(who_of(result.grid, result.who))
    names_of = [*(sat.get(row.row.line, result.who).names for row in result.rows), result.who.names]
    names, entries = names_of[0], tuple(map(make_entry, _hands(result), names_of))
    given = dict(choice.rules_json) if len(choice.rules_json) > 1 else choice.rules_json["base"]
    others: dict[str, Any] = {"rules_name": choice.house_rules_name or UNSET, "substitutions": substitutions(names_of)}
    start = {names[side[0]]: n for side, n in zip(judge.sides, judge.start, strict=True)} if any(judge.start) else UNSET
    written = next((c.text for c in result.rows[0].row.cells if c.key == "dealer" and c.text in names), UNSET)
    dealer = written if deals_next is None else names[(deals_next - judge.table.dealer) % len(names)]
    others |= dict.fromkeys(("started", *["ended"] * (judge.over_after is not None)), datetime.now(UTC).isoformat())
    others |= {"id": uid, "starting_totals": start, "dealer": dealer}
    return serialize(make_document(choice.rules, names, entries, given=given, **others))


def day_of(result: SheetResult, now: date) -> date | None:
    """Return the first day that a line or a cell of the sheet says for certain, None if none does."""
    at = [*(column.key for column in result.grid.columns), "date"].index("date")
    said = (line.text if line.kind == "date" else "".join(line.cells[at : at + 1]) for line in result.grid.lines)
    days = [day_in(text, now) for text in said]
    return next((day for day in days if day and day <= now), None)


def dated(record: bytes, day: date, zone: str | None) -> bytes:
    """Return a record of a game that was played on this day of a zone: just now if that is this evening, else at noon.

    At New Year's the year is that of the day.
    """
    document, now = json.decode(record), datetime.now(UTC)
    is_now = day == evening_of(now, zone) and day.year == local(now, zone).year
    when = now if is_now else noon(day, zone)
    moments = dict.fromkeys(("started", *({"ended"} & document.keys())), when.isoformat())
    return json.encode(document | moments)


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
