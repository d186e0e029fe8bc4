// A win that lands while the page is open: its color fills the screen, the final total counts up. And the button Share.
import { find, findAll, get, targetOf } from "./page.js";

const COUNT = 900; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let isOver = true; // a page that comes with its winner stays as it is

for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, show);
document.addEventListener("click", share);
show();

function show() {
  const won = find(".won .final");
  for (const button of findAll("[data-picture][hidden]")) {
    button.hidden = false;
    if (!navigator.share) button.textContent = "Save picture";
  }
  if (won && !isOver && !calm.matches) land(won);
  isOver = Boolean(won);
}

/** @param {HTMLElement} final */
function land(final) {
  const text = final.textContent ?? "";
  const total = Number(text);
  const start = performance.now();
  get(".won").classList.add("lands");
  if (total > 0) requestAnimationFrame(count);

  /** @param {number} now */
  function count(now) {
    const part = Math.min(1, (now - start) / COUNT);
    final.textContent = part < 1 ? String(Math.round(total * (1 - (1 - part) ** 3))) : text;
    if (part < 1 && final.isConnected) requestAnimationFrame(count);
  }
}

/** @param {MouseEvent} event */
async function share(event) {
  const button = targetOf(event)?.closest("[data-picture]");
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  (await import("./share.js")).share(button);
}
