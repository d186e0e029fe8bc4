// A game as it is after the entries that were not sent: players by number, as the server gives it
// (usecases/game/local_state.py). The scores are score.js's.
import { isOurs } from "../page.js";
import {
  cardTotal,
  initialStanding,
  isAuctionOver,
  isScored,
  nextDeal,
  pointsWithoutScore,
  replayCalls,
  scoreHand,
  standingAfter,
  TRICKS,
  timeUp,
} from "./score.js";

/**
 * @typedef {import("./score.js").Hand} Hand
 * @typedef {import("./score.js").Standing} Standing
 * @typedef {import("./score.js").Side} Side
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
 * @property {boolean} tournament whether it is a table of one, which has no rematch
 * @property {Record<string, string>} questions each form that can be due, as HTML with places for names and numbers
 * @property {string} leads who plays the first card: "bidder", any other, or "" where that is not known
 * @property {Record<string, string>} words the sentences that explain a hand (rules/explain_score.py)
 * @property {string} parts what the board has in one state and not in another, each as a template
 */

export const MINUS = "−";

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
 * Fetches what this game needs to go on without the server, unless it is here; `wanted` says which it has now.
 * @param {string} game
 * @param {number} wanted
 */
export async function prepare(game, wanted) {
  if (table?.table === wanted && table.game === game) return;
  table = (await fetchTable(game)) ?? table;
}

/**
 * @param {string} game
 * @returns {Promise<Table | undefined>}
 */
async function fetchTable(game) {
  try {
    const answer = await fetch(`${game}/alone`, { signal: AbortSignal.timeout(10_000) });
    const isTable = answer.ok && isOurs(answer) && answer.headers.get("Content-Type") === "application/json"; // else the game was deleted
    return isTable ? { ...(await answer.json()), game } : undefined;
  } catch {
    return undefined; // out of reach, or broken off: it is asked for again with the next change
  }
}

/**
 * Returns what these entries of a game say of its hands, for the server to meet them with its own
 * (web/forms/reconcile.py); undefined where the phone does not know enough of the game.
 * @param {string} game
 * @param {State | undefined} before
 * @param {(Form & { restores?: State })[]} entries
 */
