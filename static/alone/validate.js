// Whether a call or a count is possible, in the server's words. Each function is the one of the same name in
// scorekeeper/rules (auction.py, hand_validation.py, possible_counts.py), without what the board's forms cannot say,
// and tests/browser/test_validate.py holds them to each other.
import { bidError, capturedBySide, cardTotal, cardValues, sidesOf, sideWith, sum, TRICKS } from "./score.js";

/**
 * @typedef {import("./score.js").Rules} Rules
 * @typedef {import("./score.js").Hand} Hand
 * @typedef {import("./score.js").Side} Side
 * @typedef {[field: string, why: string]} Fault What is wrong, and with which field of the form; "captured" are all counts.
 * @typedef {(side: Side) => string} Name
 */

const MOST_POINTS = 100_000; // beyond these two a count is accepted, as by the server
const MOST_WAYS = 20;

/**
 * Returns what is wrong with a count; the hand has its bid and partners.
 * @param {Rules} rules
 * @param {import("./score.js").Deal} deal
 * @param {Hand} hand
 * @param {Name} name
 */
export function validateHand(rules, deal, hand, name) {
  const sides = sidesOf(rules, deal, hand.bidder, hand.partners);
  const { piles, faults } = validateCaptured(rules, sides, hand, name);
  if (hand.outcome === "played")
    faults.push(
      ...(hand.sweep === undefined ? trickErrors(rules, hand) : sweepErrors(rules, sides, piles, hand, name)),
    );
  if (hand.nest_points !== undefined) faults.push(...nestErrors(rules, sides, piles, hand, hand.nest_points));
  if (hand.outcome === "renege" && hand.sweep !== undefined)
    faults.push(["sweep", "Leave this blank: a hand with a renege has no sweep."]);
  return faults;
}

/**
 * @param {Rules} rules
 * @param {Pick<Hand, "bidder" | "partners">} hand
 * @param {Name} name
 * @returns {Fault[]}
 */
export function partnerErrors(rules, { bidder, partners }, name) {
  if (rules.sides !== "called_partner") return [];
  if (!partners) return [["partners", "Who is the partner? Tap Alone if there isn't one."]];
  const others = new Set(partners.filter((player) => player !== bidder));
  if (others.size === partners.length) return [];
  return [["partners", `${name([bidder ?? partners[0]])} has to call someone else, each player once.`]];
}

/**
 * @param {Rules} rules
 * @param {import("./score.js").Auction} auction in which a bid is still to be made
 * @param {number} player
 * @param {number | undefined} made undefined for a pass
 * @param {Name} name
 * @returns {Fault[]}
 */
export function callErrors(rules, { waiting, bid }, player, made, name) {
  if (player !== waiting[0]) {
    if (!waiting.includes(player)) return [["player", `${name([player])} already passed and can't bid again.`]];
    return [["player", `It's ${name([waiting[0]])}'s turn to bid, not ${name([player])}'s.`]];
  }
  const why = made === undefined ? "" : bidError(rules, made, bid);
  return why ? [["call", why]] : [];
}

/**
 * Returns the counters of each side that has any said, and what is wrong with them; no counters if they are wrong.
 * @param {Rules} rules
 * @param {Side[]} sides
 * @param {Hand} hand
 * @param {Name} name
 * @returns {{ piles: [Side, number][], faults: Fault[] }}
 */
function validateCaptured(rules, sides, hand, name) {
  const { captured = [], outcome } = hand;
  const total = cardTotal(rules);
  const worths = capturedBySide(rules, sides, hand);
  const counted = new Set([...captured.map(([player]) => sides.indexOf(sideWith(sides, player))), ...sides.keys()]);
  /** @type {[Side, number][]} */
  const piles = [...counted].flatMap((at) => (worths[at] === undefined ? [] : [[sides[at], worths[at]]]));
  /** @type {Fault[]} */
  const faults = [];
  const missing = sides.filter((side, at) => worths[at] === undefined && isAsked(side));
  if (missing.length) {
    const who = missing.map(name).join(", ");
    faults.push(["captured", `How many points did ${missing[1] ? `each side capture (${who})` : `${who} capture`}?`]);
  }
  const isPlayedOut =
    outcome === "played" || (outcome === "renege" && TRICKS.some((tricks) => hand[tricks] !== undefined));
  for (const [player, worth] of captured) {
    if (worth >= 0 && worth % rules.bid_step === 0 && worth <= total) continue;
    const why = `${worth} isn't possible. Points come in ${rules.bid_step}s, 0 to ${total}.`;
    faults.push([`captured-${player}`, why + (isPlayedOut ? wholePile(rules, 0, worth) : "")]);
  }
  if (faults.length) return { piles: [], faults };
  const leftOver = outcome === "played" ? rules.out_of_play_cards : null;
  const parts = piles.map(([, worth]) => worth);
  if (canBeCaptured(cardValues(rules), parts, leftOver)) return { piles, faults };
  return {
    piles: [],
    faults: [["captured", sumError(rules, parts, leftOver, sum(captured.map(([, worth]) => worth)))]],
  };

  /** @param {Side} side */
  function isAsked(side) {
    if (outcome !== "renege") return outcome === "played";
    return rules.renege_rule !== "fixed" && !side.some((player) => player === hand.reneged_by);
  }
}

