// The score of ordinary play as long as the server cannot be reached: its sides, points, totals, dealer and end. It has no
// words and judges no hand; the server does both. The functions are those of scorekeeper/rules, to which
// tests/browser/test_score.py holds them. `rules` are the parameters of a rule set, a player is a number, `players` are all
// of them clockwise, a hand is its facts as the server stores them (storage/facts.py).

const COLORS = ["red", "green", "black", "yellow"];
const PASS = "pass";
const UNSCORED = ["misdeal", "passed-out"];

export const isScored = (hand) => !UNSCORED.includes(hand.outcome);
export const leftOf = (player, seats) => seats[(seats.indexOf(player) + 1) % seats.length];

export function cardTotal({ counters }) {
  const cards = (card) => (/^\d/.test(card) ? COLORS.filter((color) => !(color + card in counters)).length : 1);
  return Object.entries(counters).reduce((total, [card, worth]) => total + worth * cards(card), 0);
}

export function handTotal(rules) {
  return cardTotal(rules) + rules.last_trick_points + rules.most_tricks_points;
}

// Who scores together.

const sideWith = (sides, player) => sides.find((side) => side.includes(player)) || [];
const partnerships = (players) => [players.filter((_, seat) => seat % 2 === 0), players.filter((_, seat) => seat % 2)];
const eachAlone = (players) => players.map((player) => [player]);

export function competitors(rules, players) {
  return rules.sides === "partnerships" ? partnerships(players) : eachAlone(players);
}

export function sidesOf(rules, deal, hand) {
  if (rules.sides === "partnerships") return partnerships(deal.players);
  if (rules.sides === "individual") return eachAlone(deal.players);
  const together = rules.sides === "rotating_partners" ? partnerships(deal.seats)[0] : [hand.bidder, ...(hand.partners || [])];
  const one = deal.players.filter((player) => together.includes(player));
  const other = deal.players.filter((player) => !together.includes(player));
  return one.includes(deal.players[0]) ? [one, other] : [other, one];
}

// Who pays together before a bid makes sides: partners by their seats, else each player alone.
const sidesAtTable = (rules, deal) =>
  ["partnerships", "rotating_partners"].includes(rules.sides) ? sidesOf(rules, deal, {}) : eachAlone(deal.players);

// The auction.

export function startAuction({ seats, dealer }) {
  const left = seats.indexOf(dealer) + 1;
  return { waiting: [...seats.slice(left), ...seats.slice(0, left)], bidder: null, bid: null };
}

// Returns the auction after the next player's call, which the rules must allow; a pass on the highest bid changes nothing.
export function call(rules, { waiting: [player, ...others], bidder, bid }, made) {
  if (made !== PASS) return { waiting: [...others, player], bidder: player, bid: made };
  if (bid === null && others.length === 1 && rules.all_pass === "dealer_min")
    return { waiting: others, bidder: others[0], bid: rules.min_bid };
  return { waiting: others, bidder, bid };
}

export function isAuctionOver(rules, { waiting, bid }) {
  if (bid === null) return !waiting.length;
  return waiting.length === 1 || bid === (rules.moon_bid ?? rules.max_bid ?? handTotal(rules));
}

export const replayCalls = (rules, deal, calls) => calls.reduce((auction, [, made]) => call(rules, auction, made), startAuction(deal));

// What a hand scores.

// Returns what each side scores, as { players, captured, points, score, penalty }, whether the bid was made (null where a
// renege left it without a test), and the points of each player by number.
export function scoreHand(rules, deal, hand) {
  const sides = sidesOf(rules, deal, hand);
  const bidding = sideWith(sides, hand.bidder);
  const piles = capturedBySide(rules, sides, hand);
  const { made, scores } = SCORES[hand.outcome](rules, sides, bidding, piles, hand);
  const shown = sides.map((players, index) => ({ players, ...scores[index], penalty: penalty(rules, players, hand) }));
  return { bidding, sides: shown, made, points: bookedPoints(rules, deal, hand, shown) };
}

