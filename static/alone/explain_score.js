// Why a hand scored what it did, in the server's words. Each function is the one of the same name in
// scorekeeper/rules/explain_score.py, and tests/browser/test_score.py holds them to each other.
import { competitors, handTotal, setByDiscard, sidesAtTable, sideWith, TRICKS } from "./score.js";

/**
 * @typedef {import("./score.js").Rules} Rules
 * @typedef {import("./score.js").Deal} Deal
 * @typedef {import("./score.js").Hand} Hand
 * @typedef {import("./score.js").Side} Side
 * @typedef {import("./score.js").SideScore} SideScore
 * @typedef {import("./score.js").HandScore} HandScore
 */

const MINUS = "−";

/** @param {number} points */
export const formatTotal = (points) => String(points).replace("-", MINUS);
/** @param {number} points */
export const formatPoints = (points) => (points > 0 ? `+${points}` : formatTotal(points));

/** @type {Record<string, string>} */
const TO_YOU = { is: "are", was: "were", has: "have" };

/**
 * Returns a verb as it follows a name: "deals", but "deal" after "You".
 * @param {string} name
 * @param {string} verb
 */
export const agree = (name, verb) => (name === "You" ? (TO_YOU[verb] ?? verb.replace(/s$/, "")) : verb);

/**
 * Returns a name at the start of a sentence as an owner's: "Ann's", "Your".
 * @param {string} name
 */
export const whose = (name) => (name === "You" ? "Your" : `${name}'s`);

/**
 * Tells whether the dealer has the bid because everyone else passed.
 * @param {Partial<Hand>} hand
 */
export const isStuck = ({ auction = [], bidder }) =>
  bidder !== undefined && auction.length > 0 && auction.every(([, made]) => made === "pass");

/**
 * Returns the sentences about a hand of a game, a misdeal or a passed-out deal too; `sentences` are the server's (WORDS).
 * @param {Rules} rules
 * @param {string[]} names by player
 * @param {Record<string, string>} sentences
 * @param {Deal} deal
 * @param {Hand} hand
 * @param {HandScore | null} score
 * @param {boolean} [isEachShown] whether what every player scored is shown with them
 * @returns {string[]}
 */
