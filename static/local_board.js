// Shows a game that goes on without the server: the scoreboard as it stands after the taps that were not sent, with the
// server's own form of what is due next.
import * as local from "./local_game.js";
import { dealOf, MINUS, nameOf, sideName, table } from "./local_game.js";
import { drawQuestion, make } from "./local_question.js";
import { competitors, isScored, leftOf } from "./score.js";

let base; // the scoreboard as the server gave it
let taps = []; // those that wait
let view = {}; // what is shown of the question: its bidding call by call, a hand that is given up

const parse = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("scoreboard");
const board = () => document.getElementById("scoreboard");
export const game = () => document.getElementById("steps")?.getAttribute("action").replace(/\/undo$/, "");
const signed = (points) => (points > 0 ? `+${points}` : total(points));
const total = (points) => String(points).replace("-", MINUS);

export async function prepare() {
  const wanted = board()?.dataset.alone && JSON.parse(board().dataset.alone).table;
  if (wanted) await local.prepare(game(), wanted);
}

// Returns where the game is as the server knows it, with its page.
export const baseState = () => ({ tied: false, over: false, open: null, hands: [], html: base.outerHTML, ...JSON.parse(base.dataset.alone) });
const stateAfter = (waiting) => local.stateAfter(baseState(), waiting);
export const isComplete = (waiting) => local.isComplete(baseState(), waiting);

// Returns whether all there is to the game is known, so that it can go on with these taps.
export function knows(waiting) {
  if (!table || table.game !== game()) return false;
  if (board().dataset.local === undefined) base = copy(board());
  return !waiting.length || Number(new URLSearchParams(waiting[0].fields).get("version")) === versionOf(base);
}

// Shows the game after these taps, where all there is to it is known and they make sense; returns whether that is so.
export function show(waiting) {
  taps = waiting;
  if (!knows(waiting)) return false;
  try {
    if (!taps.length && !view.asked && base.dataset.local === undefined) restore();
    else draw(stateAfter(taps));
  } catch (error) {
    reportError(error); // the server will say what is wrong with them
    return false;
  }
  return true;
}

// Shows the rematch that the last of these taps starts: the scoreboard of the game that is over, without all that happened.
export function startRematch(waiting) {
  const tap = waiting.at(-1);
  if (!local.knowsRematch() || new URLSearchParams(tap.fields).get("partner")) return;
  const address = local.rematchOf(tap);
  const fresh = document.createElement("template");
  fresh.innerHTML = base.outerHTML.replaceAll(game(), address);
  const begun = local.startRematch(address, stateAfter(waiting));
  base = fresh.content.firstElementChild;
  base.dataset.alone = JSON.stringify(begun);
  base.dataset.local = "rematch";
  for (const name of ["over", "poll"]) delete base.dataset[name];
  for (const part of base.querySelectorAll(".won, .board > :is(button, .more), .past table, [href$='/summary']")) part.remove();
  const deal = make("h1", { className: "deal" });
  deal.append(make("strong"), " · ", make("span"));
  base.querySelector(".deal").replaceWith(deal);
  replaceBoard(base.cloneNode(true));
  show([]);
}

// Takes a scoreboard that the server gave for what the taps that are left begin with.
export function begin(html) {
  const fresh = parse(html);
  if (!fresh || !board() || versionOf(fresh) < versionOf(base ?? fresh)) return;
  base = fresh;
  const { hands, ...state } = stateAfter([]);
  const questions = board().querySelector(".questions");
  if (board().dataset.local === signature(state) && questions) questions.dataset.due = fresh.querySelector(".questions")?.dataset.due;
}

const signature = ({ version, dealer, totals, scored, tied, over, open }) =>
  JSON.stringify([version, dealer, totals, scored, tied, over, open?.bidder, open?.bid, open?.partners, open?.auction, open?.last, view]);

// A scoreboard without what scripts have laid on it, which they do again.
function copy(given) {
  const copied = given.cloneNode(true);
  for (const sent of copied.querySelectorAll(".htmx-request")) sent.classList.remove("htmx-request");
  for (const laid of copied.querySelectorAll("#pad, #cards")) laid.replaceChildren();
  return copied;
}

// Returns the page as the server gave it last, and what it takes to go on from there; undefined where it is no game's.
export function page() {
  if (!board()?.dataset.alone) return undefined;
  const given = board().dataset.local === undefined ? copy(board()) : base;
  return { game: game(), html: given.outerHTML, table };
}

