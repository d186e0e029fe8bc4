// Has the browser lose its storage at the next transaction, and refuse to open it so many times.
/** @param {number} times */
export default (times) => {
  const lost = () => new DOMException("Connection to Indexed Database server lost. Refresh the page.", "UnknownError");
  const transaction = IDBDatabase.prototype.transaction;
  const open = indexedDB.open.bind(indexedDB);
  IDBDatabase.prototype.transaction = function () {
    IDBDatabase.prototype.transaction = transaction;
    this.close();
    throw lost();
  };
  IDBFactory.prototype.open = (...asked) => {
    if (times > 0) {
      times -= 1;
      const request = /** @type {any} */ ({ error: lost() });
      setTimeout(() => request.onerror());
      return request;
    }
    return open(...asked);
  };
};
