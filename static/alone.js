// Goes on with a game while the server cannot be reached: shows it as it stands after the taps that were not sent, with the
// server's own form of what is due next. The scores are score.js's; reasons and all other words come with the network.
import { cardTotal, competitors, isAuctionOver, isScored, leftOf, nextDeal, replayCalls, scoreHand, sidesOf, standingAfter } from "./score.js";

// What the server's forms have where names and numbers are to be filled in.
const TOKEN = /§(\w+)§|9\d{8}/g;
const FIRST_NUMBER = 910_000_000, ALL_NUMBERS = 920_000_000, BID = 999_999_999;
const MINUS = "−";
let table; // rules, players and names of the game on the page, and its questions as HTML
let base; // the scoreboard as the server gave it
let taps = []; // those that wait
let view = {}; // what is shown of the question: its bidding call by call, a hand that is given up

const board = () => document.getElementById("scoreboard");
export const game = () => document.getElementById("steps")?.getAttribute("action").replace(/\/undo$/, "");
const signed = (points) => (points > 0 ? `+${points}` : total(points));
const total = (points) => String(points).replace("-", MINUS);
const nameOf = (player) => table.names[player];
const sideName = (side) => side.map(nameOf).join(" & ");

// Fetches what the game on the page needs to go on alone, unless it is here.
export async function prepare() {
  const wanted = board()?.dataset.alone && JSON.parse(board().dataset.alone).table;
  if (!wanted || (table?.table === wanted && table.game === game())) return;
  const answer = await fetch(`${game()}/alone`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer?.ok) table = { ...(await answer.json()), game: game() };
}

// What the taps do to the game.

// Returns where the game is as the server knows it.
export const baseState = () => ({ ...JSON.parse(base.dataset.alone), hands: [] });

// Returns the game's state after these taps; an undo takes back the tap before it, and what was drawn with it.
function stateAfter(taps) {
  const states = [baseState()];
  for (const tap of taps) {
    const version = states.at(-1).version + 1;
    if (tap.address.endsWith("/undo")) {
      states.pop();
      if (!states.length) states.push(tap.restores); // what it takes back has been sent by now
    } else states.push(after(states.at(-1), tap));
    states.push({ ...states.pop(), version });
  }
  return states.at(-1);
}

// Returns the tap that undo takes back, if one is left.
export function toUndo(waiting) {
  const left = [];
  for (const tap of waiting) if (tap.address.endsWith("/undo")) left.pop(); else left.push(tap);
  return left.at(-1);
}

const dealOf = (state) => nextDeal(table.rules, table.players, state, state.open?.dealer);

function after(state, { address, fields }) {
  const { rules } = table;
  const sent = new URLSearchParams(fields);
  const number = (name) => (sent.get(name) ? Number(sent.get(name).replace(MINUS, "-")) : undefined);
  const open = { outcome: "played", ...state.open };
  const calls = open.auction || [];
  const deal = dealOf(state);
  switch (address.split("/").at(-1)) {
    case "bid": return { ...state, open: { ...open, auction: undefined, bidder: number("bidder"), bid: number("bid"), partners: partners(sent) } };
    case "partners": return { ...state, open: { ...open, partners: partners(sent) } };
    case "call": {
      const auction = [...calls, [number("player"), number("call") ?? "pass"]];
      const { waiting, bidder, bid } = replayCalls(rules, deal, auction);
      if (!waiting.length && bid === null) return finished(state, deal, { ...open, auction, outcome: "passed-out" });
      const settled = isAuctionOver(rules, { waiting, bid }) ? { bidder, bid } : {};
      return { ...state, open: { ...open, auction, ...settled } };
    }
    case "stuck": return { ...state, open: { ...open, bidder: deal.dealer, bid: rules.min_bid } };
    case "hands": return finished(state, deal, { ...open, ...countOf(sent, number, open) });
    default: return finished(state, deal, { ...open, outcome: address.split("/").at(-1) });
  }
}

function partners(sent) {
  const called = sent.get("partners");
  if (!called) return undefined;
  return called === "alone" ? [] : [called, sent.get("second_partner")].filter(Boolean).map(Number);
}

