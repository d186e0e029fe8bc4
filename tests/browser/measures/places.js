// The left, upper and lower edge of each control of the head, the totals and the question in the page, by what it is;
// a question's by its form.
export default () => {
  const found = /** @type {Record<string, number[]>} */ ({});
  const parts = "#steps :is(a, button, strong), .totals .total, .questions :is(input, button, summary)";
  const seen = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(parts));
  for (const one of seen) {
    const { x, y, width, bottom } = (one.closest("label") ?? one).getBoundingClientRect();
    if (!width || one.type === "hidden") continue;
    const part = one.closest("form")?.id ?? "";
    if (one.matches(".rare *, details:has(.rare) > summary, .do *")) continue; // below what is asked, and pinned
    const name = one.name || one.dataset.total || one.textContent.trim();
    found[`${part} ${name} ${one.value ?? ""}`] = [x + scrollX, y + scrollY, bottom + scrollY];
  }
  const pinned = document.querySelector(".do .go")?.getBoundingClientRect();
  const covered = new Set();
  for (let y = pinned ? pinned.top + 4 : 0; pinned && y < pinned.bottom; y += 8) {
    const on = document.elementFromPoint(innerWidth / 2, y);
    if (!on?.closest(".go, .shield, .latest")) covered.add(`${on?.tagName} ${on?.textContent.trim().slice(0, 30)}`);
  }
  const edges = pinned && [Math.round(pinned.top), Math.round(pinned.bottom)];
  return { found, covered: [...covered], pinned: edges, scrolled: scrollY };
};
