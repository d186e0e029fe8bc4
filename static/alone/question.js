// The server's own form of what is due next in a game that goes on without it, filled in.
import { find, findAll, findInputs, get } from "../shared/page.js";
import { called, dealOf, known, nameOf } from "./game.js";
import { replayCalls, sidesOf } from "./score.js";
import { fill, part } from "./template.js";
import { isStuck } from "./words.js";

/**
 * @typedef {import("./game.js").State} State
 * @typedef {{ asked?: string, calls?: boolean, noHand?: boolean, changes?: boolean, ended?: "given up" | "reneged" }} View What is shown
 *   of a question: its bidding call by call, a deal that is no hand, another bid, a hand that ended early.
 */

/**
 * Draws it on this scoreboard.
 * @param {HTMLElement} board
 * @param {State} state
 * @param {View} view
 */
export function drawQuestion(board, state, view) {
  let questions = find(".questions", board);
  if (!questions) {
    get(".past", board).before(part("questions"));
    questions = get(".questions", board);
  }
  questions.replaceChildren();
  if (state.over) return;
  const { key, words } = question(state, view);
  questions.append(fill(known().questions[key], words));
  if (isStuck(state.open ?? {})) find(".contract strong", questions)?.replaceWith(part("stuck", words));
  const preview = find("#preview", questions);
  for (const name of preview?.getAttributeNames() ?? []) if (name.startsWith("hx-")) preview?.removeAttribute(name);
  if (key === "calls") offerCalls(questions, state);
  if (hasBid(state)) find(":is([formaction$='/passed-out'], [formaction$='/stuck'])", questions)?.remove();
  if (key === "partners")
    for (const radio of findInputs(`[name*=partner][value="${state.open?.bidder}"]`, questions))
      radio.closest("label")?.remove();
  if (key === "partners" && state.open?.auction) find(".beside", questions)?.remove(); // its calls are taken back, not changed
}

/** @param {State} state */
const hasBid = ({ open }) => open?.bidder !== undefined || (open?.auction ?? []).some(([, made]) => made !== "pass");

/**
 * Returns which question is due, and the words that its form is to be filled in with.
 * @param {State} state
 * @param {View} view
 */
function question(state, view) {
  const { rules } = known();
  const { open } = state;
  const deal = dealOf(state);
  /** @type {Record<string, string>} */
  const words = { dealer: nameOf(deal.dealer) };
  if (view.noHand) return { key: "no hand", words };
  if (open?.bidder === undefined) {
    if (!(view.calls ?? open?.auction ?? state.calls)) return { key: "bid", words };
    const [caller] = replayCalls(rules, deal, open?.auction ?? []).waiting;
    return { key: "calls", words: { ...words, bidder: nameOf(caller) } };
  }
  const { bidder, bid, partners } = open;
  words.bidder = nameOf(bidder);
  words.bid = String(bid);
  if (view.changes && !open.auction) return { key: "change", words: { ...words, replaces: `${bidder} ${bid}` } };
  if (rules.sides === "called_partner" && !partners) return { key: "partners", words };
  const sides = sidesOf(rules, deal, bidder, partners);
  const bidding = sides.findIndex((side) => side.includes(bidder));
  for (const [index, side] of sides.entries()) {
    Object.assign(words, called(`side${index}`, side));
    words[`first${index}`] = String(side[0]);
    words[`players${index}`] = side.join(" ");
  }
  for (const [index, player] of sides[bidding].entries()) words[`member${index}`] = nameOf(player);
  const moon = bid === rules.moon_bid ? " moon" : "";
  return { key: `hand ${bidding} ${sides[bidding].length}${moon}${view.ended ? ` ${view.ended}` : ""}`, words };
}

/**
 * Shows the calls so far, and offers the bids that go over the last one.
 * @param {HTMLElement} questions
 * @param {State} state
 */
function offerCalls(questions, state) {
  const calls = state.open?.auction ?? [];
  const { bid, waiting } = replayCalls(known().rules, dealOf(state), calls);
  for (const field of findInputs("[name=player]", questions)) field.value = String(waiting[0]);
  for (const button of findAll(".chip[value]:not([value=''])", questions))
    if (bid !== null && Number(button.getAttribute("value")) <= bid) button.remove();
  const said = calls.map(([player, made]) => `${nameOf(player)} ${made}`).join(", ");
  get("fieldset", questions).before(part("calls", { calls: said }));
}
