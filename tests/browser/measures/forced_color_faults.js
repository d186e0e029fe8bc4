// Where the person's few colors take the place of ours: what is chosen looks like what is not, or a button has no edge.
export default () => {
  const faults = [],
    chosen = new Map(),
    others = new Map();
  const parts = ["background-color", "color", "border-top-style", "border-top-width", "border-top-color"];
  /** @param {Element} one */
  const look = (one) => parts.map((part) => getComputedStyle(one).getPropertyValue(part)).join(" ");
  /** @param {Element} one */
  const drawn = (one) => {
    // a field lies transparent over its chip, or beside what stands for it
    if (!one.matches("input")) return one;
    return one.closest(".chip") ?? (getComputedStyle(one).opacity === "0" ? one.nextElementSibling : null);
  };
  for (const one of document.querySelectorAll("[type=radio], [type=checkbox], [aria-pressed]")) {
    const seen = drawn(one);
    if (!seen?.checkVisibility()) continue;
    const kind = `${one.getAttribute("type")} ${seen.tagName} in ${seen.parentElement?.className || seen.parentElement?.id}`;
    (one.matches(":checked, [aria-pressed=true]") ? chosen : others).set(kind, look(seen));
  }
  for (const [kind, seen] of chosen)
    if (others.get(kind) === seen) faults.push(`chosen or not, it looks the same: ${kind}`);
  for (const one of document.querySelectorAll("button, a.go")) {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
    if (one.checkVisibility() && (borderTopStyle === "none" || parseFloat(borderTopWidth) === 0))
      faults.push(`has no edge: ${one.className} ${one.textContent.trim()}`);
  }
  return faults;
};
