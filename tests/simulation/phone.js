// A phone at the table: its pages, its store, its clock, and a network that loses, delays, doubles and reorders.
import { Answer, newStore, Page } from "./page.js";
import { ask, fault, later, note, world } from "./world.js";

const STARTED = Date.UTC(2026, 0, 10, 19, 0);

export class Phone {
  constructor(name, random, game) {
    Object.assign(this, { name, random, game, pages: [], channels: new Set(), factory: newStore() });
    this.ahead = random.between(-60_000, 60_000);
    this.isUp = true;
    this.hasHtmx = random.chance(0.7);
    this.lossy = random.chance(0.7) ? random.between(0, 0.3) : 0;
    this.slowest = random.pick([100, 500, 3_000]);
    this.made = 0;
    this.kept = undefined; // the page that the browser keeps for when there is no network (static/worker.js)
  }

  clock = () => STARTED + world.now + this.ahead;

  get page() {
    return this.pages.find((page) => !page.isHidden) ?? this.pages[0];
  }

  open(path) {
    this.load(path, this.request("GET", path, {}, undefined));
  }

  navigate(from, method, path, fields) {
    from.end();
    note(this.name, method, "page");
    this.load(path, this.request(method, path, {}, fields && new URLSearchParams(fields).toString()));
  }

  load(path, coming) {
    this.isLoading = true;
    const show = (html, at) => {
      this.isLoading = false;
      for (const other of this.pages) other.isHidden = true;
      new Page(this, `${this.name}${++this.made}`, html, at, this.hasHtmx);
    };
    coming.then(
      (answer) => {
        const isGame = answer.headers.has("Scorekeeper") && /id="scoreboard"/.test(answer.body);
        if (isGame) this.kept = { html: answer.body, path: new URL(answer.url).pathname };
        if (isGame) show(answer.body, this.kept.path);
        else later(1_000, () => this.open(this.game), null);
      },
      () => (this.kept ? show(this.kept.html, this.kept.path) : later(3_000, () => this.open(this.game), null)),
    );
  }

  fetch(page, address, { method = "GET", body, headers = {}, signal } = {}) {
    if (page.isGone) return new Promise(() => {});
    const { pathname, search } = new URL(address, page.window.location.href);
    const given = headers.entries ? Object.fromEntries(headers) : headers;
    return this.request(method, pathname + search, given, body === undefined ? undefined : String(body instanceof URLSearchParams ? body : new URLSearchParams([...body])), signal, page);
  }

  /** Sends this over the network as it is; what comes of it, and when, is the seed's. */
  request(method, path, headers, body, signal, page = null) {
    const { random } = this;
    const type = body === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" };
    const short = `${this.name} ${method} ${path.split("/").slice(3).join("/").replace(/[0-9a-f]{8}-\d+$/, "…")}`;
    this.meetings = (this.meetings ?? 0) + path.endsWith("/meet");
    if (path.endsWith("/meet") && this.meetings === 60) fault(`${this.name} asks about a meeting again and again`);
    return new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError("Failed to fetch"));
      const give = (answer) => () => (this.isUp ? resolve(answer) : fail());
      if (signal) {
        const broken = () => reject(signal.reason ?? new DOMException("Aborted", "AbortError"));
        if (signal.aborted) return broken();
        signal.addEventListener("abort", broken);
      }
      const delay = () => random.between(5, this.slowest);
      const isLost = random.chance(this.lossy);
      const isLostBack = random.chance(this.lossy);
      const hangs = random.chance(0.3) && page; // a browser gives up on a page by itself
      const lose = (wait) => hangs || later(wait, fail, page);
      const isDoubled = method === "POST" && random.chance(this.lossy / 3);
      const arrive = (isFirst) => () => {
        if (!this.isUp || server.isDown) return isFirst && later(5, fail, page);
        const death = method === "POST" && server.deaths.length && isFirst ? server.deaths.pop() : "";
        const found = ask("request", { phone: this.name, method, path, headers: { ...headers, ...type }, body, death });
        if (method === "POST") note(short, found.status ?? `died ${death}`, isFirst ? "" : "again");
        if (found.status >= 500) fault(`${short}: ${found.status}`);
        if (found.died) {
          server.isDown = true;
          later(random.between(500, 9_000), () => (server.isDown = false), null);
          return later(5, fail, page);
        }
        if (!isFirst) return;
        if (isLostBack) return lose(delay());
        const { body: text, ...rest } = found;
        later(delay(), give(new Answer(text, { ...rest, url: `http://localhost${found.path}` })), page);
      };
      if (!this.isUp) return later(random.between(1, 30), fail, page);
      if (isLost) return lose(delay());
      later(delay(), arrive(true), null); // it arrives even if its page is gone by then
      if (isDoubled) later(delay() * 3, arrive(false), null);
    });
  }

  /** What this phone has that was not sent, straight from its store. */
  rows() {
    const database = this.factory._databases.get("rook");
    const records = database?.rawObjectStores.get("unsent")?.records;
    return records ? [...records.values()].map(({ value }) => value).filter(({ address }) => address) : [];
  }
}

export const server = { isDown: false, deaths: [] };