export async function handsOf(game, before, entries) {
  const here = table;
  const needed = table?.game === game ? table : await fetchTable(game);
  if (!needed || !before) return undefined;
  table = needed;
  try {
    const state = stateAfter({ ...before, hands: [] }, entries);
    const hands = state.hands.map(({ id, deal, hand }) => ({ id, facts: { ...hand, dealer: deal.dealer } }));
    const { bidder, auction, last } = state.open ?? {};
    const isOpen = bidder !== undefined || Boolean(auction?.length) || last;
    return {
      place: state.place,
      after: state.after ?? null,
      hands,
      open: isOpen ? { ...state.open, dealer: dealOf(state).dealer } : null,
    };
  } finally {
    table = here;
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
 * Returns the address of the game that an entry starts, which a rematch names by its form; undefined for any other.
 * @param {Form} entry
 */
export function rematchOf({ address, fields }) {
  if (!address.endsWith("/rematch")) return undefined;
  return address.replace(/[^/]+\/rematch$/, new URLSearchParams(fields).get("form_id") ?? "");
}

/** Tells whether the phone knows the next game too: with the seats as they are, players have the same numbers in it. */
export const knowsRematch = () =>
  !known().tournament && known().players.every((player, seat) => player === seat) && known().rules.time_limit === null;

/**
 * Goes on with another game of the same players and rules, and returns where it begins (usecases/game/new_game.py).
 * @param {string} game
 * @param {Standing} standing
 */
export function startRematch(game, { dealer }) {
  const { rules, players } = known();
  table = /** @type {Table} */ (JSON.parse(JSON.stringify(known()).replaceAll(known().game, game)));
  return { version: 0, table: table.table, place: 0, ...initialStanding(rules, players, dealer) };
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

/** @param {State} state */
export const dealOf = (state) => nextDeal(known().rules, known().players, state, state.open?.dealer);

/**
 * Returns what of a form is a number.
 * @param {URLSearchParams} sent
 * @param {string} name
 */
function number(sent, name) {
  const value = sent.get(name);
  return value ? Number(value.replace(MINUS, "-")) : undefined;
}

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
 * Returns the numbers of the fields with this name, such as 2 of "captured-2".
 * @param {URLSearchParams} sent
 * @param {string} name
 */
const numbered = (sent, name) =>
  [...sent.keys()].flatMap((key) => key.match(`^${name}-(\\d+)$`)?.slice(1).map(Number) ?? []);

/**
 * Returns table talk and adjustments, with the fields of the server's form.
 * @param {URLSearchParams} sent
 */
function extrasOf(sent) {
  /** @param {number} player @returns {[number, string][]} */
  const talkOf = (player) => Array(number(sent, `talk-${player}`) ?? 0).fill([player, "table-talk"]);
  const rows = [...sent.keys()].flatMap((key) => key.match(/^adjustments-(\d+)-to$/)?.[1] ?? []);
  const adjustments = rows.flatMap((row) => {
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
  return withEnd({ ...state, ...standing, open, hands });
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
 * Tells whether an entry says all that its question asks, as far as the phone can tell; the server looks at it again.
 * @param {State} given
 * @param {Form[]} entries
 */
export function isComplete(given, entries) {
  const { open, hands } = stateAfter(given, entries);
  const last = hands.at(-1);
  switch (kindOf(entries[entries.length - 1])) {
    case "bid":
      return isBid(open?.bid) && open?.bidder !== undefined;
    case "partners":
      return Boolean(open?.partners);
    case "call": {
      const made = open?.auction?.at(-1)?.[1];
      return made === undefined || made === "pass" || isBid(made);
    }
    case "hands":
      return last !== undefined && isCounted(last);
    case "misdeal":
    case "passed-out":
      return last !== undefined && isAdjusted(last) && (!isAsked(entries[entries.length - 1]) || isNoted(last));
    default:
      return true;
  }
}

/** @param {number | undefined} bid */
function isBid(bid) {
  const { min_bid, bid_step, max_bid, moon_bid } = known().rules;
  if (bid === undefined) return false;
  return bid === moon_bid || (bid >= min_bid && bid % bid_step === 0 && bid <= (max_bid ?? Infinity));
}

/** @param {{ hand: Hand }} counted */
const isAdjusted = ({ hand }) => (hand.adjustments ?? []).every(([, points]) => !Number.isNaN(points));

/** @param {Form} entry */
const isAsked = ({ fields }) => Boolean(new URLSearchParams(fields).get("asked"));

/** @param {LocalHand} noted */
const isNoted = ({ hand }) => Boolean(hand.fouls?.length || hand.adjustments?.length || hand.note);

/** @param {LocalHand} counted */
function isCounted({ hand, scored }) {
  const { rules } = known();
  const captured = hand.captured ?? [];
  const counts = captured.map(([, points]) => points);
  const missing = scored?.sides.filter((side) => !captured.some(([player]) => side.players.includes(player))) ?? [];
  const offender = hand.reneged_by ?? -1;
  const isEnough = {
    played: missing.every((side) => side.captured !== null),
    renege: rules.renege_rule === "fixed" || missing.every((side) => side.players.includes(offender)),
    conceded: true,
    misdeal: true,
    "passed-out": true,
  };
  const sum = counts.reduce((one, other) => one + other, 0);
  const isWhole = hand.outcome === "played" && !missing.length && !rules.out_of_play_cards;
  const fits = isWhole ? sum === cardTotal(rules) : sum <= cardTotal(rules);
  const isSaid = TRICKS.every((name) => !rules[`${name}_points`] || hand[name] !== undefined);
  const tricks = hand.outcome !== "played" || hand.sweep !== undefined || isSaid;
  const isPossible = counts.every((points) => points >= 0 && points % rules.bid_step === 0);
  return isEnough[hand.outcome] && fits && tricks && isAdjusted({ hand }) && isPossible;
}

/**
 * Returns the side that has every counter, and may have taken every trick where that pays; undefined if there is none.
 * @param {LocalHand} counted
 */
export function sweeperOf({ hand, scored }) {
  const { rules } = known();
  if (!scored || !rules.sweep_bonus || rules.sweep_on !== "tricks" || hand.outcome !== "played") return undefined;
  const earning = scored.sides.filter(({ players }) => scored.made || players !== scored.bidding_side);
  return earning.find((side) => scored.sides.every((other) => other === side || !other.captured))?.players;
}

/** A random UUID; crypto has one of its own on https and localhost alone. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
