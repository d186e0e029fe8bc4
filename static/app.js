// Small helps on top of plain forms. Nothing here is needed to keep score.
"use strict";

const MOST_BUTTONS = 60;
const LONG_PAD = 30;
const offline = Object.assign(document.createElement("p"), {
  id: "offline", className: "notice", role: "alert", hidden: true,
  textContent: "Not saved yet: can't reach the scorekeeper. Nothing is lost. Check the Wi-Fi and tap again.",
});
const notReached = offline.textContent;
// Each answer of the app's bears its mark (web/security.py); the page of another network, or of another server at our
// address, does not, and says nothing of what was sent.
const isOurs = (answer) => answer.headers.has("Scorekeeper");
const isPreview = (ctx) => ctx.request.action.endsWith("/preview");
let wakeLock = null;
let isAskingForWakeLock = false;

document.body.append(offline);
setUp();
document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("htmx:after:swap", () => {
  offline.hidden = true;
  setUp();
  focusAfterSwap();
});
document.addEventListener("rook:shown", setUp);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { fetch } = ctx;
  ctx.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (!isOurs(answer)) throw new TypeError("Another server answered.");
    if (answer.status === 404 && isPreview(ctx)) throw new TypeError("Closed to this phone."); // that page would take the place of what is typed
    return answer;
  };
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || !isPreview(ctx)) say(notReached);
});
setTimeout(() => ["./outbox.js", "./reopen.js"].forEach(load)); // once the page can be used
document.addEventListener("scorekeeper:fault", ({ detail }) => say(detail.value)); // what is wrong with the server

// What does not come, since the network went away just then, is asked for again: without it nothing that is tapped is kept.
function load(file) {
  import(file).catch((error) => { setTimeout(load, 3_000, file); throw error; });
}

function say(text) {
  offline.textContent = text;
  offline.hidden = false;
}

