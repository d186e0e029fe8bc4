"""Two pages of one phone share what waits to be sent: nothing is lost, nothing doubled."""

from collections.abc import Callable

from .phone import SIDES, Phone
from .server import Server
from .test_alone import at_table, play
from .test_outbox import hands, unsent


def second_page(phone: Phone) -> Phone:
    """The same browser, seen through another page of it."""
    other = object.__new__(Phone)
    other.__dict__ |= phone.__dict__ | {"page": phone.context.new_page()}
    other.open(phone.path)
    other.wait_for_htmx()
    other.keeps_taps()
    return other


def test_what_is_tapped_on_one_page_is_seen_on_the_other_and_sent_once(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    one = at_table(new_phone, target=1000)
    other = second_page(one)
    server.stop()
    play(one, "Ann", 100, 100)
    for page in (one, other):
        unsent(page, 2)
        page.sees_totals("100", "20")
    play(other, "Bob", 95, 45)
    unsent(one, 4)
    one.sees_totals("145", "−75")
    one.tap("button", "Undo")
    other.sees_totals("100", "20")
    other.record_hand(SIDES[0], 0, last_trick=SIDES[1])
    for page in (one, other):
        page.sees_totals("100", "140")
    server.start()
    for page in (one, other):
        unsent(page, 0)
        page.sees_totals("100", "140")
    play(one, "Cal", 120, 120)
    other.sees_totals("220", "140")
    assert hands(other) == ["Cal 120", "Bob 95", "Ann 100"]
