// Shows a game that goes on without the server: the scoreboard as it is after the entries that were not sent, with the
// server's own form of what is due next. All of it is the server's templates, filled in.
import {
  end,
  find,
  findAll,
  findInputs,
  get,
  hasHtmx,
  isInUse,
  processByHtmx,
  tell,
  tellResult,
} from "../shared/page.js";
import { noteHand, notePlace } from "../shared/place.js";
import * as game from "./game.js";
import { called, dealOf, known, nameOf, sideName } from "./game.js";
import { drawQuestion } from "./question.js";
import { competitors, leftOf, replayCalls, sidesOf, sideWith } from "./score.js";
import { part } from "./template.js";
import { formatPoints, formatTotal } from "./words.js";

/**
 * @typedef {import("./game.js").State} State
 * @typedef {import("./game.js").Form & { restores?: State, before?: State, run?: string }} Waiting
 */

const VERSION = new URL("../", import.meta.url).pathname.split("/").at(-2)?.split("-")[0] ?? "";
/** @type {HTMLElement} */
let base; // the scoreboard as the server gave it
let questionShown = ""; // what the form on the page asks
let filledAgain = ""; // what the app, not a person, filled into the form: what Undo took back
/** @type {Waiting[]} */
let waiting = []; // the entries that were not sent
/** @type {{ before: State, run: string | undefined } | undefined} */
let drawn; // where the game is on the board that the phone drew
/** @type {import("./question.js").View} */
let view = {};
let isAsked = false; // whether a tap on the board asked for the one that is drawn

/** @param {string} html @returns {HTMLElement | null} */
const parse = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("scoreboard");
const board = () => get("#scoreboard");
/**
 * Returns the address of the game on a page.
 * @param {ParentNode} [page]
 */
export const gameOn = (page) =>
  find("#steps", page)
    ?.getAttribute("action")
    ?.replace(/\/undo$/, "");
export const gameHere = () => gameOn();
/** Returns how the uid of this table's newest game begins, as far as this phone knows; "none" where it knows of none. */
export const newestKnown = () => board().dataset.poll?.match(/\/since\/([0-9a-f]{8})-/)?.[1] ?? "none";
/** @param {HTMLElement} shown */
const aloneOf = (shown) => JSON.parse(shown.dataset.alone ?? "");
/** @param {HTMLElement} shown @returns {number} */
const versionOf = (shown) => aloneOf(shown).version;

/**
 * Returns the version that the server gave last of this game; undefined where it is not on the page.
 * @param {string} game
 */
export function versionHere(game) {
  if (game !== gameHere() || !find("#scoreboard[data-alone]")) return undefined;
  return versionOf(board().dataset.local === undefined ? board() : base);
}

/** @param {import("./game.js").Table} known @param {HTMLElement} shown */
const isOf = (known, shown) => known.game === gameHere() && known.table === aloneOf(shown).table;

export async function prepare() {
  const wanted = find("#scoreboard[data-alone]") && aloneOf(board()).table;
  if (wanted) await game.prepare(gameHere() ?? "", wanted);
}

/** @returns {State} Where the game is as the server knows it, with its page. */
export const baseState = () => ({
  tied: false,
  over: false,
  end: null,
  open: null,
  hands: [],
  html: base.outerHTML,
  names: game.table && isOf(game.table, base) ? game.table.names : undefined,
  ...aloneOf(base),
});

/**
 * Returns where the game is on the board that a person sees, without its page, and to which run of entries that belongs: the
 * next entry is recorded on it. Undefined where there is no board.
 * @returns {{ before: State, run: string | undefined } | undefined}
 */
export function shownState() {
  if (!find("#scoreboard[data-alone]")) return undefined;
  if (board().dataset.local !== undefined && drawn) return drawn;
  base = copy(board());
  return { before: { ...baseState(), html: "" }, run: undefined };
}

/** @param {Waiting[]} entries */
export const stateAfter = (entries) => game.stateAfter(baseState(), entries);
/** @param {Waiting[]} entries */
export const faultsIn = (entries) => game.faultsIn(baseState(), entries);

/**
 * Returns what is wrong with an entry that is about to be recorded on the board that is shown, as far as the phone sees.
 * @param {Waiting} entry
 */
