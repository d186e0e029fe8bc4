"""The forms that correct a hand, filled in with its facts, and delete it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, RadioField

from scorekeeper.rules.hand import PLAYERS, TIED, Hand
from scorekeeper.rules.ruleset import COLORS
from scorekeeper.usecases.game.corrections import Correction, HandView

from .base import ChangeForm, Choice
from .hand import ALONE, TIED_SIDES, BidForm, ExtrasForm, FullHandForm


class CorrectHandForm(FullHandForm, BidForm):
    """Everything about a hand.

    `hand` is its id, in case its place has changed; `counted_for` are the bidder and partners whose sides the form
    counts.
    """

    hand = HiddenField()
    counted_for = HiddenField()
    dealer = Choice("Dealer")
    trump = RadioField("Trump", choices=["", *COLORS], default="")
    forget_auction = BooleanField("Discard the logged bidding")
    last = BooleanField("Time was called: this was the last hand")

    @property
    def sides_shown(self) -> tuple[int, ...]:
        """The numbers of the bidder and partners whose sides the form counts."""
        numbers = str(self.counted_for.data)
        return tuple(map(int, numbers.split())) if re.fullmatch(r"[0-9]( [0-9]){0,2}", numbers) else ()

    def as_hand(self) -> Hand:
        return replace(super().as_hand(), trump=self.trump.data or None, last=self.last.data)

    def correction_input(self) -> Correction:
        """Return the corrected hand, once the form is valid."""
        return Correction(self.as_hand(), self.sides_shown, self.forget_auction.data, self.dealer.number)

    def ask_for_these_sides(self) -> None:
        """Ask for the counts of the sides of the currently chosen bidder and partners."""
        self.counted_for.data = _bidding_side(self.as_hand())

    def offer(self, hand: HandView) -> None:
        """Fill in the choices for this hand, and its id."""
        self.hand.data = hand.hand_uid
        self.trump.choices = [("", "Not recorded"), *((color, color) for color in COLORS)]
        self.dealer.choices = hand.players
        self.offer_bids(hand.rules, hand.players)
        sides = [(side.number, side.names) for side in hand.contract.sides] if hand.contract else []
        self.offer_sides(sides, no_one=True)
        self.offer_players(hand.players, hand.competitors)


class CorrectNoHandForm(ExtrasForm):
    """Everything about a misdeal or a passed-out deal except its calls (R12); `hand` as above."""

    hand = HiddenField()
    dealer = Choice("Dealer")
    sides_shown: tuple[int, ...] = ()

    def correction_input(self) -> Correction:
        """Return the corrected deal, once the form is valid."""
        return Correction(self.as_hand(), dealer=self.dealer.number)

    def offer(self, hand: HandView) -> None:
        """Fill in the choices for this deal, and its id."""
        self.hand.data = hand.hand_uid
        self.dealer.choices = hand.players
        self.competitors = hand.competitors


class DeleteHandForm(ChangeForm):
    """A hand to delete; `confirmed` after the page showed what that breaks."""

    confirmed = BooleanField()
    broken: tuple[str, ...] = ()


def filled_in(hand: HandView) -> CorrectHandForm | CorrectNoHandForm:
    """Return the form filled with what is stored."""
    kind = CorrectHandForm if hand.contract else CorrectNoHandForm
    form = kind(formdata=MultiDict([*_typed(hand.entered), ("dealer", str(hand.dealer))]))
    form.version.data = hand.version
    return form


def _bidding_side(entered: Hand) -> str:
    """Return the numbers of the bidder and partners for one hidden field."""
    return " ".join(str(number) for number in (entered.bidder, *(entered.partners or ())) if number is not None)


def _typed(entered: Hand) -> Iterator[tuple[str, str]]:
    for name in (*PLAYERS, "bid", "trump", "nest_points", "note"):
        value = getattr(entered, name)
        if value is not None:
            yield name, TIED_SIDES[0] if value is TIED else str(value)
    yield "counted_for", _bidding_side(entered)
    if entered.partners is not None:
        yield from zip(("partners", "second_partner"), map(str, entered.partners or ALONE[:1]), strict=False)
    for number, points in entered.captured.items():
        yield f"captured-{number}", str(points)
    for number, times in Counter(foul.player for foul in entered.fouls if foul.kind == "table-talk").items():
        yield f"talk-{number}", str(times)
    discard = any(foul.kind == "nest-discard" for foul in entered.fouls)
    ticked = {"discard": discard, "gave_up": entered.outcome == "conceded", "last": entered.last}
    yield from ((name, "y") for name, yes in ticked.items() if yes)
    rows: list[tuple[object, object, str]] = [(each.player, each.points, each.reason) for each in entered.adjustments]
    for index, row in enumerate([*rows, ("", "", "")]):  # the last one is empty
        for name, value in zip(("to", "points", "reason"), row, strict=True):
            yield f"adjustments-{index}-{name}", str(value)
