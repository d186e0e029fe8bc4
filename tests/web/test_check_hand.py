"""One hand checked without a game: right or wrong, the right figures, and why."""

from urllib.parse import urlencode

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.html import text_of
from tests.person import HTMX, Answer, Person

from .steps import make_house_rules, verdict


def check_hand(phone: Person, rules: str = "original", **typed: str) -> Answer:
    fields = {name.replace("_at_", "-"): value for name, value in typed.items()}
    return phone.get("/check/hand?" + urlencode({"rules": rules, "check": "y", **fields}))


# The rule book's own example: 95 was bid and 75 captured.
BOOK = {"bidder": "1", "bid": "95", "captured_at_1": "75"}


def test_the_rule_books_hand_is_settled(phone: Person) -> None:
    wrong = verdict(check_hand(phone, **BOOK, claimed_at_0="45", claimed_at_1="75"))
    assert wrong.startswith("Wrong · the bid is set")
    assert "Our side +45: right" in wrong
    assert "Their side −95: not 75, 170 too high" in wrong
    assert "Their side bid 95 and took 75: set back 95. Our side scores 45." in wrong
    assert verdict(check_hand(phone, **BOOK, claimed_at_0="45", claimed_at_1="−95")).startswith(
        "Right · the bid is set"
    )
    assert verdict(check_hand(phone, **BOOK)).startswith("What the hand scores · the bid is set")


# What is asked, what is claimed of each side in its order, a sentence with its ruling; sources: docs/using/rules.md.
HANDS = [
    ("R8, a renege", "original", {**BOOK, "captured_at_0": "30", "reneged_by": "1"},
     (30, -95), "Their side reneged: their side set back 95. R8"),
    ("R11, a foul by who made it", "original", {"bidder": "0", "bid": "100", "captured_at_0": "100", "talk_at_0": "1"},
     (60, 20), "Our side's table talk costs our side 40. R12"),
    ("R26, an adjustment", "original", {**BOOK, "adjusted_at_0": "-10"}, (35, -95), "Our side −10: agreed"),
    ("R16, a sweep", "princeton",
     {"bidder": "0", "bid": "150", "captured_at_0": "180", "last_trick": "0", "sweep": "0"},
     (300, 0), "Our side took every trick: +100. R16"),
    ("R31, tied for most tricks", "dixie", {"bidder": "0", "bid": "65", "captured_at_0": "60", "most_tricks": "tied"},
     (-65, 40), "set back 65"),
    ("R14, two defenders", "three-handed", {"bid": "60", "captured_at_0": "50", "captured_at_1": "50"},
     (-60, 50), "The defenders score 50 each. R14"),
    ("two players", "two-handed", {"bid": "60", "captured_at_0": "60", "captured_at_1": "40"},
     (60, 40), "The other player scores 40."),
    ("R15, each for himself", "five-handed",
     {"bid": "30", "captured_at_0": "25", "captured_at_1": "40", "captured_at_2": "20", "captured_at_3": "15"},
     (-30, 40, 20, 15, 0), "Player 2 +40, player 3 +20, player 4 +15, player 5 0. R15"),
    ("R6, changing partners", "changing-partners", BOOK, (45, -95), "Our side scores 45 each. R6"),
    ("a called partner", "call-partner", {"bid": "100", "captured_at_0": "100", "last_trick": "0"}, (120, 80), "each"),
    ("R27, the moon", "moon-360", {"bidder": "0", "bid": "360", "captured_at_0": "175"}, (-360, 5), "shot the moon"),
    ("R8, a fixed renege", "county-fair", {"bidder": "0", "bid": "65", "reneged_by": "1"}, (100, -100), "set back 100"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "typed", "points", "sentence"), [row[1:] for row in HANDS], ids=[r[0] for r in HANDS]
)
def test_every_fact_that_the_rules_ask_is_scored(
    phone: Person, rules: str, typed: dict[str, str], points: tuple[int, ...], sentence: str
) -> None:
    claims = {f"claimed_at_{place}": str(worth) for place, worth in enumerate(points)}
    shown_verdict = verdict(check_hand(phone, rules, **typed, **claims))
    assert shown_verdict.startswith("Right")
    assert sentence in shown_verdict
    off = verdict(check_hand(phone, rules, **typed, claimed_at_0=str(points[0] + 5)))
    assert off.startswith("Wrong")
    assert "5 too high" in off


@pytest.mark.parametrize("key", PRESETS)
def test_only_what_the_rules_ask_is_asked(phone: Person, key: str) -> None:
    rules = PRESETS[key].rules
    page = phone.open(f"/check/hand?rules={key}")
    legends_used = {
        "Last trick": rules.last_trick_points, "Most tricks": rules.most_tricks_points, "Renege": rules.uses_reneges,
        "Took every trick": rules.sweep_bonus, "Bidder": rules.sides in ("partnerships", "rotating_partners"),
    }  # fmt: skip
    legends = [text_of(legend) for legend in page.all("legend")]
    assert {name for name in legends_used if name in legends} == {name for name, used in legends_used.items() if used}
    assert ("Penalties" in [text_of(each) for each in page.all("summary")]) == rules.uses_fouls


RENEGED = {"bidder": "0", "bid": "100", "captured-0": "30", "captured-1": "30", "reneged_by": "0", "last_trick": "1"}


