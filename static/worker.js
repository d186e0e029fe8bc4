// Opens Home and the running game without a network: keeps their pages and the files that they need, and a page that shows in
// place of any other. The server (web/static.py) puts VERSION, the hash of all files, and FILES, the names of those to keep,
// before this text. A page is kept only if it names the files of this version, so old and new never mix; a new version waits
// until the page takes it. It is the one script that is not a module, since not every browser takes a module as a worker.

const scope = /** @type {ServiceWorkerGlobalScope & { FILES: string, VERSION: string }} */ (
  /** @type {unknown} */ (self)
);
const { FILES, VERSION } = scope;
const TIMEOUT = 4_000; // milliseconds until the kept page is shown instead
const DRAWN = 600; // milliseconds until a page is drawn; then it is kept
const MOST_GAMES = 5;
const KEPT_AT = "Kept-At"; // a header of ours, in milliseconds
const POLICIES = ["Content-Security-Policy", "Referrer-Policy"];
const ROOT = new URL("./", scope.location.href).pathname;
const UNREACHED = `${ROOT}unreached`;
const OURS = ROOT === "/" ? "rook-" : `rook-${ROOT}`; // other programs can be at the same host, below other paths
const CACHE = `${OURS}${VERSION}`;
const RELOAD = `<script src="${ROOT}static/${VERSION}/reload.js"></script>`; // a refresh would wait for htmx
const GAME = /\/games\/[0-9a-f-]{36}$/;
const HOME = new RegExp(`^${ROOT}(c/[^/]+/)?$`);
/** @param {string} path */
const clubOf = (path) => path.slice(0, path.lastIndexOf("games/"));
/** @param {string} path */
const isKept = (path) => GAME.test(path) || HOME.test(path);
/** @type {Map<string, Response>} Answers that did not begin as the kept page, until they are loaded. */
const answers = new Map();
let timesForgotten = 0; // a page that was asked for before the last time is not kept

/**
 * As in page.js; a redirect shows no headers.
 * @param {Response} answer
 */
const isOurs = (answer) => answer.type === "opaqueredirect" || answer.headers.has("Scorekeeper");

scope.addEventListener("install", (event) => event.waitUntil(install()));

// Keeps the pages of older versions again, since those go with their version, and the games that are open.
async function install() {
  const games = [];
  for (const name of await ourCaches()) games.push(...(await gamesIn(await caches.open(name))));
  const open = await scope.clients.matchAll({ includeUncontrolled: true });
  games.push(
    ...open.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(ROOT) && GAME.test(path)),
  );
  const cache = await caches.open(CACHE);
  await cache.addAll([UNREACHED, ...FILES.split(" ").map((name) => `${ROOT}static/${VERSION}/${name}`)]);
  const newest = [...new Set(games.reverse())].slice(0, MOST_GAMES);
  for (const path of newest.reverse()) await keepFresh(cache, path);
  for (const home of new Set(games.map(clubOf))) await keepFresh(cache, home);
}

// The caches of all versions.
async function ourCaches() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(OURS) && /^[0-9a-f]{8}$/.test(name.slice(OURS.length)));
}

/**
 * Returns the addresses of the pages, the newest last.
 * @param {Cache} cache
 */
async function pagesIn(cache) {
  /** @param {Request} request */
  const time = ({ headers }) => Number(headers.get(KEPT_AT));
  const requests = [...(await cache.keys())].sort((one, other) => time(one) - time(other));
  return requests.map((request) => new URL(request.url).pathname).filter(isKept);
}

/** @param {Cache} cache */
const gamesIn = async (cache) => (await pagesIn(cache)).filter((path) => GAME.test(path));

scope.addEventListener("activate", (event) => event.waitUntil(deleteOthers()));

async function deleteOthers() {
  const others = (await ourCaches()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

scope.addEventListener("message", (event) => {
  if (event.data === "take the new version") scope.skipWaiting();
  if (event.data.keep) event.waitUntil(caches.open(CACHE).then((cache) => keepFresh(cache, event.data.keep)));
  if (event.data.forget) event.waitUntil(forget(event.data.forget));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return; // htmx is in the browser's own cache, or forms work without it
  if (pathname.startsWith(`${ROOT}static/${VERSION}/`)) event.respondWith(fromCache(request));
  else if (request.mode !== "navigate") return;
  else if (isKept(pathname) || pathname.endsWith("/now")) event.respondWith(page(event, pathname));
  else event.respondWith(fetch(request).catch(() => unreached(request)));
});

/** @param {Request} request */
async function fromCache(request) {
  return (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);
}

/**
 * Returns the page at this path. One that is kept begins at once.
 * @param {FetchEvent} event
 * @param {string} pathname
 */
async function page(event, pathname) {
  const came = answers.get(pathname);
  if (came && answers.delete(pathname)) return came;
  const cache = await caches.open(CACHE);
  const isNow = pathname.endsWith("/now");
  const kept = await cache.match(isNow ? await lastGame(cache, pathname) : pathname);
  const whole = wholePage(event, cache, kept?.clone());
  if (!kept || isNow) return whole;
  event.waitUntil(whole);
  return headFirst(kept, whole, pathname);
}

/**
 * Returns a page that begins as the kept one, up to the title, so that styles and scripts load while the server is asked.
 * If the server's answer begins otherwise (a new version, a renewed link, a redirect), the browser loads that instead.
 * @param {Response} kept
 * @param {Promise<Response>} whole
 * @param {string} pathname
 */
async function headFirst(kept, whole, pathname) {
  const [head = ""] = (await kept.text()).split("<title>");
  const rest = async () => {
    const answer = await whole;
    const html = answer.ok ? await answer.clone().text() : "";
    if (html.startsWith(head)) return html.slice(head.length);
    answers.set(pathname, answer);
    setTimeout(() => answers.delete(pathname), TIMEOUT); // if it is not loaded, the next is asked for anew
    return RELOAD;
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(head));
      controller.enqueue(encoder.encode(await rest()));
      controller.close();
    },
  });
  return new Response(body, kept);
}

