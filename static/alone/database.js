// What the phone keeps in IndexedDB: of each entry that waits, its address and fields, in words too, when it was tapped, and
// what the server has against it; of each game, its page as the server gave it last (board.js); what was typed of a paper sheet.

/**
 * @typedef {object} Entry Something recorded on this phone that the server may not have yet.
 * @property {number} order
 * @property {string} address
 * @property {[string, string][]} fields
 * @property {number} at when it was tapped, in milliseconds since 1970
 * @property {string} words
 * @property {{ status?: number, why: string } | null} [refused]
 * @property {import("./game.js").State} [restores] of an undo, where the game was before what it takes back
 * @property {import("./game.js").State} [before] where the game was on this phone when it was recorded
 * @property {string} [key] its own; an undo has none
 * @property {string} [run] the key of the first of the entries that were recorded one on the other
 * @property {Asked | null} [asked] where a person is asked what becomes of it
 * @property {number | null} [dropped] when a person left it out, which can be undone
 * @property {boolean} [sent] whether the server may have it
 * @property {boolean} [settled] whether the server has what it says all the same
 *
 * @typedef {{ id: string, version?: number, sheet: string }} Asked The id of the question, the version of the game then, if
 *   it was on the page, and the sheet on which it is asked, as HTML.
 *
 * @typedef {{ order: IDBValidKey, words?: unknown }} Damaged A row that cannot be an entry.
 * @typedef {{ game: string, html: string, table: import("./game.js").Table | undefined, version: string,
 *   fields?: [string, string][], becomes?: string, mark?: string }} Page
 *   Its version is that of the files. A paper sheet that is typed (check_sheet.js) has its fields, the address of the game that
 *   it was sent to become, and a mark of its own each time that it is kept.
 */

/** @type {Record<string, string>} by the names of what IndexedDB throws */
const WHY = {
  QuotaExceededError: "its storage is full. Make room on it first.",
  SecurityError: "this browser lets pages keep nothing, as in private browsing.",
};

/**
 * Returns why nothing can be kept here, after a colon.
 * @param {unknown} error
 */
export const whyNot = (error) => (error instanceof DOMException && WHY[error.name]) || "its storage doesn't answer.";

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/** Fails where nothing can be kept: a private window may have no store, and a full phone no room in it. */
export async function open() {
  await transact("unsent", "readwrite", (entries) => {
    entries.put({ order: -1, words: " ".repeat(10_000) });
    return entries.delete(-1);
  });
}

/** @returns {Promise<IDBDatabase>} */
function connect() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
      request.result.createObjectStore("games", { keyPath: "game" });
    };
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = disconnect; // a newer page of ours does not wait for this one
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

function disconnect() {
  database?.then(
    (connected) => connected.close(),
    () => {},
  );
  database = undefined;
}

const TRIES = 3;
// What a closed connection says, and iOS of one that it lost in the background (bugs.webkit.org 197050 and 277615). Chrome
// says nothing of one that it closes by force: a transaction is broken off without an error.
const LOST = ["InvalidStateError", "UnknownError", "AbortError"];

/**
 * A browser may close the store of a page that was long out of sight: it is opened again.
 * @param {"unsent" | "games"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @param {IDBTransactionDurability} [durability]
 */
async function transact(name, mode, act, durability = "strict") {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(name, mode, act, durability);
    } catch (error) {
      disconnect();
      if (error && !(error instanceof DOMException && LOST.includes(error.name))) throw error;
      if (tries === TRIES) throw new StorageLost();
    }
  }
}

/** This page reaches the store no more; loaded again, it may. */
export class StorageLost extends Error {}

/**
 * @param {"unsent" | "games"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @param {IDBTransactionDurability} durability
 * @returns {Promise<any>}
 */
