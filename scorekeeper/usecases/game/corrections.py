"""Correct, add or delete a recorded hand; everything after it is scored again from its facts.

Also what the last undo took back, as its form had sent it: mostly one number of it was mistyped.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID, uuid4

from scorekeeper.record.document import MOST_HANDS
from scorekeeper.rules.auction import Call, replay_calls
from scorekeeper.rules.errors import (
    AuctionUnfinished,
    BadFormat,
    CapturedMissing,
    HandAfterEnd,
    RuleError,
    UnknownPlayer,
)
from scorekeeper.rules.hand import (
    HAND_DEFAULTS,
    TRICKS,
    Deal,
    Foul,
    Hand,
    Outcome,
    Player,
    Side,
    as_counted,
    required_fields,
    side_with,
    sides_of,
    with_uncounted,
)
from scorekeeper.rules.hand_validation import validate_hand, with_auction
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.words import Names, describe_hand, end
from scorekeeper.storage.games import AFTER_THIS_HAND, Facts, StoredChange, StoredHand, read_facts, write_facts
from scorekeeper.usecases.errors import NotFound, OtherSides, ValidationFailed
from scorekeeper.usecases.game.announcements import describe_change, open_hand_of
from scorekeeper.usecases.game.board import Contract, contract_of
from scorekeeper.usecases.game.change import Fields, HandField, changed
from scorekeeper.usecases.game.effect import ask, replay_deals
from scorekeeper.usecases.game.later_hands import dealt_from, table_before
from scorekeeper.usecases.game.preview import Preview, preview_errors, preview_score
from scorekeeper.usecases.game.recording import (
    MOST_FOULS,
    THE_BIDDER,
    TOO_MANY_HANDS,
    refuse,
    refuse_strangers,
    with_bidders_fouls,
)
from scorekeeper.usecases.game_state import GameState, read_game

# The fields of a hand that a correction replaces; the others stay as stored.
ENTERED = tuple(name for name in HAND_DEFAULTS if name != "dealer")

ENTERED_UNPLAYED = ("fouls", "adjustments", "note")
"""The same for a misdeal or a passed-out deal (R12)."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand as corrected; logged calls say who has the bid, and for how much.

    `counted_for` are the bidder and partners whose sides the form counted, if it says so; `dealer` is the dealer's
    number, if given.
    """

    hand: Hand
    counted_for: tuple[int, ...] = ()
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class HandToCorrect:
    """A recorded hand as the page that corrects it shows it, with the scoreboard's names for the same things.

    `entered` is what is stored, as a form would send it: a side is its first player's number. `required_fields` are as
    on the scoreboard, with those of the tricks that were entered anyway.
    """

    uid: UUID
    in_short: str
    version: int
    rules: RuleSet
    players: tuple[tuple[int, str], ...]
    competitors: tuple[tuple[int, str], ...]
    contract: Contract | None
    place: int
    name: str
    hand_uid: str
    deal: Deal
    names: Names
    entered: Hand
    required_fields: frozenset[str]
    after_end: bool

    def caller(self, calls: Sequence[Call]) -> Player | None:
        """Return the player who calls after these, None if the auction is over or a call is against the rules."""
        try:
            auction = replay_calls(self.rules, self.deal.seats, self.deal.dealer, calls)
        except RuleError:
            return None
        return None if auction.over else auction.waiting[0]


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A recorded hand with its deal."""

    state: GameState
    row: StoredHand
    hand: Hand
    deal: Deal

    def sides(self, hand: Hand) -> tuple[Side, ...]:
        return sides_of(self.state.rules, self.deal, hand.bidder, hand.partners)

    def with_bidding_side(self, numbers: Sequence[int]) -> Hand:
        """Return the hand with these players as its bidder and partners; unchanged if one is not at the table."""
        if not numbers or any(number not in self.state.players for number in numbers):
            return self.hand
        bidder, *partners = numbers
        called = self.state.rules.sides == "called_partner"
        return replace(self.hand, bidder=bidder, partners=tuple(partners) if called else self.hand.partners)


def hand_to_correct(club_id: int, game_uid: UUID, hand: int | str, counted_for: Sequence[int] = ()) -> HandToCorrect:
    """Return the hand at this place, counted from 1 over everything recorded, or with this id, and the sides of its
    counts.

    Places shift when an earlier hand is deleted. Raises NotFound, Deleted.
    """
    state = read_game(club_id, game_uid)
    place = _place_of(state, hand)
    recorded = _at(state, place)
    recorded = replace(recorded, state=state.with_those_at(recorded.row.position))
    return _view_of(recorded, recorded.with_bidding_side(counted_for), place, str(recorded.row.uid))


