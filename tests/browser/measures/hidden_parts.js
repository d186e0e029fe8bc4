// What of an element's words cannot be seen now, and why.
/** @param {Element} one */
export default (one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const boxes = [...range.getClientRects()].filter((box) => box.width && box.height); // of each line of its text
  if (!boxes.length) boxes.push(one.getBoundingClientRect());
  const faults = [];
  const name = one.textContent.trim().slice(0, 40);
  for (const box of boxes)
    for (const x of [box.left + 1, (box.left + box.right) / 2, box.right - 1]) {
      const y = (box.top + box.bottom) / 2;
      const top = document.elementsFromPoint(x, y).find((other) => !other.matches(".shield")); // which nothing is seen of
      if (!top) faults.push(`${name}: out of view at ${x.toFixed()}, ${y.toFixed()}`);
      else if (!one.contains(top) && !top.contains(one)) faults.push(`${name}: under ${top.outerHTML.slice(0, 60)}`);
    }
  return faults;
};