export function faultsNow(entry) {
  const { before } = entry;
  if (!before || !game.table || !isOf(game.table, base)) return [];
  try {
    return game.faultsIn(before, [entry]);
  } catch {
    return []; // the server will say what is wrong with it
  }
}

/** @param {Waiting} entry */
export const madeOn = ({ fields }) => Number(new URLSearchParams(fields).get("version"));

/**
 * Tells whether these entries were recorded on the scoreboard that the server gave last.
 * @param {Waiting[]} entries
 */
export function isOnBase(entries) {
  const [first] = entries;
  if (!first) return true;
  if (!find("#scoreboard[data-alone]")) return false;
  const now = aloneOf(board().dataset.local === undefined ? board() : base);
  if (madeOn(first) !== now.version) return false;
  return !first.before || gist(first.before) === gist(now);
}

/** @param {State} state */
const gist = ({ dealer, totals, scored, place, open }) =>
  JSON.stringify([dealer, totals, scored, place, open?.bidder, open?.bid]);

/**
 * Tells whether all there is to the game is known, so that it can go on with these entries.
 * @param {Waiting[]} entries
 */
export function knows(entries) {
  if (!game.table || game.table.game !== gameHere()) return false;
  if (board().dataset.local === undefined) {
    base = copy(board());
    if (!find(".late")) questionShown = questionOf(baseState());
  }
  return isOnBase(entries);
}

/**
 * Shows the game after these entries, where all there is to it is known and they make sense; tells whether that is so.
 * @param {Waiting[]} entries
 */
export function show(entries) {
  waiting = entries;
  if (!knows(waiting)) return false;
  try {
    if (!waiting.length && !view.asked && base.dataset.local === undefined) restore();
    else draw(stateAfter(waiting));
  } catch (error) {
    reportError(error); // the server will say what is wrong with them
    return false;
  }
  return true;
}

/**
 * Shows the rematch that the last of these entries starts: the scoreboard of the game that is over, without all that
 * happened.
 * @param {Waiting[]} entries
 */
export function startRematch(entries) {
  const entry = entries[entries.length - 1];
  const address = game.rematchOf(entry);
  if (!address || !game.knowsRematch() || new URLSearchParams(entry.fields).get("partner")) return;
  const state = stateAfter(entries);
  const html = base.outerHTML.replaceAll(gameHere() ?? "", address);
  const begun = game.startRematch(address, state);
  base = parse(html) ?? base;
  base.dataset.alone = JSON.stringify(begun);
  base.dataset.local = "rematch";
  for (const name of ["over", "poll"]) delete base.dataset[name];
  for (const old of findAll(
    ".won, .board > :is(button, .more, form, .others), .asked > form, .past table, [href$='/summary']",
    base,
  ))
    old.remove();
  replaceBoard(/** @type {HTMLElement} */ (base.cloneNode(true)));
  show([]);
}

/**
 * Takes a scoreboard that the server gave for what the entries that are left begin with.
 * @param {string} html
 */
export function begin(html) {
  const fresh = parse(html);
  if (!fresh || !find("#scoreboard") || versionOf(fresh) < versionOf(base ?? fresh)) return;
  base = fresh;
  const questions = find(".questions", board());
  if (questions && board().dataset.local === signature(stateAfter([])))
    questions.dataset.due = find(".questions", fresh)?.dataset.due;
}

/**
 * Tells what became of a tap, as the server would (usecases/game/announcements.py).
 * @param {Waiting & { words: string }} entry
 */
export function tellTapped({ address, words }) {
  const state = stateAfter(waiting);
  const { bidder, auction } = state.open ?? {};
  const last = state.hands.at(-1);
  const [caller, call] = auction?.at(-1) ?? [];
  if (address.endsWith("/hands") && last) {
    const sides = competitors(known().rules, known().players);
    const points = sides.map((side) => `${sideName(side)} ${formatPoints(last.points[side[0]])}`).join(", ");
    tell(part("told-saved", { number: String(last.deal.number), points }).textContent ?? "");
  } else if (address.endsWith("/call") && caller !== undefined && bidder === undefined) {
    const next = nameOf(replayCalls(known().rules, dealOf(state), auction ?? []).waiting[0]);
    const sentence = part(`told-${call === "pass" ? "passed" : "called"}`, {
      caller: nameOf(caller),
      bid: String(call),
      next,
    });
    tell(sentence.textContent ?? "");
  } else if (bidder !== undefined) tellResult(address);
  else tell(end(words));
}

