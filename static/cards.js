// Card by card: each counter is given to a side or to the nest, and the counts add up by themselves.
"use strict";

const COLORS = ["red", "green", "black", "yellow"];

let last = {}; // the hand whose cards were given here, and to whom: the page may come again with more on it

document.addEventListener("htmx:after:swap", buildCards);
document.addEventListener("rook:shown", buildCards);
buildCards();

function buildCards() {
  const box = document.getElementById("cards");
  if (!box || box.childElementCount) return;
  const form = box.closest("form");
  const nestTo = box.dataset.nestTo;
  const fields = new Map([...form.querySelectorAll(".counts input[data-names]")].map((field) => [field.dataset.names, field]));
  const owners = [...fields.keys(), ...(box.dataset.noNest === undefined ? ["Nest"] : [])];
  const hand = form.action + document.querySelector("h1")?.textContent;
  const given = last.hand === hand ? last.given : new Map();
  last = { hand, given };
  const status = make("p", { className: "soft", role: "status" });
  let owner = owners[0];
  let counting = false;

  const ownerButtons = owners.map((name) => make("button", { type: "button", className: "chip", textContent: name }));
  ownerButtons.forEach((button) => button.addEventListener("click", () => { owner = button.textContent; update(); }));
  const cards = cardsOf(JSON.parse(box.dataset.counters)).map(([name, points]) => {
    const button = make("button", { type: "button", className: `chip card ${name.split(" ")[0]}` });
    button.addEventListener("click", () => {
      if (given.get(name) === owner) given.delete(name); else given.set(name, owner);
      count();
    });
    return { name, points, button };
  });

  function worth(name) {
    return cards.reduce((sum, card) => sum + (given.get(card.name) === name ? card.points : 0), 0);
  }

  function nestWinner() {
    if (nestTo) return nestTo;
    const lastTrick = form.querySelector("[name=last_trick]:checked");
    return lastTrick ? lastTrick.closest("label").textContent.trim() : null;
  }

  function count() {
    const winner = nestWinner();
    counting = true;
    for (const [name, field] of fields) {
      field.value = worth(name) + (name === winner ? worth("Nest") : 0);
      delete field.dataset.rest;
    }
    form.elements.nest_points.value = [...given.values()].includes("Nest") ? worth("Nest") : "";
    form.dispatchEvent(new Event("change", { bubbles: true }));
    counting = false;
    update();
  }

  function update() {
    for (const button of ownerButtons) button.setAttribute("aria-pressed", button.textContent === owner);
    for (const { name, button } of cards) {
      const whose = given.get(name);
      button.replaceChildren(name.split(" ").pop(), make("small", { textContent: whose || name.split(" ").slice(0, -1).join(" ") }));
      button.setAttribute("aria-label", `${name}: ${whose || "not assigned"}`);
      button.setAttribute("aria-pressed", whose !== undefined);
    }
    const left = cards.length - given.size;
    const nest = worth("Nest");
    const nestSentence = nest && (nestWinner() ? `The nest (${nest}) goes to ${nestWinner()}.` : `Whoever took the last trick gets the nest (${nest}).`);
    status.textContent = [left ? `${left} card${left > 1 ? "s" : ""} left.` : "All assigned.", nestSentence].filter(Boolean).join(" ");
  }

  // Who types a count instead has counted another way.
  form.addEventListener("input", ({ target }) => {
    if (counting || target.dataset.names === undefined || !given.size) return;
    given.clear();
    form.elements.nest_points.value = "";
    update();
  });
  form.addEventListener("change", ({ target }) => { if (target.name === "last_trick" && given.size) count(); });
  box.append(
    group("Give to", "chips flow", ownerButtons),
    group("Counters", "chips of-4", cards.map((card) => card.button)),
    status,
  );
  const winner = nestWinner();
  const counted = ([name, field]) => field.value === String(worth(name) + (name === winner ? worth("Nest") : 0));
  if (![...fields].every(counted)) given.clear();
  update();
  box.closest("details").hidden = false;
  box.closest("details").open = given.size > 0;
}

// Every counter of the deck with its points, dearest rank last; the rook stands alone.
function cardsOf(counters) {
  return Object.entries(counters).flatMap(([card, points]) => {
    if (card === "rook") return [["Rook", points]];
    const single = /^([a-z]+)(\d+)$/.exec(card);
    if (single) return [[`${single[1]} ${single[2]}`, points]];
    return COLORS.filter((color) => !(`${color}${card}` in counters)).map((color) => [`${color} ${card}`, points]);
  });
}

function group(label, className, children) {
  const element = make("div", { className, role: "group", ariaLabel: label });
  element.append(...children);
  return element;
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
