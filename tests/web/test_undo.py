"""Undo: takes back the last change of the game, one a tap, back to the start."""

import json
import re

from scorekeeper.usecases.game.recording import LONGEST_NOTE
from tests.html import Typed, text_of
from tests.person import Person

from .steps import correct, edit_calls, log_calls


def undo_offered(phone: Person) -> str:
    undo = next(button for button in phone.page.all("button") if text_of(button) == "Undo")
    return text_of(phone.page.one(f"#{undo.attrs['aria-describedby']}"))


def test_each_tap_takes_back_one_change_back_to_the_start(phone: Person) -> None:
    phone.start_game(dealer="Dee")
    seen = [(phone.page.heading, phone.page.totals)]
    for bidder, bid, captured in (("Bob", 95, 45), ("Ann", 100, 110), ("Cal", 70, 60)):
        phone.record_bid(bidder, bid)
        seen.append((phone.page.heading, phone.page.totals))
        phone.record_hand(captured)
        seen.append((phone.page.heading, phone.page.totals))
    for before in reversed(seen[:-1]):
        assert phone.tap("Undo").status == 303
        assert (phone.page.heading, phone.page.totals) == before
    assert phone.page.heading == "Hand 1 · Dee deals, Ann bids first"
    assert not phone.page.has_button("Undo")


