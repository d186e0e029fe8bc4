// What this phone keeps of a club or a game goes once the server says, on any page that it answers with, that it is gone
// (data-gone): deleted, or closed to this phone. What waits to be sent stays, unless this phone was signed out by hand.
import { find } from "../shared/page.js";
import { dropEntries, dropPages } from "./database.js";

const GONE = / data-gone="([^"]+)"( data-signed-out)?/;
const CLUB = /^.*?\/c\/[^/]+\//;
const GAME = /^(.*\/games\/[0-9a-f-]{36})(\/since\/.*|\/alone)?$/; // other pages of a game can be missing by themselves
const tabs = new BroadcastChannel("rook"); // the other pages of this phone
let heard = Date.now() - performance.now(); // until then this page knows what went
const isStale = missed(); // it was on its way when something went
/** @type {string | undefined} */
let last; // what went last: a page of it may stay, since something is being filled in, and hear it with each answer

/**
 * Tells whether a page must not be kept, though it is still shown.
 * @param {string} path
 */
export const isGone = (path) => last !== undefined && path.startsWith(last);

/** Returns when something went last: what was asked for before is not kept. Where the page missed it, that is unlike itself. */
export const lastForgotten = () => (missed() ? Number.NaN : heard);

function missed() {
  try {
    return heard < localStorage.forgotten && localStorage.forgotten <= Date.now();
  } catch {
    return false; // a private window keeps nothing
  }
}

/**
 * @param {string} html an answer of the server's
 * @param {string} [address] of what was asked for, if it is not this page
 */
export function forgetGone(html, address = "") {
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
  heard = Date.now();
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

function noteTime() {
  try {
    localStorage.forgotten = Date.now();
  } catch {
    // a private window keeps nothing
  }
}

const forgetHere = () => forgetGone(find("[data-gone]")?.outerHTML ?? "");

forgetHere();
if (isStale && !find("[data-gone]")) location.reload();
document.addEventListener("htmx:after:swap", forgetHere);
document.addEventListener("rook:answered", (event) => {
  if (event instanceof CustomEvent) forgetGone(event.detail.text);
});
tabs.onmessage = ({ data: { gone, signedOut } }) => {
  if (!gone) return;
  forget(gone, signedOut);
  if (signedOut && location.pathname.startsWith(gone)) location.replace(gone);
};
