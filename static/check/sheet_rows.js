// The rows of a paper sheet: "next" and Return go to the next cell, below the last row that is filled there is an empty one,
// rows come and go where they are, and a block of cells that is pasted into a cell spreads out.
import { find, findAll, get, inputOf, targetOf } from "../shared/page.js";

export const CELLS = ".typed .row:not([hidden]) .line :is(input, select)";
const MOST_ROWS = 60; // forms/check.py, MOST_TYPED_ROWS

/** @param {ParentNode} row @returns {(HTMLInputElement | HTMLSelectElement)[]} */
export const fieldsOf = (row) => [...row.querySelectorAll("input"), ...row.querySelectorAll("select")];

/** Returns what a row is, such as "hand". @param {ParentNode} row */
export const kindOf = (row) => /** @type {HTMLSelectElement | null} */ (find("[name^=kind]", row))?.value ?? "hand";

/** Returns the rows that were not removed. */
export const rowsOf = () => findAll(".grid .row:not([hidden])");

/** @param {Element} row */
const cellsOf = (row) => fieldsOf(get(".line", row)).sort((one, other) => (isBefore(one, other) ? -1 : 1));
/** @param {Node} one @param {Node} other */
const isBefore = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

/** @param {HTMLElement} field */
export function next(field) {
  const cells = findAll(CELLS);
  (cells[cells.indexOf(field) + 1] ?? get("#check-sheet > .go")).focus();
}

/** @param {Element} part */
const changed = (part) => part.dispatchEvent(new Event("input", { bubbles: true }));

/** Returns an empty row like this one. @param {Element} row */
function emptied(row) {
  const made = /** @type {HTMLElement} */ (row.cloneNode(true));
  [made.className, made.hidden] = ["row", false];
  for (const folded of made.querySelectorAll("details")) folded.open = false;
  find("[name^=gone-]", made)?.remove();
  get(".said", made).replaceChildren();
  for (const field of fieldsOf(made)) {
    for (const mark of ["aria-invalid", "aria-describedby", "data-unread"]) field.removeAttribute(mark);
    field.value = field.name.startsWith("kind") ? "hand" : "";
    if (field instanceof HTMLInputElement) field.defaultValue = "";
  }
  return made;
}

/** Has each row the names of its place. */
export function renumber() {
  let hands = 0;
  for (const [at, row] of findAll(".grid .row").entries()) {
    const said = get(".said", row);
    [row.id, said.id] = [`row-${at}`, `said-${at}`];
    for (const field of fieldsOf(row)) {
      field.name = field.name.replace(/\d+/, String(at));
      if (field.hasAttribute("aria-describedby")) field.setAttribute("aria-describedby", said.id);
    }
    for (const button of row.querySelectorAll("button")) button.value = String(at);
    if (row.hidden) continue;
    const isHand = kindOf(row) === "hand";
    const [was, number] = [/^Row (\d+)$/.exec(row.ariaLabel ?? "")?.[1], get(".number", row)];
    if (isHand) hands += 1;
    row.ariaLabel = isHand
      ? `Row ${hands}`
      : `${find("[name^=kind] option:checked", row)?.textContent} after row ${hands}`;
    const isOwn = number.textContent && number.textContent !== was; // typed over it
    if (!isOwn) number.textContent = isHand ? `${hands}` : "";
  }
  for (const back of findAll("[name=restore]"))
    if (back instanceof HTMLButtonElement) back.value = back.closest("p")?.previousElementSibling?.id.slice(4) ?? "";
}

const doings = {
  /** @param {HTMLElement} row */
  insert(row) {
    row.before(emptied(row));
    renumber();
    cellsOf(/** @type {Element} */ (row.previousElementSibling))[0].focus({ preventScroll: true });
  },
  /** @param {HTMLElement} row */
  remove(row) {
    const gone = Object.assign(document.createElement("input"), { type: "hidden", name: "gone-0", value: "y" });
    const back = Object.assign(document.createElement("button"), { name: "restore", textContent: "Put it back" });
    const notice = Object.assign(document.createElement("p"), {
      className: "notice",
      textContent: "A row was removed. ",
    });
    notice.append(back);
    for (const older of findAll(".grid > .notice")) older.remove();
    row.append(gone);
    row.hidden = true;
    row.after(notice);
    renumber();
    back.focus({ preventScroll: true });
  },
  /** @param {HTMLElement} row */
  restore(row) {
    find("[name^=gone-]", row)?.remove();
    row.hidden = false;
    if (row.nextElementSibling?.matches(".notice")) row.nextElementSibling.remove();
    renumber();
    find("summary", row)?.focus({ preventScroll: true });
  },
};

document.addEventListener("click", (event) => {
  const button = targetOf(event)?.closest(".grid button");
  if (!(button instanceof HTMLButtonElement) || !(button.name in doings)) return;
  const row = find(`#row-${button.value}`);
  if (!row || (button.name === "insert" && findAll(".grid .row").length >= MOST_ROWS)) return;
  event.preventDefault();
  doings[/** @type {keyof typeof doings} */ (button.name)](row);
  changed(row);
});
document.addEventListener("keydown", (event) => {
  const field = inputOf(event);
  if (event.key !== "Enter" || event.isComposing || !field?.matches(CELLS)) return;
  event.preventDefault();
  next(field);
});
document.addEventListener("input", () => {
  const last = findAll(".typed .row").at(-1);
  if (!last || findAll(".typed .row").length >= MOST_ROWS) return;
  const isFilled = fieldsOf(last).some(({ name, value }) => value && !(name.startsWith("kind") && value === "hand"));
  if (!isFilled && !last.hidden) return;
  last.after(emptied(last));
  renumber();
});
document.addEventListener("change", (event) => {
  if (targetOf(event)?.matches(".grid [name^=kind]")) renumber();
});
document.addEventListener("paste", (event) => {
  const [field, text] = [targetOf(event), event.clipboardData?.getData("text").trimEnd() ?? ""];
  const row = field?.closest(".row");
  if (!field?.matches(CELLS) || !row || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  const block = text.split(/\r?\n/).map((line) => line.split("\t"));
  const [first, column] = [
    rowsOf().indexOf(/** @type {HTMLElement} */ (row)),
    cellsOf(row).indexOf(/** @type {any} */ (field)),
  ];
  const wide = cellsOf(row).length - column;
  const room = first + block.length + findAll(".grid .row[hidden]").length <= MOST_ROWS;
  if (!room || block.some((line) => line.length > wide)) return void pasteAsText(text);
  for (const [at, line] of block.entries()) {
    const cells = cellsOf(rowsOf()[first + at]).slice(column);
    for (const [place, word] of line.entries()) fill(cells[place], word.trim());
    changed(cells[0]); // which makes the next row
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

/** @param {HTMLInputElement | HTMLSelectElement} cell @param {string} word */
function fill(cell, word) {
  if (cell instanceof HTMLSelectElement && ![...cell.options].some(({ value }) => value === word))
    cell.add(new Option(word));
  cell.value = word;
}

/** Puts what has no room in the rows where a whole text goes. @param {string} text */
function pasteAsText(text) {
  const box = /** @type {HTMLTextAreaElement} */ (get("[name=text]"));
  get("details:has([name=text])").setAttribute("open", "");
  box.value = text;
  box.focus();
  changed(box);
}