/** @param {State} state */
const signature = ({ version, dealer, totals, scored, tied, over, open }) => {
  const { bidder, bid, partners, auction, last } = open ?? {};
  return JSON.stringify([version, dealer, totals, scored, tied, over, bidder, bid, partners, auction, last, view]);
};

/**
 * Returns a scoreboard as it was given: without what was filled in, and what scripts have laid on it, which they do again.
 * @param {HTMLElement} given
 */
function copy(given) {
  const copied = /** @type {HTMLElement} */ (given.cloneNode(true));
  for (const form of copied.querySelectorAll("form")) form.reset();
  for (const sent of findAll(".htmx-request", copied)) sent.classList.remove("htmx-request");
  for (const laid of findAll("#pad, #cards", copied)) laid.replaceChildren();
  return copied;
}

/** Returns the page as the server gave it last, and what it takes to go on from there; undefined where it is no game's. */
export function page() {
  const here = gameHere();
  if (!here || !find("#scoreboard[data-alone]")) return undefined;
  const given = board().dataset.local === undefined ? copy(board()) : base;
  return { game: here, html: given.outerHTML, table: game.table, version: VERSION };
}

/**
 * Goes on where the phone left a game, if the page that was opened is an older one.
 * @param {import("./database.js").Page | undefined} kept
 */
export function restorePage(kept) {
  if (kept?.version !== VERSION || !find("#scoreboard[data-alone]")) return; // templates of another version do not fit
  const fresh = parse(kept.html);
  if (!fresh) return;
  const version = versionOf(fresh);
  game.restore(kept.table);
  if (kept.game === gameHere() && version <= versionOf(board())) return;
  replaceBoard(fresh);
  base = /** @type {HTMLElement} */ (fresh.cloneNode(true));
}

/** Shows the board on the page again without what was typed. */
export const empty = () => replaceBoard(copy(board()));

/** Shows the page as the server gave it last, if that is the phone's. */
export function restore() {
  if (board().dataset.local !== undefined && base.dataset.local === undefined)
    showNow(/** @type {HTMLElement} */ (base.cloneNode(true)), baseState());
}

/**
 * What is being filled in stays, as long as the question is the same.
 * @param {State} state
 */
function draw(state) {
  drawn = { before: { ...state, ...game.placeOf(state), html: "", hands: [] }, run: waiting.at(-1)?.run };
  if (board().dataset.local === signature(state)) return;
  const typed = waiting.at(-1)?.address.endsWith("/time") ? typedNow() : [];
  const fresh = parse(state.html) ?? copy(base);
  fresh.dataset.local = signature(state);
  for (const old of findAll(".announcement, .head > .notice, .board > :is(.notice, .soft)", fresh)) old.remove();
  drawHead(fresh, state);
  drawTotals(fresh, state);
  drawEnd(fresh, state);
  drawClock(fresh, state);
  drawHands(fresh, state);
  drawQuestion(fresh, state, view);
  drawDid(fresh, state);
  if (!state.over || state.end) fresh.dataset.title = titleOf(state);
  const [{ value: token }] = findInputs("[name=csrf_token]", fresh);
  const marks = { version: String(state.version), csrf_token: token };
  for (const [name, value] of Object.entries(marks))
    for (const field of findInputs(`[name=${name}]`, fresh)) field.value = value;
  showNow(fresh, state);
  fillAgain(typed);
}

/**
 * Shows this board; but what is being filled in stays where another page of this phone went on (shared/news.js).
 * @param {HTMLElement} fresh
 * @param {State} state
 */
function showNow(fresh, state) {
  const [questions, next] = [find(".questions", board()), find(".questions", fresh)];
  if (isAsked || !questions || !isInUse(questions) || JSON.stringify(typedNow()) === filledAgain) {
    questionShown = questionOf(state);
    replaceBoard(fresh);
    return;
  }
  if (next) next.dataset.due = questionOf(state) === questionShown ? questions.dataset.due : "later";
  document.dispatchEvent(new CustomEvent("rook:meanwhile", { detail: fresh }));
}

/** @param {State} state */
function questionOf(state) {
  const { bidder, bid, partners, auction } = state.open ?? {};
  return JSON.stringify([dealOf(state), bidder, bid, partners, auction]);
}

