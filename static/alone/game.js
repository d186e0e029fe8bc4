// A game as it is after the entries that were not sent: players by number, as the server gives it
// (usecases/game/board.py). The scores are score.js's.
import { isOurs } from "../shared/page.js";
import {
  bidError,
  initialStanding,
  isAuctionOver,
  isScored,
  nextDeal,
  pointsWithoutScore,
  replayCalls,
  scoreHand,
  standingAfter,
  timeUp,
} from "./score.js";
import { callErrors, partnerErrors, validateHand } from "./validate.js";

/**
 * @typedef {import("./score.js").Hand} Hand
 * @typedef {import("./score.js").Standing} Standing
 * @typedef {import("./score.js").Side} Side
 * @typedef {import("./validate.js").Fault} Fault
 * @typedef {{ address: string, fields: [string, string][] }} Form
 *
 * @typedef {object} LocalHand A hand that was not sent.
 * @property {string} id of the form that finished it
 * @property {import("./score.js").Deal} deal
 * @property {Hand} hand
 * @property {import("./score.js").HandScore | null} scored
 * @property {number[]} points by player
 * @property {number[]} totals by player
 *
 * @typedef {object} Before Where a game is as the server knows it.
 * @property {number} version
 * @property {number} table
 * @property {boolean} over
 * @property {Partial<Hand> | null} open the hand that is being played, as far as it is known
 * @property {number} place how many hands the server had, misdeals counted
 * @property {number} [after] the last of these, by its short id
 * @property {boolean} [calls] whether the latest hand of the series with a bid has its calls: the next is asked for so
 * @property {boolean} [redealt] whether a redeal since the last scored hand has points, so that this ended nothing (R12)
 * @property {string[]} [names] by player, as a person sees them
 * @property {LocalHand[]} hands those that were not sent
 * @property {string} html the scoreboard
 *
 * @typedef {Standing & Before} State
 *
 * @typedef {object} Table What a game needs to go on without the server (web/views/alone.py).
 * @property {number} table says which it is, by its hash
 * @property {string} game
 * @property {import("./score.js").Rules} rules
 * @property {number[]} players clockwise
 * @property {string[]} names by player
 * @property {[string, string][]} short_names by player, as a phone and the smallest phone show them
 * @property {boolean} rematch whether it has one that begins as this game did
 * @property {Record<string, string>} questions each form that can be due, as HTML with places for names and numbers
 * @property {string} parts what the board has in one state and not in another, each as a template
 */

export const MINUS = "−";
export const MEANWHILE = "The game changed meanwhile, so this isn't saved.";
const LARGEST = 1_000_000; // points of an adjustment
const DASHES = "-−–—―‐‑‒⁃⁻˗➖﹘﹣－";
const DIGITS = "([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,7})";
const POINTS = RegExp(
  `^(?:([${DASHES}+])?\\s*${DIGITS}|\\(\\s*[${DASHES}]?\\s*${DIGITS}\\s*\\)|${DIGITS}\\s*[${DASHES}])$`,
);
const OUTCOME = /^(made|make|set)\b[:\s]*|[\s,]*\(?\b(made|make|set)\)?[.!]*$/iu;

/** @type {Table | undefined} The table of the game on the page. */
export let table;

/** @returns {Table} The table, where it is known. */
export function known() {
  if (!table) throw new Error("This game's table is not known.");
  return table;
}

/** @param {number} player */
export const nameOf = (player) => known().names[player];
/** @param {Side} side */
export const sideName = (side) => side.map(nameOf).join(" & ");
/**
 * Returns the words for a side or a player in a template (templates/macros/fields.html, `called`).
 * @param {string} word
 * @param {Side} side
 */
export function called(word, side) {
  const short = (/** @type {number} */ step) => side.map((player) => known().short_names[player][step]).join(" & ");
  return { [word]: sideName(side), [`${word}_short`]: short(0), [`${word}_shorter`]: short(1) };
}

/**
 * Fetches what this game needs to go on without the server, unless it is here; `wanted` says which it has now.
 * @param {string} game
 * @param {number} wanted
 */
export async function prepare(game, wanted) {
  if (table?.table === wanted && table.game === game) return;
  try {
    const answer = await fetch(`${game}/alone`, { signal: AbortSignal.timeout(10_000) });
    const isTable = answer.ok && isOurs(answer) && answer.headers.get("Content-Type") === "application/json"; // else the game was deleted
    if (isTable) table = { ...(await answer.json()), game };
  } catch {
    // out of reach, or broken off: it is asked for again with the next change
  }
}

