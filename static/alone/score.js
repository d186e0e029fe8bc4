// The score of a game while the server cannot be reached. Each function is the one of the same name in scorekeeper/rules,
// in its order (hand.py, auction.py, scoring.py, game.py), and tests/browser/test_score.py holds them to each
// other. What is possible is judged by validate.js.

/**
 * @typedef {number} Player
 * @typedef {Player[]} Side
 * @typedef {[Player, number | "pass"]} Call
 * @typedef {object} Rules The parameters of a rule set (rules/ruleset.py); null means none.
 * @property {number} players
 * @property {"partnerships" | "rotating_partners" | "bidder_vs_defenders" | "individual" | "called_partner"} sides
 * @property {number | null} hands_per_partner
 * @property {number} partners_called
 * @property {Record<string, number>} counters
 * @property {number} last_trick_points
 * @property {number} most_tricks_points
 * @property {number} sweep_bonus
 * @property {"tricks" | "points"} sweep_on
 * @property {number} hand_size
 * @property {number} nest_size
 * @property {number} out_of_play_cards
 * @property {"last_trick" | "bidder"} nest_to
 * @property {number} min_bid
 * @property {number} bid_step
 * @property {number | null} max_bid
 * @property {number | null} moon_bid
 * @property {"redeal" | "next_dealer" | "dealer_min"} all_pass
 * @property {"minus_bid" | "none"} set_rule
 * @property {number} foul_penalty
 * @property {"penalty" | "set"} discard_rule
 * @property {"minus_bid" | "fixed" | "off"} renege_rule
 * @property {number | null} renege_points
 * @property {boolean} may_concede
 * @property {number | null} target
 * @property {number | null} hand_limit
 * @property {number | null} time_limit
 * @property {"higher_total" | "bidding_side"} both_cross
 * @property {"extra_hand" | "shared"} tie_break
 * @property {boolean} win_needs_bid
 * @property {number | null} floor
 * @property {number | null} lead_wins
 *
 * @typedef {{ number: number, players: Player[], seats: Player[], dealer: Player }} Deal
 * @typedef {object} Hand The facts of a hand as the server stores them (storage/games.py).
 * @property {"played" | "renege" | "conceded" | "misdeal" | "passed-out"} outcome
 * @property {Player} [dealer]
 * @property {Player} [bidder]
 * @property {number} [bid]
 * @property {Player[]} [partners]
 * @property {Call[]} [auction]
 * @property {[Player, number][]} [captured]
 * @property {Player} [last_trick]
 * @property {Player | "tied"} [most_tricks]
 * @property {Player} [sweep]
 * @property {Player} [reneged_by]
 * @property {[Player, string][]} [fouls]
 * @property {[Player, number, string][]} [adjustments]
 * @property {number} [nest_points]
 * @property {Player} [rook]
 * @property {string} [note]
 * @property {boolean} [last]
 *
 * @typedef {object} SideScore
 * @property {Side} players
 * @property {number | null} captured
 * @property {number} points
 * @property {number} score
 * @property {number} penalty
 * @property {boolean} swept
 *
 * @typedef {{ bidding_side: Side, sides: SideScore[], made: boolean | null, points: number[] }} HandScore
 * @typedef {{ waiting: Player[], bidder: Player | null, bid: number | null }} Auction
 * @typedef {object} Standing What the table knows between two hands.
 * @property {Player} dealer
 * @property {number[]} totals by player
 * @property {number} scored
 * @property {boolean} tied
 * @property {{ reason: string, winners: Side[] } | null} end
 */

const COLORS = ["red", "green", "black", "yellow"];
const PASS = "pass";

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

// ruleset.py

/** @param {Rules} rules The worth of each counter in the deck, highest first. */
export function cardValues({ counters }) {
  /** @param {string} card */
  const cards = (card) => (/^\d/.test(card) ? COLORS.filter((color) => !(color + card in counters)).length : 1);
  const values = Object.entries(counters).flatMap(([card, worth]) => Array(cards(card)).fill(worth));
  return values.toSorted((one, other) => other - one);
}