/** @param {Rules} rules @param {number[]} piles @param {number | null} leftOver @param {number} claimed */
function sumError(rules, piles, leftOver, claimed) {
  const total = cardTotal(rules);
  const least = leftOver === null ? 0 : total - sum(cardValues(rules).slice(0, leftOver));
  if (least <= sum(piles) && claimed <= total) {
    const but = leftOver ? `, even with ${leftOver} of them out of play` : "";
    return `The cards can't be split that way (${piles.join(", ")})${but}. Recount.`;
  }
  if (leftOver === null) return `That's ${claimed}, but there are only ${total} points in the deck.`;
  const [fits, where] = leftOver ? [`${least} to ${total}`, "play"] : [total, "the deck"];
  const only = claimed > total ? "only " : "";
  return `That's ${claimed}, but there are ${only}${fits} points in ${where}.${wholePile(rules, least, claimed)}`;
}

/** @param {Rules} rules @param {number} least @param {number} claimed */
function wholePile(rules, least, claimed) {
  const { last_trick_points: last, most_tricks_points: most } = rules;
  const total = cardTotal(rules);
  /** @type {[number, string][]} */
  const added = [
    [last, `the last trick's ${last}`],
    [most, `most tricks' ${most}`],
    [last + most, "the tricks' points"],
  ];
  const found = added.find(([points]) => claimed > total && total >= claimed - points && claimed - points >= least);
  return found ? ` It fits with ${found[1]} counted in. Those are added for you, so count cards only.` : "";
}

/** @param {Rules} rules @param {Hand} hand @returns {Fault[]} */
function trickErrors(rules, hand) {
  const { last_trick_points: last, most_tricks_points: most } = rules;
  /** @type {Fault[]} */
  const faults = [];
  if (last && hand.last_trick === undefined)
    faults.push(["last_trick", `Who took the last trick? It's worth ${last}.`]);
  if (most && hand.most_tricks === undefined)
    faults.push(["most_tricks", `Who took the most tricks? That's worth ${most}.`]);
  return faults;
}

/** @param {Rules} rules @param {Side[]} sides @param {[Side, number][]} piles @param {Hand} hand @param {Name} name */
function sweepErrors(rules, sides, piles, hand, name) {
  const sweepers = sideWith(sides, hand.sweep);
  const swept = `${name(sweepers)} took every trick, so`;
  const nest = hand.nest_points === undefined ? "" : ` (the nest had ${hand.nest_points})`;
  /** @type {Fault[]} */
  const faults = [];
  const other = piles.find(([side, worth]) => side !== sweepers && worth && !canBeDiscards(rules, hand, side, worth));
  if (other) faults.push(["sweep", `${swept} ${name(other[0])} can't have ${other[1]} points${nest}.`]);
  for (const tricks of TRICKS) {
    const taker = hand[tricks];
    if (taker === undefined || sweepers.some((player) => player === taker)) continue;
    const what = tricks === "last_trick" ? "the last trick" : "most tricks";
    faults.push(["sweep", `${swept} ${taker === "tied" ? "two sides" : name([taker])} can't have ${what}.`]);
  }
  return faults;
}

/** @param {Rules} rules @param {Hand} hand @param {Side} side @param {number} worth */
function canBeDiscards(rules, hand, side, worth) {
  if (rules.nest_to !== "bidder" || !side.some((player) => player === hand.bidder)) return false;
  return hand.nest_points === undefined ? canBeNest(rules, worth) : worth === hand.nest_points;
}

/**
 * @param {Rules} rules
 * @param {Side[]} sides
 * @param {[Side, number][]} piles
 * @param {Hand} hand
 * @param {number} held
 * @returns {Fault[]}
 */