// Takes up a game where the phone left it, if the page that was opened is an older one.
export function takeUp(kept) {
  if (!kept || !board()?.dataset.alone) return;
  const fresh = parse(kept.html);
  const version = versionOf(fresh);
  local.take(kept.table);
  if (kept.game === game() && version <= versionOf(board())) return;
  replaceBoard(fresh);
  base = fresh.cloneNode(true);
}

const versionOf = (shown) => JSON.parse(shown.dataset.alone).version;

// Shows the page as the server gave it last, if that is the phone's.
export function restore() {
  if (board().dataset.local !== undefined && base.dataset.local === undefined) replaceBoard(base.cloneNode(true));
}

// What is being filled in stays, as long as the question is the same.
function draw(state) {
  if (board().dataset.local === signature(state)) return;
  const typed = taps.at(-1)?.address.endsWith("/time") ? typedNow() : [];
  const fresh = parse(state.html);
  fresh.dataset.local = signature(state);
  fresh.classList.toggle("counting", state.open?.bidder !== undefined);
  for (const part of fresh.querySelectorAll(".announcement, .head > .notice, .board > :is(.notice, .soft)")) part.remove();
  drawHead(fresh, state);
  drawTotals(fresh, state);
  drawClock(fresh, state);
  drawHands(fresh, state);
  drawQuestion(fresh, state, view);
  const marks = { form_id: local.newId(), version: state.version, csrf_token: fresh.querySelector("[name=csrf_token]").value };
  for (const [name, value] of Object.entries(marks)) for (const field of fresh.querySelectorAll(`[name=${name}]`)) field.value = value;
  replaceBoard(fresh);
  fillAgain(typed);
}

function replaceBoard(fresh) {
  board().replaceWith(fresh);
  window.htmx?.process(fresh);
  document.dispatchEvent(new Event("htmx:after:swap"));
}

function drawHead(fresh, state) {
  const { number, dealer, seats } = dealOf(state);
  const [what, who] = [fresh.querySelector(".deal strong"), fresh.querySelector(".deal span")];
  const limit = table.rules.hand_limit;
  what.textContent = state.over ? "Game over" : `Hand ${number}${number <= limit ? ` of ${limit}` : ""}`;
  if (who) who.textContent = state.over ? `${number - 1} hand${number === 2 ? "" : "s"}` : `${nameOf(dealer)} deals, ${nameOf(leftOf(dealer, seats))} bids first`;
  const steps = fresh.querySelector("#steps");
  for (const button of steps.querySelectorAll("button.quiet")) button.remove();
  if (local.toUndo(taps)) steps.append(step("Undo", "undo"));
}

function drawTotals(fresh, state) {
  const longest = Math.max(...state.totals.map((points) => total(points).length));
  const cards = fresh.querySelector(".totals");
  cards.className = cards.className.replace(/long-\d+/, `long-${longest}`);
  for (const [index, side] of competitors(table.rules, table.players).entries()) {
    const section = fresh.querySelectorAll(".totals > .side")[index];
    const points = state.totals[side[0]];
    section.querySelector(".total").textContent = total(points);
    for (const bar of section.querySelectorAll("progress")) bar.value = Math.max(points, 0);
    for (const old of section.querySelectorAll(".to-go, h2 small")) old.remove();
    section.classList.toggle("has-bid", side.includes(state.open?.bidder));
  }
  if (!state.over || fresh.dataset.over !== undefined) return;
  const won = make("div", { className: "won" });
  won.append(make("h1", { textContent: `${state.end.winners.map(sideName).join(" and ")} won` }));
  const next = local.knowsRematch()
    ? make("button", { className: "go", textContent: "Rematch" }, { form: "steps", formaction: `${game()}/rematch` })
    : make("p", { className: "soft", textContent: "You can start the next game once this phone reconnects." });
  fresh.querySelector(".board").prepend(won, next);
}

// The time left is the server's, clock.js counts on; which hand can be called the last (templates/game/_clock.html).
function drawClock(fresh, { over, tied, open, scored }) {
  const clock = fresh.querySelector(".clock");
  if (!clock) return;
  if (over || tied) clock.remove();
  else if (open?.last) clock.replaceChildren(make("strong", { textContent: "Time was called: this is the last hand." }));
  else {
    for (const button of clock.querySelectorAll("button")) button.remove();
    const isBegun = !scored || open?.auction?.length || open?.bidder !== undefined;
    if (!isBegun) clock.append(step(`Call time: hand ${scored} was the last`, "time", { name: "hand", value: "before" }));
    clock.append(step(isBegun ? "Call time" : "Call time: this hand is the last", "time"));
  }
}

