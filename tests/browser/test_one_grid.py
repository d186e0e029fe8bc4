"""Chips and points stand in one grid: of one width, inside the margins, none alone in its row, no word broken."""

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.layouts import ONCE
from tests.person import Person

from .page_faults import CLOSE_AGAIN, OPEN_ALL
from .phone import Phone
from .scripts import script
from .visibility import measured

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
GRIDS = script("grid_faults")
OPEN_RARE = "() => document.querySelectorAll('details:has(> .rare)').forEach((one) => { one.open = true })"


@pytest.mark.everywhere("rule set", once={"key": ONCE[1:]})
@pytest.mark.parametrize("key", PRESETS)
def test_chips_are_of_one_width_and_none_is_alone(phone: Phone, key: str) -> None:
    rules, keeper, found = PRESETS[key].rules, Person(phone.server.app), list[str]()
    game = keeper.start_game("Ann", NAMES[: rules.players], rules=key)

    def look(where: str) -> None:
        for width in (320, 360, 390):
            phone.page.set_viewport_size({"width": width, "height": 664})
            phone.page.evaluate(OPEN_RARE)
            faults = measured(phone, GRIDS)
            phone.page.evaluate(OPEN_ALL)
            faults += measured(phone, GRIDS)
            phone.page.evaluate(CLOSE_AGAIN)
            found.extend(f"{where}, {width} px: {fault}" for fault in dict.fromkeys(faults))

    phone.open(f"{game}?bid=calls")
    look("the calls")
    phone.open(game)
    look("the bid")
    keeper.record_bid("Bob", rules.bids[0])
    phone.open(game)
    if rules.sides == "called_partner":
        look("the partner")
        keeper.tap("Record partner", {"Partner": "Dee"})
        phone.open(game)
    look("the count")
    *empty, last = [field.attrs["data-names"] for field in keeper.open(game).all("input[data-names]")]
    counts = {f"Captured by {side}": "0" for side in empty} | {f"Captured by {last}": str(rules.card_total)}
    tricks = {name.replace("_", " ").capitalize(): last for name in rules.trick_points}
    keeper.tap("Save hand", counts | {name: side for name, side in tricks.items() if name in keeper.page.text})
    phone.open(f"{game}/hands/1")
    look("a correction")
    assert not found, "\n".join(found)
