"""The forms of a hand: the bid, a call, and all that can be seen at its end."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wtforms import BooleanField, Form, FormField, SelectField, StringField, ValidationError
from wtforms.validators import Length

from scorekeeper.rules.ruleset import COLORS, LARGEST_NUMBER, RuleSet
from scorekeeper.usecases.game.hands import MOST_FOULS
from scorekeeper.usecases.game.hints import TRICKS

from .base import ChangeForm, Choice, FieldList, WholeNumber

NOBODY = ("", "Nobody")
ALONE = ("alone", "Alone")
TIED = ("tied", "Tied")
LONGEST_NOTE = 500
MOST_BUTTONS = 60  # of one question: ten rows of six
Options = Sequence[tuple[int, str]]


class PartnersForm(ChangeForm):
    """Whom the bidder called, where the rules have that; without a partner the bidder plays alone."""

    partners = Choice("Partner", words=ALONE[:1])
    second_partner = Choice("Second partner")

    def offer_partners(self, rules: RuleSet, players: Options) -> None:
        """Fills in who can be called: as many partners as the rules allow."""
        called = rules.partners_called if rules.sides == "called_partner" else 0
        self.partners.choices = [*players, ALONE] if called else []
        self.second_partner.choices = [*players, NOBODY] if called > 1 else []

    def validate_second_partner(self, field: Choice) -> None:
        if field.data is not None and not isinstance(self.partners.data, int):
            raise ValidationError("Who has a second partner has a first one: choose that too.")

    @property
    def called(self) -> Mapping[str, Any]:
        """The partners as facts, nothing where nothing was said."""
        chosen = [number for number in (self.partners.data, self.second_partner.data) if isinstance(number, int)]
        return {} if self.partners.data is None else {"partners": chosen}


class RecordPartnersForm(PartnersForm):
    """Whom the bidder called, told after the bid."""

    partners = Choice("Partner", "Whom did the bidder call? Nobody, if the bidder plays alone.", words=ALONE[:1])


class BidForm(PartnersForm):
    """Who took the bid, and for how much; whom the bidder called, if that is known already."""

    most_buttons = MOST_BUTTONS
    bidder = Choice("Bidder", "Who took the bid?")
    bid = Choice("Bid", "How much was bid?")

    def offer_bids(self, rules: RuleSet, players: Options) -> None:
        """Fills in who can bid what; bids are typed where there would be too many buttons."""
        self.bidder.choices = list(players)
        self.bid.choices = [(bid, str(bid)) for bid in rules.bids] if len(rules.bids) <= MOST_BUTTONS else []
        self.offer_partners(rules, players)

    @property
    def contract(self) -> Mapping[str, Any]:
        """The bid as facts."""
        return {"bidder": self.bidder.data, "bid": self.bid.data, **self.called}


class RecordBidForm(BidForm):
    """The bid, when it is made."""


class CallForm(ChangeForm):
    """One call of the auction; the empty call is a pass, unless it was to be `typed`."""

    player = WholeNumber("Player")
    call = WholeNumber("Call")
    typed = BooleanField("Typed")

    def validate_player(self, field: WholeNumber) -> None:
        if field.data is None:
            raise ValidationError("Whose call is it?")

    def validate_call(self, field: WholeNumber) -> None:
        if self.typed.data and field.data is None and not field.process_errors:
            raise ValidationError("How much is bid?")


class TrumpForm(ChangeForm):
    """The trump color, which the bidder names."""

    trump = SelectField("Trump", choices=list(COLORS))


class AdjustmentForm(Form):
    """Points that the table adds or takes, and why; `to` is the number of a competitor's first player."""

    to = Choice("Adjustment for")
    points = WholeNumber("Adjustment points")
    reason = StringField("Reason", validators=[Length(max=200, message="A reason has at most 200 letters.")])

    @property
    def given(self) -> bool:
        """Whether anything was typed in this row."""
        return any(field.raw_data and field.raw_data[0] for field in self)


