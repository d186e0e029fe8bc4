// A page of a phone: its document, and its scripts as they are, each page with its own. What they ask of the browser comes
// from the simulation: the clock, timers, random numbers, the network, the store and the channel to the phone's other pages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";
import { ask, cancel, fault, later, note, world } from "./world.js";

const [, , STATIC, MODULES, HTMX] = process.argv;
const require = createRequire(`${MODULES}/`);
const { Window } = await import(`${MODULES}/happy-dom/lib/index.js`);
let slow = () => 0; // how long the store takes, as the seed says
let lastStep = 0;
globalThis.setImmediate = (act) => {
  lastStep = Math.max(lastStep, world.now + slow());
  later(lastStep - world.now, act, null);
};
require(`${MODULES}/fake-indexeddb/auto`);
const { IDBFactory: Store, IDBKeyRange } = globalThis;

export const newStore = () => new Store();
export function beginStores(slowness) {
  slow = slowness;
  lastStep = 0;
}

const planted = new Map(); // what a fault makes of a file
const sources = new Map();

/** @param {{ file: string, old: string, new: string }[]} changes */
export function plant(changes) {
  planted.clear();
  for (const { file, old, new: put } of changes) {
    const given = planted.get(file) ?? readFileSync(`${STATIC}/${file}`, "utf8");
    if (given.split(old).length !== 2) throw new Error(`A planted fault does not fit ${file} any more: ${old}`);
    planted.set(file, given.replace(old, () => put));
  }
}

function sourceOf(file) {
  if (planted.has(file)) return planted.get(file);
  if (!sources.has(file)) sources.set(file, readFileSync(`${STATIC}/${file}`, "utf8"));
  return sources.get(file);
}
const htmx = new vm.Script(readFileSync(HTMX, "utf8"), { filename: "htmx.js" });

const PRELUDE = new vm.Script(`{
  const Given = Date;
  globalThis.Date = class Date extends Given {
    constructor(...given) { if (given.length) super(...given); else super(__now()); }
    static now() { return __now(); }
  };
  Math.random = __random;
}`);

export class Page {
  constructor(phone, name, html, path, hasHtmx) {
    Object.assign(this, { phone, name, isGone: false, isHidden: false, modules: new Map(), opened: new Set(), version: "" });
    const window = new Window({ url: `http://localhost${path}`, width: 390, height: 844 });
    this.window = window;
    if (!vm.isContext(window)) vm.createContext(window);
    this.fit(path);
    PRELUDE.runInContext(window);
    window.document.write(html);
    this.document = window.document;
    const scripts = [...window.document.querySelectorAll("script[type=module]")].map((one) => one.getAttribute("src"));
    this.version = /\/static\/([^/]+)\//.exec(html)?.[1] ?? "";
    phone.pages.push(this);
    later(phone.random.between(20, 200), () => this.load(scripts, hasHtmx), this);
  }

  get board() {
    return this.document.querySelector("#scoreboard");
  }

