"""Each competitor's card says what it has, who leads and, where partners change, who plays with it in this hand."""

from tests.html import text_of
from tests.person import SIDES, Person

from .steps import bid_and_call, sit_down


def leaders(phone: Person) -> list[str]:
    """Return the names of those whose card says that they lead."""
    return [text_of(card.query_one("h2")) for card in phone.page.all(".side") if card.query(".leads")]


def test_the_crown_is_on_the_leader_until_the_game_ends(phone: Person) -> None:
    phone.open(phone.start_game())
    assert leaders(phone) == []
    phone.play("Ann", 70, 60)
    assert phone.page.totals == {SIDES[0]: "−70", SIDES[1]: "60"}
    assert leaders(phone) == [SIDES[1]]
    phone.play("Bob", 120, 60)
    assert leaders(phone) == [SIDES[0]]
    phone.play("Ann", 70, 70)
    phone.play("Ann", 70, 120)
    assert leaders(phone) == [SIDES[0]]
    phone.play("Ann", 70, 120)
    assert phone.page.heading == f"{SIDES[0]} won"
    assert leaders(phone) == []


def test_of_equals_at_the_top_no_one_leads(phone: Person) -> None:
    phone.open(phone.start_game())
    phone.play("Ann", 70, 120)
    phone.play("Bob", 70, 0)
    assert phone.page.totals == {SIDES[0]: "120", SIDES[1]: "120"}
    assert leaders(phone) == []


def test_where_everyone_has_a_total_each_hand_says_it_too(phone: Person) -> None:
    """Changing partners: Ann and Cal make 80 twice."""
    sit_down(phone, "changing-partners")
    for _ in range(2):
        bid_and_call(phone, "Ann", 70)
        phone.tap("Save hand", {"Captured by Ann & Cal": "80"})
    rows = [text_of(row) for row in phone.page.all(".hands tbody tr") if row.attrs.get("class") != "why"]
    assert rows == ["2 Ann 70 made 80 160 40 80 80 160 40 80", "1 Ann 70 made 80 80 40 40 80 80 40 40"]


def test_where_partners_change_each_card_has_the_partner_of_this_hand(phone: Person) -> None:
    """R21: Ann with Cal for four hands, then with Bob."""
    sit_down(phone, "changing-partners")

    def partners() -> list[str]:
        return [text_of(card) for card in phone.page.all(".with")]

    for hand in range(4):
        assert partners() == ["with Cal", "with Dee", "with Ann", "with Bob"], hand
        bid_and_call(phone, "Ann", 70)
        assert partners() == ["with Cal", "with Dee", "with Ann", "with Bob"], hand
        phone.tap("Save hand", {"Captured by Ann & Cal": "80"})
    assert partners() == ["with Bob", "with Ann", "with Dee", "with Cal"]
