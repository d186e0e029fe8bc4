// The server judges a paper sheet while it is typed, as soon as a row is complete: its verdicts come onto the page, never its
// fields.
import { fetchAnswer } from "../alone/requests.js";
import { find, findAll, findInputs, get, targetOf } from "../shared/page.js";
import { keepPlace } from "../shared/place.js";
import { fieldsOf } from "./sheet_rows.js";

let [judged, isAsking, day] = ["", false, ""]; // what was judged last; the day that was chosen

export const form = () => /** @type {HTMLFormElement} */ (get("#check-sheet"));
/** @returns {[string, string][]} */
export const typed = () => [...new FormData(form())].map(([name, value]) => [name, String(value)]);

/** Returns what is to be judged: without the row in hand while something in it is blank. */
function complete() {
  const fields = new URLSearchParams([...typed(), ["check", "y"]]);
  const row = fieldsOf(find(".row:focus-within") ?? document.createElement("p"));
  if (row.some((cell) => cell.matches(".line *") && !cell.value)) for (const { name } of row) fields.delete(name);
  return fields.toString();
}

export async function judge() {
  const sent = find(".typed") && !form().text.value ? complete() : judged;
  if (isAsking || sent === judged || !/&cell-[^=]*=[^&]/.test(sent)) return;
  isAsking = true;
  try {
    const answer = await fetchAnswer(form().action, { method: "POST", body: new URLSearchParams(sent) });
    if (![200, 422].includes(answer.status)) throw new Error(answer.statusText);
    judged = sent;
    const news = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (complete() === sent) keepPlace(() => show(news));
  } catch {
    judged = "";
    get(".count").textContent = "not checked yet";
  }
  isAsking = false;
  if (judged) await judge(); // something else was typed meanwhile
}

/** @param {Document} news */
function show(news) {
  for (const there of findAll(".typed .row", news)) {
    const here = find(`#${there.id}`);
    if (!here) continue;
    [here.className, here.ariaLabel] = [there.className, there.ariaLabel];
    for (const part of [".number", ".said"]) get(part, here).replaceChildren(...get(part, there).childNodes);
    for (const cell of fieldsOf(here)) mark(cell, find(`[name="${cell.name}"]`, there));
  }
  day = findInputs("[name=day]")[0]?.value ?? day;
  for (const part of [".count", ".how > summary", "#answer", "#forms"])
    get(part).replaceChildren(...get(part, news).childNodes);
  for (const field of findInputs("[name=day]")) field.value = day || field.value;
}

/** @param {HTMLElement} cell @param {HTMLElement | null} [there] */
function mark(cell, there) {
  for (const name of ["aria-invalid", "aria-describedby"])
    if (there?.hasAttribute(name)) cell.setAttribute(name, there.getAttribute(name) ?? "");
    else cell.removeAttribute(name);
}

for (const moved of ["focusin", "focusout", "change"]) document.addEventListener(moved, () => setTimeout(judge, 150)); // after a tap, so that nothing moves under it
addEventListener("online", judge);
// What was said of a row is not true of another one.
document.addEventListener("input", (event) => {
  const row = targetOf(event)?.closest(".typed .row");
  if (!row) return;
  if (get(".said", row).textContent) judged = "";
  get(".said", row).replaceChildren();
  for (const cell of fieldsOf(row)) mark(cell);
});
