"""What is rare is a question in the place of the count, three taps more, and then a word that opens it again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from .devices import AC, BD, pad
from .phone import Phone
from .visibility import box_of, hidden_parts

MOST = 2  # px
RARE: dict[str, tuple[Callable[[Phone], None], str]] = {
    "Rook": (lambda phone: phone.choose("Who had the Rook?", "Dee"), "Rook: Dee"),
    "Last trick": (lambda phone: phone.choose("Last trick", AC), f"Last trick: {AC}"),
    "Penalty": (lambda phone: phone.penalty("Dee"), "Table talk by Dee: Bob & Dee −40"),
    "Trump": (lambda phone: phone.tap("button", "green"), "green"),
}


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.everywhere("again", once={"name": ["Rook", "Trump"]})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_takes_three_taps_more_and_a_tap_on_its_word_opens_it_again(
    phone: Phone, name: str, alone: bool
) -> None:
    """Something else, which, and the answer; the bid is in sight, and Back is the way to the count."""
    answer, said = RARE[name]
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.keeps_game()
    if alone and name == "Trump":
        return  # the server is told of it at once
    if alone:
        phone.server.stop()
    contract, part = phone.page.locator(".contract"), phone.page.locator(".part[open]", has_text=name)
    pad(phone, 60)
    phone.open_rare()
    tile(phone, name).tap()
    expect(part).to_be_visible()
    expect(phone.page.locator(".counts, #pad").locator("visible=true")).to_have_count(0)
    assert not hidden_parts(contract.locator("strong"))
    expect(phone.page.locator(".shield")).to_have_count(0)  # a tap that it takes is tried again after scrolling
    answer(phone)
    expect(part).to_have_count(0)
    word = phone.page.locator(".contract a, .noted button").filter(has_text=said)
    expect(word).to_be_visible()
    assert phone.page.evaluate("scrollY") == 0
    word.tap()
    expect(part).to_be_visible()
    phone.tap("button", "Back")
    expect(part).to_have_count(0)
    expect(phone.page.get_by_label(f"Captured by {BD}")).to_have_value("60")
    phone.tap("button", "Save hand")
    expect(phone.page.locator("#bid")).to_be_attached()


def tile(phone: Phone, name: str) -> Locator:
    return phone.page.locator("#hand .rare").locator("> button, > details > summary", has_text=name)


@pytest.mark.everywhere("way", proven="tests/browser/test_rare.py")
def test_tiles_keep_their_places_and_an_answer_can_be_taken_back(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.wait_for_htmx()
    phone.open_rare()
    tiles = phone.page.locator("#hand .rare > *:visible")
    before = [(one.inner_text(), round(box_of(one)["x"]), box_of(one)["y"]) for one in tiles.all()]
    for _ in range(2):
        tile(phone, "Rook").tap()
        expect(phone.page.get_by_role("radiogroup", name="Who had the Rook?")).to_be_visible()
        phone.tap("button", "Back")
        phone.open_rare()
        now = [(one.inner_text(), round(box_of(one)["x"]), box_of(one)["y"]) for one in tiles.all()]
        assert [one[:2] for one in now] == [one[:2] for one in before]
        assert max(abs(one[2] - other[2]) for one, other in zip(now, before, strict=True)) <= MOST
    tile(phone, "Last trick").tap()
    phone.choose("Last trick", AC)
    phone.page.get_by_role("button", name=f"Last trick: {AC}").tap()
    phone.tap("button", "Take back")
    expect(phone.page.locator(".noted button")).to_have_count(0)


@pytest.mark.everywhere("rule set", once={"rules": "original"})
@pytest.mark.parametrize(("rules", "brings"), [("original", 10), ("house-200", 30)])
def test_cards_are_counted_by_a_tap_each_and_one_for_the_last_trick(phone: Phone, rules: str, brings: int) -> None:
    """The bar counts, then asks; Save asks too, instead of refusing. A tap says whose the next cards are."""
    phone.start_game(dealer="Ann", rules=rules)
    phone.record_bid("Bob", 100)
    phone.open_rare()
    tile(phone, "Card by card").tap()
    owners, cards = (phone.page.get_by_role("group", name=name) for name in ("Give to", "Cards"))
    bar, preview = phone.page.locator(".counting"), phone.page.locator("#preview")
    expect(phone.page.locator(".shield")).to_have_count(0)
    names = [(card.get_attribute("aria-label") or "").partition(":")[0] for card in cards.get_by_role("button").all()]
    nest = next(name for name in names if name.endswith(" 10"))
    for owner, some in ((AC, [name for name in names if name != nest]), ("Nest", [nest])):
        owners.get_by_role("button", name=owner, exact=True).tap()
        for name in some:
            expect(bar).to_contain_text("left")
            cards.get_by_role("button", name=f"{name}: not assigned").tap()
    question = phone.page.get_by_role("group", name=f"Who took the last trick? It brings {brings}.")
    expect(bar).to_have_text(f"Who took the last trick? It brings {brings}.")
    thumb(phone, phone.page.get_by_role("button", name="Save hand"))()
    expect(question.get_by_role("button", name=AC)).to_be_focused()
    assert phone.page.evaluate("scrollY") == 0
    question.get_by_role("button", name=BD).tap()
    expect(bar).to_be_hidden()
    expect(preview).to_contain_text("set back 100")
    phone.tap("button", "Save hand")
    expect(phone.page.locator('[data-total="Bob & Dee"]')).to_have_text("−100")


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
def test_of_three_players_the_second_number_is_asked_for_at_once(phone: Phone, alone: bool) -> None:
    """Five taps: bidder, bid, two counts, Save hand. Cards out of play leave no rest."""
    phone.start_game("Ann", names=("Ann", "Bob", "Cal"), rules="three-handed")
    phone.keeps_game()
    if alone:
        phone.server.stop()
    phone.record_bid("Ann", 60)
    expect(phone.page.locator("#hand")).to_be_attached()
    pad(phone, 65)
    expect(phone.page.locator("#preview")).to_have_text("How many points did Bob & Cal capture?")
    pad(phone, 30)
    phone.tap("button", "Save hand")
    expect(phone.page.locator("[data-total]")).to_have_text(["65", "30", "30"])


def thumb(phone: Phone, at: Locator) -> Callable[[], None]:
    """A thumb that taps where this is now, whatever is there later."""
    box = box_of(at)
    return lambda: phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
def test_in_the_place_of_record_bid_is_what_the_last_hand_did(phone: Phone, alone: bool) -> None:
    """Until bidder and bid are chosen and not sent. Undo is there once, and a second tap on Save hand is none on it."""
    phone.start_game(dealer="Ann")
    phone.keeps_game()
    phone.record_bid("Bob", 95)
    if alone:
        phone.keeps_game()
        phone.server.stop()
    undo, record, last = (
        phone.page.get_by_role("button", name="Undo"),
        phone.page.get_by_role("button", name="Record bid"),
        phone.page.locator(".latest"),
    )
    expect(phone.page.locator("#steps").get_by_role("button", name="Undo")).to_have_count(1)
    pad(phone, 75)
    again = thumb(phone, phone.page.get_by_role("button", name="Save hand"))
    phone.tap("button", "Save hand")
    expect(last).to_have_text("Hand 1: Ann & Cal +45 Bob & Dee −95")
    again()
    phone.sees_totals("45", "−95")
    expect(undo).to_have_count(1)
    expect(phone.page.locator(".do").get_by_role("button", name="Undo")).to_have_count(1)
    expect(record).to_have_count(1)
    assert hidden_parts(record)
    for option in ("Cal", "80"):
        phone.choose_by_key(option)
    expect(last).to_be_hidden()
    assert not hidden_parts(record)
    phone.tap("button", "Record bid")
    expect(phone.page.locator(".contract")).to_contain_text("Cal bid 80")


PLACES = "#steps .deal, .totals, .questions :is(fieldset, .contract, #pad, .counts), .do .go"


def test_the_page_keeps_its_place_without_a_network(phone: Phone) -> None:
    """In the bid and in the count; what is said is read, and a word stays beside the hand's number."""
    phone.start_game(dealer="Ann")
    phone.keeps_game()
    notice, places = phone.page.locator("#unreached"), phone.page.locator(PLACES)
    at = [box_of(part) for part in places.all()]
    phone.server.stop()
    expect(notice).to_be_visible()
    assert [box_of(part) for part in places.all()] == at
    phone.record_bid("Bob", 95)
    unsent = phone.page.locator("#unsent")
    expect(unsent).to_contain_text("a bid, not sent yet")
    at = [box_of(part) for part in places.all()]
    pad(phone, 75)
    expect(phone.page.locator("#preview")).to_contain_text("set back 95")
    expect(phone.page.locator("#preview small[data-to]")).to_have_count(2)
    assert [box_of(part) for part in places.all()] == at
    expect(unsent).to_have_class("notice unseen")
    phone.tap("button", "Save hand")
    expect(unsent).to_contain_text("1 hand, not sent yet")
    word = "one => getComputedStyle(one, '::after').content"
    assert "offline" in phone.page.locator(".deal strong").evaluate(word)
