// On the page of a new tournament: taps put known names into the list of entrants, and take them out.
import { means, readName } from "../shared/names.js";

const known = /** @type {HTMLElement} */ (document.getElementById("known"));
const list = /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea[name=entrants]"));
const lines = () =>
  list.value
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function update() {
  const entered = lines();
  for (const button of known.querySelectorAll("button"))
    button.setAttribute(
      "aria-pressed",
      String(entered.some((line) => means(readName(line), button.value, button.dataset.merged))),
    );
}

known.addEventListener("click", ({ target }) => {
  const button = /** @type {Element} */ (target).closest("button");
  if (!button) return;
  const name = button.value,
    entered = lines(),
    others = entered.filter((line) => !means(readName(line), name, button.dataset.merged));
  list.value = (others.length < entered.length ? others : [...entered, name]).map((line) => `${line}\n`).join("");
  update();
});
list.addEventListener("input", update);
known.hidden = !known.childElementCount;
update();
