// A game as it stands after the taps that were not sent: players by number, as the server gives it
// (usecases/game/local_state.py). The scores are score.js's; reasons and all other words come with the network.
import { cardTotal, initialStanding, isAuctionOver, isScored, nextDeal, pointsWithoutScore, replayCalls, scoreHand, standingAfter, timeUp } from "./score.js";

export const MINUS = "−";
export let table; // rules, players and names of the game on the page, and its questions as HTML

export const nameOf = (player) => table.names[player];
export const sideName = (side) => side.map(nameOf).join(" & ");

// Fetches what this game needs to go on without the server, unless it is here; `wanted` says which it has now.
export async function prepare(game, wanted) {
  if (table?.table === wanted && table.game === game) return;
  try {
    const answer = await fetch(`${game}/alone`, { signal: AbortSignal.timeout(10_000) });
    const isTable = answer.ok && isOurs(answer) && answer.headers.get("Content-Type") === "application/json"; // else the game was deleted
    if (isTable) table = { ...(await answer.json()), game };
  } catch { /* out of reach, or broken off: it is asked for again with the next change */ }
}

// Takes the table that was kept, where the server has not given one.
export const take = (kept) => { table ??= kept; };

// Returns the address of the game that a tap starts, which a rematch names by its form; undefined for any other tap.
export function rematchOf({ address, fields }) {
  if (!address.endsWith("/rematch")) return undefined;
  return address.replace(/[^/]+\/rematch$/, new URLSearchParams(fields).get("form_id"));
}

// Returns whether the phone knows the next game too: with the seats as they are, players have the same numbers in it.
export const knowsRematch = () => table.players.every((player, seat) => player === seat) && table.rules.time_limit === null && !table.tournament;

// Goes on with another game of the same players and rules, and returns where it begins (usecases/game/new_game.py).
export function startRematch(game, { dealer }) {
  table = JSON.parse(JSON.stringify(table).replaceAll(table.game, game));
  return { version: 0, table: table.table, ...initialStanding(table.rules, table.players, dealer) };
}

// Returns the game's state after these taps; an undo takes back the tap before it, and what was drawn with it.
export function stateAfter(given, taps) {
  const states = [given];
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
export function toUndo(taps) {
  const left = [];
  for (const tap of taps) if (tap.address.endsWith("/undo")) left.pop(); else left.push(tap);
  return left.at(-1);
}

export const dealOf = (state) => nextDeal(table.rules, table.players, state, state.open?.dealer);

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
    case "time": return sent.get("hand") ? ended(timeUp(rules, table.players, state)) : { ...state, open: { ...state.open, last: true } };
    case "rematch": return state;
    case "hands": return finished(state, deal, { ...open, ...countOf(sent, number, open) });
    default: return finished(state, deal, { ...open, outcome: address.split("/").at(-1), ...extrasOf(sent, number) });
  }
}

function partners(sent) {
  const called = sent.get("partners");
  if (!called) return undefined;
  return called === "alone" ? [] : [called, sent.get("second_partner")].filter(Boolean).map(Number);
}

const numbered = (sent, prefix) => [...sent].map(([name]) => name.match(`^${prefix}-(\\d+)$`)?.[1]).filter(Boolean).map(Number);

// Returns table talk and adjustments, with the fields of the server's form.
function extrasOf(sent, number) {
  const talk = numbered(sent, "talk").flatMap((player) => Array(number(`talk-${player}`) || 0).fill([player, "table-talk"]));
  const rows = [...sent].map(([name]) => name.match(/^adjustments-(\d+)-to$/)?.[1]).filter(Boolean);
  const adjustments = rows.map((row) => [number(`adjustments-${row}-to`), number(`adjustments-${row}-points`)]);
  return { fouls: talk, adjustments: adjustments.filter(([player]) => player !== undefined) };
}

