// What lies outside the picture, and which of its words lie over others.
export default () => {
  const texts = [...document.querySelectorAll("text")].filter((one) => one.textContent.trim());
  const boxes = texts.map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
  const { right: wide, bottom: high } = document.documentElement.getBoundingClientRect();
  const faults = [];
  for (const {
    words,
    box: { left, right, top, bottom },
  } of boxes) {
    if (left < 3 || right > wide - 3 || bottom > high) faults.push(`outside: ${words}`);
    for (const { words: others, box } of boxes)
      if (
        others !== words &&
        left < box.right - 1 &&
        right > box.left + 1 &&
        top < box.top + box.height / 2 &&
        bottom - (bottom - top) / 3 > box.top + box.height / 3 // letters are lower than their boxes
      )
        faults.push(`${words} over ${others}`);
  }
  return faults;
};
