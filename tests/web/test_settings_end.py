"""A game that ends early, is deleted, or is played again."""

from collections.abc import Callable
from uuid import uuid4

from tests.html import text_of
from tests.person import Person

from .steps import asked, confirm, tap_in_settings


def sections(phone: Person) -> dict[str, str]:
    """What the first page has in progress, and the last evening."""
    page = phone.open("/")
    parts = {text_of(found.query_one("h2")): text_of(found) for found in page.all("section")}
    evening = page.all("#evening")
    return parts | ({"Evening": text_of(evening[0])} if evening else {})


def test_a_stopped_game_is_unfinished_and_no_one_wins(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    tap_in_settings(phone, game, "End game early")
    assert "Stopped early. No winner." in phone.page.text
    assert not phone.page.has_button("Record bid")
    assert "stopped early" in sections(phone)["Evening"]
    assert "In progress" not in sections(phone)
    assert "'stopped'" in stored()


def test_a_stopped_game_is_resumed_where_it_was(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    tap_in_settings(phone, game, "End game early")
    assert not phone.page.has_button("Save hand")
    tap_in_settings(phone, game, "Resume")
    assert phone.page.has_button("Save hand")
    assert "Evening" not in sections(phone)


def test_the_scoreboard_of_a_stopped_game_offers_to_resume_it(phone: Person) -> None:
    game = phone.start_game()
    tap_in_settings(phone, game, "End game early")
    assert phone.tap("Resume").status == 303
    assert phone.page.has_button("Record bid")


def test_the_scoreboard_of_a_stopped_game_offers_a_rematch(phone: Person) -> None:
    tap_in_settings(phone, phone.start_game(dealer="Dee"), "End game early")
    assert phone.tap("Rematch").page.heading == "Hand 1 · Dee deals, Ann bids first"


def test_a_rematch_that_another_phone_has_started_is_the_one_that_is_played(phone: Person, other_phone: Person) -> None:
    """The first one's pages lead to it, also once it has ended."""
    game = phone.start_game(target=100)
    phone.play("Ann", 100, 100)
    older = other_phone.open(game).form("Rematch")
    rematch = phone.tap("Rematch").path
    assert other_phone.send(f"{game}/rematch", older.sent).path == rematch
    phone.open(rematch)
    phone.play("Ann", 100, 100)
    late = {"form_id": str(uuid4()), "known": game.rpartition("/")[2][:8]}
    assert other_phone.send(f"{game}/rematch", older.sent | late).path == rematch  # without a network until now
    for address in (game, f"{game}/summary", f"{game}/settings"):
        page = other_phone.open(address)
        assert not page.has_button("Rematch")
        assert [link.attrs["href"] for link in page.all("a") if text_of(link) == "Go to the rematch"] == [rematch]
    other_phone.open(f"{rematch}/settings")
    assert other_phone.tap("Rematch").path not in (game, rematch)


def test_undo_takes_the_stop_back_and_redo_puts_it_again(phone: Person) -> None:
    game = phone.start_game()
    tap_in_settings(phone, game, "End game early")
    assert phone.tap("Undo").status == 303
    assert phone.page.has_button("Record bid")
    phone.tap("Redo")
    assert not phone.page.has_button("Record bid")


def test_a_stopped_game_takes_no_hand(phone: Person, other_phone: Person, stored: Callable[[], str]) -> None:
    """A form that was kept from before, with the version of now."""
    game = phone.start_game()
    form = phone.form("Record bid")
    tap_in_settings(phone, game, "End game early")
    version = phone.open(f"{game}/settings").form("Resume").sent["version"]
    before = stored()
    answer = phone.send(form.action, form.filled(Bidder="Bob", Bid="95") | {"version": version})
    assert answer.status == 422
    assert "The game was stopped. Resume it to keep playing." in answer.page.text
    assert stored() == before


def test_a_game_that_is_over_is_not_stopped(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    page = phone.open(f"{game}/settings")
    assert not page.has_button("End game early")
    before = stored()
    answer = phone.send(f"{game}/stop", page.form("Rematch").sent)
    assert answer.status == 422
    assert "This game is already over." in answer.page.alerts
    assert stored() == before


def test_a_stopped_game_that_another_target_ends_is_stopped_again_when_that_is_taken_back(phone: Person) -> None:
    game = phone.start_game()
    for _ in range(2):
        phone.play("Ann", 95, 95)
    tap_in_settings(phone, game, "End game early")
    ends, stops = (
        "That ends the game with hand 2: Ann & Cal won, 190 to 50.",
        "The game is stopped again: no one has won yet.",
    )
    for target, said in (("150", ends), ("400", stops)):
        phone.open(f"{game}/settings")
        phone.tap("Save", {"Play to": target})
        assert asked(phone) == said
        assert confirm(phone).status == 303
    assert phone.open(game).has_button("Resume")


def test_a_correction_that_ends_a_stopped_game_gives_it_its_winner(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    tap_in_settings(phone, game, "End game early")
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "100"})
    confirm(phone)
    assert phone.open(game).heading == "Ann & Cal won"
    assert "Ann & Cal won" in sections(phone)["Evening"]


def test_a_deleted_game_is_in_no_list_and_can_be_brought_back(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 100, 100)
    tap_in_settings(phone, game, "Delete game")
    assert phone.page.heading == "This game was deleted"
    assert "In progress" not in sections(phone)
    links = {text_of(link): link.attrs["href"] for link in phone.open("/settings").all("a")}
    assert game in [link.attrs["href"] for link in phone.open(links["Deleted games"]).all("a")]
    phone.open(game)
    assert phone.tap("Restore").status == 303
    assert phone.page.totals == {"Ann & Cal": "100", "Bob & Dee": "20"}
    assert "Ann & Cal 100" in sections(phone)["In progress"]
    assert "Deleted games" not in phone.open("/settings").text


def test_every_page_of_a_deleted_game_offers_to_bring_it_back(phone: Person) -> None:
    game = phone.start_game()
    tap_in_settings(phone, game, "Delete game")
    for path in ("", "/settings", "/seats"):
        assert phone.open(game + path).has_button("Restore")


def test_a_form_sent_to_a_deleted_game_is_not_stored(
    phone: Person, other_phone: Person, stored: Callable[[], str]
) -> None:
    game = phone.start_game()
    form = phone.form("Record bid")
    other_phone.open(f"{game}/settings")
    other_phone.tap("Delete game")
    before = stored()
    for headers in ({}, {"HX-Request": "true", "HX-Request-Type": "partial"}):
        answer = phone.send(form.action, form.filled(Bidder="Bob", Bid="95"), **headers)
        assert answer.status == 410
        assert "Not saved. Restore the game" in answer.page.alerts
    assert stored() == before


def test_undo_passes_over_a_deletion(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    tap_in_settings(phone, game, "Delete game")
    phone.tap("Restore")
    phone.tap("Undo")
    assert phone.page.has_button("Record bid")


def test_a_deletion_sent_again_after_the_return_deletes_nothing(phone: Person) -> None:
    game = phone.start_game()
    form = phone.open(f"{game}/settings").form("Delete game")
    phone.send(form.action, form.sent)
    phone.open(game)
    back = phone.form("Restore")
    phone.tap("Restore")
    assert phone.send(form.action, form.sent).page.has_button("Record bid")
    assert phone.send(back.action, back.sent).page.has_button("Record bid")


def test_redo_is_still_there_after_a_deleted_game_is_restored(phone: Person) -> None:
    game = phone.start_game()
    phone.record_bid("Bob", 95)
    phone.tap("Undo")
    tap_in_settings(phone, game, "Delete game")
    phone.tap("Restore")
    phone.tap("Redo")
    assert phone.page.has_button("Save hand")


def test_a_rematch_keeps_seats_and_rules_and_the_next_dealer_deals(phone: Person) -> None:
    game = phone.start_game(dealer="Dee")
    phone.open(f"{game}/settings")
    phone.tap("Save", {"Play to": "100"})
    phone.open(game)
    phone.play("Ann", 100, 100)
    tap_in_settings(phone, game, "Rematch")
    again = phone.last.path if phone.last else ""
    assert again != game
    assert phone.page.heading == "Hand 1 · Ann deals, Bob bids first"
    assert phone.page.totals == {"Ann & Cal": "0", "Bob & Dee": "0"}
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"
    assert phone.open(game).heading == "Ann & Cal won"


def test_a_rematch_sent_twice_is_started_once(phone: Person, stored: Callable[[], str]) -> None:
    game = phone.start_game()
    form = phone.open(f"{game}/settings").form("Rematch")
    first = phone.send(form.action, form.sent)
    before = stored()
    assert phone.send(form.action, form.sent).path == first.path
    assert stored() == before


def test_a_rematch_after_another_order_of_seats_keeps_that_order(phone: Person) -> None:
    game = phone.start_game()
    phone.open(f"{game}/settings")
    phone.tap("Change seating", {"Seat 1": "Ann", "Seat 2": "Cal", "Seat 3": "Bob", "Seat 4": "Dee"})
    tap_in_settings(phone, game, "Rematch")
    assert list(phone.page.totals) == ["Ann & Bob", "Cal & Dee"]
