// Sends what this phone recorded by itself, as it was typed (usecases/game/alone/unsent.py). Where another phone went on meanwhile
// both phones' hands are put together there, hand by hand; where they say different things a person is asked once, on a sheet
// of the server's.
import { begin, gameHere, versionHere } from "./board.js";
import { change, drop } from "./database.js";
import { left, newId, placeOf } from "./game.js";
import { fetchAnswer, NotSent, parse, readField, reasons } from "./requests.js";

/**
 * @typedef {import("./database.js").Entry} Entry
 * @typedef {"ask" | "look" | "theirs" | "mine" | "after" | "shown"} Way
 */

const OF_FORMER_VERSION =
  "The game has changed since, and this was recorded before the scorekeeper was updated. Look through the hands, and record again what's missing.";

const MOST = 500; // entries at once; the others are sent next
const ENDS_HAND = /\/(hands|misdeal|passed-out)$/;

/** @param {Entry[]} entries */
const beforeOf = ([{ before, restores }]) => before ?? restores;

/** @param {{ address: string }} entry */
export const gameOf = ({ address }) => address.slice(0, address.lastIndexOf("/"));

/**
 * Returns the sheet on which a person is asked, as the server drew it; null in any other answer.
 * @param {string} html
 */
const sheetIn = (html) => parse(html).getElementById("meeting");

/**
 * Tells the server these entries of one game, and returns the game's page as it is then. What it took is dropped here; else it
 * is asked about, or refused with what the server has against it. What it did not come to is told the next time.
 * @param {Entry[]} entries
 * @param {Way} way
 * @returns {Promise<string>}
 */
export async function meet(entries, way) {
  const game = gameOf(entries[0]);
  const { page, told, answer } = await tell(entries, way);
  if (!answer) return page;
  const html = await answer.text();
  const taken = told.slice(0, Number(answer.headers.get("Scorekeeper-Taken")) || told.length);
  if (answer.ok) {
    if (game === gameHere()) begin(html); // before what it has goes: no tap finds the board of before
    await settle(taken, way);
    return html;
  }
  const sheet = sheetIn(html);
  if (!sheet && answer.status === 409) throw new NotSent(); // the game changes at this moment
  if (sheet && game === gameHere()) begin(page); // where what is asked is no longer on the board
  const asked = sheet && { id: entries[0].asked?.id ?? newId(), version: versionHere(game), sheet: sheet.outerHTML };
  const refused = asked ? null : { status: answer.status, why: reasons(html) };
  const about = asked || answer.status === 422 ? taken : taken.slice(0, 1);
  for (const entry of about) await change(entry, { asked, refused });
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
 * @returns {Promise<{ page: string, told: Entry[], answer?: Response }>}
 */
async function tell(entries, way) {
  const game = gameOf(entries[0]);
  const html = await (await fetchAnswer(game)).text();
  const told = way === "look" ? entries : await mark(entries.slice(0, MOST));
  const before = told.length && beforeOf(told);
  if (before === undefined) {
    for (const entry of entries) await change(entry, { refused: { status: 422, why: OF_FORMER_VERSION } });
  }
  if (!before) return { page: html, told };
  const { names, open, dealer } = before;
  const recorded = {
    ...placeOf(before),
    names,
    open: { ...open, dealer: open?.dealer ?? dealer },
    entries: told.map(({ address, fields }) => [address.slice(game.length + 1), fields]),
  };
  const asked = entries[0].asked;
  const fields = {
    csrf_token: readField(parse(html), "csrf_token"),
    form_id: asked?.id ?? newId(),
    version: "0",
    seen: (way !== "ask" && asked && sheetIn(asked.sheet)?.dataset.seen) || "",
    recorded: JSON.stringify(recorded),
    way,
  };
  const answer = await fetchAnswer(`${game}/alone/meet`, { method: "POST", body: new URLSearchParams(fields) });
  return { page: html, told, answer };
}

/**
 * Notes that the server may have these entries, so that an undo of one is sent after it; returns those that are still there.
 * @param {Entry[]} entries
 */
async function mark(entries) {
  const there = [];
  for (const entry of entries)
    if (entry.sent || (await change(entry, { sent: true }))) there.push({ ...entry, sent: true });
  return there;
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
