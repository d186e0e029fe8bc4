"""The forms of a hand: its bid, a call, and its count."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, FormField, HiddenField, RadioField, SelectField, StringField, ValidationError
from wtforms.validators import Length

from scorekeeper.rules.auction import PASS
from scorekeeper.rules.hand import PLAYERS, TIED, Adjustment, Foul, Hand
from scorekeeper.rules.ruleset import COLORS, LARGEST_NUMBER, RuleSet
from scorekeeper.usecases.errors import OtherSides, ValidationFailed
from scorekeeper.usecases.game.board import SideView
from scorekeeper.usecases.game.corrections import Correction, HandToCorrect
from scorekeeper.usecases.game.recording import LONGEST_NOTE, MOST_FOULS, THE_BIDDER
from scorekeeper.web.forms.base import ChangeForm, Choice, FieldList, WholeNumber

NO_ONE = ("", "No one")
ALONE = ("alone", "Alone")
TIED_SIDES = ("tied", "Tied")
MOST_BUTTONS = 60  # of one question: ten rows of six buttons
Options = Sequence[tuple[int, str]]


class HandForm(ChangeForm):
    """A form for a part of a hand; a form for several parts inherits from the form of each."""

    def as_hand(self) -> Hand:
        """Return the entered hand, once the form is valid."""
        return Hand()


class PartnersForm(HandForm):
    """The partners that the bidder called, if the rules have that; without a partner the bidder plays alone."""

    partners = Choice("Partner", words=ALONE[:1])
    second_partner = Choice("Second partner")

    def offer_partners(self, rules: RuleSet, players: Options) -> None:
        """Fill in who can be called, for as many partners as the rules allow."""
        called = rules.partners_called if rules.sides == "called_partner" else 0
        self.partners.choices = [*players, ALONE] if called else []
        self.second_partner.choices = [*players, NO_ONE] if called > 1 else []

    def validate_second_partner(self, field: Choice) -> None:
        if field.data is not None and not isinstance(self.partners.data, int):
            raise ValidationError("Choose the first partner too.")

    def as_hand(self) -> Hand:
        chosen = (self.partners.number, self.second_partner.number)
        called = tuple(number for number in chosen if number is not None)
        return replace(super().as_hand(), partners=None if self.partners.data is None else called)


class RecordPartnersForm(PartnersForm):
    """The partners that the bidder called, entered after the bid."""

    partners = Choice("Partner", "Who is the partner? Tap Alone if there isn't one.", words=ALONE[:1])


class BidForm(PartnersForm):
    """Who took the bid, for how much, and the called partners if already known."""

    most_buttons = MOST_BUTTONS
    bidder = Choice("Bidder", "Who took the bid?")
    bid = Choice("Bid", "How much was bid?")

    def offer_bids(self, rules: RuleSet, players: Options) -> None:
        """Fill in who can bid what; bids are typed if there would be too many buttons."""
        self.bidder.choices = list(players)
        bids = rules.bids
        self.bid.choices = [(bid, str(bid)) for bid in bids] if len(bids) <= MOST_BUTTONS else []
        self.offer_partners(rules, players)

    def as_hand(self) -> Hand:
        return replace(super().as_hand(), bidder=self.bidder.number, bid=self.bid.number)


class RecordBidForm(BidForm):
    """The bid, when it is made, or instead of the one that it `replaces`: "BIDDER BID"."""

    replaces = HiddenField()

    @property
    def replaced(self) -> tuple[int, int] | None:
        """The bidder and the bid that it replaces."""
        found = re.fullmatch(r"([0-9]) ([0-9]{1,7})", self.replaces.data or "")
        return (int(found[1]), int(found[2])) if found else None


class CallForm(ChangeForm):
    """One call of the auction; an empty call is a pass, unless it was to be `typed`."""

    player = WholeNumber("Player")
    call = WholeNumber("Call")
    typed = BooleanField("Typed")

    @property
    def caller(self) -> int:
        """The number of the player who calls, once the form is valid."""
        assert self.player.data is not None
        return self.player.data

    def validate_player(self, field: WholeNumber) -> None:
        if field.data is None:
            raise ValidationError("Whose bid is it?")

    def validate_call(self, field: WholeNumber) -> None:
        if self.typed.data and field.data is None and not field.process_errors:
            raise ValidationError("How much is the bid?")


class TrumpForm(ChangeForm):
    """The trump color, which the bidder names."""

    trump = SelectField("Trump", choices=list(COLORS))


class AdjustmentForm(Form):
    """Points that the table adds or takes, and why; `to` is the number of a competitor's first player."""

    to = Choice("Adjust")
    points = WholeNumber("Adjustment points")
    reason = StringField("Reason", validators=[Length(max=200, message="A reason can be up to 200 characters.")])

    @property
    def given(self) -> bool:
        """Whether this row has any input."""
        return any(field.raw_data and field.raw_data[0] for field in self)

    def adjustment(self) -> Adjustment:
        """Return the entered adjustment; the row must be filled in."""
        return Adjustment(self.to.number or 0, self.points.data or 0, one_line(self.reason.data))


