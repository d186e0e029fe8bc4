// What the phone keeps in IndexedDB: of each tap that waits, its address and fields, in words too, when it was tapped, and
// what the server has against it; of each game, its page as the server gave it last (local_board.js).

let store;

// Fails where nothing can be kept: a private window may have no store, and a full phone no room in it.
export async function open() {
  await transact("readwrite", (taps) => {
    taps.put({ order: -1, words: " ".repeat(10_000) });
    return taps.delete(-1);
  });
}

function connect() {
  return new Promise((done, fail) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
      request.result.createObjectStore("games", { keyPath: "game" });
    };
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = disconnect; // a newer page of ours does not wait for this one
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  });
}

function disconnect() {
  store?.then((base) => base.close(), () => {});
  store = undefined;
}

// A browser may close the store of a page that was long out of sight: it is opened anew.
async function transact(mode, act, name) {
  try {
    return await attempt(mode, act, name);
  } catch (error) {
    disconnect();
    if (error.name !== "InvalidStateError") throw error;
    return attempt(mode, act, name);
  }
}

async function attempt(mode, act, name = "unsent") {
  const base = await (store ??= connect());
  return new Promise((done, fail) => {
    const transaction = base.transaction(name, mode, { durability: "strict" });
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

// A row that is damaged, or that something else wrote, cannot be sent: it is set aside, and holds up no tap.
const ADDRESS = /^(\/[^/\\]+)*\/games\/[0-9a-f-]{36}\/[a-z-]+$/;
const isPair = (field) => Array.isArray(field) && field.length === 2;
const isSound = ({ order, address, fields, at, words }) =>
  [order, at].every(Number.isFinite) && ADDRESS.test(address) && Array.isArray(fields) && fields.every(isPair) && typeof words === "string";

export async function all() {
  const rows = await transact("readonly", (taps) => taps.getAll());
  return { taps: rows.filter(isSound), damaged: rows.filter((row) => !isSound(row)) };
}

export const allTaps = async () => (await all()).taps;
export const put = (tap) => transact("readwrite", (taps) => taps.put(tap)); // returns its place in the order
export const drop = (tap) => transact("readwrite", (taps) => taps.delete(tap.order));

// Deletes a tap unless it is the oldest, which may be on its way; returns whether it was still there to be deleted.
export async function dropBehind(tap) {
  const isBehind = (kept) => kept.filter(isSound).findIndex(({ order }) => order === tap.order) > 0;
  return isBehind(await transact("readwrite", (taps) => {
    const found = taps.getAll();
    found.onsuccess = () => { if (isBehind(found.result)) taps.delete(tap.order); };
    return found;
  }));
}

// Changes a tap, unless it was dropped or is another form by now, as by a second tap or another page.
export const change = (tap, changed) => transact("readwrite", (taps) => {
  const found = taps.get(tap.order), form = JSON.stringify(tap.fields);
  found.onsuccess = () => { if (JSON.stringify(found.result?.fields) === form) taps.put({ ...tap, ...changed }); };
  return found;
});

export const page = (game) => transact("readonly", (games) => games.get(game), "games");
export const putPage = (kept) => transact("readwrite", (games) => games.put(kept), "games");
export const dropPages = (club) => transact("readwrite", (games) => games.delete(IDBKeyRange.bound(club, `${club}\uffff`)), "games");