def _view_of(recorded: _Recorded, hand: Hand, place: int, uid: str) -> HandToCorrect:
    """Return a hand as its page shows it, counted with the sides of this `hand`."""
    state, deal = recorded.state, recorded.deal
    entered = as_entered(state, deal, recorded.hand)
    return HandToCorrect(
        uid=state.game.uid,
        in_short=state.in_short,
        version=state.game.version,
        rules=state.rules,
        players=state.named_players,
        competitors=tuple((side[0], state.names.side(side)) for side in state.competitors),
        contract=contract_of(state, deal, hand) if hand.scored else None,
        place=place,
        name=describe_hand(hand.outcome, deal.number),
        hand_uid=uid,
        deal=deal,
        names=state.names,
        entered=entered,
        required_fields=required_fields(state.rules) | {name for name in TRICKS if getattr(entered, name) is not None},
        after_end=bool(recorded.row.facts) and state.hands[place - 1].after_end,
    )


def hand_to_add(
    club_id: int, game_uid: UUID, before: int | str, outcome: Outcome = "played", counted_for: Sequence[int] = ()
) -> HandToCorrect:
    """Return an empty hand with the deal that it would have had before the hand at this place or with this id.

    The id "" is after the last hand. It has the place and the id of that hand. Raises NotFound, Deleted, and
    ValidationFailed as `add_hand` does.
    """
    state = read_game(club_id, game_uid)
    uids = [*(str(row.uid) for row in state.game.hands), ""]
    place = _place_of(state, before)
    place = place if 0 < place < len(uids) else len(uids)
    missing = _missing(state, place, uuid4(), outcome)
    missing = replace(missing, state=state.with_those_at(missing.row.position))
    hand = replace(missing.with_bidding_side(counted_for), outcome=outcome)
    if hand.scored and hand.bidder is None:
        hand = replace(hand, bidder=missing.deal.first_to_bid)  # whose side the form counts first
    return _view_of(missing, hand, place, uids[place - 1])


def add_hand(state: GameState, before: str, uid: UUID, outcome: Outcome, correction: Correction) -> Fields:
    """Add a forgotten hand before the one with this id, after the last for "".

    Raises ValidationFailed with the fields of Hand, also while calls are logged and after the end, OtherSides,
    NotFound.
    """
    place = _place_of(state, before)
    missing = _dealt_by(_missing(state, place, uid, outcome), correction.dealer)
    hand, deal = _corrected(missing, correction), missing.deal
    added = HandField(position=missing.row.position, facts=write_facts(hand, deal))
    fields = {f"hand:{uid}": added, **dealt_from(state, place, table_before(state, place).after(deal, hand))}
    return fields if _has_room(state, missing.row.position) else _numbered_anew(state, place, uid, fields)


def _has_room(state: GameState, position: float) -> bool:
    ends = (each.until for each in state.game.sittings)
    return position not in {*(row.position for row in state.game.hands), *ends}


def _numbered_anew(state: GameState, place: int, uid: UUID, fields: Fields) -> Fields:
    """Return these fields of a hand that is added at this place, with a new position for each hand from there on.

    The room between two neighbors is used up after some fifty hands. Who leaves after a hand still leaves after it.
    """
    rows, moved = state.game.hands[place - 1 :], 1 + len(state.game.hands)
    anew = dict[str, object](fields)
    new = {row.position: float(row.position + moved) for row in rows}
    first = rows[0].position
    for row in rows:
        facts = cast(HandField, fields.get(f"hand:{row.uid}", {"facts": row.facts}))["facts"]
        anew[f"hand:{row.uid}"] = HandField(position=new[row.position], facts=facts)
    anew[f"hand:{uid}"] = HandField(position=first + moved / 2, facts=cast(HandField, fields[f"hand:{uid}"])["facts"])
    for number in {each.number for each in state.game.sittings}:
        sat = state.game.sittings_of(number)
        anew[f"sittings:{number}"] = [
            [each.until + (moved if first <= each.until < AFTER_THIS_HAND else 0), [each.player.id, each.player.name]]
            for each in sat
        ]
    return anew