/** @param {Rules} rules */
export const cardTotal = (rules) => sum(cardValues(rules));

// Who took them may add points of its own (R31).
export const TRICKS = /** @type {const} */ (["last_trick", "most_tricks"]);

/** @param {Rules} rules */
export const handTotal = (rules) => TRICKS.reduce((sum, name) => sum + rules[`${name}_points`], cardTotal(rules));

// hand.py

/** @param {Hand} hand */
export const isScored = (hand) => !["misdeal", "passed-out"].includes(hand.outcome);

/** @param {Side} players @returns {Side[]} */
const partnerships = (players) => [
  players.filter((_, seat) => seat % 2 === 0),
  players.filter((_, seat) => seat % 2 === 1),
];

/** @param {Rules} rules @param {Side} players @returns {Side[]} */
export const competitors = (rules, players) =>
  rules.sides === "partnerships" ? partnerships(players) : players.map((player) => [player]);

/** @param {Rules} rules @param {Deal} deal @param {Player} [bidder] @param {Player[]} [partners] @returns {Side[]} */
export function sidesOf(rules, deal, bidder, partners) {
  if (rules.sides === "partnerships") return partnerships(deal.players);
  if (rules.sides === "individual") return deal.players.map((player) => [player]);
  const together = rules.sides === "rotating_partners" ? partnerships(deal.seats)[0] : [bidder, ...(partners ?? [])];
  const one = deal.players.filter((player) => together.includes(player));
  const other = deal.players.filter((player) => !together.includes(player));
  return one.includes(deal.players[0]) ? [one, other] : [other, one];
}

/** @param {Rules} rules @param {Deal} deal @returns {Side[]} */
function sidesAtTable(rules, deal) {
  if (rules.sides === "partnerships" || rules.sides === "rotating_partners") return sidesOf(rules, deal);
  return deal.players.map((player) => [player]);
}

/** @param {Side[]} sides @param {Player | "tied" | undefined} player @returns {Side} */
export const sideWith = (sides, player) => sides.find((side) => side.some((one) => one === player)) ?? [];

/** @param {Player} player @param {Player[]} seats */
export const leftOf = (player, seats) => seats[(seats.indexOf(player) + 1) % seats.length];

/** @param {Rules} rules @param {Player[]} players @param {number} scored */
function seatsAfter(rules, players, scored) {
  if (rules.sides !== "rotating_partners") return players;
  const [a, b, c, d] = players;
  return [players, [a, c, b, d], [a, c, d, b]][Math.floor(scored / (rules.hands_per_partner ?? 1)) % 3];
}

// auction.py

/** @param {Deal} deal @returns {Auction} */
export function startAuction({ seats, dealer }) {
  const left = seats.indexOf(dealer) + 1;
  return { waiting: [...seats.slice(left), ...seats.slice(0, left)], bidder: null, bid: null };
}

/**
 * Returns the auction after the next player's call, which the rules must allow; a pass on the highest bid changes nothing.
 * @param {Rules} rules
 * @param {Auction} auction
 * @param {number | "pass"} made
 * @returns {Auction}
 */
export function call(rules, { waiting: [player, ...others], bidder, bid }, made) {
  if (made !== PASS) return { waiting: [...others, player], bidder: player, bid: made };
  if (bid === null && others.length === 1 && rules.all_pass === "dealer_min")
    return { waiting: others, bidder: others[0], bid: rules.min_bid };
  return { waiting: others, bidder, bid };
}

/** @param {Rules} rules The highest ordinary bid, not counting the moon bid. */
const highestBid = (rules) => rules.max_bid ?? handTotal(rules);

/**
 * Returns why this bid cannot follow the last one, "" if it can (R5, R27).
 * @param {Rules} rules
 * @param {number} bid
 * @param {number | null} last
 */
