// The server judges a paper sheet while it is typed, as soon as a row is complete: its verdicts come onto the page, never its
// fields.
import { fetchAnswer } from "../alone/requests.js";
import { find, findAll, get, targetOf } from "../shared/page.js";
import { keepPlace } from "../shared/place.js";
import { fieldsOf, kindOf, renumber } from "./sheet_rows.js";

let [judged, shown] = ["", ""]; // what was judged last, and what the headline is about
/** @type {Promise<void> | undefined} */
let asking;
/** @type {Element | null} */
let asked = null; // the row in hand, judged though something in it is blank, since a button was tapped

export const form = () => /** @type {HTMLFormElement} */ (get("#check-sheet"));
/** @returns {[string, string][]} */
export const typed = () => [...new FormData(form())].map(([name, value]) => [name, String(value)]);

/** @param {Iterable<[string, string]>} fields @returns {string} what stands in them: not blank cells and rows */
const stands = (fields) =>
  JSON.stringify([...fields].filter(([name, value]) => !/^(cell|kind)-/.test(name) || (value && value !== "hand")));
const sendable = () => new URLSearchParams([...typed(), ["check", "y"]]);
/** Whether something else stands on the page than what its verdict is about. */
export const isOutdated = () => shown !== "" && shown !== stands(sendable());
export const noteShown = () => {
  shown = find("#verdict") ? stands(sendable()) : "";
};

/** Returns what is to be judged: without the row in hand while something in it is blank. */
function complete() {
  const fields = sendable();
  const hand = find(".row:focus-within");
  const row = hand && hand !== asked ? fieldsOf(hand) : [];
  if (row.some((cell) => cell.matches(".line *") && !cell.value)) for (const { name } of row) fields.delete(name);
  return fields.toString();
}

/** @param {boolean} [isTapped] whether a button waits for the verdict on all that stands there */
export function judge(isTapped) {
  if (isTapped) asked = find(".row:focus-within");
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask() {
  while (find(".typed") && !form().text.value) {
    const sent = complete();
    const isShown = !find("#verdict[data-outdated]") || isOutdated();
    if ((sent === judged && isShown) || !/&cell-[^=]*=[^&]/.test(sent)) return;
    try {
      const answer = await fetchAnswer(form().action, { method: "POST", body: new URLSearchParams(sent) });
      if (![200, 422].includes(answer.status)) throw new Error(answer.statusText);
      judged = sent;
      const news = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (complete() === sent) keepPlace(() => show(news));
    } catch {
      judged = "";
      get(".count").textContent = "not checked yet";
      return;
    }
  }
}

/** @param {Document} news */
function show(news) {
  let isOther = false;
  for (const there of findAll(".typed .row", news)) {
    const here = find(`#${there.id}`);
    if (!here) continue;
    if (kindOf(here) !== kindOf(there)) {
      isOther = true; // the row in hand, which was not sent
      continue;
    }
    [here.className, here.ariaLabel] = [there.className, there.ariaLabel];
    for (const part of [".number", ".said"]) get(part, here).replaceChildren(...get(part, there).childNodes);
    for (const cell of fieldsOf(here)) mark(cell, find(`[name="${cell.name}"]`, there));
  }
  if (isOther) renumber();
  for (const part of [".count", ".how > summary", "#answer"]) get(part).replaceChildren(...get(part, news).childNodes);
  get("#answer").style.minHeight = "";
  if (!find("[aria-invalid]:not(.line *)", news)) find("#check-sheet > .error")?.remove(); // what it asked for is there
  shown = find("#verdict") ? stands(new URLSearchParams(judged)) : "";
  outdate();
}

/** What was said of the sheet is not true of another one: its headline goes, and its room and its buttons stay. */
function outdate() {
  const [verdict, answer] = [find("#verdict"), get("#answer")];
  if (!verdict || !isOutdated()) return;
  answer.style.minHeight = `${answer.offsetHeight}px`;
  [verdict.className, verdict.dataset.outdated] = ["notice unsure", ""];
  verdict.replaceChildren(Object.assign(document.createElement("h2"), { id: "text", textContent: "Not checked yet" }));
  find("#verdict + section")?.remove();
}

/** @param {HTMLElement} cell @param {HTMLElement | null} [there] */
function mark(cell, there) {
  for (const name of ["aria-invalid", "aria-describedby", "data-unread"])
    if (there?.hasAttribute(name)) cell.setAttribute(name, there.getAttribute(name) ?? "");
    else cell.removeAttribute(name);
}

for (const moved of ["focusin", "focusout", "change"])
  document.addEventListener(moved, () => setTimeout(() => judge(), 150)); // after a tap, so that nothing moves under it
addEventListener("online", () => judge());
// What was said of a row is not true of another one.
document.addEventListener("input", (event) => {
  asked = null;
  outdate();
  const row = targetOf(event)?.closest(".typed .row");
  if (!row) return;
  if (get(".said", row).textContent) [judged, get(".count").textContent] = ["", "not checked yet"];
  get(".said", row).replaceChildren();
  for (const cell of fieldsOf(row)) mark(cell);
});
