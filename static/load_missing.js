// Loads scripts again that failed to load. It imports nothing, so it runs even if no other script came.

const PAUSE = 3_000; // milliseconds
let isFilledIn = false;
addEventListener("input", () => {
  isFilledIn = true;
});
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
  setTimeout(tryAgain, PAUSE, folder, file, address);
}

/**
 * A server that was updated since has files of another version: the page is loaded again, once, unless something is filled in.
 * @param {string} folder
 * @param {string} file
 * @param {string} address that failed
 */
async function tryAgain(folder, file, address) {
  const answer = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (answer?.status === 404 && answer.headers.has("Scorekeeper")) {
    if (isFilledIn || sessionStorage.left === VERSION) return;
    sessionStorage.left = VERSION;
    return location.reload();
  }
  const attempt = Number(address.match(/\/static\/\w+-(\d+)\//)?.[1] ?? 1) + 1;
  load(`${folder}/static/${VERSION.split("-")[0]}-${attempt}/${file}`);
}
