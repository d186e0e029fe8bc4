"""A number is read in the digits of any script, in every field of a form that takes one."""

import sys
from collections.abc import Iterator
from unicodedata import category

import pytest
import wtforms
from flask import Flask
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, FormField

from scorekeeper.rules.words import plain_digits, read_points
from scorekeeper.web.forms import check, club, game, hand, house_rules, tournament
from scorekeeper.web.forms.base import Choice, Day, WholeNumber
from tests.person import Person

ARABIC, WIDE = ("".join(chr(zero + digit) for digit in range(10)) for zero in (0x660, 0xFF10))
SCRIPTS = {"arabic": ARABIC, "wide": WIDE}
FORMS = [
    each
    for module in (check, club, game, hand, house_rules, tournament)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Form)
]


def in_script(text: str, script: str) -> str:
    return text.translate({ord(str(digit)): SCRIPTS[script][digit] for digit in range(10)})


def fields_of(form: type[Form]) -> Iterator[tuple[str, Field]]:
    """Each field of a form with its name, and one of each list."""
    for field in form(meta={"csrf": False}):
        if isinstance(field, wtforms.FieldList):
            field = field.numbered(0)
        if not isinstance(field, FormField):
            yield field.name, field


def test_every_digit_there_is() -> None:
    digits = [char for char in map(chr, range(sys.maxunicode + 1)) if category(char) == "Nd"]
    assert plain_digits("".join(digits)) == "0123456789" * (len(digits) // 10)
    assert plain_digits("² Ⅳ ½ ③ 八") == "² Ⅳ ½ ③ 八"


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(("typed", "number"), [("100", 100), ("set 90", -90), ("(1,005)", -1005), ("−35", -35)])
def test_a_score_as_people_write_it(typed: str, number: int, script: str) -> None:
    assert read_points(in_script(typed, script)) == number


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_each_field_of_each_form(app: Flask, form: type[Form], script: str) -> None:
    with app.test_request_context():
        for name, field in fields_of(form):
            assert not isinstance(field, wtforms.IntegerField | wtforms.DecimalField | wtforms.DateField), name
            typed, read = ("2026-11-21", "2026-11-21") if isinstance(field, Day) else ("12", 12)
            if isinstance(field, Day | WholeNumber | Choice):
                field.process(MultiDict({name: in_script(typed, script)}))
                assert (field.data, list(field.process_errors)) == (read, []), name
                assert field._value() == in_script(typed, script) or isinstance(field, Day)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_hand_is_recorded_with_them(phone: Person, script: str) -> None:
    phone.start_game()
    phone.record_bid("Ann", 70)
    assert phone.record_hand(in_script("85", script)).status == 303
    assert phone.page.totals == {"Ann & Cal": "85", "Bob & Dee": "35"}
