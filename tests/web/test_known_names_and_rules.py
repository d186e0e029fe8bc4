"""What a club has played before is known: its names however they are spelt, and the rules of its last game."""

import pytest
from flask import Flask

from tests.html import text_of
from tests.person import SIDES, Answer, Person

from .steps import make_house_rules, shown_links, tap_in_settings
from .tournaments import start_tournament

NAMES = ("Ann", "Bob", "Cal", "Dee")


def start_with_names(phone: Person, *names: str, **fields: str) -> Answer:
    phone.open("/games/new")
    return phone.tap("Start game", {f"Player {seat}": name for seat, name in enumerate(names, 1)} | fields)


def chosen_rules(phone: Person) -> str:
    return str(phone.open("/games/new").one("[name=rules][checked]").attrs["value"])


def test_a_name_that_is_spelt_nearly_as_a_known_one_is_asked_about_once(phone: Person) -> None:
    phone.start_game()
    answer = start_with_names(phone, "ANN", "Bob", "Cal", "Dee")
    assert answer.status == 422
    assert "Is ANN the Ann you know?" in phone.page.text
    assert phone.tap("Start game").status == 303
    assert "ANN & Cal" in phone.page.totals


def test_a_known_name_in_small_letters_is_that_one_everywhere_without_a_question(phone: Person) -> None:
    game = phone.start_game(names=("Ann", "De Luca", "Cal", "Dee"), dealer="Cal")
    assert start_with_names(phone, "ann", "de luca", "eve", "Dee").status == 303
    assert tuple(phone.page.totals) == ("Ann & eve", "De Luca & Dee")
    phone.open(f"{game}/settings")
    typed = {"Whose name": "Cal", "Correct name": "eve", "What was wrong?": "Someone else was playing"}
    assert phone.tap("Correct name", typed).status == 303
    here = start_tournament(phone, "ranked", ("ann", "de luca", "eve", "dee"))
    phone.open(f"{here}/players")
    assert phone.tap("Add", {"Players to add": "cal"}).status == 303
    page = phone.open(f"{here}/standings")
    assert all(name in page.text for name in ("Ann", "De Luca", "eve", "Dee", "Cal"))


def test_in_small_letters_it_is_asked_about_where_two_could_be_meant(phone: Person) -> None:
    phone.start_game(names=("Ann", "Bob", "Cal", "Dee"))
    start_with_names(phone, "ANN", "Bob", "Cal", "Dee")
    phone.tap("Start game")
    assert start_with_names(phone, "ann", "Bob", "Cal", "Dee").status == 422


def test_a_name_that_is_put_right_instead_is_the_one_that_was_known(phone: Person) -> None:
    phone.start_game()
    start_with_names(phone, "Ánn", "Bob", "Cal", "Dee")
    phone.tap("Start game", {"Player 1": "Ann"})
    assert phone.start_anyway().status == 303
    assert tuple(phone.page.totals) == SIDES


def test_two_at_one_table_who_are_spelt_alike_are_asked_about_too(phone: Person) -> None:
    assert start_with_names(phone, "Ann", "ann", "Cal", "Dee").status == 422
    assert "Is ann the Ann you know? Ann is at this table, too; if not" in phone.page.text
    assert start_with_names(phone, "Ann", "Eve", "Cal", "Dee").status == 303


def test_a_corrected_name_that_is_spelled_nearly_like_a_known_one_is_asked_about_once(phone: Person) -> None:
    phone.start_game(names=("Eve", "Flo", "Gus", "Hal"), dealer="Eve")
    game = phone.start_game()
    for name, status in (("BOB", 303), ("eve", 422)):
        phone.open(f"{game}/settings")
        typed = {"Whose name": "Bob" if name == "BOB" else "BOB", "Correct name": name}
        assert phone.tap("Correct name", typed | {"What was wrong?": "Misspelled (fix it everywhere)"}).status == status
    assert "Is eve the Eve you know? If so, write Eve" in phone.page.text
    assert phone.tap("Correct name").status == 303
    assert "eve & Dee" in phone.open(game).text


def test_a_new_game_begins_with_the_rules_and_the_goal_played_last(phone: Person) -> None:
    assert chosen_rules(phone) == "original"
    start_with_names(phone, *NAMES, Rules="Kentucky")
    assert chosen_rules(phone) == "kentucky"
    assert phone.page.one("input[name=target]").attrs.get("value", "") == ""
    start_with_names(phone, *NAMES, Rules="Kentucky", **{"Play to": "300"})
    phone.start_anyway()
    assert chosen_rules(phone) == "kentucky"
    assert phone.page.one("input[name=target]").attrs["value"] == "300"
    other = phone.open("/games/new?rules=princeton")
    assert other.one("input[name=target]").attrs.get("value", "") == ""


