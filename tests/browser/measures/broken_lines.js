// Why an element does not fit on one line inside its parent.
/** @param {Element} one */
export default (one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const boxes = [...range.getClientRects()].filter((box) => box.width && box.height); // of each line of its text
  const name = one.textContent.trim();
  const own = (one.parentElement ?? one).getBoundingClientRect();
  const faults = [];
  const lines = new Set(boxes.map((box) => Math.round(box.bottom)));
  if (lines.size > 1) faults.push(`${name}: on ${lines.size} lines`);
  for (const box of boxes)
    if (box.left < own.left - 0.5 || box.right > own.right + 0.5) faults.push(`${name}: sticks out`);
  return faults;
};
