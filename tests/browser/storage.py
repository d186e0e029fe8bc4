"""What browsers do to what a page stores, and what somebody else stores there."""

from .scripts import script

# As on a phone whose storage is full, or in a window that keeps nothing.
REFUSES = """(name) => {
  IDBFactory.prototype.open = () => {
    const request = { error: new DOMException("refused", name) };
    setTimeout(() => request.onerror());
    return request;
  };
}"""
FULL = """() => {
  const put = (window.put = IDBObjectStore.prototype.put);
  IDBObjectStore.prototype.put = function (row) {
    const putting = put.call(this, row);
    const error = new DOMException("no room for it", "QuotaExceededError");
    Object.defineProperty(this.transaction, "error", { value: error });
    this.transaction.abort();
    return putting;
  };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = window.put; }"
PUT = """([store, row]) => new Promise((done) => {
  indexedDB.open("rook").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction(store, "readwrite");
    transaction.objectStore(store).put(row);
    transaction.oncomplete = () => { result.close(); done(); };
  };
})"""
# The connection is lost, and so many times another cannot be opened. What iOS says of it.
LOSE = script("lose_storage")
# What is stored next is broken off without an error.
BREAK_OFF = """() => {
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (name, mode, ...asked) {
    const begun = transaction.call(this, name, mode, ...asked);
    if (name === "unsent" && mode === "readwrite") {
      IDBDatabase.prototype.transaction = transaction;
      queueMicrotask(() => begun.abort());
    }
    return begun;
  };
}"""

STORE = {
    "full": FULL,
    "not full": ROOM,
    "deleted": "() => new Promise((done) => { indexedDB.deleteDatabase('rook').onsuccess = done; })",
    "lost": f"() => ({LOSE})(1)",
    "lost for good": f"() => ({LOSE})(Infinity)",
    "broken off": BREAK_OFF,
}
"""What happens to it, in the words of a scenario."""
