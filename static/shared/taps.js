// The second tap of a thumb that taps twice was meant for what the first one changed: a shield over its place takes it, for a
// moment. A keyboard, a screen reader and a script go past it.
import { htmxContext } from "./page.js";

/** @typedef {{ x: number, y: number, at: number, isPass: boolean, isSave: boolean }} Tap */

const AGAIN = 600; // milliseconds after a change, at the place of the last tap
const NEAR = 48; // pixels: the same place
const SAVED = 2_000; // where a hand was saved: Undo is near
const UNASKED = 400; // milliseconds after a change that no tap asked for, everywhere
const ASKED = 1_000; // what changes within so many milliseconds was asked for
const LAST = "last tap"; // outlives the page, which may be the change

let last = readLast();
let timer = 0;
if (last) cover();
document.documentElement.dataset.taps = ""; // app.css keeps fingers from a page that has no shield yet
addEventListener("pageshow", ({ persisted }) => persisted && cover());
document.body.addEventListener("touchstart", () => {}, { passive: true }); // without one iOS shows no :active (MDN, :active)
addEventListener("pointerup", keepLast, { capture: true }); // a scroll has none
document.addEventListener("submit", shield, { capture: true }); // until the answer is there
document.addEventListener("htmx:after:swap", (event) => {
  if (!htmxContext(event)?.request.action.endsWith("/preview")) cover();
});

/** The page has changed. */
function cover() {
  shield();
  if (last && Date.now() - last.at > ASKED) rest();
}

/** Keeps fingers from the place of the last tap. */
function shield() {
  if (!last || (last.isPass && document.querySelector("#call"))) return; // in an auction Pass follows Pass at one place
  const made = Object.assign(document.createElement("div"), { className: "shield" });
  made.style.clipPath = `circle(${NEAR}px at ${last.x}px ${last.y}px)`;
  made.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays
  document.documentElement.append(made);
  setTimeout(() => made.remove(), last.isSave && !document.querySelector("#hand") ? SAVED : AGAIN);
}

/**
 * Keeps fingers from the whole page, which has changed by itself, or from all "around" a form that somebody is filling in.
 * @param {"everywhere" | "around"} where
 */
export function rest(where = "everywhere") {
  const { dataset } = document.documentElement;
  dataset.rests = where;
  clearTimeout(timer);
  timer = setTimeout(() => delete dataset.rests, UNASKED);
}

/** @returns {Tap | null} */
function readLast() {
  try {
    return JSON.parse(sessionStorage.getItem(LAST) ?? "null");
  } catch {
    return null; // a private window stores nothing
  }
}

/** @param {PointerEvent} event */
function keepLast({ clientX: x, clientY: y, target }) {
  const [isPass, isSave] = ["#call [value='']", "#hand .go"].map(
    (one) => target instanceof Element && target.matches(one),
  );
  last = { x, y, at: Date.now(), isPass, isSave };
  try {
    sessionStorage.setItem(LAST, JSON.stringify(last));
  } catch {
    // then the next page does not know it
  }
}
