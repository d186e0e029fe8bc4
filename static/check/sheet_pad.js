// The pad of a paper sheet that is typed with the thumb: keys for the cell in hand. Each key writes what stands on it; only the
// step to the next cell comes by itself, and ⌫ takes it back, as it does in an empty cell.
import { cardTotal, handTotal, scoreHand } from "../alone/score.js";
import { find, findAll, findInputs, get, inputOf, targetOf } from "../shared/page.js";
import { CELLS, kindOf, next, rowsOf } from "./sheet_rows.js";

const MOST_KEYS = 42;
const FARTHEST = 4; // times the points of a hand: with penalties, and with most mistakes, no row has more
const NOTED = ["penalty", "adjustment"];
const isThumb = matchMedia("(pointer: coarse)").matches;
/** @type {HTMLInputElement | null} */
let cell = null; // in hand
let isFresh = false; // the first digit takes the place of what is in the cell
let isStepped = false; // this cell came by itself, and nothing was tapped since
let isBack = false; // what ended by itself was taken back, and does not end so again
let highest = 0; // the room that the pad has taken
const digits = new WeakSet(); // the cells that are typed by digits though they have keys

/** Has the pad take the place of the phone's keyboard and of its lists; the style sheet shows it where a cell is in hand. */
export function takeKeys() {
  if (!isThumb || !find("#keys")) return;
  build();
  for (const list of findAll(CELLS)) {
    if (!(list instanceof HTMLSelectElement)) continue;
    const field = Object.assign(document.createElement("input"), { name: list.name, placeholder: " " });
    [field.autocomplete, field.defaultValue] = ["off", list.value];
    list.replaceWith(field);
  }
  for (const field of findInputs(CELLS)) field.inputMode = "none";
  takeInHand(document.activeElement); // before these keys were there
}

/** @param {EventTarget | null} one */
function takeInHand(one) {
  cell = one instanceof HTMLInputElement && one.matches(CELLS) ? one : null;
  [isFresh, isStepped, isBack] = [true, false, false];
  show();
}

const reading = () => get("#keys").dataset.reading ?? "";
/** @returns {import("../alone/score.js").Rules} */
const rulesOf = () => JSON.parse(get("#keys").dataset.rules ?? "");
/** @param {string} text */
const number = (text) => (text ? Number(text.replace("−", "-")) : Number.NaN);
/** @param {number} worth */
const written = (worth) => String(worth).replace("-", "−");

/** @param {string} value @param {string} [text] @param {string} [name] */
function makeKey(value, text = value, name) {
  const key = Object.assign(document.createElement("button"), { type: "button", value, textContent: text });
  if (name) key.ariaLabel = name;
  return key;
}

function build() {
  const keys = get("#keys"),
    rules = rulesOf();
  /** @type {[string, string, string]} */
  const back = ["back", "⌫", "delete"];
  /** @type {[string, string, string]} */
  const more = ["123", "123", "123, digits"];
  const [bids, points] = [
    steps(rules, rules.min_bid, rules.max_bid ?? handTotal(rules)),
    steps(rules, 0, handTotal(rules)),
  ];
  if (rules.moon_bid !== null) bids.push(`${rules.moon_bid}`);
  const sets = reading() !== "took" && rules.set_rule !== "none" ? ["set"] : [];
  const ofSets = sets.length && !find(".typed .bid") ? bids.map((bid) => `−${bid}`) : []; // with a bid it is "set"
  const worths = [...points, ...ofSets, ...sets];
  const own = worths.length > MOST_KEYS ? [...points, ...sets] : worths;
  const groups = Object.entries({
    bidders: [],
    bids: bids.length > MOST_KEYS ? [] : [...bids, more, back, "next"],
    points: own.length > MOST_KEYS || reading() === "totals" ? [] : [...own, more, back, "next"],
    numbers: [..."1234567890−", back, "set", "next"],
  });
  keys.replaceChildren(
    Object.assign(makeKey("", ""), { className: "rest" }),
    ...groups.map(([className, all]) => {
      const group = Object.assign(document.createElement("div"), { className });
      group.append(...all.map((each) => (typeof each === "string" ? makeKey(each) : makeKey(...each))));
      return group;
    }),
  );
  nameBidders();
  keys.hidden = false;
}

/** @param {import("../alone/score.js").Rules} rules @param {number} first @param {number} last */
const steps = ({ bid_step: step }, first, last) =>
  Array.from({ length: Math.max(0, Math.min(MOST_KEYS + 1, Math.floor((last - first) / step) + 1)) }, (_, at) =>
    String(first + at * step),
  );

/** Returns what the sides are called, and the players clockwise, as far as that was typed. */
function called() {
  const [heads, names] = ["heads", "names"].map((list) => findInputs(`[name^=${list}-]`));
  const typed = names.map(({ value }) => value.trim());
  const isPlayers = rulesOf().sides !== "partnerships";
  const sides = heads.map(({ value, placeholder }, at) => value.trim() || (isPlayers && typed[at]) || placeholder);
  return { sides, names: typed };
}

function nameBidders() {
  const { sides, names } = called();
  const keys = [...new Set([...sides, ...names])].filter(Boolean).map((name) => makeKey(name));
  for (const key of keys) key.translate = false;
  get("#keys .bidders").replaceChildren(...keys, makeKey("back", "⌫", "delete"), makeKey("next"));
}