def test_rules_that_another_phone_played_last_are_not_proposed(app: Flask, phone: Person) -> None:
    """K12: nor is it after a new phone came in, or one came in by a table link."""
    game = start_with_names(phone, *NAMES, Rules="Kentucky").path
    other = Person(app)
    assert chosen_rules(other) == "original"
    start_with_names(other, "Eve", "Flo", "Gus", "Hal", Rules="Princeton")
    assert (chosen_rules(phone), chosen_rules(other)) == ("kentucky", "princeton")
    link = shown_links(phone, f"{game}/links")["table"]
    other.open(link)
    other.tap("Enter")
    assert chosen_rules(other) == "princeton", "its new id takes the rules along"


def test_the_rules_of_a_rematch_are_those_that_its_phone_used_last(app: Flask, phone: Person) -> None:
    phone.start_game(rules="kentucky", target=100)
    phone.play("Ann", 120, 120)
    other = Person(app)
    other.open(phone.last.path)
    other.tap("Rematch")
    assert chosen_rules(other) == "kentucky"


def test_the_rules_of_a_deleted_game_are_not_proposed(phone: Person) -> None:
    start_with_names(phone, *NAMES, Rules="Kentucky")
    tap_in_settings(phone, phone.start_game(rules="princeton"), "Delete game")
    assert chosen_rules(phone) == "kentucky"


def test_house_rules_played_last_are_chosen_as_long_as_they_are_there(phone: Person) -> None:
    house = make_house_rules(phone).path
    start_with_names(phone, *NAMES, Rules="Tuesday rules")
    assert chosen_rules(phone) == house.rpartition("/")[2]
    phone.open(f"{house}/delete")
    phone.tap("Delete these rules")
    assert chosen_rules(phone) == "kentucky"


@pytest.mark.parametrize(
    ("button", "sides", "deals"),
    [
        ("Rematch: Ann & Bob vs. Cal & Dee", ("Ann & Bob", "Cal & Dee"), "Bob"),
        ("Rematch: Ann & Dee vs. Cal & Bob", ("Ann & Dee", "Bob & Cal"), "Ann"),
    ],
)
def test_a_rematch_with_new_partners_is_one_tap_and_the_deal_passes_to_the_left_of_cal_who_dealt_last(
    phone: Person, button: str, sides: tuple[str, str], deals: str
) -> None:
    phone.start_game(dealer="Ann")
    for _ in range(3):
        phone.play("Ann", 100, 100)
    (found,) = [one for one in phone.page.all("button") if text_of(one) == button]
    assert f"Cal and {sides[0].removeprefix('Ann & ')} trade seats; the deal passes to {deals}." in phone.page.text
    form = phone.form(button)
    phone.last = phone.send(form.action, form.sent | {"partner": found.attrs["value"]})
    assert set(phone.page.totals) == set(sides)
    assert phone.page.heading.startswith(f"Hand 1 · {deals} deals")


@pytest.mark.parametrize("partner", ["0", "7", "-1", "x"])
def test_a_known_name_that_cannot_be_a_partner_leaves_the_sides_as_they_are(phone: Person, partner: str) -> None:
    phone.start_game()
    for _ in range(3):
        phone.play("Ann", 100, 100)
    form = phone.form("Rematch")
    answer = phone.send(form.action, form.sent | {"partner": partner})
    assert answer.status in (303, 422)
    assert answer.status == 422 or tuple(answer.page.totals) == SIDES


@pytest.mark.parametrize("typed", ["ash", "ANN A", "ann ash", "Ash"])
def test_the_history_finds_a_player_by_the_beginning_of_any_word(phone: Person, typed: str) -> None:
    phone.start_game(names=("Ann Ash", "Bob", "Cal", "Dee"), dealer="Bob")
    page = phone.open(f"/games?player={typed.replace(' ', '+')}")
    assert "Ann Ash & Cal" in page.text
    assert "Ann Ash's stats" in page.text


def test_the_history_asks_which_of_several_is_meant(phone: Person) -> None:
    phone.start_game(names=("Ann Ash", "Annie Birch", "Cal", "Dee"), dealer="Cal")
    page = phone.get("/games?player=ann&result=unfinished").page
    links = {text_of(link): link.attrs["href"] for link in page.all("nav[aria-label='Which player'] a")}
    assert list(links) == ["Ann Ash", "Annie Birch"]
    assert "Ann Ash & Cal" in phone.open(links["Ann Ash"]).text
    assert "nn" not in phone.get("/games?player=nn").page.heading
    assert "No player named “nn”." in phone.get("/games?player=nn").page.text


def test_a_known_name_of_deleted_games_alone_is_not_offered(phone: Person) -> None:
    phone.start_game()
    joke = phone.start_game(dealer="Ida", names=("Ida", "Jon", "Kim", "Ann"))
    phone.open(f"{joke}/settings")
    phone.tap("Delete game")
    for page in ("/games/new", "/tournaments/new"):
        text = phone.open(page).html
        assert "Bob" in text
        assert "Ida" not in text
    phone.open(joke)
    phone.tap("Restore")
    assert "Ida" in phone.open("/games/new").html
