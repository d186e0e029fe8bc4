// Nothing that is recorded is lost: each entry is kept on the phone, in IndexedDB, until the server has answered it. They are
// sent in order, one at a time; each goes by the id of its form, so that one that had arrived after all is answered as the
// first time.
import { find, hideNotice, htmxContext, isAllowed, isInUse, NOT_REACHED, showNotice } from "../shared/page.js";
import { hideAnswered, say, sendAnswers } from "./answers.js";
import * as board from "./board.js";
import {
  change,
  drop,
  dropBehind,
  isAnswer,
  open,
  put,
  putPage,
  readAll,
  readEntries,
  readPage,
  StorageLost,
} from "./database.js";
import { isGone, lastForgotten } from "./forget.js";
import { MEANWHILE, newId, rematchOf, toUndo } from "./game.js";
import { gameOf, isKnown, meet } from "./meeting.js";
import { abort, fetchAnswer, fetchPage, NotSent, openPage, parse, post, readField, reasons, swap } from "./requests.js";
import { count, describeForm, isForPerson, scrollToStatus, showCannotKeep, showLost, showStatus } from "./status.js";

/**
 * @typedef {import("./database.js").Entry} Entry
 * @typedef {Omit<Entry, "order">} Tapped
 */

const KEPT = ["bid", "call", "partners", "hands", "misdeal", "passed-out", "stuck", "time", "rematch"];
const PAUSE = 2_000; // between two tries
const LONGEST = 10_000;
const RECOVERED = "loaded again for its storage";
const AGAIN = 600_000; // milliseconds; what did not help is not done again and again
/** @type {Promise<unknown>} */
let line = Promise.resolve();
/** @type {Promise<unknown>} */
let allTapped = Promise.resolve(); // all taps until now are sent, kept or refused
/** @type {Promise<boolean> | undefined} */
let undoing; // what is tapped until it is done is about another board
let pause = PAUSE;
let timer = 0;
let trouble = "";
let undos = 0;
/** @type {string | null} */
let undoneBy = ""; // the form that took an entry back last
/** @type {string | null | undefined} */
let tappedOn; // the form whose tap counts: another tap on it is passed over
let answersWait = false;
let isEmpty = false; // as read last: nothing is kept here, so a tap need not wait until that is read again

const emptyAnswer = () => new Response(null, { status: 204 });
const pages = new BroadcastChannel("rook"); // the other pages of this phone
/** @type {Set<string | undefined>} */
const underway = new Set(); // taps that are being sent for the first time: the board they are on stays for their answer
/** @type {WeakSet<object>} */
const dispatched = new WeakSet(); // what htmx sends by this module
/** @type {Map<string | undefined, string>} */
const moved = new Map(); // rematches that were begun here, and the one of another phone that each of them became
/** @param {Entry} entry */
const isWaiting = (entry) => !underway.has(entry.key) && !entry.dropped;
const readWaiting = async () => (await readEntries()).filter(isWaiting);
/** @param {Entry} entry */
const asksForPin = ({ refused }) => refused?.status === 403;
/** @param {Entry} entry */
const isHere = (entry) => gameOf(entry) === board.gameHere();
const isLocal = () => find("[data-local]") !== null;
const readWaitingHere = async () => following(goingOn(await readWaiting()));

/**
 * Returns the last of these entries of the game on the page that were recorded one on the other, on the scoreboard that the
 * server gave last. Others were recorded on an older one: they meet the server by themselves.
 * @param {Entry[]} entries
 */
function goingOn(entries) {
  const here = entries.filter((entry) => isHere(entry) && !entry.asked && !isForPerson(entry));
  const run = here.filter((entry) => entry.run === here.at(-1)?.run);
  const start = run.findIndex((entry) => board.isOnBase([entry])); // those before it have arrived, though no answer said so
  return start < 0 ? [] : run.slice(start);
}

/**
 * Returns these entries without the taps that another page of this phone made of the same board: it refuses them.
 * @param {Entry[]} entries
 */
function following(entries) {
  /** @type {Entry[]} */
  const found = [];
  for (const entry of entries)
    if (entry.address.endsWith("/undo") || board.madeOn(entry) === board.madeOn(entries[0]) + found.length)
      found.push(entry);
  return found;
}

