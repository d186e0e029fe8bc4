// The server's own form of what is due next in a game that goes on without it, filled in.
import { dealOf, nameOf, sideName, table } from "./local_game.js";
import { replayCalls, sidesOf } from "./score.js";

// What the server's forms have where names and numbers are to be filled in.
const TOKEN = /§(\w+)§|9\d{8}/g;
const FIRST_NUMBER = 910_000_000, ALL_NUMBERS = 920_000_000, BID = 999_999_999;

// Draws it on this scoreboard; `view` is what is shown of it: its bidding call by call, a hand that is given up.
export function drawQuestion(fresh, state, view) {
  let questions = fresh.querySelector(".questions");
  if (!questions) {
    questions = make("div", { className: "questions" });
    fresh.querySelector(".past").before(questions);
  }
  questions.replaceChildren();
  if (state.over) return;
  const html = make("template");
  const { key, words } = question(state, view);
  html.innerHTML = table.questions[key];
  fillIn(html.content, words);
  questions.append(html.content);
  const preview = questions.querySelector("#preview");
  for (const { name } of [...(preview?.attributes || [])]) if (name.startsWith("hx-")) preview.removeAttribute(name);
  if (key === "calls") offerCalls(questions, state);
  if (key === "no hand" && isBid(state)) questions.querySelector("[formaction$='/passed-out']")?.remove();
  if (key === "partners") for (const radio of questions.querySelectorAll(`[name=partners][value="${state.open.bidder}"], [name=second_partner][value="${state.open.bidder}"]`)) radio.closest("label").remove();
}

const isBid = ({ open }) => open?.bidder !== undefined || (open?.auction || []).some(([, made]) => made !== "pass");

// Returns which question is due, and the words that its form is to be filled in with.
function question(state, view) {
  const { open } = state;
  const deal = dealOf(state);
  const words = { dealer: nameOf(deal.dealer) };
  if (view.noHand) return { key: "no hand", words };
  if (open?.bidder === undefined) {
    if (!view.calls && !open?.auction) return { key: "bid", words };
    const [caller] = replayCalls(table.rules, deal, open?.auction || []).waiting;
    return { key: "calls", words: { ...words, bidder: nameOf(caller) } };
  }
  words.bidder = nameOf(open.bidder);
  words[BID] = open.bid;
  if (table.rules.sides === "called_partner" && !open.partners) return { key: "partners", words };
  const sides = sidesOf(table.rules, deal, open);
  const bidding = sides.findIndex((side) => side.includes(open.bidder));
  for (const [index, side] of sides.entries())
    Object.assign(words, { [`side${index}`]: sideName(side), [FIRST_NUMBER + index]: side[0], [ALL_NUMBERS + index]: side.join(" ") });
  for (const [index, player] of sides[bidding].entries()) words[`member${index}`] = nameOf(player);
  const moon = open.bid === table.rules.moon_bid ? " moon" : "";
  return { key: `hand ${bidding} ${sides[bidding].length}${moon}${view.givenUp ? " given up" : ""}`, words };
}

function fillIn(part, words) {
  const filled = (text) => text.replace(TOKEN, (token, word) => words[word || token] ?? token);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = filled(texts.currentNode.data);
  for (const element of part.querySelectorAll("*"))
    for (const attribute of element.attributes) attribute.value = filled(attribute.value);
}

// Shows the calls so far, and offers the bids that go over the last one.
function offerCalls(questions, { open, ...state }) {
  const { rules } = table;
  const calls = open?.auction || [];
  const { bid, waiting } = replayCalls(rules, dealOf({ ...state, open }), calls);
  for (const field of questions.querySelectorAll("[name=player]")) field.value = waiting[0];
  for (const button of questions.querySelectorAll(".chip[value]:not([value=''])"))
    if (bid !== null && Number(button.value) <= bid) button.remove();
  const said = calls.map(([player, made]) => `${nameOf(player)} ${made}`).join(", ");
  questions.querySelector("fieldset").before(make("p", { className: "calls", textContent: said }));
}

export function make(tag, properties, attributes = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