// Returns what a count says of its hand, with the fields of the server's form.
function countOf(sent, number, { bidder }) {
  const numbered = (prefix) => [...sent].map(([name]) => name.match(`^${prefix}-(\\d+)$`)?.[1]).filter(Boolean).map(Number);
  const talk = numbered("talk").flatMap((player) => Array(number(`talk-${player}`) || 0).fill([player, "table-talk"]));
  const rows = [...sent].map(([name]) => name.match(/^adjustments-(\d+)-to$/)?.[1]).filter(Boolean);
  const adjustments = rows.map((row) => [number(`adjustments-${row}-to`), number(`adjustments-${row}-points`)]);
  const reneged_by = number("reneged_by");
  return {
    outcome: sent.get("gave_up") ? "conceded" : reneged_by === undefined ? "played" : "renege",
    captured: numbered("captured").map((player) => [player, number(`captured-${player}`)]).filter(([, points]) => points !== undefined),
    last_trick: number("last_trick"),
    most_tricks: sent.get("most_tricks") === "tied" ? "tied" : number("most_tricks"),
    sweep: number("sweep"),
    reneged_by,
    fouls: sent.get("discard") ? [...talk, [bidder, "nest-discard"]] : talk,
    adjustments: adjustments.filter(([player]) => player !== undefined),
  };
}

function finished(state, deal, hand) {
  const scored = isScored(hand) ? scoreHand(table.rules, deal, hand) : null;
  const standing = standingAfter(table.rules, state, deal, hand, scored);
  const open = hand.last && !scored ? { last: true } : null;
  return { ...state, ...standing, open, over: Boolean(standing.end), hands: [...state.hands, { deal, hand, scored, totals: standing.totals }] };
}

// Returns whether a tap says all that its question asks, as far as the phone can tell; the server looks at it again.
export function isComplete(waiting) {
  const now = stateAfter(waiting);
  const tap = waiting.at(-1);
  if (tap.address.endsWith("/bid")) return isBid(now.open.bid) && now.open.bidder !== undefined;
  if (tap.address.endsWith("/partners")) return Boolean(now.open.partners);
  if (tap.address.endsWith("/call")) return !now.open?.auction || [undefined, "pass"].includes(now.open.auction.at(-1)[1]) || isBid(now.open.auction.at(-1)[1]);
  if (!tap.address.endsWith("/hands")) return true;
  return isCounted(now.hands.at(-1));
}

function isBid(bid) {
  const { min_bid, bid_step, max_bid, moon_bid } = table.rules;
  return bid === moon_bid || (bid >= min_bid && bid % bid_step === 0 && bid <= (max_bid ?? Infinity));
}

function isCounted({ hand, scored }) {
  const { rules } = table;
  const counts = hand.captured.map(([, points]) => points);
  const missing = scored.sides.filter((side) => !hand.captured.some(([player]) => side.players.includes(player)));
  const may = {
    played: missing.length <= (rules.out_of_play_cards ? 0 : 1),
    renege: rules.renege_rule === "fixed" || missing.every((side) => side.players.includes(hand.reneged_by)),
    conceded: true,
  };
  const sum = counts.reduce((one, other) => one + other, 0);
  const fits = hand.outcome === "played" && !missing.length && !rules.out_of_play_cards ? sum === cardTotal(rules) : sum <= cardTotal(rules);
  const tricks = hand.outcome !== "played" || hand.sweep !== undefined || ["last_trick", "most_tricks"].every((trick) => !rules[`${trick}_points`] || hand[trick] !== undefined);
  return may[hand.outcome] && fits && tricks && counts.every((points) => points >= 0 && points % rules.bid_step === 0);
}

// What the page shows.

// Shows the game after these taps, where all there is to it is known; returns whether it is.
export function show(waiting) {
  const shown = board();
  if (!shown) return false;
  taps = waiting;
  if (shown.dataset.local === undefined) base = copy(shown);
  const first = taps.length && Number(new URLSearchParams(taps[0].fields).get("version"));
  if (!table || table.game !== game() || (taps.length && first !== versionOf(base))) return false;
  if (!taps.length && !view.asked) restore();
  else draw(stateAfter(taps));
  return true;
}

// Takes a scoreboard that the server gave for what the taps that are left begin with.
export function begin(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("scoreboard");
  if (!fresh || !board()) return;
  base = fresh;
  const { hands, ...state } = stateAfter([]);
  const questions = board().querySelector(".questions");
  if (board().dataset.local === signature(state) && questions) questions.dataset.due = fresh.querySelector(".questions")?.dataset.due;
}

const signature = ({ version, dealer, totals, scored, tied, over, open }) =>
  JSON.stringify([version, dealer, totals, scored, tied, over, open?.bidder, open?.bid, open?.partners, open?.auction, view]);

