// Taps are never lost: each is kept on the phone, in IndexedDB, until the server has answered it. They are sent in order,
// one at a time; each goes by the id of its form, so that one that had arrived after all is answered as the first time.

import * as storage from "./storage.js";
import { drop, put } from "./storage.js";
import * as localBoard from "./local_board.js";
import { newId, rematchOf, toUndo } from "./local_game.js";
import { NotSent, field, giveUp, openPage, parse, post, reach, read, reasons, swap } from "./server.js";
import * as unsent from "./unsent.js";

const KEPT = ["bid", "call", "partners", "hands", "misdeal", "passed-out", "stuck", "time", "rematch"];
const PAUSE = 2_000, LONGEST = 10_000; // between two tries
let line = Promise.resolve(), pause = PAUSE, timer, trouble = "", undos = 0;

const EMPTY = () => new Response(null, { status: 204 });
const pages = new BroadcastChannel("rook"); // the other pages of this phone
const underway = new Set(); // a tap that is being sent for the first time waits for nothing yet
const isWaiting = (tap) => !underway.has(tap.order);
const waiting = async () => (await storage.allTaps()).filter(isWaiting);
const gameOf = (tap) => tap.address.slice(0, tap.address.lastIndexOf("/"));
const asksForPin = ({ refused }) => refused?.status === 403;
const idOf = (tap) => new URLSearchParams(tap.fields).get("form_id");
const isHere = (tap) => gameOf(tap) === localBoard.game();
const isLocal = () => document.querySelector("[data-local]") !== null;
const waitingHere = async () => (await waiting()).filter(isHere);

// Sending: everything stands in line, so that no tap overtakes another.

function inLine(work) {
  const turn = line.then(work);
  line = turn.catch(() => {});
  return turn;
}

// Keeps a tap and sends it; returns its answer, an empty one (204) where it waits.
async function send(address, body, form, submitter) {
  const tap = { address: new URL(address, location.href).pathname, fields: [...body], at: Date.now(), words: unsent.describe(form, submitter) };
  const token = body.get("csrf_token");
  try {
    underway.add(tap.order = await put(tap));
  } catch {
    unsent.warn();
    return inLine(() => post(tap, token));
  }
  try {
    if ((await waiting()).length) throw new NotSent(trouble);
    return await inLine(() => sendFirst(tap, token)) ?? EMPTY();
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    trouble = error.message;
    await goOn(tap);
    return EMPTY();
  } finally {
    underway.delete(tap.order);
    await show();
  }
}

async function sendFirst(tap, token) {
  if ((await storage.allTaps()).some((other) => other.order < tap.order)) throw new NotSent(trouble);
  const answer = await post(tap, token);
  if (!await isSettled(answer)) return keepRefused(tap, answer);
  await drop(tap);
  if (answer.ok) feel(tap);
  return answer;
}

// Tells whether what was tapped is stored, or is in the form on the page that answers, such as the one that asks for the PIN.
const isSettled = async (answer) =>
  answer.ok || [409, 422].includes(answer.status) || field(parse(await answer.clone().text()), "form_id") !== "";

async function keepRefused(tap, answer) {
  await storage.change(tap, { refused: { status: answer.status, why: reasons(await answer.text()) } });
}

// Takes a tap that waits as done, unless the phone sees by itself that something is missing.
async function goOn(tap) {
  const taps = (await storage.allTaps()).filter((other) => isHere(other) && other.order <= tap.order);
  const isSecond = taps.some((other) => other.order < tap.order && idOf(other) === idOf(tap)); // of two taps on one form the first counts
  const isWrong = isHere(tap) && localBoard.knows(taps) && !localBoard.isComplete(taps);
  if (isSecond || isWrong) await drop(tap);
  underway.delete(tap.order);
  if (isSecond) return;
  if (isWrong) {
    const words = "Something is missing or doesn't add up. Check it and tap again.";
    document.querySelector(".questions form")?.prepend(unsent.paragraph(words, { className: "error", role: "alert" }));
  } else {
    feel(tap);
    localBoard.forget();
    if (rematchOf(tap) && localBoard.knows(taps)) localBoard.startRematch(taps);
    pages.postMessage({});
    await show();
    unsent.scrollThere();
    flush();
  }
}

