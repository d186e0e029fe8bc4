"""What the page has just said is seen, and a total is never read as another: on any phone, in any text size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.person import TABLE, Person

from .phone import Phone
from .visibility import box_of, broken_lines, hidden_parts, sizes


def a_game(phone: Phone, hands: int = 0) -> Person:
    """A game on the server in which Ann loses 120 in each of these hands and the others win 60; shown on the phone."""
    keeper = Person(phone.server.app)
    game = keeper.start_game()
    for _ in range(hands):
        keeper.play("Ann", 120, 60)
    phone.open(game)
    return keeper


@pytest.mark.everywhere("size", proven="tests/browser/test_visibility.py")
@pytest.mark.parametrize("hands", [1, 3, 4], ids=["−120", "−360", "−480"])
def test_a_total_fits_on_one_line(phone: Phone, hands: int) -> None:
    keeper, found = a_game(phone, hands), list[str]()
    for due in ("the bid", "the count"):
        for size in sizes(phone):
            found += [f"{due}, {size}: {fault}" for fault in broken_lines(phone.page.locator("[data-total]"))]
        if due == "the bid":
            keeper.record_bid("Bob", 100)
        phone.page.reload(wait_until="domcontentloaded")
    assert not found, "\n".join(found)


def test_totals_of_four_digits_and_of_the_whole_game_fit_on_one_line_too(phone: Phone) -> None:
    keeper = Person(phone.server.app)
    keeper.open("/games/new")
    names = {f"Player {seat}": name for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee"), 1)}
    keeper.tap("Start game", names | {"Play to": "5000"})
    game = keeper.last.path
    for _ in range(9):
        keeper.play("Ann", 120, 60)
    found = list[str]()
    for path in ("", "/summary"):
        phone.open(game + path)
        expect(phone.page.locator("[data-total]").first).to_have_text("−1080")
        for size in sizes(phone):
            found += [f"{path} {size}: {fault}" for fault in broken_lines(phone.page.locator("[data-total]"))]
    assert not found, "\n".join(found)


@pytest.mark.everywhere("size", once={"size": [(360, 640)]})
@pytest.mark.parametrize("size", [(390, 664), (360, 640), (844, 390)], ids=lambda size: f"{size[0]} × {size[1]}")
def test_that_a_tap_waits_for_the_server_is_seen(new_phone: Callable[..., Phone], size: tuple[int, int]) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    phone.expects("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "htmx:error")
    assert a_game(phone).record_bid("Bob", 95).status == 303
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.wait_for_htmx()
    phone.keeps_taps()
    phone.choose("Last trick", "Ann & Cal")
    phone.context.set_offline(True)
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="75", exact=True).tap()
    phone.tap("button", "Save hand")
    notice = phone.page.get_by_role("status").filter(has_text="1 hand, not sent yet")
    expect(notice).to_be_visible()
    assert not hidden_parts(notice)


def test_an_announcement_moves_nothing_and_what_undo_took_back_is_seen(phone: Phone) -> None:
    """The totals and the hands show to eyes what was saved."""
    a_game(phone)
    said = phone.page.locator("#told")
    totals = phone.page.locator(".totals")
    place = "one => one.getBoundingClientRect().top + scrollY"
    top = totals.evaluate(place)
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    expect(said).to_have_text("Saved hand 1: Ann & Cal +45, Bob & Dee −95.")
    assert totals.evaluate(place) == top
    phone.tap("button", "Undo")
    expect(said).to_have_text("Undone: Bob's hand, bid 95.")
    assert not hidden_parts(phone.page.locator(".announcement.seen"))
    phone.tap("button", "Save hand")
    expect(said).to_have_text("Saved hand 1: Ann & Cal +45, Bob & Dee −95.")
    assert totals.evaluate(place) == top
    phone.page.reload(wait_until="domcontentloaded")
    expect(said).to_have_text("")


def test_the_pad_is_on_the_side_whose_count_is_missing(phone: Phone) -> None:
    phone.expects("422")
    phone.start_game("Ann", names=("Ann", "Bob", "Cal"), rules="three-handed")
    phone.record_bid("Ann", 60)
    ann, rest = phone.page.get_by_label("Captured by Ann"), phone.page.get_by_label("Captured by Bob & Cal")
    points = phone.page.get_by_role("group", name="Points")
    phone.choose("Last trick", "Ann")
    points.get_by_role("button", name="65", exact=True).tap()
    phone.tap("button", "Save hand")
    expect(phone.page.get_by_text("How many points did Bob & Cal capture?")).to_be_visible()
    expect(ann).not_to_have_attribute("aria-invalid", "true")
    points.get_by_role("button", name="30", exact=True).tap()
    expect(ann).to_have_value("65")
    expect(rest).to_have_value("30")


def test_after_a_renege_the_pad_fills_the_innocent_side(phone: Phone) -> None:
    a_game(phone).record_bid("Bob", 90)
    phone.page.reload()
    phone.wait_for_htmx()
    phone.tap("button", "Renege")
    phone.choose("Who reneged?", "Ann")
    phone.page.get_by_role("group", name="Points").get_by_role("button", name="40", exact=True).tap()
    expect(phone.page.get_by_label("Captured by Bob & Dee")).to_have_value("40")
    expect(phone.page.get_by_label("Captured by Ann & Cal")).to_be_disabled()
    phone.tap("button", "Save hand")
    phone.sees_totals("−90", "40")


def test_after_a_renege_nothing_is_promised_for_the_last_trick(phone: Phone) -> None:
    phone.start_game("Ann", rules="house-200").record_bid("Bob", 120)
    phone.page.reload()
    expect(phone.page.get_by_text("The 20 for last trick is added for you.")).to_be_visible()
    phone.tap("button", "Renege")
    phone.choose("Who reneged?", "Ann")
    expect(phone.page.get_by_text("is added for you.")).to_be_hidden()
    phone.tap("button", "Back")
    expect(phone.page.get_by_text("is added for you.")).to_be_visible()


def test_a_wrong_dealer_takes_two_taps(phone: Phone) -> None:
    a_game(phone, hands=1)
    phone.page.get_by_role("heading", name="Hand 2").get_by_role("button", name="Bob").tap()
    assert not hidden_parts(phone.page.get_by_text("Who deals this hand?"))
    phone.page.locator("#dealer").get_by_role("button", name="Dee").tap()
    expect(phone.page.get_by_role("heading", name="Hand 2")).to_contain_text("Dee deals, Ann bids first")


@pytest.mark.everywhere("size", once={"size": [(360, 640)], "rules": "princeton"})
@pytest.mark.parametrize("size", [(360, 640), (390, 664)], ids=lambda size: f"{size[0]} × {size[1]}")
@pytest.mark.parametrize(("rules", "bid"), [("princeton", 120), ("house-200", 120), ("moon-360", 120)])
def test_the_counts_that_a_bidder_takes_can_be_scrolled_above_the_button(
    new_phone: Callable[..., Phone], size: tuple[int, int], rules: str, bid: int
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    phone.start_game("Ann", rules=rules)
    phone.record_bid("Bob", bid)
    points = phone.page.get_by_role("group", name="Points")
    expect(points).to_be_visible()
    phone.choose("Last trick", "Bob & Dee")
    for count in range(bid, 185, 5):
        button = points.get_by_role("button", name=str(count), exact=True)
        button.evaluate("one => one.scrollIntoView({ block: 'center' })")
        assert not hidden_parts(button)


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_the_figures_of_every_list_fit_on_one_line(phone: Phone) -> None:
    """Totals, who won, shares and averages, wherever the text is large."""
    other = Person(phone.server.app)
    names = ("Jonah Juniper", "Iris Ironwood", "Gwen Ginkgo", "Dov Dogwood")
    game = other.start_game(names[0], names)
    for _ in range(3):
        other.record_bid(names[0], 120)
        other.tap(
            "Save hand", {"Last trick": f"{names[0]} & {names[2]}", f"Captured by {names[0]} & {names[2]}": "120"}
        )
    for path in (
        "/",
        "/games",
        "/players",
        "/players/1",
        f"{game}/summary",
        f"{game}/claim?whose=0&claimed=-480&check=y",
    ):
        phone.open(path)
        phone.page.wait_for_load_state("load")
        figures = phone.page.locator(".points, .won-mark, .sum, .sum-of td, .parts td")
        for size in sizes(phone):
            assert not broken_lines(figures), f"{path} at {size}"


@pytest.mark.everywhere("again", once={"count": 75})
@pytest.mark.parametrize("count", [75, 100], ids=["set", "made"])
def test_the_last_row_of_the_pad_lies_above_what_the_hand_would_score(phone: Phone, count: int) -> None:
    a_game(phone).record_bid("Bob", 95)
    phone.page.reload()
    phone.choose("Last trick", "Ann & Cal")
    points = phone.page.get_by_role("group", name="Points").get_by_role("button")
    points.get_by_text(str(count), exact=True).tap()
    preview = phone.page.locator("#preview")
    expect(preview).to_contain_text("Bob & Dee: set back 95." if count < 95 else "Bob & Dee: made, +100.")
    phone.page.evaluate("scrollTo(0, 0)")
    last = box_of(points.last)
    assert last["y"] + last["height"] <= box_of(preview)["y"]


@pytest.mark.everywhere("size", once={"size": [(667, 375)]})
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (1280, 800)], ids=lambda size: f"{size[0]} × {size[1]}")
def test_on_its_side_and_on_wide_screens_board_and_questions_are_side_by_side(
    new_phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    a_game(phone, hands=1).record_bid("Bob", 95)
    phone.page.reload()
    total, pad = phone.page.locator("[data-total]").last, phone.page.locator("#pad")
    expect(pad).to_be_visible()
    assert box_of(total)["x"] + box_of(total)["width"] <= box_of(pad)["x"]
    if size[1] < 500:
        for place in ("#hand .go", "#preview"):
            assert phone.page.locator(place).evaluate("one => getComputedStyle(one).position") == "static"


@pytest.mark.everywhere("size", proven="tests/browser/test_visibility.py")
@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=lambda size: f"{size[0]} × {size[1]}")
@pytest.mark.parametrize(
    ("rules", "names", "bid"),
    [("princeton", TABLE, 140), ("call-partner", (*TABLE, "Eve"), 100), ("five-handed", (*TABLE, "Eve"), 50)],
)
def test_on_its_side_the_button_is_in_reach_and_hides_nothing_that_is_tapped(
    new_phone: Callable[..., Phone], size: tuple[int, int], rules: str, names: tuple[str, ...], bid: int
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    phone.start_game("Ann", names, rules=rules)
    for group, chosen in (("Bidder", "Bob"), ("Bid", str(bid))):
        phone.page.get_by_role("radiogroup", name=group).get_by_role("radio", name=chosen, exact=True).press("Space")
    assert not hidden_parts(phone.page.get_by_role("button", name="Record bid", exact=True))
    phone.tap("button", "Record bid")
    if rules == "call-partner":
        expect(phone.page.get_by_role("button", name="Record partner")).to_be_visible()
        assert not hidden_parts(phone.page.get_by_role("button", name="Record partner"))
        phone.choose("Partner", "Dee")
        phone.tap("button", "Record partner")
    points = phone.page.get_by_role("group", name="Points")
    expect(points).to_be_visible()
    save = phone.page.get_by_role("button", name="Save hand")
    assert not hidden_parts(save)
    points.get_by_role("button").last.scroll_into_view_if_needed()
    assert not hidden_parts(save)
    assert not hidden_parts(points.get_by_role("button").last)


@pytest.mark.everywhere("rule set", once={"rules": "original"})
@pytest.mark.parametrize("rules", ["original", "princeton", "moon-360"])
def test_the_pad_runs_upward_by_any_rules(phone: Phone, rules: str) -> None:
    phone.start_game("Ann", rules=rules)
    phone.record_bid("Bob", 120)
    buttons = phone.page.get_by_role("group", name="Points").get_by_role("button")
    most = 120 if rules == "original" else 180
    counts = [str(points) for points in range(0, most + 5, 5)]
    expect(buttons).to_have_text(counts)
    phone.page.get_by_label("Captured by Ann & Cal").tap()
    expect(buttons).to_have_text(counts)


@pytest.mark.everywhere("size", once={"size": [(320, 568)], "rules": "princeton"})
@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=lambda size: f"{size[0]} × {size[1]}")
@pytest.mark.parametrize("rules", ["original", "princeton"])
def test_the_pad_of_a_small_phone_can_be_scrolled_above_what_is_pinned(
    new_phone: Callable[..., Phone], size: tuple[int, int], rules: str
) -> None:
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    phone.start_game("Ann", rules=rules)
    phone.record_bid("Bob", 120)
    points, save = phone.page.locator("#pad"), phone.page.get_by_role("button", name="Save hand")
    expect(points).to_be_visible()
    assert not hidden_parts(save)
    points.get_by_role("button").last.evaluate("one => one.scrollIntoView({ block: 'center' })")
    assert not hidden_parts(points.get_by_role("button").last)
    phone.choose("Last trick", "Ann & Cal")
    assert not hidden_parts(save)


@pytest.mark.everywhere("way", proven="tests/web/test_trump_misdeal_passed_out.py")
def test_a_misdeal_is_one_tap_away_from_being_recorded(phone: Phone) -> None:
    a_game(phone).record_bid("Bob", 95)
    phone.page.reload()
    misdeal = phone.page.get_by_role("button", name="Misdeal")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    expect(misdeal).to_have_count(0)
    top = "save => save.getBoundingClientRect().top"
    save = phone.page.get_by_role("button", name="Save hand")
    above = save.evaluate(top)
    phone.open_rare()
    expect(misdeal).to_be_visible()
    assert save.evaluate(top) == above, "it stays where it is on the screen"
    misdeal.tap()
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    phone.tap("button", "Undo")
    expect(phone.page.locator("main").get_by_text("Bob bid 95")).to_be_visible()


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_totals_are_at_one_height_whatever_wraps_next_to_a_name(phone: Phone) -> None:
    keeper = phone.start_game("Ann", ("Ann", "Bartholomew", "Cal", "Dee", "Eve", "Fay"), rules="six-handed")
    keeper.record_bid("Bartholomew", 100)
    phone.page.reload(wait_until="domcontentloaded")
    for size in sizes(phone):
        cards = [box_of(card)["y"] for card in phone.page.locator(".side").all()]
        totals = [box_of(total)["y"] for total in phone.page.locator(".total").all()]
        assert len(set(zip(cards, totals, strict=True))) == len(set(cards)), size


@pytest.mark.everywhere("size", proven="tests/browser/test_every_page.py")
def test_a_heading_keeps_clear_of_the_totals_below_it(phone: Phone) -> None:
    a_game(phone, hands=1)
    phone.open(f"{phone.path}/seats?seats-0=0&seats-1=2&seats-2=1&seats-3=3")
    for size in sizes(phone):
        for heading in ("Now", "After"):
            above = phone.page.get_by_role("heading", name=heading, exact=True)
            below = above.locator("xpath=following-sibling::div[1]")
            gap = box_of(below)["y"] - above.evaluate("one => one.getBoundingClientRect().bottom")
            assert gap >= 6, f"{heading}, {size}"


def test_a_count_that_cannot_be_is_level_with_its_neighbor(phone: Phone) -> None:
    a_game(phone).record_bid("Bob", 90)
    phone.page.reload()
    phone.expects("422")
    phone.record_hand("Ann & Cal", 43, last_trick="Ann & Cal")
    expect(phone.page.locator("#hand .error")).to_be_visible()
    counts = phone.page.locator("#hand .counts input")
    for size in sizes(phone):
        boxes = [box_of(count) for count in counts.all()]
        side_by_side = boxes[0]["x"] != boxes[1]["x"]
        assert abs(boxes[0]["y"] - boxes[1]["y"]) < 1 or not side_by_side, size
