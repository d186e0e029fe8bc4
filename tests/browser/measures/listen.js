// What a screen reader says by itself: the words that a live region gets, and the title of a page that is loaded.
export default () => {
  const { isHeard } = /** @type {any} */ (window);
  const said = new WeakMap();
  const live = "[role=status]:not(#preview), [role=alert], [aria-live]"; // a preview comes once nobody types
  /** @param {Element} region */
  const hear = (region) => {
    if (document.readyState === "loading" || !region.checkVisibility()) return; // not changed; folded away
    const words = region.textContent.trim().replace(/\s+/g, " ");
    if (words === (said.get(region) ?? "")) return;
    said.set(region, words);
    if (words) isHeard(words);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region) hear(region);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const each of node.matches(live) ? [node] : node.querySelectorAll("[role=alert]")) hear(each);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const titled = () => document.readyState === "interactive" && isHeard(`Page: ${document.title}`);
  document.addEventListener("readystatechange", titled);
};
