// Loads scripts again that failed to load. It imports nothing, so it runs even if no other script came.

const PAUSE = 3_000; // milliseconds
const VERSION = new URL("./", import.meta.url).pathname.split("/").at(-2) ?? "";

addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && retry(target.src), { capture: true });

/**
 * Loads a module. If it, or one that it imports, fails to load, tries again.
 * @param {string} address
 */
function load(address) {
  import(address).catch((error) => {
    if (/modul/i.test(error.message)) retry(address); // any other error would only happen again
    throw error;
  });
}

/**
 * Loads one of our modules from another address, since browsers remember which addresses failed. The number of the attempt
 * follows the version in the address, so what the module imports is loaded again too.
 * @param {string} address
 */
function retry(address) {
  const [folder, file] = address.split(/\/static\/[^/]+\//);
  if (!file) return; // htmx: forms work without it
  const attempt = Number(address.match(/\/static\/\w+-(\d+)\//)?.[1] ?? 1) + 1;
  setTimeout(load, PAUSE, `${folder}/static/${VERSION.split("-")[0]}-${attempt}/${file}`);
}
