// What this phone keeps of a club or a game goes once the server says, on any page that it answers with, that it is gone
// (data-gone): deleted, or closed to this phone. What waits to be sent stays, unless this phone was signed out by hand.
import { find } from "../page.js";
import { dropEntries, dropPages } from "./database.js";

const GONE = / data-gone="([^"]+)"( data-signed-out)?/;
const CLUB = /^.*?\/c\/[^/]+\//;
const GAME = /^(.*\/games\/[0-9a-f-]{36})(\/since\/.*|\/alone)?$/; // other pages of a game can be missing by themselves
const tabs = new BroadcastChannel("rook"); // the other pages of this phone
const now = Date.now();
const isStale = now - performance.now() < lastTime() && lastTime() <= now; // this page was on its way when something went
let times = isStale ? Number.NaN : 0; // which is unlike itself: nothing of this page is kept
/** @type {string | undefined} */
let last; // what went last: a page of it may stay, since something is being filled in, and hear it with each answer

/**
 * Tells whether a page must not be kept, though it is still shown.
 * @param {string} path
 */
export const isGone = (path) => last !== undefined && path.startsWith(last);

/** Returns how often something went: a page that was asked for before that is not kept. */
export const timesForgotten = () => times;

/**
 * @param {string} html an answer of the server's
 * @param {string} address of what was asked for
 */
export function forgetGone(html, address) {
  const [, said, signedOut] = html.match(GONE) ?? [];
  const path = new URL(address, location.href).pathname;
  const gone = said === "club" ? path.match(CLUB)?.[0] : said === "page" ? path.match(GAME)?.[1] : said;
  if (!gone && isGone(path) && html.includes('id="scoreboard"')) last = undefined; // restored
  if (!gone || gone === last) return;
  noteTime();
  tabs.postMessage({ gone, signedOut });
  tellWorkers(gone);
  forget(gone, signedOut);
}

/**
 * @param {string} gone the address of a club or a game
 * @param {string} [signedOut]
 */
function forget(gone, signedOut) {
  times += 1;
  last = gone;
  const dropping = [dropPages(gone), ...(signedOut ? [dropEntries(gone)] : [])];
  for (const dropped of dropping) dropped.catch(() => {}); // nothing could be kept either
}

/** @param {string} gone */
async function tellWorkers(gone) {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { installing, waiting, active } = registration ?? {};
  for (const worker of [installing, waiting, active]) worker?.postMessage({ forget: gone });
}

function lastTime() {
  try {
    return Number(localStorage.getItem("forgotten"));
  } catch {
    return 0; // a private window keeps nothing
  }
}

function noteTime() {
  try {
    localStorage.setItem("forgotten", String(Date.now()));
  } catch {
    // a private window keeps nothing
  }
}

const forgetHere = () => forgetGone(find("[data-gone]")?.outerHTML ?? "", location.pathname);

forgetHere();
if (isStale && !find("[data-gone]")) location.reload();
document.addEventListener("htmx:after:swap", forgetHere);
document.addEventListener("rook:answered", (event) => {
  if (event instanceof CustomEvent) forgetGone(event.detail.text, location.pathname);
});
tabs.onmessage = ({ data: { gone, signedOut } }) => {
  if (!gone) return;
  forget(gone, signedOut);
  if (signedOut && location.pathname.startsWith(gone)) location.replace(gone);
};