class CountForm(HandForm):
    """The count of an ordinary hand: what the rules need. A side is identified by its first player's number.

    `more`: whether the page has the fields that an ordinary hand does not need; `reneging`: who reneged.
    """

    more = False
    reneging = False
    last_trick = Choice("Last trick")
    most_tricks = Choice("Most tricks", words=TIED_SIDES[:1])
    sweep = Choice("Sweep")
    captured = FieldList(WholeNumber(), max_entries=6)
    nest_points = WholeNumber("Points in the nest")
    gave_up = BooleanField("The bidding side gave up the hand")

    def count_errors(self, sides: Iterable[SideView]) -> dict[str, list[str]]:
        """Return what is wrong with these sides' counts, one by one and then together, by the id of its place."""
        errors = {}
        for side in sides:
            field = self.captured.numbered(side.number)
            errors[f"{field.id}-error"] = self.errors_for(field, f"captured.{side.number}")
        errors["captured-error"] = self.errors_for("captured")
        return {place: messages for place, messages in errors.items() if messages}

    def lacks(self, side: SideView) -> bool:
        """Return whether an error of all counts together belongs to this side's count."""
        players = [player for error in self.rule_errors for player in getattr(error, "players", ())]
        return not players or side.number in players

    def offer_sides(self, sides: Options, no_one: bool) -> None:
        """Fill in who can take tricks; `no_one` if the choice can be cleared (R9)."""
        takers = [*sides, NO_ONE] if no_one else list(sides)
        self.last_trick.choices = takers
        self.most_tricks.choices = [*sides, TIED_SIDES, *takers[len(sides) :]]
        self.sweep.choices = [*sides, NO_ONE]

    def as_hand(self) -> Hand:
        tied = self.most_tricks.data == TIED_SIDES[0]
        return replace(
            super().as_hand(),
            outcome="conceded" if self.gave_up.data else "played",
            captured=self.captured.numbers(),
            last_trick=self.last_trick.number,
            most_tricks=TIED if tied else self.most_tricks.number,
            sweep=self.sweep.number,
            nest_points=self.nest_points.data,
        )


class ExtrasForm(HandForm):
    """What can be added to any deal; `talk-N` counts the table talk of the player with number N."""

    most_fouls = MOST_FOULS
    competitors: Options = ()
    talk = FieldList(WholeNumber(), max_entries=6)
    adjustments = FieldList(FormField(AdjustmentForm), max_entries=20)
    note = StringField(
        "Note", validators=[Length(max=LONGEST_NOTE, message=f"A note can be up to {LONGEST_NOTE} characters.")]
    )

    def validate_talk(self, field: FieldList) -> None:
        for fouls in field:
            if fouls.data is not None and not 0 <= fouls.data <= MOST_FOULS:
                raise ValidationError(f"Each player's table talk can be from 0 to {MOST_FOULS}.")

    def validate_adjustments(self, field: FieldList) -> None:
        for row in field:
            given = [row.form.to.data is not None, row.form.points.data is not None, _visible(row.form.reason.data)]
            if any(given) and not all(given):
                raise ValidationError("Choose a side and enter points and a reason.")
            if abs(row.form.points.data or 0) > LARGEST_NUMBER:
                raise ValidationError(f"An adjustment can be up to {LARGEST_NUMBER} points.")

    def as_hand(self) -> Hand:
        counted = {player: min(times, self.most_fouls) for player, times in self.talk.numbers().items()}
        talk = [Foul(player, "table-talk") for player, times in counted.items() for _ in range(times)]
        return replace(
            super().as_hand(),
            fouls=tuple(talk),
            adjustments=tuple(row.form.adjustment() for row in self.adjustments if row.form.to.number is not None),
            note=one_line(self.note.data) or None,
        )


class NoHandForm(ExtrasForm):
    """A misdeal, or a deal in which everyone passed; only a button unless there are penalties or adjustments (R12)."""

    asked = HiddenField()

    def validate_talk(self, field: FieldList) -> None:
        super().validate_talk(field)
        noted = any(talk.data for talk in field) or any(row.form.given for row in self.adjustments)
        if self.asked.data and not noted and not _visible(self.note.data):
            raise ValidationError("Enter the penalty, or go back and tap Misdeal.")


