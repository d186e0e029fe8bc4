"""What only some rules ask: partners, most tricks, a sweep, cards out of play, a moon; what cannot be is refused."""

from collections.abc import Callable

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import Typed, text_of
from tests.person import SIDES, Answer, Person
from tests.web.steps import NAMES, bid_and_call, sit_down

from .steps import correct

AC, BD = SIDES


def counts(**captured: int | str) -> Typed:
    """captured: by the first player of each side."""
    return {f"captured-{NAMES.index(player)}": str(points) for player, points in captured.items()}


def save(phone: Person, **typed: str) -> Answer:
    form = phone.form("Save hand")
    phone.last = phone.send(form.action, form.sent | typed)
    return phone.last


def questions_asked(phone: Person) -> list[str]:
    """The questions next to the counts, in their order."""
    return [text_of(legend) for legend in phone.page.all("#hand legend") if text_of(legend) != "Who reneged?"]


@pytest.mark.parametrize(
    ("rules", "questions"),
    [
        ("original", ["Last trick"]),  # it wins the nest
        ("two-handed", ["Last trick"]),
        ("house-200", ["Last trick"]),
        ("princeton", ["Last trick", "Sweep"]),  # the nest is the bidder's, and the last trick earns 20 (R16)
        ("dixie", ["Most tricks", "Last trick"]),  # R31
        ("call-partner", ["Last trick"]),
    ],
)
def test_a_hand_is_asked_what_its_rules_need(phone: Person, rules: str, questions: list[str]) -> None:
    sit_down(phone, rules)
    called = {"Partner": "Cal"} if rules == "call-partner" else {}
    bid_and_call(phone, "Ann", 100, **called)
    assert questions_asked(phone) == questions


# The lowest and the highest bid as the documents give them, and the moon.
BIDS = {
    "original": (70, 120), "changing-partners": (70, 120), "two-handed": (50, 100), "three-handed": (50, 100),
    "five-handed": (30, 100), "six-handed": (30, 100), "concise": (70, 120), "online-ones-high": (80, 180),
    "online-fourteens-high": (70, 120), "princeton": (70, 200), "kentucky": (100, 180), "house-200": (100, 200),
    "county-fair": (65, 100), "smith-county": (75, 150), "larry-smith": (100, 200), "red-one": (70, 150),
    "dixie": (65, 120), "call-partner": (80, 200), "moon-360": (5, 180, 360),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "bids"), BIDS.items())
def test_every_bid_that_can_be_made_is_offered_and_no_other(phone: Person, rules: str, bids: tuple[int, ...]) -> None:
    sit_down(phone, rules)
    lowest, highest, *moon = bids
    offered = list(phone.form("Record bid").field("Bid")[1] or ())
    assert offered == [str(bid) for bid in (*range(lowest, highest + 1, 5), *moon)]


# The rules, what is sent of a hand that Ann bid, the field at which it is said, what is said there.
REFUSED = [
    ("house-200", counts(Ann=100), "last_trick", "Who took the last trick? It's worth 20."),
    ("house-200", {**counts(Ann=105, Bob=95), "last_trick": "0"}, "captured-0",
     "It fits with the last trick's 20 counted in."),
    ("house-200", {**counts(Ann=200), "last_trick": "0"}, "captured-0",
     "It fits with the last trick's 20 counted in."),
    ("house-200", {**counts(Ann=100, Bob=90), "last_trick": "0"}, "captured-0",
     "That's 190, but there are only 180 points in the deck."),
    ("house-200", {**counts(Ann=100), "last_trick": "9"}, "last_trick", "Choose a player at this table."),
    ("dixie", counts(Ann=50), "most_tricks", "Who took the most tricks? That's worth 20."),
    ("dixie", {**counts(Ann=70, Bob=50), "most_tricks": "0"}, "captured-0", "It fits with most tricks' 20 counted in."),
    ("dixie", {**counts(Ann=50), "most_tricks": "both"}, "most_tricks", "Choose one of these."),
    ("princeton", {**counts(Ann=100), "sweep": "0"}, "sweep", "took every trick, so Bob & Dee can't have 80 points"),
    ("princeton", {**counts(Ann=180), "sweep": "0", "last_trick": "1"}, "sweep", "so Bob can't have the last trick"),
    ("princeton", {**counts(Ann=180), "sweep": "none"}, "sweep", "Choose one of these."),
    ("two-handed", counts(Ann=60), "captured-1", "How many points did Bob capture?"),
    ("two-handed", counts(Ann=60, Bob=5), "captured-0", "That's 65, but there are 70 to 100 points in play."),
    ("three-handed", counts(Ann=60, Bob=45), "captured-0", "That's 105, but there are only 70 to 100 points in play."),
    ("six-handed", counts(Ann=15, Bob=15, Cal=15, Dee=15, Eve=15), "captured-0", "The cards can't be split that way"),
    ("six-handed", counts(Ann=60, Bob=20), "captured-2", "How many points did each side capture (Cal, Dee, Eve, Fay)?"),
]  # fmt: skip


