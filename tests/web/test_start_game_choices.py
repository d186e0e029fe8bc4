"""What can be chosen for a new game: known names, rules, a target or a number of hands."""

from collections.abc import Callable

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import text_of
from tests.person import TABLE, Person

from .steps import known_names

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
    options = phone.open("/games/new").all("select[name=rules] option")
    keys = [option.attrs["value"] for option in options]
    assert keys == list(PRESETS)
    assert [text_of(option) for option in options] == [PRESETS[key].title for key in keys]


@pytest.mark.parametrize(
    ("rules", "description"),
    [
        ("original", "4 players, partners sit across; to 300"),
        ("six-handed", "6 players, everyone plays alone; to 150"),
        ("call-partner", "5 players, the bidder calls a partner; to 400"),
        ("changing-partners", "4 with player 4; 12 hands or another multiple of 12"),
    ],
)
def test_without_a_script_the_page_tells_what_each_rule_set_needs(phone: Person, rules: str, description: str) -> None:
    page = phone.open("/games/new")
    each = {text_of(line).partition(":")[0]: text_of(line) for line in page.all("details li")}
    assert list(each) == [preset.title for preset in PRESETS.values()]
    assert each[PRESETS[rules].title].endswith(description)
    assert PRESETS[rules].about in each[PRESETS[rules].title]
    assert text_of(page.one("#about-rules")) == PRESETS["original"].about
    assert "Original partnership: partners sit across." in text_of(page.one("#seats-hint"))


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
    assert next(one for one in page.all("input") if one.attrs["name"] == "target").attrs["placeholder"] == "500"
    assert "open" not in page.one("#other-ends").attrs
    fields = page.form("Start game").filled(**SEATED)
    assert "open" in phone.send("/games", fields | {"hand_limit": "0"}).page.one("#other-ends").attrs
    assert "open" in phone.open("/games/new?rules=changing-partners").one("#other-ends").attrs


def test_the_scoreboard_says_the_sides_afterwards(phone: Person) -> None:
    start_with(phone)
    assert list(phone.page.totals) == ["Ann & Cal", "Bob & Dee"]