class TimeForm(ChangeForm):
    """A call of time: the hand being played is the last, or the one before it, if "before"."""

    hand = HiddenField()


class FullHandForm(CountForm, ExtrasForm):
    """Everything about a hand."""

    discard = BooleanField("Wrong nest discard")
    reneged = BooleanField("A renege")
    reneged_by = Choice("Who reneged?")
    rook = Choice("Who had the Rook?")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = (self.note, self.discard, self.reneged_by, self.rook)
        self.more = any((self.talk, self.adjustments, *(field.raw_data for field in fields)))

    def offer_players(self, players: Options, competitors: Options) -> None:
        """Fill in who can renege, who can have had the Rook, and who can get points."""
        self.reneged_by.choices = list(players)
        self.rook.choices = [*players, ("", "Not noted")]
        self.competitors = competitors

    @property
    def reneging(self) -> bool:  # type: ignore[override]
        return bool(self.reneged.data) or self.reneged_by.data is not None

    def validate_reneged_by(self, field: Choice) -> None:
        if self.reneged.data and field.data is None and not field.process_errors:
            raise ValidationError("Choose who reneged, or go back to the count.")

    def ask(self, part: str) -> None:
        """Ask what this part of the hand needs first: a renege, or the ordinary count."""
        self.more = True
        if part == "Renege":
            self.gave_up.data, self.reneged.data = False, True
        elif part == "Count":
            self.gave_up.data = self.reneged.data = False
            self.reneged_by.data = None

    def as_hand(self) -> Hand:
        entered = super().as_hand()
        discard = (Foul(THE_BIDDER, "nest-discard"),) if self.discard.data else ()
        return replace(
            entered,
            outcome="renege" if entered.outcome == "played" and self.reneged_by.number is not None else entered.outcome,
            reneged_by=self.reneged_by.number,
            rook=self.rook.number,
            fouls=(*entered.fouls, *discard),
        )


def _visible(text: str | None) -> bool:
    """Return whether a text has any visible characters."""
    return any(sign.isprintable() and not sign.isspace() for sign in text or "")


def one_line(text: str | None) -> str:
    """Return a text on one line, without invisible characters that would make its record unreadable."""
    return " ".join("".join(sign for sign in text or "" if sign >= " " or sign.isspace()).split())


def bidding_side(together: Iterable[int | None]) -> str:
    """Return the numbers of the bidder and partners for one hidden field."""
    return " ".join(str(number) for number in together if number is not None)


def typed(entered: Hand) -> Iterator[tuple[str, str]]:
    """Yield the fields that a form sends of this hand, with their values."""
    for name in (*PLAYERS, "dealer", "bid", "trump", "nest_points", "note"):
        value = getattr(entered, name)
        if value is not None:
            yield name, TIED_SIDES[0] if value is TIED else str(value)
    yield "counted_for", bidding_side((entered.bidder, *(entered.partners or ())))
    for index, (player, call) in enumerate(entered.auction or ()):
        yield f"calls-{index}-player", str(player)
        yield f"calls-{index}-call", str(call)
    if entered.partners is not None:
        yield from zip(("partners", "second_partner"), map(str, entered.partners or ALONE[:1]), strict=False)
    for number, points in entered.captured.items():
        yield f"captured-{number}", str(points)
    for number, times in Counter(foul.player for foul in entered.fouls if foul.kind == "table-talk").items():
        yield f"talk-{number}", str(times)
    discard = any(foul.kind == "nest-discard" for foul in entered.fouls)
    ticked = {"discard": discard, "gave_up": entered.outcome == "conceded", "last": entered.last}
    yield from ((name, "y") for name, yes in ticked.items() if yes)
    for index, each in enumerate(entered.adjustments):
        for name, value in zip(("to", "points", "reason"), (each.player, each.points, each.reason), strict=True):
            yield f"adjustments-{index}-{name}", str(value)


OF_ONE_PAGE = ("csrf_token", "form_id", "version", "hand")
ROW = re.compile(r"adjustments-[0-9]{1,2}-(to|points|reason)")


class LoggedCallForm(Form):
    """One call of a logged auction."""

    player = Choice("Player", "Whose bid is it?")
    call = Choice("Call", "A bid, or a pass?", words=(PASS,))