/**
 * What was recorded on a board that is shown again goes by its form's id: what is recorded now gets one of its own.
 * @param {HTMLElement} fresh
 */
function replaceBoard(fresh) {
  const id = game.newId();
  for (const field of findInputs("[name=form_id]", fresh)) field.value = id;
  const putBack = isAsked ? noteHand() : notePlace();
  board().replaceWith(fresh);
  processByHtmx(fresh);
  document.dispatchEvent(new Event("htmx:after:swap"));
  putBack();
}

/**
 * Draws what a tap on the board asked for.
 * @param {() => Promise<void>} draw
 */
export async function answer(draw) {
  isAsked = true;
  await draw().finally(() => {
    isAsked = false;
  });
}

/** @param {HTMLElement} fresh @param {State} state */
function drawHead(fresh, state) {
  const { number, dealer, seats } = dealOf(state);
  const bidder = state.open?.bidder;
  const count = number - 1;
  const words = {
    number: String(number),
    hands: `${count} hand${count === 1 ? "" : "s"}`,
    ...called("dealer", [dealer]),
    ...called("first", [leftOf(dealer, seats)]),
    ...(bidder !== undefined && { ...called("bidder", [bidder]), ...called("next", [leftOf(bidder, seats)]) }),
  };
  const deal = part(state.over ? "over" : bidder === undefined ? "deal" : "play", words);
  const limit = known().rules.hand_limit;
  if (limit && number > limit) find("h1 strong", deal)?.replaceChildren(`Hand ${number}`); // an extra hand
  get(".deal", fresh).replaceWith(deal);
  const steps = get("#steps", fresh);
  for (const button of findAll("button.quiet", steps)) button.remove();
}

/**
 * Undo, during the bid below it, with what the last hand did.
 * @param {HTMLElement} fresh
 * @param {State} state
 */
function drawDid(fresh, { hands }) {
  const did = find(".did", fresh);
  if (game.toUndo(waiting) && did) did.prepend(part("undo"));
  else if (game.toUndo(waiting)) get("#steps", fresh).append(part("undo"));
  const played = hands.filter(({ scored }) => scored).at(-1);
  /** @type {Record<string, string>} */
  const words = { number: String(played?.deal.number) };
  for (const [index, [player]] of competitors(known().rules, known().players).entries())
    words[`points${index}`] = formatPoints(played?.points[player] ?? 0);
  if (did)
    get(".latest", did).replaceWith(played ? part("last", words) : (find(".latest", base)?.cloneNode(true) ?? ""));
}

/**
 * Returns the title of its page, as `GameState.in_short` tells the server's.
 * @param {State} state
 */
function titleOf(state) {
  const { rules, players } = known();
  const totals = competitors(rules, players).map((side) => `${sideName(side)} ${formatTotal(state.totals[side[0]])}`);
  const what = state.over ? `${winnersOf(state.end)} won` : `Hand ${dealOf(state).number}`;
  return `${what} · ${totals.join(", ")}`;
}

/** @param {State["end"]} end */
function winnersOf(end) {
  const names = end?.winners.map(sideName) ?? [];
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}

/** @param {HTMLElement} fresh @param {State} state */
function drawTotals(fresh, state) {
  const { rules, players } = known();
  const { bidder, partners } = state.open ?? {};
  const hand = sidesOf(rules, dealOf(state), bidder, partners);
  const bidding = bidder === undefined ? [] : sideWith(hand, bidder);
  const longest = Math.max(...state.totals.map((points) => formatTotal(points).length));
  const cards = get(".totals", fresh);
  cards.className = cards.className.replace(/long-\d+/, `long-${longest}`);
  const sides = competitors(rules, players);
  const sections = findAll(".totals > .side", fresh);
  for (const [index, side] of sides.entries()) {
    const section = sections[index];
    const points = state.totals[side[0]];
    const total = get(".total", section);
    total.textContent = formatTotal(points);
    total.ariaLabel = `${total.dataset.total}, ${total.textContent}. Check it`;
    for (const old of findAll(".to-go, .leads, .with", section)) old.remove();
    const bar = section.querySelector("progress");
    if (bar) bar.value = Math.max(points, 0);
    const others = sideWith(hand, side[0]).filter((player) => !side.includes(player));
    if (rules.sides === "rotating_partners" && !state.over) total.after(part("with", { partner: sideName(others) }));
    if (state.totals.every((other, player) => side.includes(player) || other < points) && !state.over)
      total.after(part("leads"));
    const toGo = (rules.target ?? 0) - points;
    if (rules.target !== null && toGo > 0 && !state.over)
      section.append(part("to-go", { points: formatTotal(toGo).replace(/\B(?=(\d{3})+$)/g, ",") }));
    section.classList.toggle("has-bid", bidding.includes(side[0]));
  }
}

