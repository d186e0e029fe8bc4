// Keeps the name that was typed when other rules to start from are chosen, and adds up the points of the cards.
import { find, findInputs, get } from "../shared/page.js";

find("#start")?.addEventListener("formdata", (event) => {
  event.formData.set("name", findInputs("[name=name]")[0].value);
});

const COLORS = 4;
const PREFIX = "counters.";
const worths = findInputs(`[name^="${PREFIX}"]`);
const total = get("#card-total");

/**
 * Returns how many cards of the deck count what is typed there (scorekeeper/rules/ruleset.py): of a number those that have
 * no worth of their own.
 * @param {string} name "5", "red1" or "rook"
 */
function cards(name) {
  if (!/^\d+$/.test(name)) return 1;
  return COLORS - worths.filter((one) => one.value && new RegExp(`[a-z]${name}$`).test(one.name)).length;
}

function addUp() {
  const points = worths.map((field) => Number(field.value) * cards(field.name.slice(PREFIX.length)));
  const sum = points.reduce((one, other) => one + other, 0);
  total.textContent = `All cards together: ${sum.toLocaleString("en-US")} points.`;
  total.hidden = Number.isNaN(sum);
}

for (const field of worths) field.addEventListener("input", addUp);
addUp();
