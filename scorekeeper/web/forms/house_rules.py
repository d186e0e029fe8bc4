"""The form of house rules: a field for each parameter of a rule set, with the parameter's name."""

from collections.abc import Iterator
from typing import Any

from wtforms import Field, Form, HiddenField, ValidationError

from scorekeeper.rules.parameter_words import PARAMETER_WORDS, Parameter, describe_worth, name_card
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RANKS, SINGLE_CARDS, SWITCHES, RuleSet
from scorekeeper.usecases.house_rules import CARDS, parameter_values

from .base import ChangeForm, NameField, WholeNumber

YES_OR_NO = {"False": False, "True": True}
COUNTERS = {f"counters.{card}": describe_worth(card) for card in CARDS}
FIRST = ("min_bid", "last_trick_points", "hand_size", "nest_size", "target", "hand_limit", "foul_penalty", "all_pass")
GROUPS = (
    ("Players", "how many, and who scores together", ("players", "sides", "hands_per_partner", "partners_called")),
    (
        "More about the bid",
        "steps, the maximum, shooting the moon, a set",
        ("bid_step", "max_bid", "moon_bid", "set_rule"),
    ),
    (
        "More about the tricks",
        "the nest, most tricks, a sweep, cards out of play",
        ("nest_to", "most_tricks_points", "sweep_bonus", "sweep_on", "out_of_play_cards"),
    ),
    (
        "More penalties",
        "reneges, wrong discards, giving up",
        ("renege_rule", "renege_points", "discard_rule", "may_concede"),
    ),
    (
        "More about winning",
        "the clock, both at the target, ties, a floor, a lead",
        ("time_limit", "both_cross", "tie_break", "win_needs_bid", "floor", "lead_wins"),
    ),
)


class OneOf(Field):
    """One of a parameter's few values."""

    def __init__(self, parameter: Parameter, **kwargs: Any) -> None:
        super().__init__(parameter.label, **kwargs)
        self.choices = {str(value): words for value, words in parameter.choices.items()}

    def _value(self) -> str:
        return self.data

    def process_data(self, value: object) -> None:
        self.data = str(value)

    def pre_validate(self, form: Form) -> None:
        if self.data not in self.choices:
            raise ValidationError("Choose one of these.")


class HouseRulesForm(ChangeForm):
    """House rules with their name; `base` is the key of their preset."""

    name = NameField("Name")
    base = HiddenField()

    def validate_base(self, field: HiddenField) -> None:
        if field.data not in PRESETS:
            field.data = next(iter(PRESETS))
            raise ValidationError("This page was out of date. Check it and tap again.")

    @classmethod
    def of(cls, name: str, base: str, rules: RuleSet) -> "HouseRulesForm":
        """Return the form filled with these rules."""
        counters = {f"counters.{card}": worth for card, worth in rules.counters.items()}
        return cls(formdata=None, data=parameter_values(rules) | counters | {"name": name, "base": base})

    @property
    def ranks(self) -> Iterator[tuple[str, str]]:
        """The fields of whole ranks and of the Rook, with their labels."""
        return ((f"counters.{card}", card.capitalize()) for card in (*RANKS, "rook"))

    @property
    def single_cards(self) -> Iterator[tuple[str, str]]:
        """The fields of single cards, with their labels."""
        return ((f"counters.{card}", name_card(card).capitalize()) for card in SINGLE_CARDS if card != "rook")

    @property
    def single_cards_given(self) -> list[str]:
        """The single cards with a worth, or with an error, in words."""
        return [words for name, words in self.single_cards if self[name]._value()]

    @property
    def values(self) -> dict[str, Any]:
        """Every parameter as typed or chosen, once the form is valid."""
        values = {name: self[name].data for name in PARAMETER_WORDS if name in self}
        values |= {name: YES_OR_NO[values[name]] for name in SWITCHES}
        worths = {card: self[f"counters.{card}"].data for card in CARDS}
        return values | {"counters": {card: worth for card, worth in worths.items() if worth is not None}}


for _name, _parameter in PARAMETER_WORDS.items():
    if _parameter.choices:
        setattr(HouseRulesForm, _name, OneOf(_parameter))
    elif _name != "counters":
        setattr(HouseRulesForm, _name, WholeNumber(_parameter.label))
for _name, _called in COUNTERS.items():
    setattr(HouseRulesForm, _name, WholeNumber(_called, id=_name.replace(".", "-")))