/**
 * Takes the table that was kept, where the server has not given one.
 * @param {Table | undefined} kept
 */
export function restore(kept) {
  table ??= kept;
}

/**
 * Returns the address of the game that an entry starts, which a rematch with the same partners names by its form; undefined for any other.
 * @param {Form} entry
 */
export function rematchOf({ address, fields }) {
  if (!address.endsWith("/rematch")) return undefined;
  return address.replace(/[^/]+\/rematch$/, new URLSearchParams(fields).get("form_id") ?? "");
}

/** Tells whether the phone knows the next game too: with the seats as they are, players have the same numbers in it. */
export const knowsRematch = () =>
  known().rematch && known().players.every((player, seat) => player === seat) && known().rules.time_limit === null;

/**
 * Goes on with another game of the same players and rules, and returns where it begins (usecases/game/new_game.py).
 * @param {string} game
 * @param {State} state
 */
export function startRematch(game, { dealer, calls }) {
  const { rules, players } = known();
  table = /** @type {Table} */ (JSON.parse(JSON.stringify(known()).replaceAll(known().game, game)));
  return { version: 0, table: table.table, place: 0, calls, ...initialStanding(rules, players, dealer) };
}

/**
 * Returns the game's state after these entries; an undo takes back the one before it, and what was drawn with it.
 * @param {State} given
 * @param {(Form & { restores?: State })[]} entries
 */
export function stateAfter(given, entries) {
  const states = [given];
  for (const entry of entries) {
    const version = states[states.length - 1].version + 1;
    if (!entry.address.endsWith("/undo")) states.push(after(states[states.length - 1], entry));
    else if (states.length > 1) states.pop();
    else if (entry.restores) states[0] = entry.restores; // what it takes back has been sent by now
    states.push({ .../** @type {State} */ (states.pop()), version });
  }
  return states[states.length - 1];
}

/**
 * Returns the entry that undo takes back, if one is left.
 * @template {Form} E
 * @param {E[]} entries
 */
export const toUndo = (entries) => left(entries).at(-1);

/**
 * Returns the entries that no undo takes back.
 * @template {Form} E
 * @param {E[]} entries
 */
export function left(entries) {
  /** @type {E[]} */
  const found = [];
  for (const entry of entries) {
    if (entry.address.endsWith("/undo")) found.pop();
    else found.push(entry);
  }
  return found;
}

/**
 * Returns how many hands the server and this phone have, and the short id of the last.
 * @param {State} state
 */
export function placeOf({ place, after, hands }) {
  const last = hands.at(-1);
  return { place: place + hands.length, after: last ? parseInt(last.id.slice(0, 8), 16) : after };
}

/** @param {State} state */
export const dealOf = (state) => nextDeal(known().rules, known().players, state, state.open?.dealer);

/**
 * Returns what of a form is a number; undefined where it is blank, NaN where it cannot be read.
 * @param {URLSearchParams} sent
 * @param {string} name
 */
function number(sent, name) {
  const text = sent.get(name)?.trim();
  return text ? readPoints(text) : undefined;
}

/**
 * Returns a text with the digits of every script as 0 to 9: each script's ten stand in a row.
 * @param {string} text
 */
const plainDigits = (text) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1;
    return String(value % 10);
  });

/**
 * Returns the whole number that someone wrote as a score, NaN where there is none (rules/words.py).
 * @param {string} text
 */
function readPoints(text) {
  if ([...text].length > 80) return NaN;
  const word = text.match(OUTCOME)?.[0];
  const written = text.replace(OUTCOME, "").trim();
  if (!word && DASHES.includes(written)) return 0;
  const [whole, sign, plain, enclosed, trailing] = plainDigits(written).match(POINTS) ?? [];
  if (!whole) return NaN;
  const value = Number((plain ?? enclosed ?? trailing).replaceAll(",", ""));
  const isNegative = enclosed || trailing || word?.toLowerCase().includes("set") || (sign && sign !== "+");
  return isNegative ? 0 - value : value;
}

/** @param {URLSearchParams} sent @param {string} name */
const wholeNumber = (sent, name) => {
  const chosen = plainDigits(sent.get(name) ?? "").trim();
  return /^[-+−]?\d{1,7}$/.test(chosen) ? Number(chosen.replace(MINUS, "-")) : NaN;
};

/** @param {Form} entry */
const kindOf = ({ address }) => address.split("/").at(-1) ?? "";

/**
 * @param {State} state
 * @param {Form} entry
 * @returns {State}
 */