// A scoreboard without what our scripts have laid on it, which they do again.
function copy(given) {
  const copied = given.cloneNode(true);
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
  if (!table) table = kept.table;
  const fresh = new DOMParser().parseFromString(kept.html, "text/html").getElementById("scoreboard");
  if (versionOf(fresh) > versionOf(board())) replaceBoard(fresh);
}

const versionOf = (shown) => JSON.parse(shown.dataset.alone).version;

function restore() {
  if (board().dataset.local !== undefined) replaceBoard(base.cloneNode(true));
}

// What is being filled in stays, as long as the question is the same.
function draw(state) {
  if (board().dataset.local === signature(state)) return;
  const fresh = base.cloneNode(true);
  fresh.dataset.local = signature(state);
  fresh.classList.toggle("counting", state.open?.bidder !== undefined);
  for (const part of fresh.querySelectorAll(".announcement, .head > .notice, .board > :is(.notice, .soft)")) part.remove();
  drawHead(fresh, state);
  drawTotals(fresh, state);
  drawHands(fresh, state);
  drawQuestion(fresh, state);
  const marks = { form_id: newId(), version: state.version, csrf_token: fresh.querySelector("[name=csrf_token]").value };
  for (const [name, value] of Object.entries(marks)) for (const field of fresh.querySelectorAll(`[name=${name}]`)) field.value = value;
  replaceBoard(fresh);
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
  if (who) who.textContent = state.over ? "" : `${nameOf(dealer)} deals, ${nameOf(leftOf(dealer, seats))} bids first`;
  const steps = fresh.querySelector("#steps");
  for (const button of steps.querySelectorAll("button.quiet")) button.remove();
  if (toUndo(taps)) steps.append(make("button", { className: "quiet", textContent: "Undo" }, { formaction: `${game()}/undo`, "hx-post": `${game()}/undo` }));
}

function drawTotals(fresh, state) {
  for (const [index, side] of competitors(table.rules, table.players).entries()) {
    const section = fresh.querySelectorAll(".totals > .side")[index];
    const points = state.totals[side[0]];
    section.querySelector(".total").textContent = total(points);
    for (const bar of section.querySelectorAll("progress")) bar.value = Math.max(points, 0);
    for (const old of section.querySelectorAll(".to-go, h2 small")) old.remove();
    section.classList.toggle("has-bid", side.includes(state.open?.bidder));
  }
  if (!state.over) return;
  const won = make("div", { className: "won" });
  won.append(make("h1", { textContent: `${state.end.winners.map(sideName).join(" and ")} won` }));
  fresh.querySelector(".board").prepend(won);
}

// The hands that were not sent, newest first, above those that the server has.
function drawHands(fresh, state) {
  const past = fresh.querySelector(".past");
  if (!past.querySelector("tbody") && state.hands.length) {
    const hands = make("table", { className: "hands" });
    hands.append(make("caption", { textContent: "Hands" }), make("tbody"));
    past.prepend(hands);
  }
  for (const { deal, hand, scored, totals } of state.hands) {
    const row = make("tr", { className: "unsent" });
    const what = scored ? `${deal.number} · ${nameOf(hand.bidder)} ${hand.bid} ` : `${hand.outcome === "misdeal" ? "Misdeal" : "Everyone passed"}: ${nameOf(deal.dealer)} dealt.`;
    const head = make("th", { scope: "row", textContent: what });
    if (scored?.made !== undefined && scored?.made !== null) head.append(make("span", { className: scored.made ? "made" : "set", textContent: scored.made ? "made" : "set" }));
    row.append(head);
    const sides = competitors(table.rules, table.players);
    for (const side of scored ? sides : []) {
      const cell = make("td", { textContent: `${sides.length > 2 ? `${sideName(side)} ` : ""}${signed(scored.points[side[0]])}` });
      cell.append(make("small", { textContent: total(totals[side[0]]) }));
      row.append(cell);
    }
    past.querySelector("tbody").prepend(row);
  }
}