  fit(path) {
    const { phone, window } = this;
    const place = (to) => {
      const { pathname, search, href } = new URL(to, "http://localhost/");
      return { pathname, search, href };
    };
    const location = {
      ...place(path),
      origin: "http://localhost",
      assign: (to) => phone.navigate(this, "GET", new URL(to, location.href).pathname),
      reload: () => phone.navigate(this, "GET", location.pathname),
    };
    const timers = new Map();
    let ids = 0;
    const again = (act, every, words, id) =>
      timers.set(id, later(every, () => (again(act, every, words, id), act(...words)), this));
    const error = (what) => fault(`${this.name}: ${what?.stack ?? what}`);
    const channels = phone.channels;
    const page = this;
    const given = {
      location,
      history: { replaceState: (_state, _title, to) => Object.assign(location, place(new URL(to, location.href).href)) },
      setTimeout: (act, delay = 0, ...words) => {
        const id = ++ids;
        const least = page.isHidden ? 1000 : 0;
        timers.set(id, later(Math.max(delay, least), () => act(...words), this));
        return id;
      },
      setInterval: (act, every, ...words) => (again(act, Math.max(every, 1), words, ++ids), ids),
      clearTimeout: (id) => timers.has(id) && cancel(timers.get(id)),
      queueMicrotask: (act) => queueMicrotask(act),
      requestAnimationFrame: (act) => given.setTimeout(() => act(world.now), 16),
      performance: { now: () => world.now, mark() {}, measure() {} },
      fetch: (address, request) => phone.fetch(this, String(address), request),
      indexedDB: this.store(),
      IDBKeyRange,
      DOMException: globalThis.DOMException,
      URL,
      URLSearchParams,
      Response: Answer,
      AbortController,
      AbortSignal: { timeout: (delay) => this.timeout(delay), any: AbortSignal.any },
      crypto: { getRandomValues: (bytes) => bytes.map((_, index) => (bytes[index] = phone.random.below(256))) },
      BroadcastChannel: class {
        constructor() {
          this.page = page;
          channels.add(this);
        }
        postMessage(data) {
          for (const other of channels)
            if (other.page !== page && !page.isGone)
              later(phone.random.between(0, 50), () => other.onmessage?.({ data: structuredClone(data) }), other.page);
        }
      },
      XPathEvaluator: class {
        createExpression = () => ({ evaluate: () => ({ iterateNext: () => null }) }); // htmx looks for hx-on, which no page has
      },
      matchMedia: () => ({ matches: true, addEventListener() {} }), // the person wants no motion
      scrollBy() {},
      scrollTo() {},
      reportError: error,
      console: { log() {}, info() {}, debug() {}, warn: error, error: (what) => /^htmx: htmx:error: (Failed to fetch|Aborted|NotSent|timeout|$)/.test(what) || error(what) },
      __now: () => phone.clock(),
      __random: () => phone.random.next(),
    };
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) given[name] = window[name].bind(window);
    given.clearInterval = given.clearTimeout;
    for (const [name, value] of Object.entries(given))
      Object.defineProperty(window, name, { value, configurable: true, writable: true });
    Object.defineProperty(window.document, "hidden", { get: () => page.isHidden });
    Object.defineProperty(window.document, "visibilityState", { get: () => (page.isHidden ? "hidden" : "visible") });
    Object.assign(window.HTMLElement.prototype, { scrollIntoView() {}, animate: () => ({ cancel() {} }) });
    Object.assign(window.HTMLFormElement.prototype, {
      submit() {
        phone.navigate(page, "POST", this.getAttribute("action"), fieldsOf(page, this));
      },
    });
  }

  /** The phone's store, in which all that a page had begun and not ended goes with it. */
  store() {
    const { factory } = this.phone;
    const page = this;
    return {
      open(...name) {
        if (page.isGone) return {};
        const request = factory.open(...name);
        request.addEventListener("success", () => {
          const database = request.result;
          const transaction = database.transaction.bind(database);
          page.opened.add(database);
          database.underway = new Set();
          database.transaction = (...asked) => {
            const made = transaction(...asked);
            database.underway.add(made);
            for (const end of ["complete", "abort"]) made.addEventListener(end, () => database.underway.delete(made));
            return made;
          };
        });
        return request;
      },
    };
  }

  timeout(delay) {
    const controller = new AbortController();
    later(delay, () => controller.abort(new DOMException("Timed out", "TimeoutError")), this);
    return controller.signal;
  }

  /** As the browser ends it: in the middle of whatever it does. */
  end() {
    this.isGone = true;
    this.phone.pages.splice(this.phone.pages.indexOf(this), 1);
    for (const channel of this.phone.channels) if (channel.page === this) this.phone.channels.delete(channel);
    for (const database of this.opened) {
      for (const transaction of database.underway)
        try {
          transaction.oncomplete = transaction.onabort = null; // nobody hears of it
          transaction.abort();
        } catch {
          // it had ended
        }
      database.close();
    }
    this.window.close?.();
  }

  async load(scripts, hasHtmx) {
    if (hasHtmx) htmx.runInContext(this.window);
    this.document.dispatchEvent(new this.window.Event("DOMContentLoaded", { bubbles: true }));
    this.window.addEventListener("submit", (event) => this.sendPlainly(event));
    for (const address of scripts) await this.import(new URL(address, "http://localhost").href);
  }

  sendPlainly(event) {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { target: form, submitter } = event;
    const address = submitter?.getAttribute("formaction") || form.getAttribute("action");
    if (form.method === "get") return;
    this.phone.navigate(this, "POST", address, fieldsOf(this, form, submitter));
  }

  async import(address) {
    const found = this.module(address);
    if (found.status === "unlinked") {
      this.linking ??= Promise.resolve();
      await (this.linking = this.linking.then(() => found.status === "unlinked" && found.link((name, from) => this.module(new URL(name, from.identifier).href))));
    } else await this.linking;
    await found.evaluate();
    return found;
  }

  module(address) {
    let found = this.modules.get(address);
    if (found) return found;
    const file = address.split(/\/static\/[^/]+\//)[1];
    found = new vm.SourceTextModule(sourceOf(file), {
      context: this.window,
      identifier: address,
      initializeImportMeta: (meta) => {
        meta.url = address;
      },
      importModuleDynamically: (name, from) => this.import(new URL(name, from.identifier).href),
    });
    this.modules.set(address, found);
    return found;
  }

  /** What this page's copy of a module exports; undefined before it has come. */
  exports(file) {
    const found = [...this.modules].find(([address]) => address.endsWith(`/${file}`))?.[1];
    return found?.status === "evaluated" ? found.namespace : undefined;
  }
}

export const fieldsOf = (page, form, submitter) => [
  ...[...new page.window.FormData(form)].map(([name, value]) => [name, String(value)]),
  ...(submitter?.name ? [[submitter.name, submitter.value]] : []),
];

/** What the network brings. */
export class Answer {
  constructor(text, { status = 200, headers = {}, url = "", redirected = false } = {}) {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    Object.assign(this, { status, url, redirected, ok: status >= 200 && status < 300, statusText: String(status) });
    this.body = text;
    this.headers = { get: (name) => given[name.toLowerCase()] ?? null, has: (name) => name.toLowerCase() in given, [Symbol.iterator]: () => Object.entries(given)[Symbol.iterator]() };
    this.text = async () => text ?? "";
    this.json = async () => JSON.parse(text);
    this.clone = () => this;
    this.raw = this;
  }
}