export function bidError(rules, bid, last = null) {
  const { min_bid, bid_step: step, moon_bid: moon } = rules;
  if (bid === moon && bid !== last) return "";
  const highest = highestBid(rules);
  const lowest = last === null ? min_bid : last + step;
  if (bid % step) return `Bids go by ${step}s; ${bid} isn't one.`;
  const over = last === null ? "The lowest bid is" : `After ${last}, bid at least`;
  if (bid < lowest) return `${over} ${lowest <= highest ? lowest : (moon ?? highest)}; ${bid} is too low.`;
  const other = moon === null ? "" : `, or the moon bid ${moon}`;
  return bid > highest ? `The highest bid is ${highest}${other}; ${bid} is too high.` : "";
}

/** @param {Rules} rules @param {Auction} auction */
export function isAuctionOver(rules, { waiting, bid }) {
  if (bid === null) return !waiting.length;
  return waiting.length === 1 || bid === (rules.moon_bid ?? highestBid(rules));
}

/** @param {Rules} rules @param {Deal} deal @param {Call[]} calls */
export const replayCalls = (rules, deal, calls) =>
  calls.reduce((auction, [, made]) => call(rules, auction, made), startAuction(deal));

// scoring.py

/** @param {Rules} rules @param {Deal} deal @param {Hand} hand @returns {HandScore} */
export function scoreHand(rules, deal, hand) {
  const sides = sidesOf(rules, deal, hand.bidder, hand.partners);
  const bidding_side = sideWith(sides, hand.bidder);
  /** @type {{ scores: SideScore[], made: boolean | null }} */
  const { scores, made } =
    hand.outcome === "renege"
      ? { scores: reneged(rules, sides, hand), made: null }
      : hand.outcome === "conceded"
        ? { scores: conceded(rules, sides, bidding_side, hand), made: false }
        : played(rules, sides, bidding_side, hand);
  /** @type {number[]} */
  const points = [];
  for (const side of scores) for (const player of side.players) points[player] = side.score - side.penalty;
  return { bidding_side, sides: scores, made, points: adjusted(rules, deal, hand, points) };
}

/** @param {Rules} rules @param {Deal} deal @param {Hand} hand */
export function pointsWithoutScore(rules, deal, hand) {
  /** @type {number[]} */
  const points = [];
  for (const side of sidesAtTable(rules, deal))
    for (const player of side) points[player] = 0 - penalty(rules, side, hand);
  return adjusted(rules, deal, hand, points);
}

/** @param {Rules} rules @param {Deal} deal @param {Hand} hand @param {number[]} points */
function adjusted(rules, deal, hand, points) {
  for (const [adjusted, by] of hand.adjustments ?? [])
    for (const player of sideWith(competitors(rules, deal.players), adjusted)) points[player] += by;
  return points;
}

/** @param {Rules} rules @param {Side[]} sides @param {Hand} hand @returns {SideScore[]} */
function reneged(rules, sides, hand) {
  const piles = capturedBySide(rules, sides, hand);
  const tricks = tricksPoints(rules, sides, hand); // named only where the renege was found after the last one
  const fixed = rules.renege_rule === "fixed" ? (rules.renege_points ?? 0) : null;
  return sides.map((side, index) => {
    const captured = piles[index] ?? null;
    const points = (captured ?? 0) + tricks[index];
    const offended = side.some((player) => player === hand.reneged_by);
    const score = offended ? -(fixed ?? bidOf(hand)) : (fixed ?? points);
    return { players: side, captured, points, score, penalty: penalty(rules, side, hand), swept: false };
  });
}

/** @param {Rules} rules @param {Side[]} sides @param {Side} bidding_side @param {Hand} hand @returns {SideScore[]} */
function conceded(rules, sides, bidding_side, hand) {
  const piles = capturedBySide(rules, sides, hand);
  return sides.map((side, index) => {
    const captured = piles[index] ?? null;
    const points = captured ?? 0;
    const score = side === bidding_side ? -bidOf(hand) : points;
    return { players: side, captured, points, score, penalty: penalty(rules, side, hand), swept: false };
  });
}

