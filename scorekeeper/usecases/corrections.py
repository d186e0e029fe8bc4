"""Correcting and deleting a hand that was recorded; everything after it is scored again from its facts."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from ..rules.errors import BadFormat, CapturedMissing
from ..rules.faults import examine
from ..rules.game import play
from ..rules.hand import Deal, Hand, Side, named, score_hand, side_with, sides_of
from ..rules.ruleset import RuleSet
from ..storage import facts
from ..storage.models import HandRow
from .changes import Entry, make_change
from .errors import NotFound, OtherSides, Refused, Unconfirmed
from .fields import Fields
from .hands import MOST_FOULS, Said, refuse, told
from .preview import Preview, previewed, refused_preview
from .rotation import broken_without, dealt
from .scoreboard import Contract, contract_of
from .table import Table, entry_in_words, read_table

# What a correction says of a hand; the rest of its facts stays as it is.
SAID = (
    "outcome", "bidder", "bid", "trump", "captured", "last_trick", "nest_points", "reneged_by", "adjustments", "note",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandShown:
    """A recorded hand as the page that corrects it shows it; what the scoreboard has too goes by the same names.

    `said` is what was seen, as the form says it: a side goes by the number of its first player.
    """

    uid: UUID
    version: int
    rules: RuleSet
    players: tuple[tuple[int, str], ...]
    competitors: tuple[tuple[int, str], ...]
    contract: Contract | None
    place: int
    name: str
    hand_uid: UUID
    dealer: str
    said: Said
    after_end: bool


def hand_to_correct(club_id: int, game_uid: UUID, place: int, bidder: int | None = None) -> HandShown:
    """The hand at this place, counted from 1 over all entries; its sides as they are with this bidder.

    Raises NotFound, Deleted.
    """
    return _shown(read_table(club_id, game_uid), place, bidder)


def hand_of(club_id: int, game_uid: UUID, hand_uid: str, bidder: int | None = None) -> HandShown:
    """The same hand wherever it stands by now: places shift when an earlier one goes. Raises NotFound, Deleted."""
    table = read_table(club_id, game_uid)
    places = {str(row.uid): place for place, row in enumerate(table.game.hands, 1)}
    return _shown(table, places.get(hand_uid, 0), bidder)


def _shown(table: Table, place: int, bidder: int | None) -> HandShown:
    row, deal = _at(table, place)
    entry = table.entries[place - 1]
    hand = entry.hand
    if bidder is not None and 0 <= bidder < len(table.names):
        hand = replace(hand, bidder=table.names[bidder])
    return HandShown(
        uid=table.game.uid,
        version=table.game.version,
        rules=table.rules,
        players=tuple((table.number(name), name) for name in table.players),
        competitors=tuple((table.number(side[0]), named(side)) for side in table.competitors),
        contract=contract_of(table, deal, hand) if hand.scored else None,
        place=place,
        name=entry_in_words(hand.outcome, deal.number),
        hand_uid=row.uid,
        dealer=deal.dealer,
        said=_as_said(table, row, deal),
        after_end=entry.after_end,
    )


def correct_hand(club_id: int, game_uid: UUID, place: int, entry: Entry, said: Said) -> None:
    """Stores what was really seen of the hand at this place; neither its dealer nor its seats move.

    `said` are facts as for `record_hand`, with bidder, bid and trump; `counted_for`: the bidder by whose sides the
    counts were typed; `forget_auction`: leave out the calls that were logged.
    Raises Refused with these fields, OtherSides; NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        row, deal = _at(table, place)
        hand = corrected(table, row, deal, said)
        kept = facts.kept(hand, deal, table.names) | {name: row.facts[name] for name in ("dealer", "seats")}
        return {} if kept == row.facts else {f"hand:{row.uid}": {"position": row.position, "facts": kept}}

    make_change(club_id, game_uid, entry, "correction", edit)


def preview_correction(club_id: int, game_uid: UUID, place: int, said: Said) -> Preview:
    """What the hand at this place would score if it were corrected now; nothing is stored. Raises NotFound, Deleted."""
    table = read_table(club_id, game_uid)
    row, deal = _at(table, place)
    try:
        hand = corrected(table, row, deal, said)
    except Refused as refused:
        return refused_preview(refused)
    hands = [entry.hand for entry in table.entries]
    hands[place - 1] = replace(hand, dealer=deal.dealer)
    *_, last = play(table.opening, hands)
    return previewed(score_hand(table.rules, deal, hand), last.standing.end)


