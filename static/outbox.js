// Taps are never lost: each is kept on the phone, in IndexedDB, until the server has answered it. They are sent in order,
// one at a time; each goes by the id of its form, so that one that had arrived after all is answered as the first time.

import * as alone from "./alone.js";

const KEPT = ["bid", "call", "partners", "hands", "misdeal", "passed-out", "stuck"];
const PATIENCE = 10_000; // milliseconds for an answer; a tap that came through all the same does no harm
const PAUSE = 2_000, LONGEST = 10_000; // between two tries
const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
const status = Object.assign(document.createElement("p"), { role: "status" });
bar.append(status);
let line = Promise.resolve(), pause = PAUSE, timer, decided;

const EMPTY = () => new Response(null, { status: 204 });

class NotSent extends Error {}

// What waits: a tap's address and fields, in words too, when it was tapped, and what the server has against it.

function open() {
  return new Promise((done, fail) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
      request.result.createObjectStore("games", { keyPath: "game" });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

function change(mode, act, name = "unsent") {
  return new Promise((done, fail) => {
    const transaction = store.transaction(name, mode, { durability: "strict" });
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

const underway = new Set(); // the tap that is being sent for the first time waits for nothing yet
const waiting = async () => (await change("readonly", (taps) => taps.getAll())).filter((tap) => !underway.has(tap.order));
const put = (tap) => change("readwrite", (taps) => taps.put(tap));
const drop = (tap) => change("readwrite", (taps) => taps.delete(tap.order));
const gameOf = (tap) => tap.address.slice(0, tap.address.lastIndexOf("/"));
const idOf = (tap) => new URLSearchParams(tap.fields).get("form_id");
const isHere = (tap) => gameOf(tap) === alone.game();
const waitingHere = async () => (await waiting()).filter(isHere);

// What a person tapped, in the words of the form.
function describe(form, submitter) {
  const chosen = [...form.querySelectorAll("fieldset input:checked")];
  const typed = [...form.querySelectorAll("input[data-names]")].filter((field) => field.value);
  const words = [
    ...chosen.map((radio) => `${radio.closest("fieldset").querySelector("legend").textContent} ${radio.closest("label").textContent}`),
    ...typed.map((field) => `${field.closest("label").firstChild.textContent.trim()} ${field.value}`),
  ];
  return words.join(", ") || `${form.querySelector("legend")?.textContent ?? ""} ${submitter.textContent}`.trim();
}

// Sending: everything stands in line, so that no tap overtakes another.

function inLine(work) {
  const turn = line.then(work);
  line = turn.catch(() => {});
  return turn;
}

// Keeps a tap and sends it; returns its answer, an empty one (204) where it waits, and the game goes on without.
async function send(address, body, form, submitter) {
  const tap = { address: new URL(address, location.href).pathname, fields: [...body], at: Date.now(), words: describe(form, submitter) };
  await put(tap).then((order) => { underway.add(tap.order = order); }, warn);
  try {
    if (tap.order && (await waiting()).length) throw new NotSent();
    return await inLine(() => sendFirst(tap, body.get("csrf_token")));
  } catch (error) {
    underway.delete(tap.order);
    if (!tap.order || !(error instanceof NotSent)) throw error;
    await goOn(tap);
    return EMPTY();
  } finally {
    await show();
  }
}

async function sendFirst(tap, token) {
  const answer = await post(tap, token);
  if (tap.order) await drop(tap);
  underway.delete(tap.order);
  if (answer.ok) feel(tap);
  return answer;
}

// Takes a tap that waits as done, unless the phone sees by itself that something is missing.
async function goOn(tap) {
  const taps = await waitingHere();
  const others = taps.filter((other) => other.order !== tap.order);
  if (others.some((other) => idOf(other) === idOf(tap))) return drop(tap); // two taps on one form: the first counts
  alone.show(others);
  if (alone.knows() && isHere(tap) && !alone.isComplete(taps)) {
    await drop(tap);
    const words = "Something is missing or doesn't add up. Check it and tap again.";
    document.querySelector(".questions form")?.prepend(Object.assign(paragraph(words), { className: "error", role: "alert" }));
  } else {
    feel(tap);
    alone.forget();
    await show();
    bar.scrollIntoView({ block: "nearest" });
    flush();
  }
  return undefined;
}

// Takes back the last tap that waits. The oldest may have arrived, though nobody knows: its undo is sent after it.
async function undo(address, body) {
  const answer = await inLine(async () => {
    const taps = await waitingHere();
    const tap = alone.toUndo(taps);
    if (!tap) return reach(address, { method: "POST", body }); // all was sent just now
    if (tap.order !== taps[0].order) return drop(tap);
    const version = Number(new URLSearchParams(tap.fields).get("version")) + 1;
    const fields = [["form_id", alone.newId()], ["version", String(version)]];
    return put({ address: `${alone.game()}/undo`, fields, at: Date.now(), words: "Undo", restores: alone.baseState() });
  });
  if (answer instanceof Response) return answer;
  alone.forget();
  await show();
  return EMPTY();
}

function feel(tap) {
  if (tap.address.endsWith("/hands") && isAllowed("vibration")) navigator.vibrate?.(60);
}

// Sends what waits, oldest first; returns the last answer, of the game on the page, as HTML.
async function sendWaiting() {
  let token, text;
  for (const tap of await waiting()) {
    if (tap.refused) throw new NotSent();
    token ??= await freshToken(tap);
    const answer = await post(tap, token);
    if (!answer.ok) {
      await put({ ...tap, refused: { status: answer.status, why: reasons(await answer.text()) } });
      throw new NotSent();
    }
    await drop(tap);
    text = await answer.text();
    if (isHere(tap)) alone.begin(text);
  }
  return text;
}

function post(tap, token) {
  const body = new URLSearchParams(tap.fields);
  body.set("csrf_token", token);
  return reach(tap.address, { method: "POST", body });
}

async function reach(address, request) {
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(address, { ...request, headers: { "HX-Request": "true" }, signal }).catch(() => null);
  if (!answer || answer.status >= 500) throw new NotSent();
  return answer;
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const field = (page, name) => page.querySelector(`[name=${name}]`)?.value ?? "";
const reasons = (html) => [...parse(html).querySelectorAll("[role=alert] p, [role=alert]:not(:has(p)), .error")].map((one) => one.textContent.trim()).join(" ");

// The page that a tap was made on may be of another session by now.
async function freshToken(tap) {
  return field(parse(await (await reach(gameOf(tap))).text()), "csrf_token");
}

async function flush() {
  clearTimeout(timer);
  if (document.hidden || !(await waiting()).length) return;
  try {
    const text = await inLine(sendWaiting);
    pause = PAUSE;
    const board = document.getElementById("scoreboard");
    if (text && board && !(await waitingHere()).length) {
      delete board.dataset.local;
      document.dispatchEvent(new CustomEvent("rook:answered", { detail: { response: { status: 200 }, text } }));
    }
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    pause = Math.min(2 * pause, LONGEST);
  }
  await show();
}

// What the page shows.

async function swap(answer) {
  const html = await answer.text();
  const retarget = answer.headers.get("HX-Retarget");
  if (retarget) document.querySelector(retarget).innerHTML = html;
  else document.getElementById("scoreboard").outerHTML = html;
  window.htmx?.process(document.body);
  document.dispatchEvent(new Event("htmx:after:swap"));
}

// What the server gave last is remembered, for when the page is opened without it.
async function showAndRemember() {
  await show();
  await alone.prepare();
  const page = alone.page();
  if (page) await change("readwrite", (games) => games.put(page), "games").catch(() => {}); // no room for more than taps
}

// Whom a renewed link has put out keeps nothing of the club's games; what was tapped stays, and says that it is not sent.
function forgetIfShut({ detail: { response } }) {
  if (response.status !== 404) return;
  const club = location.pathname.slice(0, location.pathname.indexOf("games/"));
  change("readwrite", (games) => games.delete(IDBKeyRange.bound(club, `${club}\uffff`)), "games");
}

async function show() {
  const taps = await waiting();
  const here = taps.filter(isHere);
  const isLocal = document.querySelector("[data-local]") !== null;
  const goesOn = here.length || isLocal ? alone.show(here) && !here.some((tap) => tap.refused) : true;
  const questions = document.querySelector(".questions");
  if (questions) questions.hidden = !goesOn;
  bar.hidden = !taps.length;
  bar.dataset.unsent = taps.length;
  if (!taps.length) return;
  const since = new Date(taps[0].at).toLocaleTimeString("en-US", { timeStyle: "short" });
  const words = `${taps.length} not sent yet, since ${since}`;
  if (status.textContent !== words) status.textContent = words; // said once, however often it is tried
  const refused = taps.filter((tap) => tap.refused);
  const asked = JSON.stringify(refused.map((tap) => [tap.order, tap.refused.why]));
  if (decided !== asked) bar.replaceChildren(status, ...refused.flatMap(decision));
  decided = asked;
  const main = document.querySelector("main");
  if (main.firstElementChild !== bar) main.prepend(bar);
  clearTimeout(timer);
  timer = setTimeout(flush, pause * (0.8 + 0.4 * Math.random()));
}

// Somebody else recorded meanwhile, or the server cannot take it: a person decides.
function decision(tap) {
  const resend = async () => {
    const page = parse(await (await reach(gameOf(tap))).text());
    const marks = new URLSearchParams(tap.fields);
    for (const name of ["form_id", "version"]) marks.set(name, field(page, name));
    await put({ ...tap, fields: [...marks], refused: null });
    await flush();
  };
  const discard = async () => {
    await drop(tap);
    await flush();
    await show();
  };
  return [paragraph(`On this phone: ${tap.words}.`), paragraph(tap.refused.why), button("Save it anyway", resend), button("Discard", discard)];
}

const paragraph = (textContent) => Object.assign(document.createElement("p"), { textContent });

function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

// How a tap comes here: by htmx, whose sending this takes over, or by the form itself where htmx did not come.

const isKept = (address) => KEPT.includes(address.split("/").at(-1));
const isLocalUndo = (address) => address.endsWith("/undo") && document.querySelector("[data-local]") !== null;

function hear() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const { action, body, form } = ctx.request;
    if (isKept(action)) ctx.fetch = () => send(action, body, form, ctx.sourceElement);
    if (isLocalUndo(action)) ctx.fetch = () => undo(action, body);
  });
  // The form with more on it, where the server cannot be asked for it.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx && alone.look(ctx.request.action)) document.getElementById("offline").hidden = true;
  });
  document.addEventListener("click", (event) => {
    const asking = event.target.closest?.("[data-local] .questions :is(a[href], button[formaction])");
    if (!asking || !alone.look(asking.getAttribute("href") ?? asking.getAttribute("formaction"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  for (const filled of ["input", "change"]) document.addEventListener(filled, alone.preview);
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!form.closest("#scoreboard")) return; // whatever else leads there, such as the question for the PIN, leads to a page
    const address = submitter?.getAttribute("formaction") || form.action;
    if (event.defaultPrevented || !(isKept(address) || isLocalUndo(address))) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, submitter));
    const answer = isLocalUndo(address) ? await undo(address, body) : await send(address, body, form, submitter);
    if (answer.status !== 204) await swap(answer);
  });
  document.addEventListener("visibilitychange", flush);
  for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, showAndRemember);
  document.addEventListener("rook:answered", flush);
  document.addEventListener("rook:answered", forgetIfShut);
  addEventListener("online", flush);
  addEventListener("pageshow", flush);
}

// A private window may have no store, and a full phone no room in it: that is said before anybody relies on it.
function warn() {
  document.documentElement.dataset.keeps = "nothing";
  const words = "This phone can't keep what you tap while the scorekeeper is out of reach: private browsing, or its storage is full.";
  document.getElementById("scoreboard")?.before(Object.assign(paragraph(words), { className: "notice" }));
}

const tryOut = (taps) => {
  taps.put({ order: -1, words: " ".repeat(10_000) });
  return taps.delete(-1);
};
let store;
try {
  store = await open();
  await change("readwrite", tryOut);
  hear();
  alone.takeUp(await change("readonly", (games) => games.get(alone.game() ?? ""), "games"));
  await show();
  document.documentElement.dataset.keeps = "taps";
  flush();
  showAndRemember();
} catch {
  warn();
}
