"""Who had the Rook: noted in one tap where it counts, shown, counted for players, and kept when the rules drop it."""

import json
from typing import Any

from tests.html import text_of
from tests.person import Answer, Person

from .steps import correct, make_house_rules, start_by

HAD_IT = "Dee had the Rook"


def play_with_the_rook(phone: Person, holder: str = "3", captured: str = "80") -> Answer:
    """Ann bids 70; the one with this number had the Rook."""
    phone.record_bid("Ann", 70)
    phone.more(part="Rook")
    form = phone.form("Save hand")
    sent = form.filled(**{"Captured by Ann & Cal": captured}) | {"last_trick": "0", "rook": holder}
    phone.last = phone.send(form.action, sent)
    return phone.last


def record_at(phone: Person, game: str) -> dict[str, Any]:
    return dict(json.loads(phone.get(f"{game}.rook.json").body))


def test_the_rook_is_one_tap_among_the_rare_things_and_is_shown_with_the_hand(phone: Person) -> None:
    game = phone.start_game()
    play_with_the_rook(phone)
    assert HAD_IT in text_of(phone.page.one(".hands"))
    assert phone.page.totals == {"Ann & Cal": "80", "Bob & Dee": "40"}, "it scores nothing"
    assert HAD_IT in phone.open(f"{game}/summary").text
    assert [hand.get("rook") for hand in record_at(phone, game)["hands"]] == ["Dee"]


def test_the_first_player_can_have_it(phone: Person) -> None:
    phone.start_game()
    play_with_the_rook(phone, "0")
    assert "Ann had the Rook" in phone.page.text


def test_a_correction_names_another_or_no_one(phone: Person) -> None:
    game = phone.start_game()
    play_with_the_rook(phone)
    correct(phone, game, 1, rook="1")
    assert "Bob had the Rook" in phone.page.text
    correct(phone, game, 1, rook="")
    assert "had the Rook" not in phone.page.text
    phone.tap("Undo")
    assert "Bob had the Rook" in phone.page.text


def test_those_who_watch_see_it(phone: Person, other_phone: Person) -> None:
    game = phone.start_game()
    play_with_the_rook(phone)
    phone.open(f"{game}/links")
    (address,) = [one.attrs["data-address"] for one in phone.page.all("[data-link=watch]")]
    assert HAD_IT in other_phone.open(address.removeprefix("http://localhost")).text


def test_the_rook_is_not_asked_for_where_it_does_not_count(phone: Person) -> None:
    start_by(phone, "dixie", ("Ann", "Bob", "Cal", "Dee"))
    phone.record_bid("Ann", 70)
    assert "Rook" not in [button.attrs.get("value") for button in phone.page.all("#hand button")]
    form = phone.form("Save hand")
    sent = form.filled(**{"Captured by Ann & Cal": "60"}) | {"last_trick": "0", "most_tricks": "0", "rook": "3"}
    phone.last = phone.send(form.action, sent)
    assert phone.last.status == 422
    assert "With these rules the Rook doesn't count." in phone.page.text


def test_rules_that_drop_the_rook_keep_the_fact_and_count_nothing(phone: Person) -> None:
    """The record leaves it out, as these rules know no Rook; put back, it is there again."""
    plain = make_house_rules(phone, "No Rook", "original", counters_rook="", min_bid="50").path.rpartition("/")[2]
    game = phone.start_game()
    play_with_the_rook(phone)
    phone.last = phone.get(f"{game}/rules?rules={plain}")
    phone.tap("Change rules")
    assert [hand.get("rook") for hand in record_at(phone, game)["hands"]] == [None]
    correct(phone, game, 1, note="a good hand")
    phone.tap("Undo")
    phone.tap("Undo")
    assert [hand.get("rook") for hand in record_at(phone, game)["hands"]] == ["Dee"]


def test_a_players_page_counts_the_hands_with_the_rook(phone: Person) -> None:
    game = phone.start_game()
    for holder in ("0", "3", "0"):
        play_with_the_rook(phone, holder, "120")
    assert phone.page.heading == "Ann & Cal won"
    links = {text_of(one): one.attrs["href"] for one in phone.open(f"{game}/summary").all("nav a")}
    tables = phone.open(f"{links['Ann']}/figures").all("table")
    (rook,) = [text_of(table) for table in tables if "With the Rook" in text_of(table)]
    assert rook == (
        "With the Rook Hands where it was noted 2 Bids taken reneges included 2 Made 2 Points per hand for the side 120"
    )