export function explainPlayed(rules, names, sentences, deal, hand, score, isEachShown = false) {
  /** @param {Side} side */
  const nameOf = (side) => side.map((player) => names[player]).join(" & ");
  /** @param {Side} side */
  const each = (side) => (rules.sides === "partnerships" || side.length === 1 ? "" : sentences.each);
  /** @param {string} sentence @param {Record<string, string | number>} words */
  const say = (sentence, words = {}) =>
    (sentences[sentence] ?? "").replace(/\{(\w+)\}/g, (_, word) => String(words[word] ?? ""));

  return score ? explainScore(score) : extraReasons(sidesAtTable(rules, deal));

  /** @param {HandScore} score */
  function explainScore(score) {
    const who = names[hand.bidder ?? 0];
    const stuck = isStuck(hand) ? [say("stuck", { who, was: agree(who, "was"), bid: hand.bid ?? 0 })] : [];
    /** @type {Partial<Record<string, typeof bidReasons>>} */
    const told = { renege: renegeReasons, conceded: concessionReasons };
    const reasons = told[hand.outcome] ?? bidReasons;
    return [...stuck, ...reasons(score), ...extraReasons(score.sides.map((part) => part.players))];
  }

  /** @param {Side[]} sides */
  function extraReasons(sides) {
    const fouls = (hand.fouls ?? []).flatMap(([player, kind]) => {
      const side = sideWith(sides, player);
      const [owner, what] = [whose(names[player]), sentences[kind]];
      if (kind !== "table-talk" && rules.discard_rule !== "penalty")
        return setByDiscard(rules, hand) ? [] : [say("foul for nothing", { whose: owner, what })];
      const words = { whose: owner, what, side: nameOf(side), cost: rules.foul_penalty, each: each(side) };
      return [say(side.length === 1 ? "foul" : "foul of a side", words)];
    });
    const adjustments = (hand.adjustments ?? []).map(([player, points, reason]) => {
      const side = nameOf(sideWith(competitors(rules, deal.players), player));
      return say("adjustment", { side, points: formatPoints(points), reason });
    });
    return [...fouls, ...adjustments];
  }

  /** @param {HandScore} score */
  function bidReasons(score) {
    const [bidding] = score.sides.filter((part) => part.players === score.bidding_side);
    const others = score.sides.filter((part) => part !== bidding);
    const swept = score.sides
      .filter((part) => part.swept)
      .map(({ players }) =>
        say(`swept by ${rules.sweep_on}`, { side: nameOf(players), bonus: rules.sweep_bonus, each: each(players) }),
      );
    const kept = isEachShown && rules.sides === "individual" ? [] : [ofOthers(others)];
    return [ofBid(score, bidding), ...kept, ...swept];
  }

  /** @param {HandScore} score @param {SideScore} bidding */
  function ofBid(score, bidding) {
    const bid = hand.bid ?? 0;
    const moon = hand.bid === rules.moon_bid;
    const lost = moon || rules.set_rule === "minus_bid" ? "set" : "set for nothing";
    const made = bidding.score - (bidding.swept ? rules.sweep_bonus : 0); // which has a sentence of its own
    const result = say(score.made ? "made" : lost, { points: formatPoints(made), bid, each: each(bidding.players) });
    const points = `${bidding.points}${withTricks(bidding)}`;
    const sentence = setByDiscard(rules, hand) ? "set by discard" : moon ? "moon" : "bid";
    return say(sentence, { side: nameOf(bidding.players), bid, points, total: handTotal(rules), result });
  }

  /** @param {SideScore[]} others */
  function ofOthers(others) {
    if (others.length > 1) {
      const told = others.map((part) =>
        say("other", { side: nameOf(part.players), points: formatPoints(part.points), tricks: withTricks(part) }),
      );
      return `${told.join(", ")}.`;
    }
    const [{ players, points }] = others;
    const words = { side: nameOf(players), points: points || sentences.nothing, each: each(players) };
    return say(players.length > 1 ? "score" : "scores", { ...words, tricks: withTricks(others[0]) });
  }

  /** @param {SideScore} part */
  function withTricks({ players }) {
    if (hand.sweep !== undefined) return "";
    const taken = TRICKS.filter((name) => rules[`${name}_points`] && players.some((player) => player === hand[name]));
    return taken.length ? say("with", { tricks: taken.map((name) => sentences[name]).join(sentences.and) }) : "";
  }

  /** @param {HandScore} score */
  function renegeReasons({ sides }) {
    /** @param {SideScore} part */
    const isOffender = ({ players }) => players.some((player) => player === hand.reneged_by);
    const offenders = sides.filter(isOffender).map(({ players, score }) => {
      const words = { who: names[hand.reneged_by ?? 0], side: nameOf(players), points: -score, each: each(players) };
      return say(players.length > 1 ? "side reneged" : "reneged", words);
    });
    const others = sides
      .filter((part) => !isOffender(part))
      .map((part) => {
        const tricks = withTricks(part);
        const sentence = rules.renege_rule === "fixed" ? "fixed" : tricks ? "found late" : "found";
        const points = formatPoints(part.score);
        return say(sentence, { side: nameOf(part.players), points, each: each(part.players), tricks });
      });
    return [...offenders, ...others];
  }

  /** @param {HandScore} score */
  function concessionReasons({ sides, bidding_side }) {
    const bidding = sides.filter((part) => part.players === bidding_side);
    return [...bidding, ...sides.filter((part) => part.players !== bidding_side)].map(({ players, score }) => {
      const [side, own] = [nameOf(players), each(players)];
      if (players === bidding_side) return say("gave up", { side, points: -score, each: own });
      return score
        ? say("before that", { side, points: formatPoints(score), each: own })
        : say("had nothing", { side });
    });
  }
}