/** @param {Rules} rules @param {Side[]} sides @param {Side} bidding_side @param {Hand} hand */
function played(rules, sides, bidding_side, hand) {
  const bid = bidOf(hand);
  const piles = capturedBySide(rules, sides, hand);
  const tricks = tricksPoints(rules, sides, hand);
  const points = sides.map((_, index) => (piles[index] ?? NaN) + tricks[index]);
  const bidders = sides.indexOf(bidding_side);
  const moon = hand.bid === rules.moon_bid;
  const needed = moon ? handTotal(rules) : bid;
  const made = points[bidders] >= needed && !setByDiscard(rules, hand);
  const earned = [...points];
  if (moon) earned[bidders] = made ? bid : -bid;
  else if (!made && rules.set_rule === "minus_bid") earned[bidders] = -bid;
  let sweeper = rules.sweep_bonus ? sweepers(rules, sides, points, hand) : -1;
  if (sweeper === bidders && !made) sweeper = -1;
  else if (sweeper >= 0) earned[sweeper] += rules.sweep_bonus;
  const scores = sides.map((players, index) => ({
    players,
    captured: piles[index] ?? null,
    points: points[index],
    score: earned[index],
    penalty: penalty(rules, players, hand),
    swept: index === sweeper,
  }));
  return { scores, made };
}

/** @param {Hand} hand A hand that is scored has a bid. */
const bidOf = (hand) => hand.bid ?? NaN;

/** @param {Rules} rules @param {Hand} hand */
function setByDiscard(rules, hand) {
  if (rules.discard_rule !== "set" || hand.outcome !== "played") return false;
  return (hand.fouls ?? []).some(([, kind]) => kind === "nest-discard");
}

/**
 * Returns the place of the side that took every trick, or all the points where those count; -1 where none did.
 * @param {Rules} rules
 * @param {Side[]} sides
 * @param {number[]} points
 * @param {Hand} hand
 */
function sweepers(rules, sides, points, hand) {
  if (rules.sweep_on === "tricks") return sides.indexOf(sideWith(sides, hand.sweep));
  return points.filter(Boolean).length === 1 ? points.findIndex(Boolean) : -1;
}

/** @param {Rules} rules @param {Side} side @param {Hand} hand */
function penalty(rules, side, hand) {
  const costly = (hand.fouls ?? []).filter(([, kind]) => kind !== "nest-discard" || rules.discard_rule === "penalty");
  return rules.foul_penalty * costly.filter(([player]) => side.includes(player)).length;
}

/** @param {Rules} rules @param {Side[]} sides @param {Hand} hand @returns {(number | undefined)[]} */
export function capturedBySide(rules, sides, hand) {
  const piles = sides.map((side) => (hand.captured ?? []).findLast(([player]) => side.includes(player))?.[1]);
  if (hand.outcome !== "played" || rules.out_of_play_cards) return piles;
  const rest = cardTotal(rules) - sum(piles.map((pile) => pile ?? 0));
  const missing = piles.filter((pile) => pile === undefined).length;
  return missing === 1 || !rest ? piles.map((pile) => pile ?? rest) : piles;
}

/** @param {Rules} rules @param {Side[]} sides @param {Hand} hand */
function tricksPoints(rules, sides, hand) {
  /** @param {Side} side @param {Player | "tied" | undefined} taker @param {number} worth */
  const took = (side, taker, worth) => (side.some((player) => player === taker) ? worth : 0);
  return sides.map((side) =>
    TRICKS.reduce((sum, name) => sum + took(side, hand.sweep ?? hand[name], rules[`${name}_points`]), 0),
  );
}

// game.py

/**
 * `carried` are pairs of a player and the points that this one's side brings from elsewhere.
 * @param {Rules} rules
 * @param {Player[]} players
 * @param {Player} dealer
 * @param {[Player, number][]} [carried]
 * @returns {Standing}
 */
export function initialStanding(rules, players, dealer, carried = []) {
  /** @type {number[]} */
  const totals = [];
  for (const player of players) totals[player] = 0;
  for (const [carrier, points] of carried)
    for (const player of sideWith(competitors(rules, players), carrier)) totals[player] = points;
  return { dealer, totals, scored: 0, tied: false, end: null };
}

