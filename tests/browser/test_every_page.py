"""Every page can be read, reached and tapped: on small phones, with large text, by day and by night."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from .page_faults import axe_violations, forced_color_faults, layout_faults, print_faults
from .pages import WALKS
from .pages.check import check_pages
from .pages.club import player_pages
from .pages.game import correction_pages, hand_pages
from .phone import Phone

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
        faults = [] if walk in ONCE else layout_faults(phone)
        if any([claim(("element", kind)) for kind in sorted(set(phone.page.evaluate(SKELETON)))]):  # noqa: C419 - every kind is claimed: any() alone would stop at the first
            faults += [*axe_violations(phone), *forced_color_faults(phone), *print_faults(phone)]
        found += [f"{where}: {fault}" for fault in faults]
    assert not found, "\n".join(found)


def test_words_that_lie_over_others_are_found(phone: Phone) -> None:
    phone.start_game()
    assert layout_faults(phone) == []
    phone.page.locator("#deal").evaluate("(one) => { one.style.translate = '0 3rem' }")
    assert [fault for fault in layout_faults(phone) if "lies over" in fault]


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