// Takes back the last tap that waits. The oldest may have arrived, though nobody knows, and so has one that another page
// of this phone sent just now: its undo is sent after it.
async function undo(address, body) {
  undos += 1; // sending makes way
  giveUp(); // an answer that may never come is not waited for
  const answer = await inLine(async () => {
    undos -= 1;
    const taps = await waitingHere();
    const tap = toUndo(taps);
    if (!taps.length) return reach(address, { method: "POST", body }); // all was sent just now
    if (!tap) return undefined; // a second tap on one button
    if (unsent.isForPerson(tap)) return drop(tap);
    if (await storage.dropBehind(tap)) return undefined;
    const version = Number(new URLSearchParams(tap.fields).get("version")) + 1;
    const fields = [["form_id", newId()], ["version", String(version)]];
    return put({ address: `${localBoard.game()}/undo`, fields, at: Date.now(), words: "Undo", restores: localBoard.baseState() });
  });
  if (answer instanceof Response) return answer;
  localBoard.forget();
  pages.postMessage({});
  await show();
  return EMPTY();
}

function feel(tap) {
  if (tap.address.endsWith("/hands") && isAllowed("vibration")) navigator.vibrate?.(60);
}

// Sends what waits, oldest first; returns the last answer, of the game on the page, as HTML.
async function sendWaiting() {
  let token, text;
  for (;;) {
    const [tap] = await waiting(); // anew each time: meanwhile more were tapped, or taken back
    if (!tap) return text;
    if (unsent.isForPerson(tap) || undos) throw new NotSent();
    token ??= await freshToken(tap);
    const answer = await post(tap, token);
    if (!answer.ok) {
      await keepRefused(tap, answer);
      throw new NotSent();
    }
    await drop(tap);
    const game = rematchOf(tap) ?? gameOf(tap), html = await answer.text();
    if (game === localBoard.game()) localBoard.begin(text = html);
    pages.postMessage({ game, html });
  }
}

// The page that a tap was made on may be of another session by now.
const freshToken = async (tap) => field(await read(gameOf(tap)), "csrf_token");

// Another page of this phone has one tap more that waits, or one less, as it sent it.
async function follow({ data: { game, html } }) {
  if (html && game === localBoard.game()) {
    localBoard.begin(html);
    if (isLocal() && !(await waiting()).length) giveBack(html);
  }
  await show();
}

async function flush() {
  if (document.hidden || underway.size) return;
  await show(); // another page of this phone may have sent what waited here, or tapped more
  clearTimeout(timer);
  if (!(await waiting()).length) { trouble = ""; return; }
  try {
    await inLine(async () => giveBack(await sendWaiting()));
    pause = PAUSE;
    trouble = "";
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    pause = Math.min(2 * pause, LONGEST);
    trouble = error.message;
  }
  await show();
}

// Has the server's page take the place of the phone's, unless that is about to be another one.
function giveBack(text) {
  const board = document.getElementById("scoreboard");
  if (!text || !board || underway.size || document.querySelector(".htmx-request")) return;
  delete board.dataset.local;
  document.dispatchEvent(new CustomEvent("rook:answered", { detail: { response: { status: 200 }, text } }));
  const game = localBoard.game();
  if (location.pathname === game) return;
  history.replaceState(null, "", game); // a rematch has an address of its own
  navigator.serviceWorker?.controller?.postMessage({ keep: game });
}

// What the server gave last is remembered, for when the page is opened without it.
async function showAndRemember() {
  await show();
  await localBoard.prepare();
  const page = localBoard.page();
  if (page) await storage.putPage(page).catch(() => {}); // no room for more than taps
}

// Whom a renewed link has put out keeps nothing of the club's games; what was tapped stays, and says that it is not sent.
function forgetIfShut({ detail: { response } }) {
  if (response.status !== 404) return;
  const club = location.pathname.slice(0, location.pathname.indexOf("games/"));
  storage.dropPages(club);
}

async function show() {
  const { taps: all, damaged } = await storage.all();
  const taps = all.filter(isWaiting);
  const here = taps.filter(isHere);
  const isRefused = here.some((tap) => tap.refused);
  if (isRefused) localBoard.restore(); // what the server has, beside what it does not take
  const goesOn = !isRefused && (here.length || isLocal() ? localBoard.show(here) : true);
  const questions = document.querySelector(".questions");
  if (questions) questions.hidden = !goesOn;
  unsent.say(taps, damaged, trouble, resend, discard, dropDamaged);
  clearTimeout(timer);
  if (taps.length) timer = setTimeout(flush, pause * (0.8 + 0.4 * Math.random()));
}