// Returns the points of each player by number in a deal that is no hand: its penalties and adjustments alone.
export function pointsWithoutScore(rules, deal, hand) {
  const paying = sidesAtTable(rules, deal).map((players) => ({ players, score: 0, penalty: penalty(rules, players, hand) }));
  return bookedPoints(rules, deal, hand, paying);
}

function bookedPoints(rules, deal, hand, sides) {
  const points = [];
  for (const side of sides) for (const player of side.players) points[player] = side.score - side.penalty;
  for (const [adjusted, by] of hand.adjustments || [])
    for (const player of sideWith(competitors(rules, deal.players), adjusted)) points[player] += by;
  return points;
}

const SCORES = {
  played(rules, sides, bidding, piles, hand) {
    const points = sides.map((side, index) => piles[index] + tricksPoints(rules, side, hand));
    const bidders = sides.indexOf(bidding);
    const isMoon = hand.bid === rules.moon_bid;
    const made = points[bidders] >= (isMoon ? handTotal(rules) : hand.bid) && !isSetByDiscard(rules, hand);
    const earned = [...points];
    if (isMoon) earned[bidders] = made ? hand.bid : -hand.bid;
    else if (!made && rules.set_rule === "minus_bid") earned[bidders] = -hand.bid;
    const sweeper = sweepingSide(rules, sides, points, hand);
    if (sweeper >= 0 && (sweeper !== bidders || made)) earned[sweeper] += rules.sweep_bonus;
    return { made, scores: sides.map((_, index) => ({ captured: piles[index], points: points[index], score: earned[index] })) };
  },
  renege(rules, sides, _bidding, piles, hand) {
    const fixed = rules.renege_rule === "fixed" ? rules.renege_points || 0 : null;
    const scores = sides.map((side, index) => {
      const points = (piles[index] ?? 0) + tricksPoints(rules, side, hand); // of tricks where it was found after the last one
      const score = side.includes(hand.reneged_by) ? -(fixed ?? hand.bid) : (fixed ?? points);
      return { captured: piles[index] ?? null, points, score };
    });
    return { made: null, scores };
  },
  conceded(_rules, sides, bidding, piles, hand) {
    const scores = sides.map((side, index) => {
      const points = piles[index] ?? 0;
      return { captured: piles[index] ?? null, points, score: side === bidding ? -hand.bid : points };
    });
    return { made: false, scores };
  },
};

// Returns the counters of each side in order. Where the sum is fixed, one side left out took the rest; several took nothing
// where the others make the whole.
function capturedBySide(rules, sides, hand) {
  const piles = sides.map((side) => (hand.captured || []).findLast(([player]) => side.includes(player))?.[1]);
  if (hand.outcome !== "played" || rules.out_of_play_cards) return piles;
  const rest = piles.reduce((left, pile) => left - (pile || 0), cardTotal(rules));
  const missing = piles.filter((pile) => pile === undefined).length;
  return missing === 1 || !rest ? piles.map((pile) => pile ?? rest) : piles;
}

function tricksPoints(rules, side, hand) {
  const took = (player, worth) => (side.includes(player) ? worth : 0);
  return took(hand.sweep ?? hand.last_trick, rules.last_trick_points) + took(hand.sweep ?? hand.most_tricks, rules.most_tricks_points);
}

function isSetByDiscard(rules, hand) {
  return rules.discard_rule === "set" && (hand.fouls || []).some(([, kind]) => kind === "nest-discard");
}

function sweepingSide(rules, sides, points, hand) {
  if (!rules.sweep_bonus) return -1;
  if (rules.sweep_on === "tricks") return sides.findIndex((side) => side.includes(hand.sweep));
  return points.filter(Boolean).length === 1 ? points.findIndex(Boolean) : -1;
}

