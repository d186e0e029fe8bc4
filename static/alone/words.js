// How the phone writes what it fills into the server's templates: points, a verb after a name, an owner.

/** @typedef {import("./score.js").Hand} Hand */

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
