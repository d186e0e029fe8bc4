// Asks what became of the game on the page, at the address in its data-poll: every two seconds, give or take a fifth, and
// only while somebody looks; more seldom once the game is over, and ever more seldom while the server does not answer.
// What was answered is for others to show: the event "rook:answered" has the response and its text.
import { find, isOurs, tellTime } from "./page.js";

/** @typedef {{ response: { status: number, redirected?: boolean, url?: string, headers?: Headers }, text: string }} Answered */

const PAUSE = 2_000;
const OVER = 10_000;
const LONGEST = 30_000;
const PATIENCE = 10_000;
let pause = PAUSE;
let isPolling = false;
let timer = setTimeout(pollAgain, PAUSE);

document.addEventListener("visibilitychange", pollAgain);
for (const changed of ["online", "offline"]) addEventListener(changed, pollAgain);

async function pollAgain() {
  clearTimeout(timer);
  if (document.hidden || isPolling) return; // asked at once when it is seen again
  isPolling = true;
  const address = find("[data-poll]")?.dataset.poll;
  if (address) await poll(address);
  isPolling = false;
  timer = setTimeout(pollAgain, pause * (0.8 + 0.4 * Math.random()));
}

/** @param {string} address */
async function poll(address) {
  try {
    const headers = { "HX-Request": "true" };
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE) });
    if (response.status >= 500 || !isOurs(response)) throw new Error(response.statusText);
    const detail = { response, text: await response.text() };
    if (address === find("[data-poll]")?.dataset.poll)
      document.dispatchEvent(new CustomEvent("rook:answered", { detail }));
    pause = find("[data-poll]")?.dataset.over === undefined ? PAUSE : OVER;
    find("#unreached")?.remove();
  } catch {
    pause = Math.min(2 * pause, LONGEST);
    if (!find("#unreached")) showUnreached();
  }
}

function showUnreached() {
  const page = find("[data-poll]");
  const since = tellTime(new Date(), { timeStyle: "short" });
  const goesOn = page?.dataset.alone !== undefined && document.documentElement.dataset.keeps === "taps";
  const then = goesOn ? "Keep going: this phone sends your hands later." : "The score shown is from then.";
  const textContent = `No connection to the scorekeeper since ${since}. ${then}`;
  const notice = { id: "unreached", className: "notice", role: "status", textContent };
  page?.before(Object.assign(document.createElement("p"), notice));
}
