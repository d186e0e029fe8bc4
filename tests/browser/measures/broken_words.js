// The words of an element that stand on two lines.
/** @param {Element} one */
export default (one) => {
  const found = [],
    walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT),
    range = document.createRange();
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.matches(".unseen")) continue; // it is for ears
    for (const { 0: word, index } of /** @type {Text} */ (walker.currentNode).data.matchAll(/\S+/g)) {
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.bottom))).size > 1) found.push(word);
    }
  }
  return found;
};
