// Taps are never lost: each is kept on the phone, in IndexedDB, until the server has answered it. They are sent in order,
// one at a time; each goes by the id of its form, so that one that had arrived after all is answered as the first time.

const KEPT = ["bid", "call", "partners", "hands", "misdeal", "passed-out", "stuck"];
const PATIENCE = 15_000; // milliseconds for an answer; a tap that came through all the same does no harm
const PAUSE = 2_000, LONGEST = 30_000; // between two tries
const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
let line = Promise.resolve(), pause = PAUSE, timer;

class NotSent extends Error {}

// What waits: a tap's address and fields, in words too, when it was tapped, and what the server has against it.

function open() {
  return new Promise((done, fail) => {
    const request = indexedDB.open("rook", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("unsent", { keyPath: "order", autoIncrement: true });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

function change(mode, act) {
  return new Promise((done, fail) => {
    const transaction = store.transaction("unsent", mode, { durability: "strict" });
    const request = act(transaction.objectStore("unsent"));
    transaction.oncomplete = () => done(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

const waiting = () => change("readonly", (taps) => taps.getAll());
const put = (tap) => change("readwrite", (taps) => taps.put(tap));
const drop = (tap) => change("readwrite", (taps) => taps.delete(tap.order));
const gameOf = (tap) => tap.address.slice(0, tap.address.lastIndexOf("/"));
const isHere = (tap) => gameOf(tap) === location.pathname;

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

// Keeps a tap, sends what waits before it and then itself; returns its answer, an empty one (204) where it goes on waiting.
async function send(address, body, form, submitter) {
  const tap = { address: new URL(address, location.href).pathname, fields: [...body], at: Date.now(), words: describe(form, submitter) };
  await put(tap).then((order) => { tap.order = order; }, warn);
  return inLine(async () => {
    await sendWaiting(tap.order);
    const answer = await post(tap, body.get("csrf_token"));
    if (tap.order) await drop(tap);
    return answer;
  }).catch((error) => {
    if (tap.order && error instanceof NotSent) return new Response(null, { status: 204 });
    throw error;
  }).then((answer) => {
    if (answer.ok && tap.address.endsWith("/hands") && isAllowed("vibration")) navigator.vibrate?.(60);
    return answer;
  }).finally(show);
}

// Sends what waits, oldest first, up to the tap of this order; returns the last answer.
async function sendWaiting(before = Infinity) {
  let token, answer;
  for (const tap of await waiting()) {
    if (tap.order >= before) break;
    if (tap.refused) throw new NotSent();
    token ??= await freshToken(tap);
    answer = await post(tap, token);
    if (!answer.ok) {
      await put({ ...tap, refused: { status: answer.status, why: reasons(await answer.text()) } });
      throw new NotSent();
    }
    await drop(tap);
  }
  return answer;
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
    const answer = await inLine(() => sendWaiting());
    pause = PAUSE;
    if (answer && new URL(answer.url).pathname === location.pathname) await swap(answer);
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

async function show() {
  const taps = await waiting();
  const questions = document.querySelector(".questions");
  if (questions) questions.hidden = taps.some(isHere);
  bar.hidden = !taps.length;
  bar.dataset.unsent = taps.length;
  if (!taps.length) return;
  const since = new Date(taps[0].at).toLocaleTimeString("en-US", { timeStyle: "short" });
  bar.replaceChildren(paragraph(`${taps.length} not sent yet, since ${since}`), ...taps.filter((tap) => tap.refused).flatMap(decision));
  bar.firstChild.role = "status";
  document.querySelector("main").prepend(bar);
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

function hear() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const { action, body, form } = ctx.request;
    if (isKept(action)) ctx.fetch = () => send(action, body, form, ctx.sourceElement);
  });
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    const address = submitter?.getAttribute("formaction") || form.action;
    if (event.defaultPrevented || !isKept(address)) return;
    event.preventDefault();
    const answer = await send(address, new URLSearchParams(new FormData(form, submitter)), form, submitter);
    if (answer.status !== 204) await swap(answer);
  });
  document.addEventListener("visibilitychange", flush);
  for (const shown of ["htmx:after:swap", "rook:shown"]) document.addEventListener(shown, show);
  document.addEventListener("rook:answered", flush);
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
  await show();
  flush();
  document.documentElement.dataset.keeps = "taps";
} catch {
  warn();
}
