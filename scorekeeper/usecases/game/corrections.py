"""Correct or delete a recorded hand; everything after it is scored again from its facts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from scorekeeper.rules.errors import BadFormat, CapturedMissing, UnknownPlayer
from scorekeeper.rules.game import replay
from scorekeeper.rules.hand import (
    HAND_DEFAULTS,
    TRICKS,
    Deal,
    Foul,
    Hand,
    Player,
    Side,
    as_counted,
    required_fields,
    side_with,
    sides_of,
    with_uncounted,
)
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.validation import validate_hand
from scorekeeper.rules.words import Names
from scorekeeper.storage.games import StoredHand
from scorekeeper.storage.hand_json import write_facts
from scorekeeper.usecases.errors import ConfirmationNeeded, NotFound, OtherSides, ValidationFailed
from scorekeeper.usecases.form_version import Submission
from scorekeeper.usecases.game_state import GameState, describe_hand, read_game

from .board import Contract, contract_of
from .game_fields import Fields, HandField
from .make_change import make_change
from .preview import Preview, preview_errors, preview_score
from .recording import MOST_FOULS, THE_BIDDER, refuse, refuse_strangers, with_bidders_fouls
from .replayed_deals import broken_without, replay_deals

# The fields of a hand that a correction replaces; the others stay as stored.
ENTERED = tuple(name for name in HAND_DEFAULTS if name not in ("dealer", "auction"))

ENTERED_UNPLAYED = ("fouls", "adjustments", "note")
"""The same for a misdeal or a passed-out deal (R12)."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand as corrected.

    `counted_for` are the bidder and partners whose sides the form counted, if it says so; `forget_auction` drops the
    logged calls; `dealer` is the dealer's number, if given.
    """

    hand: Hand
    counted_for: tuple[int, ...] = ()
    forget_auction: bool = False
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class HandView:
    """A recorded hand as the page that corrects it shows it, with the scoreboard's names for the same things.

    `entered` is what is stored, as a form would send it: a side is its first player's number. `required_fields` are as
    on the scoreboard, with those of the tricks that were entered anyway.
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
    dealer: Player
    names: Names
    entered: Hand
    required_fields: frozenset[str]
    after_end: bool


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


def hand_to_correct(club_id: int, game_uid: UUID, place: int, counted_for: Sequence[int] = ()) -> HandView:
    """Return the hand at this place, counted from 1 over everything recorded, with the sides of its counts.

    Raises NotFound, Deleted.
    """
    return _view(read_game(club_id, game_uid), place, counted_for)


def find_hand(club_id: int, game_uid: UUID, hand_uid: str, counted_for: Sequence[int] = ()) -> HandView:
    """Return the same hand at its current place: places shift when an earlier hand is deleted. Raises NotFound,
    Deleted."""
    state = read_game(club_id, game_uid)
    places = {str(row.uid): place for place, row in enumerate(state.game.hands, 1)}
    return _view(state, places.get(hand_uid, 0), counted_for)


def _view(state: GameState, place: int, counted_for: Sequence[int]) -> HandView:
    recorded = _at(state, place)
    hand, deal, entered = recorded.with_bidding_side(counted_for), recorded.deal, _as_entered(recorded)
    return HandView(
        uid=state.game.uid,
        version=state.game.version,
        rules=state.rules,
        players=state.named_players,
        competitors=tuple((side[0], state.names.side(side)) for side in state.competitors),
        contract=contract_of(state, deal, hand) if hand.scored else None,
        place=place,
        name=describe_hand(hand.outcome, deal.number),
        hand_uid=recorded.row.uid,
        dealer=deal.dealer,
        names=state.names,
        entered=entered,
        required_fields=required_fields(state.rules) | {name for name in TRICKS if getattr(entered, name) is not None},
        after_end=state.hands[place - 1].after_end,
    )


def correct_hand(club_id: int, game_uid: UUID, place: int, submission: Submission, correction: Correction) -> None:
    """Correct the hand at this place; its seats stay.

    Raises ValidationFailed with the fields of Hand, OtherSides; NotFound; Conflict.
    """

    def edit(state: GameState) -> Fields:
        recorded = _dealt_by(_at(state, place), correction.dealer)
        row, hand = recorded.row, _corrected(recorded, correction)
        facts = write_facts(hand, recorded.deal)
        facts["seats"] = row.facts["seats"]
        return {} if facts == row.facts else {f"hand:{row.uid}": HandField(position=row.position, facts=facts)}

    make_change(club_id, game_uid, submission, "correction", edit)


def preview_correction(club_id: int, game_uid: UUID, place: int, correction: Correction) -> Preview:
    """Return what the hand at this place would score after this correction. Raises NotFound, Deleted."""
    state = read_game(club_id, game_uid)
    try:
        recorded = _dealt_by(_at(state, place), correction.dealer)
        hand = _corrected(recorded, correction)
    except ValidationFailed as failed:
        return preview_errors(failed)
    if not hand.scored:
        return Preview()
    hands = [played.hand for played in state.hands]
    hands[place - 1] = replace(hand, dealer=recorded.deal.dealer)
    replayed = list(replay(state.initial_standing, hands))
    end = None if replayed[place - 1].after_end else replayed[-1].standing.end
    return preview_score(state, score_hand(state.rules, recorded.deal, hand), end)


def delete_hand(club_id: int, game_uid: UUID, place: int, submission: Submission, confirmed: bool) -> None:
    """Delete the hand at this place. If that breaks the deal of a later one, it must be `confirmed`.

    Raises ConfirmationNeeded with what would break; ValidationFailed if later partners would change (R21); NotFound;
    Conflict.
    """

    def edit(state: GameState) -> Fields:
        row = _at(state, place).row
        broken = broken_without(state, place)
        if broken and not confirmed:
            raise ConfirmationNeeded(broken)
        return {f"hand:{row.uid}": None}

    make_change(club_id, game_uid, submission, "hand deletion", edit)


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
    shown, entered = (
        as_counted(state.rules, with_bidders_fouls(hand)) for hand in (_as_entered(recorded), correction.hand)
    )
    names = ENTERED if stored.scored else ENTERED_UNPLAYED
    touched = {name for name in names if getattr(entered, name) != getattr(shown, name)}
    if stored.scored and _other_sides(recorded, entered, correction.counted_for):
        touched |= {"captured", *TRICKS}  # the same number may now mean another side
    hand = replace(stored, **{name: getattr(entered, name) for name in touched})
    if correction.forget_auction:
        hand = replace(hand, auction=None)
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
        why = f"With {who}, {names.side(bidding)} played against {others}. Enter what each side captured."
        raise OtherSides([CapturedMissing("captured", why)])
    return before != now


def _as_entered(recorded: _Recorded) -> Hand:
    """Return a stored hand as its form sends it if nothing is changed."""
    hand, sides = recorded.hand, recorded.sides(recorded.hand)
    talk = Counter(foul.player for foul in hand.fouls if foul.kind == "table-talk")
    fouls = [Foul(player, "table-talk") for player in sorted(talk) for _ in range(min(talk[player], MOST_FOULS))]
    if any(foul.kind == "nest-discard" for foul in hand.fouls):
        fouls.append(Foul(THE_BIDDER, "nest-discard"))
    owners = recorded.state.competitors
    return replace(
        hand.by_sides(lambda player: side_with(sides, player)[0]),
        dealer=None,
        auction=None,
        fouls=tuple(fouls),
        adjustments=tuple(each._replace(player=side_with(owners, each.player)[0]) for each in hand.adjustments),
    )
