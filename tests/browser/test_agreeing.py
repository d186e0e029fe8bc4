"""What a side says of a hand waits on its phone where there is no network, and holds up nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.steps import correct, shown_links

from .offline import CONTROLLED, KEPT, hands, play, reopen, unsent
from .phone import SIDES, Phone
from .server import Server
from .visibility import box_of

ASKED = "form[action$='/agree'] p"


def watching(new_phone: Callable[..., Phone], target: int | None = None) -> tuple[Phone, Person]:
    """A phone that is asked about a first hand for Bob & Dee, and who keeps score on the other."""
    phone = new_phone()
    phone.expects("net::ERR_", "Failed to fetch")
    other = phone.start_game(target=target)
    game = phone.path
    phone.open(shown_links(other, f"{game}/links")["table"])
    phone.choose("This phone watches the score", f"for {SIDES[1]}")
    phone.tap("button", "Enter")
    other.open(game)
    other.play("Ann", 95, 95)
    expect(phone.page.locator(ASKED)).to_contain_text("Hand 1: you +25, they +95")
    phone.page.reload(wait_until="domcontentloaded")
    phone.keeps_game()
    return phone, other


def marked(phone: Phone, mark: str) -> None:
    """The hand on the page of this phone says so, after what it was before."""
    expect(phone.page.locator(".hands td small").last).to_have_text(mark)


def test_a_yes_waits_and_holds_up_nothing(new_phone: Callable[..., Phone], server: Server) -> None:
    """It is not counted, and Undo takes back the hand that was recorded after it."""
    phone, _ = watching(new_phone)
    server.stop()
    phone.tap("button", "Yes")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    expect(phone.page.locator("#unsent")).to_be_hidden()
    play(phone, "Bob", 95, 45)
    unsent(phone, 2)
    phone.sees_totals("140", "−70")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    phone.tap("button", "Undo")
    phone.sees_totals("95", "25")
    unsent(phone, 1)
    phone.finds_server()
    unsent(phone, 0)
    marked(phone, "agreed by Bob & Dee")
    phone.sees_totals("95", "25")
    assert hands(phone) == ["Ann 95"]


def test_a_question_that_comes_or_goes_moves_nothing(new_phone: Callable[..., Phone]) -> None:
    """It stands above what is due, in a room that is kept for it."""
    phone, other = watching(new_phone)
    tops = """() => {
      scrollTo(0, 0);  // a tap on what is moving may scroll
      const parts = [".totals", "#bid [name=bidder]", ".do"].map((one) => document.querySelector(one));
      return parts.map((part) => part.getBoundingClientRect().top);
    }"""
    before = phone.page.evaluate(tops)
    assert box_of(phone.page.locator(".asked"))["y"] < before[1]
    phone.tap("button", "Yes")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    assert phone.page.evaluate(tops) == before
    other.open(phone.path)
    other.play("Bob", 95, 45)
    expect(phone.page.locator(ASKED)).to_have_text("Hand 2: you −95, they +45. Right? No")
    assert phone.page.evaluate(tops) == before


def test_a_question_stays_while_the_phone_goes_on_alone(new_phone: Callable[..., Phone], server: Server) -> None:
    phone, _ = watching(new_phone)
    server.stop()
    phone.record_bid("Bob", 95)
    unsent(phone, 1)
    phone.tap("button", "Yes")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.finds_server()
    unsent(phone, 0)
    marked(phone, "agreed by Bob & Dee")


@pytest.mark.everywhere("again", proven="tests/browser/test_agreeing.py")
def test_a_yes_to_a_hand_that_was_corrected_meanwhile_is_dropped_without_a_word(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone, other = watching(new_phone)
    phone.context.set_offline(True)
    phone.tap("button", "Yes")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    correct(other, phone.path, 1, {"Captured by Ann & Cal": "100", "Captured by Bob & Dee": "20"})
    phone.context.set_offline(False)
    expect(phone.page.locator(ASKED)).to_contain_text("you +20, they +100")
    marked(phone, "waiting for Bob & Dee")
    phone.wait_until(lambda: waiting(phone) == 0)
    expect(phone.page.locator(":is(#unsent, .notice:not(form)):visible")).to_have_count(0)


@pytest.mark.everywhere("again", proven="tests/browser/test_agreeing.py")
def test_two_answers_from_one_page_both_arrive(new_phone: Callable[..., Phone], server: Server) -> None:
    phone, other = watching(new_phone)
    says_no(other, phone.path)
    other.open(phone.path)
    other.play("Bob", 95, 45)
    expect(phone.page.get_by_text("Hand 2: you")).to_be_visible()
    server.stop()
    for button in ("Agree after all", "Yes"):
        phone.tap("button", button)
        expect(phone.page.get_by_role("button", name=button)).to_have_count(0)
    phone.finds_server()
    expect(phone.page.get_by_text("agreed by Bob & Dee")).to_have_count(2)


def waiting(phone: Phone) -> int:
    """How much this phone still keeps to be sent."""
    kept: int = phone.page.evaluate("""() => new Promise((done) => {
      indexedDB.open("rook").onsuccess = ({ target: { result } }) => {
        const count = result.transaction("unsent").objectStore("unsent").count();
        count.onsuccess = () => { result.close(); done(count.result); };
      };
    })""")
    return kept


def test_a_yes_whose_answer_was_lost_counts_once(new_phone: Callable[..., Phone]) -> None:
    """Another phone of its side says no before it is sent again."""
    phone, other = watching(new_phone)
    lost = list[str]()

    def lose(route: Route) -> None:
        if not lost:
            route.fetch()
            says_no(other, phone.path)
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    phone.page.route("**/agree", lose)
    phone.tap("button", "Yes")
    phone.wait_until(lambda: bool(lost) and waiting(phone) == 0)
    marked(phone, "Bob & Dee say 35")


def says_no(other: Person, game: str) -> None:
    dee = Person(other.app)
    dee.open(shown_links(other, f"{game}/links")["table"])
    dee.tap("Enter", {"This phone watches the score": f"for {SIDES[1]}"})
    dee.open(f"{game}/hands/1/disagree")
    dee.tap("Tell the others", {"Captured by Ann & Cal": "85", "Captured by Bob & Dee": "35"})


@pytest.mark.everywhere("again", proven="tests/browser/test_agreeing.py")
@pytest.mark.service_worker
def test_a_no_waits_too(new_phone: Callable[..., Phone], server: Server) -> None:
    phone, _ = watching(new_phone)
    game = phone.path
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    reopen(phone)
    phone.page.evaluate(CONTROLLED)
    phone.page.evaluate(KEPT, game)
    phone.tap("link", "No: Hand 1: you +25, they +95")
    phone.keeps_taps()
    page = phone.page
    page.get_by_label(f"Captured by {SIDES[1]}").fill("35")
    page.get_by_label(f"Captured by {SIDES[0]}").fill("85")
    server.stop()
    phone.tap("button", "Tell the others")
    expect(page.locator("#scoreboard")).to_be_visible()
    assert phone.path == game
    expect(page.locator(ASKED)).to_have_count(0)
    phone.keeps_taps()
    phone.finds_server()
    marked(phone, "Bob & Dee say 35")


@pytest.mark.everywhere("way", proven="tests/web/test_agree.py")
def test_a_no_that_is_refused_says_why_at_its_field(new_phone: Callable[..., Phone]) -> None:
    phone, _ = watching(new_phone)
    phone.expects("422")
    phone.tap("link", "No: Hand 1: you +25, they +95")
    phone.keeps_taps()
    field = phone.page.get_by_label(f"Captured by {SIDES[1]}")
    expect(field).to_have_attribute("inputmode", "none")  # its pad is there
    field.fill("33")
    phone.tap("button", "Tell the others")
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    expect(field).to_have_value("33")
    expect(field).to_have_attribute("aria-invalid", "true")


@pytest.mark.everywhere("again", proven="tests/browser/test_agreeing.py")
def test_a_rematch_of_a_watched_table_waits_as_any_other(new_phone: Callable[..., Phone], server: Server) -> None:
    """Nobody else began one: nobody is asked about it."""
    phone, other = watching(new_phone, target=100)
    other.play("Bob", 95, 100)
    phone.sees_totals("195", "−70")
    phone.tap("button", "Yes")
    expect(phone.page.locator(ASKED)).to_have_count(0)
    phone.keeps_game()
    server.stop()
    phone.tap("button", "Rematch")
    play(phone, "Bob", 95, 45)
    unsent(phone, 3)
    phone.finds_server()
    unsent(phone, 0)
    phone.sees_totals("45", "−95")
    assert hands(phone) == ["Bob 95"]


@pytest.mark.everywhere("again", proven="tests/browser/test_agreeing.py")
def test_a_bid_and_a_yes_on_their_way_at_once_are_both_taken(new_phone: Callable[..., Phone]) -> None:
    """And Undo takes back the bid, then the hand."""
    phone, other = watching(new_phone)

    def bid_first(route: Route) -> None:
        other.record_bid("Bob", 95)
        route.continue_()

    phone.page.route("**/agree", bid_first, times=1)  # what is late is sent again
    phone.tap("button", "Yes")
    marked(phone, "agreed by Bob & Dee")
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.tap("button", "Undo")
    expect(phone.page.get_by_role("button", name="Record bid")).to_be_visible()
    phone.sees_totals("95", "25")
    phone.tap("button", "Undo")
    phone.sees_totals("0", "0")
