// Meets the server again with what this phone recorded by itself: both phones' hands are put together there, hand by hand
// (usecases/game/meeting.py). Where they say different things a person is asked once, on a sheet of the server's.
import { begin, gameHere, versionHere } from "./board.js";
import { change, drop } from "./database.js";
import { handsOf, left, newId } from "./game.js";
import { fetchAnswer, NotSent, parse, readField, reasons } from "./requests.js";

/**
 * @typedef {import("./database.js").Entry} Entry
 * @typedef {"ask" | "look" | "theirs" | "mine" | "after"} Way
 */

const OF_FORMER_VERSION =
  "The game has changed since, and this was recorded before the scorekeeper was updated. Look through the hands, and record again what's missing.";
const TIME = "The game has changed since. Call time again if that was the last hand.";

const ENDS_HAND = /\/(hands|misdeal|passed-out)$/;

/** @param {Entry[]} entries */
const beforeOf = ([{ before, restores }]) => before ?? restores;

/**
 * Returns these entries hand by hand; all in one where one of them is taken back.
 * @param {Entry[]} entries
 */
function byHand(entries) {
  /** @type {Entry[][]} */
  const hands = [[]];
  for (const entry of entries) {
    hands[hands.length - 1].push({ ...entry, asked: null });
    if (ENDS_HAND.test(entry.address)) hands.push([]);
  }
  const isWhole = entries.some(({ address }) => address.endsWith("/undo"));
  return isWhole ? [entries] : hands.filter((each) => each.length);
}

/** @param {{ address: string }} entry */
export const gameOf = ({ address }) => address.slice(0, address.lastIndexOf("/"));

/**
 * Returns the sheet on which a person is asked, as the server drew it; null in any other answer.
 * @param {string} html
 */
const sheetIn = (html) => parse(html).getElementById("meeting");

/**
 * Tells the server these entries of one game, and returns the game's page as it is then. What is settled is dropped here;
 * else they are asked about, or refused with what the server has against them.
 * @param {Entry[]} entries
 * @param {Way} way
 * @returns {Promise<string>}
 */
export async function meet(entries, way) {
  const game = gameOf(entries[0]);
  const { page, answer } = await tell(entries, way);
  if (!answer) return page;
  const html = await answer.text();
  if (answer.ok) {
    await settle(entries, way);
    return html;
  }
  const hands = way === "ask" && answer.status === 422 ? byHand(entries) : [];
  if (hands.length > 1) {
    let shown = page; // what the rules refuse of one hand holds up no other
    for (const hand of hands) shown = await meet(hand, way);
    return shown;
  }
  const sheet = sheetIn(html);
  if (!sheet && answer.status === 409) throw new NotSent(); // the game changes at this moment
  if (sheet && game === gameHere()) begin(page); // where what is asked is no longer on the board
  const asked = sheet && { id: entries[0].asked?.id ?? newId(), version: versionHere(game), sheet: sheet.outerHTML };
  const refused = asked ? null : { status: answer.status, why: reasons(html) };
  for (const entry of entries) await change(entry, { asked, refused });
  if (!sheet && answer.status !== 422) throw new NotSent(); // a PIN, a closed link: tried again later
  return page;
}

/**
 * Returns the server's answer if it has all that this entry says; nothing is changed.
 * @param {Entry} entry
 */
export async function isKnown(entry) {
  const { answer } = await tell([entry], "look");
  return answer?.ok ? answer : undefined;
}

/**
 * Returns the game's page as the server had it, and its answer; none where there is nothing to tell.
 * @param {Entry[]} entries
 * @param {Way} way
 * @returns {Promise<{ page: string, answer?: Response }>}
 */
async function tell(entries, way) {
  const game = gameOf(entries[0]);
  const html = await (await fetchAnswer(game)).text();
  const refuse = (/** @type {Entry} */ entry, /** @type {string} */ why) =>
    change(entry, { refused: { status: 422, why } });
  if (!beforeOf(entries)) {
    for (const entry of entries) await refuse(entry, OF_FORMER_VERSION);
    return { page: html };
  }
  const page = parse(html);
  const mine = await handsOf(game, beforeOf(entries), entries);
  if (!mine && page.querySelector("[data-alone]")) throw new NotSent(); // what it takes to tell them has not come
  if (mine && !mine.hands.length && !mine.open) {
    const calls = left(entries).filter(({ address }) => address.endsWith("/time"));
    for (const entry of entries)
      if (calls.includes(entry)) await refuse(entry, TIME);
      else await drop(entry); // an undo, of what others have gone on from
    return { page: html };
  }
  const asked = entries[0].asked;
  const fields = {
    csrf_token: readField(page, "csrf_token"),
    form_id: asked?.id ?? newId(),
    version: "0",
    seen: (way !== "ask" && asked && sheetIn(asked.sheet)?.dataset.seen) || "",
    mine: JSON.stringify(mine ?? null),
    way,
  };
  const answer = await fetchAnswer(`${game}/alone/meet`, { method: "POST", body: new URLSearchParams(fields) });
  return { page: html, answer };
}

/**
 * What was left out by a person can be asked about again, with all that it was recorded on.
 * @param {Entry[]} entries
 * @param {Way} way
 */
async function settle(entries, way) {
  const leftOut = sheetIn(entries[0].asked?.sheet ?? "")?.dataset.leftOut?.split(" ");
  const kept = left(entries);
  for (const entry of entries) {
    const id = ENDS_HAND.test(entry.address) ? new URLSearchParams(entry.fields).get("form_id") : "open";
    const settled = !kept.includes(entry) || (leftOut && !leftOut.includes(id ?? ""));
    if (way === "theirs") await change(entry, { asked: null, refused: null, dropped: Date.now(), settled });
    else await drop(entry);
  }
}
