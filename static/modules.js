// Runs the modules that the server has put into one file (web/bundles.py). It has no state of its own: a file that is loaded
// again, as load_missing.js does, runs no module a second time.

const OURS = Symbol.for("modules of rook-scorekeeper"); // leaves no name behind
const global = /** @type {{ [OURS]?: Record<number, object | undefined> }} */ (globalThis);
global[OURS] ??= {};
const modules = global[OURS];

/**
 * Runs a module. One that fails is reported, and stops only what imports it.
 * @param {number} module
 * @param {() => object} body returns its exports
 */
export function run(module, body) {
  if (module in modules) return;
  modules[module] = undefined;
  try {
    modules[module] = body();
  } catch (error) {
    reportError(error);
  }
}

/**
 * Returns what a module exports.
 * @param {number} module
 */
export function need(module) {
  const exports = modules[module];
  if (!exports) throw new Error(`Module ${module} did not run.`);
  return exports;
}

/**
 * Loads the file of a module that is wanted only now.
 * @param {number} module
 * @param {string} file
 */
export async function load(module, file) {
  if (!(module in modules)) await import(`./${file}`);
  return need(module);
}