def delete_hand(club_id: int, game_uid: UUID, place: int, entry: Entry, confirmed: bool) -> None:
    """Deletes the hand at this place. Where that breaks the deal of a later one, it must be `confirmed`.

    Raises Unconfirmed with what would break; Refused where later partners would change (R21); NotFound; OutOfDate.
    """

    def edit(table: Table) -> Fields:
        row, _ = _at(table, place)
        broken = broken_without(table, place)
        if broken and not confirmed:
            raise Unconfirmed(broken)
        return {f"hand:{row.uid}": None}

    make_change(club_id, game_uid, entry, "hand deletion", edit)


def corrected(table: Table, row: HandRow, deal: Deal, said: Said) -> Hand:
    """The hand as it is after this correction; what the keeper left alone stays as it was stored. Raises Refused."""
    if not facts.seen(row.facts, table.names).scored:
        raise Refused([BadFormat("", "There is nothing to correct in it; it can be deleted.")])
    shown = _as_said(table, row, deal)
    _refuse_other_sides(table, deal, row, said)
    now: dict[str, Any] = dict(row.facts)
    for name in SAID:
        if said.get(name) != shown.get(name):
            now[name] = said.get(name)
    fouls = ("bidder", "fouls", "wrong_discard")
    if [said.get(name) for name in fouls] != [shown.get(name) for name in fouls]:
        now |= {"fouls": said.get("fouls", ()), "wrong_discard": said.get("wrong_discard")}
    if said.get("forget_auction"):
        now["auction"] = None
    if said.get("reneged_by") is not None:
        now |= {"most_tricks": None, "sweep": None}  # R9: they are nobody's, and no form asks for them
    hand = told(table, {name: fact for name, fact in now.items() if fact is not None})
    hand, found = examine(table.rules, deal, hand)
    refuse(found)
    return hand


def _refuse_other_sides(table: Table, deal: Deal, row: HandRow, said: Said) -> None:
    """Raises OtherSides where the bidder changed so that the counts belong to sides that did not play."""
    numbers: tuple[int, int] = (said.get("counted_for", row.facts["bidder"]), said["bidder"])
    if not all(number in range(len(table.names)) for number in numbers):
        return
    partners = facts.seen(row.facts, table.names).partners
    was, now = (sides_of(table.rules, deal, table.names[number], partners) for number in numbers)
    if was != now:
        bidding = side_with(now, table.names[said["bidder"]])
        others = " and ".join(named(side) for side in now if side != bidding)
        why = f"With this bidder {named(bidding)} played against {others}: give the counts of these sides."
        raise OtherSides([CapturedMissing("captured", why)])


def _at(table: Table, place: int) -> tuple[HandRow, Deal]:
    if not 1 <= place <= len(table.game.hands):
        raise NotFound
    return table.game.hands[place - 1], dealt(table)[place - 1].deal


def _as_said(table: Table, row: HandRow, deal: Deal) -> Said:
    """What is stored of a hand, as its form says it when nothing is touched."""
    kept: Mapping[str, Any] = row.facts
    hand = facts.seen(kept, table.names)
    sides = sides_of(table.rules, deal, hand.bidder, hand.partners) if hand.scored else ()
    said = {name: kept.get(name) for name in SAID}
    said["captured"] = sorted([_first(table, sides, number), worth] for number, worth in kept.get("captured", ()))
    if hand.last_trick is not None:
        said["last_trick"] = _first(table, sides, kept["last_trick"])
    said["adjustments"] = [
        [_first(table, table.competitors, number), points, reason]
        for number, points, reason in kept.get("adjustments", ())
    ]
    fouls = kept.get("fouls", ())
    talk = Counter(number for number, kind in fouls if kind == "table-talk")
    said["fouls"] = [[number, "table-talk"] for number in sorted(talk) for _ in range(min(talk[number], MOST_FOULS))]
    said["wrong_discard"] = any(kind == "nest-discard" for _, kind in fouls) or None
    return {name: value for name, value in said.items() if value is not None}


def _first(table: Table, sides: tuple[Side, ...], number: int) -> int:
    """The number of the first player of that player's side."""
    return table.number(side_with(sides, table.names[number])[0])
