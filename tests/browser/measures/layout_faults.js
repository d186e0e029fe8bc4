// What sticks out to the side, what is cut, words that are in the page and that nobody sees though they are not for ears alone
// (.unseen), a sign between words that has nothing before it, numbers wider than their field, words that break (a long name
// may, but not letter under letter) or lie over others, what Enter taps by mistake, fields that make an iPhone zoom in, targets
// below 48 × 48, targets over others: those of links in lines and rows reach into the ones around them, and who deals is chosen
// inside the field of a name.
/** @param {{ fingers: boolean, words: boolean, wide: number, long: string[] }} asked */
export default ({ fingers, words: unbroken, wide, long }) => {
  // not window.innerWidth, which grows with what sticks out
  const faults = [];
  // For ears alone; what an announcement or a total that lands stands in place of; what draws its words by itself.
  const notSeen =
    ".unseen, .deal:has(+ .announcement.seen), [data-landing] :is(.total, .final), svg, noscript, textarea";
  const across = document.documentElement.scrollWidth;
  if (across > wide) faults.push(`scrolls sideways: ${across} > ${wide}`);
  const apart = new Set(),
    lines = []; // what floats above the page, or is for readers alone
  /** @param {Element} one */
  const name = (one) => `<${one.tagName} ${one.getAttribute("class") || ""}> ${one.textContent.trim().slice(0, 40)}`;
  for (const one of document.body.querySelectorAll("*")) {
    const box = one.getBoundingClientRect(),
      { overflowX, overflowY, textOverflow, position, clipPath } = getComputedStyle(one);
    if (apart.has(one.parentElement) || /fixed|sticky/.test(position) || clipPath === "inset(50%)") apart.add(one);
    if (!box.width || !box.height || !one.checkVisibility()) continue;
    const scrolled = one.parentElement?.closest("[role][tabindex='0']"); // by itself, and reached by the keyboard
    if (!scrolled && position !== "fixed" && (box.right > wide + 0.5 || box.left < -0.5))
      faults.push(`sticks out: ${name(one)}`);
    const drawing = one.matches("svg text") ? (one.closest("svg") ?? one).getBoundingClientRect() : box;
    if (box.left < drawing.left - 0.5 || box.right > drawing.right + 0.5) faults.push(`is cut: ${name(one)}`);
    const isWide = wide > 1000 && textOverflow === "ellipsis"; // a name on a television
    const cuts = !isWide && !apart.has(one) && (overflowX !== "visible" || overflowY !== "visible");
    if (
      cuts &&
      one.matches("button, label, p, h1, h2, td, th, span") &&
      (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    )
      faults.push(`is cut: ${name(one)}`);
  }
  /** @param {Element} one */
  const draws = (one) =>
    ["::before", "::after"].some((part) => !/^(none|normal|""|"" \/.*)$/.test(getComputedStyle(one, part).content));
  /** @param {Element} one @returns {Element | null} what a style draws in place of the words of this element */
  const instead = (one) =>
    [one, one.parentElement, one.parentElement?.parentElement].find((each) => each && draws(each)) ?? null;
  /**
   * Returns why a box of words cannot be seen, "" if it can.
   * @param {Element} one
   * @param {DOMRect} box
   */
  function hidden(one, box) {
    let isScrolled = false; // to what is beyond its edge
    for (let each = /** @type {Element | null} */ (one); each && each !== document.body; each = each.parentElement) {
      const { opacity, clipPath, overflowX, overflowY, textOverflow, position } = getComputedStyle(each);
      if (opacity === "0") return "is transparent";
      if (clipPath === "inset(50%)") return "is clipped away";
      const around = each.getBoundingClientRect();
      isScrolled ||=
        /auto|scroll/.test(overflowX) || position === "fixed" || (wide > 1000 && textOverflow === "ellipsis");
      if (isScrolled) continue;
      if (/hidden|clip/.test(overflowX) && (box.right > around.right + 1 || box.left < around.left - 1))
        return "is cut by its box";
      if (
        /hidden|clip/.test(overflowY) &&
        (box.bottom > around.bottom + box.height / 3 || box.top < around.top - box.height / 3)
      )
        return "is cut by its box";
    }
    return !isScrolled && (box.right > wide + 1 || box.left < -1) ? "is beyond the edge" : "";
  }
  const signs = /** @type {{ one: Element, sign: DOMRect | undefined, isAlone: boolean }[]} */ ([]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  while (walker.nextNode()) {
    const words = /** @type {Text} */ (walker.currentNode),
      { parentElement: one } = words;
    if (!one || !words.data.trim() || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.closest(notSeen)) continue;
    const { fontSize, color } = getComputedStyle(one);
    const isDrawn = fontSize === "0px" || color === "rgba(0, 0, 0, 0)";
    const drawn = isDrawn ? instead(one) : null;
    if (isDrawn && !drawn) faults.push(`is made invisible: ${name(one)}`);
    if (drawn) range.selectNode(drawn);
    else range.selectNodeContents(words);
    const boxes = [...(drawn ?? range).getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    if (!boxes.length && !isDrawn) faults.push(`takes no room: ${name(one)}`);
    const why = boxes.map((box) => hidden(one, box)).find(Boolean);
    if (why) faults.push(`${why}: ${name(one)}`);
    if (apart.has(one)) continue;
    for (const { index } of words.data.matchAll(/·/g)) {
      const before = words.data.slice(0, index).trimEnd().length;
      range.setStart(words, Math.max(0, before - 1));
      range.setEnd(words, index + 1);
      const rects = [...range.getClientRects()];
      signs.push({ one, sign: rects.at(-1), isAlone: !before || rects.length > 1 });
    }
    const isWords = !one.matches(".address"); // of which letters are drawn by lot
    const short = unbroken && isWords && !drawn && boxes.length > 1 ? words.data.matchAll(/\p{L}+/gu) : [];
    for (const { 0: word, index } of short) {
      range.setStart(words, index);
      range.setEnd(words, index + word.length);
      const on = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      if (on > 1 && word.length < 3 * on) faults.push(`has letter under letter in “${word}”: ${name(one)}`);
      else if (on > 1 && !long.includes(word)) faults.push(`breaks “${word}”: ${name(one)}`);
    }
    const cell = one.closest("th, td, p");
    const end = wide > 1000 && cell ? cell.getBoundingClientRect().right : Infinity;
    for (const box of boxes) {
      const slack = box.height / 4; // letters are lower than their boxes
      if (slack)
        lines.push({
          one: drawn ?? one,
          left: box.left + 1,
          right: Math.min(box.right, end) - 1,
          top: box.top + slack,
          bottom: box.bottom - slack,
        });
    }
  }
  lines.sort((line, other) => line.top - other.top);
  for (const [index, line] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next].top < line.bottom - 1; next += 1) {
      const { one, left, right } = lines[next];
      if (one !== line.one && left < line.right && right > line.left)
        faults.push(`${name(one)} lies over ${name(line.one)}`);
    }
  for (const { one, sign, isAlone } of signs) {
    const block = one.closest("p, h1, h2, h3, li, td, th, dd, summary, small, a, main") ?? one;
    const middle = sign && (sign.top + sign.bottom) / 2;
    const hasWords = lines.some(
      (line) =>
        middle && block.contains(line.one) && line.left < sign.left - 6 && line.top < middle && line.bottom > middle,
    );
    if (isAlone && sign?.width && !hasWords) faults.push(`begins a line with “·”: ${name(one)}`);
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  for (const field of document.querySelectorAll("input")) {
    if (!/^[−-]?\d+$/.test(field.value) || !field.checkVisibility() || /radio|checkbox/.test(field.type)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (pen.measureText(field.value).width > room + 1) faults.push(`cuts ${field.value}: ${field.name}`);
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
