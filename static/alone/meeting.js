// Meets the server again with what this phone recorded by itself: both phones' hands are put together there, hand by hand
// (usecases/game/meeting.py). Where they say different things a person is asked once, on a sheet of the server's.
import { change, drop } from "./entries.js";
import { handsOf, newId } from "./game.js";
import { fetchAnswer, fetchPage, NotSent, parse, readField, reasons } from "./send.js";

/**
 * @typedef {import("./entries.js").Entry} Entry
 * @typedef {"ask" | "look" | "theirs" | "mine" | "after"} Way
 */

/** @param {{ address: string }} entry */
export const gameOf = ({ address }) => address.slice(0, address.lastIndexOf("/"));

/**
 * Returns the sheet on which a person is asked, as the server drew it; null in any other answer.
 * @param {string} html
 */
const sheetIn = (html) => parse(html).getElementById("meeting");

/**
 * Tells the server these entries of one game. What it settles is dropped here, and its scoreboard is returned; else they
 * are asked about, or refused with what it has against them.
 * @param {Entry[]} entries
 * @param {Way} way
 * @param {number | undefined} version that of the game on the page, if it is this one
 * @returns {Promise<string | undefined>}
 */
export async function meet(entries, way, version) {
  const answer = await tell(entries, way);
  if (!answer) return undefined;
  const html = await answer.text();
  if (answer.ok) {
    await settle(entries, way);
    return html;
  }
  const sheet = sheetIn(html);
  const id = entries[0].asked?.id ?? newId();
  if (!sheet && answer.status === 409) throw new NotSent(); // the game changes at this moment
  const refused = { status: answer.status, why: reasons(html) };
  for (const entry of entries)
    await change(
      entry,
      sheet ? { asked: { id, version, sheet: sheet.outerHTML }, refused: null } : { asked: null, refused },
    );
  return undefined;
}

/**
 * Returns the server's answer if it has all that this entry says; nothing is changed.
 * @param {Entry} entry
 */
export async function isKnown(entry) {
  const answer = await tell([entry], "look");
  return answer?.ok ? answer : undefined;
}

/**
 * Returns the server's answer; undefined where there is nothing to tell.
 * @param {Entry[]} entries
 * @param {Way} way
 */
async function tell(entries, way) {
  const game = gameOf(entries[0]);
  const page = await fetchPage(game);
  const alone = page.getElementById("scoreboard")?.dataset.alone;
  const now = { tied: false, over: false, end: null, open: null, hands: [], html: "", ...JSON.parse(alone ?? "{}") };
  const mine = await handsOf(game, entries[0].before ?? (alone ? now : undefined), entries);
  if (!mine && alone) throw new NotSent(); // what it takes to tell them has not come
  if (mine && !mine.hands.length && !mine.open) {
    for (const entry of entries) await drop(entry); // an undo, of what others have gone on from
    return undefined;
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
  return fetchAnswer(`${game}/alone/meet`, { method: "POST", body: new URLSearchParams(fields) });
}

/**
 * What was left out by a person can be taken up again.
 * @param {Entry[]} entries
 * @param {Way} way
 */
async function settle(entries, way) {
  for (const entry of entries)
    if (way === "theirs") await change(entry, { asked: null, refused: null, dropped: Date.now() });
    else await drop(entry);
}