// Sending: everything is in one line, so that no entry overtakes another.

/**
 * @template T
 * @param {() => Promise<T>} work
 */
function inLine(work) {
  const turn = line.then(work);
  line = turn.catch(() => {});
  return turn;
}

/**
 * Keeps an entry, and sends it at the same moment; returns its answer, an empty one (204) where it waits.
 * @param {string} address
 * @param {URLSearchParams} body
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function send(address, body, form, submitter) {
  if (await undoing) {
    board.showFaults([["", MEANWHILE]]);
    return emptyAnswer();
  }
  const id = body.get("form_id");
  if (id === tappedOn) return emptyAnswer();
  tappedOn = id;
  const on = board.shownState();
  const key = newId();
  /** @type {Tapped} */
  const tapped = {
    address: new URL(address, location.href).pathname,
    fields: [...body],
    at: Date.now(),
    words: describeForm(form, submitter),
    before: on?.before,
    run: on?.run ?? key,
    key,
  };
  if (rematchOf(tapped)) tapped.fields.push(["known", board.newestKnown()]);
  const isAlone = !underway.size;
  underway.add(key);
  const reading = isAlone && isEmpty ? [] : readEntries().catch(() => []);
  isEmpty = false;
  pages.postMessage({ tapped: true });
  const faults = board.faultsNow(tapped);
  const keeping = faults.length
    ? undefined
    : put(tapped).then((order) => order && { ...tapped, order }, showCannotKeep);
  try {
    const earlier = await reading;
    for (const entry of earlier) if (entry.dropped) await drop(entry); // no longer to be taken back
    if (earlier.some((entry) => isWaiting(entry) && !entry.asked)) throw new NotSent(trouble);
    const token = body.get("csrf_token") ?? "";
    const answer = (await inLine(() => sendFirst(tapped, keeping, token, isAlone))) ?? emptyAnswer();
    if (!answer.ok) tappedOn = undefined;
    return answer;
  } catch (error) {
    if (error instanceof NotSent) board.foresee(tapped); // if it was not tried
    const entry = await keeping;
    if (!entry) tappedOn = undefined;
    if (!(error instanceof NotSent)) throw error;
    if (faults.length) {
      board.showFaults(faults);
    } else if (entry) {
      trouble = error.message;
      await goOn(entry);
    } else if (entry !== 0) throw error;
    return emptyAnswer();
  } finally {
    underway.delete(key);
    show(); // not waited for: the answer shows first
  }
}

/**
 * @param {Tapped} tapped
 * @param {Promise<Entry | 0 | void> | undefined} keeping 0 for a second tap on one form
 * @param {string} token
 * @param {boolean} isAlone whether no other tap was underway
 */
async function sendFirst(tapped, keeping, token, isAlone) {
  const isFirst = tapped.run === tapped.key || rematchOf(tapped) !== undefined; // else it goes with what it was recorded on
  if (!isFirst || undos || !(isAlone || (await isOldest(await keeping)))) throw new NotSent(trouble);
  const answering = post(tapped, token);
  board.foresee(tapped); // while it is on its way
  const answer = await answering;
  const entry = await keeping;
  if (!entry) return answer;
  const same = answer.status === 409 && (await isKnown(entry)); // somebody else recorded just that
  if (!same && !(await isSettled(answer))) return keepRefused(entry, answer);
  await drop(entry);
  if (answer.ok) vibrate(entry);
  return same || answer;
}

/** @param {Entry | 0 | void} entry */
async function isOldest(entry) {
  const others = (await readEntries()).filter((other) => !other.asked && !other.dropped);
  return entry !== 0 && !others.some((other) => entry && other.order < entry.order);
}

/**
 * Tells whether what was tapped is stored, or is in the form on the page that answers, such as the one that asks for the PIN.
 * @param {Response} answer
 */
async function isSettled(answer) {
  if (answer.ok || [409, 422].includes(answer.status)) return true;
  return readField(parse(await answer.clone().text()), "form_id") !== "";
}

/**
 * @param {Entry} entry
 * @param {Response} answer
 */
async function keepRefused(entry, answer) {
  await change(entry, { refused: { status: answer.status, why: reasons(await answer.text()) } });
}

/**
 * Takes an entry that waits as done, unless the phone sees by itself that something is missing.
 * @param {Entry} entry
 */