class CorrectHandForm(FullHandForm, BidForm):
    """Everything about a hand; its logged calls, if there are any, say who took the bid.

    `hand` is its id, in case its place has changed; `counted_for` are the bidder and partners whose sides the form
    counts.
    """

    calls = FieldList(FormField(LoggedCallForm))
    hand = HiddenField()
    counted_for = HiddenField()
    dealer = Choice("Dealer")
    added: int | None = None
    trump = RadioField("Trump", choices=["", *COLORS], default="")
    last = BooleanField("Time was called: this was the last hand")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.calls:
            self.bidder.missing = self.bid.missing = ""

    @property
    def sides_shown(self) -> tuple[int, ...]:
        """The numbers of the bidder and partners whose sides the form counts."""
        return numbers_in(str(self.counted_for.data))

    def as_hand(self) -> Hand:
        calls = tuple((row.form.player.number or 0, row.form.call.data) for row in self.calls)
        return replace(super().as_hand(), auction=calls or None, trump=self.trump.data or None, last=self.last.data)

    def correction_input(self) -> Correction:
        """Return the corrected hand, once the form is valid."""
        return Correction(self.as_hand(), self.sides_shown, self.dealer.number)

    def add_errors(self, failed: ValidationFailed) -> None:
        """Add errors of the rules, and ask for the counts of the sides that there are now, if they are others."""
        super().add_errors(failed)
        if isinstance(failed, OtherSides):
            self.counted_for.data = bidding_side(failed.together)

    def edit_calls(self, add: int | None, drop: int | None) -> None:
        """Add a blank call at this place from 0, or drop the one there, or keep just the winning bid of all calls."""
        rows = [row.data for row in self.calls]
        if add is not None:
            self.added = len(rows[:add])
            rows.insert(add, {})
        elif drop is not None:
            del rows[drop : drop + 1]
        else:
            for row in rows:
                if isinstance(row["call"], int):
                    self.bidder.data, self.bid.data = row["player"], row["call"]
            rows.clear()
        self.calls.process(None, rows)

    def offer(self, hand: HandToCorrect) -> None:
        """Fill in the choices for this hand, and its id; a call that was added is of who is due."""
        self.hand.data = hand.hand_uid
        self.trump.choices = [("", "Not recorded"), *((color, color) for color in COLORS)]
        self.dealer.choices = hand.players
        if self.added is not None:
            calls = [(row.form.player.number, row.form.call.data) for row in self.calls][: self.added]
            if not any(None in call for call in calls):
                self.calls[self.added].form.player.data = hand.caller(calls)
        self.offer_bids(hand.rules, hand.players)
        sides = [(side.number, side.names) for side in hand.contract.sides] if hand.contract else []
        self.offer_sides(sides, no_one=True)
        self.offer_players(hand.players, hand.competitors)
        self.reneged_by.choices = [*hand.players, NO_ONE]


class CorrectNoHandForm(ExtrasForm):
    """Everything about a misdeal or a passed-out deal except its calls (R12); `hand` as above."""

    hand = HiddenField()
    dealer = Choice("Dealer")
    sides_shown: tuple[int, ...] = ()

    def correction_input(self) -> Correction:
        """Return the corrected deal, once the form is valid."""
        return Correction(self.as_hand(), dealer=self.dealer.number)

    def offer(self, hand: HandToCorrect) -> None:
        """Fill in the choices for this deal, and its id."""
        self.hand.data = hand.hand_uid
        self.dealer.choices = hand.players
        self.competitors = hand.competitors


class DeleteHandForm(ChangeForm):
    """A hand to delete."""


def filled_in(hand: HandToCorrect, sent: Mapping[str, str] | None = None) -> CorrectHandForm | CorrectNoHandForm:
    """Return the form filled with what is stored, or instead with what was `sent` of this hand once."""
    fields = dict(typed(hand.entered)) | {"dealer": str(hand.deal.dealer)}
    if sent and "counted_for" in sent:
        fields = dict(sent)
    elif sent:  # of the hand as it was counted; a side that was left out took the rest
        fields = {name: value for name, value in fields.items() if not name.startswith("captured-")} | dict(sent)
    rows = 1 + max([int(name.split("-")[1]) for name in fields if ROW.fullmatch(name)], default=-1)
    fields |= {f"adjustments-{rows}-{name}": "" for name in ("to", "points", "reason")}
    kind = CorrectHandForm if hand.contract else CorrectNoHandForm
    form = kind(formdata=MultiDict({name: value for name, value in fields.items() if name not in OF_ONE_PAGE}))
    form.version.data = hand.version
    return form


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of a bidder and partners in a hidden field, none if it is spoilt."""
    return tuple(map(int, text.split())) if re.fullmatch(r"[0-9]( [0-9]){0,2}", text) else ()