function after(state, entry) {
  const { rules, players } = known();
  const sent = new URLSearchParams(entry.fields);
  const open = { outcome: /** @type {const} */ ("played"), ...state.open };
  const deal = dealOf(state);
  switch (kindOf(entry)) {
    case "bid": {
      const bid = { bidder: number(sent, "bidder"), bid: number(sent, "bid"), partners: partnersOf(sent) };
      return { ...state, open: { ...open, auction: undefined, ...bid } };
    }
    case "partners":
      return { ...state, open: { ...open, partners: partnersOf(sent) } };
    case "call": {
      const player = /** @type {number} */ (number(sent, "player"));
      /** @type {import("./score.js").Call[]} */
      const auction = [...(open.auction ?? []), [player, number(sent, "call") ?? "pass"]];
      const { waiting, bidder, bid } = replayCalls(rules, deal, auction);
      if (!waiting.length && bid === null) return finished(state, { ...open, auction, outcome: "passed-out" }, entry);
      if (bidder === null || bid === null || !isAuctionOver(rules, { waiting, bidder, bid }))
        return { ...state, open: { ...open, auction } };
      return { ...state, open: { ...open, auction, bidder, bid } };
    }
    case "stuck": {
      const { waiting } = replayCalls(rules, deal, open.auction ?? []);
      const passing = waiting.filter((player) => player !== deal.dealer);
      /** @type {import("./score.js").Call[]} */
      const auction = [
        ...(open.auction ?? []),
        ...passing.map((player) => /** @type {[number, "pass"]} */ ([player, "pass"])),
      ];
      return { ...state, open: { ...open, auction, bidder: deal.dealer, bid: rules.min_bid } };
    }
    case "time":
      return sent.get("hand")
        ? withEnd({ ...state, ...timeUp(rules, players, state), hands: withLast(state.hands) })
        : { ...state, open: { ...state.open, last: true } };
    case "rematch":
      return state;
    case "hands":
      return finished(state, { ...open, ...countOf(sent, open) }, entry);
    default: {
      const outcome = /** @type {"misdeal" | "passed-out"} */ (kindOf(entry));
      return finished(state, { ...open, outcome, ...extrasOf(sent) }, entry);
    }
  }
}

/** @param {URLSearchParams} sent */
function partnersOf(sent) {
  const called = sent.get("partners");
  if (!called) return undefined;
  const both = called === "alone" ? [] : [called, sent.get("second_partner")];
  return both.flatMap((player) => (player ? [Number(player)] : []));
}

/**
 * Returns the numbers of the fields with this name, such as 2 of "captured-2", lowest first.
 * @param {URLSearchParams} sent
 * @param {string} name
 */
const numbered = (sent, name) =>
  [...sent.keys()].flatMap((key) => key.match(`^${name}-(\\d+)$`)?.slice(1).map(Number) ?? []).toSorted();

/** @param {URLSearchParams} sent The numbers of the rows for adjustments. */
const rowsOf = (sent) => [...sent.keys()].flatMap((key) => key.match(/^adjustments-(\d+)-to$/)?.[1] ?? []);

/**
 * Returns table talk and adjustments, with the fields of the server's form.
 * @param {URLSearchParams} sent
 */
function extrasOf(sent) {
  /** @param {number} player @returns {[number, string][]} */
  const talkOf = (player) => Array(number(sent, `talk-${player}`) ?? 0).fill([player, "table-talk"]);
  const adjustments = rowsOf(sent).flatMap((row) => {
    const to = number(sent, `adjustments-${row}-to`);
    const points = number(sent, `adjustments-${row}-points`) ?? NaN;
    const reason = sent.get(`adjustments-${row}-reason`)?.trim() ?? "";
    return to === undefined ? [] : [/** @type {[number, number, string]} */ ([to, points, reason])];
  });
  const note = sent.get("note")?.trim() || undefined;
  return { fouls: numbered(sent, "talk").flatMap(talkOf), adjustments, note };
}

/**
 * Returns what a count says of its hand.
 * @param {URLSearchParams} sent
 * @param {Partial<Hand>} open
 * @returns {Hand}
 */
function countOf(sent, { bidder }) {
  const reneged_by = number(sent, "reneged_by");
  const extras = extrasOf(sent);
  const captured = numbered(sent, "captured").flatMap((player) => {
    const points = number(sent, `captured-${player}`);
    return points === undefined ? [] : [/** @type {[number, number]} */ ([player, points])];
  });
  if (sent.get("discard") && bidder !== undefined) extras.fouls.push([bidder, "nest-discard"]);
  return {
    ...extras,
    outcome: sent.get("gave_up") ? "conceded" : reneged_by === undefined ? "played" : "renege",
    captured,
    last_trick: number(sent, "last_trick"),
    most_tricks: sent.get("most_tricks") === "tied" ? "tied" : number(sent, "most_tricks"),
    sweep: number(sent, "sweep"),
    nest_points: number(sent, "nest_points"),
    rook: number(sent, "rook"),
    reneged_by,
  };
}

