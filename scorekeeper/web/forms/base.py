"""The base of all forms. Forms check the text of a field; the rules check the rest, with errors at the same field."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

import wtforms
from flask import current_app, g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from wtforms import Field, Form, FormField, HiddenField, StringField, ValidationError
from wtforms.widgets import TextInput

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.hand import TRICKS
from scorekeeper.rules.words import MINUS, NO_NAMES, format_number, plain_digits, read_points
from scorekeeper.usecases.days import NO_DAY, is_day
from scorekeeper.usecases.errors import Question, Submission, ValidationFailed
from scorekeeper.usecases.game.summary import LONGEST_NOTES
from scorekeeper.usecases.names import DoubtfulName, MergedName, normalize_name
from scorekeeper.usecases.tournaments.new_tournament import MOST_LINES, MOST_OF_A_LINE

LONGEST = 500  # characters of a name, a number, a choice or a cell: many times what people enter
LONGEST_OF = {
    "note": 10 * LONGEST_NOTES,
    "notes": 10 * LONGEST_NOTES,
    "reason": LONGEST_NOTES,
    "drawn": 7_000,
    "entrants": MOST_LINES * MOST_OF_A_LINE,
    "new_names": MOST_LINES * MOST_OF_A_LINE,
}
WHOLE_FILES = {"text", "record", "recorded", "seen"}  # limited with the request, and by those who read them


def cut_long_answers() -> None:
    """Cut each answer of the address and of the form; `g.too_long` has the limits of those that were cut, by field."""
    g.too_long = {}
    request.args = _cut(request.args)
    if request.method == "POST":
        request.form = _cut(request.form)


def _cut(answers: MultiDict[str, str]) -> ImmutableMultiDict[str, str]:
    """Keep one character too many, so that the answer is refused again when another page sends it on."""
    pairs, is_cut = list[tuple[str, str]](), False
    for name, answer in answers.items(multi=True):
        longest = LONGEST_OF.get(name.rpartition("-")[2], LONGEST)
        if name in WHOLE_FILES:
            longest = int(current_app.config["MAX_FORM_MEMORY_SIZE"])
        if len(name) > LONGEST:
            is_cut = True
        elif len(answer) > longest:
            is_cut = True
            g.too_long[name] = longest
            pairs.append((name, answer[: longest + 1]))
        else:
            pairs.append((name, answer))
    return ImmutableMultiDict(pairs if is_cut else answers)


OF_SIDES = ("captured", *TRICKS)  # fields that ask for a side by one of its players
WHOLE_NUMBER = re.compile(rf"[+\-{MINUS}]?[0-9]{{1,7}}")


class FieldList(wtforms.FieldList):
    """Fields by number, often a player's: if some are missing, WTForms would renumber the rest.

    It would also fail on a name such as "captured-²", which is ignored here.
    """

    def _extract_indices(self, prefix: str, formdata: Mapping[str, object]) -> Iterator[int]:
        numbered = re.compile(re.escape(prefix) + "-([0-9]{1,3})(-.*)?", re.DOTALL)
        return (int(found[1]) for found in map(numbered.fullmatch, formdata) if found)

    def _compact_indices(self) -> None:
        """Keep each field's number."""

    def numbers(self) -> dict[int, int]:
        """Return the whole number in each filled field, by the field's number."""
        return {int(field.name.rpartition("-")[2]): field.data for field in self if isinstance(field.data, int)}

    def numbered(self, number: int) -> Field:
        """Return the field with this number, an empty one if none was sent."""
        name = f"{self.name}-{number}"
        for field in self:
            if field.name == name:
                return field
        empty = self.unbound_field.bind(form=None, name=name, _meta=self.meta)
        empty.process(None)
        return empty