async function goOn(entry) {
  const kept = (await readEntries()).filter((other) => !other.dropped && other.order <= entry.order);
  const entries = goingOn(kept);
  const isJudged = entries.at(-1)?.order === entry.order && board.knows(entries);
  const faults = isJudged ? board.faultsIn([...following(entries.slice(0, -1)), entry]) : [];
  if (faults.length) {
    tappedOn = undefined;
    await drop(entry);
    board.showFaults(faults);
    return;
  }
  underway.delete(entry.key);
  navigator.storage?.persist?.(); // a browser that grants it deletes nothing by itself
  vibrate(entry);
  board.forgetView();
  pages.postMessage({});
  await board.answer(() => {
    if (rematchOf(entry) && board.knows(entries)) board.startRematch(entries);
    return show();
  });
  if (isLocal()) board.tellTapped(entry);
  const isElsewhere = underway.size > 0 || isLocal() || entry.address.endsWith("/time");
  if (!isElsewhere) board.empty(); // what was typed is kept as an entry
  scrollToStatus();
  flush();
}

/**
 * Takes back the last entry that waits. The oldest may have arrived, though nobody knows, and so has one that another page
 * of this phone sent just now: its undo is sent after it.
 * @param {string} address
 * @param {URLSearchParams} body
 */
async function undo(address, body) {
  undos += 1; // sending makes way
  abort(); // an answer that may never come is not waited for
  /** @type {Entry | undefined} */
  let undone;
  await allTapped; // the last tap is what a person takes back
  const answer = await inLine(async () => {
    undos -= 1;
    if (undoneBy === body.get("form_id")) return emptyAnswer(); // a second tap on one button
    const entries = await readWaitingHere();
    if (!entries.length) return fetchAnswer(address, { method: "POST", body }); // all was sent just now
    const entry = toUndo(entries);
    if (!entry) return undefined; // all is taken back by now
    undone = entry;
    if (!(await dropBehind(entry))) {
      await put({
        address: `${board.gameHere()}/undo`,
        fields: [
          ["form_id", newId()],
          ["version", String(board.madeOn(entries[0]) + entries.length)],
        ],
        at: Date.now(),
        words: "Undo",
        restores: board.stateAfter(entries.slice(0, entries.indexOf(entry))),
        run: entry.run,
      });
    }
    undoneBy = body.get("form_id");
    return undefined;
  });
  if (answer instanceof Response) return answer;
  board.forgetView();
  pages.postMessage({});
  await board.answer(show);
  if (undone) board.enterAgain(undone);
  return emptyAnswer();
}

/** @param {Entry} entry */
function vibrate(entry) {
  if (entry.address.endsWith("/hands") && isAllowed("vibration")) navigator.vibrate?.(60);
}

/** Sends what waits, oldest first; returns the last answer, of the game on the page, as HTML. */
async function sendWaiting() {
  /** @type {string | undefined} */
  let shown;
  for (;;) {
    if (moved.size) await move();
    const entries = await readWaiting(); // again each time: meanwhile more were tapped, or taken back
    const entry = entries.find((one) => !isHeld(one, entries));
    if (!entry) return shown;
    if (undos) throw new NotSent();
    shown = (await (rematchOf(entry) ? beginRematch(entry) : sendRun(entry, entries))) ?? shown;
  }
}

/** @param {Entry} entry */
async function beginRematch(entry) {
  const answer = await post(entry, await freshToken(entry));
  if (!answer.ok) {
    await keepRefused(entry, answer);
    if (answer.status === 422) return undefined;
    throw new NotSent();
  }
  const html = await answer.text();
  const begun = rematchOf(entry);
  const game = board.gameOn(parse(html)) ?? begun ?? "";
  if (begun !== game) moved.set(begun, game);
  await move();
  await drop(entry);
  const isShown = [game, begun].includes(board.gameHere());
  if (isShown) board.begin(html);
  if (isShown && moved.has(begun)) giveBack(html);
  pages.postMessage({ game: begun, html });
  return isShown ? html : undefined;
}

/** What was recorded in a rematch that another phone had begun as well meets that one. */
async function move() {
  for (const entry of await readWaiting()) {
    const game = moved.get(gameOf(entry));
    if (game) await change(entry, { address: entry.address.replace(gameOf(entry), game) });
  }
}