def test_the_last_trick_of_a_checked_hand_can_be_taken_back_once_there_was_a_renege(phone: Person) -> None:
    """R9: a radio button that was chosen cannot be unchosen without another one; chosen, the renege was found later."""
    answer = phone.get("/check/hand?" + urlencode({"rules": "house-200", "check": "y", **RENEGED}))
    assert "Their side +50 with the last trick: it was found only after that." in verdict(answer)
    chips = answer.page.all("input[name=last_trick]")
    assert [each.attrs["value"] for each in chips] == ["0", "1", ""]
    taken_back = verdict(check_hand(phone, "house-200", **RENEGED | {"last_trick": ""}))
    assert "Their side +30, captured before it was found." in taken_back


@pytest.mark.parametrize(
    ("rules", "typed", "why"),
    [
        ("original", RENEGED | {"sweep": "1"}, "a hand with a renege has no sweep"),
        ("kentucky", {"bidder": "0", "bid": "100", "captured-0": "30", "talk-0": "1"}, "penalties aren't scored"),
    ],
)
def test_a_checked_hand_refuses_what_its_rules_do_not_ask(
    phone: Person, rules: str, typed: dict[str, str], why: str
) -> None:
    answer = check_hand(phone, rules, **typed)
    assert answer.status == 422
    assert why in answer.page.alerts


WRONG = [
    ("a bid between two steps", {**BOOK, "bid": "72"}, "bid", "Bids go by 5s; 72 isn't one."),
    ("no bid", {**BOOK, "bid": ""}, "bid", "How much was the bid?"),
    ("no bidder", {**BOOK, "bidder": ""}, "bidder", "Who took the bid?"),
    ("letters", {**BOOK, "bid": "lots"}, "bid", "Enter a whole number, like 45."),
    ("a count that cannot be", {**BOOK, "captured_at_1": "77"}, "captured-1", "77 isn't possible."),
    (
        "counts that do not add up",
        {**BOOK, "captured_at_0": "75"},
        "captured-0",
        "That's 150, but there are only 120 points in the deck.",
    ),
    ("a claim in letters", {**BOOK, "claimed_at_0": "fifty"}, "claimed-0", "Enter a whole number, like 45."),
    ("too many fouls", {**BOOK, "talk_at_0": "10"}, "talk-0", "from 0 to 9"),
    ("a side that is not there", {**BOOK, "bidder": "7"}, "bidder", "Choose one of the sides."),
    ("a huge adjustment", {**BOOK, "adjusted_at_0": "9999999"}, "adjusted-0", "up to 1,000,000 points"),
]


@pytest.mark.parametrize(("typed", "field", "why"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_checked_hand_that_cannot_be_is_refused_at_its_field_and_kept(
    phone: Person, typed: dict[str, str], field: str, why: str
) -> None:
    answer = check_hand(phone, **typed)
    assert answer.status == 422
    assert why in answer.page.description_of(field)
    refilled = next(iter(answer.page.all("input[name=captured-1]"))).attrs["value"]
    assert refilled == typed["captured_at_1"]


@pytest.mark.parametrize("name", ["captured-0", "talk-1", "adjusted-0", "claimed-1"])
def test_a_number_that_is_none_is_said_once_and_at_its_own_field_alone(phone: Person, name: str) -> None:
    page = check_hand(phone, **BOOK, **{name: "lots"}).page
    assert "Enter a whole number, like 45." in page.description_of(name)
    assert page.text.count("Enter a whole number, like 45.") == 1
    assert [field.attrs["name"] for field in page.all("[aria-invalid]")] == [name]


def test_rules_that_are_not_there_are_refused(phone: Person) -> None:
    answer = check_hand(phone, "poker", **BOOK)
    assert answer.status == 422
    assert "Choose a rule set." in answer.page.description_of("rules")


def test_house_rules_of_the_club_can_be_chosen(phone: Person) -> None:
    offered = [text_of(each) for each in phone.open("/check/hand").all("option")]
    assert offered[: len(PRESETS)] == [preset.title for preset in PRESETS.values()]


def test_the_answer_comes_as_a_part_of_the_page_too(phone: Person) -> None:
    answer = phone.get(
        "/check/hand?" + urlencode({"check": "y", "bidder": "1", "bid": "95", "captured-1": "75"}), **HTMX
    )
    assert not answer.page.whole
    assert "set back 95" in answer.page.text


def test_a_hand_that_was_given_up_is_checked(phone: Person) -> None:
    """R33: nothing need be counted, and what the others had is theirs."""
    key = make_house_rules(phone, start="original", may_concede="True").path.removeprefix("/rules/")
    asked = f"/check/hand?rules={key}&bidder=0&bid=100&captured-1=35&gave_up=y&claimed-0=-100&claimed-1=35&check=y"
    page = phone.open(asked)
    assert text_of(page.one("#verdict h2")).startswith("Right")
    assert "Our side gave up the hand: set back 100." in page.text


def test_a_discard_that_sets_is_checked(phone: Person) -> None:
    page = phone.open("/check/hand?rules=county-fair&bidder=0&bid=65&captured-0=80&discard=y&check=y")
    assert "a wrong nest discard is a set: set back 65." in page.text
    assert 'name="gave_up"' not in page.html


@pytest.mark.parametrize("written", ["-90", "−90", "–90", "(90)", "90-", "- 90", "-90 set", "set 90"])
def test_a_score_is_typed_as_people_write_it(phone: Person, written: str) -> None:
    answer = phone.get("/check/hand?" + urlencode({
        "check": "y", "bidder": "1", "bid": "90", "captured-1": "80", "claimed-1": written, "claimed-0": "+40",
    }))  # fmt: skip
    assert text_of(answer.page.one("#verdict")).startswith("Right")