function drawQuestion(fresh, state) {
  let questions = fresh.querySelector(".questions");
  if (!questions) {
    questions = make("div", { className: "questions" });
    fresh.querySelector(".past").before(questions);
  }
  questions.replaceChildren();
  if (state.over) return;
  const html = make("template");
  const { key, words } = question(state);
  html.innerHTML = table.questions[key];
  fillIn(html.content, words);
  questions.append(html.content);
  const preview = questions.querySelector("#preview");
  for (const { name } of [...(preview?.attributes || [])]) if (name.startsWith("hx-")) preview.removeAttribute(name);
  if (key === "calls") offerCalls(questions, state);
  if (key === "partners") for (const radio of questions.querySelectorAll(`[name=partners][value="${state.open.bidder}"], [name=second_partner][value="${state.open.bidder}"]`)) radio.closest("label").remove();
}

// Returns which question is due, and the words that its form is to be filled in with.
function question(state) {
  const { open } = state;
  const deal = dealOf(state);
  const words = { dealer: nameOf(deal.dealer) };
  if (open?.bidder === undefined) {
    if (!view.calls && !open?.auction) return { key: "bid", words };
    const [caller] = replayCalls(table.rules, deal, open?.auction || []).waiting;
    return { key: "calls", words: { ...words, bidder: nameOf(caller) } };
  }
  words.bidder = nameOf(open.bidder);
  words[BID] = open.bid;
  if (table.rules.sides === "called_partner" && !open.partners) return { key: "partners", words };
  const sides = sidesOf(table.rules, deal, open);
  const bidding = sides.findIndex((side) => side.includes(open.bidder));
  for (const [index, side] of sides.entries())
    Object.assign(words, { [`side${index}`]: sideName(side), [`first${index}`]: nameOf(side[0]), [FIRST_NUMBER + index]: side[0], [ALL_NUMBERS + index]: side.join(" ") });
  for (const [index, player] of sides[bidding].entries()) words[`member${index}`] = nameOf(player);
  const moon = open.bid === table.rules.moon_bid ? " moon" : "";
  return { key: `hand ${bidding} ${sides[bidding].length}${moon}${view.givenUp ? " given up" : ""}`, words };
}

function fillIn(part, words) {
  const filled = (text) => text.replace(TOKEN, (token, word) => words[word || token] ?? token);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = filled(texts.currentNode.data);
  for (const element of part.querySelectorAll("*"))
    for (const attribute of element.attributes) attribute.value = filled(attribute.value);
}

// Shows the calls so far, and offers the bids that go over the last one.
function offerCalls(questions, { open, ...state }) {
  const { rules } = table;
  const calls = open?.auction || [];
  const { bid, waiting } = replayCalls(rules, dealOf({ ...state, open }), calls);
  for (const field of questions.querySelectorAll("[name=player]")) field.value = waiting[0];
  for (const button of questions.querySelectorAll(".chip[value]:not([value=''])"))
    if (bid !== null && Number(button.value) <= bid) button.remove();
  const said = calls.map(([player, made]) => `${nameOf(player)} ${made}`).join(", ");
  questions.querySelector("fieldset").before(make("p", { className: "calls", textContent: said }));
}

function make(tag, properties, attributes = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// A random UUID; crypto has one of its own on https and localhost alone.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// What the hand would score, beside its count.
export function preview() {
  const form = board()?.querySelector("#hand");
  const shown = form?.querySelector("#preview");
  if (!shown || board().dataset.local === undefined) return;
  const tap = { address: `${game()}/hands`, fields: [...new FormData(form)] };
  const { scored } = isComplete([...taps, tap]) ? stateAfter([...taps, tap]).hands.at(-1) : {};
  shown.textContent = (scored?.sides || []).map((side) => `${sideName(side.players)}: ${signed(side.score - side.penalty)}.`).join(" ");
}

// What the server shows at a tap, where it cannot be asked: the bidding call by call, a hand that is given up, and what an
// ordinary hand does not need, with all that was typed. Returns whether that was asked for.
export function look(address) {
  const views = { "?bid=calls": { calls: true }, "/give-up": { givenUp: true }, "?bid=result": {}, "/more": {} };
  const asked = Object.keys(views).find((end) => address.endsWith(end)) ?? (address.endsWith(game()) ? "/more" : undefined);
  if (!asked) return false;
  const typed = [...new FormData(board().querySelector(".questions form"))];
  view = { ...views[asked], asked };
  if (!show(taps)) return false;
  const form = board().querySelector(".questions form");
  for (const [name, value] of typed) {
    for (const field of form.querySelectorAll(`[name="${name}"]:not([type=hidden])`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
      else field.value = value;
    }
  }
  return true;
}

// The next question is asked the plain way.
export const forget = () => { view = {}; };
export const knows = () => base !== undefined && table?.game === game();