/** @param {HTMLElement} fresh @param {State} state */
function drawEnd(fresh, { over, end, totals }) {
  if (!over || !end || fresh.dataset.over !== undefined) return;
  const { rules, players } = known();
  const [[first], ...others] = end.winners;
  const place = others.length ? 0 : competitors(rules, players).findIndex((side) => side[0] === first) + 1;
  const words = { winners: winnersOf(end), place: String(place), total: formatTotal(totals[first]) };
  get(".board", fresh).prepend(part(game.knowsRematch() ? "won" : "won-later", words));
}

/**
 * The time left is the server's, clock.js counts on; which hand can be called the last changes.
 * @param {HTMLElement} fresh
 * @param {State} state
 */
function drawClock(fresh, { over, tied, open, scored, redealt }) {
  const clock = find(".clock", fresh);
  if (!clock) return;
  const left = find("p", clock);
  const isBegun = !scored || redealt || Boolean(open?.auction?.length) || open?.bidder !== undefined;
  clock.replaceWith(
    part(open?.last ? "clock-called" : isBegun ? "clock-begun" : "clock-between", { number: String(scored) }),
  );
  if (over || tied) find(".clock", fresh)?.remove();
  else if (left) find(".clock [role=timer]", fresh)?.replaceWith(left);
}

/**
 * The hands that were not sent, newest first, above those that the server has.
 * @param {HTMLElement} fresh
 * @param {State} state
 */
function drawHands(fresh, state) {
  const past = get(".past", fresh);
  for (const { deal, hand, scored, points, totals } of state.hands) {
    const { rules, players, short_names: short } = known();
    const sides = competitors(rules, players);
    /** @type {Record<string, string>} */
    const words = { number: String(deal.number), dealer: nameOf(deal.dealer), bid: String(hand.bid) };
    if (hand.bidder !== undefined) {
      const [bidder, place] = [hand.bidder, sides.findIndex((side) => side.includes(hand.bidder ?? -1)) + 1];
      Object.assign(words, {
        bidder: nameOf(bidder),
        short: short[bidder][0],
        shorter: short[bidder][1],
        place: `${place}`,
      });
    }
    for (const [index, side] of sides.entries()) {
      words[`points${index}`] = formatTotal(points[side[0]]);
      words[`total${index}`] = formatTotal(totals[side[0]]);
    }
    const drawn = part(scored || points.some(Boolean) ? kindOf(hand, scored) : `${hand.outcome}-alone`, words);
    const rows = findAll("tbody tr", drawn);
    rows[0].classList.add("unsent");
    rows[1]?.remove(); // why is for the server to say
    const number = find("details", rows[0]);
    number?.replaceWith(number.textContent?.trim() ?? "");
    const body = find("tbody", past);
    if (body) body.prepend(...findAll("tbody tr", drawn));
    else past.prepend(drawn);
  }
}

/**
 * Returns what became of a hand, as score_sheet.py calls it.
 * @param {import("./score.js").Hand} hand
 * @param {import("./score.js").HandScore | null} scored
 */
function kindOf({ outcome, bid }, scored) {
  if (outcome === "conceded") return "gave-up";
  if (outcome !== "played") return outcome;
  return scored?.made ? (bid === known().rules.moon_bid ? "moon" : "made") : "set";
}

/**
 * Tells what the totals will be once this tap is recorded, where the phone knows, before it is sent (count_up.js).
 * @param {Waiting} entry
 */
export function foresee(entry) {
  try {
    const before = pending();
    if (!knows(before)) return;
    const entries = [...before, entry];
    if (faultsIn(entries).length) return;
    const { totals } = stateAfter(entries);
    const detail = competitors(known().rules, known().players).map(([player]) => totals[player]);
    document.dispatchEvent(new CustomEvent("rook:foreseen", { detail }));
  } catch {
    // the server will say what is wrong with it
  }
}