def preview_addition(club_id: int, game_uid: UUID, before: str, correction: Correction) -> Preview:
    """Return what a forgotten hand would score, and what it does to the others. Raises NotFound, Deleted."""
    state, uid = read_game(club_id, game_uid), uuid4()
    try:
        return _preview(state, changed(state, add_hand(state, before, uid, "played", correction)), uid)
    except ValidationFailed as failed:
        return preview_errors(failed)


def _place_of(state: GameState, hand: int | str) -> int:
    """Return this place, or that of the hand with this id, from 1, the next one for "". Raises NotFound."""
    if isinstance(hand, int):
        return hand
    uids = [*(str(row.uid) for row in state.game.hands), ""]
    if hand not in uids:
        raise NotFound
    return uids.index(hand) + 1


def _missing(state: GameState, place: int, uid: UUID, outcome: Outcome) -> _Recorded:
    """Return a hand of which only the deal is known, between its neighbors. Raises ValidationFailed."""
    rows = state.game.hands
    if len(rows) >= MOST_HANDS:
        raise ValidationFailed([HandAfterEnd("", TOO_MANY_HANDS)])
    if place > len(rows) and state.standing.end:
        raise ValidationFailed([HandAfterEnd("", "The game is over: add the hand before the one that ended it.")])
    if state.open_hand and state.open_hand.auction and state.open_hand.bidder is None:
        raise ValidationFailed([AuctionUnfinished("", "Add the hand once the bidding is over.", "R5")])
    if place > len(rows):
        position = state.game.next_position
    else:
        following = rows[place - 1].position
        ends = (each.until for each in state.game.sittings if each.until < following)  # it is of who plays the next one
        last = max((*(row.position for row in rows[: place - 1]), *ends), default=following - 2)
        position = (last + following) / 2
    return _Recorded(state, StoredHand(uid, position, {}), Hand(outcome=outcome), table_before(state, place).deal())


def correct_hand(state: GameState, place: int, correction: Correction) -> Fields:
    """Correct the hand at this place; its seats stay.

    Raises ValidationFailed with the fields of Hand, OtherSides; NotFound.
    """
    recorded = _dealt_by(_at(state, place), correction.dealer)
    return _replaced(recorded, _corrected(recorded, correction))


def _replaced(recorded: _Recorded, hand: Hand) -> Fields:
    row, facts = recorded.row, write_facts(hand, recorded.deal)
    facts["seats"] = row.facts["seats"]
    return {} if facts == row.facts else {f"hand:{row.uid}": HandField(position=row.position, facts=facts)}