/**
 * @param {State} state
 * @param {Hand} hand
 * @param {Form} entry
 */
function finished(state, hand, entry) {
  const { rules } = known();
  const deal = dealOf(state);
  const scored = isScored(hand) ? scoreHand(rules, deal, hand) : null;
  const standing = standingAfter(rules, state, deal, hand, scored);
  const open = hand.last && !scored ? { last: true } : null;
  const points = scored ? scored.points : pointsWithoutScore(rules, deal, hand);
  const id = new URLSearchParams(entry.fields).get("form_id") ?? "";
  const hands = [...state.hands, { id, deal, hand, scored, points, totals: standing.totals }];
  const redealt = !scored && (state.redealt || points.some(Boolean));
  const calls = scored ? Boolean(hand.auction) : state.calls;
  return withEnd({ ...state, ...standing, open, hands, redealt, calls });
}

/**
 * Marks the hand that was scored last as the last one.
 * @param {LocalHand[]} hands
 */
function withLast(hands) {
  const last = hands.findLast(({ scored }) => scored);
  return hands.map((each) => (each === last ? { ...each, hand: { ...each.hand, last: true } } : each));
}

/** @param {State} state @returns {State} */
const withEnd = (state) => ({ ...state, over: Boolean(state.end) });

/**
 * Returns what is wrong with the last of these entries, each in the server's words with the field that it is about; "" for a
 * field that was left blank, or for an entry that the game as it is cannot take.
 * @param {State} given
 * @param {Form[]} entries
 * @returns {Fault[]}
 */
export function faultsIn(given, entries) {
  const entry = entries[entries.length - 1];
  const before = stateAfter(given, entries.slice(0, -1));
  const sent = new URLSearchParams(entry.fields);
  if (sent.has("version") && Number(sent.get("version")) !== before.version) return [["", MEANWHILE]];
  const hasBid = before.open?.bidder !== undefined;
  const kind = kindOf(entry);
  switch (kind) {
    case "bid":
      return notNow(before, hasBid && !changesBid(before, sent)) ?? bidFaults(sent);
    case "call":
      return notNow(before, hasBid) ?? callFaults(before, sent);
    case "partners":
      return notNow(before, !hasBid) ?? calledFaults(sent, before.open?.bidder);
    case "hands":
      return notNow(before, !hasBid) ?? countFaults(before, sent);
    case "misdeal":
      return notNow(before) ?? noHandFaults(sent);
    case "stuck":
    case "passed-out":
      return notNow(before, hasBid) ?? [...noHandFaults(sent), ...passFaults(before)];
    default:
      return [];
  }
}

/** @param {State} before @param {boolean} [isLate] @returns {Fault[] | undefined} */
const notNow = ({ over }, isLate) => (over || isLate ? [["", ""]] : undefined);

/** @param {State} before @param {URLSearchParams} sent */
const changesBid = ({ open }, sent) => !open?.auction && sent.get("replaces") === `${open?.bidder} ${open?.bid}`;

/** @param {URLSearchParams} sent @returns {Fault[]} */
function bidFaults(sent) {
  const [bidder, bid] = [number(sent, "bidder"), wholeNumber(sent, "bid")];
  if (bidder === undefined) return [["bidder", ""]];
  if (Number.isNaN(bid)) return [["bid", ""]];
  const called = sent.get("partners") || sent.get("second_partner") ? calledFaults(sent, bidder) : [];
  if (called.length) return called;
  const why = bidError(known().rules, bid);
  return why ? [["bid", why]] : [];
}

/** @param {URLSearchParams} sent @param {number | undefined} bidder @returns {Fault[]} */
function calledFaults(sent, bidder) {
  if (sent.get("second_partner") && /^(alone)?$/.test(sent.get("partners") ?? ""))
    return [["second_partner", "Choose the first partner too."]];
  return partnerErrors(known().rules, { bidder, partners: partnersOf(sent) }, sideName);
}

