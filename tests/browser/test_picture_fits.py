"""The shared picture fits any names: nothing is cut off or lies over anything else."""

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.person import Person

from .phone import Phone

LONG = tuple(first + 13 * "BCD" for first in "AEFGHI")
SHORT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
BY_PLAYERS = {2: "two-handed", 3: "three-handed", 4: "original", 5: "five-handed", 6: "six-handed"}
# What lies outside the picture, and which of its words lie over others.
IN_PICTURE = """(() => {
  const texts = [...document.querySelectorAll("text")].filter((one) => one.textContent.trim()), faults = [];
  const boxes = texts.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const { right: wide, bottom: high } = document.documentElement.getBoundingClientRect();
  for (const [words, { left, right, top, bottom }] of boxes) {
    if (left < 3 || right > wide - 3 || bottom > high) faults.push(`outside: ${words}`);
    for (const [others, box] of boxes)
      if (others !== words && left < box.right - 1 && right > box.left + 1 && top < box.top + box.height / 2 &&
          bottom - (bottom - top) / 3 > box.top + box.height / 3) // letters are lower than their boxes
        faults.push(`${words} over ${others}`);
  }
  return faults;
})()"""


def play(keeper: Person, names: tuple[str, ...], rules: str, hands: int) -> str:
    game = keeper.start_game(names[0], names, rules=rules)
    for _ in range(hands):
        if keeper.page.has_button("Record bid"):
            keeper.record_bid(names[1], PRESETS[rules].rules.bids[-1])
            *empty, last = [field.attrs["data-names"] for field in keeper.page.all("input[data-names]")]
            counts = {f"Captured by {side}": "0" for side in empty}
            counts[f"Captured by {last}"] = str(PRESETS[rules].rules.card_total)
            keeper.tap("Save hand", counts | {"Last trick": last})
    return game


@pytest.mark.parametrize("players", BY_PLAYERS)
@pytest.mark.parametrize("names", [SHORT, LONG], ids=["three letters", "forty letters"])
def test_the_picture_fits_any_names(phone: Phone, names: tuple[str, ...], players: int) -> None:
    game = play(Person(phone.server.app), names[:players], BY_PLAYERS[players], 4)
    phone.page.set_viewport_size({"width": 1080, "height": 1080})
    phone.open(f"{game}/picture.svg")
    assert phone.page.evaluate(IN_PICTURE) == []
