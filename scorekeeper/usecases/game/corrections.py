"""Correcting and deleting a hand that was recorded; everything after it is scored again from its facts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scorekeeper.rules.errors import BadFormat, CapturedMissing
from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import Deal, Hand, Side, side_name, side_with, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.validation import validate_hand
from scorekeeper.storage import hand_facts
from scorekeeper.storage.games import StoredHand
from scorekeeper.usecases.errors import ConfirmationNeeded, NotFound, OtherSides, ValidationFailed
from scorekeeper.usecases.form_token import FormToken
from scorekeeper.usecases.game_state import GameState, entry_name, read_game

from .changes import make_change
from .fields import Fields
from .hands import MOST_FOULS, Said, refuse, resolve_input
from .hints import TRICKS, required_fields
from .preview import Preview, previewed, refused_preview
from .replay import broken_without, dealt
from .scoreboard import Contract, contract_of

# What a correction says of a hand; the rest of its facts stays as it is.
SAID = (
    "outcome", "bidder", "bid", "partners", "trump", "captured", *TRICKS, "nest_points", "reneged_by", "adjustments",
    "note",
)  # fmt: skip
Numbers = Sequence[int]


@dataclass(frozen=True, slots=True)
class HandView:
    """A recorded hand as the page that corrects it shows it; what the scoreboard has too goes by the same names.

    `said` is what was seen, as the form says it: a side goes by the number of its first player. `asks` as on the
    scoreboard, and what was said beside that.
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
    asks: frozenset[str]
    after_end: bool


def hand_to_correct(club_id: int, game_uid: UUID, place: int, together: Numbers = ()) -> HandView:
    """The hand at this place, counted from 1 over all entries; its sides with this bidder and these partners.

    Raises NotFound, Deleted.
    """
    return _shown(read_game(club_id, game_uid), place, together)


def hand_of(club_id: int, game_uid: UUID, hand_uid: str, together: Numbers = ()) -> HandView:
    """The same hand wherever it stands by now: places shift when an earlier one goes. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    places = {str(row.uid): place for place, row in enumerate(state.game.hands, 1)}
    return _shown(state, places.get(hand_uid, 0), together)


def _shown(state: GameState, place: int, together: Numbers) -> HandView:
    row, deal = _at(state, place)
    entry = state.hands[place - 1]
    hand = entry.hand
    if together and all(number in range(len(state.names)) for number in together):
        hand = _with(state, hand, together)
    said = _as_said(state, row, deal)
    return HandView(
        uid=state.game.uid,
        version=state.game.version,
        rules=state.rules,
        players=tuple((state.number(name), name) for name in state.players),
        competitors=tuple((state.number(side[0]), side_name(side)) for side in state.competitors),
        contract=contract_of(state, deal, hand) if hand.scored else None,
        place=place,
        name=entry_name(hand.outcome, deal.number),
        hand_uid=row.uid,
        dealer=deal.dealer,
        said=said,
        asks=required_fields(state.rules) | (said.keys() & set(TRICKS)),
        after_end=entry.after_end,
    )


def correct_hand(club_id: int, game_uid: UUID, place: int, token: FormToken, said: Said) -> None:
    """Stores what was really seen of the hand at this place; neither its dealer nor its seats move.

    `said` are facts as for `record_hand`, with bidder, bid, partners and trump; `counted_for`: the bidder and the
    partners by whose sides the counts were typed; `forget_auction`: leave out the calls that were logged.
    Raises ValidationFailed with these fields, OtherSides; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        row, deal = _at(state, place)
        hand = corrected(state, row, deal, said)
        kept = hand_facts.encode(hand, deal, state.names) | {name: row.facts[name] for name in ("dealer", "seats")}
        return {} if kept == row.facts else {f"hand:{row.uid}": {"position": row.position, "facts": kept}}

    make_change(club_id, game_uid, token, "correction", edit)


def preview_correction(club_id: int, game_uid: UUID, place: int, said: Said) -> Preview:
    """What the hand at this place would score if it were corrected now; nothing is stored. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    row, deal = _at(state, place)
    try:
        hand = corrected(state, row, deal, said)
    except ValidationFailed as refused:
        return refused_preview(refused)
    hands = [entry.hand for entry in state.hands]
    hands[place - 1] = replace(hand, dealer=deal.dealer)
    *_, last = replay(state.initial_standing, hands)
    return previewed(state.rules, score_hand(state.rules, deal, hand), last.standing.end)


def delete_hand(club_id: int, game_uid: UUID, place: int, token: FormToken, confirmed: bool) -> None:
    """Deletes the hand at this place. Where that breaks the deal of a later one, it must be `confirmed`.

    Raises ConfirmationNeeded with what would break; ValidationFailed where later partners would change (R21);
    NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        row, _ = _at(state, place)
        broken = broken_without(state, place)
        if broken and not confirmed:
            raise ConfirmationNeeded(broken)
        return {f"hand:{row.uid}": None}

    make_change(club_id, game_uid, token, "hand deletion", edit)


