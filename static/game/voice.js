// The caller: says aloud what the page tells who hears it (`tell` in page.js), then who needs what, the totals and the winner
// where they changed. It is loaded only where its switch is on (voice_switch.js).
import { end, find, findAll, get, hideNotice, showNotice } from "../shared/page.js";

const TAP = "This browser speaks only after a tap: tap anywhere on this page.";
const CORRECTED = /^(Saved t|T)he (correction|deletion) of /;
const HOW = ".hands tbody tr:first-child td:has(> bdi)";
/** @type {Record<string, string>} */
const DID = { made: "made it", set: "went set", "gave up": "gave up" };
const told = get("#told");
const totals = () => findAll("[data-total]").map((one) => `${one.dataset.total} ${one.textContent}`);
const shown = () => [find(".contract")?.textContent?.split(": ").at(-1)?.trim() ?? "", totals().join(", "), winner()];
const winner = () => find(".won h1")?.textContent?.trim() ?? "";
let before = told.textContent ? [] : shown(); // else it is what the form on the page before did
let said = "";
let isOn = true;
/** @type {string | null} what is said at the next tap: with an iPhone nothing, so that its voice goes on without one */
let unsaid = "";

new MutationObserver(() => setTimeout(call, 50)).observe(told, { childList: true }); // once the page shows it, too
addEventListener("click", () => {
  if (unsaid) hideNotice();
  if (unsaid !== null && !speechSynthesis.speaking) speak(unsaid);
});
call();

/** @param {boolean} on */
export function turn(on) {
  isOn = on;
  speak(on ? "The score will be said aloud." : "");
}

function call() {
  const words = told.textContent ?? "";
  const now = shown();
  const event = [find("[data-poll]")?.dataset.poll, words, ...now].join();
  if (!words || event === said) return;
  said = event;
  const [needs, score, won] = now.map((each, place) => (words.includes(each) || each === before[place] ? "" : each));
  const result = words.replace(/^(Saved hand \d+): (.*)\.$/, (_, saved, points) =>
    tellSaved(saved, points.split(", ")),
  );
  const parts = CORRECTED.test(words) ? [inAll(now[1]), won] : [result, needs, inAll(score), won];
  before = now;
  if (isOn) speak(parts.filter(Boolean).map(end).join(" "));
}

/** @param {string} score */
const inAll = (score) => score && `In all: ${score}`;

/**
 * Returns who made the bid or went set, and their points; where each of them scores for themself, those of all.
 * @param {string} saved
 * @param {string[]} points of each competitor
 */
function tellSaved(saved, points) {
  const how = find(HOW)?.textContent?.match(/\b(made|set|gave up)\b/)?.[0] ?? saved;
  const side = (before[0] ?? "").replace(/ needs? .*/, "");
  const own = points.find((each) => each.startsWith(`${side} `))?.slice(side.length + 1);
  return `${side && DID[how] ? `${side} ${DID[how]}` : how}: ${(DID[how] && own) || points.join(", ")}.`;
}

/** @param {string} words */
function speak(words) {
  const text = words
    .replace(/−(?=\d)/g, "minus ")
    .replace(/\+(?=\d)/g, "")
    .replaceAll("&", "and");
  const utterance = Object.assign(new SpeechSynthesisUtterance(text), { lang: "en" });
  utterance.onerror = ({ error }) => {
    if (error !== "not-allowed") return;
    unsaid = words;
    Object.assign(find("#voice-hint") ?? {}, { textContent: TAP });
    if (find("[data-poll]")) showNotice(TAP);
  };
  unsaid = null;
  speechSynthesis.cancel(); // what is outdated
  speechSynthesis.speak(utterance);
}