function penalty(rules, side, hand) {
  const costs = ([player, kind]) => side.includes(player) && (kind !== "nest-discard" || rules.discard_rule === "penalty");
  return rules.foul_penalty * (hand.fouls || []).filter(costs).length;
}

// The game: what the table knows between two hands, and how it ends.

// `carried` are pairs of a player and the points that this one's side brings from elsewhere.
export function initialStanding(rules, players, dealer, carried = []) {
  const totals = [];
  for (const player of players) totals[player] = 0;
  for (const [carrier, points] of carried) for (const player of sideWith(competitors(rules, players), carrier)) totals[player] = points;
  return { dealer, totals, scored: 0, tied: false, end: null };
}

function seatsAfter(rules, players, scored) {
  if (rules.sides !== "rotating_partners") return players;
  const [a, b, c, d] = players;
  return [players, [a, c, b, d], [a, c, d, b]][Math.floor(scored / rules.hands_per_partner) % 3];
}

// Returns the next deal; `dealer` overrides whose turn it is.
export function nextDeal(rules, players, standing, dealer = standing.dealer) {
  return { number: standing.scored + 1, players, seats: seatsAfter(rules, players, standing.scored), dealer };
}

// Returns the standing after a hand; `score` is null for one that does not count, of which penalties are booked at once.
export function standingAfter(rules, standing, deal, hand, score) {
  const points = score ? score.points : pointsWithoutScore(rules, deal, hand);
  const totals = standing.totals.map((total, player) => total + points[player]);
  if (!score) {
    const movesOn = hand.outcome === "passed-out" && rules.all_pass === "next_dealer";
    return { ...standing, totals, dealer: movesOn ? leftOf(deal.dealer, deal.seats) : deal.dealer };
  }
  const scored = standing.scored + 1;
  const dealer = leftOf(deal.dealer, seatsAfter(rules, deal.players, scored));
  const next = { dealer, totals, scored, tied: standing.tied, end: null };
  const [reason, candidates] = reachedEnd(rules, deal.players, next, hand, score) || [];
  return reason ? decided(rules, next, candidates, reason) : next;
}

// Returns by which test the game is at its end and who can win it; null where it goes on.
function reachedEnd(rules, players, { totals, scored, tied }, hand, score) {
  const sides = competitors(rules, players);
  if (tied) return ["extra_hand", sides];
  const crossed = mayGoOut(rules, sides, totals, hand, score);
  const bidders = rules.both_cross === "bidding_side" && crossed.find((side) => side.includes(hand.bidder));
  if (crossed.length) return ["target", bidders ? [bidders] : crossed];
  if (rules.hand_limit !== null && scored >= rules.hand_limit) return ["hand_limit", sides];
  if (rules.time_limit !== null && hand.last) return ["time", sides];
  if (rules.floor !== null && Math.min(...players.map((player) => totals[player])) <= rules.floor) return ["floor", sides];
  if (rules.lead_wins !== null) {
    const [first, second] = sides.map(([player]) => totals[player]).sort((one, other) => other - one);
    if (first - second >= rules.lead_wins) return ["lead", sides];
  }
  return null;
}

function mayGoOut(rules, sides, totals, hand, score) {
  if (rules.target === null) return [];
  const countsAsMade = score.made ?? !score.bidding.includes(hand.reneged_by);
  const bidLets = ([player]) => !rules.win_needs_bid || score.bidding.includes(player) === countsAsMade;
  return sides.filter((side) => totals[side[0]] >= rules.target && bidLets(side));
}

function decided(rules, standing, candidates, reason) {
  const highest = Math.max(...candidates.map(([player]) => standing.totals[player]));
  const best = candidates.filter(([player]) => standing.totals[player] === highest);
  if (best.length === 1 || rules.tie_break === "shared") return { ...standing, tied: false, end: { reason, winners: best } };
  return { ...standing, tied: true };
}

// Returns the standing where time is called after its last hand.
export const timeUp = (rules, players, standing) => decided(rules, standing, competitors(rules, players), "time");