def corrected(state: GameState, row: StoredHand, deal: Deal, said: Said) -> Hand:
    """The hand as it is after this correction; what the keeper left alone stays as it was stored.

    Raises ValidationFailed.
    """
    if not hand_facts.decode(row.facts, state.names).scored:
        raise ValidationFailed([BadFormat("", "There is nothing to correct in it; it can be deleted.")])
    shown = _as_said(state, row, deal)
    other_sides = _other_sides(state, deal, row, said)
    now: dict[str, Any] = dict(row.facts)
    for name in SAID:
        if other_sides or said.get(name) != shown.get(name):  # the same number may now be of another side
            now[name] = said.get(name)
    fouls = ("bidder", "fouls", "wrong_discard")
    if [said.get(name) for name in fouls] != [shown.get(name) for name in fouls]:
        now |= {"fouls": said.get("fouls", ()), "wrong_discard": said.get("wrong_discard")}
    if said.get("forget_auction"):
        now["auction"] = None
    hand = resolve_input(state, {name: fact for name, fact in now.items() if fact is not None})
    hand, found = validate_hand(state.rules, deal, hand)
    refuse(found)
    return hand


def _other_sides(state: GameState, deal: Deal, row: StoredHand, said: Said) -> bool:
    """Whether others played together than is stored.

    Raises OtherSides where bidder or partners changed so that the counts belong to sides that did not play.
    """
    stored = (row.facts["bidder"], *row.facts.get("partners", ()))
    together = (said["bidder"], *said.get("partners", stored[1:]))
    counted_for = said.get("counted_for", stored)
    known = all(number in range(len(state.names)) for number in (*counted_for, *together))
    if not known or len(set(together)) < len(together):
        return False
    hand = hand_facts.decode(row.facts, state.names)
    before, was, now = (
        sides_of(state.rules, deal, seen.bidder, seen.partners)
        for seen in (_with(state, hand, numbers) for numbers in (stored, counted_for, together))
    )
    if was != now:
        bidding = side_with(now, state.names[said["bidder"]])
        others = " and ".join(side_name(side) for side in now if side != bidding)
        who = "this bidder" if counted_for[0] != together[0] else "this partner"
        why = f"With {who} {side_name(bidding)} played against {others}: give the counts of these sides."
        raise OtherSides([CapturedMissing("captured", why)])
    return before != now


def _with(state: GameState, hand: Hand, together: Numbers) -> Hand:
    """The hand with these players on its bidding side, the bidder first."""
    bidder, *partners = (state.names[number] for number in together)
    called = state.rules.sides == "called_partner"
    return replace(hand, bidder=bidder, partners=tuple(partners) if called else hand.partners)


def _at(state: GameState, place: int) -> tuple[StoredHand, Deal]:
    if not 1 <= place <= len(state.game.hands):
        raise NotFound
    return state.game.hands[place - 1], dealt(state)[place - 1].deal


def _as_said(state: GameState, row: StoredHand, deal: Deal) -> Said:
    """What is stored of a hand, as its form says it when nothing is touched."""
    kept: Mapping[str, Any] = row.facts
    hand = hand_facts.decode(kept, state.names)
    sides = sides_of(state.rules, deal, hand.bidder, hand.partners) if hand.scored else ()
    said = {name: kept.get(name) for name in SAID}
    said["captured"] = sorted([_first(state, sides, number), worth] for number, worth in kept.get("captured", ()))
    for name in TRICKS:
        if isinstance(kept.get(name), int):
            said[name] = _first(state, sides, kept[name])
    said["adjustments"] = [
        [_first(state, state.competitors, number), points, reason]
        for number, points, reason in kept.get("adjustments", ())
    ]
    fouls = kept.get("fouls", ())
    talk = Counter(number for number, kind in fouls if kind == "table-talk")
    said["fouls"] = [[number, "table-talk"] for number in sorted(talk) for _ in range(min(talk[number], MOST_FOULS))]
    said["wrong_discard"] = any(kind == "nest-discard" for _, kind in fouls) or None
    return {name: value for name, value in said.items() if value is not None}


def _first(state: GameState, sides: tuple[Side, ...], number: int) -> int:
    """The number of the first player of that player's side."""
    return state.number(side_with(sides, state.names[number])[0])