def test_after_a_renege_no_trick_is_in_a_count_that_is_too_high(phone: Person) -> None:
    """R9: no one had the last trick, so its 20 are not what was typed too much."""
    sit_down(phone, "house-200")
    bid_and_call(phone, "Ann", 100)
    answer = save(phone, **counts(Ann=200), reneged_by="1")
    assert answer.status == 422
    assert "200 isn't possible. Points come in 5s, 0 to 180." in answer.page.description_of("captured-0")
    assert "in it that fits" not in answer.page.text


@pytest.mark.parametrize(("rules", "typed", "field", "why"), REFUSED)
def test_a_count_that_the_rules_refuse_is_refused_at_its_field(
    phone: Person, stored: Callable[[], str], rules: str, typed: Typed, field: str, why: str
) -> None:
    sit_down(phone, rules)
    bid_and_call(phone, "Ann", max(PRESETS[rules].rules.min_bid, 60))
    before = stored()
    answer = save(phone, **typed)
    assert answer.status == 422
    assert why in answer.page.description_of(field)
    sent = answer.page.form("Save hand").sent
    assert {name: sent[name] for name in counts() | typed if name in sent} == {
        name: value for name, value in typed.items() if name in sent
    }
    assert stored() == before


def test_tied_for_most_tricks_no_one_gets_the_points(phone: Person) -> None:
    """R31."""
    sit_down(phone, "dixie")
    bid_and_call(phone, "Ann", 65)
    assert list(phone.form("Save hand").field("Most tricks")[1] or ()) == [AC, BD, "Tied"]
    assert phone.tap("Save hand", {"Most tricks": "Tied", f"Captured by {AC}": "65"}).page.totals == {
        AC: "65",
        BD: "35",
    }


def test_a_sweep_can_be_taken_back(phone: Person) -> None:
    """R16: 180 cards, 20 for the last trick, 100 for all tricks."""
    game = sit_down(phone, "princeton")
    bid_and_call(phone, "Ann", 200)
    typed = {"Sweep": AC, f"Captured by {AC}": "180", f"Captured by {BD}": "0"}
    assert phone.tap("Save hand", typed).page.totals == {AC: "300", BD: "0"}
    assert correct(phone, game, 1, {"Sweep": "No one", "Last trick": AC}).page.totals == {AC: "200", BD: "0"}


def test_a_moon_is_offered_among_the_bids_and_said_as_such(phone: Person) -> None:
    """R27: 360 for all 180 points."""
    sit_down(phone, "moon-360")
    form = phone.form("Record bid")
    assert list(form.field("Bid")[1] or ())[-2:] == ["180", "360"]
    assert "360 = shoot the moon: take all 180 points or lose 360." in phone.page.description_of("bid")
    bid_and_call(phone, "Ann", 360)
    assert text_of(phone.page.one(".contract")) == "Ann is shooting the moon (360): Ann & Cal need all 180"
    assert phone.tap("Save hand", {f"Captured by {AC}": "175"}).page.totals == {AC: "−360", BD: "5"}


