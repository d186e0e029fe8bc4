// One seeded queue for all that takes time: timers, answers, the phones' store, taps. Nothing else decides what comes next.
import { readSync, writeSync } from "node:fs";

const turn = globalThis.setImmediate; // the store's scheduler gets another one

/** @param {number} seed */
export function makeRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    between: (least, most) => least + next() * (most - least),
    chance: (part) => next() < part,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

export const world = { now: 0, page: null, trace: [], faults: [] };
let queue = [];
let count = 0;

/** Has this happen after so many milliseconds, unless its page is gone by then. */
export function later(delay, act, page = world.page) {
  const event = { at: world.now + Math.max(delay, 0), number: count++, act, page };
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle].at < event.at || (queue[middle].at === event.at && queue[middle].number > event.number)) high = middle;
    else low = middle + 1;
  }
  queue.splice(low, 0, event); // the next one is the last
  return event;
}

export const cancel = (event) => {
  event.act = null;
};

/** Lets the world go on for so many milliseconds; `look` sees each page after what happened on it. */
export async function pass(duration, look) {
  const end = world.now + duration;
  while (queue.length && queue.at(-1).at <= end) {
    const { at, act, page } = queue.pop();
    world.now = Math.max(world.now, at);
    if (!act || page?.isGone) continue;
    world.page = page;
    act();
    await new Promise(turn); // all that follows from it without a wait
    world.page = null;
    if (page && !page.isGone) look(page);
  }
  world.now = end;
}

export function note(...words) {
  if (process.env.LIVE) process.stderr.write(`${(world.now / 1000).toFixed(3)} ${words.join(" ").slice(0, 150)}\n`);
  world.trace.push(`${(world.now / 1000).toFixed(3)} ${words.join(" ")}`);
}

/** @param {string} given */
export function fault(given) {
  const what = given.split("\n").map((line) => line.slice(0, 2_000)).filter((line) => !/node:internal|htmx.js:1:|^\s*$/.test(line)).slice(0, 6).join("\n");
  note("FAULT", what);
  world.faults.push(what);
}

export function begin() {
  Object.assign(world, { now: 0, page: null, trace: [], faults: [] });
  queue = [];
  count = 0;
}

let buffered = "";
const room = Buffer.alloc(1 << 20);

/** Asks the server, which answers before anything else happens. */
export function ask(what, rest) {
  send({ ask: what, ...rest });
  return receive();
}

export function send(message) {
  let left = Buffer.from(`${JSON.stringify(message)}\n`);
  while (left.length) left = left.subarray(writeSync(1, left));
}

export function receive() {
  let end;
  const parts = [buffered];
  while ((end = parts.at(-1).indexOf("\n")) < 0) {
    const read = readSync(0, room);
    if (!read) process.exit();
    parts.push(room.toString("latin1", 0, read));
  }
  const last = parts.pop();
  buffered = last.slice(end + 1);
  return JSON.parse(Buffer.from(parts.join("") + last.slice(0, end), "latin1").toString());
}
