// The rows of a paper sheet that is typed: where a thumb types, a pad writes into the cell in hand; "next" and Return go to the
// next cell; below the last row that is filled there is an empty one.
import { find, findAll, findInputs, get, inputOf, targetOf } from "../shared/page.js";

const CELLS = ".typed .line :is(input, select)";
const isThumb = matchMedia("(pointer: coarse)").matches;
/** @type {HTMLInputElement | null} */
let cell = null; // in hand
let isFresh = false; // the first digit takes the place of what is in the cell

/** @param {ParentNode} row @returns {(HTMLInputElement | HTMLSelectElement)[]} */
export const fieldsOf = (row) => [...row.querySelectorAll("input"), ...row.querySelectorAll("select")];

/** Has the pad take the place of the phone's keyboard and of its lists; the style sheet shows it where a cell is in hand. */
export function takeKeys() {
  if (!isThumb || !find("#keys")) return;
  get("#keys").hidden = false;
  for (const list of document.querySelectorAll("select")) {
    const field = Object.assign(document.createElement("input"), { name: list.name, placeholder: " " });
    [field.autocomplete, field.defaultValue] = ["off", list.value];
    if (list.matches(CELLS)) list.replaceWith(field);
  }
  for (const field of findInputs(CELLS)) field.inputMode = "none";
}

/** @param {HTMLElement} field */
function next(field) {
  const cells = findAll(CELLS);
  (cells[cells.indexOf(field) + 1] ?? get("#check-sheet > .go")).focus();
}

document.addEventListener("focusin", (event) => {
  if (targetOf(event)?.closest("#keys")) return;
  [cell, isFresh] = [inputOf(event), true];
  if (!cell?.matches(CELLS)) cell = null;
  cell?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("mousedown", (event) => {
  if (targetOf(event)?.closest("#keys")) event.preventDefault(); // the focus stays in its cell
});
document.addEventListener("click", (event) => {
  const key = targetOf(event)?.closest("#keys button")?.getAttribute("value");
  if (!cell || !key) return;
  if (key === "back") cell.value = cell.matches(".bidder *") ? "" : cell.value.slice(0, -1);
  else if (/^[\d−]$/.test(key)) cell.value = (isFresh ? "" : cell.value) + key;
  else if (key !== "next") cell.value = key;
  isFresh = false;
  if (key !== "next") cell.dispatchEvent(new Event("input", { bubbles: true }));
  if (!/^(\d|−|back)$/.test(key)) next(cell);
});
document.addEventListener("keydown", (event) => {
  const field = inputOf(event);
  if (event.key !== "Enter" || event.isComposing || !field?.matches(CELLS)) return;
  event.preventDefault();
  next(field);
});
document.addEventListener("input", (event) => {
  const last = findAll(".typed .row").at(-1);
  if (!last?.contains(targetOf(event))) return;
  const row = /** @type {HTMLElement} */ (last.cloneNode(true));
  const [at, number] = [last.id, last.ariaLabel].map((name) => String(Number(/\d+/.exec(name ?? "")) + 1));
  [row.id, row.ariaLabel, get(".said", row).id] = [`row-${at}`, `Row ${number}`, `said-${at}`];
  get(".number", row).textContent = number;
  for (const field of fieldsOf(row)) {
    field.name = field.name.replace(/\d+/, at);
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = "";
  }
  for (const button of row.querySelectorAll("button")) button.value = at;
  if (Number(at) < 60) last.after(row); // forms/check.py, MOST_TYPED_ROWS
});