async function attempt(name, mode, act, durability) {
  database ??= connect();
  const connected = await database;
  return new Promise((resolve, reject) => {
    const transaction = connected.transaction(name, mode, { durability });
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

// A row that is damaged, or that something else wrote, cannot be sent: it is set aside, and holds up no entry.
const ADDRESS = /^(\/[^/\\]+)*\/games\/[0-9a-f-]{36}\/[a-z-]+$/;
/** @param {unknown} field */
const isPair = (field) => Array.isArray(field) && field.length === 2;
/** @param {string} address what a side says of a hand goes there (answers.js) */
export const isAnswer = (address) => /\/(dis)?agree$/.test(address);
/** @param {any} row @returns {row is Entry} */
function isSound(row) {
  const { order, address, fields, at, words } = row;
  const isForm = ADDRESS.test(address) && Array.isArray(fields) && fields.every(isPair);
  return isForm && [order, at].every(Number.isFinite) && typeof words === "string";
}

/** @param {any} row @returns {row is Entry} */
const isEntry = (row) => isSound(row) && !isAnswer(row.address);

/** @returns {Promise<{ entries: Entry[], answers: Entry[], damaged: Damaged[] }>} */
export async function readAll() {
  /** @type {any[]} */
  const rows = await transact("unsent", "readonly", (store) => store.getAll());
  const sound = rows.filter(isSound);
  const answers = sound.filter(({ address }) => isAnswer(address));
  return { entries: sound.filter(isEntry), answers, damaged: rows.filter((row) => !isSound(row)) };
}

export const readEntries = async () => (await readAll()).entries;

/** @param {Pick<Entry, "fields">} entry */
const formOf = ({ fields }) => fields.find(([name]) => name === "form_id")?.[1];

/**
 * Keeps an entry, and returns its place in the order; 0 where an earlier tap on the same form is kept: that one counts.
 * @param {Omit<Entry, "order">} entry
 * @returns {Promise<number>}
 */
export async function put(entry) {
  /** @type {IDBRequest | undefined} */
  let putting;
  await transact("unsent", "readwrite", (store) => {
    const found = store.getAll();
    found.onsuccess = () => {
      const isSecond = found.result.some((row) => isSound(row) && !row.dropped && formOf(row) === formOf(entry));
      if (!isSecond) putting = store.put(entry);
    };
    return found;
  });
  return putting?.result ?? 0;
}

/**
 * Need not reach the disk at once: an entry that is there again is sent again, and answered as the first time.
 * @param {{ order: IDBValidKey }} entry
 */
export const drop = (entry) => transact("unsent", "readwrite", (store) => store.delete(entry.order), "relaxed");

/**
 * Deletes an entry unless it may be on its way, as the oldest may; tells whether it waits no more, which is so as well where
 * another page of this phone took it back: what it was recorded on still waits.
 * @param {Entry} entry
 */
export async function dropBehind(entry) {
  /** @param {any[]} kept */
  const isBehind = (kept) => {
    const entries = kept.filter(isEntry);
    const earlier = entries.filter(({ order }) => order < entry.order);
    const found = entries.find(({ order }) => order === entry.order);
    return found ? earlier.length > 0 && !found.sent : earlier.some(({ run }) => run === entry.run);
  };
  const kept = await transact("unsent", "readwrite", (store) => {
    const found = store.getAll();
    found.onsuccess = () => {
      if (isBehind(found.result)) store.delete(entry.order);
    };
    return found;
  });
  return isBehind(kept);
}

/**
 * Changes an entry, unless it was dropped or is another form by now, as by a second tap or another page.
 * @param {Entry} entry
 * @param {Partial<Entry>} changed
 */
export function change(entry, changed) {
  const form = JSON.stringify(entry.fields);
  return transact("unsent", "readwrite", (store) => {
    const found = store.get(entry.order);
    found.onsuccess = () => {
      if (JSON.stringify(found.result?.fields) === form) store.put({ ...entry, ...changed });
    };
    return found;
  });
}

/** @param {string} game @returns {Promise<Page | undefined>} */
export const readPage = (game) => transact("games", "readonly", (store) => store.get(game));
/** @param {Page} page */
export const putPage = (page) => transact("games", "readwrite", (store) => store.put(page), "relaxed");
/** @param {string} below the address of a club or a game */
export const dropPages = (below) =>
  transact("games", "readwrite", (store) => store.delete(IDBKeyRange.bound(below, `${below}\uffff`)));

/**
 * Drops also what is damaged.
 * @param {string} club its address
 */
export const dropEntries = (club) =>
  transact("unsent", "readwrite", (store) => {
    const found = store.getAll();
    found.onsuccess = () => {
      for (const { order, address } of found.result) if (String(address).startsWith(club)) store.delete(order);
    };
    return found;
  });
