"""What a tap did is read aloud once; it is seen where no script can show it."""

from collections.abc import Callable

import pytest

from tests.html import text_of
from tests.person import TABLE, Person

from .steps import about, deal_by, log_calls, shown_links, start_by, step


def announced(phone: Person) -> str:
    """Return what the page shown last announces."""
    return " ".join(text_of(found) for found in phone.page.all(".announcement[data-told]"))


def test_each_tap_that_changes_something_is_announced(phone: Person) -> None:
    phone.start_game(dealer="Ann")
    taps: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: phone.record_bid("Bob", 95), ""),
        (lambda: phone.record_hand(45), "Saved hand 1: Ann & Cal +45, Bob & Dee −95."),
        (lambda: phone.tap("Undo"), "Undone: "),
        (lambda: phone.tap("Redo"), "Redone: "),
        (lambda: phone.tap("Misdeal"), "Misdeal. Bob deals again."),
        (lambda: phone.tap("Everyone passed"), "Everyone passed. Bob deals again."),
        (lambda: deal_by(phone, "Dee"), "Dee deals hand 2."),
    )
    for tap, words in taps:
        tap()
        assert announced(phone).startswith(words)
        assert bool(announced(phone)) is bool(words)


def test_an_announcement_is_gone_with_the_next_page_and_never_on_another_game(phone: Person) -> None:
    first = phone.start_game()
    phone.tap("Misdeal")
    assert announced(phone)
    phone.open(first)
    assert announced(phone) == ""
    form = phone.form("Misdeal")
    phone.web.post(form.action, data=form.sent)  # and the answer is lost
    phone.start_game()
    assert announced(phone) == ""


def test_an_announcement_is_not_said_of_a_game_that_has_gone_on_since(phone: Person) -> None:
    game = phone.start_game()
    form = phone.form("Misdeal")
    phone.web.post(form.action, data=form.sent)
    other = Person(phone.app)
    other.open(game)
    other.record_bid("Bob", 95)
    phone.open(game)
    assert announced(phone) == ""


def test_nothing_in_the_address_can_make_it_up(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}?step=undo&announcement=Ann+won")
    assert announced(phone) == ""


@pytest.mark.parametrize(
    ("rules", "calls", "words"),
    [
        ("original", "Bob 70", "Bob bid 70. Cal's bid."),
        ("original", "Bob pass", "Bob passed. Cal's bid."),
        ("original", "Bob 70, Cal pass, Dee 75, Ann pass", "Ann passed. Bob's bid."),
        ("original", "Bob 70, Cal pass, Dee pass, Ann pass", "Ann passed: Bob has the bid at 70."),
        ("kentucky", "Bob pass, Cal pass, Dee pass", "Dee passed: Ann has the bid at 100."),
        ("original", "Bob pass, Cal pass, Dee pass, Ann pass", "Everyone passed. Ann deals again."),
    ],
)
def test_the_last_call_says_what_became_of_the_auction(phone: Person, rules: str, calls: str, words: str) -> None:
    start_by(phone, rules, TABLE)
    log_calls(phone, calls)
    assert announced(phone) == words


def test_the_dealer_is_stuck_with_the_bid_by_one_tap(phone: Person) -> None:
    """R4: and the hands say so afterwards."""
    start_by(phone, "kentucky", TABLE)
    tap = "Everyone passed: Ann has it at 100"
    assert phone.tap(tap).status == 303
    assert announced(phone) == "Everyone passed: Ann has the bid at 100."
    assert "Ann is stuck with 100: Ann & Cal need 100" in phone.page.text
    assert about(phone, "Undo") == "Takes back Ann's bid of 100"
    phone.record_hand(105)
    said = "Everyone else passed: Ann was stuck with 100. R4 Ann & Cal bid 100 and took 105: +105."
    assert said in phone.page.text
    log_calls(phone, "Cal pass")
    phone.tap("Everyone passed: Bob has it at 100")
    phone.tap("Undo")
    assert phone.page.has_button("Everyone passed: Bob has it at 100"), "Cal's pass stays"
    log_calls(phone, "Dee 100")
    assert not phone.page.has_button("Everyone passed: Bob has it at 100")


@pytest.mark.parametrize(
    ("rules", "calls", "reason"),
    [
        ("original", "", "With these rules a hand that everyone passes is dealt again."),
        ("kentucky", "Bob 100", "Bob bid 100, so not everyone passed."),
    ],
)
def test_no_one_else_is_stuck(phone: Person, rules: str, calls: str, reason: str) -> None:
    start_by(phone, rules, TABLE)
    if calls:
        log_calls(phone, calls)
    answer = step(phone, "stuck")
    assert answer.status == 422
    assert reason in answer.page.text


@pytest.mark.parametrize(
    ("rules", "names", "facts", "words"),
    [
        ("original", TABLE, {"captured-0": "105"}, "Hand 1: Ann bid 100, made. 105 to 15."),
        ("original", TABLE, {"captured-0": "30", "captured-1": "30", "reneged_by": "0"}, "Ann bid 100, Ann reneged."),
        (
            "three-handed",
            TABLE[:3],
            {"captured-0": "100", "captured-1": "0"},
            "Hand 1: Ann bid 100, made. Ann +100, Bob",
        ),
    ],
)
def test_other_phones_are_told_in_one_sentence_how_a_hand_ended(
    phone: Person, rules: str, names: tuple[str, ...], facts: dict[str, str], words: str
) -> None:
    game = start_by(phone, rules, names)
    phone.record_bid("Ann", 100)
    keeper, watcher = phone.twin(), phone.twin()
    polls = [
        keeper.open(game).one("[data-poll]").attrs["data-poll"],
        watcher.open(shown_links(phone, f"{game}/links")["watch"]).one("[data-poll]").attrs["data-poll"],
    ]
    phone.open(game)
    form = phone.form("Save hand")
    answer = phone.send(form.action, form.sent | {"last_trick": "1"} | facts)
    assert answer.status == 303, answer.page.text
    for poll in polls:
        told = text_of(keeper.get(poll, **{"HX-Request": "true"}).page.one("[data-told]"))
        assert words in told
        assert told.count("bid 100") == 1