class WholeNumber(Field):
    """A whole number in a text field, as people write it; what was typed is kept."""

    widget = TextInput()

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else "" if self.data is None else str(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else ""
        self.data = None
        if text:
            try:
                self.data = read_points(text)
            except ValueError:
                is_long = text.lstrip(f"+-{MINUS}").isdecimal()
                raise ValueError(f"Enter a whole number{' of up to 7 digits' if is_long else ''}, like 45.") from None


class NameField(StringField):
    """A name; the use cases refuse a long one, each with its own limit."""


class Day(Field):
    """A day as 2026-11-21; what was typed is kept."""

    def _value(self) -> str:
        return self.data or ""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = plain_digits(normalize_name(valuelist[0])) if valuelist else ""
        if self.data and not is_day(self.data):
            raise ValueError(NO_DAY)


class Choice(Field):
    """A group of radio buttons, drawn by `f.radios`; the rules check the choice.

    A choice is a number or one of `words`; `choices` are pairs of value and label.
    """

    def __init__(self, label: str, missing: str = "", words: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.missing, self.words = missing, words
        self.choices: Sequence[tuple[Any, str]] = ()

    @property
    def number(self) -> int | None:
        """The chosen number, None for a word or no choice."""
        return self.data if isinstance(self.data, int) else None

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else "" if self.data is None else str(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data: int | str | None = None
        chosen = plain_digits(valuelist[0]).strip().lower() if valuelist else ""
        if chosen in self.words:
            self.data = chosen
        elif WHOLE_NUMBER.fullmatch(chosen):
            self.data = int(chosen.replace(MINUS, "-"))
        elif chosen:
            raise ValueError("Choose one of these.")

    def pre_validate(self, form: Form) -> None:
        if self.data is None and self.missing and not self.process_errors:
            raise ValidationError(self.missing)


class PlainForm(FlaskForm):
    """A form with errors at its fields, both the form's own and those of the rules."""

    saves = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rule_errors: Sequence[RuleError] = ()
        self.rule_names = NO_NAMES
        self._shown: set[str] = set()
        self.wrong: dict[str, str] = {}  # the labels of the fields that show errors, by their ids on the page
        self.blank = kwargs.get("formdata", self) is None  # nothing was sent, so there is nothing to complain about

    def add_errors(self, failed: ValidationFailed) -> None:
        """Add errors of the rules, to be shown at the form's fields."""
        self.rule_errors, self.rule_names = failed.errors, failed.names

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Validate the form; an answer that was cut (`lengths`) is refused at its field."""
        is_valid = bool(super().validate(extra_validators))
        limits = g.get("too_long", {})
        too_long = [field for field in self._all_fields() if field.name in limits and not isinstance(field, NameField)]
        for field in too_long:
            field.errors = field.errors or [f"This can be up to {format_number(limits[field.name])} characters."]
        return is_valid and not too_long

    @property
    def is_pristine(self) -> bool:
        """Whether the form shows no errors."""
        return self.blank and not self.rule_errors

    @property
    def csrf_failed(self) -> bool:
        """Whether the token of our own pages was missing or wrong."""
        return "csrf_token" in self and bool(self.csrf_token.errors)

    def errors_for(self, *fields: str | Field) -> list[str]:
        """Return the errors to show at these fields: the form's own, then those of the rules.

        Fields are given by name, those of a list as objects; other names are paths in errors of the rules.
        """
        if self.is_pristine:
            return []
        names = [field if isinstance(field, str) else field.name for field in fields]
        self._shown.update(names)
        asked = dict.fromkeys(self._fields.get(field) if isinstance(field, str) else field for field in fields)
        own = [error for field in asked if field is not None for error in _own_errors(field)]
        shown = (error for error in self.rule_errors if error.field in names and not isinstance(error, Question))
        return own + [error.describe(self.rule_names) for error in shown]

    def errors_elsewhere(self) -> list[str]:
        """Return the errors of hidden fields and of all fields that were not passed to `errors_for`."""
        if self.is_pristine:
            return []
        shown = {*self._shown, "csrf_token"}
        own = [error for field in self._all_fields() if field.name not in shown for error in _own_errors(field)]
        return own + [error.describe(self.rule_names) for error in self.rule_errors if error.field not in shown]

    def mark(self, own_id: str, label: str) -> str | None:
        """Note that the field with this id shows an error; return the id, None for a further button of its group."""
        if own_id in self.wrong:
            return None
        self.wrong[own_id] = label
        return own_id

    def _all_fields(self) -> Iterator[Field]:
        """Yield every field, each list before its parts."""
        for field in self:
            yield field
            for part in field if isinstance(field, FieldList) else ():
                yield from part if isinstance(part, FormField) else (part,)


class QueryForm(PlainForm):
    """A form that is in the address and changes nothing."""

    saves = False

    class Meta(FlaskForm.Meta):
        """No CSRF token: an address is not secret."""

        csrf = False


class FormWithId(PlainForm):
    """A form that counts once for its id, though it is sent twice."""

    form_id = HiddenField(default=uuid4)

    @property
    def own_id(self) -> UUID:
        """The form's id; an unreadable one is replaced."""
        try:
            return UUID(str(self.form_id.data))
        except ValueError:
            self.form_id.data = own = uuid4()
            return own


class ChangeForm(PlainForm):
    """A form that changes something, with its own id and the version of the game it was made from."""

    form_id = HiddenField(default=uuid4)
    version = HiddenField(default=0)

    def validate_form_id(self, field: Field) -> None:
        try:
            UUID(str(field.data))
        except ValueError:
            field.data = uuid4()
            raise ValidationError("This page was out of date. Check it and tap again.") from None

    def validate_version(self, field: Field) -> None:
        if not str(field.data).isdecimal() or len(str(field.data)) > 9:
            field.data = 0
            raise ValidationError("This page was out of date. Check it and tap again.")

    @property
    def submission(self) -> Submission:
        """The form's id and version, once it is valid, and for whom its phone watches."""
        access = g.get("access")
        return Submission(UUID(str(self.form_id.data)), int(self.version.data), access and access.watches_for)

    @property
    def filled_in(self) -> Submission:
        """The same with an id for what was filled in: Back leads to a form that was sent, and something else can be
        entered there."""
        about = {"csrf_token", "form_id", "pin"}
        entered = sorted((name, value) for name, value in request.form.items(multi=True) if name not in about)
        return replace(self.submission, id=uuid5(self.submission.id, f"{request.path}{entered}"))

    def entered(self, players: Mapping[object, str], sides: Mapping[object, str]) -> Iterator[str]:
        """Yield what was entered in words, for a page that does not show the form; players and sides are by number."""
        for field in self:
            name, names = field.label.text, {**players, **(sides if field.name in OF_SIDES else {})}
            if isinstance(field, FieldList):
                yield from (f"{name} {names.get(number, number)} {value}" for number, value in field.numbers().items())
            elif isinstance(field, Choice) and field.data is not None:
                yield f"{name} {field.data if field.name == 'bid' else names.get(field.data, field.data)}"
            elif field.name == "player" and field.data is not None:
                yield f"{name} {names.get(field.data, field.data)}"
            elif isinstance(field, (WholeNumber, StringField)) and not isinstance(field, HiddenField) and field.data:
                yield f"{name} {field.data}"


class NamingForm(ChangeForm):
    """A form with names; one spelled nearly like a known name has to be confirmed by sending it again.

    `phone_zone` is the time zone of the phone, by its IANA name, where the club has none; else "".
    """

    new_names = HiddenField(default="")
    phone_zone = HiddenField(default="")

    @property
    def confirmed(self) -> list[str]:
        """The names that were asked about and sent again."""
        return [name for sent in self.new_names.raw_data or () for name in str(sent).splitlines()]

    @property
    def asked_about(self) -> str:
        """The names that were asked about so far, one a line."""
        asked = (error.again for error in self.rule_errors if isinstance(error, DoubtfulName))
        return "\n".join([*self.confirmed, *asked])

    def merged(self, *fields: str) -> list[str]:
        """Return the names at these fields that mean whom they were merged into, and can be someone else's."""
        return [error.name for error in self.rule_errors if isinstance(error, MergedName) and error.field in fields]


class AskingForm(ChangeForm):
    """A form that may ask something once, and takes it as confirmed if it is sent again."""

    answered = HiddenField(default="")

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return next((error for error in self.rule_errors if isinstance(error, Question)), None)


class StepForm(ChangeForm):
    """A form that is only a button: undo, redo, a misdeal."""


def with_posted_form(
    posted: ChangeForm | None, forms: Mapping[str, ChangeForm], version: int, since: object = None
) -> dict[str, ChangeForm]:
    """Return a page's forms, with the posted one in its place, each with this version.

    A posted form keeps its own version, unless it is unreadable or the page says what was done `since`.
    """
    shown = {name: posted if posted and type(form) is type(posted) else form for name, form in forms.items()}
    for form in shown.values():
        if form is not posted or since is not None or form.version.errors:
            form.version.data = version
    return shown


def _own_errors(field: Field) -> Iterator[str]:
    """Yield the errors of a field; for a list without those of its entries."""
    return (error for error in field.errors if isinstance(error, str))