/**
 * Tells whether an entry waits for a person: it is asked about itself, or follows in a rematch what is.
 * @param {Entry} entry
 * @param {Entry[]} entries
 * @returns {boolean}
 */
function isHeld(entry, entries) {
  if (entry.asked || isForPerson(entry)) return true;
  if (rematchOf(entry)) return entries.some((other) => other.asked && gameOf(other) === gameOf(entry));
  const rematch = entries.find((other) => rematchOf(other) === gameOf(entry));
  return rematch !== undefined && isHeld(rematch, entries);
}

/**
 * Sends this entry with all that waits of its run; returns the game's scoreboard, if it is on the page.
 * @param {Entry} entry
 * @param {Entry[]} entries
 */
async function sendRun(entry, entries) {
  const game = gameOf(entry);
  const ofRun = entries.filter((other) => gameOf(other) === game && other.run === entry.run);
  const group = ofRun.filter((other) => !other.asked && !isForPerson(other) && !rematchOf(other));
  return showNow(game, await meet(group, "ask"));
}

/**
 * Returns the scoreboard of this game as the server has it now, where it is on the page.
 * @param {string} game
 * @param {string} html
 */
function showNow(game, html) {
  pages.postMessage({ game, html });
  if (game !== board.gameHere()) return undefined;
  board.begin(html);
  return html;
}

/**
 * Does with all that is asked about what a person decided on this sheet.
 * @param {import("./meeting.js").Way} way
 * @param {string} sheet
 */
async function decide(way, sheet) {
  try {
    await inLine(() => answerSheet(way, sheet));
  } catch (error) {
    showNotSent(error);
  }
  pages.postMessage({});
  await flush();
}

/**
 * @param {import("./meeting.js").Way} way
 * @param {string} [sheet] of which that is said; where it is drawn again by now, a person has not seen it
 */
async function answerSheet(way, sheet) {
  const entries = await readWaiting();
  const first = entries.find((entry) => entry.asked);
  const group = entries.filter((entry) => entry.asked && entry.asked.id === first?.asked?.id);
  if (!first || (sheet !== undefined && first.asked?.sheet !== sheet)) return;
  const game = gameOf(first);
  giveBack(showNow(game, await meet(group, way)));
}

/** Takes up again what a person left out: it is sent, and asked about, as before. */
async function askAgain() {
  const leftOut = (await readEntries()).filter((entry) => entry.dropped && isHere(entry));
  for (const entry of leftOut) await change(entry, { dropped: null, settled: false });
  pages.postMessage({});
  await flush();
}

/**
 * The page that an entry was made on may be of another session by now.
 * @param {Entry} entry
 */
const freshToken = async (entry) => readField(await fetchPage(gameOf(entry)), "csrf_token");

/**
 * On another page of this phone something was tapped just now, or it has one entry more that waits, or one less.
 * @param {MessageEvent<{ tapped?: boolean, game?: string, html?: string }>} message
 */
async function follow({ data: { tapped, game, html } }) {
  if (tapped) {
    isEmpty = false; // not read: the other page may not have kept it yet
    return;
  }
  if (html && game === board.gameHere()) {
    board.begin(html);
    if (isLocal() && !(await readWaiting()).length) giveBack(html);
  }
  await show();
}

async function flush() {
  if (document.hidden || underway.size) return;
  await show(); // another page of this phone may have sent what waited here, or tapped more
  clearTimeout(timer);
  const entries = await readWaiting();
  const shown = entries.find((entry) => entry.asked); // of several sheets the first one shows, and only that is drawn again
  const isHereNow = shown !== undefined && isHere(shown) && !isLocal();
  const isOld = isHereNow && shown.asked?.version !== board.versionHere(gameOf(shown)); // the game has changed since
  if (!isOld && !answersWait && entries.every((entry) => isHeld(entry, entries))) {
    trouble = "";
    return;
  }
  try {
    if (isOld) await inLine(() => answerSheet("ask"));
    await inLine(async () => {
      const before = await readWaiting();
      giveBack(await sendWaiting());
      const left = await readEntries();
      const sent = before.filter((one) => !left.some((other) => other.order === one.order));
      if (sent.length) board.say(`Arrived: ${count(sent)}.`);
    });
    if ((await sendAnswers())?.status === 403) throw new NotSent(); // the page that asks for the PIN comes with the next tap
    pause = PAUSE;
    trouble = "";
  } catch (error) {
    pause = Math.min(2 * pause, LONGEST);
    if (!(error instanceof NotSent)) throw error;
    trouble = error.message;
  } finally {
    await show(); // it is tried again
  }
}

