// All that this phone keeps of us, but for our own files, as texts by their place.
/** @typedef {Record<string, string>} Kept */
export default async () => {
  const kept = /** @type {Kept} */ ({});
  /**
   * @template T
   * @param {IDBRequest<T>} request
   * @returns {Promise<T>}
   */
  const all = (request) =>
    new Promise((done) => {
      request.onsuccess = () => done(request.result);
    });
  for (const cacheName of await caches.keys())
    for (const { url } of await (await caches.open(cacheName)).keys())
      if (!url.includes("/static/"))
        kept[`cache ${url}`] = (await (await caches.match(url, { cacheName }))?.text()) ?? "";
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await all(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      kept[`${name} ${store}`] = JSON.stringify(await all(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  kept.localStorage = JSON.stringify({ ...localStorage });
  kept.sessionStorage = JSON.stringify({ ...sessionStorage });
  return kept;
};
