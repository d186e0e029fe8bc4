"""A new game with a finger: known names are tapped in the order they sit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from tests.person import TABLE, Person
from tests.web.steps import make_house_rules, tap_in_settings

from .page_faults import layout_faults
from .phone import SIZE, SMALL, Phone
from .server import Server
from .visibility import box_of

TINY: ViewportSize = {"width": 320, "height": 568}
FITS = "() => document.documentElement.scrollWidth <= window.innerWidth"


def tap_known_name(phone: Phone, name: str) -> None:
    phone.page.get_by_role("group", name="Known names").get_by_role("button", name=name, exact=True).tap()


def seated(phone: Phone) -> list[str]:
    return [phone.page.get_by_label(f"Player {seat}", exact=True).input_value() for seat in range(1, 5)]


@pytest.fixture
def a_phone(new_phone: Callable[..., Phone], server: Server) -> Phone:
    """A small one, after an evening of Ann, Bob, Cal and Dee, and one of four others before."""
    for names in (("Eve", "Flo", "Gus", "Hal"), TABLE):
        keeper = Person(server.app)
        tap_in_settings(keeper, keeper.start_game(names[0], names), "End game early")
    phone = new_phone(viewport=SMALL)
    phone.open()
    return phone


def test_four_known_names_start_a_game_in_six_taps_without_a_keyboard(a_phone: Phone) -> None:
    """They sit in another order than before."""
    taps: tuple[Callable[[], None], ...] = (
        lambda: a_phone.tap("link", "New game"),
        *(lambda name=name: tap_known_name(a_phone, name) for name in ("Dee", "Eve", "Bob", "Flo")),
        lambda: a_phone.tap("button", "Start game"),
    )
    assert len(taps) == 6
    for tap in taps:
        tap()
        expect(a_phone.page.locator(":is(input, select, textarea):focus")).to_have_count(0)
    expect(a_phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Dee deals, Eve bids first")
    expect(a_phone.page.locator("[data-total]")).to_have_count(2)
    expect(a_phone.page.locator('[data-total="Bob & Dee"]')).to_have_count(0)
    expect(a_phone.page.locator('[data-total="Dee & Bob"]')).to_have_text("0")


def test_a_used_name_tapped_again_is_taken_out(a_phone: Phone) -> None:
    a_phone.tap("link", "New game")
    for name in ("Ann", "Bob", "Cal"):
        tap_known_name(a_phone, name)
    tap_known_name(a_phone, "Bob")
    assert seated(a_phone) == ["Ann", "", "Cal", ""]
    expect(a_phone.page.get_by_role("button", name="Bob", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(a_phone.page.get_by_role("button", name="Cal", exact=True)).to_have_attribute("aria-pressed", "true")
    for name in ("Eve", "Flo", "Gus"):
        tap_known_name(a_phone, name)
    assert seated(a_phone) == ["Ann", "Eve", "Cal", "Flo"]


def test_a_typed_name_counts_as_used(a_phone: Phone) -> None:
    a_phone.tap("link", "New game")
    a_phone.page.get_by_label("Player 2", exact=True).fill(" Ann ")
    expect(a_phone.page.get_by_role("button", name="Ann", exact=True)).to_have_attribute("aria-pressed", "true")
    tap_known_name(a_phone, "Ann")
    assert seated(a_phone) == ["", "", "", ""]


@pytest.mark.everywhere("again", once={"typed": "1. Ann"})
@pytest.mark.parametrize("typed", ["ann", "1. Ann"])
def test_a_known_name_in_small_letters_or_from_a_list_counts_as_used(a_phone: Phone, typed: str) -> None:
    """As the server takes it (static/shared/names.js)."""
    a_phone.tap("link", "New game")
    a_phone.page.get_by_label("Player 2", exact=True).fill(typed)
    expect(a_phone.page.get_by_role("button", name="Ann", exact=True)).to_have_attribute("aria-pressed", "true")
    tap_known_name(a_phone, "Ann")
    assert seated(a_phone) == ["", "", "", ""]
    a_phone.open("/tournaments/new")
    a_phone.page.get_by_label("Players or pairs").fill(f"{typed}\t12\nBob")
    expect(a_phone.page.get_by_role("button", name="Ann", exact=True)).to_have_attribute("aria-pressed", "true")
    tap_known_name(a_phone, "Ann")
    expect(a_phone.page.get_by_label("Players or pairs")).to_have_value("Bob\n")


def test_partners_sit_across_and_all_others_clockwise(a_phone: Phone) -> None:
    """Seen from above: player 1 at the near side, player 2 on the left."""
    a_phone.tap("link", "New game")
    for size in (SMALL, SIZE):
        a_phone.page.set_viewport_size(size)
        one, two, three, four = (
            box_of(a_phone.page.get_by_label(f"Player {seat}", exact=True)) for seat in range(1, 5)
        )
        assert one["x"] == three["x"]
        assert two["y"] == four["y"]
        assert two["x"] < one["x"] < four["x"]
        assert three["y"] < two["y"] < one["y"]


def test_the_first_dealer_is_player_1_until_another_is_tapped(a_phone: Phone) -> None:
    a_phone.tap("link", "New game")
    for name in ("Dee", "Eve", "Bob", "Flo"):
        tap_known_name(a_phone, name)
    expect(a_phone.page.get_by_role("radio", name="Dee deals first")).to_be_checked()
    a_phone.page.get_by_role("radio", name="Bob deals first").tap()
    a_phone.tap("button", "Start game")
    expect(a_phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Bob deals, Flo bids first")


@pytest.mark.everywhere("again", proven="tests/browser/test_start_game_by_taps.py")
def test_a_dealer_whose_seat_other_rules_do_not_have_gives_way_to_player_1(a_phone: Phone) -> None:
    a_phone.tap("link", "New game")
    a_phone.page.get_by_role("radio", name="Player 4 deals first").tap()
    a_phone.choose_rules("three-handed")
    expect(a_phone.page.get_by_role("radio", name="Player 1 deals first")).to_be_checked()


@pytest.mark.everywhere("again", proven="tests/browser/test_start_game_by_taps.py")
def test_only_the_seats_of_the_rules_are_shown(a_phone: Phone) -> None:
    a_phone.tap("link", "New game")
    for seat in range(1, 7):
        expect(a_phone.page.get_by_label(f"Player {seat}", exact=True)).to_be_visible(visible=seat <= 4)
    expect(a_phone.page.locator("#ends-hint")).to_contain_text("Leave blank to play to 300.")
    a_phone.choose_rules("kentucky")
    expect(a_phone.page.locator("#ends-hint")).to_contain_text("Leave blank to play to 500.")


@pytest.mark.everywhere("size", once={"long": "Bartholomew Montgomery"})
@pytest.mark.parametrize("long", ["Ann", "Bartholomew Montgomery"])
def test_known_names_are_in_three_columns_and_start_game_is_seen_with_them(
    new_phone: Callable[..., Phone], server: Server, long: str
) -> None:
    """K7: seven of them, one of which may be long; nothing needs scrolling at 390 × 664."""
    for table in ((long, "Flo", "Gus", "Hal"), (long, "Bob", "Cal", "Dee")):
        Person(server.app).start_game(long, table)
    phone = new_phone()
    phone.open("/games/new")
    names = phone.page.get_by_role("group", name="Known names").get_by_role("button")
    expect(names).to_have_count(7)
    start = box_of(phone.page.get_by_role("button", name="Start game"))
    boxes = [box_of(name) for name in names.all()]
    assert len({box["x"] for box in boxes}) == 3
    assert {box["height"] for box in boxes} == {48}
    assert max(box["y"] + box["height"] for box in boxes) <= start["y"] < start["y"] + start["height"] <= SIZE["height"]
    for size, columns in ((SMALL, 3), (TINY, 2)):
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate(FITS)
        boxes = [box_of(name) for name in names.all()]
        assert len({box["x"] for box in boxes}) == columns
        assert all(box["width"] >= 48 <= box["height"] for box in boxes)
        start = box_of(phone.page.get_by_role("button", name="Start game"))
        assert start["y"] + start["height"] <= size["height"]
    expect(phone.page.get_by_role("button", name=long, exact=True)).to_be_visible()


def test_rules_are_chosen_by_how_many_play_and_by_their_description(a_phone: Phone) -> None:
    """K12: one tap says how many, which brings their rules, own ones first; a tap on a description chooses."""
    key = make_house_rules(Person(a_phone.server.app)).path.removeprefix("/rules/")
    a_phone.tap("link", "New game")
    page = a_phone.page
    rules = page.get_by_role("radiogroup", name="Rules").get_by_role("radio")
    expect(rules).to_have_count(1)
    a_phone.choose("How many play", "4")
    expect(rules.first).to_have_value(key)
    expect(rules.first).to_have_accessible_name("Tuesday rules")
    expect(rules.first).to_have_accessible_description("Kentucky with your changes, to 500.")
    page.locator("label", has_text="180 points, or bid 360 and shoot the moon").tap()
    expect(rules).to_have_count(1)
    expect(rules).to_be_checked()
    expect(rules).to_have_value("moon-360")
    a_phone.choose("How many play", "6")
    expect(rules).to_have_value("six-handed")
    expect(rules).to_be_checked()
    expect(page.get_by_label("Player 6", exact=True)).to_be_visible()
    a_phone.choose("How many play", "4")
    expect(rules).to_have_count(1)  # what was chosen before, and the others stay folded
    expect(rules).to_have_value("moon-360")


@pytest.mark.everywhere("way", proven="tests/browser/test_start_game_by_taps.py")
def test_rules_are_chosen_by_a_keyboard_too(a_phone: Phone) -> None:
    """An arrow key leaves the others open."""
    a_phone.tap("link", "New game")
    page = a_phone.page
    rules = page.get_by_role("radiogroup", name="Rules").get_by_role("radio")
    page.get_by_role("checkbox", name="Other rules").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(rules.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rules.and_(page.locator(":checked"))).to_have_value("changing-partners")
    expect(rules).to_have_count(14)


@pytest.mark.everywhere("way", proven="tests/web/test_start_game.py")
def test_without_javascript_the_rules_for_so_many_are_there(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(javascript=False)
    phone.open("/games/new")
    rules = phone.page.get_by_role("radiogroup", name="Rules").get_by_role("radio")
    expect(rules).to_have_count(14)
    phone.choose("How many play", "5")
    expect(rules).to_have_count(2)
    rules.nth(1).tap()
    for seat, name in enumerate(("Ann", "Bob", "Cal", "Dee", "Eve"), 1):
        phone.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    phone.tap("button", "Start game")
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_be_visible()


@pytest.mark.everywhere("way", proven="tests/web/test_start_game.py")
def test_without_javascript_all_six_fields_are_there(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(javascript=False)
    phone.fill_in_new_game("Cal")
    expect(phone.page.get_by_role("heading", name="Hand 1")).to_contain_text("Cal deals, Dee bids first")
    phone.open("/games/new")
    for seat in range(1, 7):
        expect(phone.page.get_by_label(f"Player {seat}", exact=True)).to_be_visible()
    expect(phone.page.get_by_text("Leave extra seats blank.")).to_be_visible()
    expect(phone.page.get_by_role("group", name="Known names")).to_be_hidden()
    assert layout_faults(phone) == []


def test_a_refused_name_of_a_new_game_is_mended_by_a_tap(a_phone: Phone) -> None:
    a_phone.expects("status of 422")
    a_phone.tap("link", "New game")
    for name in ("Ann", "Bob", "Cal"):
        tap_known_name(a_phone, name)
    a_phone.tap("button", "Start game")
    expect(a_phone.page.get_by_text("Enter a name.")).to_have_count(1)
    assert seated(a_phone) == ["Ann", "Bob", "Cal", ""]
    tap_known_name(a_phone, "Dee")
    a_phone.tap("button", "Start game")
    expect(a_phone.page.get_by_role("heading", name="Hand 1")).to_be_visible()


def test_back_from_a_game_that_was_started_leads_home(a_phone: Phone) -> None:
    a_phone.fill_in_new_game("Ann")
    a_phone.page.go_back()
    expect(a_phone.page.get_by_role("heading", name="Rook score")).to_be_visible()
    assert a_phone.path == "/"
    expect(a_phone.page.locator(".games a")).to_have_count(3)


def test_a_new_game_that_another_server_answers_leads_nowhere(a_phone: Phone) -> None:
    def hotel(route: Route) -> None:
        if route.request.method == "HEAD":
            route.fulfill(body="Welcome to our hotel")
        else:
            route.fallback()

    a_phone.fill_in_new_game("Ann")
    a_phone.context.route("**/games/*", hotel)
    with a_phone.page.expect_response(lambda response: response.request.method == "HEAD"):
        a_phone.page.go_back()
    a_phone.page.wait_for_timeout(300)
    assert a_phone.path == "/games/new"


@pytest.mark.everywhere("again", proven="tests/browser/test_start_game_by_taps.py")
def test_back_from_a_refused_game_leads_to_what_was_entered(a_phone: Phone) -> None:
    a_phone.expects("422", "404")
    a_phone.tap("link", "New game")
    tap_known_name(a_phone, "Dee")
    a_phone.tap("button", "Start game")
    expect(a_phone.page.get_by_text("Enter a name.").first).to_be_visible()
    with a_phone.page.expect_response(lambda response: response.request.method == "HEAD"):
        a_phone.page.go_back()
    expect(a_phone.page.get_by_role("button", name="Start game")).to_be_visible()


@pytest.mark.everywhere("size", once={"size": (412, 823)})
@pytest.mark.parametrize("size", [(412, 823), (320, 568)], ids=str)
def test_no_field_is_under_the_button_and_four_again_unfolds_nothing(
    new_phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    """As the page comes, and at each field that the Tab key comes to."""
    phone = new_phone(viewport={"width": size[0], "height": size[1]})
    phone.start_game()
    phone.open("/games/new")
    for number in ("3", "4"):
        phone.choose("How many play", number)
    expect(phone.page.locator(".of:visible label:visible")).to_have_count(1)
    fields = phone.page.locator(".seats input:visible, input[name=target]")
    bar = phone.page.locator(".start")

    def under_it() -> list[str]:
        edge = box_of(bar)
        boxes = [(field, box_of(field)) for field in fields.all()]
        return [
            str(field)
            for field, box in boxes
            if box["y"] < edge["y"] + edge["height"] and box["y"] + box["height"] > edge["y"]
        ]

    assert not under_it()
    for field in fields.all():
        field.focus()
        assert str(field) not in under_it()