/**
 * Has the server's page take the place of the phone's, unless that is about to be another one.
 * @param {string | undefined} text
 */
function giveBack(text) {
  const shown = find("#scoreboard");
  if (!text || !shown || underway.size || find(".htmx-request")) return;
  delete shown.dataset.local;
  document.dispatchEvent(new CustomEvent("rook:answered", { detail: { response: { status: 200 }, text } }));
  const game = board.gameHere();
  if (location.pathname === game) return;
  history.replaceState(null, "", game); // a rematch has an address of its own
  navigator.serviceWorker?.controller?.postMessage({ keep: game });
}

/** What the server gave last is remembered, for when the page is opened without it. */
async function showAndRemember() {
  const before = lastForgotten();
  await show();
  await board.prepare();
  const page = board.page();
  if (!page || before !== lastForgotten() || isGone(page.game)) return;
  await putPage(page).catch(() => {}); // no room for more than entries
}

async function show() {
  const { entries: all, answers, damaged } = await readAll();
  answersWait = answers.length > 0;
  const entries = all.filter(isWaiting);
  isEmpty = !all.length;
  if (!underway.size) showBoard(following(goingOn(entries)));
  const shown = all.filter((entry) => isWaiting(entry) || entry.dropped);
  showStatus(shown, damaged, trouble, { decide, askAgain, retry, discard, forget });
  hideAnswered(answers);
  clearTimeout(timer);
  if (answersWait || entries.some((entry) => !isHeld(entry, entries)))
    timer = setTimeout(flush, pause * (0.8 + 0.4 * Math.random()));
}

/** @param {Entry[]} entries */
function showBoard(entries) {
  const isRefused = entries.some((entry) => entry.refused);
  if (isRefused) board.restore(); // what the server has, below what it does not take
  const goesOn = !isRefused && (entries.length || isLocal() ? board.show(entries) : true);
  const questions = find(".questions");
  if (questions) questions.hidden = !goesOn;
}

/**
 * Tries it again, at once or on the page that asks for the PIN.
 * @param {Entry} entry
 */
async function retry(entry) {
  if (!asksForPin(entry)) return flush();
  try {
    const page = await fetchPage(gameOf(entry));
    const fields = new URLSearchParams(entry.fields);
    fields.set("csrf_token", readField(page, "csrf_token"));
    openPage(entry.address, fields);
  } catch (error) {
    showNotSent(error);
  }
}

/** @param {unknown} error */
function showNotSent(error) {
  if (!(error instanceof NotSent)) throw error;
  showNotice(error.message || NOT_REACHED);
}

/**
 * What was recorded after it meets the server by itself then.
 * @param {Entry} entry
 */
async function discard(entry) {
  await change(entry, { dropped: Date.now(), refused: null });
  pages.postMessage({});
  await flush();
}

/** @param {{ order: IDBValidKey }[]} rows */
async function forget(rows) {
  for (const row of rows) await drop(row);
  pages.postMessage({});
  await show();
}

// How an entry comes here: by htmx, whose sending this takes over, or by the form itself where htmx did not come.

/** @param {string} address */
const isKept = (address) => KEPT.includes(address.split("/").at(-1) ?? "");
/** @param {string} address */
const isLocalUndo = (address) => address.endsWith("/undo") && isLocal();

/**
 * @param {string} address
 * @param {URLSearchParams} body
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function dispatch(address, body, form, submitter) {
  if (isKept(address)) {
    const sending = send(address, body, form, submitter);
    allTapped = Promise.allSettled([allTapped, sending]).then(() => {});
    return sending;
  }
  if (isAnswer(address)) return answer(address, body);
  if (!isLocalUndo(address)) return fetchAnswer(address, { method: "POST", body });
  const undone = undo(address, body);
  undoing = undone.then(
    () => true,
    () => false,
  );
  undoing.then(() => {
    undoing = undefined;
  });
  return undone;
}

/**
 * Says yes or no to a hand: its answer shows where nothing else is about to.
 * @param {string} address
 * @param {URLSearchParams} body
 */
