// What is wrong with the head, and with the crown of the side that leads.
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
export default () => {
  const faults = [],
    range = document.createRange();
  /** @param {string} selector */
  const one = (selector) => /** @type {Element} */ (document.querySelector(selector));
  /** @param {Element} part */
  const lines = (part) => {
    // of its words alone: the area of a button in them is larger
    const found = [],
      texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      found.push(...[...range.getClientRects()].filter((box) => box.width > 1));
    }
    return found;
  };
  /**
   * @param {Box} inner
   * @param {Box} outer
   */
  const within = (inner, outer) =>
    inner.left >= outer.left - 0.5 &&
    inner.right <= outer.right + 0.5 &&
    inner.top >= outer.top - 0.5 &&
    inner.bottom <= outer.bottom + 0.5;
  /**
   * @param {Box} box
   * @param {Box} other
   */
  const over = (box, other) =>
    box.left < other.right - 1 &&
    box.right > other.left + 1 &&
    box.top < other.bottom - 1 &&
    box.bottom > other.top + 1;
  const [number, ...more] = lines(one(".deal strong")),
    steps = [...document.querySelectorAll("#steps > .quiet")];
  const screen = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: Infinity };
  if (more.length) faults.push("the number breaks");
  for (const step of steps) {
    const [words, ...others] = lines(step),
      middle = (words.top + words.bottom) / 2,
      name = step.textContent.trim();
    if (others.length || middle < number.top || middle > number.bottom) faults.push(`${name} is on another line`);
    if (!within(step.getBoundingClientRect(), screen)) faults.push(`${name} is cut`);
  }
  const boxes = [one("#steps > .home"), ...steps].map((part) => part.getBoundingClientRect());
  const who = lines(one(".deal > :last-child"));
  for (const line of who) if (line.top < number.bottom - 3) faults.push("who deals is not below the number");
  for (const line of [number, ...who]) {
    if (!within(line, screen)) faults.push("words are cut");
    if (boxes.some((box) => over(line, box))) faults.push("words lie over a button");
  }
  const total = one(".side:has(> .leads) .total"),
    { right, top, bottom } = total.getBoundingClientRect();
  const { width, height, content } = getComputedStyle(total, "::after"),
    middle = (top + bottom) / 2;
  const half = parseFloat(height) / 2;
  const crown = { left: right - parseFloat(width), right, top: middle - half, bottom: middle + half };
  if (content === "none" || !half) faults.push("there is no crown");
  if (!within(crown, /** @type {Element} */ (total.closest(".side")).getBoundingClientRect()))
    faults.push("the crown is outside its card");
  for (const part of document.querySelectorAll(".head, .side > :not(.leads)"))
    if (lines(part).some((line) => over(crown, line))) faults.push(`the crown lies over ${part.textContent.trim()}`);
  return faults;
};