/** @param {State} before @param {URLSearchParams} sent @returns {Fault[]} */
function callFaults(before, sent) {
  const { rules } = known();
  const made = number(sent, "call");
  if (Number.isNaN(made)) return [["call", notNumber(sent, "call")]];
  if (made === undefined && sent.get("typed")) return [["call", "How much is the bid?"]];
  const auction = replayCalls(rules, dealOf(before), before.open?.auction ?? []);
  return callErrors(rules, auction, number(sent, "player") ?? -1, made, sideName);
}

/** @param {State} before @param {URLSearchParams} sent */
function countFaults(before, sent) {
  const fields = [...[...sent.keys()].filter((name) => name.startsWith("captured-")), "nest_points"];
  const faults = [...unreadable(sent, fields), ...extraFaults(sent)];
  if (sent.get("reneged") && !sent.get("reneged_by"))
    faults.push(["reneged_by", "Choose who reneged, or go back to the count."]);
  if (faults.length) return faults;
  const { rules } = known();
  const hand = { ...before.open, ...countOf(sent, before.open ?? {}) };
  return validateHand(rules, dealOf(before), hand, sideName);
}

/** @param {URLSearchParams} sent */
function noHandFaults(sent) {
  const faults = extraFaults(sent);
  const isNoted = [...sent].some(([name, value]) => /^(talk|adjustments)-/.test(name) && value);
  if (sent.get("asked") && !isNoted && !isVisible(sent.get("note")))
    faults.push(["talk", "Enter the penalty, or go back and tap Misdeal."]);
  return faults;
}

/** @param {State} before @returns {Fault[]} */
function passFaults({ open }) {
  const bid = open?.auction?.findLast(([, made]) => made !== "pass");
  return bid ? [["", `${nameOf(bid[0])} bid ${bid[1]}, so not everyone passed.`]] : [];
}

/** @param {URLSearchParams} sent @returns {Fault[]} */
function extraFaults(sent) {
  /** @type {Fault[]} */
  const faults = [];
  for (const row of rowsOf(sent)) {
    const [to, points, reason] = ["to", "points", "reason"].map((name) => `adjustments-${row}-${name}`);
    faults.push(...unreadable(sent, [points]), ...tooLong(sent, reason, "reason", 200));
    const by = number(sent, points) ?? NaN;
    const given = [sent.get(to), !Number.isNaN(by), isVisible(sent.get(reason))];
    if (given.some(Boolean) && !given.every(Boolean))
      faults.push(["adjustments", "Choose a side and enter points and a reason."]);
    else if (Math.abs(by) > LARGEST) faults.push(["adjustments", `An adjustment can be up to ${LARGEST} points.`]);
  }
  return [...faults, ...tooLong(sent, "note", "note", 500)];
}

/** @param {URLSearchParams} sent @param {string[]} names @returns {Fault[]} */
const unreadable = (sent, names) =>
  names.filter((name) => Number.isNaN(number(sent, name))).map((name) => [name, notNumber(sent, name)]);

/** @param {URLSearchParams} sent @param {string} name */
const notNumber = (sent, name) =>
  `Enter a whole number${/^[-+−]*\p{Nd}+$/u.test(sent.get(name)?.trim() ?? "") ? " of up to 7 digits" : ""}, like 45.`;

/** @param {URLSearchParams} sent @param {string} name @param {string} what @param {number} most @returns {Fault[]} */
const tooLong = (sent, name, what, most) =>
  [...(sent.get(name) ?? "")].length > most ? [[name, `A ${what} can be up to ${most} characters.`]] : [];

/** @param {string | null} text */
const isVisible = (text) => /[^\p{C}\p{Z}]/u.test(text ?? "");

/**
 * Returns the side that took every trick, or may have, where that pays; undefined if there is none (usecases/game/preview.py).
 * @param {LocalHand} counted
 */
export function sweeperOf({ deal, hand, scored }) {
  const { rules } = known();
  if (!scored || !rules.sweep_bonus || rules.sweep_on !== "tricks" || hand.outcome !== "played") return undefined;
  const earning = scored.sides.filter(({ players }) => scored.made || players !== scored.bidding_side);
  const sides = earning.map(({ players }) => players);
  if (hand.sweep !== undefined) return sides.find((side) => side.some((player) => player === hand.sweep));
  const found = sides.filter(([sweep]) => !validateHand(rules, deal, { ...hand, sweep }, sideName).length);
  return found.length === 1 ? found[0] : undefined;
}

/** A random UUID; crypto has one of its own on https and localhost alone. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(36));
  /** @param {string} zero @param {number} at */
  const digit = (zero, at) => (zero === "0" ? bytes[at] & 15 : (bytes[at] & 3) | 8).toString(16);
  return "00000000-0000-4000-8000-000000000000".replace(/[08]/g, digit);
}