async function answer(address, body) {
  const given = await say(address, body);
  if (given && !underway.size && !isLocal()) return given;
  pages.postMessage({});
  await show();
  return emptyAnswer();
}

function listen() {
  document.addEventListener("htmx:before:request", (event) => {
    const ctx = htmxContext(event);
    if (!ctx) return;
    const { action, body, form } = ctx.request;
    if (!isKept(action) && !isLocalUndo(action)) return;
    const owner = form ?? ctx.sourceElement.closest("form") ?? document.createElement("form");
    dispatched.add(ctx);
    ctx.fetch = () => dispatch(action, body, owner, ctx.sourceEvent?.submitter ?? ctx.sourceElement);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const ctx = htmxContext(event);
    if (ctx && dispatched.has(ctx)) document.dispatchEvent(new Event("rook:settled"));
  });
  // The form with more on it, where the server cannot be asked for it.
  document.addEventListener("htmx:error", (event) => {
    const ctx = htmxContext(event);
    if (ctx && board.showView(ctx.request.action, ctx.sourceElement)) hideNotice();
  });
  document.addEventListener("click", showViewInstead, { capture: true });
  for (const filled of ["input", "change", "htmx:error"]) document.addEventListener(filled, board.preview);
  document.addEventListener("submit", submit);
  document.addEventListener("visibilitychange", flush);
  for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, showAndRemember);
  document.addEventListener("rook:answered", flush);
  for (const back of ["online", "pageshow"]) addEventListener(back, flush);
  addEventListener("unhandledrejection", (event) => {
    if (!(event.reason instanceof StorageLost)) return;
    event.preventDefault(); // the console need not say it too
    recover();
  });
  pages.onmessage = follow;
}

/**
 * An iPhone takes the storage from a page in the background: loaded again it has it, unless somebody would lose words. Without
 * a network that waits for one.
 */
function recover() {
  const questions = find(".questions");
  const isBusy = underway.size > 0 || (questions && isInUse(questions));
  const before = Number(sessionStorage.getItem(RECOVERED));
  if (isBusy || !navigator.onLine || Date.now() - before < AGAIN) return showLost();
  sessionStorage.setItem(RECOVERED, String(Date.now()));
  location.reload();
}

/** @param {Event} event */
function showViewInstead(event) {
  const { target } = event;
  const asking =
    target instanceof Element && target.closest("[data-local] .questions :is(a[href], button[formaction])");
  const address = asking && (asking.getAttribute("href") ?? asking.getAttribute("formaction"));
  if (!address || !board.showView(address, asking)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {SubmitEvent} event */
async function submit(event) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const isOnBoard = form.closest("#scoreboard") && form.method !== "get" && !form.target; // a form with a target opens a page
  const address = submitter?.getAttribute("formaction") || form.action;
  if (event.defaultPrevented || !(isOnBoard || isAnswer(address))) return;
  event.preventDefault();
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  if (submitter instanceof HTMLButtonElement && submitter.name) body.append(submitter.name, submitter.value);
  try {
    const answer = await dispatch(address, body, form, submitter);
    if (answer.status === 204 && isOnBoard) return;
    if (answer.status === 204) location.assign(gameOf({ address }));
    else if (isOnBoard && !rematchOf({ address, fields: [...body] })) await swap(answer);
    else if (answer.redirected) location.assign(answer.url);
    else openPage(address, body); // what is asked before it, such as the PIN
  } catch (error) {
    showNotSent(error); // what is not kept
  }
}

/** Returns the address of the game on the page, or of its rematch that waits to be sent. */
async function lastGame() {
  let game = board.gameHere() ?? "";
  for (const entry of await readWaiting()) if (gameOf(entry) === game) game = rematchOf(entry) ?? game;
  return game;
}

begin();

async function begin() {
  try {
    await open();
    listen();
    const kept = await readPage(await lastGame());
    try {
      board.restorePage(kept);
    } catch {
      // damaged: the page that was opened will do
    }
    await show();
    document.documentElement.dataset.keeps = "taps";
    flush();
    showAndRemember();
  } catch (error) {
    showCannotKeep(error);
  }
}
