// What was typed of a paper sheet is kept on the phone as its games are (alone/forget.js), until it is saved or thrown away.
import { dropPages, putPage, readPage } from "../alone/database.js";
import { isGone } from "../alone/forget.js";
import { fetchAnswer } from "../alone/requests.js";
import { findInputs, get, isInUse, isOurs, showNotice, targetOf } from "../shared/page.js";
import "../shared/share.js";
import { takeKeys } from "./sheet_rows.js";
import { form, judge, typed } from "./sheet_verdicts.js";

const place = () => new URL(form().action).pathname;
const fields = () => typed().filter(([name]) => name !== "csrf_token");
const showUnreached = () => showNotice("Can't reach the scorekeeper. What you typed is kept on this phone.");
let keeps = true;

/** @param {string} [becomes] the address of the game that the sheet is sent to become */
async function keep(becomes) {
  const page = { game: place(), html: "", table: undefined, version: "", fields: fields(), becomes };
  if (keeps && !isGone(place())) await putPage(page).catch(() => {});
}

/** Puts what was typed here before back onto the page, unless the page has what was sent since. */
async function bringBack() {
  const [entry] = performance.getEntriesByType("navigation");
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
  if (isNew && document.documentElement.dataset.posted !== undefined) return location.pathname === place() && keep();
  if (location.search) {
    history.replaceState(null, "", place());
    return dropPages(place()); // thrown away
  }
  const kept = await readPage(place()).catch(() => undefined); // a private window keeps nothing
  if (!kept?.fields || JSON.stringify(kept.fields) === JSON.stringify(fields())) return;
  get("#main").inert = true; // for the moment until it has what was typed before
  const game = kept.becomes && (await fetch(kept.becomes, { method: "HEAD" }));
  if (game && isOurs(game) && game.ok) return dropPages(place());
  const body = new URLSearchParams([...kept.fields, ["more", "rules"]]);
  body.set("csrf_token", findInputs("[name=csrf_token]")[0].value);
  get("#main").innerHTML = await (await fetchAnswer(place(), { method: "POST", body })).text();
}

for (const changed of ["input", "change"])
  document.addEventListener(changed, (event) => targetOf(event)?.closest("#check-sheet") && keep());
document.addEventListener("submit", (event) => {
  const game = targetOf(event)?.dataset.game;
  if (game) keep(game);
  if (navigator.onLine) return;
  event.preventDefault();
  showUnreached();
});
bringBack()
  .catch(() => {
    keeps = false; // what is kept could not be shown
    showUnreached();
  })
  .finally(() => {
    get("#main").inert = false;
    takeKeys();
    judge();
    if (isInUse(get("#main"))) keep(); // what was typed before this came
  });
