"""House rules: made from a preset, changed, deleted; each once, and never behind anybody's back."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from scorekeeper.rules.parameter_words import PARAMETER_WORDS, describe_value
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage.db import reading
from scorekeeper.storage.models import HOUSE_RULES
from scorekeeper.web.forms.house_rules import COUNTERS, FIRST, GROUPS
from tests.person import HTMX, Person

from .steps import change_house_rules as change
from .steps import make_house_rules as make

# Making them


def test_house_rules_are_made_from_a_preset_and_explained(phone: Person) -> None:
    answer = make(phone, min_bid="80", last_trick_points="20")
    assert answer.status == 303
    assert answer.page.heading == "Tuesday rules"
    assert "Bids go from 80 to 200" in answer.page.text
    assert "points for last trick 20 (was none)" in answer.page.text
    assert "Tuesday rules" in phone.open("/rules").text


def test_rules_that_change_nothing_are_saved_and_said_to_change_nothing(phone: Person) -> None:
    assert "Saved. They don't change anything in Kentucky yet." in make(phone).page.text
    assert "don't change anything" not in make(phone, name="Wednesday rules", min_bid="80").page.text


def test_a_field_names_the_value_of_the_rules_only_where_there_is_one(phone: Person) -> None:
    """K17: "Original partnership: –." under every field says nothing."""
    page = phone.open("/rules/new?start=original")
    assert ": –." not in page.text
    assert "Original partnership: 300." in page.text


def test_only_what_matters_is_told_of_a_change(phone: Person) -> None:
    """Without a nest no one wins it; where a sweep earned nothing, it had no meaning before."""
    text = make(phone, start="original", nest_size="0", sweep_bonus="50").page.text
    assert "sweep bonus 50 (was none); a sweep means every trick; cards in the nest none (was 5)." in text
    assert "–" not in text
    assert "the nest goes to" not in text


def test_a_name_that_was_typed_stays_when_other_rules_are_started_from(phone: Person) -> None:
    assert phone.open("/rules/new?start=kentucky&name=Tuesday+rules").form("Save rules").sent["name"] == "Tuesday rules"


def test_the_form_shows_what_the_preset_says_and_asks_for_every_parameter_once(phone: Person) -> None:
    sent = phone.open("/rules/new?start=princeton").form("Save rules").sent
    asked = [*FIRST, *(name for _, _, names in GROUPS for name in names)]
    assert sorted([*asked, "counters"]) == sorted(PARAMETER_WORDS)
    assert set(asked) | set(COUNTERS) <= set(sent)
    assert (sent["counters.13"], sent["counters.14"], sent["last_trick_points"], sent["sweep_bonus"]) == (
        ("10", "", "20", "100")
    )
    assert (sent["nest_to"], sent["max_bid"], sent["win_needs_bid"]) == ("bidder", "", "False")


def test_the_form_explains_each_parameter_and_says_what_the_preset_has(phone: Person) -> None:
    page = phone.open("/rules/new?start=princeton")
    for name in [*FIRST, *(name for _, _, names in GROUPS for name in names)]:
        has = describe_value(PRESETS["princeton"].rules, name)
        said = f" Princeton: {has}." if has != "–" else ""
        assert page.description_of(name) == f"{PARAMETER_WORDS[name].about}{said}"


@pytest.mark.both_databases
def test_only_what_differs_is_kept(phone: Person) -> None:
    make(phone, min_bid="80", counters_2="", counters_5="10", win_needs_bid="True", floor="−250")
    with phone.app.app_context():
        (rules,) = reading().scalars(select(HOUSE_RULES.c.rules))
    assert (rules["min_bid"], rules["win_needs_bid"], rules["floor"]) == (80, True, -250)
    assert "target" not in rules


def test_house_rules_may_start_from_house_rules(phone: Person) -> None:
    first = make(phone, min_bid="80").path.removeprefix("/rules/")
    assert make(phone, "Wednesday rules", first, target="400").status == 303
    assert "lowest bid 80 (was 100); play to 400 (was 500)" in phone.page.text


def test_the_same_form_sent_twice_makes_them_once(phone: Person, stored: Callable[[], str]) -> None:
    form = phone.open("/rules/new").form("Save rules")
    first = phone.send(form.action, form.sent | {"name": "Tuesday rules"})
    before = stored()
    again = phone.send(form.action, form.sent | {"name": "Tuesday rules"})
    assert (again.status, again.path) == (303, first.path)
    assert stored() == before


# Changing and deleting them


@pytest.mark.both_databases
def test_the_same_change_sent_twice_is_made_once(phone: Person, stored: Callable[[], str]) -> None:
    house = make(phone).path
    form = phone.open(f"{house}/change").form("Save rules")
    assert phone.send(form.action, form.sent | {"min_bid": "80"}).status == 303
    before = stored()
    assert phone.send(form.action, form.sent | {"min_bid": "80"}).status == 303
    assert stored() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_an_older_page_is_told_what_was_changed_and_keeps_its_input(
    phone: Person, other_phone: Person, stored: Callable[[], str], headers: dict[str, str]
) -> None:
    house = make(phone).path
    form = other_phone.open(f"{house}/change").form("Save rules")
    change(phone, house, min_bid="80", name="Thursday rules")
    before = stored()
    late = other_phone.send(form.action, form.sent | {"target": "400"}, **headers)
    assert late.status == 409
    assert "they are named Thursday rules; Lowest bid: 80 (here 100); Play to: 500 (here 400)" in late.page.alerts
    again = late.page.form("Save rules")
    assert (again.sent["target"], again.sent["name"]) == ("400", "Tuesday rules")
    assert stored() == before
    assert other_phone.send(again.action, again.sent).page.heading == "Tuesday rules"


def test_a_refused_change_keeps_what_was_typed(phone: Person, stored: Callable[[], str]) -> None:
    house = make(phone).path
    before = stored()
    answer = change(phone, house, min_bid="72")
    assert answer.status == 422
    assert "The lowest bid is 72" in answer.page.description_of("min_bid")
    assert stored() == before


@pytest.mark.both_databases
def test_deleted_house_rules_can_be_brought_back_at_once(phone: Person) -> None:
    phone.open(f"{make(phone, min_bid='80', counters_13='5', win_needs_bid='True').path}/delete")
    phone.tap("Delete these rules")
    answer = phone.tap("Restore")
    assert answer.page.heading == "Tuesday rules"
    assert "lowest bid 80 (was 100)" in answer.page.text
    assert "5 for each 5 and 13" in answer.page.text
    assert not phone.open("/rules").has_button("Restore")


def test_a_deletion_sent_twice_is_done_once(phone: Person) -> None:
    form = phone.open(f"{make(phone).path}/delete").form("Delete these rules")
    assert phone.send(form.action, form.sent).status == 303
    again = phone.send(form.action, form.sent)
    assert (again.status, again.path) == (303, "/rules")


def test_house_rules_that_were_changed_meanwhile_are_not_deleted(phone: Person, other_phone: Person) -> None:
    house = make(phone).path
    other_phone.open(f"{house}/delete")
    change(phone, house, min_bid="80")
    late = other_phone.tap("Delete these rules")
    assert late.status == 409
    assert "Not deleted" in late.page.alerts
    assert other_phone.tap("Delete these rules").status == 303


def test_a_change_of_house_rules_that_were_deleted_meanwhile_can_be_kept_as_new_ones(
    phone: Person, other_phone: Person
) -> None:
    house = make(phone).path
    form = other_phone.open(f"{house}/change").form("Save rules")
    phone.open(f"{house}/delete")
    phone.tap("Delete these rules")
    late = other_phone.send(form.action, form.sent | {"target": "400"})
    assert late.status == 404
    assert "Not saved: these rules were deleted in the meantime." in late.page.alerts
    again = late.page.form("Save rules")
    assert (again.action, again.sent["target"]) == ("/rules/new", "400")
    made = other_phone.send(again.action, again.sent).page
    assert made.heading == "Tuesday rules"
    assert "play to 400 (was 500)" in made.text


def test_a_change_of_what_never_was_makes_nothing(phone: Person, stored: Callable[[], str]) -> None:
    before = stored()
    assert phone.send("/rules/house-00000000-0000-4000-8000-000000000000", {"base": "whist"}).status == 404
    assert stored() == before


@pytest.mark.parametrize("path", ["", "/change", "/delete"])
def test_house_rules_that_are_not_there(phone: Person, path: str) -> None:
    assert phone.get(f"/rules/house-00000000-0000-4000-8000-000000000000{path}").status == 404


def test_one_color_of_a_number_can_have_a_worth_of_its_own(phone: Person) -> None:
    """Baby birds, a red 1: whatever card a table has given points."""
    rules = make(phone, "Birds", "original", counters_black2="20", counters_yellow9="5").path
    told = "5 for each 5 and the yellow 9, 10 for each 10 and 14, 20 for the Rook and the black 2"
    assert told in phone.page.text
    page = phone.open(f"{rules}/change")
    assert page.one("[name='counters.black2']").attrs["value"] == "20"
    assert "black 2, yellow 9" in page.text
    phone.tap("Save rules")
    assert told in phone.page.text