// Somebody else recorded meanwhile, or the server cannot take it: a person decides. The form gets another id only where the
// server said that it did not store it; one that was never sent keeps its own.

async function resend(tap) {
  if (!unsent.isForPerson(tap) && !asksForPin(tap)) return flush();
  try {
    const page = await read(gameOf(tap));
    const fields = new URLSearchParams(tap.fields);
    const renew = (...names) => { for (const name of names) fields.set(name, field(page, name) || fields.get(name)); };
    if (asksForPin(tap)) {
      renew("csrf_token");
      return openPage(tap.address, fields);
    }
    renew("version", ...(tap.refused.status ? ["form_id"] : []));
    await storage.change(tap, { fields: [...fields], refused: null });
  } catch (error) {
    sayNotSent(error);
  }
  return flush();
}

function sayNotSent(error) {
  if (!(error instanceof NotSent)) throw error;
  say(error.message || notReached);
}

// What was tapped after it stood on it, and is asked about too.
async function discard(tap) {
  const next = (await storage.allTaps()).find((other) => other.order > tap.order && gameOf(other) === gameOf(tap));
  if (next) await storage.change(next, { refused: { why: "The entry before this one was discarded." } });
  await drop(tap);
  pages.postMessage({});
  await flush();
}

async function dropDamaged(rows) {
  for (const row of rows) await drop(row);
  pages.postMessage({});
  await show();
}

// How a tap comes here: by htmx, whose sending this takes over, or by the form itself where htmx did not come.

const isKept = (address) => KEPT.includes(address.split("/").at(-1));
const isLocalUndo = (address) => address.endsWith("/undo") && isLocal();

function dispatch(address, body, form, submitter) {
  if (isKept(address)) return send(address, body, form, submitter);
  return isLocalUndo(address) ? undo(address, body) : reach(address, { method: "POST", body });
}

function hear() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const { action, body, form } = ctx.request;
    if (isKept(action) || isLocalUndo(action)) ctx.fetch = () => dispatch(action, body, form, ctx.sourceEvent?.submitter ?? ctx.sourceElement);
  });
  // The form with more on it, where the server cannot be asked for it.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx && localBoard.look(ctx.request.action)) document.getElementById("offline").hidden = true;
  });
  document.addEventListener("click", (event) => {
    const asking = event.target.closest?.("[data-local] .questions :is(a[href], button[formaction])");
    if (!asking || !localBoard.look(asking.getAttribute("href") ?? asking.getAttribute("formaction"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  for (const filled of ["input", "change"]) document.addEventListener(filled, localBoard.preview);
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.closest("#scoreboard")) return; // such as the question for the PIN, which leads to a page
    event.preventDefault();
    const address = submitter?.getAttribute("formaction") || form.action, body = new URLSearchParams(new FormData(form, submitter));
    try {
      const answer = await dispatch(address, body, form, submitter);
      if (answer.status === 204) return;
      if (!rematchOf({ address, fields: [...body] })) await swap(answer);
      else if (answer.redirected) location.assign(answer.url);
      else openPage(address, body); // what is asked before it, such as the PIN
    } catch (error) {
      sayNotSent(error); // what is not kept
    }
  });
  document.addEventListener("visibilitychange", flush);
  for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, showAndRemember);
  document.addEventListener("rook:answered", flush);
  document.addEventListener("rook:answered", forgetIfShut);
  for (const back of ["online", "pageshow"]) addEventListener(back, flush);
  pages.onmessage = follow;
}

// Returns the address of the game on the page, or of its rematch that waits to be sent.
async function lastGame() {
  let game = localBoard.game() ?? "";
  for (const tap of await waiting()) if (gameOf(tap) === game) game = rematchOf(tap) ?? game;
  return game;
}

try {
  await storage.open();
  hear();
  const kept = await storage.page(await lastGame());
  try { localBoard.takeUp(kept); } catch { /* damaged: the page that was opened will do */ }
  await show();
  document.documentElement.dataset.keeps = "taps";
  flush();
  showAndRemember();
} catch {
  unsent.warn();
}
