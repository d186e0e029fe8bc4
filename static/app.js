// Loads again what did not come. It imports nothing, so that it is here when anything else is not.

const PAUSE = 3_000; // milliseconds
const VERSION = new URL("./", import.meta.url).pathname.split("/").at(-2) ?? "";
const ALONE = ["alone/outbox.js", "alone/reopen.js"]; // what works without the server comes once the page can be used

addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && retry(target.src), { capture: true });
setTimeout(() => {
  for (const file of ALONE) load(new URL(file, import.meta.url).href);
});

/**
 * Loads a module; where it, or one that it imports, did not come, it is asked for again.
 * @param {string} address
 */
function load(address) {
  import(address).catch((error) => {
    if (/modul/i.test(error.message)) retry(address); // any other error would only come again
    throw error;
  });
}

/**
 * Asks for a module of ours under another address, since a browser remembers which addresses failed. The version of all
 * files is in the address, and so is the number of the attempt: what a module imports is asked for under it too.
 * @param {string} address
 */
function retry(address) {
  const [folder, file] = address.split(/\/static\/[^/]+\//);
  if (!file) return; // htmx: without it the forms are sent by themselves
  const attempt = Number(address.match(/\/static\/\w+-(\d+)\//)?.[1] ?? 1) + 1;
  setTimeout(load, PAUSE, `${folder}/static/${VERSION.split("-")[0]}-${attempt}/${file}`);
}
