"""Every page can be read, reached and tapped: on small phones, with large text, by day and by night."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.person import Person
from tests.web import tournaments

from .page_faults import axe_violations, faults, forced_color_faults, layout_faults, print_faults
from .pages import WALKS
from .pages.check import check_pages
from .pages.club import player_pages
from .pages.game import correction_pages, hand_pages
from .phone import Phone
from .visibility import wait_for_styles

# What is in what: tags, roles and classes of each element, without its words.
SKELETON = """() => {
  const kind = (one) => one && `${one.tagName} ${one.getAttribute("role") ?? ""} ${one.getAttribute("class") ?? ""}`;
  return [...document.body.querySelectorAll("*")].map((one) => `${kind(one.parentElement)} > ${kind(one)}`);
}"""
Walk = Callable[[Phone], Iterator[str]]


ONCE = (hand_pages, player_pages, check_pages)
"""The walks by which `make test` looks how pages are laid out."""


@pytest.mark.parametrize("walk", ONCE, ids=lambda walk: walk.__name__.replace("_", " "))
def test_nothing_sticks_out_is_cut_or_too_small_to_tap(phone: Phone, walk: Walk) -> None:
    found = list[str]()
    for where in walk(phone):
        phone.page.wait_for_load_state("load")
        found += [f"{where}: {fault}" for fault in layout_faults(phone)]
    assert not found, "\n".join(found)


@pytest.mark.everywhere("way", once={"walk": player_pages})
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__.replace("_", " "))
def test_nothing_is_against_axe_or_lost_in_forced_colors_or_on_paper(
    phone: Phone, walk: Walk, claim: Callable[[object], bool]
) -> None:
    """Only where a page has something where no page of this run had it before."""
    found = list[str]()
    for where in walk(phone):
        phone.page.wait_for_load_state("load")
        here = [] if walk in ONCE else layout_faults(phone)
        if any([claim(("element", kind)) for kind in sorted(set(phone.page.evaluate(SKELETON)))]):  # noqa: C419 - every kind is claimed: any() alone would stop at the first
            here += [*axe_violations(phone), *forced_color_faults(phone), *print_faults(phone)]
        found += [f"{where}: {fault}" for fault in here]
    assert not found, "\n".join(found)


PLANTED = {
    "words over others": ("#deal { translate: 0 3rem }", "lies over"),
    "a style that hides words": (
        "#deal strong + * + span { clip-path: inset(50%) }",
        "is clipped away: <SPAN > ",
    ),
    "words in no color": (".hands td > b { color: transparent }", "is made invisible: <B > 100"),
    "words of no size": ("#deal strong { font-size: 0 }", "is made invisible: <STRONG > Hand 2"),
    "a link that does not wrap": (".foot a { display: block; width: 500px }", "is beyond the edge: <A wide>"),
    "a name wider than its column": (".hands td > bdi { width: 1rem !important; white-space: nowrap }", "lies over"),
    "a name letter under letter": (
        ".hands td > bdi { display: block; width: 1ch; overflow-wrap: anywhere }",
        "letter under",
    ),
    "a name that its box cuts": ("#deal { max-width: 3rem; overflow: hidden }", "is cut by its box: <STRONG > Hand 2"),
}
PLANT = """(rule) => { const [sheet] = document.styleSheets; sheet.insertRule(rule, sheet.cssRules.length) }"""
TAKE_OUT = "() => { const [sheet] = document.styleSheets; sheet.deleteRule(sheet.cssRules.length - 1) }"


def test_what_a_person_cannot_see_is_found(phone: Phone) -> None:
    other = phone.start_game("Cal")
    other.play("Ann", 100, 105)
    phone.open(phone.path)
    wait_for_styles(phone.page)
    assert faults(phone, fingers=True) == []
    for what, (rule, found) in PLANTED.items():
        phone.page.evaluate(PLANT, rule)
        assert any(found in fault for fault in faults(phone, fingers=True)), (what, faults(phone, fingers=True))
        phone.page.evaluate(TAKE_OUT)
    phone.page.evaluate("""() => document.querySelector("#deal .unseen").removeAttribute("class")""")
    phone.page.evaluate(PLANT, "#deal > * { display: block }")
    assert [fault for fault in faults(phone, fingers=True) if "begins a line with “·”" in fault]


def test_a_pair_of_a_tournament_that_a_style_hides_is_found(phone: Phone) -> None:
    """As a rule that was meant for the board once did."""
    organizer = Person(phone.server.app)
    here = tournaments.start_tournament(organizer, "swiss", ("Ann & Bob", "Cal & Dee"))
    tournaments.draw(organizer, here, 1)
    phone.open(here)
    wait_for_styles(phone.page)
    assert faults(phone, fingers=True) == []
    phone.page.evaluate(PLANT, "#steps strong + span { position: absolute; clip-path: inset(50%) }")
    assert [fault for fault in faults(phone, fingers=True) if "is clipped away: <SPAN > Ann & Bob" in fault]


def test_a_number_that_its_field_cuts_is_found(phone: Phone) -> None:
    phone.open("/check/sheet")
    field = phone.page.get_by_role("group", name="Row 1", exact=True).get_by_label("Us", exact=True)
    field.fill("−1000")
    wait_for_styles(phone.page)
    assert faults(phone, fingers=True) == []
    field.evaluate("(one) => { one.style.width = '2rem' }")
    assert [fault for fault in faults(phone, fingers=True) if fault.startswith("cuts −1000")]


@pytest.mark.everywhere("way", proven="tests/browser/test_every_page.py")
def test_without_javascript_nothing_of_a_correction_sticks_out(new_phone: Callable[..., Phone]) -> None:
    """There the pages show what is otherwise folded away."""
    phone, found = new_phone(javascript=False), list[str]()
    for where in correction_pages(phone):
        phone.page.wait_for_load_state("load")
        found += [f"{where}: {fault}" for fault in layout_faults(phone)]
    assert not found, "\n".join(found)


def test_without_javascript_the_page_shows_no_button_that_does_nothing(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(javascript=False)
    phone.start_game("Dee")
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    named = [button.inner_text() for button in phone.page.get_by_role("button").all()]
    assert named[:2] == ["Dee", "Undo"]  # who deals opens a choice, which needs no script
    assert "Save hand" in named
    assert phone.page.get_by_role("group", name="Points").count() == 0