function step(textContent, what, attributes) {
  const address = `${game()}/${what}`;
  return make("button", { className: "quiet", textContent }, { form: "steps", formaction: address, "hx-post": address, ...attributes });
}

// The hands that were not sent, newest first, above those that the server has.
function drawHands(fresh, state) {
  const past = fresh.querySelector(".past");
  const sides = competitors(table.rules, table.players), isMany = sides.length > 2;
  if (!past.querySelector("tbody") && state.hands.length) {
    const hands = make("table", { className: isMany ? "hands" : "hands parts" });
    const heads = ["Bid", ...sides.map(sideName)].map((textContent) => make("th", { scope: "col", textContent }));
    const head = make("thead"), body = make("tbody");
    if (!isMany) head.append(make("tr")), head.firstChild.append(...heads);
    hands.append(make("caption", { textContent: "Hands" }), head, body);
    past.prepend(hands);
  }
  for (const { deal, hand, scored, points, totals } of state.hands) {
    const row = make("tr", { className: "unsent" }), counts = scored || points.some(Boolean);
    const what = scored ? `${deal.number} · ${nameOf(hand.bidder)} ${hand.bid} ` : `${hand.outcome === "misdeal" ? "Misdeal" : "Everyone passed"}: ${nameOf(deal.dealer)} dealt.`;
    const head = make("th", { scope: "row", textContent: what, colSpan: counts || isMany ? 1 : 3 });
    if (scored?.made !== undefined && scored?.made !== null) head.append(make("span", { className: scored.made ? "made" : "set", textContent: scored.made ? "made" : "set" }));
    row.append(head);
    for (const side of counts && !isMany ? sides : []) {
      const cell = make("td", { textContent: signed(points[side[0]]) }, { "data-head": sideName(side) });
      cell.append(make("small", { textContent: total(totals[side[0]]) }));
      row.append(cell);
    }
    past.querySelector("tbody").prepend(row, ...(counts && isMany ? [eachOf(sides, points)] : []));
  }
}

// What everybody scored, in a row of its own.
function eachOf(sides, points) {
  const row = make("tr", { className: "why" }), cell = make("td"), each = make("p", { className: "each" });
  each.append(...sides.map((side) => make("b", { textContent: `${sideName(side)}\n${signed(points[side[0]])}` })));
  cell.append(each);
  row.append(cell);
  return row;
}

// What the hand would score, beside its count.
export function preview() {
  const form = board()?.querySelector("#hand");
  const shown = form?.querySelector("#preview");
  if (!shown || board().dataset.local === undefined) return;
  const tap = { address: `${game()}/hands`, fields: [...new FormData(form)] };
  const counted = isComplete([...taps, tap]) ? stateAfter([...taps, tap]).hands.at(-1) : {};
  const points = (counted.scored?.sides || []).map((side) => `${sideName(side.players)}: ${signed(side.score - side.penalty)}.`);
  const said = [points.join(" "), ...sweepQuestion(counted)];
  if (said.map((part) => part.textContent ?? part).join("") !== shown.textContent) shown.replaceChildren(...said); // a tap finds what it aimed at
}

function sweepQuestion({ hand, scored }) {
  const sweeper = scored && local.sweeperOf(hand, scored);
  if (!sweeper) return [];
  const label = make("label", { className: "chip", textContent: `All ${table.rules.hand_size} tricks? +${table.rules.sweep_bonus}` });
  label.prepend(make("input", { type: "radio", name: "sweep", value: sweeper[0], checked: hand.sweep !== undefined }));
  return [" ", label];
}

// What the server shows at a tap, where it cannot be asked: the bidding call by call, a hand that is given up, and what an
// ordinary hand does not need, with all that was typed. Returns whether that was asked for.
export function look(address) {
  const views = { "?bid=calls": { calls: true }, "?bid=none": { noHand: true }, "/give-up": { givenUp: true }, "?bid=result": {}, "/more": {} };
  const asked = Object.keys(views).find((end) => address.endsWith(end)) ?? (address.endsWith(game()) ? "/more" : undefined);
  if (!asked) return false;
  const typed = typedNow();
  view = { ...views[asked], asked };
  if (!show(taps)) return false;
  fillAgain(typed);
  return true;
}

const typedNow = () => [...new FormData(board().querySelector(".questions form") ?? undefined)];

function fillAgain(typed) {
  for (const [name, value] of typed) {
    for (const field of board().querySelectorAll(`.questions form:first-of-type [name="${name}"]:not([type=hidden])`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
      else field.value = value;
    }
  }
}

// The next question is asked the plain way.
export const forget = () => { view = {}; };