/**
 * Returns the next deal; `dealer` overrides whose turn it is.
 * @param {Rules} rules
 * @param {Player[]} players
 * @param {Standing} standing
 * @returns {Deal}
 */
export function nextDeal(rules, players, standing, dealer = standing.dealer) {
  return { number: standing.scored + 1, players, seats: seatsAfter(rules, players, standing.scored), dealer };
}

/**
 * Returns the standing after a hand; `score` is null for one that does not count, of which penalties are booked at once.
 * @param {Rules} rules
 * @param {Standing} standing
 * @param {Deal} deal
 * @param {Hand} hand
 * @param {HandScore | null} score
 * @returns {Standing}
 */
export function standingAfter(rules, standing, deal, hand, score) {
  const points = score ? score.points : pointsWithoutScore(rules, deal, hand);
  const totals = standing.totals.map((total, player) => total + points[player]);
  if (!score) {
    const movesOn = hand.outcome === "passed-out" && rules.all_pass === "next_dealer";
    return { ...standing, totals, dealer: movesOn ? leftOf(deal.dealer, deal.seats) : deal.dealer };
  }
  const scored = standing.scored + 1;
  const dealer = leftOf(deal.dealer, seatsAfter(rules, deal.players, scored));
  return ended(rules, deal.players, { dealer, totals, scored, tied: standing.tied, end: null }, hand, score);
}

/** @param {Rules} rules @param {Player[]} players @param {Standing} standing @param {Hand} hand @param {HandScore} score */
function ended(rules, players, standing, hand, score) {
  const { totals, scored, tied } = standing;
  const sides = competitors(rules, players);
  if (tied) return decided(rules, standing, sides, "extra_hand");
  const crossed = mayGoOut(rules, sides, totals, hand, score);
  if (crossed.length) {
    const bidders =
      rules.both_cross === "bidding_side" && crossed.find((side) => side.some((one) => one === hand.bidder));
    return decided(rules, standing, bidders ? [bidders] : crossed, "target");
  }
  if (rules.hand_limit !== null && scored >= rules.hand_limit) return decided(rules, standing, sides, "hand_limit");
  if (rules.time_limit !== null && hand.last) return decided(rules, standing, sides, "time");
  if (rules.floor !== null && Math.min(...players.map((player) => totals[player])) <= rules.floor)
    return decided(rules, standing, sides, "floor");
  if (rules.lead_wins !== null) {
    const [first, second] = sides.map(([player]) => totals[player]).toSorted((one, other) => other - one);
    if (first - second >= rules.lead_wins) return decided(rules, standing, sides, "lead");
  }
  return standing;
}

/** @param {Rules} rules @param {Side[]} sides @param {number[]} totals @param {Hand} hand @param {HandScore} score */
function mayGoOut(rules, sides, totals, hand, score) {
  const { target } = rules;
  if (target === null) return [];
  const crossed = sides.filter((side) => totals[side[0]] >= target);
  if (!rules.win_needs_bid) return crossed;
  const made = score.made ?? !score.bidding_side.some((player) => player === hand.reneged_by);
  return crossed.filter(([player]) => score.bidding_side.includes(player) === made);
}

/** @param {Rules} rules @param {Standing} standing @param {Side[]} candidates @param {string} reason @returns {Standing} */
function decided(rules, standing, candidates, reason) {
  const highest = Math.max(...candidates.map(([player]) => standing.totals[player]));
  const best = candidates.filter(([player]) => standing.totals[player] === highest);
  if (best.length === 1 || rules.tie_break === "shared")
    return { ...standing, tied: false, end: { reason, winners: best } };
  return { ...standing, tied: true };
}

/**
 * Returns the standing where time is called after its last hand (usecases/game/clock.py).
 * @param {Rules} rules
 * @param {Player[]} players
 * @param {Standing} standing
 */
export const timeUp = (rules, players, standing) => decided(rules, standing, competitors(rules, players), "time");