/**
 * Returns the server's page, or the kept one; at the address where the app opens, the game that was shown last.
 * If none was kept, it waits for the server without limit and returns its error.
 * @param {FetchEvent} event
 * @param {Cache} cache
 * @param {Response} [kept]
 */
async function wholePage(event, cache, kept) {
  const before = timesForgotten;
  let answer;
  try {
    answer = await fetch(event.request, kept && { signal: AbortSignal.timeout(TIMEOUT) });
    if (kept) await answer.clone().text(); // until all of it has come
    if (kept && (answer.status >= 500 || !isOurs(answer))) return asKept(kept);
  } catch {
    return kept ? asKept(kept) : unreached(event.request);
  }
  event.waitUntil(keepWithHome(cache, answer.clone(), before));
  return answer;
}

/**
 * Returns the page that says that there is no network, with the way to what was asked for and to the first page of its club.
 * @param {Request} request
 */
async function unreached({ url }) {
  const found = await caches.match(UNREACHED, { cacheName: CACHE });
  if (!found) return Response.error();
  const [home = ROOT] = new RegExp(`^${ROOT}c/[^/]+/`).exec(new URL(url).pathname) ?? [];
  const html = (await found.text())
    .replaceAll(`href="${UNREACHED}"`, () => `href="${url}"`)
    .replaceAll(`href="${ROOT}"`, () => `href="${home}"`);
  return new Response(html, { status: 503, headers: found.headers });
}

/**
 * Returns a kept page. Home says that it is one: many of its links need the network.
 * @param {Response} kept
 */
async function asKept(kept) {
  const html = await kept.text();
  return new Response(html.replace("data-home", "data-home data-kept"), kept);
}

/**
 * Keeps a page, and with a game also the Home page that lists it.
 * @param {Cache} cache
 * @param {Response} answer
 * @param {number} before
 */
async function keepWithHome(cache, answer, before) {
  const { pathname } = new URL(answer.url);
  await new Promise((done) => setTimeout(done, DRAWN));
  await keep(cache, answer, before);
  if (answer.ok && GAME.test(pathname)) await keepFresh(cache, clubOf(pathname));
}

/**
 * Keeps a page in its newest state.
 * @param {Cache} cache
 * @param {string} path
 */
async function keepFresh(cache, path) {
  const before = timesForgotten;
  try {
    await keep(cache, await fetch(path, { signal: AbortSignal.timeout(TIMEOUT) }), before);
  } catch {
    // there is a next time
  }
}

/**
 * @param {Cache} cache
 * @param {Response} answer
 * @param {number} before how often something had gone when it was asked for
 */
async function keep(cache, answer, before) {
  const { pathname, search } = new URL(answer.url);
  if (!answer.ok || !isKept(pathname) || search) return;
  const html = await answer.text();
  if (before !== timesForgotten || html.includes(" data-gone=")) return;
  if (!html.includes(`/static/${VERSION}/`) || (HOME.test(pathname) && !html.includes("data-home"))) return;
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  for (const name of POLICIES) headers.set(name, answer.headers.get(name) ?? "");
  const now = { headers: { [KEPT_AT]: String(Date.now()) } }; // gamesIn goes by it: in WebKit a replaced page keeps its place
  await cache.put(new Request(pathname, now), new Response(html, { headers }));
  if (before !== timesForgotten) await cache.delete(pathname);
}

/**
 * @param {Cache} cache
 * @param {string} pathname
 */
async function lastGame(cache, pathname) {
  const club = pathname.slice(0, -"now".length);
  return (await gamesIn(cache)).findLast((path) => path.startsWith(club)) ?? pathname;
}

/**
 * Deletes the pages of a club or a game that is gone, as alone/forget.js says; Home, which lists the game, is asked for anew.
 * @param {string} gone its address
 */
async function forget(gone) {
  timesForgotten += 1;
  const home = GAME.test(gone) ? clubOf(gone) : undefined;
  for (const name of await ourCaches()) {
    const cache = await caches.open(name); // a waiting version has pages too
    for (const path of await pagesIn(cache)) if (path.startsWith(gone) || path === home) await cache.delete(path);
  }
  if (home) await keepFresh(await caches.open(CACHE), home);
}
