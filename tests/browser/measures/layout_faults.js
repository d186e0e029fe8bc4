// What sticks out to the side, what is cut, words that break or lie over others, what Enter taps by mistake, fields that
// make an iPhone zoom in, targets below 48 × 48, targets over others: those of links in lines and rows reach into the
// ones around them, and who deals is chosen inside the field of a name.
/** @param {{ fingers: boolean, wide: number, long: string[] }} asked */
export default ({ fingers, wide, long }) => {
  // not window.innerWidth, which grows with what sticks out
  const faults = [];
  const across = document.documentElement.scrollWidth;
  if (across > wide) faults.push(`scrolls sideways: ${across} > ${wide}`);
  const apart = new Set(),
    lines = []; // what floats above the page, or is for readers alone
  /** @param {Element} one */
  const name = (one) => `<${one.tagName} ${one.getAttribute("class") || ""}> ${one.textContent.trim().slice(0, 40)}`;
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect(),
      { overflowX, overflowY, position, clipPath } = getComputedStyle(one);
    if (apart.has(one.parentElement) || /fixed|sticky/.test(position) || clipPath === "inset(50%)") apart.add(one);
    if (!box.width || !box.height || !one.checkVisibility()) continue;
    const scrolled = one.parentElement?.closest("[role][tabindex='0']"); // by itself, and reached by the keyboard
    if (!scrolled && (box.right > wide + 0.5 || box.left < -0.5)) faults.push(`sticks out: ${name(one)}`);
    const drawing = one.matches("svg text") ? (one.closest("svg") ?? one).getBoundingClientRect() : box;
    if (box.left < drawing.left - 0.5 || box.right > drawing.right + 0.5) faults.push(`is cut: ${name(one)}`);
    const cuts = !apart.has(one) && (overflowX !== "visible" || overflowY !== "visible");
    if (
      cuts &&
      one.matches("button, label, p, h1, h2, td, th, span") &&
      (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    )
      faults.push(`is cut: ${name(one)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  while (walker.nextNode()) {
    const words = /** @type {Text} */ (walker.currentNode),
      { parentElement: one } = words;
    if (!one || !words.data.trim() || !one.checkVisibility({ opacityProperty: true }) || apart.has(one)) continue;
    range.selectNodeContents(words);
    const boxes = [...range.getClientRects()];
    const short = fingers && boxes.length > 1 ? words.data.matchAll(/\p{L}+/gu) : [];
    for (const { 0: word, index } of short) {
      range.setStart(words, index);
      range.setEnd(words, index + word.length);
      if (!long.includes(word) && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        faults.push(`breaks “${word}”: ${name(one)}`);
    }
    for (const box of boxes) {
      const slack = box.height / 4; // letters are lower than their boxes
      if (slack)
        lines.push({ one, left: box.left + 1, right: box.right - 1, top: box.top + slack, bottom: box.bottom - slack });
    }
  }
  lines.sort((line, other) => line.top - other.top);
  for (const [index, line] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next].top < line.bottom - 1; next += 1) {
      const { one, left, right } = lines[next];
      if (one !== line.one && left < line.right && right > line.left)
        faults.push(`${name(one)} lies over ${name(line.one)}`);
    }
  for (const form of document.forms) {
    // Enter taps the first button, as in tests/lint.py
    const typed = form.querySelector("input:not([type=hidden], [type=radio], [type=checkbox], [type=file])");
    const [first, second] = [...form.elements].filter((one) => "type" in one && one.type === "submit");
    if (typed && second && (!first.matches(".go, .chosen, [hidden]") || first.hasAttribute("formaction")))
      faults.push(`Enter taps ${name(first)}`);
  }
  const fields = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden])";
  for (const one of fingers ? document.querySelectorAll(fields) : [])
    if (one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16)
      faults.push(`makes an iPhone zoom in: ${one.getAttribute("name")}`);
  const targets = /** @type {{ one: Element, box: DOMRect }[]} */ ([]);
  if (fingers)
    for (const one of document.querySelectorAll("a, button, select, summary, input:not([type=hidden])")) {
      const finger = (one.matches("[type=radio], [type=checkbox]") && one.closest("label")) || one;
      const box = finger.getBoundingClientRect();
      if (box.width && Math.min(box.width, box.height) < 47.9 && one.checkVisibility())
        faults.push(`is ${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${name(one)}`);
      const reaches = finger.matches(".ref, .hands :is(a, summary), .deals");
      if (box.width && one.checkVisibility() && !reaches && !apart.has(finger)) targets.push({ one: finger, box });
    }
  /**
   * @param {"left" | "top"} side
   * @param {"right" | "bottom"} end
   * @param {DOMRect} one
   * @param {DOMRect} other
   */
  const meet = (side, end, one, other) => Math.min(one[end], other[end]) - Math.max(one[side], other[side]) > 1;
  for (const [index, { one, box }] of targets.entries())
    for (const { one: other, box: next } of targets.slice(index + 1))
      if (
        meet("left", "right", box, next) &&
        meet("top", "bottom", box, next) &&
        !one.contains(other) &&
        !other.contains(one)
      )
        faults.push(`a finger on ${name(one)} is on ${name(other)} too`);
  return faults;
};
