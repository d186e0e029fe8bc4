// Opens the game that is being played also where there is no network: keeps its page and the files that it needs. The
// server (web/static.py) puts VERSION before this text, the hash of all files. A page is kept only if it names the files of
// this version, so that old and new never meet; a new version waits until the phone takes it.
"use strict";

const CACHE = `rook-${VERSION}`;
const FILES = "app.css app.js cards.js clock.js follow.js local_board.js local_game.js local_question.js outbox.js poll.js reopen.js score.js server.js storage.js unsent.js icon.svg".split(" ");
const PATIENCE = 4_000; // milliseconds for a page, before the one that is kept is shown
const MOST = 5; // games
const ROOT = new URL("./", self.location).pathname;
const isOurs = (answer) => answer.type === "opaqueredirect" || answer.headers.has("Scorekeeper"); // as in app.js; a redirect shows no header
const GAME = /\/games\/[0-9a-f-]{36}$/;

self.addEventListener("install", (event) => event.waitUntil(install()));

// The games that were kept are kept anew: what an older version has goes with it, as soon as no page is open.
async function install() {
  const games = [];
  for (const name of await caches.keys()) games.push(...(await gamesIn(await caches.open(name))));
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => `${ROOT}static/${VERSION}/${name}`));
  for (const path of games.slice(-MOST)) await fetch(path).then((answer) => keep(cache, answer)).catch(() => {});
}

const gamesIn = async (cache) => (await cache.keys()).map((request) => new URL(request.url).pathname).filter((path) => GAME.test(path));

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});

self.addEventListener("message", (event) => {
  if (event.data === "take the new version") self.skipWaiting();
  if (event.data.keep) event.waitUntil(Promise.all([caches.open(CACHE), fetch(event.data.keep)]).then(([cache, answer]) => keep(cache, answer)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return; // htmx is in the browser's cache, or the forms do without
  if (pathname.startsWith(`${ROOT}static/${VERSION}/`)) event.respondWith(fromCache(request));
  else if (request.mode === "navigate" && (GAME.test(pathname) || pathname.endsWith("/now"))) event.respondWith(page(event, pathname));
  else if (/\/games\/[0-9a-f-]{36}\/since\//.test(pathname)) event.respondWith(fetch(request).then((answer) => forgetIfShut(answer, pathname)));
});

async function fromCache(request) {
  return (await caches.match(request.url, { cacheName: CACHE })) || fetch(request);
}

// The page as the server gives it, or the one that was kept; where the app opens, the game that was shown last. Where none
// was kept, the server has all the time there is, and says itself what is wrong with it.
async function page(event, pathname) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(pathname.endsWith("/now") ? await lastGame(cache, pathname) : pathname);
  let answer;
  try {
    answer = await fetch(event.request, kept && { signal: AbortSignal.timeout(PATIENCE) });
    if (kept) await answer.clone().text(); // all of it has come
    if (kept && (answer.status >= 500 || !isOurs(answer))) return kept;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
  event.waitUntil(keep(cache, answer.clone()));
  return forgetIfShut(answer, pathname);
}

async function keep(cache, answer) {
  const { pathname } = new URL(answer.url);
  if (!answer.ok || !GAME.test(pathname)) return;
  const html = await answer.text();
  if (!html.includes(`/static/${VERSION}/`)) return;
  await cache.delete(pathname); // what was kept last stands last
  await cache.put(pathname, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": answer.headers.get("Content-Security-Policy") } }));
}

async function lastGame(cache, pathname) {
  const club = pathname.slice(0, -"now".length);
  return (await gamesIn(cache)).findLast((path) => path.startsWith(club)) ?? pathname;
}

// Whom a renewed link has put out keeps no page of the club.
async function forgetIfShut(answer, pathname) {
  if (answer.status !== 404 || !isOurs(answer)) return answer;
  const club = pathname.slice(0, pathname.indexOf("games/"));
  for (const name of await caches.keys()) { // a version that waits has kept pages too
    const cache = await caches.open(name);
    for (const path of await gamesIn(cache)) if (path.startsWith(club)) await cache.delete(path);
  }
  return answer;
}
