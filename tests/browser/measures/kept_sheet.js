export default async () => {
  const made = await indexedDB.databases(); // else this would make an empty one
  if (!made.some(({ name }) => name === "rook")) return "";
  const opened = indexedDB.open("rook");
  await new Promise((done) => {
    opened.onsuccess = done;
  });
  const all = opened.result.transaction("games").objectStore("games").getAll();
  await new Promise((done) => {
    all.onsuccess = done;
  });
  opened.result.close();
  return JSON.stringify(all.result.filter(({ game }) => game.endsWith("/check/sheet")).map(({ fields }) => fields));
};