def preview_correction(club_id: int, game_uid: UUID, place: int, correction: Correction) -> Preview:
    """Return what the hand at this place would score after this correction. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    recorded = _at(state, place)
    try:
        recorded = _dealt_by(recorded, correction.dealer)
        hand = _corrected(recorded, correction)
        preview = _preview(state, changed(state, _replaced(recorded, hand)), recorded.row.uid)
    except ValidationFailed as failed:
        preview = preview_errors(failed)
    called, wrong = with_auction(state.rules, recorded.deal, correction.hand)
    return replace(preview, bid="" if wrong or not called.auction else f"{state.names[called.bidder]} bid {called.bid}")


def _preview(state: GameState, after: GameState, uid: UUID) -> Preview:
    """Return what the hand with this id scores `after` a change, and what that does to the game."""
    place = next(place for place, row in enumerate(after.game.hands) if row.uid == uid)
    played, who = after.hands[place], state.with_those_at(after.game.hands[place].position)
    scored = score_hand(state.rules, played.deal, played.hand) if played.hand.scored else None
    preview = preview_score(who, scored, after.standing) if scored else Preview()
    return replace(preview, winners="", asked=ask(state, after))


def delete_hand(state: GameState, place: int) -> Fields:
    """Delete the hand at this place; later ones are dealt as if it had not been. Raises ValidationFailed, NotFound."""
    gone = _at(state, place).row.uid
    return {f"hand:{gone}": None, **dealt_from(state, place + 1, table_before(state, place))}


def _at(state: GameState, place: int) -> _Recorded:
    if not 1 <= place <= len(state.game.hands):
        raise NotFound
    index = place - 1
    return _Recorded(state, state.game.hands[index], state.hands[index].hand, replay_deals(state)[index].deal)


def _dealt_by(recorded: _Recorded, dealer: int | None) -> _Recorded:
    """Return the hand with this dealer, unchanged for None. Raises ValidationFailed."""
    if dealer is None:
        return recorded
    if not 0 <= dealer < len(recorded.state.names):
        raise ValidationFailed([UnknownPlayer("dealer", "Choose a player at this table as the dealer.")])
    return replace(recorded, deal=recorded.deal._replace(dealer=dealer))


def _corrected(recorded: _Recorded, correction: Correction) -> Hand:
    """Return the hand after this correction; what the scorekeeper didn't touch stays as stored.

    Raises ValidationFailed.
    """
    state, stored = recorded.state, recorded.hand
    if not stored.scored and correction.hand.bidder is not None:
        raise ValidationFailed([BadFormat("", "No one played this deal, so it has no bid and no counts.")])
    refuse_strangers(state, correction.hand)
    called, wrong = with_auction(state.rules, recorded.deal, correction.hand)
    before = as_entered(state, recorded.deal, stored)
    shown, entered = (as_counted(state.rules, with_bidders_fouls(hand)) for hand in (before, called))
    names = ENTERED if stored.scored else ENTERED_UNPLAYED
    touched = {name for name in names if getattr(entered, name) != getattr(shown, name)}
    if stored.scored and not wrong and _other_sides(recorded, entered, correction.counted_for):
        touched |= {"captured", *TRICKS}  # the same number may now mean another side
    hand = replace(stored, **{name: getattr(entered, name) for name in touched})
    validated, errors = validate_hand(state.rules, recorded.deal, as_counted(state.rules, hand))
    refuse(errors, state.names)
    return with_uncounted(validated, hand)


def _other_sides(recorded: _Recorded, entered: Hand, counted_for: Sequence[int]) -> bool:
    """Return whether the sides are other than stored.

    Raises OtherSides if bidder or partners changed so that the counts belong to sides that did not play.
    """
    stored = recorded.hand
    if entered.partners is None:
        entered = replace(entered, partners=stored.partners)
    together = (entered.bidder, *(entered.partners or ()))
    if len(set(together)) < len(together):
        return False  # the rules refuse a partner named twice
    counted = recorded.with_bidding_side(counted_for)
    before, asked, now = map(recorded.sides, (stored, counted, entered))
    if asked != now:
        bidding = side_with(now, entered.bidder)
        names = recorded.state.names
        others = names.sides(side for side in now if side != bidding)
        who = "that bidder" if counted.bidder != entered.bidder else "that partner"
        why = end(f"With {who}, {names.side(bidding)} played against {others}") + " Enter what each side captured."
        raise OtherSides([CapturedMissing("captured", why)], together)
    return before != now


def as_entered(state: GameState, deal: Deal, hand: Hand) -> Hand:
    """Return a stored hand as its form sends it if nothing is changed."""
    sides = sides_of(state.rules, deal, hand.bidder, hand.partners)
    talk = Counter(foul.player for foul in hand.fouls if foul.kind == "table-talk")
    fouls = [Foul(player, "table-talk") for player in sorted(talk) for _ in range(min(talk[player], MOST_FOULS))]
    if any(foul.kind == "nest-discard" for foul in hand.fouls):
        fouls.append(Foul(THE_BIDDER, "nest-discard"))
    owners = state.competitors
    return replace(
        hand.by_sides(lambda player: side_with(sides, player)[0]),
        dealer=None,
        fouls=tuple(fouls),
        adjustments=tuple(each._replace(player=side_with(owners, each.player)[0]) for each in hand.adjustments),
    )


@dataclass(frozen=True, slots=True)
class Undone:
    """What redo would put back: in words, and the hand with what was entered, if any.

    `place` is the place of the hand that it corrected. Without a place it is what the form that is due had sent.
    """

    words: str
    entered: Hand | None = None
    place: int | None = None


def undone_entry(state: GameState, change: StoredChange) -> Undone:
    """Return what an undone change had entered."""
    words = describe_change(change, state)
    if change.kind in ("bid", "partners"):
        return Undone(words, open_hand_of(change))
    if change.kind not in ("hand", "misdeal", "passed-out", "correction"):
        return Undone(words)
    uid, facts = _recorded(change)
    places = {row.uid: place for place, row in enumerate(state.game.hands, 1)}
    place, hand = places.get(uid), read_facts(facts)
    deal = state.deal if place is None else state.hands[place - 1].deal
    return Undone(words, replace(as_entered(state, deal, hand), dealer=hand.dealer), place)


def _recorded(change: StoredChange) -> tuple[UUID, Facts]:
    """Return the id of the hand that a change recorded or corrected, and its facts after it."""
    return next(
        (UUID(key.removeprefix("hand:")), after["facts"])
        for key, (_, after) in change.fields.items()
        if key.startswith("hand:")
    )
