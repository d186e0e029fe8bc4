"""Chips and points stand in one grid: of one width, inside the margins, none alone in its row, no word broken."""

import pytest

from scorekeeper.rules.presets import PRESETS
from tests.layouts import LAYOUTS
from tests.person import Person

from .page_faults import CLOSE_AGAIN, OPEN_ALL
from .phone import Phone
from .visibility import measured

NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay")
# 31 points leave one alone in rows of five as of six; 37 need the fewer rows; seven names stand in threes.
GRIDS = """((grids, broken) => [...document.querySelectorAll(grids)].flatMap((grid) => {
  const cells = [...grid.children].filter((one) => one.checkVisibility() && one.getBoundingClientRect().width);
  const boxes = cells.map((one) => one.getBoundingClientRect());
  const name = grid.id || grid.ariaLabel || grid.parentElement.textContent.trim().slice(0, 30), faults = [];
  const tops = boxes.map((box) => Math.round(box.top)), widths = boxes.map((box) => box.width);
  const rows = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
  const main = document.querySelector("main"), room = main.getBoundingClientRect();
  const margin = parseFloat(getComputedStyle(main).paddingLeft) - 0.5;
  if (Math.max(...widths) - Math.min(...widths) > 1) faults.push("not of one width");
  if (rows[0] > 1 && rows.at(-1) === 1 && rows.length > 1 && ![7, 31, 37].includes(boxes.length))
    faults.push("one alone");
  if (boxes.some((box) => box.left < room.left + margin || box.right > room.right - margin))
    faults.push("outside the margins");
  if (grid.matches("#pad, .of-6") && boxes.length > 6 && ![5, 6].includes(rows[0])) faults.push("not five or six");
  if (boxes.some((box) => box.width < 48 || box.height < 48)) faults.push("too small for a finger");
  faults.push(...cells.flatMap(broken));
  return faults.map((fault) => `${name}: ${fault}, ${rows}`);
}))(".flow, .rare:not(:has(> [open])), #pad, .chips.of-6", (cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
  while (walker.nextNode()) {
    const { currentNode: words } = walker;
    if (!words.parentElement.checkVisibility()) continue;
    for (const { index, 0: word } of words.data.matchAll(/\\S+/g)) {
      range.setStart(words, index);
      range.setEnd(words, index + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`${word} is broken`);
    }
  }
  return found;
})"""
OPEN_RARE = "() => document.querySelectorAll('details:has(> .rare)').forEach((one) => { one.open = true })"


@pytest.mark.everywhere("rule set", once={"key": LAYOUTS})
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
