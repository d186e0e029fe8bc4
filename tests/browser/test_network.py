"""What happens when the server, the network or the CDN is not what it should be."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.person import Person
from tests.web.scripts import SCRIPTS

from .offline import unsent
from .phone import Phone, alters_a_byte, never_answers

pytestmark = pytest.mark.service_worker


def is_this_very_page(phone: Phone) -> bool:
    return bool(phone.page.evaluate("window.stillHere === true"))


def test_htmx_swaps_the_scoreboard_and_leaves_the_page(phone: Phone) -> None:
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    phone.page.evaluate("window.stillHere = true")
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")
    phone.tap("button", "Undo")
    phone.sees_totals("0", "0")
    assert is_this_very_page(phone)


def test_our_scripts_leave_no_global_behind(phone: Phone) -> None:
    """Only htmx has one; a name that every window has is no script's."""
    phone.start_game()
    phone.wait_for_htmx()
    phone.keeps_taps()
    names = """() => {
      const empty = document.body.appendChild(document.createElement("iframe")).contentWindow;
      return Object.getOwnPropertyNames(window).filter((name) => !(name in empty) && !/^\\d+$/.test(name));
    }"""
    assert phone.page.evaluate(names) == ["htmx"]


def test_a_single_wrong_byte_of_htmx_is_refused_and_the_game_goes_on(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(cdn=alters_a_byte)
    phone.expects("integrity")
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")
    assert phone.page.evaluate("typeof window.htmx") == "undefined"
    assert any("integrity" in said for said in phone.complaints)


def test_our_own_script_works_while_the_cdn_never_answers(new_phone: Callable[..., Phone]) -> None:
    """A deferred script of ours would wait for it, were htmx not loaded on the side."""
    phone = new_phone(cdn=never_answers)
    phone.open("/games/new")
    phone.page.get_by_label("Player 2", exact=True).fill("Bob")
    expect(phone.page.get_by_role("radio", name="Bob deals first")).to_be_visible()
    assert phone.page.evaluate("document.readyState") == "interactive"


def test_a_page_can_be_used_before_its_modules_have_come(phone: Phone) -> None:
    phone.context.route("**/everywhere.js", never_answers)
    game = Person(phone.server.app).start_game(dealer="Dee")
    phone.page.goto(game, wait_until="commit")  # the document waits for its modules
    phone.taps_record = False
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")
    assert "keeps" not in phone.page.evaluate("({...document.documentElement.dataset})")


# A page's own, what every page loads, and both: all but the one that asks again.
LOST = ["game/scoreboard.js", "everywhere.js", "(?!load_missing.js).*"]


@pytest.mark.everywhere("again", once={"file": "everywhere.js"})
@pytest.mark.parametrize("file", LOST)
def test_a_file_of_modules_that_did_not_come_is_asked_for_again_under_another_address(phone: Phone, file: str) -> None:
    """The network goes away while the page loads, and a browser remembers which addresses failed."""
    phone.expects("net::ERR_", "Failed to fetch")
    blocked: list[str] = []

    def block(route: Route) -> None:
        address = route.request.url
        if not re.search(r"/static/\w+-\d+/", address):
            blocked.append(address)
            route.abort()
        else:
            route.continue_()

    phone.context.route(re.compile(rf"/static/[\w-]+/{file}(?<=\.js)$"), block)
    phone.start_game(dealer="Dee")
    phone.keeps_taps()
    assert blocked
    phone.wait_for_htmx()
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("group", name="Points").get_by_role("button")).not_to_have_count(0)
    phone.record_hand("Bob & Dee", 75, last_trick="Bob & Dee")
    phone.sees_totals("45", "−95")
    with phone.page.expect_response("**/since/*"):
        phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.context.set_offline(True)
    phone.record_bid("Ann", 100)
    unsent(phone, 1)


@pytest.mark.everywhere("again", proven="tests/browser/test_network.py")
@pytest.mark.parametrize("module", ["alone/outbox.js", "alone/board.js", "alone/score.js"])
def test_a_module_that_fails_is_reported_and_stops_only_what_imports_it(phone: Phone, module: str) -> None:
    """Pad and poll work without what it takes to go on alone."""
    phone.expects("out of order", "did not run")

    def fail(route: Route) -> None:
        answer = route.fetch()
        begins = f"run({sorted(SCRIPTS).index(module)}, () => {{"
        assert begins in answer.text()
        broken = answer.text().replace(begins, f'{begins} throw new Error("{module} is out of order");')
        route.fulfill(response=answer, body=broken)

    phone.context.route("**/everywhere.js", fail)
    other = phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    other.record_bid("Bob", 95)
    pad = phone.page.get_by_role("group", name="Points")
    pad.get_by_role("button", name="75", exact=True).tap()
    expect(phone.page.get_by_label("Captured by Ann & Cal")).to_have_value("45")
    phone.choose("Last trick", "Bob & Dee")
    phone.tap("button", "Save hand")
    phone.sees_totals("45", "−95")
    assert "keeps" not in phone.page.evaluate("({...document.documentElement.dataset})")
    assert any(f"{module} is out of order" in said for said in phone.complaints)


@pytest.mark.everywhere(
    "again",
    proven="tests/browser/test_network.py",
)
def test_a_page_whose_first_script_did_not_come_does_without(phone: Phone) -> None:
    phone.expects("net::ERR_")
    phone.context.route("**/static/*/load_missing.js", lambda route: route.abort())
    phone.start_game(dealer="Dee")
    phone.record_bid("Bob", 95)
    phone.record_hand("Ann & Cal", 45, last_trick="Ann & Cal")
    phone.sees_totals("45", "−95")


BREAKS_OFF = """() => {
  const { fetch } = window;
  const late = () => new DOMException("signal timed out", "TimeoutError");
  const broken = () => new ReadableStream({ start: (stream) => stream.error(late()) });
  const headers = { "Content-Type": "application/json" };
  window.fetch = async (address, how) =>
    String(address).endsWith("/alone") ? new Response(broken(), { headers }) : fetch(address, how);
}"""


@pytest.mark.everywhere(
    "again",
    proven="tests/browser/test_network.py",
)
def test_an_answer_that_breaks_off_in_the_middle_is_as_if_it_had_not_come(phone: Phone) -> None:
    """What the phone needs to go on alone comes too slowly: no one complains, and taps are kept all the same."""
    phone.page.add_init_script(f"({BREAKS_OFF})()")
    phone.start_game(dealer="Dee")
    phone.wait_for_htmx()
    phone.record_bid("Bob", 95)
    expect(phone.page.get_by_role("button", name="Save hand")).to_be_visible()
    phone.keeps_taps()
