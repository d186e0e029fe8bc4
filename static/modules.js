// Runs the modules that the server has put into one file (web/bundles.py). It has no state of its own: a file that is loaded
// again, as app.js does, runs no module a second time.

const OURS = Symbol.for("modules of rook-scorekeeper"); // leaves no name behind
const global = /** @type {{ [OURS]?: Record<string, object | undefined> }} */ (globalThis);
global[OURS] ??= {};
const modules = global[OURS];

/**
 * Runs a module. One that fails is reported, and stops only what imports it.
 * @param {string} name
 * @param {() => object} body returns its exports
 */
export function run(name, body) {
  if (name in modules) return;
  modules[name] = undefined;
  try {
    modules[name] = body();
  } catch (error) {
    reportError(error);
  }
}

/**
 * Returns what a module exports.
 * @param {string} name
 */
export function need(name) {
  const exports = modules[name];
  if (!exports) throw new Error(`${name} did not run.`);
  return exports;
}

/**
 * Loads the file of a module that is wanted only now.
 * @param {string} name
 */
export async function load(name) {
  if (!(name in modules)) await import(`./${name}`);
  return need(name);
}
