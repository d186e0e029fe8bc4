// What was typed of a paper sheet is kept on the phone as its games are (alone/forget.js), until it is saved or thrown away.
import { dropPages, putPage, readPage } from "../alone/database.js";
import { isGone } from "../alone/forget.js";
import { fetchAnswer } from "../alone/requests.js";
import { find, findInputs, get, isInUse, isOurs, showNotice, targetOf } from "../shared/page.js";
import "../shared/share.js";
import { takeKeys } from "./sheet_pad.js";
import { form, isOutdated, judge, noteShown, typed } from "./sheet_verdicts.js";

const place = () => new URL(form().action).pathname;
const fields = () => typed().filter(([name]) => name !== "csrf_token");
const showUnreached = () => showNotice("Can't reach the scorekeeper. What you typed is kept on this phone.");
const here = crypto.randomUUID(); // begins the marks of what this page keeps
let [keeps, times, known] = [true, 0, ""]; // known: the mark of what this page has of another one

/** @param {string} [becomes] the address of the game that the sheet is sent to become */
async function keep(becomes) {
  if (!keeps || isGone(place())) return;
  if ((await isNewerElsewhere()) && confirm(NEWER)) return void takeOver();
  const page = {
    game: place(),
    html: "",
    table: undefined,
    version: "",
    fields: fields(),
    becomes,
    mark: `${here} ${++times}`,
  };
  await putPage(page).catch(() => {});
}

const NEWER = "Another page of this phone has a newer sheet. Take that one? Cancel keeps this one.";
/** Whether another page has kept something that this one does not have. */
async function isNewerElsewhere() {
  const kept = await readPage(place()).catch(() => undefined);
  const isTheirs = kept?.fields && !kept.mark?.startsWith(here) && kept.mark !== known;
  if (isTheirs) known = kept.mark ?? ""; // it is asked once
  return isTheirs && JSON.stringify(kept.fields) !== JSON.stringify(fields());
}

/** Puts what was typed here before back onto the page, unless the page has what was sent since. */
async function bringBack() {
  const [entry] = performance.getEntriesByType("navigation");
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
  if (isNew && document.documentElement.dataset.posted !== undefined) {
    if (find("#thrown")) return dropPages(place());
    known = (await readPage(place()).catch(() => undefined))?.mark ?? ""; // what was sent is the newest
    return location.pathname.startsWith(place()) && keep(); // not a file that is checked
  }
  if (location.search) {
    history.replaceState(null, "", place());
    return dropPages(place()); // thrown away
  }
  await showKept();
}

async function showKept() {
  const kept = await readPage(place()).catch(() => undefined); // a private window keeps nothing
  known = kept?.mark ?? "";
  if (!kept?.fields || JSON.stringify(kept.fields) === JSON.stringify(fields())) return;
  get("#main").inert = true; // for the moment until it has what was typed before
  const game = kept.becomes && (await fetch(kept.becomes, { method: "HEAD" }));
  if (game && isOurs(game) && game.ok) return dropPages(place());
  const body = new URLSearchParams([...kept.fields, ["more", "rules"]]);
  body.set("csrf_token", findInputs("[name=csrf_token]")[0].value);
  get("#main").innerHTML = await (await fetchAnswer(place(), { method: "POST", body })).text();
}

/** @param {Promise<unknown>} brought */
const goOn = (brought) =>
  brought
    .catch(() => {
      keeps = false; // what is kept could not be shown
      showUnreached();
    })
    .finally(() => {
      get("#main").inert = false;
      takeKeys();
      noteShown();
      judge();
    });
const takeOver = () => goOn(showKept());

for (const changed of ["input", "change"])
  document.addEventListener(changed, (event) => targetOf(event)?.closest("#check-sheet") && keep());
document.addEventListener("submit", (event) => {
  const game = place().replace("check/sheet", `games/${findInputs("[name=form_id]")[0].value}`);
  if (event.submitter?.getAttribute("name") === "save") keep(game);
  if (navigator.onLine) return;
  event.preventDefault();
  showUnreached();
});
// What is shared is what stands there: a form that was typed on is judged first, by the server where it is not judged here.
document.addEventListener(
  "click",
  async (event) => {
    const button = targetOf(event)?.closest("#answer [data-picture]");
    if (!button || !isOutdated()) return;
    event.stopPropagation();
    if (!find(".typed")) return;
    event.preventDefault();
    await judge(true);
    if (isOutdated()) showUnreached();
    else find("#answer [data-picture]")?.click();
  },
  { capture: true },
);
for (const back of ["focus", "pageshow"])
  addEventListener(back, async () => {
    if (times + known.length && (await isNewerElsewhere())) takeOver();
  });
goOn(bringBack()).then(() => {
  if (isInUse(get("#main"))) keep(); // what was typed before this came
});