class CountForm(ChangeForm):
    """An ordinary hand's end: what the rules ask of it. A side goes by the number of its first player."""

    last_trick = Choice("Last trick")
    most_tricks = Choice("Most tricks", words=TIED[:1])
    sweep = Choice("Sweep")
    captured = FieldList(WholeNumber(), max_entries=6)
    nest_points = WholeNumber("Points in the nest")

    def offer_sides(self, sides: Options, nobody: bool) -> None:
        """Fills in who can take tricks; `nobody` where that can be taken back (R9)."""
        takers = [*sides, NOBODY] if nobody else list(sides)
        self.last_trick.choices = takers
        self.most_tricks.choices = [*sides, TIED, *takers[len(sides) :]]
        self.sweep.choices = [*sides, NOBODY]

    def by_number(self, name: str, number: int) -> WholeNumber | None:
        """The field of that list for the player or side with this number, if it was sent."""
        return next((field for field in self[name] if field.name == f"{name}-{number}"), None)

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the form says of the hand, as facts."""
        said = {name: self[name].data for name in (*TRICKS, "nest_points") if self[name].data is not None}
        return {"outcome": "played", "captured": [list(pair) for pair in _numbered(self.captured)], **said}


class FullHandForm(CountForm):
    """All that can be seen of a hand; `talk-N` counts the table talk of the player with number N."""

    most_fouls = MOST_FOULS
    competitors: Options = ()
    talk = FieldList(WholeNumber(), max_entries=6)
    discard = BooleanField("Wrong nest discard")
    reneged_by = Choice("Reneged by")
    adjustments = FieldList(FormField(AdjustmentForm), max_entries=20)
    note = StringField(
        "Note", validators=[Length(max=LONGEST_NOTE, message=f"A note has at most {LONGEST_NOTE} letters.")]
    )

    def offer_players(self, players: Options, competitors: Options) -> None:
        """Fills in who can renege, and who can be given points."""
        self.reneged_by.choices = [*players, NOBODY]
        self.competitors = competitors

    def validate_talk(self, field: FieldList) -> None:
        for fouls in field:
            if fouls.data is not None and not 0 <= fouls.data <= MOST_FOULS:
                raise ValidationError(f"Table talk of one player is counted from 0 to {MOST_FOULS}.")

    def validate_adjustments(self, field: FieldList) -> None:
        for row in field:
            given = [row.form.to.data is not None, row.form.points.data is not None, _visible(row.form.reason.data)]
            if any(given) and not all(given):
                raise ValidationError("An adjustment needs a side, its points and a reason.")
            if abs(row.form.points.data or 0) > LARGEST_NUMBER:
                raise ValidationError(f"An adjustment has at most {LARGEST_NUMBER} points.")

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the form says of the hand, as facts."""
        said = {
            "outcome": None if self.reneged_by.data is None else "renege",
            "reneged_by": self.reneged_by.data,
            "fouls": [[number, "table-talk"] for number, times in _numbered(self.talk) for _ in range(times)],
            "wrong_discard": self.discard.data or None,
            "adjustments": [
                [row.form.to.data, row.form.points.data, " ".join(row.form.reason.data.split())]
                for row in self.adjustments
                if row.form.to.data is not None
            ],
            "note": " ".join((self.note.data or "").split()) or None,
        }
        return {**super().facts, **{name: value for name, value in said.items() if value is not None}}


def form_for(sent: Iterable[str]) -> CountForm:
    """The form to which fields of these names were sent: that of an ordinary hand unless there is more in them."""
    ordinary = all(name == "csrf_token" or hasattr(CountForm, name.partition("-")[0]) for name in sent)
    return CountForm() if ordinary else FullHandForm()


def _visible(text: str | None) -> bool:
    """Whether there is something to read in a text; blanks and marks without a shape are nothing."""
    return any(sign.isprintable() and not sign.isspace() for sign in text or "")


def _numbered(fields: FieldList) -> list[tuple[int, int]]:
    """Number and value of each field that was filled in."""
    return [(int(field.name.rpartition("-")[2]), field.data) for field in fields if field.data is not None]
