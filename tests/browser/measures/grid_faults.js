// What is wrong with the grids of chips and points. 31 points leave one alone in rows of five as of six; 37 need the fewer
// rows; seven names stand in threes.
export default () => {
  /** @param {Element} cell */
  const broken = (cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    while (walker.nextNode()) {
      const words = /** @type {Text} */ (walker.currentNode);
      if (!words.parentElement?.checkVisibility() || words.parentElement.closest(".unseen")) continue;
      for (const { index, 0: word } of words.data.matchAll(/\S+/g)) {
        range.setStart(words, index);
        range.setEnd(words, index + word.length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) found.push(`${word} is broken`);
      }
    }
    return found;
  };
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const room = main.getBoundingClientRect();
  const margin = parseFloat(getComputedStyle(main).paddingLeft) - 0.5;
  /** @param {Element} grid */
  const faultsOf = (grid) => {
    const cells = [...grid.children].filter((one) => one.checkVisibility() && one.getBoundingClientRect().width);
    const boxes = cells.map((one) => one.getBoundingClientRect());
    const tops = boxes.map((box) => Math.round(box.top));
    const widths = boxes.map((box) => box.width);
    const rows = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
    const faults = [];
    if (Math.max(...widths) - Math.min(...widths) > 1) faults.push("not of one width");
    if (rows[0] > 1 && rows.at(-1) === 1 && rows.length > 1 && ![7, 31, 37].includes(boxes.length))
      faults.push("one alone");
    if (boxes.some((box) => box.left < room.left + margin || box.right > room.right - margin))
      faults.push("outside the margins");
    if (grid.matches("#pad, .of-6") && boxes.length > 6 && ![5, 6].includes(rows[0])) faults.push("not five or six");
    if (boxes.some((box) => box.width < 48 || box.height < 48)) faults.push("too small for a finger");
    faults.push(...cells.flatMap(broken));
    const name = grid.id || grid.ariaLabel || grid.parentElement?.textContent.trim().slice(0, 30);
    return faults.map((fault) => `${name}: ${fault}, ${rows}`);
  };
  return [...document.querySelectorAll(".flow, .rare:not(:has(> [open])), #pad, .chips.of-6")].flatMap(faultsOf);
};
