"""What browsers do to what a page stores, and what somebody else stores there."""

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
LOSE = """(times) => {
  const lost = () => new DOMException("Connection to Indexed Database server lost. Refresh the page.", "UnknownError");
  const transaction = IDBDatabase.prototype.transaction, open = indexedDB.open.bind(indexedDB);
  IDBDatabase.prototype.transaction = function (...asked) {
    IDBDatabase.prototype.transaction = transaction;
    this.close();
    throw lost();
  };
  IDBFactory.prototype.open = (...asked) => {
    if (times > 0) {
      times -= 1;
      const request = { error: lost() };
      setTimeout(() => request.onerror());
      return request;
    }
    return open(...asked);
  };
}"""
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