// Returns what a count says of its hand.
function countOf(sent, number, { bidder }) {
  const reneged_by = number("reneged_by");
  const extras = extrasOf(sent, number);
  return {
    ...extras,
    outcome: sent.get("gave_up") ? "conceded" : reneged_by === undefined ? "played" : "renege",
    captured: numbered(sent, "captured").map((player) => [player, number(`captured-${player}`)]).filter(([, points]) => points !== undefined),
    last_trick: number("last_trick"),
    most_tricks: sent.get("most_tricks") === "tied" ? "tied" : number("most_tricks"),
    sweep: number("sweep"),
    reneged_by,
    fouls: sent.get("discard") ? [...extras.fouls, [bidder, "nest-discard"]] : extras.fouls,
  };
}

function finished(state, deal, hand) {
  const scored = isScored(hand) ? scoreHand(table.rules, deal, hand) : null;
  const standing = standingAfter(table.rules, state, deal, hand, scored);
  const open = hand.last && !scored ? { last: true } : null;
  const points = scored ? scored.points : pointsWithoutScore(table.rules, deal, hand);
  return { ...state, ...ended(standing), open, hands: [...state.hands, { deal, hand, scored, points, totals: standing.totals }] };
}

const ended = (standing) => ({ ...standing, over: Boolean(standing.end) });

// Returns whether a tap says all that its question asks, as far as the phone can tell; the server looks at it again.
export function isComplete(given, taps) {
  const now = stateAfter(given, taps);
  const tap = taps.at(-1);
  if (tap.address.endsWith("/bid")) return isBid(now.open.bid) && now.open.bidder !== undefined;
  if (tap.address.endsWith("/partners")) return Boolean(now.open.partners);
  if (tap.address.endsWith("/call")) return !now.open?.auction || [undefined, "pass"].includes(now.open.auction.at(-1)[1]) || isBid(now.open.auction.at(-1)[1]);
  if (tap.address.endsWith("/hands")) return isCounted(now.hands.at(-1));
  return !/\/(misdeal|passed-out)$/.test(tap.address) || isAdjusted(now.hands.at(-1));
}

function isBid(bid) {
  const { min_bid, bid_step, max_bid, moon_bid } = table.rules;
  return bid === moon_bid || (bid >= min_bid && bid % bid_step === 0 && bid <= (max_bid ?? Infinity));
}

const isAdjusted = ({ hand }) => hand.adjustments.every(([, points]) => points !== undefined);

function isCounted({ hand, scored }) {
  const { rules } = table;
  const counts = hand.captured.map(([, points]) => points);
  const missing = scored.sides.filter((side) => !hand.captured.some(([player]) => side.players.includes(player)));
  const may = {
    played: missing.every((side) => side.captured !== undefined),
    renege: rules.renege_rule === "fixed" || missing.every((side) => side.players.includes(hand.reneged_by)),
    conceded: true,
  };
  const sum = counts.reduce((one, other) => one + other, 0);
  const fits = hand.outcome === "played" && !missing.length && !rules.out_of_play_cards ? sum === cardTotal(rules) : sum <= cardTotal(rules);
  const tricks = hand.outcome !== "played" || hand.sweep !== undefined || ["last_trick", "most_tricks"].every((trick) => !rules[`${trick}_points`] || hand[trick] !== undefined);
  return may[hand.outcome] && fits && tricks && isAdjusted({ hand }) && counts.every((points) => points >= 0 && points % rules.bid_step === 0);
}

// Returns the side that has every counter, and may have taken every trick where that pays; undefined if there is none.
export function sweeperOf(hand, scored) {
  if (!table.rules.sweep_bonus || table.rules.sweep_on !== "tricks" || hand.outcome !== "played") return undefined;
  const earns = ({ players }) => scored.made || players !== scored.bidding;
  return scored.sides.find((side) => earns(side) && scored.sides.every((other) => other === side || !other.captured))?.players;
}

// A random UUID; crypto has one of its own on https and localhost alone.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