def test_undo_is_described_by_what_it_takes_back(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    assert undo_offered(phone) == "Takes back Bob's bid of 95"
    phone.record_hand(45)
    assert undo_offered(phone) == "Takes back Bob's hand, bid 95"
    phone.tap("Undo")
    assert undo_offered(phone) == "Takes back Bob's bid of 95"


def test_undoing_a_hand_brings_its_bid_back(phone: Person) -> None:
    phone.start_game()
    phone.play("Bob", 95, 45)
    phone.tap("Undo")
    assert text_of(phone.page.one(".contract")) == "Bob bid 95: Bob & Dee need 95"
    phone.record_hand(25)
    assert phone.page.totals == {"Ann & Cal": "25", "Bob & Dee": "95"}


def test_undoing_the_winning_hand_reopens_the_game(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    phone.tap("Undo")
    assert phone.page.heading == "Hand 3 · Cal deals, Dee leads"
    assert phone.page.totals == {"Ann & Cal": "200", "Bob & Dee": "40"}
    phone.record_hand(0, last_trick="Bob & Dee")
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "160"}
    assert "won" not in phone.open("/").text
    assert phone.open(game).has_button("Record bid")


def test_at_the_start_there_is_nothing_to_take_back(phone: Person) -> None:
    """A form that was kept from before answers with the page as it is."""
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Undo")
    form = phone.form("Record bid").sent
    answer = phone.send(f"{game}/undo", {name: form[name] for name in ("csrf_token", "form_id", "version")})
    assert answer.status == 303
    assert answer.page.heading == "Hand 1 · Ann deals, Bob bids first"


def test_a_hand_comes_back_as_it_was_sent(phone: Person) -> None:
    """Mostly one number was mistyped."""
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more({"Captured by Ann & Cal": "45", "Last trick": "Bob & Dee"}, "Note")
    form = phone.form("Save hand")
    filled = form.filled(**{"Note": "late", "Table talk by Dee": "1"})
    phone.last = phone.send(form.action, filled)
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−135"}
    phone.tap("Undo")
    assert text_of(phone.page.one(".announcement")) == "Undone: Bob's hand, bid 95."
    assert "seen" in phone.page.one(".announcement").attrs["class"]
    sent = phone.form("Save hand").sent
    assert (sent["captured-0"], sent["captured-1"], sent["last_trick"]) == ("45", "", "1")
    assert (sent["note"], sent["talk-3"]) == ("late", "1")
    phone.tap("Save hand", {"Captured by Ann & Cal": "25"})
    assert phone.page.totals == {"Ann & Cal": "25", "Bob & Dee": "55"}
    assert not phone.page.has_button("Redo")


def test_a_bid_comes_back_as_it_was_sent(phone: Person) -> None:
    phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Undo")
    sent = phone.form("Record bid").sent
    assert (sent["bidder"], sent["bid"]) == ("1", "95")


def test_a_redeal_with_a_penalty_comes_back_as_it_was_sent_and_can_be_left(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}?bid=none")
    phone.tap("Save misdeal", {"Table talk by Ann": "1"})
    assert phone.page.totals["Ann & Cal"] == "−40"
    phone.tap("Undo")
    assert phone.form("Save misdeal").sent["talk-0"] == "1"
    (back,) = [link for link in phone.page.all("a") if text_of(link) == "Back"]
    assert phone.open(back.attrs["href"]).has_button("Record bid")


def test_a_misdeal_without_a_penalty_leaves_the_bid_to_record(phone: Person) -> None:
    phone.start_game()
    phone.tap("Misdeal")
    phone.tap("Undo")
    assert phone.page.has_button("Record bid")
    assert text_of(phone.page.one(".announcement")) == "Undone: the misdeal."


def test_an_undone_correction_leads_to_its_form_as_it_was_sent(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    phone.open(f"{game}/hands/1")
    phone.tap("Save correction", {"Captured by Ann & Cal": "20", "Captured by Bob & Dee": "100", "Bid": "100"})
    assert phone.page.totals == {"Ann & Cal": "20", "Bob & Dee": "100"}
    phone.tap("Undo")
    assert phone.page.totals == {"Ann & Cal": "45", "Bob & Dee": "−95"}
    sent = phone.tap("Enter it again").page.form("Save correction").sent
    assert (sent["captured-0"], sent["captured-1"], sent["bid"]) == ("20", "100", "100")
    phone.tap("Save correction")
    assert phone.page.totals == {"Ann & Cal": "20", "Bob & Dee": "100"}


def test_an_undone_correction_with_the_longest_note_comes_back_whole(phone: Person) -> None:
    """As an address it would be too long for web servers."""
    game, note = phone.start_game(), "🂡" * LONGEST_NOTE
    phone.play("Bob", 95, 45)
    assert correct(phone, game, 1, note=note).status == 303
    assert enter_again(phone)["note"] == note


def test_another_phone_is_told_what_was_undone(phone: Person) -> None:
    game = phone.start_game()
    other = phone.twin()
    other.open(game)
    phone.record_bid("Bob", 95)
    phone.tap("Undo")
    news = other.get(other.page.one("#scoreboard").attrs["data-poll"]).page
    assert text_of(news.one(".announcement.seen")).endswith("Undone: Bob's bid of 95.")
    assert text_of(news.one("[data-told]")) == "Bob bid 95. Undone: Bob's bid of 95."


def enter_again(phone: Person) -> Typed:
    """Undoes a correction, enters it again, and answers what that form sends as it is."""
    phone.tap("Undo")
    return phone.tap("Enter it again").page.form("Save correction").sent


def test_an_undone_correction_of_the_dealer_comes_back(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Bob", 95, 45)
    assert correct(phone, game, 1, dealer="2").status == 303
    corrected = phone.page.heading
    assert enter_again(phone)["dealer"] == "2"
    phone.tap("Save correction")
    assert phone.page.heading == corrected


def test_an_undone_correction_of_the_counts_keeps_who_dealt(phone: Person) -> None:
    game = phone.start_game(dealer="Cal")
    phone.play("Bob", 95, 45)
    correct(phone, game, 1, {"Captured by Ann & Cal": "20", "Captured by Bob & Dee": "100"})
    assert enter_again(phone)["dealer"] == "2"


def test_an_undone_correction_that_cleared_a_note_comes_back_without_it(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.more({"Captured by Ann & Cal": "45", "Last trick": "Bob & Dee"}, "Note")
    phone.tap("Save hand", {"Note": "late"})
    correct(phone, game, 1, {"Note": ""})
    assert enter_again(phone)["note"] == ""


def test_an_undone_correction_that_forgot_the_bidding_forgets_it_again(phone: Person) -> None:
    game = phone.start_game()
    log_calls(phone, "Bob 100, Cal pass, Dee pass, Ann pass")
    phone.record_hand(45, last_trick="Bob & Dee")
    phone.open(f"{game}/hands/1")
    edit_calls(phone)
    assert phone.tap("Save correction", {"Bid": "75"}).status == 303
    corrected = phone.page.totals
    assert enter_again(phone)["bid"] == "75"
    assert phone.tap("Save correction").status == 303
    assert phone.page.totals == corrected


def test_an_undone_correction_of_a_redeal_comes_back(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}?bid=none")
    phone.tap("Save misdeal", {"Table talk by Ann": "1"})
    correct(phone, game, 1, {"Table talk by Ann": "none", "Table talk by Bob": "1"})
    corrected = phone.page.totals
    sent = enter_again(phone)
    assert (sent["talk-0"], sent["talk-1"]) == ("", "1")
    phone.tap("Save correction")
    assert phone.page.totals == corrected


def test_a_phone_without_the_server_gets_empty_forms_though_something_was_undone(phone: Person) -> None:
    """It fills them in many times."""
    game = phone.start_game()
    before = questions(phone, game)
    phone.open(game)
    phone.record_bid("Ann", 95)
    phone.tap("Undo")
    assert questions(phone, game) == before


def questions(phone: Person, game: str) -> dict[str, str]:
    given = json.loads(phone.get(f"{game}/alone").body)["questions"]
    return {name: re.sub(r'name="(csrf_token|form_id)" value="[^"]*"', "", form) for name, form in given.items()}
