// Share, copy, print: shows the buttons that work on this phone at this address. The address can always be selected.
import { findAll, get, targetOf } from "./page.js";

/** @type {Record<string, [boolean, (link: HTMLElement) => unknown]>} */
const WAYS = {
  share: [Boolean(navigator.share), share],
  copy: [Boolean(navigator.clipboard), copy],
  print: [Boolean(window.print), () => window.print()],
};

show();
document.addEventListener("rook:shown", show);
document.addEventListener("click", (event) => {
  const button = targetOf(event)?.closest("[data-way]");
  if (button instanceof HTMLElement) WAYS[button.dataset.way ?? ""][1](button.closest("section") ?? button);
});
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.readOnly) target.select();
});

function show() {
  for (const button of findAll("[data-way]")) button.hidden = !WAYS[button.dataset.way ?? ""][0];
}

/** @param {HTMLElement} link */
async function share(link) {
  try {
    await navigator.share({
      title: get("h2", link).textContent ?? "",
      url: link.dataset.address,
      text: link.dataset.text,
    });
  } catch {
    // dismissed
  }
}

/** @param {HTMLElement} link */
async function copy(link) {
  const status = get("[role=status]", link);
  try {
    await navigator.clipboard.writeText(link.dataset.address ?? link.dataset.text ?? "");
    status.textContent = "Copied.";
  } catch {
    status.textContent = "Not copied: select the address and copy it.";
  }
}