/** Returns what the board on the page goes on from: once it is the server's again, nothing waits. */
const pending = () => (board().dataset.local === undefined ? [] : waiting);

/**
 * Shows what the hand would score, beside its count, where the server does not.
 * @param {Event} event
 */
export function preview({ type }) {
  const form = find(hasHtmx() && type !== "htmx:error" ? "#scoreboard[data-local] #hand" : "#scoreboard #hand");
  const shown = form && find("#preview", form);
  if (!(form instanceof HTMLFormElement) || !shown || !knows(pending())) return;
  const entry = { address: `${gameHere()}/hands`, fields: fieldsOf(form) };
  const entries = [...pending(), entry];
  const faults = faultsIn(entries);
  const after = faults.length ? undefined : stateAfter(entries);
  const counted = after?.hands.at(-1);
  const sides = counted?.scored?.sides ?? [];
  const { totals: before } = stateAfter(pending());
  const sweeper = counted && game.sweeperOf(counted);
  const question = sweeper ? part("sweep", { side: String(sweeper[0]) }) : new DocumentFragment();
  for (const radio of findInputs("input", question)) radio.checked = counted?.hand.sweep !== undefined;
  const drawn = sides.map(({ players, score, penalty }) => {
    const taken = penalty ? `, penalty ${formatPoints(-penalty)} = ${formatPoints(score - penalty)}` : "";
    const words = `${score < 0 ? `set back ${-score}` : formatPoints(score)}${taken}`;
    const named = element("span", `${sideName(players)}: `, sides.length === 2 ? "unseen" : "");
    const said = element("span", `${words}. `, score < 0 ? "set" : "");
    said.prepend(named);
    return said;
  });
  for (const { players } of sides.length === 2 ? sides : []) {
    const total = element("small");
    const [from, to] = [before, after?.totals ?? []].map((totals) => formatTotal(totals[players[0]]));
    if (known().rules.sides === "partnerships" || players.length === 1) Object.assign(total.dataset, { from, to });
    drawn.push(total);
  }
  if (findInputs("[data-names]", form).some(({ value }) => value))
    drawn.push(...faults.map(([, why]) => element("span", why)));
  if (drawn.map((side) => side.textContent).join("") + question.textContent === shown.textContent) return; // a tap finds what it aimed at
  const putBack = notePlace();
  shown.replaceChildren(...drawn, question);
  putBack();
}

/**
 * @param {string} name
 * @param {string} [textContent]
 * @param {string} [className]
 */
const element = (name, textContent = "", className = "") =>
  Object.assign(document.createElement(name), { textContent, className });

/**
 * @param {HTMLFormElement} [form]
 * @returns {[string, string][]}
 */
const fieldsOf = (form) => [...new FormData(form)].map(([name, value]) => [name, String(value)]);

/**
 * What the server shows at a tap, where it cannot be asked: the bidding call by call, a hand that is given up, and what an
 * ordinary hand does not need, with all that was typed. Tells whether that was asked for.
 * @param {string} address
 * @param {Element | null} [asking] the button or the link that was tapped
 */
export function showView(address, asking) {
  /** @type {Record<string, import("./question.js").View>} */
  const views = {
    "?bid=calls": { calls: true },
    "?bid=none": { noHand: true },
    "?bid=change": { changes: true },
    "/give-up": { ended: "given up" },
    "/renege": { ended: "reneged" },
    "?bid=result": { calls: false },
    "?bid=back": {},
    "/more": { ended: view.ended },
  };
  const isGame = address.endsWith(gameHere() ?? " ");
  const part = asking?.getAttribute("value"); // of what more was asked for
  address = part === "Renege" ? "/renege" : part === "Count" ? "?bid=back" : address;
  const asked = Object.keys(views).find((end) => address.endsWith(end)) ?? (isGame ? "/more" : undefined);
  if (!asked) return false;
  const isLate = asking?.closest(".late"); // what was typed answers another question
  const typed = isLate ? [] : typedNow();
  view = isLate ? {} : { ...views[asked], asked };
  if (isLate) board().dataset.local = "late";
  isAsked = true;
  const isShown = show(waiting);
  isAsked = false;
  if (!isShown) return false;
  fillAgain(view.changes ? bidNow() : typed);
  const wanted = findAll(".questions summary", board()).find(
    ({ textContent }) => textContent === asking?.getAttribute("value"),
  );
  unfold(wanted);
  wanted?.focus();
  return true;
}