/** Shows the keys of the cell in hand. */
function show() {
  const row = cell?.closest(".row");
  if (!cell || !row || !find("#keys .numbers")) return;
  const isBid = cell.matches(".bid *");
  const keys = cell.matches(".bidder *") ? "bidders" : isBid ? "bids" : cell.matches(".of-side *") ? "points" : "";
  const isOwn = find(`#keys .${keys || "none"} button`) && kindOf(row) === "hand" && !digits.has(cell);
  for (const group of findAll("#keys > div")) group.hidden = !group.matches(isOwn ? `.${keys}` : ".numbers");
  get("#keys .numbers [value=set]").hidden = isBid || isTotal(cell) || reading() === "took";
  const rest = restOf(cell, row);
  const key = /** @type {HTMLButtonElement} */ (get("#keys .rest"));
  [key.hidden, key.value, key.textContent] = [Number.isNaN(rest), written(rest), `= ${written(rest)}`];
  highest = Math.max(highest, get("#keys").offsetHeight);
  document.documentElement.style.setProperty("--keys", `${highest}px`);
}

/** @param {Element} field */
const isTotal = (field) => field.matches(".of-total *") || (reading() === "totals" && field.matches(".of-side *"));

/**
 * Returns what a cell has by the rules where the row has the number of the other side, NaN where they leave that open.
 * @param {HTMLInputElement} field
 * @param {Element} row
 */
function restOf(field, row) {
  const family = field.matches(".of-total *") ? ".of-total input" : ".of-side input";
  const cells = findInputs(family, row);
  const at = cells.indexOf(field);
  const other = cells[1 - at];
  if (cells.length !== 2 || !other || kindOf(row) !== "hand" || find("[name=blank_is_0]:checked")) return Number.NaN;
  const before = isTotal(field) ? totalsAbove(row, family) : [0, 0];
  return pointsOfRest(row, 1 - at, number(other.value) - before[1 - at]) + before[at];
}

/** @param {Element} row @param {string} family */
function totalsAbove(row, family) {
  const rows = rowsOf();
  const above = rows
    .slice(0, rows.indexOf(/** @type {HTMLElement} */ (row)))
    .findLast((one) => findInputs(".line input", one).some(({ value }) => value));
  if (!above) return [0, 0];
  return NOTED.includes(kindOf(above))
    ? [Number.NaN, Number.NaN]
    : findInputs(family, above).map(({ value }) => number(value));
}

/** @param {Element} row @param {number} other the place of the side whose points are written @param {number} worth */
function pointsOfRest(row, other, worth) {
  const rules = rulesOf();
  if (!(worth >= 0)) return Number.NaN;
  const left = cardTotal(rules) - worth;
  const isWhole = left >= 0 && cardTotal(rules) === handTotal(rules) && !rules.out_of_play_cards;
  if (reading() === "took") return isWhole ? left : Number.NaN;
  const { sides, names } = called();
  const [bidder, bid] = [".bidder", ".bid"].map((part) => findInputs(`${part} input`, row)[0]?.value ?? "");
  const whose = sides.includes(bidder) ? sides.indexOf(bidder) : names.indexOf(bidder) % 2;
  if (bidder && whose < 0) return Number.NaN;
  const players = [...(rules.sides === "partnerships" ? names : sides).keys()];
  const lasts = rules.last_trick_points ? [0, 1] : [undefined];
  const mosts = rules.most_tricks_points ? /** @type {const} */ ([0, 1, "tied"]) : [undefined];
  const found = new Set();
  for (const player of bidder ? [whose] : [0, 1])
    for (const last_trick of lasts)
      for (const most_tricks of mosts) {
        const own =
          worth -
          (last_trick === other ? rules.last_trick_points : 0) -
          (most_tricks === other ? rules.most_tricks_points : 0);
        if (own < 0 || own > cardTotal(rules)) continue;
        const { points } = scoreHand(
          rules,
          { number: 1, players, seats: players, dealer: 0 },
          {
            outcome: "played",
            bidder: player,
            bid: number(bid) || rules.min_bid,
            captured: [[other, own]],
            last_trick,
            most_tricks,
          },
        );
        if (points[other] === worth && (number(bid) || points[1 - other] >= 0)) found.add(points[1 - other]);
      }
  const [rest] = found;
  return found.size === 1 ? rest : Number.NaN;
}

/** Whether a number may have more digits. @param {HTMLInputElement} field */
const mayGrow = (field) =>
  isBack || isTotal(field) || !(10 * Math.abs(number(field.value)) > FARTHEST * handTotal(rulesOf()));

document.addEventListener("focusin", (event) => {
  if (targetOf(event)?.closest("#keys")) return;
  takeInHand(event.target);
  cell?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("mousedown", (event) => {
  if (targetOf(event)?.closest("#keys")) event.preventDefault(); // the focus stays in its cell
});
document.addEventListener("click", (event) => {
  const button = targetOf(event)?.closest("#keys button");
  const key = button?.getAttribute("value");
  if (!cell || !button || !key) return;
  const ofDigits = !find("#keys .numbers[hidden]");
  const isDigit = ofDigits && /^[\d−]$/.test(key);
  if (key === "123") {
    digits.add(cell);
    return show();
  }
  if (key === "back" && (isStepped || !cell.value)) return goBack(cell);
  if (key === "back") cell.value = ofDigits ? cell.value.slice(0, -1) : "";
  else if (key !== "next") cell.value = isDigit && !isFresh ? cell.value + key : key;
  isFresh = isStepped = false;
  if (key !== "next") cell.dispatchEvent(new Event("input", { bubbles: true }));
  if (key === "back" || (isDigit && mayGrow(cell))) return;
  next(cell);
  isStepped = key !== "next";
});

/** @param {HTMLElement} field */
function goBack(field) {
  const cells = findAll(CELLS);
  cells[cells.indexOf(field) - 1]?.focus();
  [isFresh, isBack] = [false, true];
}

document.addEventListener("input", (event) => {
  if (isThumb && inputOf(event)?.matches("[name^=names-], [name^=heads-]")) nameBidders();
});