// A swap takes the focus away with the button that was tapped: give it to what comes next, and show that.
function focusAfterSwap() {
  const board = document.getElementById("scoreboard");
  if (!board || !document.activeElement?.matches("body, [autofocus]")) return;
  document.title = board.dataset.title;
  const wrongs = [...board.querySelectorAll("[aria-invalid], .wrong input, [role=alert]")];
  const bidding = wrongs.find((one) => one.dataset.first !== undefined); // the pad fills the bidding side first
  const wrong = wrongs[0]?.dataset.names && bidding ? bidding : wrongs[0];
  const shown = wrong || board.querySelector("[autofocus]");
  const next = shown || board.querySelector("h1");
  if (!next.matches("input, summary")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (shown) shown.scrollIntoView({ block: "center" }); else scrollTo(0, 0);
}

function setUp() {
  const pad = document.getElementById("pad");
  if (pad && !pad.childElementCount) buildPad(pad);
  keepAwake();
}

// What was wrong is no longer said once it is changed: the server looks at it again.
document.addEventListener("input", ({ target }) => {
  const ids = target.closest("[aria-invalid], .wrong")?.getAttribute("aria-describedby")?.split(" ") || [];
  for (const error of document.querySelectorAll(".error")) {
    if (!ids.includes(error.id)) continue;
    error.remove();
    for (const field of document.querySelectorAll(`[aria-describedby~="${error.id}"]`)) dropError(field, error.id);
  }
});

function dropError(field, id) {
  const others = field.getAttribute("aria-describedby").split(" ").filter((other) => other !== id);
  field.setAttribute("aria-describedby", others.join(" "));
  if (others.some((other) => document.getElementById(other)?.matches(".error"))) return;
  field.removeAttribute("aria-invalid");
  field.classList.remove("wrong");
}

// Nobody calls himself.
document.addEventListener("change", ({ target }) => {
  if (target.name !== "bidder") return;
  for (const partner of target.form.querySelectorAll("[name=partners], [name=second_partner]")) {
    partner.disabled = partner.value === target.value;
    if (partner.disabled) partner.checked = false;
  }
});

// The phone lies on the table, or shows the game to those around it: it stays awake while that is running. Browsers allow that on https and localhost only,
// and let go of it whenever the page is out of sight.
async function keepAwake() {
  if (!isRunning() || !isAllowed("awake")) {
    wakeLock?.release();
    wakeLock = null;
    return;
  }
  if (!navigator.wakeLock || document.hidden || isAskingForWakeLock || wakeLock?.released === false) return;
  isAskingForWakeLock = true;
  try { wakeLock = await navigator.wakeLock.request("screen"); } catch { /* a phone that saves its battery says no */ }
  isAskingForWakeLock = false;
  if (!isRunning()) keepAwake(); // the game ended while the phone thought about it
}

// What a phone does by itself can be switched off on the page "This phone".
function isAllowed(what) {
  try { return localStorage.getItem(what) !== "off"; } catch { return true; /* a private window keeps no answer */ }
}

function isRunning() {
  return document.querySelector("#bid, #hand, #call, #partners, [data-poll]:not([data-over])") !== null;
}

// The pad: a button for each count there can be, instead of the phone's keyboard, unless they are too many. It fills the
// active side; where the counters of the deck are all in play, the last side left takes the rest by itself.
function buildPad(pad) {
  const form = pad.closest("form");
  const { most, step, whole } = pad.dataset;
  const fields = [...form.querySelectorAll("input[data-names]")];
  const bidding = fields.find((field) => field.dataset.first !== undefined) || fields[0];
  const reneged = () => form.querySelector("[name=reneged_by]:checked")?.value;
  const endedEarly = () => form.querySelector("[name=reneged_by]:checked, [name=gave_up]:checked")?.value;
  let active;

  function activate(field) {
    active = field;
    if (long) pad.append(...[...pad.children].sort((one, other) => (one.value - other.value) * (field === bidding ? -1 : 1)));
    for (const each of fields) each.closest(".field").classList.toggle("in-hand", each === field);
    for (const button of pad.children) button.setAttribute("aria-pressed", button.value === field.value);
    pad.setAttribute("aria-label", "Points");
    pad.setAttribute("aria-description", field.closest("label").firstChild.textContent.trim());
  }

  function fillRest(changed) {
    delete changed.dataset.rest;
    const open = fields.filter((field) => field !== changed && (!field.value || field.dataset.rest !== undefined));
    if (whole === undefined || endedEarly() || open.length !== 1) return;
    const given = fields.filter((field) => field !== open[0]).map((field) => Number(field.value || NaN));
    const rest = Number(most) - given.reduce((sum, points) => sum + points, 0);
    open[0].value = rest >= 0 && rest % Number(step) === 0 ? rest : "";
    open[0].dataset.rest = "";
  }

  const buttons = Number(most) / Number(step) < MOST_BUTTONS;
  const long = Number(most) / Number(step) > LONG_PAD; // what a bidder takes comes first, above the button that saves
  for (let points = 0; buttons && points <= Number(most); points += Number(step)) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = button.textContent = points;
    pad.append(button);
  }
  pad.addEventListener("click", ({ target }) => {
    if (!target.value) return;
    // Of two sides either tells the other; what was typed by hand is left alone.
    if (fields.length === 2 && whole !== undefined && !endedEarly()) fields.find((field) => field !== active).dataset.rest = "";
    active.value = target.value;
    active.dispatchEvent(new Event("input", { bubbles: true }));
    activate(fields.find((field) => !field.value && !field.disabled) || active);
  });
  for (const field of fields) {
    if (buttons) field.inputMode = "none";
    field.addEventListener("focus", () => activate(field));
    field.addEventListener("input", () => { fillRest(field); if (field === active) activate(field); });
  }
  // What is asked for next is not left under the button that saves.
  form.addEventListener("change", ({ target }) => {
    if (["last_trick", "most_tricks"].includes(target.name)) pad.scrollIntoView({ block: "nearest" });
  });
  // A hand ends early by a renege or where it is given up: there is no rest to take, and nobody had the last trick or
  // won the nest (R9, R33).
  form.addEventListener("change", ({ target }) => {
    if (!["reneged_by", "gave_up"].includes(target.name)) return;
    if (!endedEarly()) { chooseField(); return; }
    for (const field of fields) if (field.dataset.rest !== undefined) field.value = "";
    for (const nest of form.querySelectorAll("[name=nest_points]")) nest.value = "";
    for (const trick of form.querySelectorAll("[name=last_trick], [name=most_tricks], [name=sweep]"))
      trick.checked = false;
    chooseField();
  });
  // The side that reneged gets nothing for its cards: the pad fills another.
  function chooseField() {
    for (const field of fields) field.disabled = Boolean(reneged()) && field.dataset.players.split(" ").includes(reneged());
    const open = fields.filter((field) => !field.disabled);
    activate(open.find((field) => field.matches("[aria-invalid]")) || open.find((field) => !field.value) || (open.includes(active) ? active : open[0]));
  }
  // The rest that filled itself in was not counted: it is not sent as if it were, and stands again on the page that comes.
  form.addEventListener("formdata", ({ formData }) => {
    for (const field of fields) if (field.dataset.rest !== undefined) formData.set(field.name, "");
  });
  const counted = fields.find((field) => field.value);
  if (counted) fillRest(counted);
  const rows = (columns) => Math.ceil(pad.children.length / columns);
  pad.classList.toggle("wide", rows(6) < rows(5) || fields.length > 2);
  pad.hidden = !buttons;
  activate(bidding);
  if (reneged() || fields.some((field) => field.matches("[aria-invalid]"))) chooseField();
}