function nestErrors(rules, sides, piles, hand, held) {
  const size = rules.nest_size;
  if (!canBeNest(rules, held)) {
    const cards = size === 1 ? "No single card in this deck is worth" : `No ${size} cards in this deck add up to`;
    return [["nest_points", `${cards} ${held}.`]];
  }
  const winner = rules.nest_to === "bidder" ? hand.bidder : (hand.sweep ?? hand.last_trick);
  const worths = new Map(piles);
  const rest = cardTotal(rules) - sum([...worths.values()]);
  const won = sides.filter((side) => winner === undefined || side.includes(winner));
  const most = Math.max(...won.map((side) => worths.get(side) ?? rest));
  if (!piles.length || held <= most) return [];
  const captured = `captured ${most} with the nest in it`;
  return [["nest_points", `The nest's winner ${captured}, so the nest couldn't have held ${held}.`]];
}

// possible_counts.py

/** @param {number[]} values @param {number[]} piles @param {number | null} leftOver */
function canBeCaptured(values, piles, leftOver) {
  const left = sum(values) - sum(piles);
  if (left < 0) return false;
  const missing = leftOver === null ? 0 : left;
  const wanted = [...piles, left - missing].filter(Boolean).toSorted((one, other) => one - other);
  if (missing && wanted.length < 2) return canAddUp(values, missing, 0, leftOver ?? 0);
  if (wanted.length < 3 && !missing) return wanted.length < 2 || canAddUp(values, wanted[0], 0, values.length);
  return sum(values) > MOST_POINTS || canDivide(values, { missing, most: leftOver ?? 0, wanted });
}

/** @param {Rules} rules @param {number} worth */
function canBeNest(rules, worth) {
  const values = cardValues(rules);
  const { players, hand_size, nest_size, out_of_play_cards } = rules;
  const deck = (players + (players === 2 ? 1 : 0)) * hand_size + nest_size + out_of_play_cards;
  const plain = Math.max(0, deck - values.length);
  return canAddUp(values, worth, Math.max(0, nest_size - plain), nest_size);
}

/**
 * Tells whether from `fewest` to `most` of the cards can be worth that; `sums` has a bit for each sum.
 * @param {number[]} values
 * @param {number} worth
 * @param {number} fewest
 * @param {number} most
 */
function canAddUp(values, worth, fewest, most) {
  if (worth < 0 || sum(values) > MOST_POINTS) return worth >= 0;
  const sums = [1n, ...values.map(() => 0n)];
  for (const [dealt, value] of values.entries())
    for (let cards = dealt + 1; cards > 0; cards -= 1) sums[cards] |= sums[cards - 1] << BigInt(value);
  return sums.slice(fewest, most + 1).some((reached) => has(reached, worth));
}

/** @param {bigint} sums @param {number} worth */
function has(sums, worth) {
  return ((sums >> BigInt(worth)) & 1n) === 1n;
}

/**
 * @typedef {{ missing: number, most: number, wanted: number[] }} Way What the cards that are left over are still worth, how
 *   many they can be, and what each pile still lacks
 * @param {number[]} values
 * @param {Way} way
 */
function canDivide(values, way) {
  const rest = [1n];
  for (const value of values.toReversed()) rest.unshift(rest[0] | (rest[0] << BigInt(value)));
  let ways = [way];
  for (const [at, value] of values.entries()) {
    const added = ways.flatMap((each) => waysToAdd(value, each));
    const open = added.filter(({ missing, wanted }) => [missing, ...wanted].every((each) => has(rest[at + 1], each)));
    ways = [...new Map(open.map((each) => [JSON.stringify(each), each])).values()];
    if (ways.length > MOST_WAYS) return true;
  }
  return ways.length > 0;
}

/**
 * Returns each way to add a card; none is dearer from here on.
 * @param {number} value
 * @param {Way} way
 * @returns {Way[]}
 */
function waysToAdd(value, { missing, most, wanted }) {
  if (missing > most * value) return [];
  const out = { missing: missing - value, most: missing > value ? most - 1 : 0, wanted };
  const to = [...wanted.keys()].filter((at) => wanted[at] >= value && wanted[at] !== wanted[at - 1]);
  const added = to.map((at) => wanted.with(at, wanted[at] - value).toSorted((one, other) => one - other));
  return [...(value <= missing ? [out] : []), ...added.map((each) => ({ missing, most, wanted: each }))];
}
