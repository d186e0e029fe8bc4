// What the phone keeps in IndexedDB: of each tap that waits, its address and fields, in words too, when it was tapped, and
// what the server has against it; of each game, its page as the server gave it last (local_board.js).

let store;

// Fails where nothing can be kept: a private window may have no store, and a full phone no room in it.
export async function open() {
  store = await new Promise((done, fail) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
      request.result.createObjectStore("games", { keyPath: "game" });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  await transact("readwrite", (taps) => {
    taps.put({ order: -1, words: " ".repeat(10_000) });
    return taps.delete(-1);
  });
}

function transact(mode, act, name = "unsent") {
  return new Promise((done, fail) => {
    const transaction = store.transaction(name, mode, { durability: "strict" });
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

export const allTaps = () => transact("readonly", (taps) => taps.getAll());
export const put = (tap) => transact("readwrite", (taps) => taps.put(tap)); // returns its place in the order
export const drop = (tap) => transact("readwrite", (taps) => taps.delete(tap.order));

// Changes a tap, unless it was dropped meanwhile, as by another page.
export const change = (tap) => transact("readwrite", (taps) => {
  const found = taps.get(tap.order);
  found.onsuccess = () => { if (found.result) taps.put(tap); };
  return found;
});

export const page = (game) => transact("readonly", (games) => games.get(game), "games");
export const putPage = (kept) => transact("readwrite", (games) => games.put(kept), "games");
export const dropPages = (club) => transact("readwrite", (games) => games.delete(IDBKeyRange.bound(club, `${club}\uffff`)), "games");
