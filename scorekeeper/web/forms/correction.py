"""The form that corrects a hand, filled in with what was seen; and the one that deletes it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, HiddenField, RadioField

from scorekeeper.rules.ruleset import COLORS
from scorekeeper.usecases.game.corrections import HandView
from scorekeeper.usecases.game.hints import TRICKS

from .base import ChangeForm
from .hand import ALONE, BidForm, FullHandForm


class CorrectHandForm(FullHandForm, BidForm):
    """All that was seen of a hand.

    `hand` names it where its place has changed; `counted_for` are the bidder and the partners by whose sides the counts
    are asked.
    """

    hand = HiddenField()
    counted_for = HiddenField()
    trump = RadioField("Trump", choices=["", *COLORS], default="")
    forget_auction = BooleanField("Forget the logged calls")

    @property
    def sides_shown(self) -> list[int]:
        """The numbers of the bidder and the partners by whose sides the form asks for the counts."""
        numbers = str(self.counted_for.data)
        return [int(number) for number in numbers.split()] if re.fullmatch(r"[0-9]( [0-9]){0,2}", numbers) else []

    @property
    def together(self) -> str:
        """The same of the bidder and the partners that are chosen now."""
        return in_words([self.bidder.data, *self.called.get("partners", ())])

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the form says of the hand, as facts."""
        more = {"trump": self.trump.data, "counted_for": self.sides_shown, "forget_auction": self.forget_auction.data}
        return {**super().facts, **self.contract, **{name: fact for name, fact in more.items() if fact}}

    def offer(self, hand: HandView) -> None:
        """Fills in what can be chosen in this hand, and which hand it is."""
        self.hand.data = hand.hand_uid
        self.trump.choices = [("", "Not said"), *((color, color) for color in COLORS)]
        self.offer_bids(hand.rules, hand.players)
        sides = [(side.number, side.names) for side in hand.contract.sides] if hand.contract else []
        self.offer_sides(sides, nobody=True)
        self.offer_players(hand.players, hand.competitors)


class DeleteHandForm(ChangeForm):
    """A hand to be deleted; `confirmed` once the keeper has seen what that breaks."""

    confirmed = BooleanField()
    broken: tuple[str, ...] = ()


def in_words(numbers: Iterable[object]) -> str:
    """Numbers as one hidden field holds them."""
    return " ".join(map(str, numbers))


def filled_in(hand: HandView) -> CorrectHandForm:
    """The form as if the keeper had just typed what is stored."""
    form = CorrectHandForm(formdata=MultiDict(_typed(hand)))
    form.version.data = hand.version
    return form


def _typed(hand: HandView) -> Iterator[tuple[str, str]]:
    said = hand.said
    for name in ("bidder", "bid", "trump", *TRICKS, "nest_points", "reneged_by", "note"):
        if name in said:
            yield name, str(said[name])
    partners = said.get("partners", ())
    yield "counted_for", in_words([said.get("bidder", ""), *partners])
    if "partners" in said:
        yield from zip(("partners", "second_partner"), map(str, partners or ALONE[:1]), strict=False)
    for number, worth in said["captured"]:
        yield f"captured-{number}", str(worth)
    for number, times in Counter(number for number, _ in said["fouls"]).items():
        yield f"talk-{number}", str(times)
    if "wrong_discard" in said:
        yield "discard", "y"
    rows = [*said["adjustments"], ("", "", "")]  # the last one is there to be filled in
    for place, row in enumerate(rows):
        for name, value in zip(("to", "points", "reason"), row, strict=True):
            yield f"adjustments-{place}-{name}", str(value)
