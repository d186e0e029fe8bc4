"""An ordinary hand: four taps, no keyboard of the system, everything on one screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from .devices import AC, BD, keyboard_is_up, pad
from .phone import SIDES, Phone
from .scripts import script
from .visibility import box_of


def test_an_iphone_shows_which_button_is_pressed(phone: Phone) -> None:
    """There :active needs a listener for touches, since the color that a tap flashes in is off."""
    phone.context.add_init_script("""(() => {
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (name, ...more) {
        if (this === document.body && name === "touchstart") this.dataset.heard = name;
        return add.call(this, name, ...more);
      };
    })()""")
    phone.open()
    assert (
        phone.page.locator("a").first.evaluate("(one) => getComputedStyle(one).webkitTapHighlightColor").endswith("0)")
    )
    expect(phone.page.locator("[data-heard=touchstart]")).to_be_attached()


@pytest.mark.everywhere("again", once={"bidder": "Bob"})
@pytest.mark.parametrize(
    ("bidder", "bid", "last_trick", "points", "totals"),
    [
        ("Bob", 95, "", 75, ("45", "−95")),
        ("Ann", 70, BD, 0, ("−70", "120")),
        ("Dee", 120, "", 120, ("0", "120")),
        ("Cal", 115, AC, 115, ("115", "5")),
    ],
)
def test_a_hand_takes_four_taps_and_no_keyboard(
    phone: Phone, bidder: str, bid: int, last_trick: str, points: int, totals: tuple[str, str]
) -> None:
    """Bidder and bid, which record themselves, what the bidding side captured, save; three more for the last trick."""
    phone.start_game(dealer="Ann")
    last: tuple[Callable[[], None], ...] = (
        lambda: phone.open_rare(),
        lambda: phone.open_last_trick(),
        lambda: phone.choose("Last trick", last_trick),
    )
    taps: tuple[Callable[[], None], ...] = (
        lambda: phone.choose("Bidder", bidder),
        lambda: phone.choose("Bid", str(bid)),
        *(last if last_trick else ()),
        lambda: pad(phone, points),
        lambda: phone.tap("button", "Save hand"),
    )
    assert len(taps) == (7 if last_trick else 4)
    for tap in taps:
        tap()
        assert not keyboard_is_up(phone.page)
    phone.sees_totals(*totals)


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
def test_a_renege_takes_seven_taps_and_no_scroll(phone: Phone, alone: bool) -> None:
    """R8: who bid, how much, Something else, Renege, who, what the others had captured, Save hand."""
    phone.start_game(dealer="Ann")
    phone.keeps_game()
    if alone:
        phone.server.stop()
    question, fields = phone.page.locator(".who"), phone.page.locator(".counts .field")
    taps: tuple[Callable[[], None], ...] = (
        lambda: phone.choose("Bidder", "Bob"),
        lambda: phone.choose("Bid", "95"),
        lambda: phone.open_rare(),
        lambda: phone.tap("button", "Renege"),
        lambda: phone.choose("Who reneged?", "Dee"),
        lambda: pad(phone, 30),
        lambda: phone.tap("button", "Save hand"),
    )
    for tap in taps:
        if tap is taps[-1]:
            expect(phone.page.locator("#preview")).to_contain_text("set back 95")
        assert phone.page.evaluate("scrollY") == 0
        tap()
        if tap in taps[3:6]:  # one question at a time, all of it on the screen unless what waits stands above
            is_first = tap is taps[3]
            expect(question).to_be_visible(visible=is_first)
            expect(fields.locator("visible=true")).to_have_count(0 if is_first else 1)
            last = box_of(phone.page.locator(".who .chip" if is_first else "#pad button").last)
            assert alone or last["y"] + last["height"] <= box_of(phone.page.locator(".do"))["y"]
    phone.sees_totals("30", "−95")


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
def test_after_a_hand_the_page_is_at_its_top(phone: Phone, alone: bool) -> None:
    """However long its form was, and though the next question was on the screen without the totals."""
    before = phone.start_game(dealer="Ann")
    for _ in range(4):
        before.play("Ann", 120, 60)
    phone.open(phone.path)
    phone.keeps_game()
    if alone:
        phone.server.stop()
    phone.record_bid("Bob", 95)
    pad(phone, 60)
    phone.page.evaluate("scrollTo(0, 100)")
    save = phone.page.get_by_role("button", name="Save hand")
    save.evaluate("(button) => button.click()")  # a tap of Playwright's would scroll
    phone.sees_totals("−420", "145")
    assert phone.page.evaluate("scrollY") == 0


@pytest.mark.everywhere("again", proven="tests/browser/test_taps.py")
def test_each_question_of_a_renege_has_a_way_back(phone: Phone) -> None:
    """To who reneged by the name, to the count by Back; what the others had captured is kept."""
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.open_part("Renege")
    phone.choose("Who reneged?", "Ann")
    phone.tap("button", "by Ann")
    phone.choose("Who reneged?", "Dee")
    pad(phone, 60)
    expect(phone.page.get_by_role("button", name="by Dee")).to_be_visible()
    phone.tap("button", "Back")
    expect(phone.page.locator(".contract")).to_contain_text("Bob bid 95")
    expect(phone.page.get_by_label(f"Captured by {AC}")).to_have_value("60")
    phone.previewed()
    phone.tap("button", "Save hand")
    phone.sees_totals("60", "−95")


def test_a_penalty_takes_three_taps_says_what_it_costs_and_is_taken_back(phone: Phone) -> None:
    """R12: Something else, Penalty, who; the count stays, and no list says "none"."""
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    pad(phone, 60)
    phone.open_rare()
    phone.tap("button", "Penalty")
    expect(phone.page.locator("#hand select:visible, #pad:visible")).to_have_count(0)
    phone.penalty("Dee")
    expect(phone.page.locator(".noted")).to_contain_text("Table talk by Dee: Bob & Dee −40")
    expect(phone.page.get_by_label(f"Captured by {BD}")).to_have_value("60")
    expect(phone.page.get_by_role("status").filter(has_text="set back 95")).to_contain_text("penalty −40 = −135")
    assert phone.page.evaluate("scrollY") == 0
    phone.page.locator(".noted").get_by_role("button").tap()
    phone.tap("button", "Take back")
    expect(phone.page.locator(".noted button")).to_have_count(0)
    phone.open_part("Penalty")
    phone.page.get_by_role("button", name="Bob discarded the wrong number of cards").tap()
    expect(phone.page.locator(".noted")).to_contain_text("Bob & Dee −40")
    expect(phone.page.get_by_role("status").filter(has_text="set back 95")).to_contain_text("penalty −40 = −135")
    phone.tap("button", "Save hand")
    phone.sees_totals("60", "−135")


@pytest.mark.everywhere("again", proven="tests/browser/test_taps.py")
def test_a_penalty_before_a_redeal_says_what_becomes_of_the_total(phone: Phone) -> None:
    """R12: one after the other off the same total; Back closes the question without one."""
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    pad(phone, 95)
    phone.tap("button", "Save hand")
    phone.sees_totals("25", "95")
    phone.wait_for_htmx()
    phone.open_rare()
    phone.tap("link", "Redeal with a penalty")
    asked = phone.page.get_by_role("group", name="Table talk by")
    expect(asked).to_be_visible()
    phone.tap("button", "Back")
    expect(asked).to_be_hidden()
    rare = phone.page.locator("#no-hand .rare").bounding_box()
    passed_out = phone.page.get_by_role("button", name="Save passed-out hand").bounding_box()
    assert rare
    assert passed_out
    assert passed_out["y"] - rare["y"] - rare["height"] > 8, "they are apart"
    for player in ("Ann", "Cal", "Dee"):
        phone.page.locator("#no-hand summary", has_text="Penalty").tap()
        phone.penalty(player)
    expect(phone.page.locator(".noted button")).to_have_text(
        [
            "Table talk by Ann: Ann & Cal −40 (25 → −15)",
            "Table talk by Cal: Ann & Cal −40 (−15 → −55)",
            "Table talk by Dee: Bob & Dee −40 (95 → 55)",
        ]
    )
    phone.tap("button", "Save misdeal")
    phone.sees_totals("−55", "55")


def test_a_correction_takes_four_taps(phone: Phone) -> None:
    """Its line, Correct hand, what the bidding side captured, Save correction."""
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    pad(phone, 95)
    phone.tap("button", "Save hand")
    phone.sees_totals("25", "95")
    taps: tuple[Callable[[], None], ...] = (
        lambda: phone.page.locator(".hands summary").tap(),
        lambda: phone.tap("link", "Correct hand 1"),
        lambda: pad(phone, 75),
        lambda: phone.tap("button", "Save correction"),
    )
    for tap in taps:
        tap()
    phone.sees_totals("45", "−95")


def test_a_renege_by_nobody_is_not_a_hand(any_phone: Phone) -> None:
    phone = any_phone
    phone.expects("422")
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.open_part("Renege")
    phone.tap("button", "Save hand")
    expect(phone.page.locator(".error", has_text="Choose who reneged")).to_be_visible()
    phone.choose("Who reneged?", "Dee")
    phone.page.get_by_label(f"Captured by {AC}").fill("30")
    phone.tap("button", "Save hand")
    phone.sees_totals("30", "−95")


def test_the_choices_take_no_tap_until_the_answer_to_the_bid_comes(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.wait_for_htmx()
    asked: list[Route] = []
    phone.page.route("**/bid", lambda route: asked.append(route))
    dee = box_of(phone.page.locator("#bid .chip", has_text="Dee"))
    phone.record_bid("Bob", 95)
    phone.wait_until(lambda: bool(asked))
    expect(phone.page.locator(".shield")).to_have_count(0)
    phone.page.touchscreen.tap(dee["x"] + dee["width"] / 2, dee["y"] + dee["height"] / 2)
    expect(phone.page.get_by_role("radio", name="Bob", exact=True)).to_be_checked()
    assert len(asked) == 1
    asked[0].continue_()
    expect(phone.page.locator(".contract")).to_contain_text("Bob bid 95")


SEEN = script("seconds_seen")


def test_an_announcement_is_seen_three_seconds_and_then_until_a_tap(phone: Phone) -> None:
    """Also where the tap, and what it brings, come at once."""
    phone.page.clock.install()
    phone.start_game(dealer="Ann")
    phone.wait_for_htmx()
    said = phone.page.locator(".announcement.seen")
    phone.open_rare()
    phone.page.evaluate("scrollTo(0, 999)")
    assert phone.page.evaluate("scrollY") > 0
    phone.redeal()
    expect(said).to_have_text("Misdeal. Ann deals again.")
    expect(said).to_be_in_viewport()
    phone.page.evaluate(f"() => void (window.seen = ({SEEN})())")
    phone.record_bid("Bob", 95)
    expect(phone.page.locator("#hand")).to_be_attached()
    assert phone.page.evaluate("seen") > 2_000
    expect(said).to_have_count(0)
    phone.tap("button", "Misdeal")
    expect(said).to_be_visible()
    phone.page.clock.run_for(60_000)
    expect(said).to_be_visible()
    phone.choose("Bidder", "Dee")
    phone.page.clock.run_for(1)
    expect(said).to_have_count(0)


def test_the_pad_fills_the_bidding_side_first_and_the_other_takes_the_rest(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    pad(phone, 75)
    ann_and_cal, bob_and_dee = (phone.page.get_by_label(f"Captured by {side}") for side in (AC, BD))
    expect(bob_and_dee).to_have_value("75")
    expect(ann_and_cal).to_have_value("45")
    expect(phone.page.get_by_role("status")).to_contain_text("Ann & Cal: +45. Bob & Dee: set back 95.")
    pad(phone, 95)
    expect(bob_and_dee).to_have_value("95")
    expect(ann_and_cal).to_have_value("25")
    expect(phone.page.get_by_role("status")).to_contain_text("Ann & Cal: +25. Bob & Dee: made, +95.")
    ann_and_cal.tap()
    assert not keyboard_is_up(phone.page)
    pad(phone, 20)
    expect(bob_and_dee).to_have_value("100")


def test_the_pad_has_a_button_of_48_pixels_for_each_count(phone: Phone) -> None:
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    buttons = phone.page.get_by_role("group", name="Points").get_by_role("button")
    expect(buttons).to_have_text([str(points) for points in range(0, 125, 5)])
    for box in (box_of(button) for button in buttons.all()):
        assert box["width"] >= 48
        assert box["height"] >= 48


def test_a_whole_count_is_seen_without_scrolling(phone: Phone) -> None:
    """390 × 664: totals, contract, dealer and who bids first, Undo, the pad and the button to save."""
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.choose("Last trick", AC)
    pad(phone, 75)
    expect(phone.page.get_by_role("status")).to_contain_text("set back 95")
    phone.page.evaluate("scrollTo(0, 0)")
    page = phone.page
    for seen in (
        page.locator(f'[data-total="{AC}"]'),
        page.locator(f'[data-total="{BD}"]'),
        page.locator("main").get_by_text("Bob bid 95: Bob & Dee need 95"),
        page.get_by_text("Dee deals, Ann leads"),
        page.get_by_role("button", name="Undo", exact=True),
        page.get_by_role("group", name="Points"),
        page.get_by_role("button", name="Save hand"),
    ):
        box = box_of(seen)
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 664, seen
    for side in (AC, BD):
        assert box_of(page.locator(f'[data-total="{side}"]'))["height"] >= 48


def test_the_next_bid_is_seen_without_scrolling(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    box = box_of(phone.page.get_by_role("button", name="Record bid"))
    assert box["y"] + box["height"] <= 664


def test_a_wrong_count_is_there_with_its_reason(any_phone: Phone) -> None:
    phone = any_phone
    phone.expects("422")
    phone.start_game(dealer="Ann")
    phone.record_bid("Bob", 95)
    phone.page.get_by_label(f"Captured by {AC}").fill("43")
    phone.page.get_by_label(f"Captured by {BD}").fill("77")
    phone.tap("button", "Save hand")
    field = phone.page.get_by_label(f"Captured by {BD}")
    expect(field).to_have_value("77")
    expect(field).to_have_accessible_description("77 isn't possible. Points come in 5s, 0 to 120.")


@pytest.mark.everywhere("again", once={"button": "Rematch"})
@pytest.mark.parametrize(
    ("button", "sides", "deals"),
    [("Rematch", SIDES, "Bob"), ("Rematch: Ann & Bob vs. Cal & Dee", ("Ann & Bob", "Cal & Dee"), "Cal")],
    ids=["as before", "new partners"],
)
def test_a_rematch_is_one_tap_from_the_winner(phone: Phone, button: str, sides: tuple[str, str], deals: str) -> None:
    keeper = phone.start_game(dealer="Ann", target=100)
    keeper.play("Ann", 100, 120)
    phone.page.reload(wait_until="domcontentloaded")
    expect(phone.page.get_by_role("heading", name="Ann & Cal won")).to_be_visible()
    phone.tap("button", button)
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_contain_text(f"{deals} deals")
    for side in sides:
        expect(phone.page.locator(f'[data-total="{side}"]')).to_have_text("0")


def test_only_a_tap_that_completes_an_empty_form_records_the_bid(phone: Phone) -> None:
    """No arrow, no digit, no typed key; and no form that Undo filled, which waits for its button."""
    phone.start_game(dealer="Ann")
    phone.wait_for_htmx()
    phone.choose("Bidder", "Bob")
    bids = phone.page.get_by_role("radiogroup", name="Bid", exact=True).get_by_role("radio")
    bids.first.focus()
    for key in ("Space", "ArrowRight", "9", "5"):
        phone.page.keyboard.press(key)
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    expect(phone.page.locator("#bid")).to_be_attached()
    expect(phone.page.get_by_role("radio", name="95", exact=True)).to_be_checked()
    phone.tap("button", "Record bid")
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("radio", name="95", exact=True)).to_be_checked()
    phone.choose("Bidder", "Dee")
    phone.choose("Bid", "100")
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    expect(phone.page.get_by_role("radio", name="100", exact=True)).to_be_checked()
    phone.tap("button", "Record bid")
    expect(phone.page.locator(".contract")).to_contain_text("Dee bid 100")


@pytest.mark.everywhere("way", once={"alone": False})
@pytest.mark.parametrize("alone", [False, True], ids=["", "without the server"])
def test_a_tap_on_the_contract_changes_the_bid(phone: Phone, alone: bool) -> None:
    """What was chosen is chosen, no tap on a choice sends it, Back leaves it, and one Undo takes it back."""
    phone.start_game(dealer="Ann")
    phone.keeps_game()
    phone.record_bid("Bob", 95)
    expect(phone.page.locator("#hand")).to_be_attached()
    if alone:
        phone.keeps_game()
        phone.server.stop()
    for way in ("Back", "Record bid"):
        phone.tap("link", "Bob bid 95")
        expect(phone.page.get_by_role("radio", name="Bob", exact=True)).to_be_checked()
        expect(phone.page.get_by_role("radio", name="95", exact=True)).to_be_checked()
        phone.choose("Bidder", "Dee")
        phone.choose("Bid", "100")
        expect(phone.page.locator("#bid")).to_be_attached()
        phone.tap("link" if way == "Back" else "button", way)
        expect(phone.page.locator(".contract")).to_contain_text("Bob bid 95" if way == "Back" else "Dee bid 100")
    phone.tap("button", "Undo")
    expect(phone.page.locator(".contract")).to_contain_text("Bob bid 95")
    if alone:
        phone.tap("link", "Bob bid 95")
        phone.choose("Bid", "110")
        phone.tap("button", "Record bid")
        phone.finds_server()
        expect(phone.page.locator("[data-local]")).to_have_count(0)
        expect(phone.page.locator(".contract")).to_contain_text("Bob bid 110")