/** @returns {[string, string][]} The bid that is recorded, as its form has it. */
function bidNow() {
  const { bidder, bid, partners: [one = "alone", two = ""] = [""] } = stateAfter(waiting).open ?? {};
  return Object.entries({ bidder, bid, partners: one, second_partner: two }).map(([name, value]) => [name, `${value}`]);
}

/**
 * What was taken back is in its form again, as it was sent; the board says what it was.
 * @param {Waiting} entry
 */
export function enterAgain({ address, fields }) {
  const sent = Object.fromEntries(fields);
  const state = stateAfter(waiting);
  const early = sent.gave_up ? "/give-up" : sent.reneged_by && "/renege";
  const asked = sent.asked ? "?bid=none" : state.calls && sent.bid ? "?bid=result" : early;
  if (asked && !showView(asked)) return;
  if (!sent.asked && /\/(misdeal|passed-out|stuck|time|rematch)$/.test(address)) fields = [];
  fillAgain(fields);
  const { bidder, bid } = { ...state.open, ...sent };
  say(
    part(`undone-${address.split("/").at(-1)}`, { bidder: nameOf(Number(bidder)), bid: String(bid) }).textContent ?? "",
  );
  const counted = findInputs("[data-names]", board()).filter(({ value }) => value);
  for (const field of counted) field.dispatchEvent(new Event("input", { bubbles: true })); // the pad fills in the rest
  filledAgain = JSON.stringify(typedNow());
}

/**
 * Says on the board what has happened, until it is drawn anew, and to those who hear it.
 * @param {string} textContent
 */
export function say(textContent) {
  tell(textContent);
  const said = { className: "announcement seen", textContent };
  find("#steps .announcement")?.remove();
  find("#steps .deal")?.after(Object.assign(document.createElement("p"), said));
}

/**
 * Says what is wrong with what was tapped, below each field; of counts, in place of the preview.
 * @param {import("./validate.js").Fault[]} faults
 */
export function showFaults(faults) {
  for (const earlier of findAll(".questions .error")) earlier.remove();
  for (const wrong of findAll(".questions [aria-invalid]")) wrong.removeAttribute("aria-invalid");
  const preview = faults.some(([name]) => /^captured/.test(name)) ? find(".questions #preview") : null;
  preview?.replaceChildren();
  for (const [name, why] of faults) {
    const said = part("incomplete");
    const error = get(".error", said);
    if (why) error.textContent = why;
    error.id = `${name}-error`;
    const fields = findAll(`.questions :is([name="${name}"], [name^="${name}-"]):not([type=hidden])`);
    for (const field of fields) {
      const described = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      field.setAttribute("aria-describedby", [error.id, ...described.filter((id) => id !== error.id)].join(" "));
      field.setAttribute("aria-invalid", "true");
    }
    const asked = fields.at(-1)?.closest("fieldset, label");
    if (preview && /^captured/.test(name)) preview.append(said);
    else if (asked) asked.after(said);
    else find(".questions form")?.prepend(said);
    unfold(asked);
  }
  find(".questions .error")?.scrollIntoView({ block: "nearest" });
}

/** @param {Element | null} [part] */
function unfold(part) {
  const folded = part?.closest("details");
  if (!folded) return;
  folded.open = true;
  unfold(folded.parentElement);
}

function typedNow() {
  const form = find(".questions form", board());
  return form instanceof HTMLFormElement ? fieldsOf(form) : [];
}

/** @param {[string, string][]} typed */
function fillAgain(typed) {
  const form = find(".questions form", board());
  if (!(form instanceof HTMLFormElement)) return;
  for (const [name, value] of typed)
    for (const field of form.querySelectorAll(`[name="${name}"]:not([type=hidden])`)) {
      if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type))
        field.checked = field.value === value;
      else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
      if (value && field.closest(".part"))
        field.dispatchEvent(new Event("change", { bubbles: true })); // it is noted
      else if (value) unfold(field);
    }
}

/** The next question is asked the plain way. */
export function forgetView() {
  view = {};
}