@pytest.mark.parametrize(
    ("rules", "typed", "shown"),
    [
        (
            "house-200",
            {"Last trick": AC, f"Captured by {AC}": "85"},
            "Ann & Cal: made, 85 in cards + 20 for last trick = +105. Bob & Dee: +95.",
        ),
        (
            "house-200",
            {"Last trick": BD, f"Captured by {AC}": "85"},
            "Ann & Cal: set back 100. Bob & Dee: 95 in cards + 20 for last trick = +115.",
        ),
        (
            "princeton",
            {"Last trick": AC, "Sweep": AC, f"Captured by {AC}": "180"},
            "Ann & Cal: made, 180 in cards + 20 for last trick + 100 sweep = +300. Bob & Dee: 0. All 13 tricks? +100",
        ),
        (
            "princeton",
            {"Last trick": AC, f"Captured by {AC}": "180"},
            "Ann & Cal: made, 180 in cards + 20 for last trick = +200. Bob & Dee: 0. All 13 tricks? +100",
        ),
        (
            "princeton",
            {"Last trick": BD, f"Captured by {AC}": "15"},
            "Ann & Cal: set back 100. Bob & Dee: 165 in cards + 20 for last trick = +185. All 13 tricks? +100",
        ),
        (
            "princeton",
            {"Last trick": BD, f"Captured by {AC}": "180"},
            "Ann & Cal: made, +180. Bob & Dee: 0 in cards + 20 for last trick = +20.",
        ),
        (
            "dixie",
            {"Most tricks": AC, f"Captured by {AC}": "65"},
            "Ann & Cal: 65 in cards + 20 for most tricks = 85, set back 100. Bob & Dee: +35.",
        ),
    ],
)
def test_both_figures_are_in_the_preview(phone: Person, rules: str, typed: Typed, shown: str) -> None:
    sit_down(phone, rules)
    bid_and_call(phone, "Ann", 100)
    form = phone.form("Save hand")
    answer = phone.send(phone.page.one("#preview").attrs["hx-post"], form.filled(**typed))
    assert answer.page.text == shown


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ("house-200", "The 20 for last trick is added for you."),
        ("dixie", "The 20 for most tricks is added for you."),
        ("original", ""),
    ],
)
def test_captured_means_cards_and_the_field_says_so(phone: Person, rules: str, hint: str) -> None:
    sit_down(phone, rules)
    bid_and_call(phone, "Ann", 100)
    field = phone.page.one("input[name=captured-0]")
    assert ("captured-hint" in field.attrs.get("aria-describedby", "")) is bool(hint)
    assert hint in phone.page.text


def test_sides_that_took_nothing_stay_blank_where_the_others_took_all(phone: Person) -> None:
    """R30: five alone, and 60 and 40 are all of the 100."""
    sit_down(phone, "five-handed")
    assert "several stay blank if they took nothing" not in phone.page.text
    bid_and_call(phone, "Ann", 60)
    assert "A side left blank gets the rest; several stay blank if they took nothing." in phone.page.text
    assert save(phone, **counts(Ann=60, Dee=35)).status == 422
    assert save(phone, **counts(Ann=60, Dee=40)).status == 303
    assert phone.page.totals == {"Ann": "60", "Bob": "0", "Cal": "0", "Dee": "40", "Eve": "0"}


def test_of_a_renege_found_after_the_last_trick_the_preview_says_what_counts(phone: Person) -> None:
    """R9: the others' points in cards and for the trick; of those who reneged nothing."""
    sit_down(phone, "house-200")
    bid_and_call(phone, "Ann", 100)
    phone.more(part="Renege")
    form, preview = phone.form("Save hand"), phone.page.one("#preview").attrs["hx-post"]
    typed = {"Who reneged?": "Bob", f"Captured by {AC}": "60", "Last trick": AC}
    shown = phone.send(preview, form.filled(**typed)).page.text
    assert shown == "Ann & Cal: 60 in cards + 20 for last trick = +80. Bob & Dee: set back 100."
    shown = phone.send(preview, form.filled(**typed | {"Last trick": BD})).page.text
    assert shown == "Ann & Cal: +60. Bob & Dee: set back 100."


def test_princeton_passes_to_the_right_then_to_the_left(phone: Person) -> None:
    sit_down(phone, "princeton")
    for where in ("right", "left", "right"):
        assert f"everyone passes three cards to the {where}" in phone.page.text
        phone.tap("Misdeal")
        assert f"everyone passes three cards to the {where}" in phone.page.text
        bid_and_call(phone, "Ann", 100)
        assert f"everyone passes three cards to the {where}" in phone.page.text
        phone.tap("Save hand", {"Last trick": AC, f"Captured by {AC}": "90"})


def test_with_two_players_the_other_plays_the_dummy(phone: Person) -> None:
    """R10."""
    sit_down(phone, "two-handed")
    assert "Whoever loses the bid also plays the dummy." in phone.page.text
    bid_and_call(phone, "Bob", 60)
    assert "Ann also plays the dummy." in phone.page.text


def test_a_correction_asks_for_most_tricks_and_keeps_a_tie(phone: Person) -> None:
    game = sit_down(phone, "dixie")
    bid_and_call(phone, "Ann", 65)
    phone.tap("Save hand", {"Most tricks": "Tied", f"Captured by {AC}": "65"})
    phone.open(f"{game}/hands/1")
    assert phone.form("Save correction").sent["most_tricks"] == "tied"
    assert correct(phone, game, 1, {"Most tricks": BD}).page.totals == {AC: "65", BD: "55"}
