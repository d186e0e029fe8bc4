"""What can be chosen for a new game: known names, rules, a target or a number of hands."""

from collections.abc import Callable

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import text_of
from tests.person import TABLE, Person

from .steps import known_names, make_house_rules

SEATED = {f"Player {seat}": name for seat, name in enumerate(TABLE, 1)}


def start_with(phone: Person, **typed: str) -> None:
    phone.open("/games/new")
    fields = phone.form("Start game").filled(**SEATED) | typed
    phone.last = phone.send("/games", fields)
    assert phone.last.status == 303, phone.last.body.decode()


def test_all_six_fields_are_there(phone: Person) -> None:
    form = phone.open("/games/new").form("Start game")
    assert [form.field(f"Player {seat}")[0] for seat in range(1, 7)] == [f"players-{seat}" for seat in range(6)]


def test_known_names_are_offered_who_played_last_first(phone: Person) -> None:
    assert known_names(phone) == []
    phone.start_game(names=("Eve", "Flo", "Gus", "Hal"))
    phone.start_game()
    assert known_names(phone) == ["Ann", "Bob", "Cal", "Dee", "Eve", "Flo", "Gus", "Hal"]
    phone.start_game(names=("Hal", "Gus", "Ann", "Ida"))
    assert known_names(phone) == ["Ann", "Gus", "Hal", "Ida", "Bob", "Cal", "Dee", "Eve", "Flo"]


def test_no_more_than_24_names_are_offered(phone: Person) -> None:
    for table in range(7):
        phone.start_game(names=tuple(f"{table}{seat}" for seat in "abcd"))
    assert len(known_names(phone)) == 24
    assert not {"0a", "0b"} & set(known_names(phone))


def test_rules_are_offered_by_the_keys_of_their_presets(phone: Person) -> None:
    """By how many play, each with its description, which a tap chooses."""
    form = phone.open("/games/new").form("Start game")
    assert form.field("How many play")[1] == {number: number for number in "23456"}
    _, offered = form.field("Rules")
    ordered = sorted(PRESETS.values(), key=lambda preset: preset.rules.players)
    assert offered == {preset.title: preset.key for preset in ordered}
    for key, preset in PRESETS.items():
        radio = phone.page.one(f"[name=rules][value={key}]")
        assert radio.attrs["data-players"] == str(preset.rules.players)
        assert text_of(phone.page.one(f"#{radio.attrs['aria-describedby']}")) == preset.about
    assert "Original partnership: partners sit across." in text_of(phone.page.one("#seats-hint"))


def test_house_rules_come_first_and_bear_their_own_name(phone: Person) -> None:
    """By how many play as the others; what they were made from is in their description."""
    make_house_rules(phone)
    make_house_rules(phone, "Cabin", "three-handed", target="250")
    options = phone.open("/games/new").form("Start game").field("Rules")[1] or {}
    assert [*options][1:3] == ["Cabin", "Three players"]
    assert [*options][3:5] == ["Tuesday rules", "Original partnership"]
    about = phone.page.one(f"#about-{options['Cabin']}")
    assert text_of(about) == "Three players with your changes, to 250."


@pytest.mark.parametrize(
    ("address", "how_many", "rules"),
    [
        ("/games/new", "4", "original"),
        ("?rules=six-handed", "6", "six-handed"),
        ("?rules=call-partner", "5", "call-partner"),
    ],
)
def test_how_many_play_is_that_of_the_rules(phone: Person, address: str, how_many: str, rules: str) -> None:
    sent = phone.open(address if address[0] == "/" else f"/games/new{address}").form("Start game").sent
    assert (sent["how_many"], sent["rules"]) == (how_many, rules)


def test_rules_for_another_number_are_named_where_names_are_missing(phone: Person, stored: Callable[[], str]) -> None:
    """Without a script the rules stay chosen when another number is."""
    fields = phone.open("/games/new").form("Start game").filled(**SEATED | {"How many play": "3", "Player 4": ""})
    before = stored()
    answer = phone.send("/games", fields)
    assert answer.status == 422
    assert "Original partnership is for 4. Choose rules for 3 players." in answer.page.description_of("rules")
    assert answer.page.form("Start game").sent["how_many"] == "3"
    assert stored() == before
    start_with(phone, how_many="3")  # four names for rules for four: nothing is wrong


def test_an_empty_target_is_the_rules_own(phone: Person) -> None:
    start_with(phone, rules="online-ones-high")
    for _ in range(4):
        phone.play("Ann", 100, 120)
    assert phone.page.heading.startswith("Hand 5")
    phone.play("Ann", 100, 120)
    assert phone.page.heading == "Ann & Cal won"


def test_a_target_of_the_tables_own(phone: Person) -> None:
    start_with(phone, target="100")
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"


def test_a_number_of_hands_replaces_a_target(phone: Person) -> None:
    start_with(phone, hand_limit="4")
    for hand in (1, 2, 3):
        assert f"Hand {hand} of 4" in phone.page.text
        phone.play("Ann", 100, 100)
    assert phone.page.totals["Ann & Cal"] == "300"
    phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"


@pytest.mark.parametrize(("target", "hands"), [("200", "9"), ("900", "2")])
def test_with_both_whichever_comes_first_ends_the_game(phone: Person, target: str, hands: str) -> None:
    start_with(phone, target=target, hand_limit=hands)
    for _ in range(2):
        phone.play("Ann", 100, 100)
    assert phone.page.heading == "Ann & Cal won"


@pytest.mark.parametrize("field", ["target", "hand_limit"])
@pytest.mark.parametrize("value", ["0", "-300", "1000001", "a lot"])
def test_an_end_that_cannot_be_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], field: str, value: str
) -> None:
    fields = phone.open("/games/new").form("Start game").filled(**SEATED)
    before = stored()
    answer = phone.send("/games", fields | {field: value})
    assert answer.status == 422
    assert "number" in answer.page.description_of(field)
    again = answer.page.form("Start game").sent
    assert again == fields | {field: value, "csrf_token": again["csrf_token"]}
    assert stored() == before


def test_the_table_has_the_seats_of_its_rules_also_when_the_game_is_refused(phone: Person) -> None:
    page = phone.open("/games/new?rules=six-handed")
    assert page.one(".seats").attrs["class"] == "seats table of-6"
    fields = page.form("Start game").filled(**SEATED)
    page = phone.send("/games", fields | {"target": "0", "rules": "original"}).page
    assert page.one(".seats").attrs["class"] == "seats table of-4 pairs"


def test_play_to_shows_its_default_and_the_other_ends_are_folded_until_they_are_used(phone: Person) -> None:
    page = phone.open("/games/new?rules=kentucky")
    assert next(one for one in page.all("input") if one.attrs.get("name") == "target").attrs["placeholder"] == "500"
    assert "open" not in page.one("#other-ends").attrs
    fields = page.form("Start game").filled(**SEATED)
    assert "open" in phone.send("/games", fields | {"hand_limit": "0"}).page.one("#other-ends").attrs
    assert "open" in phone.open("/games/new?rules=changing-partners").one("#other-ends").attrs


def test_the_scoreboard_says_the_sides_afterwards(phone: Person) -> None:
    start_with(phone)
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]
